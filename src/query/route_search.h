// A* over junctions: which way to take around what stands in the way. Between two junctions there is nothing
// to choose, so a mesh of any number of cells is searched in a few steps (routes.h).
//
// How long a way is, is estimated: by where the taut way through the middle of its portals turns, and from
// there to where it is left. What comes out is a row of cells, to be pulled taut.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "query/nearest.h"
#include "query/plan_cells.h"
#include "query/quad_heap.h"
#include "query/route_ends.h"
#include "query/routes.h"

namespace ambula {

class RouteSearch {
 public:
  enum class State : std::uint8_t { idle, running, found };

  // Cells of both places are those of `cells`; they have to be joined.
  void begin(const PlanCells& cells, const Routes& routes, const MeshPlace& start, const MeshPlace& goal);
  State advance(const PlanCells& cells, const Routes& routes, std::uint64_t expansions);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }
  // The sides it leaves cells by.
  void trace(const PlanCells& cells, const Routes& routes, std::vector<std::uint32_t>& out);
  [[nodiscard]] const RouteEnds& ends() const { return ends_; }

 private:
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  // A way gone to its end: by `way`, or only a part of it from the start.
  struct Arrival {
    double g = 0;
    Vec2 at;                       // where its last portal is crossed
    std::uint32_t before = kNone;  // the way to its beginning; kNone: from the start
    std::uint32_t stamp = 0;
    bool is_done = false;
  };
  struct Open {
    double f;
    std::uint32_t way;
  };
  struct OpenLess {
    bool operator()(const Open& a, const Open& b) const { return a.f != b.f ? a.f < b.f : a.way < b.way; }
  };
  // A way, or a part of one: where it crosses the portal at its end, and how long it is.
  struct Part {
    Vec2 at;
    double length = 0;
  };

  [[nodiscard]] static Part estimate(const PlanCells& cells, const Routes& routes, std::uint32_t way,
                                     std::uint32_t sides_behind, Vec2 from);
  [[nodiscard]] double between(const Routes& routes, std::uint32_t way, std::uint32_t from,
                               std::uint32_t to) const;
  void offer(std::uint32_t way, std::uint32_t before, Vec2 at, double g);
  void take(std::uint32_t before, std::uint32_t last, double length);
  void leave(const PlanCells& cells, const Routes& routes, std::uint32_t junction, std::uint32_t before,
             Vec2 at, double g);
  void fresh_stamp(std::size_t ways);
  void begin_core(const PlanCells& cells, const Routes& routes);

  std::vector<Arrival> arrivals_;  // by way
  QuadHeap<Open, OpenLess> open_;
  RouteEnds ends_;
  Vec2 start_, goal_;  // where the core is entered from both ends
  // When the goal is in a chain: from it back to the beginning of the chain, and to its end.
  std::array<Part, 2> last_part_;
  // The best way to the goal so far: the one it arrives by at a junction, and the one the goal lies on.
  double best_ = 0;
  std::uint32_t best_before_ = kNone, best_last_ = kNone;
  RouteChoice choice_;
  std::uint64_t expansions_ = 0;
  std::uint32_t stamp_ = 0;
  State state_ = State::idle;
};

}  // namespace ambula
