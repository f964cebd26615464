// The walkable surface beside Recast's whole bake at 0.1 m, and how it grows.
//
// Timed on our side: extract_walkable on a Scene in memory, on one thread and on two; freeing the answer is
// not in it. Every turn is one run of each side, so that whatever else the machine does hits both. The growth
// rows have no peer: Recast's time goes with the area, not with the triangles.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "ambula/hash.h"
#include "ambula/import.h"
#include "ambula/walkable.h"
#include "bench/bench.h"
#include "bench/child.h"
#include "bench/plot.h"
#include "bench/table.h"
#include "core/text.h"
#ifdef AMBULA_WITH_SCENES
#include "scenes/generate.h"
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ambula::bench {
namespace {

constexpr double kPeerCell = 0.1;           // metres
constexpr double kBarPerTriangle = 0.5e-6;  // seconds; a scene passes below this, however fast the peer
constexpr double kBarMean = 0.2;            // of the ratios' geometric mean
constexpr double kMebi = 1024.0 * 1024.0;

// One thread count's runs.
struct Runs {
  std::vector<double> seconds, cpu_seconds;
  std::vector<StageTime> stages;  // "walkable/...", added up over all runs, in the order they first ended
  std::uint64_t hash = 0;
  std::uint64_t cuts = 0, cuts_left = 0;  // segments before and after those of neighbours cancel
};

// What our side made and took.
struct Own {
  Runs one, two;
  std::size_t peak_bytes = 0;
  std::size_t faces = 0, vertices = 0, components = 0;
  double area = 0;
};

struct Peer {
  PeerResult last;
  std::vector<double> seconds, cpu_seconds;
};

struct Row {
  std::string name;
  std::size_t triangles = 0;
  Own own;
  std::optional<Peer> peer;  // growth rows have none

  [[nodiscard]] double seconds() const { return median(own.one.seconds); }
  [[nodiscard]] double per_triangle() const { return seconds() / static_cast<double>(triangles); }
  [[nodiscard]] double speed_up() const { return seconds() / median(own.two.seconds); }
  // Own time through the peer's; 0 where there is no peer to compare with.
  [[nodiscard]] double ratio() const { return baked() ? seconds() / median(peer->seconds) : 0; }
  [[nodiscard]] double cpu_ratio() const {
    const double theirs = baked() ? median(peer->cpu_seconds) : 0;
    return theirs > 0 ? median(own.one.cpu_seconds) / theirs : 0;
  }
  [[nodiscard]] bool baked() const { return peer && peer->last.ok; }
  [[nodiscard]] bool within_bar() const {
    const double floor = kBarPerTriangle * static_cast<double>(triangles);
    return seconds() <= (baked() ? std::max(median(peer->seconds), floor) : floor);
  }
  // Seconds for n log2 n: the same at every size where that is how time grows. By the processor, since sizes
  // do not take turns: what else runs would bend the line.
  [[nodiscard]] double per_n_log_n() const {
    const auto n = static_cast<double>(triangles);
    return median(own.one.cpu_seconds) / (n * std::log2(std::max(n, 2.0)));
  }
};

// Takes our side through one run on `threads` threads.
Result<Walkable> run_once(const Scene& scene, const BenchArgs& args, int threads, Context* outer,
                          Runs& runs) {
  Context context({.threads = threads});
  context.on_progress([&context, outer](std::string_view, double) {
    if (outer && outer->cancelled()) context.cancel();
  });
  std::optional<Result<Walkable>> made;
  const std::clock_t cpu_start = std::clock();
  const double seconds = time_once([&] { made.emplace(extract_walkable(scene, args.agent, {}, &context)); });
  const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  if (!*made) return std::move(*made);
  runs.seconds.push_back(seconds);
  runs.cpu_seconds.push_back(cpu);
  for (const StageTime& time : context.times()) {
    if (!time.stage.starts_with("walkable/")) continue;
    auto known = std::find_if(runs.stages.begin(), runs.stages.end(),
                              [&](const StageTime& s) { return s.stage == time.stage; });
    if (known == runs.stages.end()) known = runs.stages.insert(known, {time.stage, 0});
    known->seconds += time.seconds;
  }
  for (const StageCount& count : context.counts()) {
    if (count.stage != "walkable") continue;
    if (count.what == "cuts") runs.cuts = count.count;
    if (count.what == "cuts left") runs.cuts_left = count.count;
  }
  runs.hash = walkable_hash(**made);
  return std::move(*made);
}

// Most memory a run on one thread has resident beyond what was there before it.
Result<std::size_t> peak_of(const Scene& scene, const BenchArgs& args, Context* context) {
#ifdef __GLIBC__
  malloc_trim(0);  // or the child would fill what this process has freed but not given back
#endif
  const auto report = run_in_child(
      [&] {
        Runs ignored;
        return run_once(scene, args, 1, nullptr, ignored) ? std::string("done") : std::string("failed");
      },
      context);
  if (!report) return fail(report.error());
  return report->peak_rss - report->start_rss;
}

Result<void> take_turns(const Scene& scene, const BenchArgs& args, bool with_peer, Context* context,
                        Row& row) {
  row.triangles = scene.triangles.size();
  // First, while this process is still small.
  const auto peak = peak_of(scene, args, context);
  if (!peak) return fail(peak.error());
  row.own.peak_bytes = *peak;
  if (with_peer) row.peer.emplace();
  for (int run = 0; run < args.runs; ++run) {
    for (const int threads : {1, 2}) {
      const auto made = run_once(scene, args, threads, context, threads == 1 ? row.own.one : row.own.two);
      if (!made) return fail(made.error());
      row.own.faces = made->faces.size();
      row.own.vertices = made->vertices.size();
      row.own.components = made->components;
      row.own.area = made->areas.walkable;
    }
    if (!with_peer || (run > 0 && !row.peer->last.ok)) continue;
    Peer& peer = *row.peer;
    peer.last = bake_recast(
        scene, {.agent = args.agent, .cell = kPeerCell, .runs = 1, .memory_limit = args.memory_limit},
        context);
    if (context && context->cancelled()) return cancelled_failure("bench walkable");
    if (!peer.last.ok) continue;
    peer.seconds.push_back(peer.last.median_seconds);
    peer.cpu_seconds.push_back(peer.last.median_cpu_seconds);
  }
  return {};
}

std::string remark_on(const Row& row) {
  if (row.own.one.hash != row.own.two.hash) return "TWO THREADS GIVE ANOTHER RESULT";
  if (row.peer && !row.peer->last.ok) return "Recast: " + row.peer->last.reason;
  return {};
}

std::vector<std::string> row_cells(const Row& row) {
  std::vector<std::string> cells = {row.name,
                                    text(row.triangles),
                                    fixed_text(row.seconds() * 1e3, 2),
                                    fixed_text(row.per_triangle() * 1e6, 3),
                                    fixed_text(median(row.own.two.seconds) * 1e3, 2),
                                    fixed_text(row.speed_up(), 2),
                                    fixed_text(static_cast<double>(row.own.peak_bytes) / kMebi, 1),
                                    text(row.own.one.cuts),
                                    text(row.own.one.cuts_left),
                                    text(row.own.faces),
                                    text(row.own.components),
                                    fixed_text(row.own.area, 1)};
  if (!row.peer) {
    cells.push_back(fixed_text(row.per_n_log_n() * 1e9, 2));
  } else if (row.baked()) {
    cells.push_back(fixed_text(median(row.peer->seconds) * 1e3, 1));
    cells.push_back(fixed_text(row.ratio(), 3));
    cells.push_back(fixed_text(row.cpu_ratio(), 3));
  } else {
    cells.insert(cells.end(), {"-", "-", "-"});
  }
  if (row.peer) cells.emplace_back(row.within_bar() ? "ok" : "OVER");
  if (std::string remark = remark_on(row); !remark.empty()) cells.push_back(std::move(remark));
  return cells;
}

nlohmann::json runs_json(const Runs& runs) {
  double total = 0;
  for (const double s : runs.seconds) total += s;
  nlohmann::json stages = nlohmann::json::array();
  for (const StageTime& stage : runs.stages) {
    stages.push_back({{"stage", stage.stage},
                      {"seconds", stage.seconds / static_cast<double>(runs.seconds.size())},
                      {"share", total > 0 ? stage.seconds / total : 0}});
  }
  return {{"seconds", runs.seconds},
          {"median_seconds", median(runs.seconds)},
          {"median_cpu_seconds", median(runs.cpu_seconds)},
          {"stages", stages}};
}

nlohmann::json row_json(const Row& row) {
  nlohmann::json json = {{"scene", row.name},
                         {"triangles", row.triangles},
                         {"one_thread", runs_json(row.own.one)},
                         {"two_threads", runs_json(row.own.two)},
                         {"speed_up", row.speed_up()},
                         {"us_per_triangle", row.per_triangle() * 1e6},
                         {"ns_per_n_log_n", row.per_n_log_n() * 1e9},
                         {"peak_bytes", row.own.peak_bytes},
                         {"cuts", row.own.one.cuts},
                         {"cuts_left", row.own.one.cuts_left},
                         {"faces", row.own.faces},
                         {"vertices", row.own.vertices},
                         {"components", row.own.components},
                         {"area", row.own.area},
                         {"hash", hash_text(row.own.one.hash)},
                         {"same_on_two_threads", row.own.one.hash == row.own.two.hash}};
  if (!row.peer) return json;
  json["within_bar"] = row.within_bar();
  if (!row.baked()) {
    json["recast"] = {{"ok", false}, {"reason", row.peer->last.reason}};
    return json;
  }
  json["recast"] = {{"ok", true},
                    {"cell", kPeerCell},
                    {"seconds", row.peer->seconds},
                    {"median_seconds", median(row.peer->seconds)},
                    {"median_cpu_seconds", median(row.peer->cpu_seconds)},
                    {"peak_bytes", row.peer->last.peak_bytes},
                    {"polygons", row.peer->last.mesh.polygon_count()},
                    {"area", row.peer->last.area}};
  json["ratio"] = row.ratio();
  json["cpu_ratio"] = row.cpu_ratio();
  return json;
}

std::vector<Column> own_columns() {
  return {{"scene"},
          {"triangles", Align::right},
          {"own ms", Align::right},
          {"µs/tri", Align::right},
          {"2 thr ms", Align::right},
          {"speed-up", Align::right},
          {"peak MiB", Align::right},
          {"cuts", Align::right},
          {"left", Align::right},
          {"faces", Align::right},
          {"parts", Align::right},
          {"area m²", Align::right}};
}

// One size of a scene that grows.
struct GrowthStep {
  const char* generator;
  double triangles;  // about
  std::vector<std::pair<const char*, double>> sizes;
};

// From 10^4 triangles on, of the same kind at every size: cells of 1.5 m, whole buildings.
std::vector<GrowthStep> growth_steps(std::size_t most) {
  std::vector<GrowthStep> out;
  const double sizes[] = {1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7};
  for (const double n : sizes) {
    const double cells = std::round(std::sqrt(n / 2));
    out.push_back({"terrain", n, {{"cells", cells}, {"size", 1.5 * cells}}});
  }
  constexpr double kWhole = 1.12e6;  // triangles of all blocks
  for (const double n : sizes) out.push_back({"blocks", n, {{"scale", std::min(n / kWhole, 8.0)}}});
  std::erase_if(out, [&](const GrowthStep& step) { return step.triangles > static_cast<double>(most); });
  return out;
}

Result<Scene> grown_scene([[maybe_unused]] const GrowthStep& step, [[maybe_unused]] Context* context) {
#ifdef AMBULA_WITH_SCENES
  scenes::Options options;
  for (const auto& [name, value] : step.sizes) options.sizes[name] = value;
  auto made = scenes::generate(step.generator, options, context);
  if (!made) return fail(made.error());
  return make_scene(std::move(made->soup), {}, context);
#else
  return fail(ErrorCode::unsupported, "built without the scene generators; configure with AMBULA_SCENES=ON");
#endif
}

struct Compared {
  std::vector<double> ratios;
  std::size_t over = 0, scenes = 0;
  nlohmann::json rows = nlohmann::json::array();

  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const double r : ratios) sum += std::log(r);
    return ratios.empty() ? 0 : std::exp(sum / static_cast<double>(ratios.size()));
  }
};

