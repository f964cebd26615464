#include "navmesh_check.h"

#include <cstdio>

#include "core/text.h"

namespace ambula::cli {
namespace {

Json soundness_json(const NavMeshSoundness& s) {
  return {{"samples", s.samples}, {"unsound", s.unsound},   {"cylinder", s.cylinder},
          {"adrift", s.adrift},   {"enclosed", s.enclosed}, {"floating", s.floating}};
}

Json structure_json(const NavMeshStructure& s, const Frame& frame) {
  Json places = Json::array();
  for (const Vec3& place : s.places) places.push_back(to_json(frame.to_input(place)));
  return {{"sound", s.sound()},
          {"not_convex", s.not_convex},
          {"without_area", s.without_area},
          {"bad_portals", s.bad_portals},
          {"unjoined", s.unjoined},
          {"t_junctions", s.t_junctions},
          {"overlaps", s.overlaps},
          {"bad_components", s.bad_components},
          {"bad_heights", s.bad_heights},
          {"places", places}};
}

// ", 12 UNSOUND (0.01 %)" for what is there.
std::string share_text(std::uint64_t count, std::uint64_t of, const char* what) {
  if (count == 0) return "";
  char share[32];
  std::snprintf(share, sizeof(share), "%.3g", 100 * static_cast<double>(count) / static_cast<double>(of));
  return text(", ", grouped(count), what, " (", share, " %)");
}

void print_soundness(const char* where, const NavMeshSoundness& s) {
  if (s.samples == 0) {
    std::printf("%-9s no cells\n", where);
    return;
  }
  std::string line = share_text(s.unsound, s.samples, " UNSOUND");
  line += share_text(s.adrift, s.samples, " ADRIFT");
  line += share_text(s.enclosed, s.samples, " INSIDE A SOLID");
  line += share_text(s.floating, s.samples, " FLOATING");
  if (line.empty()) line = ", all sound";
  line += share_text(s.cylinder, s.samples, " where a plain cylinder would touch");
  std::printf("%-9s %s samples%s\n", where, grouped(s.samples).c_str(), line.c_str());
}

void print_structure(const NavMeshStructure& s) {
  const std::pair<std::uint64_t, const char*> faults[] = {
      {s.not_convex, " cells not convex"},     {s.without_area, " cells without area"},
      {s.bad_portals, " bad portals"},         {s.unjoined, " sides not joined"},
      {s.t_junctions, " T-junctions"},         {s.overlaps, " overlaps"},
      {s.bad_components, " wrong components"}, {s.bad_heights, " height meshes that do not cover"}};
  std::string found;
  for (const auto& [count, what] : faults) {
    if (count > 0) found += text(found.empty() ? "" : ", ", grouped(count), what);
  }
  std::printf("navmesh   structure %s\n", found.empty() ? "sound" : found.c_str());
}

std::string point_text(Vec3 p) {
  char buffer[96];
  std::snprintf(buffer, sizeof(buffer), "%.10g,%.10g,%.10g", p.x, p.y, p.z);
  return buffer;
}

std::string detail_text(const NavMeshPlace& place) {
  char distance[32];
  std::snprintf(distance, sizeof(distance), "%.4g", place.distance);
  switch (place.fault) {
    case NavMeshFault::unsound:
      return text(": ", place.object.empty() ? "something" : place.object, " ", distance, " m away");
    case NavMeshFault::floating:
      return text(": ", distance, " m off the surface");
    case NavMeshFault::missing:
      return text(": the next cell is ", distance, " m away");
    case NavMeshFault::walker:
      return text(": a walker fits, the next cell is ", distance, " m away; ", place.reason);
    case NavMeshFault::adrift:
    case NavMeshFault::enclosed:
      break;
  }
  return "";
}

}  // namespace

Json to_json(const VerifyNavMeshReport& report, const Frame& frame) {
  Json places = Json::array();
  for (const NavMeshPlace& place : report.places) {
    Json entry{{"fault", name_of(place.fault)},
               {"point", to_json(frame.to_input(place.point))},
               {"distance", place.distance}};
    if (!place.object.empty()) entry["object"] = place.object;
    if (!place.reason.empty()) entry["reason"] = place.reason;
    places.push_back(entry);
  }
  const NavMeshCompleteness& s = report.surface;
  const WalkerCompleteness& w = report.walker;
  return {{"passed", report.passed()},
          {"unsound_percent", report.unsound_share()},
          {"cylinder_percent", report.cylinder_share()},
          {"missing_percent", report.missing_share()},
          {"missing_allowed_percent", report.missing_allowed},
          {"cells", soundness_json(report.area)},
          {"borders", soundness_json(report.borders)},
          {"surface",
           {{"samples", s.samples},
            {"free", s.free},
            {"missing", s.missing},
            {"dropped", s.dropped},
            {"off", s.off}}},
          {"walker",
           {{"samples", w.samples},
            {"fits", w.fits},
            {"missing", w.missing},
            {"dropped", w.dropped},
            {"enclosed", w.enclosed},
            {"missing_area", report.walker_missing_area()},
            {"missing_percent", report.walker_missing_share()},
            {"allowed_percent", report.walker_allowed}}},
          {"cell_area", report.cell_area},
          {"surface_area", report.surface_area},
          {"ground_area", report.ground_area},
          {"structure", structure_json(report.structure, frame)},
          {"places", places}};
}

namespace {

void print_walker(const VerifyNavMeshReport& report) {
  const WalkerCompleteness& w = report.walker;
  if (w.samples == 0) return;
  const bool enough = report.walker_missing_share() <= report.walker_allowed;
  std::string line = share_text(w.missing, w.fits, enough ? " missing" : " MISSING");
  if (line.empty()) line = ", all covered";
  char area[32];
  std::snprintf(area, sizeof(area), "%.3g", report.walker_missing_area());
  if (w.missing > 0) line += text(", about ", area, " m2");
  line += share_text(w.dropped, w.fits, " left out as small");
  line += share_text(w.enclosed, w.fits, " inside a solid");
  std::printf("walker    fits at %s of %s samples%s\n", grouped(w.fits).c_str(), grouped(w.samples).c_str(),
              line.c_str());
}

}  // namespace

void print(const VerifyNavMeshReport& report, const Frame& frame) {
  print_soundness("cells", report.area);
  print_soundness("borders", report.borders);
  const NavMeshCompleteness& s = report.surface;
  const bool enough = report.missing_share() <= report.missing_allowed;
  std::string line = share_text(s.missing, s.free, enough ? " missing" : " MISSING");
  if (line.empty()) line = ", all covered";
  line += share_text(s.dropped, s.free, " left out as small");
  line += share_text(s.off, s.free, " further off in height than the tolerance");
  std::printf("coverage  %s of %s samples free%s\n", grouped(s.free).c_str(), grouped(s.samples).c_str(),
              line.c_str());
  print_walker(report);
  print_structure(report.structure);
  for (const Vec3& place : report.structure.places)
    std::printf("  at %s\n", point_text(frame.to_input(place)).c_str());
  for (const NavMeshPlace& place : report.places) {
    std::printf("  %-8s at %s%s\n", name_of(place.fault), point_text(frame.to_input(place.point)).c_str(),
                detail_text(place).c_str());
  }
}

}  // namespace ambula::cli
