// Snap rounding makes one planar subdivision of the outline and all polygons; winding numbers on both sides
// of every piece tell what is inside the hole and covered. The hole's number is -1 inside; where it is
// anything else, the hole lies over itself or is not there. Large polygons come first: often they cover the
// hole, and then the many others that cross it need not be rounded.
#include "links/plan_union.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace ambula {
namespace {

// Whether one that comes from `from` to `at` turns further to the right towards p than towards q.
bool is_further_right(Point2 from, Point2 at, Point2 p, Point2 q) {
  const auto is_right = [&](Point2 to) { return orient2d(from, at, to) < 0; };
  if (is_right(p) != is_right(q)) return is_right(p);
  return orient2d(at, q, p) < 0;
}

}  // namespace

void PlanUnion::clear() {
  outline_.clear();
  points_.clear();
  covers_.clear();
  borders_.clear();
  edges_ = 0;
}

void PlanUnion::add(Point2 a, Point2 b, std::array<std::int32_t, 2> weight, std::uint32_t edge) {
  if (b < a) {
    sources_.push_back({b, a, {-weight[0], -weight[1]}, edge});
  } else {
    sources_.push_back({a, b, weight, edge});
  }
}

void PlanUnion::outline(std::span<const Point2> ring) {
  sources_.clear();
  for (std::size_t i = 0; i < ring.size(); ++i) add(ring[i], ring[(i + 1) % ring.size()], {0, 1}, edges_++);
  outline_.insert(outline_.end(), sources_.begin(), sources_.end());
}

void PlanUnion::cover(std::span<const Point2> polygon) {
  if (polygon.empty()) return;
  Cover c;
  c.begin = static_cast<std::uint32_t>(points_.size());
  c.low = c.high = polygon[0];
  points_.insert(points_.end(), polygon.begin(), polygon.end());
  c.end = static_cast<std::uint32_t>(points_.size());
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 p = polygon[i];
    c.low = {std::min(c.low.x, p.x), std::min(c.low.y, p.y)};
    c.high = {std::max(c.high.x, p.x), std::max(c.high.y, p.y)};
    c.area += orient2d(polygon[0], p, polygon[(i + 1) % polygon.size()]);
  }
  covers_.push_back(c);
}

void PlanUnion::add_cover(const Cover& cover) {
  const auto polygon = points(cover);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    if (a != b) add(a, b, {1, 0}, kNone);
  }
}

// Whether it meets a piece beyond which the hole is not covered yet. One that no line parts from it counts.
bool PlanUnion::may_add(const Cover& c) const {
  const auto polygon = points(c);
  const auto after = [&](std::size_t i) { return polygon[i + 1 == polygon.size() ? 0 : i + 1]; };
  bool convex = true;
  for (std::size_t i = 0; i < polygon.size() && convex; ++i) {
    const std::size_t next = i + 1 == polygon.size() ? 0 : i + 1;
    convex = orient2d(polygon[i], polygon[next], after(next)) >= 0;
  }
  return std::any_of(open_.begin(), open_.end(), [&](const auto& piece) {
    const auto [p, q] = piece;
    if (std::max(p.x, q.x) < c.low.x || c.high.x < std::min(p.x, q.x) || std::max(p.y, q.y) < c.low.y ||
        c.high.y < std::min(p.y, q.y))
      return false;
    bool left = true, right = true;
    for (const Point2 v : polygon) {
      const std::int64_t side = orient2d(p, q, v);
      left = left && side > 0;
      right = right && side < 0;
    }
    if (left || right) return false;
    for (std::size_t i = 0; i < polygon.size() && convex; ++i) {
      if (orient2d(polygon[i], after(i), p) < 0 && orient2d(polygon[i], after(i), q) < 0) return false;
    }
    return true;
  });
}

bool PlanUnion::run() {
  constexpr std::size_t kFirst = 24;
  std::sort(covers_.begin(), covers_.end(), [&](const Cover& x, const Cover& y) {
    if (x.area != y.area) return x.area > y.area;
    const auto p = points(x), q = points(y);
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  });
  const std::size_t first = std::min(kFirst, covers_.size());
  sources_ = outline_;
  for (std::size_t k = 0; k < first; ++k) add_cover(covers_[k]);
  bool any = unite();
  const auto rest = std::partition(covers_.begin() + static_cast<std::ptrdiff_t>(first), covers_.end(),
                                   [&](const Cover& c) { return !any || may_add(c); });
  if (rest == covers_.begin() + static_cast<std::ptrdiff_t>(first)) return any;
  sources_ = outline_;
  for (auto c = covers_.begin(); c != rest; ++c) add_cover(*c);
  return unite();
}

std::vector<std::uint32_t> PlanUnion::chain(std::size_t edge) const {
  const auto [segment, turned] = segment_of_[edge];
  std::vector<std::uint32_t> out(chains_.nodes.data() + chains_.begin[segment],
                                 chains_.nodes.data() + chains_.begin[segment + 1]);
  if (turned) std::reverse(out.begin(), out.end());
  return out;
}

// By their ends. Few begin at one node, so they are dealt out by node and put in order there.
void PlanUnion::sort_pieces() {
  std::vector<std::uint32_t> next(nodes_.size() + 1, 0);
  for (const Piece& p : pieces_) ++next[p.a + 1];
  for (std::size_t n = 0; n < nodes_.size(); ++n) next[n + 1] += next[n];
  sorted_.resize(pieces_.size());
  for (const Piece& p : pieces_) sorted_[next[p.a]++] = p;
  for (std::size_t n = 0, from = 0; n < nodes_.size(); from = next[n++]) {
    std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(from),
              sorted_.begin() + static_cast<std::ptrdiff_t>(next[n]),
              [](const Piece& x, const Piece& y) { return std::tie(x.b, x.label) < std::tie(y.b, y.label); });
  }
  pieces_.swap(sorted_);
}

