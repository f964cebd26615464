// Ground triangle T is blocked by triangle O over the convex polygon T ∩ O ∩ {low < d < height}, d the height
// of O above T. Its sides lie on sides of O, sides of T, and the two lines d = low and d = height. Each is
// found by itself: the stretch of a side of O depends on that side and T alone, so two triangles that share a
// side emit it with opposite signs and equal ends, and it cancels; the stretch of a side of T depends on that
// side and O alone, so both triangles along it agree. Ends are compared exactly as fractions and rounded
// once. The stretches along the two lines are what is then missing to close the polygon.
#include "walkable/blocking.h"

#include <algorithm>
#include <cmath>

#include "geometry/segment_stretch.h"
#include "walkable/surface.h"

namespace ambula {
namespace {

constexpr std::size_t kRecent = 8;
constexpr std::size_t kAhead = 16, kLeastAhead = 2;  // ground triangles looked up together
constexpr std::int64_t kSpread = 4;                  // times the largest of them, at most
constexpr std::size_t kManyGroups = 256;
constexpr std::size_t kSeams =
    64;  // of a sheet, in one plane: beyond, in heaps of floors, merging makes ends meet
constexpr std::int64_t kSmall = 400000;         // quanta: products of three differences fit into 64 bits
constexpr std::int64_t kSmallHeight = 1 << 20;  // quanta
constexpr double kInsideMargin = 4;  // quanta by which a node must lie inside to be taken as a whole
constexpr std::int64_t kThin = 4;    // quanta: triangles no wider in plan may vanish when rounded
constexpr double kSteep = 4;  // rise over run, at least, of those of which the slab may leave as little

std::size_t after(std::size_t i) { return i == 2 ? 0 : i + 1; }

// A stretch of the polygon's outline, its polygon to the left.
struct Stroke {
  Point2 from, to;
  double from_d, to_d;  // height of the obstacle above the ground there, quanta; only tells low from high
};

// Closes the outline along d = low and d = height; `emit(from, to, is_high)`.
template <class Emit>
void close_outline(const Stroke* strokes, std::size_t n, double half_height, Emit&& emit) {
  struct End {
    Point2 at;
    double d;
  };
  std::array<End, 6> arrive, leave;  // the outline arrives and does not go on; goes on and did not arrive
  std::size_t arriving = 0, leaving = 0;
  for (std::size_t k = 0; k < n; ++k) {
    arrive[arriving++] = {strokes[k].to, strokes[k].to_d};
    leave[leaving++] = {strokes[k].from, strokes[k].from_d};
  }
  for (std::size_t i = 0; i < arriving;) {
    std::size_t j = 0;
    // In a strip so narrow that it is rounded to a line, the bottom may stand where the top does.
    while (j < leaving &&
           (leave[j].at != arrive[i].at || std::abs(leave[j].d - arrive[i].d) > half_height / 2))
      ++j;
    if (j == leaving) {
      ++i;
      continue;
    }
    arrive[i] = arrive[--arriving];
    leave[j] = leave[--leaving];
  }
  for (std::size_t i = 0; i < arriving; ++i) {
    const bool high = arrive[i].d > half_height;
    std::size_t j = 0;
    while (j + 1 < leaving && (leave[j].d > half_height) != high) ++j;
    emit(arrive[i].at, leave[j].at, high);
    leave[j] = leave[--leaving];
  }
}

bool fits_small(const std::array<LatticePoint, 3>& a, LatticePoint o) {
  for (const LatticePoint p : a) {
    const std::int64_t x = std::int64_t{p.x} - o.x, y = std::int64_t{p.y} - o.y, z = std::int64_t{p.z} - o.z;
    if (x > kSmall || x < -kSmall || y > kSmall || y < -kSmall || z > kSmall || z < -kSmall) return false;
  }
  return true;
}

// The two corners of a wall that lie furthest apart in plan, the lesser first.
std::array<std::size_t, 2> ends_of_trace(const std::array<LatticePoint, 3>& c) {
  std::size_t low = 0, high = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (plan(c[i]) < plan(c[low])) low = i;
    if (plan(c[high]) < plan(c[i])) high = i;
  }
  return {low, high};
}

// True if the slab may cut so narrow a strip out of the triangle that rounding leaves nothing of it.
bool is_steep_or_needle(const std::array<LatticePoint, 3>& c) {
  const Plane<Int128> p(c, c[0]);
  const double nx = static_cast<double>(p.nx), ny = static_cast<double>(p.ny), nz = static_cast<double>(p.nz);
  if (kSteep * nz < std::abs(nx) + std::abs(ny)) return true;
  std::int64_t length = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const LatticePoint a = c[i], b = c[after(i)];
    length = std::max(length, std::abs(std::int64_t{b.x} - a.x) + std::abs(std::int64_t{b.y} - a.y));
  }
  return nz <= static_cast<double>(kThin * length);
}

