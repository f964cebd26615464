// Counts, settings and sentences about a navmesh.
#include "navmesh_report.h"

#include <array>

#include "core/text.h"

namespace ambula::cli {
namespace {

constexpr CellKind kKinds[] = {CellKind::floor, CellKind::step, CellKind::gap, CellKind::fill,
                               CellKind::ramp};
constexpr DropReason kReasons[] = {DropReason::small, DropReason::unreachable};

struct Sum {
  std::uint64_t count = 0;
  double area = 0;  // m²
};

Sum dropped(const NavMesh& mesh, DropReason why) {
  Sum sum;
  for (const DroppedPatch& patch : mesh.dropped) {
    if (patch.why != why) continue;
    ++sum.count;
    sum.area += patch.area;
  }
  return sum;
}

double coverage_of(const NavMesh& mesh) { return mesh.ideal_area > 0 ? mesh.area / mesh.ideal_area : 1; }

std::string rounded(double metres) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.2f", metres);
  return buffer;
}

std::string point_text(Vec3 p) {
  std::string out;
  for (const double value : {p.x, p.y, p.z}) {
    if (!out.empty()) out += ',';
    append_exact(out, value + 0.0);
  }
  return out;
}

// "X,Y,Z" a line.
bool parse_points(std::string_view lines, const Frame& frame, std::vector<Vec3>& to) {
  to.clear();
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const auto point = parse_vec3(lines.substr(0, end));
    if (!point) return false;
    to.push_back(frame.to_scene(*point));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return true;
}

std::string rules_text(const std::vector<AreaRule>& rules) {
  if (rules.empty()) return "";
  Json json = Json::array();
  for (const AreaRule& rule : rules)
    json.push_back({{"area", rule.area}, {"object", rule.object}, {"material", rule.material}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool parse_rules(const std::string& value, std::vector<AreaRule>& to) {
  if (value.empty()) return true;
  auto rules = read_area_rules(value, "");
  if (!rules) return false;
  to = std::move(*rules);
  return true;
}

}  // namespace

Result<const NavMesh*> navmesh_of(const Input& input, const std::filesystem::path& path) {
  if (input.document.navmesh) return &*input.document.navmesh;
  return lacks(input, path, "holds no navmesh; make one with");
}

std::string summary_of(const NavMesh& mesh) {
  char percent[32];
  std::snprintf(percent, sizeof(percent), "%.1f", 100 * coverage_of(mesh));
  return text(counted(mesh.components, "component", "components"), ", ",
              counted(mesh.size(), "cell", "cells"), ", ",
              counted(mesh.vertices.size(), "vertex", "vertices"), ", ", mesh.area, " m² (", percent, " %)");
}

std::vector<std::string> notes_on(const NavMesh& mesh) {
  std::vector<std::string> notes = mesh.warnings;
  if (const Sum small = dropped(mesh, DropReason::small); small.count > 0) {
    notes.push_back(text(counted(small.count, "patch", "patches"), " too small for the navmesh, ", small.area,
                         " m² in all; --min-area 0 keeps such"));
  }
  if (const Sum apart = dropped(mesh, DropReason::unreachable); apart.count > 0) {
    notes.push_back(text(counted(apart.count, "patch", "patches"), " not reached from --keep-from, ",
                         apart.area, " m² in all"));
  }
  return notes;
}

std::vector<std::string> notes_on_keep_from(const NavMesh& mesh, const std::vector<Vec3>& points,
                                            const Scene& scene, const Agent& agent) {
  std::vector<std::string> notes;
  if (points.empty() || mesh.size() == 0) return notes;
  Box3 box;
  for (const LatticePoint v : mesh.vertices) box.add(mesh.lattice.position(v));
  Query query(mesh);
  for (const Vec3 p : points) {
    Box3 both = box;
    both.add(p);
    const Vec3 far = both.size() + Vec3{1, 1, 1};
    const auto nearest = query.nearest(p, far);
    const double distance = nearest ? length(nearest->at - p) : length(far);
    if (distance <= agent.height) continue;
    notes.push_back(text("--keep-from ", point_text(scene.frame.to_input(p)), " lies ", rounded(distance),
                         " m off the mesh; what is nearest to it was kept"));
  }
  return notes;
}

Json to_json(const NavMesh& mesh) {
  std::array<std::uint64_t, std::size(kKinds)> kinds{};
  for (const CellKind kind : mesh.kind) ++kinds[static_cast<std::size_t>(kind)];
  Json by_kind, reasons;
  for (const CellKind kind : kKinds) by_kind[name_of(kind)] = kinds[static_cast<std::size_t>(kind)];
  for (const DropReason why : kReasons) {
    const Sum sum = dropped(mesh, why);
    reasons[name_of(why)] = {{"patches", sum.count}, {"area", sum.area}};
  }
  std::uint64_t borders = 0;
  for (const std::uint32_t n : mesh.neighbour) borders += n == NavMesh::kNone ? 1 : 0;
  return {{"components", mesh.components},
          {"cells", mesh.size()},
          {"kinds", by_kind},
          {"vertices", mesh.vertices.size()},
          {"portals", (mesh.neighbour.size() - borders) / 2},
          {"borders", borders},
          {"height_triangles", mesh.height_triangles.size()},
          {"area", mesh.area},
          {"ideal_area", mesh.ideal_area},
          {"coverage", coverage_of(mesh)},
          {"areas", mesh.areas},
          {"dropped", reasons},
          {"hash", hash_text(navmesh_hash(mesh))}};
}

Parameters parameters_of(const NavMeshParams& params) {
  std::string points;
  for (const Vec3 p : params.keep_from) points += text(points.empty() ? "" : "\n", point_text(p));
  return {{"navmesh.areas", rules_text(params.areas)},
          {"navmesh.border_tolerance", text(params.border_tolerance)},
          {"navmesh.cells", name_of(params.cells)},
          {"navmesh.height_tolerance", text(params.height_tolerance)},
          {"navmesh.keep_from", points},
          {"navmesh.keep_treads", truth_text(params.keep_treads)},
          {"navmesh.ledge_clearance", params.ledge_clearance ? text(*params.ledge_clearance) : ""},
          {"navmesh.lip", text(params.lip)},
          {"navmesh.max_vertices", text(params.max_vertices)},
          {"navmesh.min_patch", params.min_patch ? text(*params.min_patch) : ""},
          {"navmesh.sill_clearance", text(params.sill_clearance)},
          {"navmesh.stair_slope", text(params.stair_slope)},
          {"navmesh.wall_thickness", text(params.wall_thickness)}};
}

Result<NavMeshParams> navmesh_params_of(const Document& document, const Frame& frame,
                                        const std::string& file) {
  NavMeshParams out;
  Settings settings(document, file);
  settings.read("navmesh.areas", [&](const std::string& value) { return parse_rules(value, out.areas); });
  settings.number("navmesh.border_tolerance", out.border_tolerance);
  settings.one_of("navmesh.cells", {"triangles", "fast", "fewest"}, out.cells);
  settings.number("navmesh.height_tolerance", out.height_tolerance);
  settings.read("navmesh.keep_from",
                [&](const std::string& value) { return parse_points(value, frame, out.keep_from); });
  settings.truth("navmesh.keep_treads", out.keep_treads);
  settings.read("navmesh.ledge_clearance", [&](const std::string& value) {
    if (value.empty()) return true;
    settings.number("navmesh.ledge_clearance", out.ledge_clearance.emplace());
    return true;
  });
  settings.number("navmesh.lip", out.lip);
  settings.number("navmesh.max_vertices", out.max_vertices);
  settings.number("navmesh.min_patch", out.min_patch);
  settings.number("navmesh.sill_clearance", out.sill_clearance);
  settings.number("navmesh.stair_slope", out.stair_slope);
  settings.number("navmesh.wall_thickness", out.wall_thickness);
  if (auto ok = settings.done(); !ok) return fail(ok.error());
  return out;
}

void NavMeshFlags::add_to(CLI::App& app) {
  const NavMeshParams usual = for_agent(NavMeshParams{}, default_agent());
  const auto add = [&](const char* name, double& to, const char* unit, const char* what) {
    app.add_option(name, to, what)->type_name(unit)->capture_default_str();
  };
  app.add_flag("--keep-treads", rest.keep_treads, "no ramps over flights of stairs");
  add("--stair-slope", rest.stair_slope, "DEG", "steeper flights keep their treads");
  app.add_option("--min-area", rest.min_patch, "smaller parts that nothing reaches are dropped; 0 keeps all")
      ->type_name("M2")
      ->default_str(text(*usual.min_patch));
  app.add_option("--keep-from", keep_from, "keep only what is reached from this point; repeatable")
      ->type_name("X,Y,Z")
      ->allow_extra_args(false);
  app.add_option("--ledge-clearance", rest.ledge_clearance, "metres kept from ledges")
      ->type_name("M")
      ->default_str("the radius");
  add("--sill-clearance", rest.sill_clearance, "M", "metres kept from sills higher than the lip");
  add("--lip", rest.lip, "M", "what is no higher keeps nothing away");
  add("--wall-thickness", rest.wall_thickness, "M", "metres added to the distance from walls");
  add("--border-tolerance", rest.border_tolerance, "M", "borders may move inwards by this much");
  add("--height-tolerance", rest.height_tolerance, "M", "heights may be off by this much");
  app.add_option("--cells", cells, "what cells are")
      ->check(CLI::IsMember({"triangles", "fast", "fewest"}))
      ->capture_default_str();
  app.add_option("--max-vertices", rest.max_vertices, "of a cell, 3 or more; 0 sets no limit")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--areas", areas_file, "rules that name areas by object and material")
      ->type_name("RULES.json");
}

Result<NavMeshParams> NavMeshFlags::params() const {
  NavMeshParams out = rest;
  out.cells = cells == "triangles" ? CellRule::triangles
              : cells == "fast"    ? CellRule::fast
                                   : CellRule::fewest;
  for (const std::string& value : keep_from) {
    const auto point = parse_vec3(value);
    if (!point)
      return fail(ErrorCode::invalid_argument, text("--keep-from ", value, " is no point; give X,Y,Z"));
    out.keep_from.push_back(*point);
  }
  if (!areas_file.empty()) {
    auto mapped = MappedFile::open(areas_file);
    if (!mapped) return fail(mapped.error());
    auto rules = read_area_rules(mapped->as_text(), areas_file);
    if (!rules) return fail(rules.error());
    out.areas = std::move(*rules);
  }
  if (auto ok = validate(out); !ok) return fail(ok.error());
  return out;
}

NavMeshParams in_scene(NavMeshParams params, const Frame& frame) {
  for (Vec3& p : params.keep_from) p = frame.to_scene(p);
  return params;
}

}  // namespace ambula::cli
