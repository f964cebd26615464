// The settings of the navmesh stage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ambula/result.h"
#include "ambula/vec.h"

namespace ambula {

struct Agent;

// What an area is known by. Both globs have to match; the first rule that does decides.
struct AreaRule {
  std::string area;            // its name
  std::string object = "*";    // names of objects, or IFC classes
  std::string material = "*";  // names of materials
};

enum class CellRule : std::uint8_t {
  triangles,  // every triangle is a cell
  fast,       // merged once, the longest edges first
  fewest,     // then solved anew in neighbourhoods
};
[[nodiscard]] const char* name_of(CellRule rule) noexcept;  // "fewest"

struct NavMeshParams {
  bool keep_treads = false;  // no ramps over flights of stairs
  double stair_slope = 60;   // degrees; steeper flights keep their treads; 0 .. 89
  // m² in plan; smaller parts that nothing reaches are dropped; 0 keeps all. Unless given: 0.5, and for
  // agents lower than the default one less, by the square of their height.
  std::optional<double> min_patch = {};
  // Metres, z up; when given, only what is reached from there is kept.
  std::vector<Vec3> keep_from = {};
  // Metres kept from ledges; the agent's radius unless given; 0 .. 100.
  std::optional<double> ledge_clearance = {};
  // Metres kept from sills higher than the lip; 0 .. 1000. Below the agent's height a body stands over what
  // is no higher than a step, and walls and drops beyond a sill are kept from in any case. From the agent's
  // height on, the radius is kept from every sill and ledge.
  double sill_clearance = 0;
  double lip = 0.05;  // metres; sills no higher keep no distance where a body stands over sills; 0 .. 10
  double wall_thickness = 0;       // metres added to the distance from walls; 0 .. 10
  double border_tolerance = 0.02;  // metres by which borders may move inwards; 0 .. 1, 0 keeps them
  double height_tolerance = 0.05;  // metres by which heights may be off; 0 .. 1, 0 keeps every vertex
  CellRule cells = CellRule::fewest;
  std::uint32_t max_vertices = 0;  // of a cell; 0: no limit, else 3 or more
  std::vector<AreaRule> areas = {};
};
// The same with what is not given filled in.
[[nodiscard]] NavMeshParams for_agent(NavMeshParams params, const Agent& agent);

// Whether the parameters lie in their ranges; says which does not.
[[nodiscard]] Result<void> validate(const NavMeshParams& params);

}  // namespace ambula
