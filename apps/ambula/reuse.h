// Which stages of an .ambula file a build with other settings would make again just as they are.
#pragma once

#include "common.h"

namespace ambula::cli {

// A file says by this setting which version built it: another version may build other stages.
inline constexpr const char* kVersionSetting = "ambula.version";

struct Reuse {
  bool walkable = false;
  bool links = false;  // only with the walkable surface
};

// Of the same scene, version, agent (the radius does not matter) and settings that these stages depend on.
[[nodiscard]] Reuse reusable(const Document& document, const Agent& agent, const WalkableParams& walkable,
                             const LinksParams& links);

}  // namespace ambula::cli
