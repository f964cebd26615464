// Small holes are filled by gift wrapping (Anglada 1997): the triangle at the base is the one whose circle
// holds no vertex of the chain; its other sides are the bases of what is left. All vertices being visible
// from the base, they are visible from the later bases too and lie to their left, so that the circle alone
// decides.
//
// That is quadratic in the size of the hole where the apex keeps to one end, so larger holes are planned
// first by inserting their corners in random order (Shewchuk and Brown 2015, section 3), expected linear; the
// plan then names the apex at each base. Corners are taken off the border in random order, never one that is
// nearer to the base than both its neighbours, and put back in the reverse order. Departure: where a corner
// had to dig into a triangle whose circle does not hold it, the paper triangulates the dug fan again; here
// flips mend it, which is less code and rare.
#include "geometry/cavity.h"

#include <algorithm>
#include <cassert>

#include "ambula/hash.h"
#include "geometry/delaunay.h"

namespace ambula {
namespace {

constexpr std::size_t kFewToWrap = 24;  // edges of the chain

}  // namespace

void Cavity::fill(HalfEdges& edges, std::span<const Point2> points, std::uint32_t base,
                  std::span<const std::uint32_t> chain) {
  const auto m = static_cast<std::uint32_t>(chain.size());
  parts_.assign(1, {base, 0, m, kNone});
  if (m > kFewToWrap) {
    at_.resize(m + 1);
    for (std::uint32_t k = 0; k < m; ++k) at_[k] = points[edges.from(chain[k])];
    at_[m] = points[edges.from(base)];
    plan();
    parts_[0].side = border_[m];
  }
  while (!parts_.empty()) {
    const Part part = parts_.back();
    parts_.pop_back();
    const std::uint32_t u = edges.from(part.base), v = edges.to(part.base);
    const std::uint32_t k = part.side == kNone ? wrap(edges, points, part, chain) : apex(part.side);
    const std::uint32_t w = edges.from(chain[k]);
    // With a plan, the sides v → w and w → u follow the one at the base.
    const std::uint32_t vw = part.side == kNone ? kNone : following(part.side);
    const std::uint32_t wu = part.side == kNone ? kNone : following(vw);
    std::uint32_t to_v = chain[k - 1] ^ 1;  // w → v
    if (k - part.begin > 1) {
      const std::uint32_t side = edges.make(w, v);
      edges.insert_before(side, to_v);
      edges.insert_before(side ^ 1, part.base ^ 1);
      to_v = side;
      parts_.push_back({side, part.begin, k, vw == kNone ? kNone : sides_[vw].twin});
    }
    if (part.end - k > 1) {
      const std::uint32_t side = edges.make(u, w);
      edges.insert_after(side, part.base);
      edges.insert_before(side ^ 1, to_v);
      parts_.push_back({side, k, part.end, wu == kNone ? kNone : sides_[wu].twin});
    }
  }
}

// The place in the chain of the apex at a base.
std::uint32_t Cavity::wrap(const HalfEdges& edges, std::span<const Point2> points, const Part& part,
                           std::span<const std::uint32_t> chain) const {
  const Point2 pu = points[edges.from(part.base)], pv = points[edges.to(part.base)];
  std::uint32_t best = part.begin + 1;
  Point2 pw = points[edges.from(chain[best])];
  for (std::uint32_t k = best + 1; k < part.end; ++k) {
    const Point2 p = points[edges.from(chain[k])];
    if (!in_circle(pu, pv, pw, p)) continue;
    best = k;
    pw = p;
  }
  return best;
}

std::uint32_t Cavity::add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  auto t = static_cast<std::uint32_t>(sides_.size());
  if (unused_.empty()) {
    sides_.resize(t + 3);
  } else {
    t = unused_.back();
    unused_.pop_back();
  }
  sides_[t].from = a;
  sides_[t + 1].from = b;
  sides_[t + 2].from = c;
  return t;
}

void Cavity::join(std::uint32_t side, std::uint32_t other) {
  sides_[side].twin = other;
  if (other == kNone) {
    border_[sides_[side].from] = side;
  } else {
    sides_[other].twin = side;
  }
}

