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
  void around(Vec3 p, Visit&& visit) const {
    const Box at = box(p);
    for (std::int64_t x = -1; x <= 1; ++x) {
      for (std::int64_t y = -1; y <= 1; ++y) {
        for (std::int64_t z = -1; z <= 1; ++z) {
          const auto found = boxes_.find({at[0] + x, at[1] + y, at[2] + z});
          if (found == boxes_.end()) continue;
          for (const std::size_t k : found->second) {
            if (length(points_[k] - p) <= reach_) visit(k);
          }
        }
      }
    }
  }
  // The groups with a point in reach of a box, and `beyond` more in plan.
  [[nodiscard]] std::vector<std::size_t> around(const Box3& box, double beyond) const {
    std::vector<std::size_t> met;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const Vec3 p = points_[k];
      const auto off = [](double v, double low, double high) { return std::max({low - v, v - high, 0.0}); };
      const Vec2 d{off(p.x, box.min.x, box.max.x), off(p.y, box.min.y, box.max.y)};
      if (off(p.z, box.min.z, box.max.z) <= reach_ && length(d) <= reach_ + beyond) met.push_back(group(k));
    }
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    return met;
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
    const Vec3 at = lattice.position(patch.at),
               extent = Vec3{static_cast<double>(patch.extent.x), static_cast<double>(patch.extent.y),
                             static_cast<double>(patch.extent.z)} *
                        lattice.quantum;
    Box3 box;
    box.add(at - extent);
    box.add(at + extent);
    for (const std::size_t g : groups.around(box, beyond)) listed[g] += patch.area;
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::size_t g = groups.group(k);
    const double n = static_cast<double>(groups.sizes()[g]);
    out[k] = (n - 3 * std::sqrt(n)) * area_each <= listed[g] && listed[g] > 0 ? 1 : 0;
  }
  return out;
}

}  // namespace ambula::checker
