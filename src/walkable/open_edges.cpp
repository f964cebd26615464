// Half-edges are gathered at their smaller end by counting, and compared there.
#include "walkable/open_edges.h"

#include <algorithm>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

struct Gathered {
  std::uint32_t high, corner;  // the larger end; 4 · triangle + i
};

template <class Body>
void each_edge(std::span<const std::array<std::uint32_t, 3>> triangles, std::span<const std::uint32_t> id,
               Body&& body) {
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const std::array<std::uint32_t, 3> c{id[triangles[t][0]], id[triangles[t][1]], id[triangles[t][2]]};
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    for (std::uint32_t i = 0; i < 3; ++i) body(t, i, c[i], c[i == 2 ? 0 : i + 1]);
  }
}

}  // namespace

std::vector<OpenEdge> find_open_edges(std::span<const std::array<std::uint32_t, 3>> triangles,
                                      std::span<const std::uint32_t> id) {
  std::vector<std::uint32_t> begin(id.size() + 1, 0);
  each_edge(triangles, id, [&](std::uint32_t, std::uint32_t, std::uint32_t a, std::uint32_t b) {
    ++begin[std::min(a, b) + 1];
  });
  for (std::size_t v = 0; v + 1 < begin.size(); ++v) begin[v + 1] += begin[v];
  std::vector<Gathered> at(begin.back());
  {
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    each_edge(triangles, id, [&](std::uint32_t t, std::uint32_t i, std::uint32_t a, std::uint32_t b) {
      at[next[std::min(a, b)]++] = {std::max(a, b), 4 * t + i};
    });
  }
  std::vector<std::uint32_t> open;  // 4 · triangle + i
  std::vector<std::uint8_t> count(triangles.size(), 0);
  std::vector<std::uint32_t> mate(triangles.size(), kNone);  // across an edge of two
  for (std::size_t v = 0; v + 1 < begin.size(); ++v) {
    Gathered* const first = at.data() + begin[v];
    Gathered* const last = at.data() + begin[v + 1];
    if (last - first > 1) {
      std::sort(first, last, [](const Gathered& a, const Gathered& b) { return a.high < b.high; });
    }
    for (Gathered* e = first; e < last;) {
      Gathered* end = e;
      while (end < last && end->high == e->high) ++end;
      if (end - e == 1) {
        open.push_back(e->corner);
        ++count[e->corner / 4];
      } else if (end - e == 2) {
        mate[e->corner / 4] = e[1].corner / 4;
        mate[e[1].corner / 4] = e->corner / 4;
      }
      e = end;
    }
  }
  std::vector<OpenEdge> out;
  out.reserve(open.size());
  for (const std::uint32_t corner : open) {
    const auto& c = triangles[corner / 4];
    const std::uint32_t t = corner / 4, i = corner % 4;
    const bool in_pair = count[t] == 2 && mate[t] != kNone && count[mate[t]] == 2;
    const Hold hold = count[t] == 3 ? Hold::single : in_pair ? Hold::pair : Hold::mesh;
    out.push_back({id[c[i]], id[c[(i + 1) % 3]], id[c[(i + 2) % 3]], hold});
  }
  return out;
}

}  // namespace ambula
