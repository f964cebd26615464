// Rules for areas from JSON. Strict about names, because a misspelt key would quietly match everything.
#include <exception>
#include <string>

#include "ambula/import.h"
#include "ambula/params/navmesh.h"
#include "core/text.h"
#include "import/json.h"

namespace ambula {
namespace {

constexpr std::string_view kExample = "[{\"area\": \"grass\", \"object\": \"Lawn*\", \"material\": \"*\"}]";

Result<AreaRule> read_rule(const Json& entry, std::size_t number, std::string_view name) {
  const auto bad = [&](std::string_view what) {
    return fail(ErrorCode::bad_format,
                text(name, ": rule ", number, " ", what, "; one is written as in ", kExample));
  };
  if (!entry.is_object()) return bad("is no JSON object");
  AreaRule rule;
  for (const auto& [key, value] : entry.items()) {
    std::string* target = key == "area"       ? &rule.area
                          : key == "object"   ? &rule.object
                          : key == "material" ? &rule.material
                                              : nullptr;
    if (!target) return bad(text("has a key \"", key, "\", and there are area, object and material"));
    if (!value.is_string()) return bad(text("has as ", key, " what is no text"));
    *target = value.get<std::string>();
  }
  if (rule.area.empty()) return bad("has no area");
  return rule;
}

Result<std::vector<AreaRule>> read(std::string_view json, std::string_view name) {
  auto root = parse_json(json, 0, name);
  if (!root) return fail(root.error());
  if (!root->is_array())
    return fail(ErrorCode::bad_format, text(name, ": rules for areas are a JSON list such as ", kExample));
  std::vector<AreaRule> rules;
  for (const Json& entry : *root) {
    auto rule = read_rule(entry, rules.size() + 1, name);
    if (!rule) return fail(rule.error());
    rules.push_back(std::move(*rule));
  }
  return rules;
}

}  // namespace

Result<std::vector<AreaRule>> read_area_rules(std::string_view json, std::string_view name) {
  try {
    return read(json, name);
  } catch (const std::exception& e) {
    return fail(ErrorCode::bad_format, text(name, ": cannot be read: ", e.what()));
  }
}

}  // namespace ambula
