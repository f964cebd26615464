// An agent from JSON. Strict about names, because a misspelt field would quietly leave its default in place.
#include <exception>
#include <string>

#include "ambula/agent.h"
#include "ambula/import.h"
#include "core/text.h"
#include "import/json.h"

namespace ambula {
namespace {

Result<Agent> read(std::string_view json, std::string_view name) {
  auto root = parse_json(json, 0, name);
  if (!root) return fail(root.error());
  if (!root->is_object()) {
    return fail(ErrorCode::bad_format, text(name, ": an agent is a JSON object such as {\"radius\": 0.3}"));
  }
  Agent agent;
  const struct {
    const char* name;
    double& value;
  } fields[] = {{"height", agent.height},
                {"radius", agent.radius},
                {"max_slope", agent.max_slope},
                {"max_step", agent.max_step},
                {"max_gap", agent.max_gap}};
  for (const auto& [key, value] : root->items()) {
    double* target = nullptr;
    for (const auto& field : fields) {
      if (key == field.name) target = &field.value;
    }
    if (!target) {
      return fail(ErrorCode::bad_format, text(name, ": an agent has no field \"", key,
                                              "\"; it has height, radius, max_slope, max_step and max_gap"));
    }
    if (!value.is_number()) {
      return fail(ErrorCode::bad_format, text(name, ": the agent's ", key, " is not a number"));
    }
    *target = value.get<double>();
  }
  if (auto ok = validate(agent); !ok) return fail(ok.error().code, text(name, ": ", ok.error().message));
  return agent;
}

}  // namespace

Result<Agent> read_agent(std::string_view json, std::string_view name) {
  try {
    return read(json, name);
  } catch (const std::exception& e) {
    return fail(ErrorCode::bad_format, text(name, ": cannot be read: ", e.what()));
  }
}

}  // namespace ambula
