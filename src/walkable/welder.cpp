// Gap closing after Borodin et al. (2002), as §2.5 of the thesis this stage follows uses it: the nearest
// border vertex and border edge are contracted first, until none are left within the distance. Departures:
// what is unsafe is not put on a ban list but passed over for the nearest that is safe; and the queue is
// lazy: a contraction that others have overtaken is looked for anew when its turn comes, one that others made
// possible in the next sweep. Sweeps go on until one changes nothing.
#include "walkable/welder.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ambula {
namespace {

constexpr std::size_t kCheckEvery = 16;  // searches between looks at `cancelled`
constexpr std::int32_t kFarther = 2;     // times: from one look to the next
constexpr std::size_t kTries = 64;       // contractions that a search looks at; more lie about only in rubble
constexpr std::uint32_t kSweeps = 64;    // and
constexpr std::uint64_t kPerEdge =
    64;  // contractions per border edge bound the time; neither is ever reached

}  // namespace

bool Welder::cancelled() {
  if (++since_check_ < kCheckEvery) return false;
  since_check_ = 0;
  return context_ != nullptr && context_->cancelled();
}

void Welder::insert(HalfEdge e) {
  const auto [a, b] = mesh_.ends(e);
  grid_.insert(e, a, b);
}

// Places with anything to contract with in reach; false when cancelled.
bool Welder::find_first_suspects() {
  grid_ = EdgeGrid(distance_, edges_.size());
  for (const HalfEdge e : edges_) {
    if (cancelled()) return false;
    insert(e);
  }
  for (const std::uint32_t p : mesh_.places_of(edges_)) {
    if (cancelled()) return false;
    found_.clear();
    const bool any = grid_.any_near(mesh_.at_place(p), distance_, [&](HalfEdge e) {
      mesh_.options(p, e, distance_, found_);
      return !found_.empty();
    });
    if (any) suspects_.push_back(p);
  }
  return true;
}

// Those that a changed edge is near to; before the last resort all that have one, too.
void Welder::find_next_suspects() {
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  EdgeGrid changed(distance_, changed_.size());
  for (std::uint32_t k = 0; k < changed_.size(); ++k) {
    if (!mesh_.is_weldable(changed_[k])) continue;
    const auto [a, b] = mesh_.ends(changed_[k]);
    changed.insert(k, a, b);
  }
  suspects_.clear();
  for (const std::uint32_t p : mesh_.places_of(edges_)) {
    const bool suspect = last_resort_ && passed_over_[p] != 0;
    if (suspect || changed.any_near(mesh_.at_place(p), distance_,
                                    [&](std::uint32_t k) { return mesh_.is_near(p, changed_[k], distance_); }))
      suspects_.push_back(p);
  }
}

// The nearest safe contraction of the place into step_. It is looked for within reach first, then ever
// farther up to the distance, because where borders are told by many short edges there are hundreds.
void Welder::search(std::uint32_t place, std::int32_t reach) {
  step_.clear();
  refused_.clear();
  passed_over_[place] = 0;
  std::size_t tries = 0;
  std::int32_t beyond = 0;
  for (bool last = false; !last; beyond = reach, reach *= kFarther) {
    last = reach >= distance_;
    if (last) reach = distance_;
    found_.clear();
    grid_.near(mesh_.at_place(place), reach,
               [&](HalfEdge e) { return mesh_.options(place, e, reach, found_, beyond); });
    std::sort(found_.begin(), found_.end(),
              [&](const Option& a, const Option& b) { return mesh_.goes_before(a, b); });
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (found_[i].way == Way::last_resort && !last_resort_) {
        passed_over_[place] = 1;
        has_last_resort_ = true;
        continue;
      }
      const Contraction c = mesh_.contraction(place, found_[i]);
      if (!c.inside && std::find(refused_.begin(), refused_.end(), c.end) != refused_.end()) continue;
      if (auto step = mesh_.safe_step(c)) {
        step_.push_back(std::move(*step));
        return;
      }
      if (!c.inside && mesh_.refusal() == WeldMesh::Refusal::places) refused_.push_back(c.end);
      if (++tries == kTries) {
        passed_over_[place] = 1;
        has_last_resort_ = true;
        return;
      }
    }
  }
}

// Works the queue off; false when cancelled.
bool Welder::contract_all() {
  while (!queue_.empty() && contractions_ < limit_ && !mesh_.has_left()) {
    if (cancelled()) return false;
    const auto [waiting, version] = std::pair(queue_.top().contraction.place, queue_.top().version);
    const std::int32_t reach = WeldMesh::reach_of(queue_.top().contraction.distance);
    queue_.pop();
    if (!mesh_.is_place(waiting) || version_[waiting] != version) continue;
    search(waiting, reach);
    if (step_.empty()) continue;
    const Contraction& best = step_.front().contraction;
    if (!queue_.empty() && queue_.top().contraction < best) {
      queue_.push({best, version});
      continue;
    }
    const std::uint32_t place = mesh_.apply(step_.front());
    ++contractions_;
    ++version_[place];
    for (const HalfEdge e : mesh_.fresh()) {
      insert(e);
      mesh_.forget_course(e);
    }
    changed_.insert(changed_.end(), mesh_.fresh().begin(), mesh_.fresh().end());
    search(place, first_reach());
    if (!step_.empty()) queue_.push({step_.front().contraction, version_[place]});
  }
  return true;
}

void Welder::forget_search() {
  grid_ = EdgeGrid(distance_);
  queue_ = {};
  for (auto* numbers : {&edges_, &suspects_, &version_, &changed_, &refused_}) *numbers = {};
  passed_over_ = {};
  found_ = {};
  step_ = {};
}

Result<bool> Welder::run() {
  edges_ = mesh_.weldable_edges();
  if (edges_.empty()) return false;
  limit_ = std::min<std::uint64_t>(kPerEdge * edges_.size(), 0xFFFFFFFFu);
  auto pairs = mesh_.coinciding(edges_);
  mesh_.note_courses(edges_);
  if (!find_first_suspects()) return cancelled_failure("walkable");
  if (pairs.empty() && suspects_.empty()) return false;
  mesh_.prepare();
  passed_over_.assign(mesh_.place_count(), 0);
  version_.assign(mesh_.place_count(), 0);
  for (std::uint32_t sweep = 0; sweep < kSweeps; ++sweep) {
    const std::uint32_t before = contractions_;
    changed_.clear();
    for (const auto& [a, b] : pairs) mesh_.join(a, b);
    for (const std::uint32_t p : suspects_) {
      if (cancelled()) return cancelled_failure("walkable");
      search(p, first_reach());
      if (!step_.empty()) queue_.push({step_.front().contraction, version_[p]});
    }
    if (!contract_all()) return cancelled_failure("walkable");
    if (mesh_.has_left()) return true;
    if (contractions_ == before && (last_resort_ || !has_last_resort_)) break;
    last_resort_ = contractions_ == before;
    edges_ = mesh_.weldable_edges();
    pairs = mesh_.coinciding(edges_);
    find_next_suspects();
  }
  return true;
}

}  // namespace ambula
