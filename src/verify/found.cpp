// Looks up the faces, removed faces and closed places of a walkable value; lattice points become metres
// first.
#include "verify/found.h"

#include <cmath>

namespace ambula::checker {
namespace {

template <std::size_t n>
Box3 box_of_points(const std::array<Vec3, n>& points) {
  Box3 box;
  for (const Vec3& point : points) box.add(point);
  return box;
}

template <std::size_t n>
PlanTree tree_of(const std::vector<std::array<Vec3, n>>& shapes) {
  std::vector<Box3> boxes;
  boxes.reserve(shapes.size());
  for (const auto& shape : shapes) boxes.push_back(box_of_points(shape));
  return PlanTree(boxes);
}

// Height of segment ab at its point nearest to p, and how far that is in plan.
double height_on(Vec3 a, Vec3 b, Vec2 p, double& apart) {
  const Vec2 c = nearest_on(a.xy(), b.xy(), p);
  apart = length(c - p);
  const double along = length(b.xy() - a.xy());
  return along == 0 ? a.z : a.z + (b.z - a.z) * (length(c - a.xy()) / along);
}

}  // namespace

Found::Found(const Walkable& walkable) : why_(walkable.removed_why) {
  for (std::size_t f = 0; f < walkable.faces.size(); ++f) faces_.push_back(walkable.corners(FaceId{f}));
  const Lattice& lattice = walkable.lattice;
  for (const auto& t : walkable.removed) {
    removed_.push_back({lattice.position(t[0]), lattice.position(t[1]), lattice.position(t[2])});
  }
  for (const auto& s : walkable.closed) closed_.push_back({lattice.position(s[0]), lattice.position(s[1])});
  face_tree_ = tree_of(faces_);
  removed_tree_ = tree_of(removed_);
  closed_tree_ = tree_of(closed_);
}

void Found::faces_at(Vec2 p, double z_low, double z_high, std::vector<Hit>& out) const {
  out.clear();
  face_tree_.at(p, z_low, z_high, [&](std::uint32_t f) {
    double z = 0;
    if (height_at(faces_[f], p, z) && z >= z_low && z <= z_high) out.push_back({f, z, Kind::ground});
  });
}

bool Found::any_at(Vec2 p, double z, double tolerance, std::vector<Hit>& scratch) const {
  faces_at(p, z - tolerance, z + tolerance, scratch);
  return !scratch.empty();
}

bool Found::removed_at(Vec2 p, double z, double apart, double tolerance, Removal why) const {
  bool found = false;
  removed_tree_.within({{p.x - apart, p.y - apart, z - tolerance}, {p.x + apart, p.y + apart, z + tolerance}},
                       [&](std::uint32_t i) {
                         if (found || why_[i] != why) return;
                         const auto& t = removed_[i];
                         double there = 0;
                         if (height_at(t, p, there)) {
                           found = std::fabs(there - z) <= tolerance;
                           return;
                         }
                         for (std::size_t k = 0; k < 3 && !found; ++k) {
                           double distance = 0;
                           there = height_on(t[k], t[(k + 1) % 3], p, distance);
                           found = distance <= apart && std::fabs(there - z) <= tolerance;
                         }
                       });
  return found;
}

bool Found::closed_at(Vec2 p, double z, double apart, double tolerance) const {
  bool found = false;
  closed_tree_.within({{p.x - apart, p.y - apart, z - tolerance}, {p.x + apart, p.y + apart, z + tolerance}},
                      [&](std::uint32_t i) {
                        if (found) return;
                        double distance = 0;
                        const double there = height_on(closed_[i][0], closed_[i][1], p, distance);
                        found = distance <= apart && std::fabs(there - z) <= tolerance;
                      });
  return found;
}

Vec2 Found::gradient(std::uint32_t f) const {
  const auto& c = faces_[f];
  const Vec3 n = cross(c[1] - c[0], c[2] - c[0]);
  return {-n.x / n.z, -n.y / n.z};
}

}  // namespace ambula::checker
