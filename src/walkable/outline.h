// A flat region given by its outline, triangulated anew.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "geometry/snap_rounding.h"
#include "geometry/triangulation.h"
#include "walkable/surface.h"

namespace ambula {

inline constexpr double kSameHeight = 2;  // quanta between things that rounding may have parted

// Whether something at the same height may be joined to a border.
[[nodiscard]] inline bool is_open(const Border& border) {
  return border.kind == BorderKind::ledge ||
         (border.kind == BorderKind::sill && border.height <= kSameHeight);
}

// The region lies to the left. `joined`: there is another region beyond, and the edge must stay as it is.
struct OutlineEdge {
  LatticePoint from, to;
  bool joined = false;
  Border border;

  friend bool operator==(const OutlineEdge&, const OutlineEdge&) = default;
};

struct OutlineFace {
  std::array<LatticePoint, 3> at;
  std::array<std::uint32_t, 3> neighbour{Surface::kNone, Surface::kNone,
                                         Surface::kNone};  // within the region
  std::array<Border, 3> border{};
  std::array<bool, 3> joined{};
};

// One per thread.
class OutlineTriangulator {
 public:
  // Outlines may touch. Where rounding made them cross or overlap by a sliver, open borders are noded and the
  // sliver counts once; false where that would change a joined edge.
  bool run(std::span<const OutlineEdge> outline, std::vector<OutlineFace>& out, const Context* context);

 private:
  bool attempt(std::span<const OutlineEdge> outline, std::vector<OutlineFace>& out, const Context* context);
  bool node(std::span<const OutlineEdge> outline);

  struct Point {
    Point2 at;
    std::int32_t z;
  };
  [[nodiscard]] std::uint32_t index_of(LatticePoint p) const;
  [[nodiscard]] const OutlineEdge* edge_at(std::span<const OutlineEdge> outline, std::uint32_t a,
                                           std::uint32_t b) const;

  std::vector<LatticePoint> places_;  // sorted; one a place in plan
  std::vector<Point2> points_;
  std::vector<Constraint> constraints_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys_;  // ends of an edge, and the edge
  std::vector<OutlineEdge> noded_;
  std::vector<Segment2> segments_;
  std::vector<Point2> pixels_;
  Chains chains_;
  SnapRounding snap_;
  Triangulator triangulator_;
  Triangulation mesh_;
};

}  // namespace ambula
