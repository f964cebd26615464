// Which reader takes which file, and from there to a scene.
#include "ambula/import.h"
#include "ambula/scene.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>

#include "ambula/files.h"
#include "core/text.h"
#include "scene/unmatched_patterns.h"

namespace ambula {
namespace {

std::string lower_extension(const std::filesystem::path& path) {
  std::string out = path.extension().string();
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

Result<Imported> dispatch(const std::filesystem::path& path, Context* context) {
  const std::string extension = lower_extension(path);
  const std::string name = path.string();
  if (extension == ".obj" || extension == ".glb" || extension == ".gltf") {
    auto file = MappedFile::open(path);
    if (!file) return fail(file.error());
    if (extension == ".obj") return read_obj(file->as_text(), name, context);
    return read_gltf(file->bytes(), name, path.parent_path(), context);
  }
  return read_with_assimp(path, context);
}

}  // namespace

Result<Imported> import_file(const std::filesystem::path& path, Context* context) {
  Stage stage(context, "import");
  try {
    auto imported = dispatch(path, context);
    if (imported) imported->soup.source = path.filename().string();
    return imported;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, text(path.string(), ": does not fit into memory"));
  } catch (const std::exception& e) {  // a path the system cannot name, and the like
    return fail(ErrorCode::bad_format, text(path.string(), ": cannot be read: ", e.what()));
  }
}

Result<Scene> import_scene(const std::filesystem::path& path, const SceneParams& params, Context* context,
                           std::vector<std::string>* warnings) {
  auto imported = import_file(path, context);
  if (!imported) return fail(imported.error());
  if (warnings) warnings->insert(warnings->end(), imported->warnings.begin(), imported->warnings.end());
  if (warnings) {
    for (std::string& note : unmatched_patterns(imported->soup, params.ignore))
      warnings->push_back(std::move(note));
  }
  SceneParams merged = params;
  if (!merged.up) merged.up = imported->up;
  if (!merged.unit) merged.unit = imported->unit;
  auto scene = make_scene(std::move(imported->soup), merged, context);
  if (!scene && scene.error().code == ErrorCode::empty) {
    // The scene knows only the file's name; a user wants the path as given.
    Error error = scene.error();
    const std::string name = path.filename().string();
    if (error.message.starts_with(name)) error.message.replace(0, name.size(), path.string());
    return fail(std::move(error));
  }
  return scene;
}

}  // namespace ambula
