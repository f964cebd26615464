// find_path with a radius: around corners in arcs, over the clearance triangulation. What that cannot know,
// costs and what is closed, and the way to what is nearest to a goal that is not reached, is asked of the
// eroded mesh (find_eroded.cpp).
#include <algorithm>
#include <cmath>

#include "ambula/values/nav_base.h"
#include "query/nearest.h"
#include "query/query_state.h"

namespace ambula {
namespace {

// Cells are looked for so far from where the path is: borders of the mesh are simplified inwards.
constexpr double kOff = 0.1;  // metres

PathStatus status_of(ClearStatus status) {
  switch (status) {
    case ClearStatus::found:
      return PathStatus::complete;
    case ClearStatus::start_blocked:
      return PathStatus::no_start;
    case ClearStatus::goal_blocked:
      return PathStatus::no_goal;
    case ClearStatus::unreachable:
      return PathStatus::unreachable;
    case ClearStatus::out_of_budget:
      return PathStatus::out_of_budget;
    case ClearStatus::cancelled:
      return PathStatus::cancelled;
    case ClearStatus::undecided:
      break;
  }
  return PathStatus::invalid;
}

// Whether a filter is about cells, and not links alone.
bool tells_cells_apart(const Filter* filter) {
  return filter != nullptr &&
         (filter->kind_cost != Filter::kOrdinaryCosts || closes_something(filter) ||
          std::any_of(filter->area_cost.begin(), filter->area_cost.end(), [](double c) { return c != 1; }));
}

bool is_alike(const NavBase& base, std::uint32_t a, std::uint32_t b) {
  return base.kind[a] == base.kind[b] && base.flight[a] == base.flight[b] &&
         base.area_type[a] == base.area_type[b];
}

}  // namespace

bool asks_for_clearance(const PathParams& params) {
  return params.radius.value_or(0) > 0 || params.ledge_clearance.value_or(0) > 0;
}

void Query::find_clear(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  own.prepare(*shared_, start, goal, params);
  out.status = shared_->clearance ? own.status : PathStatus::invalid;
  own.status = PathStatus::invalid;
  const bool apart = out.status == PathStatus::unreachable;
  if (out.status != PathStatus::complete && !apart) return;
  if (tells_cells_apart(params.filter))
    return own.run_eroded(*shared_, {start, goal}, params, PathRule::corridor, out);
  out.status = own.run_clear(*shared_, {start, goal}, params, apart);
  out.expansions = own.clear_path.expansions;
  // Where walls and ledges are kept from by different distances, the corners of a passage may not tell.
  const bool undecided = out.status == PathStatus::invalid;
  const bool unfinished = out.status == PathStatus::unreachable || out.status == PathStatus::out_of_budget;
  if (undecided || (unfinished && params.partial))
    return own.run_eroded(*shared_, {start, goal}, params, PathRule::corridor, out);
  if (out.status != PathStatus::complete) return;
  own.write_clear(*shared_, out);
  out.length = own.clear_path.length;
}

PathStatus Query::Scratch::run_clear(const Shared& shared, const PathRequest& ends, const PathParams& params,
                                     bool apart) {
  const KeptDistance keep = shared.clearance->keep_of(params.radius.value_or(0), params.ledge_clearance);
  clear_path.expansions = 0;
  const auto from = clear_place(shared, start, ends.start, params.reach, keep);
  if (!from) return PathStatus::no_start;
  const auto to = clear_place(shared, goal, ends.goal, params.reach, keep);
  if (!to) return PathStatus::no_goal;
  if (apart) return PathStatus::unreachable;
  ClearRequest request{*from, *to, keep, params.budget, params.context, gates_for(shared, keep)};
  if (params.filter != nullptr) request.closed_links = params.filter->closed_links;
  clear_search->find(request, clear_path);
  return status_of(clear_path.status);
}

std::optional<ClearPlace> Query::Scratch::clear_place(const Shared& shared, const MeshPlace& on, Vec3 p,
                                                      Vec3 reach, const KeptDistance& keep) {
  const ClearanceGraph& graph = *shared.clearance;
  if (!clear_search) clear_search.emplace(graph);
  if (!clear_ends) clear_ends.emplace(graph);
  const auto from = graph.locate(shared.mesh.outwards(on.at), kOff);
  if (!from) return {};
  return clear_ends->find(*from, p, reach, keep, *clear_search);
}

// Ends of links are moved as those of paths are, so every distance has its own gates; they are kept.
std::span<const ClearGate> Query::Scratch::gates_for(const Shared& shared, const KeptDistance& keep) {
  if (shared.gates.empty()) return {};
  const auto known = std::find_if(clear_gates.begin(), clear_gates.end(), [&](const ClearGates& g) {
    return g.keep.wall == keep.wall && g.keep.ledge == keep.ledge;
  });
  if (known != clear_gates.end()) return known->gates;
  std::vector<ClearGate>& gates = clear_gates.emplace_back(ClearGates{keep, {}}).gates;
  const double quantum = shared.mesh.mesh->lattice.quantum;
  const auto place = [&](Vec3 p) -> std::optional<ClearPlace> {
    const auto on = nearest_place(shared.mesh, shared.tree, shared.mesh.inwards(p),
                                  kLinkReach * (1 / quantum), outline, [](std::uint32_t) { return true; });
    if (!on) return {};
    return clear_place(shared, *on, p, kLinkReach, keep);
  };
  cross_links(shared.links, [&](std::uint32_t k, Vec3 a, Vec3 b) {
    const auto from = place(a), to = place(b);
    if (!from || !to) return;
    const double cost = shared.links[k].cost / quantum;
    gates.push_back({*from, *to, cost, k});
    if (shared.links[k].both_ways) gates.push_back({*to, *from, cost, k});
  });
  std::stable_sort(gates.begin(), gates.end(),
                   [](const ClearGate& a, const ClearGate& b) { return a.from.triangle < b.from.triangle; });
  return gates;
}

// What is traced over the base, told in cells and stretches; all but the path's length in plan.
void Query::Scratch::write_clear(const Shared& shared, Path& out) {
  for (std::size_t leg = 0; leg < clear_path.legs.size(); ++leg) {
    trace_path(*shared.clearance, clear_path.legs[leg].start, clear_path.bends_of(leg), trace);
    write_leg(shared, out);
    if (leg + 1 == clear_path.legs.size()) break;
    PathStretch stretch;
    stretch.link = out.points.back().link = clear_path.legs[leg].link;
    stretch.first_cell = static_cast<std::uint32_t>(out.cells.size());
    stretch.length = clear_path.legs[leg].link_cost;
    out.stretches.push_back(stretch);
    out.length_3d += stretch.length;
    out.cost += stretch.length;
  }
  for (PathStretch& stretch : out.stretches) {
    stretch.along_gap =
        stretch.kind == CellKind::gap && stretch.link == NavMesh::kNone && stretch.length > asked.max_gap;
  }
}

void Query::Scratch::write_leg(const Shared& shared, Path& out) {
  const NavBase& base = *shared.mesh.mesh->base;
  const double off = kOff / shared.mesh.mesh->lattice.quantum;
  const auto cell_at = [&](Vec3 p) {
    const auto found = nearest_place(shared.mesh, shared.tree, shared.mesh.inwards(p), {off, off, off},
                                     outline, [&](std::uint32_t cell) { return toll.is_open(cell); });
    return found ? found->cell : NavMesh::kNone;
  };
  for (const TracePoint& p : trace.points)
    out.points.push_back({p.at, cell_at(p.at), NavMesh::kNone, p.centre, p.turn});
  const std::size_t first = out.cells.size();
  for (std::size_t k = 0; k < trace.triangles.size(); ++k) {
    const std::uint32_t t = trace.triangles[k];
    const std::uint32_t cell = cell_at(trace.middles[k]);
    if (k == 0 || !is_alike(base, trace.triangles[k - 1], t)) {
      PathStretch stretch;
      stretch.kind = base.kind[t];
      stretch.flight = base.flight[t];
      stretch.area_type = base.area_type[t];
      stretch.first_cell = static_cast<std::uint32_t>(out.cells.size());
      out.stretches.push_back(stretch);
    }
    PathStretch& stretch = out.stretches.back();
    stretch.length += trace.lengths[k];
    out.cost += trace.lengths[k] * Filter::kOrdinaryCosts[static_cast<std::size_t>(base.kind[t])];
    if (cell == NavMesh::kNone || (out.cells.size() > first && out.cells.back() == cell)) continue;
    out.cells.push_back(cell);
    ++stretch.cells;
  }
  out.length_3d += trace.length_3d;
}

}  // namespace ambula
