// The navmesh as OBJ (triangles by component) and as JSON (every array and measure).
#include <array>
#include <string>
#include <vector>

#include "ambula/export.h"
#include "ambula/files.h"
#include "core/text.h"
#include "io/export_text.h"

namespace ambula {
namespace {

// An array under `name` with what `put` writes for every cell.
template <class Put>
void put_cells(JsonWriter& json, const NavMesh& m, std::string_view name, Put put) {
  json.key(name);
  json.begin_array();
  for (std::uint32_t c = 0; c < m.size(); ++c) put(c);
  json.end_array();
}

// The same with an entry of one number for every side.
void put_sides(JsonWriter& json, const NavMesh& m, std::string_view name,
               const std::vector<std::uint32_t>& of_side) {
  put_cells(json, m, name, [&](std::uint32_t c) {
    json.begin_array();
    for (std::uint32_t s = m.cell_begin[c]; s < m.cell_begin[c + 1]; ++s) json.value(or_none(of_side[s]));
    json.end_array();
  });
}

void put_portals(JsonWriter& json, const NavMesh& m) {
  json.key("portals");
  json.begin_array();
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    for (std::uint32_t s = m.cell_begin[c]; s < m.cell_begin[c + 1]; ++s) {
      if (m.neighbour[s] == NavMesh::kNone || m.across[s] < s) continue;
      const std::uint32_t end = s + 1 == m.cell_begin[c + 1] ? m.cell_begin[c] : s + 1;
      json.begin_object();
      json.key("cells");
      json.array(std::array{c, m.neighbour[s]});
      json.key("vertices");
      json.array(std::array{m.vertex[s], m.vertex[end]});
      json.end_object();
    }
  }
  json.end_array();
}

void put_dropped(JsonWriter& json, const NavMesh& m, const Frame& frame) {
  json.key("dropped");
  json.begin_array();
  for (const DroppedPatch& patch : m.dropped) {
    json.begin_object();
    json.field("why", name_of(patch.why));
    json.field("area", patch.area);
    json.key("at");
    put_point(json, frame.to_input(m.lattice.position(patch.at)));
    json.end_object();
  }
  json.end_array();
}

Result<void> write_json_in(const NavMesh& mesh, std::string_view source, const Frame& frame,
                           const std::filesystem::path& path) {
  JsonWriter json;
  json.begin_object();
  put_head(json, "ambula navmesh", source, frame, navmesh_hash(mesh));
  json.field("components", mesh.components);
  json.field("area", mesh.area);
  json.field("ideal_area", mesh.ideal_area);
  json.key("areas");
  json.array(mesh.areas);
  json.key("vertices");
  json.begin_array();
  for (const LatticePoint v : mesh.vertices) put_point(json, frame.to_input(mesh.lattice.position(v)));
  json.end_array();
  put_cells(json, mesh, "cells", [&](std::uint32_t c) { json.array(mesh.corners(c)); });
  put_sides(json, mesh, "neighbours", mesh.neighbour);
  put_portals(json, mesh);
  put_cells(json, mesh, "kind", [&](std::uint32_t c) { json.value(name_of(mesh.kind[c])); });
  put_cells(json, mesh, "flight", [&](std::uint32_t c) { json.value(or_none(mesh.flight[c])); });
  put_cells(json, mesh, "area_type", [&](std::uint32_t c) { json.value(mesh.area_type[c]); });
  put_cells(json, mesh, "component", [&](std::uint32_t c) { json.value(mesh.component[c]); });
  put_cells(json, mesh, "triangles", [&](std::uint32_t c) {
    json.begin_array();
    for (const auto& corners : cell_triangles(mesh, c)) json.array(corners);
    json.end_array();
  });
  put_dropped(json, mesh, frame);
  json.key("warnings");
  json.array(mesh.warnings);
  json.end_object();
  return write_file(path, json.take() + "\n");
}

}  // namespace

Result<void> write_obj(const NavMesh& mesh, const Frame& frame, const std::filesystem::path& path) {
  std::string out = "# navmesh, by Ambula\n";
  for (const LatticePoint v : mesh.vertices) append_obj_vertex(out, frame.to_input(mesh.lattice.position(v)));
  std::uint32_t group = NavMesh::kNone;
  for (const std::uint32_t c : cells_by_component(mesh)) {
    if (mesh.component[c] != group) {
      group = mesh.component[c];
      out += text("g component_", group, "\n");
    }
    for (const auto& corners : cell_triangles(mesh, c)) append_obj_face(out, corners);
  }
  return write_file(path, out);
}

Result<void> write_json(const NavMesh& mesh, const Scene& scene, const std::filesystem::path& path) {
  return write_json_in(mesh, scene.source, scene.frame, path);
}

Result<void> write_json(const NavMesh& mesh, std::string_view source, const std::filesystem::path& path) {
  return write_json_in(mesh, source, mesh.frame, path);
}

}  // namespace ambula
