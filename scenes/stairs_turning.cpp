// Turning kinds of stairs. All begin walking along +x, first riser at x = 0, and turn to the left.
#include <algorithm>
#include <cmath>

#include "scenes/angle.h"
#include "scenes/grid.h"
#include "scenes/stairs_kinds.h"

namespace ambula::scenes {
namespace {

constexpr int kParts = 2;  // of each curved tread, so that its sides look round

Vec2 direction(double degrees) {
  const Turn t = turn(degrees);
  return {t.cos, t.sin};
}

// Treads around a centre, from the line at `start` degrees on, `step` degrees each.
std::vector<std::vector<Line>> round_treads(Vec2 center, double inner, double outer, double start,
                                            double step, int count) {
  std::vector<std::vector<Line>> out;
  for (int i = 0; i < count; ++i) {
    std::vector<Line> tread;
    for (int k = 0; k <= kParts; ++k) {
      const Vec2 d = direction(start + step * (i * kParts + k) / kParts);
      tread.push_back({center + d * inner, center + d * outer});
    }
    out.push_back(std::move(tread));
  }
  return out;
}

std::vector<double> even_heights(double from, int rises, double rise) {
  return heights_of(from, std::vector<double>(static_cast<std::size_t>(rises), rise));
}

void count_steps(Bay& bay, const StairsSizes& sizes, int steps, double height, double run) {
  bay.stairs.steps = steps;
  bay.stairs.rise = height / steps;
  bay.stairs.run = run;
  bay.stairs.width = sizes.width;
}

// The lower floor under the whole bay, with room to walk to the foot at x = 0.
void floor_under(Bay& bay) {
  bay.mesh.object(bay.floors[0].name, "IfcSlab", "concrete");
  const Vec2 low = bay.min(), high = bay.max();
  const Vec2 min{std::min(-kApproach, low.x - kMargin), low.y - kMargin};
  bay.floor(on_grid(min), {on_grid(high.x + kMargin), on_grid(high.y + kMargin)});
}

}  // namespace

// Once around and an eighth more, so that it lies over itself in plan; a quarter of the square at its head is
// the upper floor.
Bay spiral_bay(const StairsSizes& sizes) {
  constexpr double kWaist = 0.15, kLeastInner = 0.1;
  Bay bay("Spiral", "spiral");
  // Headroom is least where the upper floor lies over the lower turn, three eighths around: 3/4 of a turn's
  // height and one rise above it.
  int turn_steps =
      8 * static_cast<int>(std::ceil((Bay::kHeadroom + kSlab - sizes.rise) / (0.75 * sizes.rise) / 8));
  const auto middle = [&] { return sizes.run / (2 * turn(180.0 / turn_steps).sin); };
  while (middle() - sizes.width / 2 < kLeastInner) turn_steps += 8;
  const double inner = middle() - sizes.width / 2, outer = middle() + sizes.width / 2;
  const double step = 360.0 / turn_steps, start = -90;
  const int treads = turn_steps * 9 / 8;
  const std::vector<double> heights = even_heights(0, treads + 1, sizes.rise);
  const double top = heights.back();

  const Vec2 center{0, outer};  // the outer end of the first riser is the origin, as in all bays
  bay.mesh.object(bay.stairs.name, "IfcStairFlight", "steel");
  add_flight(bay, round_treads(center, inner, outer, start, step, treads),
             {.heights = heights, .waist = kWaist});
  count_steps(bay, sizes, treads + 1, top, sizes.run);

  bay.mesh.object("Spiral column", "IfcColumn", "steel");
  std::vector<Vec2> ring;
  for (int i = 0; i < turn_steps * kParts; ++i)
    ring.push_back(center + direction(start + step * i / kParts) * inner);
  bay.column(ring, top + 1);

  // The upper floor: a quarter of a square around the column, from the head on.
  bay.mesh.object(bay.floors[1].name, "IfcSlab", "concrete");
  const double head = start + step * treads;
  const Vec2 first = direction(head), last = direction(head + 90);
  const double side = outer + 1.5;
  std::vector<Line> lines;
  const int parts = turn_steps / 4 * kParts;
  double area = 0;
  for (int i = 0; i <= parts; ++i) {
    const double t = 2.0 * i / parts;  // along the two outer sides
    const Vec2 far = t <= 1 ? first + last * t : last + first * (2 - t);
    lines.push_back({center + direction(head + 90.0 * i / parts) * inner, center + far * side});
    if (i == 0) continue;
    const Line& a = lines[lines.size() - 2];
    const Line& b = lines.back();
    area += cross(b.left - a.right, a.left - b.right) / 2;
  }
  bay.body(lines,
           std::vector<Piece>(static_cast<std::size_t>(parts), {{top, top}, {top - kSlab, top - kSlab}}));
  bay.floors[1].area = std::abs(area);
  floor_under(bay);
  finish(bay, {{0, outer - middle()}, {1, 0}, center + first * middle(), last, top}, sizes.run);
  // Walking on from the head would end beside the quarter's corner: its middle is a better place.
  const Vec2 open = center + (first + last) * ((outer + side) / 2 * 0.8);
  bay.places.back().at = {open.x, open.y, top};
  return bay;
}

// A wide quarter turn.
Bay curved_bay(const StairsSizes& sizes) {
  Bay bay("Curved", "curved");
  const double width = 1.5 * sizes.width;
  const int treads = sizes.steps - 1;
  const double step = 90.0 / treads, chord = 2 * turn(step / 2).sin;
  const double middle = std::max(sizes.run / chord, width / 2 + 0.3);
  const double inner = middle - width / 2, outer = middle + width / 2;
  const std::vector<double> heights = even_heights(0, sizes.steps, sizes.rise);
  const double top = heights.back();
  const Vec2 center{0, outer};
  bay.mesh.object(bay.stairs.name, "IfcStairFlight", "stone");
  add_flight(bay, round_treads(center, inner, outer, -90, step, treads), {.heights = heights});
  count_steps(bay, sizes, sizes.steps, top, middle * chord);
  bay.stairs.width = width;
  bay.mesh.object(bay.floors[1].name, "IfcSlab", "concrete");
  bay.slab({on_grid(inner), on_grid(outer)}, {on_grid(outer), on_grid(outer + kBeyond)}, top, kSlab);
  bay.floors[1].area = width * kBeyond;
  floor_under(bay);
  finish(bay, {{0, width / 2}, {1, 0}, {middle, outer}, {0, 1}, top}, sizes.run);
  return bay;
}

// Two straight flights at a right angle, joined by three wedges around a newel; the middle one is a kite.
Bay winder_bay(const StairsSizes& sizes) {
  constexpr double kNewel = 0.1;
  Bay bay("Winder", "winder");
  const double width = sizes.width, far = width + kNewel;
  const int before = (sizes.steps - 4) / 2, after = sizes.steps - 4 - before;  // straight treads
  const double x = before * sizes.run;
  const Vec2 pivot{x, far};
  const auto wedge = [&](double degrees, Vec2 outer) {
    return Line{pivot + direction(degrees - 90) * kNewel, outer};
  };
  const Turn t = turn(30);
  const double part = far * t.sin / t.cos;
  const Line quarter[] = {wedge(0, {x, 0}), wedge(30, {x + part, 0}), wedge(45, {x + far, 0}),
                          wedge(60, {x + far, far - part}), wedge(90, {x + far, far})};
  auto treads = straight_treads({{0, width}, {0, 0}}, {1, 0}, before, sizes.run);
  treads.push_back({quarter[0], quarter[1]});
  treads.push_back({quarter[1], quarter[2], quarter[3]});
  treads.push_back({quarter[3], quarter[4]});
  for (auto& tread : straight_treads(quarter[4], {0, 1}, after, sizes.run))
    treads.push_back(std::move(tread));
  const std::vector<double> heights = even_heights(0, sizes.steps, sizes.rise);
  const double top = heights.back();
  bay.mesh.object(bay.stairs.name, "IfcStairFlight", "oak");
  add_flight(bay, treads, {.heights = heights});
  count_steps(bay, sizes, sizes.steps, top, sizes.run);
  const double y = far + after * sizes.run;
  bay.mesh.object(bay.floors[1].name, "IfcSlab", "concrete");
  bay.slab({on_grid(x + kNewel - 0.5), on_grid(y)}, {on_grid(x + far + 0.5), on_grid(y + kBeyond)}, top,
           kSlab);
  bay.floors[1].area = (width + 1) * kBeyond;
  floor_under(bay);
  finish(bay, {{0, width / 2}, {1, 0}, {x + kNewel + width / 2, y}, {0, 1}, top}, sizes.run);
  return bay;
}

// Up, around a half-landing, and back beside the first flight.
Bay landing_bay(const StairsSizes& sizes) {
  constexpr double kWaist = 0.15, kBetween = 0.1;
  Bay bay("Landing", "landing");
  const double width = sizes.width, run = sizes.run;
  const int first = sizes.steps / 2, second = sizes.steps - first;  // rises
  const std::vector<double> low = even_heights(0, first, sizes.rise),
                            high = even_heights(low.back(), second, sizes.rise);
  const double middle = low.back(), top = high.back();
  const double x = (first - 1) * run, end = x - (second - 1) * run, left = width + kBetween;

  bay.mesh.object("Landing flight 1", "IfcStairFlight", "concrete");
  add_flight(bay, straight_treads({{0, width}, {0, 0}}, {1, 0}, first - 1, run),
             {.heights = low, .waist = kWaist});
  bay.stairs.line.push_back({x + width / 2, width / 2, middle});
  bay.stairs.line.push_back({x + width / 2, left + width / 2, middle});
  bay.mesh.object("Landing half-landing", "IfcSlab", "concrete");
  bay.slab({on_grid(x), 0}, {on_grid(x + width), on_grid(left + width)}, middle, kWaist);
  bay.mesh.object("Landing flight 2", "IfcStairFlight", "concrete");
  add_flight(bay, straight_treads({{x, left}, {x, left + width}}, {-1, 0}, second - 1, run),
             {.from = middle, .heights = high, .waist = kWaist});
  bay.mesh.object(bay.floors[1].name, "IfcSlab", "concrete");
  bay.slab({on_grid(end - kBeyond), on_grid(left)}, {on_grid(end), on_grid(left + width + 0.5)}, top, kSlab);
  bay.floors[1].area = kBeyond * (width + 0.5);
  count_steps(bay, sizes, sizes.steps, top, run);
  bay.places.push_back({"Landing half-way", {x + width / 2, left - kBetween / 2, middle}});
  floor_under(bay);
  finish(bay, {{0, width / 2}, {1, 0}, {end, left + width / 2}, {-1, 0}, top}, run);
  return bay;
}

}  // namespace ambula::scenes
