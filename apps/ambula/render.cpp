// ambula render FILE -o OUT.png: a still picture of any stage.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "output.h"
#include "stages.h"
#include "view_flags.h"

namespace ambula::cli {
namespace {

constexpr Color kPlain{222, 220, 215};  // the scene below another stage
constexpr double kLift = 0.01;          // metres a stage is drawn above the ground it lies in

struct Options {
  std::string file, out, stage;
  SceneFlags scene;
  ViewFlags view;
  Work work;
  bool json = false;
};

int run(Options& options) {
  if (auto ok = check_output({options.out, "a picture", {".png"}}, {options.file}); !ok)
    return report(ok.error());
  Context& context = options.work.context();
  auto input = open_input(options.file, options.scene, context);
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.file);
  if (!scene) return report(scene.error());
  auto view = options.view.view((*scene)->frame);
  if (!view) return report(view.error());

  if (options.stage.empty()) options.stage = last_stage(input->document);
  Draw draw;
  if (options.stage == "scene") {
    draw_scene(draw, **scene);
  } else {
    draw_scene(draw, **scene, kPlain);
    if (auto drawn = draw_stage(draw, *input, options.file, options.stage, kLift); !drawn)
      return report(drawn.error());
  }
  auto image = render(draw, *view, &context);
  if (!image) return report(image.error());
  if (auto written = write_png(*image, options.out); !written) return report(written.error());
  if (options.json) {
    Json json = json_of_written(*input, options.stage, options.out, context);
    json["size"] = {image->width, image->height};
    print_json(json);
    return kDone;
  }
  std::printf("wrote %s (%d x %d)\n", options.out.c_str(), image->width, image->height);
  tell(input->warnings);
  return kDone;
}

}  // namespace

void add_render(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("render", "A still picture, from above or at an angle");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "a scene, or an .ambula file")->required();
  command->add_option("-o,--output", options->out, "the picture to write")->required()->type_name("OUT.png");
  command->add_option("--stage", options->stage, "what to draw (default: the last one the file has)")
      ->check(CLI::IsMember(stage_names()));
  options->view.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell what was written as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
