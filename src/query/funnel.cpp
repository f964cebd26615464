#include "query/funnel.h"

#include <algorithm>

#include "query/cell_shape.h"

namespace ambula {
namespace {

Vec2 left_end(const PlanCells& m, std::uint32_t side) { return m.sides[m.sides[side].across].at(); }

}  // namespace

void Funnel::open(std::span<const TautPoint> row, std::size_t apex, std::size_t portals) {
  if (row_.size() < row.size() + 2 * portals + 4) row_.resize(row.size() + 2 * portals + 4);
  const std::size_t left = portals + 2;
  at_ = {row_.data(), left, left + apex, left + row.size() - 1};
  std::copy(row.begin(), row.end(), row_.begin() + static_cast<std::ptrdiff_t>(left));
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
