#include "query/taut_search.h"

#include <algorithm>
#include <cmath>

#include "query/cell_shape.h"
#include "query/turns.h"

namespace ambula {
namespace {

constexpr double kStartOff = 4e-6;  // quanta: some times what a start is rounded by

// Where a line crosses a side, from how far both ends are to its left.
Vec2 hit(Vec2 a, Vec2 b, double at_a, double at_b) {
  if (at_a == 0) return a;
  if (at_b == 0) return b;
  return a + (b - a) * (at_a / (at_a - at_b));
}

}  // namespace

// One node being pushed on into its cell. Corner k of the cell is counted from the right end of the side it
// was entered by, counter-clockwise; the last one is that side's left end.
struct TautSearch::Expansion {
  const TautWorld& world;
  const Toll& toll;
  TautNode node = {};
  std::uint32_t index = kNone;  // of the node

  [[nodiscard]] const PlanCells& mesh() const { return world.mesh; }
  [[nodiscard]] std::uint32_t begin() const { return mesh().begin(node.cell); }
  [[nodiscard]] std::uint32_t size() const { return mesh().end(node.cell) - begin(); }
  [[nodiscard]] std::uint32_t side(std::uint32_t k) const {
    const std::uint32_t s = node.side + 1 + k, end = mesh().end(node.cell);
    return s >= end ? s - size() : s;
  }
  [[nodiscard]] Vec2 corner(std::uint32_t k) const { return mesh().sides[side(k)].at(); }
  // On which side of a ray a corner is. From the start, which stands on its place but for a rounding, what is
  // nearly on the ray is on it: a wall one stands at would hide itself else.
  [[nodiscard]] double left_of(const Ray& ray, std::uint32_t k) const {
    const Vec2 p = corner(k);
    const double left = ray.left(p);
    if (node.turn != kNone) return left;
    return left * left <= kStartOff * kStartOff * dot(p - ray.from, p - ray.from) ? 0 : left;
  }
  [[nodiscard]] double left_of_right(std::uint32_t k) const { return left_of(node.right_ray, k); }
  [[nodiscard]] double left_of_left(std::uint32_t k) const { return left_of(node.left_ray, k); }
};

// All of a side, from the root of a node.
TautSearch::TautNode TautSearch::seeing(const TautNode& as, Vec2 right, Vec2 left) {
  TautNode out = as;
  out.right = right;
  out.left = left;
  out.right_ray = {as.root, right};
  out.left_ray = {as.root, left};
  out.right_ends = out.left_ends = true;
  return out;
}

void TautSearch::fresh_stamp(const TautWorld& world, const Toll& toll) {
  // Where something is shut, fans are found as they are met, and known by one of their corners.
  const std::size_t roots = toll.shuts() ? world.mesh.turns + world.mesh.sides.size() : world.mesh.turns;
  if (roots_.size() < roots) roots_.resize(roots);
  marks_.resize(world.blocks.size());
  last_through_.resize(world.mesh.sides.size());
  if (++stamp_ != 0) return;
  for (BestRoot& r : roots_) r.stamp = 0;
  for (LastNode& l : last_through_) l.stamp = 0;
  std::fill(marks_.begin(), marks_.end(), 0u);
  stamp_ = 1;
}

void TautSearch::begin(const TautWorld& world, const Toll& toll, const MeshPlace& start,
                       const MeshPlace& goal) {
  fresh_stamp(world, toll);
  floods_ = false;
  nodes_.clear();
  open_.clear();
  best_.node = kNone;
  expansions_ = 0;
  last_ = kNone;
  start_ = start.at.xy();
  goal_ = goal.at.xy();
  state_ = State::exhausted;
  if (!world.blocks.between(start.cell, goal.cell, [&](std::uint32_t b) { marks_[b] = stamp_; })) return;
  starts_.find(world.mesh, toll, start);
  goals_.find(world.mesh, toll, goal);
  state_ = State::found;
  length_ = ambula::length(goal_ - start_);
  for (const std::uint32_t c : starts_.cells) {
    if (goals_.has(c)) return;
  }
  state_ = State::running;
  Expansion e{world, toll};
  for (const std::uint32_t c : starts_.cells) push_first(e, c);
}

void TautSearch::push_first(Expansion& e, std::uint32_t cell) {
  const PlanCells& m = e.mesh();
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s) {
    const Vec2 a = m.sides[s].at(), b = m.sides[m.next(s, cell)].at();
    if (m.sides[s].neighbour == kNone || stands_on(a, b, start_)) continue;
    TautNode first;
    first.root = start_;
    TautNode node = seeing(first, a, b);
    push(e, s, node);
  }
}