bool PlanUnion::unite() {
  borders_.clear();
  open_.clear();
  // Polygons share many sides, with each other and with the outline: each is looked at once.
  std::sort(sources_.begin(), sources_.end(), [](const Source& x, const Source& y) {
    return std::tie(x.a, x.b, x.edge) < std::tie(y.a, y.b, y.edge);
  });
  segment_of_.assign(edges_, {0, false});
  segments_.clear();
  std::size_t m = 0;
  for (const Source& s : sources_) {
    if (m > 0 && sources_[m - 1].a == s.a && sources_[m - 1].b == s.b) {
      for (std::size_t k = 0; k < 2; ++k) sources_[m - 1].weight[k] += s.weight[k];
      // An edge of the outline that lies on another one of it is no border to be joined to.
      if (s.edge != kNone) sources_[m - 1].edge = kNone;
    } else {
      sources_[m++] = s;
      segments_.push_back({s.a, s.b});
    }
    if (s.edge != kNone) segment_of_[s.edge] = {static_cast<std::uint32_t>(m - 1), s.weight[1] < 0};
  }
  sources_.resize(m);
  snap_.hot_pixels(segments_, nodes_);
  snap_.chains(segments_, nodes_, chains_);
  pieces_.clear();
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const auto [covers, hole] = sources_[s].weight;
    for (std::uint32_t k = chains_.begin[s]; k + 1 < chains_.begin[s + 1]; ++k) {
      const std::uint32_t a = chains_.nodes[k], b = chains_.nodes[k + 1];
      const std::int32_t sign = a < b ? 1 : -1;
      pieces_.push_back(
          {std::min(a, b), std::max(a, b), {sign * covers, sign * hole, 0}, {}, sources_[s].edge});
    }
  }
  sort_pieces();
  std::size_t n = 0;
  for (const Piece& p : pieces_) {
    if (n > 0 && pieces_[n - 1].a == p.a && pieces_[n - 1].b == p.b) {
      for (std::size_t k = 0; k < 2; ++k) pieces_[n - 1].weight[k] += p.weight[k];
      // An edge of the outline that lies on another one of it is no border to be joined to.
      if (p.label != kNone && pieces_[n - 1].label != kNone) pieces_[n - 1].label = kNone;
    } else {
      pieces_[n++] = p;
    }
  }
  pieces_.resize(n);
  if (!sweep_.run(nodes_, pieces_)) return false;
  const auto kept = [](const Winding& w) { return w[0] > 0 && w[1] == -1; };
  for (const Piece& p : pieces_) {
    const bool left = kept(p.left()), right = kept(p.right);
    // Beyond the outline there is nothing to cover.
    if ((p.left()[1] == -1 && !left) || (p.right[1] == -1 && !right)) {
      open_.push_back({nodes_[p.a], nodes_[p.b]});
    }
    if (left == right) continue;
    // Along the outline only from its own side: the surface lies to its left.
    const bool own = (p.weight[1] > 0) == right;
    const std::uint32_t edge = p.label != kNone && own ? p.label : kNone;
    borders_.push_back(left ? Border{p.a, p.b, edge} : Border{p.b, p.a, edge});
  }
  return !borders_.empty();
}

void PlanUnion::close_pockets(double width) {
  std::vector<std::uint32_t> order(borders_.size());  // by the node they leave
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
    return std::tie(borders_[x].from, borders_[x].to) < std::tie(borders_[y].from, borders_[y].to);
  });
  // Where several leave a node, what is open stays to the right: the one furthest to the right goes on.
  const auto next = [&](std::uint32_t b) {
    const std::uint32_t node = borders_[b].to;
    const Point2 from = nodes_[borders_[b].from], at = nodes_[node];
    auto it = std::partition_point(order.begin(), order.end(),
                                   [&](std::uint32_t o) { return borders_[o].from < node; });
    std::uint32_t best = kNone;
    for (; it != order.end() && borders_[*it].from == node; ++it) {
      if (best == kNone || is_further_right(from, at, nodes_[borders_[*it].to], nodes_[borders_[best].to]))
        best = *it;
    }
    return best;
  };
  std::vector<char> seen(borders_.size(), 0), closed(borders_.size(), 0);
  std::vector<std::uint32_t> loop;
  for (std::uint32_t start = 0; start < borders_.size(); ++start) {
    loop.clear();
    bool inner = true;
    double area = 0;
    for (std::uint32_t b = start; b != kNone && !seen[b]; b = next(b)) {
      seen[b] = 1;
      loop.push_back(b);
      inner = inner && borders_[b].edge == kNone;
      const Point2 o = nodes_[borders_[start].from], p = nodes_[borders_[b].from], q = nodes_[borders_[b].to];
      area += static_cast<double>(orient2d(o, p, q));
    }
    if (loop.empty() || !inner || area >= 0 || borders_[loop.back()].to != borders_[start].from) continue;
    const bool narrow = std::all_of(loop.begin(), loop.end(), [&](std::uint32_t x) {
      return std::all_of(loop.begin(), loop.end(), [&](std::uint32_t y) {
        const Point2 p = nodes_[borders_[x].from], q = nodes_[borders_[y].from];
        return std::hypot(static_cast<double>(p.x) - q.x, static_cast<double>(p.y) - q.y) <= width;
      });
    });
    for (const std::uint32_t b : loop) closed[b] = narrow ? 1 : 0;
  }
  std::size_t kept = 0;
  for (std::size_t b = 0; b < borders_.size(); ++b) {
    if (!closed[b]) borders_[kept++] = borders_[b];
  }
  borders_.resize(kept);
}

}  // namespace ambula
