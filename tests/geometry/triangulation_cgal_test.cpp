// CGAL as the judge: the same constrained edges, the same Delaunay edges where no tie leaves a choice, the
// same area kept.
#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "ambula/hash.h"
#include "bench/plane_inputs.h"
#include "geometry/triangulation_checks.h"

namespace ambula {
namespace {

using bench::PlaneInput;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Vertex = CGAL::Triangulation_vertex_base_with_info_2<std::uint32_t, Kernel>;
using Face = CGAL::Constrained_triangulation_face_base_2<Kernel>;
using Cdt =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, CGAL::Triangulation_data_structure_2<Vertex, Face>,
                                               CGAL::No_constraint_intersection_requiring_constructions_tag>;

struct Edge {
  std::uint32_t a, b;  // a < b
  auto operator<=>(const Edge&) const = default;
};
Edge edge(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

struct Edges {
  std::set<Edge> constrained;
  std::set<Edge> forced;  // neither constrained nor a tie: there in every Delaunay triangulation
  std::size_t triangles = 0;
};

Cdt judge(const PlaneInput& input) {
  std::vector<std::pair<Kernel::Point_2, std::uint32_t>> points;
  for (std::uint32_t i = 0; i < input.points.size(); ++i) {
    points.emplace_back(Kernel::Point_2(input.points[i].x, input.points[i].y), i);
  }
  Cdt cdt;
  cdt.insert(points.begin(), points.end());
  std::vector<Cdt::Vertex_handle> handle(points.size());
  for (const auto v : cdt.finite_vertex_handles()) handle[v->info()] = v;
  for (const Constraint& c : input.constraints) cdt.insert_constraint(handle[c.from], handle[c.to]);
  return cdt;
}

Edges edges_of(const PlaneInput& input, const Cdt& cdt) {
  Edges out;
  out.triangles = cdt.number_of_faces();
  for (const auto& e : cdt.finite_edges()) {
    const auto f = e.first, g = f->neighbor(e.second);
    const std::uint32_t a = f->vertex(Cdt::ccw(e.second))->info(), b = f->vertex(Cdt::cw(e.second))->info();
    if (cdt.is_constrained(e)) {
      out.constrained.insert(edge(a, b));
    } else if (cdt.is_infinite(f) || cdt.is_infinite(g)) {
      out.forced.insert(edge(a, b));
    } else {
      const std::uint32_t c = f->vertex(e.second)->info(), d = g->vertex(g->index(f))->info();
      if (incircle(input.points[a], input.points[b], input.points[c], input.points[d]) != 0) {
        out.forced.insert(edge(a, b));
      }
    }
  }
  return out;
}

Edges edges_of(const PlaneInput& input, const Triangulation& mesh) {
  Edges out;
  out.triangles = mesh.triangles.size();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& v = mesh.triangles[t];
      const std::uint32_t n = mesh.neighbours[t][i];
      if ((unsigned{mesh.constrained[t]} >> i & 1u) != 0) {
        out.constrained.insert(edge(v[i], v[(i + 1) % 3]));
        continue;
      }
      bool tie = false;
      if (n != Triangulation::kNone) {
        for (const std::uint32_t d : mesh.triangles[n]) {
          if (d == v[i] || d == v[(i + 1) % 3]) continue;
          tie = incircle(input.points[v[0]], input.points[v[1]], input.points[v[2]], input.points[d]) == 0;
        }
      }
      if (!tie) out.forced.insert(edge(v[i], v[(i + 1) % 3]));
    }
  }
  return out;
}

// Twice the area of CGAL's triangles with a winding number that a ray finds not to be 0.
std::int64_t twice_kept(const PlaneInput& input, const Cdt& cdt) {
  std::int64_t twice = 0;
  for (const auto f : cdt.finite_face_handles()) {
    const Point2 a = input.points[f->vertex(0)->info()], b = input.points[f->vertex(1)->info()],
                 c = input.points[f->vertex(2)->info()];
    const std::int64_t x = std::int64_t{a.x} + b.x + c.x, y = std::int64_t{a.y} + b.y + c.y;
    if (winding_at_third(x, y, input.points, input.constraints) != 0) twice += orient2d(a, b, c);
  }
  return twice;
}

void expect_agreement(const PlaneInput& input) {
  const Cdt cdt = judge(input);
  const auto hull = triangulate(input.points, input.constraints, Keep::hull);
  ASSERT_TRUE(hull) << input.name << ": " << hull.error().message;
  const Edges theirs = edges_of(input, cdt), ours = edges_of(input, *hull);
  EXPECT_EQ(ours.triangles, theirs.triangles) << input.name;
  EXPECT_EQ(ours.constrained, theirs.constrained) << input.name;
  EXPECT_EQ(ours.forced, theirs.forced) << input.name;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint32_t below(std::size_t n) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::uint32_t>(mix_bits(state_) % n);
  }

 private:
  std::uint64_t state_;
};

// Constraints between random points, those that would cross left out; they pass through points and coincide.
void add_random_constraints(PlaneInput& input, std::size_t tries, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t k = 0; k < tries; ++k) {
    const Constraint c{random.below(input.points.size()), random.below(input.points.size()), 0};
    if (c.from == c.to) continue;
    const bool crosses =
        std::any_of(input.constraints.begin(), input.constraints.end(), [&](const Constraint& d) {
          return meet(input.points[c.from], input.points[c.to], input.points[d.from], input.points[d.to]) ==
                 Meeting::cross;
        });
    if (!crosses) input.constraints.push_back(c);
  }
}

TEST(TriangulationByCgal, RandomPointsAndConstraints) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::int32_t range = seed % 4 == 0 ? 6 : seed % 4 == 1 ? 40 : seed % 4 == 2 ? 5000 : (1 << 28);
    const std::size_t n = range == 6 ? 3 + seed % 100 : 3 + seed;
    PlaneInput input = bench::random_points(n, range, seed);
    add_random_constraints(input, seed % 5 == 0 ? 0 : 2 * n, seed);
    expect_agreement(input);
  }
}

TEST(TriangulationByCgal, NastyInputs) {
  for (const int n : {20, 300, 3000}) {
    for (const PlaneInput& input : bench::worst_inputs(n)) expect_agreement(input);
  }
  expect_agreement(bench::grid_points(40));
  expect_agreement(bench::square_with_holes(10, 40, 10000, 3));
}

TEST(TriangulationByCgal, KeepsTheSameArea) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int k = static_cast<int>(seed);
    PlaneInput input = bench::square_with_holes(1 + k % 4, 3 + k % 30, k % 2 ? 9000 : 60, seed);
    if (must_refuse(input.points, input.constraints) != Refusal::none) continue;  // too coarse a lattice
    // A second outline over the first, and one within that takes away.
    for (std::uint32_t i = 0; i < 4 && k % 3 == 0; ++i) input.constraints.push_back({i, (i + 1) % 4, 1});
    for (std::uint32_t i = 0; i < 4 && k % 5 == 0; ++i) input.constraints.push_back({(i + 1) % 4, i, 1});
    const auto mesh = triangulate(input.points, input.constraints);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(twice_area(input.points, *mesh), twice_kept(input, judge(input)));
  }
}

}  // namespace
}  // namespace ambula
