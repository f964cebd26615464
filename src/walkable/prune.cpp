// A furnished flat has tens of thousands of upward triangles on knobs and folds, each of them as dear to cut
// as a floor. Edge-connected parts below the limit are looked at for neighbours by their boxes, then triangle
// by triangle; boxes that meet count as contact, which errs towards keeping.
#include "walkable/prune.h"

#include <algorithm>
#include <numeric>

namespace ambula {
namespace {

constexpr std::size_t kFew = 64;

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

Pruned prune_ground(const Obstacles& obstacles, const Int128& least, std::int32_t reach, Context* context) {
  const Prepared& prepared = obstacles.prepared;
  Pruned out;
  out.triangle.assign(prepared.solids.size(), 0);
  Parts parts(prepared, least);
  std::vector<std::uint32_t> part_of(prepared.solids.size());     // as joined by edges alone
  std::vector<std::pair<std::uint32_t, std::uint32_t>> doubtful;  // triangles of small parts, by part
  for (const std::uint32_t t : prepared.ground) {
    part_of[t] = parts.root(t);
    if (!parts.stays(part_of[t])) doubtful.emplace_back(part_of[t], t);
  }
  if (doubtful.empty()) return out;
  std::sort(doubtful.begin(), doubtful.end());
  std::vector<std::size_t> begin;  // of each part
  for (std::size_t k = 0; k < doubtful.size(); ++k) {
    if (k == 0 || doubtful[k].first != doubtful[k - 1].first) begin.push_back(k);
  }
  begin.push_back(doubtful.size());

  const auto each_other = [&](const LatticeBox& box, std::uint32_t part, auto&& found) {
    obstacles.tree.visit(
        box, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
        [&](std::size_t o) {
          if (prepared.role[o] == Role::ground && part_of[o] != part) found(part_of[o]);
        });
  };
  // Contact is mutual, so a part may stop looking once it is large enough with those it found: whoever else
  // touches it will find it.
  std::vector<std::vector<std::uint32_t>> touching(begin.size() - 1);
  parallel_for(context, touching.size(), 64, [&](std::size_t from, std::size_t to) {
    for (std::size_t p = from; p < to; ++p) {
      const std::uint32_t part = doubtful[begin[p]].first;
      const auto box_of = [&](std::size_t k) {
        LatticeBox box;
        for (const LatticePoint corner : prepared.solids[doubtful[k].second]) box.add(corner);
        return box;
      };
      LatticeBox around;
      for (std::size_t k = begin[p]; k < begin[p + 1]; ++k) {
        const LatticeBox box = box_of(k);
        around.add(box.low);
        around.add(box.high);
      }
      bool near = false;
      each_other(grown(around, reach), part, [&](std::uint32_t) { near = true; });
      if (!near) continue;
      std::vector<std::uint32_t>& others = touching[p];
      Int128 area = parts.area(part);
      for (std::size_t k = begin[p]; k < begin[p + 1] && area < least; ++k) {
        each_other(grown(box_of(k), reach), part, [&](std::uint32_t other) {
          // Beyond a few, areas are not worth telling apart; joining twice does no harm.
          if (others.size() > kFew) {
            if (others.back() != other) others.push_back(other);
          } else if (std::find(others.begin(), others.end(), other) == others.end()) {
            others.push_back(other);
            area += parts.area(other);
          }
        });
      }
    }
  });
  for (std::size_t p = 0; p < touching.size(); ++p) {
    for (const std::uint32_t other : touching[p]) parts.join(doubtful[begin[p]].first, other);
  }
  for (const auto& [first, t] : doubtful) {
    const std::uint32_t part = parts.root(first);
    if (parts.stays(part)) continue;
    out.triangle[t] = 1;
    const auto& c = prepared.solids[t];
    out.area += orient2d({c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y});
    out.components += part == t;
  }
  return out;
}

}  // namespace ambula
