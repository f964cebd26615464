// Points are inserted along a Hilbert curve into a Delaunay triangulation with one vertex at infinity (as
// CGAL keeps it), located by walking from the last one, and mended by Lawson's flips. Constraints then
// replace what crosses them by flips (Sloan 1993), and flips restore the Delaunay property around them. Ties
// of the incircle test are broken by perturbing the lifted height of points in lexicographic order
// (Edelsbrunner and Mücke 1990): one triangulation is right, so the order of insertion cannot show.
#include "geometry/triangulation.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string>

#include "core/text.h"

namespace ambula {
namespace {

constexpr std::uint32_t kInfinite = Triangulation::kNone;  // the vertex beyond the hull

// Position along a Hilbert curve over 2^16 x 2^16 cells: neighbours on it are neighbours in the plane.
std::uint32_t hilbert_index(std::uint32_t x, std::uint32_t y) {
  std::uint32_t index = 0;
  for (std::uint32_t s = 1u << 15; s > 0; s >>= 1) {
    const std::uint32_t rx = (x & s) != 0, ry = (y & s) != 0;
    index = (index << 2) | ((3 * rx) ^ ry);
    if (ry == 0) {
      if (rx == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
  }
  return index;
}

// Vertices are ranks: points in lexicographic order, so that comparing ids compares positions.
class Builder {
 public:
  Builder(std::span<const Point2> points, Context* context) : stage_(context, "triangulate") {
    order_.resize(points.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return points[a] < points[b]; });
    points_.reserve(points.size());
    rank_.resize(points.size());
    for (std::uint32_t r = 0; r < order_.size(); ++r) {
      points_.push_back(points[order_[r]]);
      rank_[order_[r]] = r;
    }
  }

  Result<void> insert_points();
  Result<void> insert_constraints(std::span<const Constraint> constraints);
  [[nodiscard]] Result<Triangulation> take(Keep keep);

 private:
  // Corners counter-clockwise; next[i] lies across the edge opposite to corner i. One corner of a triangle
  // beyond the hull is kInfinite.
  struct Face {
    std::array<std::uint32_t, 3> v;
    std::array<std::uint32_t, 3> next;
    std::array<std::int32_t, 3> winding;  // of the constraint opposite to corner i, entering this face
    std::uint8_t fixed;                   // bit i: the edge opposite to corner i is constrained
  };
  struct Edge {
    std::uint32_t face;
    std::uint32_t i;  // the corner opposite to it
  };

  static bool is_fixed(const Face& f, std::uint32_t i) { return ((unsigned{f.fixed} >> i) & 1u) != 0; }
  static void set_fixed(Face& f, std::uint32_t i) {
    f.fixed = static_cast<std::uint8_t>(f.fixed | (1u << i));
  }
  static std::uint32_t left(std::uint32_t i) { return i == 2 ? 0 : i + 1; }
  static std::uint32_t right(std::uint32_t i) { return i == 0 ? 2 : i - 1; }
  [[nodiscard]] std::uint32_t corner_of(const Face& f, std::uint32_t v) const {
    return f.v[0] == v ? 0 : f.v[1] == v ? 1 : 2;
  }
  [[nodiscard]] std::uint32_t back(std::uint32_t face, std::uint32_t neighbour) const {
    const Face& n = faces_[neighbour];
    return n.next[0] == face ? 0 : n.next[1] == face ? 1 : 2;
  }
  [[nodiscard]] bool infinite(const Face& f) const {
    return f.v[0] == kInfinite || f.v[1] == kInfinite || f.v[2] == kInfinite;
  }
  [[nodiscard]] std::int64_t side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return orient2d(points_[a], points_[b], points_[c]);
  }

  std::uint32_t add_face(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void join(std::uint32_t f, std::uint32_t i, std::uint32_t g, std::uint32_t j);
  void begin(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  [[nodiscard]] Edge locate(Point2 p, std::uint32_t from, bool& on_edge) const;
  void insert(std::uint32_t v);
  void split_face(std::uint32_t f, std::uint32_t v);
  void split_edge(Edge e, std::uint32_t v);
  void flip(std::uint32_t f, std::uint32_t i);
  [[nodiscard]] bool conflicts(const Face& f, std::uint32_t v) const;
  [[nodiscard]] Edge find_edge(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool ahead(std::uint32_t a, std::uint32_t b, std::uint32_t p) const;
  [[nodiscard]] std::uint32_t cross_until(std::uint32_t a, std::uint32_t b,
                                          std::deque<std::pair<std::uint32_t, std::uint32_t>>& crossed) const;
  Result<void> fix(std::uint32_t a, std::uint32_t b, std::int32_t winding, std::uint64_t element);
  void flip_away(std::uint32_t a, std::uint32_t b,
                 std::deque<std::pair<std::uint32_t, std::uint32_t>>& crossed);
  void legalize();
  void mark(std::uint32_t a, std::uint32_t b, std::int32_t winding);
  [[nodiscard]] Result<std::vector<std::int32_t>> wind() const;

  Stage stage_;
  std::vector<Point2> points_;               // by rank
  std::vector<std::uint32_t> order_, rank_;  // rank → caller's index, and back
  std::vector<Face> faces_;
  std::vector<std::uint32_t> face_of_;  // a face at each vertex
  std::vector<Edge> suspects_;          // edges to look at when legalizing
  std::uint32_t last_ = 0;
};

std::uint32_t Builder::add_face(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  faces_.push_back({{a, b, c}, {}, {}, 0});
  return static_cast<std::uint32_t>(faces_.size() - 1);
}

void Builder::join(std::uint32_t f, std::uint32_t i, std::uint32_t g, std::uint32_t j) {
  faces_[f].next[i] = g;
  faces_[g].next[j] = f;
}

Result<void> Builder::insert_points() {
  const std::size_t n = points_.size();
  for (std::size_t r = 1; r < n; ++r) {
    if (points_[r] == points_[r - 1]) {
      return fail(ErrorCode::invalid_argument,
                  text("points ", order_[r - 1], " and ", order_[r], " are equal"), order_[r]);
    }
  }
  if (n < 3) return {};
  face_of_.assign(n, 0);
  faces_.reserve(2 * n + 2);

  Point2 low = points_[0], high = points_[0];
  for (const Point2 p : points_) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const std::int64_t extent = std::max(std::int64_t{high.x} - low.x, std::int64_t{high.y} - low.y);
  int shift = 0;
  while ((extent >> shift) >= 65536) ++shift;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> curve(n);  // index on the curve, vertex
  for (std::uint32_t v = 0; v < n; ++v) {
    curve[v] = {hilbert_index(static_cast<std::uint32_t>((std::int64_t{points_[v].x} - low.x) >> shift),
                              static_cast<std::uint32_t>((std::int64_t{points_[v].y} - low.y) >> shift)),
                v};
  }
  std::sort(curve.begin(), curve.end());

  // The first triangle: two points and the first that is not on their line.
  std::size_t third = 2;
  while (third < n && side(curve[0].second, curve[1].second, curve[third].second) == 0) ++third;
  if (third == n) return {};
  std::rotate(curve.begin() + 2, curve.begin() + static_cast<std::ptrdiff_t>(third),
              curve.begin() + static_cast<std::ptrdiff_t>(third) + 1);
  begin(curve[0].second, curve[1].second, curve[2].second);
  for (std::size_t k = 3; k < n; ++k) {
    if (k % 4096 == 0) {
      if (stage_.cancelled()) return cancelled_failure("triangulate");
      stage_.progress(static_cast<double>(k) / static_cast<double>(n));
    }
    insert(curve[k].second);
  }
  return {};
}

void Builder::begin(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (side(a, b, c) < 0) std::swap(b, c);
  const std::uint32_t f = add_face(a, b, c);
  const std::uint32_t ab = add_face(b, a, kInfinite), bc = add_face(c, b, kInfinite),
                      ca = add_face(a, c, kInfinite);
  join(f, 2, ab, 2);
  join(f, 0, bc, 2);
  join(f, 1, ca, 2);
  join(ab, 0, ca, 1);  // across a - infinity
  join(ab, 1, bc, 0);  // across b - infinity
  join(bc, 1, ca, 0);  // across c - infinity
  face_of_[a] = face_of_[b] = face_of_[c] = f;
  last_ = f;
}

// Walks towards p. Gives the face it lies in (beyond the hull: one that sees it), or, with on_edge, an edge
// it is on.
Builder::Edge Builder::locate(Point2 p, std::uint32_t from, bool& on_edge) const {
  on_edge = false;
  std::uint32_t f = from;
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (faces_[f].v[i] == kInfinite) {
      f = faces_[f].next[i];
      break;
    }
  }
  std::uint32_t came_from = kInfinite;
  for (;;) {
    const Face& face = faces_[f];
    std::uint32_t zero = 3, beyond = 3;
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.next[i] == came_from) continue;
      const std::int64_t s = orient2d(points_[face.v[left(i)]], points_[face.v[right(i)]], p);
      if (s < 0) {
        beyond = i;
        break;
      }
      if (s == 0) zero = i;
    }
    if (beyond == 3) {
      on_edge = zero != 3;
      return {f, on_edge ? zero : 0};
    }
    came_from = f;
    f = face.next[beyond];
    if (infinite(faces_[f])) return {f, 0};
  }
}

void Builder::insert(std::uint32_t v) {
  bool on_edge = false;
  const Edge at = locate(points_[v], last_, on_edge);
  if (on_edge) {
    split_edge(at, v);
  } else {
    split_face(at.face, v);
  }
  last_ = at.face;
  while (!suspects_.empty()) {
    const auto [f, i] = suspects_.back();
    suspects_.pop_back();
    const std::uint32_t n = faces_[f].next[i];
    if (!conflicts(faces_[n], v)) continue;
    flip(f, i);  // v is corner 0 of both now
    suspects_.push_back({f, 0});
    suspects_.push_back({n, 0});
  }
}

void Builder::split_face(std::uint32_t f, std::uint32_t v) {
  const auto [a, b, c] = faces_[f].v;
  const auto [na, nb, nc] = faces_[f].next;
  const std::uint32_t ia = back(f, na), ib = back(f, nb), ic = back(f, nc);
  const std::uint32_t g = add_face(b, c, v), h = add_face(c, a, v);
  faces_[f].v = {a, b, v};
  join(f, 0, g, 1);
  join(g, 0, h, 1);
  join(h, 0, f, 1);
  join(f, 2, nc, ic);
  join(g, 2, na, ia);
  join(h, 2, nb, ib);
  for (const auto& [vertex, face] : {std::pair{a, f}, {b, g}, {c, h}, {v, f}}) {
    if (vertex != kInfinite) face_of_[vertex] = face;
  }
  suspects_ = {{f, 2}, {g, 2}, {h, 2}};
}

void Builder::split_edge(Edge e, std::uint32_t v) {
  const std::uint32_t f = e.face, g = faces_[f].next[e.i], j = back(f, g);
  const std::uint32_t p = faces_[f].v[e.i], q = faces_[f].v[left(e.i)], r = faces_[f].v[right(e.i)];
  const std::uint32_t s = faces_[g].v[j];
  const std::uint32_t f_rp = faces_[f].next[left(e.i)], f_pq = faces_[f].next[right(e.i)];
  const std::uint32_t g_qs = faces_[g].next[left(j)], g_sr = faces_[g].next[right(j)];
  const std::uint32_t i_rp = back(f, f_rp), i_pq = back(f, f_pq), i_qs = back(g, g_qs), i_sr = back(g, g_sr);
  faces_[f].v = {p, q, v};
  faces_[g].v = {s, r, v};
  const std::uint32_t f2 = add_face(p, v, r), g2 = add_face(s, v, q);
  join(f, 2, f_pq, i_pq);
  join(f2, 1, f_rp, i_rp);
  join(g, 2, g_sr, i_sr);
  join(g2, 1, g_qs, i_qs);
  join(f, 1, f2, 2);  // p - v
  join(g, 1, g2, 2);  // s - v
  join(f, 0, g2, 0);  // q - v
  join(f2, 0, g, 0);  // v - r
  for (const auto& [vertex, face] : {std::pair{p, f}, {q, f}, {r, g}, {s, g}, {v, f}}) {
    if (vertex != kInfinite) face_of_[vertex] = face;
  }
  suspects_ = {{f, 2}, {f2, 1}, {g, 2}, {g2, 1}};
}

// Turns the edge opposite to corner i of f within its quad. With a that corner, b and c the edge, d beyond
// it: faces a b c and d c b become f = a b d and its neighbour = a d c.
void Builder::flip(std::uint32_t f, std::uint32_t i) {
  const std::uint32_t n = faces_[f].next[i], j = back(f, n);
  const Face old_f = faces_[f], old_n = faces_[n];
  const std::uint32_t a = old_f.v[i], b = old_f.v[left(i)], c = old_f.v[right(i)], d = old_n.v[j];
  const std::uint32_t f_ca = left(i), f_ab = right(i), n_bd = left(j), n_dc = right(j);
  const std::uint32_t ab = old_f.next[f_ab], ca = old_f.next[f_ca], bd = old_n.next[n_bd],
                      dc = old_n.next[n_dc];
  const std::uint32_t k_ab = back(f, ab), k_ca = back(f, ca), k_bd = back(n, bd), k_dc = back(n, dc);
  Face& nf = faces_[f];
  Face& nn = faces_[n];
  const auto bit = [](const Face& face, std::uint32_t k, std::uint32_t at) {
    return is_fixed(face, k) ? 1u << at : 0u;
  };
  nf.v = {a, b, d};
  nn.v = {a, d, c};
  nf.winding = {old_n.winding[n_bd], 0, old_f.winding[f_ab]};
  nn.winding = {old_n.winding[n_dc], old_f.winding[f_ca], 0};
  nf.fixed = static_cast<std::uint8_t>(bit(old_n, n_bd, 0) | bit(old_f, f_ab, 2));
  nn.fixed = static_cast<std::uint8_t>(bit(old_n, n_dc, 0) | bit(old_f, f_ca, 1));
  join(f, 1, n, 2);
  join(f, 0, bd, k_bd);
  join(f, 2, ab, k_ab);
  join(n, 0, dc, k_dc);
  join(n, 1, ca, k_ca);
  if (a != kInfinite) face_of_[a] = f;
  if (b != kInfinite) face_of_[b] = f;
  if (c != kInfinite) face_of_[c] = n;
  if (d != kInfinite) face_of_[d] = n;
}

// Whether vertex v lies inside the circle of f (beyond the hull: on the far side of its edge).
bool Builder::conflicts(const Face& f, std::uint32_t v) const {
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (f.v[k] == kInfinite) return side(f.v[left(k)], f.v[right(k)], v) > 0;
  }
  const auto [a, b, c] = f.v;
  const int s = incircle(points_[a], points_[b], points_[c], points_[v]);
  if (s != 0) return s > 0;
  // On the circle: the smallest of the four is lifted a little.
  const std::uint32_t smallest = std::min({a, b, c, v});
  if (smallest == v) return false;
  if (smallest == a) return side(v, b, c) > 0;
  if (smallest == b) return side(a, v, c) > 0;
  return side(a, b, v) > 0;
}

// The face to the left of a → b and the corner opposite to that edge; no face where there is no such edge.
Builder::Edge Builder::find_edge(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t start = face_of_[a];
  std::uint32_t f = start;
  do {
    const Face& face = faces_[f];
    const std::uint32_t i = corner_of(face, a);
    if (face.v[left(i)] == b) return {f, right(i)};
    f = face.next[left(i)];  // across a - v[right(i)]: counter-clockwise about a
  } while (f != start);
  return {kInfinite, 0};
}

Result<void> Builder::insert_constraints(std::span<const Constraint> constraints) {
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const Constraint& c = constraints[k];
    if (c.from >= points_.size() || c.to >= points_.size() || c.from == c.to) {
      return fail(
          ErrorCode::invalid_argument,
          text("constraint ", k, " from ", c.from, " to ", c.to, " is not an edge between two points"), k);
    }
    if (faces_.empty()) continue;
    if (k % 4096 == 0 && stage_.cancelled()) return cancelled_failure("triangulate");
    if (auto ok = fix(rank_[c.from], rank_[c.to], c.winding, k); !ok) return ok;
  }
  return {};
}

