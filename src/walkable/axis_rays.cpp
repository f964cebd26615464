// Axis-parallel rays from all points at once: the points are put in a raster of the plane across each axis,
// and every triangle looks up which of them lie in its shadow. A row of the raster is one word, so that most
// triangles are done with a shift and a mask. Decided in doubles, in a fixed order and with both ends of an
// edge in a fixed sequence, so that the two triangles of an edge agree on which side of it a ray passes.
#include "walkable/axis_rays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ambula {
namespace {

constexpr std::int32_t kSide = 64;  // cells of the raster: bits of a word

// Cells along one coordinate.
struct Ruler {
  std::int32_t base = 0;
  int shift = 0;

  [[nodiscard]] std::int32_t cell(std::int32_t v) const { return (v - base) >> shift; }
};

// From the least cell to the greatest that something touches; empty if it touches none.
struct Cells {
  std::int32_t low, high;
};

struct Raster {
  std::array<std::uint64_t, kSide> rows{};               // bit u of word v: some point is there
  std::array<std::uint32_t, kSide * kSide + 1> first{};  // of `items`, cell by cell
  std::vector<std::uint32_t> items;                      // points
};

// The corners of a triangle, or a point: across, across, along.
struct Turned {
  double u, v, w;
};

Turned turned(LatticePoint p, std::size_t axis) {
  const double x = p.x, y = p.y, z = p.z;
  return axis == 0 ? Turned{y, z, x} : axis == 1 ? Turned{z, x, y} : Turned{x, y, z};
}
Turned turned(Vec3 p, std::size_t axis) {
  return axis == 0 ? Turned{p.y, p.z, p.x} : axis == 1 ? Turned{p.z, p.x, p.y} : Turned{p.x, p.y, p.z};
}

// Twice the signed area of a, b, p across; exactly opposite for b, a, p.
double side(const Turned& a, const Turned& b, const Turned& p) {
  const bool swap = b.u < a.u || (b.u == a.u && b.v < a.v);
  const Turned &s = swap ? b : a, &t = swap ? a : b;
  const double area = (t.u - s.u) * (p.v - s.v) - (t.v - s.v) * (p.u - s.u);
  return swap ? -area : area;
}

struct Found {
  std::uint32_t point;
  AxisHit hit;
};

class Looker {
 public:
  Looker(std::span<const LatticeTriangle> triangles, std::span<const Vec3> points, const Context* context);

  void look(std::size_t axis, std::vector<Found>& found) const;

 private:
  [[nodiscard]] Cells cells(const LatticeTriangle& t, std::size_t coordinate) const;
  void cast(std::size_t triangle, std::uint32_t point, std::size_t axis, std::vector<Found>& found) const;

  std::span<const LatticeTriangle> triangles_;
  std::span<const Vec3> points_;
  const Context* context_;
  std::array<Ruler, 3> rulers_;
};

std::int32_t coordinate_of(LatticePoint p, std::size_t i) { return i == 0 ? p.x : i == 1 ? p.y : p.z; }
double coordinate_of(Vec3 p, std::size_t i) { return i == 0 ? p.x : i == 1 ? p.y : p.z; }

Looker::Looker(std::span<const LatticeTriangle> triangles, std::span<const Vec3> points,
               const Context* context)
    : triangles_(triangles), points_(points), context_(context) {
  for (std::size_t i = 0; i < 3; ++i) {
    double low = coordinate_of(points[0], i), high = low;
    for (const Vec3 p : points) {
      low = std::min(low, coordinate_of(p, i));
      high = std::max(high, coordinate_of(p, i));
    }
    rulers_[i].base = static_cast<std::int32_t>(std::floor(low));
    const auto extent =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(high)) - rulers_[i].base);
    constexpr int kBits = 6;  // of a cell's number
    rulers_[i].shift = std::max(0, static_cast<int>(std::bit_width(extent)) - kBits);
  }
}

Cells Looker::cells(const LatticeTriangle& t, std::size_t coordinate) const {
  const std::int32_t a = coordinate_of(t[0], coordinate), b = coordinate_of(t[1], coordinate),
                     c = coordinate_of(t[2], coordinate);
  const Ruler ruler = rulers_[coordinate];
  return {std::max(ruler.cell(std::min(std::min(a, b), c)), 0),
          std::min(ruler.cell(std::max(std::max(a, b), c)), kSide - 1)};
}

