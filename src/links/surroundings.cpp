// The obstacle test of the paper (V-B.4), and what its authors found missing in it: the agent's height must
// be free above the filler; what protrudes through it by no more than a step is stepped over; and where only
// a part of the filler is obstructed, the rest stays.
//
// Every triangle near the filler is cut to the filler's outline in plan, then by height: what of it lies
// between the filler and the agent's height above it. The part of that higher than a step above the lower
// side blocks, along the rulings it meets; the rest is stepped on. Rulings (the lines from one border to the
// other) do not cross within the filler, so the rulings that meet a convex polygon lie between those of its
// corners.
//
// Risers lie along a filler's end or below it and are no higher than the upper side, so that they need no
// exception for coplanar geometry. The outline is widened to either side, so that it has a width where the
// two borders of a step coincide, and a partition standing on that line is met.
#include "links/surroundings.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "links/spatial_order.h"

namespace ambula {
namespace {

constexpr double kWiden = 20;    // quanta to either side: what stands right behind a border is in the way too
constexpr double kSide = 3;      // quanta at both ends of the filler that are not looked at: walls beside it
constexpr double kSheet = 2;     // quanta to either side of something without thickness
constexpr double kNoRun = 2;     // quanta; shorter rulings are upright
constexpr double kThinRun = 20;  // quanta; shorter rulings are taken for parallel
constexpr double kAskew = 0.05;  // sine between borders that are not parallel
constexpr double kBent = 50;     // quanta to either side of what blocks a filler between such
constexpr double kBend = 1;      // quanta; what bends more between two corners is looked at in pieces
constexpr std::size_t kPieces = 8;

// Metres to the default agent (Reach::metre).
constexpr double kOverlap = 0.02;  // of ground under a filler that make it lead over that ground
constexpr double kSunk = 0.05;     // below a filler: ground that lies deeper ...
constexpr double kSlit = 0.1;      // ... and is seen in a slit narrower than this is stepped over

using Corner = Surroundings::Scratch::Corner;

using Polygon = Surroundings::Scratch::Polygon;

// Keeps the part of a convex polygon where value >= 0; `value` is linear. Says whether it was not all of it.
template <class Value>
bool keep(Polygon& polygon, Value value) {
  std::array<double, std::tuple_size_v<decltype(polygon.at)>> at;
  bool all = true;
  for (std::size_t i = 0; i < polygon.n; ++i) {
    at[i] = value(polygon.at[i]);
    all = all && at[i] >= 0;
  }
  if (all) return false;
  Polygon out;
  for (std::size_t i = 0; i < polygon.n; ++i) {
    const std::size_t next = i + 1 == polygon.n ? 0 : i + 1;
    const Corner &a = polygon.at[i], &b = polygon.at[next];
    if (at[i] >= 0) out.add(a);
    if ((at[i] > 0 && at[next] < 0) || (at[i] < 0 && at[next] > 0)) {
      const double t = at[i] / (at[i] - at[next]);
      const auto mix = [t](double x, double y) { return x + t * (y - x); };
      out.add({mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.u, b.u), mix(a.v, b.v),
               mix(a.above, b.above), mix(a.top, b.top), mix(a.overhead, b.overhead)});
    }
  }
  polygon.n = out.n;
  std::copy_n(out.at.begin(), out.n, polygon.at.begin());
  return true;
}

struct Extremes {
  double low = 1e300, high = -1e300;
  void add(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
};
template <class Value>
Extremes extremes(const Polygon& polygon, Value value) {
  Extremes out;
  for (const Corner& c : polygon.corners()) out.add(value(c));
  return out;
}

LatticeBox box_of(const std::array<LatticePoint, 3>& t) {
  LatticeBox box;
  box.low = {std::min({t[0].x, t[1].x, t[2].x}), std::min({t[0].y, t[1].y, t[2].y}),
             std::min({t[0].z, t[1].z, t[2].z})};
  box.high = {std::max({t[0].x, t[1].x, t[2].x}), std::max({t[0].y, t[1].y, t[2].y}),
              std::max({t[0].z, t[1].z, t[2].z})};
  return box;
}

bool overlap(const LatticeBox& a, const LatticeBox& b) {
  return a.low.x <= b.high.x && a.high.x >= b.low.x && a.low.y <= b.high.y && a.high.y >= b.low.y &&
         a.low.z <= b.high.z && a.high.z >= b.low.z;
}

// Where in plan shapes lie, as a raster: most of a scene is nowhere near one.
class Raster {
 public:
  Raster(std::span<const LatticeBox> boxes, double cell) {
    for (const LatticeBox& b : boxes) {
      all_.add(b.low);
      all_.add(b.high);
    }
    constexpr double kMostCells = 512;
    const double wide = std::max(static_cast<double>(all_.high.x) - all_.low.x,
                                 static_cast<double>(all_.high.y) - all_.low.y);
    cell_ = std::max(cell, std::ceil(wide / kMostCells) + 1);
    nx_ = column(all_.high.x) + 1;
    ny_ = row(all_.high.y) + 1;
    low_.assign(nx_ * ny_, 1 << 30);
    high_.assign(nx_ * ny_, -(1 << 30));
    for (const LatticeBox& b : boxes) {
      for (std::size_t y = row(b.low.y); y <= row(b.high.y); ++y) {
        for (std::size_t x = column(b.low.x); x <= column(b.high.x); ++x) {
          low_[y * nx_ + x] = std::min(low_[y * nx_ + x], b.low.z);
          high_[y * nx_ + x] = std::max(high_[y * nx_ + x], b.high.z);
        }
      }
    }
  }
  [[nodiscard]] bool meets(const LatticeBox& b) const {
    if (b.low.x > all_.high.x || b.high.x < all_.low.x || b.low.y > all_.high.y || b.high.y < all_.low.y ||
        b.low.z > all_.high.z || b.high.z < all_.low.z) {
      return false;
    }
    const std::size_t x0 = column(std::max(b.low.x, all_.low.x)),
                      x1 = column(std::min(b.high.x, all_.high.x));
    const std::size_t y0 = row(std::max(b.low.y, all_.low.y)), y1 = row(std::min(b.high.y, all_.high.y));
    for (std::size_t y = y0; y <= y1; ++y) {
      for (std::size_t x = x0; x <= x1; ++x) {
        if (low_[y * nx_ + x] <= b.high.z && high_[y * nx_ + x] >= b.low.z) return true;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] std::size_t column(std::int32_t x) const {
    return static_cast<std::size_t>((static_cast<double>(x) - all_.low.x) / cell_);
  }
  [[nodiscard]] std::size_t row(std::int32_t y) const {
    return static_cast<std::size_t>((static_cast<double>(y) - all_.low.y) / cell_);
  }

  LatticeBox all_;
  double cell_ = 1;
  std::size_t nx_ = 0, ny_ = 0;
  std::vector<std::int32_t> low_, high_;
};

LatticeBox box_of(const FillerShape& shape, double up) {
  Box3 box;
  for (int i = 0; i < 2; ++i) {
    box.add(shape.p[i]);
    box.add(shape.q[i]);
  }
  const auto down = [](double v) { return static_cast<std::int32_t>(std::floor(v)); };
  LatticeBox out;
  constexpr std::int32_t kMore = static_cast<std::int32_t>(kWiden) + 2;
  out.low = {down(box.min.x) - kMore, down(box.min.y) - kMore, down(box.min.z) - 2};
  out.high = {down(box.max.x) + kMore, down(box.max.y) + kMore, down(std::min(box.max.z + up, 1e9)) + 3};
  return out;
}

// Along a curve, with a tree over them.
BoxTree order_and_index(std::vector<std::array<LatticePoint, 3>>& triangles) {
  std::vector<Point3Order> order(triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const LatticeBox b = box_of(triangles[t]);
    order[t] = {spatial_key({(static_cast<double>(b.low.x) + b.high.x) / 2,
                             (static_cast<double>(b.low.y) + b.high.y) / 2,
                             (static_cast<double>(b.low.z) + b.high.z) / 2}),
                t};
  }
  std::sort(order.begin(), order.end());
  std::vector<std::array<LatticePoint, 3>> sorted;
  std::vector<LatticeBox> boxes;
  sorted.reserve(triangles.size());
  boxes.reserve(triangles.size());
  for (const Point3Order& o : order) {
    sorted.push_back(triangles[o.item]);
    boxes.push_back(box_of(sorted.back()));
  }
  triangles.swap(sorted);
  return BoxTree(boxes);
}

// Components too thin to stand on, as kerbs and stringers are: area over half the outline.
std::vector<char> thin_components(const Walkable& w, double least) {
  std::vector<double> area(w.components), outline(w.components);
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    Vec2 c[3];
    for (std::size_t i = 0; i < 3; ++i) c[i] = place_of(w.vertices[w.faces[f][i]]).xy();
    area[w.component[f]] += cross(c[1] - c[0], c[2] - c[0]) / 2;
    for (std::size_t i = 0; i < 3; ++i) {
      if (w.border[f][i] != BorderKind::none) outline[w.component[f]] += length(c[(i + 1) % 3] - c[i]);
    }
  }
  std::vector<char> thin(w.components);
  for (std::size_t c = 0; c < thin.size(); ++c) thin[c] = 2 * area[c] < least * outline[c];
  return thin;
}

}  // namespace

// A filler in plan: its outline, widened, and its parameters.
struct Surroundings::Frame {
  FillerShape shape;
  Vec2 origin[4];  // on its sides: connection 0, the border of q, connection 1, the border of p
  Vec2 normal[4];  // inwards
  double width;    // quanta, the shorter
  double run;
  double twist;  // by how much the two ways to cut it into triangles differ from the rulings
  double least_u, most_u;
  Vec2 p0, dp, q0, dq;        // its two borders
  Vec2 middle, mean;          // between their beginnings, and twice their mean
  Vec2 e0, e1;                // the first ruling, and by how much the last differs
  double k2 = 0, across = 0;  // cross(dp, e1), cross(e0, dp)

