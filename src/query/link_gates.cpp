#include "query/link_gates.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr double kSpacing = 0.5;           // metres between the places a segment is crossed at
constexpr std::size_t kMostPlaces = 1000;  // of one segment

}  // namespace

// An even number of parts, so that the middle is a place too.
std::size_t parts_of(const UserLink& link) {
  const double longest = std::max(length(link.from_b - link.from_a), length(link.to_b - link.to_a));
  if (!(longest > 0)) return 0;
  const double halves = std::ceil(longest / kSpacing / 2);
  return 2 * static_cast<std::size_t>(std::min(halves, static_cast<double>(kMostPlaces) / 2));
}

bool makes_sense(const UserLink& link) {
  return is_finite(link.from_a) && is_finite(link.from_b) && is_finite(link.to_a) && is_finite(link.to_b) &&
         std::isfinite(link.cost) && link.cost >= 0;
}

std::vector<LinkGate> make_link_gates(const QueryMesh& m, const CellTree& tree,
                                      std::span<const UserLink> links) {
  std::vector<LinkGate> out;
  std::vector<Vec3> scratch;
  const double quantum = m.mesh->lattice.quantum;
  const auto place = [&](Vec3 p) {
    return nearest_place(m, tree, m.inwards(p), kLinkReach * (1 / quantum), scratch,
                         [](std::uint32_t) { return true; });
  };
  cross_links(links, [&](std::uint32_t k, Vec3 a, Vec3 b) {
    const auto from = place(a), to = place(b);
    if (!from || !to) return;
    out.push_back({*from, *to, links[k].cost / quantum, k});
    if (links[k].both_ways) out.push_back({*to, *from, links[k].cost / quantum, k});
  });
  std::stable_sort(out.begin(), out.end(),
                   [](const LinkGate& a, const LinkGate& b) { return a.from.cell < b.from.cell; });
  return out;
}

void LinkBound::settle() {
  for (ShortWay& w : ways_) w.left = w.cost + least_ * length(w.to - goal_);
  for (bool changed = true; changed;) {  // at most as often as there are ways: each is used once at most
    changed = false;
    for (ShortWay& w : ways_) {
      const double left = w.cost + from(w.to);
      if (!(left < w.left)) continue;
      w.left = left;
      changed = true;
    }
  }
}

}  // namespace ambula