// Whether the wall faces to the left of u → v.
bool faces_left(const std::array<LatticePoint, 3>& c, Point2 u, Point2 v) {
  const double ax = static_cast<double>(c[1].x) - c[0].x, ay = static_cast<double>(c[1].y) - c[0].y,
               az = static_cast<double>(c[1].z) - c[0].z;
  const double bx = static_cast<double>(c[2].x) - c[0].x, by = static_cast<double>(c[2].y) - c[0].y,
               bz = static_cast<double>(c[2].z) - c[0].z;
  const double nx = ay * bz - az * by, ny = az * bx - ax * bz;
  const double dx = static_cast<double>(v.x) - u.x, dy = static_cast<double>(v.y) - u.y;
  return -dy * nx + dx * ny > 0;
}

std::uint32_t wall_label(const std::array<LatticePoint, 3>& c, Point2 u, Point2 v) {
  return kSeparates | (faces_left(c, u, v) ? kMarkLeft : kMarkRight);
}
// Corners run counter-clockwise; a triangle that was turned for that faces the other way.
std::uint32_t outline_label(const std::array<LatticePoint, 3>& c, bool was_turned, Point2 u, Point2 v) {
  return kOutline | (faces_left(c, u, v) != was_turned ? kMarkLeft : kMarkRight);
}

}  // namespace

template <class Int>
Plane<Int>::Plane(const std::array<LatticePoint, 3>& c, LatticePoint o) {
  for (std::size_t i = 0; i < 3; ++i) {
    x[i] = std::int64_t{c[i].x} - o.x;
    y[i] = std::int64_t{c[i].y} - o.y;
    z[i] = std::int64_t{c[i].z} - o.z;
  }
  const std::int64_t ux = x[1] - x[0], uy = y[1] - y[0], uz = z[1] - z[0];
  const std::int64_t vx = x[2] - x[0], vy = y[2] - y[0], vz = z[2] - z[0];
  nx = Int{uy} * vz - Int{uz} * vy;
  ny = Int{uz} * vx - Int{ux} * vz;
  nz = Int{ux} * vy - Int{uy} * vx;
}

