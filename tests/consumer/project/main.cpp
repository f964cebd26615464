// What a user's first program looks like.
#include <ambula/ambula.h>

#include <cstdio>

int main() {
  ambula::Context context;
  const auto imported = ambula::read_obj("v 0 0 0\nv 9 0 0\nv 0 0 -9\nf 1 2 3\n", "inline.obj", &context);
  if (!imported) return 1;
  const auto scene = ambula::make_scene(imported->soup, {.up = imported->up}, &context);
  if (!scene || !ambula::validate(*scene)) return 1;
  std::printf("%zu triangle, hash %s, ambula %s\n", scene->triangles.size(),
              ambula::hash_text(ambula::scene_hash(*scene)).c_str(), ambula::kVersion);
  const ambula::Agent agent = ambula::default_agent();
  const auto walkable = ambula::extract_walkable(*scene, agent, {}, &context);
  if (!walkable) return 1;
  const auto links = ambula::find_links(*walkable, *scene, agent, {}, &context);
  if (!links) return 1;
  const auto mesh = ambula::build_navmesh(*walkable, *links, *scene, agent, {}, &context);
  if (!mesh) return 1;
  ambula::Query query(*mesh);
  ambula::Path path;
  query.find_shortest({1, 1, 0}, {4, 4, 0}, {}, path);
  std::printf("%s, %g m\n", ambula::name_of(path.status), path.length);
  return path.status == ambula::PathStatus::complete ? 0 : 1;
}
