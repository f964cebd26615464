// The small tools of the benchmarks.
#include "bench/bench.h"

#include <algorithm>
#include <cstdio>

#include "ambula/files.h"
#include "bench/manifest.h"
#include "core/text.h"

namespace ambula::bench {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

std::string bytes_text(std::size_t bytes) {
  const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit) value /= 1024;
  return text(fixed_text(value, unit > 0 && value < 10 ? 1 : 0), " ", units[unit]);
}

std::string fixed_text(double value, int decimals) {
  char buffer[400];
  const int n = std::snprintf(buffer, sizeof(buffer), "%.*f", std::clamp(decimals, 0, 20), value);
  return std::string(buffer, static_cast<std::size_t>(n));
}

nlohmann::json agent_json(const Agent& agent) {
  return {{"height", agent.height},
          {"radius", agent.radius},
          {"max_slope", agent.max_slope},
          {"max_step", agent.max_step},
          {"max_gap", agent.max_gap}};
}

Result<void> write_json(const BenchArgs& args, const nlohmann::json& value) {
  if (args.json.empty()) return {};
  // File names need not be UTF-8; JSON must be.
  return write_file(args.json, value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

Result<void> check_args(const BenchArgs& args) {
  if (args.runs < 1 || args.runs > 1000) {
    return fail(ErrorCode::invalid_argument, text("runs is ", args.runs, "; it must be 1 to 1000"));
  }
  for (const double cell : args.cells) {
    if (!(cell >= 0.001 && cell <= 100)) {
      return fail(ErrorCode::invalid_argument,
                  text("a cell of ", cell, " m was asked for; it must lie between 0.001 and 100"));
    }
  }
  return validate(args.agent);
}

Result<std::vector<BenchScene>> list_scenes(const BenchArgs& args) {
  std::vector<BenchScene> out = args.scenes;
  for (BenchScene& scene : out) {
    if (scene.name.empty()) scene.name = scene.file.stem().string();
  }
  if (!args.folder.empty()) {
    auto manifest = read_manifest(args.folder);
    if (!manifest) return fail(manifest.error());
    for (const ManifestScene& scene : *manifest) {
      out.push_back({scene.name, args.folder / scene.obj_file, scene.up, scene.unit});
    }
  }
  if (out.empty()) {
    return fail(ErrorCode::empty, "no scenes to run on: name files, or a folder with a MANIFEST.tsv");
  }
  return out;
}

}  // namespace ambula::bench
