#include "path_pairs.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace ambula::cli {
namespace {

// The value that `part` of them are not above; 0 for none.
double quantile(std::vector<double>& values, double part) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

PairsResult run_radius(Query& query, const std::vector<PathRequest>& requests, const PairsTask& task,
                       double radius, Stage& stage) {
  using Clock = std::chrono::steady_clock;
  PairsResult out;
  out.radius = radius;
  PathParams params = task.params;
  params.radius = radius;
  std::vector<double> lengths, times;
  Path path;
  for (std::size_t i = 0; i < requests.size() && !stage.cancelled(); ++i) {
    const auto begin = Clock::now();
    if (task.rule == PathRule::shortest) {
      query.find_shortest(requests[i].start, requests[i].goal, params, path);
    } else {
      query.find_path(requests[i].start, requests[i].goal, params, path);
    }
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    switch (path.status) {
      case PathStatus::complete:
        ++out.complete;
        lengths.push_back(path.length);
        break;
      case PathStatus::unreachable:
        ++out.unreachable;
        break;
      case PathStatus::no_start:
      case PathStatus::no_goal:
        ++out.no_place;
        break;
      default:
        ++out.other;
    }
    if (i % 1024 == 0) stage.progress(static_cast<double>(i) / static_cast<double>(requests.size()));
  }
  for (const double length : lengths) out.mean_length += length / static_cast<double>(lengths.size());
  out.median_length = quantile(lengths, 0.5);
  out.median_us = quantile(times, 0.5);
  out.high_us = quantile(times, 0.99);
  return out;
}

}  // namespace

Result<std::vector<PairsResult>> run_pairs(const NavMesh& mesh, Query& query, const PairsTask& task,
                                           double own_radius, Context& context) {
  std::vector<PathRequest> requests;
  for (std::uint64_t i = 0; i < task.pairs && mesh.size() > 0; ++i) {
    const auto start = query.random_point(task.seed + 2 * i),
               goal = query.random_point(task.seed + 2 * i + 1);
    if (start && goal) requests.push_back({start->at, goal->at});
  }
  std::vector<double> radii = task.radii;
  if (radii.empty()) radii.push_back(own_radius);
  std::vector<PairsResult> out;
  for (const double radius : radii) {
    Stage stage(&context, "path");
    out.push_back(run_radius(query, requests, task, radius, stage));
    if (stage.cancelled()) return cancelled_failure("path");
  }
  return out;
}

void print_pairs(const std::vector<PairsResult>& results, const PairsTask& task) {
  std::printf("%s pairs, %s\n", grouped(task.pairs).c_str(),
              task.rule == PathRule::shortest ? "shortest paths" : "paths along the best corridor");
  std::printf("%8s %10s %12s %10s %12s %12s %10s %10s\n", "radius", "reached", "unreachable", "no place",
              "mean m", "median m", "median us", "99 % us");
  for (const PairsResult& r : results) {
    const double all = static_cast<double>(std::max<std::uint64_t>(task.pairs, 1));
    std::printf("%8.3g %9.3f%% %12s %10s %12.3f %12.3f %10.2f %10.2f\n", r.radius,
                100 * static_cast<double>(r.complete) / all, grouped(r.unreachable).c_str(),
                grouped(r.no_place).c_str(), r.mean_length, r.median_length, r.median_us, r.high_us);
  }
}

Json to_json(const std::vector<PairsResult>& results, const PairsTask& task) {
  Json rows = Json::array();
  for (const PairsResult& r : results) {
    rows.push_back({{"radius", r.radius},
                    {"complete", r.complete},
                    {"unreachable", r.unreachable},
                    {"no_place", r.no_place},
                    {"other", r.other},
                    {"mean_length", r.mean_length},
                    {"median_length", r.median_length},
                    {"median_us", r.median_us},
                    {"p99_us", r.high_us}});
  }
  return {{"pairs", task.pairs},
          {"seed", task.seed},
          {"rule", task.rule == PathRule::shortest ? "shortest" : "corridor"},
          {"radii", std::move(rows)}};
}

}  // namespace ambula::cli