  // `widen`: quanta to either side, into the faces.
  Frame(const FillerShape& s, double widen) : shape(s) {
    const Vec2 along = s.p[1].xy() - s.p[0].xy(), back = s.q[0].xy() - s.q[1].xy();
    const double la = length(along), lb = length(back);
    width = std::min(length(s.p[1] - s.p[0]), length(s.q[1] - s.q[0]));
    run = std::max(length(s.q[0].xy() - s.p[0].xy()), length(s.q[1].xy() - s.p[1].xy()));
    const Vec2 way_p = along * (1 / la), way_q = back * (1 / lb);
    // Faces lie to the left of p0 → p1 and of q1 → q0.
    const Vec2 in_p{-way_p.y, way_p.x}, in_q{-way_q.y, way_q.x};
    origin[1] = s.q[0].xy() + in_q * widen;
    normal[1] = in_q * -1;
    origin[3] = s.p[1].xy() + in_p * widen;
    normal[3] = in_p * -1;
    // Without a length, a connection ends the filler square to it.
    const auto connection = [&](int i, Vec2 from, Vec2 to, Vec2 square) {
      const Vec2 d = to - from;
      const double l = length(d);
      origin[i] = from;
      normal[i] = l > kThinRun ? Vec2{-d.y, d.x} * (1 / l) : square;
    };
    connection(0, s.p[0].xy(), s.q[0].xy(), way_p);
    connection(2, s.q[1].xy(), s.p[1].xy(), way_p * -1);
    twist = std::abs(s.p[0].z - s.p[1].z + s.q[1].z - s.q[0].z) / 4;
    least_u = std::min(0.4, kSide / width);
    most_u = 1 - least_u;
    p0 = s.p[0].xy();
    dp = s.p[1].xy() - p0;
    q0 = s.q[0].xy();
    dq = s.q[1].xy() - q0;
    middle = (p0 + q0) * 0.5;
    mean = dp + dq;
    e0 = q0 - p0;
    e1 = dq - dp;
    k2 = -cross(e1, dp);
    across = cross(e0, dp);
  }
  // Whether all of a box lies beyond one of the sides. Boxes of long slanting fillers hold much that is not
  // near them.
  [[nodiscard]] bool misses(const LatticeBox& box) const {
    for (int i = 0; i < 4; ++i) {
      const double x = normal[i].x > 0 ? box.high.x : box.low.x, y = normal[i].y > 0 ? box.high.y : box.low.y;
      if (inside(i, x, y) < 0) return true;
    }
    return false;
  }
  [[nodiscard]] double inside(int i, double x, double y) const {
    return dot(normal[i], Vec2{x, y} - origin[i]);
  }

