// The generators. Angles come from scenes/angle.h and roots are not taken: the same points everywhere.
#include "bench/plane_inputs.h"

#include <set>
#include <utility>

#include "ambula/hash.h"
#include "scenes/angle.h"

namespace ambula::bench {
namespace {

constexpr std::int32_t kFar = 200'000'000;  // quanta: most of what the lattice reaches

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    return mix_bits(state_);
  }
  std::int32_t within(std::int32_t range) {  // -range .. range
    return static_cast<std::int32_t>(next() % (2 * static_cast<std::uint64_t>(range) + 1)) - range;
  }

 private:
  std::uint64_t state_;
};

Point2 rounded(double x, double y) { return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}; }

// Collects points, leaving out what is there already.
class Points {
 public:
  explicit Points(std::vector<Point2> first = {})
      : points_(std::move(first)), seen_(points_.begin(), points_.end()) {}
  void add(Point2 p) {
    if (seen_.insert(p).second) points_.push_back(p);
  }
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] std::vector<Point2> take() { return std::move(points_); }

 private:
  std::vector<Point2> points_;
  std::set<Point2> seen_;
};

std::uint32_t last_of(const PlaneInput& input) { return static_cast<std::uint32_t>(input.points.size()) - 1; }

PlaneInput line(int n) {
  PlaneInput out{"points on a line, one beside it", {}, {}};
  for (std::int32_t i = 0; i < n; ++i) out.points.push_back({i * 3, i * 2});
  out.points.push_back({-100'000'000, 50'000'000});
  out.constraints.push_back({0, last_of(out) - 1, 0});
  return out;
}

PlaneInput wheel(int n) {
  PlaneInput out{"wheel: a fan of constraints that are edges", {}, {}};
  Points points({{0, 0}});
  for (int i = 0; i < n; ++i) {
    const scenes::Turn t = scenes::turn(360.0 * i / n);
    points.add(rounded(kFar * t.cos, kFar * t.sin));
  }
  out.points = points.take();
  for (std::uint32_t i = 1; i <= last_of(out); ++i) out.constraints.push_back({0, i, 0});
  return out;
}

PlaneInput far_fan(int n) {
  PlaneInput out{"fan from afar through random points", {}, {}};
  Random random(11);
  Points points({{-kFar, 0}});
  for (int i = 0; i < n; ++i) {
    const std::int32_t x = random.within(kFar / 20);
    points.add({x, random.within(kFar / 20)});
  }
  out.points = points.take();
  for (std::uint32_t i = 1; i <= last_of(out); ++i) out.constraints.push_back({0, i, 0});
  return out;
}

PlaneInput strip(int n) {
  PlaneInput out{"one constraint along a strip of random points", {}, {{0, 1, 0}}};
  Random random(12);
  Points points({{-kFar, 0}, {kFar, 1}});
  for (int i = 0; i < n; ++i) {
    const std::int32_t x = random.within(kFar / 10 * 9);
    points.add({x, random.within(50)});
  }
  out.points = points.take();
  return out;
}

// One constraint between two mirrored curves y = height(x), x in -1 .. 1.
template <class Height>
PlaneInput between(std::string name, int n, Height&& height) {
  PlaneInput out{std::move(name), {}, {{0, 1, 0}}};
  Points points({{-kFar, 0}, {kFar, 0}});
  for (int i = 1; i < n / 2; ++i) {
    const double x = -1 + 4.0 * i / n;
    const double y = 1 + height(x);
    points.add(rounded(x * 0.95 * kFar, y));
    points.add(rounded((x + 2.0 / n) * 0.95 * kFar, -y));
  }
  out.points = points.take();
  return out;
}

PlaneInput teeth(int n) {
  PlaneInput out{"combs on both sides of a constraint", {{-kFar, -1}, {kFar, 0}}, {{0, 1, 0}}};
  const std::int32_t step = 2 * (kFar / n) - 1;
  for (std::int32_t i = 0; i < n / 2; ++i) {
    const std::int32_t x = -kFar + kFar / 20 + i * step, y = kFar / 200 + (i % 2) * (kFar / 3);
    out.points.push_back({x, y});
    out.points.push_back({x, -y});
  }
  for (std::uint32_t i = 4; i <= last_of(out); ++i) out.constraints.push_back({i - 2, i, 0});
  return out;
}

// Two columns and constraints from one to the other, each `shear` rungs further down.
PlaneInput ladder(int n, int shear) {
  PlaneInput out{"sheared ladder", {}, {}};
  for (std::int32_t i = 0; i < n / 2; ++i) {
    out.points.push_back({0, i * 10});
    out.points.push_back({1000, i * 10 + 5});
  }
  for (int i = 0; i < n / 2; ++i) {
    const int other = i < shear ? 0 : i - shear;
    out.constraints.push_back(
        {static_cast<std::uint32_t>(2 * i), static_cast<std::uint32_t>(2 * other + 1), 0});
  }
  return out;
}

