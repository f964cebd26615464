// ambula build SCENE -o OUT.ambula: runs the stages and keeps what they made.
#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/system.h"
#include "core/text.h"
#include "links_report.h"
#include "navmesh_report.h"
#include "output.h"
#include "reuse.h"
#include "stages.h"
#include "walkable_report.h"

namespace ambula::cli {
namespace {

// Shares of the time of a large building model, for the progress line.
const std::vector<std::pair<std::string, double>> kPlan{
    {"import", 3}, {"scene", 3}, {"walkable", 50}, {"links", 10}, {"navmesh", 34}};

struct Options {
  std::string scene_file;
  std::string out;
  std::string until = "navmesh";
  std::string only;  // the stage to keep in the file; empty: all
  SceneFlags scene;
  AgentFlags agent;
  WalkableFlags walkable;
  LinksFlags links;
  NavMeshFlags navmesh;
  Work work;
  bool json = false;
};

std::vector<std::pair<std::string, double>> plan_until(std::string_view last) {
  const auto end =
      std::find_if(kPlan.begin(), kPlan.end(), [&](const auto& stage) { return stage.first == last; });
  return {kPlan.begin(), end == kPlan.end() ? end : end + 1};
}

// The settings that shaped the result, by name, in order. What an .ambula file says of its scene stays true.
Parameters all_parameters(const Options& options, const NavMeshParams& navmesh, const Input& input,
                          const Scene& scene) {
  Parameters out;
  if (input.is_document) {
    for (const auto& parameter : input.document.parameters) {
      if (parameter.first.starts_with("scene.")) out.push_back(parameter);
    }
  } else {
    std::string ignored;
    for (const std::string& pattern : options.scene.patterns())
      ignored += text(ignored.empty() ? "" : "\n", pattern);
    out = {{"scene.ignore", ignored}, {"scene.quantum", text(scene.lattice.quantum)}};
  }
  const auto add = [&](const Parameters& more) { out.insert(out.end(), more.begin(), more.end()); };
  if (input.document.walkable) add(parameters_of(for_agent(options.walkable.params, input.document.agent)));
  if (input.document.links) add(parameters_of(for_agent(options.links.params(), input.document.agent)));
  if (input.document.navmesh) add(parameters_of(for_agent(navmesh, input.document.agent)));
  out.emplace_back(kVersionSetting, kVersion);
  std::sort(out.begin(), out.end());
  return out;
}

// The stages behind the scene, as far as they are wanted; the others are dropped.
Result<void> build_stages(const Options& options, const NavMeshParams& navmesh, const Reuse& reuse,
                          const Scene& scene, Document& document, Context& context) {
  const auto& names = stage_names();
  const auto wanted = std::find(names.begin(), names.end(), options.until) - names.begin();
  document.navmesh.reset();
  if (!reuse.links || wanted < 2) document.links.reset();
  if (!reuse.walkable || wanted < 1) document.walkable.reset();
  if (wanted < 1) return {};
  if (!document.walkable) {
    auto walkable = extract_walkable(scene, document.agent, options.walkable.params, &context);
    if (!walkable) return fail(walkable.error());
    document.walkable_hash = walkable_hash(*walkable);
    document.walkable = std::move(*walkable);
  }
  if (wanted < 2) return {};
  if (!document.links) {
    auto links = find_links(*document.walkable, scene, document.agent, options.links.params(), &context);
    if (!links) return fail(links.error());
    document.links_hash = links_hash(*links);
    document.links = std::move(*links);
  }
  if (wanted < 3) return {};
  auto mesh = build_navmesh(*document.walkable, *document.links, scene, document.agent, navmesh, &context);
  if (!mesh) return fail(mesh.error());
  document.navmesh_hash = navmesh_hash(*mesh);
  document.navmesh = std::move(*mesh);
  return {};
}

// The document with its navmesh alone.
Document navmesh_only(const Document& document) {
  return {.agent = document.agent,
          .parameters = document.parameters,
          .source = document.source,
          .scene_hash = document.scene_hash,
          .navmesh_hash = document.navmesh_hash,
          .navmesh = document.navmesh};
}

double seconds_of(const Context& context, std::initializer_list<std::string_view> stages) {
  double seconds = 0;
  for (const StageTime& time : context.times()) {
    if (std::find(stages.begin(), stages.end(), time.stage) != stages.end()) seconds += time.seconds;
  }
  return seconds;
}

struct Built {
  const Document* document;
  const Scene* scene;
  SceneSummary summary;
  double scene_seconds, walkable_seconds, links_seconds, navmesh_seconds;
  std::vector<std::string> notes;
  std::filesystem::path out;
  Reuse reuse;
  bool navmesh_only;  // is what was written
};

void print_as_json(const Built& built, const Context& context) {
  const Document& document = *built.document;
  Json stages = Json::array();
  stages.push_back({{"stage", "scene"},
                    {"seconds", built.scene_seconds},
                    {"triangles", to_json(built.scene->cleaning)},
                    {"duplicates", built.summary.duplicates},
                    {"area", built.summary.area},
                    {"size", to_json(built.summary.extent.size())},
                    {"hash", hash_text(document.scene_hash)}});
  if (document.walkable) {
    Json stage{{"stage", "walkable"}, {"seconds", built.walkable_seconds}};
    if (built.reuse.walkable) stage["reused"] = true;
    stage.update(to_json(*document.walkable));
    stages.push_back(stage);
  }
  if (document.links) {
    Json stage{{"stage", "links"}, {"seconds", built.links_seconds}};
    if (built.reuse.links) stage["reused"] = true;
    stage.update(to_json(*document.links));
    stages.push_back(stage);
  }
  if (document.navmesh) {
    Json stage{{"stage", "navmesh"}, {"seconds", built.navmesh_seconds}};
    stage.update(to_json(*document.navmesh));
    stages.push_back(stage);
  }
  Json parameters = Json::object();
  for (const auto& [name, value] : document.parameters) parameters[name] = value;
  Json json{{"source", document.source},   {"file", built.out.string()}, {"agent", to_json(document.agent)},
            {"parameters", parameters},    {"stages", stages},           {"times", to_json(context.times())},
            {"peak_memory", peak_memory()}};
  if (!built.notes.empty()) json["notes"] = built.notes;
  print_json(json);
}

constexpr int kFoundWidth = 66;

void print_row(const char* stage, const std::string& found, double seconds, bool reused = false) {
  // The column is counted in characters, "m²" has two of three bytes.
  const auto bytes = static_cast<int>(std::count_if(
      found.begin(), found.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }));
  std::printf("%-11s %-*s ", stage, kFoundWidth + bytes, found.c_str());
  if (reused) {
    std::printf("%8s\n", "reused");
  } else {
    std::printf("%8.3f\n", seconds);
  }
}

void print(const Built& built) {
  const Document& document = *built.document;
  const Vec3 size = built.summary.extent.size();
  std::printf("%-11s %-*s  seconds\n", "stage", kFoundWidth - 1, "found");
  print_row("scene",
            text(grouped(built.scene->triangles.size()), " triangles, ", size.x, " x ", size.y, " x ", size.z,
                 " m"),
            built.scene_seconds);
  if (document.walkable)
    print_row("walkable", summary_of(*document.walkable), built.walkable_seconds, built.reuse.walkable);
  if (document.links) print_row("links", summary_of(*document.links), built.links_seconds, built.reuse.links);
  if (document.navmesh) print_row("navmesh", summary_of(*document.navmesh), built.navmesh_seconds);
  std::printf("wrote %s (scene hash %s", built.out.string().c_str(), hash_text(document.scene_hash).c_str());
  if (document.walkable && !built.navmesh_only)
    std::printf(", walkable hash %s", hash_text(document.walkable_hash).c_str());
  if (document.links && !built.navmesh_only)
    std::printf(", links hash %s", hash_text(document.links_hash).c_str());
  if (document.navmesh) std::printf(", navmesh hash %s", hash_text(document.navmesh_hash).c_str());
  std::printf(")\n");
  if (const std::string dropped = left_out(built.scene->cleaning); !dropped.empty()) {
    std::printf("left out of %s triangles: %s\n", grouped(built.scene->cleaning.input).c_str(),
                dropped.c_str());
  }
  tell(built.notes);
}

int run(Options& options) {
  if (options.out.empty()) {
    options.out = std::filesystem::path(options.scene_file).filename().replace_extension(".ambula").string();
  }
  if (auto ok = check_output({options.out, "what is built", {".ambula"}},
                             {options.scene_file, options.agent.file, options.navmesh.areas_file});
      !ok) {
    return report(ok.error());
  }
  auto agent = options.agent.agent();
  if (!agent) return report(agent.error());
  if (auto ok = validate(options.walkable.params); !ok) return report(ok.error());
  if (auto ok = validate(options.links.params()); !ok) return report(ok.error());
  auto given = options.navmesh.params();
  if (!given) return report(given.error());
  Context& context = options.work.context(plan_until(options.until));
  auto input = open_input(options.scene_file, options.scene, context);
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.scene_file);
  if (!scene) return report(scene.error());

