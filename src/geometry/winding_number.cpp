// Generalised winding numbers (Jacobson, Kavan, Sorkine-Hornung 2013) over a tree (Barill, Dickson, Schmidt,
// Levin, Jacobson 2018, first-order expansion): far clusters count as one dipole, near triangles by their
// solid angle (Van Oosterom and Strackee 1983). Departures: the tree is implicit, equal runs of a Morton
// order, so it needs no splitting and its shape follows from the number of triangles; arctangents are our
// own, because libm differs between platforms, and are taken once per leaf, of the product of its triangles'
// complex half angles.
#include "geometry/winding_number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace ambula {
namespace {

constexpr std::size_t kLeaf = 8;   // triangles a leaf
constexpr std::size_t kWidth = 4;  // children a node
// A cluster is far from kFar times its radius on. At 2.5 the worst error seen is below 0.02, and the distance
// of what must be told apart (a half space, 0.5, and the inside, 1) from the threshold is 0.25.
constexpr double kFar = 2.5;
constexpr double kPi = 3.14159265358979323846;

Vec3 real(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

// atan of 0 .. 1: the angle from the nearest quarter, |s| <= 0.125, by its series to a rest below 1e-12.
double arctangent_of_unit(double t) {
  constexpr std::array<double, 5> kAtan{0.0, 0.24497866312686414, 0.4636476090008061, 0.6435011087932844,
                                        0.7853981633974483};  // atan(k / 4)
  const int k = static_cast<int>(t * 4 + 0.5);
  const double c = 0.25 * k;
  const double s = (t - c) / (1 + t * c);  // |s| <= 0.125
  const double s2 = s * s;
  const double series =
      1 + s2 * (-1.0 / 3 + s2 * (1.0 / 5 + s2 * (-1.0 / 7 + s2 * (1.0 / 9 + s2 * (-1.0 / 11)))));
  return kAtan[static_cast<std::size_t>(k)] + s * series;
}

// The complex number whose argument is half the solid angle.
struct HalfAngle {
  double x, y;
};

HalfAngle half_angle(const LatticeTriangle& t, Vec3 p) {
  const Vec3 a = real(t[0]) - p, b = real(t[1]) - p, c = real(t[2]) - p;
  const double la = length(a), lb = length(b), lc = length(c);
  return {la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, dot(a, cross(b, c))};
}

// Spreads the low 10 bits to every third.
std::uint32_t spread(std::uint32_t v) {
  v &= 0x3FFu;
  v = (v | (v << 16)) & 0x030000FFu;
  v = (v | (v << 8)) & 0x0300F00Fu;
  v = (v | (v << 4)) & 0x030C30C3u;
  return (v | (v << 2)) & 0x09249249u;
}

// Large triangles would spoil the clusters of small ones: 2 from an eighth of the whole extent on, 1 from a
// 64th.
std::uint32_t size_class(const LatticeTriangle& t, int extent_width) {
  const auto [low_x, high_x] = std::minmax({t[0].x, t[1].x, t[2].x});
  const auto [low_y, high_y] = std::minmax({t[0].y, t[1].y, t[2].y});
  const auto [low_z, high_z] = std::minmax({t[0].z, t[1].z, t[2].z});
  const auto size = static_cast<std::uint32_t>(std::max({high_x - low_x, high_y - low_y, high_z - low_z}));
  const int below = extent_width - static_cast<int>(std::bit_width(size));
  return below <= 3 ? 2 : below <= 6 ? 1 : 0;
}

// Order of the triangles by size class, then along a Morton curve of 1024 cells a side; equals keep their
// order.
std::vector<std::uint32_t> morton_order(std::span<const LatticeTriangle> triangles) {
  std::array<std::int64_t, 3> low, high;
  low.fill(std::numeric_limits<std::int64_t>::max());
  high.fill(std::numeric_limits<std::int64_t>::min());
  const auto thrice_center = [](const LatticeTriangle& t) {
    return std::array<std::int64_t, 3>{std::int64_t{t[0].x} + t[1].x + t[2].x,
                                       std::int64_t{t[0].y} + t[1].y + t[2].y,
                                       std::int64_t{t[0].z} + t[1].z + t[2].z};
  };
  for (const LatticeTriangle& t : triangles) {
    const auto c = thrice_center(t);
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], c[i]);
      high[i] = std::max(high[i], c[i]);
    }
  }
  std::uint64_t extent = 1;
  for (std::size_t i = 0; i < 3; ++i) extent = std::max(extent, static_cast<std::uint64_t>(high[i] - low[i]));
  const int shift = std::max(0, static_cast<int>(std::bit_width(extent)) - 10);
  const int extent_width = static_cast<int>(std::bit_width(extent / 3));

  struct Keyed {
    std::uint32_t code, index;
  };
  std::vector<Keyed> keyed(triangles.size()), other(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto c = thrice_center(triangles[i]);
    std::uint32_t code = size_class(triangles[i], extent_width) << 30;
    for (std::size_t k = 0; k < 3; ++k) {
      code |= spread(static_cast<std::uint32_t>((c[k] - low[k]) >> shift)) << k;
    }
    keyed[i] = {code, static_cast<std::uint32_t>(i)};
  }
  constexpr int kDigit = 11;
  for (int pass = 0; pass < 3; ++pass) {
    std::array<std::uint32_t, (1u << kDigit) + 1> start{};
    const auto digit = [pass](Keyed k) { return (k.code >> (pass * kDigit)) & ((1u << kDigit) - 1); };
    for (const Keyed k : keyed) ++start[digit(k) + 1];
    for (std::size_t d = 1; d < start.size(); ++d) start[d] += start[d - 1];
    for (const Keyed k : keyed) other[start[digit(k)]++] = k;
    keyed.swap(other);
  }
  std::vector<std::uint32_t> order(triangles.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].index;
  return order;
}

}  // namespace

