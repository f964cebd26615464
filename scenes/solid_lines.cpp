#include "scenes/solid_lines.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ambula::scenes {
namespace {

using Place = std::array<std::int64_t, 3>;

constexpr std::int64_t kSteps = 4096;  // integer steps per cell
constexpr double kTouching = 0.002;    // metres: solids this near to each other are one
constexpr double kSheetDepth = 1.5;    // cells
constexpr double kGrazing = 0.3;       // sine of the angle to a sheet below which a line says nothing
constexpr double kOrigin[] = {0.37, 0.41, 0.43};  // cells off round numbers, where most faces lie

struct Crossing {
  std::int32_t u, v;
  double at;         // cells
  std::int8_t turn;  // 1: into a solid, -1: out of it; 2 and -2: the front and back of a sheet
};

Place place(Vec3 p, const Grid& grid) {
  const Vec3 q = grid.to_nodes(p) * static_cast<double>(kSteps);
  return {std::llround(q.x), std::llround(q.y), std::llround(q.z)};
}

// Crossings of one triangle with the lines along `axis`.
class Raster {
 public:
  Raster(int axis, std::vector<Crossing>& out) : axis_(axis), out_(out) {}

  void add(std::array<Place, 3> t, bool solid) {
    const auto u = static_cast<std::size_t>((axis_ + 1) % 3), v = static_cast<std::size_t>((axis_ + 2) % 3),
               w = static_cast<std::size_t>(axis_);
    const auto twice = [&] { return cross(t[0], t[1], t[2]); };
    bool along = true;  // the front faces along the axis: a line leaves the solid here
    if (twice() < 0) {
      std::swap(t[1], t[2]);
      along = false;
    }
    const std::int64_t area = twice();
    if (area == 0 || (!solid && grazed(t))) return;
    const auto [u0, u1] = nodes(t, u);
    const auto [v0, v1] = nodes(t, v);
    const auto turn = static_cast<std::int8_t>((along ? -1 : 1) * (solid ? 1 : 2));
    for (std::int64_t j = v0; j <= v1; ++j) {
      for (std::int64_t i = u0; i <= u1; ++i) {
        Place p{};
        p[u] = i * kSteps, p[v] = j * kSteps;
        const std::int64_t a = cross(p, t[1], t[2]), b = cross(p, t[2], t[0]), c = cross(p, t[0], t[1]);
        if (!within(a, t[1], t[2]) || !within(b, t[2], t[0]) || !within(c, t[0], t[1])) continue;
        const double at = (static_cast<double>(a) * static_cast<double>(t[0][w]) +
                           static_cast<double>(b) * static_cast<double>(t[1][w]) +
                           static_cast<double>(c) * static_cast<double>(t[2][w])) /
                          static_cast<double>(area) / static_cast<double>(kSteps);
        out_.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), at, turn});
      }
    }
  }

 private:
  [[nodiscard]] std::int64_t cross(const Place& a, const Place& b, const Place& c) const {
    const auto u = static_cast<std::size_t>((axis_ + 1) % 3), v = static_cast<std::size_t>((axis_ + 2) % 3);
    return (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
  }

  // Left of the edge a-b, or on it where it is this triangle's: of the two that share an edge, one's.
  [[nodiscard]] bool within(std::int64_t side, const Place& a, const Place& b) const {
    const auto u = static_cast<std::size_t>((axis_ + 1) % 3), v = static_cast<std::size_t>((axis_ + 2) % 3);
    return side > 0 || (side == 0 && (b[v] > a[v] || (b[v] == a[v] && b[u] < a[u])));
  }

  [[nodiscard]] static std::pair<std::int64_t, std::int64_t> nodes(const std::array<Place, 3>& t,
                                                                   std::size_t axis) {
    const auto [low, high] = std::minmax({t[0][axis], t[1][axis], t[2][axis]});
    return {(low + kSteps - 1) / kSteps, high / kSteps};  // never negative: the grid begins below
  }

  [[nodiscard]] bool grazed(const std::array<Place, 3>& t) const {
    const auto vec = [](const Place& a, const Place& b) {
      return Vec3{static_cast<double>(b[0] - a[0]), static_cast<double>(b[1] - a[1]),
                  static_cast<double>(b[2] - a[2])};
    };
    const Vec3 n = ambula::cross(vec(t[0], t[1]), vec(t[0], t[2]));
    const double part = axis_ == 0 ? n.x : axis_ == 1 ? n.y : n.z;
    return std::abs(part) < kGrazing * length(n);
  }

  int axis_;
  std::vector<Crossing>& out_;
};

