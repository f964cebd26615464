#include "scenes/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambula::scenes {
namespace {

constexpr double kSame = 1e-3;  // metres: what lies this near above counts as the same surface
constexpr double kDegree = 3.14159265358979323846 / 180;

// Height of the triangle's plane above p's x, y; nothing when p is outside of it in plan.
std::optional<double> height_at(Vec3 a, Vec3 b, Vec3 c, double x, double y) {
  const double d = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (d == 0) return std::nullopt;
  const double u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / d;
  const double v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / d;
  if (u < 0 || v < 0 || u + v > 1) return std::nullopt;
  return a.z + u * (b.z - a.z) + v * (c.z - a.z);
}

}  // namespace

RayScene::RayScene(const Soup& soup) : soup_(soup) {
  normals_.reserve(soup.triangles.size());
  for (const Triangle& t : soup.triangles) {
    const Vec3 a = soup.positions[t[0]], b = soup.positions[t[1]], c = soup.positions[t[2]];
    const Vec3 n = cross(b - a, c - a);
    const double size = length(n);
    normals_.push_back(size > 0 && std::isfinite(size) ? n * (1 / size) : Vec3{});
    for (const Vec3 p : {a, b, c}) {
      if (is_finite(p)) box_.add(p);
    }
  }
  const int side =
      static_cast<int>(std::clamp(std::sqrt(static_cast<double>(soup.triangles.size())), 1.0, 1024.0));
  nx_ = ny_ = side;
  const auto cells_of = [&](const Triangle& t, auto&& visit) {
    Box3 box;
    for (const std::uint32_t v : t) {
      if (!is_finite(soup.positions[v])) return;
      box.add(soup.positions[v]);
    }
    const std::size_t low = cell(box.min.x, box.min.y), high = cell(box.max.x, box.max.y);
    const std::size_t w = static_cast<std::size_t>(nx_);
    for (std::size_t y = low / w; y <= high / w; ++y) {
      for (std::size_t x = low % w; x <= high % w; ++x) visit(y * w + x);
    }
  };
  first_.assign(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_) + 1, 0);
  for (const Triangle& t : soup.triangles) cells_of(t, [&](std::size_t c) { ++first_[c + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  items_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    cells_of(soup.triangles[t], [&](std::size_t c) { items_[next[c]++] = static_cast<std::uint32_t>(t); });
  }
}

std::size_t RayScene::cell(double x, double y) const {
  const Vec3 size = box_.size();
  const auto index = [](double v, double extent, int n) {
    return extent > 0 ? std::clamp(static_cast<int>(v / extent * n), 0, n - 1) : 0;
  };
  return static_cast<std::size_t>(index(y - box_.min.y, size.y, ny_)) * static_cast<std::size_t>(nx_) +
         static_cast<std::size_t>(index(x - box_.min.x, size.x, nx_));
}

std::vector<RayScene::Hit> RayScene::vertical(Vec3 p) const {
  std::vector<Hit> hits;
  const std::size_t c = cell(p.x, p.y);
  for (std::uint32_t i = first_[c]; i < first_[c + 1]; ++i) {
    const std::uint32_t t = items_[i];
    const Triangle& tri = soup_.triangles[t];
    const auto z =
        height_at(soup_.positions[tri[0]], soup_.positions[tri[1]], soup_.positions[tri[2]], p.x, p.y);
    if (z && normals_[t].z != 0) hits.push_back({*z - p.z, t, normals_[t].z});
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.triangle < b.triangle;
  });
  return hits;
}

std::optional<RayScene::Hit> RayScene::first(Vec3 from, Vec3 direction, double reach) const {
  std::optional<Hit> best;
  for (std::size_t t = 0; t < soup_.triangles.size(); ++t) {
    const Triangle& tri = soup_.triangles[t];
    const Vec3 a = soup_.positions[tri[0]];
    const Vec3 e1 = soup_.positions[tri[1]] - a, e2 = soup_.positions[tri[2]] - a;
    const Vec3 h = cross(direction, e2);
    const double d = dot(e1, h);
    if (d == 0 || !std::isfinite(d)) continue;
    const Vec3 s = from - a;
    const double u = dot(s, h) / d;
    if (u < 0 || u > 1) continue;
    const Vec3 q = cross(s, e1);
    const double v = dot(direction, q) / d;
    if (v < 0 || u + v > 1) continue;
    const double distance = dot(e2, q) / d;
    if (distance < 0 || distance > reach || (best && best->distance <= distance)) continue;
    best = Hit{distance, static_cast<std::uint32_t>(t), dot(normals_[t], direction)};
  }
  return best;
}

