// Small soups the scene tests share.
#pragma once

#include <initializer_list>
#include <vector>

#include "ambula/scene.h"

namespace ambula {

// One object, one material, every triangle with corners of its own.
inline Soup soup_of(const std::vector<std::array<Vec3, 3>>& triangles) {
  Soup soup;
  soup.objects = {{"thing", ""}};
  soup.materials = {""};
  soup.source = "test";
  for (const auto& corners : triangles) {
    Triangle t;
    for (std::size_t i = 0; i < 3; ++i) {
      t[i] = static_cast<std::uint32_t>(soup.positions.size());
      soup.positions.push_back(corners[i]);
    }
    soup.triangles.push_back(t);
    soup.triangle_object.push_back(0);
    soup.triangle_material.push_back(0);
  }
  return soup;
}

inline void add_box(std::vector<std::array<Vec3, 3>>& out, Vec3 lo, Vec3 hi) {
  const auto quad = [&](Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    out.push_back({a, b, c});
    out.push_back({a, c, d});
  };
  const Vec3 p[8] = {{lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, hi.y, lo.z}, {lo.x, hi.y, lo.z},
                     {lo.x, lo.y, hi.z}, {hi.x, lo.y, hi.z}, {hi.x, hi.y, hi.z}, {lo.x, hi.y, hi.z}};
  quad(p[3], p[2], p[1], p[0]);
  quad(p[4], p[5], p[6], p[7]);
  for (int i = 0; i < 4; ++i) quad(p[i], p[(i + 1) % 4], p[4 + (i + 1) % 4], p[4 + i]);
}

}  // namespace ambula
