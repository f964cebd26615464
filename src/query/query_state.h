// What a Query is made of.
#pragma once

#include <vector>

#include "ambula/query.h"
#include "query/blocks.h"
#include "query/cell_tree.h"
#include "query/corridor_search.h"
#include "query/link_gates.h"
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

  [[nodiscard]] SearchWorld world() const { return {mesh, blocks, gates, gate_begin}; }
};

struct Query::Scratch {
  Toll toll;
  std::vector<Vec3> outline;  // of a cell, clipped
  CorridorSearch search;
  TautSearch taut;
  PathWriter writer;
  std::vector<std::uint32_t> steps;

  // The path that is asked for: its ends on the mesh, and what has become of it. Until it is known that there
  // is none, it is complete.
  MeshPlace start, goal;
  PathParams asked;
  PathStatus status = PathStatus::invalid;

  // Checks a request and puts its ends on the mesh.
  void prepare(const Shared& shared, Vec3 from, Vec3 to, const PathParams& params);
  void prepare(const Shared& shared, const Place& from, const Place& to, const PathParams& params);
  // The two halves of it: false where the request makes no sense; then, with both ends, what is known of the
  // answer.
  bool accept(const Shared& shared, const PathParams& params);
  void settle(const Shared& shared);
  // Searches for the shortest path; says what has become of it in `status`.
  void run_taut(const Shared& shared);
  // The reachable point nearest to the goal becomes the goal; `reached(cell)` says what is.
  template <class Reached>
  bool aim_for_nearest(const Shared& shared, Reached&& reached);
};

template <class Reached>
bool Query::Scratch::aim_for_nearest(const Shared& shared, Reached&& reached) {
  const Vec3 everywhere{kFarAway, kFarAway, kFarAway};
  const auto found =
      nearest_place(shared.mesh, shared.tree, goal.at, everywhere, outline, std::forward<Reached>(reached));
  if (found) goal = *found;
  return found.has_value();
}

}  // namespace ambula