  // Where of the filler a place is, along its mean, and along its rulings where they have a length.
  [[nodiscard]] double along(Vec2 at) const {
    const auto by_mean = [&] { return dot(at - middle, mean) * 2 / dot(mean, mean); };
    if (run <= kThinRun) return by_mean();
    // cross(e0 + u e1, x - u dp) = 0
    const Vec2 x = at - p0;
    const double k1 = cross(e1, x) - across, k0 = cross(e0, x);
    if (std::abs(k2) <= 1e-9 * std::abs(k1)) return k1 != 0 ? -k0 / k1 : by_mean();
    const double square = k1 * k1 - 4 * k2 * k0;
    if (square < 0) return by_mean();
    const double root = std::sqrt(square), half = -0.5 * (k1 + (k1 < 0 ? -root : root));
    const double one = half / k2, two = half != 0 ? k0 / half : one;
    return std::abs(one - 0.5) < std::abs(two - 0.5) ? one : two;
  }
  void measure(Corner& c) const {
    c.u = std::clamp(along({c.x, c.y}), 0.0, 1.0);
    const Vec2 a = p0 + dp * c.u, ab = q0 + dq * c.u - a;
    const double square = dot(ab, ab);
    const double za = shape.p[0].z + c.u * (shape.p[1].z - shape.p[0].z),
                 zb = shape.q[0].z + c.u * (shape.q[1].z - shape.q[0].z);
    // Without a run, everything stands over the upper side.
    c.v = square > kNoRun * kNoRun ? std::clamp(dot(Vec2{c.x, c.y} - a, ab) / square, 0.0, 1.0)
                                   : (za > zb ? 0.0 : 1.0);
    c.above = c.z - (za + c.v * (zb - za));
    c.top = c.z - std::min(za, zb);
    // A body reaches beyond both borders, and there it is as high as on them.
    const double run_here = std::sqrt(square), reached = (c.v * run_here + kWiden) / (run_here + 2 * kWiden);
    c.overhead = std::min(c.above, c.z - (za + reached * (zb - za)));
    if (run_here < kThinRun) c.overhead = c.z - std::max(za, zb);
  }
};

Surroundings::Surroundings(const Scene& scene, const Walkable& walkable, std::span<const FillerShape> shapes,
                           const Reach& reach)
    : reach_(reach) {
  if (shapes.empty()) return;
  std::vector<LatticeBox> boxes;
  boxes.reserve(shapes.size());
  for (const FillerShape& shape : shapes) boxes.push_back(box_of(shape, reach.height + reach.step));
  const Raster raster(boxes, 0.25 * reach.metre);
  std::vector<LatticePoint> points(scene.positions.size());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = scene.lattice.snap(scene.positions[i]);
  for (const Triangle& t : scene.triangles) {
    const std::array<LatticePoint, 3> corners{points[t[0]], points[t[1]], points[t[2]]};
    if (raster.meets(box_of(corners))) solids_.push_back(corners);
  }
  constexpr double kThin = 0.1;  // metres to the default agent
  const std::vector<char> thin = thin_components(walkable, kThin * reach.metre);
  for (std::size_t f = 0; f < walkable.faces.size(); ++f) {
    if (thin[walkable.component[f]]) continue;
    const auto& v = walkable.faces[f];
    const std::array<LatticePoint, 3> corners{walkable.vertices[v[0]], walkable.vertices[v[1]],
                                              walkable.vertices[v[2]]};
    if (raster.meets(box_of(corners))) ground_.push_back(corners);
  }
  solid_tree_ = order_and_index(solids_);
  ground_tree_ = order_and_index(ground_);
}

// The triangle within the outline, measured; false where nothing is left.
bool Surroundings::clip(const Frame& frame, const std::array<LatticePoint, 3>& t, Scratch& scratch) const {
  for (int i = 0; i < 4; ++i) {
    if (frame.inside(i, t[0].x, t[0].y) < 0 && frame.inside(i, t[1].x, t[1].y) < 0 &&
        frame.inside(i, t[2].x, t[2].y) < 0)
      return false;
  }
  scratch.polygon.n = 0;
  for (const LatticePoint p : t) {
    scratch.polygon.add(
        {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z), 0, 0, 0, 0, 0});
  }
  for (int i = 0; i < 4 && !scratch.polygon.empty(); ++i) {
    keep(scratch.polygon, [&](const Corner& c) { return frame.inside(i, c.x, c.y); });
  }
  if (scratch.polygon.empty()) return false;
  for (std::size_t i = 0; i < scratch.polygon.n; ++i) frame.measure(scratch.polygon.at[i]);
  const Extremes u = extremes(scratch.polygon, [](const Corner& c) { return c.u; });
  return u.high > frame.least_u && u.low < frame.most_u;
}

// How much lower above the filler a polygon may be between its corners than they tell: between borders that
// are not parallel the filler is no plane. Short pieces bend one way, most at the middle.
double Surroundings::bend_of(const Frame& frame, const Scratch& s) {
  double bend = 0;
  for (std::size_t i = 0; i < s.polygon.n && frame.run > kThinRun; ++i) {
    const Corner middle = between(frame, s.polygon, i, 0.5);
    const double told = (s.polygon.at[i].overhead + s.polygon.after(i).overhead) / 2;
    bend = std::max(bend, told - middle.overhead);
  }
  return bend;
}

// Puts corners between those of the polygon, so that it bends less from one to the next.
void Surroundings::divide_sides(const Frame& frame, Scratch& s) {
  constexpr std::size_t kFree = 8;  // for what cutting adds
  const Scratch::Polygon whole = s.polygon;
  const std::size_t pieces = std::min(kPieces, (whole.at.size() - kFree) / whole.n);
  s.polygon.n = 0;
  for (std::size_t i = 0; i < whole.n; ++i) {
    s.polygon.add(whole.at[i]);
    for (std::size_t k = 1; k < pieces; ++k)
      s.polygon.add(between(frame, whole, i, static_cast<double>(k) / static_cast<double>(pieces)));
  }
}

// Measured, on the side from corner i to the next.
Corner Surroundings::between(const Frame& frame, const Scratch::Polygon& polygon, std::size_t i,
                             double part) {
  const Corner &a = polygon.at[i], &b = polygon.after(i);
  const auto mix = [part](double x, double y) { return x + part * (y - x); };
  Corner out{mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), 0, 0, 0, 0, 0};
  frame.measure(out);
  return out;
}

