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

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double whole = dot(d, d);
  return length(p - (a + d * (whole > 0 ? std::clamp(dot(p - a, d) / whole, 0.0, 1.0) : 0.0)));
}

// Of a border that has the surface on its left; from behind it is only its ends that are met. Who stands on
// it may be behind it by rounding.
double distance_to_border(Vec2 p, Vec2 a, Vec2 b) {
  if (cross(b - a, p - a) < -kBeside * length(b - a)) return std::min(length(p - a), length(p - b));
  return distance_to_segment(p, a, b);
}

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

}  // namespace

ClearanceSearch::ClearanceSearch(const ClearanceGraph& graph) : graph_(&graph) {
  states_.resize(graph.plan().corner.size() + 1);
}

bool ClearanceSearch::is_clear(const ClearPlace& place, const KeptDistance& keep) {
  const PlanMesh& plan = graph_->plan();
  const double most = std::max(keep.wall, keep.ledge);
  bool clear = true;
  flood_.run(plan, place.triangle, [&](std::uint32_t h) {
    const double away = distance_to_segment(place.at, plan.from(h), plan.to(h));
    if (plan.twin[h] == kNone &&
        distance_to_border(place.at, plan.from(h), plan.to(h)) < graph_->from_border(h, keep))
      clear = false;
    return clear && away < most;
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
  const PlanMesh& plan = graph_->plan();
  // An edge lies on one side of the passages between its ends and what is across from them.
  return is_parted(half / 3, (plan.from(half) + plan.to(half)) * 0.5, p, keep);
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

void ClearanceSearch::reach(std::uint32_t state, std::uint32_t parent, Vec2 at, double cost, Vec2 goal) {
  State& s = states_[state];
  if (s.search == current_ && (s.closed || s.cost <= cost)) return;
  s = {cost, at, parent, current_, false};
  heap_.push_back({cost + length(goal - at), state});
  std::push_heap(heap_.begin(), heap_.end(), [](const Waiting& a, const Waiting& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.state > b.state;
  });
}

void ClearanceSearch::leave(std::uint32_t exit, std::uint32_t parent, Vec2 from, double cost,
                            const ClearRequest& request) {
  const Vec2 at = crossing(exit, from, request.goal.at, request.keep);
  reach(graph_->plan().twin[exit], parent, at, cost + length(at - from), request.goal.at);
}

void ClearanceSearch::depart(const ClearRequest& request) {
  const PlanMesh& plan = graph_->plan();
  const ClearPlace &start = request.start, &goal = request.goal;
  const auto arrived = static_cast<std::uint32_t>(states_.size() - 1);
  if (start.triangle == goal.triangle && !is_parted(start.triangle, start.at, goal.at, request.keep))
    reach(arrived, kNone, goal.at, length(goal.at - start.at), goal.at);
  for (std::uint32_t h = 3 * start.triangle; h < 3 * start.triangle + 3; ++h) {
    if (plan.twin[h] == kNone || !is_wide(h, request.keep) || is_cut_off(h, start.at, request.keep)) continue;
    leave(h, kNone, start.at, 0, request);
  }
}

ClearStatus ClearanceSearch::search(const ClearRequest& request) {
  const PlanMesh& plan = graph_->plan();
  const auto arrived = static_cast<std::uint32_t>(states_.size() - 1);
  heap_.clear();
  expansions_ = 0;
  if (++current_ == 0) {
    for (State& s : states_) s.search = 0;
    current_ = 1;
  }
  depart(request);
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), [](const Waiting& a, const Waiting& b) {
      return a.estimate != b.estimate ? a.estimate > b.estimate : a.state > b.state;
    });
    const std::uint32_t h = heap_.back().state;
    heap_.pop_back();
    State& s = states_[h];
    if (s.closed) continue;
    s.closed = true;
    if (h == arrived) return ClearStatus::found;
    ++expansions_;
    if (request.budget != 0 && expansions_ > request.budget) return ClearStatus::out_of_budget;
    if (request.context != nullptr && expansions_ % 256 == 0 && request.context->cancelled())
      return ClearStatus::cancelled;
    const Vec2 at = s.at;
    const double cost = s.cost;
    if (h / 3 == request.goal.triangle && !is_cut_off(h, request.goal.at, request.keep))
      reach(arrived, h, request.goal.at, cost + length(request.goal.at - at), request.goal.at);
    const std::uint32_t right = PlanMesh::next(h), left = PlanMesh::prev(h);
    if (plan.twin[right] != kNone && graph_->passes(right, request.keep)) leave(right, h, at, cost, request);
    if (plan.twin[left] != kNone && graph_->passes(h, request.keep)) leave(left, h, at, cost, request);
  }
  return ClearStatus::unreachable;
}