Obstacles::Obstacles(const Prepared& from, std::int32_t weld_distance, std::int32_t one_millimetre,
                     Context* context)
    : prepared(from), weld(weld_distance), millimetre(one_millimetre) {
  constexpr std::size_t kBlock = 8192;
  const std::size_t n = prepared.solids.size(), blocks = (n + kBlock - 1) / kBlock;
  std::vector<LatticeBox> boxes(n), all(blocks);
  silhouette_begin.assign(n + 1, 0);
  trace_begin.assign(n + 1, 0);
  may_collapse.assign(n, 0);
  struct Block {
    std::vector<Edge> silhouette, trace;
  };
  std::vector<Block> found(blocks);
  const auto look_at = [&](std::size_t t, Block& block, LatticeBox& around) {
    const auto& c = prepared.solids[t];
    const Role role = prepared.role[t];
    if (role != Role::nothing) {
      for (const LatticePoint p : c) boxes[t].add(p);
      around.add(boxes[t].low);
      around.add(boxes[t].high);
    }
    if (role == Role::ground || role == Role::obstacle) {
      const bool narrow = role == Role::obstacle && is_steep_or_needle(c);
      may_collapse[t] = narrow ? 1 : 0;
      for (std::size_t i = 0; i < 3; ++i) {
        if ((std::uint32_t{prepared.inner[t]} >> i & 1u) != 0) continue;
        const Point2 u = plan(c[i]), v = plan(c[after(i)]);
        block.silhouette.push_back({u, v, narrow ? outline_label(c, prepared.turned[t] != 0, u, v) : 0u});
      }
    }
    if (role == Role::wall) {
      const auto ends = ends_of_trace(c);
      const Point2 u = plan(c[ends[0]]), v = plan(c[ends[1]]);
      block.trace.push_back({u, v, wall_label(c, u, v)});
    }
    silhouette_begin[t + 1] = static_cast<std::uint32_t>(block.silhouette.size());
    trace_begin[t + 1] = static_cast<std::uint32_t>(block.trace.size());
  };
  parallel_for(context, blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      for (std::size_t t = b * kBlock; t < std::min(n, (b + 1) * kBlock); ++t) look_at(t, found[b], all[b]);
    }
  });
  LatticeBox around;
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto edges = static_cast<std::uint32_t>(silhouette.size()),
               traces = static_cast<std::uint32_t>(trace.size());
    for (std::size_t t = b * kBlock; t < std::min(n, (b + 1) * kBlock); ++t) {
      silhouette_begin[t + 1] += edges;
      trace_begin[t + 1] += traces;
    }
    const Block& block = found[b];
    silhouette.insert(silhouette.end(), block.silhouette.begin(), block.silhouette.end());
    trace.insert(trace.end(), block.trace.begin(), block.trace.end());
    if (all[b].low.x > all[b].high.x) continue;
    around.add(all[b].low);
    around.add(all[b].high);
  }
  tree = BoxTree(boxes);
  small = std::int64_t{around.high.x} - around.low.x <= kSmall &&
          std::int64_t{around.high.y} - around.low.y <= kSmall &&
          std::int64_t{around.high.z} - around.low.z <= kSmall;
}

// Everything of a node that lies inside T's sides and between low and height.
void Blocking::bulk(std::size_t first, std::size_t last) {
  const Obstacles& o = *obstacles_;
  for (std::uint32_t k = o.silhouette_begin[first]; k < o.silhouette_begin[last]; ++k) {
    sheet_->cut(o.silhouette[k].a, o.silhouette[k].b, {1, 0}, o.silhouette[k].label);
  }
  for (std::uint32_t k = o.trace_begin[first]; k < o.trace_begin[last]; ++k) {
    sheet_->cut(o.trace[k].a, o.trace[k].b, {0, 0}, o.trace[k].label);
  }
}

