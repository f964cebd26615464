// Small scenes of boxes and sheets, and what is asked of their links.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "ambula/links.h"
#include "ambula/verify.h"
#include "links/slivers.h"

namespace ambula::testing {

class SceneOf {
 public:
  SceneOf& box(Vec3 low, Vec3 high) {
    const auto at = [&](int i) {
      return Vec3{i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    };
    constexpr std::array<std::array<int, 4>, 6> kSides{
        {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
    for (const auto& s : kSides) quad(at(s[0]), at(s[1]), at(s[2]), at(s[3]));
    return *this;
  }
  SceneOf& quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const auto n = static_cast<std::uint32_t>(soup_.positions.size());
    soup_.positions.insert(soup_.positions.end(), {a, b, c, d});
    soup_.triangles.push_back({n, n + 1, n + 2});
    soup_.triangles.push_back({n, n + 2, n + 3});
    return *this;
  }
  [[nodiscard]] Scene make() const {
    Soup soup = soup_;
    soup.triangle_object.assign(soup.triangles.size(), 0);
    soup.triangle_material.assign(soup.triangles.size(), 0);
    soup.objects = {{"thing"}};
    soup.materials = {""};
    auto scene = make_scene(std::move(soup), {});
    EXPECT_TRUE(scene) << scene.error().message;
    return std::move(*scene);
  }

 private:
  Soup soup_;
};

struct Linked {
  Scene scene;
  Walkable walkable;
  Links links;
};

// Every triangle of the linked surface has area in plan; but upright ones of fillers.
inline void expect_area(const Walkable& walkable, const Links& links) {
  const LinkedSurface surface = linked_surface(walkable, links);
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    std::array<LatticePoint, 3> p;
    for (std::size_t i = 0; i < 3; ++i) p[i] = surface.vertices[surface.triangles[t][i]];
    const auto along = [&](std::size_t i) {
      return std::pair{std::int64_t{p[(i + 1) % 3].x} - p[i].x, std::int64_t{p[(i + 1) % 3].y} - p[i].y};
    };
    const auto [ax, ay] = along(0);
    const auto [bx, by] = along(1);
    if (ax * by - ay * bx > 0) continue;
    double shortest = 1e9;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [x, y] = along(i);
      shortest = std::min(shortest, length(Vec2{static_cast<double>(x), static_cast<double>(y)}));
    }
    EXPECT_TRUE(surface.face[t] == LinkedSurface::kNone && shortest * surface.lattice.quantum < kUpright)
        << "triangle " << t << " of " << (surface.face[t] == LinkedSurface::kNone ? "link " : "face ")
        << (surface.face[t] == LinkedSurface::kNone ? surface.link[t] : surface.face[t]);
  }
}

// Links of a scene, valid, free by brute force, and with no sliver left between those of the same two chains.
inline Linked linked(Scene scene, const Agent& agent = {}, const LinksParams& params = {},
                     Context* context = nullptr) {
  Linked out{std::move(scene), {}, {}};
  auto walkable = extract_walkable(out.scene, agent, {}, context);
  EXPECT_TRUE(walkable) << walkable.error().message;
  out.walkable = std::move(*walkable);
  auto links = find_links(out.walkable, out.scene, agent, params, context);
  EXPECT_TRUE(links) << links.error().message;
  out.links = std::move(*links);
  const auto sound = validate(out.links, out.walkable);
  EXPECT_TRUE(sound) << sound.error().message;
  const auto report = verify_links(out.scene, agent, params, out.walkable, out.links);
  EXPECT_TRUE(report) << report.error().message;
  if (report) {
    EXPECT_TRUE(report->passed()) << report->obstructed << " obstructed, " << report->out_of_reach
                                  << " out of reach, " << report->used_twice << " used twice";
  }
  expect_area(out.walkable, out.links);
  for (const Sliver& sliver : Slivers(out.walkable, out.links).find(0.05)) {
    EXPECT_TRUE(is_obstructed(out.scene, agent, sliver))
        << sliver.length << " and " << sliver.other << " m left at " << sliver.from.x << ", " << sliver.from.y
        << ", " << sliver.from.z;
  }
  return out;
}

}  // namespace ambula::testing
