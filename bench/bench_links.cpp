// Links on the paper's four environments, rebuilt by the generators, its own times beside ours; then on
// files, beside the walkable stage they follow.
//
// The paper ("Annotating traversable gaps in walkable environments") used exact arithmetic on a Core
// i7-2600K; its times are those it prints, its scenes not ours triangle by triangle. Timed on our side:
// find_links on a walkable surface in memory, one thread.
#include <algorithm>
#include <optional>
#include <ostream>

#include "ambula/hash.h"
#include "ambula/import.h"
#include "ambula/links.h"
#include "bench/bench.h"
#include "bench/table.h"
#include "core/text.h"
#ifdef AMBULA_WITH_SCENES
#include "scenes/generate.h"
#endif

namespace ambula::bench {
namespace {

constexpr double kBarSeconds = 0.03;  // on each of the paper's environments

// What the paper prints of an environment.
struct PaperRow {
  const char* generator;
  const char* agent;       // as the table says it
  double height, max_gap;  // metres
  int triangles;
  double seconds;
};
constexpr PaperRow kPaper[] = {
    {"holes", "gap 0.1", 2.1, 0.1, 431, 66},          {"holes", "gap 0.3", 2.1, 0.3, 431, 0},
    {"holes", "gap 1.0", 2.1, 1.0, 431, 11},          {"platforms", "gap 0.3", 1.8, 0.3, 192, 50},
    {"terrace-house", "gap 0.3", 1.8, 0.3, 6155, 18}, {"town-house", "gap 0.3", 1.8, 0.3, 2676, 946},
};

struct Measured {
  std::size_t triangles = 0;
  std::uint32_t before = 0, after = 0;
  std::size_t steps = 0, gaps = 0, fills = 0, flights = 0, fillers = 0;
  double walkable = 0, links = 0;  // seconds, medians
  std::uint64_t hash = 0;
};

Result<Measured> measure(const Scene& scene, const Agent& agent, int runs) {
  Measured out;
  out.triangles = scene.triangles.size();
  std::vector<double> walkable_seconds, links_seconds;
  for (int run = 0; run < runs; ++run) {
    std::optional<Result<Walkable>> walkable;
    walkable_seconds.push_back(time_once([&] { walkable.emplace(extract_walkable(scene, agent)); }));
    if (!*walkable) return fail(walkable->error());
    std::optional<Result<Links>> links;
    links_seconds.push_back(time_once([&] { links.emplace(find_links(**walkable, scene, agent)); }));
    if (!*links) return fail(links->error());
    const Links& found = **links;
    out.before = (*walkable)->components;
    out.after = found.components;
    out.flights = found.flights.size();
    out.fillers = found.triangles.size();
    out.steps = out.gaps = out.fills = 0;
    for (const Link& link : found.links) {
      ++(link.kind == LinkKind::step ? out.steps : link.kind == LinkKind::gap ? out.gaps : out.fills);
    }
    out.hash = links_hash(found);
  }
  out.walkable = median(walkable_seconds);
  out.links = median(links_seconds);
  return out;
}

nlohmann::json json_of(const std::string& name, const Measured& m) {
  return {{"scene", name},
          {"triangles", m.triangles},
          {"components_before", m.before},
          {"components", m.after},
          {"steps", m.steps},
          {"gaps", m.gaps},
          {"fills", m.fills},
          {"flights", m.flights},
          {"filler_triangles", m.fillers},
          {"links_seconds", m.links},
          {"walkable_seconds", m.walkable},
          {"hash", hash_text(m.hash)}};
}

Result<Scene> paper_scene([[maybe_unused]] const PaperRow& row) {
#ifdef AMBULA_WITH_SCENES
  auto made = scenes::generate(row.generator, {});
  if (!made) return fail(made.error());
  return make_scene(std::move(made->soup), {});
#else
  return fail(ErrorCode::unsupported, "built without the scene generators; configure with AMBULA_SCENES=ON");
#endif
}

std::string parts_text(const Measured& m) { return text(m.before, " → ", m.after); }

Result<nlohmann::json> beside_the_paper(const BenchArgs& args, std::ostream& out, Stage& stage) {
  nlohmann::json rows = nlohmann::json::array();
  Table table({{"environment"},
               {"agent"},
               {"paper tri", Align::right},
               {"paper s", Align::right},
               {"tri", Align::right},
               {"parts", Align::right},
               {"fillers", Align::right},
               {"own ms", Align::right},
               {"times faster", Align::right},
               {"bar"}});
  std::size_t over = 0;
  for (const PaperRow& row : kPaper) {
    const auto scene = paper_scene(row);
    if (!scene) return fail(scene.error());
    Agent agent = args.agent;
    agent.height = row.height;
    agent.max_gap = row.max_gap;
    const auto m = measure(*scene, agent, args.runs);
    if (!m) return fail(m.error());
    if (stage.cancelled()) return cancelled_failure("bench links");
    const bool within = m->links <= kBarSeconds;
    over += within ? 0 : 1;
    table.add({row.generator, row.agent, text(row.triangles),
               row.seconds > 0 ? fixed_text(row.seconds, 0) : "-", text(m->triangles), parts_text(*m),
               text(m->fillers), fixed_text(m->links * 1e3, 2),
               row.seconds > 0 ? fixed_text(row.seconds / m->links, 0) : "-", within ? "ok" : "OVER"});
    nlohmann::json json = json_of(row.generator, *m);
    json["max_gap"] = row.max_gap;
    json["paper_seconds"] = row.seconds;
    rows.push_back(std::move(json));
  }
  out << "the paper's environments, rebuilt\n";
  table.print(out);
  out << text("\nbar: ", kBarSeconds * 1e3, " ms: ", over == 0 ? "all within" : text(over, " OVER"), "\n");
  return rows;
}

Result<nlohmann::json> beside_the_walkable_stage(const BenchArgs& args, std::ostream& out, Context* context,
                                                 Stage& stage) {
  nlohmann::json rows = nlohmann::json::array();
  if (args.scenes.empty() && args.folder.empty()) return rows;
  auto scenes = list_scenes(args);
  if (!scenes) return fail(scenes.error());
  Table table({{"scene"},
               {"triangles", Align::right},
               {"parts", Align::right},
               {"steps", Align::right},
               {"gaps", Align::right},
               {"fills", Align::right},
               {"flights", Align::right},
               {"links ms", Align::right},
               {"walkable ms", Align::right},
               {"ratio", Align::right},
               {"bar"}});
  std::size_t over = 0;
  for (std::size_t i = 0; i < scenes->size(); ++i) {
    const BenchScene& from = (*scenes)[i];
    SceneParams params;
    params.up = from.up;
    params.unit = from.unit;
    const auto scene = import_scene(from.file, params, context);
    if (!scene) return fail(scene.error());
    const auto m = measure(*scene, args.agent, args.runs);
    if (!m) return fail(m.error());
    if (stage.cancelled()) return cancelled_failure("bench links");
    const bool within = m->links <= m->walkable;
    over += within ? 0 : 1;
    table.add({from.name, text(m->triangles), parts_text(*m), text(m->steps), text(m->gaps), text(m->fills),
               text(m->flights), fixed_text(m->links * 1e3, 2), fixed_text(m->walkable * 1e3, 2),
               fixed_text(m->links / m->walkable, 3), within ? "ok" : "OVER"});
    rows.push_back(json_of(from.name, *m));
    stage.progress(static_cast<double>(i + 1) / static_cast<double>(scenes->size()));
  }
  out << "\nbeside the walkable stage\n";
  table.print(out);
  out << text("\nbar: no more than the walkable stage: ", over == 0 ? "all within" : text(over, " OVER"),
              "\n");
  return rows;
}

}  // namespace

Result<void> bench_links(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench links");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  auto paper = beside_the_paper(args, out, stage);
  if (!paper) return fail(paper.error());
  auto scenes = beside_the_walkable_stage(args, out, context, stage);
  if (!scenes) return fail(scenes.error());
  return write_json(args, {{"benchmark", "links"},
                           {"agent", agent_json(args.agent)},
                           {"runs", args.runs},
                           {"bar_seconds", kBarSeconds},
                           {"paper", *paper},
                           {"scenes", *scenes}});
}

}  // namespace ambula::bench
