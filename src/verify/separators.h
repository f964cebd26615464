// True if the surface runs on through a place where something stands.
//
// Sampling ground cannot see a lost wall: it has no area. So a short segment is laid across the wall, and
// walked on the surface from face to face; it must meet a border.
#pragma once

#include <cstdint>

#include "ambula/values/walkable.h"
#include "ambula/vec.h"
#include "verify/found.h"

namespace ambula::checker {

class Separators {
 public:
  Separators(const Walkable& walkable, const Found& found) : walkable_(walkable), found_(found) {}

  // True if the surface has no border along the segment from p − way to p + way; p lies in the face.
  [[nodiscard]] bool runs_through(std::uint32_t face, Vec2 p, Vec2 way) const {
    return reaches(face, p, way) && reaches(face, p, way * -1);
  }

 private:
  [[nodiscard]] bool reaches(std::uint32_t face, Vec2 p, Vec2 way) const;

  const Walkable& walkable_;
  const Found& found_;
};

}  // namespace ambula::checker
