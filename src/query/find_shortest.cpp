// find_shortest: the shortest path in plan.
#include <algorithm>

#include "query/query_state.h"

namespace ambula {
namespace {

constexpr std::uint64_t kSlice = 1024;  // expansions between two looks at the context

}  // namespace

void Query::find_shortest(Vec3 start, Vec3 goal, const PathParams& params, Path& out) {
  scratch_->prepare(*shared_, start, goal, params);
  finish_shortest(out);
}

void Query::find_shortest(const Place& start, const Place& goal, const PathParams& params, Path& out) {
  scratch_->prepare(*shared_, start, goal, params);
  finish_shortest(out);
}

void Query::finish_shortest(Path& out) {
  Scratch& own = *scratch_;
  clear(out);
  if (own.status == PathStatus::complete) own.run_taut(*shared_);
  out.expansions = own.taut.expansions();
  out.status = own.status;
  own.status = PathStatus::invalid;
  if (out.status != PathStatus::complete) return;
  own.taut.trace(shared_->world(), own.steps);
  own.writer.write(shared_->world(), own.toll, own.start, own.goal, own.steps, own.asked.max_gap, out);
}

void Query::Scratch::run_taut(const Shared& shared) {
  const SearchWorld world = shared.world();
  taut.begin(world, toll, start, goal);
  while (taut.state() == TautSearch::State::running) {
    if (asked.context != nullptr && asked.context->cancelled()) {
      status = PathStatus::cancelled;
      return;
    }
    const std::uint64_t left = asked.budget - std::min(asked.budget, taut.expansions());
    taut.advance(world, toll, asked.budget == 0 ? kSlice : std::min(kSlice, left));
    if (taut.state() == TautSearch::State::running && asked.budget > 0 && taut.expansions() >= asked.budget) {
      status = PathStatus::out_of_budget;
      return;
    }
  }
  status = taut.state() == TautSearch::State::found ? PathStatus::complete : PathStatus::unreachable;
}

}  // namespace ambula