Result<Compared> compare_scenes(const BenchArgs& args, std::ostream& out, Context* context, Stage& stage) {
  Compared compared;
  if (args.scenes.empty() && args.folder.empty()) return compared;
  auto scenes = list_scenes(args);
  if (!scenes) return fail(scenes.error());
  std::vector<Column> columns = own_columns();
  for (const char* head : {"Recast ms", "ratio", "cpu ratio"}) columns.push_back({head, Align::right});
  columns.push_back({"bar"});
  Table table(columns);
  for (std::size_t i = 0; i < scenes->size(); ++i) {
    const BenchScene& from = (*scenes)[i];
    SceneParams params;
    params.up = from.up;
    params.unit = from.unit;
    Row row;
    row.name = from.name;
    const auto scene = import_scene(from.file, params, context);
    const auto done =
        scene ? take_turns(*scene, args, true, context, row) : Result<void>(fail(scene.error()));
    if (stage.cancelled()) return cancelled_failure("bench walkable");
    ++compared.scenes;
    if (!done) {
      std::vector<std::string> cells{from.name};
      cells.resize(columns.size(), "-");
      cells.push_back(done.error().message);
      table.add(std::move(cells));
      compared.rows.push_back({{"scene", from.name}, {"reason", done.error().message}});
      ++compared.over;
      continue;
    }
    if (row.baked()) compared.ratios.push_back(row.ratio());
    if (!row.within_bar()) ++compared.over;
    table.add(row_cells(row));
    compared.rows.push_back(row_json(row));
    stage.progress(static_cast<double>(i + 1) / static_cast<double>(scenes->size()));
  }
  table.print(out);
  out << text("\nbar of a scene: no slower than Recast at ", kPeerCell, " m, or than ", kBarPerTriangle * 1e6,
              " µs a triangle: ", compared.over == 0 ? "all within" : text(compared.over, " OVER"), " of ",
              compared.scenes, "\n");
  if (!compared.ratios.empty()) {
    out << text("geometric mean of ", compared.ratios.size(), " ratios: ", fixed_text(compared.mean(), 3),
                " (the bar is ", kBarMean, "): ", compared.mean() <= kBarMean ? "reached" : "NOT reached",
                "\n");
  }
  return compared;
}

