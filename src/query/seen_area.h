// How much of a cell is reached: the area of what corners see of it within a length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"
#include "query/plan_cells.h"
#include "query/taut_search.h"

namespace ambula {

class SeenArea {
 public:
  // Square quanta. All parts are of one cell; each reaches `limit` less its g far from its root.
  [[nodiscard]] double measure(const PlanCells& mesh, std::span<const TautSearch::SeenPart> seen,
                               double limit);

 private:
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  struct Disc {
    Vec2 at;
    double radius = 0;
    bool bounds = false;  // it does not have all of the cell
  };
  // Where a stretch of a line begins or ends: on a straight line, or on a disc's rim.
  struct LineEnd {
    double x = 0;
    std::uint32_t disc = kNone;
  };
  struct Stretch {
    LineEnd from, to;
  };
  // A line that bounds parts: a side of the cell (part kNone), or a ray.
  struct Line {
    TautSearch::Ray ray;
    std::uint32_t part = kNone;
  };

  bool take(const PlanCells& mesh, double limit);
  void find_turns();
  void add_turn(Vec2 at, std::uint32_t a, std::uint32_t b);
  void cross(const Line& a, const Line& b);
  void cross(const Line& line, std::uint32_t disc);
  void cross(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] bool may_hold(std::uint32_t part, Vec2 p) const;
  [[nodiscard]] bool line_in(double y, Stretch& out) const;
  [[nodiscard]] bool part_of(std::uint32_t part, double y, Stretch& inout) const;
  [[nodiscard]] double covered(double low, double high);
  [[nodiscard]] double under(const LineEnd& end, double side, double low, double high) const;

  std::span<const TautSearch::SeenPart> seen_;
  std::vector<Vec2> corners_;
  std::vector<Disc> discs_;
  std::vector<Line> lines_;
  std::vector<double> turns_;  // heights
  std::vector<Stretch> stretches_;
  Vec2 low_, high_;  // of the cell
  double slack_ = 0;
};

}  // namespace ambula
