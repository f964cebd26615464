// Vertices are taken out one by one, and the hole each leaves is filled anew. Inside, the order is that of
// error quadrics (Garland and Heckbert 1997) in the form that remembers nothing (Lindstrom and Turk 1998):
// the mean of squared distances, up and down, between a neighbour and the planes around the vertex, each
// weighed by its area. It is a squared length, and so compared with the square of the limit. That orders;
// what decides is a bound: every triangle knows how far it is from the surface as it was, at most.
#include "navmesh/simplify.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "navmesh/simplify_border.h"
#include "navmesh/simplify_change.h"
#include "navmesh/simplify_surface.h"
#include "navmesh/surface_order.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr int kPasses = 8;  // the last ones hardly change a thing
// Quanta by which a flipped edge may rise: but for rounding none, for heights are worth more than roundness.
constexpr double kFlipRise = 1;

class Simplifying {
 public:
  Simplifying(EditSurface& surface, const SimplifyLimits& limits, const Context* context)
      : surface_(surface), limits_(limits), context_(context), change_(surface, limits.height) {}

  void run() {
    BorderSimplifier border(surface_, change_, limits_.border, limits_.area);
    // What failed once fails again unless something changed around it, so each step looks at that alone.
    std::uint32_t inner = 0, at_border = 0, flipped = 0;
    for (int pass = 0; pass < kPasses; ++pass) {
      const std::uint32_t then = surface_.now();
      std::size_t removed = remove_inner(std::exchange(inner, then + 1));
      if (limits_.border > 0) {
        if (pass == 0) removed += border.prepare(context_);
        removed += border.run(std::exchange(at_border, surface_.now() + 1), context_);
      }
      make_round(kFlipRise, std::exchange(flipped, surface_.now() + 1));
      if (removed == 0 || (context_ && context_->cancelled())) break;
    }
  }

 private:
  struct Move {
    double cost;
    std::uint32_t vertex;
  };
  struct Later {
    bool operator()(const Move& a, const Move& b) const {
      return a.cost != b.cost ? a.cost > b.cost : a.vertex > b.vertex;
    }
  };
  // What the heap knows of a vertex: nothing, its price, or a price from before something changed around it.
  // Those are looked up again when their turn comes, which is much rarer than changes are.
  enum class Known : char { no, yes, stale };

  std::size_t remove_inner(std::uint32_t since) {
    moves_.clear();
    known_.assign(surface_.vertices(), Known::no);
    for (std::uint32_t v = 0; v < surface_.vertices(); ++v) {
      if (surface_.has_vertex(v) && surface_.changed_since(v, since)) push(v);
    }
    std::size_t removed = 0;
    for (std::size_t k = 0; !moves_.empty(); ++k) {
      if (k % 256 == 0 && context_ && context_->cancelled()) break;
      std::pop_heap(moves_.begin(), moves_.end(), Later{});
      const std::uint32_t v = moves_.back().vertex;
      moves_.pop_back();
      if (std::exchange(known_[v], Known::no) == Known::stale) {
        push(v);
        continue;
      }
      surface_.gather(v, fan_);
      if (fan_.one_label ? !remove(v) : !straighten(v)) continue;
      ++removed;
      around_.assign(fan_.link.begin(), fan_.link.end());
      for (const std::uint32_t u : around_) {
        if (known_[u] == Known::no) {
          push(u);
        } else {
          known_[u] = Known::stale;
        }
      }
    }
    return removed;
  }

  void push(std::uint32_t v) {
    surface_.gather(v, fan_);
    if (!fan_.closed || !fan_.once || fan_.stepped) return;
    if (fan_.one_label ? limits_.height <= 0 : limits_.border <= 0 || !find_line()) return;
    const double cost = price(v);
    if (cost > limits_.height * limits_.height) return;
    known_[v] = Known::yes;
    moves_.push_back({cost, v});
    std::push_heap(moves_.begin(), moves_.end(), Later{});
  }

  // The spokes of the fan that lie between labels, if they are two.
  bool find_line() {
    line_.clear();
    for (std::uint32_t k = 0; k < fan_.spokes.size(); ++k) {
      if (!surface_.is_free(fan_.spokes[k])) line_.push_back(k);
    }
    return line_.size() == 2;
  }

