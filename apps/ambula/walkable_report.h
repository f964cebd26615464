// What the sub-commands tell of a walkable surface.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "common.h"
#include "settings.h"

namespace ambula::cli {

// The surface of an input, or an error that says how to get one.
[[nodiscard]] Result<const Walkable*> walkable_of(const Input& input, const std::filesystem::path& path);

// Edges of one kind.
struct BorderSum {
  std::uint64_t count = 0;
  double length = 0;  // metres
};

// By BorderKind; an edge between two faces is no border and not in it.
[[nodiscard]] std::array<BorderSum, 4> border_sums(const Walkable& walkable);

// "2,310 faces, 3 components, 412.6 m², 980 borders"
[[nodiscard]] std::string summary_of(const Walkable& walkable);

// Its warnings, and what was dropped or closed.
[[nodiscard]] std::vector<std::string> notes_on(const Walkable& walkable);

Json to_json(const Walkable& walkable);  // counts, borders, areas, hash

// The settings of the stage as they stand in an .ambula file, and back.
[[nodiscard]] Parameters parameters_of(const WalkableParams& params);
[[nodiscard]] Result<WalkableParams> walkable_params_of(const Document& document, const std::string& file);

// --two-sided, --weld, --keep-enclosed, --min-patch
struct WalkableFlags {
  WalkableParams params;

  void add_to(CLI::App& app);
};

}  // namespace ambula::cli
