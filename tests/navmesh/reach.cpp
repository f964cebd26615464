#include "navmesh/reach.h"

#include <algorithm>
#include <map>

#include "navmesh/built.h"

namespace ambula::testing {

std::string text_of(const ReachFault& fault) {
  switch (fault.kind) {
    case ReachFault::Kind::missing:
      return "no mesh at " + fault.place;
    case ReachFault::Kind::apart:
      return fault.place + " and " + fault.other + " are apart";
    case ReachFault::Kind::joined:
      return fault.place + " and " + fault.other + " are joined";
  }
  return {};
}

std::vector<ReachFault> reach_faults(const NavMesh& mesh, const scenes::Truth& truth,
                                     const scenes::AgentTruth& agent) {
  std::vector<ReachFault> out;
  std::map<std::uint32_t, std::pair<std::size_t, std::string>> owner;  // of components: a group and a place
  for (std::size_t g = 0; g < agent.reach.size(); ++g) {
    std::map<std::uint32_t, std::string> parts;  // a place of each component
    for (const std::string& name : agent.reach[g]) {
      const auto place = std::find_if(truth.places.begin(), truth.places.end(),
                                      [&](const auto& p) { return p.name == name; });
      const auto cell =
          place == truth.places.end() ? std::nullopt : cell_at(mesh, place->at, agent.agent.max_step);
      if (cell) {
        parts.emplace(mesh.component[*cell], name);
      } else {
        out.push_back({ReachFault::Kind::missing, name, {}});
      }
    }
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (part != parts.begin()) {
        out.push_back({ReachFault::Kind::apart, parts.begin()->second, part->second});
      }
      const auto [known, fresh] = owner.emplace(part->first, std::pair{g, part->second});
      if (!fresh) out.push_back({ReachFault::Kind::joined, known->second.second, part->second});
    }
  }
  return out;
}

double plan_area(const NavMesh& mesh) {
  double twice = 0;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const auto corners = mesh.corners(c);
    const auto at = [&](std::size_t i) { return mesh.lattice.position(mesh.vertices[corners[i]]).xy(); };
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) twice += cross(at(k) - at(0), at(k + 1) - at(0));
  }
  return twice / 2;
}

}  // namespace ambula::testing
