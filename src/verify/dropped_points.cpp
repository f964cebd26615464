#include "verify/dropped_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace ambula::checker {
namespace {

constexpr double kLeastReach = 0.3;  // metres between points of one group, where there are many
constexpr double kSpacings = 3;      // the same where there are few: mean distances between points

using Box = std::array<std::int64_t, 3>;

class Groups {
 public:
  Groups(std::span<const Vec3> points, double reach)
      : points_(points), reach_(reach), group_(points.size(), -1) {
    for (std::size_t k = 0; k < points.size(); ++k) boxes_[box(points[k])].push_back(k);
    std::vector<std::size_t> waiting;
    for (std::size_t first = 0; first < points.size(); ++first) {
      if (group_[first] >= 0) continue;
      group_[first] = static_cast<std::int64_t>(size_.size());
      size_.push_back(0);
      waiting.assign(1, first);
      while (!waiting.empty()) {
        const std::size_t k = waiting.back();
        waiting.pop_back();
        ++size_.back();
        around(points[k], [&](std::size_t other) {
          if (group_[other] >= 0) return;
          group_[other] = group_[first];
          waiting.push_back(other);
        });
      }
    }
  }

  template <class Visit>
  void around(Vec3 p, Visit&& visit, double beyond = 0) const {
    const Box at = box(p);
    const auto wide = 1 + static_cast<std::int64_t>(std::ceil(beyond / reach_));
    for (std::int64_t x = -wide; x <= wide; ++x) {
      for (std::int64_t y = -wide; y <= wide; ++y) {
        for (std::int64_t z = -wide; z <= wide; ++z) {
          const auto found = boxes_.find({at[0] + x, at[1] + y, at[2] + z});
          if (found == boxes_.end()) continue;
          for (const std::size_t k : found->second) {
            if (length(points_[k] - p) <= reach_ + beyond) visit(k);
          }
        }
      }
    }
  }
  [[nodiscard]] std::size_t group(std::size_t point) const { return static_cast<std::size_t>(group_[point]); }
  [[nodiscard]] const std::vector<std::uint64_t>& sizes() const { return size_; }

 private:
  [[nodiscard]] Box box(Vec3 p) const {
    const auto index = [&](double v) { return static_cast<std::int64_t>(std::floor(v / reach_)); };
    return {index(p.x), index(p.y), index(p.z)};
  }

  std::span<const Vec3> points_;
  double reach_;
  std::map<Box, std::vector<std::size_t>> boxes_;
  std::vector<std::int64_t> group_;
  std::vector<std::uint64_t> size_;
};

}  // namespace

std::vector<std::uint8_t> dropped_points(std::span<const Vec3> points, double area_each,
                                         std::span<const DroppedPatch> dropped, const Lattice& lattice,
                                         double beyond) {
  std::vector<std::uint8_t> out(points.size(), 0);
  if (dropped.empty() || points.empty()) return out;
  const Groups groups(points, std::max(kLeastReach, kSpacings * std::sqrt(area_each)));
  std::vector<double> listed(groups.sizes().size(), 0);
  for (const DroppedPatch& patch : dropped) {
    std::vector<std::size_t> met;
    groups.around(lattice.position(patch.at), [&](std::size_t k) { met.push_back(groups.group(k)); }, beyond);
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    for (const std::size_t g : met) listed[g] += patch.area;
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::size_t g = groups.group(k);
    const double n = static_cast<double>(groups.sizes()[g]);
    out[k] = (n - 3 * std::sqrt(n)) * area_each <= listed[g] && listed[g] > 0 ? 1 : 0;
  }
  return out;
}

}  // namespace ambula::checker
