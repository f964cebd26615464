// ambula scene NAME -o OUT: the generators, with their ground truth.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "import/number.h"
#include "output.h"
#include "scenes/generate.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string name, out, offset;
  std::vector<std::string> sizes;
  scenes::Options scene;
  Work work;
  bool list = false, json = false;
};

void print_list() {
  for (const scenes::Generator& generator : scenes::generators()) {
    std::printf("%-15s %s\n", generator.name, generator.what);
    for (const scenes::Setting& s : generator.settings) {
      std::printf("    --set %-16s %g (%g .. %g)  %s\n", text(s.name, "=").c_str(), s.value, s.low, s.high,
                  s.what);
    }
  }
}

void print_list_as_json() {
  Json list = Json::array();
  for (const scenes::Generator& generator : scenes::generators()) {
    Json settings = Json::array();
    for (const scenes::Setting& s : generator.settings) {
      settings.push_back(
          {{"name", s.name}, {"value", s.value}, {"low", s.low}, {"high", s.high}, {"what", s.what}});
    }
    list.push_back({{"name", generator.name}, {"what", generator.what}, {"settings", settings}});
  }
  print_json(list);
}

Result<void> parse(Options& options) {
  for (const std::string& size : options.sizes) {
    const std::size_t equals = size.find('=');
    double value = 0;
    const char* p = size.data() + std::min(equals, size.size() - 1) + 1;
    const char* const end = size.data() + size.size();
    if (equals == std::string::npos || !parse_double(p, end, value) || p != end) {
      return fail(ErrorCode::invalid_argument, text("--set ", size, " is not NAME=NUMBER"));
    }
    options.scene.sizes[size.substr(0, equals)] = value;
  }
  if (!options.offset.empty()) {
    const auto offset = parse_vec3(options.offset);
    if (!offset) return fail(ErrorCode::invalid_argument, text("--offset ", options.offset, " is not X,Y,Z"));
    options.scene.offset = *offset;
  }
  if (options.name.empty() || options.out.empty()) {
    return fail(ErrorCode::invalid_argument,
                "name a scene and give -o OUT.obj or OUT.glb; --list shows the scenes");
  }
  return check_output({options.out, "a scene", {".obj", ".glb"}, true}, {});
}

int run(Options& options) {
  if (options.list) {
    options.json ? print_list_as_json() : print_list();
    return kDone;
  }
  if (auto ok = parse(options); !ok) return report(ok.error());
  auto made = scenes::generate(options.name, options.scene, &options.work.context());
  if (!made) return report(made.error());
  if (auto written = scenes::write_scene(*made, options.out); !written) return report(written.error());

  const std::string truth = std::filesystem::path(options.out).replace_extension(".truth.json").string();
  const scenes::Truth& t = made->truth;
  if (options.json) {
    print_json({{"scene", options.out},
                {"truth", truth},
                {"triangles", made->soup.triangles.size()},
                {"objects", made->soup.objects.size()},
                {"floors", t.floors.size()},
                {"rooms", t.rooms.size()},
                {"doors", t.doors.size()},
                {"stairs", t.stairs.size()}});
  } else {
    std::printf("wrote %s (%s triangles) and %s (%zu floors, %zu rooms, %zu doors, %zu stairs)\n",
                options.out.c_str(), grouped(made->soup.triangles.size()).c_str(), truth.c_str(),
                t.floors.size(), t.rooms.size(), t.doors.size(), t.stairs.size());
  }
  return kDone;
}

}  // namespace

void add_scene(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("scene", "Generate a scene with known answers");
  command->footer("ambula scene terrace-house --furnish 40 -o house.obj");
  auto options = std::make_shared<Options>();
  command->add_option("NAME", options->name, "which scene; see --list");
  command->add_option("-o,--output", options->out, "the file to write; OUT.truth.json is written beside it")
      ->type_name("OUT.obj|OUT.glb");
  command->add_flag("--list", options->list, "the scenes and their settings");
  command->add_option("--seed", options->scene.seed, "another seed, another scene of the kind")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--set", options->sizes, "a setting of the scene; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--furnish", options->scene.furnish, "pieces of furniture to put into its rooms")
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--scan", options->scene.scan, "metres: as a scanner gives it back, in cells of this size")
      ->type_name("M")
      ->capture_default_str();
  command->add_option("--dirty", options->scene.dirty, "share of the mesh to disturb, 0 .. 1")
      ->type_name("SHARE")
      ->capture_default_str();
  command->add_option("--jitter", options->scene.jitter, "metres to move shared vertices by, at most")
      ->type_name("M")
      ->capture_default_str();
  command
      ->add_option("--tear", options->scene.tear, "metres to move every triangle's corners by, on their own")
      ->type_name("M")
      ->capture_default_str();
  command->add_option("--rotate", options->scene.rotate, "degrees to turn it about its up axis")
      ->type_name("DEG")
      ->capture_default_str();
  command->add_option("--offset", options->offset, "metres to move it, z up")->type_name("X,Y,Z");
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "tell the result as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
