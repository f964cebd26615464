#include "query/route_proof.h"

#include <algorithm>

#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr double kTie = 1e-12;  // of a length: below this two are the same

}  // namespace

struct RouteProof::World {
  const PlanCells& cells;
  const Routes& routes;
  const RouteEnds& ends;
};

RouteProof::Outcome RouteProof::run(const PlanCells& cells, const Routes& routes, const RouteEnds& ends,
                                    Vec2 start, Vec2 goal, double known, std::uint64_t most_expansions) {
  const World world{cells, routes, ends};
  start_ = start;
  goal_ = goal;
  best_ = known * (1 - kTie);
  is_shorter_ = false;
  expansions_ = 0;
  begin(world);
  Outcome outcome = Outcome::proven;
  while (!open_.empty() && open_.top().f < best_) {
    if (expansions_ == most_expansions) {
      outcome = Outcome::too_many;
      break;
    }
    const std::uint32_t n = open_.pop().arrival;
    const Arrival at = arrivals_[n];
    const TautPoint& apex = points_[at.first + at.apex];
    if (apex.portal >= 0 && roots_[static_cast<std::uint32_t>(apex.portal)].g < at.g * (1 - kTie)) continue;
    ++expansions_;
    const std::uint32_t junction = routes.end_of(at.way);
    if (junction == ends.to()) {
      arrive(world, at, n, kNone, 0);
      continue;
    }
    for (const std::uint32_t way : routes.ways_from(junction)) {
      if (way == (at.way ^ 1u)) continue;
      if (way / 2 == routes.chain[ends.to()]) arrive(world, at, n, way, 0);
      if (way / 2 != routes.chain[ends.from()] &&
          may_be_shorter(world, at.least, way, routes.chains[way / 2].least))
        follow(world, at, n, way, 0);
    }
  }
  if (!is_shorter_) return outcome;
  choice_.ways.clear();
  choice_.last = best_last_;
  for (std::uint32_t n = best_before_; n != kNone; n = arrivals_[n].before)
    choice_.ways.push_back(arrivals_[n].way);
  std::reverse(choice_.ways.begin(), choice_.ways.end());
  return outcome;
}

// Up from the start, and on by all the ways there are.
void RouteProof::begin(const World& world) {
  const auto& [cells, routes, ends] = world;
  if (roots_.size() < cells.turns) roots_.resize(cells.turns);
  if (last_of_.size() < 2 * routes.chains.size()) last_of_.resize(2 * routes.chains.size());
  if (++stamp_ == 0) {
    for (Root& r : roots_) r.stamp = 0;
    for (LastOf& l : last_of_) l.stamp = 0;
    stamp_ = 1;
  }
  arrivals_.clear();
  open_.clear();
  points_.assign(1, {start_, -1});
  Arrival first;
  first.size = 1;
  open(first, ends.climbed().size());
  pass(world, ends.climbed().size(), [climbed = ends.climbed()](std::size_t k) { return climbed[k]; });
  first.g = passed_length(first);
  const auto row = funnel_.row();
  points_.assign(row.begin(), row.end());
  first.size = static_cast<std::uint32_t>(row.size());
  first.apex = static_cast<std::uint32_t>(funnel_.apex());
  const std::uint32_t own = routes.chain[ends.from()], last = routes.chain[ends.to()];
  if (own == kNone) {
    for (const std::uint32_t way : routes.ways_from(ends.from())) {
      if (way / 2 == last) arrive(world, first, kNone, way, 0);
      if (may_be_shorter(world, first.g, way, routes.chains[way / 2].least))
        follow(world, first, kNone, way, 0);
    }
    return;
  }
  for (const std::uint32_t way : {2 * own, 2 * own + 1}) {
    const std::uint32_t side = routes.sides_before(ends.from(), way);
    if (ends.is_ahead(routes, way))
      arrive(world, first, kNone, way, side);
    else if (may_be_shorter(world, first.g, way, routes.least_from(cells, way, side)))
      follow(world, first, kNone, way, side);
  }
}

// Whether a way may lead to a shorter path, before it is followed: what it is to where it begins, and what it
// is itself, at least.
bool RouteProof::may_be_shorter(const World& world, double to_it, std::uint32_t way, double least) const {
  const auto& [cells, routes, ends] = world;
  const MeshSide& last = cells.sides[routes.side(cells, way, routes.chains[way / 2].sides - 1)];
  const Vec2 end = closest_on(last.at(), cells.sides[last.across].at(), goal_);
  return to_it + std::max(0.0, least) + length(goal_ - end) < best_;
}

void RouteProof::open(const Arrival& from, std::size_t portals) {
  passed_.clear();
  funnel_.open({points_.data() + from.first, from.size}, from.apex, portals);
}

// Through portals, side(k) by side(k). One that the start stands on does not bind it.
template <class Side>
void RouteProof::pass(const World& world, std::size_t portals, Side&& side) {
  const PlanCells& m = world.cells;
  FunnelRow at = funnel_.at();
  const MeshSide *last_left = nullptr, *last_right = nullptr;
  for (std::size_t k = 0; k < portals; ++k) {
    const std::uint32_t s = side(k);
    const MeshSide &right = m.sides[s], &left = m.sides[right.across];
    if (at.left == at.right && at.row[at.apex].portal < 0 && stands_on(right.at(), left.at(), start_))
      continue;
    if (is_new(last_left, left))
      at.add_left({left.at(), static_cast<std::int32_t>(m.turn[right.across])}, passed_);
    if (is_new(last_right, right)) at.add_right({right.at(), static_cast<std::int32_t>(m.turn[s])}, passed_);
    last_left = &left;
    last_right = &right;
  }
  funnel_.at() = at;
}

