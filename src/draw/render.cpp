// The still picture: the page's things are sorted into square tiles, and each tile is drawn on its own with
// a z-buffer of 4 x 4 samples a pixel, so memory stays small and no thread sees another's work. A tile also
// draws a margin around itself, because outlines and corner shade look at neighbours.
#include "ambula/render.h"
#include "ambula/context.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/lettering.h"
#include "draw/page.h"
#include "draw/raster.h"
#include "draw/relief.h"

namespace ambula {
namespace {

constexpr int kTilePixels = 128;
constexpr int kMargin = kShadeReach;
constexpr std::int64_t kFineLimit = 8'000'000;  // pixels; larger pictures take 2 x 2 samples

// Which things touch which tile, in their order: offsets + items.
struct Bins {
  std::vector<std::size_t> offsets;
  std::vector<std::uint32_t> items;
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t tile) const {
    return std::span(items).subspan(offsets[tile], offsets[tile + 1] - offsets[tile]);
  }
};

struct Grid {
  int columns = 0, rows = 0;

  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
  // Calls visit(tile) for each tile whose margin box meets the given one.
  template <class Visit>
  void touched(double left, double top, double right, double bottom, Visit&& visit) const {
    const auto tile = [](double pixel, int limit) {
      return static_cast<int>(std::clamp(std::floor(pixel / kTilePixels), 0.0, limit - 1.0));
    };
    const int x0 = tile(left - kMargin, columns), x1 = tile(right + kMargin, columns);
    const int y0 = tile(top - kMargin, rows), y1 = tile(bottom + kMargin, rows);
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        visit(static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(x));
      }
    }
  }
};

struct Reach {
  double left = 0, top = 0, right = 0, bottom = 0;
};

Reach reach_of(const Page& page, const Page::Face& face) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Reach reach{kFar, kFar, -kFar, -kFar};
  for (std::uint32_t i = 0; i < face.count; ++i) {
    const Vec3 p = page.corners[face.first + i];
    reach = {std::min(reach.left, p.x), std::min(reach.top, p.y), std::max(reach.right, p.x),
             std::max(reach.bottom, p.y)};
  }
  return reach;
}

Reach reach_of(const Page&, const Page::Edge& edge) {
  const double r = edge.width / 2;
  return {std::min(edge.a.x, edge.b.x) - r, std::min(edge.a.y, edge.b.y) - r,
          std::max(edge.a.x, edge.b.x) + r, std::max(edge.a.y, edge.b.y) + r};
}

Reach reach_of(const Page&, const Draw::Point& point) {
  const double r = point.size / 2;
  return {point.at.x - r, point.at.y - r, point.at.x + r, point.at.y + r};
}

// `order` lists the items to sort in, in the order they shall be drawn.
template <class Item>
Bins make_bins(const Grid& grid, const Page& page, const std::vector<Item>& items,
               const std::vector<std::uint32_t>& order) {
  Bins bins;
  bins.offsets.assign(grid.count() + 1, 0);
  const auto each = [&](auto&& visit) {
    for (const std::uint32_t i : order) {
      const Reach r = reach_of(page, items[i]);
      grid.touched(r.left, r.top, r.right, r.bottom, [&](std::size_t tile) { visit(tile, i); });
    }
  };
  each([&](std::size_t tile, std::uint32_t) { ++bins.offsets[tile + 1]; });
  for (std::size_t t = 0; t < grid.count(); ++t) bins.offsets[t + 1] += bins.offsets[t];
  bins.items.resize(bins.offsets.back());
  std::vector<std::size_t> next(bins.offsets.begin(), bins.offsets.end() - 1);
  each([&](std::size_t tile, std::uint32_t i) { bins.items[next[tile]++] = i; });
  return bins;
}

std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
  return order;
}

std::vector<std::uint32_t> opaque_faces(const Page& page) {
  std::vector<std::uint32_t> order;
  for (std::size_t f = 0; f < page.faces.size(); ++f) {
    const Page::Face& face = page.faces[f];
    if (face.count > 0 && face.fill.a == 255) order.push_back(static_cast<std::uint32_t>(f));
  }
  return order;
}

