// Fillers that were found between pairs of border edges, before it is chosen between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/params/links.h"
#include "links/borders.h"

namespace ambula {

struct Candidate {
  std::uint32_t first = 0, second = 0;  // indices of Borders::edges, first < second
  Filler filler;
  double top = 0;          // quanta from the lower side up to what has to be stepped over, at least the rise
  double free_height = 0;  // quanta above the filler, as far as looked for

  [[nodiscard]] double s(double u) const { return filler.s[0] + u * (filler.s[1] - filler.s[0]); }
  [[nodiscard]] double r(double u) const { return filler.r[0] + u * (filler.r[1] - filler.r[0]); }
};

// How deep the surface is behind a place of a border edge, straight inwards in plan; not looked for beyond
// `most`. Quanta. `left`: the half-edge at which the surface ends, where it ends before `most`.
[[nodiscard]] double depth_behind(const Walkable& walkable, const BorderEdge& edge, double place, double most,
                                  std::uint32_t* left = nullptr);

struct DetectParams {
  Reach reach;
  FillerRule rule = FillerRule::widest;
  double landing = 0;  // quanta of surface needed behind a border
};

// Ordered by edges. Pairs of one cycle that bound a level hole are left to the filling of holes.
[[nodiscard]] std::vector<Candidate> detect(const Walkable& walkable, const Borders& borders,
                                            const DetectParams& params, Context* context);

}  // namespace ambula
