// What the sub-commands tell of a navmesh.
#pragma once

#include <string>
#include <vector>

#include "common.h"
#include "settings.h"

namespace ambula::cli {

// The navmesh of an input, or an error that says how to get one.
[[nodiscard]] Result<const NavMesh*> navmesh_of(const Input& input, const std::filesystem::path& path);

// "2 components, 410 cells, 980 vertices, 96.3 m² (99.1 %)": the last is its part of the ideal area.
[[nodiscard]] std::string summary_of(const NavMesh& mesh);

// Its warnings, and what was dropped.
[[nodiscard]] std::vector<std::string> notes_on(const NavMesh& mesh);

// Of the points of --keep-from those that are further from the mesh than the agent is tall: most likely in
// another frame or unit than meant. `points` are in metres, z up.
[[nodiscard]] std::vector<std::string> notes_on_keep_from(const NavMesh& mesh,
                                                          const std::vector<Vec3>& points, const Scene& scene,
                                                          const Agent& agent);

Json to_json(const NavMesh& mesh);  // counts, areas, hash

// The settings of the stage as they stand in an .ambula file, with points in the scene's own frame; and back,
// with points in metres, z up.
[[nodiscard]] Parameters parameters_of(const NavMeshParams& params);
[[nodiscard]] Result<NavMeshParams> navmesh_params_of(const Document& document, const Frame& frame,
                                                      const std::string& file);

// --keep-treads, --stair-slope, --min-area, --keep-from, --ledge-clearance, --wall-thickness,
// --border-tolerance, --height-tolerance, --cells, --max-vertices, --areas
struct NavMeshFlags {
  NavMeshParams rest;
  std::string cells = "fewest", areas_file;
  std::vector<std::string> keep_from;

  void add_to(CLI::App& app);
  // Valid ones; points of keep_from still in the scene's own frame.
  [[nodiscard]] Result<NavMeshParams> params() const;
};

// The same with points in metres, z up.
[[nodiscard]] NavMeshParams in_scene(NavMeshParams params, const Frame& frame);

}  // namespace ambula::cli
