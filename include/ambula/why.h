// Why there is, or is not, navmesh at a place: what every user asks.
//
//   Result<Why> why = explain({scene, agent, walkable, links, mesh}, {3.2, 4.5, 0});
//   print(why->sentence);                        // "0.21 m from a wall (Cupboard 3); the agent needs 0.30 m"
//   for (const std::string& more : why->details) print(more);
//
// The question goes down the pipeline: a cell at this place; else the walkable surface, and what keeps the
// agent from standing there; else the scene's triangles, and why they are not walkable. Nothing is built
// again; one question takes a pass over each stage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/params/links.h"
#include "ambula/params/navmesh.h"
#include "ambula/params/walkable.h"
#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"

namespace ambula {

enum class WhyReason : std::uint8_t {
  mesh,         // there is mesh
  no_geometry,  // nothing of the scene faces up here, near the point's height
  faces_down,   // only triangles that face down
  steep,        // steeper than the agent walks on
  blocked,      // too little height free; `object` is what is above
  enclosed,     // inside a solid
  patch,        // of a part smaller than WalkableParams::min_patch
  clearance,    // too close to a border; `object` is what stands there
  small,        // of a part smaller than NavMeshParams::min_patch
  unreachable,  // not reached from NavMeshParams::keep_from
  simplified,   // where a border of the mesh was moved inwards within its tolerance
  edge,         // on the very border of the walkable surface, where rounding and closing of cracks decide
};
[[nodiscard]] const char* name_of(WhyReason reason) noexcept;  // "clearance"

struct Why {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  WhyReason reason = WhyReason::no_geometry;
  std::string sentence;              // the answer
  std::vector<std::string> details;  // more sentences
  Vec3 at;                           // metres, z up: the place on a surface that is spoken of
  std::uint32_t cell = kNone;        // of the mesh, where there is one
  std::uint32_t component = kNone;   // of the mesh, with it
  std::string object;                // that blocks, or stands at the border
  double measured = 0, limit = 0;    // slope in degrees; metres free, or from the border; m² of the part
};

struct WhyStages {
  const Scene& scene;
  const Agent& agent;
  const Walkable& walkable;
  const Links& links;
  const NavMesh& mesh;
  // What they were built with.
  WalkableParams walkable_params = {};
  LinksParams links_params = {};
  NavMeshParams params = {};
};

// `point` in metres, z up. Its height counts: within a step of a cell it is on that cell. Errors: a point
// that is not finite, stages that do not belong together.
[[nodiscard]] Result<Why> explain(const WhyStages& stages, Vec3 point);

}  // namespace ambula
