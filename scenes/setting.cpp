// A generator's setting by name. Apart from the list of generators, so that each generator can be linked, and
// tested, by itself.
#include "scenes/generate.h"

namespace ambula::scenes {

double setting(const Options& options, std::span<const Setting> settings, std::string_view name) {
  if (const auto given = options.sizes.find(name); given != options.sizes.end()) return given->second;
  for (const Setting& s : settings) {
    if (s.name == name) return s.value;
  }
  return 0;
}

}  // namespace ambula::scenes
