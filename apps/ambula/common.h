// What the sub-commands share: flags for scenes and agents, progress, opening either kind of input, and how
// results and errors are told.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/ambula.h"
#include "interrupt.h"

namespace ambula::cli {

using Json = nlohmann::ordered_json;

// Exit codes, as documented: 0 done, 1 could not, 2 wrong usage.
inline constexpr int kDone = 0;
inline constexpr int kCouldNot = 1;
inline constexpr int kWrongUsage = 2;

// "1,2,3" as a vector; nothing for anything else.
[[nodiscard]] std::optional<Vec3> parse_vec3(std::string_view text);

// Prints the error as one line and gives the exit code for it; as JSON on standard output, too, where that is
// what the user asked for.
int report(const Error& error);
void report_errors_as_json();

// Groups of flags that a page of help lists without a line for each.
inline constexpr const char* kSceneGroup = "Reading a scene";
inline constexpr const char* kAgentGroup = "The agent";
inline constexpr const char* kPictureGroup = "Its picture";

// --up, --unit, --ignore, --ignore-case, --quantum
struct SceneFlags {
  std::string up;
  std::optional<double> unit;
  std::vector<std::string> ignore;
  bool ignore_case = false;
  double quantum = Lattice::kDefaultQuantum;

  void add_to(CLI::App& app);
  [[nodiscard]] Result<SceneParams> params() const;
  [[nodiscard]] std::vector<std::string> patterns() const;  // of --ignore, as the scene takes them
  [[nodiscard]] std::vector<std::string> given() const;     // flags on the command line

 private:
  std::vector<const CLI::Option*> options_;
};

// --agent FILE.json and a flag for each field; a flag overrides the file.
struct AgentFlags {
  std::string file;
  std::optional<double> height, radius, max_slope, max_step, max_gap;

  void add_to(CLI::App& app);
  [[nodiscard]] Result<Agent> agent() const;
};

// --threads and the progress line on a terminal; Ctrl-C cancels it.
class Work {
 public:
  void add_to(CLI::App& app);
  // Made on first use, after the flags are parsed. The progress line tells what is done of `plan`: stages
  // with their shares of the time; without one, of each stage.
  Context& context(std::vector<std::pair<std::string, double>> plan = {});
  void writes(const std::filesystem::path& file);  // is not left half-written when the work is interrupted

 private:
  int threads_ = 0;
  std::unique_ptr<Context> context_;
  std::unique_ptr<Interrupt> interrupt_;  // of it: ends first
};

// What a FILE argument names: a scene of any readable format, or an .ambula file.
struct Input {
  Document document;
  bool is_document = false;
  std::vector<std::string> warnings;
};
[[nodiscard]] Result<Input> open_input(const std::filesystem::path& path, const SceneFlags& flags,
                                       Context& context);

// The scene of an input, or an error that says how to get one.
[[nodiscard]] Result<const Scene*> scene_of(const Input& input, const std::filesystem::path& path);

// The error of an input without some stage. `what` says so and ends before the command that makes it.
[[nodiscard]] Failure lacks(const Input& input, const std::filesystem::path& path, std::string_view what);

// "--up and --unit have no effect on house.ambula": what to say of flags that were given in vain; empty for
// none.
[[nodiscard]] std::string in_vain(const std::vector<std::string>& flags, std::string_view reason);

// The options of these that were given on the command line, by their long names.
[[nodiscard]] std::vector<std::string> given_of(const std::vector<const CLI::Option*>& options);

// Warnings and hints go to standard error, one line each.
void tell(const std::vector<std::string>& warnings);

[[nodiscard]] std::string grouped(std::uint64_t value);                                     // 1,234,567
[[nodiscard]] std::string counted(std::uint64_t count, const char* one, const char* many);  // "2 steps"

// "290 degenerate, 3 out of reach": what cleaning left out; empty when nothing.
[[nodiscard]] std::string left_out(const Cleaning& cleaning);

// What a user should know of how the scene was read: the importer's warnings, and hints on unit and reach.
[[nodiscard]] std::vector<std::string> notes_on(const Input& input, const Scene& scene,
                                                const SceneSummary& summary);

Json to_json(const Agent& agent);
Json to_json(Vec3 v);
Json to_json(const std::vector<StageTime>& times);
Json to_json(const Cleaning& cleaning);
void print_json(const Json& json);  // one document, indented, names in a fixed order

}  // namespace ambula::cli
