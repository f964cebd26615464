// ambula why FILE X,Y,Z: why there is navmesh at a place, or not.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "links_report.h"
#include "navmesh_report.h"
#include "walkable_report.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file, point;
  SceneFlags scene;
  Work work;
  bool json = false;
};

Json json_of(const Why& why, const Options& options, const Frame& frame, const Input& input) {
  const NavMesh& mesh = *input.document.navmesh;
  Json json{{"file", options.file},          {"point", to_json(*parse_vec3(options.point))},
            {"reason", name_of(why.reason)}, {"sentence", why.sentence},
            {"details", why.details},        {"at", to_json(frame.to_input(why.at))},
            {"measured", why.measured},      {"limit", why.limit},
            {"object", why.object}};
  if (why.cell != Why::kNone) {
    json["cell"] = why.cell;
    json["component"] = why.component;
    json["kind"] = name_of(mesh.kind[why.cell]);
    json["area"] = mesh.areas[mesh.area_type[why.cell]];
  }
  if (!input.warnings.empty()) json["notes"] = input.warnings;
  return json;
}

// The stages of the file with their settings, and what is asked of them.
Result<Why> answer(const Options& options, const Input& input, const Scene& scene, Vec3 point) {
  auto mesh = navmesh_of(input, options.file);
  if (!mesh) return fail(mesh.error());
  auto walkable = walkable_of(input, options.file);
  if (!walkable) return fail(walkable.error());
  auto links = links_of(input, options.file);
  if (!links) return fail(links.error());
  const Document& document = input.document;
  auto walkable_params = walkable_params_of(document, options.file);
  if (!walkable_params) return fail(walkable_params.error());
  auto links_params = links_params_of(document, options.file);
  if (!links_params) return fail(links_params.error());
  auto params = navmesh_params_of(document, scene.frame, options.file);
  if (!params) return fail(params.error());
  return explain({.scene = scene,
                  .agent = document.agent,
                  .walkable = **walkable,
                  .links = **links,
                  .mesh = **mesh,
                  .walkable_params = *walkable_params,
                  .links_params = *links_params,
                  .params = *params},
                 scene.frame.to_scene(point));
}

int run(Options& options) {
  const auto point = parse_vec3(options.point);
  if (!point) {
    return report(
        {ErrorCode::invalid_argument,
         text(options.point, " is no point; give X,Y,Z in the scene's own frame, such as 1.5,0,-2")});
  }
  auto input = open_input(options.file, options.scene, options.work.context());
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.file);
  if (!scene) return report(scene.error());
  auto why = answer(options, *input, **scene, *point);
  if (!why) return report(why.error());
  if (options.json) {
    print_json(json_of(*why, options, (*scene)->frame, *input));
    return kDone;
  }
  std::printf("%s\n", why->sentence.c_str());
  for (const std::string& more : why->details) std::printf("  %s\n", more.c_str());
  const Vec3 at = (*scene)->frame.to_input(why->at);
  std::printf("  at %.10g,%.10g,%.10g\n", at.x, at.y, at.z);
  tell(input->warnings);
  return kDone;
}

}  // namespace

void add_why(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("why", "Why there is navmesh at a place, or not");
  command->footer("ambula why house.ambula 3.1,0,-4.2");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "an .ambula file with a navmesh")->required();
  command->add_option("POINT", options->point, "the place, in the scene's own frame")
      ->required()
      ->type_name("X,Y,Z");
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
