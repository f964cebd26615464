// ambula info FILE: what it is, sizes, areas, counts, hash.
#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "links_report.h"
#include "navmesh_report.h"
#include "stages.h"
#include "walkable_report.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file;
  SceneFlags scene;
  Work work;
  bool json = false;
  std::size_t names = 10;
};

struct Part {
  std::string name, ifc_class;
  std::uint64_t triangles = 0;
};

// Objects that have triangles, the largest first.
std::vector<Part> parts_of(const Scene& scene) {
  std::vector<Part> parts;
  for (const Object& object : scene.objects) parts.push_back({object.name, object.ifc_class});
  for (const ObjectId id : scene.triangle_object) ++parts[id.index()].triangles;
  std::erase_if(parts, [](const Part& part) { return part.triangles == 0; });
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.triangles > b.triangles; });
  return parts;
}

std::string up_text(const Frame& frame) {
  const Vec3 up = frame.up();
  if (up == kUpY) return "y";
  if (up == kUpZ) return "z";
  char buffer[96];
  std::snprintf(buffer, sizeof(buffer), "%.6g,%.6g,%.6g", up.x, up.y, up.z);
  return buffer;
}

std::vector<std::string> all_notes(const Input& input, const std::optional<SceneSummary>& summary) {
  std::vector<std::string> notes =
      summary ? notes_on(input, *input.document.scene, *summary) : input.warnings;
  if (input.document.walkable) {
    const std::vector<std::string>& more = input.document.walkable->warnings;
    notes.insert(notes.end(), more.begin(), more.end());
  }
  if (input.document.navmesh) {
    const std::vector<std::string>& more = input.document.navmesh->warnings;
    notes.insert(notes.end(), more.begin(), more.end());
  }
  return notes;
}

// The record in a file of the scene it was built from, whether the scene is in it or not.
void add_frame(Json& out, const Frame& frame, const Lattice& lattice) {
  out["up"] = up_text(frame);
  out["unit"] = frame.unit;
  out["lattice"] = {{"quantum", lattice.quantum}, {"origin", to_json(frame.to_input(lattice.origin))}};
}

void add_scene(Json& out, const Scene& scene, const SceneSummary& summary) {
  Json objects = Json::array();
  for (const Part& part : parts_of(scene)) {
    Json entry{{"name", part.name}, {"triangles", part.triangles}};
    if (!part.ifc_class.empty()) entry["ifc_class"] = part.ifc_class;
    objects.push_back(entry);
  }
  out["triangles"] = to_json(scene.cleaning);
  out["duplicates"] = summary.duplicates;
  out["vertices"] = scene.positions.size();
  out["area"] = summary.area;
  out["extent"] = {{"min", to_json(summary.input_extent.min)}, {"max", to_json(summary.input_extent.max)}};
  out["size"] = to_json(summary.extent.size());
  add_frame(out, scene.frame, scene.lattice);
  out["objects"] = objects;
  out["materials"] = scene.materials;
}

Json json_of(const Input& input, const std::optional<SceneSummary>& summary) {
  const Document& document = input.document;
  Json out{{"source", document.source}, {"kind", input.is_document ? "ambula" : "scene"}};
  if (summary) {
    add_scene(out, *document.scene, *summary);
  } else if (document.navmesh) {
    add_frame(out, document.navmesh->frame, document.navmesh->lattice);
  }
  out["hash"] = hash_text(document.scene_hash);
  if (input.is_document) out["agent"] = to_json(document.agent);
  if (document.walkable || document.navmesh) {
    Json parameters = Json::object();
    for (const auto& [name, value] : document.parameters) parameters[name] = value;
    if (document.walkable) out["walkable"] = to_json(*document.walkable);
    out["parameters"] = parameters;
  }
  if (document.links) out["links"] = to_json(*document.links);
  if (document.navmesh) out["navmesh"] = to_json(*document.navmesh);
  if (const auto notes = all_notes(input, summary); !notes.empty()) out["notes"] = notes;
  return out;
}

void print_without_scene(const Options& options, const Document& document, const Frame& frame) {
  std::printf("%s\n", options.file.c_str());
  std::printf("  scene       is not in it; built from %s\n", document.source.c_str());
  std::printf("  up          %s\n", up_text(frame).c_str());
  std::printf("  unit        %g m\n", frame.unit);
  std::printf("  hash        %s\n", hash_text(document.scene_hash).c_str());
}

void print(const Options& options, const Input& input, const Scene& scene, const SceneSummary& summary) {
  const Vec3 size = summary.extent.size();
  const Box3& box = summary.input_extent;
  const std::vector<Part> parts = parts_of(scene);
  std::printf("%s\n", options.file.c_str());
  const std::string dropped = left_out(scene.cleaning);
  std::printf("  triangles   %s", grouped(scene.cleaning.kept).c_str());
  if (!dropped.empty())
    std::printf(" of %s (left out: %s)", grouped(scene.cleaning.input).c_str(), dropped.c_str());
  std::printf("\n");
  std::printf("  degenerate  %s\n", grouped(scene.cleaning.degenerate).c_str());
  std::printf("  duplicates  %s\n", grouped(summary.duplicates).c_str());
  std::printf("  vertices    %s\n", grouped(scene.positions.size()).c_str());
  std::printf("  size        %.6g x %.6g x %.6g m (height last)\n", size.x, size.y, size.z);
  std::printf("  extent      %.9g %.9g %.9g .. %.9g %.9g %.9g (in the file's frame)\n", box.min.x, box.min.y,
              box.min.z, box.max.x, box.max.y, box.max.z);
  std::printf("  up          %s\n", up_text(scene.frame).c_str());
  std::printf("  unit        %g m\n", scene.frame.unit);
  std::printf("  area        %.6g m2\n", summary.area);
  std::printf("  lattice     %g m\n", scene.lattice.quantum);
  std::printf("  materials   %zu\n", scene.materials.size());
  std::printf("  objects     %zu\n", parts.size());
  for (std::size_t i = 0; i < parts.size() && i < options.names; ++i) {
    std::printf("    %9s  %s%s%s\n", grouped(parts[i].triangles).c_str(), parts[i].name.c_str(),
                parts[i].ifc_class.empty() ? "" : "  ", parts[i].ifc_class.c_str());
  }
  if (parts.size() > options.names) {
    std::printf("    and %zu more (--names %zu shows all)\n", parts.size() - options.names, parts.size());
  }
  if (input.is_document) std::printf("  source      %s\n", input.document.source.c_str());
  std::printf("  hash        %s\n", hash_text(input.document.scene_hash).c_str());
}

