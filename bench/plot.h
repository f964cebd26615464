// Lines over a logarithmic axis, as a picture.
//
//   Plot plot{"Time", "triangles", "ns", {{"terrain", {{1e4, 20}, {1e5, 21}}}}};
//   write_plot(plot, "growth.svg");
//
// The axis across goes by powers of ten, the axis up from 0 in even steps.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ambula/draw.h"
#include "ambula/result.h"

namespace ambula::bench {

struct PlotLine {
  std::string name;
  std::vector<Vec2> points;  // x above 0, y at least 0; in order of x
};

struct Plot {
  std::string title, across, up;  // what is shown; what the axes count
  std::vector<PlotLine> lines;
};

// An error for a plot without points.
[[nodiscard]] Result<Draw> draw_plot(const Plot& plot);

// As SVG.
[[nodiscard]] Result<void> write_plot(const Plot& plot, const std::filesystem::path& path);

}  // namespace ambula::bench
