// From an importer's answer through everything that takes it on.
#include "fuzz/imported.h"

#include "ambula/io.h"
#include "ambula/scene.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

void check_refusal(const Error& error, std::string_view name) {
  require(error.message.starts_with(name), "an error names the file", error.message);
  switch (error.code) {
    case ErrorCode::bad_format:
    case ErrorCode::unsupported:
    case ErrorCode::empty:
    case ErrorCode::too_large:
    case ErrorCode::not_found:  // an external buffer
    case ErrorCode::io_failed:
      return;
    case ErrorCode::invalid_argument:
    case ErrorCode::cancelled:
    case ErrorCode::broken:
      require(false, "bad bytes are the file's fault", error.message);
  }
}

bool same(const Soup& a, const Soup& b) {
  // Positions may hold NaN, which equals nothing: scenes compare them instead.
  return a.positions.size() == b.positions.size() && a.triangles == b.triangles &&
         a.triangle_object == b.triangle_object && a.triangle_material == b.triangle_material &&
         a.objects == b.objects && a.materials == b.materials;
}

void check_scene(const Scene& scene) {
  const auto valid = validate(scene);
  require(valid.has_value(), "a scene made is valid", valid ? "" : valid.error().message);
  (void)summarize(scene);
  Document document;
  document.scene_hash = scene_hash(scene);
  document.scene = scene;
  const auto bytes = encode(document);
  require(bytes.has_value(), "a scene made can be encoded", bytes ? "" : bytes.error().message);
  const auto back = decode(*bytes, "scene.ambula");
  require(back.has_value(), "a scene encoded can be decoded", back ? "" : back.error().message);
}

}  // namespace

Context& several_threads() {
  static Context context({.threads = 3});
  return context;
}

Result<Scene> scene_of(const Imported& imported) {
  return make_scene(imported.soup, {.up = imported.up, .unit = imported.unit});
}

void check_imported(const Result<Imported>& imported, const Result<Imported>& again, std::string_view name) {
  require(imported.has_value() == again.has_value(), "a second reading gives the same answer");
  if (!imported) {
    check_refusal(imported.error(), name);
    require(imported.error().message == again.error().message, "a second reading gives the same error",
            again.error().message);
    return;
  }
  require(same(imported->soup, again->soup), "a second reading gives the same soup");
  const auto scene = scene_of(*imported), scene_again = scene_of(*again);
  require(scene.has_value() == scene_again.has_value(), "a second reading gives the same scene");
  if (!scene) {
    require(scene.error().code == ErrorCode::empty, "only an empty soup makes no scene",
            scene.error().message);
    return;
  }
  check_scene(*scene);
  require(scene_hash(*scene) == scene_hash(*scene_again), "a second reading gives the same hash");
}

}  // namespace ambula::fuzz
