// How a navmesh draws itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ambula/draw.h"
#include "geometry/predicates.h"

namespace ambula {
namespace {

// A unit square for each kind, one beside the other, each joined to the next but the last, which stands
// apart; and the first two triangles of one that is not planar.
NavMesh squares() {
  constexpr std::uint32_t kNone = NavMesh::kNone;
  NavMesh m;
  m.lattice.quantum = 1;
  for (std::uint32_t c = 0; c < 6; ++c) {
    const auto x = static_cast<std::int32_t>(c == 5 ? 9 : c);
    const auto v = static_cast<std::uint32_t>(m.vertices.size());
    m.vertices.insert(m.vertices.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x + 1, 1, 0}, {x, 1, 0}});
    m.vertex.insert(m.vertex.end(), {v, v + 1, v + 2, v + 3});
    m.cell_begin.push_back(v + 4);
    const bool before = c > 0 && c < 5, after = c < 4;
    m.neighbour.insert(m.neighbour.end(), {kNone, after ? c + 1 : kNone, kNone, before ? c - 1 : kNone});
    m.across.insert(m.across.end(), {kNone, after ? v + 7 : kNone, kNone, before ? v - 3 : kNone});
    m.kind.push_back(static_cast<CellKind>(c == 5 ? 0 : c));
    m.flight.push_back(kNone);
    m.area_type.push_back(c == 5 ? 1 : 0);
    m.component.push_back(c == 5 ? 1 : 0);
    if (c == 4) m.height_triangles = {{v, v + 1, v + 2}, {v, v + 2, v + 3}};
    m.height_begin.push_back(static_cast<std::uint32_t>(m.height_triangles.size()));
  }
  m.components = 2;
  m.areas = {"", "grass"};
  return m;
}

TEST(DrawNavMesh, IsDrawnFromAValidMesh) {
  const auto valid = validate(squares());
  EXPECT_TRUE(valid) << valid.error().message;
}

TEST(DrawNavMesh, AComponentIsALayerAndAKindOrAreaAColour) {
  Draw draw;
  draw_navmesh(draw, squares(), 0, NavMeshColors::kind);
  EXPECT_EQ(draw.layers, (std::vector<std::string>{"", "component_0", "component_1"}));
  ASSERT_EQ(draw.faces.size(), 7u);  // the ramp is two triangles
  std::set<std::array<int, 3>> colors;
  for (const Draw::Face& face : draw.faces) {
    EXPECT_EQ(draw.layers[face.layer], &face == &draw.faces.back() ? "component_1" : "component_0");
    EXPECT_EQ(face.fill.a, 255);
    colors.insert({face.fill.r, face.fill.g, face.fill.b});
  }
  EXPECT_EQ(colors.size(), 6u);  // five kinds, and a floor of another area type
}

TEST(DrawNavMesh, SeveralComponentsHaveColoursOfTheirOwn) {
  Draw draw, automatic;
  draw_navmesh(draw, squares(), 0, NavMeshColors::component);
  draw_navmesh(automatic, squares());
  const Color other = draw.faces.back().fill;
  for (std::size_t f = 0; f < draw.faces.size(); ++f) {
    const Draw::Face& face = draw.faces[f];
    EXPECT_EQ(face.fill, automatic.faces[f].fill);
    EXPECT_EQ(face.fill == other, draw.layers[face.layer] == "component_1");
  }
}

TEST(DrawNavMesh, PortalsAreThinAndBordersStrong) {
  const NavMesh mesh = squares();
  Draw draw;
  draw_navmesh(draw, mesh);
  double thin = 100, strong = 0;
  std::size_t portals = 0;
  for (const Draw::Edge& edge : draw.edges) {
    const bool upright_in_plan = edge.a.x == edge.b.x;
    const bool portal = upright_in_plan && edge.a.x >= 1 && edge.a.x <= 4;
    portals += portal;
    EXPECT_EQ(edge.width < 1, portal) << edge.a.x << " " << edge.a.y;
    thin = std::min(thin, edge.width);
    strong = std::max(strong, edge.width);
  }
  EXPECT_EQ(portals, 8u);  // as each of two cells has it
  EXPECT_GT(strong, 2 * thin);
}

TEST(DrawNavMesh, LiftRaisesEverythingAndNothingMakesNoLayer) {
  Draw flat, lifted, none;
  draw_navmesh(flat, squares());
  draw_navmesh(lifted, squares(), 0.25);
  ASSERT_EQ(flat.corners.size(), lifted.corners.size());
  for (std::size_t i = 0; i < flat.corners.size(); ++i)
    EXPECT_EQ(lifted.corners[i], flat.corners[i] + (Vec3{0, 0, 0.25}));
  for (std::size_t i = 0; i < flat.edges.size(); ++i)
    EXPECT_EQ(lifted.edges[i].b, flat.edges[i].b + (Vec3{0, 0, 0.25}));
  draw_navmesh(none, {});
  EXPECT_EQ(none.layers.size(), 1u);
  EXPECT_TRUE(none.faces.empty());
}

// Every set of corners along a regular outline, so that sides are straight here and there.
TEST(CellTriangles, CoverACellWithoutTrianglesOfNoArea) {
  const std::vector<Point2> outline = [] {
    std::vector<Point2> out;
    for (std::int32_t k = 0; k < 4; ++k) out.push_back({k, 0});
    for (std::int32_t k = 0; k < 3; ++k) out.push_back({4, k});
    for (std::int32_t k = 4; k > 1; --k) out.push_back({k, 3});
    out.push_back({0, 2});
    return out;
  }();
  for (unsigned chosen = 0; chosen < 1u << outline.size(); ++chosen) {
    NavMesh m;
    m.lattice.quantum = 1;
    std::int64_t doubled = 0;
    for (std::size_t k = 0; k < outline.size(); ++k) {
      if (((chosen >> k) & 1u) == 0) continue;
      m.vertex.push_back(static_cast<std::uint32_t>(m.vertices.size()));
      m.vertices.push_back({outline[k].x, outline[k].y, 0});
    }
    const auto plan = [&](std::uint32_t v) { return Point2{m.vertices[v].x, m.vertices[v].y}; };
    for (std::uint32_t k = 1; k + 1 < m.vertices.size(); ++k)
      doubled += orient2d(plan(0), plan(k), plan(k + 1));
    if (doubled == 0) continue;
    m.cell_begin.push_back(static_cast<std::uint32_t>(m.vertex.size()));
    m.height_begin = {0, 0};
    const auto triangles = cell_triangles(m, 0);
    EXPECT_EQ(triangles.size(), m.vertex.size() - 2);
    for (const auto& t : triangles) {
      const std::int64_t own = orient2d(plan(t[0]), plan(t[1]), plan(t[2]));
      EXPECT_GT(own, 0) << chosen;
      doubled -= own;
    }
    EXPECT_EQ(doubled, 0) << chosen;
  }
}

}  // namespace
}  // namespace ambula
