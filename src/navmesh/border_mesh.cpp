// Vertices are removed the least degree first, so stars stay small; a star is filled with ears. Flips restore
// Delaunay after every change: that keeps degrees low, and middles few that have to move.
#include "navmesh/border_mesh.h"

#include <algorithm>
#include <cassert>

#include "geometry/delaunay.h"
#include "navmesh/surface_view.h"

namespace ambula {
namespace {

constexpr std::size_t kDegrees = 32;  // from there on all are alike

bool is_lower(Point2 a, Point2 b) { return b.y < a.y || (b.y == a.y && b.x < a.x); }

}  // namespace

BorderMesh::BorderMesh(const NavBase& base) {
  const SurfaceView view{base.vertices, base.triangles, base.neighbours};
  const auto n = static_cast<std::uint32_t>(base.triangles.size());
  halves_.resize(3 * std::size_t{n});
  for (std::uint32_t h = 0; h < 3 * n; ++h) {
    halves_[h].twin = view.twin(h);
    if (halves_[h].twin != kNone) continue;
    halves_[h].line = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({view.plan_of(view.from(h)), view.plan_of(view.to(h)), base.border[h / 3][h % 3]});
  }
  find_vertices(base);
  middles_.reserve(n);
  for (const auto& c : base.triangles) {
    const Point2 p = view.plan_of(c[0]), q = view.plan_of(c[1]), r = view.plan_of(c[2]);
    middles_.push_back({p.x + q.x + r.x, p.y + q.y + r.y});
  }
  first_.resize(n);
  for (std::uint32_t t = 0; t < n; ++t) first_[t] = t;
  following_.assign(n, kNone);
}

void BorderMesh::find_vertices(const NavBase& base) {
  for (std::uint32_t h = 0; h < end(); ++h) {
    if (halves_[h].vertex != kNone) continue;
    const auto v = static_cast<std::uint32_t>(vertices_.size());
    std::uint32_t first = h;
    bool closed = false;
    while (halves_[first].twin != kNone && !closed) {
      first = next(halves_[first].twin);
      closed = first == h;
    }
    LatticePoint least = base.vertices[base.triangles[first / 3][first % 3]];
    std::uint32_t degree = closed ? 0 : 1;
    for (std::uint32_t k = first;;) {
      halves_[k].vertex = v;
      ++degree;
      least = std::min(least, base.vertices[base.triangles[k / 3][k % 3]]);
      k = halves_[prev(k)].twin;
      if (k == kNone || k == first) break;
    }
    vertices_.push_back(least);
    out_.push_back(first);
    degree_.push_back(degree);
    inner_.push_back(closed ? 1 : 0);
  }
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    if (inner_[v] != 0 && !turns_once(out_[v])) inner_[v] = 0;  // no flat star: it has to stay
  }
}

// Every triangle turns by less than half a turn, so this counts the turns around a vertex.
bool BorderMesh::turns_once(std::uint32_t half) const {
  const Point2 middle = plan_of(from(half));
  int turns = 0;
  std::uint32_t h = half;
  do {
    if (is_lower(middle, plan_of(to(h))) && !is_lower(middle, plan_of(apex(h)))) ++turns;
    h = halves_[prev(h)].twin;
  } while (h != half);
  return turns == 1;
}

std::uint32_t BorderMesh::first_at(std::uint32_t vertex) const {
  std::uint32_t h = out_[vertex];
  if (h == kNone) return kNone;
  const std::uint32_t begin = h;
  while (halves_[h].twin != kNone) {
    h = next(halves_[h].twin);
    if (h == begin) break;
  }
  return h;
}

void BorderMesh::put(std::uint32_t half, std::uint32_t vertex, std::uint32_t twin, std::uint32_t line) {
  halves_[half] = {vertex, twin, line};
  if (twin != kNone) halves_[twin].twin = half;
  out_[vertex] = half;
}

void BorderMesh::note(std::uint32_t triangle) {
  if (notes_) touched_.push_back(triangle);
}

void BorderMesh::change_degree(std::uint32_t vertex, int by) {
  degree_[vertex] = static_cast<std::uint32_t>(static_cast<int>(degree_[vertex]) + by);
  if (inner_[vertex] == 0 || by_degree_.empty()) return;
  const std::size_t d = std::min<std::size_t>(degree_[vertex], kDegrees - 1);
  by_degree_[d].push_back(vertex);
  least_ = std::min(least_, d);
}

