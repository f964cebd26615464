// The stages by their names, for whoever draws or writes one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common.h"

namespace ambula::cli {

[[nodiscard]] const std::vector<std::string>& stage_names();  // in their order

inline constexpr Color kPlain{222, 220, 215};  // the scene below another stage
inline constexpr double kLift = 0.01;          // metres a stage is drawn above the ground it lies in

// The last one a document has.
[[nodiscard]] std::string last_stage(const Document& document);

[[nodiscard]] std::uint64_t hash_of(const Document& document, std::string_view stage);

// The frame of an input's scene, which its navmesh knows, too; or an error that says how to get one.
[[nodiscard]] Result<Frame> frame_of(const Input& input, const std::filesystem::path& path);

// Draws a stage other than the scene, `lift` metres above its place; or an error that says how to get it.
[[nodiscard]] Result<void> draw_stage(Draw& draw, const Input& input, const std::filesystem::path& path,
                                      std::string_view stage, NavMeshColors colors, double lift = 0);

// What render and export tell of the file they wrote from a stage of the input.
[[nodiscard]] Json json_of_written(const Input& input, std::string_view stage,
                                   const std::filesystem::path& out, std::uint64_t bytes,
                                   const Context& context);

}  // namespace ambula::cli
