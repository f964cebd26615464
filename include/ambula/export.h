// Stages as files for other programs. (Pictures, and GLB with them, are in draw.h.)
//
//   write_obj(*walkable, scene.frame, "walkable.obj");
//   write_json(*walkable, scene, "walkable.json");
//
// Coordinates are in the scene's own frame (`frame.to_input`), as many digits as bring back the same double.
// Files are written under a temporary name and renamed.
#pragma once

#include <filesystem>
#include <string_view>

#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"

namespace ambula {

// Wavefront OBJ: triangles alone, one group `component_N` per component.
[[nodiscard]] Result<void> write_obj(const Walkable& walkable, const Frame& frame,
                                     const std::filesystem::path& path);

// Everything of the surface: vertices, faces, neighbours, borders and where each face comes from
// (docs/cli.md). The scene is the one it was made from.
[[nodiscard]] Result<void> write_json(const Walkable& walkable, const Scene& scene,
                                      const std::filesystem::path& path);

// The linked surface: triangles alone, a group `walkable` and one `KIND_N` per link.
[[nodiscard]] Result<void> write_obj(const Walkable& walkable, const Links& links, const Frame& frame,
                                     const std::filesystem::path& path);

// Every link with its measures, intervals and triangles; flights; components (docs/cli.md).
[[nodiscard]] Result<void> write_json(const Walkable& walkable, const Links& links, const Scene& scene,
                                      const std::filesystem::path& path);

// Triangles alone, one group `component_N` per component. A mesh has its scene's frame itself
// (NavMesh::frame).
[[nodiscard]] Result<void> write_obj(const NavMesh& mesh, const Frame& frame,
                                     const std::filesystem::path& path);

// Cells, neighbours, portals, kinds, areas and components, and what was dropped (docs/cli.md).
[[nodiscard]] Result<void> write_json(const NavMesh& mesh, const Scene& scene,
                                      const std::filesystem::path& path);
// The same without the scene: in the mesh's own frame, with the name of the scene's file.
[[nodiscard]] Result<void> write_json(const NavMesh& mesh, std::string_view source,
                                      const std::filesystem::path& path);

}  // namespace ambula
