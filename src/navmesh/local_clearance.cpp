#include "navmesh/local_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "navmesh/surface_view.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = ClearanceMesh::kNone;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint32_t next(std::uint32_t half) { return half % 3 == 2 ? half - 2 : half + 1; }
std::uint32_t prev(std::uint32_t half) { return half % 3 == 0 ? half + 2 : half - 1; }

std::uint8_t kind_of(BorderKind kind) { return kind == BorderKind::ledge ? kAtLedge : kAtWall; }

// From the origin to the part of a segment between two rays; the segment has the origin on its left, and p
// is not left of q as seen from there.
double distance_in_cone(Vec2 p, Vec2 q, Vec2 right, Vec2 left) {
  const Vec2 d = q - p;
  const double whole = dot(d, d);
  double from = 0, to = 1;
  // Where a ray meets the line: cross(ray, p + d * s) = 0.
  const double at_right = cross(right, d), at_left = cross(left, d);
  if (cross(right, p) < 0 && at_right > 0) from = std::clamp(-cross(right, p) / at_right, 0.0, 1.0);
  if (cross(q, left) < 0 && at_left > 0) to = std::clamp(-cross(left, p) / at_left, 0.0, 1.0);
  const double s = std::clamp(-dot(p, d) / whole, from, std::max(from, to));
  return length(p + d * s);
}

class Measuring {
 public:
  explicit Measuring(ClearanceMesh& mesh)
      : mesh_(mesh), view_{mesh.vertices, mesh.triangles, mesh.neighbours}, ends_(borders_at(mesh)) {
    twin_.resize(3 * mesh.triangles.size());
    for (std::uint32_t h = 0; h < twin_.size(); ++h) twin_[h] = view_.twin(h);
  }

  void run() {
    mesh_.wall.resize(mesh_.triangles.size());
    mesh_.ledge.resize(mesh_.triangles.size());
    for (std::uint32_t h = 0; h < twin_.size(); ++h) {
      measure(h);
      mesh_.wall[h / 3][h % 3] = nearest_[0];
      mesh_.ledge[h / 3][h % 3] = nearest_[1];
    }
  }

 private:
  struct Look {
    std::uint32_t half;  // the edge looked through, as the near triangle has it
    Vec2 right, left;
  };

  [[nodiscard]] Vec2 at(std::uint32_t vertex) const {
    const LatticePoint p = mesh_.vertices[vertex];
    return {static_cast<double>(p.x) - middle_.x, static_cast<double>(p.y) - middle_.y};
  }
  void meet(std::uint8_t kinds, double distance) {
    if (distance > limit_) return;
    if ((kinds & kAtWall) != 0) nearest_[0] = std::min(nearest_[0], distance);
    if ((kinds & kAtLedge) != 0) nearest_[1] = std::min(nearest_[1], distance);
  }

  void measure(std::uint32_t corner) {
    middle_ = mesh_.vertices[view_.from(corner)];
    const std::uint32_t across = next(corner), u = view_.from(across), w = view_.to(across);
    const Vec2 a = at(u), c = at(w);
    nearest_ = {kInfinity, kInfinity};
    limit_ = std::max(length(a), length(c));
    meet(ends_[u], length(a));
    meet(ends_[w], length(c));
    looks_.assign(1, {across, a, c});
    while (!looks_.empty()) {
      const Look look = looks_.back();
      looks_.pop_back();
      const std::uint32_t k = twin_[look.half];
      if (k == kNone) {
        const double d =
            distance_in_cone(at(view_.from(look.half)), at(view_.to(look.half)), look.right, look.left);
        meet(kind_of(mesh_.border[look.half / 3][look.half % 3]), d);
        continue;
      }
      const std::uint32_t apex = view_.from(prev(k));
      const Vec2 v = at(apex);
      const double from_right = cross(look.right, v), from_left = cross(v, look.left);
      if (from_right > 0 && from_left > 0) meet(ends_[apex], length(v));
      if (from_right > 0) look_through({next(k), look.right, from_left > 0 ? v : look.left});
      if (from_left > 0) look_through({prev(k), from_right > 0 ? v : look.right, look.left});
    }
  }
  void look_through(const Look& look) {
    const double d =
        distance_in_cone(at(view_.from(look.half)), at(view_.to(look.half)), look.right, look.left);
    if (d <= std::max(std::min(nearest_[0], limit_), std::min(nearest_[1], limit_))) looks_.push_back(look);
  }

  ClearanceMesh& mesh_;
  SurfaceView view_;
  std::vector<std::uint8_t> ends_;
  std::vector<std::uint32_t> twin_;
  LatticePoint middle_;
  std::array<double, 2> nearest_{};
  double limit_ = 0;
  std::vector<Look> looks_;
};

}  // namespace

std::vector<std::uint8_t> borders_at(const ClearanceMesh& mesh) {
  std::vector<std::uint8_t> out(mesh.vertices.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (mesh.border[t][i] == BorderKind::none) continue;
      const std::uint8_t kind = kind_of(mesh.border[t][i]);
      for (const std::uint32_t v : {mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3]})
        out[v] = static_cast<std::uint8_t>(out[v] | kind);
    }
  }
  return out;
}

void measure_clearance(ClearanceMesh& mesh) { Measuring(mesh).run(); }

void lower_clearance(ClearanceMesh& mesh, std::uint32_t half, Vec2 way) {
  const SurfaceView view{mesh.vertices, mesh.triangles, mesh.neighbours};
  const LatticePoint middle = mesh.vertices[view.from(half)];
  const double most = length(way);
  const auto lower = [&](std::uint32_t t) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      mesh.wall[t][i] = std::min(mesh.wall[t][i], most);
      mesh.ledge[t][i] = std::min(mesh.ledge[t][i], most);
    }
  };
  lower(half / 3);
  for (std::uint32_t h = view.twin(next(half)); h != kNone;) {
    lower(h / 3);
    const LatticePoint v = mesh.vertices[view.from(prev(h))];
    const Vec2 to{static_cast<double>(v.x) - middle.x, static_cast<double>(v.y) - middle.y};
    h = view.twin(cross(way, to) > 0 ? next(h) : prev(h));
  }
}

}  // namespace ambula
