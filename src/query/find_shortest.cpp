// find_shortest: the shortest path in plan. Without user links one search; with them Dijkstra over their
// gates, whose distances are such searches, each only run once its straight line is the shortest thing left.
#include <algorithm>

#include "query/query_state.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;
constexpr std::uint64_t kSlice = 1024;  // expansions between two looks at the context
constexpr std::uint64_t kMostToProve =
    4096;  // expansions; where more are needed cells tell ways apart better

}  // namespace

void Query::find_shortest(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  if (asks_for_clearance(params)) return find_eroded(start, goal, params, out);
  scratch_->prepare(*shared_, start, goal, params);
  finish_shortest(out);
}

void Query::find_shortest_between(const Place& start, const Place& goal, const PathParams& params,
                                  Path& out) {
  if (asks_for_clearance(params)) return find_eroded(start.at, goal.at, params, out);
  scratch_->prepare(*shared_, start, goal, params);
  finish_shortest(out);
}

void Query::finish_shortest(Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  own.spent = 0;
  own.is_traced = false;
  if (own.status == PathStatus::complete) own.run_shortest(*shared_);
  if (own.status == PathStatus::unreachable && own.asked.partial && own.aim_for_reachable(*shared_)) {
    own.run_shortest(*shared_);
    if (own.status == PathStatus::complete) own.status = PathStatus::partial;
  }
  out.expansions = own.spent;
  out.status = own.status;
  if (own.status == PathStatus::complete || own.status == PathStatus::partial) {
    if (own.tells_all(*shared_)) {
      own.writer.write(shared_->world(), own.toll, own.start, own.goal, own.steps, own.taut_points,
                       own.asked.max_gap, out);
    } else {
      own.write_bends(*shared_, out);
    }
  }
  own.status = PathStatus::invalid;
}

void Query::Scratch::run_shortest(const Shared& shared) {
  if (shared.gates.empty()) {
    run_taut(shared, start, goal);
  } else {
    run_linked(shared);
    taut_points.clear();
  }
}

void Query::Scratch::run_taut(const Shared& shared, const MeshPlace& from, const MeshPlace& to) {
  if (is_over()) return;
  if (from.cell == to.cell) return go_straight(from, to);
  if (!toll.shuts() && run_routes(shared, from, to)) return;
  is_traced = true;
  if (!run_taut_in(shared.taut_world(), taut, from, to)) return;
  taut_length = taut.length();
  taut.trace(shared.taut_world(), steps);
  taut_points.clear();
}

// Within one cell.
void Query::Scratch::go_straight(const MeshPlace& from, const MeshPlace& to) {
  status = PathStatus::complete;
  is_traced = true;
  steps.clear();
  taut_points.assign({TautPoint{from.at.xy(), -1}, TautPoint{to.at.xy(), 0}});
  bends.assign(taut_points.begin(), taut_points.end());
  taut_length = length(to.at.xy() - from.at.xy());
}

// False where the search has ended without a way.
bool Query::Scratch::run_taut_in(const TautWorld& world, TautSearch& by, const MeshPlace& from,
                                 const MeshPlace& to) {
  const std::uint64_t before = spent;
  by.begin(world, toll, from, to);
  while (by.state() == TautSearch::State::running) {
    if (is_over()) return false;
    const std::uint64_t left = asked.budget - std::min(asked.budget, spent);
    by.advance(world, toll, asked.budget == 0 ? kSlice : std::min(kSlice, left));
    spent = before + by.expansions();
  }
  const bool found = by.state() == TautSearch::State::found;
  status = found ? PathStatus::complete : PathStatus::unreachable;
  return found;
}