bool BorderMesh::is_flat(std::uint32_t half) const {
  const std::uint32_t twin = halves_[half].twin;
  if (twin == kNone) return true;
  return !in_circle(plan_of(from(half)), plan_of(to(half)), plan_of(apex(half)), plan_of(apex(twin)));
}

void BorderMesh::flip(std::uint32_t half) {
  const std::uint32_t twin = halves_[half].twin, t = half / 3, u = twin / 3;
  const std::uint32_t a = from(half), b = to(half), c = apex(half), d = apex(twin);
  const Half bc = halves_[next(half)], ca = halves_[prev(half)];
  const Half ad = halves_[next(twin)], db = halves_[prev(twin)];
  gather(t);
  gather(u);
  put(3 * t, a, ad.twin, ad.line);
  put(3 * t + 2, c, ca.twin, ca.line);
  put(3 * u, d, db.twin, db.line);
  put(3 * u + 1, b, bc.twin, bc.line);
  put(3 * t + 1, d, kNone, kNone);
  put(3 * u + 2, c, 3 * t + 1, kNone);
  for (const std::uint32_t p : loose_) {
    std::uint32_t& first = first_[side(3 * t + 1, middles_[p]) >= 0 ? t : u];
    following_[p] = first;
    first = p;
  }
  loose_.clear();
  change_degree(a, -1);
  change_degree(b, -1);
  change_degree(c, 1);
  change_degree(d, 1);
  note(t);
  note(u);
  for (const std::uint32_t h : {3 * t, 3 * t + 2, 3 * u, 3 * u + 1}) suspects_.push_back(h);
}

void BorderMesh::legalize() {
  while (!suspects_.empty()) {
    const std::uint32_t h = suspects_.back();
    suspects_.pop_back();
    if (!is_removed(h) && !is_flat(h)) flip(h);
  }
}

void BorderMesh::make_delaunay() {
  for (std::uint32_t h = 0; h < end(); ++h) {
    if (is_removed(h) || halves_[h].twin == kNone || halves_[h].twin < h) continue;
    suspects_.push_back(h);
    legalize();
  }
}

void BorderMesh::remove_inner() {
  by_degree_.assign(kDegrees, {});
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    if (inner_[v] != 0) by_degree_[std::min<std::size_t>(degree_[v], kDegrees - 1)].push_back(v);
  }
  least_ = 0;
  while (least_ < kDegrees) {
    if (by_degree_[least_].empty()) {
      ++least_;
      continue;
    }
    const std::uint32_t v = by_degree_[least_].back();
    by_degree_[least_].pop_back();
    if (inner_[v] == 0 || std::min<std::size_t>(degree_[v], kDegrees - 1) != least_) continue;  // outdated
    remove(v);
    legalize();
  }
  by_degree_.clear();
}

void BorderMesh::remove(std::uint32_t vertex) {
  star_.clear();
  ring_.clear();
  const std::uint32_t first = out_[vertex];
  for (std::uint32_t h = first;;) {
    star_.push_back(h / 3);
    const Half& outer = halves_[next(h)];
    const auto k = static_cast<std::uint32_t>(ring_.size());
    ring_.push_back({outer.vertex, outer.twin, outer.line, k - 1, k + 1});
    gather(h / 3);
    h = halves_[prev(h)].twin;
    if (h == first) break;
  }
  auto left = static_cast<std::uint32_t>(ring_.size());
  ring_.front().before = left - 1;
  ring_.back().after = 0;
  for (const RingEdge& e : ring_) change_degree(e.vertex, -1);
  inner_[vertex] = 0;
  out_[vertex] = kNone;

  const Point2 middle = plan_of(vertex);
  std::uint32_t made = 0;
  const auto triangle_of = [&](std::uint32_t p, std::uint32_t u, std::uint32_t q) {
    const std::uint32_t t = star_[made++];
    put(3 * t, ring_[p].vertex, ring_[p].twin, ring_[p].line);
    put(3 * t + 1, ring_[u].vertex, ring_[u].twin, ring_[u].line);
    put(3 * t + 2, ring_[q].vertex, kNone, kNone);
    note(t);
    return t;
  };
  // An ear that does not hold the vertex lies in the two triangles it had there.
  std::uint32_t u = 0;
  while (left > 3) {
    const std::uint32_t p = ring_[u].before, q = ring_[u].after;
    const Point2 at_p = plan_of(ring_[p].vertex), at_q = plan_of(ring_[q].vertex);
    if (orient2d(at_p, plan_of(ring_[u].vertex), at_q) <= 0 || orient2d(at_p, at_q, middle) < 0) {
      u = q;
      continue;
    }
    const std::uint32_t inside = 3 * triangle_of(p, u, q) + 2;
    suspects_.push_back(inside);
    change_degree(ring_[p].vertex, 1);
    change_degree(ring_[q].vertex, 1);
    ring_[p].twin = inside;
    ring_[p].line = kNone;
    ring_[p].after = q;
    ring_[q].before = p;
    --left;
    u = q;
  }
  const std::uint32_t last = ring_[u].after;
  const std::uint32_t t = triangle_of(ring_[u].before, u, last);
  put(3 * t + 2, ring_[last].vertex, ring_[last].twin, ring_[last].line);
  spread(std::span(star_).first(made));
  for (std::uint32_t k = made; k < star_.size(); ++k) {
    for (std::uint32_t i = 0; i < 3; ++i) halves_[3 * star_[k] + i] = {};
  }
}

