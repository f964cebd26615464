// Groups of places by union over the passages an agent fits through.
#include "scenes/passages.h"

#include <map>
#include <numeric>

namespace ambula::scenes {

void Passages::place(std::string_view name, std::string_view in, double clear) {
  places_.push_back({std::string(name), std::string(in), clear});
}

std::vector<std::vector<std::string>> Passages::reach(const Agent& agent) const {
  std::map<std::string, std::size_t, std::less<>> spots;
  const auto spot = [&](const std::string& name) {
    return spots.try_emplace(name, spots.size()).first->second;
  };
  for (const Passage& p : passages_) spot(p.from), spot(p.to);
  for (const Place& p : places_) spot(p.in);

  std::vector<std::size_t> parent(spots.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const Passage& p : passages_) {
    const bool fits = p.width >= 2 * agent.radius && p.height >= agent.height && p.step <= agent.max_step;
    if (fits) parent[root(spot(p.from))] = root(spot(p.to));
  }

  std::vector<std::vector<std::string>> groups;
  std::map<std::size_t, std::size_t> group_of;
  for (const Place& p : places_) {
    if (p.clear < agent.radius) {  // one cannot stand there, so nothing is reached from it
      groups.push_back({p.name});
      continue;
    }
    const auto [it, fresh] = group_of.try_emplace(root(spot(p.in)), groups.size());
    if (fresh) groups.emplace_back();
    groups[it->second].push_back(p.name);
  }
  return groups;
}

}  // namespace ambula::scenes
