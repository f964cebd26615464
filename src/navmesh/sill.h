// One sill and what stands beyond it: which distance a body that stands over the sill keeps, and where.
//
// Triangles of the scene are seen in the sill's frame: x along it, y away from the surface, z up from the
// plane of the surface's triangle there. Each is clipped to the heights that a body meets and to the reach.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "geometry/box_tree.h"
#include "navmesh/drop_samples.h"
#include "navmesh/high_part.h"
#include "navmesh/sill_profile.h"
#include "navmesh/surface_view.h"

namespace ambula {

// Distances in quanta.
struct SillRule {
  BodyLimits body;
  double wall = 0;   // kept from what is higher than a step
  double ledge = 0;  // kept from where the ground ends
  double sill = 0;   // kept from the sill itself, where it is higher than the lip
  double lip = 0;
  double gap = 0;  // narrower gaps in the ground are stepped over
};

// The distance of a border that is stood over, in quanta: the two sides of a sill may overlap by rounding,
// and their cells must not. Stretches speak for it where more is to be kept.
inline constexpr double kStoodOver = 40;

// How far the surface before a border is above the plane of the triangle there, and below it; quanta, not
// negative.
struct Unevenness {
  double above = 0, below = 0;
};

// True if a body on the triangle may stand lower than a border by so much that it matters.
[[nodiscard]] bool is_sloped(const SurfaceView& surface, std::uint32_t triangle);

// It keeps its memory from one sill to the next.
class Sill {
 public:
  void begin(const SurfaceView& surface, std::uint32_t half_edge, const SillRule& rule, bool is_ramp);
  // `below`: how much lower a body may stand on what links join to the surface here.
  void stand_over(double below);
  // For a border at which only headroom may end: of all triangles about it, until one is in the way of those
  // who stand a reach further down the slope: then false.
  [[nodiscard]] bool is_overhead(const std::array<LatticePoint, 3>& triangle);
  // After them: one stands under the border. False where they are not overhead all along it, or where it is
  // hard to tell how much lower or higher than the border a body may stand.
  [[nodiscard]] bool stand_under(const SurfaceView& surface);
  // True if something in the box can matter as ground alone.
  [[nodiscard]] bool is_low(const LatticeBox& box) const;
  [[nodiscard]] bool wants_ground() const { return drops_.wants_ground(); }
  void look_at(const std::array<LatticePoint, 3>& triangle);
  // After all triangles. Adds stretches, and gives the distance to keep from the whole edge.
  double finish(bool is_ledge, std::vector<KeptStretch>& out);

 private:
  static constexpr std::size_t kBands = 16;  // heights between a sill and a step above it that are told apart

  // How the surface lies about the plane, as far as the body reaches; nothing where that is too far.
  [[nodiscard]] std::optional<Unevenness> unevenness(const SurfaceView& surface) const;
  [[nodiscard]] Vec3 in_frame(Vec3 p) const;
  [[nodiscard]] double height_above_begin(Vec3 p) const;
  [[nodiscard]] bool is_beyond_wall(const Box3& box) const;
  [[nodiscard]] bool may_be_high(const Box3& box) const;
  [[nodiscard]] bool may_be_below(const Box3& box) const;
  [[nodiscard]] bool may_be_own(const Box3& box) const;
  [[nodiscard]] bool may_be_ground(const Box3& box) const;
  void add_high(const ClippedPolygon& all);
  void add_below(const ClippedPolygon& all);
  void add_overhead(const ClippedPolygon& all);
  void add_own(const ClippedPolygon& all);
  void add_ground(ClippedPolygon& all);
  // Tops limit a stretch to those who stand lower than them, or higher.
  enum class Limit : std::uint8_t { none, highest, above };
  void add_stretches(const SillProfile& profile, KeptStretch made, Limit limit,
                     std::vector<KeptStretch>& out);
  [[nodiscard]] bool is_kept(std::size_t part) const {
    return more_[part] <= least_[part] && more_[part + 1] <= least_[part + 1];
  }

  const SillRule* rule_ = nullptr;
  std::uint32_t half_edge_ = 0;
  Vec3 at_;
  double end_z_ = 0;               // of the edge's end
  Vec2 ahead_, gradient_, slope_;  // slope_: the gradient in the frame
  double length_ = 0, reach_ = 0;
  double slack_ = 0;  // how much lower than where it meets something a body may stand, on a slope,
  double below_ = 0;  // and at the foot of a step
  double high_from_ = 0, high_to_ = 0;  // of what may be higher than a step and lower than the head
  bool is_under_ = false;
  Unevenness uneven_;                                      // where one stands under the border
  std::vector<std::pair<double, double>> overhead_along_;  // from where to where something is overhead
  std::size_t parts_ = 0;
  double part_ = 0;
  SillProfile walls_, own_, lower_, drop_sides_;
  std::array<SillProfile, kBands> bands_;  // of what is higher than a step for those at the foot of one
  std::array<double, kBands> band_tops_{};
  std::vector<ClippedPolygon> over_;  // all that is overhead
  SillProfile overhead_;              // the rest of it: its tops are lower sides, negative
  DropSamples drops_;
  // Of one profile, and the most of those before: kept already.
  KeptDistances more_, least_;
  std::vector<double> tops_;
};

}  // namespace ambula