// Makes a → b an edge, or a chain of edges through the points on it.
Result<void> Builder::fix(std::uint32_t a, std::uint32_t b, std::int32_t winding, std::uint64_t element) {
  std::deque<std::pair<std::uint32_t, std::uint32_t>> crossed;
  while (a != b) {
    crossed.clear();
    const std::uint32_t c = cross_until(a, b, crossed);
    if (c == kInfinite) {
      return fail(ErrorCode::invalid_argument, text("constraint ", element, " crosses another one"), element);
    }
    if (!crossed.empty()) flip_away(a, c, crossed);
    mark(a, c, winding);
    a = c;
  }
  return {};
}

// Collects the edges that a → b crosses, up to the first point on it, which it gives; kInfinite when one of
// them is constrained.
std::uint32_t Builder::cross_until(std::uint32_t a, std::uint32_t b,
                                   std::deque<std::pair<std::uint32_t, std::uint32_t>>& crossed) const {
  // The face at a that the segment enters through.
  std::uint32_t f = face_of_[a], i = 0;
  const std::uint32_t start = f;
  for (;;) {
    const Face& face = faces_[f];
    i = corner_of(face, a);
    const std::uint32_t p = face.v[left(i)], q = face.v[right(i)];
    if (p == b || q == b) return b;
    if (p != kInfinite && q != kInfinite) {
      const std::int64_t sp = side(a, b, p), sq = side(a, b, q);
      if (sp == 0 && ahead(a, b, p)) return p;
      if (sq == 0 && ahead(a, b, q)) return q;
      if (sp < 0 && sq > 0) break;
    }
    f = face.next[left(i)];
    if (f == start) return kInfinite;  // cannot be in a triangulation of the hull
  }
  for (;;) {
    if (is_fixed(faces_[f], i)) return kInfinite;
    crossed.emplace_back(faces_[f].v[left(i)], faces_[f].v[right(i)]);
    const std::uint32_t n = faces_[f].next[i], j = back(f, n);
    const std::uint32_t d = faces_[n].v[j];
    if (d == b) return b;
    const std::int64_t sd = side(a, b, d);
    if (sd == 0) return d;
    // Leave through the side whose ends lie left and right of the segment.
    f = n;
    i = sd > 0 ? left(j) : right(j);
  }
}

