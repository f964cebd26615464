#include "query/corridor_search.h"

#include <algorithm>
#include <cmath>

#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr double kMargin = 0.25;  // of a portal

}  // namespace

void CorridorSearch::fresh_stamp(const SearchWorld& world) {
  visits_.resize(world.mesh.size());
  marks_.resize(world.blocks.size());
  stamp_ += 2;
  if (stamp_ != 0) return;
  for (CellVisit& v : visits_) v.stamp = 0;
  std::fill(marks_.begin(), marks_.end(), 0u);
  stamp_ = 2;
}

void CorridorSearch::begin(const SearchWorld& world, const Toll& toll, const MeshPlace& start,
                           const MeshPlace& goal, bool everywhere, double limit) {
  fresh_stamp(world);
  open_.clear();
  best_.cell = kNone;
  expansions_ = 0;
  everywhere_ = everywhere;
  limit_ = limit;
  goal_ = goal;
  target_ = goal.at.xy();
  least_ = toll.least();
  bound_.set(world.gates, target_, least_, [&](std::uint32_t link) { return toll.is_link_open(link); });
  state_ = State::running;
  const bool joined =
      world.blocks.between(start.cell, goal.cell, [&](std::uint32_t block) { marks_[block] = stamp_; });
  if (!joined && !everywhere) {
    state_ = State::exhausted;
    return;
  }
  offer(toll, start.cell, kNone, start.at.xy(), 0);
}

CorridorSearch::State CorridorSearch::advance(const SearchWorld& world, const Toll& toll,
                                              std::uint64_t expansions) {
  while (state_ == State::running) {
    // The best of what was offered last waits outside the heap: often it is the best of all.
    if (best_.cell == kNone || (!open_.empty() && OpenLess{}(open_.top(), best_))) {
      if (open_.empty()) {
        state_ = State::exhausted;
        break;
      }
      const Open top = open_.pop();
      if (best_.cell != kNone) open_.push(best_);
      best_ = top;
    }
    const std::uint32_t cell = best_.cell;
    CellVisit& visit = visits_[cell];
    if (visit.stamp != stamp_) {  // expanded since
      best_.cell = kNone;
      continue;
    }
    if (cell == goal_.cell) {
      state_ = State::found;
      break;
    }
    if (expansions-- == 0) break;
    best_.cell = kNone;
    visit.stamp = stamp_ | 1u;
    ++expansions_;
    expand(world, toll, cell);
  }
  return state_;
}

void CorridorSearch::expand(const SearchWorld& world, const Toll& toll, std::uint32_t cell) {
  const Blocks& blocks = world.blocks;
  const CellVisit visit = visits_[cell];
  const double cost = toll.cost(cell);
  for (std::uint32_t k = blocks.portal_begin[cell]; k < blocks.portal_begin[cell + 1]; ++k) {
    const BlockPortal& portal = blocks.portals[k];
    if (marks_[portal.block] != stamp_ && !everywhere_) continue;
    // What was reached at no more than this cell's least cannot be reached better from here.
    const CellVisit& known = visits_[portal.neighbour];
    if ((known.stamp | 1u) == (stamp_ | 1u) && known.f <= visit.f) continue;
    if (!toll.passes(portal.side)) continue;
    const Vec2 q =
        likely_crossing(kMargin, visit.at, {static_cast<double>(portal.ax), static_cast<double>(portal.ay)},
                        {static_cast<double>(portal.bx), static_cast<double>(portal.by)});
    offer(toll, portal.neighbour, portal.across, q, visit.g + cost * length(q - visit.at));
  }
  if (!world.gate_begin.empty()) expand_gates(world, toll, cell);
}

void CorridorSearch::expand_gates(const SearchWorld& world, const Toll& toll, std::uint32_t cell) {
  const CellVisit visit = visits_[cell];
  for (std::uint32_t k = world.gate_begin[cell]; k < world.gate_begin[cell + 1]; ++k) {
    const LinkGate& gate = world.gates[k];
    if (!toll.is_link_open(gate.link) || !toll.is_open(gate.to.cell)) continue;
    const double g = visit.g + toll.cost(cell) * length(gate.from.at.xy() - visit.at) + gate.cost;
    offer(toll, gate.to.cell, static_cast<std::uint32_t>(world.mesh.sides.size()) + k, gate.to.at.xy(), g);
  }
}

void CorridorSearch::offer(const Toll& toll, std::uint32_t cell, std::uint32_t entry, Vec2 at, double g) {
  const double left = cell == goal_.cell  ? toll.cost(cell) * length(target_ - at)
                      : bound_.is_plain() ? least_ * length(target_ - at)
                                          : bound_.from(at);
  const double f = g + left;
  if (!(f < limit_)) return;
  CellVisit& visit = visits_[cell];
  // Better by more than rounding, or ways could end up going through themselves.
  if ((visit.stamp | 1u) == (stamp_ | 1u) && !(f < visit.f * (1 - 1e-9))) return;
  visit = {g, f, at, entry, stamp_};
  const Open offered{static_cast<float>(f), cell};
  if (best_.cell == kNone) {
    best_ = offered;
  } else if (OpenLess{}(offered, best_)) {
    open_.push(best_);
    best_ = offered;
  } else {
    open_.push(offered);
  }
}

void CorridorSearch::trace(const SearchWorld& world, std::uint32_t cell,
                           std::vector<std::uint32_t>& out) const {
  const auto sides = static_cast<std::uint32_t>(world.mesh.sides.size());
  out.clear();
  while (visits_[cell].entry != kNone) {
    const std::uint32_t entry = visits_[cell].entry;
    out.push_back(entry < sides ? world.mesh.sides[entry].across : entry);
    cell = entry < sides ? world.mesh.sides[entry].neighbour : world.gates[entry - sides].from.cell;
  }
  std::reverse(out.begin(), out.end());
}

}  // namespace ambula
