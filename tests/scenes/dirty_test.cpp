// Dirt really is there, and the truth survives it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "scenes/generate.h"
#include "scenes/measure.h"
#include "scenes/mesh_builder.h"

namespace ambula::scenes {
extern const Generator kStairs, kTerrain;

namespace {

using Key = std::array<double, 3>;

Key key(Vec3 p) { return {p.x, p.y, p.z}; }

struct Defects {
  std::size_t boundary = 0;    // edges used unequally in both directions, by position
  std::size_t duplicates = 0;  // triangles with the same corners as an earlier one, same winding
  std::size_t reversed = 0;    // the same with the other winding
  std::size_t degenerate = 0;  // no area at all
  std::size_t slivers = 0;     // thinner than 1.1 mm
};

Defects count_defects(const Soup& soup) {
  Defects out;
  std::map<std::pair<Key, Key>, int> edges;
  std::map<std::array<Key, 3>, int> seen;  // rotated so that the least corner is first
  for (const Triangle& t : soup.triangles) {
    std::array<Key, 3> c{key(soup.positions[t[0]]), key(soup.positions[t[1]]), key(soup.positions[t[2]])};
    const Vec3 a = soup.positions[t[0]], b = soup.positions[t[1]], d = soup.positions[t[2]];
    const double size = length(cross(b - a, d - a));
    if (size == 0) {
      ++out.degenerate;
      continue;
    }
    out.slivers += size / std::max({length(b - a), length(d - b), length(a - d)}) < 0.0011;
    std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
    out.duplicates += seen[c] > 0;
    out.reversed += seen.contains({c[0], c[2], c[1]});
    ++seen[c];
    for (std::size_t i = 0; i < 3; ++i) {
      const Key p = c[i], q = c[(i + 1) % 3];
      p < q ? ++edges[{p, q}] : --edges[{q, p}];
    }
  }
  for (const auto& [edge, count] : edges) out.boundary += count != 0;
  return out;
}

// Corners of the first object's triangles that lie inside an edge of another of its triangles.
std::size_t count_on_edges(const Soup& soup) {
  std::vector<std::array<Vec3, 2>> edges;
  std::set<Key> corners;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    if (soup.triangle_object[t] != 0) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 a = soup.positions[soup.triangles[t][i]], b = soup.positions[soup.triangles[t][(i + 1) % 3]];
      corners.insert(key(a));
      if (a != b) edges.push_back({a, b});
    }
  }
  std::set<Key> found;
  for (const auto& [a, b] : edges) {
    const double size = length(b - a);
    for (const Key& k : corners) {
      const Vec3 p{k[0], k[1], k[2]};
      const double along = dot(p - a, b - a) / size;
      if (along > 1e-6 && along < size - 1e-6 && length(cross(p - a, b - a)) / size < 1e-9) found.insert(k);
    }
  }
  return found.size();
}

int dirt_of(const Truth& truth, const std::string& kind) {
  for (const auto& [name, count] : truth.dirt) {
    if (name == kind) return count;
  }
  return -1;
}

// A floor of 40 x 40 squares with closed boxes on it: everything about it is known.
Generated boxes() {
  MeshBuilder mesh;
  mesh.object("Floor");
  mesh.grid({0, 0, 0}, {20, 0, 0}, {0, 20, 0}, 40, 40);
  for (int i = 0; i < 16; ++i) {
    mesh.object("Box");
    const Vec3 at{1 + 5.0 * (i % 4), 1 + 5.0 * (i / 4), 0};
    mesh.box(at, at + Vec3{1, 1, 1});
  }
  Generated scene;
  scene.soup = mesh.take();
  scene.truth.agents.push_back({default_agent(), 400, 0, {{"here"}}});
  scene.truth.places.push_back({"here", {10.25, 10.25, 0}});
  return scene;
}

