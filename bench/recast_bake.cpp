// The steps of Recast's solo mesh sample: rasterise, filter, compact, erode, watershed, contours, polygons,
// detail. Intermediate values are freed where the sample frees them, so that time and memory are those of a
// plain bake. It departs from the sample in one thing: between the steps it looks whether the counts still
// fit the packed integers of the next one (24 bits of span index, 8 bits of spans in a column), because
// Recast itself goes on with wrapped numbers.
#include "bench/recast_bake.h"

#include <RecastAlloc.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>

#include "bench/bench.h"
#include "bench/recast_memory.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr std::size_t kMaxSpans = std::size_t{1} << 24;  // rcCompactCell::index
constexpr int kMaxSpansInColumn = 255;                   // rcCompactCell::count
constexpr std::size_t kMaxLogLines = 20;

// Keeps what Recast complains of, each line once.
class Log : public rcContext {
 public:
  Log() : rcContext(true) { enableTimer(false); }
  std::vector<std::string> lines;

 protected:
  void doLog(const rcLogCategory category, const char* message, const int length) override {
    if (category == RC_LOG_PROGRESS || length <= 0) return;
    const std::string_view line(message, static_cast<std::size_t>(length));
    if (line.starts_with("rcBuildContours: Expanding max contours")) return;  // a full array grew: no defect
    if (lines.size() < kMaxLogLines && std::find(lines.begin(), lines.end(), line) == lines.end()) {
      lines.emplace_back(line);
    }
  }
};

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Freed<Free>>;

using Heightfield = Owned<rcHeightfield, rcFreeHeightField>;
using CompactField = Owned<rcCompactHeightfield, rcFreeCompactHeightfield>;
using Contours = Owned<rcContourSet, rcFreeContourSet>;
using Polygons = Owned<rcPolyMesh, rcFreePolyMesh>;
using Detail = Owned<rcPolyMeshDetail, rcFreePolyMeshDetail>;
using Bytes = Owned<unsigned char, rcFree>;

struct Baked {
  Polygons polygons;
  Detail detail;
};

// Thrown between steps, caught in bake_here: what stopped the bake.
struct Stopped {
  std::string reason;
};

void must(bool ok, const Log& log, const char* step) {
  if (ok) return;
  throw Stopped{text("Recast failed at ", step, log.lines.empty() ? "" : ": ",
                     log.lines.empty() ? std::string() : log.lines.back())};
}

void check_columns(const rcHeightfield& field) {
  std::size_t total = 0;
  const std::size_t columns = static_cast<std::size_t>(field.width) * static_cast<std::size_t>(field.height);
  for (std::size_t c = 0; c < columns; ++c) {
    int here = 0;
    for (const rcSpan* s = field.spans[c]; s; s = s->next) here += s->area != RC_NULL_AREA;
    if (here > kMaxSpansInColumn) {
      throw Stopped{text(here, " walkable spans over one cell; Recast counts to ", kMaxSpansInColumn)};
    }
    total += static_cast<std::size_t>(here);
  }
  if (total > kMaxSpans) throw Stopped{text(total, " walkable spans; Recast can index ", kMaxSpans)};
}

Heightfield rasterise(Log& log, const RecastInput& input, const RecastMemory& memory) {
  const rcConfig& c = input.config;
  Heightfield field(rcAllocHeightfield());
  must(field && rcCreateHeightfield(&log, *field, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch), log,
       "the heightfield");
  const std::size_t before_spans = memory.live();
  const int corners = static_cast<int>(input.positions.size() / 3);
  const int triangles = static_cast<int>(input.triangles.size() / 3);
  const Bytes areas(static_cast<unsigned char*>(rcAlloc(input.triangles.size() / 3, RC_ALLOC_PERM)));
  must(areas != nullptr, log, "the triangle areas");
  std::fill_n(areas.get(), input.triangles.size() / 3, static_cast<unsigned char>(RC_NULL_AREA));
  rcMarkWalkableTriangles(&log, c.walkableSlopeAngle, input.positions.data(), corners, input.triangles.data(),
                          triangles, areas.get());
  must(rcRasterizeTriangles(&log, input.positions.data(), corners, input.triangles.data(), areas.get(),
                            triangles, *field, c.walkableClimb),
       log, "rasterising");
  rcFilterLowHangingWalkableObstacles(&log, c.walkableClimb, *field);
  rcFilterLedgeSpans(&log, c.walkableHeight, c.walkableClimb, *field);
  rcFilterWalkableLowHeightSpans(&log, c.walkableHeight, *field);

  // The pools bound the spans from above; columns are walked only where a count might not fit.
  const std::size_t most_spans = (memory.live() - before_spans) / sizeof(rcSpan);
  const int cells_up = static_cast<int>((c.bmax[1] - c.bmin[1]) / c.ch) + 1;
  if (most_spans > kMaxSpans || cells_up / c.walkableHeight >= kMaxSpansInColumn) check_columns(*field);
  return field;
}

CompactField compact(Log& log, const rcConfig& c, Heightfield field) {
  CompactField out(rcAllocCompactHeightfield());
  must(out && rcBuildCompactHeightfield(&log, c.walkableHeight, c.walkableClimb, *field, *out), log,
       "the compact heightfield");
  return out;
}

