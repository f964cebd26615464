// The settings of the walkable stage.
#pragma once

#include <cstdint>
#include <optional>

#include "ambula/result.h"

namespace ambula {

struct Agent;

// TwoSided tells if triangles that face down within the slope limit are ground, too.
enum class TwoSided : std::uint8_t {
  no,
  yes,
  automatic,  // those of shells whose orientation cannot be trusted: wound both ways, inside out, or a floor
              // that faces down and is the only one there
};
[[nodiscard]] const char* name_of(TwoSided sides) noexcept;  // "no", "yes", "auto"

struct WalkableParams {
  TwoSided two_sided = TwoSided::automatic;
  // Metres; cracks and overlaps up to here are closed; 0 .. 0.2, 0 closes none. Unless given: 0.01, or a
  // sixtieth of a small agent's height.
  std::optional<double> weld = {};
  bool keep_enclosed = false;  // keep floor inside solids (wall cores, crates, columns)
  // m² in plan; smaller components are dropped; 0 keeps all. Unless given: 0.05, and for agents lower
  // than the default one less, by the square of their height.
  std::optional<double> min_patch = {};
};
// The same with what is not given filled in.
[[nodiscard]] WalkableParams for_agent(WalkableParams params, const Agent& agent);

// Whether the parameters lie in their ranges; says which does not.
[[nodiscard]] Result<void> validate(const WalkableParams& params);

}  // namespace ambula
