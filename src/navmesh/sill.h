// One sill and what stands beyond it: which distance a body that stands over the sill keeps, and where.
//
// Triangles of the scene are seen in the sill's frame: x along it, y away from the surface, z up from the
// plane of the surface's triangle there. Each is clipped to the heights that a body meets and to the reach.
#pragma once

#include <array>
#include <span>
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

// It keeps its memory from one sill to the next.
class Sill {
 public:
  // `below`: how much lower a body may stand on what links join to the surface here.
  void begin(const SurfaceView& surface, std::uint32_t half_edge, const SillRule& rule, double below,
             bool is_ramp);
  // True if something in the box can matter as ground alone.
  [[nodiscard]] bool is_low(const LatticeBox& box) const;
  [[nodiscard]] bool wants_ground() const { return drops_.wants_ground(); }
  void look_at(const std::array<LatticePoint, 3>& triangle);
  // After all triangles. Adds stretches, and gives the distance to keep from the whole edge.
  double finish(bool is_ledge, std::vector<KeptStretch>& out);

 private:
  static constexpr std::size_t kBands = 16;  // heights between a sill and a step above it that are told apart

  [[nodiscard]] Vec3 in_frame(Vec3 p) const;
  [[nodiscard]] double height_above_begin(Vec3 p) const;
  [[nodiscard]] bool is_beyond_wall(const Box3& box) const;
  [[nodiscard]] bool may_be_high(const Box3& box) const;
  [[nodiscard]] bool may_be_below(const Box3& box) const;
  [[nodiscard]] bool may_be_own(const Box3& box) const;
  [[nodiscard]] bool may_be_ground(const Box3& box) const;
  void add_high(const ClippedPolygon& all);
  void add_below(const ClippedPolygon& all);
  void add_own(const ClippedPolygon& all);
  void add_ground(ClippedPolygon& all);
  void add_stretches(const SillProfile& profile, KeptStretch made, std::span<const double> tops,
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
  std::size_t parts_ = 0;
  double part_ = 0;
  SillProfile walls_, own_, lower_, drop_sides_;
  std::array<SillProfile, kBands> bands_;  // of what is higher than a step for those at the foot of one
  std::array<double, kBands> band_tops_{};
  DropSamples drops_;
  // Of one profile, and the most of those before: kept already.
  KeptDistances more_, least_;
  std::vector<double> tops_;
};

}  // namespace ambula
