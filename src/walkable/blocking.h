// What blocks one ground triangle, as cuts for the overlay.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "geometry/box_tree.h"
#include "geometry/surface_overlay.h"
#include "walkable/prepare.h"

namespace ambula {

// Winding numbers of the cuts: 0 counts what blocks, 1 coplanar ground that keeps the place.
inline constexpr std::size_t kBlocked = 0, kDuplicate = 1, kInside = 2;

// The scene as obstacles: built once, then read by many threads.
class Obstacles {
 public:
  // `weld` (quanta): walls that rise no higher than this above the ground do not separate.
  Obstacles(const Prepared& prepared, std::int32_t weld, std::int32_t millimetre, Context* context = nullptr);

  struct Edge {
    Point2 a, b;
    std::uint32_t label;
  };

  const Prepared& prepared;
  std::int32_t weld, millimetre;  // quanta
  BoxTree tree;
  // Edges that show in plan, of triangle t: silhouette[silhouette_begin[t] .. silhouette_begin[t + 1]), the
  // triangle to their left. Likewise the trace of vertical triangles.
  std::vector<std::uint32_t> silhouette_begin;
  std::vector<Edge> silhouette;
  std::vector<std::uint32_t> trace_begin;
  std::vector<Edge> trace;
  // True if rounding may leave nothing of the triangle in plan, though it blocks: it is steep, or a needle.
  std::vector<std::uint8_t> may_collapse;
  bool small = false;  // the whole scene allows 64-bit arithmetic
};

enum class Cover : std::uint8_t {
  none,   // nothing blocks it
  whole,  // it is blocked as a whole, by one triangle
  part,
};

// A triangle, counter-clockwise in plan, with its plane, relative to an origin.
template <class Int>
struct Plane {
  std::array<std::int64_t, 3> x, y, z;
  Int nx, ny, nz;

  Plane() = default;
  Plane(const std::array<LatticePoint, 3>& c, LatticePoint o);
  [[nodiscard]] Int above(std::int64_t px, std::int64_t py, std::int64_t pz) const {  // nz times the height
    return nx * (px - x[0]) + ny * (py - y[0]) + nz * (pz - z[0]);
  }
  [[nodiscard]] std::int64_t side(std::size_t j, std::int64_t px, std::int64_t py) const {  // > 0 to the left
    const std::size_t k = j == 2 ? 0 : j + 1;
    return (x[k] - x[j]) * (py - y[j]) - (y[k] - y[j]) * (px - x[j]);
  }
};

// On which side of a line points lie, in plan: > 0 to the left. Single terms may overflow and come round
// again; the sum is an orient2d, which fits.
class Side {
 public:
  Side() = default;
  Side(LatticePoint a, LatticePoint b)
      : dx_(wide(b.x) - wide(a.x)), dy_(wide(b.y) - wide(a.y)), c_(dy_ * wide(a.x) - dx_ * wide(a.y)) {}
  [[nodiscard]] std::int64_t operator()(LatticePoint p) const {
    return static_cast<std::int64_t>(dx_ * wide(p.y) - dy_ * wide(p.x) + c_);
  }

 private:
  static std::uint64_t wide(std::int32_t v) { return static_cast<std::uint64_t>(std::int64_t{v}); }
  std::uint64_t dx_ = 0, dy_ = 0, c_ = 0;
};

// One per thread.
class Blocking {
 public:
  explicit Blocking(const Obstacles& obstacles) : obstacles_(&obstacles) {}

  // Looks for what may block any of the first few of these ground triangles, as many as lie close together;
  // collecting them is then faster. Gives their number.
  std::size_t look_ahead(std::span<const std::uint32_t> grounds);

  // Fills the sheet's face, corners, cuts, covers and seams. `duplicate`: blocked as a whole by a coplanar
  // one.
  Cover collect(std::uint32_t ground, Sheet& sheet, bool& duplicate);

  // Whether the signed chains in the sheet end nowhere: every polygon that went in was closed.
  [[nodiscard]] static bool closes(const Sheet& sheet);

 private:
  template <class Int>
  bool against(const Plane<Int>& T, std::uint32_t other);
  template <class Int>
  void wall(const Plane<Int>& T, std::uint32_t other);
  bool is_apart(const std::array<LatticePoint, 3>& o, bool is_wall, bool is_ground);
  bool block(std::uint32_t other);
  void blocked_by(std::uint32_t other);
  void walk(const LatticeBox& box, const LatticeBox& query);
  [[nodiscard]] LatticeBox reach_of(const LatticeBox& box) const;
  void bulk(std::size_t first, std::size_t last);

  const Obstacles* obstacles_;
  Sheet* sheet_ = nullptr;
  std::uint32_t ground_ = 0;
  bool whole_ = false, whole_duplicate_ = false, touched_ = false;
  std::int32_t lowest_ = 0, highest_ = 0;                   // of the ground triangle
  std::array<Side, 3> side_;                                // of the ground triangle
  std::array<std::array<std::int64_t, 3>, 3> from_side_{};  // [j][i]: corner i of the other from side j
  bool small_ = false;                 // the ground triangle and the height allow 64-bit arithmetic
  Plane<std::int64_t> near_{};         // its plane, where they do
  Plane<Int128> far_{};                // and always
  std::vector<std::uint32_t> recent_;  // triangles that lately covered a ground triangle as a whole
  LatticeBox around_{};                // within it, only these groups of the tree matter
  std::vector<std::uint32_t> groups_;
};

}  // namespace ambula
