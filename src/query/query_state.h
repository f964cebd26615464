// What a Query is made of.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ambula/query.h"
#include "query/blocks.h"
#include "query/border_cells.h"
#include "query/cell_tree.h"
#include "query/circle_search.h"
#include "query/clearance_graph.h"
#include "query/clearance_search.h"
#include "query/clearance_trace.h"
#include "query/corridor_search.h"
#include "query/eroded_query.h"
#include "query/link_gates.h"
#include "query/nearest_clear.h"
#include "query/path_writer.h"
#include "query/query_mesh.h"
#include "query/route_proof.h"
#include "query/route_search.h"
#include "query/routes.h"
#include "query/seen_area.h"
#include "query/taut_search.h"
#include "query/taut_trace.h"
#include "query/toll.h"

namespace ambula {

struct Query::Shared {
  QueryMesh mesh;
  CellTree tree;
  std::vector<LinkGate> gates;
  std::vector<std::uint32_t> gate_begin;  // per cell; empty where there are no gates
  Blocks blocks;
  BorderCells border;
  Blocks border_blocks;
  Routes routes;                    // over `border`
  std::vector<double> area_before;  // per cell, square quanta of the cells before it; one more at the end
  std::vector<UserLink> links;
  std::optional<ClearanceGraph> clearance;  // of meshes of radius 0

  [[nodiscard]] SearchWorld world() const { return {mesh, blocks, gates, gate_begin}; }
  [[nodiscard]] TautWorld taut_world() const { return {mesh, blocks}; }
  [[nodiscard]] TautWorld border_world() const { return {border, border_blocks}; }
};

// The user links for a distance that is kept.
struct ClearGates {
  KeptDistance keep;
  std::vector<ClearGate> gates;
};

struct Query::Scratch {
  Scratch() = default;
  Scratch(const Scratch& other);  // shares what was prepared, nothing else

  // Paths with a radius.
  std::vector<std::unique_ptr<ErodedQuery>> eroded;
  std::optional<ClearanceSearch> clear_search;
  std::optional<NearestClear> clear_ends;
  std::vector<ClearGates> clear_gates;
  ClearPath clear_path;
  PathTrace trace;

  Toll toll;
  std::vector<Vec3> outline;  // of a cell, clipped
  CorridorSearch search;
  RouteSearch route;
  RouteProof proof;
  TautSearch taut, border_taut;
  PathWriter writer;
  // From border cells to those of the mesh.
  Funnel funnel;
  TautTrace tracer;
  std::uint32_t border_start = 0;  // a cell
  std::vector<std::uint32_t> border_steps;
  std::vector<TautPoint> bends, taut_points;  // the latter empty where they are not known for all of a path
  std::vector<std::uint32_t> steps, entries;
  CircleSearch circle;
  std::vector<double> parts;  // of a line
  SeenArea seen_area;
  std::vector<ReachedCell> cells;

  // Takes a place from outside. False where it is none, or the filter makes no sense.
  [[nodiscard]] bool enter(const Shared& shared, const Place& from, const Filter* filter, MeshPlace& out) {
    if (from.cell >= shared.mesh.size() || !is_finite(from.at) || !toll.set(shared.mesh, filter))
      return false;
    out = {shared.mesh.inwards(from.at), from.cell};
    return is_near(out.at);
  }

  // The path that is asked for: its ends on the mesh, and what has become of it. Until it is known that there
  // is none, it is complete.
  MeshPlace start, goal;
  PathParams asked;
  PathStatus status = PathStatus::invalid;
  std::uint64_t spent = 0;  // expansions of searches that are over
  double taut_length = 0;   // quanta, of the last leg

  // find_shortest with links: a leg from a stop to the next, by its straight line or exactly.
  struct LinkLeg {
    double f, g;
    std::uint32_t from, to;
    bool is_exact;
  };
  struct LinkLegLess {
    bool operator()(const LinkLeg& a, const LinkLeg& b) const {
      return a.f != b.f ? a.f < b.f : a.is_exact && !b.is_exact;
    }
  };
  QuadHeap<LinkLeg, LinkLegLess> legs;
  std::vector<std::uint32_t> came_from, linked_steps;
  LinkBound bound;