bool BorderMesh::split(std::uint32_t half, LatticePoint at) {
  assert(halves_[half].twin == kNone);
  const Point2 f{at.x, at.y};
  const std::uint32_t p = from(half), q = to(half), x = apex(half), t = half / 3;
  if (orient2d(plan_of(p), f, plan_of(x)) <= 0 || orient2d(f, plan_of(q), plan_of(x)) <= 0) return false;
  notes_ = true;
  const auto v = static_cast<std::uint32_t>(vertices_.size());
  vertices_.push_back(at);
  out_.push_back(kNone);
  degree_.push_back(3);
  inner_.push_back(0);
  const auto u = static_cast<std::uint32_t>(first_.size());
  first_.push_back(kNone);
  halves_.resize(halves_.size() + 3);
  const Half pq = halves_[half], qx = halves_[next(half)], xp = halves_[prev(half)];
  gather(t);
  put(3 * t, p, kNone, pq.line);
  put(3 * t + 1, v, kNone, kNone);
  put(3 * t + 2, x, xp.twin, xp.line);
  put(3 * u, v, kNone, pq.line);
  put(3 * u + 1, q, qx.twin, qx.line);
  put(3 * u + 2, x, 3 * t + 1, kNone);
  change_degree(x, 1);
  const std::array<std::uint32_t, 2> both{t, u};
  spread(both);
  note(t);
  note(u);
  suspects_.push_back(3 * t + 2);
  suspects_.push_back(3 * u + 1);
  legalize();
  return true;
}

void BorderMesh::gather(std::uint32_t triangle) {
  for (std::uint32_t p = first_[triangle]; p != kNone; p = following_[p]) loose_.push_back(p);
  first_[triangle] = kNone;
}

std::int64_t BorderMesh::side(std::uint32_t half, Middle p) const {
  const Point2 a = plan_of(from(half)), b = plan_of(to(half));
  return (std::int64_t{b.x} - a.x) * (p.y - 3 * std::int64_t{a.y}) -
         (std::int64_t{b.y} - a.y) * (p.x - 3 * std::int64_t{a.x});
}

// To the triangle that holds a middle; a border that moved by rounding may have left it outside, then it
// belongs to the one it is least outside of.
void BorderMesh::spread(std::span<const std::uint32_t> triangles) {
  for (const std::uint32_t p : loose_) {
    std::uint32_t best = triangles.front();
    std::int64_t most = 0;
    for (std::size_t k = 0; k < triangles.size(); ++k) {
      const std::uint32_t h = 3 * triangles[k];
      const std::int64_t inside =
          std::min({side(h, middles_[p]), side(h + 1, middles_[p]), side(h + 2, middles_[p])});
      if (k > 0 && inside <= most) continue;
      most = inside;
      best = triangles[k];
      if (inside >= 0) break;
    }
    following_[p] = first_[best];
    first_[best] = p;
  }
  loose_.clear();
}

std::vector<std::uint32_t> BorderMesh::homes() const {
  std::vector<std::uint32_t> out(middles_.size(), kNone);
  for (std::uint32_t t = 0; t < first_.size(); ++t) {
    for (std::uint32_t p = first_[t]; p != kNone; p = following_[p]) out[p] = t;
  }
  return out;
}

}  // namespace ambula