// A vertical triangle blocks T along a line: the plan of what the slab between the welding distance and the
// agent's height leaves of it. The line runs through the ends of every side's stretch in the slab. A
// neighbour that shares a side finds the same ends, so the lines of a wall's triangles hang together.
template <class Int>
void Blocking::wall(const Plane<Int>& T, std::uint32_t other) {
  const Prepared& prepared = obstacles_->prepared;
  const auto& t = prepared.solids[ground_];
  const auto& o = prepared.solids[other];
  const std::int64_t low = std::max(obstacles_->weld, obstacles_->millimetre), high = prepared.height;
  const auto ends = ends_of_trace(o);
  const std::size_t first = ends[0], last = ends[1];
  SegmentStretch<Int> trace;
  std::size_t on_side = 3;
  for (std::size_t j = 0; j < 3; ++j) {
    const std::int64_t a = from_side_[j][first], b = from_side_[j][last];
    if (a == 0 && b == 0) on_side = j;
    if (!trace.limit(a, b, static_cast<int>(j))) return;
  }
  if (trace.empty()) return;
  std::array<Int, 3> over, under;  // corners: nz times the height above low, below high
  for (std::size_t i = 0; i < 3; ++i) {
    const Int d =
        T.above(std::int64_t{o[i].x} - t[0].x, std::int64_t{o[i].y} - t[0].y, std::int64_t{o[i].z} - t[0].z);
    over[i] = d - low * T.nz;
    under[i] = high * T.nz - d;
  }
  const Point2 u = plan(o[first]), v = plan(o[last]);
  const std::int64_t dx = std::int64_t{v.x} - u.x, dy = std::int64_t{v.y} - u.y;
  struct Place {
    std::int64_t along;
    Point2 at;
  };
  std::array<Place, 8> places;
  std::size_t n = 0;
  const auto add = [&](Point2 p) {  // in order along the trace
    const Place place{dx * (std::int64_t{p.x} - u.x) + dy * (std::int64_t{p.y} - u.y), p};
    std::size_t k = n++;
    for (; k > 0 && (place.along != places[k - 1].along ? place.along < places[k - 1].along
                                                        : place.at < places[k - 1].at);
         --k) {
      places[k] = places[k - 1];
    }
    places[k] = place;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t k = after(i);
    SegmentStretch<Int> stretch;
    bool left = true;
    for (std::size_t j = 0; j < 3 && left; ++j)
      left = stretch.limit(from_side_[j][i], from_side_[j][k], static_cast<int>(j));
    if (!left || !stretch.limit(over[i], over[k], 3) || !stretch.limit(under[i], under[k], 4) ||
        stretch.empty())
      continue;
    add(point_at(o[i], o[k], stretch.from));
    add(point_at(o[i], o[k], stretch.to));
  }
  // Where the trace leaves T, the wall may pass through the whole slab.
  const std::size_t between = 3 - first - last;
  for (const Bound<Int>& end : {trace.from, trace.to}) {
    if (end.by < 0) continue;
    const auto part = [&](std::size_t i) {  // of the trace, up to corner i
      return static_cast<double>(dx * (std::int64_t{o[i].x} - u.x) + dy * (std::int64_t{o[i].y} - u.y)) /
             (static_cast<double>(dx) * static_cast<double>(dx) +
              static_cast<double>(dy) * static_cast<double>(dy));
    };
    const double s = end.at, middle = part(between);
    const auto at = [&](const std::array<Int, 3>& f, bool bent) {
      const auto a = static_cast<double>(f[first]), b = static_cast<double>(f[last]),
                 m = static_cast<double>(f[between]);
      if (!bent) return a + (b - a) * s;
      return s < middle   ? a + (m - a) * (s / middle)
             : s > middle ? b + (m - b) * ((1 - s) / (1 - middle))
                          : m;
    };
    if (std::max(at(over, false), at(over, true)) > 0 && std::max(at(under, false), at(under, true)) > 0)
      add(point_at(u, v, end));
  }
  const std::uint32_t label = obstacles_->trace[obstacles_->trace_begin[other]].label;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const Point2 a = places[k].at, b = places[k + 1].at;
    if (on_side == 3) {
      sheet_->cut(a, b, {0, 0}, label);
      continue;
    }
    const LatticePoint p = t[on_side], q = t[after(on_side)];
    const bool same_way = (std::int64_t{q.x} - p.x) * dx + (std::int64_t{q.y} - p.y) * dy > 0;
    sheet_->cover(static_cast<std::uint32_t>(on_side), same_way ? a : b, same_way ? b : a, {0, 0},
                  same_way ? label : turned(label));
  }
}

