#include "query/funnel.h"

#include <algorithm>

#include "query/cell_shape.h"

namespace ambula {
namespace {

double turn(const TautPoint& a, const TautPoint& b, const TautPoint& c) {
  return cross(b.at - a.at, c.at - a.at);
}

Vec2 left_end(const PlanCells& m, std::uint32_t side) { return m.sides[m.sides[side].across].at(); }

// On one line with a chain's first stretch: only who gets as far as its end goes around it.
bool reaches(const TautPoint& apex, const TautPoint& first, const TautPoint& p) {
  const Vec2 d = first.at - apex.at;
  return dot(p.at - apex.at, d) >= dot(d, d);
}

}  // namespace

void Funnel::add_left(const TautPoint& p, std::vector<TautPoint>& out) {
  if (p.at == row_[left_].at) return;
  // The left chain bends to the left; corners that would bend it to the right fall away.
  while (left_ < apex_ && turn(row_[left_ + 1], row_[left_], p) <= 0) ++left_;
  if (left_ == apex_) {
    // Past the right chain: its corners are where the path turns.
    while (apex_ < right_) {
      const double side = turn(row_[apex_], row_[apex_ + 1], p);
      if (side > 0 || (side == 0 && !reaches(row_[apex_], row_[apex_ + 1], p))) break;
      out.push_back(row_[++apex_]);
    }
    left_ = apex_;
    if (p.at == row_[apex_].at) return;
  }
  row_[--left_] = p;
}

void Funnel::add_right(const TautPoint& p, std::vector<TautPoint>& out) {
  if (p.at == row_[right_].at) return;
  while (right_ > apex_ && turn(row_[right_ - 1], row_[right_], p) >= 0) --right_;
  if (right_ == apex_) {
    while (apex_ > left_) {
      const double side = turn(row_[apex_], row_[apex_ - 1], p);
      if (side < 0 || (side == 0 && !reaches(row_[apex_], row_[apex_ - 1], p))) break;
      out.push_back(row_[--apex_]);
    }
    right_ = apex_;
    if (p.at == row_[apex_].at) return;
  }
  row_[++right_] = p;
}

void Funnel::open(std::span<const TautPoint> row, std::size_t apex, std::size_t portals) {
  if (row_.size() < row.size() + 2 * portals + 4) row_.resize(row.size() + 2 * portals + 4);
  left_ = portals + 2;
  apex_ = left_ + apex;
  right_ = left_ + row.size() - 1;
  std::copy(row.begin(), row.end(), row_.begin() + static_cast<std::ptrdiff_t>(left_));
}

void Funnel::run(const PlanCells& m, Vec2 start, Vec2 goal, std::span<const std::uint32_t> sides,
                 std::vector<TautPoint>& out) {
  const std::size_t n = sides.size();
  if (row_.size() < 2 * n + 5) row_.resize(2 * n + 5);
  left_ = apex_ = right_ = n + 2;
  row_[apex_] = {start, -1};
  out.clear();
  out.push_back(row_[apex_]);
  // A portal that an end of the path stands on does not bind it, and seen from there it has no sides.
  std::size_t first = 0, end = n;
  while (first < n && stands_on(m.sides[sides[first]].at(), left_end(m, sides[first]), start)) ++first;
  while (end > first && stands_on(m.sides[sides[end - 1]].at(), left_end(m, sides[end - 1]), goal)) --end;
  // Most portals have an end in common with the one before.
  const MeshSide *last_left = nullptr, *last_right = nullptr;
  const auto is_new = [](const MeshSide* a, const MeshSide& b) {
    return a == nullptr || a->x != b.x || a->y != b.y;
  };
  for (std::size_t k = first; k < end; ++k) {
    const auto at = static_cast<std::int32_t>(k);
    const MeshSide &right = m.sides[sides[k]], &left = m.sides[right.across];
    if (is_new(last_left, left)) add_left({left.at(), at}, out);
    if (is_new(last_right, right)) add_right({right.at(), at}, out);
    last_left = &left;
    last_right = &right;
  }
  const TautPoint last{goal, static_cast<std::int32_t>(n)};
  add_left(last, out);
  // What is left of the way is the left chain.
  for (std::size_t k = apex_; k-- > left_;) out.push_back(row_[k]);
  if (out.back().portal == last.portal) return;
  if (out.size() > 1 && out.back().at == goal)
    out.back().portal = last.portal;
  else
    out.push_back(last);
}

}  // namespace ambula
