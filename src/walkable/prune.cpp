// A furnished flat has tens of thousands of upward triangles on knobs and folds, each of them as dear to cut
// as a floor. Edge-connected parts below the limit are looked at for neighbours by their boxes, then triangle
// by triangle; boxes that meet count as contact, which errs towards keeping.
#include "walkable/prune.h"

#include <algorithm>
#include <numeric>

namespace ambula {
namespace {

constexpr std::size_t kManyGroups = 256;  // beyond, walking the tree is faster

class Parts {
 public:
  Parts(const Prepared& prepared, const Int128& least) : least_(least) {
    const std::size_t n = prepared.solids.size();
    parent_.resize(n);
    std::iota(parent_.begin(), parent_.end(), 0u);
    area_.assign(n, 0);
    for (const std::uint32_t t : prepared.ground) {
      const auto& c = prepared.solids[t];
      area_[t] = orient2d({c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y});
    }
    for (std::size_t e = 0; e + 1 < prepared.edge_begin.size(); ++e) {
      for (std::uint32_t k = prepared.edge_begin[e] + 1; k < prepared.edge_begin[e + 1]; ++k) {
        join(prepared.edge_ground[k - 1], prepared.edge_ground[k]);
      }
    }
  }
  [[nodiscard]] std::uint32_t root(std::uint32_t t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }
  void join(std::uint32_t t, std::uint32_t u) {
    t = root(t);
    u = root(u);
    if (t == u) return;
    if (u < t) std::swap(t, u);
    parent_[u] = t;
    area_[t] = std::min(area_[t] + area_[u], kEnough);
  }
  [[nodiscard]] bool stays(std::uint32_t part) const { return area_[part] >= least_; }
  [[nodiscard]] Int128 area(std::uint32_t part) const { return area_[part]; }

 private:
  static constexpr std::int64_t kEnough = std::int64_t{1} << 61;
  Int128 least_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::int64_t> area_;
};

LatticeBox grown(LatticeBox box, std::int32_t reach) {
  box.low = {box.low.x - reach, box.low.y - reach, box.low.z - reach};
  box.high = {box.high.x + reach, box.high.y + reach, box.high.z + reach};
  return box;
}

}  // namespace

Pruned prune_ground(const Obstacles& obstacles, const Int128& least, std::int32_t reach) {
  const Prepared& prepared = obstacles.prepared;
  Pruned out;
  out.triangle.assign(prepared.solids.size(), 0);
  Parts parts(prepared, least);
  std::vector<std::uint32_t> doubtful;  // triangles of small parts, by part
  for (const std::uint32_t t : prepared.ground) {
    if (!parts.stays(parts.root(t))) doubtful.push_back(t);
  }
  if (doubtful.empty()) return out;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_part;
  by_part.reserve(doubtful.size());
  for (const std::uint32_t t : doubtful) by_part.emplace_back(parts.root(t), t);
  std::sort(by_part.begin(), by_part.end());

  std::vector<std::uint32_t> groups;  // of the tree, around the part looked at
  const auto each_other = [&](const LatticeBox& box, std::uint32_t part, auto&& found) {
    const auto look_at = [&](std::size_t o) {
      if (prepared.role[o] != Role::ground) return;
      const auto other = static_cast<std::uint32_t>(o);
      if (parts.root(other) != parts.root(part)) found(other);
    };
    if (groups.size() <= kManyGroups) {
      obstacles.tree.visit(groups, box, look_at);
    } else {
      obstacles.tree.visit(
          box, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; }, look_at);
    }
  };
  for (std::size_t begin = 0, end = 0; begin < by_part.size(); begin = end) {
    const std::uint32_t part = by_part[begin].first;
    LatticeBox box;
    for (end = begin; end < by_part.size() && by_part[end].first == part; ++end) {
      for (const LatticePoint p : prepared.solids[by_part[end].second]) box.add(p);
    }
    const LatticeBox around = grown(box, reach);
    obstacles.tree.gather(around, groups);
    bool near = false;
    each_other(around, part, [&](std::uint32_t) { near = true; });
    if (!near) continue;
    for (std::size_t k = begin; k < end && !parts.stays(parts.root(part)); ++k) {
      LatticeBox own;
      for (const LatticePoint p : prepared.solids[by_part[k].second]) own.add(p);
      each_other(grown(own, reach), part, [&](std::uint32_t other) { parts.join(part, other); });
    }
  }
  for (const std::uint32_t t : doubtful) {
    const std::uint32_t part = parts.root(t);
    if (parts.stays(part)) continue;
    out.triangle[t] = 1;
    const auto& c = prepared.solids[t];
    out.area += orient2d({c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y});
    out.components += part == t;
  }
  return out;
}

}  // namespace ambula
