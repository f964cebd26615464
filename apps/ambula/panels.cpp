#include "panels.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "output.h"

namespace ambula::cli {
namespace {

struct Grid {
  std::size_t columns = 1, rows = 1;
  int width = 0, height = 0;  // pixels of a panel
};

// The number of columns that makes panels largest.
Grid grid_of(const Panels& panels, std::pair<int, int> most) {
  Grid best;
  double largest = 0;
  for (std::size_t columns = 1; columns <= panels.count; ++columns) {
    const std::size_t rows = (panels.count + columns - 1) / columns;
    const double height = std::min(most.first / (static_cast<double>(columns) * panels.aspect),
                                   most.second / static_cast<double>(rows));
    if (height <= largest) continue;
    largest = height;
    best = {columns, rows, std::max(16, static_cast<int>(height * panels.aspect)),
            std::max(16, static_cast<int>(height))};
  }
  return best;
}

void place(const Image& panel, int x, int y, Image& page) {
  const auto row_bytes = static_cast<std::size_t>(panel.width) * 3;
  for (int row = 0; row < panel.height; ++row) {
    const auto from = static_cast<std::size_t>(row) * row_bytes;
    const auto to = (static_cast<std::size_t>(y + row) * static_cast<std::size_t>(page.width) +
                     static_cast<std::size_t>(x)) *
                    3;
    std::copy_n(panel.rgb.begin() + static_cast<std::ptrdiff_t>(from), row_bytes,
                page.rgb.begin() + static_cast<std::ptrdiff_t>(to));
  }
}

}  // namespace

Result<std::pair<int, int>> write_panels(const Panels& panels, std::pair<int, int> most,
                                         const std::string& out, Context& context) {
  const bool svg = lower_extension(out) == ".svg";
  const Grid grid = grid_of(panels, most);
  Image page{grid.width * static_cast<int>(grid.columns), grid.height * static_cast<int>(grid.rows), {}};
  std::string parts;
  for (std::size_t i = 0; i < panels.count; ++i) {
    auto [draw, view] = panels.make(i);
    if (panels.count > 1) {
      view.longest = 0;
      view.width = grid.width;
      view.height = grid.height;
    }
    const int x = static_cast<int>(i % grid.columns) * grid.width,
              y = static_cast<int>(i / grid.columns) * grid.height;
    if (svg) {
      auto drawn = svg_text(draw, view, panels.count > 1 ? text("panel_", i + 1, "_") : "");
      if (!drawn) return fail(drawn.error());
      parts += panels.count > 1 ? text("<svg x=\"", x, "\" y=\"", y, "\"", drawn->substr(4)) : *drawn;
      continue;
    }
    auto image = render(draw, view, &context);
    if (!image) return fail(image.error());
    if (panels.count == 1) {
      page = std::move(*image);
      break;
    }
    if (page.rgb.empty())
      page.rgb.assign(static_cast<std::size_t>(page.width) * static_cast<std::size_t>(page.height) * 3, 255);
    place(*image, x, y, page);
  }
  if (!svg) {
    if (auto written = write_png(page, out); !written) return fail(written.error());
    return std::pair{page.width, page.height};
  }
  if (panels.count > 1) {
    parts = text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", page.width, "\" height=\"",
                 page.height, "\" viewBox=\"0 0 ", page.width, " ", page.height, "\">\n", parts, "</svg>\n");
  }
  if (auto written = write_file(out, parts); !written) return fail(written.error());
  return std::pair{page.width, page.height};
}

}  // namespace ambula::cli
