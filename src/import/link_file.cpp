// User links from JSON. Strict about names, because a misspelt key would quietly change where a link leads.
#include <cmath>
#include <exception>
#include <string>

#include "ambula/import.h"
#include "core/text.h"
#include "import/json.h"

namespace ambula {
namespace {

constexpr std::string_view kExample =
    "[{\"name\": \"ladder\", \"from\": [0, 0, 0], \"to\": [0, 0.5, 3], \"cost\": 6, \"both_ways\": true}]";

bool read_point(const Json& value, Vec3& out) {
  if (!value.is_array() || value.size() != 3) return false;
  double* const to[3] = {&out.x, &out.y, &out.z};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!value[i].is_number()) return false;
    *to[i] = value[i].get<double>();
  }
  return is_finite(out);
}

// [x, y, z], or two of them.
bool read_end(const Json& value, Vec3& a, Vec3& b) {
  if (value.is_array() && value.size() == 2) return read_point(value[0], a) && read_point(value[1], b);
  if (!read_point(value, a)) return false;
  b = a;
  return true;
}

Result<UserLink> read_link(const Json& entry, std::size_t number, std::string_view name) {
  const auto bad = [&](std::string_view what) {
    return fail(ErrorCode::bad_format,
                text(name, ": link ", number, " ", what, "; one is written as in ", kExample));
  };
  if (!entry.is_object()) return bad("is no JSON object");
  UserLink link;
  bool from = false, to = false;
  for (const auto& [key, value] : entry.items()) {
    if (key == "name") {
      if (!value.is_string()) return bad("has a name that is no text");
      link.name = value.get<std::string>();
    } else if (key == "from" || key == "to") {
      const bool is_from = key == "from";
      if (!read_end(value, is_from ? link.from_a : link.to_a, is_from ? link.from_b : link.to_b))
        return bad(text("has as ", key, " neither a point nor two of them"));
      (is_from ? from : to) = true;
    } else if (key == "cost") {
      if (!value.is_number()) return bad("has a cost that is no number");
      link.cost = value.get<double>();
      if (!std::isfinite(link.cost) || link.cost < 0) return bad("has a cost below 0");
    } else if (key == "both_ways") {
      if (!value.is_boolean()) return bad("has as both_ways neither true nor false");
      link.both_ways = value.get<bool>();
    } else {
      return bad(text("has a key \"", key, "\", and there are name, from, to, cost and both_ways"));
    }
  }
  if (!from || !to) return bad(from ? "leads nowhere: it has no to" : "begins nowhere: it has no from");
  return link;
}

Result<std::vector<UserLink>> read(std::string_view json, std::string_view name) {
  auto root = parse_json(json, 0, name);
  if (!root) return fail(root.error());
  if (!root->is_array())
    return fail(ErrorCode::bad_format, text(name, ": links are a JSON list such as ", kExample));
  std::vector<UserLink> links;
  for (const Json& entry : *root) {
    auto link = read_link(entry, links.size() + 1, name);
    if (!link) return fail(link.error());
    links.push_back(std::move(*link));
  }
  return links;
}

}  // namespace

Result<std::vector<UserLink>> read_user_links(std::string_view json, std::string_view name) {
  try {
    return read(json, name);
  } catch (const std::exception& e) {
    return fail(ErrorCode::bad_format, text(name, ": cannot be read: ", e.what()));
  }
}

}  // namespace ambula
