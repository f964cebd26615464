// Queries beside Detour's, on the same scenes, between the same pairs of places: how long they take and how
// long the paths are.
//
// Ours runs on our mesh, Detour on what Recast bakes at 0.1 m; both for the same agent. Pairs are drawn from
// our mesh; those count that both sides have a complete path for. Timed one query at a time, in turns,
// between places that are found already (finding them is timed apart, in nearest_times.h): findPath and
// findStraightPath on Detour's side, find_path or find_shortest on ours: as points, which is what Detour
// gives besides its polygons, and with all they cross. Then a city of a million cells, where long queries
// show how they grow.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>
#include <span>

#include "ambula/import.h"
#include "ambula/navmesh.h"
#include "ambula/query.h"
#include "bench/bench.h"
#include "bench/city_mesh.h"
#include "bench/detour_peer.h"
#include "bench/nearest_times.h"
#include "bench/table.h"
#include "core/text.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ambula::bench {
namespace {

constexpr double kPeerCell = 0.1;
constexpr std::size_t kPairs = 10'000;
constexpr std::uint64_t kSeed = 20'000;
constexpr Vec3 kReach{0.5, 0.5, 1.0};
constexpr double kBarPath = 0.5, kBarShortest = 1, kBarNearest = 0.5;

// Microseconds `work` takes.
template <class Work>
double micros(Work&& work) {
  return 1e6 * time_once(work);
}

// The value that a part of them is not above; 0 of none.
double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}
double ratio_of(double own, double peer) { return peer > 0 ? own / peer : 0; }
double ratio_of(const NearestTimes& times) {
  return ratio_of(quantile(times.own, 0.5), quantile(times.detour, 0.5));
}

// What the heap has given out; 0 where it does not tell.
std::size_t held_bytes() {
#ifdef __GLIBC__
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

struct QueryTimes {
  std::vector<double> path, shortest;          // ours as points, microseconds
  std::vector<double> path_all, shortest_all;  // with all they cross
  std::vector<double> detour;                  // Detour's
  NearestCases nearest;
  std::vector<double> shortest_to_detour, path_to_detour, path_to_shortest;  // of lengths
  double expansions_path = 0, expansions_shortest = 0;                       // means
  std::size_t asked = 0, only_own = 0, only_detour = 0, neither = 0;
};

struct QueryPair {
  Place start, goal;
  DetourPlace peer_start, peer_goal;
};

std::vector<QueryPair> draw_pairs(Query& query, DetourPeer& peer, QueryTimes& out) {
  std::vector<QueryPair> pairs;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    const auto start = query.random_point(kSeed + 2 * i), goal = query.random_point(kSeed + 2 * i + 1);
    if (!start || !goal) continue;
    ++out.asked;
    const auto a = peer.nearest(start->at, kReach), b = peer.nearest(goal->at, kReach);
    if (a && b) {
      pairs.push_back({*start, *goal, *a, *b});
    } else {
      ++out.only_own;
    }
  }
  return pairs;
}

// What was found between a pair of places.
struct Answer {
  double micros = 0, length = 0, expansions = 0;
  bool is_complete = false;
};

// One query at a time, in turns of so many pairs: nobody who asks for paths runs another library in between,
// and yet what else the machine does meanwhile meets all alike.
constexpr std::size_t kTurn = 50;

std::vector<Answer> ask_detour(std::span<const QueryPair> pairs, DetourPeer& peer) {
  std::vector<Answer> out;
  for (const QueryPair& pair : pairs) {
    Answer& answer = out.emplace_back();
    answer.micros = micros([&] { answer.is_complete = peer.find(pair.peer_start, pair.peer_goal); });
    answer.length = peer.length();
  }
  return out;
}

std::vector<Answer> ask_own(std::span<const QueryPair> pairs, Query& query, PathRule rule, PathDetail detail,
                            Path& path) {
  std::vector<Answer> out;
  PathParams params;
  params.detail = detail;
  for (const QueryPair& pair : pairs) {
    const double taken = micros([&] {
      if (rule == PathRule::shortest)
        query.find_shortest_between(pair.start, pair.goal, params, path);
      else
        query.find_path_between(pair.start, pair.goal, params, path);
    });
    out.push_back(
        {taken, path.length, static_cast<double>(path.expansions), path.status == PathStatus::complete});
  }
  return out;
}

