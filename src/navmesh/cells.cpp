// Hertel and Mehlhorn's merge on a surface: an edge goes when both of its ends stay content (fans.h). The
// longest edges go first, which leaves round cells. An edge that can go only together with the ones that
// continue it straight through vertices between the same two cells goes with them.
#include "navmesh/cells.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "navmesh/fans.h"
#include "navmesh/fewest_cells.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Cells::kNone;

std::uint32_t after(std::uint32_t half_edge) { return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1; }

// The longest first, equal ones by the places of their ends; each as the half-edge from its lesser end.
std::vector<std::uint32_t> by_length(const SurfaceView& surface, std::span<const std::uint32_t> edges) {
  struct Key {
    std::int64_t length;
    LatticePoint a, b;
    std::uint32_t edge;
  };
  std::vector<Key> keys;
  keys.reserve(edges.size());
  for (const std::uint32_t e : edges) {
    const auto [a, b] = std::minmax(surface.vertices[surface.from(e)], surface.vertices[surface.to(e)]);
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
    keys.push_back({dx * dx + dy * dy, a, b, surface.vertices[surface.from(e)] == a ? e : surface.twin(e)});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& p, const Key& q) {
    if (p.length != q.length) return p.length > q.length;
    if (p.a != q.a) return p.a < q.a;
    return p.b != q.b ? p.b < q.b : p.edge < q.edge;
  });
  std::vector<std::uint32_t> out;
  out.reserve(keys.size());
  for (const Key& k : keys) out.push_back(k.edge);
  return out;
}

class Merging {
 public:
  Merging(Fans& fans, std::size_t triangles, std::uint32_t max_vertices)
      : fans_(fans),
        max_vertices_(max_vertices == 0 ? kNone : max_vertices),
        parent_(triangles),
        sides_(triangles, 3) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  void leave_out(std::uint32_t half_edge) {
    const std::uint32_t edge = fans_.edge_of(half_edge);
    if (!fans_.kept(edge)) return;
    const std::uint32_t a = root(edge / 3), b = root(fans_.twin(edge) / 3);
    chain_.assign(1, edge);
    fans_.keep(edge, false);
    const std::array<std::uint32_t, 2> ends{follow(fans_.fan_at(edge)), follow(fans_.fan_at_end(edge))};
    const auto sides = sides_[a] + sides_[b] - 2 * static_cast<std::uint32_t>(chain_.size());
    if (a == b || sides > max_vertices_ || !fans_.content(ends[0]) || !fans_.content(ends[1])) {
      for (const std::uint32_t e : chain_) fans_.keep(e, true);
      return;
    }
    parent_[b] = a;
    sides_[a] = sides;
  }

 private:
  // Leaves out what continues the edge through vertices where nothing else is kept; gives the fan it ends in.
  std::uint32_t follow(std::uint32_t fan) {
    for (;;) {
      if (!fans_.closed(fan)) return fan;
      std::uint32_t only = kNone;
      for (const std::uint32_t e : fans_.spokes(fan)) {
        if (!fans_.kept(e)) continue;
        if (only != kNone) return fan;
        only = e;
      }
      if (only == kNone || !fans_.is_free(only)) return fan;
      fans_.keep(only, false);
      chain_.push_back(only);
      fan = fans_.fan_at(only) == fan ? fans_.fan_at_end(only) : fans_.fan_at(only);
    }
  }
  std::uint32_t root(std::uint32_t t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }

  Fans& fans_;
  std::uint32_t max_vertices_;
  std::vector<std::uint32_t> parent_, sides_;  // by triangle; sides at the root
  std::vector<std::uint32_t> chain_;
};

// The outline of the cell to the left of a kept half-edge, from its least corner on.
void trace(const SurfaceView& surface, const Fans& fans, std::uint32_t start,
           std::vector<std::uint32_t>& outline) {
  outline.clear();
  std::uint32_t h = start;
  do {
    outline.push_back(h);
    h = after(h);
    while (!fans.kept(fans.edge_of(h))) h = after(fans.twin(h));
  } while (h != start);
  const auto least = std::min_element(outline.begin(), outline.end(), [&](std::uint32_t a, std::uint32_t b) {
    return surface.vertices[surface.from(a)] < surface.vertices[surface.from(b)];
  });
  std::rotate(outline.begin(), least, outline.end());
}

Cells write(const SurfaceView& surface, std::span<const std::uint32_t> label, const Fans& fans) {
  const auto n = static_cast<std::uint32_t>(3 * surface.triangles.size());
  std::vector<std::uint32_t> sides, begin{0}, outline;  // outlines as they are found
  std::vector<char> seen(n, 0);
  for (std::uint32_t h = 0; h < n; ++h) {
    if (seen[h] || !fans.kept(fans.edge_of(h))) continue;
    trace(surface, fans, h, outline);
    for (const std::uint32_t s : outline) seen[s] = 1;
    sides.insert(sides.end(), outline.begin(), outline.end());
    begin.push_back(static_cast<std::uint32_t>(sides.size()));
  }
  std::vector<std::uint32_t> order(begin.size() - 1);
  std::iota(order.begin(), order.end(), 0u);
  const auto place = [&](std::uint32_t side) { return surface.vertices[surface.from(side)]; };
  std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) {
    const auto *p_first = sides.data() + begin[p], *p_last = sides.data() + begin[p + 1];
    const auto *q_first = sides.data() + begin[q], *q_last = sides.data() + begin[q + 1];
    return std::lexicographical_compare(
        p_first, p_last, q_first, q_last,
        [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  });

  Cells out;
  out.cell.assign(surface.triangles.size(), kNone);
  std::vector<std::uint32_t> waiting;
  for (const std::uint32_t o : order) {
    const std::uint32_t c = out.size();
    for (std::uint32_t k = begin[o]; k < begin[o + 1]; ++k) {
      out.half_edge.push_back(sides[k]);
      out.vertex.push_back(surface.from(sides[k]));
    }
    out.begin.push_back(static_cast<std::uint32_t>(out.vertex.size()));
    const std::uint32_t first = sides[begin[o]] / 3;
    assert(out.cell[first] == kNone && "one outline a cell");
    out.label.push_back(label[first]);
    out.cell[first] = c;
    waiting.assign(1, first);
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        if (fans.kept(fans.edge_of(h))) continue;
        const std::uint32_t next = fans.twin(h) / 3;
        if (out.cell[next] != kNone) continue;
        out.cell[next] = c;
        waiting.push_back(next);
      }
    }
  }
  out.neighbour.reserve(out.half_edge.size());
  for (const std::uint32_t h : out.half_edge) {
    out.neighbour.push_back(fans.twin(h) == kNone ? kNone : out.cell[fans.twin(h) / 3]);
  }
  return out;
}

}  // namespace

Cells merge_cells(const SurfaceView& surface, std::span<const std::uint32_t> label, const CellParams& params,
                  const Context* context) {
  Fans fans(surface, label);
  if (params.rule != CellRule::triangles) {
    const std::vector<std::uint32_t> order = by_length(surface, fans.free_edges());
    Merging merging(fans, surface.triangles.size(), params.max_vertices);
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k % 1024 == 0 && context && context->cancelled()) break;
      merging.leave_out(order[k]);
    }
    if (params.rule == CellRule::fewest) find_fewer_cells(fans, order, params.max_vertices, context);
  }
  return write(surface, label, fans);
}

}  // namespace ambula
