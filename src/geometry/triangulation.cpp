// The Delaunay triangulation of the points (delaunay.h), then the constraints one by one: an edge that is
// there is marked; otherwise the edges in the way are taken out and the two holes filled anew (cavity.h).
// Those that need it are inserted in random order: n constraints then meet about n log² n edges, where the
// worst order could meet n² (Agarwal, Arge and Yi 2005; Shewchuk and Brown 2015). The result cannot depend on
// it.
//
// Triangles leave in the order of their smallest corner, from which winding numbers follow without a search:
// the face below the first edge that leaves a vertex to the right has a smaller corner, so it is known.
#include "geometry/triangulation.h"

#include <algorithm>
#include <string>

#include "ambula/hash.h"
#include "core/text.h"
#include "geometry/cavity.h"
#include "geometry/delaunay.h"

namespace ambula {

class Triangulator::Work {
 public:
  Result<void> run(std::span<const Point2> points, std::span<const Constraint> constraints, Keep keep,
                   Triangulation& mesh, const Context* context);

 private:
  static constexpr std::uint32_t kNone = HalfEdges::kNone;

  struct Mark {
    std::uint32_t winding = 0;  // of the even half-edge; modulo 2^32, like all winding sums here
    bool fixed = false;
  };
  // One end of a constraint, going round its edges in search of the way to the other end.
  struct End {
    std::uint32_t vertex, edge, stop;
    Point2 at, goal;
  };
  enum class Way : std::uint8_t { unknown, edge, wedge };

  [[nodiscard]] std::uint32_t winding(std::uint32_t h) const {
    const std::uint32_t w = marks_[h / 2].winding;
    return (h & 1) != 0 ? 0u - w : w;
  }
  void mark(std::uint32_t h, std::uint32_t winding) {
    Mark& m = marks_[h / 2];
    m.fixed = true;
    m.winding += (h & 1) != 0 ? 0u - winding : winding;
  }
  [[nodiscard]] End end_at(std::uint32_t vertex, std::uint32_t goal) const;
  [[nodiscard]] Way look(End& end) const;
  [[nodiscard]] std::uint32_t find(std::uint32_t a, std::uint32_t b) const;

  Result<void> delaunay(std::span<const Point2> points, const Context* context);
  Result<void> insert(std::span<const Constraint> constraints, const Context* context);
  Result<void> insert_in_order(std::span<const Point2> points, std::span<const Constraint> constraints,
                               const Context* context);
  void begin_edges();
  [[nodiscard]] bool fix(std::uint32_t a, std::uint32_t b, std::uint32_t winding);
  [[nodiscard]] std::uint32_t cut(std::uint32_t first, Point2 goal);
  [[nodiscard]] Result<void> check_closed(std::span<const Constraint> constraints);
  void take(Keep keep, Triangulation& mesh);

  Delaunay delaunay_;
  Cavity cavity_;
  std::span<const Point2> points_;      // by vertex
  std::vector<Mark> marks_;             // by edge
  std::vector<std::uint32_t> edge_at_;  // some edge out of each vertex
  std::vector<std::uint32_t> pending_;  // constraints that are no edges yet
  std::vector<std::uint32_t> crossed_, left_, right_;
  std::vector<std::uint32_t> balance_;  // winding out of each vertex, less winding in
  struct Leaf {
    std::uint32_t rank, edge, winding;
  };
  std::vector<Leaf> leaves_;
};

Result<void> Triangulator::Work::run(std::span<const Point2> points, std::span<const Constraint> constraints,
                                     Keep keep, Triangulation& mesh, const Context* context) {
  mesh.triangles.clear();
  mesh.neighbours.clear();
  mesh.constrained.clear();
  mesh.winding.clear();
  if (auto ok = delaunay(points, context); !ok) return ok;
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const Constraint& c = constraints[k];
    if (c.from >= points.size() || c.to >= points.size() || c.from == c.to) {
      return fail(
          ErrorCode::invalid_argument,
          text("constraint ", k, " from ", c.from, " to ", c.to, " is not an edge between two points"), k);
    }
  }
  if (!delaunay_.has_triangles()) return {};
  if (!constraints.empty()) {
    if (auto ok = insert(constraints, context); !ok) {
      if (ok.error().code == ErrorCode::cancelled) return ok;
      return insert_in_order(points, constraints, context);
    }
    if (auto ok = check_closed(constraints); !ok) return ok;
  } else {
    marks_.clear();
  }
  if (context && context->cancelled()) return cancelled_failure("triangulate");
  take(keep, mesh);
  return {};
}

