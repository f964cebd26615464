#include "help.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace ambula::cli {
namespace {

constexpr std::size_t kWidth = 98, kColumn = 32;  // characters of a line, and before descriptions
constexpr std::size_t kFewFlags = 12;             // up to here every flag has a line of its own

constexpr std::array kListed{kAgentGroup, kPictureGroup, kSceneGroup};

bool is_listed(const CLI::Option& option) {
  return std::find(kListed.begin(), kListed.end(), option.get_group()) != kListed.end();
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() ? text(full_name(*app.get_parent()), " ", app.get_name()) : app.get_name();
}

std::string name_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  if (!option.get_snames().empty() && option.get_snames().front() != "h")
    return "-" + option.get_snames().front();
  return "--" + option.get_lnames().front();
}

// "M", "plan|paper"; empty for a switch. CLI11 writes choices as "TEXT:{plan,paper}" and ranges behind a
// name.
std::string value_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  std::string type = option.get_type_name();
  if (const std::size_t open = type.find('{'); open != std::string::npos) {
    type = type.substr(open + 1, type.find('}') - open - 1);
    std::replace(type.begin(), type.end(), ',', '|');
    return type;
  }
  return type.substr(0, type.find_first_of(": "));
}

std::string shown(const CLI::Option& option) {
  const std::string value = option.get_positional() ? "" : value_of(option);
  return text(name_of(option), value.empty() ? "" : " ", value);
}

// The text in lines of kWidth, each but the first indented.
std::string wrapped(std::string_view words, std::size_t indent, std::size_t used) {
  std::string out;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (used + 1 + end > kWidth) {
      out += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++used;
    }
    out += words.substr(0, end);
    used += end;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return out;
}

std::string line_of(const CLI::Option& option) {
  std::string left = "  " + shown(option);
  left += std::string(left.size() + 2 > kColumn ? 2 : kColumn - left.size(), ' ');
  const std::string& value = option.get_default_str();
  const std::string what = text(option.get_description(), value.empty() ? "" : text(" (", value, ")"));
  return left + wrapped(what, kColumn, left.size()) + "\n";
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_single_name() != "help"; });
}

// Flags with a space between their own words that no line is broken at.
std::string listed(const char* group, const std::vector<const CLI::Option*>& options) {
  std::string out = text("  ", group, ":"), line = out;
  out.clear();
  for (const CLI::Option* option : options) {
    const std::string& value = option->get_default_str();
    const std::string one = text("  ", shown(*option), value.empty() ? "" : text(" (", value, ")"));
    if (line.size() + one.size() > kWidth) {
      out += line + "\n";
      line = "   ";
    }
    line += one;
  }
  return out + line + "\n";
}

std::string usage_of(const CLI::App& app) {
  std::string out = full_name(app);
  for (const CLI::Option* option : options_of(app)) {
    if (option->get_positional())
      out +=
          text(" ", option->get_required() ? "" : "[", option->get_name(), option->get_required() ? "" : "]");
  }
  for (const CLI::Option* option : options_of(app)) {
    if (!option->get_positional() && option->get_required()) out += text(" ", shown(*option));
  }
  return out + (app.get_require_subcommand_min() > 0 ? " COMMAND [FLAGS]" : " [FLAGS]");
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

void add_flags(const CLI::App& app, Json& out) {
  Json places = Json::array(), flags = Json::array();
  for (const CLI::Option* option : options_of(app)) {
    if (option->get_positional()) {
      places.push_back({{"name", option->get_name()}, {"what", option->get_description()}});
      continue;
    }
    flags.push_back({{"flag", name_of(*option)},
                     {"value", value_of(*option)},
                     {"default", option->get_default_str()},
                     {"what", option->get_description()}});
  }
  out.push_back({{"command", full_name(app)}, {"places", places}, {"flags", flags}});
  for (const CLI::App* command : commands_of(app)) add_flags(*command, out);
}

}  // namespace

std::string help_of(const CLI::App& app) {
  std::string out;
  if (!app.get_footer().empty()) out += text("$ ", app.get_footer(), "\n\n");
  out += text(app.get_description(), "\nUsage: ", usage_of(app), "\n\n");
  for (const CLI::App* command : commands_of(app)) {
    const std::string name = command->get_name();
    out += text("  ", name, std::string(name.size() < 14 ? 14 - name.size() : 1, ' '),
                command->get_description(), "\n");
  }
  if (!commands_of(app).empty()) out += '\n';
  const auto options = options_of(app);
  const bool all = options.size() <= kFewFlags;
  for (const CLI::Option* option : options) {
    if (all || (!is_listed(*option))) out += line_of(*option);
  }
  for (const char* group : kListed) {
    std::vector<const CLI::Option*> of_group;
    for (const CLI::Option* option : options) {
      if (!all && option->get_group() == group) of_group.push_back(option);
    }
    if (!of_group.empty()) out += listed(group, of_group);
  }
  return out;
}

Json flags_of(const CLI::App& app) {
  Json out = Json::array();
  add_flags(app, out);
  return out;
}

}  // namespace ambula::cli
