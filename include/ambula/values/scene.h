// The scene as a value: a triangle soup, z up, metres. scene.h makes one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/frame.h"
#include "ambula/ids.h"
#include "ambula/lattice.h"
#include "ambula/result.h"
#include "ambula/vec.h"

namespace ambula {

using Triangle = std::array<std::uint32_t, 3>;  // indices of positions, counter-clockwise from outside

// A named part of the input.
struct Object {
  std::string name = {};
  std::string ifc_class = {};  // "IfcWall"; empty where the format has no such thing

  friend bool operator==(const Object&, const Object&) = default;
};

// What an importer yields: triangles in the input's own coordinates, nothing dropped yet.
struct Soup {
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> triangle_object;    // per triangle, index of `objects`
  std::vector<std::uint32_t> triangle_material;  // per triangle, index of `materials`
  std::vector<Object> objects;                   // at least one when there are triangles
  std::vector<std::string> materials;            // likewise; "" is the unnamed material
  std::string source;                            // file name without its folders, for reports
};

// Triangles left out, by the first reason that applies in this order.
struct Cleaning {
  std::uint64_t input = 0;         // triangles in the file
  std::uint64_t ignored = 0;       // by SceneParams::ignore
  std::uint64_t non_finite = 0;    // a corner is NaN or infinite
  std::uint64_t out_of_reach = 0;  // a corner lies outside the lattice
  std::uint64_t degenerate = 0;    // corners equal or on one line, decided exactly (barring underflow)
  std::uint64_t kept = 0;

  friend bool operator==(const Cleaning&, const Cleaning&) = default;
};

struct Scene {
  std::vector<Vec3> positions;  // z up, metres, finite; only those some triangle uses
  std::vector<Triangle> triangles;
  std::vector<ObjectId> triangle_object;
  std::vector<MaterialId> triangle_material;
  std::vector<Object> objects;
  std::vector<std::string> materials;
  Frame frame;
  Lattice lattice;
  Cleaning cleaning;
  std::string source;

  [[nodiscard]] Vec3 corner(TriangleId t, int i) const {
    return positions[triangles[t.index()][static_cast<std::size_t>(i)]];
  }
};

// Whether `pattern` with * (any run) and ? (any one character) matches all of `text`; ASCII case counts.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

// Depends on the triangles' geometry, winding and names; not on their order, nor on which corner is first,
// nor on how corners share positions.
[[nodiscard]] std::uint64_t scene_hash(const Scene& scene);

// Checks every promise above; the first broken one is the error.
[[nodiscard]] Result<void> validate(const Scene& scene);

// What `ambula info` tells of a scene.
struct SceneSummary {
  Box3 extent;                   // metres, z up
  Box3 input_extent;             // the input's own frame
  double area = 0;               // m², all triangles
  std::uint64_t duplicates = 0;  // triangles whose three corners equal an earlier one's, in any order
  std::string unit_hint;         // "4096 m wide; did you mean --unit 0.03125?", or empty
};
[[nodiscard]] SceneSummary summarize(const Scene& scene);

}  // namespace ambula
