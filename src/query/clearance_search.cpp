// A* over the edges of triangles that are entered; an edge is reached where the way there and on to the goal
// would cross it, circles around its ends left free. What a disc may pass is known by corner
// (clearance_mesh.h). Only the first and the last triangle are different: there the disc does not come
// through, so it has the passage between a corner and the border across before it or behind it.
#include "query/clearance_search.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr double kBeside = 2;  // quanta

Vec2 closest_on_segment(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double whole = dot(d, d);
  return a + d * (whole > 0 ? std::clamp(dot(p - a, d) / whole, 0.0, 1.0) : 0.0);
}
double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) { return length(p - closest_on_segment(a, b, p)); }

double distance_of_segments(Vec2 a, Vec2 b, Vec2 p, Vec2 q) {
  const bool apart = (cross(b - a, p - a) > 0) == (cross(b - a, q - a) > 0) ||
                     (cross(q - p, a - p) > 0) == (cross(q - p, b - p) > 0);
  if (!apart) return 0;
  return std::min({distance_to_segment(a, p, q), distance_to_segment(b, p, q), distance_to_segment(p, a, b),
                   distance_to_segment(q, a, b)});
}

constexpr double kTouch = 1e-6;  // quanta by which a circle may be in the way that is touched
constexpr std::uint32_t kMostRounds = 64;
// For paths that are looked at again: quanta they may be too close by, and radians between the points of an
// arc that are looked at, between which it is closer by half of that at most.
constexpr double kAlmost = 5, kFine = 0.05;

// Whether a point is in front of the vertex that a border begins at, in plan: where the surface is around it.
// On a surface that winds over itself, or around the end of a wall, others may be close and not be met.
bool is_around(const PlanMesh& plan, std::uint32_t border, Vec2 p) {
  const Vec2 v = plan.from(border), d = p - v;
  for (std::uint32_t h = border; h != PlanMesh::kNone; h = plan.twin[PlanMesh::prev(h)]) {
    const Vec2 right = plan.to(h) - v, left = plan.from(PlanMesh::prev(h)) - v;
    if (cross(right, d) >= -kBeside * length(right) && cross(d, left) >= -kBeside * length(left) &&
        (dot(right, d) > 0 || dot(left, d) > 0 || length(d) <= kBeside))
      return true;
  }
  return false;
}

// Whether a vertex is seen from where a straight way gets to that begins in a triangle. The flood around a
// way that is too close to one corner goes around that corner, to what lies over or under the way or behind a
// wall.
bool is_seen(const PlanMesh& plan, std::uint32_t triangle, Vec2 from, Vec2 near, std::uint32_t vertex) {
  const std::uint32_t here = walk_straight(plan, triangle, from, near);
  const std::uint32_t there = walk_straight(plan, here, near, plan.at[vertex]);
  const auto* first = plan.corner.data() + 3 * there;
  return std::find(first, first + 3, vertex) != first + 3;
}

// An edge lies on one side of the passages between its ends and what is across from them, as its middle does.
Vec2 middle_of(const PlanMesh& plan, std::uint32_t half) { return (plan.from(half) + plan.to(half)) * 0.5; }

bool is_open(const ClearRequest& request, const ClearGate& gate) {
  return gate.link >= request.closed_links.size() || request.closed_links[gate.link] == 0;
}

// Of two that wait the one that is taken later.
constexpr auto later = [](const auto& a, const auto& b) {
  return a.estimate != b.estimate ? a.estimate > b.estimate : a.state > b.state;
};

}  // namespace

ClearanceSearch::ClearanceSearch(const ClearanceGraph& graph) : graph_(&graph) {
  states_.resize(graph.plan().corner.size() + 1);
}

bool ClearanceSearch::is_clear(const ClearPlace& place, const KeptDistance& keep) {
  const PlanMesh& plan = graph_->plan();
  const double most = std::max(keep.wall, keep.ledge);
  const Vec2 p = place.at;
  bool clear = true;
  flood_.run(plan, place.triangle, [&](std::uint32_t h) {
    if (plan.twin[h] == kNone) {
      const Vec2 a = plan.from(h), d = plan.to(h) - a;
      const double along = dot(p - a, d), whole = dot(d, d), deep = cross(d, p - a) / std::sqrt(whole);
      if (along >= 0 && along <= whole && deep > -kBeside && deep < graph_->from_border(h, keep))
        clear = false;
      if (length(p - a) < graph_->from_vertex(plan.corner[h], keep) && is_around(plan, h, p)) clear = false;
    }
    return clear && distance_to_segment(p, plan.from(h), plan.to(h)) < most;
  });
  return clear;
}

