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
    while (parent[i] != i) i = parent[i];
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
    if (!fits(places[i], agent)) continue;
    const std::size_t r = root(i);  // the first place of its group
    if (r == i) {
      group_of[i] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[r]].push_back(places[i].place.name);
  }
  return groups;
}

}  // namespace ambula::scenes
