// The whole exact build beside Recast's bakes: time, memory, cells, what each covers, where each is wrong.
//
// Timed on our side: walkable surface, links and navmesh of a Scene in memory, one thread; freeing is not in
// it. Every turn is one run of each side, so that whatever else the machine does hits both. Both meshes are
// judged by verify_navmesh on the same scene, surface and links; Recast's detail mesh stands for its
// polygons. Recast knows no gaps, so what it misses beyond a gap counts as missing.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ostream>
#include <tuple>

#include "ambula/hash.h"
#include "ambula/import.h"
#include "ambula/navmesh.h"
#include "ambula/verify_navmesh.h"
#include "bench/bench.h"
#include "bench/child.h"
#include "bench/components.h"
#include "bench/reach_pairs.h"
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

constexpr double kPeerCell = 0.1;         // metres: the one whose time is the bar
constexpr double kBarPerTriangle = 1e-6;  // seconds; a scene passes below this, however fast the peer
constexpr double kBarMean = 0.5;          // of the ratios' geometric mean
constexpr double kMebi = 1024.0 * 1024.0;
constexpr std::uint64_t kSamples = 20'000;
constexpr double kReachCell = 0.05;  // metres: the bake whose reachability is compared

struct Built {
  Walkable walkable;
  Links links;
  NavMesh mesh;
};

Result<Built> build(const Scene& scene, const Agent& agent, const NavMeshParams& params, Context* context) {
  Built out;
  auto walkable = extract_walkable(scene, agent, {}, context);
  if (!walkable) return fail(walkable.error());
  out.walkable = std::move(*walkable);
  auto links = find_links(out.walkable, scene, agent, {}, context);
  if (!links) return fail(links.error());
  out.links = std::move(*links);
  auto mesh = build_navmesh(out.walkable, out.links, scene, agent, params, context);
  if (!mesh) return fail(mesh.error());
  out.mesh = std::move(*mesh);
  return out;
}

// Recast's mesh as a value of ours, for the judge; its corners are moved to the lattice.
NavMesh as_navmesh(const PeerMesh& from, const Lattice& lattice) {
  NavMesh out;
  out.lattice = lattice;
  std::map<LatticePoint, std::uint32_t> known;
  const auto vertex = [&](Vec3 p) {
    const LatticePoint at = lattice.snap(p);
    const auto [it, fresh] = known.try_emplace(at, static_cast<std::uint32_t>(out.vertices.size()));
    if (fresh) out.vertices.push_back(at);
    return it->second;
  };
  std::vector<std::vector<std::uint32_t>> details(from.polygon_count());
  for (std::uint32_t t = 0; t < from.detail_triangles.size(); ++t)
    details[from.detail_polygon[t]].push_back(t);
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> sides;  // polygon, ends
  for (std::uint32_t p = 0; p < from.polygon_count(); ++p) {
    const std::uint32_t begin = from.polygon_begin[p], end = from.polygon_begin[p + 1];
    for (std::uint32_t k = begin; k < end; ++k) {
      const std::uint32_t next = k + 1 == end ? begin : k + 1;
      sides[{p, from.polygon_corners[k], from.polygon_corners[next]}] = k;
      out.vertex.push_back(vertex(from.positions[from.polygon_corners[k]]));
      out.neighbour.push_back(from.polygon_neighbors[k] == PeerMesh::kNone ? NavMesh::kNone
                                                                           : from.polygon_neighbors[k]);
    }
    out.cell_begin.push_back(static_cast<std::uint32_t>(out.vertex.size()));
    for (const std::uint32_t t : details[p]) {
      const auto& d = from.detail_triangles[t];
      out.height_triangles.push_back({vertex(from.detail_positions[d[0]]),
                                      vertex(from.detail_positions[d[1]]),
                                      vertex(from.detail_positions[d[2]])});
    }
    out.height_begin.push_back(static_cast<std::uint32_t>(out.height_triangles.size()));
  }
  out.across.assign(out.vertex.size(), NavMesh::kNone);
  for (const auto& [key, side] : sides) {
    if (out.neighbour[side] == NavMesh::kNone) continue;
    const auto other = sides.find({out.neighbour[side], std::get<2>(key), std::get<1>(key)});
    if (other != sides.end()) {
      out.across[side] = other->second;
    } else {
      out.neighbour[side] = NavMesh::kNone;
    }
  }
  const std::uint32_t cells = out.size();
  out.kind.assign(cells, CellKind::floor);
  out.flight.assign(cells, NavMesh::kNone);
  out.area_type.assign(cells, 0);
  number_components(out);
  return out;
}

