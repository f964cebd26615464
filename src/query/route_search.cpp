#include "query/route_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambula {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Vec2 middle(const PlanCells& cells, std::uint32_t side) {
  return (cells.sides[side].at() + cells.sides[cells.sides[side].across].at()) * 0.5;
}

// Where a way up a tree enters the core.
Vec2 leaves_tree(const PlanCells& cells, std::span<const std::uint32_t> sides, Vec2 at) {
  if (sides.empty()) return at;
  return likely_crossing(cells, sides.back(),
                         sides.size() == 1 ? at : middle(cells, sides[sides.size() - 2]));
}

}  // namespace

void RouteSearch::fresh_stamp(std::size_t ways) {
  if (arrivals_.size() < ways) arrivals_.resize(ways);
  if (++stamp_ != 0) return;
  for (Arrival& a : arrivals_) a.stamp = 0;
  stamp_ = 1;
}

void RouteSearch::begin(const PlanCells& cells, const Routes& routes, const MeshPlace& start,
                        const MeshPlace& goal) {
  fresh_stamp(2 * routes.chains.size());
  open_.clear();
  expansions_ = 0;
  best_ = kInfinite;
  best_before_ = best_last_ = kNone;
  ends_.find(cells, routes, start, goal);
  state_ = ends_.meet() ? State::found : State::running;
  if (state_ == State::found) return;
  start_ = leaves_tree(cells, ends_.climbed(), start.at.xy());
  goal_ = leaves_tree(cells, ends_.descended(), goal.at.xy());
  begin_core(cells, routes);
}

void RouteSearch::begin_core(const PlanCells& cells, const Routes& routes) {
  const std::uint32_t own = routes.chain[ends_.from()], last = routes.chain[ends_.to()];
  for (std::uint32_t way = 2 * last; last != kNone && way < 2 * last + 2; ++way) {
    // From the goal back to the beginning of the way, or to the start where that is on it.
    const std::uint32_t before = routes.sides_before(ends_.to(), way);
    last_part_[way % 2] = estimate(cells, routes, way ^ 1u, routes.chains[last].sides - before, goal_);
    if (!ends_.is_ahead(routes, way)) continue;
    take(kNone, way, between(routes, way, routes.sides_before(ends_.from(), way), before));
    last_part_[way % 2].length = kInfinite;  // from its end the way comes by the start
  }
  if (own == kNone) return leave(cells, routes, ends_.from(), kNone, start_, 0);
  for (std::uint32_t way = 2 * own; way < 2 * own + 2; ++way) {
    if (ends_.is_ahead(routes, way)) continue;  // the goal is on it
    const Part part = estimate(cells, routes, way, routes.sides_before(ends_.from(), way), start_);
    offer(way, kNone, part.at, part.length);
  }
}

// From a place within a way to its end: by the turns that lie ahead.
RouteSearch::Part RouteSearch::estimate(const PlanCells& cells, const Routes& routes, std::uint32_t way,
                                        std::uint32_t sides_behind, Vec2 from) {
  const Chain& chain = routes.chains[way / 2];
  const std::uint32_t behind = routes.turns_behind(way, sides_behind),
                      exit = routes.side(cells, way, chain.sides - 1);
  if (behind == chain.turns) {
    const Vec2 out = likely_crossing(cells, exit, from);
    return {out, length(out - from)};
  }
  const ChainTurn &first = routes.turn(way, behind), &last = routes.turn(way, chain.turns - 1);
  const Vec2 out = likely_crossing(cells, exit, last.at);
  return {out, length(first.at - from) + std::abs(last.along - first.along) + length(out - last.at)};
}

// From the start to a goal further on in the same chain; both by the sides of the way before them.
double RouteSearch::between(const Routes& routes, std::uint32_t way, std::uint32_t from,
                            std::uint32_t to) const {
  const std::uint32_t behind = routes.turns_behind(way, from), end = routes.turns_behind(way, to);
  if (behind >= end) return length(goal_ - start_);
  const ChainTurn &first = routes.turn(way, behind), &last = routes.turn(way, end - 1);
  return length(first.at - start_) + std::abs(last.along - first.along) + length(goal_ - last.at);
}

void RouteSearch::take(std::uint32_t before, std::uint32_t last, double length) {
  if (!(length < best_)) return;
  best_ = length;
  best_before_ = before;
  best_last_ = last;
}

void RouteSearch::offer(std::uint32_t way, std::uint32_t before, Vec2 at, double g) {
  Arrival& known = arrivals_[way];
  if (known.stamp == stamp_ && (known.is_done || !(g < known.g))) return;
  const double f = g + length(goal_ - at);
  if (!(f < best_)) return;
  known = {g, at, before, stamp_, false};
  open_.push({f, way});
}

// On from a junction, by every way but the one it was come by.
void RouteSearch::leave(const PlanCells& cells, const Routes& routes, std::uint32_t junction,
                        std::uint32_t before, Vec2 at, double g) {
  const std::uint32_t last = routes.chain[ends_.to()];
  for (const std::uint32_t way : routes.ways_from(junction)) {
    if (before != kNone && way == (before ^ 1u)) continue;
    const Chain& chain = routes.chains[way / 2];
    if (way / 2 == last) {
      const Part& part = last_part_[way % 2];
      take(before, way, g + length(part.at - at) + part.length);
    }
    const WayLength& whole = routes.lengths[way];
    if (whole.rest >= 0) {
      offer(way, before, whole.end, g + length(whole.first_turn - at) + whole.rest);
    } else {
      const Vec2 in = likely_crossing(cells, routes.side(cells, way, 0), at),
                 out = likely_crossing(cells, routes.side(cells, way, chain.sides - 1), in);
      offer(way, before, out, g + length(in - at) + length(out - in));
    }
  }
}

RouteSearch::State RouteSearch::advance(const PlanCells& cells, const Routes& routes,
                                        std::uint64_t expansions) {
  while (state_ == State::running) {
    if (open_.empty() || !(open_.top().f < best_)) {
      state_ = State::found;
      break;
    }
    Arrival& at = arrivals_[open_.top().way];
    if (at.is_done) {
      (void)open_.pop();
      continue;
    }
    if (expansions-- == 0) break;
    const std::uint32_t way = open_.pop().way, junction = routes.end_of(way);
    at.is_done = true;
    ++expansions_;
    if (junction == ends_.to()) {
      take(way, kNone, at.g + length(goal_ - at.at));
    } else {
      leave(cells, routes, junction, way, at.at, at.g);
    }
  }
  return state_;
}

void RouteSearch::trace(const PlanCells& cells, const Routes& routes, std::vector<std::uint32_t>& out) {
  choice_.ways.clear();
  choice_.last = best_last_;
  for (std::uint32_t way = best_before_; way != kNone; way = arrivals_[way].before)
    choice_.ways.push_back(way);
  std::reverse(choice_.ways.begin(), choice_.ways.end());
  ends_.write(cells, routes, choice_, out);
}

}  // namespace ambula
