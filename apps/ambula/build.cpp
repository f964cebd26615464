// ambula build SCENE -o OUT.ambula: runs the stages and keeps what they made.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string scene_file;
  std::string out;
  std::string until = "scene";
  SceneFlags scene;
  AgentFlags agent;
  Work work;
  bool json = false;
};

// The settings that shaped the result, by name, in order.
std::vector<std::pair<std::string, std::string>> parameters_of(const Options& options, const Scene& scene) {
  std::string ignored;
  for (const std::string& pattern : options.scene.ignore)
    ignored += text(ignored.empty() ? "" : "\n", pattern);
  return {{"scene.ignore", ignored}, {"scene.quantum", text(scene.lattice.quantum)}};
}

int run(Options& options) {
  auto agent = options.agent.agent();
  if (!agent) return report(agent.error());
  Context& context = options.work.context();
  auto input = open_input(options.scene_file, options.scene, context);
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.scene_file);
  if (!scene) return report(scene.error());

  Document& document = input->document;
  document.agent = *agent;
  document.parameters = parameters_of(options, **scene);
  std::filesystem::path out = options.out;
  if (out.empty()) out = std::filesystem::path(options.scene_file).filename().replace_extension(".ambula");
  if (auto saved = save(document, out); !saved) return report(saved.error());

  const SceneSummary summary = summarize(**scene);
  const std::vector<std::string> notes = notes_on(*input, **scene, summary);
  const Vec3 size = summary.extent.size();
  if (options.json) {
    Json stages = Json::array();
    stages.push_back({{"stage", "scene"},
                      {"triangles", to_json((*scene)->cleaning)},
                      {"duplicates", summary.duplicates},
                      {"area", summary.area},
                      {"size", to_json(size)},
                      {"hash", hash_text(document.scene_hash)}});
    Json json{{"source", document.source},
              {"file", out.string()},
              {"agent", to_json(document.agent)},
              {"stages", stages},
              {"times", to_json(context.times())}};
    if (!notes.empty()) json["notes"] = notes;
    print_json(json);
    return kDone;
  }
  double seconds = 0;
  for (const StageTime& time : context.times()) {
    if (time.stage == "import" || time.stage == "scene") seconds += time.seconds;
  }
  std::printf("stage       found                                                   seconds\n");
  std::printf(
      "scene       %-54s %8.3f\n",
      text(grouped((*scene)->triangles.size()), " triangles, ", size.x, " x ", size.y, " x ", size.z, " m")
          .c_str(),
      seconds);
  std::printf("wrote %s (scene hash %s)\n", out.string().c_str(), hash_text(document.scene_hash).c_str());
  if (const std::string dropped = left_out((*scene)->cleaning); !dropped.empty()) {
    std::printf("left out of %s triangles: %s\n", grouped((*scene)->cleaning.input).c_str(), dropped.c_str());
  }
  tell(notes);
  return kDone;
}

}  // namespace

void add_build(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("build", "Run the stages on a scene and write an .ambula file");
  auto options = std::make_shared<Options>();
  command->add_option("SCENE", options->scene_file, "the scene: .obj, .glb, .gltf, .ply, .ifc, ...")
      ->required();
  command
      ->add_option("-o,--output", options->out, "the file to write (default: the scene's name with .ambula)")
      ->type_name("OUT.ambula");
  command->add_option("--until", options->until, "the last stage to run")
      ->check(CLI::IsMember({"scene"}))
      ->capture_default_str();
  options->agent.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell the result as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
