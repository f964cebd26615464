// Checks a navmesh against the raw triangles, by brute force and by nothing its construction uses.
//
//   auto report = verify_navmesh(scene, agent, walkable_params, walkable, &links, mesh, {.samples =
//   100'000}); if (report && !report->passed()) for (const NavMeshPlace& p : report->places) print(p.point,
//   p.object);
//
// Sound: at points of the cells, their corners and their borders, nothing is in the way of a body. Over every
// q closer than radius - 5 mm to p = (x, y, z) in plan, no raw triangle lies above max(g, z) + step and below
// min(g, z) + height; g is the ground over q nearest to z within step + radius * tan(max slope), else z. The
// plain cylinder (g = z everywhere) is counted beside. A point must also lie on the walkable surface or a
// filler, no further from it than the height tolerance, over a flight's ramp than a step.
//
// Complete: at points of the walkable surface and of fillers that are free, a cell is there within a step.
// Free is a point whose disc of radius + 1 cm is free as above and lies all on the surface, as far as that is
// joined within the disc and no further from z than said of g. Left out are patches the mesh lists as
// dropped: where points that miss a cell lie together around listed ones and are, as far as chance can tell,
// no more than the listed area.
//
// Complete in the walker's sense: at points of the raw ground where a walker fits, a cell is there within a
// step, or within the border tolerance in plan. This asks no surface, no border and no joint. A walker fits
// where no raw triangle lies within radius + 1 cm in plan, higher than z + step and lower than z + height,
// and where over all of that disc the highest of what lies within a step of z is ground. Gaps that a foot
// spans do not count, in the ground or where something low and steep lies on it: those below a sixth of the
// radius (5 cm), and none above a third of it or above max_gap.
// Something low on the ground (a kerb, a cable, a crossbar) is in nobody's way. Left out are listed patches
// as above, faces the surface lists as small, and faces it lists as enclosed where rays leave
// more solids than they enter.
//
// Heights within the band of the step and of the height are not judged. What sampling cannot see (convexity,
// portals, T-junctions, overlaps) is checked on the arrays, exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/navmesh.h"
#include "ambula/params/walkable.h"
#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"
#include "ambula/vec.h"

namespace ambula {

struct VerifyNavMeshParams {
  std::uint64_t samples = 100'000;  // each way: on the cells and on the surface; 1 .. 10^10
  std::uint64_t seed = 1;
  double band = 0.001;             // metres of height not judged; 0.0001 .. 0.1, and no less than 10 quanta
  double height_tolerance = 0.05;  // metres between a cell and the surface it stands for; 0 .. 10
  double further = 0;              // metres the mesh keeps from borders beyond the radius; 0 .. 100
  // Percent of the free points that may miss a cell: simplified borders move inwards. 0 .. 100.
  double missing_allowed = 0;
  double border_tolerance = 0.02;  // metres in plan to the nearest cell that count as none; 0 .. 1
  // Percent of the points where a walker fits that may miss a cell. 0 .. 100; at 100 nothing fails by it.
  double walker_allowed = 100;
  std::size_t places = 10;  // of each fault that are reported, at most
};

enum class NavMeshFault : std::uint8_t {
  unsound,   // something is in the way
  adrift,    // a cell where no walkable surface is
  enclosed,  // the same, inside a solid
  floating,  // a cell above or below the surface
  missing,   // free, but no cell
  walker,    // a walker fits, but no cell
};
[[nodiscard]] const char* name_of(NavMeshFault fault) noexcept;  // "unsound"

struct NavMeshPlace {
  NavMeshFault fault = NavMeshFault::unsound;
  Vec3 point;           // metres, z up
  double distance = 0;  // metres: unsound: in plan, to what is in the way; floating: in height, to the
                        // surface; missing: in plan, to the nearest cell within a step (12.8: none so close)
  std::string object;   // unsound: what is in the way
  std::string reason;   // walker: a sentence on what the surface has there
};

struct NavMeshSoundness {
  std::uint64_t samples = 0;
  std::uint64_t unsound = 0;
  std::uint64_t cylinder = 0;  // where something is in the way of the plain cylinder; no fault
  std::uint64_t adrift = 0, enclosed = 0, floating = 0;

