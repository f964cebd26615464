// The navmesh value: what is written is valid and the same for any order of triangles, and what is broken is
// found.
#include "ambula/navmesh.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "geometry/rationals.h"
#include "navmesh/clearance_checks.h"
#include "navmesh/surfaces.h"
#include "navmesh/write_navmesh.h"

namespace ambula::testing {
namespace {

constexpr std::array<CellTraits, 3> kTraits{
    {{CellKind::floor, 0}, {CellKind::ramp, 0}, {CellKind::floor, 1}}};

NavMesh written(const TestSurface& s, std::int32_t tolerance = 0, CellRule rule = CellRule::fewest) {
  NavMesh mesh = write_navmesh({}, s.view(), merge_cells(s.view(), s.label, {rule, 0}), kTraits, tolerance);
  mesh.areas = {"", "grass"};
  return mesh;
}

TEST(NavMesh, IsValidAndDoesNotDependOnTheOrderOfTriangles) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(120, seed % 2 == 0 ? 30 : 5000, seed % 2 == 0 ? 8 : 1500, seed, 3);
    const NavMesh a = written(s), b = written(shuffled(s, seed));
    const auto valid = validate(a);
    EXPECT_TRUE(valid) << valid.error().message;
    EXPECT_EQ(navmesh_hash(a), navmesh_hash(b));
    EXPECT_NE(navmesh_hash(a), navmesh_hash(written(s, 0, CellRule::triangles)));
  }
}

TEST(NavMesh, OfASpiralIsValidBeforeAndAfterClearance) {
  const TestSurface s = spiral(15000, 45000, 24, 3, 30000, 3);
  EXPECT_TRUE(validate(written(s)));
  const NavSurface c = cleared(s, everywhere(s, 3000));
  const NavMesh mesh =
      written({c.vertices, c.triangles, c.neighbours, std::vector<std::uint32_t>(c.triangles.size(), 0)}, 20);
  const auto valid = validate(mesh);
  EXPECT_TRUE(valid) << valid.error().message;
  EXPECT_EQ(mesh.components, 1u);
  EXPECT_GT(mesh.height_triangles.size(), 0u) << "a spiral ramp is not planar";
}

TEST(NavMesh, KeepsHeightsOnlyWhereCellsAreNotPlanar) {
  const TestSurface s = random_blots(120, 5000, 1500, 5);  // heights from 0 to 7
  const NavMesh exact = written(s, 0), rough = written(s, 1 << 20);
  EXPECT_GT(exact.height_triangles.size(), 0u);
  EXPECT_TRUE(rough.height_triangles.empty());
  EXPECT_LT(rough.vertices.size(), exact.vertices.size()) << "vertices inside cells are not needed";
  EXPECT_TRUE(validate(exact));
  EXPECT_TRUE(validate(rough));
}

TEST(NavMesh, OfNothingIsValid) {
  EXPECT_TRUE(validate(NavMesh{}));
  EXPECT_TRUE(validate(written(TestSurface{})));
  EXPECT_STREQ(name_of(CellKind::ramp), "ramp");
}