bool Builder::ahead(std::uint32_t a, std::uint32_t b, std::uint32_t p) const {
  const Point2 A = points_[a], B = points_[b], P = points_[p];
  return (std::int64_t{B.x} - A.x) * (std::int64_t{P.x} - A.x) +
             (std::int64_t{B.y} - A.y) * (std::int64_t{P.y} - A.y) >
         0;
}

// Flips crossed edges until none crosses a → b, then makes what was flipped Delaunay again.
void Builder::flip_away(std::uint32_t a, std::uint32_t b,
                        std::deque<std::pair<std::uint32_t, std::uint32_t>>& crossed) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> made;
  while (!crossed.empty()) {
    const auto [p, q] = crossed.front();
    crossed.pop_front();
    const Edge e = find_edge(p, q);
    const std::uint32_t n = faces_[e.face].next[e.i];
    const std::uint32_t s = faces_[e.face].v[e.i], t = faces_[n].v[back(e.face, n)];
    const std::int64_t sp = side(s, t, p), sq = side(s, t, q);
    const bool convex = (sp < 0 && sq > 0) || (sp > 0 && sq < 0);
    if (!convex) {
      crossed.emplace_back(p, q);
      continue;
    }
    flip(e.face, e.i);
    const std::int64_t ss = side(a, b, s), st = side(a, b, t);
    if (s != a && s != b && t != a && t != b && ((ss > 0 && st < 0) || (ss < 0 && st > 0))) {
      crossed.emplace_back(s, t);
    } else if (!((s == a && t == b) || (s == b && t == a))) {
      made.emplace_back(s, t);
    }
  }
  // The constraint itself is not flipped again.
  const Edge own = find_edge(a, b);
  const std::uint32_t n = faces_[own.face].next[own.i], j = back(own.face, n);
  set_fixed(faces_[own.face], own.i);
  set_fixed(faces_[n], j);
  for (const auto& [p, q] : made) {
    const Edge e = find_edge(p, q);
    if (e.face != kInfinite) suspects_.push_back(e);
  }
  legalize();
}

