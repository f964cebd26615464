// find_path: a route over junctions or, where that does not serve, A* over cells; then the taut way. In one
// go, or in slices.
#include <algorithm>

#include "query/query_state.h"

namespace ambula {
namespace {

// Expansions between two looks at the context.
constexpr std::uint64_t kSlice = 4096;

// Of what a path costs at least: up to the first nothing cheaper is looked for, up to the second not for
// long.
constexpr double kHardlyDearer = 1.01, kLittleDearer = 1.25;
// Nor up to so many metres more: who steps over a gap instead of walking around it seldom saves less.
constexpr double kHardlyMore = 0.5;

}  // namespace

void Query::find_path(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  if (asks_for_clearance(params)) return find_clear(start, goal, params, out);
  begin_path(start, goal, params);
  run_path(out);
}

void Query::find_path_between(const Place& start, const Place& goal, const PathParams& params, Path& out) {
  if (asks_for_clearance(params)) return find_clear(start.at, goal.at, params, out);
  scratch_->prepare(*shared_, start, goal, params);
  begin_search();
  run_path(out);
}

void Query::run_path(Path& out) {
  while (!advance_path(kSlice)) {
  }
  finish_path(out);
}

void Query::begin_path(Vec3 start, Vec3 goal, const PathParams& params) {
  scratch_->prepare(*shared_, start, goal, params);
  if (asks_for_clearance(params)) scratch_->status = PathStatus::invalid;
  begin_search();
}

void Query::begin_search() {
  Scratch& own = *scratch_;
  if (own.status == PathStatus::complete) own.begin_path_search(*shared_);
}

void Query::Scratch::begin_path_search(const Shared& shared) {
  spent = 0;
  is_pulled = is_traced = is_drafted = false;
  if (shared.gates.empty() && start.cell == goal.cell) {
    via = Via::cell;
    go_straight(start, goal);
    is_pulled = is_traced = true;
  } else if (begin_route(shared)) {
    via = Via::route;
  } else {
    begin_corridor(shared);
  }
}

bool Query::Scratch::begin_route(const Shared& shared) {
  const auto& component = shared.mesh.mesh->component;
  if (toll.shuts() || !shared.gates.empty() || component[start.cell] != component[goal.cell]) return false;
  MeshPlace first = start, last = goal;
  first.cell = shared.border.cell_at(start);
  last.cell = shared.border.cell_at(goal);
  if (first.cell == NavMesh::kNone || last.cell == NavMesh::kNone) return false;
  border_start = first.cell;
  route.begin(shared.border, shared.routes, first, last);
  return true;
}

// Where a path is drafted already, only for what costs less.
void Query::Scratch::begin_corridor(const Shared& shared) {
  via = Via::corridor;
  if (is_drafted) {
    search.begin(shared.world(), toll, start, goal, false, draft.cost * shared.mesh.per_quantum);
  } else {
    search.begin(shared.world(), toll, start, goal, asked.partial);
  }
}

// The route as a path. It was chosen by its length; where it may cross what costs more than the least, it
// serves when it is hardly dearer than the least it could cost at that length.
bool Query::Scratch::pull_route(const Shared& shared) {
  route.trace(shared.border, shared.routes, border_steps);
  pull_border(shared, start, goal);
  const bool dear = is_dear(shared);
  if (!dear && asked.detail == PathDetail::points) return true;
  if (!tracer.run(shared.mesh, start, goal, bends, steps, taut_points)) return false;
  is_traced = true;
  if (!dear) return true;
  clear(draft);
  writer.write(shared.world(), toll, start, goal, steps, taut_points, asked.max_gap, draft);
  is_drafted = true;
  const double least = toll.least() * draft.length;
  most_cheaper = draft.cost <= kLittleDearer * least ? 32 + 2 * draft.cells.size() : kSlice * kSlice;
  return draft.cost <= std::max(kHardlyDearer * least, least + kHardlyMore * toll.least());
}

// Whether the way over border cells may cross what costs more than the least.
bool Query::Scratch::is_dear(const Shared& shared) const {
  if (toll.dear() == 0) return false;
  std::uint64_t out = shared.border.classes[border_start];
  for (const std::uint32_t s : border_steps) out |= shared.border.classes[shared.border.sides[s].neighbour];
  return (out & toll.dear()) != 0;
}

bool Query::Scratch::advance_search(const Shared& shared, std::uint64_t expansions) {
  if (via == Via::corridor) {
    if (is_drafted)
      expansions = std::min(expansions, most_cheaper - std::min(most_cheaper, search.expansions()));
    const bool is_done = search.advance(shared.world(), toll, expansions) != CorridorSearch::State::running;
    return is_done || (is_drafted && search.expansions() >= most_cheaper);
  }
  if (route.advance(shared.border, shared.routes, expansions) != RouteSearch::State::found) return false;
  is_pulled = pull_route(shared);
  if (is_pulled) return true;
  spent = route.expansions();
  begin_corridor(shared);
  return false;
}

std::uint64_t Query::Scratch::spent_on_path() const {
  return spent + (via == Via::cell ? 0 : via == Via::route ? route.expansions() : search.expansions());
}

bool Query::advance_path(std::uint64_t expansions) {
  Scratch& own = *scratch_;
  if (own.status != PathStatus::complete || own.is_pulled) return true;
  if (own.asked.context != nullptr && own.asked.context->cancelled()) {
    own.status = PathStatus::cancelled;
    return true;
  }
  const std::uint64_t budget = own.asked.budget;
  if (budget > 0) expansions = std::min(expansions, budget - std::min(budget, own.spent_on_path()));
  if (own.advance_search(*shared_, expansions)) return true;
  if (budget == 0 || own.spent_on_path() < budget) return false;
  own.status = PathStatus::out_of_budget;
  return true;
}

// Out of budget: cells say what was reached meanwhile.
void Query::Scratch::give_up_route(const Shared& shared) {
  const std::uint64_t expansions = route.expansions();
  begin_corridor(shared);
  if (asked.partial) (void)search.advance(shared.world(), toll, expansions);
}

// Where the corridor did not get to the goal: what has become of the path.
void Query::Scratch::end_corridor(const Shared& shared) {
  if (status == PathStatus::complete) {
    status = search.state() == CorridorSearch::State::running ? PathStatus::out_of_budget
                                                              : PathStatus::unreachable;
  }
  const auto reached = [&](std::uint32_t cell) { return search.reached(cell); };
  if (asked.partial && aim_for_nearest(shared, reached)) status = PathStatus::partial;
}

void Query::finish_path(Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  std::uint64_t expansions = 0;
  if (own.status == PathStatus::complete || own.status == PathStatus::out_of_budget) {
    expansions = own.spent_on_path();
    if (own.via == Scratch::Via::route && !own.is_pulled) own.give_up_route(*shared_);
    if (own.via == Scratch::Via::corridor && own.search.state() != CorridorSearch::State::found) {
      own.is_pulled = own.is_drafted && own.status == PathStatus::complete;
      if (!own.is_pulled) own.end_corridor(*shared_);
    }
  }
  if (own.status == PathStatus::complete || own.status == PathStatus::partial) own.write_path(*shared_, out);
  out.expansions = expansions;
  out.status = own.status;
  own.status = PathStatus::invalid;  // finished: begin_path starts anew
}

void Query::Scratch::write_path(const Shared& shared, Path& out) {
  if (is_drafted && is_pulled) return std::swap(out, draft);
  if (is_pulled && !tells_all(shared)) return write_bends(shared, out);
  if (!is_pulled) {
    search.trace(shared.world(), goal.cell, steps);
    taut_points.clear();
  }
  writer.write(shared.world(), toll, start, goal, steps, taut_points, asked.max_gap, out);
  if (is_drafted && draft.cost <= out.cost) std::swap(out, draft);
}

}  // namespace ambula
