// A generated scene and its truth on disk. The truth goes first: it is small, so a folder that cannot be
// written to shows before the large file is made, and a scene never stands beside an older truth.
#include "scenes/write_scene.h"

#include <algorithm>
#include <system_error>

#include "ambula/files.h"
#include "core/text.h"

namespace ambula::scenes {
namespace {

std::string lower_extension(const std::filesystem::path& path) {
  std::string out = path.extension().string();
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

ByObject group_by_object(const Soup& soup) {
  ByObject out;
  out.first.assign(soup.objects.size() + 1, 0);
  for (const std::uint32_t o : soup.triangle_object) ++out.first[o + 1];
  for (std::size_t o = 1; o < out.first.size(); ++o) out.first[o] += out.first[o - 1];
  out.triangles.resize(soup.triangles.size());
  std::vector<std::uint32_t> next(out.first.begin(), out.first.end() - 1);
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    out.triangles[next[soup.triangle_object[t]]++] = static_cast<std::uint32_t>(t);
  }
  return out;
}

Result<void> write_scene(const Generated& scene, const std::filesystem::path& path) {
  const std::string extension = lower_extension(path);
  if (extension != ".obj" && extension != ".glb") {
    return fail(ErrorCode::invalid_argument,
                text(path.string(), ": scenes are written as .obj or .glb; name the file so"));
  }
  std::string bytes;
  if (extension == ".obj") {
    bytes = obj_text(scene);
  } else {
    auto glb = glb_bytes(scene);
    if (!glb) return fail(glb.error().code, text(path.string(), ": ", glb.error().message));
    bytes = std::move(*glb);
  }
  std::filesystem::path beside = path;
  beside.replace_extension(".truth.json");
  if (auto ok = write_file(beside, truth_json(scene.truth)); !ok) return ok;
  if (auto ok = write_file(path, bytes); !ok) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    return ok;
  }
  return {};
}

}  // namespace ambula::scenes
