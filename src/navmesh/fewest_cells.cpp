// Leaving out one edge after the other ends where no edge can go alone, though other edges in its place might
// do with fewer. So the cells around an edge are taken back to triangles, and which of the edges between them
// to keep is decided by branch and bound, with everything around them as it is. For the edges of a
// triangulation as a whole this is a small integer program (every kept edge at a vertex is followed by
// another within half a turn); solved in parts it stays cheap, and comes within a few percent of the optimum.
#include "navmesh/fewest_cells.h"

#include <algorithm>
#include <vector>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Fans::kNone;
constexpr std::size_t kEdges = 32;        // of a neighbourhood that is still solved
constexpr std::uint32_t kBranches = 300;  // after which the best so far has to do

class Improving {
 public:
  Improving(Fans& fans, std::span<const std::uint32_t> order, std::uint32_t max_vertices)
      : fans_(fans), order_(order), max_vertices_(max_vertices) {
    std::uint32_t half_edges = 0;
    for (const std::uint32_t e : order) half_edges = std::max({half_edges, e + 1, fans.twin(e) + 1});
    // Triangles without a free edge are never asked for.
    marked_.assign(half_edges / 3 + 1, 0);
    local_.assign(half_edges / 3 + 1, 0);
    rank_.assign(half_edges, kNone);
    for (std::uint32_t k = 0; k < order.size(); ++k) rank_[fans.edge_of(order[k])] = k;
    waiting_.assign(order.size(), 1);
  }