// `scratch` keeps its memory from turn to turn, as the paths of a program do.
void run_turn(std::span<const QueryPair> pairs, Query& query, DetourPeer& peer, Path& scratch,
              QueryTimes& out) {
  const auto detour = ask_detour(pairs, peer);
  const auto path = ask_own(pairs, query, PathRule::corridor, PathDetail::points, scratch),
             shortest = ask_own(pairs, query, PathRule::shortest, PathDetail::points, scratch),
             path_all = ask_own(pairs, query, PathRule::corridor, PathDetail::all, scratch),
             shortest_all = ask_own(pairs, query, PathRule::shortest, PathDetail::all, scratch);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (!path[k].is_complete || !shortest[k].is_complete || !detour[k].is_complete) {
      ++(path[k].is_complete ? out.only_own : detour[k].is_complete ? out.only_detour : out.neither);
      continue;
    }
    out.detour.push_back(detour[k].micros);
    out.path.push_back(path[k].micros);
    out.shortest.push_back(shortest[k].micros);
    out.path_all.push_back(path_all[k].micros);
    out.shortest_all.push_back(shortest_all[k].micros);
    out.expansions_path += path[k].expansions;
    out.expansions_shortest += shortest[k].expansions;
    if (shortest[k].length <= 0.5) continue;
    out.shortest_to_detour.push_back(shortest[k].length / detour[k].length);
    out.path_to_detour.push_back(path[k].length / detour[k].length);
    out.path_to_shortest.push_back(path[k].length / shortest[k].length);
  }
}

QueryTimes run_pairs(Query& query, DetourPeer& peer) {
  QueryTimes out;
  out.nearest = time_nearest(query, peer, kReach);
  const std::vector<QueryPair> pairs = draw_pairs(query, peer, out);
  const auto turn = [&](std::size_t k) {
    return std::span(pairs).subspan(k, std::min(kTurn, pairs.size() - k));
  };
  QueryTimes warm_up;
  Path path;
  run_turn(turn(0), query, peer, path, warm_up);
  for (std::size_t k = 0; k < pairs.size(); k += kTurn) run_turn(turn(k), query, peer, path, out);
  if (!out.path.empty()) {
    out.expansions_path /= static_cast<double>(out.path.size());
    out.expansions_shortest /= static_cast<double>(out.path.size());
  }
  return out;
}

struct Row {
  std::string name, problem;
  std::size_t cells = 0, polygons = 0;
  double prepare_ms = 0;
  QueryTimes times;
};

Result<NavMesh> own_mesh(const Scene& scene, const Agent& agent) {
  const auto walkable = extract_walkable(scene, agent);
  if (!walkable) return fail(walkable.error());
  const auto links = find_links(*walkable, scene, agent);
  if (!links) return fail(links.error());
  return build_navmesh(*walkable, *links, scene, agent);
}

Row run_scene(const BenchScene& from, const BenchArgs& args, Context* context) {
  Row row{from.name, "", 0, 0, 0, {}};
  SceneParams params;
  params.up = from.up;
  params.unit = from.unit;
  const auto imported = import_scene(from.file, params, context);
  if (!imported) return row.problem = imported.error().message, row;
  const auto mesh = own_mesh(*imported, args.agent);
  if (!mesh) return row.problem = mesh.error().message, row;
  const PeerResult baked = bake_recast(
      *imported, {.agent = args.agent, .cell = kPeerCell, .runs = 1, .memory_limit = args.memory_limit},
      context);
  if (!baked.ok) return row.problem = baked.reason, row;
  auto peer = DetourPeer::make(baked.mesh, args.agent, kPeerCell);
  if (!peer) return row.problem = "Detour does not take the mesh", row;
  row.cells = mesh->size();
  row.polygons = baked.mesh.polygon_count();
  std::optional<Query> query;
  row.prepare_ms = 1e3 * time_once([&] { query.emplace(*mesh); });
  row.times = run_pairs(*query, *peer);
  return row;
}

std::string both(const std::vector<double>& values) {
  return text(fixed_text(quantile(values, 0.5), 2), " / ", fixed_text(quantile(values, 0.99), 1));
}

