// The scene: a triangle soup with no promise about topology, winding, cracks or overlaps; z up, metres.
//
//   Soup soup = ...;                                   // as an importer or a program makes it
//   Result<Scene> scene = make_scene(std::move(soup), {.up = kUpY, .unit = 0.01});
//   print(scene->cleaning.degenerate, scene_hash(*scene));
#pragma once

#include "ambula/context.h"
#include "ambula/params/scene.h"
#include "ambula/result.h"
#include "ambula/values/scene.h"

namespace ambula {

// Applies frame and ignore list, drops and counts what cannot be used, and centres the lattice on the
// median of the triangles' corners. An error when no triangle is left, saying where they went.
[[nodiscard]] Result<Scene> make_scene(Soup soup, const SceneParams& params, Context* context = nullptr);

}  // namespace ambula
