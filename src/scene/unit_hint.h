// Guesses whether a scene was read with the wrong unit.
#pragma once

#include <string>

#include "ambula/values/scene.h"

namespace ambula {

// A question for the user, or nothing: "4096 m wide; did you mean --unit 0.03125?"
[[nodiscard]] std::string unit_hint(const Scene& scene, const Box3& extent);

}  // namespace ambula
