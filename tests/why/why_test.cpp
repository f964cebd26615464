// A scene for every reason. What is asked is known from how the scene was made.
#include "ambula/why.h"
#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "ambula/scene.h"
#include "ambula/walkable.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace ambula {
namespace {

class Things {
 public:
  Things& quad(const char* name, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const auto n = static_cast<std::uint32_t>(soup_.positions.size());
    soup_.positions.insert(soup_.positions.end(), {a, b, c, d});
    const auto object = objects_.try_emplace(name, static_cast<std::uint32_t>(objects_.size())).first->second;
    if (object == soup_.objects.size()) soup_.objects.push_back({name, ""});
    for (const auto& t : {Triangle{n, n + 1, n + 2}, Triangle{n, n + 2, n + 3}}) {
      soup_.triangles.push_back(t);
      soup_.triangle_object.push_back(object);
      soup_.triangle_material.push_back(0);
    }
    return *this;
  }
  Things& floor(const char* name, Vec3 low, Vec3 high) {
    return quad(name, low, {high.x, low.y, low.z}, {high.x, high.y, low.z}, {low.x, high.y, low.z});
  }
  Things& box(const char* name, Vec3 l, Vec3 h) {
    quad(name, {l.x, l.y, l.z}, {l.x, h.y, l.z}, {h.x, h.y, l.z}, {h.x, l.y, l.z});
    quad(name, {l.x, l.y, h.z}, {h.x, l.y, h.z}, {h.x, h.y, h.z}, {l.x, h.y, h.z});
    quad(name, {l.x, l.y, l.z}, {h.x, l.y, l.z}, {h.x, l.y, h.z}, {l.x, l.y, h.z});
    quad(name, {h.x, h.y, l.z}, {l.x, h.y, l.z}, {l.x, h.y, h.z}, {h.x, h.y, h.z});
    quad(name, {l.x, h.y, l.z}, {l.x, l.y, l.z}, {l.x, l.y, h.z}, {l.x, h.y, h.z});
    return quad(name, {h.x, l.y, l.z}, {h.x, h.y, l.z}, {h.x, h.y, h.z}, {h.x, l.y, h.z});
  }
  [[nodiscard]] Scene make() const {
    Soup soup = soup_;
    soup.materials = {""};
    auto scene = make_scene(std::move(soup), {});
    EXPECT_TRUE(scene) << scene.error().message;
    return std::move(*scene);
  }

 private:
  Soup soup_;
  std::map<std::string, std::uint32_t> objects_;
};

struct Built {
  Scene scene;
  Agent agent;
  Walkable walkable;
  Links links;
  NavMesh mesh;
  NavMeshParams params;

  [[nodiscard]] Why ask(Vec3 point) const {
    auto why = explain({.scene = scene,
                        .agent = agent,
                        .walkable = walkable,
                        .links = links,
                        .mesh = mesh,
                        .walkable_params = {},
                        .links_params = {},
                        .params = params},
                       point);
    EXPECT_TRUE(why) << why.error().message;
    return why ? std::move(*why) : Why{};
  }
};

Built built(const Things& things, const NavMeshParams& params = {}) {
  Built out{things.make(), {}, {}, {}, {}, params};
  out.walkable = *extract_walkable(out.scene, out.agent);
  out.links = *find_links(out.walkable, out.scene, out.agent);
  out.mesh = *build_navmesh(out.walkable, out.links, out.scene, out.agent, params);
  return out;
}

void expect(const Why& why, WhyReason reason, std::string_view sentence) {
  EXPECT_STREQ(name_of(why.reason), name_of(reason)) << why.sentence;
  EXPECT_EQ(why.sentence, sentence);
}

bool says(const Why& why, std::string_view piece) {
  for (const std::string& more : why.details) {
    if (more.find(piece) != std::string::npos) return true;
  }
  return false;
}

std::string all_of(const Why& why) {
  std::string out = why.sentence;
  for (const std::string& more : why.details) out += "\n" + more;
  return out;
}

TEST(Why, ThereIsMesh) {
  NavMeshParams params;
  params.areas = {{"grass", "Lawn", "*"}};
  const Built b = built(Things().floor("Lawn", {0, 0, 0}, {10, 10, 0}), params);
  const Why why = b.ask({5, 5, 0.3});
  expect(why, WhyReason::mesh, "there is mesh here: cell 0, floor of area \"grass\", component 0 of 1");
  EXPECT_EQ(why.cell, 0u);
  EXPECT_EQ(why.component, 0u);
  EXPECT_NEAR(why.at.z, 0, 1e-9);
}

TEST(Why, NothingIsThere) {
  const Built b = built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}));
  Why why = b.ask({20, 20, 0});
  expect(why, WhyReason::no_geometry, "no geometry here");
  EXPECT_TRUE(says(why, "no triangle of the scene lies above or below")) << all_of(why);
  why = b.ask({5, 5, 8});
  expect(why, WhyReason::no_geometry, "no geometry here");
  EXPECT_TRUE(says(why, "the nearest triangle (Floor) is 8.00 m below")) << all_of(why);
  expect(b.ask({5, 5, 1e7}), WhyReason::no_geometry, "no geometry here");
}