  Document& document = input->document;
  const Reuse reuse = reusable(document, *agent, options.walkable.params, options.links.params());
  document.agent = *agent;
  const NavMeshParams navmesh = in_scene(*given, (*scene)->frame);
  if (auto ok = build_stages(options, navmesh, reuse, **scene, document, context); !ok)
    return report(ok.error());
  document.parameters = all_parameters(options, *given, *input, **scene);
  Built built{
      .document = &document,
      .scene = *scene,
      .summary = summarize(**scene),
      .scene_seconds = seconds_of(context, {"import", "scene"}),
      .walkable_seconds = seconds_of(context, {"walkable"}),
      .links_seconds = seconds_of(context, {"links"}),
      .navmesh_seconds = seconds_of(context, {"navmesh"}),
      .notes = {},
      .out = options.out,
      .reuse = {.walkable = reuse.walkable && document.walkable, .links = reuse.links && document.links},
      .navmesh_only = !options.only.empty()};
  options.work.writes(built.out);
  const auto saved = built.navmesh_only ? save(navmesh_only(document), built.out) : save(document, built.out);
  if (!saved) return report(saved.error());

  built.notes = notes_on(*input, **scene, built.summary);
  const auto add_notes = [&](const std::vector<std::string>& more) {
    built.notes.insert(built.notes.end(), more.begin(), more.end());
  };
  if (document.walkable) add_notes(notes_on(*document.walkable));
  if (document.navmesh) {
    add_notes(notes_on_keep_from(*document.navmesh, navmesh.keep_from, **scene, document.agent));
    add_notes(notes_on(*document.navmesh));
  }
  if (options.json) {
    print_as_json(built, context);
  } else {
    print(built);
  }
  return kDone;
}

}  // namespace

void add_build(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("build", "Run the stages on a scene and write an .ambula file");
  command->footer("ambula build house.obj --radius 0.25 --ignore 'Door*'");
  auto options = std::make_shared<Options>();
  command->add_option("SCENE", options->scene_file, "the scene: .obj, .glb, .gltf, .ply, .ifc, ...")
      ->required();
  command->add_option("-o,--output", options->out, "the file to write")
      ->type_name("OUT.ambula")
      ->default_str("the scene's name");
  command->add_option("--until", options->until, "the last stage to run")
      ->check(CLI::IsMember(stage_names()))
      ->capture_default_str();
  command->add_option("--only", options->only, "keep this stage alone in the file")
      ->check(CLI::IsMember({"navmesh"}))
      ->excludes("--until");
  options->walkable.add_to(*command);
  options->links.add_to(*command);
  options->navmesh.add_to(*command);
  options->agent.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell the result as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
