#include "navmesh/sill_profile.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr double kColumns = 24;         // of the reach
constexpr double kMostColumns = 12000;  // of one sill

}  // namespace

void SillProfile::begin(double length, std::size_t parts, double reach) {
  std::fill(columns_.begin() + static_cast<std::ptrdiff_t>(first_),
            columns_.begin() + static_cast<std::ptrdiff_t>(std::max(first_, last_)), Column{});
  first_ = last_ = 0;
  length_ = length;
  parts_ = parts;
  reach_ = reach;
  width_ = std::max(reach / kColumns, (length + 2 * reach) / kMostColumns);
  const auto size = static_cast<std::size_t>(std::ceil((length + 2 * reach) / width_)) + 1;
  if (columns_.size() < size) columns_.resize(size);
}

std::size_t SillProfile::column_at(double x) const {
  return static_cast<std::size_t>(std::clamp(x + reach_, 0.0, length_ + 2 * reach_) / width_);
}

void SillProfile::add_part(std::size_t column, Vec2 a, Vec2 b, double top) {
  Column& c = columns_[column];
  c.near = std::min({c.near, a.y, b.y});
  c.low = std::min(c.low, a.x);
  c.high = std::max(c.high, b.x);
  c.top = std::max(c.top, top);
}

void SillProfile::add(const ClippedPolygon& polygon, double top) {
  // Only the side towards the sill counts: the sides that run one way along it.
  double area = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i)
    area += cross(polygon[i - 1].xy() - polygon[0].xy(), polygon[i].xy() - polygon[0].xy());
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    Vec2 a = polygon[i].xy(), b = polygon[i + 1 == polygon.size() ? 0 : i + 1].xy();
    if (area < 0) std::swap(a, b);
    if (b.x < a.x) continue;
    const double left = -reach_, right = length_ + reach_;
    if (b.x < left || a.x > right) continue;
    const double rise = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0;
    if (a.x < left) a = {left, a.y + rise * (left - a.x)};
    if (b.x > right) b = {right, b.y + rise * (right - b.x)};
    const std::size_t begin = column_at(a.x), end = column_at(b.x) + 1;
    const bool none = empty();
    first_ = none ? begin : std::min(first_, begin);
    last_ = none ? end : std::max(last_, end);
    if (begin + 1 == end) {
      add_part(begin, a, b, top);
      continue;
    }
    Vec2 from = a;
    for (std::size_t c = begin; c < end; ++c) {
      const double x = begin_of(c + 1);
      const Vec2 to = c + 1 == end ? b : Vec2{x, a.y + rise * (x - a.x)};
      add_part(c, from, to, top);
      from = to;
    }
  }
}

bool SillProfile::hides(double low, double high, double near) const {
  const std::size_t begin = column_at(low), end = column_at(high) + 1;
  if (begin < first_ || end > last_) return false;
  for (std::size_t c = begin; c < end; ++c) {
    const Column& column = columns_[c];
    if (column.near > near || column.low > std::max(low, begin_of(c)) ||
        column.high < std::min(high, begin_of(c + 1)))
      return false;
  }
  return true;
}

void SillProfile::distances(KeptDistances& out) const {
  out.assign(parts_ + 1, 0);
  if (empty()) return;
  const double part = length_ / static_cast<double>(parts_), margin = part / 2, slack = part / 8;
  const auto begin = static_cast<std::ptrdiff_t>(first_), end = static_cast<std::ptrdiff_t>(last_);
  for (std::size_t k = 0; k <= parts_; ++k) {
    const double x = part * static_cast<double>(k);
    double squared = reach_ * reach_;
    bool ahead = true;
    const auto look_at = [&](std::ptrdiff_t column) {
      if (column < begin || column >= end) return;
      const Column& c = columns_[static_cast<std::size_t>(column)];
      if (c.near * c.near >= squared) return;
      const double aside = std::max({c.low - margin - x, x - c.high - margin, 0.0});
      const double far = aside * aside + c.near * c.near;
      if (far >= squared) return;
      squared = far;
      ahead = aside <= 0;
    };
    const auto middle = static_cast<std::ptrdiff_t>(column_at(x));
    look_at(middle);
    // Columns further aside are at least that far away.
    for (std::ptrdiff_t d = 1; middle - d >= begin || middle + d < end; ++d) {
      const double aside = static_cast<double>(d - 1) * width_ - margin;
      if (aside > 0 && aside * aside >= squared) break;
      look_at(middle - d);
      look_at(middle + d);
    }
    const double left = reach_ - std::sqrt(squared);
    if (left > 0) out[k] = ahead ? left : std::min(left + slack, reach_);
  }
}

void SillProfile::tops(std::vector<double>& out) const {
  out.assign(parts_ + 1, -std::numeric_limits<double>::infinity());
  const double part = length_ / static_cast<double>(parts_);
  for (std::size_t k = 0; k <= parts_; ++k) {
    const double x = part * static_cast<double>(k);
    const std::size_t end = std::min(column_at(x + part + reach_) + 1, last_);
    for (std::size_t c = std::max(column_at(x - part - reach_), first_); c < end; ++c)
      out[k] = std::max(out[k], columns_[c].top);
  }
}

double SillProfile::low_of(double from) const {
  for (std::size_t c = std::max(column_at(from - reach_), first_); c < last_; ++c) {
    if (columns_[c].low <= columns_[c].high) return columns_[c].low - reach_;
  }
  return -std::numeric_limits<double>::infinity();
}

double SillProfile::high_of(double to) const {
  for (std::size_t c = std::min(column_at(to + reach_) + 1, last_); c-- > first_;) {
    if (columns_[c].low <= columns_[c].high) return columns_[c].high + reach_;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace ambula