void Surroundings::meet_solid(const Frame& frame, Scratch& s) const {
  const auto above = [](const Corner& c) { return c.above; };
  const auto overhead = [](const Corner& c) { return c.overhead; };
  bool cut = false;
  const auto along = [&](const Corner& c) {
    if (!cut) return c.u;
    Corner anew = c;  // what cutting put between two corners
    frame.measure(anew);
    return anew.u;
  };
  Extremes e = extremes(s.polygon, above);
  if (e.high <= kSkin) return;
  double bend = bend_of(frame, s);
  if (bend > kBend) {
    divide_sides(frame, s);
    bend = bend_of(frame, s);
  }
  const double height = reach_.height - kTie + frame.twist + bend;
  if (extremes(s.polygon, overhead).low >= height) {
    e = extremes(s.polygon, above);
    const Extremes u = extremes(s.polygon, along),
                   top = extremes(s.polygon, [](const Corner& c) { return c.top; });
    s.over.push_back({u.low, u.high, e.low, top.low});
    return;
  }
  cut = keep(s.polygon, [](const Corner& c) { return c.above - kSkin; });
  cut = keep(s.polygon, [&](const Corner& c) { return height - c.overhead; }) || cut;
  if (s.polygon.empty()) return;
  const Extremes top = extremes(s.polygon, [](const Corner& c) { return c.top; });
  if (top.high <= reach_.step) {
    const Extremes u = extremes(s.polygon, along);
    e = extremes(s.polygon, above);
    s.stood_on.push_back({u.low, u.high, e.high, top.high});
    return;
  }
  // Beside where it blocks it may be low enough to be stepped on.
  Extremes u = extremes(s.polygon, along);
  s.stood_on.push_back({u.low, u.high, std::min(extremes(s.polygon, above).high, reach_.step), reach_.step});
  cut = keep(s.polygon, [&](const Corner& c) { return c.top - reach_.step; }) || cut;
  if (s.polygon.empty()) return;
  u = extremes(s.polygon, along);
  s.blocked.push_back({u.low, u.high, 0, 0});
  s.all_blocked = s.all_blocked || (u.low <= frame.least_u && u.high >= frame.most_u);
}

