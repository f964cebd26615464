// Two moves take a vertex off a border. A corner that is no reflex one is cut off: its neighbours are joined.
// An edge with a reflex corner goes by extending the two edges around it until they meet; that is how arcs
// around obstacles lose their chords. The new place is rounded to the side of the surface.
//
// Every border vertex is near to a point of the border as it was, and knows how many of the old vertices lie
// between that point and the next one's. All of them stay within the tolerance of the edge. So does the old
// border between them then (distance to a segment is convex), and as it leads from one end of the edge to the
// other, no point of the edge is further from it.
#include "navmesh/simplify_border.h"

#include <algorithm>
#include <cmath>

#include "geometry/plane_height.h"
#include "navmesh/simplify_arc.h"

namespace ambula {
namespace {

constexpr double kPlanned = 0.25;  // of the area that may be given up, for arcs as planned

}  // namespace

bool BorderSimplifier::Later::operator()(const Move& a, const Move& b) const {
  if (a.cost != b.cost) return a.cost > b.cost;
  if (a.count != b.count) return a.count > b.count;
  if (a.vertex != b.vertex) return a.vertex > b.vertex;
  return a.edge && !b.edge;
}

BorderSimplifier::BorderSimplifier(EditSurface& surface, Change& change, double tolerance, double part)
    : surface_(surface), change_(change), tolerance_(tolerance), corner_(tolerance) {
  Int128 area = 0;
  for (std::uint32_t t = 0; t < surface.half_edges() / 3; ++t) {
    if (!surface.has_triangle(t)) continue;
    const HoleTriangle c = surface.corners(t);
    area += orient2d(plan_of(c[0]), plan_of(c[1]), plan_of(c[2]));
  }
  left_ = part * static_cast<double>(area);
  trace();
}

void BorderSimplifier::trace() {
  stretch_.resize(surface_.vertices());
  std::vector<std::uint32_t> chain;
  const auto walk = [&](std::uint32_t h) {
    chain.clear();
    const std::uint32_t first = h;
    bool closed = false;
    while (h != kNone) {
      chain.push_back(surface_.from(h));
      std::uint32_t out = EditSurface::after(h);
      while (!surface_.is_end(out)) out = EditSurface::after(surface_.twin(out));
      if (out == first) {
        closed = true;
        break;
      }
      if (surface_.is_step(out)) {
        chain.push_back(surface_.from(out));
        break;
      }
      h = out;
    }
    const auto loop = static_cast<std::uint32_t>(was_.size());
    const auto n = static_cast<std::uint32_t>(chain.size());
    for (std::uint32_t k = 0; k < n; ++k) {
      was_.push_back(surface_.plan(chain[k]));
      Stretch& s = stretch_[chain[k]];
      s.loop = loop;
      s.length = n;
      s.open = !closed;
      s.position = k;
      if (closed || k + 1 < n) {
        s.count = 1;
        s.next = chain[k + 1 == n ? 0 : k + 1];
      }
      if (closed || k > 0) s.before = chain[k == 0 ? n - 1 : k - 1];
    }
  };
  // Chains that begin at a step have no other beginning; what is left are loops.
  for (std::uint32_t h = 0; h < surface_.half_edges(); ++h) {
    if (surface_.twin(h) != kNone) continue;
    std::uint32_t in = EditSurface::before(h);
    while (!surface_.is_end(in)) in = EditSurface::before(surface_.twin(in));
    if (surface_.is_step(in)) walk(h);
  }
  for (std::uint32_t h = 0; h < surface_.half_edges(); ++h) {
    if (surface_.twin(h) == kNone && stretch_[surface_.from(h)].loop == kNone) walk(h);
  }
}

// Marks the edges of reflex chains that are best not kept. Gives the area that costs, twice.
double BorderSimplifier::plan() {
  const auto is_reflex = [&](std::uint32_t v) {
    const Stretch& s = stretch_[v];
    return s.before != kNone && s.next != kNone &&
           orient2d(surface_.plan(s.before), surface_.plan(v), surface_.plan(s.next)) < 0;
  };
  double area = 0;
  std::vector<char> seen(stretch_.size(), 0);
  std::vector<std::uint32_t> chain;
  std::vector<Point2> points;
  for (std::uint32_t v = 0; v < stretch_.size(); ++v) {
    if (stretch_[v].loop == kNone || seen[v] || !surface_.has_vertex(v) || !is_reflex(v)) continue;
    std::uint32_t first = v;
    while (is_reflex(stretch_[first].before) && stretch_[first].before != v) first = stretch_[first].before;
    chain.assign(1, stretch_[first].before);
    for (std::uint32_t u = first; is_reflex(u) && !seen[u]; u = stretch_[u].next) {
      seen[u] = 1;
      chain.push_back(u);
    }
    points.clear();
    for (const std::uint32_t u : chain) points.push_back(surface_.plan(u));
    points.push_back(surface_.plan(stretch_[chain.back()].next));
    const ArcPlan arc = plan_arc(points, tolerance_);
    for (std::size_t k = 0; k < arc.keep.size(); ++k) stretch_[chain[k]].keep = arc.keep[k] != 0;
    area += arc.area;
  }
  return area;
}

std::size_t BorderSimplifier::prepare(const Context* context) {
  for (Stretch& s : stretch_) s.keep = true;
  corner_ = 0;
  std::size_t removed = run(0, context);
  // Where area is short, it is better to go as far as the cheapest moves lead.
  if (plan() <= kPlanned * left_) removed += run(0, context);
  corner_ = tolerance_;
  for (Stretch& s : stretch_) s.keep = false;
  return removed;
}

std::size_t BorderSimplifier::run(std::uint32_t since, const Context* context) {
  for (std::uint32_t v = 0; v < stretch_.size(); ++v) {
    if (stretch_[v].loop != kNone && surface_.has_vertex(v) && surface_.changed_since(v, since)) push(v);
  }
  std::size_t removed = 0;
  for (std::size_t k = 0; !moves_.empty(); ++k) {
    if (k % 256 == 0 && context && context->cancelled()) break;
    std::pop_heap(moves_.begin(), moves_.end(), Later{});
    const Move move = moves_.back();
    moves_.pop_back();
    Stretch& s = stretch_[move.vertex];
    if (move.version != s.version || !surface_.has_vertex(move.vertex)) continue;
    s.waits[move.edge ? 1 : 0] = false;
    joined_.clear();
    if (move.cost > left_ || (move.edge ? !merge(move.vertex) : !cut(move.vertex))) continue;
    left_ -= move.cost;
    ++removed;
    changed();
  }
  return removed;
}

void BorderSimplifier::join(std::uint32_t a, std::uint32_t b) {
  stretch_[a].next = b;
  stretch_[b].before = a;
  joined_.push_back(a);
  joined_.push_back(b);
}

// New neighbours make new prices, also for the edge before; all else at the hole may succeed now.
void BorderSimplifier::changed() {
  const auto renew = [&](std::uint32_t v) {
    ++stretch_[v].version;
    stretch_[v].waits = {};
    push(v);
  };
  if (stretch_[joined_.front()].before != kNone) renew(stretch_[joined_.front()].before);
  for (const std::uint32_t v : joined_) renew(v);
  for (const HoleSide& s : change_.holes[0].sides) {
    if (stretch_[s.vertex].loop != kNone) push(s.vertex);
  }
}

void BorderSimplifier::push(std::uint32_t v) {
  Stretch& s = stretch_[v];
  if (s.before == kNone || s.next == kNone) return;
  const auto add = [&](double cost, std::uint32_t count, bool edge) {
    s.waits[edge ? 1 : 0] = true;
    moves_.push_back({cost, count, v, s.version, edge});
    std::push_heap(moves_.begin(), moves_.end(), Later{});
  };
  const std::uint32_t count = stretch_[s.before].count + s.count;
  double cost = 0;
  Point2 meeting;
  if (!s.waits[0] && price_vertex(v, cost)) add(cost, count, false);
  if (!s.waits[1] && price_edge(v, cost, meeting)) add(cost, count + stretch_[s.next].count, true);
}

bool BorderSimplifier::price_vertex(std::uint32_t v, double& cost) const {
  const Stretch& s = stretch_[v];
  const Point2 a = surface_.plan(s.before), b = surface_.plan(v), c = surface_.plan(s.next);
  const std::int64_t area = orient2d(a, b, c);
  if (area < 0 || squared_distance(b, a, c) > corner_ * corner_) return false;
  cost = static_cast<double>(area);
  return true;
}

bool BorderSimplifier::price_edge(std::uint32_t v, double& cost, Point2& meeting) const {
  const Stretch& s = stretch_[v];
  const std::uint32_t last = stretch_[s.next].next;
  if (s.keep || last == kNone || s.before == last || s.before == s.next) return false;
  const Point2 a = surface_.plan(s.before), b = surface_.plan(v), c = surface_.plan(s.next),
               d = surface_.plan(last);
  if (orient2d(a, b, c) >= 0 && orient2d(b, c, d) >= 0) return false;
  const double ux = double{1} * b.x - a.x, uy = double{1} * b.y - a.y, wx = double{1} * d.x - c.x,
               wy = double{1} * d.y - c.y, cx = double{1} * c.x - a.x, cy = double{1} * c.y - a.y;
  const double across = ux * wy - uy * wx;
  if (across == 0) return false;
  const double along = (cx * wy - cy * wx) / across, back = (cx * uy - cy * ux) / across;
  if (along <= 0 || back >= 1) return false;
  const double x = a.x + along * ux, y = a.y + along * uy;
  if (std::abs(x - b.x) + std::abs(y - b.y) > 1e6 + std::abs(ux) + std::abs(uy)) return false;
  const Int128 area = Int128{orient2d(a, b, c)} + orient2d(a, c, d);
  double least = -1;
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      const Point2 p{static_cast<std::int32_t>(std::floor(x + 0.5)) + i,
                     static_cast<std::int32_t>(std::floor(y + 0.5)) + j};
      if (orient2d(a, b, p) < 0 || orient2d(c, d, p) < 0 || orient2d(b, c, p) <= 0 || p == a || p == d)
        continue;
      const auto lost = static_cast<double>(area - orient2d(a, p, d));
      if (least >= 0 && lost >= least) continue;
      least = lost;
      meeting = p;
    }
  }
  if (least < 0) return false;
  const double far = tolerance_ * tolerance_;
  if (squared_distance(b, a, meeting) > far && squared_distance(b, meeting, d) > far) return false;
  cost = least;
  return true;
}

