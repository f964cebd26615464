// The .ambula file: whichever stages were built, with the agent and parameters they were built for.
//
//   Document built{.agent = agent, .source = "house.obj", .scene_hash = scene_hash(scene), .scene = scene};
//   if (auto saved = save(built, "house.ambula"); !saved) ...
//   Result<Document> document = load("house.ambula");
//
// Chunked, versioned, checksummed, little-endian (docs/format.md). Loading maps the file and trusts nothing:
// every count, offset and index is checked before use. Saving writes a temporary name and renames it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ambula/agent.h"
#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"

namespace ambula {

struct Document {
  Agent agent = {};
  std::vector<std::pair<std::string, std::string>> parameters = {};  // stage settings by name, sorted
  std::string source = {};                                           // name of the scene's file
  std::uint64_t scene_hash = 0;                                      // 0: not known
  std::uint64_t walkable_hash = 0;                                   // 0: not known
  std::uint64_t links_hash = 0;                                      // 0: not known
  std::uint64_t navmesh_hash = 0;                                    // 0: not known
  // The stages built; absent where they were not.
  std::optional<Scene> scene = {};
  std::optional<Walkable> walkable = {};
  std::optional<Links> links = {};  // only where the walkable surface is there
  std::optional<NavMesh> navmesh = {};
};

// Checks agent, parameters and every stage, each hash against its stage where both are known, and the
// walkable surface against the scene where both are there, and the navmesh against walkable surface and
// links.
[[nodiscard]] Result<void> validate(const Document& document);

[[nodiscard]] Result<void> save(const Document& document, const std::filesystem::path& path);
[[nodiscard]] Result<Document> load(const std::filesystem::path& path);

// The navmesh alone, with the frame of its scene: what else is in the file is not looked at. Files of minor
// version 6 and before do not say the frame of their navmesh: it is z up, metres then.
[[nodiscard]] Result<NavMesh> load_navmesh(const std::filesystem::path& path);

// Documents over bytes in memory; `name` stands in messages. encode gives the same bytes for the same value,
// and refuses a document that does not pass validate.
[[nodiscard]] Result<std::vector<std::byte>> encode(const Document& document);
[[nodiscard]] Result<Document> decode(std::span<const std::byte> bytes, std::string_view name);

// Whether the bytes begin as an .ambula file does.
[[nodiscard]] bool is_ambula(std::span<const std::byte> bytes) noexcept;

}  // namespace ambula