void print(const Walkable& w) {
  const std::array<BorderSum, 4> borders = border_sums(w);
  const WalkableAreas& a = w.areas;
  std::printf("walkable surface\n");
  std::printf("  faces       %s, %s vertices\n", grouped(w.faces.size()).c_str(),
              grouped(w.vertices.size()).c_str());
  std::printf("  components  %s\n", grouped(w.components).c_str());
  std::printf("  area        %.6g m2 of %.6g m2 ground in %s triangles\n", a.walkable, a.ground,
              grouped(w.ground_triangles).c_str());
  std::printf("  not in it   %.6g m2 blocked, %.6g m2 duplicate, %.6g m2 enclosed, %.6g m2 small\n",
              a.blocked, a.duplicate, a.enclosed, a.small);
  std::printf("  removed     %s enclosed parts, %s small ones\n", grouped(w.removed_enclosed).c_str(),
              grouped(w.removed_small).c_str());
  std::printf("  closed      %s places, %.6g m2\n", grouped(w.closed.size()).c_str(), a.closed);
  for (const BorderKind kind : {BorderKind::wall, BorderKind::sill, BorderKind::ledge}) {
    const BorderSum& sum = borders[static_cast<std::size_t>(kind)];
    std::printf("  %-11s %.6g m in %s edges\n", text(name_of(kind), "s").c_str(), sum.length,
                grouped(sum.count).c_str());
  }
  std::printf("  hash        %s\n", hash_text(walkable_hash(w)).c_str());
}

void print(const Links& links) {
  std::printf("links\n");
  std::printf("  found       %s\n", summary_of(links).c_str());
  std::printf("  filled      %.6g m2 in plan\n", links.filled_area);
  for (const Flight& f : links.flights) {
    std::printf("  flight      %u steps, rise %.3f m, run %.3f m, width %.3f m\n", f.steps, f.rise, f.run,
                f.width);
  }
  std::printf("  hash        %s\n", hash_text(links_hash(links)).c_str());
}

void print(const NavMesh& mesh) {
  std::printf("navmesh\n");
  std::printf("  found       %s\n", summary_of(mesh).c_str());
  std::printf("  area        %.6g m2 of %.6g m2 the agent fits on\n", mesh.area, mesh.ideal_area);
  const Json counts = to_json(mesh);
  std::string kinds;
  for (const auto& [kind, count] : counts["kinds"].items()) {
    if (count > 0) kinds += text(kinds.empty() ? "" : ", ", grouped(count.get<std::uint64_t>()), " ", kind);
  }
  if (!kinds.empty()) std::printf("  cells       %s\n", kinds.c_str());
  std::printf("  sides       %s portals, %s borders\n",
              grouped(counts["portals"].get<std::uint64_t>()).c_str(),
              grouped(counts["borders"].get<std::uint64_t>()).c_str());
  for (std::size_t a = 1; a < mesh.areas.size(); ++a) {
    const auto cells = std::count(mesh.area_type.begin(), mesh.area_type.end(), a);
    std::printf("  area type   %s, %s\n", mesh.areas[a].c_str(),
                counted(static_cast<std::uint64_t>(cells), "cell", "cells").c_str());
  }
  for (const auto& [why, sum] : counts["dropped"].items()) {
    if (sum["patches"] == 0) continue;
    std::printf("  dropped     %s %s, %.6g m2\n", grouped(sum["patches"].get<std::uint64_t>()).c_str(),
                why.c_str(), sum["area"].get<double>());
  }
  std::printf("  hash        %s\n", hash_text(navmesh_hash(mesh)).c_str());
}

int run(Options& options) {
  auto input = open_input(options.file, options.scene, options.work.context());
  if (!input) return report(input.error());
  const Document& document = input->document;
  auto frame = frame_of(*input, options.file);
  if (!frame) return report(frame.error());
  std::optional<SceneSummary> summary;
  if (document.scene) summary = summarize(*document.scene);
  if (options.json) {
    print_json(json_of(*input, summary));
  } else {
    if (summary) {
      print(options, *input, *document.scene, *summary);
    } else {
      print_without_scene(options, document, *frame);
    }
    if (document.walkable) print(*document.walkable);
    if (document.links) print(*document.links);
    if (document.navmesh) print(*document.navmesh);
    tell(all_notes(*input, summary));
  }
  return kDone;
}

}  // namespace

void add_info(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("info", "What a scene or an .ambula file holds");
  command->footer("ambula info house.obj");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "a scene, or an .ambula file")->required();
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--names", options->names, "how many objects to name")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
