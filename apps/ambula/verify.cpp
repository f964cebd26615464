// ambula verify SCENE FILE: an independent check of the walkable surface against the raw triangles.
#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "links_report.h"
#include "navmesh_check.h"
#include "navmesh_report.h"
#include "walkable_report.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string scene_file, file;
  SceneFlags scene;
  VerifyParams params;
  double walker_allowed = 100;
  std::size_t places = 10;
  Work work;
  bool json = false;
};

Json counts_json(const VerifyCounts& c) {
  return {
      {"samples", c.samples},   {"agreed", c.agreed},   {"missing", c.missing},         {"extra", c.extra},
      {"doubled", c.doubled},   {"crossed", c.crossed}, {"undecidable", c.undecidable}, {"closed", c.closed},
      {"enclosed", c.enclosed}, {"small", c.small}};
}

Json structure_json(const VerifyStructure& s, const Frame& frame) {
  Json places = Json::array();
  for (const Vec3& place : s.places) places.push_back(to_json(frame.to_input(place)));
  return {{"sound", s.sound()},
          {"flipped", s.flipped},
          {"bad_neighbours", s.bad_neighbours},
          {"bad_borders", s.bad_borders},
          {"overfull_edges", s.overfull_edges},
          {"unjoined", s.unjoined},
          {"t_junctions", s.t_junctions},
          {"pinched", s.pinched},
          {"bad_components", s.bad_components},
          {"small_left", s.small_left},
          {"touching", s.touching},
          {"ground_area", s.ground_area},
          {"walkable_area", s.walkable_area},
          {"border_length", s.border_length},
          {"area_residual", s.area_residual},
          {"area_difference", s.area_difference},
          {"area_tolerance", s.area_tolerance},
          {"places", places}};
}

Json links_json(const VerifyLinksReport& report, const Frame& frame) {
  Json places = Json::array();
  for (const Vec3& place : report.places) places.push_back(to_json(frame.to_input(place)));
  return {{"passed", report.passed()},
          {"links", report.links},
          {"rulings", report.rulings},
          {"obstructed", report.obstructed},
          {"out_of_reach", report.out_of_reach},
          {"used_twice", report.used_twice},
          {"places", places}};
}

void print_as_json(const Options& options, const Document& document, const Frame& frame,
                   const VerifyReport& report, const std::optional<VerifyLinksReport>& links,
                   const std::optional<VerifyNavMeshReport>& navmesh, const std::vector<std::string>& notes,
                   const Context& context) {
  Json places = Json::array();
  for (const VerifyPlace& place : report.places) {
    Json entry{{"kind", name_of(place.kind)},
               {"point", to_json(frame.to_input(place.point))},
               {"reach", place.reach},
               {"expected", place.expected}};
    if (place.above_height >= 0) {
      entry["above"] = place.above;
      entry["above_height"] = place.above_height;
    }
    places.push_back(entry);
  }
  Json json{{"scene", options.scene_file},
            {"file", options.file},
            {"scene_hash", hash_text(document.scene_hash)},
            {"walkable_hash", hash_text(document.walkable_hash)},
            {"seed", options.params.seed},
            {"band", report.band},
            {"passed", report.passed() && (!links || links->passed()) && (!navmesh || navmesh->passed())},
            {"ground", counts_json(report.ground)},
            {"surface", counts_json(report.surface)},
            {"walls", counts_json(report.walls)},
            {"missing_area", report.missing_area},
            {"extra_area", report.extra_area},
            {"places", places},
            {"structure", structure_json(report.structure, frame)},
            {"times", to_json(context.times())}};
  if (links) json["links"] = links_json(*links, frame);
  if (navmesh) json["navmesh"] = to_json(*navmesh, frame);
  if (!notes.empty()) json["notes"] = notes;
  print_json(json);
}

std::string point_text(Vec3 p) {
  char buffer[96];
  std::snprintf(buffer, sizeof(buffer), "%.10g,%.10g,%.10g", p.x, p.y, p.z);
  return buffer;
}