TEST(Dirty, EachKindIsInTheMesh) {
  const Generated clean = boxes();
  const Defects before = count_defects(clean.soup);
  ASSERT_EQ(before.duplicates + before.reversed + before.degenerate + before.slivers, 0u);
  Generated scene = boxes();
  make_dirty(scene, 0.3, 1);
  const Defects after = count_defects(scene.soup);
  ASSERT_EQ(scene.truth.dirt.size(), 8u);
  for (const auto& [kind, count] : scene.truth.dirt) EXPECT_GT(count, 10) << kind;
  EXPECT_EQ(after.duplicates, static_cast<std::size_t>(dirt_of(scene.truth, "duplicates")));
  EXPECT_EQ(after.degenerate, static_cast<std::size_t>(dirt_of(scene.truth, "degenerates")));
  EXPECT_EQ(after.slivers, static_cast<std::size_t>(dirt_of(scene.truth, "slivers")));
  EXPECT_GT(after.reversed, 0u);  // copies on the floor; turned walls have no partner
  EXPECT_LT(after.reversed, static_cast<std::size_t>(dirt_of(scene.truth, "flipped")));
  EXPECT_GT(after.boundary, before.boundary + 200);
  // Those on the floor whose neighbour has kept its edge.
  EXPECT_EQ(count_on_edges(clean.soup), 0u);
  EXPECT_GT(count_on_edges(scene.soup), static_cast<std::size_t>(dirt_of(scene.truth, "t_junctions")) / 2);
}

// Cracks shrink a triangle, overlaps let it grow: seen on a floor where nothing else has an area to change.
TEST(Dirty, CracksOpenAndOverlapsCover) {
  Generated scene = boxes();
  make_dirty(scene, 1, 4);
  const RayScene rays(scene.soup);
  int open = 0, doubled = 0;
  for (int i = 1; i < 40; ++i) {
    for (int j = 0; j < 400; ++j) {
      // 1 mm beside the grid's lines, where cracks and overlaps are.
      int ground = 0;
      for (const auto& hit : rays.vertical({i * 0.5 + 0.001, 0.0251 + j * 0.05, 0})) {
        ground += hit.facing > 0.9 && std::abs(hit.distance) < 0.001;
      }
      open += ground == 0;
      doubled += ground > 1;
    }
  }
  EXPECT_GT(open, 100);
  EXPECT_GT(doubled, 100);
}

TEST(Dirty, NoShareChangesNothing) {
  Generated scene = boxes();
  make_dirty(scene, 0, 1);
  EXPECT_EQ(scene.soup.triangles, boxes().soup.triangles);
  EXPECT_EQ(scene.soup.positions, boxes().soup.positions);
  EXPECT_EQ(scene.truth.area_slack, boxes().truth.area_slack);
}

TEST(Dirty, MoreShareIsMoreDirt) {
  int last = 0;
  for (const double share : {0.05, 0.2, 0.6, 1.0}) {
    Generated scene = boxes();
    make_dirty(scene, share, 3);
    int total = 0;
    for (const auto& [kind, count] : scene.truth.dirt) total += count;
    EXPECT_GT(total, last + 50);
    last = total;
  }
}

double distance_to(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 d = b - a;
  const double t = std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0);
  return length(p - a - d * t);
}

TEST(Dirty, CornersStayWithinHalfACentimetre) {
  const Generated clean = boxes();
  Generated scene = boxes();
  make_dirty(scene, 1, 2);
  std::size_t off = 0, furthest = 0;
  for (const Vec3 p : scene.soup.positions) {
    // Moved from a corner, or new on an edge (T-junction) or beside it (sliver).
    double corner = 1, edge = 1;
    for (const Triangle& t : clean.soup.triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 a = clean.soup.positions[t[i]], b = clean.soup.positions[t[(i + 1) % 3]];
        corner = std::min(corner, length(p - a));
        if (std::abs(p.x - a.x) < 2 && std::abs(p.y - a.y) < 2) edge = std::min(edge, distance_to(p, a, b));
      }
    }
    off += corner > 0.0055 && edge > 0.0015;
    furthest += corner > 0.004 && corner < 0.0055;
  }
  EXPECT_EQ(off, 0u);
  EXPECT_GT(furthest, 10u);  // and the half centimetre is made use of
}

