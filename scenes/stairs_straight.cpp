// Straight kinds of stairs. All walk along +x, first riser at x = 0, between y = 0 (right) and y = width.
#include <algorithm>
#include <cassert>
#include <utility>

#include "scenes/angle.h"
#include "scenes/grid.h"
#include "scenes/stairs_kinds.h"

namespace ambula::scenes {
namespace {

constexpr Vec2 kForward{1, 0};

Line across(double x, double width) { return {{x, width}, {x, 0}}; }

// Upper and lower floor of a flight that ends at x = `length`, and the truth about it.
void frame(Bay& bay, double length, double width, double height, double run) {
  bay.mesh.object(bay.floors[1].name, "IfcSlab", "concrete");
  bay.slab({length, -0.5}, {length + kBeyond, width + 0.5}, height, kSlab);
  bay.floors[1].area = kBeyond * (width + 1);
  bay.mesh.object(bay.floors[0].name, "IfcSlab", "concrete");
  bay.floor({-kApproach, -kMargin}, {length + kBeyond + kMargin, width + kMargin});
  bay.stairs.width = width;
  finish(bay, {{0, width / 2}, kForward, {length, width / 2}, kForward, height}, run);
}

void flight(Bay& bay, const StairsSizes& sizes, std::span<const double> rises, FlightShape shape) {
  const int count = static_cast<int>(rises.size()) - 1;
  shape.heights = heights_of(0, rises);
  bay.mesh.object(bay.stairs.name, "IfcStairFlight", "concrete");
  add_flight(bay, straight_treads(across(0, sizes.width), kForward, count, sizes.run), shape);
  bay.stairs.steps = static_cast<int>(rises.size());
  bay.stairs.rise = shape.heights.back() / static_cast<double>(rises.size());
  bay.stairs.run = sizes.run;
  frame(bay, count * sizes.run, sizes.width, shape.heights.back(), sizes.run);
}

std::vector<double> even_rises(const StairsSizes& sizes) {
  return std::vector<double>(static_cast<std::size_t>(sizes.steps), sizes.rise);
}

}  // namespace

std::vector<std::vector<Line>> straight_treads(const Line& foot, Vec2 forward, int count, double run) {
  std::vector<std::vector<Line>> out;
  const auto line = [&](int i) {
    return Line{foot.left + forward * (i * run), foot.right + forward * (i * run)};
  };
  for (int i = 0; i < count; ++i) out.push_back({line(i), line(i + 1)});
  return out;
}

void finish(Bay& bay, const Ends& ends, double run) {
  const Vec2 before = ends.foot - ends.foot_way * (run / 2), after = ends.head + ends.head_way * (run / 2);
  bay.stairs.line.insert(bay.stairs.line.begin(), {before.x, before.y, 0});
  bay.stairs.line.push_back({after.x, after.y, ends.height});
  const Vec2 low = ends.foot - ends.foot_way * (kApproach / 2),
             high = ends.head + ends.head_way * (kBeyond / 2);
  bay.floors[0].elevation = 0;
  bay.floors[1].elevation = ends.height;
  bay.places.insert(bay.places.begin(), {bay.floors[0].name, {low.x, low.y, 0}});
  bay.places.push_back({bay.floors[1].name, {high.x, high.y, ends.height}});
}

Bay straight_bay(const StairsSizes& sizes) {
  Bay bay("Straight", "straight");
  flight(bay, sizes, even_rises(sizes), {.solid = true});
  return bay;
}

Bay nosing_bay(const StairsSizes& sizes) {
  Bay bay("Nosing", "nosing");
  flight(bay, sizes, even_rises(sizes), {.nosing = {sizes.nosing, 0.04}});
  return bay;
}

Bay uneven_bay(const StairsSizes& sizes, Random& random) {
  Bay bay("Uneven", "uneven");
  std::vector<double> rises;
  for (int i = 0; i < sizes.steps; ++i) {
    rises.push_back(std::round(sizes.rise * (1 + sizes.uneven * random.between(-1, 1)) * 1000) / 1000);
  }
  flight(bay, sizes, rises, {});
  return bay;
}

Bay steep_bay(const StairsSizes& sizes) {
  Bay bay("Too steep", "steep");
  // About as high as the other flights, and over the agent's head.
  const int steps = std::max(5, static_cast<int>(sizes.steps * sizes.rise / sizes.steep_rise));
  flight(bay, sizes, std::vector<double>(static_cast<std::size_t>(steps), sizes.steep_rise), {});
  return bay;
}

// Boards with nothing between them. Each reaches a little under the next, as real ones do; the last one ends
// where the upper floor begins.
Bay open_riser_bay(const StairsSizes& sizes) {
  constexpr double kBoard = 0.05, kLap = 0.03;
  Bay bay("Open riser", "open-riser");
  const std::vector<double> heights = heights_of(0, even_rises(sizes));
  bay.mesh.object(bay.stairs.name, "IfcStairFlight", "oak");
  const int count = sizes.steps - 1;
  for (int i = 0; i < count; ++i) {
    const double x = i * sizes.run, z = heights[static_cast<std::size_t>(i)];
    const double end = x + sizes.run + (i + 1 < count ? kLap : 0.0);
    bay.board(across(x, sizes.width), across(end, sizes.width), z, kBoard, i > 0 ? kLap : 0.0);
    bay.stairs.line.push_back({x + sizes.run / 2, sizes.width / 2, z});
  }
  bay.highest_rise = sizes.rise;
  bay.stairs.steps = sizes.steps;
  bay.stairs.rise = heights.back() / sizes.steps;
  bay.stairs.run = sizes.run;
  frame(bay, count * sizes.run, sizes.width, heights.back(), sizes.run);
  return bay;
}

Bay ramp_bay(const StairsSizes& sizes, double degrees, std::string name) {
  Bay bay(std::move(name), "ramp");
  const double height = on_grid(std::min(1.5, sizes.steps * sizes.rise));
  const Turn t = turn(degrees);
  const double length = on_grid(height * t.cos / t.sin);
  bay.mesh.object(bay.stairs.name, "IfcRamp", "concrete");
  const Line lines[] = {across(0, sizes.width), across(length, sizes.width)};
  const Piece piece[] = {{{0, height}, {0, height - kSlab}}};
  bay.body(lines, piece);
  bay.slope = degrees;
  bay.stairs.rise = height;
  bay.stairs.run = length;
  bay.stairs.line.push_back({length / 2, sizes.width / 2, height / 2});
  frame(bay, length, sizes.width, height, sizes.run);
  return bay;
}

// As escalators are built: level steps at both ends, rises that grow and shrink over two steps, and a
// balustrade on either side. It stands in a pit: its lower end is level with the floor.
Bay escalator_bay(const StairsSizes& sizes) {
  constexpr double kRise = 0.2, kRun = 0.4, kLevel = 0.8, kTruss = 0.9, kPit = 0.3, kRail = 0.95,
                   kRailWidth = 0.15;
  Bay bay("Escalator", "escalator");
  std::vector<double> rises(static_cast<std::size_t>(sizes.steps), kRise);
  rises.front() = rises.back() = kRise / 3;
  rises[1] = rises[rises.size() - 2] = kRise * 2 / 3;
  const std::vector<double> heights = heights_of(0, rises);
  const double top = heights.back(), width = sizes.width;
  const double slope_end = kLevel + (sizes.steps - 1) * kRun, length = slope_end + kLevel;

  std::vector<Line> lines{across(0, width), across(kLevel, width)};
  std::vector<Piece> steps{{{0, 0}, {-kPit, -kPit}}};
  std::vector<Piece> rail{{{kRail, kRail}, {-kPit, -kPit}}};
  const auto piece = [&](double step, double from, double to, double low, double high) {
    const double under0 = steps.back().under[1], under1 = std::max(-kPit, on_grid(step - kTruss));
    lines.push_back(across(to, width));
    steps.push_back({{step, step}, {under0, under1}});
    rail.push_back({{on_grid(low + kRail), on_grid(high + kRail)}, {under0, under1}});
    bay.stairs.line.push_back({(from + to) / 2, width / 2, step});
  };
  for (int i = 0; i + 1 < sizes.steps; ++i) {
    const double from = kLevel + i * kRun;
    piece(heights[static_cast<std::size_t>(i)], from, from + kRun, top * i / (sizes.steps - 1),
          top * (i + 1) / (sizes.steps - 1));
  }
  piece(top, slope_end, length, top, top);
  bay.stairs.line.pop_back();  // the level end is upper floor already

  bay.mesh.object(bay.stairs.name, "IfcTransportElement", "steel");
  bay.body(lines, steps);
  for (const double y : {-kRailWidth, width}) {
    bay.mesh.object(y < 0 ? "Escalator balustrade right" : "Escalator balustrade left", "IfcRailing",
                    "glass");
    std::vector<Line> beside;
    for (const Line& line : lines) beside.push_back({{line.left.x, y + kRailWidth}, {line.left.x, y}});
    bay.body(beside, rail);
  }
  bay.highest_rise = kRise;
  bay.stairs.steps = sizes.steps;
  bay.stairs.rise = top / sizes.steps;
  bay.stairs.run = kRun;
  bay.stairs.width = width;

  bay.mesh.object(bay.floors[1].name, "IfcSlab", "concrete");
  bay.slab({length, -kMargin}, {length + kBeyond, width + kMargin}, top, kSlab);
  bay.floors[1].area = kBeyond * (width + 2 * kMargin);
  bay.mesh.object(bay.floors[0].name, "IfcSlab", "concrete");
  bay.floor({-kApproach, -kMargin}, {0, width + kMargin}, Bay::Under::none);
  finish(bay, {{0, width / 2}, kForward, {length, width / 2}, kForward, top}, kRun);
  return bay;
}

}  // namespace ambula::scenes
