// Links as OBJ (the walkable surface and its fillers, joined) and as JSON (every measure).
#include <array>
#include <string>
#include <vector>

#include "ambula/export.h"
#include "ambula/files.h"
#include "ambula/hash.h"
#include "core/text.h"
#include "io/export_text.h"

namespace ambula {
namespace {

void put_link(JsonWriter& json, const Walkable& w, const Links& links, const Link& link) {
  json.begin_object();
  json.field("kind", name_of(link.kind));
  json.field("rise", link.rise);
  json.field("run", link.run);
  json.field("width", link.width);
  json.field("free_height", link.free_height);
  json.field("flight", or_none(link.flight));
  json.field("step", or_none(link.step));
  json.key("intervals");
  json.begin_array();
  for (std::uint32_t i = 0; i < link.intervals; ++i) {
    const BorderInterval& b = links.intervals[link.first_interval + i];
    json.begin_object();
    json.field("face", b.half_edge / 3);
    json.field("edge", b.half_edge % 3);
    json.field("component", w.component[b.half_edge / 3]);
    json.field("from", b.from);
    json.field("to", b.to);
    json.key("vertices");
    json.array(std::array{b.first, b.last});
    json.end_object();
  }
  json.end_array();
  json.key("triangles");
  json.begin_array();
  for (std::uint32_t t = 0; t < link.triangles; ++t) json.array(links.triangles[link.first_triangle + t]);
  json.end_array();
  json.end_object();
}

}  // namespace

Result<void> write_obj(const Walkable& walkable, const Links& links, const Frame& frame,
                       const std::filesystem::path& path) {
  const LinkedSurface joined = linked_surface(walkable, links);
  std::string out = "# walkable surface and the links that join it, by Ambula\n";
  for (const LatticePoint v : joined.vertices)
    append_obj_vertex(out, frame.to_input(joined.lattice.position(v)));
  // Faces come first, then fillers in the order of their links.
  std::string group;
  for (std::size_t t = 0; t < joined.triangles.size(); ++t) {
    const std::uint32_t l = joined.link[t];
    std::string name = "walkable";
    if (l != LinkedSurface::kNone) name = text(name_of(links.links[l].kind), "_", l);
    if (name != group) out += text("g ", name, "\n");
    group = std::move(name);
    append_obj_face(out, joined.triangles[t]);
  }
  return write_file(path, out);
}

Result<void> write_json(const Walkable& walkable, const Links& links, const Scene& scene,
                        const std::filesystem::path& path) {
  JsonWriter json;
  json.begin_object();
  put_head(json, "ambula links", scene.source, scene.frame, links_hash(links));
  json.field("walkable_hash", hash_text(walkable_hash(walkable)));
  json.field("components_before", walkable.components);
  json.field("components", links.components);
  json.key("component");
  json.array(links.component);
  json.field("filled_area", links.filled_area);
  json.key("vertices");
  json.begin_array();
  for (const LatticePoint v : walkable.vertices)
    put_point(json, scene.frame.to_input(links.lattice.position(v)));
  for (const LinkVertex& v : links.vertices)
    put_point(json, scene.frame.to_input(links.lattice.position(v.at)));
  json.end_array();
  json.key("links");
  json.begin_array();
  for (const Link& link : links.links) put_link(json, walkable, links, link);
  json.end_array();
  json.key("flights");
  json.begin_array();
  for (const Flight& flight : links.flights) {
    json.begin_object();
    json.field("steps", flight.steps);
    json.field("rise", flight.rise);
    json.field("run", flight.run);
    json.field("width", flight.width);
    json.key("landings");
    json.array(flight.landings);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return write_file(path, json.take() + "\n");
}

}  // namespace ambula
