// Reading scenes from files, by extension.
//
//   Result<Scene> scene = import_scene("house.ifc", {.ignore = {"IfcDoor"}});
//
// OBJ and glTF/GLB are read by Ambula itself; PLY, STL, DAE, FBX, IFC and the rest through assimp, where
// the library was built with it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/navmesh.h"
#include "ambula/params/scene.h"
#include "ambula/result.h"
#include "ambula/user_links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"

namespace ambula {

// A soup in the file's own coordinates, with what the format says of up and unit.
struct Imported {
  Soup soup;
  Vec3 up = kUpZ;
  double unit = 1;                    // metres per unit
  std::vector<std::string> warnings;  // one sentence each: what was passed over
};

// Opens and reads any supported file. Errors name the file and the line or byte offset.
[[nodiscard]] Result<Imported> import_file(const std::filesystem::path& path, Context* context = nullptr);

// import_file and make_scene in one; `params` override what the format says. Warnings are appended to
// `warnings` where it is given.
[[nodiscard]] Result<Scene> import_scene(const std::filesystem::path& path, const SceneParams& params,
                                         Context* context = nullptr,
                                         std::vector<std::string>* warnings = nullptr);

// The readers by themselves, over bytes in memory; `name` stands in messages.
[[nodiscard]] Result<Imported> read_obj(std::string_view text, std::string_view name,
                                        Context* context = nullptr);
// .glb or .gltf; `folder` is where external buffers are looked for, and never outside of it.
[[nodiscard]] Result<Imported> read_gltf(std::span<const std::byte> bytes, std::string_view name,
                                         const std::filesystem::path& folder, Context* context = nullptr);
// Everything else, and (for comparison) OBJ and glTF too.
[[nodiscard]] Result<Imported> read_with_assimp(const std::filesystem::path& path,
                                                Context* context = nullptr);

// An agent from JSON: {"height": 1.8, "radius": 0.3, "max_slope": 45, "max_step": 0.4, "max_gap": 0.3}.
// Fields left out keep their defaults; unknown fields are errors.
[[nodiscard]] Result<Agent> read_agent(std::string_view json, std::string_view name);

// What areas are known by, from JSON: [{"area": "grass", "object": "Lawn*", "material": "*"}, ...]. Globs
// left out match everything; unknown keys are errors.
[[nodiscard]] Result<std::vector<AreaRule>> read_area_rules(std::string_view json, std::string_view name);

// Ladders, lifts and drops, from JSON: [{"name": "ladder", "from": [0, 0, 0], "to": [0, 0.5, 3], "cost": 6,
// "both_ways": false}, ...]. Either end is a point or two of them, in the frame of whoever wrote the file.
// Unknown keys are errors.
[[nodiscard]] Result<std::vector<UserLink>> read_user_links(std::string_view json, std::string_view name);

}  // namespace ambula
