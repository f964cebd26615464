// Navmeshes of generated and real scenes: walkable surfaces less a body's width along every border, as cells.
// Whatever is wrong with them against the raw triangles would be a mistake of one of the stages, or of the
// judge.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "navmesh/clearance.h"
#include "navmesh/write_navmesh.h"
#include "verify/navmeshes.h"
#ifdef AMBULA_TEST_SCENES
#include "scenes/generate.h"
#endif
#ifdef AMBULA_TEST_IMPORT
#include "ambula/import.h"
#include "bench/manifest.h"
#endif

namespace ambula {
namespace {

constexpr double kTolerance = 50;  // quanta

NavMesh cleared_navmesh(const Walkable& w, double radius) {
  const SurfaceView surface{w.vertices, w.faces, w.neighbours};
  const double r = radius / w.lattice.quantum;
  const std::vector<std::array<double, 3>> distance(w.faces.size(), {r, r, r});
  const auto cleared = clear_borders(surface, distance, kTolerance);
  EXPECT_TRUE(cleared) << cleared.error().message;
  if (!cleared) return {};
  const std::vector<std::uint32_t> label(cleared->triangles.size(), 0);
  const CellTraits floor;
  return write_navmesh(w.lattice, cleared->view(), merge_cells(cleared->view(), label), {&floor, 1}, 0);
}

void print(const std::string& name, const VerifyNavMeshReport& r, double seconds) {
  std::cout << name << ": unsound " << r.unsound_share() << " % cylinder " << r.cylinder_share() << " % adrift "
            << r.area.adrift << " enclosed " << r.area.enclosed << " floating " << r.area.floating << "; borders "
            << r.borders.unsound << " adrift " << r.borders.adrift << " of " << r.borders.samples << "; free "
            << r.surface.free << " missing " << r.surface.missing << " dropped " << r.surface.dropped << " off "
            << r.surface.off << "; structure " << r.structure.unjoined << " " << r.structure.t_junctions << " "
            << r.structure.overlaps << " " << r.structure.sound() << "; " << seconds << " s\n";
  for (const NavMeshPlace& p : r.places) {
    std::cout << "    " << name_of(p.fault) << " " << p.point.x << "," << p.point.y << "," << p.point.z << " "
              << p.distance << " " << p.object << "\n";
  }
  for (const Vec3& p : r.structure.places) std::cout << "    structure " << p.x << "," << p.y << "," << p.z << "\n";
}

void judge(const std::string& name, const Scene& scene) {
  SCOPED_TRACE(name);
  const auto walkable = extract_walkable(scene, {});
  ASSERT_TRUE(walkable) << walkable.error().message;
  const auto look = [&](const std::string& what, const NavMesh& mesh, const Links* links) {
    Context context({.threads = 1});
    const auto report = verify_navmesh(scene, {}, {}, *walkable, links, mesh, {.samples = 20'000}, &context);
    ASSERT_TRUE(report) << report.error().message;
    print(name + what, *report, context.times().back().seconds);
    EXPECT_TRUE(report->passed());
  };
  look("", cleared_navmesh(*walkable, default_agent().radius), nullptr);
  const auto links = find_links(*walkable, scene, {});
  ASSERT_TRUE(links) << links.error().message;
  const auto built = build_navmesh(*walkable, *links, scene, {});
  ASSERT_TRUE(built) << built.error().message;
  look(" built", *built, &*links);
}

#ifdef AMBULA_TEST_SCENES
class NavMeshOfGenerated : public ::testing::TestWithParam<const char*> {};

TEST_P(NavMeshOfGenerated, IsSoundAndComplete) {
  for (const double rotate : {0.0, 17.0}) {
    const auto made = scenes::generate(GetParam(), {.seed = 3, .rotate = rotate});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    judge(GetParam() + std::to_string(rotate), *scene);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, NavMeshOfGenerated,
                         ::testing::Values("doorways", "spiral-maze", "overhang", "competition", "holes", "stairs",
                                           "terrace-house", "terrain", "town-house", "platforms"));
#endif

#ifdef AMBULA_TEST_IMPORT
TEST(NavMeshOfReal, IsSoundAndComplete) {
  const std::filesystem::path folder = AMBULA_REAL_SCENES;
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const bench::ManifestScene& entry : *scenes) {
    const auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    judge(entry.name, *scene);
  }
}
#endif

}  // namespace
}  // namespace ambula