// Ground under or in the filler that one would rather step on.
void Surroundings::meet_ground(const Frame& frame, Scratch& s) const {
  keep(s.polygon, [&](const Corner& c) { return c.above + reach_.step; });
  keep(s.polygon, [&](const Corner& c) { return reach_.step - c.above; });
  if (s.polygon.empty()) return;
  const Extremes v = extremes(s.polygon, [](const Corner& c) { return c.v; });
  if ((v.high - v.low) * frame.run < kOverlap * reach_.metre) return;
  const Extremes u = extremes(s.polygon, [](const Corner& c) { return c.u; });
  if ((u.high - u.low) * frame.width < kOverlap * reach_.metre) return;
  if (extremes(s.polygon, [](const Corner& c) { return c.above; }).high < -kSunk * reach_.metre) {
    s.sunk.push_back({u.low, u.high, v.low, v.high});
    return;
  }
  s.blocked.push_back({u.low, u.high, 0, 0});
  s.all_blocked = s.all_blocked || (u.low <= frame.least_u && u.high >= frame.most_u);
}

// Ground that lies deeper blocks unless all that is seen of it is a slit: between two planks there is floor,
// but no place for a foot.
void Surroundings::meet_sunk(const Frame& frame, Scratch& s) const {
  double first = 1, last = 0;
  for (const Scratch::Range& range : s.sunk) {
    first = std::min(first, range.above);
    last = std::max(last, range.top);
  }
  if ((last - first) * frame.run < kSlit * reach_.metre) return;
  for (const Scratch::Range& range : s.sunk) {
    s.blocked.push_back({range.from, range.to, 0, 0});
    s.all_blocked = s.all_blocked || (range.from <= frame.least_u && range.to >= frame.most_u);
  }
}