  void run(const Context* context) {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t k = 0; k < order_.size(); ++k) {
        if (k % 64 == 0 && context && context->cancelled()) return;
        if (!waiting_[k]) continue;
        waiting_[k] = 0;
        if (!fans_.kept(fans_.edge_of(order_[k]))) continue;
        if (improve(order_[k])) again = true;
      }
    }
  }

 private:
  bool improve(std::uint32_t half_edge) {
    const std::uint32_t u = fans_.fan_at(half_edge), v = fans_.fan_at_end(half_edge);
    return (gather({u, v}) && solve()) || (gather({u, kNone}) && solve()) || (gather({v, kNone}) && solve());
  }

  // The cells around these fans. False when they are too many to solve, or there is no choice.
  bool gather(const std::array<std::uint32_t, 2>& around) {
    ++stamp_;
    triangles_.clear();
    edges_.clear();
    for (const std::uint32_t fan : around) {
      if (fan == kNone) continue;
      for (const std::uint32_t e : fans_.spokes(fan)) {
        if (!fans_.is_free(e)) continue;  // the triangle beyond is of another kind, or has a free edge here
        if (!flood(e / 3) || !flood(fans_.twin(e) / 3)) return false;
      }
    }
    for (const std::uint32_t t : triangles_) {
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        if (fans_.edge_of(h) == h && fans_.is_free(h) && marked_[fans_.twin(h) / 3] == stamp_)
          edges_.push_back(order_[rank_[h]]);
      }
    }
    if (edges_.size() > kEdges) return false;
    // Places, not the order of triangles, decide which of two equal answers is found first.
    std::sort(edges_.begin(), edges_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return rank_[fans_.edge_of(a)] < rank_[fans_.edge_of(b)];
    });
    return true;
  }
  bool flood(std::uint32_t triangle) {
    if (marked_[triangle] == stamp_) return true;
    marked_[triangle] = stamp_;
    const std::size_t first = triangles_.size();
    triangles_.push_back(triangle);
    for (std::size_t k = first; k < triangles_.size(); ++k) {
      for (std::uint32_t h = 3 * triangles_[k]; h < 3 * triangles_[k] + 3; ++h) {
        if (fans_.kept(fans_.edge_of(h))) continue;
        const std::uint32_t next = fans_.twin(h) / 3;
        if (marked_[next] == stamp_) continue;
        marked_[next] = stamp_;
        triangles_.push_back(next);
        if (triangles_.size() > first + 1 + kEdges) return false;  // joined by more than so many edges
      }
    }
    return true;
  }

  bool solve() {
    before_.clear();
    least_kept_ = 0;
    for (const std::uint32_t h : edges_) {
      before_.push_back(fans_.kept(fans_.edge_of(h)) ? 1 : 0);
      least_kept_ += fans_.kept(fans_.edge_of(h)) ? 1u : 0u;
    }
    if (least_kept_ < 2) return false;
    least_cells_ = count_cells();
    best_.clear();
    for (const std::uint32_t h : edges_) fans_.keep(fans_.edge_of(h), false);
    list_fans();
    decided_.assign(edges_.size(), 0);
    branches_ = 0;
    branch(0);
    const bool found = !best_.empty();
    const std::vector<char>& answer = found ? best_ : before_;
    for (std::size_t k = 0; k < edges_.size(); ++k) fans_.keep(fans_.edge_of(edges_[k]), answer[k] != 0);
    if (found) wake();
    return found;
  }

  // The fans at the ends of the neighbourhood's edges, and which of these each has.
  void list_fans() {
    fan_.clear();
    ends_.clear();
    for (const std::uint32_t h : edges_) {
      std::array<std::uint32_t, 2> end{};
      for (std::size_t i = 0; i < 2; ++i) {
        const std::uint32_t f = i == 0 ? fans_.fan_at(h) : fans_.fan_at_end(h);
        end[i] = static_cast<std::uint32_t>(std::find(fan_.begin(), fan_.end(), f) - fan_.begin());
        if (end[i] == fan_.size()) fan_.push_back(f);
      }
      ends_.push_back(end);
    }
    discontent_.clear();
    discontents_ = 0;
    for (const std::uint32_t f : fan_) {
      discontent_.push_back(fans_.content(f) ? 0 : 1);
      discontents_ += discontent_.back();
    }
  }

  // Every vertex that is not content needs an edge more, and an edge serves two at most. One of them is
  // taken, and each of its edges kept in turn.
  void branch(std::uint32_t kept) {
    if (kept + (discontents_ + 1) / 2 >= least_kept_ || ++branches_ > kBranches) return;
    if (discontents_ == 0) {
      finish(kept);
      return;
    }
    std::uint32_t choices[kEdges], n = choose(choices);
    for (std::uint32_t c = 0; c < n; ++c) {
      const std::uint32_t k = choices[c];
      decided_[k] = 1;
      keep(k, true);
      branch(kept + 1);
      keep(k, false);  // and stays so for the edges after it
    }
    for (std::uint32_t c = 0; c < n; ++c) decided_[choices[c]] = 0;
  }
  // The undecided edges of the vertex that has the fewest of them among those not content.
  std::uint32_t choose(std::uint32_t* choices) const {
    std::uint32_t open[2 * kEdges] = {}, fan = kNone, n = 0;
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      if (decided_[k]) continue;
      ++open[ends_[k][0]];
      ++open[ends_[k][1]];
    }
    for (std::uint32_t f = 0; f < fan_.size(); ++f) {
      if (discontent_[f] && (fan == kNone || open[f] < open[fan])) fan = f;
    }
    for (std::uint32_t k = 0; k < edges_.size(); ++k) {
      if (!decided_[k] && (ends_[k][0] == fan || ends_[k][1] == fan)) choices[n++] = k;
    }
    return n;
  }
  void keep(std::uint32_t k, bool kept) {
    fans_.keep(fans_.edge_of(edges_[k]), kept);
    for (const std::uint32_t f : ends_[k]) {
      discontents_ -= discontent_[f];
      discontent_[f] = fans_.content(fan_[f]) ? 0 : 1;
      discontents_ += discontent_[f];
    }
  }
  void finish(std::uint32_t kept) {
    const std::uint32_t cells = count_cells();
    if (cells >= least_cells_) return;
    least_cells_ = cells;
    least_kept_ = kept;
    best_.clear();
    for (const std::uint32_t h : edges_) best_.push_back(fans_.kept(fans_.edge_of(h)) ? 1 : 0);
  }

  // Of the neighbourhood; kNone when one has more vertices than allowed.
  std::uint32_t count_cells() {
    for (std::uint32_t k = 0; k < triangles_.size(); ++k) local_[triangles_[k]] = k;
    parent_.resize(triangles_.size());
    sides_.assign(triangles_.size(), 0);
    for (std::uint32_t k = 0; k < parent_.size(); ++k) parent_[k] = k;
    auto cells = static_cast<std::uint32_t>(triangles_.size());
    for (const std::uint32_t h : edges_) {
      if (fans_.kept(fans_.edge_of(h))) continue;
      const std::uint32_t a = root(local_[h / 3]), b = root(local_[fans_.twin(h) / 3]);
      if (a == b) continue;
      parent_[b] = a;
      --cells;
    }
    if (max_vertices_ == 0) return cells;
    for (std::uint32_t k = 0; k < triangles_.size(); ++k) {
      for (std::uint32_t h = 3 * triangles_[k]; h < 3 * triangles_[k] + 3; ++h) {
        if (fans_.kept(fans_.edge_of(h)) && ++sides_[root(k)] > std::max(3u, max_vertices_)) return kNone;
      }
    }
    return cells;
  }
  std::uint32_t root(std::uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }

  // Edges with an end in the neighbourhood may now do better.
  void wake() {
    for (const std::uint32_t t : triangles_) {
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        for (const std::uint32_t e : fans_.spokes(fans_.fan_at(h))) {
          if (fans_.is_free(e) && fans_.kept(e)) waiting_[rank_[e]] = 1;
        }
      }
    }
  }

  Fans& fans_;
  std::span<const std::uint32_t> order_;
  std::uint32_t max_vertices_;
  std::vector<char> waiting_;                  // by rank
  std::vector<std::uint32_t> rank_;            // by edge: its place in the order
  std::vector<std::uint32_t> marked_, local_;  // by triangle
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> triangles_, edges_;  // of the neighbourhood
  std::vector<std::uint32_t> parent_, sides_;
  std::vector<char> before_, best_, decided_;       // per edge of the neighbourhood
  std::vector<std::uint32_t> fan_;                  // of the neighbourhood
  std::vector<std::array<std::uint32_t, 2>> ends_;  // per edge: indices of fan_
  std::vector<std::uint8_t> discontent_;            // per fan
  std::uint32_t discontents_ = 0;
  std::uint32_t least_kept_ = 0, least_cells_ = 0, branches_ = 0;
};

}  // namespace

void find_fewer_cells(Fans& fans, std::span<const std::uint32_t> order, std::uint32_t max_vertices,
                      const Context* context) {
  if (!order.empty()) Improving(fans, order, max_vertices).run(context);
}

}  // namespace ambula
