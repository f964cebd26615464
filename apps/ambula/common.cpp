// What the sub-commands share.
#include "common.h"

#include <cmath>
#include <cstdio>

#include "core/system.h"
#include "core/text.h"
#include "import/number.h"
#include "output.h"
#include "progress.h"

namespace ambula::cli {
namespace {

bool errors_as_json = false;

Result<Vec3> parse_up(const std::string& value) {
  if (value == "y" || value == "Y") return kUpY;
  if (value == "z" || value == "Z") return kUpZ;
  if (const auto up = parse_vec3(value)) return *up;
  return fail(ErrorCode::invalid_argument, text("--up ", value, " is no direction; give y, z or X,Y,Z"));
}

}  // namespace

std::optional<Vec3> parse_vec3(std::string_view value) {
  Vec3 v;
  const char* p = value.data();
  const char* const end = p + value.size();
  const auto comma = [&] { return p < end && *p++ == ','; };
  if (parse_double(p, end, v.x) && comma() && parse_double(p, end, v.y) && comma() &&
      parse_double(p, end, v.z) && p == end) {
    return v;
  }
  return std::nullopt;
}

void report_errors_as_json() { errors_as_json = true; }

int report(const Error& error) {
  if (errors_as_json) {
    print_json({{"code", name_of(error.code)},
                {"message", error.message},
                {"element", error.element == Error::kNoElement ? Json() : Json(error.element)}});
    std::fflush(stdout);
  }
  if (error.code == ErrorCode::cancelled) cancellation_told();
  std::fprintf(stderr, "ambula: %s\n", error.message.c_str());
  return error.code == ErrorCode::invalid_argument ? kWrongUsage : kCouldNot;
}

void SceneFlags::add_to(CLI::App& app) {
  options_ = {
      app.add_option("--up", up, "the scene's up axis")->type_name("y|z|X,Y,Z")->default_str("by format"),
      app.add_option("--unit", unit, "metres per unit of the scene")
          ->type_name("M")
          ->default_str("by format"),
      app.add_option("--ignore", ignore, "leave out objects, materials, IFC classes; repeatable")
          ->type_name("GLOB")
          ->allow_extra_args(false),
      app.add_flag("--ignore-case", ignore_case, "--ignore takes A and a for the same letter"),
      app.add_option("--quantum", quantum, "lattice step in metres; a coarser one reaches further")
          ->type_name("M")
          ->capture_default_str()};
  for (const CLI::Option* option : options_)
    app.get_option("--" + option->get_lnames().front())->group(kSceneGroup);
}

std::vector<std::string> given_of(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> out;
  for (const CLI::Option* option : options) {
    if (option->count() > 0) out.push_back("--" + option->get_lnames().front());
  }
  return out;
}

std::vector<std::string> SceneFlags::given() const { return given_of(options_); }

std::vector<std::string> SceneFlags::patterns() const {
  std::vector<std::string> out = ignore;
  if (ignore_case) {
    for (std::string& pattern : out) pattern.insert(0, "(?i)");
  }
  return out;
}

Result<SceneParams> SceneFlags::params() const {
  SceneParams out;
  if (!up.empty()) {
    auto direction = parse_up(up);
    if (!direction) return fail(direction.error());
    out.up = *direction;
  }
  // A wrong value is wrong also where there is no scene to read with it.
  if (unit && !(*unit > 0 && std::isfinite(*unit)))
    return fail(ErrorCode::invalid_argument, text("--unit ", *unit, " is no length; give metres above 0"));
  if (!(quantum > 0 && std::isfinite(quantum)))
    return fail(ErrorCode::invalid_argument,
                text("--quantum ", quantum, " is no length; give metres above 0"));
  out.unit = unit;
  out.ignore = patterns();
  out.quantum = quantum;
  return out;
}

void AgentFlags::add_to(CLI::App& app) {
  const Agent usual = default_agent();
  const auto add = [&](const char* name, std::optional<double>& to, double value, const char* unit,
                       const char* what) {
    app.add_option(name, to, what)->type_name(unit)->default_str(text(value))->group(kAgentGroup);
  };
  app.add_option("--agent", file, "the agent from a JSON file; other flags override it")
      ->type_name("FILE.json")
      ->group(kAgentGroup);
  add("--height", height, usual.height, "M", "metres the agent needs above the ground");
  add("--radius", radius, usual.radius, "M", "metres it keeps from walls");
  add("--max-slope", max_slope, usual.max_slope, "DEG", "degrees it walks on");
  add("--max-step", max_step, usual.max_step, "M", "metres it climbs in one step");
  add("--max-gap", max_gap, usual.max_gap, "M", "metres it steps over");
}

Result<Agent> AgentFlags::agent() const {
  Agent out = default_agent();
  if (!file.empty()) {
    auto mapped = MappedFile::open(file);
    if (!mapped) return fail(mapped.error());
    auto read = read_agent(mapped->as_text(), file);
    if (!read) return fail(read.error());
    out = *read;
  }
  out.height = height.value_or(out.height);
  out.radius = radius.value_or(out.radius);
  out.max_slope = max_slope.value_or(out.max_slope);
  out.max_step = max_step.value_or(out.max_step);
  out.max_gap = max_gap.value_or(out.max_gap);
  if (auto ok = validate(out); !ok) return fail(ok.error());
  return out;
}

void Work::add_to(CLI::App& app) {
  app.add_option("--threads", threads_, "threads to use; 0 is all")
      ->type_name("N")
      ->group(kSceneGroup)
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
}

Context& Work::context(std::vector<std::pair<std::string, double>> plan) {
  if (context_) return *context_;
  context_ = std::make_unique<Context>(ContextParams{.threads = threads_});
  interrupt_ = std::make_unique<Interrupt>(*context_);
  if (is_terminal(stderr)) {
    context_->on_progress(
        [overall = OverallProgress(std::move(plan))](std::string_view stage, double part) mutable {
          // Nothing is printed while a stage runs: the line is gone before anything else comes.
          const double done = overall.at(stage, part);
          std::fputs(part < 1 ? progress_line(stage, done).c_str() : kWipe, stderr);
          std::fflush(stderr);
        });
  }
  return *context_;
}

void Work::writes(const std::filesystem::path& file) {
  if (interrupt_) interrupt_->writes(file);
}

Result<Input> open_input(const std::filesystem::path& path, const SceneFlags& flags, Context& context) {
  Input input;
  auto params = flags.params();
  if (!params) return fail(params.error());
  if (lower_extension(path) == ".ambula") {
    auto document = load(path);
    if (!document) return fail(document.error());
    input.document = std::move(*document);
    input.is_document = true;
    if (const auto given = flags.given(); !given.empty())
      input.warnings.push_back(in_vain(given, text("on ", path.string(), ", whose scene was read before")));
    return input;
  }
  auto scene = import_scene(path, *params, &context, &input.warnings);
  if (!scene) return fail(scene.error());
  input.document.source = scene->source;
  input.document.scene_hash = scene_hash(*scene);
  input.document.scene = std::move(*scene);
  return input;
}

Failure lacks(const Input& input, const std::filesystem::path& path, std::string_view what) {
  const std::string from = !input.is_document               ? path.string()
                           : !input.document.source.empty() ? input.document.source
                                                            : std::string("SCENE");
  const std::string out = std::filesystem::path(path).filename().replace_extension(".ambula").string();
  return fail(ErrorCode::not_found, text(path.string(), ": ", what, ": ambula build ", from, " -o ", out));
}

std::string in_vain(const std::vector<std::string>& flags, std::string_view reason) {
  std::string out;
  for (std::size_t i = 0; i < flags.size(); ++i)
    out += text(i == 0 ? "" : i + 1 < flags.size() ? ", " : " and ", flags[i]);
  return out.empty() ? out : text(out, flags.size() == 1 ? " has" : " have", " no effect ", reason);
}

Result<const Scene*> scene_of(const Input& input, const std::filesystem::path& path) {
  if (input.document.scene) return &*input.document.scene;
  return lacks(input, path, "holds no scene; make a file with all stages");
}

void tell(const std::vector<std::string>& warnings) {
  std::fflush(stdout);  // notes come after what they are about, in a pipe too
  for (const std::string& warning : warnings) std::fprintf(stderr, "ambula: note: %s\n", warning.c_str());
}

std::string grouped(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return text(grouped(count), " ", count == 1 ? one : many);
}

std::string left_out(const Cleaning& c) {
  const std::pair<std::uint64_t, const char*> reasons[] = {{c.ignored, " ignored"},
                                                           {c.non_finite, " not finite"},
                                                           {c.degenerate, " degenerate"},
                                                           {c.out_of_reach, " out of reach"}};
  std::string out;
  for (const auto& [count, what] : reasons) {
    if (count > 0) out += text(out.empty() ? "" : ", ", grouped(count), what);
  }
  return out;
}

std::vector<std::string> notes_on(const Input& input, const Scene& scene, const SceneSummary& summary) {
  std::vector<std::string> notes = input.warnings;
  if (!summary.unit_hint.empty()) notes.push_back(summary.unit_hint);
  if (const std::uint64_t count = scene.cleaning.out_of_reach; count > 0) {
    notes.push_back(text(grouped(count), " triangles lie beyond the lattice's reach of ",
                         scene.lattice.reach() / 1000, " km; a coarser --quantum (now ",
                         scene.lattice.quantum, ") reaches further"));
  }
  return notes;
}

Json to_json(const Agent& agent) {
  return {{"height", agent.height},
          {"radius", agent.radius},
          {"max_slope", agent.max_slope},
          {"max_step", agent.max_step},
          {"max_gap", agent.max_gap}};
}

Json to_json(Vec3 v) { return Json::array({v.x, v.y, v.z}); }

Json to_json(const std::vector<StageTime>& times) {
  Json out = Json::array();
  for (const StageTime& time : times) out.push_back({{"stage", time.stage}, {"seconds", time.seconds}});
  return out;
}

Json to_json(const Cleaning& c) {
  return {{"input", c.input},           {"kept", c.kept},
          {"ignored", c.ignored},       {"non_finite", c.non_finite},
          {"degenerate", c.degenerate}, {"out_of_reach", c.out_of_reach}};
}

void print_json(const Json& json) {
  // Names come from files and need not be UTF-8; what is not becomes U+FFFD.
  std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

}  // namespace ambula::cli
