// What must hold of the arrays of a walkable value.
#pragma once

#include "ambula/params/walkable.h"
#include "ambula/verify.h"

namespace ambula::checker {

// An error where arrays do not fit each other: nothing else can be asked of them then.
[[nodiscard]] Result<void> check_arrays(const Scene& scene, const Walkable& walkable);

// What the areas are held against, from the raw triangles.
struct GroundSize {
  double area = 0;             // m² in plan
  double unclear_area = 0;     // of triangles too close to the slope limit to tell
  double outline_squares = 0;  // m²: sum over ground triangles of their outline in plan, squared
};

[[nodiscard]] VerifyStructure check_structure(const GroundSize& ground, const WalkableParams& params,
                                              const Walkable& walkable);

}  // namespace ambula::checker
