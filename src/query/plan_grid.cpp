// Makes the grids: as many bins as pieces allow, then grids within the bins where they stand dense. What a
// piece covers is found row by row, from where its outline is lowest and highest in x between the row's
// lines.
#include "query/plan_grid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ambula {
namespace {

constexpr std::size_t kBinsPerPiece = 4;
constexpr std::size_t kItemsPerPiece = 12;  // of one grid; where there would be more, it is made coarser
constexpr std::size_t kSparePerPiece = 8;   // items and bins that grids within bins may add in all
constexpr std::size_t kCrowded = 8;         // a bin with more items may get a grid
constexpr int kDeepest = 3;
constexpr std::size_t kMostPieces = std::size_t{1} << 26;  // so many that lists are still numbered in 31 bits

}  // namespace

class PlanGrid::Maker {
 public:
  Maker(const QueryMesh& mesh, std::span<const PieceBox> pieces, double margin, PlanGrid& out)
      : mesh_(mesh), pieces_(pieces), out_(out), margin_(margin), spare_(kSparePerPiece * pieces.size()) {}

  void run() {
    std::vector<std::uint32_t> all(pieces_.size());
    std::vector<double> area(pieces_.size(), 0.0);
    Box3 box;
    for (std::uint32_t k = 0; k < pieces_.size(); ++k) {
      outline_of(mesh_, pieces_[k].piece(), outline_);
      Vec2 a = outline_.back().xy();
      Box3 own;
      for (const Vec3 p : outline_) {
        own.add(p);
        area[k] += cross(a, p.xy());
        a = p.xy();
      }
      box.add(own.min);
      box.add(own.max);
      all_heights_.push_back({static_cast<std::int32_t>(std::floor(own.min.z)),
                              static_cast<std::int32_t>(std::ceil(own.max.z))});
    }
    // Who stands in a bin most likely stands on the largest.
    std::iota(all.begin(), all.end(), 0u);
    std::stable_sort(all.begin(), all.end(), [&](auto a, auto b) { return area[a] > area[b]; });
    const Vec2 margin{margin_, margin_};
    out_.low_ = box.min.xy() - margin;
    out_.high_ = box.max.xy() + margin;
    write(plan(out_.low_, out_.high_ - out_.low_, all), all, 1);
  }

 private:
  static Grid shape(Vec2 low, Vec2 size, std::size_t bins) {
    const double most = static_cast<double>(bins);
    const double columns = std::clamp(std::floor(std::sqrt(most * size.x / size.y)), 1.0, most);
    const double rows = std::clamp(std::floor(most / columns), 1.0, most);
    return {low,
            {size.x / columns, size.y / rows},
            {columns / size.x, rows / size.y},
            static_cast<std::uint32_t>(columns),
            static_cast<std::uint32_t>(rows),
            0};
  }

  // Calls mark(bin) for the bins a piece comes close to, until that returns false.
  template <class Mark>
  bool cover(const Grid& grid, FlatPiece piece, Mark&& mark) {
    outline_of(mesh_, piece, outline_);
    double low = outline_[0].y, high = low;
    for (const Vec3 p : outline_) {
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    }
    const std::uint32_t last = grid.row(high + margin_);
    for (std::uint32_t row = grid.row(low - margin_); row <= last; ++row) {
      const double y = grid.low.y + row * grid.size.y;
      Vec2 part;
      if (!part_between(y - margin_, y + grid.size.y + margin_, part)) continue;
      if (part.y + margin_ < grid.low.x || part.x - margin_ > grid.low.x + grid.columns * grid.size.x)
        continue;
      const std::uint32_t end = grid.column(part.y + margin_);
      for (std::uint32_t column = grid.column(part.x - margin_); column <= end; ++column) {
        if (!mark(row * grid.columns + column)) return false;
      }
    }
    return true;
  }

  // From where to where in x the outline goes between two heights in y.
  bool part_between(double low, double high, Vec2& out) const {
    out = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    Vec2 a = outline_.back().xy();
    for (const Vec3 corner : outline_) {
      const Vec2 b = corner.xy(), d = b - a;
      if (std::max(a.y, b.y) >= low && std::min(a.y, b.y) <= high) {
        const auto x_at = [&](double y) { return d.y == 0 ? a.x : a.x + d.x * ((y - a.y) / d.y); };
        const double from = a.y < low ? x_at(low) : a.y > high ? x_at(high) : a.x;
        const double to = b.y < low ? x_at(low) : b.y > high ? x_at(high) : b.x;
        out = {std::min({out.x, from, to}), std::max({out.y, from, to})};
      }
      a = b;
    }
    return out.x <= out.y;
  }