  [[nodiscard]] std::uint64_t faults() const { return unsound + adrift + enclosed + floating; }
  friend bool operator==(const NavMeshSoundness&, const NavMeshSoundness&) = default;
};

struct NavMeshCompleteness {
  std::uint64_t samples = 0;
  std::uint64_t free = 0;     // of them; the others are not asked for
  std::uint64_t missing = 0;  // of the free ones
  std::uint64_t dropped = 0;  // of the free ones: no cell, but a patch listed as dropped
  std::uint64_t off = 0;      // of the free ones: a cell, but further off than the height tolerance; no fault

  friend bool operator==(const NavMeshCompleteness&, const NavMeshCompleteness&) = default;
};

// By the walker's rule; all zero for an agent without a radius.
struct WalkerCompleteness {
  std::uint64_t samples = 0;   // points of the raw ground, uniform by plan area
  std::uint64_t fits = 0;      // of them; the others are not asked for
  std::uint64_t missing = 0;   // of those where a walker fits
  std::uint64_t dropped = 0;   // likewise: no cell, but listed as small or unreachable
  std::uint64_t enclosed = 0;  // likewise: no cell, but listed as enclosed, and inside a solid

  friend bool operator==(const WalkerCompleteness&, const WalkerCompleteness&) = default;
};

// What must hold of the arrays; each a count of elements that break it.
struct NavMeshStructure {
  std::uint64_t not_convex = 0;    // cells that turn right somewhere, or around more than once
  std::uint64_t without_area = 0;  // cells without area in plan, or clockwise
  std::uint64_t bad_portals = 0;   // sides whose portal does not return, has other ends, or rises too much
  std::uint64_t unjoined = 0;      // sides that are two cells' border between the same ends, nothing between
  std::uint64_t t_junctions = 0;   // sides that run along another cell's border between other ends
  std::uint64_t overlaps = 0;      // pairs of cells over each other, less than a step apart
  std::uint64_t bad_components = 0;  // cells whose component is not the one reached over portals
  std::uint64_t bad_heights = 0;     // cells whose height triangles do not cover them
  std::vector<Vec3> places;          // of the above, up to 10, metres, z up

  [[nodiscard]] bool sound() const {
    return not_convex + without_area + bad_portals + unjoined + t_junctions + overlaps + bad_components +
               bad_heights ==
           0;
  }
};

struct VerifyNavMeshReport {
  NavMeshSoundness area;     // points of the cells, uniform by plan area
  NavMeshSoundness borders;  // corners, and points along borders
  NavMeshCompleteness surface;
  WalkerCompleteness walker;
  double missing_allowed = 0, walker_allowed = 100;         // percent, as it was asked for
  double cell_area = 0, surface_area = 0, ground_area = 0;  // m² in plan, computed anew
  NavMeshStructure structure;
  // The worst of every kind, up to VerifyNavMeshParams::places each: unsound ones by how close something is,
  // floating ones by how far they are off, missing ones (by either rule) by how far the next cell is.
  std::vector<NavMeshPlace> places;

  [[nodiscard]] bool passed() const {
    return area.faults() + borders.faults() == 0 && missing_share() <= missing_allowed &&
           walker_missing_share() <= walker_allowed && structure.sound();
  }
  // Percent.
  [[nodiscard]] double unsound_share() const { return share(area.unsound, area.samples); }
  [[nodiscard]] double cylinder_share() const { return share(area.cylinder, area.samples); }
  [[nodiscard]] double missing_share() const { return share(surface.missing, surface.free); }
  [[nodiscard]] double walker_missing_share() const { return share(walker.missing, walker.fits); }
  // m² in plan, estimated.
  [[nodiscard]] double walker_missing_area() const {
    return ground_area * share(walker.missing, walker.samples) / 100;
  }

 private:
  static double share(std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  }
};

// `links` may be null where the mesh was built without. The same report for the same seed, whatever the
// number of threads. Errors: parameters out of range, values whose arrays do not fit each other, cancelled.
[[nodiscard]] Result<VerifyNavMeshReport> verify_navmesh(const Scene& scene, const Agent& agent,
                                                         const WalkableParams& walkable_params,
                                                         const Walkable& walkable, const Links* links,
                                                         const NavMesh& mesh,
                                                         const VerifyNavMeshParams& params = {},
                                                         Context* context = nullptr);

}  // namespace ambula
