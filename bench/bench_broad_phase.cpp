// How long it takes to find the boxes that meet a box: our tree against a uniform grid, Boost's R-tree and a
// plain scan, turn by turn in one run.
//
// Queries are as the walkable stage asks them: a box of the input, stretched upwards by the agent's height.
// All sides get the boxes in the order of the curve, which the stage has anyway: it is its canonical order.
// Every side must find as many boxes as the others. The scan gets a few of the queries only.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

#include "ambula/import.h"
#include "bench/bench.h"
#include "bench/box_inputs.h"
#include "bench/box_peers.h"
#include "bench/table.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr std::size_t kQueries = 2'000;  // of an input, evenly over it: a grid may look at all boxes for one
constexpr std::size_t kScanned = 50;     // of these
constexpr std::size_t kSizes[] = {10'000, 100'000, 1'000'000};

// One side's times: of building, and of one query.
struct Side {
  std::vector<double> build_seconds, query_seconds;
  std::size_t hits = 0;

  [[nodiscard]] double build() const { return median(build_seconds); }
  [[nodiscard]] double query() const { return median(query_seconds); }
  // Building, and a query for each of n boxes.
  [[nodiscard]] double whole(std::size_t n) const { return build() + query() * static_cast<double>(n); }
};

struct Compared {
  std::size_t boxes = 0, queries = 0;
  Side own, grid, rtree, scan;
};

std::size_t count(const BoxTree& tree, const LatticeBox& query) {
  std::size_t found = 0;
  tree.visit(
      query, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
      [&](std::size_t) { ++found; });
  return found;
}

template <class Count>
void ask(std::span<const LatticeBox> queries, Side& side, Count count_of) {
  side.hits = 0;
  const double seconds = time_once([&] {
    for (const LatticeBox& q : queries) side.hits += count_of(q);
  });
  side.query_seconds.push_back(seconds / static_cast<double>(queries.size()));
}

std::vector<LatticeBox> queries_of(const std::vector<LatticeBox>& boxes, double height) {
  std::vector<LatticeBox> out;
  const std::size_t step = std::max<std::size_t>(1, boxes.size() / kQueries);
  for (std::size_t i = 0; i < boxes.size(); i += step) {
    out.push_back(boxes[i]);
    out.back().high.z += static_cast<std::int32_t>(height / Lattice::kDefaultQuantum);
  }
  return out;
}

Result<Compared> compare(const BoxInput& input, const BenchArgs& args, const Stage& stage) {
  Compared out;
  out.boxes = input.boxes.size();
  const std::vector<LatticeBox> queries = queries_of(input.boxes, args.agent.height);
  const auto few = std::span(queries).first(std::min(kScanned, queries.size()));
  out.queries = queries.size();
  RTreePeer rtree(input.boxes);
  for (int run = 0; run < args.runs; ++run) {
    if (stage.cancelled()) return cancelled_failure("bench broad-phase");
    BoxTree tree;
    out.own.build_seconds.push_back(time_once([&] { tree = BoxTree(input.boxes); }));
    ask(queries, out.own, [&](const LatticeBox& q) { return count(tree, q); });
    std::unique_ptr<UniformGrid> grid;
    out.grid.build_seconds.push_back(time_once([&] { grid = std::make_unique<UniformGrid>(input.boxes); }));
    ask(queries, out.grid, [&](const LatticeBox& q) { return grid->count(q); });
    if (RTreePeer::available()) {
      out.rtree.build_seconds.push_back(time_once([&] { rtree.build(); }));
      ask(queries, out.rtree, [&](const LatticeBox& q) { return rtree.count(q); });
    }
    ask(few, out.scan, [&](const LatticeBox& q) {
      return static_cast<std::size_t>(std::count_if(input.boxes.begin(), input.boxes.end(),
                                                    [&](const LatticeBox& b) { return boxes_meet(b, q); }));
    });
    Side again;
    ask(few, again, [&](const LatticeBox& q) { return count(tree, q); });
    if (again.hits != out.scan.hits || out.grid.hits != out.own.hits ||
        (RTreePeer::available() && out.rtree.hits != out.own.hits)) {
      return fail(ErrorCode::broken,
                  text(input.name, ": the tree finds ", out.own.hits, " boxes, the grid ", out.grid.hits,
                       ", the R-tree ", out.rtree.hits, "; of a few queries ", again.hits, " and the scan ",
                       out.scan.hits, "; please report this input"));
    }
  }
  return out;
}

