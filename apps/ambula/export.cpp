// ambula export FILE STAGE OUT: a stage for other programs, by extension.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "links_report.h"
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

Result<void> write_picture(const Draw& draw, const Options& options, const Frame& frame) {
  const std::string extension = std::filesystem::path(options.out).extension().string();
  if (extension == ".glb") return write_glb(draw, frame, options.out);
  auto view = options.view.view(frame);
  if (!view) return fail(view.error());
  return write_svg(draw, *view, options.out);
}

Result<void> write_stage(const Options& options, const Scene& scene, const Walkable* walkable,
                         const Links* links) {
  const std::string extension = std::filesystem::path(options.out).extension().string();
  const bool picture = extension == ".glb" || extension == ".svg";
  Draw draw;
  if (!walkable) {
    if (!picture) {
      return fail(ErrorCode::invalid_argument, text(options.out, ": a scene is exported as .glb or .svg"));
    }
    draw_scene(draw, scene);
    return write_picture(draw, options, scene.frame);
  }
  if (links && extension == ".obj") return write_obj(*walkable, *links, scene.frame, options.out);
  if (links && extension == ".json") return write_json(*walkable, *links, scene, options.out);
  if (extension == ".obj") return write_obj(*walkable, scene.frame, options.out);
  if (extension == ".json") return write_json(*walkable, scene, options.out);
  if (!picture) {
    return fail(ErrorCode::invalid_argument,
                text(options.out, ": a stage is exported as .obj, .glb, .svg or .json"));
  }
  if (links) {
    draw_links(draw, *walkable, *links);
  } else {
    draw_walkable(draw, *walkable);
  }
  return write_picture(draw, options, scene.frame);
}

int run(Options& options) {
  Context& context = options.work.context();
  auto input = open_input(options.file, options.scene, context);
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.file);
  if (!scene) return report(scene.error());
  const Walkable* walkable = nullptr;
  const Links* links = nullptr;
  if (options.stage != "scene") {
    auto found = walkable_of(*input, options.file);
    if (!found) return report(found.error());
    walkable = *found;
  }
  if (options.stage == "links") {
    auto found = links_of(*input, options.file);
    if (!found) return report(found.error());
    links = *found;
  }
  const auto written = write_stage(options, **scene, walkable, links);
  if (!written) return report(written.error());
  if (options.json) {
    print_json(json_of_written(*input, options.stage, options.out, context));
  } else {
    std::printf("wrote %s\n", options.out.c_str());
    tell(input->warnings);
  }
  return kDone;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("export", "Write a stage for other programs");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "an .ambula file, or a scene")->required();
  command->add_option("STAGE", options->stage, "what to export")
      ->required()
      ->check(CLI::IsMember({"scene", "walkable", "links"}));
  command
      ->add_option("OUT", options->out,
                   "the file to write: .glb, .svg; other stages than the scene also .obj, .json")
      ->required();
  options->view.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell what was written as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
