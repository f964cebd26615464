// What must not change when a scene is turned about its up axis: the parts of the navmesh, its flights, who
// reaches whom, and its area. Turning rounds every coordinate to other places of the lattice.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <set>
#include <utility>
#include <vector>

#include "ambula/import.h"
#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "ambula/query.h"
#include "bench/bench.h"
#include "bench/table.h"
#include "core/text.h"
#ifdef AMBULA_WITH_SCENES
#include "scenes/generate.h"
#endif

namespace ambula::bench {
namespace {

constexpr const char* kGenerated[] = {"stairs", "terrace-house", "town-house"};
constexpr const char* kReal[] = {"ifc_duplex", "dotrecast_house", "recast_dungeon", "threepf_tower"};
constexpr int kAngles = 24;
constexpr double kStep = 15, kOdd = 7.3;  // degrees between angles; every other one is off by the second
constexpr std::size_t kPlaces = 60;
constexpr double kArea = 0.001;  // share of the area that may change

struct Turned {
  std::uint32_t parts = 0;
  std::multiset<std::uint32_t> flights;  // by their steps
  double area = 0;
  std::vector<std::uint32_t> part_of;  // per place: NavMesh::kNone where there is no mesh
};

Vec3 turned(Vec3 p, double degrees) {
  const double angle = degrees * 3.14159265358979323846 / 180;
  const double c = degrees == 0 ? 1 : std::cos(angle), s = degrees == 0 ? 0 : std::sin(angle);
  return {p.x * c - p.y * s, p.x * s + p.y * c, p.z};
}

// The soup of a scene in its frame, z up.
Soup soup_of(const Scene& scene, double degrees) {
  Soup out;
  out.positions.reserve(scene.positions.size());
  for (const Vec3 p : scene.positions) out.positions.push_back(turned(p, degrees));
  out.triangles = scene.triangles;
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    out.triangle_object.push_back(scene.triangle_object[t].value);
    out.triangle_material.push_back(scene.triangle_material[t].value);
  }
  out.objects = scene.objects;
  out.materials = scene.materials;
  return out;
}

// Places spread evenly over the mesh, away from its borders.
std::vector<Vec3> places_on(const NavMesh& mesh) {
  constexpr double kAway = 0.05;  // metres
  Query query(mesh);
  std::vector<Vec3> out;
  for (std::uint64_t seed = 1; out.size() < kPlaces && seed < 100 * kPlaces; ++seed) {
    const auto place = query.random_point(seed);
    if (!place) break;
    if (!query.distance_to_wall(*place, kAway)) out.push_back(place->at);
  }
  return out;
}

Result<NavMesh> mesh_of(const Soup& soup, const Agent& agent, Turned& out, Context* context) {
  auto scene = make_scene(soup, {}, context);
  if (!scene) return fail(scene.error());
  auto walkable = extract_walkable(*scene, agent, {}, context);
  if (!walkable) return fail(walkable.error());
  auto links = find_links(*walkable, *scene, agent, {}, context);
  if (!links) return fail(links.error());
  auto mesh = build_navmesh(*walkable, *links, *scene, agent, {}, context);
  if (!mesh) return mesh;
  for (const Flight& flight : links->flights) out.flights.insert(flight.steps);
  out.parts = mesh->components;
  out.area = mesh->ideal_area;
  return mesh;
}

std::vector<std::uint32_t> parts_at(const NavMesh& mesh, const std::vector<Vec3>& places, double degrees,
                                    double step) {
  Query query(mesh);
  std::vector<std::uint32_t> out;
  for (const Vec3 p : places) {
    const auto place = query.nearest(turned(p, degrees), {0.1, 0.1, step});
    out.push_back(place ? mesh.component[place->cell] : NavMesh::kNone);
  }
  return out;
}

// Pairs of places that one mesh joins and the other does not.
struct Differences {
  std::size_t apart = 0, joined = 0, gone = 0;
  std::string example;
};
Differences compare(const std::vector<Vec3>& places, const Turned& straight, const Turned& other) {
  Differences out;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (other.part_of[i] == NavMesh::kNone) {
      ++out.gone;
      continue;
    }
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      if (other.part_of[j] == NavMesh::kNone) continue;
      const bool was = straight.part_of[i] == straight.part_of[j], is = other.part_of[i] == other.part_of[j];
      if (was == is) continue;
      ++(was ? out.apart : out.joined);
      const auto at = [&](std::size_t k) {
        return text(fixed_text(places[k].x, 2), ",", fixed_text(places[k].y, 2), ",",
                    fixed_text(places[k].z, 2));
      };
      if (out.example.empty()) out.example = text(at(i), " to ", at(j));
    }
  }
  return out;
}

