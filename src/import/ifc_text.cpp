// IFC4 in the words of IFC2x3. Assimp's reader is generated from the IFC2x3 schema and gives up on the first
// attribute of another type; in the buildings met so far that is the tenth of IfcSpace, which it insists on
// being .INTERNAL. or .EXTERNAL. Spaces are left out of the scene anyway, so any value does.
#include <algorithm>
#include <array>
#include <utility>

#include "core/text.h"
#include "import/assimp_preflight.h"

namespace ambula {
namespace {

// One "#12=IFCSPACE('...',...);" of the data section.
struct Entity {
  std::string_view type;
  std::size_t arguments = 0;  // offset just after the opening parenthesis
  std::size_t end = 0;        // offset just after the semicolon
};

// Past a quoted text beginning at `at`; doubled quotes within it need no care, being two texts in a row.
std::size_t after_text(std::string_view in, std::size_t at) {
  const std::size_t end = in.find('\'', at + 1);
  return end == std::string_view::npos ? in.size() : end + 1;
}

std::size_t after_comment(std::string_view in, std::size_t at) {
  const std::size_t end = in.find("*/", at + 2);
  return end == std::string_view::npos ? in.size() : end + 2;
}

// The next place at or after `at` where `stop` says so, outside texts and comments.
template <class Stop>
std::size_t scan(std::string_view in, std::size_t at, Stop stop) {
  while (at < in.size()) {
    if (in[at] == '\'') {
      at = after_text(in, at);
    } else if (in[at] == '/' && in.substr(at, 2) == "/*") {
      at = after_comment(in, at);
    } else if (stop(in[at])) {
      return at;
    } else {
      ++at;
    }
  }
  return in.size();
}

Entity next_entity(std::string_view in, std::size_t at) {
  Entity out;
  const auto plain = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; };
  const std::size_t open = scan(in, at, [](char c) { return c == '(' || c == ';'; });
  if (open < in.size() && in[open] == '(') {
    std::size_t last = open;
    while (last > at && (in[last - 1] == ' ' || in[last - 1] == '\t')) --last;
    std::size_t first = last;
    while (first > at && (plain(in[first - 1]) || (in[first - 1] >= '0' && in[first - 1] <= '9'))) --first;
    out.type = in.substr(first, last - first);
    out.arguments = open + 1;
  }
  const std::size_t semicolon = scan(in, open, [](char c) { return c == ';'; });
  out.end = std::min(semicolon + 1, in.size());
  return out;
}

// Where the n-th argument (from 0) of an entity begins and ends; empty at its end when there are fewer.
std::pair<std::size_t, std::size_t> argument(std::string_view in, const Entity& entity, int n) {
  int depth = 0;
  std::size_t begin = entity.arguments;
  for (std::size_t at = begin; at < entity.end;) {
    at = scan(in.substr(0, entity.end), at, [](char c) { return c == '(' || c == ')' || c == ','; });
    if (at >= entity.end) break;
    const char c = in[at];
    if (c == '(') ++depth;
    if (depth == 0 && (c == ',' || c == ')')) {
      if (n-- == 0) return {begin, at};
      if (c == ')') break;
      begin = at + 1;
    }
    if (c == ')') --depth;
    ++at;
  }
  return {entity.end, entity.end};
}

}  // namespace

std::string ifc_for_assimp(std::string_view in, std::vector<std::string>& warnings) {
  const std::string_view head = in.substr(0, in.find("DATA;"));
  const std::size_t schema = head.find("FILE_SCHEMA");
  if (schema == std::string_view::npos || head.find("'IFC4", schema) == std::string_view::npos) {
    return std::string(in);
  }
  struct Missed {
    std::string_view type;
    std::uint64_t count = 0;
  };
  std::array<Missed, 4> missed{
      {{"IFCTRIANGULATEDFACESET"}, {"IFCPOLYGONALFACESET"}, {"IFCINDEXEDPOLYCURVE"}, {"IFCADVANCEDBREP"}}};
  std::string out;
  out.reserve(in.size() + 4096);
  std::size_t copied = 0;
  for (std::size_t at = head.size(); at < in.size();) {
    const Entity entity = next_entity(in, at);
    at = entity.end;
    for (Missed& m : missed) m.count += entity.type == m.type ? 1U : 0U;
    if (entity.type != "IFCSPACE") continue;
    const auto [begin, end] = argument(in, entity, 9);
    if (begin == entity.end) continue;
    out += in.substr(copied, begin - copied);
    out += ".INTERNAL.";
    copied = end;
  }
  out += in.substr(copied);
  for (const Missed& m : missed) {
    if (m.count == 0) continue;
    warnings.push_back(text(m.count, " ", m.type,
                            " of this IFC4 file were passed over: assimp reads what IFC2x3 has. Export it as "
                            "IFC2x3 or glTF to have them"));
  }
  return out;
}

}  // namespace ambula