bool BorderSimplifier::near(const Stretch& s, std::uint32_t skip, std::uint32_t count, Point2 a,
                            Point2 b) const {
  for (std::uint32_t k = skip + 1; k <= skip + count; ++k) {
    if (squared_distance(was(s, k), a, b) > tolerance_ * tolerance_) return false;
  }
  return true;
}

std::pair<std::uint32_t, double> BorderSimplifier::closest(const Stretch& s, std::uint32_t count,
                                                           Point2 p) const {
  std::pair<std::uint32_t, double> best{0, squared_distance(p, was(s, 0), was(s, 1))};
  for (std::uint32_t k = 1; k <= count; ++k) {
    if (s.open && s.position + k + 1 == s.length) break;
    const double away = squared_distance(p, was(s, k), was(s, k + 1));
    if (away < best.second) best = {k, away};
  }
  return best;
}

bool BorderSimplifier::cut(std::uint32_t v) {
  surface_.gather(v, fan_);
  if (!is_movable(fan_)) return false;
  const std::uint32_t before = fan_.before(), next = fan_.next();
  const Point2 a = surface_.plan(before), b = surface_.plan(v), c = surface_.plan(next);
  Stretch& s = stretch_[before];
  const std::uint32_t count = s.count + stretch_[v].count;
  if (!near(s, 0, count, a, c)) return false;
  // Within half a turn, and nothing in the corner that goes.
  for (std::size_t k = 1; k + 1 < fan_.link.size(); ++k) {
    const Point2 p = surface_.plan(fan_.link[k]);
    if (orient2d(a, b, p) <= 0 || orient2d(b, c, p) <= 0 || orient2d(a, c, p) <= 0) return false;
  }
  change_.begin(1);
  change_.gone = {v};
  Hole& hole = change_.holes[0];
  if (fan_.spokes.size() == 1) {
    const std::uint32_t side = EditSurface::after(fan_.spokes[0]);
    if (!surface_.is_free(side)) return false;
    hole.sides = {surface_.side(side), {before, kNone}};
    surface_.remove_ear(side);
  } else {
    hole.label = surface_.label(fan_.spokes[0] / 3);
    for (const std::uint32_t h : fan_.spokes) {
      change_.old.push_back(h / 3);
      hole.sides.push_back(surface_.side(EditSurface::after(h)));
    }
    hole.sides.push_back({before, kNone});
    if (!is_simple(change_.outline(hole)) || !change_.fill()) return false;
    change_.apply();
  }
  s.count = count;
  s.keep = false;
  join(before, next);
  return true;
}

