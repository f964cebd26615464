// What a path is asked with: checked, and its ends put on the mesh.
#include <cmath>

#include "query/nearest.h"
#include "query/query_state.h"

namespace ambula {
namespace {

bool makes_sense(const PathParams& params) {
  const auto is_distance = [](double d) { return d >= 0; };  // infinite ones too
  if (params.radius && !(std::isfinite(*params.radius) && *params.radius >= 0)) return false;
  if (params.ledge_clearance && !(std::isfinite(*params.ledge_clearance) && *params.ledge_clearance >= 0))
    return false;
  return is_distance(params.reach.x) && is_distance(params.reach.y) && is_distance(params.reach.z) &&
         is_distance(params.max_gap);
}

}  // namespace

bool Query::Scratch::accept(const Shared& shared, const PathParams& params) {
  asked = params;
  status = PathStatus::invalid;
  return makes_sense(params) && toll.set(shared.mesh, params.filter);
}

void Query::Scratch::settle(const Shared& shared) {
  const auto& component = shared.mesh.mesh->component;
  const bool apart = component[start.cell] != component[goal.cell] && shared.gates.empty();
  status = apart && !asked.partial ? PathStatus::unreachable : PathStatus::complete;
}

void Query::Scratch::prepare(const Shared& shared, Vec3 from, Vec3 to, const PathParams& params) {
  if (!accept(shared, params) || !is_finite(from) || !is_finite(to)) return;
  const Vec3 reach = params.reach * (1 / shared.mesh.mesh->lattice.quantum);
  const auto place = [&](Vec3 p) {
    return nearest_place(shared.mesh, shared.tree, shared.mesh.inwards(p), reach, outline,
                         [&](std::uint32_t cell) { return toll.is_open(cell); });
  };
  status = PathStatus::no_start;
  const auto first = place(from);
  if (!first) return;
  status = PathStatus::no_goal;
  const auto last = place(to);
  if (!last) return;
  start = *first;
  goal = *last;
  settle(shared);
}

void Query::Scratch::prepare(const Shared& shared, const Place& from, const Place& to,
                             const PathParams& params) {
  if (!accept(shared, params) || !is_finite(from.at) || !is_finite(to.at)) return;
  const auto is_on = [&](const Place& p) { return p.cell < shared.mesh.size() && toll.is_open(p.cell); };
  status = PathStatus::no_start;
  if (!is_on(from)) return;
  status = PathStatus::no_goal;
  if (!is_on(to)) return;
  start = {shared.mesh.inwards(from.at), from.cell};
  goal = {shared.mesh.inwards(to.at), to.cell};
  settle(shared);
}

}  // namespace ambula
