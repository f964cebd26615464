#include "query/cell_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ambula {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

PieceStrip strip_of(const std::vector<Vec3>& outline) {
  Vec2 longest, last = outline.back().xy();
  for (const Vec3 p : outline) {
    const Vec2 d = p.xy() - last;
    if (dot(d, d) > dot(longest, longest)) longest = d;
    last = p.xy();
  }
  // Shorter than 1 by more than floats are rounded by.
  const double scale = (1 - 1e-6) / std::sqrt(dot(longest, longest));
  PieceStrip out{static_cast<float>(longest.y * scale), static_cast<float>(-longest.x * scale), kInfinite,
                 -kInfinite};
  for (const Vec3 p : outline) {
    const double at = p.x * static_cast<double>(out.along) + p.y * static_cast<double>(out.across);
    out.low = std::min(out.low, BoxAround::below(at - 1));  // a quantum more: sums are rounded by far less
    out.high = std::max(out.high, BoxAround::above(at + 1));
  }
  return out;
}

PieceBox box_of(const QueryMesh& m, FlatPiece piece, std::vector<Vec3>& scratch) {
  outline_of(m, piece, scratch);
  Box3 box;
  for (const Vec3 p : scratch) box.add(p);
  return {{BoxAround::below(box.min.x), BoxAround::below(box.min.y), BoxAround::below(box.min.z)},
          piece.cell,
          {BoxAround::above(box.max.x), BoxAround::above(box.max.y), BoxAround::above(box.max.z)},
          piece.triangle,
          strip_of(scratch)};
}

std::vector<PieceBox> all_pieces(const QueryMesh& m) {
  std::vector<PieceBox> out;
  std::vector<Vec3> scratch;
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    if (m.is_planar(c)) out.push_back(box_of(m, {c, NavMesh::kNone}, scratch));
    for (std::uint32_t t = m.triangle_begin[c]; t < m.triangle_begin[c + 1]; ++t)
      out.push_back(box_of(m, {c, t}, scratch));
  }
  return out;
}

// Puts pieces in an order in which each run of `size` (a power of four) lies close together: the range is
// cut in two across its longest axis, at a multiple of a quarter of its size, and so on.
void order_range(std::span<std::uint32_t> cells, std::size_t size, const std::vector<PieceBox>& boxes) {
  while (size >= cells.size() && size > 4) size /= 4;
  if (cells.size() <= 4) return;
  const std::size_t runs = (cells.size() + size - 1) / size;
  std::array<float, 3> low, high;
  low.fill(std::numeric_limits<float>::infinity());
  high.fill(-std::numeric_limits<float>::infinity());
  const auto centre = [&](std::uint32_t c, std::size_t axis) {
    return boxes[c].low[axis] + boxes[c].high[axis];
  };
  for (const std::uint32_t c : cells) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], centre(c, axis));
      high[axis] = std::max(high[axis], centre(c, axis));
    }
  }
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  }
  const std::size_t middle = (runs + 1) / 2 * size;
  std::nth_element(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(middle), cells.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     const float u = centre(a, axis), v = centre(b, axis);
                     return u != v ? u < v : a < b;
                   });
  order_range(cells.first(middle), size, boxes);
  order_range(cells.subspan(middle), size, boxes);
}

void widen(FloatBoxes& out, std::size_t lane, const FloatBoxes& below) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out.low[axis][lane] = *std::min_element(below.low[axis].begin(), below.low[axis].end());
    out.high[axis][lane] = *std::max_element(below.high[axis].begin(), below.high[axis].end());
  }
}

// The four boxes of a group, by axis and lane.
FloatBoxes lanes_of(const PieceBox* group) {
  FloatBoxes out;
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      out.low[axis][k] = group[k].low[axis];
      out.high[axis][k] = group[k].high[axis];
    }
  }
  return out;
}

// A level over `count` things of the one below, whose boxes by fours `four_of` has.
template <class FourOf>
std::vector<FloatBoxes> level_over(std::size_t count, FourOf&& four_of) {
  FloatBoxes none;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    none.low[axis].fill(kInfinite);
    none.high[axis].fill(-kInfinite);
  }
  std::vector<FloatBoxes> out((count + 3) / 4, none);
  for (std::size_t n = 0; n < count; ++n) widen(out[n / 4], n % 4, four_of(n));
  return out;
}

}  // namespace

CellTree::CellTree(const QueryMesh& m) {
  const std::vector<PieceBox> pieces = all_pieces(m);
  if (pieces.empty()) return;
  std::vector<std::uint32_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0u);
  std::size_t size = 4;
  while (size < order.size()) size *= 4;
  order_range(order, size, pieces);
  constexpr std::array<float, 3> kLow{kInfinite, kInfinite, kInfinite},
      kHigh{-kInfinite, -kInfinite, -kInfinite};
  pieces_.assign((pieces.size() + 3) / 4 * 4, {kLow, NavMesh::kNone, kHigh, NavMesh::kNone, {}});
  for (std::size_t k = 0; k < order.size(); ++k) pieces_[k] = pieces[order[k]];
  grid_ = PlanGrid(m, {pieces_.data(), pieces.size()}, 1);
  reach_ = std::max(2.0, std::floor(kReach * m.per_quantum));  // a margin that is more than rounding
  around_ = PlanGrid(m, {pieces_.data(), pieces.size()}, reach_);
  for (std::size_t count = pieces_.size() / 4; count > 1; count = levels_.back().size()) {
    levels_.push_back(level_over(count, [&](std::size_t n) {
      return levels_.empty() ? lanes_of(&pieces_[4 * n]) : levels_.back()[n];
    }));
  }
}

}  // namespace ambula
