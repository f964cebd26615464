// What makes form readable in a picture: outlines, and the shade in corners.
#pragma once

#include <vector>

#include "draw/raster.h"

namespace ambula {

inline constexpr int kShadeReach = 16;  // pixels around a pixel that may shade it

// Per sample, how much ink an outline puts there: along jumps in depth, and fainter along folds.
void outlines(const Tile& tile, const Page& page, std::vector<float>& ink);

// Per pixel, how much of its view is closed by what stands nearer to the eye around it.
void corner_shade(const Tile& tile, const Page& page, std::vector<float>& shade);

}  // namespace ambula
