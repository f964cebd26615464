// How a walkable surface draws itself. Borders take the colours people know from plans and maps: red stops,
// orange is a step, blue is an edge one can fall from. They differ in lightness too, so that they can be told
// apart without colour.
#include "ambula/draw.h"

namespace ambula {
namespace {

constexpr Color kWall{140, 24, 32}, kSill{232, 132, 24}, kLedge{40, 92, 200};
constexpr Color kEnclosed{96, 98, 104, 120}, kSmall{168, 170, 176, 90};
constexpr double kBorderWidth = 2;  // pixels

Color color_of(BorderKind kind) {
  return kind == BorderKind::wall ? kWall : kind == BorderKind::sill ? kSill : kLedge;
}

}  // namespace

void draw_walkable(Draw& draw, const Walkable& walkable, double lift) {
  const Vec3 up{0, 0, lift};
  if (!walkable.removed.empty()) draw.layer("removed");
  for (std::size_t r = 0; r < walkable.removed.size(); ++r) {
    std::array<Vec3, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) corners[i] = walkable.lattice.position(walkable.removed[r][i]) + up;
    draw.polygon(corners, walkable.removed_why[r] == Removal::enclosed ? kEnclosed : kSmall);
  }
  if (walkable.faces.empty()) return;
  draw.layer("walkable");
  draw.corners.reserve(draw.corners.size() + 3 * walkable.faces.size());
  draw.faces.reserve(draw.faces.size() + walkable.faces.size());
  for (std::size_t f = 0; f < walkable.faces.size(); ++f) {
    std::array<Vec3, 3> corners = walkable.corners(FaceId{f});
    for (Vec3& corner : corners) corner = corner + up;
    draw.polygon(corners, palette(walkable.component[f]));
    for (std::size_t i = 0; i < 3; ++i) {
      const BorderKind kind = walkable.border[f][i];
      if (kind == BorderKind::none) continue;
      draw.edge(corners[i], corners[(i + 1) % 3], color_of(kind), kBorderWidth);
    }
  }
}

}  // namespace ambula
