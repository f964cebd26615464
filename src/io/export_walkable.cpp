// The walkable surface as OBJ and as JSON.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "ambula/export.h"
#include "ambula/files.h"
#include "core/text.h"
#include "io/export_text.h"

namespace ambula {
namespace {

// Faces by component, within one in their own order.
std::vector<std::uint32_t> by_component(const Walkable& w) {
  std::vector<std::uint32_t> order(w.faces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return w.component[a] < w.component[b]; });
  return order;
}

// One array of an entry per face; `put` writes the entry.
template <class Put>
void put_faces(JsonWriter& json, const Walkable& w, std::string_view name, Put put) {
  json.key(name);
  json.begin_array();
  for (std::size_t f = 0; f < w.faces.size(); ++f) put(f);
  json.end_array();
}

// The same with an entry of one value for each edge.
template <class ValueOf>
void put_edges(JsonWriter& json, const Walkable& w, std::string_view name, ValueOf value_of) {
  put_faces(json, w, name, [&](std::size_t f) {
    json.begin_array();
    for (std::size_t i = 0; i < 3; ++i) json.value(value_of(f, i));
    json.end_array();
  });
}

void put_surface(JsonWriter& json, const Walkable& w, const Frame& frame) {
  json.key("vertices");
  json.begin_array();
  for (const LatticePoint v : w.vertices) put_point(json, frame.to_input(w.lattice.position(v)));
  json.end_array();
  put_edges(json, w, "faces", [&](std::size_t f, std::size_t i) { return w.faces[f][i]; });
  put_edges(json, w, "neighbours", [&](std::size_t f, std::size_t i) { return or_none(w.neighbours[f][i]); });
  put_edges(json, w, "border", [&](std::size_t f, std::size_t i) { return name_of(w.border[f][i]); });
  put_edges(json, w, "border_height",
            [&](std::size_t f, std::size_t i) { return w.border_height[f][i] * w.lattice.quantum; });
  put_edges(json, w, "inner_wall",
            [&](std::size_t f, std::size_t i) { return (w.inner_wall[f] >> i & 1) != 0; });
  put_faces(json, w, "component", [&](std::size_t f) { json.value(w.component[f]); });
  put_faces(json, w, "triangle", [&](std::size_t f) { json.value(w.input_triangle[w.face_triangle[f]]); });
  put_faces(json, w, "object", [&](std::size_t f) { json.value(w.face_object[f].value); });
  put_faces(json, w, "material", [&](std::size_t f) { json.value(w.face_material[f].value); });
}

void put_areas(JsonWriter& json, const WalkableAreas& a) {
  json.key("areas");
  json.begin_object();
  json.field("ground", a.ground);
  json.field("blocked", a.blocked);
  json.field("duplicate", a.duplicate);
  json.field("enclosed", a.enclosed);
  json.field("small", a.small);
  json.field("closed", a.closed);
  json.field("walkable", a.walkable);
  json.end_object();
}

void put_removed(JsonWriter& json, const Walkable& w, const Frame& frame) {
  json.key("removed");
  json.begin_array();
  for (std::size_t r = 0; r < w.removed.size(); ++r) {
    json.begin_object();
    json.field("why", name_of(w.removed_why[r]));
    json.key("corners");
    json.begin_array();
    for (const LatticePoint p : w.removed[r]) put_point(json, frame.to_input(w.lattice.position(p)));
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

}  // namespace

Result<void> write_obj(const Walkable& walkable, const Frame& frame, const std::filesystem::path& path) {
  std::string out = "# walkable surface, by Ambula\n";
  out.reserve(walkable.vertices.size() * 48 + walkable.faces.size() * 24 + 64);
  for (const LatticePoint v : walkable.vertices)
    append_obj_vertex(out, frame.to_input(walkable.lattice.position(v)));
  std::uint32_t group = Walkable::kNone;
  for (const std::uint32_t f : by_component(walkable)) {
    if (walkable.component[f] != group) {
      group = walkable.component[f];
      out += text("g component_", group, "\n");
    }
    append_obj_face(out, walkable.faces[f]);
  }
  return write_file(path, out);
}

Result<void> write_json(const Walkable& walkable, const Scene& scene, const std::filesystem::path& path) {
  JsonWriter json;
  json.begin_object();
  put_head(json, "ambula walkable", scene.source, scene.frame, walkable_hash(walkable));
  json.field("components", walkable.components);
  put_areas(json, walkable.areas);
  json.key("objects");
  json.begin_array();
  for (const Object& object : scene.objects) json.value(object.name);
  json.end_array();
  json.key("materials");
  json.array(scene.materials);
  put_surface(json, walkable, scene.frame);
  put_removed(json, walkable, scene.frame);
  json.end_object();
  return write_file(path, json.take() + "\n");
}

}  // namespace ambula