bool ClearanceSearch::is_wide(std::uint32_t half, const KeptDistance& keep) const {
  const PlanMesh& plan = graph_->plan();
  return length(plan.to(half) - plan.from(half)) >=
         graph_->from_vertex(plan.corner[half], keep) +
             graph_->from_vertex(plan.corner[PlanMesh::next(half)], keep);
}

// Whether two points of a triangle are on different sides of a passage that is too narrow.
bool ClearanceSearch::is_parted(std::uint32_t triangle, Vec2 p, Vec2 q, const KeptDistance& keep) const {
  const PlanMesh& plan = graph_->plan();
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    const std::uint32_t across = PlanMesh::next(h);
    if (plan.twin[across] != kNone) continue;
    const Vec2 a = plan.from(across), d = plan.to(across) - a, b = plan.from(h);
    const double foot = dot(b - a, d), whole = dot(d, d);
    if (foot <= 0 || foot >= whole || (dot(p - a, d) < foot) == (dot(q - a, d) < foot)) continue;
    const double wide = cross(d, b - a) / std::sqrt(whole);
    if (wide < graph_->from_vertex(plan.corner[h], keep) + graph_->from_border(across, keep)) return true;
  }
  return false;
}

bool ClearanceSearch::is_cut_off(std::uint32_t half, Vec2 p, const KeptDistance& keep) const {
  return is_parted(half / 3, middle_of(graph_->plan(), half), p, keep);
}

// Where the way from a point to the goal crosses an edge, no closer to its ends than allowed.
Vec2 ClearanceSearch::crossing(std::uint32_t exit, Vec2 from, Vec2 goal, const KeptDistance& keep) const {
  const PlanMesh& plan = graph_->plan();
  const Vec2 u = plan.from(exit), e = plan.to(exit) - u;
  const double whole = length(e);
  const double low = graph_->from_vertex(plan.corner[exit], keep) / whole,
               high = 1 - graph_->from_vertex(plan.corner[PlanMesh::next(exit)], keep) / whole;
  if (low >= high) return u + e * std::clamp((low + high) / 2, 0.0, 1.0);
  const double here = std::max(cross(e, from - u), 0.0), there = std::abs(cross(e, goal - u));
  const double at_from = dot(from - u, e) / (whole * whole), at_goal = dot(goal - u, e) / (whole * whole);
  const double part = here + there > 0 ? at_from + (at_goal - at_from) * (here / (here + there)) : at_from;
  return u + e * std::clamp(part, low, high);
}

void ClearanceSearch::reach(std::uint32_t state, std::uint32_t parent, Vec2 at, double cost) {
  State& s = states_[state];
  if (s.search == current_ && (s.closed || s.cost <= cost)) return;
  s = {cost, at, parent, current_, false};
  heap_.push_back({cost + left_.from(at), state});
  std::push_heap(heap_.begin(), heap_.end(), later);
}

void ClearanceSearch::leave(std::uint32_t exit, std::uint32_t parent, Vec2 from, double cost,
                            const ClearRequest& request) {
  const Vec2 at = crossing(exit, from, request.goal.at, request.keep);
  reach(graph_->plan().twin[exit], parent, at, cost + length(at - from));
}

void ClearanceSearch::look_for_ends(std::uint32_t triangle, Vec2 p, std::uint32_t parent, Vec2 from,
                                    double cost, const ClearRequest& request) {
  if (triangle == request.goal.triangle && !is_parted(triangle, p, request.goal.at, request.keep))
    reach(goal_state(), parent, request.goal.at, cost + length(request.goal.at - from));
  const auto before = [](const ClearGate& g, std::uint32_t t) { return g.from.triangle < t; };
  auto gate = std::lower_bound(request.gates.begin(), request.gates.end(), triangle, before);
  for (; gate != request.gates.end() && gate->from.triangle == triangle; ++gate) {
    if (!is_open(request, *gate) || is_parted(triangle, p, gate->from.at, request.keep)) continue;
    const auto number = static_cast<std::uint32_t>(gate - request.gates.begin());
    reach(goal_state() + 1 + number, parent, gate->to.at, cost + length(gate->from.at - from) + gate->cost);
  }
}

