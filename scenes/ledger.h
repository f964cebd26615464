// Free and enclosed ground of a building, by arithmetic on the solids it is put together from.
//
//   Ledger ledger;
//   ledger.solid({0, 0, 8, 6}, level(-0.2), level(0));   // a slab
//   ledger.solid({0, 0, 8, 0.3}, level(0), level(2.6));  // a wall on it
//   LedgerAreas areas = ledger.areas(default_agent());   // 45.6 on the floor, 2.4 on the wall; 2.4 in its
//   core
//
// The ledger never sees a triangle: a builder that forgets a face, or adds one, disagrees with it.
#pragma once

#include <vector>

#include "ambula/agent.h"
#include "scenes/plan.h"

namespace ambula::scenes {

struct LedgerAreas {
  double free = 0, enclosed = 0;  // m², as AgentTruth has them
};

class Ledger {
 public:
  // A closed solid over a rectangle, between two planes (bottom nowhere above top). Solids may touch and
  // overlap.
  void solid(const Rect& plan, Incline bottom, Incline top);

  // Exact up to rounding of doubles. Cost: cells of the grid that all rectangles' sides make together, times
  // the square of how many solids lie above each other.
  [[nodiscard]] LedgerAreas areas(const Agent& agent) const;

  [[nodiscard]] std::size_t size() const { return solids_.size(); }

 private:
  struct Solid {
    Rect plan;
    Incline bottom, top;
  };
  std::vector<Solid> solids_;
};

}  // namespace ambula::scenes
