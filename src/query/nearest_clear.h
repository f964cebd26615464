// The nearest place that keeps its distance from borders: where the end of a path goes that is too close to
// one.
#pragma once

#include <optional>
#include <vector>

#include "query/clearance_graph.h"
#include "query/clearance_search.h"
#include "query/plan_flood.h"

namespace ambula {

class NearestClear {
 public:
  explicit NearestClear(const ClearanceGraph& graph) : graph_(&graph) {}

  // Of the places that keep clear, lie in the box p ± half (scene coordinates, metres) and are joined to
  // `from` within it, in plan: the one that is nearest to p in plan. `from` is p on the surface, or what is
  // near it. Where different distances are kept from walls and ledges, it may be one a little further.
  // After warm-up nothing is allocated.
  [[nodiscard]] std::optional<ClearPlace> find(const ClearPlace& from, Vec3 p, Vec3 half,
                                               const KeptDistance& keep, ClearanceSearch& search);

 private:
  // Quanta by which bounds are further from borders than they have to be: is_clear() judges, and rounds.
  static constexpr double kPast = 1e-3;

  // A piece of what bounds the places that keep clear: a circle around a, or from a to b where there is no
  // radius.
  struct Bound {
    Vec2 a, b;
    double radius = 0;
    // Of a circle: directions of the borders to and from its centre. Beside those, their lines are the bound.
    Vec2 before = {}, after = {};
    double away = 0;  // from p

    [[nodiscard]] bool has(Vec2 q) const {
      return dot(q - a, before) >= -kPast && dot(q - a, after) <= kPast;
    }
  };
  struct Wanted;  // what find() was asked for, and the best so far

  void gather(const Wanted& wanted, const ClearPlace& from);
  [[nodiscard]] Bound circle_around(std::uint32_t border, const KeptDistance& keep) const;
  void look_at(Vec2 q, Wanted& wanted) const;
  void look_at_foot(const Bound& bound, Wanted& wanted) const;
  void look_where_they_meet(const Bound& a, const Bound& b, Wanted& wanted) const;

  const ClearanceGraph* graph_;
  PlanFlood around_, borders_;  // of the base, of the clearance triangulation
  std::vector<Bound> bounds_;
};

}  // namespace ambula
