// Paths that keep more clear than the mesh does of itself: around corners in arcs, over the clearance
// triangulation; or the shortest ones, over the eroded mesh.
#include <algorithm>
#include <cmath>

#include "query/nearest.h"
#include "query/query_state.h"

namespace ambula {
namespace {

// Cells are looked for so far from where the path is: borders of the mesh are simplified inwards.
constexpr double kOff = 0.1;  // metres

bool closes_something(const Filter* filter) {
  return filter != nullptr &&
         (!filter->closed_cells.empty() || !filter->closed_sides.empty() || !filter->closed_links.empty());
}

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

bool is_alike(const NavBase& base, std::uint32_t a, std::uint32_t b) {
  return base.kind[a] == base.kind[b] && base.flight[a] == base.flight[b] &&
         base.area_type[a] == base.area_type[b];
}

}  // namespace

bool asks_for_clearance(const PathParams& params) {
  return params.radius.value_or(0) > 0 || params.ledge_clearance.value_or(0) > 0;
}

Query::Scratch::Scratch(const Scratch& other) {
  for (const auto& e : other.eroded) {
    eroded.push_back(
        std::make_unique<ErodedQuery>(ErodedQuery{e->radius, e->ledge_clearance, e->mesh, Query(e->query)}));
  }
}

void Query::find_clear(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  own.prepare(*shared_, start, goal, params);
  const PathStatus known = own.status;
  own.status = PathStatus::invalid;
  out.status = PathStatus::invalid;
  if (!shared_->clearance || closes_something(params.filter)) return;
  out.status = known;
  if (known != PathStatus::complete) return;
  const ClearanceGraph& graph = *shared_->clearance;
  const KeptDistance keep = graph.keep_of(params.radius.value_or(0), params.ledge_clearance);
  out.status = PathStatus::no_start;
  const auto from = own.clear_place(*shared_, own.start, start, params.reach, keep);
  if (!from) return;
  out.status = PathStatus::no_goal;
  const auto to = own.clear_place(*shared_, own.goal, goal, params.reach, keep);
  if (!to) return;
  own.clear_search->find({*from, *to, keep, params.budget, params.context}, own.clear_path);
  // Where walls and ledges are kept from by different distances, the corners of a passage may not tell.
  if (own.clear_path.status == ClearStatus::undecided) return find_eroded(start, goal, params, out);
  out.expansions = own.clear_path.expansions;
  out.status = status_of(own.clear_path.status);
  if (out.status != PathStatus::complete) return;
  trace_path(graph, *from, own.clear_path, own.trace);
  own.write_clear(*shared_, out);
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

// What is traced over the base, told in cells and stretches.
void Query::Scratch::write_clear(const Shared& shared, Path& out) {
  const NavBase& base = *shared.mesh.mesh->base;
  const double quantum = shared.mesh.mesh->lattice.quantum;
  const Vec3 off{kOff / quantum, kOff / quantum, kOff / quantum};
  const auto cell_at = [&](Vec3 p) {
    const auto found = nearest_place(shared.mesh, shared.tree, shared.mesh.inwards(p), off, outline,
                                     [](std::uint32_t) { return true; });
    return found ? found->cell : NavMesh::kNone;
  };
  for (const TracePoint& p : trace.points) {
    out.points.push_back({});
    Waypoint& to = out.points.back();
    to.at = p.at;
    to.cell = cell_at(p.at);
    to.centre = p.turn == 0 ? Vec3{} : p.centre;
    to.turn = p.turn;
  }
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
    if (cell == NavMesh::kNone || (!out.cells.empty() && out.cells.back() == cell)) continue;
    out.cells.push_back(cell);
    ++stretch.cells;
  }
  for (PathStretch& stretch : out.stretches)
    stretch.along_gap = stretch.kind == CellKind::gap && stretch.length > asked.max_gap;
  out.length = out.cost = clear_path.length;
  out.length_3d = trace.length_3d;
}

void Query::find_eroded(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  out.status = PathStatus::invalid;
  if (!shared_->clearance || closes_something(params.filter)) return;
  const double radius = params.radius.value_or(0);
  auto at = std::find_if(own.eroded.begin(), own.eroded.end(), [&](const auto& e) {
    return e->radius == radius && e->ledge_clearance == params.ledge_clearance;
  });
  if (at == own.eroded.end()) {
    auto mesh = eroded(*shared_->mesh.mesh, radius, params.ledge_clearance);
    if (!mesh) return;
    auto kept = std::make_shared<const NavMesh>(std::move(*mesh));
    own.eroded.push_back(std::make_unique<ErodedQuery>(
        ErodedQuery{radius, params.ledge_clearance, kept, Query(*kept, shared_->links)}));
    at = own.eroded.end() - 1;
  }
  PathParams rest = params;
  rest.radius.reset();
  rest.ledge_clearance.reset();
  (*at)->query.find_shortest(start, goal, rest, out);
}

}  // namespace ambula