void Looker::cast(std::size_t triangle, std::uint32_t point, std::size_t axis,
                  std::vector<Found>& found) const {
  const LatticeTriangle& t = triangles_[triangle];
  const Turned p = turned(points_[point], axis);
  const Turned a = turned(t[0], axis), b = turned(t[1], axis), c = turned(t[2], axis);
  const double wa = side(b, c, p), wb = side(c, a, p), wc = side(a, b, p);
  const bool along = wa > 0 && wb > 0 && wc > 0;  // the triangle faces along the axis
  if (!along && !(wa < 0 && wb < 0 && wc < 0)) return;
  const double at = (wa * a.w + wb * b.w + wc * c.w) / (wa + wb + wc);
  const bool ahead = at >= p.w;
  const auto direction = static_cast<std::uint8_t>(2 * axis + (ahead ? 0 : 1));
  found.push_back(
      {point, {static_cast<std::uint32_t>(triangle), direction, along == ahead, std::fabs(at - p.w)}});
}

void Looker::look(std::size_t axis, std::vector<Found>& found) const {
  const std::size_t across = (axis + 1) % 3, up = (axis + 2) % 3;
  Raster raster;
  const auto cell_of = [&](Vec3 p) {
    const auto u = static_cast<std::int32_t>(std::floor(coordinate_of(p, across)));
    const auto v = static_cast<std::int32_t>(std::floor(coordinate_of(p, up)));
    return static_cast<std::size_t>(rulers_[up].cell(v) * kSide + rulers_[across].cell(u));
  };
  for (const Vec3 p : points_) {
    raster.rows[cell_of(p) / kSide] |= std::uint64_t{1} << (cell_of(p) % kSide);
    ++raster.first[cell_of(p) + 1];
  }
  for (std::size_t i = 1; i < raster.first.size(); ++i) raster.first[i] += raster.first[i - 1];
  std::vector<std::uint32_t> next(raster.first.begin(), raster.first.end() - 1);
  raster.items.resize(points_.size());
  for (std::uint32_t i = 0; i < points_.size(); ++i) raster.items[next[cell_of(points_[i])]++] = i;

  constexpr std::size_t kPiece = 1u << 20;  // of work between two looks at the context
  std::size_t work = 0;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    if (++work > kPiece) {
      if (context_ && context_->cancelled()) return;
      work = 0;
    }
    const Cells u = cells(triangles_[t], across), v = cells(triangles_[t], up);
    if (u.low > u.high) continue;
    const std::uint64_t mask = (~std::uint64_t{0} << u.low) & (~std::uint64_t{0} >> (kSide - 1 - u.high));
    for (std::int32_t row = v.low; row <= v.high; ++row) {
      if (!(raster.rows[static_cast<std::size_t>(row)] & mask)) continue;
      const auto begin = static_cast<std::size_t>(row * kSide);
      const std::uint32_t end = raster.first[begin + static_cast<std::size_t>(u.high) + 1];
      for (std::uint32_t i = raster.first[begin + static_cast<std::size_t>(u.low)]; i < end; ++i) {
        ++work;
        cast(t, raster.items[i], axis, found);
      }
    }
  }
}

}  // namespace

AxisHits look_along_axes(std::span<const LatticeTriangle> triangles, std::span<const Vec3> points,
                         Context* context) {
  AxisHits result;
  result.first.assign(points.size() + 1, 0);
  if (points.empty()) return result;
  std::array<std::vector<Found>, 3> found;
  const Looker looker(triangles, points, context);
  parallel_for(context, 3, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t axis = begin; axis < end; ++axis) looker.look(axis, found[axis]);
  });
  for (const std::vector<Found>& along : found) {
    for (const Found& f : along) ++result.first[f.point + 1];
  }
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  result.hits.resize(result.first.back());
  for (const std::vector<Found>& along : found) {
    for (const Found& f : along) result.hits[next[f.point]++] = f.hit;
  }
  return result;
}

}  // namespace ambula
