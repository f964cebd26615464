// ambula: the command line.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/version.h"
#include "commands.h"
#include "common.h"

namespace {

// The arguments in the order CLI11 takes them, the last first. `--two-sided` without one of its words means
// yes, so that a scene may follow it.
std::vector<std::string> arguments_of(int argc, char** argv) {
  constexpr std::array<std::string_view, 3> kWords{"yes", "no", "auto"};
  std::vector<std::string> out;
  for (int i = argc - 1; i > 0; --i) {
    std::string argument = argv[i];
    const bool has_word = !out.empty() && std::find(kWords.begin(), kWords.end(), out.back()) != kWords.end();
    if (argument == "--two-sided" && !has_word) argument += "=yes";
    out.push_back(std::move(argument));
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace ambula::cli;
  CLI::App app("Ambula turns any 3D triangle scene into a place one can walk.", "ambula");
  app.set_version_flag("--version", ambula::kVersion);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return std::string("ambula: ") + error.what() + " (see " + failed->get_name() + " --help)\n";
  });

  int exit_code = kDone;
  add_build(app, exit_code);
  add_export(app, exit_code);
  add_info(app, exit_code);
  add_path(app, exit_code);
  add_render(app, exit_code);
  add_verify(app, exit_code);
  add_why(app, exit_code);
#ifdef AMBULA_WITH_SCENES
  add_scene(app, exit_code);
#endif
#ifdef AMBULA_WITH_BENCH
  add_bench(app, exit_code);
#endif

  try {
    app.parse(arguments_of(argc, argv));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "ambula: there is not enough memory for this\n");
    return kCouldNot;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ambula: %s\n", error.what());
    return kCouldNot;
  }
  return exit_code;
}
