// `ambula path --pairs`: how often, how far and how fast, over random pairs of places.
#pragma once

#include "common.h"

namespace ambula::cli {

struct PairsTask {
  std::uint64_t pairs = 0, seed = 1;
  std::vector<double> radii;  // empty: the mesh's own
  PathRule rule = PathRule::corridor;
  PathParams params;
};

struct PairsResult {
  double radius = 0;
  std::uint64_t complete = 0, unreachable = 0, no_place = 0, other = 0;
  double mean_length = 0, median_length = 0;  // metres, of complete ones
  double median_us = 0, high_us = 0;          // microseconds a query; 99 of 100 are below the second
};

// Points are drawn uniformly from the mesh; the same ones for every radius. Nothing when cancelled.
[[nodiscard]] Result<std::vector<PairsResult>> run_pairs(const NavMesh& mesh, Query& query,
                                                         const PairsTask& task, double own_radius,
                                                         Context& context);
void print_pairs(const std::vector<PairsResult>& results, const PairsTask& task);
Json to_json(const std::vector<PairsResult>& results, const PairsTask& task);

}  // namespace ambula::cli
