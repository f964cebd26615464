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

// A funnel: its two chains in a row, from left to right, with the apex between them. What it passes on its
// way through portals is where paths turn. All of it is inlined, so that it stays in registers: half of what
// a path takes is spent here.
struct FunnelRow {
  TautPoint* row = nullptr;
  std::size_t left = 0, apex = 0, right = 0;  // left <= apex <= right

  [[gnu::always_inline]] void add_left(const TautPoint& p, std::vector<TautPoint>& out) {
    if (p.at == row[left].at) return;
    // The left chain bends to the left; corners that would bend it to the right fall away.
    while (left < apex && turn(row[left + 1], row[left], p) <= 0) ++left;
    if (left == apex) {
      // Past the right chain: its corners are where the path turns.
      while (apex < right) {
        const double side = turn(row[apex], row[apex + 1], p);
        if (side > 0 || (side == 0 && !reaches(row[apex], row[apex + 1], p))) break;
        out.push_back(row[++apex]);
      }
      left = apex;
      if (p.at == row[apex].at) return;
    }
    row[--left] = p;
  }

  [[gnu::always_inline]] void add_right(const TautPoint& p, std::vector<TautPoint>& out) {
    if (p.at == row[right].at) return;
    while (right > apex && turn(row[right - 1], row[right], p) >= 0) --right;
    if (right == apex) {
      while (apex > left) {
        const double side = turn(row[apex], row[apex - 1], p);
        if (side < 0 || (side == 0 && !reaches(row[apex], row[apex - 1], p))) break;
        out.push_back(row[--apex]);
      }
      right = apex;
      if (p.at == row[apex].at) return;
    }
    row[++right] = p;
  }

 private:
  static double turn(const TautPoint& a, const TautPoint& b, const TautPoint& c) {
    return cross(b.at - a.at, c.at - a.at);
  }
  // On one line with a chain's first stretch: only who gets as far as its end goes around it.
  static bool reaches(const TautPoint& from, const TautPoint& first, const TautPoint& p) {
    const Vec2 d = first.at - from.at;
    return dot(p.at - from.at, d) >= dot(d, d);
  }
};

class Funnel {
 public:
  // `sides` are those one leaves cells by, in order. Start and goal are always part of the answer.
  void run(const PlanCells& mesh, Vec2 start, Vec2 goal, std::span<const std::uint32_t> sides,
           std::vector<TautPoint>& out);

  // Piece by piece, for who follows several ways: a funnel is opened with room for so many portals more.
  void open(std::span<const TautPoint> row, std::size_t apex, std::size_t portals);
  [[nodiscard]] FunnelRow& at() { return at_; }
  [[nodiscard]] std::span<const TautPoint> row() const {
    return {at_.row + at_.left, at_.right + 1 - at_.left};
  }
  [[nodiscard]] std::size_t apex() const { return at_.apex - at_.left; }

 private:
  std::vector<TautPoint> row_;
  FunnelRow at_;
};

}  // namespace ambula