nlohmann::json side_json(const Side& side) {
  return {{"build_seconds", side.build_seconds},
          {"query_seconds", side.query_seconds},
          {"median_build_seconds", side.build()},
          {"median_query_seconds", side.query()}};
}

std::vector<std::string> row_cells(const std::string& name, const Compared& c) {
  const auto ms = [](const Side& side) { return fixed_text(side.build() * 1e3, 2); };
  const auto us = [](const Side& side) { return fixed_text(side.query() * 1e6, 3); };
  const auto ratio = [&](const Side& side) {
    return fixed_text(side.whole(c.boxes) / c.own.whole(c.boxes), 2);
  };
  const bool boost = RTreePeer::available();
  return {name,
          text(c.boxes),
          fixed_text(static_cast<double>(c.own.hits) / static_cast<double>(c.queries), 1),
          ms(c.own),
          us(c.own),
          ms(c.grid),
          us(c.grid),
          boost ? ms(c.rtree) : "-",
          boost ? us(c.rtree) : "-",
          us(c.scan),
          ratio(c.grid),
          boost ? ratio(c.rtree) : "-"};
}

nlohmann::json row_json(const std::string& name, const Compared& c) {
  nlohmann::json json = {{"input", name},
                         {"boxes", c.boxes},
                         {"queries", c.queries},
                         {"hits", c.own.hits},
                         {"own", side_json(c.own)},
                         {"grid", side_json(c.grid)},
                         {"scan", {{"query_seconds", c.scan.query_seconds}}},
                         {"grid_ratio", c.grid.whole(c.boxes) / c.own.whole(c.boxes)}};
  if (RTreePeer::available()) {
    json["rtree"] = side_json(c.rtree);
    json["rtree_ratio"] = c.rtree.whole(c.boxes) / c.own.whole(c.boxes);
  }
  return json;
}

// The generated inputs, then the scenes that were named.
template <class Use>
Result<void> each_input(const BenchArgs& args, Context* context, Use use) {
  for (const std::size_t n : kSizes) {
    if (n > args.growth) continue;
    for (const BoxInput& input : box_inputs(n)) {
      if (auto ok = use(input); !ok) return ok;
    }
  }
  if (args.scenes.empty() && args.folder.empty()) return {};
  const auto scenes = list_scenes(args);
  if (!scenes) return fail(scenes.error());
  for (const BenchScene& from : *scenes) {
    SceneParams params;
    params.up = from.up;
    params.unit = from.unit;
    const auto scene = import_scene(from.file, params, context);
    if (!scene) return fail(scene.error());
    if (auto ok = use(boxes_of(from.name, *scene)); !ok) return ok;
  }
  return {};
}

}  // namespace

Result<void> bench_broad_phase(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench broad-phase");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  std::vector<Column> columns{{"input"}};
  for (const char* head : {"boxes", "hits/query", "own ms", "own µs", "grid ms", "grid µs", "R-tree ms",
                           "R-tree µs", "scan µs", "grid/own", "R-tree/own"}) {
    columns.push_back({head, Align::right});
  }
  Table table(columns);
  nlohmann::json rows = nlohmann::json::array();
  const auto done = each_input(args, context, [&](const BoxInput& input) -> Result<void> {
    const auto compared = compare(input, args, stage);
    if (!compared) return fail(compared.error());
    table.add(row_cells(input.name, *compared));
    rows.push_back(row_json(input.name, *compared));
    return {};
  });
  if (!done) return fail(done.error());
  if (rows.empty()) {
    return fail(ErrorCode::empty, "no boxes to run on: name scenes, or let generated inputs grow (--growth)");
  }
  table.print(out);
  out << "\nms: building; µs: one query; the last two: building and a query for every box, through ours\n";
  if (!RTreePeer::available()) out << "built without Boost: no R-tree\n";
  return write_json(args, {{"benchmark", "broad-phase"},
                           {"runs", args.runs},
                           {"peers", RTreePeer::available() ? nlohmann::json{"grid", "R-tree", "scan"}
                                                            : nlohmann::json{"grid", "scan"}},
                           {"rows", rows}});
}

}  // namespace ambula::bench
