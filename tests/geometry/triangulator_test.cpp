// The reusable Triangulator: the same results as the free function, no memory taken once it has grown, fit
// for parallel_for; and the inputs that make other triangulations slow or wrong.
#include <gtest/gtest.h>

#include "ambula/context.h"
#include "bench/plane_inputs.h"
#include "geometry/allocations.h"
#include "geometry/triangulation.h"
#include "geometry/triangulation_checks.h"

namespace ambula {
namespace {

using bench::PlaneInput;

bool same(const Triangulation& a, const Triangulation& b) {
  return a.triangles == b.triangles && a.neighbours == b.neighbours && a.constrained == b.constrained &&
         a.winding == b.winding;
}

std::vector<PlaneInput> small_inputs() {
  std::vector<PlaneInput> out;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int k = static_cast<int>(seed);
    out.push_back(bench::random_points(3 + seed * 3, k % 2 ? 20 : 100'000'000, seed));
    out.push_back(bench::square_with_holes(1 + k % 3, 4 + k % 20, 9000, seed));
    out.push_back(bench::grid_points(2 + k % 12));
  }
  return out;
}

TEST(Triangulator, KeepsNothingOfTheCallBefore) {
  Triangulator triangulator;
  Triangulation mesh;
  const std::vector<Point2> equal{{0, 0}, {1, 1}, {0, 0}}, line{{0, 0}, {1, 1}, {2, 2}};
  const std::vector<Point2> square{{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  const std::vector<Constraint> crossing{{0, 2, 0}, {1, 3, 0}};
  for (const PlaneInput& input : small_inputs()) {
    for (const Keep keep : {Keep::inside, Keep::hull}) {
      ASSERT_TRUE(triangulator.run(input.points, input.constraints, keep, mesh));
      const auto fresh = triangulate(input.points, input.constraints, keep);
      ASSERT_TRUE(fresh);
      EXPECT_TRUE(same(mesh, *fresh)) << input.name << ", " << input.points.size() << " points";
    }
    // An error in between leaves no triangle, and no trace.
    EXPECT_FALSE(triangulator.run(equal, {}, Keep::hull, mesh));
    EXPECT_TRUE(mesh.triangles.empty() && mesh.winding.empty());
    EXPECT_FALSE(triangulator.run(square, crossing, Keep::hull, mesh));
    EXPECT_TRUE(mesh.triangles.empty() && mesh.neighbours.empty());
    EXPECT_TRUE(triangulator.run(line, {}, Keep::hull, mesh));
    EXPECT_TRUE(mesh.triangles.empty() && mesh.constrained.empty());
  }
}

TEST(Triangulator, TakesNoMemoryOnceItHasGrown) {
  const std::vector<PlaneInput> inputs = small_inputs();
  Triangulator triangulator;
  Triangulation mesh;
  bool good = true;
  const auto all = [&] {
    for (const PlaneInput& input : inputs) {
      good = triangulator.run(input.points, input.constraints, Keep::hull, mesh).has_value() && good;
    }
  };
  all();
  const std::size_t before = allocations();
  all();
  EXPECT_EQ(allocations() - before, 0u);
  EXPECT_TRUE(good);
}

TEST(Triangulator, OneAThreadSharesTheContext) {
  const std::vector<PlaneInput> inputs = small_inputs();
  std::vector<Triangulation> meshes(inputs.size());
  std::vector<char> good(inputs.size(), 0);
  Context context({.threads = 4});
  parallel_for(&context, inputs.size(), 4, [&](std::size_t begin, std::size_t end) {
    Triangulator triangulator;
    for (std::size_t i = begin; i < end; ++i) {
      const auto ok =
          triangulator.run(inputs[i].points, inputs[i].constraints, Keep::inside, meshes[i], &context);
      good[i] = ok.has_value();
    }
  });
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ASSERT_TRUE(good[i]);
    EXPECT_TRUE(same(meshes[i], *triangulate(inputs[i].points, inputs[i].constraints)));
  }
  EXPECT_TRUE(context.times().empty()) << "a call must not be a stage";
}

TEST(Triangulator, StopsWhenTheContextIsCancelled) {
  Context context({.threads = 1});
  context.cancel();
  Triangulator triangulator;
  Triangulation mesh;
  for (const PlaneInput& input :
       {bench::grid_points(5), bench::grid_points(150), bench::square_with_holes(9, 30, 9000, 1)}) {
    const auto ok = triangulator.run(input.points, input.constraints, Keep::hull, mesh, &context);
    ASSERT_FALSE(ok);
    EXPECT_EQ(ok.error().code, ErrorCode::cancelled);
    EXPECT_TRUE(mesh.triangles.empty());
  }
  // And works again without.
  EXPECT_TRUE(triangulator.run(bench::grid_points(150).points, {}, Keep::hull, mesh));
  EXPECT_EQ(mesh.triangles.size(), 149u * 149u * 2u);
}

TEST(Triangulator, KeepsItsPromisesOnSmallInputs) {
  Triangulator triangulator;
  Triangulation hull, inside;
  std::vector<PlaneInput> inputs = small_inputs();
  for (const int n : {8, 40, 150}) {
    for (PlaneInput& input : bench::worst_inputs(n)) inputs.push_back(std::move(input));
  }
  for (const PlaneInput& input : inputs) {
    ASSERT_EQ(must_refuse(input.points, input.constraints), Refusal::none) << input.name;
    ASSERT_TRUE(triangulator.run(input.points, input.constraints, Keep::hull, hull));
    ASSERT_TRUE(triangulator.run(input.points, input.constraints, Keep::inside, inside));
    EXPECT_EQ(broken_mesh(input.points, hull), "") << input.name;
    EXPECT_EQ(broken_promise(input.points, input.constraints, hull), "") << input.name;
    EXPECT_TRUE(is_inside_of(inside, hull)) << input.name;
  }
}

// Quadratic steps would make this test take minutes.
TEST(Triangulator, BadCasesOfTensOfThousandsOfPoints) {
  Triangulator triangulator;
  Triangulation mesh;
  for (const PlaneInput& input : bench::worst_inputs(30000)) {
    const auto ok = triangulator.run(input.points, input.constraints, Keep::hull, mesh);
    ASSERT_TRUE(ok) << input.name << ": " << ok.error().message;
    EXPECT_EQ(broken_mesh(input.points, mesh), "") << input.name;
    EXPECT_EQ(broken_cover(input.points, mesh), "") << input.name;
  }
}

TEST(Triangulator, TheFirstConstraintThatCrossesAnEarlierOneIsNamed) {
  PlaneInput input = bench::random_points(300, 1000000, 7);
  const auto mesh = triangulate(input.points, {}, Keep::hull);
  ASSERT_TRUE(mesh);
  // Edges that are there, and one that crosses some of them in their midst.
  for (const auto& t : mesh->triangles) input.constraints.push_back({t[0], t[1], 0});
  const auto& t = mesh->triangles[100];
  std::uint32_t far = 0;
  const auto crosses = [&](std::uint32_t a, std::uint32_t b, std::size_t end) {
    for (std::size_t k = 0; k < end; ++k) {
      const Constraint& c = input.constraints[k];
      if (meet(input.points[a], input.points[b], input.points[c.from], input.points[c.to]) == Meeting::cross)
        return true;
    }
    return false;
  };
  while (far == t[0] || !crosses(t[0], far, 100)) ++far;
  input.constraints.insert(input.constraints.begin() + 100, {t[0], far, 0});
  const auto refused = triangulate(input.points, input.constraints, Keep::hull);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "constraint 100 crosses another one");
  EXPECT_EQ(refused.error().element, 100u);
}

}  // namespace
}  // namespace ambula