double arctangent(double y, double x) {
  const double ax = std::fabs(x), ay = std::fabs(y);
  if (ax == 0 && ay == 0) return 0;
  double angle = ay <= ax ? arctangent_of_unit(ay / ax) : kPi / 2 - arctangent_of_unit(ax / ay);
  if (x < 0) angle = kPi - angle;
  return y < 0 ? -angle : angle;
}

double half_solid_angle(const LatticeTriangle& triangle, Vec3 p) {
  const HalfAngle h = half_angle(triangle, p);
  return arctangent(h.y, h.x);
}

double winding_number(std::span<const LatticeTriangle> triangles, Vec3 p) {
  double sum = 0;
  for (const LatticeTriangle& t : triangles) sum += half_solid_angle(t, p);
  return sum / (2 * kPi);
}

WindingTree::WindingTree(std::span<const LatticeTriangle> triangles) {
  if (triangles.empty()) return;
  triangles_.reserve(triangles.size());
  for (const std::uint32_t i : morton_order(triangles)) triangles_.push_back(triangles[i]);
  build_leaves();
  build_levels();
  areas_ = {};
  radii_ = {};
}

void WindingTree::build_leaves() {
  const std::size_t leaves = (triangles_.size() + kLeaf - 1) / kLeaf;
  level_begin_ = {0, leaves};
  nodes_.resize(leaves);
  areas_.resize(leaves);
  radii_.resize(leaves);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    const std::size_t begin = leaf * kLeaf, end = std::min(begin + kLeaf, triangles_.size());
    Vec3 moment, middle, normal;
    double area = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 a = real(triangles_[i][0]), b = real(triangles_[i][1]), c = real(triangles_[i][2]);
      const Vec3 n = cross(b - a, c - a) * 0.5, m = (a + b + c) * (1.0 / 3);
      const double s = length(n);
      area += s;
      normal = normal + n;
      moment = moment + m * s;
      middle = middle + m;
    }
    Node& node = nodes_[leaf];
    node.center = area > 0 ? moment * (1 / area) : middle * (1.0 / static_cast<double>(end - begin));
    node.normal = normal;
    double squared = 0;
    for (std::size_t i = begin; i < end; ++i) {
      for (const LatticePoint corner : triangles_[i]) {
        const Vec3 d = real(corner) - node.center;
        squared = std::max(squared, dot(d, d));
      }
    }
    areas_[leaf] = area;
    radii_[leaf] = std::sqrt(squared);
    node.far_squared = kFar * kFar * squared;
  }
}

