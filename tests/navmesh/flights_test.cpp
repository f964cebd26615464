// A flight that the links recognise can be walked from end to end, whenever it is wide enough for the agent.
#include <gtest/gtest.h>

#include <set>

#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "ambula/query.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

// The middle of what a riser's links join, of its lower or upper side.
Vec3 middle_of(const Walkable& walkable, const Links& links, std::uint32_t flight, std::uint32_t step,
               std::uint32_t side) {
  const auto at = [&](std::uint32_t v) {
    return walkable.lattice.position(
        v < links.walkable_vertices ? walkable.vertices[v] : links.vertices[v - links.walkable_vertices].at);
  };
  Vec3 sum;
  double width = 0;
  for (const Link& link : links.links) {
    if (link.flight != flight || link.step != step) continue;
    const BorderInterval& i = links.intervals[link.first_interval + side];
    sum = sum + (at(i.first) + at(i.last)) * (0.5 * link.width);
    width += link.width;
  }
  EXPECT_GT(width, 0);
  return sum * (1 / width);
}

// Flights that are wide enough; each joins its two ends on the mesh.
std::size_t walked_flights(const Scene& scene, const Agent& agent) {
  const auto walkable = extract_walkable(scene, agent);
  EXPECT_TRUE(walkable);
  const auto links = find_links(*walkable, scene, agent);
  EXPECT_TRUE(links);
  const auto mesh = build_navmesh(*walkable, *links, scene, agent, {.min_patch = 0});
  EXPECT_TRUE(mesh);
  Query query(*mesh);
  std::size_t out = 0;
  for (std::uint32_t f = 0; f < links->flights.size(); ++f) {
    const Flight& flight = links->flights[f];
    if (flight.width < 2 * agent.radius + 0.02) continue;
    ++out;
    const Vec3 low = middle_of(*walkable, *links, f, 0, 0),
               high = middle_of(*walkable, *links, f, flight.steps - 1, 1);
    const Vec3 around{agent.radius + 0.1, agent.radius + 0.1, agent.max_step};
    const auto from = query.nearest(low, around), to = query.nearest(high, around);
    EXPECT_TRUE(from) << "no mesh below flight " << f << " at " << low.x << ", " << low.y << ", " << low.z;
    EXPECT_TRUE(to) << "no mesh above flight " << f << " at " << high.x << ", " << high.y << ", " << high.z;
    if (from && to) {
      EXPECT_EQ(mesh->component[from->cell], mesh->component[to->cell])
          << "flight " << f << " of " << flight.steps << " steps, " << flight.width << " m wide, from "
          << low.x << ", " << low.y << ", " << low.z << " to " << high.x << ", " << high.y << ", " << high.z;
    }
  }
  return out;
}

TEST(Flights, OfGeneratedScenesAreWalkedFromEndToEnd) {
  for (const char* name : {"stairs", "terrace-house", "town-house"}) {
    for (const double degrees : {0.0, 17.0, 80.67, 95.27, 160.97, 255.87, 343.47}) {
      const auto made = scenes::generate(name, {.rotate = degrees});
      ASSERT_TRUE(made) << made.error().message;
      const auto scene = make_scene(made->soup, {});
      ASSERT_TRUE(scene);
      for (const double radius : {0.3, 0.2}) {
        SCOPED_TRACE(::testing::Message() << name << " turned " << degrees << " radius " << radius);
        Agent agent;
        agent.radius = radius;
        EXPECT_GT(walked_flights(*scene, agent), 0u);
      }
    }
  }
}

// The small sibling of `scripts/dev rotations`.
TEST(Turning, KeepsPartsFlightsAndArea) {
  for (const char* name : {"stairs", "terrace-house", "town-house"}) {
    std::multiset<std::uint32_t> flights;
    std::uint32_t parts = 0;
    double area = 0;
    for (const double degrees : {0.0, 7.3, 33.3, 262.3}) {
      SCOPED_TRACE(::testing::Message() << name << " turned " << degrees);
      const auto made = scenes::generate(name, {.rotate = degrees});
      ASSERT_TRUE(made) << made.error().message;
      const auto scene = make_scene(made->soup, {});
      ASSERT_TRUE(scene);
      const auto walkable = extract_walkable(*scene, {});
      ASSERT_TRUE(walkable);
      const auto links = find_links(*walkable, *scene, {});
      ASSERT_TRUE(links);
      const auto mesh = build_navmesh(*walkable, *links, *scene, {});
      ASSERT_TRUE(mesh);
      std::multiset<std::uint32_t> steps;
      for (const Flight& flight : links->flights) steps.insert(flight.steps);
      if (degrees == 0) {
        flights = steps;
        parts = mesh->components;
        area = mesh->ideal_area;
      }
      EXPECT_EQ(steps, flights);
      EXPECT_EQ(mesh->components, parts);
      EXPECT_NEAR(mesh->ideal_area, area, 0.001 * area);
    }
  }
}

}  // namespace
}  // namespace ambula::testing
