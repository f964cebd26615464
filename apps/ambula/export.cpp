// ambula export FILE STAGE OUT: a stage for other programs, by extension.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "view_flags.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file, stage, out;
  SceneFlags scene;
  ViewFlags view;
  Work work;
};

int run(Options& options) {
  auto input = open_input(options.file, options.scene, options.work.context());
  if (!input) return report(input.error());
  auto scene = scene_of(*input, options.file);
  if (!scene) return report(scene.error());

  Draw draw;
  draw_scene(draw, **scene);
  const std::string extension = std::filesystem::path(options.out).extension().string();
  Result<void> written;
  if (extension == ".glb") {
    written = write_glb(draw, (*scene)->frame, options.out);
  } else if (extension == ".svg") {
    auto view = options.view.view((*scene)->frame);
    if (!view) return report(view.error());
    written = write_svg(draw, *view, options.out);
  } else {
    written = fail(ErrorCode::invalid_argument, text(options.out, ": a scene is exported as .glb or .svg"));
  }
  if (!written) return report(written.error());
  std::printf("wrote %s\n", options.out.c_str());
  return kDone;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("export", "Write a stage for other programs");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "an .ambula file, or a scene")->required();
  command->add_option("STAGE", options->stage, "what to export")->required()->check(CLI::IsMember({"scene"}));
  command->add_option("OUT", options->out, "the file to write: .glb or .svg")->required();
  options->view.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