struct Growth {
  nlohmann::json rows = nlohmann::json::array();
  // A line for each generator, over the number of triangles.
  Plot plot{
      "Processor time of the walkable stage, one thread", "triangles", "ns per triangle and log2 n", {}};
};

Result<Growth> measure_growth(const BenchArgs& args, std::ostream& out, Context* context, Stage& stage) {
  Growth growth;
  nlohmann::json& rows = growth.rows;
  std::vector<Column> columns = own_columns();
  columns.push_back({"ns/(n log n)", Align::right});
  Table table(columns);
  for (const GrowthStep& step : growth_steps(args.growth)) {
    const auto scene = grown_scene(step, context);
    if (!scene && scene.error().code == ErrorCode::unsupported) {
      out << "\ngrowth: " << scene.error().message << "\n";
      return growth;
    }
    if (!scene) return fail(scene.error());
    Row row;
    row.name = step.generator;
    const auto done = take_turns(*scene, args, false, context, row);
    if (stage.cancelled()) return cancelled_failure("bench walkable");
    if (!done) {
      std::vector<std::string> cells{row.name, text(scene->triangles.size())};
      cells.resize(columns.size(), "-");
      cells.push_back(done.error().message);
      table.add(std::move(cells));
      rows.push_back(
          {{"scene", row.name}, {"triangles", scene->triangles.size()}, {"reason", done.error().message}});
      continue;
    }
    table.add(row_cells(row));
    rows.push_back(row_json(row));
    auto& lines = growth.plot.lines;
    if (lines.empty() || lines.back().name != row.name) lines.push_back({row.name, {}});
    lines.back().points.push_back({static_cast<double>(row.triangles), row.per_n_log_n() * 1e9});
  }
  out << "\ngrowth\n";
  table.print(out);
  return growth;
}

}  // namespace

