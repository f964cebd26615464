// How far links reach, from the lattice alone.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ambula/links.h"

namespace ambula::testing {

// Every step and gap rises by no more than the agent's step and runs no further than its gap, at both of its
// ends, and so anywhere along it (both are convex along a filler); and it says so itself. Four quanta are the
// tie of the links, two for each end's rounding.
inline void expect_in_reach(const Agent& agent, const Walkable& walkable, const Links& links) {
  const double quantum = walkable.lattice.quantum, tie = 4 * quantum + 1e-9, rounding = 2 * quantum;
  const auto at = [&](std::uint32_t v) {
    return walkable.lattice.position(
        v < links.walkable_vertices ? walkable.vertices[v] : links.vertices[v - links.walkable_vertices].at);
  };
  for (std::size_t l = 0; l < links.links.size(); ++l) {
    const Link& link = links.links[l];
    if (link.kind == LinkKind::fill) continue;
    const BorderInterval &low = links.intervals[link.first_interval],
                         &high = links.intervals[link.first_interval + 1];
    const Vec3 p[2] = {at(low.first), at(low.last)}, q[2] = {at(high.last), at(high.first)};
    double rise = 0, run = 0;
    for (int i = 0; i < 2; ++i) {
      rise = std::max(rise, std::abs(q[i].z - p[i].z));
      run = std::max(run, length((q[i] - p[i]).xy()));
    }
    EXPECT_LE(rise, agent.max_step + tie + rounding) << "link " << l << " at " << p[0].x << ", " << p[0].y;
    EXPECT_LE(run, agent.max_gap + tie + rounding) << "link " << l << " at " << p[0].x << ", " << p[0].y;
    EXPECT_LE(link.rise, agent.max_step + tie + rounding) << "link " << l;
    EXPECT_LE(link.run, agent.max_gap + tie + rounding) << "link " << l;
    EXPECT_GE(link.rise, rise - 1e-9) << "link " << l;
    EXPECT_GE(link.run, run - 1e-9) << "link " << l;
  }
}

}  // namespace ambula::testing