void Surroundings::free_parts(const FillerShape& shape, bool over_ground, Scratch& s,
                              std::vector<FreePart>& out) const {
  out.clear();
  const Frame frame(shape, kWiden);
  s.blocked.clear();
  s.stood_on.clear();
  s.over.clear();
  s.sunk.clear();
  s.all_blocked = false;
  const auto into = [&](const LatticeBox& box, std::size_t, std::size_t) {
    return s.all_blocked || frame.misses(box) ? Descend::past : Descend::into;
  };
  const double most = reach_.height + reach_.step;
  LatticeBox above = box_of(shape, most);
  // What ends below the lowest corner is under the filler; without a run all stands over its upper side.
  double lowest = std::min({shape.p[0].z, shape.p[1].z, shape.q[0].z, shape.q[1].z});
  if (frame.run <= kNoRun) {
    lowest = std::max(std::min(shape.p[0].z, shape.p[1].z), std::min(shape.q[0].z, shape.q[1].z));
  }
  above.low.z = static_cast<std::int32_t>(std::floor(lowest + kSkin));
  // What blocked the last filler as a whole mostly does so with this one.
  if (s.blocker < solids_.size() && overlap(box_of(solids_[s.blocker]), above) &&
      clip(frame, solids_[s.blocker], s)) {
    meet_solid(frame, s);
    if (s.all_blocked) return;
    s.blocked.clear();
    s.stood_on.clear();
    s.over.clear();
  }
  solid_tree_.visit(above, into, [&](std::size_t t) {
    if (s.all_blocked || !clip(frame, solids_[t], s)) return;
    meet_solid(frame, s);
    if (s.all_blocked) s.blocker = t;
  });
  if (over_ground && frame.run > kOverlap * reach_.metre) {
    LatticeBox box = box_of(shape, reach_.step);
    box.low.z -= static_cast<std::int32_t>(reach_.step);
    const Frame between(shape, -kWiden);  // without its own borders
    ground_tree_.visit(box, into, [&](std::size_t t) {
      if (!s.all_blocked && clip(between, ground_[t], s)) meet_ground(between, s);
    });
    meet_sunk(between, s);
  }
  if (s.all_blocked) return;
  // Over what is stood on, too, the height must be free. Both are measured from the filler and from its lower
  // side, and each difference is the least there may be between them: on a slant the one, beside it the
  // other.
  for (const Scratch::Range& on : s.stood_on) {
    for (const Scratch::Range& over : s.over) {
      const double from = std::max(on.from, over.from), to = std::min(on.to, over.to);
      const double between = std::max(over.above - on.above, over.top - on.top);
      if (from <= to && between < reach_.height - kTie) s.blocked.push_back({from, to, 0, 0});
    }
  }
  const double margin = kSheet / frame.width;
  // Between borders that are not parallel a filler bends, and what blocks it is known less well.
  const double turn = std::abs(cross(frame.dp, frame.dq)), size = length(frame.dp) * length(frame.dq);
  const double askew = turn > kAskew * size ? kBent / frame.width : 0;
  std::sort(s.blocked.begin(), s.blocked.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
  const auto add = [&](double from, double to) {
    if ((to - from) * frame.width < 1) return;
    FreePart part{from, to, 0, most};
    const double za0 = shape.p[0].z + from * (shape.p[1].z - shape.p[0].z),
                 za1 = shape.p[0].z + to * (shape.p[1].z - shape.p[0].z);
    const double zb0 = shape.q[0].z + from * (shape.q[1].z - shape.q[0].z),
                 zb1 = shape.q[0].z + to * (shape.q[1].z - shape.q[0].z);
    part.top = std::max(std::abs(za0 - zb0), std::abs(za1 - zb1));
    for (const Scratch::Range& on : s.stood_on) {
      if (on.to > from && on.from < to) part.top = std::max(part.top, on.top);
    }
    for (const Scratch::Range& over : s.over) {
      if (over.to > from && over.from < to) part.free_height = std::min(part.free_height, over.above);
    }
    out.push_back(part);
  };
  double at = 0;
  for (const Scratch::Range& b : s.blocked) {
    const double off = std::max(b.to - b.from < margin ? margin : 0.0, askew);
    const double from = std::max(0.0, b.from - off), to = std::min(1.0, b.to + off);
    if (from > at) add(at, from);
    at = std::max(at, to);
  }
  if (at < 1) add(at, 1);
}

}  // namespace ambula
