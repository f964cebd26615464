#include "io/export_text.h"

#include "ambula/hash.h"
#include "core/text.h"

namespace ambula {

void append_obj_vertex(std::string& out, Vec3 p) {
  out += 'v';
  for (const double value : {p.x, p.y, p.z}) {
    out += ' ';
    append_exact(out, value + 0.0);  // never "-0"
  }
  out += '\n';
}

void append_obj_face(std::string& out, const std::array<std::uint32_t, 3>& corners) {
  out += 'f';
  for (const std::uint32_t v : corners) {
    out += ' ';
    append_text(out, std::uint64_t{v} + 1);
  }
  out += '\n';
}

void put_head(JsonWriter& json, std::string_view format, std::string_view source, const Frame& frame,
              std::uint64_t hash) {
  json.field("format", format);
  json.field("version", 1);
  json.field("source", source);
  json.key("up");
  put_point(json, frame.up());
  json.field("unit", frame.unit);
  json.field("hash", hash_text(hash));
}

void put_point(JsonWriter& json, Vec3 p) { json.array(std::array{p.x, p.y, p.z}); }

}  // namespace ambula