TEST(Why, TheSurfaceFacesDown) {
  const Built b = built(Things()
                            .floor("Floor", {0, 0, 0}, {4, 4, 0})
                            .floor("Cellar", {6, 0, -3}, {9, 4, -3})
                            .quad("Ceiling", {6, 0, 0}, {6, 4, 0}, {9, 4, 0}, {9, 0, 0}));
  expect(b.ask({7, 2, 0}), WhyReason::faces_down,
         "the surface here (Ceiling) faces down; --two-sided takes such for ground, too");
}

TEST(Why, TheGroundIsTooSteep) {
  // 3 up over 1.5: 63.43 degrees.
  const Built b = built(Things()
                            .floor("Floor", {0, 0, 0}, {4, 4, 0})
                            .quad("Roof", {4, 0, 0}, {5.5, 0, 3}, {5.5, 4, 3}, {4, 4, 0}));
  const Why why = b.ask({4.75, 2, 1.5});
  expect(why, WhyReason::steep, "too steep: 63.43° (Roof); the agent walks on 45.00° at most");
  EXPECT_NEAR(why.measured, 63.4349, 1e-3);
  EXPECT_EQ(why.limit, 45);
  EXPECT_EQ(why.object, "Roof");
}

TEST(Why, SomethingIsAbove) {
  const Built b =
      built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}).box("Table", {4, 4, 0.7}, {6, 6, 0.75}));
  const Why why = b.ask({5, 5, 0});
  expect(why, WhyReason::blocked, "blocked: Table is 0.70 m above the ground; the agent needs 1.80 m");
  EXPECT_TRUE(says(why, "the ground here is Floor")) << all_of(why);
  EXPECT_NEAR(why.measured, 0.7, 1e-6);
}

TEST(Why, InsideASolid) {
  const Built b = built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}).box("Pillar", {4, 4, 0}, {6, 6, 3}));
  expect(b.ask({5, 5, 0}), WhyReason::enclosed, "inside a solid (Pillar); --keep-enclosed keeps such floor");
}

TEST(Why, APatchTooSmallForTheSurface) {
  const Built b =
      built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}).box("Post", {4, 4, 0}, {4.2, 4.2, 1}));
  const Why why = b.ask({4.1, 4.1, 1});
  expect(why, WhyReason::patch,
         "of a patch of 0.04 m²; those below 0.05 m² are no walkable surface (--min-patch 0 keeps them)");
  EXPECT_NEAR(why.measured, 0.04, 1e-6);
}

TEST(Why, TooCloseToAWallASillOrALedge) {
  const Built b = built(Things()
                            .floor("Floor", {0, 0, 0}, {10, 10, 0})
                            .box("Wall", {0, 9.9, 0}, {10, 10, 2.5})
                            .box("Pipe", {9.95, 4, 0}, {10, 6, 0.2}));
  Why why = b.ask({5, 9.69, 0});
  expect(why, WhyReason::clearance, "0.21 m from a wall (Wall); the agent needs 0.30 m");
  EXPECT_EQ(why.object, "Wall");
  EXPECT_NEAR(why.measured, 0.21, 1e-6);
  EXPECT_EQ(why.limit, 0.3);
  expect(b.ask({0.1, 5, 0}), WhyReason::clearance, "0.10 m from a ledge; the agent needs 0.30 m");
  expect(b.ask({9.8, 5, 0}), WhyReason::clearance,
         "0.15 m from a sill (Pipe) with a wall or a drop close behind it; the agent needs 0.30 m");
  // Close to the limit there are more digits. (Borders of the mesh are rounded by two quanta.)
  expect(b.ask({5, 9.601, 0}), WhyReason::clearance, "0.2990 m from a wall (Wall); the agent needs 0.3000 m");
  EXPECT_EQ(b.ask({5, 9.599, 0}).reason, WhyReason::mesh);
}

TEST(Why, ClearanceHasItsOwnSettings) {
  NavMeshParams params;
  params.wall_thickness = 0.15;
  params.ledge_clearance = 0.05;
  const Built b =
      built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}).box("Wall", {0, 9.9, 0}, {10, 10, 2.5}), params);
  expect(b.ask({5, 9.5, 0}), WhyReason::clearance, "0.40 m from a wall (Wall); the agent needs 0.45 m");
  expect(b.ask({0.02, 5, 0}), WhyReason::clearance, "0.02 m from a ledge; the agent needs 0.05 m");
  EXPECT_EQ(b.ask({0.06, 5, 0}).reason, WhyReason::mesh);
}

