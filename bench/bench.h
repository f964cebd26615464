// What every benchmark shares. Each one is a function that takes BenchArgs, prints a table and, where asked,
// writes the same numbers as JSON:
//
//   BenchArgs args;
//   args.folder = "../shared/scenes";
//   if (auto done = bench_recast(args, std::cout, &context); !done) ...
//
// Numbers are medians; comparisons are ratios within one run, because machines differ and ratios hardly do.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/result.h"
#include "ambula/scene.h"
#include "bench/recast_peer.h"

namespace ambula::bench {

struct BenchScene {
  std::string name;  // as the table calls it; empty: the file's name
  std::filesystem::path file;
  std::optional<Vec3> up;      // default: the format's own
  std::optional<double> unit;  // metres per unit; likewise
};

struct BenchArgs {
  std::vector<BenchScene> scenes;             // files to run on
  std::filesystem::path folder;               // and every scene of this folder's MANIFEST.tsv
  std::vector<double> cells{0.3, 0.1, 0.05};  // metres; 0.001 .. 100
  Agent agent = default_agent();
  int runs = 5;  // 1 .. 1000; the median counts
  std::size_t memory_limit = kDefaultMemoryLimit;
  // bench_walkable, bench_broad_phase: and generated inputs of growing size, up to about so many triangles
  // or boxes; 0: none.
  std::size_t growth = 1'000'000;
  // bench_navmesh: pairs of places by which reachability is compared with Detour's on a bake at 0.05 m, where
  // that is among `cells`; 0: none. The pairs that only one side joins go to `pairs_out`, if it is named.
  std::size_t pairs = 400;
  std::filesystem::path pairs_out;
  std::filesystem::path plot;  // bench_walkable: an SVG of how time grows; empty: none is written
  std::filesystem::path json;  // empty: none is written
};

// Recast alone, scene by scene and cell by cell: time, peak memory, polygons, area, or why not. A scene that
// cannot be read or baked is a row with its reason, not the end.
[[nodiscard]] Result<void> bench_recast(const BenchArgs& args, std::ostream& out, Context* context = nullptr);

// Ambula's own OBJ reader against assimp, from a file in the page cache to a Scene, turn by turn: a generated
// mesh of a million triangles, then the OBJ files of `scenes` and `folder`. The bar is a ratio of 5 on the
// generated one.
[[nodiscard]] Result<void> bench_import(const BenchArgs& args, std::ostream& out, Context* context = nullptr);

// extract_walkable beside Recast's whole bake at 0.1 m, turn by turn: time on one thread and on two, memory,
// what came out, and the ratio; then how time grows on generated scenes. The bars: no scene slower than the
// larger of Recast and 0.5 µs a triangle, and a geometric mean of the ratios of 0.2.
[[nodiscard]] Result<void> bench_walkable(const BenchArgs& args, std::ostream& out,
                                          Context* context = nullptr);

// find_links on the paper's four environments, its own times beside ours (the bar is 30 ms on each), then on
// `scenes` and `folder`, beside the walkable stage (the bar: no more than that takes). One thread.
[[nodiscard]] Result<void> bench_links(const BenchArgs& args, std::ostream& out, Context* context = nullptr);

// The whole build, to the navmesh, beside Recast at every cell size, turn by turn, on `scenes` and `folder`:
// time, memory, cells, what verify_navmesh says of both, and which pairs of places each joins; then the
// passages of generated labs, open and
// closed as their truth says. The bars: no scene slower than the larger of Recast at 0.1 m and 1 µs a
// triangle, a geometric mean of the ratios of 0.5, and no more cells than the coarsest bake that misses no
// more.
[[nodiscard]] Result<void> bench_navmesh(const BenchArgs& args, std::ostream& out,
                                         Context* context = nullptr);

// The whole build of generated scenes, and of some of `folder` (or of `scenes` alone, where any are named),
// at 24 angles about the up axis: parts, flights, who reaches whom, and area beside those of the scene as it
// is.
[[nodiscard]] Result<void> bench_rotations(const BenchArgs& args, std::ostream& out,
                                           Context* context = nullptr);

// Queries beside Detour's on what Recast bakes at 0.1 m, between the same pairs of places, on `scenes` and
// `folder`: times, and lengths of paths; then on a generated city of up to a million cells. The bars, of
// Detour's times: find_path half in the median and at the 99th percentile, find_shortest all of it in the
// median, nearest half.
[[nodiscard]] Result<void> bench_query(const BenchArgs& args, std::ostream& out, Context* context = nullptr);

// Our constrained Delaunay triangulation against CGAL's where the build has it: 100,000 points, thousands of
// small inputs, and the worst cases of plane_inputs.h. The bar is 1.5 times CGAL's time on 100,000 points.
// Takes no scenes.
[[nodiscard]] Result<void> bench_triangulate(const BenchArgs& args, std::ostream& out,
                                             Context* context = nullptr);

// Our tree of boxes against a uniform grid, Boost's R-tree where the build has it, and a plain scan, on even
// and on very skewed boxes, then on those of the triangles of `scenes` and `folder`.
[[nodiscard]] Result<void> bench_broad_phase(const BenchArgs& args, std::ostream& out,
                                             Context* context = nullptr);

// Whether runs, cells and agent lie in their ranges.
[[nodiscard]] Result<void> check_args(const BenchArgs& args);

// `scenes` and those of `folder`, every file named; an error when there are none.
[[nodiscard]] Result<std::vector<BenchScene>> list_scenes(const BenchArgs& args);

// The middle value; of an even number the mean of the two in the middle; 0 of none.
[[nodiscard]] double median(std::vector<double> values);

// Seconds `work` takes.
template <class Work>
[[nodiscard]] double time_once(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Seconds of each of `runs` calls.
template <class Work>
[[nodiscard]] std::vector<double> time_runs(int runs, Work&& work) {
  std::vector<double> seconds;
  for (int run = 0; run < runs; ++run) seconds.push_back(time_once(work));
  return seconds;
}

// "640 B", "1.5 MiB", "117 GiB".
[[nodiscard]] std::string bytes_text(std::size_t bytes);

// With so many decimals: "12.40".
[[nodiscard]] std::string fixed_text(double value, int decimals);

// The agent as it stands in a benchmark's JSON.
[[nodiscard]] nlohmann::json agent_json(const Agent& agent);

// Does nothing when no file was asked for.
[[nodiscard]] Result<void> write_json(const BenchArgs& args, const nlohmann::json& value);

}  // namespace ambula::bench
