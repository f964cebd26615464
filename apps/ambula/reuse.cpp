#include "reuse.h"

#include <algorithm>

#include "links_report.h"
#include "walkable_report.h"

namespace ambula::cli {
namespace {

bool has(const Document& document, const Parameters& settings) {
  return std::all_of(settings.begin(), settings.end(), [&](const auto& setting) {
    return std::binary_search(document.parameters.begin(), document.parameters.end(), setting);
  });
}

// But for the radius, which the navmesh alone depends on.
bool walks_alike(Agent a, const Agent& b) {
  a.radius = b.radius;
  return a == b;
}

}  // namespace

Reuse reusable(const Document& document, const Agent& agent, const WalkableParams& walkable,
               const LinksParams& links) {
  Reuse out;
  if (!has(document, {{kVersionSetting, kVersion}}) || !walks_alike(document.agent, agent)) return out;
  out.walkable = document.walkable && has(document, parameters_of(for_agent(walkable, agent)));
  out.links = out.walkable && document.links && has(document, parameters_of(for_agent(links, agent)));
  return out;
}

}  // namespace ambula::cli
