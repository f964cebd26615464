// Samples at equal steps of the area summed over a component's faces in their order; within a face by the
// two-dimensional golden-ratio sequence (Roberts 2018), drawn towards the middle so that no sample stands on
// a border. Nothing here is random, and no sample lies where edges of a scene drawn on a raster would.
#include "walkable/samples.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "geometry/predicates.h"

namespace ambula {
namespace {

constexpr double kFirst = 0.382;      // of the area: where rows of faces neither begin nor end
constexpr double kInwards = 0.8;      // how far towards a face's outline samples go
constexpr double kOffLattice = 0.37;  // quanta: keeps horizontal rays off edges at round heights

double plan_area(const Surface& surface, const SurfaceFace& face) {
  return 0.5 * static_cast<double>(orient2d(plan(surface.vertices[face.corner[0]]),
                                            plan(surface.vertices[face.corner[1]]),
                                            plan(surface.vertices[face.corner[2]])));
}

double fraction(double v) { return v - std::floor(v); }

}  // namespace

ComponentSamples::ComponentSamples(const Surface& surface, std::span<const std::uint32_t> component,
                                   std::uint32_t components, double lift)
    : surface_(surface), component_(component), lift_(lift + kOffLattice) {
  assert(component.size() == surface.faces.size());
  area_.assign(components, 0);
  for (std::size_t f = 0; f < component.size(); ++f) {
    const double area = plan_area(surface, surface.faces[f]);
    area_[component[f]] += area;
    total_ += area;
  }
  first_.assign(components, Surface::kNone);
  std::vector<double> passed(components, 0);
  for (std::uint32_t f = 0; f < component.size(); ++f) {
    const std::uint32_t c = component[f];
    passed[c] += plan_area(surface, surface.faces[f]);
    if (first_[c] == Surface::kNone && passed[c] >= kFirst * area_[c]) first_[c] = f;
  }
}

Vec3 ComponentSamples::point_in(std::uint32_t face, std::uint32_t number) const {
  double s = fraction(0.40 + number * 0.7548776662466927), t = fraction(0.30 + number * 0.5698402909980532);
  if (s + t > 1) {
    s = 1 - s;
    t = 1 - t;
  }
  constexpr double kThird = 1.0 / 3;
  s = kThird + kInwards * (s - kThird);
  t = kThird + kInwards * (t - kThird);
  const auto corner = [&](std::size_t i) {
    const LatticePoint p = surface_.vertices[surface_.faces[face].corner[i]];
    return Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  };
  const Vec3 a = corner(0);
  return a + (corner(1) - a) * s + (corner(2) - a) * t + Vec3{0, 0, lift_};
}

Vec3 ComponentSamples::first(std::uint32_t component) const { return point_in(first_[component], 0); }

std::vector<std::vector<Vec3>> ComponentSamples::more(std::span<const std::uint32_t> chosen) const {
  struct Walk {
    std::uint32_t place;  // in `chosen`
    std::uint32_t count;
    double passed = 0;  // area of the faces so far
  };
  std::vector<std::vector<Vec3>> points(chosen.size());
  std::vector<std::uint32_t> place(area_.size(), Surface::kNone);
  std::vector<Walk> walks;
  for (std::uint32_t i = 0; i < chosen.size(); ++i) {
    place[chosen[i]] = i;
    const double size = area_[chosen[i]] / (lift_ * lift_);
    walks.push_back({i, static_cast<std::uint32_t>(std::clamp(4 + 0.25 * size, 4.0, 9.0))});
  }
  for (std::uint32_t f = 0; f < component_.size(); ++f) {
    const std::uint32_t i = place[component_[f]];
    if (i == Surface::kNone) continue;
    Walk& walk = walks[i];
    walk.passed += plan_area(surface_, surface_.faces[f]);
    const double step = area_[component_[f]] / walk.count;
    while (points[i].size() < walk.count &&
           (static_cast<double>(points[i].size()) + 0.5) * step <= walk.passed) {
      points[i].push_back(point_in(f, static_cast<std::uint32_t>(points[i].size()) + 1));
    }
  }
  return points;
}

}  // namespace ambula
