#include "bench/reach_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bench/detour_peer.h"
#include "verify/cells_found.h"
#include "verify/compare.h"
#include "verify/dice.h"

namespace ambula::bench {
namespace {

constexpr double kBeside = 0.01;    // metres in plan that a place of Detour's may be off
constexpr std::size_t kTries = 50;  // places drawn for one that is found
constexpr double kStride = 0.02;    // metres between points along a path

struct Spot {
  Vec3 at;
  std::uint32_t component = NavMesh::kNone;
  DetourPlace theirs;
};

class Comparing {
 public:
  Comparing(const NavMesh& own, const PeerMesh& peer, DetourPeer detour, const Agent& agent,
            const ReachParams& params)
      : own_(own), detour_(std::move(detour)), step_(agent.max_step), params_(params), cells_(own) {
    for (std::uint32_t t = 0; t < cells_.size(); ++t) draws_.add(t, checker::plan_area(cells_.corners(t)));
    std::vector<Box3> boxes;
    for (const Triangle& t : peer.detail_triangles) {
      details_.push_back(
          {peer.detail_positions[t[0]], peer.detail_positions[t[1]], peer.detail_positions[t[2]]});
      boxes.push_back(checker::box_of(details_.back()));
    }
    tree_ = checker::PlanTree(boxes);
  }

  Reach run() {
    Reach out;
    if (draws_.empty()) return out;
    std::vector<Spot> spots;
    const std::uint64_t most = 2 * params_.pairs * kTries;
    for (std::uint64_t i = 0; i < most && spots.size() < 2 * params_.pairs; ++i) {
      checker::Dice dice(params_.seed, 3, i);
      const std::uint32_t t = draws_.pick(0, 1, dice.unit());
      const Vec3 p = checker::point_in(cells_.corners(t), dice);
      const auto theirs = detour_.nearest(p, {kBeside, kBeside, step_});
      if (!theirs || length(theirs->at.xy() - p.xy()) > kBeside) continue;
      spots.push_back({p, own_.component[cells_.cell(t)], *theirs});
    }
    for (std::size_t k = 0; k + 1 < spots.size(); k += 2) compare(spots[k], spots[k + 1], out);
    return out;
  }

 private:
  void compare(const Spot& a, const Spot& b, Reach& out) {
    ++out.pairs;
    const bool own = a.component == b.component, peer = detour_.find(a.theirs, b.theirs);
    out.both += own && peer ? 1 : 0;
    out.neither += !own && !peer ? 1 : 0;
    out.only_own += own && !peer ? 1 : 0;
    out.only_peer += !own && peer ? 1 : 0;
    if (own == peer) return;
    ReachPair pair{a.at, b.at, a.component, b.component, own, {}};
    if (!own) pair.crossings = crossings(a);
    out.differing.push_back(std::move(pair));
  }

  // The height of Recast's detail mesh over p nearest to z, or z.
  [[nodiscard]] double height_near(Vec2 p, double z) const {
    double best = std::numeric_limits<double>::infinity(), out = z;
    tree_.at(p, z - 2 * step_, z + 2 * step_, [&](std::uint32_t t) {
      double there = 0;
      if (!checker::height_at(details_[t], p, there) || !(std::fabs(there - z) < best)) return;
      best = std::fabs(there - z);
      out = there;
    });
    return out;
  }

  [[nodiscard]] std::uint32_t component_at(Vec3 p) {
    cells_.at(p.xy(), p.z - step_, p.z + step_, hits_);
    std::uint32_t out = NavMesh::kNone;
    double best = std::numeric_limits<double>::infinity();
    for (const checker::Hit& hit : hits_) {
      if (!(std::fabs(hit.z - p.z) < best)) continue;
      best = std::fabs(hit.z - p.z);
      out = own_.component[cells_.cell(hit.triangle)];
    }
    return out;
  }

  // Along the path found last.
  [[nodiscard]] std::vector<ReachCrossing> crossings(const Spot& start) {
    std::vector<ReachCrossing> out;
    const std::vector<Vec3> path = detour_.points();
    Vec3 last = start.at;
    std::uint32_t component = start.component;
    double z = start.at.z;
    for (std::size_t k = 1; k < path.size(); ++k) {
      const Vec3 a = path[k - 1], b = path[k];
      const int n = static_cast<int>(length((b - a).xy()) / kStride) + 1;
      for (int i = 0; i <= n; ++i) {
        const Vec3 q = a + (b - a) * (static_cast<double>(i) / n);
        z = i == n ? height_near(q.xy(), b.z) : height_near(q.xy(), z);
        const Vec3 at{q.x, q.y, z};
        const std::uint32_t here = component_at(at);
        if (here == NavMesh::kNone) continue;
        if (here != component) out.push_back({last, at, component, here});
        component = here;
        last = at;
      }
    }
    return out;
  }

  const NavMesh& own_;
  DetourPeer detour_;
  double step_;
  ReachParams params_;
  checker::CellsFound cells_;
  checker::Draws draws_;
  std::vector<std::array<Vec3, 3>> details_;
  checker::PlanTree tree_;
  std::vector<checker::Hit> hits_;
};

}  // namespace

std::optional<Reach> compare_reach(const NavMesh& own, const PeerMesh& peer, const Agent& agent, double cell,
                                   const ReachParams& params) {
  auto detour = DetourPeer::make(peer, agent, cell);
  if (!detour) return {};
  return Comparing(own, peer, std::move(*detour), agent, params).run();
}

}  // namespace ambula::bench
