// JSON from files nobody vouches for: mistakes are told with their byte offset, and looking something up
// never throws.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "ambula/result.h"

namespace ambula {

using Json = nlohmann::json;

// `offset` is where the text begins in the file called `name`.
[[nodiscard]] Result<Json> parse_json(std::string_view text, std::uint64_t offset, std::string_view name);

// An element of a JSON object by key; null where it is absent.
[[nodiscard]] const Json* find(const Json& object, const char* key);
[[nodiscard]] std::string text_or(const Json& object, const char* key, std::string_view otherwise);
// A whole number below 2^53, 3.0 counting as 3.
[[nodiscard]] std::optional<std::uint64_t> whole_number(const Json& value);

}  // namespace ambula
