// What a user's first program looks like.
#include <ambula/ambula.h>

#include <cstdio>

int main() {
  ambula::Context context;
  const auto imported = ambula::read_obj("v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n", "inline.obj", &context);
  if (!imported) return 1;
  const auto scene = ambula::make_scene(imported->soup, {.up = imported->up}, &context);
  if (!scene || !ambula::validate(*scene)) return 1;
  std::printf("%zu triangle, hash %s, ambula %s\n", scene->triangles.size(),
              ambula::hash_text(ambula::scene_hash(*scene)).c_str(), ambula::kVersion);
}
