// Several drawings side by side in one picture.
#pragma once

#include <functional>
#include <string>

#include "common.h"

namespace ambula::cli {

struct Panels {
  std::size_t count = 1;
  std::function<std::pair<Draw, View>(std::size_t)> make;  // called once for each, in their order
  double aspect = 1;                                       // width by height of one
};

// As .svg or .png, by the extension. Several panels together take no more than `most` pixels across and down.
// Returns the picture's width and height.
[[nodiscard]] Result<std::pair<int, int>> write_panels(const Panels& panels, std::pair<int, int> most,
                                                       const std::string& out, Context& context);

}  // namespace ambula::cli