void print_counts(const char* from, const VerifyCounts& c) {
  if (c.samples == 0) {
    std::printf("%-9s nothing to sample\n", from);
    return;
  }
  std::printf("%-9s %s samples: %s agree", from, grouped(c.samples).c_str(), grouped(c.agreed).c_str());
  const std::pair<std::uint64_t, const char*> rest[] = {
      {c.undecidable, " undecidable"}, {c.closed, " at closed cracks"}, {c.enclosed, " left out as enclosed"},
      {c.small, " left out as small"}, {c.missing, " MISSING"},         {c.extra, " EXTRA"},
      {c.doubled, " DOUBLED"},         {c.crossed, " CROSSED"}};
  for (const auto& [count, what] : rest) {
    if (count == 0) continue;
    const double share = 100 * static_cast<double>(count) / static_cast<double>(c.samples);
    std::printf(", %s%s (%.3g %%)", grouped(count).c_str(), what, share);
  }
  std::printf("\n");
}

void print_structure(const VerifyStructure& s, const Frame& frame) {
  const std::pair<std::uint64_t, const char*> faults[] = {
      {s.flipped, " faces turned over"},
      {s.bad_neighbours, " neighbours that do not return"},
      {s.bad_borders, " border kinds against their neighbour"},
      {s.overfull_edges, " edges of too many faces"},
      {s.unjoined, " ledges beside a face"},
      {s.t_junctions, " T-junctions"},
      {s.pinched, " pinched vertices"},
      {s.bad_components, " wrong components"},
      {s.small_left, " components too small"}};
  std::string found;
  for (const auto& [count, what] : faults) {
    if (count > 0) found += text(found.empty() ? "" : ", ", grouped(count), what);
  }
  if (s.touching > 0)
    found += text(found.empty() ? "" : ", ", grouped(s.touching), " point contacts (no fault)");
  std::printf("structure %s\n", found.empty() ? "sound" : found.c_str());
  for (const Vec3& place : s.places) std::printf("  at %s\n", point_text(frame.to_input(place)).c_str());
  std::printf(
      "areas     ground %.6g m2, walkable %.6g m2; off by %.3g in balance and %.3g anew (%.3g allowed)%s\n",
      s.ground_area, s.walkable_area, s.area_residual, s.area_difference, s.area_tolerance,
      s.balanced() ? "" : " TOO MUCH");
}

void print(const VerifyReport& report, const Frame& frame) {
  print_counts("ground", report.ground);
  print_counts("surface", report.surface);
  print_counts("walls", report.walls);
  print_structure(report.structure, frame);
  if (report.unexplained() > 0) {
    std::printf("about %.3g m2 missing, %.3g m2 extra; the worst places, in the scene's own frame:\n",
                report.missing_area, report.extra_area);
  }
  for (const VerifyPlace& place : report.places) {
    std::printf("  %-8s at %s (%g m around), expected %s", name_of(place.kind),
                point_text(frame.to_input(place.point)).c_str(), place.reach, place.expected.c_str());
    if (place.above_height >= 0) std::printf("; %.6g m above: %s", place.above_height, place.above.c_str());
    std::printf("\n");
  }
}

void print(const VerifyLinksReport& report, const Frame& frame) {
  std::printf("links     %s links, %s ways over them", grouped(report.links).c_str(),
              grouped(report.rulings).c_str());
  const std::pair<std::uint64_t, const char*> faults[] = {{report.obstructed, " OBSTRUCTED"},
                                                          {report.out_of_reach, " OUT OF REACH"},
                                                          {report.used_twice, " INTERVALS USED TWICE"}};
  for (const auto& [count, what] : faults) {
    if (count > 0) std::printf(", %s%s", grouped(count).c_str(), what);
  }
  std::printf("%s\n", report.passed() ? ": all free" : "");
  for (const Vec3& place : report.places) std::printf("  at %s\n", point_text(frame.to_input(place)).c_str());
}

// Percent of the free surface that a navmesh may miss: borders that were simplified lie further in.
double missing_allowed(const NavMeshParams& params) { return params.border_tolerance > 0 ? 0.5 : 0.1; }

