// What of a hole polygons cover, in plan and on the lattice.
//
//   PlanUnion plan;
//   plan.outline(ring);                 // the hole, clockwise
//   plan.cover(quadrangle);             // counter-clockwise; any number
//   if (plan.run()) use(plan.nodes(), plan.borders());
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/snap_rounding.h"
#include "geometry/winding_sweep.h"

namespace ambula {

class PlanUnion {
 public:
  // A piece of the border of what is covered; that lies to its left.
  struct Border {
    std::uint32_t from = 0, to = 0;  // nodes
    std::uint32_t edge = kNone;      // of the outline, where it runs along it (against its direction)
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  void clear();
  void outline(std::span<const Point2> ring);  // edge i goes from point i to point i + 1
  void cover(std::span<const Point2> polygon);

  // False when nothing is covered.
  bool run();
  // After run: places left open amid what is covered, no wider than `width` quanta in any direction and
  // nowhere along the outline, count as covered, too.
  void close_pockets(double width);

  [[nodiscard]] const std::vector<Point2>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Border>& borders() const { return borders_; }
  // The nodes along edge i of the outline, in its direction, its ends among them.
  [[nodiscard]] std::vector<std::uint32_t> chain(std::size_t edge) const;

 private:
  // A segment, from its lesser to its greater end.
  struct Source {
    Point2 a, b;
    std::array<std::int32_t, 2> weight;  // of covers, of the outline
    std::uint32_t edge;                  // of the outline, or kNone
  };
  // A polygon to cover with.
  struct Cover {
    std::int64_t area = 0;  // twice
    Point2 low, high;
    std::uint32_t begin = 0, end = 0;  // of points_
  };
  void add(Point2 a, Point2 b, std::array<std::int32_t, 2> weight, std::uint32_t edge);
  void add_cover(const Cover& cover);
  bool unite();
  [[nodiscard]] bool may_add(const Cover& cover) const;
  [[nodiscard]] std::span<const Point2> points(const Cover& c) const {
    return std::span(points_).subspan(c.begin, c.end - c.begin);
  }
  void sort_pieces();

  SnapRounding snap_;
  WindingSweep sweep_;
  std::vector<Segment2> segments_;
  std::vector<Source> outline_, sources_;
  std::vector<Point2> points_;
  std::vector<Cover> covers_;
  std::vector<std::pair<std::uint32_t, bool>> segment_of_;  // per edge of the outline; whether it is turned
  std::uint32_t edges_ = 0;
  std::vector<Point2> nodes_;
  Chains chains_;
  std::vector<Piece> pieces_, sorted_;
  std::vector<Border> borders_;
  std::vector<std::pair<Point2, Point2>> open_;  // pieces beyond which the hole is not covered
};

}  // namespace ambula
