// The peers of the tree of boxes. Without Boost the R-tree is there and says so.
#include "bench/box_peers.h"

#include <algorithm>
#include <cmath>

#ifdef AMBULA_WITH_BOOST
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <optional>
#include <utility>
#endif

namespace ambula::bench {

UniformGrid::UniformGrid(std::span<const LatticeBox> boxes) : boxes_(boxes) {
  for (const LatticeBox& b : boxes) {
    extent_.add(b.low);
    extent_.add(b.high);
  }
  if (boxes.empty()) return;
  const double wide = static_cast<double>(extent_.high.x) - extent_.low.x + 1,
               deep = static_cast<double>(extent_.high.y) - extent_.low.y + 1;
  cell_ = static_cast<std::int64_t>(std::ceil(std::sqrt(wide * deep / static_cast<double>(boxes.size()))));
  columns_ = static_cast<std::int32_t>(wide / static_cast<double>(cell_)) + 1;
  rows_ = static_cast<std::int32_t>(deep / static_cast<double>(cell_)) + 1;

  begin_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
  const auto each_cell = [&](const LatticeBox& b, auto use) {
    const Cells c = cells_of(b);
    for (std::int32_t y = c.low_y; y <= c.high_y; ++y) {
      for (std::int32_t x = c.low_x; x <= c.high_x; ++x) {
        use(static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x));
      }
    }
  };
  for (const LatticeBox& b : boxes) each_cell(b, [&](std::size_t cell) { ++begin_[cell + 1]; });
  for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  items_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    each_cell(boxes[i], [&](std::size_t cell) { items_[next[cell]++] = i; });
  }
}

UniformGrid::Cells UniformGrid::cells_of(const LatticeBox& b) const {
  const auto cell = [&](std::int32_t value, std::int32_t from, std::int32_t count) {
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>((std::int64_t{value} - from) / cell_, 0, std::int64_t{count} - 1));
  };
  return {cell(b.low.x, extent_.low.x, columns_), cell(b.low.y, extent_.low.y, rows_),
          cell(b.high.x, extent_.low.x, columns_), cell(b.high.y, extent_.low.y, rows_)};
}

std::size_t UniformGrid::count(const LatticeBox& query) const {
  if (boxes_.empty() || !boxes_meet(extent_, query)) return 0;
  const Cells cells = cells_of(query);
  std::size_t found = 0;
  for (std::int32_t y = cells.low_y; y <= cells.high_y; ++y) {
    for (std::int32_t x = cells.low_x; x <= cells.high_x; ++x) {
      const std::size_t cell =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
      for (std::uint32_t k = begin_[cell]; k < begin_[cell + 1]; ++k) {
        const LatticeBox& b = boxes_[items_[k]];
        if (!boxes_meet(b, query)) continue;
        const Cells own = cells_of(b);
        found += std::max(own.low_x, cells.low_x) == x && std::max(own.low_y, cells.low_y) == y;
      }
    }
  }
  return found;
}

#ifdef AMBULA_WITH_BOOST

namespace {

namespace bg = boost::geometry;
using Corner = bg::model::point<std::int32_t, 3, bg::cs::cartesian>;
using Box = bg::model::box<Corner>;
using Tree = bg::index::rtree<std::pair<Box, std::uint32_t>, bg::index::quadratic<16>>;

Box boost_box(const LatticeBox& b) {
  return {Corner(b.low.x, b.low.y, b.low.z), Corner(b.high.x, b.high.y, b.high.z)};
}

}  // namespace

struct RTreePeer::Impl {
  std::vector<std::pair<Box, std::uint32_t>> boxes;
  std::optional<Tree> tree;
};

RTreePeer::RTreePeer(std::span<const LatticeBox> boxes) : impl_(std::make_unique<Impl>()) {
  for (std::uint32_t i = 0; i < boxes.size(); ++i) impl_->boxes.emplace_back(boost_box(boxes[i]), i);
}
void RTreePeer::build() { impl_->tree.emplace(impl_->boxes); }
std::size_t RTreePeer::count(const LatticeBox& query) const {
  std::size_t found = 0;
  const auto end = impl_->tree->qend();
  for (auto it = impl_->tree->qbegin(bg::index::intersects(boost_box(query))); it != end; ++it) ++found;
  return found;
}
bool RTreePeer::available() { return true; }

#else

struct RTreePeer::Impl {};

RTreePeer::RTreePeer(std::span<const LatticeBox>) {}
void RTreePeer::build() {}
std::size_t RTreePeer::count(const LatticeBox&) const { return 0; }
bool RTreePeer::available() { return false; }

#endif

RTreePeer::~RTreePeer() = default;

}  // namespace ambula::bench
