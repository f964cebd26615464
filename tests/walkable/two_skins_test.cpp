// A hall of two skins: an outer shell that faces out, an inner one that faces in, and nothing between them.
// The inner skin takes back what the outer one encloses, so the hall is a place and only its crate is solid.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "ambula/query.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

constexpr double kOuter = 6, kInner = 5.7;  // half widths
constexpr double kOuterTop = 5.3, kFloor = 0.3, kCeiling = 5;
constexpr double kCrate = 1.2;  // width of a crate that is higher than the agent

struct Draw {
  double turn = 0;         // radians, of the whole scene
  int side = 0;            // of the doorway: quarter turns
  double door = -0.6;      // where it begins along its wall
  double width = 1.2;      // of the doorway
  double sill = 0;         // where the outer doorway begins: at the ground or at the inner floor
  Vec3 blocks{-3, -3, 0};  // the first block's corner
  int fences = 1;          // 0: none, 1: they show the hall their backs, 2: their fronts
  bool doorway = true;
  bool in_pieces = false;  // the inner skin's sides share no edge
};

Vec3 quarter(Vec3 p, int turns) {
  for (int i = 0; i < turns; ++i) p = {-p.y, p.x, p.z};
  return p;
}

// Four sides, floor and ceiling of half width r, facing out or in, with the doorway in one side.
void shell(Model& model, double r, double low, double high, bool inward, const Draw& draw) {
  const auto quad = [&](Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    if (inward) {
      model.quad(a, d, c, b);
    } else {
      model.quad(a, b, c, d);
    }
  };
  const double gap = inward && draw.in_pieces ? 1e-3 : 0;
  quad({-r, -r, low}, {-r, r, low}, {r, r, low}, {r, -r, low});
  quad({-r, -r, high + gap}, {r, -r, high + gap}, {r, r, high + gap}, {-r, r, high + gap});
  for (int side = 0; side < 4; ++side) {
    // Seen from outside, along y = -r; the others are turned to their place.
    const auto piece = [&](double x0, double x1, double z0, double z1) {
      quad(quarter({x0, -r, z0}, side), quarter({x1, -r, z0}, side), quarter({x1, -r, z1}, side),
           quarter({x0, -r, z1}, side));
    };
    if (side != draw.side || !draw.doorway) {
      piece(-r, r - gap, low + gap, high);
      continue;
    }
    const double from = draw.door, to = draw.door + draw.width, sill = inward ? kFloor : draw.sill;
    piece(-r, from, low, high);
    piece(to, r, low, high);
    piece(from, to, kFloor + 2.1, high);
    if (sill > low) piece(from, to, low, sill);
  }
}

Scene hall(const Draw& draw) {
  Model model;
  model.as("ground").floor(-20, -20, 20, 20, 0);
  model.as("outer");
  shell(model, kOuter, 0, kOuterTop, false, draw);
  model.as("inner");
  shell(model, kInner, kFloor, kCeiling, true, draw);
  model.as("blocks");
  for (int i = 0; i < 3; ++i) {
    const Vec3 low{draw.blocks.x + 0.8 * i, draw.blocks.y, kFloor};
    model.box(low, low + Vec3{i == 2 ? 2.0 : 0.8, 1.5, 0.3 * (i + 1)});
  }
  model.as("crate").box({3.2, 3.6, kFloor}, {3.2 + kCrate, 3.6 + kCrate, kFloor + 2.5});
  model.as("fence");
  if (draw.fences == 1) model.wall(9, -9, -9, -9, 0, 2).wall(-9, 10, 9, 9, 0, 2);
  if (draw.fences == 2) model.wall(-9, -9, 9, -9, 0, 2).wall(9, 9, -9, 10, 0, 2);
  for (Corners3& t : model.triangles) {
    for (Vec3& p : t) {
      p = {p.x * std::cos(draw.turn) - p.y * std::sin(draw.turn),
           p.x * std::sin(draw.turn) + p.y * std::cos(draw.turn), p.z};
    }
  }
  return model.scene();
}

Draw random_draw(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 10001) / 1e4;
  };
  Draw draw;
  draw.turn = between(0, 2 * std::numbers::pi);
  draw.side = static_cast<int>(random() % 4);
  draw.width = between(0.8, 3);
  draw.door = between(-kInner + 0.2, kInner - 0.2 - draw.width);
  draw.sill = random() % 2 ? kFloor : 0;
  draw.blocks = {between(-4.2, 0), between(-4.2, 2), 0};
  draw.fences = static_cast<int>(random() % 3);
  draw.in_pieces = random() % 2 != 0;
  return draw;
}

struct Reached {
  Walkable walkable;
  bool landing = false;  // from outside
};

Reached reach(const Draw& draw) {
  const Scene scene = hall(draw);
  Result<Walkable> walkable = extract_walkable(scene, Agent{}, {});
  EXPECT_TRUE(walkable);
  const Result<Links> links = find_links(*walkable, scene, Agent{}, {});
  EXPECT_TRUE(links);
  const Result<NavMesh> mesh = build_navmesh(*walkable, *links, scene, Agent{}, {});
  EXPECT_TRUE(mesh);
  const auto turned = [&](Vec3 p) {
    const double c = std::cos(draw.turn), s = std::sin(draw.turn);
    return Vec3{p.x * c - p.y * s, p.x * s + p.y * c, p.z};
  };
  Query query(*mesh);
  const auto outside = query.locate(turned({15, 3, 0}), 0.1),
             landing = query.locate(turned(draw.blocks + Vec3{2.6, 0.7, kFloor + 0.9}), 0.1);
  EXPECT_TRUE(outside);
  Reached out{.walkable = std::move(*walkable)};
  out.landing = outside && landing && mesh->component[outside->cell] == mesh->component[landing->cell];
  return out;
}

TEST(TwoSkins, TheHallIsReachedFromOutsideAndOnlyItsCrateIsSolid) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Draw draw = random_draw(seed);
    const Reached reached = reach(draw);
    EXPECT_TRUE(reached.landing) << "draw " << seed;
    EXPECT_NEAR(reached.walkable.areas.enclosed, kCrate * kCrate, 2e-3) << "draw " << seed;
  }
}

TEST(TwoSkins, AHallWithoutADoorwayIsNoSolidEither) {
  for (const bool in_pieces : {false, true}) {
    for (int i = 0; i < 12; ++i) {
      const Draw draw{.turn = 0.53 * i, .doorway = false, .in_pieces = in_pieces};
      const Reached reached = reach(draw);
      EXPECT_FALSE(reached.landing);
      const double core = 4 * (kOuter * kOuter - kInner * kInner);
      EXPECT_NEAR(reached.walkable.areas.enclosed, kCrate * kCrate + core, 5e-3) << i << ' ' << in_pieces;
    }
  }
}

}  // namespace
}  // namespace ambula::testing