// Lawson's flips from the suspect edges outwards.
void Builder::legalize() {
  while (!suspects_.empty()) {
    const auto [f, i] = suspects_.back();
    suspects_.pop_back();
    if (is_fixed(faces_[f], i)) continue;
    const std::uint32_t n = faces_[f].next[i];
    if (infinite(faces_[f]) || infinite(faces_[n]) || !conflicts(faces_[n], faces_[f].v[i])) continue;
    flip(f, i);
    for (const Edge e : {Edge{f, 0}, Edge{f, 2}, Edge{n, 0}, Edge{n, 1}}) suspects_.push_back(e);
  }
}

void Builder::mark(std::uint32_t a, std::uint32_t b, std::int32_t winding) {
  const Edge e = find_edge(a, b);  // the face on the left
  const std::uint32_t n = faces_[e.face].next[e.i], j = back(e.face, n);
  Face& l = faces_[e.face];
  Face& r = faces_[n];
  set_fixed(l, e.i);
  set_fixed(r, j);
  l.winding[e.i] += winding;
  r.winding[j] -= winding;
}

// Winding numbers of all faces, from 0 beyond the hull; an error where an outline does not close.
Result<std::vector<std::int32_t>> Builder::wind() const {
  std::vector<std::int32_t> number(faces_.size(), 0);
  std::vector<char> seen(faces_.size(), 0);
  std::uint32_t outer = 0;
  while (!infinite(faces_[outer])) ++outer;
  std::vector<std::uint32_t> open{outer};
  seen[outer] = 1;
  while (!open.empty()) {
    const std::uint32_t f = open.back();
    open.pop_back();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t n = faces_[f].next[i];
      const std::int32_t there = number[f] + faces_[n].winding[back(f, n)];
      if (seen[n]) {
        if (number[n] == there) continue;
        const std::uint32_t v =
            faces_[f].v[left(i)] == kInfinite ? faces_[f].v[right(i)] : faces_[f].v[left(i)];
        return fail(ErrorCode::invalid_argument, text("the outline does not close near point ", order_[v]),
                    order_[v]);
      }
      seen[n] = 1;
      number[n] = there;
      open.push_back(n);
    }
  }
  return number;
}

