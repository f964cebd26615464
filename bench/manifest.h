// MANIFEST.tsv: what a folder of scenes holds. Benchmarks, verification and tests read their scenes from it.
//
//   auto scenes = read_manifest("../shared/scenes");
//   for (const ManifestScene& s : *scenes) import_scene(folder / s.obj_file, {.up = s.up, .unit = s.unit});
//
// Tab-separated with a header line; columns are found by name and may stand in any order. Needed: name,
// obj_file, up_axis (y or z), unit ("metres...", "Quake units..." at 32 to the metre, or a number: metres per
// unit). Read where present: triangles, vertices, degenerate_tris, duplicate_tris, original_file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/result.h"
#include "ambula/scene.h"

namespace ambula::bench {

struct ManifestScene {
  std::string name;
  std::filesystem::path obj_file;       // in the manifest's folder
  std::filesystem::path original_file;  // likewise; empty where there is none
  Vec3 up = kUpZ;
  double unit = 1;  // metres per unit
  std::optional<std::uint64_t> triangles, vertices, degenerate, duplicates;
};

// The manifest of `folder`.
[[nodiscard]] Result<std::vector<ManifestScene>> read_manifest(const std::filesystem::path& folder);

// The same over text; `name` stands in messages. A malformed row is an error that names its line.
[[nodiscard]] Result<std::vector<ManifestScene>> parse_manifest(std::string_view text, std::string_view name);

}  // namespace ambula::bench