// True when `other` covers T as a whole.
template <class Int>
bool Blocking::against(const Plane<Int>& T, std::uint32_t other) {
  const Prepared& prepared = obstacles_->prepared;
  const auto& t = prepared.solids[ground_];
  const auto& o = prepared.solids[other];
  const bool is_ground = prepared.role[other] == Role::ground;
  const std::int64_t low = is_ground ? 0 : obstacles_->millimetre, height = prepared.height;
  const auto& e = from_side_;
  const std::int64_t least_inside = std::min(
      {std::int64_t{1}, e[0][0], e[0][1], e[0][2], e[1][0], e[1][1], e[1][2], e[2][0], e[2][1], e[2][2]});
  const Plane<Int> O(o, t[0]);
  std::array<std::array<std::int64_t, 3>, 3> f;  // f[i][k]: corner k of T from side i of O
  std::int64_t least_around = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) f[i][k] = O.side(i, T.x[k], T.y[k]);
    if (f[i][0] <= 0 && f[i][1] <= 0 && f[i][2] <= 0) return false;
    least_around = std::min({least_around, f[i][0], f[i][1], f[i][2]});
  }

  std::array<Int, 3> d, over, under;  // corners of O: nz times height above T, above low, below height
  for (std::size_t i = 0; i < 3; ++i) {
    d[i] = T.above(O.x[i], O.y[i], O.z[i]);
    over[i] = d[i] - low * T.nz;
    under[i] = height * T.nz - d[i];
  }
  const bool coplanar = is_ground && d[0] == 0 && d[1] == 0 && d[2] == 0;
  if (coplanar) {
    if (other > ground_) return false;  // the first keeps the place
    over = under = {1, 1, 1};
  }
  if ((over[0] <= 0 && over[1] <= 0 && over[2] <= 0) || (under[0] <= 0 && under[1] <= 0 && under[2] <= 0))
    return false;
  std::array<Int, 3> t_over, t_under;  // corners of T: the same of O above them, times O's nz
  for (std::size_t k = 0; k < 3; ++k) {
    const Int d_here = -O.above(T.x[k], T.y[k], T.z[k]);
    t_over[k] = coplanar ? Int{1} : d_here - low * O.nz;
    t_under[k] = coplanar ? Int{1} : height * O.nz - d_here;
  }
  if ((t_over[0] <= 0 && t_over[1] <= 0 && t_over[2] <= 0) ||
      (t_under[0] <= 0 && t_under[1] <= 0 && t_under[2] <= 0))
    return false;
  if (least_around >= 0 && t_over[0] >= 0 && t_over[1] >= 0 && t_over[2] >= 0 && t_under[0] >= 0 &&
      t_under[1] >= 0 && t_under[2] >= 0) {
    // What blocks settles it; a duplicate does only if nothing else covers T as a whole.
    whole_duplicate_ = whole_duplicate_ || coplanar;
    return !coplanar;
  }

  const std::array<std::int32_t, 2> weight = coplanar ? std::array{0, 1} : std::array{1, 0};
  const unsigned inner = coplanar ? 0u : prepared.inner[other];
  // Like a wall's trace: only what rises above the welding distance separates.
  const Int least = obstacles_->weld * T.nz;
  const bool collapses =
      obstacles_->may_collapse[other] != 0 && (d[0] > least || d[1] > least || d[2] > least);
  const auto label = [&](Point2 from, Point2 to) {
    return collapses ? outline_label(o, prepared.turned[other] != 0, from, to) : 0u;
  };
  // The whole of O lies inside: the common case by far.
  if (least_inside > 0 && over[0] > 0 && over[1] > 0 && over[2] > 0 && under[0] > 0 && under[1] > 0 &&
      under[2] > 0) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Point2 a{o[i].x, o[i].y}, b{o[after(i)].x, o[after(i)].y};
      if ((inner >> i & 1u) == 0) sheet_->cut(a, b, weight, label(a, b));
      if (coplanar && sheet_->seams.size() < kSeams)
        sheet_->seams.push_back({other, std::min(a, b), std::max(a, b), true});
    }
    return false;
  }

  // Clear of both planes the outline has sides of O and T alone, and sides that never show need not be found.
  const bool clear =
      over[0] > 0 && over[1] > 0 && over[2] > 0 && under[0] > 0 && under[1] > 0 && under[2] > 0;
  std::array<Stroke, 6> strokes;
  std::size_t n = 0;
  const auto d_at = [](double a, double b, double at) { return a + (b - a) * at; };
  const auto t_nz = static_cast<double>(T.nz), o_nz = static_cast<double>(O.nz);
  for (std::size_t i = 0; i < 3; ++i) {
    if (clear && (inner >> i & 1u) != 0) continue;
    const std::size_t k = after(i);
    SegmentStretch<Int> stretch;
    bool along_side = false, left = true;
    for (std::size_t j = 0; j < 3 && left; ++j) {
      along_side = along_side || (e[j][i] == 0 && e[j][k] == 0);
      left = stretch.limit(e[j][i], e[j][k], static_cast<int>(j));
    }
    left = left && !along_side && stretch.limit(over[i], over[k], 3) &&
           stretch.limit(under[i], under[k], 4) && !stretch.empty();
    if (!left) continue;
    const double da = static_cast<double>(d[i]) / t_nz, db = static_cast<double>(d[k]) / t_nz;
    Stroke& s = strokes[n++] = {point_at(o[i], o[k], stretch.from), point_at(o[i], o[k], stretch.to),
                                d_at(da, db, stretch.from.at), d_at(da, db, stretch.to.at)};
    // A side that lies in one of the two planes has its other triangle beyond it, and does not cancel.
    const bool in_plane = (over[i] == 0 && over[k] == 0) || (under[i] == 0 && under[k] == 0);
    if ((inner >> i & 1u) == 0 || in_plane) sheet_->cut(s.from, s.to, weight, label(s.from, s.to));
    // A side of ground that lies in T's plane is where T goes on: both must run through the same points.
    if (is_ground && d[i] == 0 && d[k] == 0 && s.from != s.to && sheet_->seams.size() < kSeams) {
      sheet_->seams.push_back({other, std::min(s.from, s.to), std::max(s.from, s.to), true});
    }
  }
  for (std::size_t j = 0; j < 3; ++j) {
    if (e[j][0] > 0 && e[j][1] > 0 && e[j][2] > 0) continue;  // O does not reach this side
    const std::size_t k = after(j);
    SegmentStretch<Int> stretch;
    bool left = true;
    for (std::size_t i = 0; i < 3 && left; ++i) left = stretch.limit(f[i][j], f[i][k], static_cast<int>(i));
    left = left && stretch.limit(t_over[j], t_over[k], 3) && stretch.limit(t_under[j], t_under[k], 4) &&
           !stretch.empty();
    if (!left) continue;
    const auto low_d = static_cast<double>(low);
    const double da = static_cast<double>(t_over[j]) / o_nz + low_d,
                 db = static_cast<double>(t_over[k]) / o_nz + low_d;
    Stroke& s = strokes[n++] = {point_at(t[j], t[k], stretch.from), point_at(t[j], t[k], stretch.to),
                                d_at(da, db, stretch.from.at), d_at(da, db, stretch.to.at)};
    sheet_->cover(static_cast<std::uint32_t>(j), s.from, s.to, weight, label(s.from, s.to));
  }
  if (clear) return false;
  close_outline(strokes.data(), n, static_cast<double>(height) / 2, [&](Point2 from, Point2 to, bool high) {
    const bool seam = is_ground && !high;
    sheet_->cut(from, to, weight, seam ? std::uint32_t{kOnSeam} : label(from, to));
    if (seam && from != to) sheet_->seams.push_back({other, std::min(from, to), std::max(from, to), false});
  });
  return false;
}