Result<void> Triangulator::Work::delaunay(std::span<const Point2> points, const Context* context) {
  switch (delaunay_.build(points, context)) {
    case Delaunay::Outcome::equal_points: {
      const auto [a, b] = delaunay_.equal_points();
      return fail(ErrorCode::invalid_argument, text("points ", a, " and ", b, " are equal"), b);
    }
    case Delaunay::Outcome::cancelled:
      return cancelled_failure("triangulate");
    case Delaunay::Outcome::done:
      break;
  }
  points_ = delaunay_.points();
  return {};
}

void Triangulator::Work::begin_edges() {
  const HalfEdges& edges = delaunay_.edges();
  marks_.assign(edges.end() / 2, {});
  edge_at_.resize(points_.size());
  for (std::uint32_t h = 0; h < edges.end(); ++h) {
    if (edges.to(h) != kNone) edge_at_[edges.from(h)] = h;
  }
}

Result<void> Triangulator::Work::insert(std::span<const Constraint> constraints, const Context* context) {
  begin_edges();
  pending_.clear();
  for (std::uint32_t k = 0; k < constraints.size(); ++k) {
    const Constraint& c = constraints[k];
    const std::uint32_t h = find(delaunay_.vertex_of(c.from), delaunay_.vertex_of(c.to));
    if (h == kNone) {
      pending_.push_back(k);
    } else {
      mark(h, static_cast<std::uint32_t>(c.winding));
    }
  }
  for (std::size_t i = pending_.size(); i > 1; --i) std::swap(pending_[i - 1], pending_[mix_bits(i) % i]);
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (i % 1024 == 1023 && context && context->cancelled()) return cancelled_failure("triangulate");
    const Constraint& c = constraints[pending_[i]];
    if (!fix(delaunay_.vertex_of(c.from), delaunay_.vertex_of(c.to), static_cast<std::uint32_t>(c.winding))) {
      return fail(ErrorCode::invalid_argument, {}, pending_[i]);
    }
  }
  return {};
}

// Some constraints cross: the error names the first that crosses an earlier one.
Result<void> Triangulator::Work::insert_in_order(std::span<const Point2> points,
                                                 std::span<const Constraint> constraints,
                                                 const Context* context) {
  if (auto ok = delaunay(points, context); !ok) return ok;
  begin_edges();
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    if (k % 1024 == 1023 && context && context->cancelled()) return cancelled_failure("triangulate");
    const Constraint& c = constraints[k];
    if (!fix(delaunay_.vertex_of(c.from), delaunay_.vertex_of(c.to), 0)) {
      return fail(ErrorCode::invalid_argument, text("constraint ", k, " crosses another one"), k);
    }
  }
  assert(false && "constraints cross in one order and not in another");
  return fail(ErrorCode::invalid_argument, "constraints cross");
}

// The edge a → b where there is one. Goes round both ends at once: one of them may have thousands of edges.
std::uint32_t Triangulator::Work::find(std::uint32_t a, std::uint32_t b) const {
  const HalfEdges& edges = delaunay_.edges();
  const std::uint32_t stop_a = edge_at_[a], stop_b = edge_at_[b];
  std::uint32_t ha = stop_a, hb = stop_b;
  do {
    if (edges.to(ha) == b) return ha;
    if (edges.to(hb) == a) return hb ^ 1;
    ha = edges.next(ha);
    hb = edges.next(hb);
  } while (ha != stop_a && hb != stop_b);
  return kNone;
}

Triangulator::Work::End Triangulator::Work::end_at(std::uint32_t vertex, std::uint32_t goal) const {
  return {vertex, edge_at_[vertex], edge_at_[vertex], points_[vertex], points_[goal]};
}

