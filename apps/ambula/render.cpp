// ambula render FILE -o OUT.png: a still picture of any stage.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "output.h"
#include "stages.h"
#include "view_flags.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file, out, stage;
  SceneFlags scene;
  ViewFlags view;
  Work work;
  bool json = false;
};

Result<void> check(const Options& options) {
  if (!is_standard_output(options.out))
    return check_output({options.out, "a picture", {".png"}}, {options.file});
  if (options.json) {
    return fail(
        ErrorCode::invalid_argument,
        text("--json and -o ", options.out, " both go to standard output; write the picture to a file"));
  }
  return check_standard_output();
}

Result<void> draw_input(Draw& draw, const Options& options, const Input& input) {
  if (options.stage == "scene") {
    auto scene = scene_of(input, options.file);
    if (!scene) return fail(scene.error());
    draw_scene(draw, **scene);
    return {};
  }
  if (input.document.scene) draw_scene(draw, *input.document.scene, kPlain);
  return draw_stage(draw, input, options.file, options.stage, options.view.colors(), kLift);
}

// The size in bytes.
Result<std::uint64_t> write(const Options& options, const Image& image) {
  const std::vector<std::byte> bytes = encode_png(image);
  const auto written =
      is_standard_output(options.out) ? write_standard_output(bytes) : write_file(options.out, bytes);
  if (!written) return fail(written.error());
  return bytes.size();
}

int run(Options& options) {
  if (auto ok = check(options); !ok) return report(ok.error());
  Context& context = options.work.context();
  auto input = open_input(options.file, options.scene, context);
  if (!input) return report(input.error());
  auto frame = frame_of(*input, options.file);
  if (!frame) return report(frame.error());
  auto view = options.view.view(*frame);
  if (!view) return report(view.error());

  if (options.stage.empty()) options.stage = last_stage(input->document);
  Draw draw;
  if (auto drawn = draw_input(draw, options, *input); !drawn) return report(drawn.error());
  auto image = render(draw, *view, &context);
  if (!image) return report(image.error());
  const auto bytes = write(options, *image);
  if (!bytes) return report(bytes.error());
  if (options.json) {
    Json json = json_of_written(*input, options.stage, options.out, *bytes, context);
    json["size"] = {image->width, image->height};
    print_json(json);
    return kDone;
  }
  if (!is_standard_output(options.out))
    std::printf("wrote %s (%d x %d)\n", options.out.c_str(), image->width, image->height);
  tell(input->warnings);
  return kDone;
}

}  // namespace

void add_render(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("render", "A still picture, from above or at an angle");
  command->footer("ambula render house.ambula --angle 35,40 --cut 2.4 -o house.png");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "a scene, or an .ambula file")->required();
  command->add_option("-o,--output", options->out, "the picture to write; - is standard output")
      ->required()
      ->type_name("OUT.png");
  command->add_option("--stage", options->stage, "what to draw")
      ->default_str("the last there is")
      ->check(CLI::IsMember(stage_names()));
  options->view.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell what was written as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