Baked bake_once(Log& log, const RecastInput& input, const RecastMemory& memory) {
  const rcConfig& c = input.config;
  const CompactField field = compact(log, c, rasterise(log, input, memory));
  must(rcErodeWalkableArea(&log, c.walkableRadius, *field), log, "eroding by the radius");
  must(rcBuildDistanceField(&log, *field), log, "the distance field");
  must(rcBuildRegions(&log, *field, 0, c.minRegionArea, c.mergeRegionArea), log, "the regions");

  const Contours contours(rcAllocContourSet());
  must(contours && rcBuildContours(&log, *field, c.maxSimplificationError, c.maxEdgeLen, *contours), log,
       "the contours");
  Baked out{Polygons(rcAllocPolyMesh()), Detail(rcAllocPolyMeshDetail())};
  must(out.polygons && rcBuildPolyMesh(&log, *contours, c.maxVertsPerPoly, *out.polygons), log,
       "the polygons");
  must(out.detail && rcBuildPolyMeshDetail(&log, *out.polygons, *field, c.detailSampleDist,
                                           c.detailSampleMaxError, *out.detail),
       log, "the detail mesh");
  return out;
}

// Recast's y up, left where it was baked, to z up where the scene is.
Vec3 to_scene(const RecastInput& input, double x, double y, double z) {
  return input.origin + Vec3{x, -z, y};
}

double plan_area(const PeerMesh& mesh, std::size_t polygon) {
  const std::size_t begin = mesh.polygon_begin[polygon], end = mesh.polygon_begin[polygon + 1];
  const Vec2 first = mesh.positions[mesh.polygon_corners[begin]].xy();
  double twice = 0;
  for (std::size_t i = begin + 1; i + 1 < end; ++i) {
    twice += cross(mesh.positions[mesh.polygon_corners[i]].xy() - first,
                   mesh.positions[mesh.polygon_corners[i + 1]].xy() - first);
  }
  return twice / 2;
}

void take_polygons(const RecastInput& input, const rcPolyMesh& from, PeerMesh& to) {
  const double cs = static_cast<double>(from.cs), ch = static_cast<double>(from.ch);
  for (std::size_t v = 0; v < static_cast<std::size_t>(from.nverts); ++v) {
    const unsigned short* p = &from.verts[3 * v];
    to.positions.push_back(to_scene(input, static_cast<double>(from.bmin[0]) + p[0] * cs,
                                    static_cast<double>(from.bmin[1]) + p[1] * ch,
                                    static_cast<double>(from.bmin[2]) + p[2] * cs));
  }
  const std::size_t most = static_cast<std::size_t>(from.nvp);
  for (std::size_t i = 0; i < static_cast<std::size_t>(from.npolys); ++i) {
    const unsigned short* corners = &from.polys[2 * most * i];
    const unsigned short* across = corners + most;
    std::size_t n = 0;
    while (n < most && corners[n] != RC_MESH_NULL_IDX) ++n;
    for (std::size_t k = 0; k < n; ++k) {
      to.polygon_corners.push_back(corners[k]);
      // The top bit marks tile portals, which a solo mesh does not have.
      to.polygon_neighbors.push_back(across[k] & 0x8000 ? PeerMesh::kNone : across[k]);
    }
    to.polygon_begin.push_back(static_cast<std::uint32_t>(to.polygon_corners.size()));
  }
}

void take_detail(const RecastInput& input, const rcPolyMeshDetail& from, PeerMesh& to) {
  for (std::size_t v = 0; v < static_cast<std::size_t>(from.nverts); ++v) {
    const float* p = &from.verts[3 * v];
    to.detail_positions.push_back(
        to_scene(input, static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])));
  }
  for (std::size_t m = 0; m < static_cast<std::size_t>(from.nmeshes); ++m) {
    const unsigned int* part = &from.meshes[4 * m];  // first vertex, vertices, first triangle, triangles
    for (unsigned int t = 0; t < part[3]; ++t) {
      const unsigned char* corners = &from.tris[std::size_t{4} * (part[2] + t)];
      to.detail_triangles.push_back({part[0] + corners[0], part[0] + corners[1], part[0] + corners[2]});
      to.detail_polygon.push_back(static_cast<std::uint32_t>(m));
    }
  }
}

}  // namespace

PeerResult bake_here(const RecastInput& input, int runs, std::size_t memory_limit) {
  PeerResult out;
  out.grid_width = input.config.width;
  out.grid_height = input.config.height;
  RecastMemory memory(memory_limit);
  Log log;
  std::vector<double> cpu_seconds;
  try {
    for (int run = 0; run < runs; ++run) {
      if (memory.live() > 0) throw Stopped{text("Recast did not free ", bytes_text(memory.live()))};
      memory.reset_peak();
      const std::clock_t cpu_start = std::clock();
      const auto start = std::chrono::steady_clock::now();
      const Baked baked = bake_once(log, input, memory);
      out.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      cpu_seconds.push_back(static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
      out.peak_bytes = std::max(out.peak_bytes, memory.peak());
      if (run + 1 < runs) continue;
      take_polygons(input, *baked.polygons, out.mesh);
      take_detail(input, *baked.detail, out.mesh);
    }
    for (std::size_t p = 0; p < out.mesh.polygon_count(); ++p) out.area += plan_area(out.mesh, p);
    out.median_seconds = median(out.seconds);
    out.median_cpu_seconds = median(cpu_seconds);
    out.ok = true;
  } catch (const Stopped& stopped) {
    out.reason = stopped.reason;
  } catch (const RecastMemoryExceeded& over) {
    out.reason = text("Recast wanted to hold ", bytes_text(over.wanted), " and the limit is ",
                      bytes_text(memory_limit), "; take a larger cell or raise the limit");
  }
  out.warnings = log.lines;
  return out;
}

}  // namespace ambula::bench
