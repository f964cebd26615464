// The bytes of a generated scene's file, one function a format; write_scene (generate.h) puts them on disk.
//
// Both are y up: the scene's (x, y, z) is written as (x, z, -y).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/result.h"
#include "scenes/generate.h"

namespace ambula::scenes {

// Triangles of each object, in the soup's order, as offsets and items; a file names every object once even
// where its triangles are scattered over the soup.
struct ByObject {
  std::vector<std::uint32_t> first;  // objects + 1
  std::vector<std::uint32_t> triangles;
};
[[nodiscard]] ByObject group_by_object(const Soup& soup);

// Wavefront OBJ. Coordinates have the shortest form that reads back as the same double. Objects are `o`,
// materials `usemtl` (the unnamed one "default", where others have names), IFC classes comments.
[[nodiscard]] std::string obj_text(const Generated& scene);

// Binary glTF 2.0: a node an object under one node that carries the offset, positions as float32, a primitive
// a material, IFC classes in the nodes' extras. An error when the bytes do not fit the format's 4 GiB.
[[nodiscard]] Result<std::string> glb_bytes(const Generated& scene);

}  // namespace ambula::scenes
