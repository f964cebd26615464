// Recast by itself over scenes and cell sizes: the numbers every stage of ours is later held against, and the
// list of what it cannot bake.
#include <ostream>

#include "ambula/import.h"
#include "bench/bench.h"
#include "bench/table.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr double kMebi = 1024.0 * 1024.0;

nlohmann::json row_json(const std::string& scene, std::size_t triangles, double cell, const PeerResult& r) {
  nlohmann::json row = {{"scene", scene}, {"triangles", triangles}, {"cell", cell}, {"ok", r.ok}};
  if (!r.ok) {
    row["reason"] = r.reason;
    return row;
  }
  row["median_seconds"] = r.median_seconds;
  row["median_cpu_seconds"] = r.median_cpu_seconds;
  row["seconds"] = r.seconds;
  row["peak_bytes"] = r.peak_bytes;
  row["grid"] = {r.grid_width, r.grid_height};
  row["polygons"] = r.mesh.polygon_count();
  row["detail_triangles"] = r.mesh.detail_triangles.size();
  row["area"] = r.area;
  row["warnings"] = r.warnings;
  return row;
}

std::vector<std::string> row_cells(const std::string& scene, std::size_t triangles, double cell,
                                   const PeerResult& r) {
  std::vector<std::string> cells = {scene, text(triangles), text(cell)};
  if (!r.ok) {
    cells.insert(cells.end(), {"-", "-", "-", "-", "-", r.reason});
    return cells;
  }
  cells.push_back(fixed_text(r.median_seconds * 1e3, 1));
  cells.push_back(fixed_text(r.median_cpu_seconds * 1e3, 1));
  cells.push_back(fixed_text(static_cast<double>(r.peak_bytes) / kMebi, 1));
  cells.push_back(text(r.mesh.polygon_count()));
  cells.push_back(fixed_text(r.area, 1));
  if (!r.warnings.empty()) {
    const std::size_t more = r.warnings.size() - 1;
    cells.push_back(text(r.warnings.front(), more > 0 ? text(" (and ", more, " more)") : std::string()));
  }
  return cells;
}

}  // namespace

Result<void> bench_recast(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench recast");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  auto scenes = list_scenes(args);
  if (!scenes) return fail(scenes.error());

  Table table({{"scene"},
               {"triangles", Align::right},
               {"cell m", Align::right},
               {"median ms", Align::right},
               {"cpu ms", Align::right},
               {"peak MiB", Align::right},
               {"polygons", Align::right},
               {"area m²", Align::right}});
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < scenes->size(); ++i) {
    const BenchScene& from = (*scenes)[i];
    SceneParams params;
    params.up = from.up;
    params.unit = from.unit;
    const auto scene = import_scene(from.file, params, context);
    if (stage.cancelled()) return cancelled_failure("bench recast");
    if (!scene) {
      table.add({from.name, "-", "-", "-", "-", "-", "-", "-", scene.error().message});
      rows.push_back({{"scene", from.name}, {"ok", false}, {"reason", scene.error().message}});
      continue;
    }
    for (const double cell : args.cells) {
      const PeerResult peer = bake_recast(
          *scene, {.agent = args.agent, .cell = cell, .runs = args.runs, .memory_limit = args.memory_limit},
          context);
      if (stage.cancelled()) return cancelled_failure("bench recast");
      table.add(row_cells(from.name, scene->triangles.size(), cell, peer));
      rows.push_back(row_json(from.name, scene->triangles.size(), cell, peer));
    }
    stage.progress(static_cast<double>(i + 1) / static_cast<double>(scenes->size()));
  }
  table.print(out);
  return write_json(args, {{"benchmark", "recast"},
                           {"agent", agent_json(args.agent)},
                           {"runs", args.runs},
                           {"memory_limit", args.memory_limit},
                           {"rows", rows}});
}

}  // namespace ambula::bench