TautSearch::State TautSearch::advance(const TautWorld& world, const Toll& toll, std::uint64_t expansions) {
  Expansion e{world, toll};
  while (state_ == State::running) {
    // The best of what was pushed last waits outside the heap: often it is the best of all.
    if (best_.node == kNone || (!open_.empty() && OpenLess{}(open_.top(), best_))) {
      if (open_.empty()) {
        state_ = State::exhausted;
        break;
      }
      const Open top = open_.pop();
      if (best_.node != kNone) open_.push(best_);
      best_ = top;
    }
    const Open at = best_;
    const TautNode& node = nodes_[at.node];
    if (node.turn != kNone && roots_[node.turn].g < node.g * (1 - 1e-12)) {  // a shorter way was found since
      best_.node = kNone;
      continue;
    }
    if (goals_.has(node.cell)) {
      state_ = State::found;
      length_ = at.f;
      last_ = at.node;
      break;
    }
    if (expansions-- == 0) break;
    best_.node = kNone;
    ++expansions_;
    e.node = node;
    e.index = at.node;
    expand(e);
  }
  return state_;
}

void TautSearch::expand(Expansion& e) {
  const TautNode& node = e.node;
  if (node.root == node.right || node.root == node.left) return see_all(e, node);
  if (turn_and_see_all(e)) return;
  // The sides the two rays leave by. What the right one passes on its left begins with side `first`, what the
  // left one passes on its right ends before side `last`.
  const std::uint32_t sides = e.size() - 1;
  std::uint32_t first = 0;
  while (first < sides && !(e.left_of_right(first + 1) > 0)) ++first;
  std::uint32_t last = sides;
  while (last > 0 && !(e.left_of_left(last - 1) < 0)) --last;
  if (node.right_ends) turn_right(e, first);
  if (node.left_ends) turn_left(e, last);
  if (first < last) see_between(e, first, last - 1);
  // Sides that lie on a ray are seen edge on.
  for (std::uint32_t k = 0; k < first; ++k) {
    if (e.left_of_right(k) == 0 && e.left_of_right(k + 1) == 0) see_side(e, k);
  }
  for (std::uint32_t k = last; k < sides; ++k) {
    if (e.left_of_left(k) == 0 && e.left_of_left(k + 1) == 0) see_side(e, k);
  }
}

void TautSearch::see_side(Expansion& e, std::uint32_t k) {
  TautNode out = seeing(e.node, e.corner(k), e.corner(k + 1));
  push(e, e.side(k), out);
}

// A root in line with the side sees nothing behind it, but may turn at the end that is nearer. False where
// the root is not in line.
bool TautSearch::turn_and_see_all(Expansion& e) {
  const TautNode& node = e.node;
  const Vec2 right = e.corner(0), left = e.corner(e.size() - 1), along = left - right;
  const double off = cross(along, node.root - right);
  if (off > (node.turn == kNone ? kStartOff * ambula::length(along) : 0)) return false;
  const double part = dot(node.root - right, along);
  const bool beyond_right = part <= 0, beyond_left = part >= dot(along, along);
  TautNode as = node;
  if (!beyond_right && !beyond_left) {
    see_all(e, as);
  } else if (beyond_right ? node.right_ends : node.left_ends) {
    if (take_root(e, beyond_right, as)) see_all(e, as);
  }
  return true;
}

// All of the cell, from a root that stands on it.
void TautSearch::see_all(Expansion& e, const TautNode& as) {
  if (floods_) note(as, nullptr, nullptr);
  const std::uint32_t sides = e.size() - 1;
  Vec2 right = e.corner(0);
  for (std::uint32_t k = 0; k < sides; ++k) {
    const Vec2 left = e.corner(k + 1);
    TautNode out = seeing(as, right, left);
    push(e, e.side(k), out);
    right = left;
  }
}