void ClearanceSearch::depart(const ClearPlace& place, std::uint32_t parent, double cost,
                             const ClearRequest& request) {
  const PlanMesh& plan = graph_->plan();
  look_for_ends(place.triangle, place.at, parent, place.at, cost, request);
  for (std::uint32_t h = 3 * place.triangle; h < 3 * place.triangle + 3; ++h) {
    if (plan.twin[h] == kNone || !is_wide(h, request.keep) || is_cut_off(h, place.at, request.keep)) continue;
    leave(h, parent, place.at, cost, request);
  }
}

void ClearanceSearch::enter(std::uint32_t h, const ClearRequest& request) {
  const PlanMesh& plan = graph_->plan();
  const Vec2 at = states_[h].at;
  const double cost = states_[h].cost;
  look_for_ends(h / 3, middle_of(plan, h), h, at, cost, request);
  const std::uint32_t right = PlanMesh::next(h), left = PlanMesh::prev(h);
  if (plan.twin[right] != kNone && graph_->passes(right, request.keep)) leave(right, h, at, cost, request);
  if (plan.twin[left] != kNone && graph_->passes(h, request.keep)) leave(left, h, at, cost, request);
}

void ClearanceSearch::begin(const ClearRequest& request) {
  heap_.clear();
  expansions_ = 0;
  if (++current_ == 0) {
    for (State& s : states_) s.search = 0;
    current_ = 1;
  }
  states_.resize(std::max<std::size_t>(states_.size(), goal_state() + 1 + request.gates.size()));
  left_.begin(request.goal.at, 1);
  for (const ClearGate& g : request.gates) {
    if (is_open(request, g)) left_.add(g.from.at, g.to.at, g.cost);
  }
  left_.settle();
}

// The state that is taken next, kNone when none is left.
std::uint32_t ClearanceSearch::next_best() {
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const std::uint32_t h = heap_.back().state;
    heap_.pop_back();
    if (states_[h].closed) continue;
    states_[h].closed = true;
    return h;
  }
  return kNone;
}

ClearStatus ClearanceSearch::search(const ClearRequest& request) {
  begin(request);
  depart(request.start, kNone, 0, request);
  for (std::uint32_t s = next_best(); s != kNone; s = next_best()) {
    if (s == goal_state()) return ClearStatus::found;
    if (request.budget != 0 && expansions_ == request.budget) return ClearStatus::out_of_budget;
    if (request.context != nullptr && expansions_ % 256 == 0 && request.context->cancelled())
      return ClearStatus::cancelled;
    ++expansions_;
    if (s < goal_state()) {
      enter(s, request);
    } else {
      depart(request.gates[s - goal_state() - 1].to, s, states_[s].cost, request);
    }
  }
  return ClearStatus::unreachable;
}

void ClearanceSearch::pull(const ClearRequest& request, ClearPath& out) {
  way_.clear();
  for (std::uint32_t s = states_[goal_state()].parent; s != kNone; s = states_[s].parent) way_.push_back(s);
  std::reverse(way_.begin(), way_.end());
  const std::span<const std::uint32_t> way(way_);
  ClearPlace from = request.start;
  std::size_t first = 0;
  for (std::size_t k = 0; k < way.size(); ++k) {
    if (way[k] < goal_state()) continue;
    const ClearGate& gate = request.gates[way[k] - goal_state() - 1];
    pull_leg(from, gate.from, way.subspan(first, k - first), request.keep, out);
    out.legs.back().link = gate.link;
    out.legs.back().link_cost = gate.cost * graph_->quantum();
    out.length += out.legs.back().link_cost;
    from = gate.to;
    first = k + 1;
  }
  pull_leg(from, request.goal, way.subspan(first), request.keep, out);
}

void ClearanceSearch::pull_leg(const ClearPlace& start, const ClearPlace& goal,
                               std::span<const std::uint32_t> way, const KeptDistance& keep, ClearPath& out) {
  const PlanMesh& plan = graph_->plan();
  funnel_.begin(start.at);
  std::uint32_t left = kNone, right = kNone;
  for (const std::uint32_t h : way) {
    const std::uint32_t l = plan.corner[h], r = plan.corner[PlanMesh::next(h)];
    if (l != left) funnel_.add_left({plan.at[l], graph_->from_vertex(l, keep)});
    if (r != right) funnel_.add_right({plan.at[r], graph_->from_vertex(r, keep)});
    left = l;
    right = r;
  }
  funnel_.finish(goal.at);
  // Around start and goal there are vertices too close that the way passes through no edge of.
  const double far = 4 * std::max(keep.wall, keep.ledge);
  const auto clip = [&](Vec2 from, Vec2 to) {
    const double l = length(to - from);
    return ArcFunnel::Leg{from, l > far ? from + (to - from) * (far / l) : to};
  };
  for (std::uint32_t rounds = 0; rounds < kMostRounds; ++rounds) {
    const ArcFunnel::Leg first = funnel_.leg(0), last = funnel_.leg(funnel_.legs() - 1);
    std::uint32_t v = deepest_near(start.triangle, clip(first.from, first.to), keep);
    const bool at_start = v != kNone;
    if (!at_start) v = deepest_near(goal.triangle, clip(last.to, last.from), keep);
    if (v == kNone) break;
    funnel_.put_in({plan.at[v], graph_->from_vertex(v, keep)}, at_start);
    crowded_ = true;
  }
  out.length += funnel_.write(leg_) * graph_->quantum();
  out.legs.push_back({start, static_cast<std::uint32_t>(out.bends.size())});
  out.bends.insert(out.bends.end(), leg_.begin(), leg_.end());
}

