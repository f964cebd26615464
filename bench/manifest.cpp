// The manifest reader. Strict: a row it does not understand would be a scene silently left out of every
// comparison.
#include "bench/manifest.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "ambula/files.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr double kQuakeUnit = 1.0 / 32;  // metres

std::vector<std::string_view> split_tabs(std::string_view line) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t tab = line.find('\t');
    out.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return out;
    line.remove_prefix(tab + 1);
  }
}

// Where the columns stand; npos for those that do not.
struct Columns {
  std::size_t count = 0;
  std::size_t name = npos, obj_file = npos, up_axis = npos, unit = npos, triangles = npos, vertices = npos,
              degenerate = npos, duplicates = npos, original = npos;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

Result<Columns> read_header(const std::vector<std::string_view>& heads, std::string_view name) {
  struct Wanted {
    const char* head;
    std::size_t Columns::* place;
    bool needed;
  };
  constexpr Wanted kWanted[] = {{"name", &Columns::name, true},
                                {"obj_file", &Columns::obj_file, true},
                                {"up_axis", &Columns::up_axis, true},
                                {"unit", &Columns::unit, true},
                                {"triangles", &Columns::triangles, false},
                                {"vertices", &Columns::vertices, false},
                                {"degenerate_tris", &Columns::degenerate, false},
                                {"duplicate_tris", &Columns::duplicates, false},
                                {"original_file", &Columns::original, false}};
  Columns out;
  out.count = heads.size();
  for (const Wanted& w : kWanted) {
    const auto found = std::find(heads.begin(), heads.end(), w.head);
    if (found != heads.end()) {
      out.*w.place = static_cast<std::size_t>(found - heads.begin());
    } else if (w.needed) {
      return fail(ErrorCode::bad_format, text(name, ":1: no column \"", w.head, "\" in the header"), 1);
    }
  }
  return out;
}

std::optional<Vec3> parse_up(std::string_view field) {
  if (field == "y") return kUpY;
  if (field == "z") return kUpZ;
  return std::nullopt;
}

std::optional<double> parse_unit(std::string_view field) {
  if (field.starts_with("metres")) return 1.0;
  if (field.starts_with("Quake units")) return kQuakeUnit;
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
  if (!std::isfinite(value) || value <= 0) return std::nullopt;
  return value;
}

// A relative path that stays below its folder; "-" is none.
std::optional<std::filesystem::path> parse_file(std::string_view field) {
  if (field == "-") return std::filesystem::path();
  const std::filesystem::path path{field};
  if (path.empty() || path.has_root_path()) return std::nullopt;
  for (const auto& part : path) {
    if (part == "..") return std::nullopt;
  }
  return path;
}

// One row; what is wrong with it goes to `wrong`.
std::optional<ManifestScene> parse_row(const std::vector<std::string_view>& fields, const Columns& columns,
                                       std::string& wrong) {
  const auto refuse = [&](std::string what) {
    wrong = std::move(what);
    return std::nullopt;
  };
  if (fields.size() != columns.count) {
    return refuse(text(fields.size(), " fields where the header has ", columns.count));
  }
  ManifestScene out;
  out.name = fields[columns.name];
  if (out.name.empty()) return refuse("the name is empty");
  const auto file = parse_file(fields[columns.obj_file]);
  if (!file || file->empty()) {
    return refuse(text("obj_file \"", fields[columns.obj_file], "\" is not a file below the folder"));
  }
  out.obj_file = *file;
  const auto up = parse_up(fields[columns.up_axis]);
  if (!up) return refuse(text("up_axis \"", fields[columns.up_axis], "\" is neither y nor z"));
  out.up = *up;
  const auto unit = parse_unit(fields[columns.unit]);
  if (!unit) {
    return refuse(
        text("unit \"", fields[columns.unit], "\" is neither metres, Quake units nor a positive number"));
  }
  out.unit = *unit;
  if (columns.original != Columns::npos) {
    const auto original = parse_file(fields[columns.original]);
    if (!original) {
      return refuse(text("original_file \"", fields[columns.original], "\" is not a file below the folder"));
    }
    out.original_file = *original;
  }
  const std::pair<std::size_t, std::optional<std::uint64_t>*> counts[] = {
      {columns.triangles, &out.triangles},
      {columns.vertices, &out.vertices},
      {columns.degenerate, &out.degenerate},
      {columns.duplicates, &out.duplicates}};
  for (const auto& [column, count] : counts) {
    if (column == Columns::npos) continue;
    const std::string_view field = fields[column];
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) {
      return refuse(text("\"", field, "\" is not a count"));
    }
    *count = value;
  }
  return out;
}

}  // namespace

Result<std::vector<ManifestScene>> parse_manifest(std::string_view content, std::string_view name) {
  std::vector<ManifestScene> out;
  std::optional<Columns> columns;
  for (std::uint64_t line_number = 1; !content.empty(); ++line_number) {
    const std::size_t end = content.find('\n');
    std::string_view line = content.substr(0, end);
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!columns) {
      auto read = read_header(split_tabs(line), name);
      if (!read) return fail(read.error());
      columns = *read;
      continue;
    }
    if (line.empty()) continue;
    std::string wrong;
    auto scene = parse_row(split_tabs(line), *columns, wrong);
    if (!scene) return fail(ErrorCode::bad_format, text(name, ":", line_number, ": ", wrong), line_number);
    const auto same = [&](const ManifestScene& other) { return other.name == scene->name; };
    if (std::any_of(out.begin(), out.end(), same)) {
      return fail(ErrorCode::bad_format,
                  text(name, ":", line_number, ": a second scene of the name \"", scene->name, "\""),
                  line_number);
    }
    out.push_back(std::move(*scene));
  }
  if (out.empty()) return fail(ErrorCode::empty, text(name, ": lists no scenes"));
  return out;
}

Result<std::vector<ManifestScene>> read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "MANIFEST.tsv";
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  return parse_manifest(file->as_text(), path.string());
}

}  // namespace ambula::bench
