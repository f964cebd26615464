// The whole chain on scenes of a few shapes (shapes.h), for any agent and any settings: surface, links,
// navmesh, meshes of larger radii and paths exist, hold what they promise, and show neither order nor
// threads.
#include <algorithm>
#include <cmath>

#include "ambula/context.h"
#include "ambula/query.h"
#include "ambula/verify.h"
#include "ambula/verify_navmesh.h"
#include "core/text.h"
#include "fuzz/shapes.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

std::string_view as_text(std::span<const std::byte> input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

// AMBULA_FUZZ_STRICT=1 asks for properties that do not hold of every soup yet: on the surface, no edge
// with three faces and no T-junction where noise is about as large as the weld distance; no link that rises
// above the step by less than a tenth; no fillers of links over each other; no portal beside a ramp that
// rises above the step, because the ramp lies higher than the treads it stands for; and no area that differs
// from that of the raw triangles by more than rounding, where the soup was welded before the cut.
bool strict() {
  static const bool asked = std::getenv("AMBULA_FUZZ_STRICT") != nullptr;
  return asked;
}

Context& two_threads() {
  static Context context({.threads = 2});
  return context;
}

// The value of a result; ends the program where there is none.
template <class T>
T got(Result<T> result, std::string_view property) {
  if (!result) require(false, property, result.error().message);
  return std::move(*result);
}
void held(const Result<void>& result, std::string_view property) {
  require(result.has_value(), property, result ? std::string() : result.error().message);
}

std::string places(const std::vector<Vec3>& points) {
  std::string out;
  for (const Vec3 p : points) out += text(" (", p.x, " ", p.y, " ", p.z, ")");
  return out;
}

std::string told(const VerifyStructure& s) {
  return text("flipped ", s.flipped, ", bad neighbours ", s.bad_neighbours, ", bad borders ", s.bad_borders,
              ", overfull edges ", s.overfull_edges, ", unjoined ", s.unjoined, ", T-junctions ",
              s.t_junctions, ", pinched ", s.pinched, ", bad components ", s.bad_components, ", small left ",
              s.small_left, ", residual ", s.area_residual, ", difference ", s.area_difference, ", of ",
              s.area_tolerance, places(s.places));
}
std::string told(const VerifyLinksReport& r) {
  return text("obstructed ", r.obstructed, ", out of reach ", r.out_of_reach, ", used twice ", r.used_twice,
              places(r.places));
}
std::string told(const NavMeshStructure& s) {
  return text("not convex ", s.not_convex, ", without area ", s.without_area, ", bad portals ", s.bad_portals,
              ", unjoined ", s.unjoined, ", T-junctions ", s.t_junctions, ", overlaps ", s.overlaps,
              ", bad components ", s.bad_components, ", bad heights ", s.bad_heights, places(s.places));
}

struct Stages {
  Scene scene;
  Walkable walkable;
  Links links;
  NavMesh mesh;
};

Stages build(const ChainCase& one, Soup soup, Context* context) {
  Stages out;
  out.scene = got(make_scene(std::move(soup), {}, context), "a soup in another order is a scene too");
  out.walkable = got(extract_walkable(out.scene, one.agent, one.walkable, context), "there is a surface");
  out.links = got(find_links(out.walkable, out.scene, one.agent, one.links, context), "there are links");
  out.mesh = got(build_navmesh(out.walkable, out.links, out.scene, one.agent, one.navmesh, context),
                 "there is a navmesh");
  return out;
}

constexpr double kRounding = 1.5 * Lattice::kDefaultQuantum;  // metres

NavMeshStructure structure_of(const ChainCase& one, const Stages& s, double height_tolerance) {
  return got(verify_navmesh(s.scene, one.agent, one.walkable, s.walkable, &s.links, s.mesh,
                            {.samples = 1, .height_tolerance = height_tolerance}),
             "the navmesh can be verified")
      .structure;
}

void check_stages(const ChainCase& one, const Stages& s) {
  held(validate(s.walkable), "the surface is valid");
  const auto surface = got(verify_walkable(s.scene, one.agent, one.walkable, s.walkable, {.samples = 1}),
                           "the surface can be verified");
  VerifyStructure shape = surface.structure;
  if (!strict()) {
    shape.overfull_edges = shape.t_junctions = 0;
    shape.area_difference = 0;
  }
  require(shape.sound(), "the surface is sound:", told(surface.structure));
  held(validate(s.links, s.walkable), "the links are valid");
  const auto links =
      got(verify_links(s.scene, one.agent, one.links, s.walkable, s.links), "the links can be verified");
  require(links.obstructed + links.used_twice + (strict() ? links.out_of_reach : 0) == 0,
          "links are free and within reach:", told(links));
  held(validate(s.mesh), "the navmesh is valid");
  // Steps too narrow to be taken, or without room behind them, stay open. Seen with the heights' tolerance,
  // low ones are seams of one surface; within a rounding they are.
  const NavMeshStructure seams = structure_of(one, s, kRounding);
  NavMeshStructure structure = structure_of(one, s, one.navmesh.height_tolerance);
  structure.unjoined = seams.unjoined;
  structure.t_junctions = seams.t_junctions;
  if (!strict()) structure.overlaps = structure.bad_portals = 0;
  require(structure.sound(), "the navmesh is sound:", told(structure) + places(seams.places));
}

// A mesh without radius gives those of all radii.
void check_erosion(const ChainCase& one, const Stages& s) {
  if (one.agent.radius == 0) return;
  Agent thin = one.agent;
  thin.radius = 0;
  NavMeshParams params = one.navmesh;
  params.ledge_clearance.reset();
  const NavMesh whole =
      got(build_navmesh(s.walkable, s.links, s.scene, thin, params), "there is a mesh of radius 0");
  held(validate(whole), "the mesh of radius 0 is valid");
  const auto smaller = eroded(whole, one.agent.radius, one.navmesh.ledge_clearance);
  if (!smaller) return;  // a triangle that rises by more than the agent climbs, which is told
  held(validate(*smaller), "the eroded mesh is valid");
  require(navmesh_hash(*smaller) == navmesh_hash(s.mesh), "an eroded mesh is the one built with that radius");
}

void check_path(const Path& path, std::string_view name) {
  for (const Waypoint& p : path.points) {
    require(std::isfinite(p.at.x) && std::isfinite(p.at.y) && std::isfinite(p.at.z),
            "points are finite:", std::string(name));
  }
  require(path.status != PathStatus::invalid && path.status != PathStatus::no_start &&
              path.status != PathStatus::no_goal,
          "a path from and to places on the mesh has its ends:", text(name, " ", name_of(path.status)));
}

void check_queries(const ChainCase& one, const NavMesh& mesh) {
  Query query(mesh);
  Path way, shortest;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const auto from = query.random_point(2 * seed), to = query.random_point(2 * seed + 1);
    require(from.has_value() == (mesh.size() > 0), "a mesh with cells has points");
    if (!from || !to) return;
    require(query.nearest(from->at, {0.01, 0.01, 0.01}).has_value(), "a point of the mesh is near it");
    query.find_path_between(*from, *to, {}, way);
    query.find_shortest_between(*from, *to, {}, shortest);
    check_path(way, "find_path");
    check_path(shortest, "find_shortest");
    const bool joined = mesh.component[from->cell] == mesh.component[to->cell];
    require((way.status == PathStatus::complete) == joined,
            "what is joined has a path, what is not has none");
    require(way.status == shortest.status, "both searches agree on whether there is a path");
    require(!joined || shortest.length <= way.length + 1e-6 * (1 + way.length),
            "the shortest path is no longer:", text(shortest.length, " against ", way.length));
    if (one.agent.radius > 0) continue;
    const PathParams wide{.radius = 0.1};
    query.find_path(from->at, to->at, wide, way);
    query.find_shortest(from->at, to->at, wide, shortest);
  }
}

void check(const ChainCase& one) {
  if (!make_scene(soup_of(one), {})) return;  // nothing but degenerate triangles
  const Stages once = build(one, soup_of(one), nullptr);
  check_stages(one, once);
  check_queries(one, once.mesh);
  // The dearer half, by turns.
  if (one.triangles.size() / 2 % 2 == 0) return check_erosion(one, once);
  const Stages again = build(one, shuffled_soup_of(one, one.triangles.size()), &two_threads());
  require(scene_hash(once.scene) == scene_hash(again.scene), "order does not show in the scene");
  require(walkable_hash(once.walkable) == walkable_hash(again.walkable),
          "order and threads do not show in the surface");
  require(links_hash(once.links) == links_hash(again.links), "order and threads do not show in the links");
  require(navmesh_hash(once.mesh) == navmesh_hash(again.mesh),
          "order and threads do not show in the navmesh");
}

}  // namespace

bool accepts(std::span<const std::byte> input) {
  return make_scene(soup_of(read_case(as_text(input))), {}).has_value();
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula;
  fuzz::check(fuzz::read_case(fuzz::as_text(std::as_bytes(std::span(data, size)))));
  return 0;
}
