// Ways that no surface shows: ladders, lifts, drops one jumps down and cannot climb back. A user names them
// in a file and hands them to a Query; the mesh is not touched.
#pragma once

#include <string>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

// From a point to a point, or from a segment to a segment: then one crosses from a place of the first to the
// place that divides the second alike.
struct UserLink {
  std::string name;
  Vec3 from_a, from_b;  // metres, z up; the same where it is a point
  Vec3 to_a, to_b;
  double cost = 0;  // metres of walking it is worth; 0 or more
  bool both_ways = true;
};

}  // namespace ambula