TEST(Dirty, UpFacingGroundIsNeverTurnedAway) {
  const Generated clean = boxes();
  Generated scene = boxes();
  make_dirty(scene, 1, 5);
  // Above every point of the floor that was ground there is ground still, but for cracks.
  const RayScene rays(scene.soup);
  int missing = 0, asked = 0;
  for (int i = 0; i < 97; ++i) {
    for (int j = 0; j < 97; ++j) {
      const Vec3 p{0.103 + i * 0.2043, 0.097 + j * 0.2041, 0};
      ++asked;
      const auto hits = rays.vertical(p);
      missing += std::none_of(hits.begin(), hits.end(), [](const auto& hit) {
        return std::abs(hit.distance) < 0.001 && hit.facing > 0.9;
      });
    }
  }
  EXPECT_LT(missing, asked / 50);
}

void expect_truth_holds(const Generated& scene, double most_slack) {
  const RayScene rays(scene.soup);
  EXPECT_LT(scene.truth.area_slack, most_slack);
  for (const AgentTruth& truth : scene.truth.agents) {
    const GroundAreas areas = measure_ground(rays, truth.agent, 80000);
    // Winding is no guide to inside and outside in a dirty mesh: both together.
    const double told = truth.free_area + truth.enclosed_area;
    EXPECT_NEAR(areas.free + areas.enclosed, told, scene.truth.area_slack * told + areas.error);
  }
  std::vector<Vec3> points;
  for (const PlaceTruth& place : scene.truth.places) points.push_back(place.at);
  for (const StairsTruth& stairs : scene.truth.stairs) {
    points.insert(points.end(), stairs.line.begin(), stairs.line.end());
  }
  for (const Vec3 p : points) {
    const auto hits = rays.vertical(p);
    EXPECT_TRUE(
        std::any_of(hits.begin(), hits.end(),
                    [](const auto& hit) { return std::abs(hit.distance) < 0.0006 && hit.facing > 0.5; }))
        << p.x << " " << p.y << " " << p.z;
  }
}

TEST(Dirty, StairsKeepTheirTruth) {
  for (const double share : {0.1, 0.5, 1.0}) {
    for (const std::uint64_t seed : {1u, 2u}) {
      Generated scene = kStairs.make({});
      make_dirty(scene, share, seed);
      expect_truth_holds(scene, 0.05);
    }
  }
}

TEST(Dirty, TerrainKeepsItsTruth) {
  Options options;
  options.sizes["cells"] = 80;
  Generated scene = kTerrain.make(options);
  make_dirty(scene, 0.5, 1);
  expect_truth_holds(scene, 0.05);
}

TEST(Dirty, ObjectsStayTogether) {
  Generated scene = kStairs.make({});
  make_dirty(scene, 0.5, 1);
  EXPECT_TRUE(std::is_sorted(scene.soup.triangle_object.begin(), scene.soup.triangle_object.end()));
  EXPECT_EQ(scene.soup.triangle_material.size(), scene.soup.triangles.size());
}

TEST(Dirty, SameSeedSameDirt) {
  Generated a = boxes(), b = boxes(), c = boxes();
  make_dirty(a, 0.3, 9);
  make_dirty(b, 0.3, 9);
  make_dirty(c, 0.3, 10);
  EXPECT_EQ(a.soup.positions, b.soup.positions);
  EXPECT_EQ(a.soup.triangles, b.soup.triangles);
  EXPECT_NE(a.soup.triangles, c.soup.triangles);
}

}  // namespace
}  // namespace ambula::scenes
