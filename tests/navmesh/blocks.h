// Scenes of floors and boxes for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "ambula/scene.h"

namespace ambula::testing {

// Upright boxes and floors, z up, metres.
class Blocks {
 public:
  Blocks& floor(double x0, double y0, double x1, double y1, double z, std::uint32_t object = 0) {
    quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}, object);
    return *this;
  }
  Blocks& box(Vec3 low, Vec3 high) {
    const auto at = [&](int x, int y, int z) {
      return Vec3{x ? high.x : low.x, y ? high.y : low.y, z ? high.z : low.z};
    };
    quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1), 0);
    quad(at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0), 0);
    quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1), 0);
    quad(at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1), 0);
    quad(at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), 0);
    quad(at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), 0);
    return *this;
  }
  [[nodiscard]] Scene scene(std::uint64_t shuffle = 0) const {
    Soup soup = soup_;
    if (shuffle != 0) {
      std::mt19937_64 random(shuffle);
      std::vector<std::size_t> order(soup.triangles.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::shuffle(order.begin(), order.end(), random);
      for (std::size_t i = 0; i < order.size(); ++i) {
        soup.triangles[i] = soup_.triangles[order[i]];
        std::rotate(soup.triangles[i].begin(), soup.triangles[i].begin() + random() % 3,
                    soup.triangles[i].end());
        soup.triangle_object[i] = soup_.triangle_object[order[i]];
      }
    }
    auto made = make_scene(std::move(soup), {});
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : Scene{};
  }

  Blocks& quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, std::uint32_t object = 0) {
    if (soup_.objects.empty()) {
      soup_.objects = {{.name = "ground"}, {.name = "lawn 1"}};
      soup_.materials = {""};
    }
    const auto first = static_cast<std::uint32_t>(soup_.positions.size());
    for (const Vec3 p : {a, b, c, d}) soup_.positions.push_back(p);
    soup_.triangles.push_back({first, first + 1, first + 2});
    soup_.triangles.push_back({first, first + 2, first + 3});
    for (int i = 0; i < 2; ++i) {
      soup_.triangle_object.push_back(object);
      soup_.triangle_material.push_back(0);
    }
    return *this;
  }

 private:
  Soup soup_;
};

}  // namespace ambula::testing
