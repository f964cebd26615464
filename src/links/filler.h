// The filler between two border edges: two connections, each from a point of one edge to a point of the
// other.
//
//   const std::optional<Filler> filler = widest_filler(e1, e2, reach, whole(e1), whole(e2));
//   if (filler) use(filler->width());
//
// All lengths are quanta. A place on an edge is its distance in space from the edge's start, so that widths
// are differences.
#pragma once

#include <algorithm>
#include <optional>

#include "ambula/vec.h"
#include "links/limits.h"

namespace ambula {

// A directed border edge with its face to the left, so that outside is to the right.
struct EdgeLine {
  Vec3 start;
  Vec3 direction;  // of length 1
  double length = 0;

  EdgeLine() = default;
  EdgeLine(Vec3 a, Vec3 b);
  [[nodiscard]] Vec3 at(double s) const { return start + direction * s; }
  // Outwards in plan, of length 1.
  [[nodiscard]] Vec2 outwards() const;
};

// A stretch of an edge; empty where low > high.
struct Stretch {
  double low = 0, high = 0;
  [[nodiscard]] double length() const { return high - low; }
};
[[nodiscard]] inline Stretch whole(const EdgeLine& e) { return {0, e.length}; }

// The part of `stretch` of e whose points x satisfy dot(normal, x - origin) >= least, in plan.
[[nodiscard]] Stretch clip_to_plane(const EdgeLine& e, Stretch stretch, Vec2 origin, Vec2 normal,
                                    double least);
// The connectable section: the part of e that is not behind the associated plane of `other`.
[[nodiscard]] Stretch connectable(const EdgeLine& e, Stretch stretch, const EdgeLine& other);

// Connections at s[0], r[0] and at s[1], r[1]; s[0] < s[1] and r[0] > r[1]: the edges run against each other.
struct Filler {
  double s[2] = {0, 0}, r[2] = {0, 0};
  [[nodiscard]] double width() const { return std::min(s[1] - s[0], r[0] - r[1]); }
};

// The filler of the greatest width whose connections lie within reach, within the stretches given and within
// the connectable sections of both edges. Where the shorter edge limits the width, the other side is as wide
// as it can be. None where there is no such filler with a width above 0, or it cannot be oriented.
[[nodiscard]] std::optional<Filler> widest_filler(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach,
                                                  Stretch on1, Stretch on2);

// As the paper constructs it (V-B): connections at equal distances from the closest points, or, of parallel
// edges, from each end as far along the other edge as it reaches; then cut back to the associated planes.
[[nodiscard]] std::optional<Filler> paper_filler(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach,
                                                 Stretch on1, Stretch on2);

}  // namespace ambula
