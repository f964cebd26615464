#include "path_report.h"

#include <cstdio>

#include "core/text.h"

namespace ambula::cli {
namespace {

constexpr double kArcTolerance = 0.002;  // metres between an arc and what is drawn

std::string name_of(const PathStretch& stretch, const NavMesh& mesh, const std::vector<UserLink>& links) {
  if (stretch.link != NavMesh::kNone) {
    const std::string& name = links[stretch.link].name;
    return name.empty() ? text("link ", stretch.link) : name;
  }
  std::string out = ambula::name_of(stretch.kind);
  if (stretch.flight != NavMesh::kNone) out += text(" of flight ", stretch.flight);
  if (stretch.area_type != 0) out += text(" (", mesh.areas[stretch.area_type], ")");
  return out;
}

}  // namespace

std::string sentence_of(PathStatus status) {
  switch (status) {
    case PathStatus::complete:
      return "the goal is reached";
    case PathStatus::partial:
      return "the goal is not reached; this leads to the point nearest to it";
    case PathStatus::no_start:
      return "there is no mesh near the start; ambula why says the reason";
    case PathStatus::no_goal:
      return "there is no mesh near the goal; ambula why says the reason";
    case PathStatus::unreachable:
      return "no path leads from the start to the goal; --partial leads as near as it gets";
    case PathStatus::cancelled:
      return "cancelled";
    case PathStatus::out_of_budget:
      return "the search was given up: more expansions than --budget";
    case PathStatus::invalid:
      return "a coordinate, radius or cost makes no sense; a radius above the mesh's own needs a mesh built "
             "with --radius 0";
  }
  return "unknown";
}

void draw_path(Draw& draw, const Path& path, double lift) {
  draw.layer("path");
  const Color line{210, 30, 60}, mark{120, 0, 30};
  const std::vector<Vec3> points = polyline(path, kArcTolerance);
  const Vec3 up{0, 0, lift};
  for (std::size_t i = 1; i < points.size(); ++i) draw.edge(points[i - 1] + up, points[i] + up, line, 3);
  for (const Waypoint& p : path.points) draw.point(p.at + up, mark, 6);
}

void print_path(const Path& path, const NavMesh& mesh, const std::vector<UserLink>& links,
                const Frame& frame) {
  std::printf("%s: %.3f m, %.3f m along the surface\n", ambula::name_of(path.status), path.length,
              path.length_3d);
  for (const Waypoint& p : path.points) {
    const Vec3 at = frame.to_input(p.at);
    std::printf("  %.10g,%.10g,%.10g", at.x, at.y, at.z);
    if (p.turn != 0) {
      const Vec3 c = frame.to_input(p.centre);
      std::printf("  then %s around %.10g,%.10g,%.10g", p.turn > 0 ? "left" : "right", c.x, c.y, c.z);
    }
    std::printf("\n");
  }
  std::printf("crosses\n");
  for (const PathStretch& stretch : path.stretches) {
    std::printf("  %-24s %9.3f m%s\n", name_of(stretch, mesh, links).c_str(), stretch.length,
                stretch.along_gap ? "  along a gap, further than its width" : "");
  }
}

Json to_json(const Path& path, const NavMesh& mesh, const std::vector<UserLink>& links, const Frame& frame) {
  Json points = Json::array(), stretches = Json::array();
  for (const Waypoint& p : path.points) {
    Json one{{"at", to_json(frame.to_input(p.at))}, {"cell", p.cell}};
    if (p.link != NavMesh::kNone) one["link"] = p.link;
    if (p.turn != 0) one["arc"] = {{"centre", to_json(frame.to_input(p.centre))}, {"turn", p.turn}};
    points.push_back(std::move(one));
  }
  for (const PathStretch& s : path.stretches) {
    Json one{{"kind", s.link == NavMesh::kNone ? ambula::name_of(s.kind) : "link"},
             {"area", mesh.areas[s.area_type]},
             {"length", s.length},
             {"first_cell", s.first_cell},
             {"cells", s.cells}};
    if (s.flight != NavMesh::kNone) one["flight"] = s.flight;
    if (s.link != NavMesh::kNone) one["link"] = name_of(s, mesh, links);
    if (s.along_gap) one["along_gap"] = true;
    stretches.push_back(std::move(one));
  }
  return {{"status", ambula::name_of(path.status)},
          {"length", path.length},
          {"length_3d", path.length_3d},
          {"cost", path.cost},
          {"expansions", path.expansions},
          {"points", std::move(points)},
          {"cells", path.cells},
          {"stretches", std::move(stretches)}};
}

}  // namespace ambula::cli
