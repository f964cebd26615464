// Colours for a scene that names no parts.
#pragma once

#include <vector>

#include "ambula/draw.h"

namespace ambula {

// One colour per triangle: level and gently sloped surfaces by height, walls like stone. Triangles that
// continue each other in one plane share a colour.
[[nodiscard]] std::vector<Color> colors_by_height(const Scene& scene);

}  // namespace ambula
