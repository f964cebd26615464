// Checks a walkable surface against the raw triangles, by brute force and by nothing the extraction uses.
//
//   Result<VerifyReport> report = verify_walkable(scene, agent, params, walkable, {.samples = 1'000'000});
//   if (report && !report->passed()) for (const VerifyPlace& place : report->places) print(place.point);
//
// Points are drawn by plan area from the ground and from the surface. Each is judged on the scene's doubles:
// walkable where no other ground lies between 0 and the agent's height above and nothing else between 1 mm
// and that height. Agreement is expected everywhere but within the band of a place where the answer changes.
// What sampling cannot see (joints, T-junctions, areas, walls without width) is checked on the arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/links.h"
#include "ambula/params/walkable.h"
#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"
#include "ambula/vec.h"

namespace ambula {

struct VerifyParams {
  std::uint64_t samples = 100'000;  // each way: on the ground and on the surface; 1 .. 10^10
  std::uint64_t seed = 1;
  double band = 0.001;  // metres around a change of the answer that are not judged; 0.0001 .. 0.1, and no
                        // less than 10 quanta
};

enum class Disagreement : std::uint8_t {
  missing,  // walkable, but the surface is not there
  extra,    // the surface is there, but that is not walkable, or no ground
  doubled,  // the surface is there twice
  crossed,  // the surface goes through a wall, vertical or leaning
};
[[nodiscard]] const char* name_of(Disagreement kind) noexcept;  // "missing"

// samples = agreed + the rest.
struct VerifyCounts {
  std::uint64_t samples = 0;
  std::uint64_t agreed = 0;
  std::uint64_t missing = 0, extra = 0, doubled = 0, crossed = 0;  // nothing explains these
  std::uint64_t undecidable = 0;  // disagree, within the band of a change of the answer or at the slope limit
  std::uint64_t closed = 0;       // disagree, where the surface says it closed a crack
  std::uint64_t enclosed = 0, small = 0;  // disagree, where the surface says it left a part out, and why

  [[nodiscard]] std::uint64_t unexplained() const { return missing + extra + doubled + crossed; }
  friend bool operator==(const VerifyCounts&, const VerifyCounts&) = default;
};

struct VerifyPlace {
  Disagreement kind = Disagreement::missing;
  Vec3 point;                // metres, z up
  double reach = 0;          // metres around the point (at least) where it is the same
  std::string expected;      // a sentence
  std::string above;         // object of the next triangle above, where there is one
  double above_height = -1;  // metres up to it; below 0: nothing above
};

// What must hold of the arrays; each a count of elements that break it.
struct VerifyStructure {
  std::uint64_t flipped = 0;  // faces not counter-clockwise from above, or without area in plan
  std::uint64_t bad_neighbours =
      0;  // edges whose neighbour does not exist, or does not share or return the edge
  std::uint64_t bad_borders = 0;     // edges with a border kind and a neighbour, or with neither
  std::uint64_t overfull_edges = 0;  // edges with more than one face on one side
  std::uint64_t unjoined = 0;        // ledges along which another face continues the surface
  std::uint64_t t_junctions = 0;     // corners inside a ledge along which their own border runs
  std::uint64_t pinched = 0;         // vertices that are the middle of several fans, or of none
  std::uint64_t bad_components = 0;  // faces whose component is not the one reached over neighbours
  std::uint64_t small_left = 0;      // components below the least area
  std::vector<Vec3> places;          // of the above, up to 10, metres, z up
  std::uint64_t touching = 0;        // corners that touch a ledge in one point: no fault

  // Square metres in plan, computed anew; scene doubles and faces.
  double ground_area = 0, walkable_area = 0;
  double border_length = 0;    // metres in plan
  double area_residual = 0;    // |ground - (blocked + duplicate + enclosed + small + walkable - closed)|
  double area_difference = 0;  // the largest between an area told and the same computed anew
  double area_tolerance = 0;   // what the rounding of corners to the lattice may cost

  [[nodiscard]] bool balanced() const {
    return area_residual <= area_tolerance && area_difference <= area_tolerance;
  }
  [[nodiscard]] bool sound() const {
    return flipped + bad_neighbours + bad_borders + overfull_edges + unjoined + t_junctions + pinched +
                   bad_components + small_left ==
               0 &&
           balanced();
  }
};

struct VerifyReport {
  VerifyCounts ground;   // drawn from the ground: is the surface where it should be?
  VerifyCounts surface;  // drawn from the surface: should it be there?
  VerifyCounts walls;    // drawn from steep triangles by length in plan: does the surface end there?
  double missing_area = 0, extra_area = 0;  // m² in plan, estimated
  double band = 0;                          // metres, as used
  std::vector<VerifyPlace> places;          // the worst disagreements, up to 10
  VerifyStructure structure;

  [[nodiscard]] std::uint64_t unexplained() const {
    return ground.unexplained() + surface.unexplained() + walls.unexplained();
  }
  [[nodiscard]] bool passed() const { return unexplained() == 0 && structure.sound(); }
};

// The same report for the same seed, whatever the number of threads. Errors: parameters out of range, a
// surface whose arrays do not fit each other or the scene, cancelled.
[[nodiscard]] Result<VerifyReport> verify_walkable(const Scene& scene, const Agent& agent,
                                                   const WalkableParams& walkable_params,
                                                   const Walkable& walkable, const VerifyParams& params = {},
                                                   Context* context = nullptr);

// Links against the raw triangles: a body of the agent's height is moved over every filler, a step above it.
struct VerifyLinksReport {
  std::uint64_t links = 0;
  std::uint64_t rulings = 0;       // ways from border to border, or triangles of a fill, looked at
  std::uint64_t obstructed = 0;    // links with something in the way higher than a step, or too little height
  std::uint64_t out_of_reach = 0;  // connections longer or higher than the agent reaches
  std::uint64_t used_twice = 0;    // intervals of a border that overlap
  std::vector<Vec3> places;        // of the above, up to 10, metres, z up

  [[nodiscard]] bool passed() const { return obstructed + out_of_reach + used_twice == 0; }
};

// Nothing within `band` metres of the filler's ends, of the step and of the height is judged. Errors: links
// that break their own promises (validate).
[[nodiscard]] Result<VerifyLinksReport> verify_links(const Scene& scene, const Agent& agent,
                                                     const LinksParams& params, const Walkable& walkable,
                                                     const Links& links, double band = 0.001,
                                                     Context* context = nullptr);

}  // namespace ambula
