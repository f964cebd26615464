#include "query/funnel.h"

#include <algorithm>

#include "query/cell_shape.h"

namespace ambula {
namespace {

inline double turn(const TautPoint& a, const TautPoint& b, const TautPoint& c) {
  return cross(b.at - a.at, c.at - a.at);
}

Vec2 left_end(const PlanCells& m, std::uint32_t side) { return m.sides[m.sides[side].across].at(); }

// On one line with a chain's first stretch: only who gets as far as its end goes around it.
bool reaches(const TautPoint& apex, const TautPoint& first, const TautPoint& p) {
  const Vec2 d = first.at - apex.at;
  return dot(p.at - apex.at, d) >= dot(d, d);
}

// Where the chains are in the row. All of it is inlined, so that it stays in registers: half of what a path
// takes is spent here.
struct FunnelRow {
  TautPoint* row;
  std::size_t left, apex, right;

  [[gnu::always_inline]] void add_left(const TautPoint& p, std::vector<TautPoint>& out) {
    if (p.at == row[left].at) return;
    // The left chain bends to the left; corners that would bend it to the right fall away.
    while (left < apex && turn(row[left + 1], row[left], p) <= 0) ++left;
    if (left == apex) {
      // Past the right chain: its corners are where the path turns.
      while (apex < right) {
        const double side = turn(row[apex], row[apex + 1], p);
        if (side > 0 || (side == 0 && !reaches(row[apex], row[apex + 1], p))) break;
        out.push_back(row[++apex]);
      }
      left = apex;
      if (p.at == row[apex].at) return;
    }
    row[--left] = p;
  }

  [[gnu::always_inline]] void add_right(const TautPoint& p, std::vector<TautPoint>& out) {
    if (p.at == row[right].at) return;
    while (right > apex && turn(row[right - 1], row[right], p) >= 0) --right;
    if (right == apex) {
      while (apex > left) {
        const double side = turn(row[apex], row[apex - 1], p);
        if (side < 0 || (side == 0 && !reaches(row[apex], row[apex - 1], p))) break;
        out.push_back(row[--apex]);
      }
      right = apex;
      if (p.at == row[apex].at) return;
    }
    row[++right] = p;
  }
};

}  // namespace

void Funnel::open(std::span<const TautPoint> row, std::size_t apex, std::size_t portals) {
  if (row_.size() < row.size() + 2 * portals + 4) row_.resize(row.size() + 2 * portals + 4);
  at_.left = portals + 2;
  at_.apex = at_.left + apex;
  at_.right = at_.left + row.size() - 1;
  std::copy(row.begin(), row.end(), row_.begin() + static_cast<std::ptrdiff_t>(at_.left));
}

void Funnel::through_left(const TautPoint& left, std::vector<TautPoint>& passed) {
  FunnelRow at{row_.data(), at_.left, at_.apex, at_.right};
  at.add_left(left, passed);
  at_ = {at.left, at.apex, at.right};
}

void Funnel::through_right(const TautPoint& right, std::vector<TautPoint>& passed) {
  FunnelRow at{row_.data(), at_.left, at_.apex, at_.right};
  at.add_right(right, passed);
  at_ = {at.left, at.apex, at.right};
}

void Funnel::run(const PlanCells& m, Vec2 start, Vec2 goal, std::span<const std::uint32_t> sides,
                 std::vector<TautPoint>& out) {
  const std::size_t n = sides.size();
  if (row_.size() < 2 * n + 5) row_.resize(2 * n + 5);
  FunnelRow at{row_.data(), n + 2, n + 2, n + 2};
  at.row[at.apex] = {start, -1};
  out.clear();
  out.push_back(at.row[at.apex]);
  // A portal that an end of the path stands on does not bind it, and seen from there it has no sides.
  std::size_t first = 0, end = n;
  while (first < n && stands_on(m.sides[sides[first]].at(), left_end(m, sides[first]), start)) ++first;
  while (end > first && stands_on(m.sides[sides[end - 1]].at(), left_end(m, sides[end - 1]), goal)) --end;
  const TautPoint last{goal, static_cast<std::int32_t>(n)};
  const MeshSide *last_left = nullptr, *last_right = nullptr;
  for (std::size_t k = first; k < end; ++k) {
    const auto portal = static_cast<std::int32_t>(k);
    const MeshSide &right = m.sides[sides[k]], &left = m.sides[right.across];
    if (is_new(last_left, left)) at.add_left({left.at(), portal}, out);
    if (is_new(last_right, right)) at.add_right({right.at(), portal}, out);
    last_left = &left;
    last_right = &right;
  }
  at.add_left(last, out);
  // What is left of the way is the left chain.
  for (std::size_t k = at.apex; k-- > at.left;) out.push_back(at.row[k]);
  if (out.back().portal == last.portal) return;
  if (out.size() > 1 && out.back().at == goal)
    out.back().portal = last.portal;
  else
    out.push_back(last);
}

}  // namespace ambula
