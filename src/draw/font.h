// A small stroke font, drawn like lettering on a plan: printable ASCII, anything else as a box.
#pragma once

#include <string_view>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

struct TextStrokes {
  struct Segment {
    Vec2 a, b;  // y down; the text starts at x = 0 and stands on y = 0; capitals are 1 high
  };
  std::vector<Segment> segments;
  double width = 0;
};

inline constexpr double kStrokeWidth = 0.125;  // of the capitals' height

[[nodiscard]] TextStrokes text_strokes(std::string_view text);

}  // namespace ambula
