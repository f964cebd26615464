// The plot is a drawing in a plane of 100 x 55 units like any other, seen from above.
#include "bench/plot.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr double kWide = 100, kHigh = 55;
constexpr Color kInk{38, 42, 54}, kGrid{208, 206, 200};
constexpr Color kLines[] = {{40, 96, 176}, {200, 84, 40}, {52, 132, 72}, {130, 80, 160}};

// The least of 1, 2, 5 times a power of ten that cuts `most` into at most six steps.
double step_up(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most / 6)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power * 6 >= most) return times * power;
  }
  return 10 * power;
}

std::string power_text(int power) {
  static const char* const kWords[] = {"1",      "10",      "100",       "1,000",
                                       "10,000", "100,000", "1,000,000", "10,000,000"};
  return power >= 0 && power < static_cast<int>(std::size(kWords)) ? kWords[power] : text("1e", power);
}

// Where values lie on the paper.
struct Axes {
  int first = 0, last = 1;  // powers of ten across
  double step = 1, top = 1;

  [[nodiscard]] Vec3 place(Vec2 value) const {
    return {(std::log10(value.x) - first) / (last - first) * kWide, value.y / top * kHigh, 0};
  }
};

Axes axes_of(const Plot& plot) {
  double low = HUGE_VAL, high = 0, most = 0;
  for (const PlotLine& line : plot.lines) {
    for (const Vec2 p : line.points) {
      low = std::min(low, p.x);
      high = std::max(high, p.x);
      most = std::max(most, p.y);
    }
  }
  Axes axes;
  // A tenth of a power beyond it is still on its side: 9,800 triangles are ten thousand.
  axes.first = static_cast<int>(std::floor(std::log10(low) + 0.1));
  axes.last = std::max(axes.first + 1, static_cast<int>(std::ceil(std::log10(high) - 0.1)));
  axes.step = most > 0 ? step_up(most) : 1;
  axes.top = std::max(1.0, std::ceil(most / axes.step)) * axes.step;
  return axes;
}

void draw_axes(Draw& draw, const Plot& plot, const Axes& axes) {
  draw.layer("axes");
  for (int power = axes.first; power <= axes.last; ++power) {
    const double x = axes.place({std::pow(10.0, power), 0}).x;
    draw.edge({x, 0, 0}, {x, kHigh, 0}, kGrid);
    draw.label({x, -3, 0}, power_text(power), kInk);
  }
  const int steps = static_cast<int>(std::lround(axes.top / axes.step));
  for (int k = 0; k <= steps; ++k) {
    const double y = kHigh * k / steps;
    draw.edge({0, y, 0}, {kWide, y, 0}, k == 0 ? kInk : kGrid, k == 0 ? 2 : 1);
    draw.label({-3.5, y, 0}, text(axes.step * k), kInk);
  }
  draw.label({kWide / 2, -7, 0}, plot.across, kInk);
  draw.label({kWide / 2, kHigh + 7, 0}, plot.title, kInk);
  draw.label({kWide / 2, kHigh + 3, 0}, plot.up, kInk);
}

}  // namespace

Result<Draw> draw_plot(const Plot& plot) {
  for (const PlotLine& line : plot.lines) {
    for (const Vec2 p : line.points) {
      if (!(p.x > 0 && p.y >= 0 && p.x < HUGE_VAL && p.y < HUGE_VAL)) {
        return fail(ErrorCode::invalid_argument, text("plot: ", line.name, " has a point (", p.x, ", ", p.y,
                                                      ") that the axes cannot show"));
      }
    }
  }
  if (std::all_of(plot.lines.begin(), plot.lines.end(), [](const PlotLine& l) { return l.points.empty(); })) {
    return fail(ErrorCode::empty, text("plot: there are no points to show of ", plot.title));
  }
  Draw draw;
  const Axes axes = axes_of(plot);
  draw_axes(draw, plot, axes);
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    const PlotLine& line = plot.lines[k];
    const Color color = kLines[k % std::size(kLines)];
    draw.layer(line.name);
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      const Vec3 at = axes.place(line.points[i]);
      if (i > 0) draw.edge(axes.place(line.points[i - 1]), at, color, 2.5);
      draw.point(at, color, 8);
    }
    if (line.points.empty()) continue;
    // Above the last point, or below where another line runs above it.
    const Vec3 end = axes.place(line.points.back());
    const bool under = std::any_of(plot.lines.begin(), plot.lines.end(), [&](const PlotLine& other) {
      return !other.points.empty() && other.points.back().y > line.points.back().y;
    });
    draw.label({end.x - 4, end.y + (under ? -3 : 3), 0}, line.name, color);
  }
  return draw;
}

Result<void> write_plot(const Plot& plot, const std::filesystem::path& path) {
  const auto draw = draw_plot(plot);
  if (!draw) return fail(draw.error());
  View view;
  view.width = 1000;
  view.scale_bar = false;
  return write_svg(*draw, view, path);
}

}  // namespace ambula::bench