// Whether O lies apart from T, by height or beyond a side of T in plan. Most do.
bool Blocking::is_apart(const std::array<LatticePoint, 3>& o, bool is_wall, bool is_ground) {
  const std::int64_t low = is_ground ? 0 : obstacles_->millimetre;
  const std::int32_t top = std::max({o[0].z, o[1].z, o[2].z}), bottom = std::min({o[0].z, o[1].z, o[2].z});
  if (top < lowest_ || std::int64_t{bottom} - highest_ >= obstacles_->prepared.height) return true;
  if (lowest_ == highest_ && top - lowest_ <= low && !(is_ground && top == lowest_ && bottom == lowest_))
    return true;
  for (std::size_t j = 0; j < 3; ++j) {
    auto& e = from_side_[j];
    for (std::size_t i = 0; i < 3; ++i) e[i] = side_[j](o[i]);
    // A wall along the side touches both triangles of that side.
    if (is_wall ? e[0] < 0 && e[1] < 0 && e[2] < 0 : e[0] <= 0 && e[1] <= 0 && e[2] <= 0) return true;
  }
  return false;
}

bool Blocking::block(std::uint32_t other) {
  const Prepared& prepared = obstacles_->prepared;
  const auto& o = prepared.solids[other];
  const bool is_wall = prepared.role[other] == Role::wall;
  if (is_apart(o, is_wall, prepared.role[other] == Role::ground)) return false;
  const bool small = small_ && (obstacles_->small || fits_small(o, prepared.solids[ground_][0]));
  if (!is_wall) return small ? against(near_, other) : against(far_, other);
  if (small) {
    wall(near_, other);
  } else {
    wall(far_, other);
  }
  return false;
}