GroundAreas measure_ground(const RayScene& scene, const Agent& agent, std::size_t samples) {
  const Soup& soup = scene.soup();
  const double least = std::cos((agent.max_slope + 1e-6) * kDegree);
  GroundAreas out;
  struct Piece {
    Vec3 a, b, c;
    double area;
    std::uint32_t triangle;
  };
  std::vector<Piece> pieces;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const Triangle& tri = soup.triangles[t];
    const Vec3 a = soup.positions[tri[0]], b = soup.positions[tri[1]], c = soup.positions[tri[2]];
    const Vec3 n = cross(b - a, c - a);
    const double size = length(n);
    if (!(size > 0) || !(n.z >= least * size)) continue;
    pieces.push_back({a, b, c, size / 2, static_cast<std::uint32_t>(t)});
    out.ground += size / 2;
  }
  if (pieces.empty()) return out;

  // One sample every ground / samples m² along the list: each stands for the same area. The second and third
  // coordinates come from a golden-ratio sequence, so that they spread evenly.
  const double stride = out.ground / static_cast<double>(samples);
  double walked = 0, next = stride / 2;
  std::size_t k = 0, free_count = 0, taken = 0;
  for (const Piece& piece : pieces) {
    for (; next < walked + piece.area; next += stride, ++k) {
      double u = std::fmod(0.5 + 0.7548776662466927 * static_cast<double>(k), 1.0);
      double v = std::fmod(0.5 + 0.5698402909980532 * static_cast<double>(k), 1.0);
      if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
      }
      const Vec3 p = piece.a + (piece.b - piece.a) * u + (piece.c - piece.a) * v;
      ++taken;
      bool blocked = false;
      int inside = 0;
      for (const auto& hit : scene.vertical(p)) {
        if (hit.triangle == piece.triangle) continue;
        const bool ground = hit.facing >= least;
        const bool same = std::abs(hit.distance) < 1e-9;
        if (same && ground && hit.triangle < piece.triangle) blocked = true;  // counted there
        if (!same && hit.distance > (ground ? 1e-9 : kSame) && hit.distance < agent.height) blocked = true;
        if (hit.distance > agent.height / 2) inside += hit.facing > 0 ? 1 : -1;
      }
      if (blocked) continue;
      (inside > 0 ? out.enclosed : out.free) += stride;
      free_count += inside <= 0;
    }
    walked += piece.area;
  }
  const double share = taken ? static_cast<double>(free_count) / static_cast<double>(taken) : 0;
  out.error = 3 * out.ground * std::sqrt(share * (1 - share) / static_cast<double>(samples)) + 2 * stride;
  return out;
}

double measure_opening(const RayScene& scene, Vec3 center, Vec3 across, double height) {
  double narrowest = std::numeric_limits<double>::infinity();
  constexpr int kHeights = 8;
  for (int i = 0; i < kHeights; ++i) {
    Vec3 p = center;
    p.z += 0.05 + (height - 0.1) * i / (kHeights - 1) + 1e-4;  // off any edge at a round height
    const auto left = scene.first(p, across * -1.0, 100), right = scene.first(p, across, 100);
    narrowest = std::min(narrowest, (left ? left->distance : 100) + (right ? right->distance : 100));
  }
  return narrowest;
}

double measure_headroom(const RayScene& scene, Vec3 at, double none) {
  for (const auto& hit : scene.vertical(at)) {
    if (hit.distance > kSame) return hit.distance;
  }
  return none;
}

std::vector<double> measure_profile(const RayScene& scene, Vec3 a, Vec3 b, std::size_t samples,
                                    double reach) {
  std::vector<double> heights;
  double z = a.z;
  for (std::size_t i = 0; i <= samples; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(samples);
    Vec3 p = a + (b - a) * t;
    p.z = z;
    std::optional<double> highest;
    for (const auto& hit : scene.vertical(p)) {
      if (hit.facing > 0 && std::abs(hit.distance) <= reach) highest = hit.distance;  // sorted upwards
    }
    if (!highest) continue;
    z += *highest;
    if (heights.empty() || std::abs(heights.back() - z) > kSame) heights.push_back(z);
  }
  return heights;
}

}  // namespace ambula::scenes