// The intervals of one line from its crossings, in order; `touching` in cells.
void append_intervals(std::span<const Crossing> crossings, double touching, std::vector<SolidInterval>& out) {
  std::vector<SolidInterval> found;
  int depth = 0;
  double entered = 0;
  for (const Crossing& c : crossings) {
    if (c.turn == 2) found.push_back({c.at, c.at + kSheetDepth});
    if (c.turn == -2) found.push_back({c.at - kSheetDepth, c.at});
    if (std::abs(c.turn) == 2) continue;
    if (depth == 0 && c.turn > 0) entered = c.at;
    depth += c.turn;
    if (depth == 0 && c.turn < 0) found.push_back({entered, c.at});
  }
  std::sort(found.begin(), found.end(), [](const SolidInterval& a, const SolidInterval& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  const std::size_t first = out.size();
  for (const SolidInterval& f : found) {
    if (out.size() > first && f.from <= out.back().to + touching) {
      out.back().to = std::max(out.back().to, f.to);
    } else {
      out.push_back(f);
    }
  }
}

}  // namespace

Grid grid_around(const Soup& soup, double cell) {
  Box3 box;
  for (const Triangle& t : soup.triangles) {
    for (const std::uint32_t v : t) box.add(soup.positions[v]);
  }
  Grid grid;
  grid.cell = cell;
  const auto low = [&](double x, double off) { return (std::floor(x / cell) - 2 - off) * cell; };
  grid.origin = {low(box.min.x, kOrigin[0]), low(box.min.y, kOrigin[1]), low(box.min.z, kOrigin[2])};
  const Vec3 most = grid.to_nodes(box.max);
  grid.size = {static_cast<std::int32_t>(most.x) + 4, static_cast<std::int32_t>(most.y) + 4,
               static_cast<std::int32_t>(most.z) + 4};
  return grid;
}

std::vector<std::uint8_t> closed_objects(const Soup& soup) {
  using Edge = std::tuple<std::uint32_t, std::array<double, 3>, std::array<double, 3>>;
  const auto key = [&](std::uint32_t v) {
    const Vec3 p = soup.positions[v];
    return std::array<double, 3>{p.x, p.y, p.z};
  };
  std::vector<std::pair<Edge, int>> edges;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = key(soup.triangles[t][k]), b = key(soup.triangles[t][(k + 1) % 3]);
      if (a == b) continue;
      edges.push_back({{soup.triangle_object[t], std::min(a, b), std::max(a, b)}, a < b ? 1 : -1});
    }
  }
  std::sort(edges.begin(), edges.end());
  std::vector<std::uint8_t> closed(soup.objects.size(), 1);
  for (std::size_t i = 0, next = 0; i < edges.size(); i = next) {
    int sum = 0;
    for (; next < edges.size() && edges[next].first == edges[i].first; ++next) sum += edges[next].second;
    if (sum != 0) closed[std::get<0>(edges[i].first)] = 0;
  }
  return closed;
}

SolidLines::SolidLines(const Soup& soup, std::span<const std::uint8_t> closed, const Grid& grid, int axis) {
  std::vector<Crossing> crossings;
  Raster raster(axis, crossings);
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto at = [&](std::size_t k) { return place(soup.positions[soup.triangles[t][k]], grid); };
    raster.add({at(0), at(1), at(2)}, closed[soup.triangle_object[t]] != 0);
  }
  // Into a solid before out of it, so that what has no thickness is there too.
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
    return std::tie(a.v, a.u, a.at, b.turn) < std::tie(b.v, b.u, b.at, a.turn);
  });
  for (std::size_t i = 0, next = 0; i < crossings.size(); i = next) {
    const Crossing& c = crossings[i];
    while (next < crossings.size() && crossings[next].u == c.u && crossings[next].v == c.v) ++next;
    lines_.push_back({c.u, c.v, static_cast<std::uint32_t>(intervals_.size())});
    append_intervals(std::span(crossings).subspan(i, next - i), kTouching / grid.cell, intervals_);
    if (lines_.back().first == intervals_.size()) lines_.pop_back();
  }
  lines_.push_back({0, 0, static_cast<std::uint32_t>(intervals_.size())});
}

std::span<const SolidInterval> SolidLines::intervals(std::int32_t u, std::int32_t v) const {
  const auto all = lines();
  const auto it = std::lower_bound(
      all.begin(), all.end(), std::pair{v, u},
      [](const Line& a, const std::pair<std::int32_t, std::int32_t>& b) { return std::pair{a.v, a.u} < b; });
  if (it == all.end() || it->v != v || it->u != u) return {};
  return intervals(*it);
}

}  // namespace ambula::scenes
