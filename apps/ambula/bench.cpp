// ambula bench NAME: the comparisons, as tables and JSON.
#include "bench/bench.h"

#include <iostream>

#include "commands.h"
#include "common.h"
#include "core/text.h"

namespace ambula::cli {
namespace {

using Benchmark = Result<void> (*)(const bench::BenchArgs&, std::ostream&, Context*);

struct Options {
  std::vector<std::string> files;
  std::string folder, json, plot, pairs_out;
  bench::BenchArgs args;
  SceneFlags scene;
  AgentFlags agent;
  double memory_gib = 4;
  Work work;
};

int run(Options& options, Benchmark benchmark) {
  auto agent = options.agent.agent();
  if (!agent) return report(agent.error());
  auto params = options.scene.params();
  if (!params) return report(params.error());
  bench::BenchArgs& args = options.args;
  args.agent = *agent;
  args.folder = options.folder;
  args.json = options.json;
  args.plot = options.plot;
  args.pairs_out = options.pairs_out;
  args.memory_limit = static_cast<std::size_t>(options.memory_gib * 1024 * 1024 * 1024);
  for (const std::string& file : options.files) args.scenes.push_back({"", file, params->up, params->unit});
  const auto done = benchmark(args, std::cout, &options.work.context());
  return done ? kDone : report(done.error());
}

struct Added {
  CLI::App* command;
  std::shared_ptr<Options> options;
};

Added add(CLI::App& parent, int& exit_code, const char* name, const char* what, Benchmark benchmark) {
  CLI::App* command = parent.add_subcommand(name, what);
  auto options = std::make_shared<Options>();
  command->footer(text("ambula bench ", name, " house.obj"));
  command->add_option("SCENE", options->files, "scenes to run on");
  command->add_option("--scenes", options->folder, "and every scene of a folder with a MANIFEST.tsv")
      ->type_name("FOLDER");
  command->add_option("--runs", options->args.runs, "runs; the median counts")->capture_default_str();
  command->add_option("--json", options->json, "write the numbers to a file too")->type_name("FILE");
  command->add_option("--cells", options->args.cells, "Recast's cell sizes in metres")->delimiter(',');
  command->add_option("--memory", options->memory_gib, "GiB a bake may take")->capture_default_str();
  options->agent.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->callback([options, &exit_code, benchmark] { exit_code = run(*options, benchmark); });
  return {command, options};
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("bench", "Comparisons with peers, in one run");
  command->footer("ambula bench recast --scenes FOLDER");
  command->require_subcommand(1);
  add(*command, exit_code, "recast", "Recast's bake: time, memory, area, or why not", bench::bench_recast);
  add(*command, exit_code, "import", "our OBJ reader against assimp", bench::bench_import);
  const Added walkable = add(*command, exit_code, "walkable",
                             "the walkable surface against Recast's bake at 0.1 m", bench::bench_walkable);
  walkable.command
      ->add_option("--growth", walkable.options->args.growth,
                   "triangles up to which generated scenes grow; 0 leaves them out")
      ->capture_default_str();
  walkable.command->add_option("--plot", walkable.options->plot, "draw how time grows into a file too")
      ->type_name("OUT.svg");
  add(*command, exit_code, "links", "links, beside the paper's times and the walkable stage",
      bench::bench_links);
  const Added navmesh = add(*command, exit_code, "navmesh",
                            "the whole build to the navmesh against Recast's bakes", bench::bench_navmesh);
  navmesh.command
      ->add_option("--pairs", navmesh.options->args.pairs,
                   "pairs of places to compare reachability by; 0 leaves it out")
      ->capture_default_str();
  navmesh.command
      ->add_option("--pairs-out", navmesh.options->pairs_out, "write the pairs that only one side joins")
      ->type_name("FILE.json");
  add(*command, exit_code, "query", "paths against Detour's, and on a city of a million cells",
      bench::bench_query);
  add(*command, exit_code, "rotations", "what turning a scene changes: parts, flights, reach, area",
      bench::bench_rotations);
  add(*command, exit_code, "triangulate", "our constrained Delaunay triangulation against CGAL's",
      bench::bench_triangulate);
  const Added boxes = add(*command, exit_code, "broad-phase",
                          "our tree of boxes against a grid and an R-tree", bench::bench_broad_phase);
  boxes.command
      ->add_option("--growth", boxes.options->args.growth,
                   "boxes up to which generated inputs grow; 0 leaves them out")
      ->capture_default_str();
}

}  // namespace ambula::cli
