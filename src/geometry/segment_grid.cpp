#include "geometry/segment_grid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ambula {
namespace {

constexpr std::size_t kFewTests = 512;  // segments times points not worth a grid
constexpr double kMargin = 2;           // quanta by which cells overlap: more than any rounding here
constexpr double kLeastCell = 4;        // quanta
constexpr std::uint32_t kMostCells = 1u << 20;

std::uint32_t cell_of(double at, double scale, std::uint32_t cells) {
  const double c = at * scale;
  return c <= 0 ? 0 : std::min(static_cast<std::uint32_t>(c), cells - 1);
}

}  // namespace

bool SegmentGrid::begin(std::span<const Segment2> segments, std::span<const Point2> points) {
  all_segments_ = segments;
  all_points_ = points;
  if (segments.empty() || points.empty()) return false;
  segments_.resize(segments.size());
  std::iota(segments_.begin(), segments_.end(), 0u);
  points_.resize(points.size());
  std::iota(points_.begin(), points_.end(), 0u);
  parts_.clear();
  Point2 low = segments[0].a, high = low;
  const auto add = [&](Point2 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  };
  for (const auto& [a, b] : segments) {
    add(a);
    add(b);
  }
  whole_ = {0,
            segments.size(),
            0,
            points.size(),
            static_cast<double>(low.x) - kMargin,
            static_cast<double>(low.y) - kMargin,
            static_cast<double>(high.x) + kMargin,
            static_cast<double>(high.y) + kMargin};
  return true;
}

bool SegmentGrid::is_few(const Part& part) {
  return (part.segments_end - part.segments) * (part.points_end - part.points) <= kFewTests;
}

// Entries for all cells that the part's segments come near, within the part.
void SegmentGrid::rasterise(const Part& part, double scale_x, double scale_y, std::uint32_t columns,
                            std::uint32_t rows) {
  entries_.clear();
  for (std::size_t k = part.segments; k < part.segments_end; ++k) {
    const std::uint32_t s = segments_[k];
    auto [a, b] = all_segments_[s];
    const double low_x = std::max(static_cast<double>(std::min(a.x, b.x)) - kMargin, part.low_x),
                 high_x = std::min(static_cast<double>(std::max(a.x, b.x)) + kMargin, part.high_x),
                 low_y = std::max(static_cast<double>(std::min(a.y, b.y)) - kMargin, part.low_y),
                 high_y = std::min(static_cast<double>(std::max(a.y, b.y)) + kMargin, part.high_y);
    if (low_x > high_x || low_y > high_y) continue;
    const std::uint32_t c0 = cell_of(low_x - part.low_x, scale_x, columns),
                        c1 = cell_of(high_x - part.low_x, scale_x, columns);
    const std::uint32_t r0 = cell_of(low_y - part.low_y, scale_y, rows),
                        r1 = cell_of(high_y - part.low_y, scale_y, rows);
    if (c0 == c1 || r0 == r1) {
      for (std::uint32_t r = r0; r <= r1; ++r) {
        for (std::uint32_t c = c0; c <= c1; ++c) entries_.push_back({r * columns + c, s});
      }
      continue;
    }
    // Row by row: the stretch of x where the segment is in the row.
    if (a.y > b.y) std::swap(a, b);
    const double slope =
        (static_cast<double>(b.x) - a.x) / (static_cast<double>(b.y) - a.y);  // not level: r0 < r1 ...
    const double row = 1 / scale_y;
    for (std::uint32_t r = r0; r <= r1; ++r) {
      const double y0 = std::max(part.low_y + row * r - kMargin, static_cast<double>(a.y)),
                   y1 = std::min(part.low_y + row * (r + 1) + kMargin, static_cast<double>(b.y));
      double x0 = low_x, x1 = high_x;
      if (b.y != a.y) {
        const double u = a.x + slope * (std::min(y0, y1) - a.y), v = a.x + slope * (std::max(y0, y1) - a.y);
        x0 = std::max(std::min(u, v) - kMargin, low_x);
        x1 = std::min(std::max(u, v) + kMargin, high_x);
        if (x0 > x1) continue;
      }
      const std::uint32_t from = cell_of(x0 - part.low_x, scale_x, columns),
                          to = cell_of(x1 - part.low_x, scale_x, columns);
      for (std::uint32_t c = from; c <= to; ++c) entries_.push_back({r * columns + c, s});
    }
  }
}

bool SegmentGrid::split(const Part& part) {
  const std::size_t n = part.segments_end - part.segments, m = part.points_end - part.points;
  const double wide = part.high_x - part.low_x, high = part.high_y - part.low_y;
  const double wanted = static_cast<double>(std::max(n, m)) / 4.0;
  const double side = std::max({std::sqrt(wide * high / wanted), std::max(wide, high) / wanted, kLeastCell});
  const auto columns = static_cast<std::uint32_t>(std::clamp(std::floor(wide / side), 1.0, 65535.0)),
             rows = static_cast<std::uint32_t>(std::clamp(std::floor(high / side), 1.0, 65535.0));
  const std::uint32_t cells = columns * rows;
  if (cells < 2 || cells > kMostCells) return false;
  const double scale_x = columns / wide, scale_y = rows / high;
  rasterise(part, scale_x, scale_y, columns, rows);

  next_.assign(cells, 0);
  for (const Entry& e : entries_) ++next_[e.cell];
  next_point_.assign(cells, 0);
  const auto point_cell = [&](std::uint32_t p) {
    return cell_of(all_points_[p].y - part.low_y, scale_y, rows) * columns +
           cell_of(all_points_[p].x - part.low_x, scale_x, columns);
  };
  for (std::size_t k = part.points; k < part.points_end; ++k) ++next_point_[point_cell(points_[k])];

  // Worth it when most of the tests go away, or when all stand together in few cells, to be divided in turn.
  std::size_t tests = 0;
  for (std::uint32_t c = 0; c < cells; ++c) tests += std::size_t{next_[c]} * next_point_[c];
  if (entries_.size() > 2 * n && 2 * tests > n * m) return false;

  std::size_t at = segments_.size(), at_point = points_.size();
  segments_.resize(at + entries_.size());
  points_.resize(at_point + m);
  const double step_x = 1 / scale_x, step_y = 1 / scale_y;
  for (std::uint32_t c = 0; c < cells; ++c) {
    const std::size_t count = next_[c], count_points = next_point_[c];
    next_[c] = static_cast<std::uint32_t>(at);
    next_point_[c] = static_cast<std::uint32_t>(at_point);
    if (count > 0 && count_points > 0) {
      const double x = part.low_x + step_x * (c % columns), y = part.low_y + step_y * (c / columns);
      parts_.push_back({at, at + count, at_point, at_point + count_points, x - kMargin, y - kMargin,
                        x + step_x + kMargin, y + step_y + kMargin});
    }
    at += count;
    at_point += count_points;
  }
  for (const Entry& e : entries_) segments_[next_[e.cell]++] = e.segment;
  for (std::size_t k = part.points; k < part.points_end; ++k)
    points_[next_point_[point_cell(points_[k])]++] = points_[k];
  return true;
}

}  // namespace ambula
