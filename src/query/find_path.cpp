// find_path: A* over cells, then the taut way through them. In one go, or in slices.
#include <algorithm>

#include "query/query_state.h"

namespace ambula {
namespace {

// Expansions between two looks at the context.
constexpr std::uint64_t kSlice = 4096;

}  // namespace

void Query::find_path(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  if (asks_for_clearance(params)) return find_clear(start, goal, params, out);
  begin_path(start, goal, params);
  run_path(out);
}

void Query::find_path_between(const Place& start, const Place& goal, const PathParams& params, Path& out) {
  if (asks_for_clearance(params)) return find_clear(start.at, goal.at, params, out);
  scratch_->prepare(*shared_, start, goal, params);
  begin_search();
  run_path(out);
}

void Query::run_path(Path& out) {
  while (!advance_path(kSlice)) {
  }
  finish_path(out);
}

void Query::begin_path(Vec3 start, Vec3 goal, const PathParams& params) {
  scratch_->prepare(*shared_, start, goal, params);
  if (asks_for_clearance(params)) scratch_->status = PathStatus::invalid;
  begin_search();
}

void Query::begin_search() {
  Scratch& own = *scratch_;
  if (own.status == PathStatus::complete)
    own.search.begin(shared_->world(), own.toll, own.start, own.goal, own.asked.partial);
}

bool Query::advance_path(std::uint64_t expansions) {
  Scratch& own = *scratch_;
  if (own.status != PathStatus::complete) return true;
  if (own.asked.context != nullptr && own.asked.context->cancelled()) {
    own.status = PathStatus::cancelled;
    return true;
  }
  const std::uint64_t budget = own.asked.budget;
  if (budget > 0) expansions = std::min(expansions, budget - std::min(budget, own.search.expansions()));
  const auto state = own.search.advance(shared_->world(), own.toll, expansions);
  if (state != CorridorSearch::State::running) return true;
  if (budget == 0 || own.search.expansions() < budget) return false;
  own.status = PathStatus::out_of_budget;
  return true;
}

void Query::finish_path(Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  const bool asked = own.status == PathStatus::complete || own.status == PathStatus::out_of_budget;
  if (asked) out.expansions = own.search.expansions();
  if (asked && own.search.state() != CorridorSearch::State::found) {
    if (own.status == PathStatus::complete) {
      own.status = own.search.state() == CorridorSearch::State::running ? PathStatus::out_of_budget
                                                                        : PathStatus::unreachable;
    }
    const auto reached = [&](std::uint32_t cell) { return own.search.reached(cell); };
    if (own.asked.partial && own.aim_for_nearest(*shared_, reached)) own.status = PathStatus::partial;
  }
  out.status = own.status;
  if (own.status == PathStatus::complete || own.status == PathStatus::partial) {
    own.search.trace(shared_->world(), own.goal.cell, own.steps);
    own.writer.write(shared_->world(), own.toll, own.start, own.goal, own.steps, own.asked.max_gap, out);
  }
  own.status = PathStatus::invalid;  // finished: begin_path starts anew
}

}  // namespace ambula