// Triangulates the corners at_[0 .. m]; the base runs from m to 0.
void Cavity::plan() {
  const auto m = static_cast<std::uint32_t>(at_.size() - 1);
  unlink_in_random_order();
  sides_.clear();
  unused_.clear();
  border_.resize(m + 1);
  const std::uint32_t t = add_triangle(0, order_[0], m);
  for (std::uint32_t i = 0; i < 3; ++i) join(t + i, kNone);
  for (std::size_t i = 1; i < order_.size(); ++i) insert(order_[i]);
}

void Cavity::unlink_in_random_order() {
  const std::size_t m = at_.size() - 1;
  before_.resize(m + 1);
  after_.resize(m + 1);
  distance_.resize(m + 1);
  order_.resize(m - 1);
  for (std::uint32_t k = 0; k <= m; ++k) {
    before_[k] = k - 1;  // not used for the first
    after_[k] = k + 1;   // nor for the last
    distance_[k] = orient2d(at_[m], at_[0], at_[k]);
    if (k > 0 && k < m) order_[k - 1] = k;
  }
  std::uint64_t random = m;
  for (std::size_t i = order_.size(); i > 1; --i) {
    for (;;) {
      random = mix_bits(random + 0x9E3779B97F4A7C15ULL);
      const std::size_t j = random % i;
      const std::uint32_t k = order_[j];
      if (distance_[k] < distance_[before_[k]] && distance_[k] < distance_[after_[k]]) continue;
      std::swap(order_[j], order_[i - 1]);
      after_[before_[k]] = after_[k];
      before_[after_[k]] = before_[k];
      break;
    }
  }
}

// Puts a corner between those that were its neighbours when it was taken off, and digs as far as its
// triangles must reach.
void Cavity::insert(std::uint32_t corner) {
  const Point2 p = at_[corner];
  const std::uint32_t left = before_[corner], right = after_[corner];
  bool doubtful = false;
  std::uint32_t last = kNone;  // the side of the last triangle that ends at the corner
  gaps_.assign(1, {right, left, border_[left]});
  suspects_.clear();
  while (!gaps_.empty()) {
    const Gap gap = gaps_.back();
    gaps_.pop_back();
    const Point2 pa = at_[gap.a], pb = at_[gap.b];
    if (gap.beyond != kNone) {
      const std::uint32_t x = apex(gap.beyond);
      const bool inside = in_circle(pb, pa, at_[x], p);
      if (inside || orient2d(p, pa, pb) <= 0) {
        doubtful = doubtful || !inside;
        const std::uint32_t a_x = following(gap.beyond), x_b = following(a_x);
        gaps_.push_back({x, gap.b, sides_[x_b].twin});
        gaps_.push_back({gap.a, x, sides_[a_x].twin});
        unused_.push_back(gap.beyond - gap.beyond % 3);
        continue;
      }
    }
    const std::uint32_t t = add_triangle(corner, gap.a, gap.b);
    join(t, last);
    join(t + 1, gap.beyond);
    last = t + 2;
    suspects_.push_back(t);
    suspects_.push_back(t + 1);
  }
  join(last, kNone);
  if (doubtful) legalize();
}

// Lawson's flips from the suspect sides outwards.
void Cavity::legalize() {
  while (!suspects_.empty()) {
    const std::uint32_t s = suspects_.back();
    suspects_.pop_back();
    const std::uint32_t t = sides_[s].twin;
    if (t == kNone) continue;
    // Triangles a b c and b a d become d b c and c a d.
    const std::uint32_t s1 = following(s), s2 = following(s1), t1 = following(t), t2 = following(t1);
    const std::uint32_t a = sides_[s].from, b = sides_[t].from, c = sides_[s2].from, d = sides_[t2].from;
    if (!in_circle(at_[a], at_[b], at_[c], at_[d])) continue;
    const std::uint32_t beyond_ca = sides_[s2].twin, beyond_db = sides_[t2].twin;
    sides_[s].from = d;
    sides_[t].from = c;
    join(s, beyond_db);
    join(t, beyond_ca);
    join(s2, t2);
    for (const std::uint32_t side : {s, s1, t, t1}) suspects_.push_back(side);
  }
}

}  // namespace ambula
