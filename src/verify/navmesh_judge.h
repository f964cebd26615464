// Judges single points of a navmesh, and of the surface it should cover.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ambula/agent.h"
#include "ambula/params/walkable.h"
#include "ambula/verify_navmesh.h"
#include "verify/cells_found.h"
#include "verify/compare.h"
#include "verify/found.h"
#include "verify/free_disc.h"
#include "verify/sheet.h"
#include "verify/truth.h"
#include "verify/walker.h"
#include "verify/walker_reason.h"

namespace ambula::checker {

// The rule's own margins, metres.
inline constexpr double kSoundWithin = 0.005;    // less than the radius
inline constexpr double kCompleteBeyond = 0.01;  // more than the radius

struct JudgeScratch {
  DiscScratch disc;
  std::vector<Hit> hits;
  std::vector<std::uint32_t> triangles;
  WalkerScratch walker;
};

// Of a point of the cells.
struct Stand {
  Vec3 point;
  Way way;
  bool unsound = false, cylinder = false, adrift = false, enclosed = false, floating = false;
  double off = 0;  // metres from the surface, in height
};

// Of a point of the surface.
struct Cover {
  Vec3 point;
  bool free = false;
  bool there = false;  // a cell within a step
  bool off = false;    // but not within the height tolerance
};

// Of a point of the raw ground, by the walker's rule.
struct Walk {
  Vec3 point;
  bool fits = false;
  bool there = false;                    // a cell within a step, or nearly
  bool enclosed = false, small = false;  // not there, and the surface says why
};

class NavMeshJudge {
 public:
  NavMeshJudge(const Scene& scene, const Agent& agent, const WalkableParams& walkable_params,
               const Walkable& walkable, const Links* links, const NavMesh& mesh,
               const VerifyNavMeshParams& params, double band);

  [[nodiscard]] const Draws& cell_draws() const { return cell_draws_; }
  [[nodiscard]] const Draws& surface_draws() const { return surface_draws_; }
  [[nodiscard]] const Draws& ground_draws() const { return ground_draws_; }  // empty: no walker to ask about
  [[nodiscard]] const std::vector<Vec3>& border_points() const { return border_points_; }

  // Sample i of the cells' area; border point i.
  Stand stand_in_cell(std::uint64_t i, JudgeScratch& scratch) const;
  Stand stand_on_border(std::uint64_t i, JudgeScratch& scratch) const;
  // Sample i of the surface's area.
  Cover cover(std::uint64_t i, JudgeScratch& scratch) const;
  // Sample i of the raw ground's area.
  Walk walk(std::uint64_t i, JudgeScratch& scratch) const;
  [[nodiscard]] std::string reason(Vec3 p, JudgeScratch& scratch) const {
    return reasons_.sentence(p, truth_, found_, scratch.hits);
  }
  // How far the nearest cell is.
  [[nodiscard]] double depth(Vec3 p) const { return cells_.distance(p, agent_.max_step); }

  [[nodiscard]] double radius() const { return agent_.radius; }

  // Whether anything higher than the band stands within it of a place.
  [[nodiscard]] bool parted(Vec3 at) const;

 private:
  void add_border_points(const NavMesh& mesh);
  Stand judge(Vec3 p, bool ramp, bool inside, JudgeScratch& scratch) const;
  void look_below(Stand& stand, bool ramp, JudgeScratch& scratch) const;
  [[nodiscard]] bool in_the_way(Vec3 p, Way& way, JudgeScratch& scratch) const;

  const Agent agent_;
  const NavMesh& mesh_;
  VerifyNavMeshParams params_;
  double band_;
  Truth truth_;
  FreeDisc disc_;
  Sheet sheet_;
  Found found_;
  CellsFound cells_;
  Walker walker_;
  WalkerReason reasons_;
  Draws cell_draws_, surface_draws_, ground_draws_;
  std::vector<Vec3> border_points_;
  std::vector<std::uint8_t> border_ramp_;  // per border point: a ramp's
};

}  // namespace ambula::checker
