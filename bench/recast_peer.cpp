// From a scene to Recast's frame and limits, the bake in a child process, and the answer back.
//
// Sizes are rounded to cells as Recast's sample does, up for height and radius and down for the climb, but
// with a millionth of a cell of grace: 0.4 m over cells of 0.2 m is two cells, whatever the last bit of the
// quotient says. That is in Recast's favour.
#include "bench/recast_peer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "bench/bench.h"
#include "bench/child.h"
#include "bench/recast_bake.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

// Recast's packed integers, and where each stands.
constexpr double kMaxGridSide = 65535;             // rcPolyMesh::verts
constexpr double kMaxGridCells = 2147483647;       // width * height as int
constexpr double kMaxHeight = RC_SPAN_MAX_HEIGHT;  // rcSpan::smax
constexpr double kMaxWalkableHeight = 255;         // rcCompactSpan::h
constexpr double kMinWalkableHeight = 3;           // rcConfig::walkableHeight
constexpr double kMaxRadius = 127;                 // distances of rcErodeWalkableArea, two to a cell
constexpr double kMaxCorners = 2147483647.0 / 3;   // int offsets into the input arrays
// A pointer a column of the heightfield, and a compact cell before the first is freed.
constexpr double kBytesPerColumn = sizeof(rcSpan*) + sizeof(rcCompactCell);
constexpr double kGrace = 1e-6;  // cells

// The sizes in cells, while they may still be too large for anything else than a double.
struct Sizes {
  double width = 0, depth = 0, up = 0;  // of the grid
  double height = 0, radius = 0, climb = 0;
};

double cell_height(double cell) { return cell * 2 / 3; }

Sizes measure(const Box3& box, const PeerParams& p) {
  const Vec3 size = box.size();
  const double ch = cell_height(p.cell);
  Sizes out;
  out.width = std::floor(size.x / p.cell + 0.5);
  out.depth = std::floor(size.y / p.cell + 0.5);
  out.up = std::ceil(size.z / ch);
  out.height = std::ceil(p.agent.height / ch - kGrace);
  out.radius = std::ceil(p.agent.radius / p.cell - kGrace);
  out.climb = std::floor(p.agent.max_step / ch + kGrace);
  return out;
}

// Why this cannot be baked; empty when nothing is known against it.
std::string refusal(const Scene& scene, const Sizes& s, const PeerParams& p) {
  if (s.width < 1 || s.depth < 1) {
    return text("seen from above the scene is narrower than half a cell of ", p.cell, " m");
  }
  const double columns = s.width * s.depth;
  const double bytes = columns * kBytesPerColumn;
  const std::string grid =
      text("the grid of ", fixed_text(s.width, 0), " x ", fixed_text(s.depth, 0), " cells");
  if (bytes > static_cast<double>(p.memory_limit)) {
    return text(grid, " takes ", bytes < 1e18 ? bytes_text(static_cast<std::size_t>(bytes)) : "far more",
                " before the first span and the limit is ", bytes_text(p.memory_limit));
  }
  if (s.width > kMaxGridSide || s.depth > kMaxGridSide || columns > kMaxGridCells) {
    return text(grid, " is too wide; Recast holds ", kMaxGridSide, " a side and ",
                fixed_text(kMaxGridCells, 0), " in all");
  }
  if (s.up > kMaxHeight) {
    return text("the scene is ", fixed_text(s.up, 0), " cells high and Recast's spans hold ", kMaxHeight);
  }
  if (s.height > kMaxWalkableHeight || s.height < kMinWalkableHeight) {
    return text("the agent is ", fixed_text(s.height, 0), " cells high; Recast takes ", kMinWalkableHeight,
                " to ", kMaxWalkableHeight);
  }
  if (s.radius > kMaxRadius) {
    return text("the agent's radius is ", fixed_text(s.radius, 0), " cells; Recast takes up to ", kMaxRadius);
  }
  if (static_cast<double>(std::max(scene.positions.size(), scene.triangles.size())) > kMaxCorners) {
    return "more positions or triangles than Recast's int offsets reach";
  }
  return {};
}

