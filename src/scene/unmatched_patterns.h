// Patterns of --ignore that match nothing.
#pragma once

#include <string>
#include <vector>

#include "ambula/values/scene.h"

namespace ambula {

// One sentence for each pattern that no object, IFC class or material of the soup matches.
[[nodiscard]] std::vector<std::string> unmatched_patterns(const Soup& soup,
                                                          const std::vector<std::string>& patterns);

}  // namespace ambula
