// The settings of the stage that finds links.
#pragma once

#include <cstdint>
#include <optional>

#include "ambula/result.h"

namespace ambula {

struct Agent;

// How the two connections of a filler are placed.
enum class FillerRule : std::uint8_t {
  widest,  // the widest filler there is within reach (Definition 5 of the paper)
  paper,   // at equal distances from the closest points, as the paper constructs it
};
// What the agent's reach limits.
enum class GapMetric : std::uint8_t {
  plan,   // horizontally its gap, vertically its step
  paper,  // the distance in space, by its gap alone
};
[[nodiscard]] const char* name_of(FillerRule rule) noexcept;
[[nodiscard]] const char* name_of(GapMetric metric) noexcept;

struct LinksParams {
  FillerRule filler = FillerRule::widest;
  GapMetric metric = GapMetric::plan;
  // Metres; joints narrower in all are left out; 0 .. 10. Unless given: 0.1 for the default agent, and in
  // proportion to the size of others.
  std::optional<double> min_width = {};
  std::optional<double> min_landing = {};  // metres of surface needed behind a border to step there; likewise
  bool corner_cuts = false;                // keep links from a tread to the one two above
};
// The same with what is not given filled in.
[[nodiscard]] LinksParams for_agent(LinksParams params, const Agent& agent);
[[nodiscard]] Result<void> validate(const LinksParams& params);

}  // namespace ambula
