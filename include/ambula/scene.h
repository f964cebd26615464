// The scene: a triangle soup with no promise about topology, winding, cracks or overlaps; z up, metres.
//
//   Soup soup = ...;                                   // as an importer or a program makes it
//   Result<Scene> scene = make_scene(std::move(soup), {.up = kUpY, .unit = 0.01});
//   print(scene->cleaning.degenerate, scene_hash(*scene));
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/context.h"
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

inline constexpr Vec3 kUpY{0, 1, 0};
inline constexpr Vec3 kUpZ{0, 0, 1};

// How the input's own coordinates become z up and metres, and back.
struct Frame {
  std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  // rows of a rotation
  double unit = 1;                                                        // metres per input unit

  [[nodiscard]] Vec3 to_scene(Vec3 p) const {
    return Vec3{dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)} * unit;
  }
  [[nodiscard]] Vec3 to_input(Vec3 p) const {
    const Vec3 q = axes[0] * p.x + axes[1] * p.y + axes[2] * p.z;
    return {q.x / unit, q.y / unit, q.z / unit};
  }
  [[nodiscard]] Vec3 up() const { return axes[2]; }  // in input coordinates

  friend bool operator==(const Frame&, const Frame&) = default;
};

// The frame whose up is `up` (any length but zero). Axis-aligned ups only permute coordinates, so they
// are exact; for y up, x stays x and input z becomes -y.
[[nodiscard]] Result<Frame> make_frame(Vec3 up, double unit);

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

struct SceneParams {
  std::optional<Vec3> up = {};      // default: the format's own (make_scene without a format: z)
  std::optional<double> unit = {};  // metres per input unit; default: the format's own, else 1
  double quantum = Lattice::kDefaultQuantum;
  std::vector<std::string> ignore = {};  // globs over object name, material name and IFC class
};

// Applies frame and ignore list, drops and counts what cannot be used, and centres the lattice on the
// median of the triangles' corners. An error when no triangle is left, saying where they went.
[[nodiscard]] Result<Scene> make_scene(Soup soup, const SceneParams& params, Context* context = nullptr);

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
