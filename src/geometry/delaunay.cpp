// Divide and conquer after Guibas and Stolfi (1985, section 9), with cuts that alternate between the axes
// (Dwyer 1987): cells stay round, so merging two of them disturbs only what lies near the cut. Departures:
// rings of half-edges instead of quad-edges, since the dual is not needed; a k-d order made by splitting two
// presorted lists instead of selecting medians; small inputs are cut along x only, which needs no second
// order; ties are decided by `in_circle`. Chosen over incremental insertion because it needs no point
// location and no luck: n log n also for points on lines, circles and grids.
#include "geometry/delaunay.h"

#include <algorithm>
#include <bit>

#include "core/radix_sort.h"

namespace ambula {
namespace {

constexpr std::size_t kFewToSort = 200;           // below, comparing beats counting digits
constexpr std::uint32_t kFewToCut = 128;          // up to here all cuts are along x
constexpr std::uint32_t kSortedCell = 8;          // cells of the k-d order up to this size are cut along x
constexpr std::uint32_t kCancelCheck = 1u << 13;  // vertices of a part after which to look

constexpr bool before(Point2 a, Point2 b, bool by_y) {
  if (!by_y) return a < b;
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

int bits_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

std::uint64_t biased(std::int32_t value, std::int32_t low) {
  return static_cast<std::uint64_t>(std::int64_t{value} - low);
}

}  // namespace

Delaunay::Outcome Delaunay::build(std::span<const Point2> points, const Context* context) {
  context_ = context;
  cancelled_ = false;
  edges_.reset(points.size());
  same_ = true;
  if (!sort(points)) return Outcome::equal_points;
  const auto n = static_cast<std::uint32_t>(points.size());
  if (n < 2) return Outcome::done;
  if (n > kFewToCut) {
    arrange();
    hull_ = divide(0, n, Axis::x).first;
  } else {
    vertex_.resize(n);
    for (std::uint32_t v = 0; v < n; ++v) vertex_[index_[v]] = v;
    hull_ = divide_sorted(0, n).first;
  }
  return cancelled_ ? Outcome::cancelled : Outcome::done;
}

// Fills points_ and index_ in lexicographic order; false when two are equal.
bool Delaunay::sort(std::span<const Point2> points) {
  const std::size_t n = points.size();
  points_.resize(n);
  index_.resize(n);
  if (n == 0) return true;
  Point2 low = points[0], high = points[0];
  for (const Point2 p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const int x_bits = bits_of(biased(high.x, low.x)), y_bits = bits_of(biased(high.y, low.y));
  const int i_bits = bits_of(n - 1);
  if (x_bits + y_bits + i_bits <= 64) {
    // One word each: x, y, index.
    keys_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      keys_[i] = ((biased(points[i].x, low.x) << y_bits | biased(points[i].y, low.y)) << i_bits) | i;
    }
    if (n < kFewToSort) {
      std::sort(keys_.begin(), keys_.end());
    } else {
      radix_sort(keys_, spare_, i_bits, x_bits + y_bits + i_bits);
    }
    const std::uint64_t mask = (std::uint64_t{1} << i_bits) - 1;
    for (std::size_t r = 0; r < n; ++r) index_[r] = static_cast<std::uint32_t>(keys_[r] & mask);
  } else {
    sort_wide(points, low, y_bits);
    keys_.resize(n);
    for (std::size_t i = 0; i < n; ++i) keys_[i] = biased(points[index_[i]].x, low.x) << 32 | index_[i];
    radix_sort(keys_, spare_, 32, 32 + x_bits);
    for (std::size_t r = 0; r < n; ++r) index_[r] = static_cast<std::uint32_t>(keys_[r]);
  }
  for (std::size_t r = 0; r < n; ++r) points_[r] = points[index_[r]];
  for (std::size_t r = 1; r < n; ++r) {
    if (points_[r] == points_[r - 1]) {
      equal_ = {index_[r - 1], index_[r]};
      return false;
    }
  }
  return true;
}

// Fills index_ in the order of y.
void Delaunay::sort_wide(std::span<const Point2> points, Point2 low, int y_bits) {
  const std::size_t n = points.size();
  keys_.resize(n);
  for (std::size_t i = 0; i < n; ++i) keys_[i] = biased(points[i].y, low.y) << 32 | i;
  radix_sort(keys_, spare_, 32, 32 + y_bits);
  for (std::size_t r = 0; r < n; ++r) index_[r] = static_cast<std::uint32_t>(keys_[r]);
}

// Reorders the sorted vertices so that every part of `divide` is a range.
void Delaunay::arrange() {
  const auto n = static_cast<std::uint32_t>(points_.size());
  std::int32_t low = points_[0].y, high = low;
  for (const Point2 p : points_) {
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  // Ranks by y, then by x: the radix sort keeps the order of the ranks by x.
  keys_.resize(n);
  for (std::uint32_t r = 0; r < n; ++r) keys_[r] = biased(points_[r].y, low) << 32 | r;
  radix_sort(keys_, spare_, 32, 32 + bits_of(biased(high, low)));
  by_x_.resize(n);
  by_y_.resize(n);
  y_rank_.resize(n);
  part_.resize(n);
  for (std::uint32_t k = 0; k < n; ++k) {
    by_x_[k] = k;
    by_y_[k] = static_cast<std::uint32_t>(keys_[k]);
    y_rank_[by_y_[k]] = k;
  }
  arrange_part(0, n, Axis::x);
  // by_x_ is the new order of the ranks.
  same_ = false;
  at_rank_.resize(n);
  vertex_.resize(n);
  sorted_.swap(points_);
  points_.resize(n);
  part_.swap(index_);  // the caller's index by rank
  index_.resize(n);
  for (std::uint32_t v = 0; v < n; ++v) {
    const std::uint32_t r = by_x_[v];
    at_rank_[r] = v;
    points_[v] = sorted_[r];
    index_[v] = part_[r];
    vertex_[index_[v]] = v;
  }
  rank_.swap(by_x_);
}

// Both lists hold the ranks of one part; splits the one that is not sorted along the axis.
void Delaunay::arrange_part(std::uint32_t begin, std::uint32_t end, Axis axis) {
  if (end - begin <= kSortedCell) return;
  const std::uint32_t middle = begin + (end - begin) / 2;
  // Written to both places, advanced in one: no branch to mispredict.
  std::uint32_t low = begin, high = 0;
  if (axis == Axis::x) {
    const std::uint32_t cut = by_x_[middle];
    for (std::uint32_t k = begin; k < end; ++k) {
      const std::uint32_t r = by_y_[k];
      const bool is_high = r >= cut;
      by_y_[low] = r;
      part_[high] = r;
      low += !is_high;
      high += is_high;
    }
    std::copy_n(part_.begin(), high, by_y_.begin() + static_cast<std::ptrdiff_t>(low));
  } else {
    const std::uint32_t cut = y_rank_[by_y_[middle]];
    for (std::uint32_t k = begin; k < end; ++k) {
      const std::uint32_t r = by_x_[k];
      const bool is_high = y_rank_[r] >= cut;
      by_x_[low] = r;
      part_[high] = r;
      low += !is_high;
      high += is_high;
    }
    std::copy_n(part_.begin(), high, by_x_.begin() + static_cast<std::ptrdiff_t>(low));
  }
  const Axis other = axis == Axis::x ? Axis::y : Axis::x;
  arrange_part(begin, middle, other);
  arrange_part(middle, end, other);
}

Delaunay::Hull Delaunay::divide(std::uint32_t begin, std::uint32_t end, Axis axis) {
  if (end - begin <= kSortedCell) return divide_sorted(begin, end);
  const std::uint32_t middle = begin + (end - begin) / 2;
  const Axis other = axis == Axis::x ? Axis::y : Axis::x;
  const Hull left = divide(begin, middle, other);
  if (end - begin > kCancelCheck && context_ && context_->cancelled()) cancelled_ = true;
  if (cancelled_) return left;
  const Hull right = divide(middle, end, other);
  if (cancelled_) return left;
  return merge(turned(left, axis), turned(right, axis));
}

// The part's vertices are in lexicographic order: cuts along x only.
Delaunay::Hull Delaunay::divide_sorted(std::uint32_t begin, std::uint32_t end) {
  const std::uint32_t count = end - begin;
  if (count == 2) {
    const std::uint32_t h = edges_.make(begin, begin + 1);
    edges_.alone(h);
    edges_.alone(h ^ 1);
    return {h, h ^ 1};
  }
  if (count == 3) {
    const std::uint32_t a = begin, b = begin + 1, c = begin + 2;
    const std::uint32_t ab = edges_.make(a, b), bc = edges_.make(b, c);
    edges_.alone(ab);
    edges_.alone(ab ^ 1);
    edges_.insert_after(bc, ab ^ 1);
    edges_.alone(bc ^ 1);
    const std::int64_t turn = orient2d(points_[a], points_[b], points_[c]);
    if (turn == 0) return {ab, bc ^ 1};
    const std::uint32_t ca = edges_.make(c, a);
    edges_.insert_after(ca, bc ^ 1);
    edges_.insert_after(ca ^ 1, ab);
    if (turn > 0) return {ab, bc ^ 1};
    return {ca ^ 1, ca};
  }
  const std::uint32_t middle = begin + count / 2;
  const Hull left = divide_sorted(begin, middle);
  const Hull right = divide_sorted(middle, end);
  return merge(left, right);
}

// The hull edges out of the first and the last vertex along another axis. Along a hull the order rises once
// and falls once, so going downhill finds the end.
Delaunay::Hull Delaunay::turned(Hull hull, Axis axis) const {
  const bool by_y = axis == Axis::y;
  const auto walk = [&](std::uint32_t h, bool up) {
    // h runs along the hull, the part on its left.
    const auto better = [&](std::uint32_t a, std::uint32_t b) {
      return up ? before(points_[b], points_[a], by_y) : before(points_[a], points_[b], by_y);
    };
    while (better(edges_.to(h), edges_.from(h))) h = edges_.next(h ^ 1);
    for (;;) {
      const std::uint32_t back = edges_.prev(h) ^ 1;
      if (!better(edges_.from(back), edges_.from(h))) return h;
      h = back;
    }
  };
  return {walk(hull.first, false), edges_.prev(walk(edges_.next(hull.last), true))};
}

// Joins two parts that a line separates, left before right: their lower tangent first, then upwards from each
// joining edge to the next, as a circle through its ends that rises until it meets a vertex.
Delaunay::Hull Delaunay::merge(Hull left, Hull right) {
  HalfEdges& e = edges_;
  const Point2* const p = points_.data();
  std::uint32_t outer_left = left.first, inner_left = left.last;
  std::uint32_t inner_right = right.first, outer_right = right.last;
  for (;;) {
    const std::uint32_t l = e.from(inner_left), r = e.from(inner_right);
    if (orient2d(p[r], p[l], p[e.to(inner_left)]) > 0) {
      inner_left = e.left_next(inner_left);
    } else if (orient2d(p[l], p[e.to(inner_right)], p[r]) > 0) {
      inner_right = e.next(inner_right ^ 1);
    } else {
      break;
    }
  }
  std::uint32_t l = e.from(inner_left), r = e.from(inner_right);
  std::uint32_t base = e.make(r, l);  // from right to left; what is not joined yet lies to its right
  e.insert_before(base, inner_right);
  e.insert_after(base ^ 1, inner_left);
  if (l == e.from(outer_left)) outer_left = base ^ 1;
  if (r == e.from(outer_right)) outer_right = base;

  for (;;) {
    const Point2 pl = p[l], pr = p[r];
    std::uint32_t on_left = e.next(base ^ 1), on_right = e.prev(base);
    Point2 cl = p[e.to(on_left)], cr = p[e.to(on_right)];
    const bool left_valid = orient2d(pl, pr, cl) > 0, right_valid = orient2d(pl, pr, cr) > 0;
    if (left_valid) {
      for (;;) {
        const std::uint32_t after = e.next(on_left);
        const Point2 q = p[e.to(after)];
        if (!in_circle(pl, pr, cl, q)) break;
        e.remove(on_left);
        on_left = after;
        cl = q;
      }
    }
    if (right_valid) {
      for (;;) {
        const std::uint32_t after = e.prev(on_right);
        const Point2 q = p[e.to(after)];
        if (!in_circle(pl, pr, cr, q)) break;
        e.remove(on_right);
        on_right = after;
        cr = q;
      }
    }
    if (!left_valid && !right_valid) break;
    if (!left_valid || (right_valid && in_circle(cl, pl, pr, cr))) {
      const std::uint32_t c = e.to(on_right);
      const std::uint32_t h = e.make(c, l);
      e.insert_before(h, on_right ^ 1);
      e.insert_after(h ^ 1, base ^ 1);
      base = h;
      r = c;
    } else {
      const std::uint32_t c = e.to(on_left);
      const std::uint32_t h = e.make(r, c);
      e.insert_before(h, base);
      e.insert_after(h ^ 1, on_left ^ 1);
      base = h;
      l = c;
    }
  }
  return {outer_left, outer_right};
}

}  // namespace ambula
