// Axis-parallel rays from all points at once: the points are put in a raster of the plane across each axis,
// and every triangle looks up which of them lie in its shadow. A row of the raster is one word, so that most
// triangles are done with a shift and a mask. Decided in doubles, in a fixed order and with both ends of an
// edge in a fixed sequence, so that the two triangles of an edge agree on which side of it a ray passes.
#include "walkable/axis_rays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

namespace ambula {
namespace {

constexpr std::int32_t kSide = 64;  // cells of a raster: bits of a word
constexpr int kSideBits = 6;

// The cells along one coordinate that something touches.
struct Cells {
  std::int32_t low, high;
  std::uint64_t mask;  // bit i: cell i is one of them
};

class Ruler {
 public:
  Ruler() = default;
  Ruler(double low, double high) : base_(static_cast<std::int32_t>(std::floor(low))) {
    const auto extent = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(high)) - base_);
    shift_ = std::max(0, static_cast<int>(std::bit_width(extent)) - kSideBits);
  }
  [[nodiscard]] std::int32_t cell(std::int32_t v) const { return (v - base_) >> shift_; }
  [[nodiscard]] std::int32_t cell(double v) const { return cell(static_cast<std::int32_t>(std::floor(v))); }

  [[nodiscard]] Cells cells(std::int32_t a, std::int32_t b, std::int32_t c) const {
    const std::int32_t least = std::min(std::min(a, b), c), greatest = std::max(std::max(a, b), c);
    const std::int32_t low = std::max(cell(least), 0), high = std::min(cell(greatest), kSide - 1);
    const std::uint64_t mask = (~std::uint64_t{0} << (low & (kSide - 1))) &
                               (~std::uint64_t{0} >> ((kSide - 1 - high) & (kSide - 1)));
    return {low, high, low <= high ? mask : 0};
  }

 private:
  std::int32_t base_ = 0;
  int shift_ = 0;
};

// A corner or a point, seen along an axis: across, up, along.
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

// The points in cells of the plane across an axis, row by row.
struct Raster {
  struct Item {
    Turned at;
    std::uint32_t point;
  };
  std::array<std::uint64_t, kSide> rows{};               // bit u of word v: some point is there
  std::array<std::uint32_t, kSide * kSide + 1> first{};  // of `items`, cell by cell
  std::vector<Item> items;

  template <class CellOf>
  void fill(std::span<const Vec3> points, std::size_t axis, CellOf&& cell_of) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::size_t cell = cell_of(i);
      rows[cell / kSide] |= std::uint64_t{1} << (cell % kSide);
      ++first[cell + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    items.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      items[next[cell_of(i)]++] = {turned(points[i], axis), static_cast<std::uint32_t>(i)};
    }
  }
};

// Twice the signed area of a, b, p across the axis; exactly opposite for b, a, p.
double side(const Turned& a, const Turned& b, const Turned& p) {
  const bool swap = b.u < a.u || (b.u == a.u && b.v < a.v);
  const Turned &s = swap ? b : a, &t = swap ? a : b;
  const double area = (t.u - s.u) * (p.v - s.v) - (t.v - s.v) * (p.u - s.u);
  return swap ? -area : area;
}

// A triangle seen along an axis.
class Shadow {
 public:
  Shadow(const LatticeTriangle& t, std::size_t axis)
      : a_(turned(t[0], axis)), b_(turned(t[1], axis)), c_(turned(t[2], axis)) {
    low_u_ = std::min(std::min(a_.u, b_.u), c_.u);
    high_u_ = std::max(std::max(a_.u, b_.u), c_.u);
    low_v_ = std::min(std::min(a_.v, b_.v), c_.v);
    high_v_ = std::max(std::max(a_.v, b_.v), c_.v);
  }
  // 1 where p is inside and the triangle faces along the axis, -1 where it faces the other way; else 0.
  // `along` is then where on the axis.
  int holds(const Turned& p, double& along) const {
    if (p.u < low_u_ || p.u > high_u_ || p.v < low_v_ || p.v > high_v_) return 0;
    const double a = side(b_, c_, p), b = side(c_, a_, p), c = side(a_, b_, p);
    if (!(a * b > 0 && a * c > 0)) return 0;
    along = (a * a_.w + b * b_.w + c * c_.w) / (a + b + c);
    return a > 0 ? 1 : -1;
  }

 private:
  Turned a_, b_, c_;
  double low_u_, high_u_, low_v_, high_v_;
};

struct Found {
  std::uint32_t point;
  AxisHit hit;
};

class Looker {
 public:
  Looker(std::span<const LatticeTriangle> triangles, std::span<const Vec3> points, const Context* context);

  // What rays meet of the triangles from `begin` to `end`.
  void look(std::size_t begin, std::size_t end, std::vector<Found>& found) const;