// Looks at one edge of an end: is it the way to the goal, or does the way lead between it and the next?
Triangulator::Work::Way Triangulator::Work::look(End& end) const {
  const HalfEdges& edges = delaunay_.edges();
  const std::uint32_t following = edges.next(end.edge);
  const Point2 p = points_[edges.to(end.edge)], q = points_[edges.to(following)];
  const std::int64_t sp = orient2d(end.at, end.goal, p);
  if (sp == 0) {
    const std::int64_t along = (std::int64_t{end.goal.x} - end.at.x) * (std::int64_t{p.x} - end.at.x) +
                               (std::int64_t{end.goal.y} - end.at.y) * (std::int64_t{p.y} - end.at.y);
    if (along > 0) return Way::edge;
  }
  if (sp < 0 && orient2d(end.at, end.goal, q) > 0) return Way::wedge;
  end.edge = following;
  assert(end.edge != end.stop);
  return Way::unknown;
}

// Makes a → b an edge, or a chain of edges through the points on it; false when a constraint is in the way.
bool Triangulator::Work::fix(std::uint32_t a, std::uint32_t b, std::uint32_t winding) {
  HalfEdges& edges = delaunay_.edges();
  while (a != b) {
    End from_a = end_at(a, b), from_b = end_at(b, a);
    Way way = Way::unknown;
    bool at_a = false;
    while (way == Way::unknown) {
      at_a = !at_a;
      way = look(at_a ? from_a : from_b);
    }
    std::uint32_t h = at_a ? from_a.edge : from_b.edge;
    if (way == Way::wedge) {
      h = cut(h, at_a ? from_a.goal : from_b.goal);
      if (h == kNone) return false;
    }
    mark(h, at_a ? winding : 0u - winding);
    (at_a ? a : b) = edges.to(h);
  }
  return true;
}

// From the origin of `first` towards the goal, between `first` and the next edge: takes out what is in the
// way up to the first vertex on it and puts the edge to that vertex in. kNone when a constraint is crossed.
std::uint32_t Triangulator::Work::cut(std::uint32_t first, Point2 goal) {
  HalfEdges& edges = delaunay_.edges();
  const std::uint32_t a = edges.from(first);
  const Point2 pa = points_[a];
  crossed_.clear();
  right_.assign(1, first);                   // a → p
  left_.assign(1, edges.next(first) ^ 1);    // q → a
  std::uint32_t g = edges.left_next(first);  // p → q, from right to left
  std::uint32_t end = kNone;
  while (end == kNone) {
    if (marks_[g / 2].fixed) return kNone;
    crossed_.push_back(g);
    const std::uint32_t p_d = edges.prev(g);  // the triangle beyond: q p d
    const std::uint32_t d = edges.to(p_d), d_q = edges.left_next(p_d);
    const std::int64_t side = orient2d(pa, goal, points_[d]);
    if (side >= 0) left_.push_back(d_q);
    if (side <= 0) right_.push_back(p_d);
    g = side > 0 ? p_d : d_q;
    if (side == 0) end = d;
  }
  for (const std::uint32_t h : crossed_) edges.remove(h);
  const std::uint32_t base = edges.make(a, end);
  edges.insert_after(base, first);
  edges.insert_after(base ^ 1, left_.back());
  for (const std::uint32_t h : left_) edge_at_[edges.from(h)] = h;
  for (const std::uint32_t h : right_) edge_at_[edges.from(h)] = h;
  std::reverse(left_.begin(), left_.end());
  cavity_.fill(edges, points_, base, left_);
  cavity_.fill(edges, points_, base ^ 1, right_);
  return base;
}

// Winding numbers exist when at every vertex as much goes out as comes in.
Result<void> Triangulator::Work::check_closed(std::span<const Constraint> constraints) {
  balance_.assign(points_.size(), 0);
  for (const Constraint& c : constraints) {
    balance_[c.from] += static_cast<std::uint32_t>(c.winding);
    balance_[c.to] -= static_cast<std::uint32_t>(c.winding);
  }
  if (std::all_of(balance_.begin(), balance_.end(), [](std::uint32_t b) { return b == 0; })) return {};
  std::uint32_t rank = 0;
  while (balance_[delaunay_.index_of(delaunay_.vertex_at(rank))] == 0) ++rank;
  const std::uint32_t point = delaunay_.index_of(delaunay_.vertex_at(rank));
  return fail(ErrorCode::invalid_argument, text("the outline does not close near point ", point), point);
}