LatticeBox Blocking::reach_of(const LatticeBox& box) const {
  LatticeBox reach = box;
  reach.high.z = static_cast<std::int32_t>(
      std::min<std::int64_t>(std::int64_t{box.high.z} + obstacles_->prepared.height, 0x7FFFFFFF));
  return reach;
}

std::size_t Blocking::look_ahead(std::span<const std::uint32_t> grounds) {
  const auto extent = [](const LatticeBox& b) {
    return std::int64_t{b.high.x} - b.low.x + (std::int64_t{b.high.y} - b.low.y);
  };
  LatticeBox around;
  std::int64_t largest = 0;
  std::size_t n = 0;
  for (; n < std::min(grounds.size(), kAhead); ++n) {
    LatticeBox box, with = around;
    for (const LatticePoint p : obstacles_->prepared.solids[grounds[n]]) box.add(p);
    with.add(box.low);
    with.add(box.high);
    largest = std::max(largest, extent(box));
    if (n > 0 && extent(with) > kSpread * largest) break;
    around = with;
  }
  around_ = {};
  if (n < kLeastAhead) return n;
  around_ = reach_of(around);
  obstacles_->tree.gather(around_, groups_);
  if (groups_.size() > kManyGroups) around_ = {};  // large ones: whole nodes of the tree may lie inside
  return n;
}

void Blocking::blocked_by(std::uint32_t other) {
  if (whole_ || other == ground_) return;
  touched_ = true;
  if (!block(other)) return;
  whole_ = true;
  if (recent_.size() < kRecent) {
    recent_.push_back(other);
  } else {
    std::rotate(recent_.begin(), recent_.end() - 1, recent_.end());
    recent_.front() = other;
  }
}

// Through the tree, taking nodes that lie inside T's sides and its slab as a whole.
void Blocking::walk(const LatticeBox& box, const LatticeBox& query) {
  const auto& t = obstacles_->prepared.solids[ground_];
  // The plane and the sides in doubles, for judging nodes.
  struct Line {
    double a, b, c;
  };
  std::array<Line, 3> line;
  for (std::size_t j = 0; j < 3; ++j) {
    const LatticePoint p = t[j], q = t[after(j)];
    const double dx = static_cast<double>(q.x) - p.x, dy = static_cast<double>(q.y) - p.y;
    line[j] = {-dy, dx, -(dx * p.y - dy * p.x)};
  }
  const double gx = -static_cast<double>(far_.nx) / static_cast<double>(far_.nz),
               gy = -static_cast<double>(far_.ny) / static_cast<double>(far_.nz);
  const double least = obstacles_->millimetre, walls = std::max(obstacles_->weld, obstacles_->millimetre),
               height = obstacles_->prepared.height;
  obstacles_->tree.visit(
      query,
      [&](const LatticeBox& node, std::size_t first, std::size_t last) {
        if (whole_) return Descend::past;
        // A node as wide as T cannot lie inside it.
        if (node.high.x - node.low.x >= box.high.x - box.low.x ||
            node.high.y - node.low.y >= box.high.y - box.low.y) {
          return Descend::into;
        }
        const double cx = (static_cast<double>(node.low.x) + node.high.x) / 2,
                     cy = (static_cast<double>(node.low.y) + node.high.y) / 2;
        const double hx = (static_cast<double>(node.high.x) - node.low.x) / 2,
                     hy = (static_cast<double>(node.high.y) - node.low.y) / 2;
        bool inside = true;
        for (const Line& l : line) {
          const double middle = l.a * cx + l.b * cy + l.c, reach = std::abs(l.a) * hx + std::abs(l.b) * hy;
          const double margin = kInsideMargin * (std::abs(l.a) + std::abs(l.b));
          if (middle + reach < -margin) return Descend::past;
          inside = inside && middle - reach > margin;
        }
        const double z = t[0].z + gx * (cx - t[0].x) + gy * (cy - t[0].y),
                     reach = std::abs(gx) * hx + std::abs(gy) * hy;
        const double lowest = node.low.z - (z + reach), highest = node.high.z - (z - reach);
        if (highest < -kInsideMargin || lowest > height + kInsideMargin) return Descend::past;
        if (!inside || lowest <= std::max(least, walls) + kInsideMargin || highest >= height - kInsideMargin)
          return Descend::into;
        bulk(first, last);
        touched_ = true;
        return Descend::past;
      },
      [&](std::size_t item) { blocked_by(static_cast<std::uint32_t>(item)); });
}