 private:
  std::size_t look_along(std::size_t axis, std::size_t triangle, const Cells& across, const Cells& up,
                         std::vector<Found>& found) const;

  std::span<const LatticeTriangle> triangles_;
  const Context* context_;
  std::array<Ruler, 3> rulers_;              // per coordinate
  std::array<std::uint64_t, 3> occupied_{};  // per coordinate: cells that hold points
  std::array<Raster, 3> rasters_;            // per axis, of the plane across it
};

Looker::Looker(std::span<const LatticeTriangle> triangles, std::span<const Vec3> points,
               const Context* context)
    : triangles_(triangles), context_(context) {
  Box3 box;
  for (const Vec3 p : points) box.add(p);
  rulers_ = {Ruler(box.min.x, box.max.x), Ruler(box.min.y, box.max.y), Ruler(box.min.z, box.max.z)};
  std::vector<std::array<std::size_t, 3>> cells(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    cells[i] = {static_cast<std::size_t>(rulers_[0].cell(points[i].x)),
                static_cast<std::size_t>(rulers_[1].cell(points[i].y)),
                static_cast<std::size_t>(rulers_[2].cell(points[i].z))};
    for (std::size_t k = 0; k < 3; ++k) occupied_[k] |= std::uint64_t{1} << cells[i][k];
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t across = (axis + 1) % 3, up = (axis + 2) % 3;
    rasters_[axis].fill(points, axis, [&](std::size_t i) { return cells[i][up] * kSide + cells[i][across]; });
  }
}

std::size_t Looker::look_along(std::size_t axis, std::size_t triangle, const Cells& across, const Cells& up,
                               std::vector<Found>& found) const {
  const Raster& raster = rasters_[axis];
  std::optional<Shadow> shadow;
  std::size_t work = 0;
  for (std::int32_t row = up.low; row <= up.high; ++row) {
    if (!(raster.rows[static_cast<std::size_t>(row)] & across.mask)) continue;
    if (!shadow) shadow.emplace(triangles_[triangle], axis);
    const std::uint32_t* first = raster.first.data() + row * kSide;
    for (std::uint32_t i = first[across.low]; i < first[across.high + 1]; ++i) {
      ++work;
      const Raster::Item& item = raster.items[i];
      double at = 0;
      const int facing = shadow->holds(item.at, at);
      if (facing == 0) continue;
      const bool ahead = at >= item.at.w;
      const auto direction = static_cast<std::uint8_t>(2 * axis + (ahead ? 0 : 1));
      const AxisHit hit{static_cast<std::uint32_t>(triangle), direction, (facing > 0) == ahead,
                        std::fabs(at - item.at.w)};
      found.push_back({item.point, hit});
    }
  }
  return work;
}

void Looker::look(std::size_t begin, std::size_t end, std::vector<Found>& found) const {
  constexpr std::size_t kPiece = 1u << 20;  // of work between two looks at the context
  std::size_t work = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const LatticeTriangle& t = triangles_[i];
    const Cells x = rulers_[0].cells(t[0].x, t[1].x, t[2].x), y = rulers_[1].cells(t[0].y, t[1].y, t[2].y),
                z = rulers_[2].cells(t[0].z, t[1].z, t[2].z);
    const int has_x = (x.mask & occupied_[0]) != 0, has_y = (y.mask & occupied_[1]) != 0,
              has_z = (z.mask & occupied_[2]) != 0;
    if (has_x + has_y + has_z < 2) continue;
    if (has_y & has_z) work += look_along(0, i, y, z, found);
    if (has_z & has_x) work += look_along(1, i, z, x, found);
    if (has_x & has_y) work += look_along(2, i, x, y, found);
    if (work > kPiece) {
      if (context_ && context_->cancelled()) return;
      work = 0;
    }
  }
}

}  // namespace

AxisHits look_along_axes(std::span<const LatticeTriangle> triangles, std::span<const Vec3> points,
                         Context* context) {
  AxisHits result;
  result.first.assign(points.size() + 1, 0);
  if (points.empty()) return result;
  const Looker looker(triangles, points, context);
  // Pieces of a fixed size: their order, and so the order of hits, does not depend on threads.
  constexpr std::size_t kPiece = 1u << 15;
  std::vector<std::vector<Found>> found((triangles.size() + kPiece - 1) / kPiece);
  parallel_for(context, found.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      looker.look(i * kPiece, std::min((i + 1) * kPiece, triangles.size()), found[i]);
    }
  });
  for (const std::vector<Found>& piece : found) {
    for (const Found& f : piece) ++result.first[f.point + 1];
  }
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  result.hits.resize(result.first.back());
  for (const std::vector<Found>& piece : found) {
    for (const Found& f : piece) result.hits[next[f.point]++] = f.hit;
  }
  return result;
}

}  // namespace ambula