RecastInput make_input(const Scene& scene, const Box3& box, const Sizes& s, const PeerParams& p) {
  RecastInput out;
  out.origin = box.center();
  out.positions.reserve(3 * scene.positions.size());
  for (const Vec3 at : scene.positions) {
    const Vec3 d = at - out.origin;
    out.positions.push_back(static_cast<float>(d.x));
    out.positions.push_back(static_cast<float>(d.z));
    out.positions.push_back(static_cast<float>(-d.y));
  }
  out.triangles.reserve(3 * scene.triangles.size());
  for (const Triangle& t : scene.triangles) {
    for (const std::uint32_t v : t) out.triangles.push_back(static_cast<int>(v));
  }
  const auto square = [](int n) { return n * n; };
  rcConfig& c = out.config;
  c.cs = static_cast<float>(p.cell);
  c.ch = static_cast<float>(cell_height(p.cell));
  c.walkableSlopeAngle = static_cast<float>(p.agent.max_slope);
  c.walkableHeight = static_cast<int>(s.height);
  c.walkableClimb = static_cast<int>(std::min(s.climb, kMaxHeight));
  c.walkableRadius = static_cast<int>(s.radius);
  c.maxEdgeLen = static_cast<int>(12 / p.cell);
  c.maxSimplificationError = 1.3F;
  c.minRegionArea = square(8);
  c.mergeRegionArea = square(20);
  c.maxVertsPerPoly = 6;
  c.detailSampleDist = 6 * c.cs;
  c.detailSampleMaxError = 1 * c.ch;
  rcCalcBounds(out.positions.data(), static_cast<int>(scene.positions.size()), c.bmin, c.bmax);
  rcCalcGridSize(c.bmin, c.bmax, c.cs, &c.width, &c.height);
  c.width = std::max(c.width, 1);  // a float may round half a cell the other way
  c.height = std::max(c.height, 1);
  return out;
}

// The answer as bytes, for the pipe between two forks of one program: no format, no version.
class Writer {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void put(const std::string& value) {
    put(value.size());
    bytes += value;
  }
  void put(const std::vector<std::string>& values) {
    put(values.size());
    for (const std::string& value : values) put(value);
  }
  std::string bytes;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void get(T& value) {
    take(&value, 1, sizeof(T));
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.resize(count(sizeof(T)));
    take(values.data(), values.size(), sizeof(T));
  }
  void get(std::string& value) {
    value.resize(count(1));
    take(value.data(), value.size(), 1);
  }
  void get(std::vector<std::string>& values) {
    values.resize(count(sizeof(std::size_t)));
    for (std::string& value : values) get(value);
  }
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }

 private:
  // A count of things of this size that can still follow.
  std::size_t count(std::size_t size) {
    std::size_t n = 0;
    get(n);
    if (n > rest_.size() / size) ok_ = false;
    return ok_ ? n : 0;
  }
  void take(void* to, std::size_t n, std::size_t size) {
    if (!ok_ || n > rest_.size() / size) {
      ok_ = false;
      return;
    }
    if (n > 0) std::memcpy(to, rest_.data(), n * size);
    rest_.remove_prefix(n * size);
  }

  std::string_view rest_;
  bool ok_ = true;
};

// One list of what an answer consists of, for both directions.
template <class Result, class Visit>
void each_part(Result& r, Visit visit) {
  visit(r.ok), visit(r.reason), visit(r.warnings), visit(r.median_seconds), visit(r.median_cpu_seconds),
      visit(r.seconds);
  visit(r.peak_bytes), visit(r.area), visit(r.grid_width), visit(r.grid_height);
  visit(r.mesh.positions), visit(r.mesh.polygon_begin), visit(r.mesh.polygon_corners);
  visit(r.mesh.polygon_neighbors), visit(r.mesh.detail_positions), visit(r.mesh.detail_triangles);
  visit(r.mesh.detail_polygon);
}

PeerResult refused(std::string reason, const Sizes& sizes = {}) {
  PeerResult out;
  out.reason = std::move(reason);
  constexpr double kLimit = std::numeric_limits<int>::max();
  out.grid_width = static_cast<int>(std::min(sizes.width, kLimit));
  out.grid_height = static_cast<int>(std::min(sizes.depth, kLimit));
  return out;
}

}  // namespace

PeerResult bake_recast(const Scene& scene, const PeerParams& params, Context* context) {
  const Stage stage(context, "recast");
  if (auto ok = validate(params.agent); !ok) return refused(ok.error().message);
  if (!(params.cell >= 0.001 && params.cell <= 100)) {
    return refused(text("the cell is ", params.cell, " m; it must lie between 0.001 and 100"));
  }
  if (params.runs < 1 || params.runs > 1000) {
    return refused(text(params.runs, " runs were asked for; it must be 1 to 1000"));
  }
  if (scene.triangles.empty()) return refused("the scene has no triangles");
  Box3 box;
  for (const Vec3 p : scene.positions) box.add(p);
  const Sizes sizes = measure(box, params);
  if (std::string reason = refusal(scene, sizes, params); !reason.empty()) return refused(reason, sizes);

  const RecastInput input = make_input(scene, box, sizes, params);
  const auto report = run_in_child(
      [&] {
        const PeerResult baked = bake_here(input, params.runs, params.memory_limit);
        Writer writer;
        each_part(baked, [&](const auto& part) { writer.put(part); });
        return std::move(writer.bytes);
      },
      context);
  if (!report) {
    const bool broke = report.error().code == ErrorCode::broken;
    return refused(broke ? text("Recast did not finish: ", report.error().message) : report.error().message,
                   sizes);
  }
  PeerResult out;
  Reader reader(report->bytes);
  each_part(out, [&](auto& part) { reader.get(part); });
  if (!reader.done()) return refused("Recast's process sent an incomplete answer", sizes);
  return out;
}

}  // namespace ambula::bench
