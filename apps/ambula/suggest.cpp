#include "suggest.h"

#include <algorithm>

#include "core/text.h"

namespace ambula::cli {
namespace {

// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// The last of the commands that were named: "bench walkable" is walkable.
const CLI::App& chosen(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : chosen(*parsed.front());
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() ? text(full_name(*app.get_parent()), " ", app.get_name()) : app.get_name();
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
    for (const std::string& name : option->get_snames()) out.push_back("-" + name);
  }
  return out;
}

std::string meant(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? "" : text("; did you mean '", near, "'?");
}

std::string on_command(const CLI::App& at, const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* command : at.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
    list += text(list.empty() ? "" : ", ", names.back());
  }
  for (const std::string& argument : arguments) {
    if (argument.starts_with("-") || argument == at.get_name()) continue;
    const std::string near = meant(argument, names);
    return text(full_name(at), " has no command '", argument, "'",
                near.empty() ? text("; there are ", list) : near);
  }
  return text("name a command: ", list);
}

// The first flag the command does not have; empty when it has all of them.
std::string on_flag(const CLI::App& at, const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = flags_of(at);
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (argument.size() < 2 || argument[0] != '-') continue;
    if ((argument[1] >= '0' && argument[1] <= '9') || argument[1] == '.') continue;  // a number
    const std::string name = argument.substr(0, argument.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (name[1] != '-' && std::find(known.begin(), known.end(), name.substr(0, 2)) != known.end()) continue;
    return text(full_name(at), " has no flag ", name, meant(name, known));
  }
  return "";
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  const auto bare = [](std::string_view name) {
    while (name.starts_with('-')) name.remove_prefix(1);
    return name;
  };
  word = bare(word);
  std::string best;
  std::size_t least = (word.size() + 1) / 3 + 1;  // at this distance nobody meant it
  for (const std::string& candidate : known) {
    const std::string_view name = bare(candidate);
    const std::size_t d = word.size() > 1 && name.starts_with(word) ? 1 : distance(word, name);
    if (d >= least || d >= name.size()) continue;
    least = d;
    best = candidate;
  }
  return best;
}

std::string usage_message(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error) {
  const CLI::App& at = chosen(app);
  const bool wants_command = at.get_require_subcommand_min() > 0;
  const bool has_word = std::any_of(arguments.begin(), arguments.end(), [&](const std::string& argument) {
    return !argument.starts_with("-") && argument != at.get_name();
  });
  std::string said = wants_command && has_word ? "" : on_flag(at, arguments);
  if (said.empty()) said = wants_command ? on_command(at, arguments) : error.what();
  return text(said, " (see ", full_name(at), " --help)");
}

}  // namespace ambula::cli
