// Paths with a radius over the eroded mesh, which is made once per radius: the shortest ones, and those that
// cells decide. They are told in the cells of the mesh itself.
#include <algorithm>

#include "query/query_state.h"

namespace ambula {
namespace {

// What heights of the eroded mesh may be off: metres.
constexpr double kOff = 0.5;

}  // namespace

Query::Scratch::Scratch(const Scratch& other) : clear_gates(other.clear_gates) {
  for (const auto& e : other.eroded) eroded.push_back(std::make_unique<ErodedQuery>(*e));
}

void Query::find_eroded(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  clear(out);
  out.status = PathStatus::invalid;
  if (shared_->clearance && scratch_->accept(*shared_, params))
    scratch_->run_eroded(*shared_, {start, goal}, params, PathRule::shortest, out);
}

ErodedQuery* Query::Scratch::eroded_for(const Shared& shared, const PathParams& params) {
  const bool divided = closes_something(params.filter);
  const auto known = std::find_if(eroded.begin(), eroded.end(), [&](const auto& e) {
    return e->over->radius == params.radius.value_or(0) &&
           e->over->ledge_clearance == params.ledge_clearance && e->over->divided == divided;
  });
  if (known != eroded.end()) return known->get();
  auto over = make_eroded_mesh(shared.mesh, *shared.clearance, params, divided);
  if (over == nullptr) return nullptr;
  Query query(over->mesh, shared.links);
  eroded.push_back(std::make_unique<ErodedQuery>(std::move(over), std::move(query)));
  return eroded.back().get();
}

void Query::Scratch::run_eroded(const Shared& shared, const PathRequest& ends, const PathParams& params,
                                PathRule rule, Path& out) {
  clear(out);
  out.status = PathStatus::cancelled;
  if (params.context != nullptr && params.context->cancelled()) return;
  out.status = PathStatus::invalid;
  ErodedQuery* over = eroded_for(shared, params);
  if (over == nullptr) return;
  PathParams rest = params;
  rest.radius.reset();
  rest.ledge_clearance.reset();
  rest.filter = over->translate(params.filter);
  if (rule == PathRule::corridor) {
    over->query.find_path(ends.start, ends.goal, rest, out);
  } else {
    over->query.find_shortest(ends.start, ends.goal, rest, out);
  }
  if (!out.points.empty()) retell(shared, out);
}

// Its points are bends without arcs. Where a step is climbed they stand over each other, and tracing finds
// that again.
void Query::Scratch::retell(const Shared& shared, Path& path) {
  const ClearanceGraph& graph = *shared.clearance;
  clear_path.bends.clear();
  clear_path.legs.clear();
  bool begins = true;
  for (const Waypoint& p : path.points) {
    const Vec2 at = graph.plan_of(p.at);
    if (begins) {
      const auto place = graph.locate(p.at, kOff);
      if (!place) return;
      clear_path.legs.push_back({*place, static_cast<std::uint32_t>(clear_path.bends.size())});
    }
    const std::size_t first = clear_path.legs.back().first, count = clear_path.bends.size() - first;
    if (count >= 2 && clear_path.bends.back().at == clear_path.bends[clear_path.bends.size() - 2].at)
      clear_path.bends.pop_back();
    clear_path.bends.push_back({at});
    begins = p.link != NavMesh::kNone;
    if (!begins) continue;
    clear_path.legs.back().link = p.link;
    clear_path.legs.back().link_cost = shared.links[p.link].cost;
  }
  const double length = path.length, cost = path.cost;
  const std::uint64_t expansions = path.expansions;
  clear(path);
  write_clear(shared, path);
  path.length = length;
  path.cost = cost;
  path.expansions = expansions;
}

}  // namespace ambula