  struct Plan {
    Grid grid;
    std::size_t items = 0;
    std::vector<std::uint32_t> begin;  // per bin, of its items, and one more
  };
  Plan plan(Vec2 low, Vec2 size, std::span<const std::uint32_t> listed) {
    const std::size_t most = kItemsPerPiece * listed.size();
    for (std::size_t bins = kBinsPerPiece * listed.size();; bins = std::max<std::size_t>(bins / 4, 1)) {
      Plan out{shape(low, size, bins), 0, {}};
      out.begin.assign(std::size_t{out.grid.columns} * out.grid.rows + 1, 0);
      const auto count = [&](std::uint32_t bin) {
        ++out.begin[bin + 1];
        return ++out.items <= most || bins == 1;
      };
      if (!std::all_of(listed.begin(), listed.end(),
                       [&](std::uint32_t k) { return cover(out.grid, pieces_[k].piece(), count); }))
        continue;
      for (std::size_t b = 1; b < out.begin.size(); ++b) out.begin[b] += out.begin[b - 1];
      return out;
    }
  }

  void write(Plan plan, std::span<const std::uint32_t> listed, int depth) {
    Grid& grid = plan.grid;
    std::vector<std::uint32_t> held(plan.items), filled(plan.begin.begin(), plan.begin.end() - 1);
    for (const std::uint32_t k : listed)
      cover(grid, pieces_[k].piece(), [&](std::uint32_t bin) { return held[filled[bin]++] = k, true; });
    const std::uint32_t first = grid.first_bin = static_cast<std::uint32_t>(out_.bins_.size());
    out_.grids_.push_back(grid);
    out_.bins_.resize(out_.bins_.size() + filled.size());
    for (std::uint32_t b = 0; b < filled.size(); ++b) {
      const std::uint32_t column = b % grid.columns, row = b / grid.columns;
      const std::span<const std::uint32_t> list(held.data() + plan.begin[b],
                                                plan.begin[b + 1] - plan.begin[b]);
      std::uint32_t bin = kTooMany;
      if (column > 0 && has(out_.bins_[first + b - 1], list)) {
        bin = out_.bins_[first + b - 1];
      } else if (row > 0 && has(out_.bins_[first + b - grid.columns], list)) {
        bin = out_.bins_[first + b - grid.columns];
      } else {
        bin = write_bin(grid.low + Vec2{column * grid.size.x, row * grid.size.y}, grid.size, list, depth);
      }
      out_.bins_[first + b] = bin;
    }
  }

  [[nodiscard]] bool has(std::uint32_t bin, std::span<const std::uint32_t> list) const {
    if (bin >= kGrid) return false;
    const std::span<const std::uint32_t> items = out_.items_of(bin);
    return std::equal(items.begin(), items.end(), list.begin(), list.end());
  }

  std::uint32_t write_bin(Vec2 low, Vec2 size, std::span<const std::uint32_t> listed, int depth) {
    if (listed.size() > kCrowded && depth < kDeepest) {
      Plan finer = plan(low, size, listed);
      const std::size_t bins = finer.begin.size() - 1;
      // Floors over each other are not told apart by finer bins.
      if (2 * finer.items <= bins * listed.size() && finer.items + bins <= spare_) {
        spare_ -= finer.items + bins;
        const auto grid = static_cast<std::uint32_t>(out_.grids_.size());
        write(std::move(finer), listed, depth + 1);
        return kGrid + grid;
      }
    }
    if (listed.size() > kMostItems) return kTooMany;
    out_.items_.insert(out_.items_.end(), listed.begin(), listed.end());
    if (margin_ > 1) write_heights(listed);
    const auto number = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
    out_.lists_.push_back({number(out_.items_.size()), number(out_.heights_.size())});
    return number(out_.lists_.size() - 2);
  }

  void write_heights(std::span<const std::uint32_t> listed) {
    ranges_.clear();
    for (const std::uint32_t k : listed) ranges_.push_back(all_heights_[k]);
    std::sort(ranges_.begin(), ranges_.end(), [](auto a, auto b) { return a.low < b.low; });
    const std::size_t first = out_.heights_.size();
    for (const HeightRange range : ranges_) {
      if (out_.heights_.size() > first && range.low <= out_.heights_.back().high) {
        out_.heights_.back().high = std::max(out_.heights_.back().high, range.high);
      } else {
        out_.heights_.push_back(range);
      }
    }
  }

  const QueryMesh& mesh_;
  std::span<const PieceBox> pieces_;
  PlanGrid& out_;
  double margin_;
  std::size_t spare_;
  std::vector<Vec3> outline_;
  std::vector<HeightRange> all_heights_, ranges_;  // by piece; of a list
};

PlanGrid::PlanGrid(const QueryMesh& mesh, std::span<const PieceBox> pieces, double margin) {
  if (!pieces.empty() && pieces.size() <= kMostPieces) Maker(mesh, pieces, margin, *this).run();
}

}  // namespace ambula
