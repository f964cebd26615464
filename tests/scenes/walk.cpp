#include "scenes/walk.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "scenes/angle.h"

namespace ambula::scenes {
namespace {

class Walk {
 public:
  // Walks inside of `box` only.
  Walk(const RayScene& scene, const Agent& agent, const Box3& box, double cell)
      : agent_(agent), cell_(cell), low_(box.min.xy()) {
    nx_ = static_cast<int>(box.size().x / cell);
    ny_ = static_cast<int>(box.size().y / cell);
    const double least = std::cos((agent.max_slope + 1e-6) * kPi / 180);
    for (int j = 0; j < ny_; ++j) {
      for (int i = 0; i < nx_; ++i) {
        first_.push_back(heights_.size());
        const auto hits =
            scene.vertical({low_.x + (i + 0.5) * cell + 1e-5, low_.y + (j + 0.5) * cell + 1e-5, 0});
        for (const auto& hit : hits) {
          int inside = 0;
          bool free = hit.facing >= least;
          for (const auto& over : hits) {
            const double above = over.distance - hit.distance;
            free &= !(above > 1e-3 && above < agent.height);
            if (above > agent.height / 2) inside += over.facing > 0 ? 1 : -1;
          }
          if (free && inside <= 0) heights_.push_back(hit.distance);
        }
      }
    }
    first_.push_back(heights_.size());
  }

  // Joins neighbouring nodes that are farther than `radius` from every column where the ground ends.
  void join(double radius) {
    const int reach = static_cast<int>(radius / cell_) + 1;
    wide_.assign(heights_.size(), 1);
    each([&](int i, int j, std::size_t n) {
      const double z = heights_[n];
      for (const auto& [ex, ey] : {std::pair{i + 1, j}, {i - 1, j}, {i, j + 1}, {i, j - 1}}) {
        const bool border = ex < 0 || ey < 0 || ex >= nx_ || ey >= ny_;
        if (border || ground(ex, ey, z, agent_.max_step)) continue;
        for (int y = std::max(0, ey - reach); y <= std::min(ny_ - 1, ey + reach); ++y) {
          for (int x = std::max(0, ex - reach); x <= std::min(nx_ - 1, ex + reach); ++x) {
            if (std::hypot(x - ex, y - ey) * cell_ > radius) continue;
            for (std::size_t m = first(x, y); m < first(x, y) + count(x, y); ++m) {
              if (std::abs(heights_[m] - z) <= agent_.max_step + radius) wide_[m] = 0;
            }
          }
        }
      }
    });
    parent_.resize(heights_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    each([&](int i, int j, std::size_t n) {
      for (const auto& [x, y] : {std::pair{i + 1, j}, {i, j + 1}}) {
        if (x >= nx_ || y >= ny_ || !wide_[n]) continue;
        for (std::size_t m = first(x, y); m < first(x, y) + count(x, y); ++m) {
          const bool near = std::abs(heights_[m] - heights_[n]) <= agent_.max_step + 1e-9;
          if (wide_[m] && near) parent_[root(m)] = root(n);
        }
      }
    });
  }

  // The component of the node at p; none when one cannot stand there.
  [[nodiscard]] std::ptrdiff_t at(Vec3 p) {
    const int i = static_cast<int>((p.x - low_.x) / cell_), j = static_cast<int>((p.y - low_.y) / cell_);
    std::ptrdiff_t found = -1;
    double nearest = cell_;  // on sloping ground the column's middle is that much higher or lower at most
    for (std::size_t n = first(i, j); n < first(i, j) + count(i, j); ++n) {
      const double off = std::abs(heights_[n] - p.z);
      if (!wide_[n] || off >= nearest) continue;
      nearest = off;
      found = static_cast<std::ptrdiff_t>(root(n));
    }
    return found;
  }

 private:
  [[nodiscard]] std::size_t column(int i, int j) const { return static_cast<std::size_t>(j * nx_ + i); }
  [[nodiscard]] std::size_t first(int i, int j) const { return first_[column(i, j)]; }
  [[nodiscard]] std::size_t count(int i, int j) const {
    return first_[column(i, j) + 1] - first_[column(i, j)];
  }
  [[nodiscard]] bool ground(int i, int j, double z, double reach) const {
    if (i < 0 || j < 0 || i >= nx_ || j >= ny_) return false;
    for (std::size_t n = first(i, j); n < first(i, j) + count(i, j); ++n) {
      if (std::abs(heights_[n] - z) <= reach) return true;
    }
    return false;
  }
  std::size_t root(std::size_t n) {
    while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
    return n;
  }
  template <class Visit>
  void each(const Visit& visit) {
    for (int j = 0; j < ny_; ++j) {
      for (int i = 0; i < nx_; ++i) {
        for (std::size_t n = first(i, j); n < first(i, j) + count(i, j); ++n) visit(i, j, n);
      }
    }
  }

  Agent agent_;
  double cell_;
  Vec2 low_;
  int nx_ = 0, ny_ = 0;
  std::vector<std::size_t> first_;
  std::vector<double> heights_;
  std::vector<char> wide_;
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<std::vector<std::string>> walk_groups(const RayScene& scene,
                                                  const std::vector<PlaceTruth>& places, const Agent& agent,
                                                  const Box3& domain, double cell, double slack) {
  Walk walk(scene, agent, domain, cell);
  walk.join(agent.radius - slack);
  std::map<std::ptrdiff_t, std::vector<std::string>> groups;
  std::vector<std::vector<std::string>> out;
  for (const PlaceTruth& place : places) {
    const auto group = walk.at(place.at);
    if (group < 0)
      out.push_back({place.name});
    else
      groups[group].push_back(place.name);
  }
  for (auto& [id, names] : groups) out.push_back(std::move(names));
  return out;
}

Box3 around(const std::vector<PlaceTruth>& places) {
  Box3 box;
  for (const PlaceTruth& place : places) {
    box.add(place.at - Vec3{2, 2, 2});
    box.add(place.at + Vec3{2, 2, 2});
  }
  return box;
}

std::vector<std::vector<std::string>> sorted(std::vector<std::vector<std::string>> groups) {
  for (auto& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace ambula::scenes