TEST(NavMesh, EveryBrokenPromiseIsFound) {
  const NavMesh good = written(random_blots(120, 5000, 1500, 5, 3));
  ASSERT_TRUE(validate(good));
  ASSERT_GT(good.components, 1u);
  std::uint32_t shared = 0;  // a side with a cell across
  while (good.across[shared] == NavMesh::kNone) ++shared;
  std::uint32_t border = 0;
  while (good.across[border] != NavMesh::kNone) ++border;
  const std::vector<std::pair<const char*, std::function<void(NavMesh&)>>> harms{
      {"an offset too large", [](NavMesh& m) { m.cell_begin[1] = 0xFFFFFFF0u; }},
      {"offsets that end early", [](NavMesh& m) { m.cell_begin.back() -= 1; }},
      {"an area type without a name", [](NavMesh& m) { m.areas.resize(1); }},
      {"no offsets", [](NavMesh& m) { m.cell_begin.clear(); }},
      {"a cell of two vertices", [](NavMesh& m) { m.cell_begin[1] = 2; }},
      {"a vertex that is not there", [](NavMesh& m) { m.vertex[3] = 1u << 30; }},
      {"a vertex outside the lattice", [](NavMesh& m) { m.vertices[2].x = Lattice::kReach + 1; }},
      {"a vertex moved in plan", [](NavMesh& m) { m.vertices[2].x += 100000; }},
      {"a cell turned around",
       [](NavMesh& m) { std::reverse(m.vertex.begin() + 1, m.vertex.begin() + m.cell_begin[1]); }},
      {"a cell from another corner",
       [](NavMesh& m) {
         std::rotate(m.vertex.begin(), m.vertex.begin() + 1, m.vertex.begin() + m.cell_begin[1]);
       }},
      {"a neighbour too few", [](NavMesh& m) { m.neighbour.pop_back(); }},
      {"a side that is not there across", [&](NavMesh& m) { m.across[shared] = 1u << 30; }},
      {"a side across that is another", [&](NavMesh& m) { m.across[shared] = m.across[shared] ? 0 : 1; }},
      {"a side shared by one cell alone",
       [&](NavMesh& m) { m.across[shared] = m.neighbour[shared] = NavMesh::kNone; }},
      {"another neighbour", [&](NavMesh& m) { m.neighbour[shared] = m.neighbour[shared] ? 0 : 1; }},
      {"a neighbour beyond a border", [&](NavMesh& m) { m.neighbour[border] = 0; }},
      {"a border across itself",
       [&](NavMesh& m) {
         m.across[border] = border;
         m.neighbour[border] = 0;
       }},
      {"an unknown kind", [](NavMesh& m) { m.kind[0] = static_cast<CellKind>(17); }},
      {"a kind too few", [](NavMesh& m) { m.kind.pop_back(); }},
      {"an area type too few", [](NavMesh& m) { m.area_type.pop_back(); }},
      {"another component", [](NavMesh& m) { m.component[0] = 1; }},
      {"too many components", [](NavMesh& m) { ++m.components; }},
      {"a height triangle too few",
       [](NavMesh& m) {
         m.height_triangles.pop_back();
         for (std::uint32_t& b : m.height_begin) b = std::min<std::uint32_t>(b, m.height_begin.back() - 1);
       }},
      {"a height triangle turned",
       [](NavMesh& m) { std::swap(m.height_triangles[0][0], m.height_triangles[0][1]); }},
      {"a height triangle of no vertex", [](NavMesh& m) { m.height_triangles[0][0] = 1u << 30; }},
      {"a vertex of no use", [](NavMesh& m) { m.vertices.push_back({1, 2, 3}); }},
      {"vertices in another order",
       [](NavMesh& m) {
         std::swap(m.vertices[0], m.vertices[1]);
         for (std::uint32_t& v : m.vertex) v = v < 2 ? 1 - v : v;
         for (auto& t : m.height_triangles) {
           for (std::uint32_t& v : t) v = v < 2 ? 1 - v : v;
         }
       }},
  };
  for (const auto& [what, harm] : harms) {
    NavMesh mesh = good;
    harm(mesh);
    EXPECT_FALSE(validate(mesh)) << what;
    EXPECT_NE(navmesh_hash(mesh), navmesh_hash(good)) << what;
  }
}

// Numbers of a file may be anything.
TEST(NavMesh, NumbersChangedAtRandomAreNoDanger) {
  const NavMesh good = written(random_blots(60, 5000, 1500, 9, 3));
  Random random(3);
  std::size_t found = 0;
  for (int k = 0; k < 4000; ++k) {
    NavMesh mesh = good;
    std::vector<std::uint32_t>* const arrays[] = {&mesh.cell_begin, &mesh.vertex,    &mesh.neighbour,
                                                  &mesh.across,     &mesh.component, &mesh.height_begin};
    std::vector<std::uint32_t>& array = *arrays[static_cast<std::size_t>(random.within(1000) + 1000) % 6];
    const std::size_t at = static_cast<std::size_t>(random.within(100000) + 100000) % array.size();
    const std::uint32_t before = array[at];
    array[at] = k % 2 == 0 ? static_cast<std::uint32_t>(random.within(1 << 30)) : before + 1;
    if (array[at] != before && !validate(mesh)) ++found;
  }
  EXPECT_GT(found, 3900u);
}

}  // namespace
}  // namespace ambula::testing
