// IFC in the words assimp can take. Its reader is generated from the IFC2x3 schema, and follows a reference
// to an entity it has not stored without looking: one dangling "#12" or one entity of IFC4 ends the program.
// So the file is read here first, as plain ISO 10303-21 text. A reference to nothing is refused as the damage
// it is. An entity that IFC2x3 does not have is taken out of the lists it stands in, and what needs it
// otherwise goes with it, until nothing refers to what is gone; the rest of the building stays. Relations to
// property sets are left out: nothing is taken from them, and assimp does not have all kinds of sets that
// IFC2x3 has (the panels and linings of doors and windows are missing) and gives up at the first. Two
// attributes that IFC4 allows to be absent and assimp insists on are filled in; nothing we take from the file
// depends on them.
#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/text.h"
#include "import/assimp_preflight.h"

namespace ambula {
namespace {

struct Reference {
  std::uint64_t id = 0;
  std::size_t begin = 0, end = 0;  // offsets of "#12"
  bool in_list = false;
};

// "#12= IFCSPACE('...', ...);"
struct Entity {
  std::uint64_t id = 0;
  std::string_view type;
  std::size_t begin = 0, end = 0;                              // offsets, the semicolon included
  std::size_t first_reference = 0, references = 0;             // of File::references
  std::vector<std::pair<std::size_t, std::size_t>> arguments;  // offsets of the first ten
  bool gone = false;
  bool unused = false;  // nothing is taken from it, and nothing refers to it
};

constexpr std::size_t kArguments = 10;

struct File {
  std::vector<Entity> entities;
  std::vector<Reference> references;
  std::unordered_map<std::uint64_t, std::size_t> by_id;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Reads the data section, one entity at a time.
class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Result<File> parse() {
    at_ = text_.find("DATA;");
    if (at_ == std::string_view::npos)
      return bad(text_.size(), "an IFC file has a section that begins with DATA;");
    at_ += 5;
    for (;;) {
      skip_blank();
      if (at_ >= text_.size()) return bad(at_, "the file is cut off: its data have no ENDSEC;");
      if (text_.substr(at_).starts_with("ENDSEC")) break;
      if (auto ok = entity(); !ok) return fail(ok.error());
    }
    for (const Reference& r : file_.references) {
      if (!file_.by_id.contains(r.id)) return bad(r.begin, "#", r.id, " is referred to, but not in the file");
    }
    return std::move(file_);
  }

 private:
  template <class... What>
  Failure bad(std::size_t offset, const What&... what) const {
    return fail(ErrorCode::bad_format, text(name_, ": byte ", offset, ": ", what...), offset);
  }

  void skip_blank() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
      } else {
        return;
      }
    }
  }

  bool take(char c) {
    skip_blank();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // "#12" at the place; false where there is none, or a number too large to be one.
  bool number(std::uint64_t& id) {
    const char* begin = text_.data() + at_ + 1;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), id);
    if (text_[at_] != '#' || error != std::errc()) return false;
    at_ = static_cast<std::size_t>(end - text_.data());
    return true;
  }

  Result<void> entity() {
    Entity e;
    e.begin = at_;
    e.first_reference = file_.references.size();
    if (!number(e.id) || !take('=')) return bad(e.begin, "not an entity such as \"#12=IFCWALL(...);\"");
    skip_blank();
    const std::size_t type = at_;
    while (at_ < text_.size() && text_[at_] != '(' && !is_blank(text_[at_])) ++at_;
    e.type = text_.substr(type, at_ - type);
    if (!take('(')) return bad(e.begin, "#", e.id, " has no arguments");
    if (auto ok = arguments(e); !ok) return ok;
    if (!take(';')) return bad(at_, "#", e.id, " does not end with a semicolon");
    e.end = at_;
    e.references = file_.references.size() - e.first_reference;
    if (!file_.by_id.emplace(e.id, file_.entities.size()).second) {
      return bad(e.begin, "#", e.id, " is in the file twice");
    }
    file_.entities.push_back(std::move(e));
    return {};
  }

  Result<void> arguments(Entity& e) {
    std::size_t begin = at_, depth = 0;
    for (;;) {
      skip_blank();
      if (at_ >= text_.size()) return bad(at_, "the file is cut off within #", e.id);
      const char c = text_[at_];
      if (c == '\'') {  // a doubled quote within needs no care: it makes two texts in a row
        at_ = text_.find('\'', at_ + 1);
        if (at_ == std::string_view::npos) return bad(e.begin, "#", e.id, " holds a text without end");
        ++at_;
      } else if (c == '#') {
        Reference r;
        r.begin = at_;
        if (!number(r.id)) return bad(r.begin, "not a reference such as \"#12\"");
        r.end = at_;
        r.in_list = depth > 0;
        file_.references.push_back(r);
      } else if (c == ';') {
        return bad(at_, "#", e.id, " ends within its arguments");
      } else {
        if (depth == 0 && (c == ',' || c == ')')) {
          if (e.arguments.size() < kArguments) e.arguments.emplace_back(begin, at_);
          begin = at_ + 1;
        }
        ++at_;
        if (c == '(') ++depth;
        if (c == ')' && depth-- == 0) return {};
      }
    }
  }

  std::string_view text_, name_;
  std::size_t at_ = 0;
  File file_;
};