void Triangulator::Work::take(Keep keep, Triangulation& mesh) {
  HalfEdges& edges = delaunay_.edges();
  const auto n = static_cast<std::uint32_t>(points_.size());
  const auto rank_to = [&](std::uint32_t h) { return delaunay_.rank_of(edges.to(h)); };
  // The first edge that leaves each vertex to the right, counter-clockwise. From here on, `prev` is not
  // needed: it holds the triangle to the left of an edge, with the place of the edge in its lowest bits.
  edge_at_.assign(n, kNone);
  for (std::uint32_t h = 0; h < edges.end(); ++h) {
    if (edges.to(h) == kNone) continue;
    const std::uint32_t before = edges.prev(h);
    edges[h].prev = kNone;
    const std::uint32_t v = edges.from(h), rank = delaunay_.rank_of(v);
    if (rank_to(h) > rank && rank_to(before) < rank) edge_at_[v] = h;
  }
  edge_at_[delaunay_.vertex_at(0)] = delaunay_.first_hull_edge();

  // Euler: at most 2 n - 5 triangles.
  const std::size_t most = 2 * std::size_t{n};
  mesh.triangles.resize(most);
  mesh.neighbours.resize(most);
  mesh.constrained.resize(most);
  mesh.winding.resize(most);
  std::uint32_t count = 0;
  for (std::uint32_t rank = 0; rank < n; ++rank) {
    const std::uint32_t a = delaunay_.vertex_at(rank), first = edge_at_[a];
    if (first == kNone) continue;
    leaves_.clear();
    const std::uint32_t below = edges.prev(first ^ 1);
    auto number = below == kNone ? 0u : static_cast<std::uint32_t>(mesh.winding[below >> 2]);
    for (std::uint32_t h = first;;) {
      if (!marks_.empty()) number += winding(h);
      const std::uint32_t b_rank = rank_to(h), following = edges.next(h);
      if (following == first || rank_to(following) < rank) break;
      if (keep == Keep::hull || number != 0) leaves_.push_back({b_rank, h, number});
      h = following;
    }
    if (leaves_.size() > 1) {
      std::sort(leaves_.begin(), leaves_.end(), [](const Leaf& l, const Leaf& r) { return l.rank < r.rank; });
    }
    for (const Leaf& leaf : leaves_) {
      const std::uint32_t ab = leaf.edge, ca = edges.next(ab) ^ 1, bc = edges.next(ca) ^ 1;
      const std::uint32_t t = count++;
      mesh.triangles[t] = {delaunay_.index_of(a), delaunay_.index_of(edges.to(ab)),
                           delaunay_.index_of(edges.to(bc))};
      mesh.winding[t] = static_cast<std::int32_t>(leaf.winding);
      unsigned fixed = 0;
      const std::array<std::uint32_t, 3> sides{ab, bc, ca};
      for (std::uint32_t i = 0; i < 3; ++i) {
        edges[sides[i]].prev = t << 2 | i;
        const std::uint32_t across = edges.prev(sides[i] ^ 1);
        mesh.neighbours[t][i] = across == kNone ? Triangulation::kNone : across >> 2;
        if (across != kNone) mesh.neighbours[across >> 2][across & 3] = t;
        if (!marks_.empty() && marks_[sides[i] / 2].fixed) fixed |= 1u << i;
      }
      mesh.constrained[t] = static_cast<std::uint8_t>(fixed);
    }
  }
  mesh.triangles.resize(count);
  mesh.neighbours.resize(count);
  mesh.constrained.resize(count);
  mesh.winding.resize(count);
}

Triangulator::Triangulator() : work_(std::make_unique<Work>()) {}
Triangulator::~Triangulator() = default;
Triangulator::Triangulator(Triangulator&&) noexcept = default;
Triangulator& Triangulator::operator=(Triangulator&&) noexcept = default;

Result<void> Triangulator::run(std::span<const Point2> points, std::span<const Constraint> constraints,
                               Keep keep, Triangulation& mesh, const Context* context) {
  return work_->run(points, constraints, keep, mesh, context);
}

Result<Triangulation> triangulate(std::span<const Point2> points, std::span<const Constraint> constraints,
                                  Keep keep, Context* context) {
  Stage stage(context, "triangulate");
  Triangulator triangulator;
  Triangulation mesh;
  if (auto ok = triangulator.run(points, constraints, keep, mesh, context); !ok) return fail(ok.error());
  return mesh;
}

}  // namespace ambula
