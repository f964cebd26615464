// move_along_surface: as far as one gets, which is the point nearest to the goal of what is joined around the
// way there. Found from cell to cell within the circle that the way is a diameter of: what lies outside it is
// no nearer to the goal than where one is.
#include <algorithm>
#include <cmath>

#include "query/query_state.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

}  // namespace

Place Query::move_along_surface(Place from, Vec3 to, const Filter* filter,
                                std::vector<std::uint32_t>* visited) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  if (visited != nullptr) visited->clear();
  MeshPlace start;
  const Vec3 goal = m.inwards(to);
  if (!own.enter(*shared_, from, filter, start) || !is_finite(to) || !is_near(goal)) return from;
  const Vec2 a = start.at.xy(), b = goal.xy(), middle = (a + b) * 0.5;
  const double reach = length(b - a) / 2 * (1 + 1e-9) + 1e-3;
  // From cell to cell, remembering the side each was entered by.
  auto& queue = own.steps;
  auto& entry = own.entries;
  queue.assign(1, start.cell);
  entry.assign(1, kNone);
  Vec2 best = a;
  std::size_t best_at = 0;
  double least = length(b - a);
  for (std::size_t k = 0; k < queue.size() && least > 0; ++k) {
    const std::uint32_t c = queue[k];
    if (holds(m, c, b)) {
      best = b;
      best_at = k;
      break;
    }
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s) {
      const Vec2 u = m.sides[s].at(), v = m.sides[m.next(s, c)].at();
      const std::uint32_t d = m.sides[s].neighbour;
      if (d == kNone || !own.toll.passes(s)) {
        const Vec2 q = closest_on(u, v, b);
        const double off = length(q - b);
        if (off < least) {
          least = off;
          best = q;
          best_at = k;
        }
      } else if (length(closest_on(u, v, middle) - middle) <= reach &&
                 std::find(queue.begin(), queue.end(), d) == queue.end()) {
        queue.push_back(d);
        entry.push_back(static_cast<std::uint32_t>(k));
      }
    }
  }
  if (visited != nullptr) {
    for (std::size_t k = best_at; k != kNone; k = entry[k]) visited->push_back(queue[k]);
    std::reverse(visited->begin(), visited->end());
  }
  const std::uint32_t cell = queue[best_at];
  return {m.outwards({best.x, best.y, height_in(m, cell, best)}), cell};
}

}  // namespace ambula
