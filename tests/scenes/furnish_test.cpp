// Furniture: each piece's own truth, and that of scenes it was put into, held against the triangles.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "scenes/furniture.h"
#include "scenes/generate.h"
#include "scenes/measure.h"
#include "scenes/mesh_builder.h"
#include "scenes/mesh_checks.h"
#include "scenes/walk.h"

namespace ambula::scenes {

extern const Generator kTerraceHouse, kTownHouse, kBlocks;

namespace {

Generated furnished(const Generator& generator, std::uint64_t seed, int pieces,
                    std::map<std::string, double, std::less<>> sizes = {}) {
  Options options;
  options.seed = seed;
  options.sizes = std::move(sizes);
  Generated scene = generator.make(options);
  furnish(scene, pieces, seed);
  return scene;
}

struct Placed {
  std::string name;
  Box3 box;
  std::vector<Vec3> corners;
};

std::vector<Placed> pieces_of(const Soup& soup) {
  std::vector<Placed> out;
  std::uint32_t last = ~0u;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const std::uint32_t object = soup.triangle_object[t];
    if (soup.objects[object].ifc_class != "IfcFurniture") continue;
    if (object != last) out.push_back({soup.objects[object].name, {}, {}});
    last = object;
    for (const std::uint32_t v : soup.triangles[t]) {
      out.back().box.add(soup.positions[v]);
      out.back().corners.push_back(soup.positions[v]);
    }
  }
  return out;
}

std::size_t pieces_in(const Soup& soup) {
  std::size_t count = 0;
  for (const Object& o : soup.objects) count += o.ifc_class == "IfcFurniture";
  return count;
}

// Any piece alone on a floor: areas by its own account and by measure, under an open sky and under ceilings
// that cut through its tops.
TEST(Furniture, EachPieceKnowsWhatItCoversAndExposes) {
  for (int kind = 0; kind < kFurnitureKinds; ++kind) {
    Random random(static_cast<std::uint64_t>(kind) + 20);
    const Furniture piece = make_furniture(static_cast<FurnitureKind>(kind), random);
    SCOPED_TRACE(piece.name);
    EXPECT_GT(piece.triangles.size(), 400u);
    EXPECT_LT(piece.triangles.size(), 6000u);
    for (const double ceiling : {100.0, 2.6, 2.27, 1.9}) {
      MeshBuilder mesh;
      mesh.object("floor");
      mesh.box({-1.5, -1.5, -0.2}, {1.5, 1.5, 0});
      mesh.object("ceiling");
      mesh.box({-1.5, -1.5, ceiling}, {1.5, 1.5, ceiling + 0.2});
      mesh.object(piece.name);
      for (const auto& t : piece.triangles) mesh.triangle(t[0], t[1], t[2]);
      const Soup soup = mesh.take();
      EXPECT_EQ(open_objects(soup), std::vector<std::string>{});
      EXPECT_EQ(degenerate_count(soup), 0u);
      const RayScene rays(soup);
      for (const Agent& agent : {Agent{.height = 1.0, .max_slope = 30}, Agent{.height = 1.8, .max_slope = 45},
                                 Agent{.height = 1.4, .max_slope = 60}}) {
        const GroundAreas measured = measure_ground(rays, agent, 60000);
        const double won = exposed_area(piece, agent.max_slope, ceiling - agent.height);
        EXPECT_NEAR(9 - piece.covered + won + 9, measured.free, 0.01)
            << "ceiling " << ceiling << " height " << agent.height;
        EXPECT_EQ(measured.enclosed, 0);
      }
    }
    for (const auto& t : piece.triangles) {
      for (const Vec3 p : t) {
        EXPECT_LE(std::abs(p.x), piece.half.x + 1e-6);
        EXPECT_LE(std::abs(p.y), piece.half.y + 1e-6);
        EXPECT_GE(p.z, 0);
        EXPECT_LE(p.z, piece.height + 1e-6);
      }
    }
  }
}

TEST(Furnish, AreasStayTrue) {
  for (const Generator* g : {&kTerraceHouse, &kTownHouse}) {
    for (const std::uint64_t seed : {1u, 2u}) {
      const Generated before = furnished(*g, seed, 0), scene = furnished(*g, seed, 40);
      const RayScene rays(scene.soup), empty(before.soup);
      for (std::size_t i = 0; i < scene.truth.agents.size(); ++i) {
        const AgentTruth& a = scene.truth.agents[i];
        const GroundAreas measured = measure_ground(rays, a.agent, 200000);
        EXPECT_LT(measured.error, 0.01 * measured.free);
        EXPECT_NEAR(a.free_area, measured.free, 0.001 * measured.free)
            << g->name << " height " << a.agent.height;
        EXPECT_NEAR(a.enclosed_area, measured.enclosed, 0.001 * measured.free);
        EXPECT_NE(a.free_area, before.truth.agents[i].free_area);
      }
    }
  }
}

TEST(Furnish, PiecesStandInRoomsApartFromEverything) {
  for (const Generator* g : {&kTerraceHouse, &kTownHouse}) {
    const Generated scene = furnished(*g, 3, 60);
    const auto pieces = pieces_of(scene.soup);
    EXPECT_GE(pieces.size(), 20u) << g->name;
    EXPECT_EQ(static_cast<int>(pieces.size()), scene.truth.furniture);
    const RayScene rays(scene.soup);
    for (const Placed& piece : pieces) {
      const RoomTruth* in = nullptr;
      for (const RoomTruth& r : scene.truth.rooms) {
        if (r.outline[0].z == piece.box.min.z && in_room(r, piece.box.center().xy())) in = &r;
      }
      ASSERT_NE(in, nullptr) << piece.name;
      for (const Vec3 p : piece.corners)
        ASSERT_TRUE(in_room(*in, p.xy(), 0.0199)) << piece.name << " in " << in->name;
      // Over its plan there is the floor, the piece, and nothing else up to its top.
      for (double x = piece.box.min.x; x < piece.box.max.x; x += 0.053) {
        for (double y = piece.box.min.y; y < piece.box.max.y; y += 0.047) {
          std::set<std::string> met;
          for (const auto& hit : rays.vertical({x, y, piece.box.min.z})) {
            if (hit.distance < 1e-3 || hit.distance > piece.box.size().z) continue;
            met.insert(scene.soup.objects[scene.soup.triangle_object[hit.triangle]].name);
          }
          if (met.count(piece.name)) {
            EXPECT_EQ(met.size(), 1u) << piece.name;
          }
        }
      }
      for (const PlaceTruth& place : scene.truth.places) {
        if (std::abs(place.at.z - piece.box.min.z) > 1) continue;
        for (const Vec3 p : piece.corners) ASSERT_GT(length(p.xy() - place.at.xy()), 0.3) << place.name;
      }
      for (const DoorTruth& door : scene.truth.doors) {
        if (door.center.z != piece.box.min.z) continue;
        const Vec2 n{-door.across.y, door.across.x};
        for (const Vec3 p : piece.corners) {
          const Vec2 d = p.xy() - door.center.xy();
          ASSERT_FALSE(std::abs(dot(d, door.across.xy())) < door.width / 2 && std::abs(dot(d, n)) < 0.9)
              << door.name;
        }
      }
    }
  }
}

TEST(Furnish, NobodyIsShutInOrOut) {
  for (const Generator* g : {&kTerraceHouse, &kTownHouse}) {
    const Generated scene = furnished(*g, 5, 200);
    const RayScene rays(scene.soup);
    for (const AgentTruth& a : scene.truth.agents) {
      EXPECT_EQ(
          sorted(walk_groups(rays, scene.truth.places, a.agent, around(scene.truth.places), 0.05, 0.03)),
          sorted(a.reach))
          << g->name << " radius " << a.agent.radius << " height " << a.agent.height;
    }
  }
}

TEST(Furnish, PlacesWhatFitsAndSaysHowMuch) {
  const Generated scene = furnished(kTownHouse, 1, 400);
  EXPECT_GT(scene.truth.furniture, 25);
  EXPECT_LT(scene.truth.furniture, 400);
  EXPECT_EQ(static_cast<std::size_t>(scene.truth.furniture), pieces_in(scene.soup));
  EXPECT_EQ(open_objects(scene.soup), std::vector<std::string>{});
  EXPECT_EQ(degenerate_count(scene.soup), 0u);
  std::set<std::string> kinds, names;
  for (const Placed& piece : pieces_of(scene.soup)) {
    kinds.insert(piece.name.substr(0, piece.name.find(' ')));
    EXPECT_TRUE(names.insert(piece.name).second) << piece.name;
  }
  for (const char* kind : {"Chair", "Table", "Sofa"}) EXPECT_TRUE(kinds.count(kind)) << kind;
}

TEST(Furnish, SameSeedSameFurniture) {
  const Generated a = furnished(kBlocks, 4, 30, {{"scale", 0.005}}),
                  b = furnished(kBlocks, 4, 30, {{"scale", 0.005}});
  EXPECT_EQ(a.truth.furniture, 30);
  EXPECT_EQ(a.soup.positions, b.soup.positions);
  EXPECT_EQ(a.soup.triangles, b.soup.triangles);
  Generated c = furnished(kBlocks, 4, 0, {{"scale", 0.005}});
  EXPECT_EQ(c.truth.furniture, 0);
  furnish(c, 30, 5);
  EXPECT_NE(a.soup.positions, c.soup.positions);
}

// A turned room with a column, under the open sky: nothing like the buildings above.
TEST(Furnish, WorksInAnyRoom) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  const auto turned = [&](double x, double y, double z) { return Vec3{c * x - s * y, s * x + c * y, z}; };
  const auto outline = [&](double x0, double y0, double x1, double y1) {
    return std::vector<Vec2>{turned(x0, y0, 0).xy(), turned(x1, y0, 0).xy(), turned(x1, y1, 0).xy(),
                             turned(x0, y1, 0).xy()};
  };
  Generated scene;
  MeshBuilder mesh;
  mesh.object("floor");
  mesh.prism(outline(-1, -1, 7, 6), -0.2, 0);
  mesh.object("wall");
  mesh.prism(outline(-0.2, 0, 0, 5), -0.1, 2.5);
  mesh.object("column");
  mesh.prism(outline(2.5, 2, 3, 2.5), -0.1, 2.5);
  scene.soup = mesh.take();
  RoomTruth room{
      "room", "floor", {turned(0, 0, 0), turned(6, 0, 0), turned(6, 5, 0), turned(0, 5, 0)}, {}, 30};
  scene.truth.rooms.push_back(room);
  scene.truth.places.push_back({"here", turned(1, 1, 0)});
  scene.truth.places.push_back({"there", turned(5, 4, 0)});
  // Floor, and the tops of wall and column.
  const double before = 8 * 7 - 0.2 * 5 - 0.25 + 0.2 * 5 + 0.25;
  scene.truth.agents.push_back({default_agent(), before, 0.2 * 5 + 0.25, {{"here", "there"}}});
  furnish(scene, 12, 3);
  EXPECT_GE(scene.truth.furniture, 6);
  const RayScene rays(scene.soup);
  const GroundAreas measured = measure_ground(rays, default_agent(), 200000);
  EXPECT_NEAR(scene.truth.agents[0].free_area, measured.free, 0.002 * measured.free);
  EXPECT_NEAR(scene.truth.agents[0].enclosed_area, measured.enclosed, 0.002 * measured.free);
  EXPECT_EQ(
      walk_groups(rays, scene.truth.places, default_agent(), around(scene.truth.places), 0.05, 0.03).size(),
      1u);
}

}  // namespace
}  // namespace ambula::scenes