// Marks as gone what IFC2x3 does not have, and what cannot be without it.
void drop_unknown(File& file) {
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> needed_by;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < file.entities.size(); ++i) {
    Entity& e = file.entities[i];
    for (std::size_t r = e.first_reference; r < e.first_reference + e.references; ++r) {
      if (!file.references[r].in_list) needed_by[file.references[r].id].push_back(i);
    }
    e.gone = !is_ifc2x3(e.type);
    if (e.gone) open.push_back(i);
  }
  while (!open.empty()) {
    const std::uint64_t id = file.entities[open.back()].id;
    open.pop_back();
    const auto users = needed_by.find(id);
    if (users == needed_by.end()) continue;
    for (const std::size_t i : users->second) {
      if (!std::exchange(file.entities[i].gone, true)) open.push_back(i);
    }
  }
}

// Marks the relations between things and their properties.
void drop_properties(File& file) {
  for (Entity& e : file.entities) e.unused = e.type == "IFCRELDEFINESBYPROPERTIES";
  for (const Reference& r : file.references) file.entities[file.by_id.at(r.id)].unused = false;
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

// Whether an argument is a GlobalId: 22 digits to base 64, of which the first carries two bits only.
bool is_global_id(std::string_view argument) {
  constexpr std::string_view kDigits = "'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
  return argument.size() == 24 && argument[1] >= '0' && argument[1] <= '3' &&
         argument.find_first_not_of(kDigits) == std::string_view::npos;
}

// Pieces of the text to be replaced, in the order they stand.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string with;
};

void edit_entity(std::string_view in, const File& file, const Entity& e, std::vector<Edit>& edits) {
  if (e.gone || e.unused) {
    edits.push_back({e.begin, e.end, ""});
    return;
  }
  const auto argument = [&](std::size_t i) {
    const auto [begin, end] = i < e.arguments.size() ? e.arguments[i] : std::pair(e.end, e.end);
    return trimmed(in.substr(begin, end - begin));
  };
  const std::size_t first = edits.size();
  // Whatever has a GlobalId has an owner history, which assimp never looks at: any entity will do.
  if (is_global_id(argument(0)) && argument(1) == "$") {
    edits.push_back({e.arguments[1].first, e.arguments[1].second, text("#", e.id)});
  }
  if (e.type == "IFCSPACE" && argument(9) != ".INTERNAL." && argument(9) != ".EXTERNAL." &&
      e.arguments.size() == kArguments) {
    edits.push_back({e.arguments[9].first, e.arguments[9].second, ".INTERNAL."});
  }
  for (std::size_t i = e.first_reference; i < e.first_reference + e.references; ++i) {
    const Reference& r = file.references[i];
    if (!file.entities[file.by_id.at(r.id)].gone) continue;
    // With the comma before it, unless it is the first that is left; then with the one after it.
    const std::size_t least = edits.size() > first ? edits.back().end : e.begin;
    std::size_t begin = r.begin, end = r.end;
    while (begin > least && is_blank(in[begin - 1])) --begin;
    if (begin > least && in[begin - 1] == ',') {
      --begin;
    } else {
      while (is_blank(in[end])) ++end;
      if (in[end] == ',') ++end;
    }
    edits.push_back({begin, end, ""});
  }
}

std::string told(const File& file) {
  std::map<std::string_view, std::uint64_t> unknown;
  std::uint64_t gone = 0;
  for (const Entity& e : file.entities) {
    gone += e.gone ? 1U : 0U;
    if (!is_ifc2x3(e.type)) ++unknown[e.type];
  }
  if (gone == 0) return {};
  std::vector<std::pair<std::string_view, std::uint64_t>> most(unknown.begin(), unknown.end());
  std::sort(most.begin(), most.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string out = text(gone, " entities were passed over, being or needing what IFC2x3 does not have:");
  for (std::size_t i = 0; i < most.size() && i < 4; ++i) {
    out += text(i == 0 ? " " : ", ", most[i].second, " ", most[i].first);
  }
  return out + (most.size() > 4 ? ", ..." : "") + "; export it as IFC2x3 or glTF to have all of it";
}

}  // namespace

Result<std::string> ifc_for_assimp(std::string_view in, std::string_view name,
                                   std::vector<std::string>& warnings) {
  auto file = Parser(in, name).parse();
  if (!file) return fail(file.error());
  drop_unknown(*file);
  drop_properties(*file);
  std::vector<Edit> edits;
  for (const Entity& e : file->entities) edit_entity(in, *file, e, edits);
  std::string out;
  out.reserve(in.size() + 16 * edits.size());
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    out += in.substr(copied, edit.begin - copied);
    out += edit.with;
    copied = edit.end;
  }
  out += in.substr(copied);
  if (std::string warning = told(*file); !warning.empty()) warnings.push_back(std::move(warning));
  return out;
}

}  // namespace ambula
