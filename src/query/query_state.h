// What a Query is made of.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ambula/query.h"
#include "query/blocks.h"
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
#include "query/taut_search.h"
#include "query/toll.h"

namespace ambula {

struct Query::Shared {
  QueryMesh mesh;
  CellTree tree;
  std::vector<LinkGate> gates;
  std::vector<std::uint32_t> gate_begin;  // per cell; empty where there are no gates
  Blocks blocks;
  std::vector<double> area_before;  // per cell, square quanta of the cells before it; one more at the end
  std::vector<UserLink> links;
  std::optional<ClearanceGraph> clearance;  // of meshes of radius 0

  [[nodiscard]] SearchWorld world() const { return {mesh, blocks, gates, gate_begin}; }
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
  TautSearch taut;
  PathWriter writer;
  std::vector<std::uint32_t> steps, entries;
  CircleSearch circle;
  std::vector<double> parts;  // of a line
  std::vector<Vec2> on_line;
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
  std::uint64_t spent = 0;  // expansions of find_shortest

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
  void run_taut(const Shared& shared, const MeshPlace& from, const MeshPlace& to);
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
