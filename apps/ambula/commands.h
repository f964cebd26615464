// The sub-commands. Each adds itself to the app and, when chosen, leaves its exit code in `exit_code`.
#pragma once

#include <CLI/CLI.hpp>

namespace ambula::cli {

void add_build(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_info(CLI::App& app, int& exit_code);
void add_path(CLI::App& app, int& exit_code);
void add_render(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_why(CLI::App& app, int& exit_code);
void add_scene(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);

}  // namespace ambula::cli
