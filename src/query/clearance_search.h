// Paths of any radius on the clearance triangulation of a mesh of radius 0.
//
//   ClearanceGraph graph(*mesh.base, *mesh.clearance, mesh.lattice);  // once
//   ClearanceSearch search(graph);                                    // one a thread
//   ClearPath path;                                                   // keeps its memory
//   const auto a = graph.locate(start, 1.0), b = graph.locate(goal, 1.0);
//   if (a && b) search.find({*a, *b, graph.keep_of(0.3)}, path);
//
// A path is found exactly when there is one for a disc that keeps what it is asked to from every border, in
// plan and along the surface; it is the shortest within the triangles A* chose. (Where different distances
// are kept from walls and ledges: when one is found there is one, when none is there is none, and in between
// it says so.) After warm-up nothing is allocated.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "query/arc_funnel.h"
#include "query/clearance_graph.h"
#include "query/link_gates.h"
#include "query/plan_flood.h"

namespace ambula {

enum class ClearStatus : std::uint8_t {
  found,
  start_blocked,  // a border is too close
  goal_blocked,
  unreachable,
  // What is kept from walls and from ledges differs, and corners alone do not tell (one pair in some hundred
  // at most), or an end touches what the way turns around, and the way went wrong (one in a hundred
  // thousand): a mesh of that radius does.
  undecided,
  out_of_budget,
  cancelled,
};

// A user link at one of the places it is crossed at; both ends keep clear.
struct ClearGate {
  ClearPlace from, to;
  double cost = 0;  // quanta
  std::uint32_t link = 0;
};

struct ClearRequest {
  ClearPlace start, goal;
  KeptDistance keep;
  std::uint64_t budget = 0;  // expansions; 0: no limit
  const Context* context = nullptr;
  std::span<const ClearGate> gates = {};            // in the order of `from`'s triangles
  std::span<const std::uint8_t> closed_links = {};  // by link, as Filter has them
};

// From the start or the far end of a gate to the near end of the next one, or the goal.
struct ClearLeg {
  ClearPlace start;
  std::uint32_t first = 0;               // its first bend; the last one is before the next leg's
  std::uint32_t link = PlanMesh::kNone;  // that is taken at its end, and what it is worth in metres
  double link_cost = 0;
};

struct ClearPath {
  ClearStatus status = ClearStatus::unreachable;
  std::vector<ArcBend> bends;  // quanta in plan; of all legs
  std::vector<ClearLeg> legs;  // one more than links are taken
  double length = 0;           // metres, in plan; links as what they are worth
  std::uint64_t expansions = 0;

  [[nodiscard]] std::span<const ArcBend> bends_of(std::size_t leg) const {
    const std::size_t end = leg + 1 < legs.size() ? legs[leg + 1].first : bends.size();
    return std::span(bends).subspan(legs[leg].first, end - legs[leg].first);
  }
};

class ClearanceSearch {
 public:
  explicit ClearanceSearch(const ClearanceGraph& graph);

  // Whether no border is closer to a place than is to be kept.
  [[nodiscard]] bool is_clear(const ClearPlace& place, const KeptDistance& keep);
  void find(const ClearRequest& request, ClearPath& out);

 private:
  static constexpr std::uint32_t kNone = PlanMesh::kNone;

  // Of an edge that is entered through, as the triangle behind it has it; of the goal; of a gate.
  struct State {
    double cost = 0;
    Vec2 at;  // where the edge is crossed; what the gate leads to
    std::uint32_t parent = kNone;
    std::uint32_t search = 0;  // the last one that came here
    bool closed = false;
  };
  struct Waiting {
    double estimate;
    std::uint32_t state;
  };

  void begin(const ClearRequest& request);
  [[nodiscard]] ClearStatus search(const ClearRequest& request);
  [[nodiscard]] std::uint32_t goal_state() const {
    return static_cast<std::uint32_t>(graph_->plan().corner.size());
  }
  [[nodiscard]] std::uint32_t next_best();
  void reach(std::uint32_t state, std::uint32_t parent, Vec2 at, double cost);
  // From a place in its triangle, and from an edge of it into the triangle.
  void depart(const ClearPlace& place, std::uint32_t parent, double cost, const ClearRequest& request);
  void enter(std::uint32_t half, const ClearRequest& request);
  void leave(std::uint32_t exit, std::uint32_t parent, Vec2 from, double cost, const ClearRequest& request);
  // The goal and the gates in a triangle that no narrow passage parts from p.
  void look_for_ends(std::uint32_t triangle, Vec2 p, std::uint32_t parent, Vec2 from, double cost,
                     const ClearRequest& request);
  [[nodiscard]] Vec2 crossing(std::uint32_t exit, Vec2 from, Vec2 goal, const KeptDistance& keep) const;
  [[nodiscard]] bool is_wide(std::uint32_t half, const KeptDistance& keep) const;
  [[nodiscard]] bool is_parted(std::uint32_t triangle, Vec2 p, Vec2 q, const KeptDistance& keep) const;
  [[nodiscard]] bool is_cut_off(std::uint32_t half, Vec2 p, const KeptDistance& keep) const;
  void pull(const ClearRequest& request, ClearPath& out);
  void pull_leg(const ClearPlace& start, const ClearPlace& goal, std::span<const std::uint32_t> way,
                const KeptDistance& keep, ClearPath& out);
  [[nodiscard]] bool keeps_clear(const ClearRequest& request, const ClearPath& path);
  [[nodiscard]] bool is_clear_along(std::uint32_t triangle, ArcFunnel::Leg leg, const KeptDistance& keep);
  [[nodiscard]] std::uint32_t deepest_near(std::uint32_t triangle, ArcFunnel::Leg leg,
                                           const KeptDistance& keep);

  const ClearanceGraph* graph_;
  std::vector<State> states_;  // by half-edge, then the goal, then the gates
  std::vector<Waiting> heap_;
  std::uint32_t current_ = 0;
  std::uint64_t expansions_ = 0;
  LinkBound left_;                  // to the goal, at least
  std::vector<std::uint32_t> way_;  // states from the start to the goal
  std::vector<ArcBend> leg_;
  PlanFlood flood_;
  std::vector<Vec2> points_;
  bool crowded_ = false;  // the last way has an end with vertices around it that are too close to it
  ArcFunnel funnel_;
};

}  // namespace ambula