  // Checks a request and puts its ends on the mesh.
  void prepare(const Shared& shared, Vec3 from, Vec3 to, const PathParams& params);
  void prepare(const Shared& shared, const Place& from, const Place& to, const PathParams& params);
  // The two halves of it: false where the request makes no sense; then, with both ends, what is known of the
  // answer.
  bool accept(const Shared& shared, const PathParams& params);
  void settle(const Shared& shared);
  // Searches for the shortest path, leaving its sides in `steps`; says what has become of it in `status`.
  void run_shortest(const Shared& shared);
  // find_path: within a cell, by routes, or by a corridor of cells where these do not serve. The path is
  // pulled when its bends are there, traced when its steps and taut points are, and drafted when it is
  // written.
  enum class Via : std::uint8_t { cell, route, corridor };
  Via via = Via::cell;
  bool is_pulled = false, is_traced = false, is_drafted = false;
  Path draft;
  std::uint64_t most_cheaper = 0;  // expansions in the search for something cheaper than the draft
  void begin_path_search(const Shared& shared);
  bool begin_route(const Shared& shared);
  void begin_corridor(const Shared& shared);
  bool advance_search(const Shared& shared, std::uint64_t expansions);  // true: done
  bool pull_route(const Shared& shared);
  void write_path(const Shared& shared, Path& out);
  void give_up_route(const Shared& shared);
  void end_corridor(const Shared& shared);
  [[nodiscard]] bool is_dear(const Shared& shared) const;
  [[nodiscard]] bool tells_all(const Shared& shared) const;
  void write_bends(const Shared& shared, Path& out) const;
  [[nodiscard]] std::uint64_t spent_on_path() const;
  // Without what is shut on the border cells, else on the mesh itself. Leaves the length, and the sides.
  void run_taut(const Shared& shared, const MeshPlace& from, const MeshPlace& to);
  bool run_taut_in(const TautWorld& world, TautSearch& by, const MeshPlace& from, const MeshPlace& to);
  bool run_routes(const Shared& shared, const MeshPlace& from, const MeshPlace& to);
  void go_straight(const MeshPlace& from, const MeshPlace& to);
  void pull_border(const Shared& shared, const MeshPlace& from, const MeshPlace& to);
  bool is_over();
  RouteProof::Outcome improve_route(const Shared& shared, const MeshPlace& from, const MeshPlace& to,
                                    std::uint64_t most_expansions);
  void run_linked(const Shared& shared);
  // With a radius: over the clearance triangulation, leaving the way in `clear_path` (not where ends are
  // known to be apart), or over the eroded mesh.
  PathStatus run_clear(const Shared& shared, const PathRequest& ends, const PathParams& params, bool apart);
  void run_eroded(const Shared& shared, const PathRequest& ends, const PathParams& params, PathRule rule,
                  Path& out);
  // A point on the mesh as a place of the clearance triangulation, moved until it keeps clear of borders; p
  // is what was asked for.
  std::optional<ClearPlace> clear_place(const Shared& shared, const MeshPlace& on, Vec3 p, Vec3 reach,
                                        const KeptDistance& keep);
  std::span<const ClearGate> gates_for(const Shared& shared, const KeptDistance& keep);
  ErodedQuery* eroded_for(const Shared& shared, const PathParams& params);  // null where there is none
  void retell(const Shared& shared, Path& path);
  void write_clear(const Shared& shared, Path& out);
  void write_leg(const Shared& shared, Path& out);
  void trace_linked(const Shared& shared);
  [[nodiscard]] double left_from(const Shared& shared, std::uint32_t stop) const;
  bool aim_for_reachable(const Shared& shared);
  // The reachable point nearest to the goal becomes the goal; `reached(cell)` says what is.
  template <class Reached>
  bool aim_for_nearest(const Shared& shared, Reached&& reached);
};

// Whether a path is to keep more clear than the mesh does of itself.
[[nodiscard]] bool asks_for_clearance(const PathParams& params);

template <class Reached>
bool Query::Scratch::aim_for_nearest(const Shared& shared, Reached&& reached) {
  const Vec3 everywhere{kFarAway, kFarAway, kFarAway};
  const auto found =
      nearest_place(shared.mesh, shared.tree, goal.at, everywhere, outline, std::forward<Reached>(reached));
  if (found) goal = *found;
  return found.has_value();
}

}  // namespace ambula