void ClearanceSearch::pull(const ClearRequest& request, ClearPath& out) {
  const PlanMesh& plan = graph_->plan();
  way_.clear();
  for (std::uint32_t h = states_.back().parent; h != kNone; h = states_[h].parent) way_.push_back(h);
  std::reverse(way_.begin(), way_.end());
  out.channel.push_back(request.start.triangle);
  funnel_.begin(request.start.at);
  std::uint32_t left = kNone, right = kNone;
  for (const std::uint32_t h : way_) {
    out.channel.push_back(h / 3);
    const std::uint32_t l = plan.corner[h], r = plan.corner[PlanMesh::next(h)];
    if (l != left) funnel_.add_left({plan.at[l], graph_->from_vertex(l, request.keep)});
    if (r != right) funnel_.add_right({plan.at[r], graph_->from_vertex(r, request.keep)});
    left = l;
    right = r;
  }
  funnel_.finish(request.goal.at);
  // Around start and goal there are vertices too close that the way passes through no edge of.
  const double far = 4 * std::max(request.keep.wall, request.keep.ledge);
  const auto clip = [&](Vec2 from, Vec2 to) {
    const double l = length(to - from);
    return ArcFunnel::Leg{from, l > far ? from + (to - from) * (far / l) : to};
  };
  for (std::uint32_t rounds = 0; rounds < kMostRounds; ++rounds) {
    const ArcFunnel::Leg first = funnel_.leg(0), last = funnel_.leg(funnel_.legs() - 1);
    std::uint32_t v = deepest_near(request.start.triangle, clip(first.from, first.to), request.keep);
    std::size_t leg = 0;
    if (v == kNone) {
      v = deepest_near(request.goal.triangle, clip(last.to, last.from), request.keep);
      leg = funnel_.legs() - 1;
    }
    if (v == kNone) break;
    funnel_.put_in(leg, {plan.at[v], graph_->from_vertex(v, request.keep)});
  }
  out.length = funnel_.write(out.bends) * graph_->quantum();
}

bool ClearanceSearch::is_clear_along(std::uint32_t triangle, ArcFunnel::Leg leg, const KeptDistance& keep) {
  const PlanMesh& plan = graph_->plan();
  const double most = std::max(keep.wall, keep.ledge);
  bool clear = true;
  flood_.run(plan, triangle, [&](std::uint32_t h) {
    const double away = distance_of_segments(plan.from(h), plan.to(h), leg.from, leg.to);
    if (plan.twin[h] == kNone && away < graph_->from_border(h, keep) - kAlmost) clear = false;
    return clear && away < most;
  });
  return clear;
}

bool ClearanceSearch::keeps_clear(const ClearRequest& request, const ClearPath& path) {
  std::uint32_t t = request.start.triangle;
  for (std::size_t k = 0; k + 1 < path.bends.size(); ++k) {
    const ArcBend &from = path.bends[k], &to = path.bends[k + 1];
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
    const double deep = graph_->from_vertex(v, keep) - distance_to_segment(plan.at[v], leg.from, leg.to);
    if (deep > deepest && plan.twin[h] == kNone) {
      deepest = deep;
      out = v;
    }
    return distance_of_segments(plan.from(h), plan.to(h), leg.from, leg.to) < most;
  });
  return out;
}

