// Triangles of a mesh primitive (glTF 2.0, 3.7.2): lists, strips and fans, indexed or not. Many exporters
// let hundreds of primitives share one vertex array, so each primitive takes only the positions it uses, at
// a cost that depends on its own indices and not on the array.
#include <algorithm>
#include <limits>
#include <utility>

#include "core/text.h"
#include "import/gltf_scene.h"

namespace ambula::gltf {
namespace {

constexpr std::uint64_t kLineStrip = 3, kTriangles = 4, kStrip = 5, kFan = 6;

bool is_index(const Accessor& accessor) {
  return accessor.width == 1 &&
         (accessor.component == Component::u8 || accessor.component == Component::u16 ||
          accessor.component == Component::u32);
}

std::uint32_t restart_index(Component component) {
  if (component == Component::u8) return 0xFF;
  return component == Component::u16 ? 0xFFFF : 0xFFFFFFFF;
}

Result<std::vector<std::uint32_t>> read_corners(const Document& document, const Primitive& primitive) {
  std::vector<std::uint32_t> corners(static_cast<std::size_t>(primitive.corners()));
  if (!primitive.indices) {
    for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = static_cast<std::uint32_t>(i);
    return corners;
  }
  const Accessor& indices = *primitive.indices;
  const std::uint64_t vertices = primitive.positions->count;
  const std::uint32_t restart = restart_index(indices.component);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::uint32_t v = indices.integer(i);
    if (v == restart) {
      return document.bad(primitive.path,
                          text(indices.place(i), ": index ", v,
                               " restarts the primitive, which glTF forbids; export it without restarts"),
                          indices.offset_of(i));
    }
    if (v >= vertices) {
      return document.bad(
          primitive.path,
          text(indices.place(i), ": index ", v, " is out of range; there are ", vertices, " vertices"),
          indices.offset_of(i));
    }
    corners[i] = v;
  }
  return corners;
}

// Renumbers corners from 0 in the order of the vertices they name, and returns those vertices.
std::vector<std::uint32_t> compact(std::vector<std::uint32_t>& corners, std::uint64_t vertices) {
  std::vector<std::uint32_t> used;
  if (vertices / 4 <= corners.size()) {  // a table of all vertices costs no more than the corners do
    constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> number(static_cast<std::size_t>(vertices), kUnused);
    for (const std::uint32_t v : corners) number[v] = 0;
    for (std::size_t v = 0; v < number.size(); ++v) {
      if (number[v] == kUnused) continue;
      number[v] = static_cast<std::uint32_t>(used.size());
      used.push_back(static_cast<std::uint32_t>(v));
    }
    for (std::uint32_t& v : corners) v = number[v];
    return used;
  }
  used = corners;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (std::uint32_t& v : corners) {
    v = static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
  }
  return used;
}

// An accessor the primitive names, or null where it does not.
Result<const Accessor*> named_accessor(Document& document, const Json* object, const char* key,
                                       std::string_view path) {
  const Json* value = object ? find(*object, key) : nullptr;
  if (!value) return static_cast<const Accessor*>(nullptr);
  const auto index = whole_number(*value);
  if (!index) return document.bad(path, text("its ", key, " is not an index"));
  return document.accessor(*index, path);
}

Result<std::string> material_name(const Document& document, const Json& primitive, std::string_view path) {
  const Json* material = find(primitive, "material");
  if (!material) return std::string();
  const auto index = whole_number(*material);
  if (!index) return document.bad(path, "its material is not an index");
  auto object = document.at("materials", *index, path);
  if (!object) return fail(object.error());
  return text_or(**object, "name", "");
}

// Adds the primitive to `out`, or counts why it has no triangles.
Result<void> add_primitive(Document& document, const Json& object, std::string path,
                           std::vector<Primitive>& out, Notes& notes) {
  Primitive p;
  p.path = std::move(path);
  auto mode = document.count(object, "mode", p.path, kTriangles);
  if (!mode) return fail(mode.error());
  if (*mode > kFan) return document.bad(p.path, text("its mode ", *mode, " is not one of glTF's"));
  p.mode = *mode;
  if (p.mode <= kLineStrip) {  // points, lines, loops and strips of lines
    ++notes.points_and_lines;
    return {};
  }
  auto positions = named_accessor(document, find(object, "attributes"), "POSITION", p.path);
  if (!positions) return fail(positions.error());
  if (!*positions) {
    ++notes.without_positions;
    return {};
  }
  p.positions = *positions;
  if (p.positions->width != 3) return document.bad(p.path, "its POSITION is not a VEC3");
  const Json* extensions = find(object, "extensions");
  if (extensions && find(*extensions, "KHR_draco_mesh_compression") && p.positions->stride == 0) {
    return fail(ErrorCode::unsupported, text(document.name(), ": ", p.path,
                                             ": is compressed with Draco, which is not read; export it "
                                             "without Draco compression"));
  }
  auto indices = named_accessor(document, &object, "indices", p.path);
  if (!indices) return fail(indices.error());
  p.indices = *indices;
  if (p.indices && !is_index(*p.indices)) {
    return document.bad(p.path, "its indices are not single unsigned integers");
  }
  auto material = material_name(document, object, p.path);
  if (!material) return fail(material.error());
  p.material = *std::move(material);
  if (const Json* targets = find(object, "targets"); targets && !targets->empty()) ++notes.morphed;
  const bool whole = p.mode == kTriangles ? p.corners() % 3 == 0 : p.corners() == 0 || p.corners() >= 3;
  if (!whole) ++notes.incomplete;
  if (p.triangles() > 0) out.push_back(std::move(p));
  return {};
}

}  // namespace

std::uint64_t Primitive::triangles() const {
  const std::uint64_t n = corners();
  if (mode == kTriangles) return n / 3;
  return n < 3 ? 0 : n - 2;
}

Result<std::vector<Primitive>> mesh_primitives(Document& document, std::uint64_t mesh, Notes& notes) {
  std::vector<Primitive> out;
  const std::string path = text("meshes[", mesh, "]");
  auto object = document.at("meshes", mesh, path);
  if (!object) return fail(object.error());
  const Json* primitives = find(**object, "primitives");
  if (!primitives || !primitives->is_array()) return document.bad(path, "has no primitives");
  for (std::size_t i = 0; i < primitives->size(); ++i) {
    std::string part = text(path, ".primitives[", i, "]");
    auto ok = add_primitive(document, (*primitives)[i], std::move(part), out, notes);
    if (!ok) return fail(ok.error());
  }
  return out;
}

Result<Shape> build_shape(const Document& document, const Primitive& primitive) {
  auto corners = read_corners(document, primitive);
  if (!corners) return fail(corners.error());
  const std::vector<std::uint32_t> used = compact(*corners, primitive.positions->count);
  Shape out;
  out.positions.reserve(used.size());
  for (const std::uint32_t v : used) out.positions.push_back(primitive.positions->vec3(v));
  const std::vector<std::uint32_t>& c = *corners;
  const auto n = static_cast<std::size_t>(primitive.triangles());
  out.triangles.reserve(n);
  for (std::size_t t = 0; t < n; ++t) {
    if (primitive.mode == kStrip) {  // every second triangle of a strip runs the other way round
      out.triangles.push_back({c[t], c[t + 1 + t % 2], c[t + 2 - t % 2]});
    } else if (primitive.mode == kFan) {
      out.triangles.push_back({c[0], c[t + 1], c[t + 2]});
    } else {
      out.triangles.push_back({c[3 * t], c[3 * t + 1], c[3 * t + 2]});
    }
  }
  return out;
}

}  // namespace ambula::gltf
