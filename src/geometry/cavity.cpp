// Gift wrapping (Anglada 1997): the triangle at the base is the one whose circle holds no vertex of the
// chain; its other sides are the bases of what is left. All vertices being visible from the base, they are
// visible from the later bases too and lie to their left, so that the circle alone decides.
#include "geometry/cavity.h"

#include "geometry/delaunay.h"

namespace ambula {

void Cavity::fill(HalfEdges& edges, std::span<const Point2> points, std::uint32_t base,
                  std::span<const std::uint32_t> chain) {
  parts_.assign(1, {base, 0, static_cast<std::uint32_t>(chain.size())});
  while (!parts_.empty()) {
    const Part part = parts_.back();
    parts_.pop_back();
    const std::uint32_t u = edges.from(part.base), v = edges.to(part.base);
    const Point2 pu = points[u], pv = points[v];
    std::uint32_t apex = part.begin + 1;
    Point2 pw = points[edges.from(chain[apex])];
    for (std::uint32_t k = apex + 1; k < part.end; ++k) {
      const Point2 p = points[edges.from(chain[k])];
      if (!in_circle(pu, pv, pw, p)) continue;
      apex = k;
      pw = p;
    }
    const std::uint32_t w = edges.from(chain[apex]);
    std::uint32_t to_v = chain[apex - 1] ^ 1;  // w → v
    if (apex - part.begin > 1) {
      const std::uint32_t side = edges.make(w, v);
      edges.insert_before(side, to_v);
      edges.insert_before(side ^ 1, part.base ^ 1);
      to_v = side;
      parts_.push_back({side, part.begin, apex});
    }
    if (part.end - apex > 1) {
      const std::uint32_t side = edges.make(u, w);
      edges.insert_after(side, part.base);
      edges.insert_before(side ^ 1, to_v);
      parts_.push_back({side, apex, part.end});
    }
  }
}

}  // namespace ambula
