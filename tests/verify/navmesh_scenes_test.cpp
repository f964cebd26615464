// Navmeshes of generated and real scenes, against the raw triangles: walkable surfaces less a body's width
// along every border, as cells; and what build_navmesh makes of surfaces, links and flights. Whatever is
// wrong with them would be a mistake of one of the stages, or of the judge.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "folders.h"
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
constexpr std::uint64_t kSamples = 20'000;

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

std::string told(const VerifyNavMeshReport& r) {
  std::ostringstream out;
  for (const NavMeshPlace& p : r.places) {
    out << "\n  " << name_of(p.fault) << " " << p.point.x << "," << p.point.y << "," << p.point.z << " "
        << p.distance << " " << p.object;
  }
  for (const Vec3& p : r.structure.places) out << "\n  structure " << p.x << "," << p.y << "," << p.z;
  return out.str();
}

VerifyNavMeshReport judged(const Scene& scene, const Walkable& walkable, double radius) {
  const NavMesh mesh = cleared_navmesh(walkable, radius);
  auto report = verify_navmesh(scene, {}, {}, walkable, nullptr, mesh, {.samples = 20'000});
  EXPECT_TRUE(report) << report.error().message;
  return report ? std::move(*report) : VerifyNavMeshReport{};
}

void expect_passes(const Scene& scene) {
  const auto walkable = extract_walkable(scene, {});
  ASSERT_TRUE(walkable) << walkable.error().message;
  const VerifyNavMeshReport report = judged(scene, *walkable, default_agent().radius);
  EXPECT_TRUE(report.passed()) << told(report);
  EXPECT_GT(report.area.samples, 0u);
  EXPECT_GT(report.surface.free, 0u);
}

// All of the way: with the defaults, and with borders as they are. All corners of cells and
// points along all borders are looked at, which is where mistakes show.
void expect_sound_and_complete(const Scene& scene) {
  const auto walkable = extract_walkable(scene, {});
  ASSERT_TRUE(walkable) << walkable.error().message;
  const auto links = find_links(*walkable, scene, {});
  ASSERT_TRUE(links) << links.error().message;
  struct Asked {
    NavMeshParams params;
    double most_missing;  // percent
  };
  for (const Asked& asked : {Asked{{}, 0.5}, Asked{{.border_tolerance = 0}, 0.1}}) {
    SCOPED_TRACE(::testing::Message() << "border tolerance " << asked.params.border_tolerance);
    const auto mesh = build_navmesh(*walkable, *links, scene, {}, asked.params);
    ASSERT_TRUE(mesh) << mesh.error().message;
    const auto report =
        verify_navmesh(scene, {}, {}, *walkable, &*links, *mesh,
                       {.samples = kSamples, .height_tolerance = asked.params.height_tolerance});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->area.faults(), 0u) << told(*report);
    EXPECT_EQ(report->borders.faults(), 0u) << told(*report);
    EXPECT_LE(report->missing_share(), asked.most_missing) << told(*report);
    EXPECT_TRUE(report->structure.sound()) << told(*report);
    EXPECT_GT(report->area.samples, 0u);
    EXPECT_GT(report->borders.samples, 0u);
    EXPECT_GT(report->surface.free, 0u);
  }
}

#ifdef AMBULA_TEST_SCENES
class NavMeshOfScene : public ::testing::TestWithParam<const char*> {};

TEST_P(NavMeshOfScene, IsSoundAndComplete) {
  for (const double rotate : {0.0, 17.0}) {
    const auto made = scenes::generate(GetParam(), {.seed = 3, .rotate = rotate});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    SCOPED_TRACE(rotate);
    expect_passes(*scene);
  }
}

TEST_P(NavMeshOfScene, WithLinksIsSoundAndComplete) {
  struct Variant {
    std::uint64_t seed;
    double dirty, rotate;
  };
  for (const auto& [seed, dirty, rotate] : {Variant{1, 0, 0}, Variant{3, 0.3, 17}}) {
    SCOPED_TRACE(::testing::Message() << "dirty " << dirty << " turned " << rotate << " seed " << seed);
    const auto made = scenes::generate(GetParam(), {.seed = seed, .dirty = dirty, .rotate = rotate});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    expect_sound_and_complete(*scene);
  }
}

INSTANTIATE_TEST_SUITE_P(Generated, NavMeshOfScene,
                         ::testing::Values("doorways", "spiral-maze", "overhang", "competition", "holes",
                                           "stairs", "terrace-house", "terrain", "town-house", "platforms"));

TEST(NavMeshOfGenerated, WithTooSmallOrTooLargeARadiusFails) {
  for (const char* name : {"doorways", "terrace-house", "town-house"}) {
    SCOPED_TRACE(name);
    const auto made = scenes::generate(name, {.seed = 3, .rotate = 17});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable);
    const VerifyNavMeshReport close = judged(*scene, *walkable, 0.28), far = judged(*scene, *walkable, 0.32);
    EXPECT_GT(close.area.unsound, 0u);
    EXPECT_GT(close.borders.unsound, 100u);
    EXPECT_EQ(close.surface.missing, 0u);
    EXPECT_EQ(far.area.faults() + far.borders.faults(), 0u);
    EXPECT_GT(far.surface.missing, 0u);
  }
}
#endif

#ifdef AMBULA_TEST_IMPORT
template <class Judge>
void each_real_scene(Judge&& judge) {
  const std::filesystem::path folder = ambula::testing::real_scenes_folder();
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const bench::ManifestScene& entry : *scenes) {
    const auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    SCOPED_TRACE(entry.name);
    judge(*scene);
  }
}

TEST(NavMeshOfReal, IsSoundAndComplete) {
  each_real_scene([](const Scene& s) { expect_passes(s); });
}

TEST(NavMeshOfReal, WithLinksIsSoundAndComplete) {
  each_real_scene([](const Scene& s) { expect_sound_and_complete(s); });
}

#endif

}  // namespace
}  // namespace ambula