std::string flights_text(const std::multiset<std::uint32_t>& flights) {
  std::string out;
  for (const std::uint32_t steps : flights) out += text(out.empty() ? "" : " ", steps);
  return out.empty() ? "-" : out;
}

// A scene at all angles; gives how many of them differ.
Result<std::size_t> turn_scene(const std::string& name, const Soup& soup, const Agent& agent, Table& table,
                               Context* context) {
  Turned straight;
  const auto first = mesh_of(soup, agent, straight, context);
  if (!first) return fail(first.error());
  const std::vector<Vec3> places = places_on(*first);
  straight.part_of = parts_at(*first, places, 0, agent.max_step);
  table.add({name, "0", text(straight.parts), flights_text(straight.flights), "", "", "",
             fixed_text(straight.area, 2), ""});
  std::size_t differ = 0;
  for (int k = 1; k < kAngles; ++k) {
    const double degrees = k * kStep + (k % 2 == 1 ? kOdd : 0);
    Soup other = soup;
    for (Vec3& p : other.positions) p = turned(p, degrees);
    Turned it;
    const auto mesh = mesh_of(other, agent, it, context);
    if (!mesh) return fail(mesh.error());
    it.part_of = parts_at(*mesh, places, degrees, agent.max_step);
    const Differences d = compare(places, straight, it);
    const double off = straight.area > 0 ? it.area / straight.area - 1 : 0;
    const bool same = it.parts == straight.parts && it.flights == straight.flights && d.apart == 0 &&
                      d.joined == 0 && d.gone == 0 && std::abs(off) <= kArea;
    differ += same ? 0 : 1;
    table.add({name, fixed_text(degrees, 1), text(it.parts), flights_text(it.flights), text(d.apart),
               text(d.joined), text(d.gone), text(fixed_text(100 * off, 3), " %"), same ? "" : "DIFFERS",
               d.example});
  }
  return differ;
}

Result<std::vector<std::pair<std::string, Soup>>> soups_of(const BenchArgs& args, Context* context) {
  std::vector<std::pair<std::string, Soup>> out;
  const bool chosen = !args.scenes.empty();
#ifdef AMBULA_WITH_SCENES
  for (const char* name : kGenerated) {
    if (chosen) break;
    auto made = scenes::generate(name, {});
    if (!made) return fail(made.error());
    out.push_back({name, std::move(made->soup)});
  }
#endif
  if (!chosen && args.folder.empty()) return out;
  auto files = list_scenes(args);
  if (!files) return fail(files.error());
  for (const BenchScene& file : *files) {
    const bool wanted = chosen || std::find(std::begin(kReal), std::end(kReal), file.name) != std::end(kReal);
    if (!wanted) continue;
    auto scene = import_scene(file.file, {.up = file.up, .unit = file.unit}, context);
    if (!scene) return fail(scene.error());
    out.push_back({file.name, soup_of(*scene, 0)});
  }
  return out;
}

}  // namespace

Result<void> bench_rotations(const BenchArgs& args, std::ostream& out, Context* context) {
  if (auto ok = check_args(args); !ok) return ok;
  auto soups = soups_of(args, context);
  if (!soups) return fail(soups.error());
  std::size_t differ = 0;
  for (const auto& [name, soup] : *soups) {
    Table table({{"scene"},
                 {"degrees", Align::right},
                 {"parts", Align::right},
                 {"flights"},
                 {"apart", Align::right},
                 {"joined", Align::right},
                 {"gone", Align::right},
                 {"area", Align::right},
                 {""}});
    const auto found = turn_scene(name, soup, args.agent, table, context);
    if (!found) return fail(found.error());
    if (context && context->cancelled()) return cancelled_failure("bench rotations");
    differ += *found;
    table.print(out);
    out << text(name, ": ", *found, " of ", kAngles - 1, " angles differ\n\n");
    out.flush();
  }
  out << text("in all ", differ, " differ\n");
  return {};
}

}  // namespace ambula::bench