// The navmesh of a document that has one.
Result<std::optional<VerifyNavMeshReport>> check_navmesh(const Options& options, const Scene& scene,
                                                         const WalkableParams& walkable_params,
                                                         const Document& document, Context& context) {
  std::optional<VerifyNavMeshReport> out;
  if (!document.navmesh) return out;
  const auto params = navmesh_params_of(document, scene.frame, options.file);
  if (!params) return fail(params.error());
  const double radius = document.agent.radius;
  const Links* links = document.links ? &*document.links : nullptr;
  auto checked = verify_navmesh(
      scene, document.agent, walkable_params, *document.walkable, links, *document.navmesh,
      {.samples = options.params.samples,
       .seed = options.params.seed,
       .band = options.params.band,
       .height_tolerance = std::max(params->height_tolerance, 10 * scene.lattice.quantum),
       .further = std::max(params->wall_thickness, params->ledge_clearance.value_or(radius) - radius),
       .missing_allowed = missing_allowed(*params),
       .border_tolerance = params->border_tolerance,
       .walker_allowed = options.walker_allowed,
       .places = options.places},
      &context);
  if (!checked) return fail(checked.error());
  out = std::move(*checked);
  return out;
}

int run(Options& options) {
  Context& context = options.work.context();
  auto scene_input = open_input(options.scene_file, options.scene, context);
  if (!scene_input) return report(scene_input.error());
  auto scene = scene_of(*scene_input, options.scene_file);
  if (!scene) return report(scene.error());
  auto input = open_input(options.file, SceneFlags{}, context);
  if (!input) return report(input.error());
  auto walkable = walkable_of(*input, options.file);
  if (!walkable) return report(walkable.error());
  const Document& document = input->document;
  if (const std::uint64_t hash = scene_hash(**scene);
      document.scene_hash != 0 && document.scene_hash != hash) {
    return report(
        {ErrorCode::broken, text(options.file, ": was built from another scene (hash ",
                                 hash_text(document.scene_hash), ") than ", options.scene_file, " (",
                                 hash_text(hash), "); give the same scene flags, or build it again")});
  }
  auto params = walkable_params_of(document, options.file);
  if (!params) return report(params.error());
  auto verified = verify_walkable(**scene, document.agent, *params, **walkable, options.params, &context);
  if (!verified) return report(verified.error());
  std::optional<VerifyLinksReport> links;
  if (document.links) {
    auto links_params = links_params_of(document, options.file);
    if (!links_params) return report(links_params.error());
    auto found = verify_links(**scene, document.agent, *links_params, **walkable, *document.links,
                              options.params.band, &context);
    if (!found) return report(found.error());
    links = *found;
  }
  auto navmesh = check_navmesh(options, **scene, *params, document, context);
  if (!navmesh) return report(navmesh.error());
  const bool passed =
      verified->passed() && (!links || links->passed()) && (!*navmesh || (*navmesh)->passed());
  const Frame& frame = (*scene)->frame;
  if (options.json) {
    print_as_json(options, document, frame, *verified, links, *navmesh, scene_input->warnings, context);
  } else {
    print(*verified, frame);
    if (links) print(*links, frame);
    if (*navmesh) cli::print(**navmesh, frame);
    std::printf("%s\n", passed ? "passed" : "FAILED");
    tell(scene_input->warnings);
  }
  return passed ? kDone : kCouldNot;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("verify", "Check a result against the raw triangles");
  command->footer("ambula verify house.obj house.ambula");
  auto options = std::make_shared<Options>();
  command->add_option("SCENE", options->scene_file, "the scene it was built from")->required();
  command->add_option("FILE", options->file, "the .ambula file with the walkable stage")->required();
  command
      ->add_option("--samples", options->params.samples,
                   "points to judge, on the ground and on the surface each")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--seed", options->params.seed, "another seed, other points")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--band", options->params.band, "metres around a change of the answer that are not judged")
      ->type_name("M")
      ->capture_default_str();
  command
      ->add_option("--walker-allowed", options->walker_allowed,
                   "of the places where a walker fits, may have no cell")
      ->type_name("PERCENT")
      ->capture_default_str();
  command->add_option("--places", options->places, "places to report of each fault of the navmesh")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
