// What the exports of all stages have in common: lines of an OBJ file, and the head of a JSON file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ambula/frame.h"
#include "core/json_writer.h"

namespace ambula {

// "v X Y Z" with as many digits as bring back the same doubles, and "f A B C" counted from 1.
void append_obj_vertex(std::string& out, Vec3 p);
void append_obj_face(std::string& out, const std::array<std::uint32_t, 3>& corners);

// `format`, `version`, `source`, `up`, `unit` and `hash`.
void put_head(JsonWriter& json, std::string_view format, std::string_view source, const Frame& frame,
              std::uint64_t hash);

void put_point(JsonWriter& json, Vec3 p);

// -1 where there is none.
inline std::int64_t or_none(std::uint32_t id) {
  return id == 0xFFFFFFFFu ? std::int64_t{-1} : std::int64_t{id};
}

}  // namespace ambula