// Over the border cells: a route that is short, and then the proof that none is shorter. False where rounding
// leads astray; true also where there is no way, or it is not known.
bool Query::Scratch::run_routes(const Shared& shared, const MeshPlace& from, const MeshPlace& to) {
  MeshPlace first = from, last = to;
  first.cell = shared.border.cell_at(from);
  last.cell = shared.border.cell_at(to);
  if (first.cell == kNone || last.cell == kNone) return false;
  const auto left = [&](std::uint64_t most) {
    return asked.budget == 0 ? most : std::min(most, asked.budget - std::min(asked.budget, spent));
  };
  const std::uint64_t before = spent;
  border_start = first.cell;
  route.begin(shared.border, shared.routes, first, last);
  while (route.advance(shared.border, shared.routes, left(kSlice)) != RouteSearch::State::found) {
    spent = before + route.expansions();
    if (is_over()) return true;
  }
  spent = before + route.expansions();
  route.trace(shared.border, shared.routes, border_steps);
  pull_border(shared, from, to);
  if (bends.size() > 2) {
    const auto outcome = improve_route(shared, from, to, left(kMostToProve));
    spent += proof.expansions();
    if (outcome == RouteProof::Outcome::too_many) {
      if (is_over()) return true;
      if (!run_taut_in(shared.border_world(), border_taut, first, last)) return true;
      border_taut.trace(shared.border_world(), border_steps);
      pull_border(shared, from, to);
    }
  }
  status = PathStatus::complete;
  if (asked.detail == PathDetail::points && shared.gates.empty() && !is_dear(shared)) return true;
  is_traced = tracer.run(shared.mesh, from, to, bends, steps, taut_points);
  return is_traced;
}

// Looks for a shorter route than the one at hand, and takes it.
RouteProof::Outcome Query::Scratch::improve_route(const Shared& shared, const MeshPlace& from,
                                                  const MeshPlace& to, std::uint64_t most_expansions) {
  const auto outcome = proof.run(shared.border, shared.routes, route.ends(), from.at.xy(), to.at.xy(),
                                 taut_length, most_expansions);
  if (proof.is_shorter()) {
    route.ends().write(shared.border, shared.routes, proof.choice(), border_steps);
    pull_border(shared, from, to);
  }
  return outcome;
}

// Whether a search has to end: it was cancelled, or has spent what it may.
bool Query::Scratch::is_over() {
  if (asked.context != nullptr && asked.context->cancelled()) {
    status = PathStatus::cancelled;
    return true;
  }
  if (asked.budget == 0 || spent < asked.budget) return false;
  status = PathStatus::out_of_budget;
  return true;
}

// Whether there is more to write than bends.
bool Query::Scratch::tells_all(const Shared& shared) const {
  const bool is_short = !is_traced || (steps.empty() && asked.detail == PathDetail::points);
  return !is_short || !shared.gates.empty();
}

// The points alone.
void Query::Scratch::write_bends(const Shared& shared, Path& out) const {
  const BorderCells& border = shared.border;
  const QueryMesh& mesh = shared.mesh;
  out.points.reserve(bends.size());
  const auto add = [&](Vec3 at, std::uint32_t cell) {
    Waypoint& point = out.points.emplace_back();
    point.at = mesh.outwards(at);
    point.cell = cell;
  };
  add(start.at, start.cell);
  for (std::size_t k = 1; k + 1 < bends.size(); ++k) {
    const std::uint32_t side = border_steps[static_cast<std::size_t>(bends[k].portal)];
    const std::uint32_t corner = bends[k].at == border.sides[side].at() ? side : border.sides[side].across;
    add({bends[k].at.x, bends[k].at.y, static_cast<double>(border.height[corner])},
        border.corner_cell[corner]);
  }
  add(goal.at, goal.cell);
  out.length = taut_length * mesh.mesh->lattice.quantum;
  for (std::size_t k = 1; k < out.points.size(); ++k)
    out.length_3d += length(out.points[k].at - out.points[k - 1].at);
  out.cost = out.length * (start.cell == goal.cell ? toll.cost(start.cell) : toll.least());
}

void Query::Scratch::pull_border(const Shared& shared, const MeshPlace& from, const MeshPlace& to) {
  funnel.run(shared.border, from.at.xy(), to.at.xy(), border_steps, bends);
  taut_length = 0;
  for (std::size_t k = 1; k < bends.size(); ++k) taut_length += length(bends[k].at - bends[k - 1].at);
}

