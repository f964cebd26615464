// ambula path FILE START GOAL: a path over the navmesh; or, with --pairs, figures over many.
#include <cstdio>

#include "commands.h"
#include "common.h"
#include "core/text.h"
#include "navmesh_report.h"
#include "path_pairs.h"
#include "path_picture.h"
#include "path_report.h"
#include "stages.h"

namespace ambula::cli {
namespace {

struct Options {
  std::string file, start, goal, links_file, rule = "shortest";
  std::vector<double> radii;
  std::optional<double> ledge_clearance;
  std::uint64_t pairs = 0, seed = 1, budget = 0;
  double reach = 0.5;
  const CLI::Option* seed_given = nullptr;
  bool partial = false, json = false;
  SceneFlags scene;
  PathPictureFlags picture;
  Work work;
};

Result<std::vector<UserLink>> links_in(const Options& options, const Frame& frame) {
  if (options.links_file.empty()) return std::vector<UserLink>{};
  auto mapped = MappedFile::open(options.links_file);
  if (!mapped) return fail(mapped.error());
  auto links = read_user_links(mapped->as_text(), options.links_file);
  if (!links) return links;
  for (UserLink& link : *links) {
    for (Vec3* p : {&link.from_a, &link.from_b, &link.to_a, &link.to_b}) *p = frame.to_scene(*p);
  }
  return links;
}

// Only a mesh of radius 0 serves other radii than its own.
Result<void> check_radii(const Options& options, const NavMesh& mesh, const Agent& agent) {
  for (const double radius : options.radii) {
    if (mesh.base || radius == agent.radius) continue;
    return fail(ErrorCode::invalid_argument,
                text(options.file, ": built for a radius of ", agent.radius, " m, which is not ", radius,
                     "; a mesh built with --radius 0 serves any"));
  }
  return {};
}

PathParams params_of(const Options& options, const Document& document, Context& context) {
  PathParams params;
  params.ledge_clearance = options.ledge_clearance;
  params.reach = {options.reach, options.reach, std::max(options.reach, document.agent.max_step)};
  params.budget = options.budget;
  params.partial = options.partial;
  params.max_gap = document.agent.max_gap;
  params.context = &context;
  return params;
}

PathRule rule_of(const Options& options) {
  return options.rule == "shortest" ? PathRule::shortest : PathRule::corridor;
}

// What was read and asked for, and has no part in the answer.
std::vector<std::string> notes_of(const Options& options, const Input& input, const Query& query,
                                  const std::vector<UserLink>& links) {
  std::vector<std::string> notes = input.warnings;
  for (const std::uint32_t k : query.links_left_out()) {
    const std::string name = links[k].name.empty() ? text(k) : text("\"", links[k].name, "\"");
    notes.push_back(text(options.links_file, ": link ", name,
                         " is left out: an end is more than 0.5 m in plan or 1 m in height off the mesh"));
  }
  const bool one = options.pairs == 0;
  std::vector<std::string> flags = options.picture.in_vain(one);
  if (one && options.seed_given->count() > 0) flags.push_back("--seed");
  if (const std::string note = in_vain(flags, one ? "on this path" : "with --pairs"); !note.empty())
    notes.push_back(note);
  return notes;
}

// What a path is found on.
struct Ground {
  const Scene* scene;  // null: it is not in the file
  const Frame& frame;
  const Document& document;
  const NavMesh& mesh;
  const std::vector<UserLink>& links;
};

int run_many(const Options& options, const Ground& on, Query& query, const PathParams& params,
             const std::vector<std::string>& notes, Context& context) {
  const PairsTask task{.pairs = options.pairs,
                       .seed = options.seed,
                       .radii = options.radii,
                       .rule = rule_of(options),
                       .params = params};
  auto results = run_pairs(on.mesh, query, task, on.document.agent.radius, context);
  if (!results) return report(results.error());
  if (options.json) {
    Json json = to_json(*results, task);
    if (!notes.empty()) json["notes"] = notes;
    print_json(json);
  } else {
    print_pairs(*results, task);
    tell(notes);
  }
  return kDone;
}

int run_one(const Options& options, const Ground& on, Query& query, PathParams params,
            const std::vector<std::string>& notes, Context& context) {
  const Frame& frame = on.frame;
  const auto start = parse_vec3(options.start), goal = parse_vec3(options.goal);
  if (!start || !goal) {
    return report({ErrorCode::invalid_argument,
                   text(start ? options.goal : options.start,
                        " is no point; give X,Y,Z in the scene's own frame, such as 1.5,0,-2")});
  }
  if (options.radii.size() > 1) {
    return report({ErrorCode::invalid_argument, "one path has one radius; several are for --pairs"});
  }
  if (!options.radii.empty() && on.mesh.base) params.radius = options.radii.front();
  Path path;
  if (rule_of(options) == PathRule::shortest) {
    query.find_shortest(frame.to_scene(*start), frame.to_scene(*goal), params, path);
  } else {
    query.find_path(frame.to_scene(*start), frame.to_scene(*goal), params, path);
  }
  if (auto ok = options.picture.write(path, on.mesh, on.scene, on.document.agent.height, context); !ok)
    return report(ok.error());
  const bool any = path.status == PathStatus::complete || path.status == PathStatus::partial;
  if (options.json) {
    Json json = to_json(path, on.mesh, on.links, frame);
    if (!notes.empty()) json["notes"] = notes;
    print_json(json);
  } else {
    if (any) print_path(path, on.mesh, on.links, frame);
    tell(notes);
  }
  if (path.status != PathStatus::complete)
    std::fprintf(stderr, "ambula: %s\n", sentence_of(path.status).c_str());
  return any ? kDone : kCouldNot;
}

int run(Options& options) {
  if (options.rule != "shortest" && options.rule != "corridor") {
    return report({ErrorCode::invalid_argument,
                   text("--rule ", options.rule, " is none: there are shortest and corridor")});
  }
  if ((options.pairs == 0) == (options.start.empty() || options.goal.empty())) {
    return report(
        {ErrorCode::invalid_argument, "give a START and a GOAL, or --pairs N for many random ones"});
  }
  if (auto ok = options.picture.check({options.file, options.links_file}); !ok) return report(ok.error());
  Context& context = options.work.context();
  auto input = open_input(options.file, options.scene, context);
  if (!input) return report(input.error());
  auto frame = frame_of(*input, options.file);
  if (!frame) return report(frame.error());
  if (options.picture.needs_scene()) {
    if (auto scene = scene_of(*input, options.file); !scene) return report(scene.error());
  }
  auto mesh = navmesh_of(*input, options.file);
  if (!mesh) return report(mesh.error());
  if (auto ok = check_radii(options, **mesh, input->document.agent); !ok) return report(ok.error());
  auto links = links_in(options, *frame);
  if (!links) return report(links.error());
  Query query(**mesh, *links);
  const PathParams params = params_of(options, input->document, context);
  const Scene* scene = input->document.scene ? &*input->document.scene : nullptr;
  const Ground ground{scene, *frame, input->document, **mesh, *links};
  const std::vector<std::string> notes = notes_of(options, *input, query, *links);
  return options.pairs > 0 ? run_many(options, ground, query, params, notes, context)
                           : run_one(options, ground, query, params, notes, context);
}

}  // namespace

void add_path(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("path", "A path over the navmesh, or figures over many");
  command->footer("ambula path house.ambula 1.1,-0.1,2.3 4.2,2.8,-1.9 --draw path.png");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "an .ambula file with a navmesh")->required();
  command->add_option("START", options->start, "in the scene's own frame")->type_name("X,Y,Z");
  command->add_option("GOAL", options->goal, "in the scene's own frame")->type_name("X,Y,Z");
  command->add_option("--rule", options->rule, "the shortest there is, or a faster search")
      ->type_name("shortest|corridor")
      ->capture_default_str();
  command->add_option("--radius", options->radii, "kept from walls; a mesh of radius 0 serves any")
      ->type_name("R")
      ->default_str("the mesh's")
      ->check(CLI::Range(0.0, 100.0));
  command->add_option("--ledge-clearance", options->ledge_clearance, "metres kept from ledges")
      ->type_name("R")
      ->default_str("the radius")
      ->check(CLI::Range(0.0, 100.0));
  command->add_option("--links", options->links_file, "ladders, lifts and drops")->type_name("FILE.json");
  command->add_option("--reach", options->reach, "metres that start and goal may be off the mesh")
      ->type_name("R")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  command->add_option("--budget", options->budget, "most expansions of a search; 0: no limit")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--partial", options->partial, "as near to the goal as one gets");
  command->add_option("--pairs", options->pairs, "figures over so many random pairs")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  options->seed_given = command->add_option("--seed", options->seed, "of the pairs")
                            ->type_name("S")
                            ->check(CLI::NonNegativeNumber)
                            ->capture_default_str();
  options->picture.add_to(*command);
  options->scene.add_to(*command);
  options->work.add_to(*command);
  command->add_flag("--json", options->json, "as JSON");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace ambula::cli
