// ambula export FILE STAGE OUT: a stage for other programs, by extension.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "links_report.h"
#include "navmesh_report.h"
#include "output.h"
#include "stages.h"
#include "view_flags.h"
#include "walkable_report.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file, stage, out;
  SceneFlags scene;
  ViewFlags view;
  Work work;
  bool json = false;
};

// By extension; a stage the input does not have is an error.
Result<void> write_geometry(const Options& options, const Input& input, bool obj) {
  if (options.stage == "navmesh") {
    auto mesh = navmesh_of(input, options.file);
    if (!mesh) return fail(mesh.error());
    return obj ? write_obj(**mesh, (*mesh)->frame, options.out)
               : write_json(**mesh, input.document.source, options.out);
  }
  auto has_scene = scene_of(input, options.file);
  if (!has_scene) return fail(has_scene.error());
  const Scene& scene = **has_scene;
  auto walkable = walkable_of(input, options.file);
  if (!walkable) return fail(walkable.error());
  if (options.stage == "walkable")
    return obj ? write_obj(**walkable, scene.frame, options.out) : write_json(**walkable, scene, options.out);
  auto links = links_of(input, options.file);
  if (!links) return fail(links.error());
  return obj ? write_obj(**walkable, **links, scene.frame, options.out)
             : write_json(**walkable, **links, scene, options.out);
}

Result<void> write_stage(const Options& options, const Input& input) {
  const std::string extension = lower_extension(options.out);
  const bool is_scene = options.stage == "scene";
  if (!is_scene && (extension == ".obj" || extension == ".json"))
    return write_geometry(options, input, extension == ".obj");
  Draw draw;
  if (is_scene) {
    auto scene = scene_of(input, options.file);
    if (!scene) return fail(scene.error());
    if (extension == ".glb") {
      draw_objects(draw, **scene);
    } else {
      draw_scene(draw, **scene);
    }
  } else if (auto drawn = draw_stage(draw, input, options.file, options.stage, options.view.colors());
             !drawn) {
    return drawn;
  }
  auto frame = frame_of(input, options.file);
  if (!frame) return fail(frame.error());
  if (extension == ".glb") return write_glb(draw, *frame, options.out);
  auto view = options.view.view(*frame);
  if (!view) return fail(view.error());
  return write_svg(draw, *view, options.out);
}

Result<void> check(const Options& options) {
  if (options.stage == "scene")
    return check_output({options.out, "a scene", {".glb", ".svg"}, true}, {options.file});
  return check_output({options.out, "a stage", {".obj", ".glb", ".svg", ".json"}, true}, {options.file});
}

int run(Options& options) {
  if (auto ok = check(options); !ok) return report(ok.error());
  Context& context = options.work.context();
  auto input = open_input(options.file, options.scene, context);
  if (!input) return report(input.error());
  const auto written = write_stage(options, *input);
  if (!written) return report(written.error());
  const bool picture = lower_extension(options.out) == ".svg";
  const bool mesh_colors = options.stage == "navmesh" && (picture || lower_extension(options.out) == ".glb");
  std::vector<std::string> given = options.view.given();
  if (picture) given.clear();
  if (mesh_colors) std::erase(given, "--color");
  if (const std::string note = in_vain(given, text("on ", options.out)); !note.empty())
    input->warnings.push_back(note);
  if (options.json) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(options.out, unknown);
    print_json(json_of_written(*input, options.stage, options.out, unknown ? 0 : bytes, context));
  } else {
    std::printf("wrote %s\n", options.out.c_str());
    tell(input->warnings);
  }
  return kDone;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("export", "Write a stage for other programs");
  command->footer("ambula export house.ambula navmesh navmesh.obj");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "an .ambula file, or a scene")->required();
  command->add_option("STAGE", options->stage, "what to export")
      ->required()
      ->check(CLI::IsMember(stage_names()));
  command->add_option("OUT", options->out, ".glb or .svg; of other stages than the scene also .obj, .json")
      ->required();
  options->view.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell what was written as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