void TautSearch::see_between(Expansion& e, std::uint32_t first, std::uint32_t last) {
  const TautNode& node = e.node;
  if (floods_) note(node, &node.right_ray, &node.left_ray);
  for (std::uint32_t k = first; k <= last; ++k) {
    const Vec2 a = e.corner(k), b = e.corner(k + 1);
    TautNode out = seeing(node, a, b);
    if (k == first) {
      const double at = e.left_of_right(k);
      out.right = hit(a, b, at, e.left_of_right(k + 1));
      out.right_ends = at == 0;
      if (at != 0) out.right_ray = node.right_ray;
    }
    if (k == last) {
      const double at = e.left_of_left(k + 1);
      out.left = hit(a, b, e.left_of_left(k), at);
      out.left_ends = at == 0;
      if (at != 0) out.left_ray = node.left_ray;
    }
    push(e, e.side(k), out);
  }
}

// Around the right end of the part one came through: the sides up to `last`, and of that as much as lies to
// the right of the right ray.
void TautSearch::turn_right(Expansion& e, std::uint32_t last) {
  TautNode as = e.node;
  if (!take_root(e, true, as)) return;
  if (floods_) note(as, nullptr, &e.node.right_ray);
  const std::uint32_t sides = e.size() - 1;
  for (std::uint32_t k = 0; k <= last && k < sides; ++k) {
    const Vec2 a = e.corner(k), b = e.corner(k + 1);
    TautNode out = seeing(as, a, b);
    if (k == last) {
      const double at = e.left_of_right(k), beyond = e.left_of_right(k + 1);
      if (!(at < 0)) break;
      out.left = hit(a, b, at, beyond);
      out.left_ray = e.node.right_ray;
      out.left_ends = false;
    }
    push(e, e.side(k), out);
  }
}

void TautSearch::turn_left(Expansion& e, std::uint32_t first) {
  TautNode as = e.node;
  if (!take_root(e, false, as)) return;
  if (floods_) note(as, &e.node.left_ray, nullptr);
  const std::uint32_t sides = e.size() - 1;
  for (std::uint32_t k = first > 0 ? first - 1 : 0; k < sides; ++k) {
    const Vec2 a = e.corner(k), b = e.corner(k + 1);
    TautNode out = seeing(as, a, b);
    if (k + 1 == first) {
      const double at = e.left_of_left(k + 1), before = e.left_of_left(k);
      if (!(at > 0)) continue;
      out.right = hit(a, b, before, at);
      out.right_ray = e.node.left_ray;
      out.right_ends = false;
    }
    push(e, e.side(k), out);
  }
}

// Moves the root to an end of the side. False where no taut path turns there, or another is there sooner.
bool TautSearch::take_root(Expansion& e, bool right, TautNode& out) {
  const PlanCells& m = e.mesh();
  const std::uint32_t corner = right ? e.side(0) : e.node.side;
  std::uint32_t turn = m.turn[corner];
  if (e.toll.shuts()) {
    turn = turn_at(m, corner, e.node.cell, [&](std::uint32_t s) { return e.toll.passes(s); });
    if (turn != kNone) turn += m.turns;
  }
  if (turn == kNone) return false;
  const Vec2 at = m.sides[corner].at();
  const double g = e.node.g + ambula::length(at - e.node.root);
  BestRoot& best = roots_[turn];
  if (best.stamp == stamp_ && best.g < g * (1 - 1e-12)) return false;
  const bool again = best.stamp == stamp_;
  if (!again || g < best.g) best = {g, stamp_, again};
  best.again = again;
  out.root = at;
  out.g = g;
  out.turn = turn;
  return true;
}

// Whether the root has been seen to see all of this part of the side. Where streets are on a grid, every
// corner is reached by two ways of one length, and those after it by ever more.
bool TautSearch::is_known(const TautNode& node, Vec2 along) const {
  const double right = dot(node.right, along), left = dot(node.left, along);
  for (std::uint32_t n = node.before; n != kNone; n = nodes_[n].before) {
    const TautNode& other = nodes_[n];
    if (other.turn == node.turn && !(other.g > node.g * (1 + 1e-12)) && dot(other.right, along) <= right &&
        left <= dot(other.left, along))
      return true;
  }
  return false;
}

