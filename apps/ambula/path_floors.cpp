// A point of a path is seen from above, under a cut, when the cut is above the point and below the next thing
// over it. So every sample of the path has an interval of cuts, and a floor is a set of samples whose
// intervals have a height in common.
#include "path_floors.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "stages.h"

namespace ambula::cli {
namespace {

constexpr double kSpacing = 0.25;           // metres between samples
constexpr std::size_t kMostSamples = 1000;  // then they stand further apart
constexpr double kPathLift = 0.1;       // metres; the mesh lies up to its height tolerance below the ground
constexpr double kBelowCeiling = 0.02;  // metres the cut stays below what would hide the path
constexpr double kChest = 1.3;          // metres above a level floor where an architect cuts a plan
constexpr double kBelowFloor = 0.3;     // metres below the path that still belong to its floor
constexpr double kThinLine = 1;         // pixels; portals are thinner
constexpr Color kLine{200, 20, 50}, kStart{20, 130, 60}, kGoal{200, 20, 50}, kPassage{110, 50, 160};

struct Sample {
  Vec3 at;
  double ceiling = std::numeric_limits<double>::infinity();
};

std::vector<Sample> samples_of(const std::vector<Vec3>& path) {
  double all = 0;
  for (std::size_t i = 1; i < path.size(); ++i) all += length(path[i] - path[i - 1]);
  const double spacing = std::max(kSpacing, all / static_cast<double>(kMostSamples));
  std::vector<Sample> out;
  if (!path.empty()) out.push_back({path.front()});
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec3 d = path[i] - path[i - 1];
    const int parts = std::max(1, static_cast<int>(std::ceil(length(d) / spacing)));
    for (int k = 1; k <= parts; ++k)
      out.push_back({k == parts ? path[i] : path[i - 1] + d * (double(k) / parts)});
  }
  return out;
}

// The height of a triangle over or under a place, where it is there and not upright.
std::optional<double> height_at(const std::array<Vec3, 3>& t, Vec3 p) {
  const auto area = [](Vec3 a, Vec3 b, Vec3 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  };
  const double whole = area(t[0], t[1], t[2]);
  if (!(std::abs(whole) > 1e-12)) return std::nullopt;
  const double a = area(p, t[1], t[2]) / whole, b = area(t[0], p, t[2]) / whole, c = 1 - a - b;
  if (a < 0 || b < 0 || c < 0) return std::nullopt;
  return a * t[0].z + b * t[1].z + c * t[2].z;
}

void find_ceilings(std::vector<Sample>& samples, const Scene& scene, double height) {
  Box3 around;
  for (const Sample& s : samples) around.add(s.at);
  for (std::size_t i = 0; i < scene.triangles.size(); ++i) {
    const TriangleId id{i};
    const std::array<Vec3, 3> t{scene.corner(id, 0), scene.corner(id, 1), scene.corner(id, 2)};
    Box3 box;
    for (const Vec3 p : t) box.add(p);
    if (box.max.x < around.min.x || box.min.x > around.max.x || box.max.y < around.min.y ||
        box.min.y > around.max.y || box.max.z < around.min.z) {
      continue;
    }
    for (Sample& s : samples) {
      if (s.at.x < box.min.x || s.at.x > box.max.x || s.at.y < box.min.y || s.at.y > box.max.y) continue;
      const auto z = height_at(t, s.at);
      if (z && *z > s.at.z + height / 2) s.ceiling = std::min(s.ceiling, *z);
    }
  }
}

// Whether one cut shows the floor and the sample.
bool fits(const PathFloor& floor, const Sample& s) {
  return std::max(floor.highest, s.at.z) + kPathLift < std::min(floor.ceiling, s.ceiling) - kBelowCeiling;
}

void mark(Draw& draw, Vec3 at, Color color, const std::string& word, double shift) {
  draw.point(at, color, 12);
  draw.label(at + Vec3{0, shift, 0}, word, color);
}

}  // namespace