double RouteProof::passed_length(const Arrival& from) const {
  double sum = 0;
  Vec2 at = points_[from.first + from.apex].at;
  for (const TautPoint& p : passed_) {
    sum += length(p.at - at);
    at = p.at;
  }
  return sum;
}

// From the apex, `g` from the start, through the last portal to the goal. Where that lies on the near side of
// the portal, it is as if it were mirrored.
double RouteProof::least_to_goal(double g, bool mirrors) const {
  const auto row = funnel_.row();
  const std::size_t apex = funnel_.apex();
  Vec2 to = goal_;
  if (mirrors && row.size() > 1) {
    const Vec2 right = row.back().at, along = row.front().at - right;
    const double inside = cross(along, to - right), squared = dot(along, along);
    if (inside > 0 && squared > 0)
      to = {to.x + along.y * (2 * inside / squared), to.y - along.x * (2 * inside / squared)};
  }
  Vec2 at = row[apex].at;
  std::size_t k = apex;
  while (k + 1 < row.size() && cross(row[k + 1].at - at, to - at) < 0) {
    g += length(row[++k].at - at);
    at = row[k].at;
  }
  if (k == apex) {
    while (k > 0 && cross(row[k - 1].at - at, to - at) > 0) {
      g += length(row[--k].at - at);
      at = row[k].at;
    }
  }
  return g + length(to - at);
}

// Whether the same funnel came here by another way as soon: where streets are on a grid, ever more do.
bool RouteProof::is_known(const Arrival& arrival) const {
  const auto row = funnel_.row();
  const LastOf& last = last_of_[arrival.way];
  for (std::uint32_t n = last.stamp == stamp_ ? last.arrival : kNone; n != kNone; n = arrivals_[n].other) {
    const Arrival& other = arrivals_[n];
    if (other.size != row.size() || other.apex != arrival.apex || other.g > arrival.g * (1 + kTie)) continue;
    const bool same = std::equal(row.begin(), row.end(), points_.data() + other.first,
                                 [](const TautPoint& a, const TautPoint& b) { return a.at == b.at; });
    if (same) return true;
  }
  return false;
}

// To the end of a way.
void RouteProof::follow(const World& world, const Arrival& from, std::uint32_t before, std::uint32_t way,
                        std::uint32_t first_side) {
  const auto& [cells, routes, ends] = world;
  const std::uint32_t sides = routes.chains[way / 2].sides;
  open(from, sides - first_side);
  pass(world, sides - first_side, [&, r = &routes, c = &cells](std::size_t k) {
    return r->side(*c, way, first_side + static_cast<std::uint32_t>(k));
  });
  Arrival to;
  to.g = from.g + passed_length(from);
  to.way = way;
  to.before = before;
  to.apex = static_cast<std::uint32_t>(funnel_.apex());
  const double f = least_to_goal(to.g, true);
  if (!(f < best_)) return;
  const std::int32_t turn = funnel_.row()[to.apex].portal;
  if (turn >= 0) {
    Root& root = roots_[static_cast<std::uint32_t>(turn)];
    if (root.stamp == stamp_ && root.g < to.g * (1 - kTie)) return;
    if (root.stamp != stamp_ || to.g < root.g) root = {to.g, stamp_};
  }
  if (is_known(to)) return;
  const auto row = funnel_.row();
  const Vec2 apex = row[to.apex].at;
  to.least = to.g + length(closest_on(row.front().at, row.back().at, apex) - apex);
  to.first = static_cast<std::uint32_t>(points_.size());
  to.size = static_cast<std::uint32_t>(funnel_.row().size());
  points_.insert(points_.end(), funnel_.row().begin(), funnel_.row().end());
  LastOf& last = last_of_[way];
  to.other = last.stamp == stamp_ ? last.arrival : kNone;
  last = {static_cast<std::uint32_t>(arrivals_.size()), stamp_};
  open_.push({f, static_cast<std::uint32_t>(arrivals_.size())});
  arrivals_.push_back(to);
}

// To the goal: within the chain of a way, or from the junction at hand.
void RouteProof::arrive(const World& world, const Arrival& from, std::uint32_t before, std::uint32_t last,
                        std::uint32_t first_side) {
  const auto& [cells, routes, ends] = world;
  const auto descended = ends.descended();
  const std::uint32_t end = last == kNone ? 0 : routes.sides_before(ends.to(), last);
  open(from, end + descended.size());
  pass(world, end - std::min(end, first_side), [&, r = &routes, c = &cells](std::size_t k) {
    return r->side(*c, last, first_side + static_cast<std::uint32_t>(k));
  });
  pass(world, descended.size(),
       [&, c = &cells](std::size_t k) { return c->sides[descended[descended.size() - 1 - k]].across; });
  const double all = least_to_goal(from.g + passed_length(from), false);
  if (!(all < best_)) return;
  best_ = all;
  best_before_ = before;
  best_last_ = last;
  is_shorter_ = true;
}

}  // namespace ambula
