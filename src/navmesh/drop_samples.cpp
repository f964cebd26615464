#include "navmesh/drop_samples.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr std::size_t kBlock = 3;  // samples along and across a gap in the ground
constexpr double kMostRows = 48;
constexpr double kMostColumns = 1 << 13;

// True if a point is in a polygon, whichever way that turns. A polygon that is only a line holds none.
bool holds(const ClippedPolygon& polygon, Vec2 p) {
  bool left = true, right = true, beside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i].xy(), b = polygon[i + 1 == polygon.size() ? 0 : i + 1].xy();
    const double side = cross(b - a, p - a);
    left = left && side >= 0;
    right = right && side <= 0;
    beside = beside || side != 0;
  }
  return beside && (left || right);
}

}  // namespace

void DropSamples::begin(double length, double reach, double gap) {
  covered_.clear();
  uncovered_ = rows_ = columns_ = 0;
  reach_ = reach;
  if (reach <= 0) return;
  spacing_ = std::max({gap / kBlock, reach / kMostRows, (length + 2 * reach) / kMostColumns});
  rows_ = static_cast<std::size_t>(std::ceil(reach / spacing_)) + kBlock - 1;
  columns_ = static_cast<std::size_t>(std::ceil((length + 2 * reach) / spacing_)) + 1;
  covered_.assign(rows_ * columns_, 0);
  uncovered_ = covered_.size();
}

void DropSamples::cover(const ClippedPolygon& ground) {
  const Box3 box = ground.box();
  const auto index = [&](double v, std::size_t size) {
    return static_cast<std::size_t>(std::clamp(std::floor(v), 0.0, static_cast<double>(size)));
  };
  const std::size_t c0 = index((box.min.x + reach_) / spacing_ - 0.5, columns_),
                    c1 = index((box.max.x + reach_) / spacing_ + 0.5, columns_),
                    r0 = index(box.min.y / spacing_ - 0.5, rows_),
                    r1 = index(box.max.y / spacing_ + 0.5, rows_);
  for (std::size_t r = r0; r < r1; ++r) {
    for (std::size_t c = c0; c < c1; ++c) {
      char& known = covered_[r * columns_ + c];
      if (known != 0 || !holds(ground, sample(r, c))) continue;
      known = 1;
      --uncovered_;
    }
  }
}

bool DropSamples::is_open(std::size_t row, std::size_t column) const {
  for (std::size_t k = 0; k < kBlock; ++k) {
    if (covered_[(row + k) * columns_ + column] != 0) return false;
  }
  return true;
}

void DropSamples::add_drops(SillProfile& out) const {
  if (uncovered_ < kBlock * kBlock || columns_ < kBlock) return;
  // Blocks further out over the same columns are further from every place of the sill.
  std::vector<char> known(columns_, 0);
  const double wide = spacing_ * static_cast<double>(kBlock);
  for (std::size_t r = 0; r + kBlock <= rows_; ++r) {
    std::size_t open = 0;          // columns in a row without ground
    std::size_t first = columns_;  // of blocks side by side
    const auto add_row = [&](std::size_t last) {
      if (first == columns_) return;
      const Vec2 a = sample(r, first), b = sample(r, last);
      const double y = std::max(a.y - spacing_ / 2, 0.0);
      out.add({{a.x + spacing_ / 2 - wide, y, 0}, {b.x + spacing_ / 2, y, 0}});
      first = columns_;
    };
    for (std::size_t c = 0; c < columns_; ++c) {
      open = is_open(r, c) ? open + 1 : 0;
      if (open >= kBlock && known[c] == 0) {
        known[c] = 1;
        if (first == columns_) first = c;
      } else if (first != columns_) {
        add_row(c - 1);
      }
    }
    add_row(columns_ - 1);
  }
}

}  // namespace ambula
