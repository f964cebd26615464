// How long an OBJ takes to become a Scene: our reader against assimp's, turn by turn in one run, so that a
// machine that slows down slows both.
//
// Timed on either side: from the path of a file that lies in the page cache to the finished Scene, cleaning
// and lattice included; freeing what was built is not. make_scene is the same work for both, so the readers
// alone differ by more: the last column.
#include <cstdio>
#include <filesystem>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

#include "ambula/files.h"
#include "ambula/hash.h"
#include "ambula/import.h"
#include "bench/bench.h"
#include "bench/table.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr int kSide = 708;           // quads a side: 1,002,528 triangles
constexpr double kQuad = 0.25;       // metres
constexpr double kRoughness = 0.05;  // metres: how far a corner is displaced, at most
constexpr double kBar = 5;           // the ratio to reach on the generated mesh

// A file in a folder of its own, both gone with this value.
class TemporaryFile {
 public:
  static Result<TemporaryFile> write(const std::string& name, std::string_view content) {
    std::error_code ec;
    const auto parent = std::filesystem::temp_directory_path(ec);
    if (ec) return fail(ErrorCode::io_failed, text("no folder for temporary files: ", ec.message()));
    for (int attempt = 0; attempt < 1000; ++attempt) {
      const auto folder = parent / text("ambula-bench-", attempt);
      // True only for the one who made it: two runs at once do not meet.
      if (!std::filesystem::create_directory(folder, ec)) continue;
      TemporaryFile out(folder, folder / name);
      if (auto ok = write_file(out.path(), content); !ok) return fail(ok.error());
      return out;
    }
    return fail(ErrorCode::io_failed, text(parent.string(), ": no folder can be made in it"));
  }
  TemporaryFile(TemporaryFile&& other) noexcept
      : folder_(std::exchange(other.folder_, {})), path_(std::move(other.path_)) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() {
    std::error_code ec;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ec);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFile(std::filesystem::path folder, std::filesystem::path path)
      : folder_(std::move(folder)), path_(std::move(path)) {}
  std::filesystem::path folder_, path_;
};

// A square grid with displaced corners, five decimals: what exporters write, and the same bytes everywhere.
std::string rough_grid_obj() {
  std::string out = "# a rough grid\no grid\n";
  out.reserve(std::size_t{64} << 20);
  char line[128];
  const auto jitter = [](int x, int y, int axis) {
    const auto key = (static_cast<std::uint64_t>(x) << 32) ^ (static_cast<std::uint64_t>(y) << 2) ^
                     static_cast<std::uint64_t>(axis);
    const auto part = static_cast<double>(mix_bits(key + 1) >> 44);  // 20 bits
    return (part / 1048576 * 2 - 1) * kRoughness;
  };
  for (int y = 0; y <= kSide; ++y) {
    for (int x = 0; x <= kSide; ++x) {
      const int n = std::snprintf(line, sizeof(line), "v %.5f %.5f %.5f\n", x * kQuad + jitter(x, y, 0),
                                  y * kQuad + jitter(x, y, 1), jitter(x, y, 2));
      out.append(line, static_cast<std::size_t>(n));
    }
  }
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const int a = y * (kSide + 1) + x + 1, b = a + 1, c = a + kSide + 1, d = c + 1;
      const int n = std::snprintf(line, sizeof(line), "f %d %d %d\nf %d %d %d\n", a, b, d, a, d, c);
      out.append(line, static_cast<std::size_t>(n));
    }
  }
  return out;
}

// One side's numbers.
struct Side {
  std::size_t triangles = 0;          // of the scene
  std::vector<double> read_seconds;   // file to soup, per run
  std::vector<double> total_seconds;  // file to scene, per run
};

struct Compared {
  std::size_t bytes = 0;
  Side own, assimp;

  [[nodiscard]] double ratio() const { return median(assimp.total_seconds) / median(own.total_seconds); }
  [[nodiscard]] double read_ratio() const { return median(assimp.read_seconds) / median(own.read_seconds); }
};

Result<Imported> read_own(const std::filesystem::path& path, Context* context) {
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  return read_obj(file->as_text(), path.string(), context);
}

using Read = Result<Imported> (*)(const std::filesystem::path&, Context*);

Result<void> take_turn(Read read, const BenchScene& from, Side& side, Context* context) {
  std::optional<Result<Imported>> imported;
  const double read_seconds = time_once([&] { imported.emplace(read(from.file, context)); });
  if (!*imported) return fail(imported->error());
  SceneParams params;
  params.up = from.up.value_or((*imported)->up);
  params.unit = from.unit.value_or((*imported)->unit);
  std::optional<Result<Scene>> scene;
  const double scene_seconds =
      time_once([&] { scene.emplace(make_scene(std::move((*imported)->soup), params, context)); });
  if (!*scene) return fail(scene->error());
  side.triangles = (*scene)->triangles.size();
  side.read_seconds.push_back(read_seconds);
  side.total_seconds.push_back(read_seconds + scene_seconds);
  return {};
}