// What is judged of a mesh.
struct Judged {
  double unsound = 0, missing = 0;  // percent
  double walker_missing = 0;        // percent
  double coverage = 0;              // percent of the ideal area
  std::size_t cells = 0, components = 0;
};

Result<Judged> judge(const Scene& scene, const Agent& agent, const Built& built, const NavMesh& mesh,
                     double area, Context* context) {
  const auto report =
      verify_navmesh(scene, agent, {}, built.walkable, &built.links, mesh, {.samples = kSamples}, context);
  if (!report) return fail(report.error());
  Judged out;
  out.unsound = report->unsound_share();
  out.missing = report->missing_share();
  out.walker_missing = report->walker_missing_share();
  out.coverage = built.mesh.ideal_area > 0 ? 100 * area / built.mesh.ideal_area : 0;
  out.cells = mesh.size();
  out.components = mesh.components;
  return out;
}

struct PeerRow {
  double cell = 0;
  PeerResult last;
  std::vector<double> seconds;
  Judged judged;
  std::optional<Reach> reach;
};

struct Row {
  std::string name;
  std::size_t triangles = 0;
  std::vector<double> seconds, walkable_seconds, links_seconds;
  std::size_t peak_bytes = 0;
  Judged judged;
  std::uint64_t hash = 0;
  std::vector<PeerRow> peers;

  [[nodiscard]] const PeerRow* peer_at(double cell) const {
    for (const PeerRow& p : peers) {
      if (p.last.ok && p.cell == cell) return &p;
    }
    return nullptr;
  }
  [[nodiscard]] double ratio() const {
    const PeerRow* peer = peer_at(kPeerCell);
    return peer ? median(seconds) / median(peer->seconds) : 0;
  }
  [[nodiscard]] bool within_bar() const {
    const double floor = kBarPerTriangle * static_cast<double>(triangles);
    const PeerRow* peer = peer_at(kPeerCell);
    return median(seconds) <= std::max(floor, peer ? median(peer->seconds) : 0);
  }
  // The coarsest bake that misses no more than we do, if there is one.
  [[nodiscard]] const PeerRow* equal_peer() const {
    const PeerRow* out = nullptr;
    for (const PeerRow& p : peers) {
      if (p.last.ok && p.judged.missing <= judged.missing && (!out || p.cell > out->cell)) out = &p;
    }
    return out;
  }
  [[nodiscard]] bool few_cells() const {
    const PeerRow* peer = equal_peer();
    return !peer || judged.cells <= peer->judged.cells;
  }
};

// Most memory a run has resident beyond what was there before it.
Result<std::size_t> peak_of(const Scene& scene, const Agent& agent, Context* context) {
#ifdef __GLIBC__
  malloc_trim(0);  // or the child would fill what this process has freed but not given back
#endif
  const auto report = run_in_child(
      [&] {
        Context one({.threads = 1});
        return std::string(build(scene, agent, {}, &one) ? "done" : "failed");
      },
      context);
  if (!report) return fail(report.error());
  return report->peak_rss - report->start_rss;
}

double seconds_of(const Context& context, std::string_view stage) {
  double out = 0;
  for (const StageTime& time : context.times()) out += time.stage == stage ? time.seconds : 0;
  return out;
}

