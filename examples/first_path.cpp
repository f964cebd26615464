// From a scene file to a path through it, in the file's own coordinates: here y up, as in OBJ and glTF.
#include <ambula/ambula.h>

#include <cstdio>

using namespace ambula;

int fail_with(const Error& error) { return std::printf("%s\n", error.message.c_str()), 1; }

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("give a scene file"), 2;
  Context context;  // threads, progress, cancellation
  const Agent agent = default_agent();

  const auto scene = import_scene(argv[1], {.ignore = {"Door*"}}, &context);
  if (!scene) return fail_with(scene.error());
  const auto walkable = extract_walkable(*scene, agent, {}, &context);
  if (!walkable) return fail_with(walkable.error());
  const auto links = find_links(*walkable, *scene, agent, {}, &context);
  if (!links) return fail_with(links.error());
  const auto mesh = build_navmesh(*walkable, *links, *scene, agent, {}, &context);
  if (!mesh) return fail_with(mesh.error());

  // Meshes and queries are in metres, z up; the mesh knows the way from and to the file's coordinates.
  const Vec3 start = from_scene_frame(*mesh, {1.1, -0.1, 2.3}),
             goal = from_scene_frame(*mesh, {4.2, 2.8, -1.9});
  Query query(*mesh);
  Path path;
  query.find_shortest(start, goal, {}, path);
  std::printf("%s, %.2f m\n", name_of(path.status), path.length);
  for (const Waypoint& point : path.points) {
    const Vec3 p = to_scene_frame(*mesh, point.at);
    std::printf("%.2f %.2f %.2f\n", p.x, p.y, p.z);
  }
  return path.status == PathStatus::complete ? 0 : 1;
}