void add_row(Table& table, const Row& row) {
  if (!row.problem.empty()) {
    table.add({row.name, "", "", "", "", "", "", "", "", "", "", "", "", "", "", row.problem});
    return;
  }
  const QueryTimes& t = row.times;
  const double path = ratio_of(quantile(t.path, 0.5), quantile(t.detour, 0.5)),
               high = ratio_of(quantile(t.path, 0.99), quantile(t.detour, 0.99)),
               shortest = ratio_of(quantile(t.shortest, 0.5), quantile(t.detour, 0.5)),
               nearest = ratio_of(t.nearest.on);
  const double all = ratio_of(quantile(t.path_all, 0.5), quantile(t.detour, 0.5)),
               all_high = ratio_of(quantile(t.path_all, 0.99), quantile(t.detour, 0.99)),
               shortest_all = ratio_of(quantile(t.shortest_all, 0.5), quantile(t.detour, 0.5));
  std::string over;
  if (path > kBarPath || high > kBarPath) over += " find_path";
  if (shortest > kBarShortest) over += " find_shortest";
  if (nearest > kBarNearest) over += " nearest";
  table.add({row.name, text(row.cells), text(row.polygons), text(t.path.size()), both(t.detour), both(t.path),
             text(fixed_text(path, 2), " / ", fixed_text(high, 2)),
             text(fixed_text(all, 2), " / ", fixed_text(all_high, 2)), both(t.shortest),
             fixed_text(shortest, 2), fixed_text(shortest_all, 2),
             fixed_text(quantile(t.nearest.on.own, 0.5), 3),
             text(fixed_text(nearest, 2), " ", fixed_text(ratio_of(t.nearest.above), 2), " ",
                  fixed_text(ratio_of(t.nearest.beside), 2)),
             text(fixed_text(quantile(t.shortest_to_detour, 0.5), 3), " ",
                  fixed_text(quantile(t.shortest_to_detour, 0.05), 3), " .. ",
                  fixed_text(quantile(t.shortest_to_detour, 0.95), 3)),
             text(fixed_text(100 * (quantile(t.path_to_shortest, 0.5) - 1), 2), " ",
                  fixed_text(100 * (quantile(t.path_to_shortest, 0.95) - 1), 1), " ",
                  fixed_text(100 * (quantile(t.path_to_shortest, 1) - 1), 1)),
             over.empty() ? "" : text("over the bar:", over)});
}

nlohmann::json json_of(const Row& row) {
  if (!row.problem.empty()) return {{"scene", row.name}, {"problem", row.problem}};
  const QueryTimes& t = row.times;
  const auto times = [](const std::vector<double>& v) -> nlohmann::json {
    return {{"median_us", quantile(v, 0.5)}, {"p99_us", quantile(v, 0.99)}};
  };
  const auto nearest = [](const NearestTimes& n) -> nlohmann::json {
    return {{"median_us", quantile(n.own, 0.5)}, {"detour_median_us", quantile(n.detour, 0.5)}};
  };
  const auto lengths = [](const std::vector<double>& v) -> nlohmann::json {
    return {{"p05", quantile(v, 0.05)},
            {"median", quantile(v, 0.5)},
            {"p95", quantile(v, 0.95)},
            {"most", quantile(v, 1)}};
  };
  return {{"scene", row.name},
          {"cells", row.cells},
          {"polygons", row.polygons},
          {"prepare_ms", row.prepare_ms},
          {"pairs", t.asked},
          {"both", t.path.size()},
          {"only_own", t.only_own},
          {"only_detour", t.only_detour},
          {"find_path", times(t.path)},
          {"find_shortest", times(t.shortest)},
          {"find_path_all", times(t.path_all)},
          {"find_shortest_all", times(t.shortest_all)},
          {"detour", times(t.detour)},
          {"nearest", nearest(t.nearest.on)},
          {"nearest_above", nearest(t.nearest.above)},
          {"nearest_beside", nearest(t.nearest.beside)},
          {"expansions_path", t.expansions_path},
          {"expansions_shortest", t.expansions_shortest},
          {"shortest_to_detour", lengths(t.shortest_to_detour)},
          {"path_to_detour", lengths(t.path_to_detour)},
          {"path_to_shortest", lengths(t.path_to_shortest)}};
}

