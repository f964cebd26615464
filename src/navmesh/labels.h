// What the triangles of a linked surface are, as labels: triangles of one label may share a cell.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ambula/params/navmesh.h"
#include "ambula/values/links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "navmesh/write_navmesh.h"

namespace ambula {

struct Labels {
  std::vector<CellTraits> traits;    // by label, in order
  std::vector<std::uint32_t> label;  // per triangle of the linked surface
  std::vector<std::string> areas;    // names of area types; the first is ""
};
[[nodiscard]] Labels label_triangles(const LinkedSurface& linked, const Walkable& walkable,
                                     const Links& links, const Scene& scene,
                                     const std::vector<AreaRule>& rules);

// The same per triangle of a surface made of the linked one, where `flight` names the triangles that ramps
// have become. Fillers in a ramp are of the area their lower side is.
[[nodiscard]] Labels label_ramps(const Labels& labels, const LinkedSurface& linked, const Links& links,
                                 std::span<const std::uint32_t> source,
                                 std::span<const std::uint32_t> flight);

}  // namespace ambula
