// Groups of places by the ways that admit an agent: a union-find over the designed ways.
#include "scenes/ways.h"

#include <algorithm>
#include <numeric>

namespace ambula::scenes {
namespace {

// Metres. Sums of decimal sizes miss each other by far less, and no designed difference is this small.
constexpr double kTie = 1e-9;

// The part of an opening with at least `height` free.
double free_width(const Way& way, double height) {
  if (height <= way.low + kTie) return way.width;
  if (height > way.high + kTie || way.high <= way.low) return 0;
  return way.width * (way.high - height) / (way.high - way.low);
}

}  // namespace

Way opening(double width, double height, double rise) {
  return {.rise = rise, .width = width, .low = height, .high = height};
}

bool fits(const Standing& place, const Agent& agent) {
  return agent.radius <= place.clearance + kTie &&
         agent.height <= place.headroom - place.fall * agent.radius + kTie;
}

bool passes(const Way& way, const Agent& agent) {
  const double width = free_width(way, agent.height);
  return width > 0 && 2 * agent.radius <= width + kTie && way.rise <= agent.max_step + kTie &&
         way.gap <= agent.max_gap + kTie && way.slope <= agent.max_slope + kTie;
}

std::vector<std::vector<std::string>> reach_groups(const std::vector<Standing>& places,
                                                   const std::vector<Way>& ways, const Agent& agent) {
  std::vector<std::size_t> parent(places.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const Way& way : ways) {
    if (!passes(way, agent) || !fits(places[way.from], agent) || !fits(places[way.to], agent)) continue;
    const auto [low, high] = std::minmax({root(way.from), root(way.to)});
    parent[high] = low;
  }
  std::vector<std::vector<std::string>> groups;
  std::vector<std::size_t> group_of(places.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].place.name.empty() || !fits(places[i], agent)) continue;
    std::size_t& group = group_of[root(i)];
    if (group == places.size()) {
      group = groups.size();
      groups.emplace_back();
    }
    groups[group].push_back(places[i].place.name);
  }
  return groups;
}

std::size_t NamedWays::spot(const std::string& name) {
  const auto [it, fresh] = spots_.try_emplace(name, places_.size());
  if (fresh) places_.emplace_back();
  return it->second;
}

void NamedWays::join(const std::string& a, const std::string& b, Way way) {
  way.from = spot(a);
  way.to = spot(b);
  ways_.push_back(way);
}

void NamedWays::place(const std::string& name, const std::string& in, double clearance) {
  const std::size_t from = spot(in);
  ways_.push_back({.from = from, .to = places_.size()});
  places_.push_back({{name, {}}, clearance});
}

}  // namespace ambula::scenes