Cover Blocking::collect(std::uint32_t ground, Sheet& sheet, bool& duplicate) {
  const Prepared& prepared = obstacles_->prepared;
  const auto& t = prepared.solids[ground];
  sheet_ = &sheet;
  ground_ = ground;
  duplicate = whole_ = whole_duplicate_ = touched_ = false;
  sheet.face = ground;
  sheet.cuts.clear();
  sheet.covers.clear();
  sheet.seams.clear();
  for (std::size_t i = 0; i < 3; ++i) sheet.corner[i] = {t[i].x, t[i].y};
  lowest_ = std::min({t[0].z, t[1].z, t[2].z});
  highest_ = std::max({t[0].z, t[1].z, t[2].z});
  for (std::size_t j = 0; j < 3; ++j) side_[j] = Side(t[j], t[after(j)]);
  small_ = prepared.height <= kSmallHeight && fits_small(t, t[0]);
  if (small_) near_ = Plane<std::int64_t>(t, t[0]);
  far_ = Plane<Int128>(t, t[0]);

  LatticeBox box;
  for (const LatticePoint p : t) box.add(p);
  for (const std::uint32_t r : recent_) {
    if (r == ground) continue;
    const auto& o = prepared.solids[r];
    if (std::min({o[0].x, o[1].x, o[2].x}) > box.low.x || std::max({o[0].x, o[1].x, o[2].x}) < box.high.x)
      continue;
    if (block(r)) return Cover::whole;
    sheet.cuts.clear();
    sheet.covers.clear();
    sheet.seams.clear();
  }

  const LatticeBox query = reach_of(box);
  if (around_.low.x <= query.low.x && around_.high.x >= query.high.x && around_.low.y <= query.low.y &&
      around_.high.y >= query.high.y && around_.low.z <= query.low.z && around_.high.z >= query.high.z) {
    obstacles_->tree.visit(groups_, query,
                           [&](std::size_t item) { blocked_by(static_cast<std::uint32_t>(item)); });
  } else {
    walk(box, query);
  }
  if (whole_) return Cover::whole;
  if (whole_duplicate_) {
    duplicate = true;
    return Cover::whole;
  }
  return touched_ && (!sheet.cuts.empty() || !sheet.covers.empty()) ? Cover::part : Cover::none;
}

bool Blocking::closes(const Sheet& sheet) {
  struct End {
    Point2 at;
    std::int32_t w0, w1;
    bool operator<(const End& other) const { return at < other.at; }
  };
  std::vector<End> ends;
  for (const Cut& c : sheet.cuts) {
    ends.push_back({c.a, -c.weight[0], -c.weight[1]});
    ends.push_back({c.b, c.weight[0], c.weight[1]});
  }
  for (const EdgeCover& c : sheet.covers) {
    ends.push_back({c.from, -c.weight[0], -c.weight[1]});
    ends.push_back({c.to, c.weight[0], c.weight[1]});
  }
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i < ends.size();) {
    std::int64_t w0 = 0, w1 = 0;
    const Point2 at = ends[i].at;
    for (; i < ends.size() && ends[i].at == at; ++i) {
      w0 += ends[i].w0;
      w1 += ends[i].w1;
    }
    if (w0 != 0 || w1 != 0) return false;
  }
  return true;
}

}  // namespace ambula