  // The least quadric of the neighbours, of all of them in quadric_.
  double price(std::uint32_t v) {
    const LatticePoint o = surface_.place(v);
    const std::size_t n = fan_.link.size();
    away_.clear();
    bool level = true;
    for (const std::uint32_t u : fan_.link) {
      const LatticePoint p = surface_.place(u);
      away_.push_back({double{1} * p.x - o.x, double{1} * p.y - o.y, double{1} * p.z - o.z});
      level = level && p.z == o.z;
    }
    quadric_.assign(n, 0);
    if (level) return 0;
    double weight = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const auto &a = away_[k], &b = away_[k + 1 == n ? 0 : k + 1];
      const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2],
                   z = a[0] * b[1] - a[1] * b[0];
      weight += z;
      for (std::size_t u = 0; u < n; ++u) {
        const double off = x * away_[u][0] + y * away_[u][1] + z * away_[u][2];
        quadric_[u] += off / z * off;
      }
    }
    for (double& q : quadric_) q /= weight;
    return *std::min_element(quadric_.begin(), quadric_.end());
  }

  bool remove(std::uint32_t v) {
    price(v);
    const bool planar = *std::max_element(quadric_.begin(), quadric_.end()) <= 1;  // but for rounding
    change_.begin(1);
    change_.gone = {v};
    Hole& hole = change_.holes[0];
    hole.label = surface_.label(fan_.spokes[0] / 3);
    for (const std::uint32_t h : fan_.spokes) {
      change_.old.push_back(h / 3);
      hole.sides.push_back(surface_.side(EditSurface::after(h)));
    }
    if (planar ? !change_.fill() : !collapse(hole)) return false;
    change_.apply();
    return true;
  }
  // Into the neighbour with the least quadric that can take it.
  bool collapse(Hole& hole) {
    order_.resize(quadric_.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return quadric_[a] != quadric_[b] ? quadric_[a] < quadric_[b] : fan_.link[a] < fan_.link[b];
    });
    for (const std::uint32_t k : order_) {
      if (quadric_[k] > limits_.height * limits_.height) break;
      if (fill_from(change_.outline(hole), k, hole.fill) && change_.fits()) return true;
    }
    return false;
  }

  // A vertex of a line between two labels.
  bool straighten(std::uint32_t v) {
    if (!find_line()) return false;
    const std::uint32_t i = line_[0], j = line_[1], a = fan_.link[i], b = fan_.link[j];
    const double moved = std::max(surface_.moved(fan_.spokes[i]), surface_.moved(fan_.spokes[j])) +
                         std::sqrt(squared_distance(surface_.plan(v), surface_.plan(a), surface_.plan(b)));
    if (moved > limits_.border) return false;
    change_.begin(2);
    change_.gone = {v};
    const auto n = static_cast<std::uint32_t>(fan_.spokes.size());
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t first = line_[k], last = line_[1 - k];
      Hole& hole = change_.holes[k];
      hole.label = surface_.label(fan_.spokes[first] / 3);
      for (std::uint32_t m = first; m != last; m = m + 1 == n ? 0 : m + 1) {
        change_.old.push_back(fan_.spokes[m] / 3);
        hole.sides.push_back(surface_.side(EditSurface::after(fan_.spokes[m])));
      }
      hole.sides.push_back({fan_.link[last], Hole::kOpposite, false, moved});
      if (!is_simple(change_.outline(hole))) return false;
    }
    if (!change_.fill()) return false;
    change_.apply();
    return true;
  }

  // Flips edges towards Delaunay's triangulation, as long as heights differ by no more than `most`.
  void make_round(double most, std::uint32_t since) {
    waiting_.clear();
    for (std::uint32_t h = 0; h < surface_.half_edges(); ++h) {
      if (surface_.has_triangle(h / 3) && surface_.changed_since(surface_.from(h), since) &&
          surface_.is_free(h) && h < surface_.twin(h))
        waiting_.push_back(h);
    }
    std::reverse(waiting_.begin(), waiting_.end());
    while (!waiting_.empty()) {
      const std::uint32_t h = waiting_.back();
      waiting_.pop_back();
      if (surface_.has_triangle(h / 3) && surface_.is_free(h)) flip(h, most);
    }
  }
  void flip(std::uint32_t h, double most) {
    const std::uint32_t g = surface_.twin(h), a = surface_.from(h), b = surface_.to(h),
                        c = surface_.from(EditSurface::before(h)), d = surface_.from(EditSurface::before(g));
    const Point2 pa = surface_.plan(a), pb = surface_.plan(b), pc = surface_.plan(c), pd = surface_.plan(d);
    if (incircle(pa, pb, pc, pd) <= 0) return;
    // Strictly convex, or there is nothing to flip.
    if (orient2d(pd, pb, pc) <= 0 || orient2d(pa, pd, pc) <= 0) return;
    change_.begin(1);
    change_.old = {h / 3, g / 3};
    Hole& hole = change_.holes[0];
    hole.label = surface_.label(h / 3);
    for (const std::uint32_t side :
         {EditSurface::after(g), EditSurface::before(g), EditSurface::after(h), EditSurface::before(h)})
      hole.sides.push_back(surface_.side(side));
    hole.fill = {{0, 1, 3}, {1, 2, 3}};
    if (!change_.fits_flipped(most)) return;
    change_.apply();
    for (const HoleSide& side : hole.sides) {
      if (side.beyond != kNone) waiting_.push_back(side.beyond);
    }
  }

  EditSurface& surface_;
  SimplifyLimits limits_;
  const Context* context_;
  Change change_;
  VertexFan fan_;
  std::vector<Move> moves_;                  // a heap
  std::vector<Known> known_;                 // by vertex
  std::vector<std::array<double, 3>> away_;  // of the fan's neighbours
  std::vector<double> quadric_;
  std::vector<std::uint32_t> order_, around_, line_, waiting_;
};

}  // namespace

NavSurface simplify(const SurfaceView& surface, std::span<const std::uint32_t> label,
                    const SimplifyLimits& limits, const Context* context) {
  // Numbers then follow from places, so they may decide between equals.
  NavSurface sorted{{surface.vertices.begin(), surface.vertices.end()},
                    {surface.triangles.begin(), surface.triangles.end()},
                    {surface.neighbours.begin(), surface.neighbours.end()},
                    std::vector<std::uint32_t>(surface.triangles.size())};
  std::iota(sorted.source.begin(), sorted.source.end(), 0u);
  sorted = in_order(sorted);
  if (sorted.triangles.empty() || (limits.border <= 0 && limits.height <= 0)) return sorted;
  std::vector<std::uint32_t> own;
  own.reserve(sorted.triangles.size());
  for (const std::uint32_t s : sorted.source) own.push_back(label[s]);
  EditSurface edit(sorted.view(), own);
  Simplifying(edit, limits, context).run();
  NavSurface out = edit.result();
  for (std::uint32_t& s : out.source) s = sorted.source[s];
  return out;
}

}  // namespace ambula