void TautSearch::push(Expansion& e, std::uint32_t side, TautNode& node) {
  const PlanCells& m = e.mesh();
  const MeshSide& s = m.sides[side];
  if (s.neighbour == kNone || !e.toll.passes(side) || node.right == node.left) return;
  if (!floods_ && marks_[e.world.blocks.of_side[side]] != stamp_) return;
  node.side = s.across;
  node.cell = s.neighbour;
  node.parent = e.index;
  LastNode& through = last_through_[side];
  node.before = through.stamp == stamp_ ? through.node : kNone;
  if (node.turn != kNone && roots_[node.turn].again && is_known(node, m.sides[s.across].at() - s.at()))
    return;
  const double left = floods_ ? ambula::length(closest_on(node.right, node.left, node.root) - node.root)
                              : left_to_goal(node, s.at(), m.sides[s.across].at());
  const double f = node.g + left;
  if (floods_ && f > limit_) return;
  const Open pushed{f, static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back(node);
  through = {pushed.node, stamp_};
  if (floods_) {
    open_.push(pushed);
  } else if (best_.node == kNone) {
    best_ = pushed;
  } else if (OpenLess{}(pushed, best_)) {
    open_.push(best_);
    best_ = pushed;
  } else {
    open_.push(pushed);
  }
}

void TautSearch::begin_flood(const TautWorld& world, const Toll& toll, const MeshPlace& start, double limit) {
  fresh_stamp(world, toll);
  floods_ = true;
  limit_ = limit;
  nodes_.clear();
  open_.clear();
  parts_.clear();
  expansions_ = 0;
  start_ = start.at.xy();
  starts_.find(world.mesh, toll, start);
  Expansion e{world, toll};
  for (const std::uint32_t c : starts_.cells) {
    parts_.push_back({c, static_cast<std::uint32_t>(parts_.size()), start_, 0, {}, {}});
    push_first(e, c);
  }
}

// The next part of a cell that is entered, and how far that is; false at the end.
bool TautSearch::advance_flood(const TautWorld& world, const Toll& toll, std::uint32_t& cell,
                               double& distance) {
  Expansion e{world, toll};
  while (!open_.empty()) {
    const Open at = open_.pop();
    const TautNode& node = nodes_[at.node];
    if (node.turn != kNone && roots_[node.turn].g < node.g * (1 - 1e-12)) continue;
    ++expansions_;
    cell = node.cell;
    distance = at.f;
    e.node = node;
    e.index = at.node;
    expand(e);
    return true;
  }
  return false;
}

void TautSearch::note(const TautNode& as, const Ray* right, const Ray* left) {
  SeenPart part{
      as.cell,        static_cast<std::uint32_t>(parts_.size()), as.root, as.g, {}, {}, right != nullptr,
      left != nullptr};
  if (right != nullptr) part.right = *right;
  if (left != nullptr) part.left = *left;
  parts_.push_back(part);
}

// The least from the root through the part to the goal. `a` and `b` are the right and the left end of the
// whole side.
double TautSearch::left_to_goal(const TautNode& node, Vec2 a, Vec2 b) const {
  Vec2 t = goal_;
  const Vec2 along = b - a;
  const double inside = cross(along, t - a);
  if (inside > 0) {  // on the near side: as if it were mirrored
    const double twice = 2 * inside / dot(along, along);
    t = {t.x + along.y * twice, t.y - along.x * twice};
  }
  const Vec2 on = t - node.root;
  if (cross(node.right - node.root, on) < 0)
    return ambula::length(node.right - node.root) + ambula::length(t - node.right);
  if (cross(node.left - node.root, on) > 0)
    return ambula::length(node.left - node.root) + ambula::length(t - node.left);
  return ambula::length(on);
}

void TautSearch::trace(const TautWorld& world, std::vector<std::uint32_t>& out) const {
  const PlanCells& m = world.mesh;
  out.clear();
  std::uint32_t first = kNone, last = kNone;
  for (const std::uint32_t c : starts_.cells) {
    if (last_ == kNone && goals_.has(c)) {  // start and goal share a cell
      first = last = c;
      break;
    }
  }
  if (last_ != kNone) {
    last = nodes_[last_].cell;
    std::uint32_t n = last_;
    for (; nodes_[n].parent != kNone; n = nodes_[n].parent) {
    }
    first = m.sides[nodes_[n].side].neighbour;
  }
  starts_.way_to(m, first, out);
  auto middle = static_cast<std::ptrdiff_t>(out.size());
  for (std::uint32_t n = last_; n != kNone; n = nodes_[n].parent)
    out.push_back(m.sides[nodes_[n].side].across);
  std::reverse(out.begin() + middle, out.end());
  middle = static_cast<std::ptrdiff_t>(out.size());
  goals_.way_to(m, last, out);  // from the goal's cell: turned around
  std::reverse(out.begin() + middle, out.end());
  for (auto s = out.begin() + middle; s != out.end(); ++s) *s = m.sides[*s].across;
}

}  // namespace ambula