void WindingTree::build_levels() {
  while (level_begin_.back() - level_begin_[level_begin_.size() - 2] > 1) {
    const std::size_t below = level_begin_[level_begin_.size() - 2], below_end = level_begin_.back();
    for (std::size_t begin = below; begin < below_end; begin += kWidth) {
      const std::size_t end = std::min(begin + kWidth, below_end);
      Vec3 moment, middle, normal;
      double area = 0;
      for (std::size_t i = begin; i < end; ++i) {
        area += areas_[i];
        normal = normal + nodes_[i].normal;
        moment = moment + nodes_[i].center * areas_[i];
        middle = middle + nodes_[i].center;
      }
      Node node;
      node.center = area > 0 ? moment * (1 / area) : middle * (1.0 / static_cast<double>(end - begin));
      node.normal = normal;
      double radius = 0;
      for (std::size_t i = begin; i < end; ++i) {
        radius = std::max(radius, length(nodes_[i].center - node.center) + radii_[i]);
      }
      node.far_squared = kFar * kFar * radius * radius;
      nodes_.push_back(node);
      areas_.push_back(area);
      radii_.push_back(radius);
    }
    level_begin_.push_back(nodes_.size());
  }
}

double WindingTree::leaf_at(std::size_t leaf, Vec3 p) const {
  const std::size_t begin = leaf * kLeaf, end = std::min(begin + kLeaf, triangles_.size());
  // Arguments add up when complex numbers are multiplied; `turns` counts the full turns the product loses:
  // adding an angle of up to π to one of up to π passes ±π exactly when both have one sign and the sum the
  // other.
  double x = 1, y = 0;
  int turns = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const HalfAngle h = half_angle(triangles_[i], p);
    const double norm = std::fabs(h.x) + std::fabs(h.y);
    if (!(norm > 0)) continue;
    const double hx = h.x / norm, hy = h.y / norm;
    const double px = x * hx - y * hy, py = x * hy + y * hx;
    if (y >= 0 && hy >= 0 && py < 0) ++turns;
    if (y < 0 && hy < 0 && py >= 0) --turns;
    x = px;
    y = py;
  }
  return arctangent(y, x) + 2 * kPi * turns;
}

double WindingTree::at(Vec3 p) const {
  if (triangles_.empty()) return 0;
  double near = 0, far = 0;                                        // half solid angles; solid angles
  std::array<std::pair<std::uint32_t, std::uint32_t>, 128> stack;  // level, node; 3 more a level at most
  std::size_t depth = 0;
  stack[depth++] = {static_cast<std::uint32_t>(level_begin_.size() - 2), 0};
  while (depth > 0) {
    const auto [level, index] = stack[--depth];
    const Node& node = nodes_[level_begin_[level] + index];
    const Vec3 d = node.center - p;
    const double squared = dot(d, d);
    if (squared > node.far_squared) {
      far += dot(d, node.normal) / (squared * std::sqrt(squared));
    } else if (level == 0) {
      near += leaf_at(index, p);
    } else {
      const std::size_t below = level_begin_[level] - level_begin_[level - 1];
      const std::size_t end = std::min((std::size_t{index} + 1) * kWidth, below);
      for (std::size_t child = std::size_t{index} * kWidth; child < end; ++child) {
        stack[depth++] = {level - 1, static_cast<std::uint32_t>(child)};
      }
    }
  }
  return (2 * near + far) / (4 * kPi);
}

}  // namespace ambula
