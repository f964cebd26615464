// What a glTF document shows: which meshes stand where, and the triangles of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/result.h"
#include "ambula/values/scene.h"
#include "import/affine.h"
#include "import/gltf_document.h"

namespace ambula::gltf {

// What was passed over, counted for the warnings.
struct Notes {
  std::uint64_t points_and_lines = 0;  // primitives
  std::uint64_t without_positions = 0;
  std::uint64_t incomplete = 0;  // primitives with one or two indices too many
  std::uint64_t morphed = 0;     // primitives
  std::uint64_t skinned = 0;     // nodes
};

// A node's mesh in the scene, once or (EXT_mesh_gpu_instancing) many times.
struct Placed {
  std::uint64_t node = 0, mesh = 0;
  Affine world;
  std::uint64_t instances = 1;
  const Accessor* translation = nullptr;  // per instance, where given
  const Accessor* rotation = nullptr;
  const Accessor* scale = nullptr;

  [[nodiscard]] Affine transform(std::uint64_t instance) const;
};

// The placed meshes of the default scene, else of the first, else of all roots; depth first, in file order.
[[nodiscard]] Result<std::vector<Placed>> placed_meshes(Document& document, Notes& notes);

// A part of a mesh that makes triangles, its accessors checked for type.
struct Primitive {
  std::string path;
  std::uint64_t mode = 4;  // 4 triangles, 5 strip, 6 fan
  const Accessor* positions = nullptr;
  const Accessor* indices = nullptr;  // null: the positions in their order
  std::string material;

  [[nodiscard]] std::uint64_t corners() const { return indices ? indices->count : positions->count; }
  [[nodiscard]] std::uint64_t triangles() const;
  [[nodiscard]] std::uint64_t vertices() const { return std::min(corners(), positions->count); }  // at most
};
[[nodiscard]] Result<std::vector<Primitive>> mesh_primitives(Document& document, std::uint64_t mesh,
                                                             Notes& notes);

// Positions and triangles of one primitive in its mesh's own frame; only the positions it uses.
struct Shape {
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;
};
[[nodiscard]] Result<Shape> build_shape(const Document& document, const Primitive& primitive);

}  // namespace ambula::gltf
