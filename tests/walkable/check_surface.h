// Every promise of a Surface; returns the first that is broken, or an empty string.
#pragma once

#include <string>

#include "walkable/surface.h"

namespace ambula {

[[nodiscard]] std::string check_surface(const Surface& surface);

}  // namespace ambula