Result<void> bench_walkable(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench walkable");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  if (args.growth == 0 && args.scenes.empty() && args.folder.empty()) {
    return fail(ErrorCode::empty, "no scenes to run on: name files, or a folder with a MANIFEST.tsv");
  }
  if (args.growth == 0 && !args.plot.empty()) {
    return fail(ErrorCode::invalid_argument, "there is no growth to plot: --growth is 0");
  }
  auto compared = compare_scenes(args, out, context, stage);
  if (!compared) return fail(compared.error());
  nlohmann::json growth = nlohmann::json::array();
  if (args.growth > 0) {
    auto measured = measure_growth(args, out, context, stage);
    if (!measured) return fail(measured.error());
    growth = std::move(measured->rows);
    if (!args.plot.empty()) {
      if (auto drawn = write_plot(measured->plot, args.plot); !drawn) return drawn;
    }
  }
  return write_json(args, {{"benchmark", "walkable"},
                           {"agent", agent_json(args.agent)},
                           {"runs", args.runs},
                           {"peer_cell", kPeerCell},
                           {"bar_us_per_triangle", kBarPerTriangle * 1e6},
                           {"bar_mean", kBarMean},
                           {"mean_ratio", compared->mean()},
                           {"over", compared->over},
                           {"rows", compared->rows},
                           {"growth", growth}});
}

}  // namespace ambula::bench