// Far to near by the middle of their depths.
std::vector<std::uint32_t> translucent_faces(const Page& page) {
  std::vector<std::uint32_t> order;
  for (std::size_t f = 0; f < page.faces.size(); ++f) {
    const Page::Face& face = page.faces[f];
    if (face.count > 0 && face.fill.a > 0 && face.fill.a < 255)
      order.push_back(static_cast<std::uint32_t>(f));
  }
  const auto depth = [&](std::uint32_t f) { return page.faces[f].near + page.faces[f].far; };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return depth(a) != depth(b) ? depth(a) < depth(b) : a < b;
  });
  return order;
}

class Painter {
 public:
  Painter(const Page& page, Image& image)
      : page_(page),
        image_(image),
        grid_{(image.width + kTilePixels - 1) / kTilePixels, (image.height + kTilePixels - 1) / kTilePixels},
        samples_(std::int64_t{image.width} * image.height > kFineLimit ? 2 : 4),
        opaque_(make_bins(grid_, page, page.faces, opaque_faces(page))),
        translucent_(make_bins(grid_, page, page.faces, translucent_faces(page))),
        sections_(make_bins(grid_, page, page.sections, all_of(page.sections.size()))),
        edges_(make_bins(grid_, page, page.edges, all_of(page.edges.size()))),
        points_(make_bins(grid_, page, page.points, all_of(page.points.size()))) {}

  void paint(Context* context) const {
    // A brush holds megabytes: a few pieces a thread, not one for every tile.
    const std::size_t pieces = context ? 4 * static_cast<std::size_t>(context->threads()) : 1;
    parallel_for(context, grid_.count(), 1 + grid_.count() / pieces, [&](std::size_t begin, std::size_t end) {
      Brush brush;
      for (std::size_t t = begin; t < end; ++t) paint_tile(t, brush);
    });
  }

 private:
  struct Brush {
    Tile tile;
    std::vector<float> ink, shade;
  };

  void paint_tile(std::size_t index, Brush& brush) const {
    const int x = static_cast<int>(index) % grid_.columns * kTilePixels;
    const int y = static_cast<int>(index) / grid_.columns * kTilePixels;
    const int width = std::min(kTilePixels, image_.width - x),
              height = std::min(kTilePixels, image_.height - y);
    Tile& tile = brush.tile;
    tile.start(page_, x, y, width, height, kMargin, samples_);
    for (const std::uint32_t f : opaque_.of(index)) tile.opaque(f);
    tile.caps();
    outlines(tile, page_, brush.ink);
    corner_shade(tile, page_, brush.shade);
    tile.colour(brush.ink, brush.shade);
    for (const std::uint32_t f : translucent_.of(index)) tile.translucent(f);
    // Nothing stands between a section and an eye above the cut.
    for (const std::uint32_t e : sections_.of(index)) tile.line(page_.sections[e], false);
    for (const std::uint32_t e : edges_.of(index)) tile.line(page_.edges[e], true);
    for (const std::uint32_t p : points_.of(index)) tile.disc(page_.points[p]);
    for (int py = 0; py < height; ++py) {
      for (int px = 0; px < width; ++px) {
        const Color c = tile.pixel(px + kMargin, py + kMargin);
        const std::size_t at = (static_cast<std::size_t>(y + py) * static_cast<std::size_t>(image_.width) +
                                static_cast<std::size_t>(x + px)) *
                               3;
        image_.rgb[at] = c.r;
        image_.rgb[at + 1] = c.g;
        image_.rgb[at + 2] = c.b;
      }
    }
  }

  const Page& page_;
  Image& image_;
  Grid grid_;
  int samples_;
  Bins opaque_, translucent_, sections_, edges_, points_;
};

}  // namespace

Result<Image> render(const Draw& draw, const View& view, Context* context) {
  Stage stage(context, "render");
  auto page = make_page(draw, view, context);
  if (!page) return fail(page.error());
  if (stage.cancelled()) return cancelled_failure("render");
  stage.progress(0.2);
  Image image{page->camera.width, page->camera.height, {}};
  image.rgb.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 3);
  const Painter painter(*page, image);
  stage.progress(0.4);
  painter.paint(context);
  if (stage.cancelled()) return cancelled_failure("render");
  letter_labels(image, *page);
  letter_scale_bar(image, *page);
  return image;
}

}  // namespace ambula