Result<Row> measure(const std::string& name, const Scene& scene, const BenchArgs& args, Context* context) {
  Row row;
  row.name = name;
  row.triangles = scene.triangles.size();
  const auto peak = peak_of(scene, args.agent, context);
  if (!peak) return fail(peak.error());
  row.peak_bytes = *peak;
  for (const double cell : args.cells)
    row.peers.push_back({.cell = cell, .last = {}, .seconds = {}, .judged = {}, .reach = {}});
  std::optional<Built> built;
  for (int run = 0; run < args.runs; ++run) {
    Context one({.threads = 1});
    std::optional<Result<Built>> made;
    row.seconds.push_back(time_once([&] { made.emplace(build(scene, args.agent, {}, &one)); }));
    if (!*made) return fail(made->error());
    row.walkable_seconds.push_back(seconds_of(one, "walkable"));
    row.links_seconds.push_back(seconds_of(one, "links"));
    built = std::move(**made);
    for (PeerRow& peer : row.peers) {
      if (run > 0 && !peer.last.ok) continue;
      peer.last = bake_recast(
          scene, {.agent = args.agent, .cell = peer.cell, .runs = 1, .memory_limit = args.memory_limit},
          context);
      if (context && context->cancelled()) return cancelled_failure("bench navmesh");
      if (peer.last.ok) peer.seconds.push_back(peer.last.median_seconds);
    }
  }
  row.hash = navmesh_hash(built->mesh);
  auto judged = judge(scene, args.agent, *built, built->mesh, built->mesh.area, context);
  if (!judged) return fail(judged.error());
  row.judged = *judged;
  for (PeerRow& peer : row.peers) {
    if (!peer.last.ok) continue;
    const NavMesh theirs = as_navmesh(peer.last.mesh, scene.lattice);
    auto found = judge(scene, args.agent, *built, theirs, peer.last.area, context);
    if (!found) return fail(found.error());
    peer.judged = *found;
    if (peer.cell == kReachCell && args.pairs > 0)
      peer.reach = compare_reach(built->mesh, peer.last.mesh, args.agent, peer.cell, {.pairs = args.pairs});
  }
  return row;
}

// Of the pairs: how many only Detour joins, how many only we do.
std::string reach_text(const std::optional<Reach>& reach) {
  return reach ? text(reach->only_peer, " / ", reach->only_own, " of ", reach->pairs) : "";
}

void add_rows(Table& table, const Row& row) {
  const PeerRow* equal = row.equal_peer();
  table.add({row.name, "own", fixed_text(median(row.seconds) * 1e3, 1),
             row.ratio() > 0 ? fixed_text(row.ratio(), 2) : "-",
             fixed_text(static_cast<double>(row.peak_bytes) / kMebi, 1), text(row.judged.cells),
             fixed_text(row.judged.coverage, 2), fixed_text(row.judged.unsound, 3),
             fixed_text(row.judged.missing, 3), fixed_text(row.judged.walker_missing, 3),
             text(row.judged.components), "",
             text(row.within_bar() ? "ok" : "OVER", row.few_cells() ? "" : ", CELLS",
                  equal ? text(" (Recast ", equal->cell, ": ", equal->judged.cells, ")") : "")});
  for (const PeerRow& peer : row.peers) {
    if (!peer.last.ok) {
      table.add({"", text("Recast ", peer.cell), "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
                 peer.last.reason});
      continue;
    }
    table.add({"", text("Recast ", peer.cell), fixed_text(median(peer.seconds) * 1e3, 1), "",
               fixed_text(static_cast<double>(peer.last.peak_bytes) / kMebi, 1), text(peer.judged.cells),
               fixed_text(peer.judged.coverage, 2), fixed_text(peer.judged.unsound, 3),
               fixed_text(peer.judged.missing, 3), fixed_text(peer.judged.walker_missing, 3),
               text(peer.judged.components), reach_text(peer.reach)});
  }
}

nlohmann::json judged_json(const Judged& j) {
  return {{"cells", j.cells},
          {"components", j.components},
          {"coverage_percent", j.coverage},
          {"unsound_percent", j.unsound},
          {"missing_percent", j.missing},
          {"walker_missing_percent", j.walker_missing}};
}

nlohmann::json reach_json(const Reach& reach) {
  return {{"pairs", reach.pairs},
          {"both", reach.both},
          {"neither", reach.neither},
          {"only_own", reach.only_own},
          {"only_peer", reach.only_peer}};
}

// The pairs that only one side joins, where the file has them.
nlohmann::json pairs_json(const Row& row, const Frame& frame) {
  nlohmann::json out = nlohmann::json::array();
  const auto place = [&](Vec3 p) {
    const Vec3 at = frame.to_input(p);
    return nlohmann::json{at.x, at.y, at.z};
  };
  for (const PeerRow& peer : row.peers) {
    if (!peer.reach) continue;
    for (const ReachPair& pair : peer.reach->differing) {
      nlohmann::json json = {{"scene", row.name},
                             {"joined_by", pair.own ? "own" : "detour"},
                             {"from", place(pair.from)},
                             {"to", place(pair.to)},
                             {"components", {pair.from_component, pair.to_component}}};
      for (const ReachCrossing& c : pair.crossings)
        json["crossings"].push_back(
            {{"left", place(c.left)}, {"entered", place(c.entered)}, {"components", {c.from, c.to}}});
      out.push_back(std::move(json));
    }
  }
  return out;
}