PlaneInput spiral(std::string name, int n, double first, double pitch, double degrees) {
  PlaneInput out{std::move(name), {}, {}};
  Points points;
  for (int i = 0; i < n; ++i) {
    const double turned = degrees * i;
    const scenes::Turn t = scenes::turn(turned);
    const double r = first + pitch * turned / 360;
    points.add(rounded(r * t.cos, r * t.sin));
  }
  out.points = points.take();
  for (std::uint32_t i = 1; i <= last_of(out); ++i) out.constraints.push_back({i - 1, i, 0});
  return out;
}

PlaneInput nested_clusters(int n) {
  PlaneInput out{"clusters within clusters over all scales", {}, {}};
  Random random(13);
  Points points;
  for (int i = 0; i < n; ++i) {
    const std::int32_t range = std::int32_t{1} << (random.next() % 28);
    const std::int32_t x = random.within(range);
    points.add({x, random.within(range)});
  }
  out.points = points.take();
  return out;
}

PlaneInput ring_and_cluster(int n) {
  PlaneInput out{"a ring around a cluster", {}, {}};
  Random random(14);
  Points points;
  for (int i = 0; i < n / 2; ++i) {
    const scenes::Turn t = scenes::turn(720.0 * i / n);
    points.add(rounded(kFar * t.cos, kFar * t.sin));
    const std::int32_t x = random.within(1000);
    points.add({x, random.within(1000)});
  }
  out.points = points.take();
  return out;
}

PlaneInput ruled_grid(int n) {
  int side = 2;
  while (side * side < n) ++side;
  PlaneInput out = grid_points(side);
  out.name = "grid, each row a constraint";
  const auto s = static_cast<std::uint32_t>(side);
  for (std::uint32_t y = 0; y < s; ++y) out.constraints.push_back({y * s, y * s + s - 1, 0});
  return out;
}

}  // namespace

PlaneInput square_with_holes(int side, int corners, std::int32_t cell, std::uint64_t seed) {
  PlaneInput out{"square with holes", {}, {}};
  Random random(seed);
  const std::int32_t width = side * cell;
  out.points = {{0, 0}, {width, 0}, {width, width}, {0, width}};
  out.constraints = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}};
  const auto m = static_cast<std::uint32_t>(corners);
  for (int hole = 0; hole < side * side; ++hole) {
    const auto first = static_cast<std::uint32_t>(out.points.size());
    const double x = (hole % side + 0.5) * cell, y = (hole / side + 0.5) * cell;
    for (std::uint32_t i = 0; i < m; ++i) {
      const scenes::Turn t = scenes::turn(360.0 * i / m);
      const double r = cell * (0.25 + 0.2 * static_cast<double>(random.next() >> 44) / 1048576);
      out.points.push_back(rounded(x + r * t.cos, y + r * t.sin));
      out.constraints.push_back({first + (i + 1) % m, first + i, 1});
    }
  }
  return out;
}

PlaneInput random_points(std::size_t n, std::int32_t range, std::uint64_t seed) {
  Random random(seed);
  Points points;
  while (points.size() < n) {
    const std::int32_t x = random.within(range);
    points.add({x, random.within(range)});
  }
  return {"random points", points.take(), {}};
}

PlaneInput grid_points(int side) {
  PlaneInput out{"grid", {}, {}};
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) out.points.push_back({x * 100, y * 100});
  }
  return out;
}

std::vector<PlaneInput> worst_inputs(int n) {
  std::vector<PlaneInput> out;
  out.push_back(line(n));
  out.push_back(wheel(n));
  out.push_back(far_fan(n));
  out.push_back(strip(n));
  out.push_back(between("a constraint between two rows", n, [](double) { return 100.0; }));
  out.push_back(between("a constraint inside a lens", n, [](double x) { return 1e5 * (1 - x * x); }));
  out.push_back(between("a constraint inside a bow", n, [](double x) { return 1e6 * x * x; }));
  out.push_back(between("a constraint inside a horn", n,
                        [](double x) { return 1e8 * (1 + x) * (1 + x) * (1 + x) / 8; }));
  out.push_back(teeth(n));
  out.push_back(ladder(n, n / 8));
  out.push_back(spiral("spiral", n, 1e6, 1e5, 0.7));
  out.push_back(spiral("spiral with arms nearer than its corners", n, 1e5, 6e3, 3));
  out.push_back(nested_clusters(n));
  out.push_back(ring_and_cluster(n));
  out.push_back(ruled_grid(n));
  return out;
}

}  // namespace ambula::bench