void ClearanceSearch::find(const ClearRequest& request, ClearPath& out) {
  out.bends.clear();
  out.channel.clear();
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
    pull(request, out);
    if (request.keep.wall != request.keep.ledge && !keeps_clear(request, out))
      out.status = ClearStatus::undecided;
  }
}

namespace {

constexpr double kArcStep = 0.25;  // radians between points of an arc that heights are taken at

// Adds the triangles and the length of a straight way over what was entered one after the other; `stretch` is
// how much longer the way is in plan that it stands for.
void add_length(const ClearanceGraph& graph, double stretch, std::uint32_t triangle, Vec2 from, Vec2 to,
                const std::vector<std::uint32_t>& crossed, PathTrace& out) {
  const PlanMesh& base = graph.base();
  const double quantum = graph.quantum();
  Vec2 at = from;
  double z = graph.height(triangle, from);
  const auto go = [&](std::uint32_t t, Vec2 p) {
    const double there = graph.height(t, p), plan = stretch * length(p - at) * quantum;
    out.length_3d += std::sqrt(plan * plan + (there - z) * (there - z));
    out.lengths.back() += plan;
    out.middles.back() = graph.position((at + p) * 0.5, (z + there) / 2);
    at = p;
    z = there;
  };
  std::uint32_t t = triangle;
  for (const std::uint32_t n : crossed) {
    for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
      if (base.twin[h] == PlanMesh::kNone || base.twin[h] / 3 != n) continue;
      const Vec2 u = base.from(h), e = base.to(h) - u;
      const double det = cross(to - from, e);
      if (det == 0) continue;
      const double part = std::clamp(cross(u - from, e) / det, 0.0, 1.0);
      go(t, from + (to - from) * part);
      break;
    }
    const double above = graph.height(n, at);  // a step without run
    out.length_3d += std::abs(above - z);
    z = above;
    t = n;
    out.triangles.push_back(n);
    out.lengths.push_back(0);
    out.middles.push_back(graph.position(at, z));
  }
  go(t, to);
}

}  // namespace

void trace_path(const ClearanceGraph& graph, const ClearPlace& start, const ClearPath& path, PathTrace& out) {
  out.points.clear();
  out.triangles.clear();
  out.length_3d = 0;
  if (path.bends.empty()) return;
  std::uint32_t t = start.base;
  out.triangles.push_back(t);
  out.lengths.assign(1, 0.0);
  out.middles.assign(1, graph.position(start.at, graph.height(t, start.at)));
  const auto add = [&](const ArcBend& b) {
    const double z = graph.height(t, b.at);
    out.points.push_back({graph.position(b.at, z), t, graph.position(b.centre, z), b.turn});
  };
  add(path.bends.front());
  for (std::size_t k = 0; k + 1 < path.bends.size(); ++k) {
    const ArcBend &from = path.bends[k], &to = path.bends[k + 1];
    out.scratch.clear();
    double stretch = 1;
    if (from.turn != 0) {
      points_of_arc(from, to.at, kArcStep, out.scratch);
      double chords = 0;
      for (std::size_t i = 0; i < out.scratch.size(); ++i)
        chords += length(out.scratch[i] - (i == 0 ? from.at : out.scratch[i - 1]));
      if (chords > 0) stretch = length_of_arc(from, to.at) / chords;
    } else {
      out.scratch.push_back(to.at);
    }
    Vec2 at = from.at;
    for (const Vec2 p : out.scratch) {
      out.crossed.clear();
      const std::uint32_t next = walk_straight(graph.base(), t, at, p, &out.crossed);
      add_length(graph, stretch, t, at, p, out.crossed, out);
      t = next;
      at = p;
    }
    add(to);
  }
}

}  // namespace ambula