bool BorderSimplifier::merge(std::uint32_t v) {
  double cost = 0;
  Point2 p;
  surface_.gather(v, fan_);
  surface_.gather(stretch_[v].next, next_fan_);
  if (!is_movable(fan_) || !is_movable(next_fan_) || !price_edge(v, cost, p)) return false;
  const std::uint32_t before = fan_.before(), next = fan_.next(), last = next_fan_.next();
  const Point2 a = surface_.plan(before), b = surface_.plan(v), c = surface_.plan(next),
               d = surface_.plan(last);
  const Stretch s = stretch_[before];
  const std::uint32_t count = s.count + stretch_[v].count + stretch_[next].count;
  const auto [ahead, away] = closest(s, count, p);
  if (away > tolerance_ * tolerance_ || !near(s, 0, ahead, a, p) || !near(s, ahead, count - ahead, p, d))
    return false;
  if (meet(a, p, c, d) == Meeting::cross || meet(p, d, a, b) == Meeting::cross) return false;
  change_.begin(1);
  change_.gone = {v, next};
  Hole& hole = change_.holes[0];
  hole.label = surface_.label(fan_.spokes[0] / 3);
  if (surface_.label(next_fan_.spokes[0] / 3) != hole.label) return false;
  // Around the edge's end first, then around its beginning; the triangle at the edge is of both.
  hole.sides.push_back({kNone, kNone});
  for (const std::uint32_t h : next_fan_.spokes) {
    change_.old.push_back(h / 3);
    if (h != next_fan_.spokes.back()) hole.sides.push_back(surface_.side(EditSurface::after(h)));
  }
  for (std::size_t k = 1; k < fan_.spokes.size(); ++k) {
    change_.old.push_back(fan_.spokes[k] / 3);
    hole.sides.push_back(surface_.side(EditSurface::after(fan_.spokes[k])));
  }
  hole.sides.push_back({before, kNone});
  const auto covering = std::find_if(change_.old.begin(), change_.old.end(),
                                     [&](std::uint32_t t) { return holds(surface_.corners(t), p); });
  if (covering == change_.old.end()) return false;
  const std::uint32_t fresh = surface_.add_vertex({p.x, p.y, plane_height(surface_.corners(*covering), p)});
  stretch_.push_back(s);
  stretch_.back().position = (s.position + ahead) % s.length;
  stretch_.back().count = count - ahead;
  stretch_.back().waits = {};
  stretch_.back().keep = stretch_[next].keep;
  hole.sides.front() = {fresh, kNone};
  change_.added = fresh;
  if (!is_simple(change_.outline(hole)) || !change_.fill()) {
    surface_.drop_vertex();
    stretch_.pop_back();
    return false;
  }
  change_.apply();
  stretch_[before].count = ahead;
  join(before, fresh);
  join(fresh, last);
  return true;
}

}  // namespace ambula
