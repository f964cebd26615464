// ambula: the command line.
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/version.h"
#include "commands.h"
#include "common.h"
#include "core/system.h"
#include "help.h"
#include "output.h"
#include "suggest.h"

namespace {

// `--two-sided` without one of its words means yes, so that a scene may follow it.
std::vector<std::string> arguments_of(int argc, char** argv) {
  constexpr std::array<std::string_view, 3> kWords{"yes", "no", "auto"};
  std::vector<std::string> out;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    const bool has_word =
        i + 1 < argc && std::find(kWords.begin(), kWords.end(), argv[i + 1]) != kWords.end();
    if (argument == "--two-sided" && !has_word) argument += "=yes";
    out.push_back(std::move(argument));
  }
  return out;
}

// Of `ambula bench`, --json names a file.
bool wants_json(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments.front() == "bench") return false;
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--json") != end;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace ambula::cli;
  ambula::guard_standard_streams();
  const std::vector<std::string> arguments = arguments_of(argc, argv);
  if (wants_json(arguments)) report_errors_as_json();
  CLI::App app("Ambula turns any 3D triangle scene into a place one can walk.", "ambula");
  app.set_version_flag("--version", ambula::kVersion, "the program's version");
  app.require_subcommand(1);
  app.add_flag("--flags")->description("every command and its flags as JSON");
  app.footer("ambula build house.obj && ambula render house.ambula -o house.png");
  app.formatter_fn(
      [](const CLI::App* asked, const std::string&, CLI::AppFormatMode) { return help_of(*asked); });

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

  if (arguments == std::vector<std::string>{"--flags"}) {
    print_json(flags_of(app));
    return finish_standard_output(kDone);
  }
  using ambula::ErrorCode;
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes the last first
  } catch (const CLI::ParseError& error) {
    exit_code = error.get_exit_code() == 0
                    ? app.exit(error)
                    : report({ErrorCode::invalid_argument, usage_message(app, arguments, error)});
  } catch (const std::bad_alloc&) {
    exit_code = report({ErrorCode::too_large, "there is not enough memory for this"});
  } catch (const std::exception& error) {
    exit_code = report({ErrorCode::broken, error.what()});
  }
  return finish_standard_output(exit_code);
}