bool ClearanceSearch::is_clear_along(std::uint32_t triangle, ArcFunnel::Leg leg, const KeptDistance& keep) {
  const PlanMesh& plan = graph_->plan();
  const double most = std::max(keep.wall, keep.ledge);
  bool clear = true;
  flood_.run(plan, triangle, [&](std::uint32_t h) {
    const double away = distance_of_segments(plan.from(h), plan.to(h), leg.from, leg.to);
    if (plan.twin[h] == kNone && away < graph_->from_border(h, keep) - kAlmost) clear = false;
    return clear && away < most - kAlmost;  // who touches a corner does not look around it
  });
  return clear;
}

bool ClearanceSearch::keeps_clear(const ClearRequest& request, const ClearPath& path) {
  for (std::size_t leg = 0; leg < path.legs.size(); ++leg) {
    const std::span<const ArcBend> bends = path.bends_of(leg);
    std::uint32_t t = path.legs[leg].start.triangle;
    for (std::size_t k = 0; k + 1 < bends.size(); ++k) {
      const ArcBend &from = bends[k], &to = bends[k + 1];
      points_.clear();
      if (from.turn != 0) {
        points_of_arc(from, to.at, kFine, points_);
      } else {
        points_.push_back(to.at);
      }
      Vec2 at = from.at;
      for (const Vec2 p : points_) {
        if (!is_clear_along(t, {from.turn != 0 ? p : at, p}, request.keep)) return false;
        t = walk_straight(graph_->plan(), t, at, p);
        at = p;
      }
    }
  }
  return true;
}

// The vertex that is closest to a straight way for what is to be kept from it, of those too close; the way
// begins in a triangle.
std::uint32_t ClearanceSearch::deepest_near(std::uint32_t triangle, ArcFunnel::Leg leg,
                                            const KeptDistance& keep) {
  const PlanMesh& plan = graph_->plan();
  const double most = std::max(keep.wall, keep.ledge);
  std::uint32_t out = kNone;
  double deepest = kTouch;
  flood_.run(plan, triangle, [&](std::uint32_t h) {
    const std::uint32_t v = plan.corner[h];
    const Vec2 near = closest_on_segment(leg.from, leg.to, plan.at[v]);
    const double deep = graph_->from_vertex(v, keep) - length(near - plan.at[v]);
    // Who is closest to the end is for what comes after.
    if (deep > deepest && near != leg.to && plan.twin[h] == kNone &&
        is_seen(plan, triangle, leg.from, near, v)) {
      deepest = deep;
      out = v;
    }
    return distance_of_segments(plan.from(h), plan.to(h), leg.from, leg.to) < most;
  });
  return out;
}

void ClearanceSearch::find(const ClearRequest& request, ClearPath& out) {
  out.bends.clear();
  out.legs.clear();
  out.length = 0;
  out.expansions = 0;
  if (!is_clear(request.start, request.keep)) {
    out.status = ClearStatus::start_blocked;
  } else if (!is_clear(request.goal, request.keep)) {
    out.status = ClearStatus::goal_blocked;
  } else {
    out.status = search(request);
    out.expansions = expansions_;
    if (out.status != ClearStatus::found) return;
    crowded_ = false;
    pull(request, out);
    // Corners do not tell everything where distances differ, nor channels where an end is close to what the
    // way turns around.
    const KeptDistance more{request.keep.wall + 1, request.keep.ledge + 1};
    const bool is_plain = request.keep.wall == request.keep.ledge && out.legs.size() == 1 && !crowded_ &&
                          is_clear(request.start, more) && is_clear(request.goal, more);
    if (!is_plain && !keeps_clear(request, out)) out.status = ClearStatus::undecided;
  }
}

}  // namespace ambula
