// ambula render FILE -o OUT.png: a still picture of any stage.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "view_flags.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file, out;
  SceneFlags scene;
  ViewFlags view;
  Work work;
};

int run(Options& options) {
  Context& context = options.work.context();
  auto input = open_input(options.file, options.scene, context);
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.file);
  if (!scene) return report(scene.error());
  auto view = options.view.view((*scene)->frame);
  if (!view) return report(view.error());

  Draw draw;
  draw_scene(draw, **scene);
  auto image = render(draw, *view, &context);
  if (!image) return report(image.error());
  if (auto written = write_png(*image, options.out); !written) return report(written.error());
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
  options->view.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
