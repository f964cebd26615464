#include "query/blocks.h"

#include <algorithm>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Blocks::kNone;

// An edge is a side, or beyond these 2 k and 2 k + 1 for pair k, seen from its first and its second cell.
class BlockSearch {
 public:
  BlockSearch(const PlanCells& mesh, std::span<const std::pair<std::uint32_t, std::uint32_t>> joined)
      : m_(mesh), joined_(joined), sides_(static_cast<std::uint32_t>(mesh.sides.size())) {
    for (std::uint32_t k = 0; k < joined.size(); ++k) {
      extra_.push_back({joined[k].first, sides_ + 2 * k});
      extra_.push_back({joined[k].second, sides_ + 2 * k + 1});
    }
    std::sort(extra_.begin(), extra_.end());
  }

  Blocks run() {
    const std::uint32_t n = m_.size();
    out_.of_side.assign(m_.sides.size(), kNone);
    out_.up.assign(n, kNone);
    out_.depth.assign(n, 0);
    found_.assign(n, 0);
    low_.assign(n, 0);
    for (std::uint32_t c = 0; c < n; ++c) {
      if (found_[c] == 0) from(c);
    }
    for (const std::uint32_t c : order_) {
      if (out_.up[c] != kNone) out_.depth[c] = out_.depth[out_.top[out_.up[c]]] + 1;
    }
    gather_portals();
    return std::move(out_);
  }

 private:
  void gather_portals() {
    out_.portal_begin.assign(1, 0);
    for (std::uint32_t c = 0; c < m_.size(); ++c) {
      for (std::uint32_t s = m_.begin(c); s < m_.end(c); ++s) {
        const MeshSide& a = m_.sides[s];
        const MeshSide& b = m_.sides[m_.next(s, c)];
        if (a.neighbour != kNone)
          out_.portals.push_back({a.x, a.y, b.x, b.y, s, a.neighbour, a.across, out_.of_side[s]});
      }
      out_.portal_begin.push_back(static_cast<std::uint32_t>(out_.portals.size()));
    }
  }

  struct Visit {
    std::uint32_t cell, by;  // the edge it was entered by, seen from the cell before
    std::uint32_t next = 0;  // of its edges
  };

  [[nodiscard]] std::uint32_t to(std::uint32_t edge) const {
    if (edge < sides_) return m_.sides[edge].neighbour;
    const auto& pair = joined_[(edge - sides_) / 2];
    return (edge - sides_) % 2 == 0 ? pair.second : pair.first;
  }
  [[nodiscard]] std::uint32_t other(std::uint32_t edge) const {
    return edge < sides_ ? m_.sides[edge].across : sides_ + ((edge - sides_) ^ 1u);
  }
  // The k-th edge of a cell; false where there is none.
  bool edge_of(std::uint32_t cell, std::uint32_t k, std::uint32_t& edge) const {
    const std::uint32_t own = m_.end(cell) - m_.begin(cell);
    if (k < own) {
      edge = m_.begin(cell) + k;
      return true;
    }
    const auto first = std::lower_bound(extra_.begin(), extra_.end(), std::pair{cell, 0u});
    const auto left = static_cast<std::size_t>(extra_.end() - first);
    if (k - own >= left) return false;
    const auto& found = *(first + static_cast<std::ptrdiff_t>(k - own));
    if (found.first != cell) return false;
    edge = found.second;
    return true;
  }

  void enter(std::uint32_t cell, std::uint32_t by) {
    found_[cell] = low_[cell] = ++count_;
    order_.push_back(cell);
    path_.push_back({cell, by});
  }

  void from(std::uint32_t root) {
    enter(root, kNone);
    while (!path_.empty()) {
      Visit& at = path_.back();
      const std::uint32_t c = at.cell;
      std::uint32_t edge = 0;
      if (edge_of(c, at.next, edge)) {
        ++at.next;
        const std::uint32_t d = to(edge);
        if (d == kNone || d == c || (at.by != kNone && edge == other(at.by))) continue;
        if (found_[d] == 0) {
          waiting_.push_back(edge);
          enter(d, edge);
        } else if (found_[d] < found_[c]) {
          waiting_.push_back(edge);
          low_[c] = std::min(low_[c], found_[d]);
        }
        continue;
      }
      const std::uint32_t by = at.by;
      path_.pop_back();
      if (by != kNone) leave(c, by);
    }
  }

  // Back from a cell: where nothing below it reaches above the cell before, what waits is a block.
  void leave(std::uint32_t c, std::uint32_t by) {
    const std::uint32_t above = path_.back().cell;
    low_[above] = std::min(low_[above], low_[c]);
    if (low_[c] < found_[above]) return;
    const std::uint32_t block = out_.size();
    out_.top.push_back(above);
    while (true) {
      const std::uint32_t edge = waiting_.back();
      waiting_.pop_back();
      if (edge < sides_) out_.of_side[edge] = out_.of_side[other(edge)] = block;
      for (const std::uint32_t end : {to(edge), to(other(edge))}) {
        if (end != above && out_.up[end] == kNone) out_.up[end] = block;
      }
      if (edge == by) break;
    }
  }

  const PlanCells& m_;
  std::span<const std::pair<std::uint32_t, std::uint32_t>> joined_;
  std::uint32_t sides_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> extra_;  // cell, edge
  std::vector<std::uint32_t> found_, low_, order_, waiting_;
  std::vector<Visit> path_;
  std::uint32_t count_ = 0;
  Blocks out_;
};

}  // namespace

Blocks find_blocks(const PlanCells& mesh, std::span<const std::pair<std::uint32_t, std::uint32_t>> joined) {
  return BlockSearch(mesh, joined).run();
}

}  // namespace ambula
