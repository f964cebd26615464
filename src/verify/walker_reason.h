// What the surface has at a place where a walker fits but no cell is: the sentence beside the place.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/values/links.h"
#include "ambula/values/walkable.h"
#include "ambula/vec.h"
#include "verify/found.h"
#include "verify/plan_tree.h"
#include "verify/truth.h"

namespace ambula::checker {

class WalkerReason {
 public:
  WalkerReason(const Walkable& walkable, const Links* links, const Agent& agent);

  // The nearest border about as high as p, its kind and how high the raw triangles on it reach; or that the
  // surface is not there at all, and what it says about that.
  [[nodiscard]] std::string sentence(Vec3 p, const Truth& truth, const Found& found,
                                     std::vector<Hit>& scratch) const;

 private:
  Agent agent_;
  std::vector<std::array<Vec3, 2>> borders_;
  std::vector<BorderKind> kind_;
  PlanTree tree_;
};

}  // namespace ambula::checker