Result<Compared> compare(const BenchScene& from, int runs, Context* context) {
  Compared out;
  {
    // Touches every page, so that neither side reads from the disk.
    auto file = MappedFile::open(from.file);
    if (!file) return fail(file.error());
    out.bytes = file->bytes().size();
    (void)hash_bytes(file->bytes());
  }
  for (int run = 0; run < runs; ++run) {
    if (auto ok = take_turn(read_own, from, out.own, context); !ok) return fail(ok.error());
    if (auto ok = take_turn(read_with_assimp, from, out.assimp, context); !ok) return fail(ok.error());
  }
  return out;
}

std::vector<std::string> row_cells(const std::string& name, const Compared& c) {
  const double megabytes = static_cast<double>(c.bytes) / 1e6;
  const double own = median(c.own.total_seconds), assimp = median(c.assimp.total_seconds);
  std::vector<std::string> cells = {name,
                                    text(c.own.triangles),
                                    fixed_text(megabytes, 1),
                                    fixed_text(own, 3),
                                    fixed_text(assimp, 3),
                                    fixed_text(megabytes / own, 0),
                                    fixed_text(megabytes / assimp, 0),
                                    fixed_text(c.ratio(), 2),
                                    fixed_text(c.read_ratio(), 2)};
  if (c.own.triangles != c.assimp.triangles) cells.push_back(text("assimp kept ", c.assimp.triangles));
  return cells;
}

nlohmann::json side_json(const Side& side) {
  return {{"triangles", side.triangles},
          {"read_seconds", side.read_seconds},
          {"seconds", side.total_seconds},
          {"median_read_seconds", median(side.read_seconds)},
          {"median_seconds", median(side.total_seconds)}};
}

nlohmann::json row_json(const std::string& name, const Compared& c) {
  return {{"scene", name},           {"bytes", c.bytes},
          {"own", side_json(c.own)}, {"assimp", side_json(c.assimp)},
          {"ratio", c.ratio()},      {"read_ratio", c.read_ratio()}};
}

bool is_obj(const BenchScene& scene) {
  const std::string extension = scene.file.extension().string();
  return extension == ".obj" || extension == ".OBJ";
}

}  // namespace

Result<void> bench_import(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench import");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  std::vector<BenchScene> scenes;
  if (!args.scenes.empty() || !args.folder.empty()) {
    auto listed = list_scenes(args);
    if (!listed) return fail(listed.error());
    for (BenchScene& scene : *listed) {
      if (is_obj(scene)) scenes.push_back(std::move(scene));
    }
  }
  auto grid = TemporaryFile::write("rough_grid.obj", rough_grid_obj());
  if (!grid) return fail(grid.error());
  scenes.insert(scenes.begin(), {"rough grid, generated", grid->path(), std::nullopt, std::nullopt});

  Table table({{"file"},
               {"triangles", Align::right},
               {"MB", Align::right},
               {"own s", Align::right},
               {"assimp s", Align::right},
               {"own MB/s", Align::right},
               {"assimp MB/s", Align::right},
               {"ratio", Align::right},
               {"readers", Align::right}});
  nlohmann::json rows = nlohmann::json::array();
  double ratio = 0;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const auto compared = compare(scenes[i], args.runs, context);
    if (stage.cancelled()) return cancelled_failure("bench import");
    if (!compared && i == 0) return fail(compared.error());
    if (compared) {
      if (i == 0) ratio = compared->ratio();
      table.add(row_cells(scenes[i].name, *compared));
      rows.push_back(row_json(scenes[i].name, *compared));
    } else {
      table.add({scenes[i].name, "-", "-", "-", "-", "-", "-", "-", "-", compared.error().message});
      rows.push_back({{"scene", scenes[i].name}, {"reason", compared.error().message}});
    }
    stage.progress(static_cast<double>(i + 1) / static_cast<double>(scenes.size()));
  }
  table.print(out);
  const int threads = context ? context->threads() : 1;
  out << text("\nthe generated mesh: ", fixed_text(ratio, 2), " times as fast as assimp (the bar is ", kBar,
              "): ", ratio >= kBar ? "reached" : "NOT reached", "; ", threads,
              threads == 1 ? " thread" : " threads", "\n");
  return write_json(args, {{"benchmark", "import"},
                           {"runs", args.runs},
                           {"threads", threads},
                           {"bar", kBar},
                           {"reached", ratio >= kBar},
                           {"rows", rows}});
}

}  // namespace ambula::bench
