// A hint is added where only the case of letters is in the way.
#include "scene/unmatched_patterns.h"

#include <algorithm>

#include "core/text.h"

namespace ambula {
namespace {

// The first name that the pattern matches; nothing where there is none.
const std::string* first_match(const Soup& soup, std::string_view pattern) {
  const auto matches = [&](const std::string& name) { return !name.empty() && glob_match(pattern, name); };
  for (const Object& object : soup.objects) {
    if (matches(object.name)) return &object.name;
    if (matches(object.ifc_class)) return &object.ifc_class;
  }
  const auto material = std::find_if(soup.materials.begin(), soup.materials.end(), matches);
  return material == soup.materials.end() ? nullptr : &*material;
}

}  // namespace

std::vector<std::string> unmatched_patterns(const Soup& soup, const std::vector<std::string>& patterns) {
  std::vector<std::string> out;
  for (const std::string& pattern : patterns) {
    if (first_match(soup, pattern)) continue;
    std::string note = text("--ignore \"", pattern, "\" matches no object, material or IFC class");
    if (const std::string* name = first_match(soup, "(?i)" + pattern)) {
      note += text("; with --ignore-case it matches \"", *name, "\"");
    }
    out.push_back(std::move(note));
  }
  return out;
}

}  // namespace ambula
