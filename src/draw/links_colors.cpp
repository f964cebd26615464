// How links draw themselves: by kind over a quiet surface, steps darker the higher they rise. A step without
// a run has a filler that stands upright; its line is drawn, so that it is seen from above too.
#include "ambula/draw.h"

namespace ambula {
namespace {

constexpr Color kGround{176, 196, 222}, kOutline{112, 128, 150};
constexpr Color kStep{230, 126, 34}, kGap{46, 160, 90}, kFill{140, 92, 190};
constexpr Color kFlight[] = {{214, 64, 48}, {240, 160, 40}};  // odd and even steps

Color color_of(const Link& link) {
  if (link.flight != Link::kNone) return kFlight[link.step % 2];
  return link.kind == LinkKind::step ? kStep : link.kind == LinkKind::gap ? kGap : kFill;
}

}  // namespace

void draw_links(Draw& draw, const Walkable& walkable, const Links& links, double lift) {
  const Vec3 up{0, 0, lift};
  if (!walkable.faces.empty()) draw.layer("walkable");
  for (std::size_t f = 0; f < walkable.faces.size(); ++f) {
    std::array<Vec3, 3> corners = walkable.corners(FaceId{f});
    for (Vec3& corner : corners) corner = corner + up;
    draw.polygon(corners, kGround);
    for (std::size_t i = 0; i < 3; ++i) {
      if (walkable.border[f][i] != BorderKind::none) draw.edge(corners[i], corners[(i + 1) % 3], kOutline, 1);
    }
  }
  if (links.links.empty()) return;
  const auto place = [&](std::uint32_t v) {
    return links.lattice.position(v < links.walkable_vertices
                                      ? walkable.vertices[v]
                                      : links.vertices[v - links.walkable_vertices].at) +
           up * 2;
  };
  for (const Link& link : links.links) {
    draw.layer(name_of(link.kind));
    const Color color = color_of(link);
    for (std::uint32_t t = 0; t < link.triangles; ++t) {
      const auto& v = links.triangles[link.first_triangle + t];
      draw.polygon(std::array{place(v[0]), place(v[1]), place(v[2])}, color);
    }
    for (std::uint32_t i = 0; i < link.intervals && link.kind != LinkKind::fill; ++i) {
      const BorderInterval& interval = links.intervals[link.first_interval + i];
      draw.edge(place(interval.first), place(interval.last), color, 3);
    }
  }
}

}  // namespace ambula