Result<Triangulation> Builder::take(Keep keep) {
  Triangulation out;
  if (faces_.empty()) return out;
  auto number = wind();
  if (!number) return fail(number.error());
  // A directed edge belongs to one face, so its smallest corner and the next one order the faces.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> kept;
  std::vector<std::uint8_t> first(faces_.size());
  for (std::uint32_t f = 0; f < faces_.size(); ++f) {
    const Face& face = faces_[f];
    if (infinite(face) || (keep == Keep::inside && (*number)[f] == 0)) continue;
    const std::uint32_t i =
        face.v[0] < face.v[1] ? (face.v[0] < face.v[2] ? 0u : 2u) : (face.v[1] < face.v[2] ? 1u : 2u);
    first[f] = static_cast<std::uint8_t>(i);
    kept.emplace_back(std::uint64_t{face.v[i]} << 32 | face.v[left(i)], f);
  }
  std::sort(kept.begin(), kept.end());
  std::vector<std::uint32_t> id(faces_.size(), Triangulation::kNone);
  for (std::uint32_t k = 0; k < kept.size(); ++k) id[kept[k].second] = k;
  out.triangles.reserve(kept.size());
  for (const auto& [key, f] : kept) {
    const Face& face = faces_[f];
    std::array<std::uint32_t, 3> corners{}, across{};
    std::uint8_t fixed = 0;
    for (std::uint32_t k = 0, i = first[f]; k < 3; ++k, i = left(i)) {
      corners[k] = order_[face.v[i]];
      across[k] = id[face.next[right(i)]];
      if (is_fixed(face, right(i))) fixed = static_cast<std::uint8_t>(fixed | (1u << k));
    }
    out.triangles.push_back(corners);
    out.neighbours.push_back(across);
    out.constrained.push_back(fixed);
    out.winding.push_back((*number)[f]);
  }
  return out;
}

}  // namespace

Result<Triangulation> triangulate(std::span<const Point2> points, std::span<const Constraint> constraints,
                                  Keep keep, Context* context) {
  Builder builder(points, context);
  if (auto ok = builder.insert_points(); !ok) return fail(ok.error());
  if (auto ok = builder.insert_constraints(constraints); !ok) return fail(ok.error());
  return builder.take(keep);
}

}  // namespace ambula