TEST(Why, WhatTheAgentFitsOnIsTooSmall) {
  const Built b = built(Things()
                            .floor("Floor", {0, 0, 0}, {10, 10, 0})
                            .box("Block", {4, 4, 0}, {4.9, 4.9, 1})
                            .box("Stool", {7, 7, 0}, {7.6, 7.6, 1}));
  Why why = b.ask({4.45, 4.45, 1});
  expect(why, WhyReason::small,
         "what the agent fits on here is 0.09 m², and parts below 0.50 m² are dropped");
  why = b.ask({7.3, 7.3, 1});
  expect(why, WhyReason::small,
         "what the agent fits on here is 0.36 m², and parts below 0.50 m² are dropped");
  EXPECT_TRUE(says(why, "right beside it, 1.00 m lower; the agent steps 0.40 m at most")) << all_of(why);
}

TEST(Why, NotReachedFromThePointsToKeep) {
  NavMeshParams params;
  params.keep_from = {{2, 2, 0}};
  const Built b =
      built(Things().floor("Floor", {0, 0, 0}, {4, 4, 0}).floor("Island", {6, 0, 0}, {10, 4, 0}), params);
  EXPECT_EQ(b.ask({2, 2, 0}).reason, WhyReason::mesh);
  expect(b.ask({8, 2, 0}), WhyReason::unreachable, "not reached from the points that were to be kept");
}

TEST(Why, SimplifiedAway) {
  NavMeshParams params;
  params.cells = CellRule::triangles;
  Built b = built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}), params);
  // Borders a simplification would have moved inwards by 15 mm.
  const LatticePoint middle = b.scene.lattice.snap({5, 5, 0});
  for (LatticePoint& v : b.mesh.vertices) {
    v.x += v.x < middle.x ? 150 : -150;
    v.y += v.y < middle.y ? 150 : -150;
  }
  ASSERT_TRUE(validate(b.mesh));
  const Why why = b.ask({0.305, 5, 0});
  EXPECT_EQ(why.reason, WhyReason::simplified) << why.sentence;
  EXPECT_NEAR(why.measured, 0.01, 3e-4);  // borders of the mesh are rounded by two quanta
  EXPECT_EQ(why.limit, 0.02);
  EXPECT_NE(why.sentence.find(" mm from here, and its borders may move inwards by 20.0 mm"),
            std::string::npos)
      << why.sentence;
  EXPECT_EQ(b.ask({0.316, 5, 0}).reason, WhyReason::mesh);
  EXPECT_EQ(b.ask({0.295, 5, 0}).reason, WhyReason::clearance);
}

TEST(Why, APartThatIsApartNamesTheLimit) {
  const Built high =
      built(Things().floor("Floor", {0, 0, 0}, {10, 10, 0}).box("Stage", {4, 4, 0}, {7, 7, 0.55}));
  Why why = high.ask({5.5, 5.5, 0.55});
  EXPECT_EQ(why.reason, WhyReason::mesh);
  EXPECT_TRUE(says(why, "it is apart from the largest")) << all_of(why);
  EXPECT_TRUE(says(why, "right beside it, 0.55 m lower; the agent steps 0.40 m at most")) << all_of(why);
  EXPECT_FALSE(says(high.ask({1, 1, 0}), "apart")) << "the largest is not apart from itself";

  const Built wide =
      built(Things().floor("Floor", {0, 0, 0}, {5, 4, 0}).floor("Quay", {5.6, 0, 0}, {9, 4, 0}));
  why = wide.ask({7, 2, 0});
  EXPECT_TRUE(says(why, "0.60 m away in plan; the agent steps over gaps of 0.30 m at most")) << all_of(why);

  const Built walled =
      built(Things().floor("Floor", {0, 0, 0}, {10, 4, 0}).box("Partition", {6, 0, 0}, {6.1, 4, 2.5}));
  why = walled.ask({8, 2, 0});
  EXPECT_TRUE(says(why, "0.10 m away in plan, within reach; Partition stands between them")) << all_of(why);

  const Built narrow = built(Things()
                                 .floor("Floor", {0, 0, 0}, {10, 4, 0})
                                 .box("Left", {6, 0, 0}, {6.1, 1.8, 2.5})
                                 .box("Right", {6, 2.2, 0}, {6.1, 4, 2.5}));
  why = narrow.ask({8, 2, 0});
  EXPECT_TRUE(says(why, "joined, but nowhere wide enough for a radius of 0.30 m")) << all_of(why);
}

TEST(Why, WrongQuestionsAreErrors) {
  const Built b = built(Things().floor("Floor", {0, 0, 0}, {4, 4, 0}));
  const Built other = built(Things().floor("Floor", {0, 0, 0}, {5, 4, 0}));
  const auto with = [&](const NavMesh& mesh, Vec3 p) {
    return explain({b.scene, b.agent, b.walkable, b.links, mesh}, p);
  };
  EXPECT_TRUE(with(b.mesh, {1, 1, 0}));
  EXPECT_FALSE(with(b.mesh, {std::numeric_limits<double>::quiet_NaN(), 0, 0}));
  EXPECT_FALSE(with(other.mesh, {1, 1, 0}));
}

}  // namespace
}  // namespace ambula