nlohmann::json row_json(const Row& row) {
  nlohmann::json peers = nlohmann::json::array();
  for (const PeerRow& peer : row.peers) {
    nlohmann::json json = {{"cell", peer.cell}, {"ok", peer.last.ok}};
    if (peer.last.ok) {
      json["median_seconds"] = median(peer.seconds);
      json["peak_bytes"] = peer.last.peak_bytes;
      json["judged"] = judged_json(peer.judged);
      if (peer.reach) json["reach"] = reach_json(*peer.reach);
    } else {
      json["reason"] = peer.last.reason;
    }
    peers.push_back(std::move(json));
  }
  return {{"scene", row.name},
          {"triangles", row.triangles},
          {"median_seconds", median(row.seconds)},
          {"walkable_seconds", median(row.walkable_seconds)},
          {"links_seconds", median(row.links_seconds)},
          {"peak_bytes", row.peak_bytes},
          {"ratio", row.ratio()},
          {"within_bar", row.within_bar()},
          {"few_cells", row.few_cells()},
          {"hash", hash_text(row.hash)},
          {"judged", judged_json(row.judged)},
          {"recast", peers}};
}

#ifdef AMBULA_WITH_SCENES
// How many pairs of places are joined as the truth says, of how many.
struct Passages {
  std::size_t right = 0, all = 0;
};

Passages count_passages(const scenes::Truth& truth, const scenes::AgentTruth& agent, const NavMesh& mesh) {
  const auto component_of = [&](const std::string& name) {
    const auto place =
        std::find_if(truth.places.begin(), truth.places.end(), [&](const auto& p) { return p.name == name; });
    std::uint32_t out = NavMesh::kNone;
    double least = agent.agent.max_step;
    for (std::uint32_t c = 0; c < mesh.size(); ++c) {
      for (const auto& triangle : cell_triangles(mesh, c)) {
        std::array<Vec3, 3> at;
        for (std::size_t i = 0; i < 3; ++i)
          at[i] = mesh.lattice.position(mesh.vertices[triangle[i]]) - Vec3{place->at.x, place->at.y, 0};
        const double u = cross(at[1].xy(), at[2].xy()), v = cross(at[2].xy(), at[0].xy()),
                     w = cross(at[0].xy(), at[1].xy());
        if (u < 0 || v < 0 || w < 0 || u + v + w <= 0) continue;
        const double off = std::abs((u * at[0].z + v * at[1].z + w * at[2].z) / (u + v + w) - place->at.z);
        if (off > least) continue;
        least = off;
        out = mesh.component[c];
      }
    }
    return out;
  };
  std::vector<std::pair<std::uint32_t, std::size_t>> places;  // component, group of the truth
  for (std::size_t g = 0; g < agent.reach.size(); ++g) {
    for (const std::string& name : agent.reach[g]) places.push_back({component_of(name), g});
  }
  Passages out;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      const bool joined = places[i].first != NavMesh::kNone && places[i].first == places[j].first;
      out.right += joined == (places[i].second == places[j].second) ? 1u : 0u;
      ++out.all;
    }
  }
  return out;
}

// Places of the generated labs, pair by pair: joined where the truth says so, for every agent it speaks of.
Result<nlohmann::json> beside_the_truth(const BenchArgs& args, std::ostream& out, Context* context,
                                        Stage& stage) {
  nlohmann::json rows = nlohmann::json::array();
  std::vector<Column> columns{
      {"scene"}, {"radius", Align::right}, {"pairs", Align::right}, {"own", Align::right}};
  for (const double cell : args.cells) columns.push_back({text("Recast ", cell), Align::right});
  Table table(columns);
  for (const char* name : {"doorways", "spiral-maze", "overhang"}) {
    const auto made = scenes::generate(name, {.rotate = 17}, context);
    if (!made) return fail(made.error());
    const auto scene = make_scene(made->soup, {}, context);
    if (!scene) return fail(scene.error());
    for (const scenes::AgentTruth& truth : made->truth.agents) {
      // However small the closet behind a door is, whether the door is open counts.
      const auto built = build(*scene, truth.agent, {.min_patch = 0}, context);
      if (!built) return fail(built.error());
      const Passages own = count_passages(made->truth, truth, built->mesh);
      std::vector<std::string> cells{name, text(truth.agent.radius), text(own.all), text(own.right)};
      nlohmann::json json = {
          {"scene", name}, {"radius", truth.agent.radius}, {"pairs", own.all}, {"own_right", own.right}};
      for (const double cell : args.cells) {
        const PeerResult peer = bake_recast(
            *scene, {.agent = truth.agent, .cell = cell, .runs = 1, .memory_limit = args.memory_limit},
            context);
        if (stage.cancelled()) return cancelled_failure("bench navmesh");
        const auto right =
            peer.ok ? count_passages(made->truth, truth, as_navmesh(peer.mesh, scene->lattice)).right : 0;
        cells.push_back(peer.ok ? text(right) : "-");
        json["recast"].push_back({{"cell", cell}, {"right", right}});
      }
      table.add(std::move(cells));
      rows.push_back(std::move(json));
    }
  }
  out << "\npairs of places joined or apart as the truth says, scenes turned by 17 degrees\n";
  table.print(out);
  return rows;
}
#endif

}  // namespace

