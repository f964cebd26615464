// Cycles of border edges (V-A of the paper) and the planes along the bisectors of neighbouring edges (V-C).
#include "links/borders.h"

#include <cmath>

namespace ambula {

void part_by_bisector(BorderEdge& before, BorderEdge& after) {
  const Vec2 sum = before.outwards + after.outwards;
  const double size = length(sum);
  const Vec2 origin = after.line.start.xy();
  const bool folds = dot(before.outwards, after.outwards) < kFold;
  if (folds && before.half_edge / 3 != after.half_edge / 3) {
    // The end of a slit: both edges look at each other, and nothing parts them.
    after.own[0] = before.own[1] = {origin, {0, 0}};
    return;
  }
  // The point of a needle: what is ahead of it parts its edges.
  const Vec2 bisector = folds ? before.line.direction.xy() : sum * (1 / size);
  // To the left of the bisector, as one looks outwards, lies what comes after.
  const Vec2 left{-bisector.y, bisector.x};
  after.own[0] = {origin, left};
  before.own[1] = {origin, left * -1};
}

Borders find_borders(const Walkable& w) {
  constexpr std::uint32_t kNone = Walkable::kNone;
  Borders out;
  out.edge_of.assign(3 * w.faces.size(), kNone);
  std::vector<std::uint32_t> leaving(w.vertices.size(), kNone);
  for (std::uint32_t f = 0; f < w.faces.size(); ++f) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (w.border[f][i] == BorderKind::none) continue;
      BorderEdge e;
      e.half_edge = 3 * f + i;
      e.vertex = {w.faces[f][i], w.faces[f][i == 2 ? 0 : i + 1]};
      e.line = EdgeLine(place_of(w.vertices[e.vertex[0]]), place_of(w.vertices[e.vertex[1]]));
      e.outwards = e.line.outwards();
      e.component = w.component[f];
      e.open = w.border[f][i] != BorderKind::wall;
      e.ledge = w.border[f][i] == BorderKind::ledge;
      const auto index = static_cast<std::uint32_t>(out.edges.size());
      out.edge_of[e.half_edge] = leaving[e.vertex[0]] = index;
      out.edges.push_back(e);
    }
  }
  for (std::uint32_t e = 0; e < out.edges.size(); ++e) {
    out.edges[e].next = leaving[out.edges[e].vertex[1]];
    out.edges[out.edges[e].next].previous = e;
    out.edges[e].cycle = kNone;
  }
  for (std::uint32_t first = 0; first < out.edges.size(); ++first) {
    if (out.edges[first].cycle != kNone) continue;
    const auto cycle = static_cast<std::uint32_t>(out.cycle_begin.size());
    out.cycle_begin.push_back(static_cast<std::uint32_t>(out.cycle_edges.size()));
    double doubled = 0;
    const Vec2 origin = out.edges[first].line.start.xy();
    std::uint32_t e = first;
    do {
      BorderEdge& edge = out.edges[e];
      edge.cycle = cycle;
      out.cycle_edges.push_back(e);
      part_by_bisector(edge, out.edges[edge.next]);
      doubled += cross(edge.line.start.xy() - origin, out.edges[edge.next].line.start.xy() - origin);
      e = edge.next;
    } while (e != first);
    out.hole.push_back(doubled < 0);
  }
  out.cycle_begin.push_back(static_cast<std::uint32_t>(out.cycle_edges.size()));
  return out;
}

}  // namespace ambula