std::optional<double> PathFloor::cut() const {
  if (std::isinf(ceiling)) return std::nullopt;
  return std::max(std::min(highest + kChest, ceiling - kBelowCeiling), highest + kPathLift);
}

std::vector<PathFloor> floors_of(const std::vector<Vec3>& path, const Scene& scene, double height) {
  std::vector<Sample> samples = samples_of(path);
  find_ceilings(samples, scene, height);
  std::vector<PathFloor> out;
  std::size_t now = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& s = samples[i];
    if (out.empty() || !fits(out[now], s)) {
      const std::optional<std::size_t> before = out.empty() ? std::nullopt : std::optional(now);
      now = static_cast<std::size_t>(
          std::find_if(out.begin(), out.end(), [&](const PathFloor& floor) { return fits(floor, s); }) -
          out.begin());
      if (now == out.size()) out.emplace_back();
      PathFloor::Run run{{}, before, {}};
      if (before) {
        out[*before].runs.back().to = now;
        run.points.push_back(samples[i - 1].at);
      }
      out[now].runs.push_back(std::move(run));
    }
    PathFloor& floor = out[now];
    floor.runs.back().points.push_back(s.at);
    floor.lowest = std::min(floor.lowest, s.at.z);
    floor.highest = std::max(floor.highest, s.at.z);
    floor.ceiling = std::min(floor.ceiling, s.ceiling);
  }
  return out;
}

Draw draw_floor(const std::vector<PathFloor>& floors, std::size_t number, const Scene& scene,
                const NavMesh& mesh, NavMeshColors colors) {
  Draw draw;
  draw_scene(draw, scene, kPlain);
  Draw cells;
  draw_navmesh(cells, mesh, kLift, colors);
  const double lowest = floors.empty() ? -std::numeric_limits<double>::infinity() : floors[number].lowest;
  draw.layer("navmesh");
  for (const Draw::Face& face : cells.faces) {
    const auto corners = std::span(cells.corners).subspan(face.first, face.count);
    const bool below =
        std::all_of(corners.begin(), corners.end(), [&](Vec3 p) { return p.z < lowest - kBelowFloor; });
    if (!below) draw.polygon(corners, face.fill);
  }
  for (const Draw::Edge& e : cells.edges) {
    if (e.width >= kThinLine && std::max(e.a.z, e.b.z) >= lowest - kBelowFloor)
      draw.edge(e.a, e.b, e.color, kThinLine);
  }
  const Box3 extent = draw.extent();
  const double shift = 0.02 * std::max(extent.size().x, extent.size().y);
  // Every floor's picture has the same bounds, so the same place stands at the same spot.
  for (const Vec3 corner : {extent.min, Vec3{extent.max.x, extent.max.y, extent.min.z}})
    draw.point(corner, Color{0, 0, 0, 0}, 1);
  if (floors.empty()) return draw;
  draw.layer("path");
  const Vec3 up{0, 0, kPathLift};
  for (const PathFloor::Run& run : floors[number].runs) {
    for (std::size_t i = 1; i < run.points.size(); ++i)
      draw.edge(run.points[i - 1] + up, run.points[i] + up, kLine, 3);
  }
  for (const PathFloor::Run& run : floors[number].runs) {
    if (run.from) mark(draw, run.points.front() + up, kPassage, text("from ", *run.from + 1), shift);
    if (run.to) mark(draw, run.points.back() + up, kPassage, text("to ", *run.to + 1), shift);
    if (!run.from) mark(draw, run.points.front() + up, kStart, "start", shift);
    if (!run.to) mark(draw, run.points.back() + up, kGoal, "goal", shift);
  }
  if (floors.size() > 1) {
    draw.layer("title");
    draw.label({extent.center().x, extent.max.y + 2 * shift, extent.min.z},
               text("floor ", number + 1, " of ", floors.size()), Color{38, 42, 54});
  }
  return draw;
}

}  // namespace ambula::cli
