// What of a way between two places is no choice: up from both to the core, or to where they meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/nearest.h"
#include "query/plan_cells.h"
#include "query/routes.h"

namespace ambula {

// What is chosen in between: ways from junction to junction. The first begins at the start where that is in a
// chain. The goal is at the end of the last one, or within the chain of `last`.
struct RouteChoice {
  std::vector<std::uint32_t> ways;
  std::uint32_t last = NavMesh::kNone;
};

class RouteEnds {
 public:
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  // Cells of both places are those of `cells`; they have to be joined.
  void find(const PlanCells& cells, const Routes& routes, const MeshPlace& start, const MeshPlace& goal);

  [[nodiscard]] bool meet() const { return from_ == to_; }  // there is nothing to choose
  // Cells of the core.
  [[nodiscard]] std::uint32_t from() const { return from_; }
  [[nodiscard]] std::uint32_t to() const { return to_; }
  // Sides up from the start, and from the goal.
  [[nodiscard]] std::span<const std::uint32_t> climbed() const { return climbed_; }
  [[nodiscard]] std::span<const std::uint32_t> descended() const { return descended_; }
  // Whether the goal lies ahead in the start's own chain.
  [[nodiscard]] bool is_ahead(const Routes& routes, std::uint32_t way) const {
    return routes.chain[from_] == way / 2 && routes.chain[to_] == way / 2 &&
           routes.sides_before(from_, way) < routes.sides_before(to_, way);
  }

  // The sides by which cells are left.
  void write(const PlanCells& cells, const Routes& routes, const RouteChoice& choice,
             std::vector<std::uint32_t>& out) const;

 private:
  std::vector<std::uint32_t> climbed_, descended_;
  std::uint32_t from_ = 0, to_ = 0;
};

}  // namespace ambula
