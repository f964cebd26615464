// The shortest way through a row of portals: string pulling (Lee and Preparata 1984), linear in the row.
//
// The two chains of the funnel are kept in one row with the apex between them. Portals are followed one by
// one, so it does not matter whether the cells lie over each other in plan.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/plan_cells.h"

namespace ambula {

// A point of a taut path, and the portal of the row it stands on: -1 for the start, their number for the
// goal.
struct TautPoint {
  Vec2 at;
  std::int32_t portal = -1;
};

// Whether the end of a portal is another one than that of the portal before; most portals have one in common.
[[nodiscard]] inline bool is_new(const MeshSide* before, const MeshSide& end) {
  return before == nullptr || before->x != end.x || before->y != end.y;
}

class Funnel {
 public:
  // `sides` are those one leaves cells by, in order. Start and goal are always part of the answer.
  void run(const PlanCells& mesh, Vec2 start, Vec2 goal, std::span<const std::uint32_t> sides,
           std::vector<TautPoint>& out);

  // Piece by piece, for who follows several ways: a funnel is its two chains in a row, from left to right,
  // with the apex between them. It is opened with room for so many portals more; what it passes on its way
  // through them is where paths turn.
  void open(std::span<const TautPoint> row, std::size_t apex, std::size_t portals);
  void through_left(const TautPoint& left, std::vector<TautPoint>& passed);
  void through_right(const TautPoint& right, std::vector<TautPoint>& passed);
  [[nodiscard]] std::span<const TautPoint> row() const {
    return {row_.data() + at_.left, at_.right + 1 - at_.left};
  }
  [[nodiscard]] std::size_t apex() const { return at_.apex - at_.left; }

 private:
  struct Ends {
    std::size_t left = 0, apex = 0, right = 0;  // of the row: left <= apex <= right
  };

  std::vector<TautPoint> row_;
  Ends at_;
};

}  // namespace ambula
