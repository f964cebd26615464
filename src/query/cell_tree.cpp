#include "query/cell_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ambula {
namespace {

struct CellBox {
  std::array<float, 3> low, high;
};

CellBox box_of(const QueryMesh& m, FlatPiece piece) {
  Box3 box;
  if (piece.triangle == NavMesh::kNone) {
    for (std::uint32_t s = m.begin(piece.cell); s < m.end(piece.cell); ++s)
      box.add(m.vertex(m.mesh->vertex[s]));
  } else {
    for (const std::uint32_t v : m.triangles[piece.triangle]) box.add(m.vertex(v));
  }
  return {{float_below(box.min.x), float_below(box.min.y), float_below(box.min.z)},
          {float_above(box.max.x), float_above(box.max.y), float_above(box.max.z)}};
}

// Puts pieces in an order in which each run of `size` (a power of four) lies close together: the range is
// cut in two across its longest axis, at a multiple of a quarter of its size, and so on.
void order_range(std::span<std::uint32_t> cells, std::size_t size, const std::vector<CellBox>& boxes) {
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

void widen(FloatBoxes& out, std::size_t lane, const CellBox& box) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out.low[axis][lane] = std::min(out.low[axis][lane], box.low[axis]);
    out.high[axis][lane] = std::max(out.high[axis][lane], box.high[axis]);
  }
}

std::vector<FloatBoxes> empty_level(std::size_t items) {
  FloatBoxes none;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    none.low[axis].fill(std::numeric_limits<float>::infinity());
    none.high[axis].fill(-std::numeric_limits<float>::infinity());
  }
  return std::vector<FloatBoxes>((items + 3) / 4, none);
}

}  // namespace

CellTree::CellTree(const QueryMesh& m) {
  std::vector<FlatPiece> pieces;
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    if (m.is_planar(c)) pieces.push_back({c, NavMesh::kNone});
    for (std::uint32_t t = m.triangle_begin[c]; t < m.triangle_begin[c + 1]; ++t) pieces.push_back({c, t});
  }
  if (pieces.empty()) return;
  std::vector<CellBox> boxes(pieces.size());
  for (std::size_t k = 0; k < pieces.size(); ++k) boxes[k] = box_of(m, pieces[k]);
  std::vector<std::uint32_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0u);
  std::size_t size = 4;
  while (size < order.size()) size *= 4;
  order_range(order, size, boxes);
  levels_.push_back(empty_level(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) {
    widen(levels_[0][k / 4], k % 4, boxes[order[k]]);
    order_.push_back(pieces[order[k]]);
  }
  while (levels_.back().size() > 1) {
    const auto& below = levels_.back();
    auto level = empty_level(below.size());
    for (std::size_t n = 0; n < below.size(); ++n) {
      for (std::size_t k = 0; k < 4; ++k) {
        CellBox box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          box.low[axis] = below[n].low[axis][k];
          box.high[axis] = below[n].high[axis][k];
        }
        widen(level[n / 4], n % 4, box);
      }
    }
    levels_.push_back(std::move(level));
  }
}

}  // namespace ambula
