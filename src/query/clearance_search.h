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
// it says so.) After warm-up nothing is
// allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/context.h"
#include "query/arc_funnel.h"
#include "query/clearance_graph.h"
#include "query/plan_flood.h"

namespace ambula {

enum class ClearStatus : std::uint8_t {
  found,
  start_blocked,  // a border is too close
  goal_blocked,
  unreachable,
  // What is kept from walls and from ledges differs, and corners alone do not tell (one pair in some hundred
  // at most): a mesh of that radius does.
  undecided,
  out_of_budget,
  cancelled,
};

struct ClearRequest {
  ClearPlace start, goal;
  KeptDistance keep;
  std::uint64_t budget = 0;  // expansions; 0: no limit
  const Context* context = nullptr;
};

struct ClearPath {
  ClearStatus status = ClearStatus::unreachable;
  std::vector<ArcBend> bends;          // from start to goal, quanta in plan
  std::vector<std::uint32_t> channel;  // triangles of the clearance mesh
  double length = 0;                   // metres, in plan
  std::uint64_t expansions = 0;
};

class ClearanceSearch {
 public:
  explicit ClearanceSearch(const ClearanceGraph& graph);

  // Whether no border is closer to a place than is to be kept.
  [[nodiscard]] bool is_clear(const ClearPlace& place, const KeptDistance& keep);
  void find(const ClearRequest& request, ClearPath& out);

 private:
  static constexpr std::uint32_t kNone = PlanMesh::kNone;

  // Of an edge that is entered through, as the triangle behind it has it.
  struct State {
    double cost = 0;
    Vec2 at;  // where the edge is crossed
    std::uint32_t parent = kNone;
    std::uint32_t search = 0;  // the last one that came here
    bool closed = false;
  };
  struct Waiting {
    double estimate;
    std::uint32_t state;
  };

  [[nodiscard]] ClearStatus search(const ClearRequest& request);
  void depart(const ClearRequest& request);
  void reach(std::uint32_t state, std::uint32_t parent, Vec2 at, double cost, Vec2 goal);
  void leave(std::uint32_t exit, std::uint32_t parent, Vec2 from, double cost, const ClearRequest& request);
  [[nodiscard]] Vec2 crossing(std::uint32_t exit, Vec2 from, Vec2 goal, const KeptDistance& keep) const;
  [[nodiscard]] bool is_wide(std::uint32_t half, const KeptDistance& keep) const;
  [[nodiscard]] bool is_parted(std::uint32_t triangle, Vec2 p, Vec2 q, const KeptDistance& keep) const;
  [[nodiscard]] bool is_cut_off(std::uint32_t half, Vec2 p, const KeptDistance& keep) const;
  void pull(const ClearRequest& request, ClearPath& out);
  [[nodiscard]] bool keeps_clear(const ClearRequest& request, const ClearPath& path);
  [[nodiscard]] bool is_clear_along(std::uint32_t triangle, ArcFunnel::Leg leg, const KeptDistance& keep);
  [[nodiscard]] std::uint32_t deepest_near(std::uint32_t triangle, ArcFunnel::Leg leg,
                                           const KeptDistance& keep);

  const ClearanceGraph* graph_;
  std::vector<State> states_;  // by half-edge; the last one is the goal
  std::vector<Waiting> heap_;
  std::uint32_t current_ = 0;
  std::uint64_t expansions_ = 0;
  std::vector<std::uint32_t> way_;  // half-edges entered
  PlanFlood flood_;
  std::vector<Vec2> points_;
  ArcFunnel funnel_;
};

// A path on the base: what it stands on, and its heights.
struct TracePoint {
  Vec3 at;                 // scene coordinates
  std::uint32_t base = 0;  // triangle
  Vec3 centre = {};        // of the arc that begins here, at this height
  std::int8_t turn = 0;
};
struct PathTrace {
  std::vector<TracePoint> points;        // one per bend
  std::vector<std::uint32_t> triangles;  // of the base, in the order they are entered
  std::vector<double> lengths = {};      // metres in plan, on each of them
  std::vector<Vec3> middles = {};        // of the straight parts of the way on them, the last ones
  double length_3d = 0;                  // metres; steps without run count with their height
  std::vector<Vec2> scratch = {};
  std::vector<std::uint32_t> crossed = {};
};
void trace_path(const ClearanceGraph& graph, const ClearPlace& start, const ClearPath& path, PathTrace& out);

}  // namespace ambula