// Over stops: the start, what lies behind each gate, and the goal. A leg is first known by its straight line.
void Query::Scratch::run_linked(const Shared& shared) {
  const auto gates = static_cast<std::uint32_t>(shared.gates.size());
  const std::uint32_t first = gates, last = gates + 1;
  const auto stands = [&](std::uint32_t stop) { return stop == first ? start : shared.gates[stop].to; };
  const auto leads_to = [&](std::uint32_t stop) { return stop == last ? goal : shared.gates[stop].from; };
  bound.set(shared.gates, goal.at.xy(), 1, [&](std::uint32_t link) { return toll.is_link_open(link); });
  came_from.assign(gates + 2, kNone);
  legs.clear();
  const auto offer_all = [&](std::uint32_t stop, double g) {
    for (std::uint32_t to = 0; to <= last; ++to) {
      if (to == first || came_from[to] != kNone) continue;
      if (to < gates) {
        const LinkGate& gate = shared.gates[to];
        if (!toll.is_link_open(gate.link) || !toll.is_open(gate.to.cell) || !toll.is_open(gate.from.cell))
          continue;
      }
      const auto& component = shared.mesh.mesh->component;
      if (component[stands(stop).cell] != component[leads_to(to).cell]) continue;
      const double least = g + length(leads_to(to).at.xy() - stands(stop).at.xy());
      legs.push({least + left_from(shared, to), least, stop, to, false});
    }
  };
  came_from[first] = first;
  offer_all(first, 0);
  status = PathStatus::unreachable;
  while (!legs.empty()) {
    LinkLeg leg = legs.pop();
    if (came_from[leg.to] != kNone) continue;
    if (!leg.is_exact) {
      const double g = leg.g - length(leads_to(leg.to).at.xy() - stands(leg.from).at.xy());
      run_taut(shared, stands(leg.from), leads_to(leg.to));
      if (status != PathStatus::complete && status != PathStatus::unreachable) return;
      if (status == PathStatus::complete) {
        leg.g = g + taut_length;
        leg.f = leg.g + left_from(shared, leg.to);
        leg.is_exact = true;
        legs.push(leg);
      }
      status = PathStatus::unreachable;
      continue;
    }
    came_from[leg.to] = leg.from;
    if (leg.to == last) return trace_linked(shared);
    offer_all(leg.to, leg.g + shared.gates[leg.to].cost);
  }
}

// At least, from where a leg ends: over the gate, and on to the goal.
double Query::Scratch::left_from(const Shared& shared, std::uint32_t stop) const {
  if (stop >= shared.gates.size()) return 0;
  const LinkGate& gate = shared.gates[stop];
  return gate.cost + bound.from(gate.to.at.xy());
}

void Query::Scratch::trace_linked(const Shared& shared) {
  const auto gates = static_cast<std::uint32_t>(shared.gates.size());
  const auto sides = static_cast<std::uint32_t>(shared.mesh.sides.size());
  std::vector<std::uint32_t>& stops = entries;
  stops.clear();
  for (std::uint32_t stop = gates + 1; stop != gates; stop = came_from[stop]) stops.push_back(stop);
  std::reverse(stops.begin(), stops.end());
  linked_steps.clear();
  MeshPlace from = start;
  for (const std::uint32_t stop : stops) {
    run_taut(shared, from, stop < gates ? shared.gates[stop].from : goal);
    if (status != PathStatus::complete) return;
    linked_steps.insert(linked_steps.end(), steps.begin(), steps.end());
    if (stop == gates + 1) break;
    linked_steps.push_back(sides + stop);
    from = shared.gates[stop].to;
  }
  steps.assign(linked_steps.begin(), linked_steps.end());
}

// Everything that is reached, cell by cell; of that what is nearest to the goal.
bool Query::Scratch::aim_for_reachable(const Shared& shared) {
  search.begin(shared.world(), toll, start, goal, true);
  while (search.advance(shared.world(), toll, kSlice) == CorridorSearch::State::running) {
    if (asked.context != nullptr && asked.context->cancelled()) {
      status = PathStatus::cancelled;
      return false;
    }
  }
  return aim_for_nearest(shared, [&](std::uint32_t cell) { return search.reached(cell); });
}

}  // namespace ambula