// How long queries grow with the city: squares of it by their side.
nlohmann::json run_city(std::ostream& out, Context* context) {
  constexpr std::size_t kCityPairs = 60;
  nlohmann::json rows = nlohmann::json::array();
  Table table({{"city cells", Align::right},
               {"MiB prepared", Align::right},
               {"prepare ms", Align::right},
               {"median m", Align::right},
               {"find_path ms", Align::right},
               {"expansions", Align::right},
               {"find_shortest ms", Align::right},
               {"expansions", Align::right},
               {"excess %", Align::right}});
  for (const std::uint32_t side : {80u, 310u, 1225u}) {
    if (context && context->cancelled()) break;
    const NavMesh mesh = city_mesh(side, 7);
    std::optional<Query> query;
    const std::size_t before = held_bytes();
    const double prepare = time_once([&] { query.emplace(mesh); });
    const std::size_t prepared = held_bytes() - before;
    std::vector<double> path_ms, shortest_ms, path_work, shortest_work, metres, excess;
    Path path, shortest;
    for (std::uint64_t i = 0; metres.size() < kCityPairs && i < 10 * kCityPairs; ++i) {
      const auto start = query->random_point(2 * i), goal = query->random_point(2 * i + 1);
      if (!start || !goal) continue;
      const double path_us = micros([&] { query->find_path_between(*start, *goal, {}, path); });
      if (path.status != PathStatus::complete) continue;
      shortest_ms.push_back(micros([&] { query->find_shortest_between(*start, *goal, {}, shortest); }) / 1e3);
      path_ms.push_back(path_us / 1e3);
      path_work.push_back(static_cast<double>(path.expansions));
      shortest_work.push_back(static_cast<double>(shortest.expansions));
      metres.push_back(shortest.length);
      excess.push_back(100 * (path.length / shortest.length - 1));
    }
    const double mebi = static_cast<double>(prepared) / (1024.0 * 1024.0);
    table.add({text(mesh.size()), fixed_text(mebi, 1), fixed_text(1e3 * prepare, 0),
               fixed_text(median(metres), 0), fixed_text(median(path_ms), 2),
               fixed_text(median(path_work), 0), fixed_text(median(shortest_ms), 2),
               fixed_text(median(shortest_work), 0), fixed_text(median(excess), 2)});
    rows.push_back({{"cells", mesh.size()},
                    {"prepared_bytes", prepared},
                    {"prepare_ms", 1e3 * prepare},
                    {"median_length", median(metres)},
                    {"find_path_ms", median(path_ms)},
                    {"find_path_expansions", median(path_work)},
                    {"find_shortest_ms", median(shortest_ms)},
                    {"find_shortest_expansions", median(shortest_work)},
                    {"excess_percent", median(excess)}});
  }
  table.print(out);
  return rows;
}

}  // namespace

Result<void> bench_query(const BenchArgs& args, std::ostream& out, Context* context) {
  if (auto ok = check_args(args); !ok) return ok;
  Stage stage(context, "bench query");
  nlohmann::json rows = nlohmann::json::array();
  if (!args.scenes.empty() || !args.folder.empty()) {
    const auto scenes = list_scenes(args);
    if (!scenes) return fail(scenes.error());
    Table table({{"scene"},
                 {"cells", Align::right},
                 {"Detour", Align::right},
                 {"pairs", Align::right},
                 {"Detour us", Align::right},
                 {"find_path us", Align::right},
                 {"ratio", Align::right},
                 {"all", Align::right},
                 {"find_shortest us", Align::right},
                 {"ratio", Align::right},
                 {"all", Align::right},
                 {"nearest us", Align::right},
                 {"ratios", Align::right},
                 {"length to Detour's", Align::right},
                 {"find_path excess %", Align::right}});
    double logs = 0, shortest_logs = 0;
    std::size_t counted = 0;
    for (std::size_t i = 0; i < scenes->size(); ++i) {
      if (stage.cancelled()) return cancelled_failure("bench query");
      stage.progress(static_cast<double>(i) / static_cast<double>(scenes->size()));
      const Row row = run_scene((*scenes)[i], args, context);
      add_row(table, row);
      rows.push_back(json_of(row));
      const double peer = quantile(row.times.detour, 0.5);
      if (peer <= 0) continue;
      logs += std::log(quantile(row.times.path, 0.5) / peer);
      shortest_logs += std::log(quantile(row.times.shortest, 0.5) / peer);
      ++counted;
    }
    table.print(out);
    if (counted > 0) {
      const double n = static_cast<double>(counted);
      out << "\ntimes are median / 99th percentile; lengths: median, 5 .. 95 %; excess: median, 95 %, most\n"
          << "nearest for points on the mesh; ratios to Detour's, then 0.3 m above it and 0.2 m beside it\n"
          << "paths as points; all: the ratio with all they cross as well\n"
          << "geometric mean of the medians' ratios: find_path " << fixed_text(std::exp(logs / n), 2)
          << " (bar " << kBarPath << "), find_shortest " << fixed_text(std::exp(shortest_logs / n), 2)
          << " (bar " << kBarShortest << ")\n\n";
    }
  }
  nlohmann::json city = run_city(out, context);
  return write_json(args, {{"agent", agent_json(args.agent)}, {"scenes", rows}, {"city", city}});
}

}  // namespace ambula::bench