Result<void> bench_navmesh(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench navmesh");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  nlohmann::json rows = nlohmann::json::array(), passages = nlohmann::json::array(),
                 pairs = nlohmann::json::array();
  if (!args.scenes.empty() || !args.folder.empty()) {
    const auto scenes = list_scenes(args);
    if (!scenes) return fail(scenes.error());
    Table table({{"scene"},
                 {"mesh"},
                 {"ms", Align::right},
                 {"ratio", Align::right},
                 {"peak MiB", Align::right},
                 {"cells", Align::right},
                 {"covers %", Align::right},
                 {"unsound %", Align::right},
                 {"missing %", Align::right},
                 {"walker %", Align::right},
                 {"parts", Align::right},
                 {"only it / own joins", Align::right},
                 {"bar"}});
    double logs = 0;
    std::size_t ratios = 0, over = 0, many = 0;
    for (std::size_t i = 0; i < scenes->size(); ++i) {
      const BenchScene& from = (*scenes)[i];
      SceneParams params;
      params.up = from.up;
      params.unit = from.unit;
      const auto scene = import_scene(from.file, params, context);
      if (!scene) return fail(scene.error());
      const auto row = measure(from.name, *scene, args, context);
      if (!row) return fail(row.error());
      if (stage.cancelled()) return cancelled_failure("bench navmesh");
      if (row->ratio() > 0) {
        logs += std::log(row->ratio());
        ++ratios;
      }
      over += row->within_bar() ? 0u : 1u;
      many += row->few_cells() ? 0u : 1u;
      add_rows(table, *row);
      rows.push_back(row_json(*row));
      for (auto& pair : pairs_json(*row, scene->frame)) pairs.push_back(std::move(pair));
      stage.progress(static_cast<double>(i + 1) / static_cast<double>(scenes->size()));
    }
    table.print(out);
    const double mean = ratios > 0 ? std::exp(logs / static_cast<double>(ratios)) : 0;
    out << text("\ntime: no slower than Recast at ", kPeerCell, " m, or than ", kBarPerTriangle * 1e6,
                " µs a triangle: ", over == 0 ? "all within" : text(over, " OVER"), " of ", scenes->size(),
                "\ngeometric mean of ", ratios, " ratios: ", fixed_text(mean, 3), " (the bar is ", kBarMean,
                "): ", mean <= kBarMean ? "reached" : "NOT reached",
                "\ncells: no more than Recast's at the coarsest that misses no more: ",
                many == 0 ? "all within" : text(many, " OVER"), "\n");
  }
#ifdef AMBULA_WITH_SCENES
  auto compared = beside_the_truth(args, out, context, stage);
  if (!compared) return fail(compared.error());
  passages = std::move(*compared);
#endif
  if (!args.pairs_out.empty()) {
    BenchArgs to = args;
    to.json = args.pairs_out;
    if (auto done = write_json(to, pairs); !done) return done;
  }
  return write_json(args, {{"benchmark", "navmesh"},
                           {"agent", agent_json(args.agent)},
                           {"runs", args.runs},
                           {"bar_mean_ratio", kBarMean},
                           {"bar_us_per_triangle", kBarPerTriangle * 1e6},
                           {"scenes", rows},
                           {"passages", passages}});
}

}  // namespace ambula::bench
