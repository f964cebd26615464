// Arcs of a path as chords. Points are halved between, so no trigonometry is needed and the same path gives
// the same points anywhere.
#include <algorithm>
#include <cmath>

#include "ambula/query.h"

namespace ambula {
namespace {

// The point of the arc from a to b that is as far from one as from the other, on the side a path turns.
Vec2 middle_of(Vec2 a, Vec2 b, Vec2 centre, double radius, int turn) {
  const Vec2 chord = b - a;
  // Right of the way for one that turns left around the centre.
  Vec2 out{chord.y, -chord.x};
  if (turn < 0) out = out * -1;
  const double size = length(out);
  if (size == 0) return a;
  return centre + out * (radius / size);
}

void add_arc(Vec3 a, Vec3 b, Vec2 centre, double radius, int turn, double tolerance, int depth,
             std::vector<Vec3>& out) {
  const Vec2 middle = middle_of(a.xy(), b.xy(), centre, radius, turn);
  const double height = length(middle - (a.xy() + b.xy()) * 0.5);
  if (depth == 0 || height <= tolerance) return;
  const Vec3 at{middle.x, middle.y, (a.z + b.z) / 2};
  add_arc(a, at, centre, radius, turn, tolerance, depth - 1, out);
  out.push_back(at);
  add_arc(at, b, centre, radius, turn, tolerance, depth - 1, out);
}

}  // namespace

std::vector<Vec3> polyline(const Path& path, double tolerance) {
  constexpr int kDepth = 16;  // halvings of an arc, whatever the tolerance
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < path.points.size(); ++i) {
    const Waypoint& p = path.points[i];
    out.push_back(p.at);
    if (p.turn == 0 || i + 1 == path.points.size()) continue;
    const Vec2 centre = p.centre.xy();
    add_arc(p.at, path.points[i + 1].at, centre, length(p.at.xy() - centre), p.turn, std::max(tolerance, 0.0),
            kDepth, out);
  }
  return out;
}

}  // namespace ambula
