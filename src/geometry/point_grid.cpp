// A counting sort of points into cells, row by row, so that the cells a box touches in one row are one run.
#include "geometry/point_grid.h"

#include <bit>

namespace ambula {

PointGrid::PointGrid(std::span<const Vec2> points) {
  Box3 box;
  for (const Vec2 p : points) box.add({p.x, p.y, 0});
  if (points.empty()) {  // a box that nothing meets
    low_ = {1, 1};
    high_ = {0, 0};
  } else {
    low_ = box.min.xy();
    high_ = box.max.xy();
  }
  // About ten cells a point: most boxes then find only empty ones.
  const auto wanted = static_cast<std::size_t>(3 * std::sqrt(static_cast<double>(points.size())));
  side_ = std::clamp<std::size_t>(std::bit_ceil(wanted), 8, 512);
  last_ = static_cast<double>(side_ - 1);
  const double extent = std::max({high_.x - low_.x, high_.y - low_.y, 1e-9});
  scale_ = static_cast<double>(side_) / extent;

  const auto cell_of = [&](Vec2 p) { return cell(p.y - low_.y) * side_ + cell(p.x - low_.x); };
  first_.assign(side_ * side_ + 1, 0);
  for (const Vec2 p : points) ++first_[cell_of(p) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  items_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    items_[next[cell_of(points[i])]++] = {points[i], static_cast<std::uint32_t>(i)};
  }
}

}  // namespace ambula
