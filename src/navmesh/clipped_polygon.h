// A triangle clipped by up to a dozen planes: each adds one corner at most. It lives on the stack, and only
// the corners that are there are ever written or copied.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>

#include "ambula/vec.h"
#include "navmesh/high_part.h"

namespace ambula {

class ClippedPolygon {
 public:
  ClippedPolygon() {}
  ClippedPolygon(std::initializer_list<Vec3> corners) {
    for (const Vec3 p : corners) push_back(p);
  }
  ClippedPolygon(const ClippedPolygon& other) { *this = other; }
  ClippedPolygon& operator=(const ClippedPolygon& other) {
    size_ = other.size_;
    std::copy_n(other.corners_, size_, corners_);
    return *this;
  }
  void push_back(Vec3 p) {
    assert(size_ < kMostCorners);
    corners_[size_++] = p;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Vec3& operator[](std::size_t i) const { return corners_[i]; }
  [[nodiscard]] const Vec3* begin() const { return corners_; }
  [[nodiscard]] const Vec3* end() const { return corners_ + size_; }

  // Keeps the part where the value, linear in the place, is not negative.
  template <class Value>
  void keep(Value value) {
    keep_positive(*this, value, [](Vec3 a, Vec3 b, double t) { return a + (b - a) * t; });
  }
  [[nodiscard]] Box3 box() const {
    Box3 out;
    for (const Vec3 p : *this) out.add(p);
    return out;
  }

 private:
  static constexpr std::size_t kMostCorners = 16;
  std::size_t size_ = 0;
  union {
    Vec3 corners_[kMostCorners];
  };
};

}  // namespace ambula
