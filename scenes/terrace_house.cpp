// A terrace house of two storeys between party walls, after the "Terrace house" of the papers (6,155
// triangles): hall, kitchen, WC, store and living room below; corridor, bathroom and three bedrooms above;
// one flight along the party wall with the slab open over all of it; parking in front, a garden behind that
// is reached through the house only. Doors and windows are taken out, as there; frames and skirting stay.
//
// The truth follows from the plan: the ledger books each solid as it is drawn, ways know what
// limits them.
#include <array>

#include "scenes/building_plan.h"
#include "scenes/generate.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

constexpr std::array kSettings{
    Setting{"width", 6.0, 5.4, 7.5, "inside width between the party walls, metres"},
    Setting{"depth", 10.8, 10.0, 14.0, "inside depth, metres; more where the stairs need it"},
    Setting{"storey", 2.8, 2.6, 3.4, "floor to floor, metres"},
    Setting{"wall", 0.3, 0.2, 0.45, "thickness of outer walls, metres"},
    Setting{"partition", 0.12, 0.08, 0.2, "thickness of inner walls, metres"},
    Setting{"door_width", 0.9, 0.8, 1.2, "clear width of room doors, metres"},
    Setting{"cell", 1.3, 0.2, 20, "largest side of a wall's or slab's quads, metres"},
};

constexpr double kSlab = 0.25, kOutside = -0.12, kStair = 0.95, kRun = 0.26, kRail = 0.05, kFrame = 0.04;
constexpr double kFoot = 2.2;     // where the flight begins, from the front wall
constexpr double kLanding = 1.1;  // depth of the floor the flight arrives at
constexpr double kLow = 2.0;      // doors that stop the tall
constexpr double kFence = 0.1;

const Part kPlaster{"", "IfcWall", "plaster"}, kBrick{"", "IfcWall", "brick"};

// Measures of the plan; y from the front wall's inner face, x from the left party wall's.
struct Plan {
  double width, depth, storey, wall, partition, door, cell;
  double clear;                       // floor to ceiling
  int steps;                          // rises
  double head;                        // y where the flight arrives
  double hall, hall_end;              // its width and depth
  double kitchen, wet, wc;            // depths of kitchen and of WC and store; width of the WC
  double bedroom;                     // depth of the front bedroom
  double front, garden, window, bay;  // depths outside; widths of windows
  Rect outer;

  Plan(const Options& options) {
    const auto get = [&](const char* name) { return setting(options, kSettings, name); };
    Random random(options.seed);
    width = get("width");
    storey = get("storey");
    wall = get("wall");
    partition = get("partition");
    door = get("door_width");
    cell = get("cell");
    clear = on_grid(storey - kSlab);
    steps = static_cast<int>(std::round(storey / 0.175));
    head = on_grid(kFoot + kRun * (steps - 1));
    hall_end = on_grid(head + kLanding);
    depth = std::max(get("depth"), on_grid(hall_end + 3.2));
    hall = centimetres(random.between(2.15, 2.3));
    kitchen = centimetres(random.between(3.1, 3.45));
    wet = centimetres(random.between(1.4, 1.6));
    wc = centimetres(random.between(1.4, 1.6));
    bedroom = centimetres(random.between(3.65, 3.9));
    front = centimetres(random.between(5.5, 6.5));
    garden = centimetres(random.between(6.5, 9));
    window = centimetres(random.between(1.4, 1.7));
    bay = centimetres(random.between(1.5, 1.8));
    outer = {-wall, -wall, width + wall, depth + wall};
  }
};

// Rooms hold names for doors' both sides; the front and the garden are both outside.
void ground_floor(BuildingPlan& plan, const Plan& p) {
  const double h = p.hall, t = p.partition, right = h + t, wet0 = p.kitchen + t, wet1 = wet0 + p.wet;
  const double living = wet1 + t, store = right + p.wc + t, top = p.clear, end = p.hall_end;
  plan.floor("ground floor", 0);
  plan.room("hall", {0, 0, h, end});
  plan.room("kitchen", {right, 0, p.width, p.kitchen});
  plan.room("wc", {right, wet0, right + p.wc, wet1});
  plan.room("store", {store, wet0, p.width, wet1});
  const std::array<Vec2, 6> l{
      {{right, living}, {p.width, living}, {p.width, p.depth}, {0, p.depth}, {0, end + t}, {right, end + t}}};
  plan.room("living room", l);
  plan.place("hall", {h / 2, 1.1}, 1.0);
  plan.place("kitchen", {(right + p.width) / 2, p.kitchen / 2}, 1.3);
  plan.place("wc", {right + p.wc / 2, (wet0 + wet1) / 2}, 0.65);
  plan.place("store", {(store + p.width) / 2, (wet0 + wet1) / 2}, (p.width - store) / 2 - 0.05);
  plan.place("living room", {p.width / 2, (end + t + p.depth) / 2}, 1.3);

  const Rect& o = p.outer;
  plan.wall(
      named(kBrick, "Front wall 0"), {o.x0, o.y0, o.x1, 0}, Axis::x, top,
      std::array{Doorway{"front door", {"outside", "hall"}, h / 2, 1.1, 2.1, {"front", "hall"}, -kOutside}},
      std::array{Window{(right + p.width) / 2, p.window}});
  plan.wall(
      named(kBrick, "Back wall 0"), {o.x0, p.depth, o.x1, o.y1}, Axis::x, top,
      std::array{Doorway{
          "garden door", {"living room", "outside"}, 1.5, 1.2, 2.1, {"living room", "garden"}, -kOutside}},
      std::array{Window{p.width - 1.6, p.bay}});
  plan.wall(named(kBrick, "Left party wall 0"), {o.x0, 0, 0, p.depth}, Axis::y, top);
  plan.wall(named(kBrick, "Right party wall 0"), {p.width, 0, o.x1, p.depth}, Axis::y, top);
  plan.wall(
      named(kPlaster, "Hall wall 0"), {h, 0, right, end + t}, Axis::y, top,
      std::array{Doorway{"kitchen door", {"hall", "kitchen"}, 1.3, p.door, 2.1, {}, 0},
                 Doorway{"wc door", {"hall", "wc"}, (wet0 + wet1) / 2, 0.8, kLow, {"hall end", "wc"}, 0},
                 Doorway{"living room door",
                         {"hall", "living room"},
                         (living + end) / 2,
                         1.2,
                         2.1,
                         {"hall end", "living room"},
                         0}});
  plan.wall(named(kPlaster, "Hall end 0"), {0, end, h, end + t}, Axis::x, top);
  plan.wall(named(kPlaster, "Kitchen wall"), {right, p.kitchen, p.width, wet0}, Axis::x, top,
            std::array{Doorway{"store door", {"kitchen", "store"}, (store + p.width) / 2, 0.8, kLow, {}, 0}});
  plan.wall(named(kPlaster, "Living room wall"), {right, wet1, p.width, living}, Axis::x, top);
  plan.wall(named(kPlaster, "WC wall"), {right + p.wc, wet0, store, wet1}, Axis::y, top);
  plan.skirting(std::array{Rect{-1, kFoot, kStair, p.head}});
}

void upper_floor(BuildingPlan& plan, const Plan& p) {
  const double h = p.hall, t = p.partition, right = h + t, end = p.hall_end, bath = kFoot - t;
  const double z = p.storey, top = on_grid(z + p.clear), second = p.bedroom + t;
  plan.floor("upper floor", z);
  const std::array<Vec2, 6> l{
      {{kStair, kFoot}, {h, kFoot}, {h, end}, {0, end}, {0, p.head}, {kStair, p.head}}};
  plan.room("corridor", l);
  plan.room("bathroom", {0, 0, h, bath});
  plan.room("bedroom 1", {right, 0, p.width, p.bedroom});
  plan.room("bedroom 2", {right, second, p.width, end});
  plan.room("bedroom 3", {0, end + t, p.width, p.depth});
  plan.place("corridor", {(kStair + 2 * kRail + h) / 2, 4.5}, (h - kStair) / 2 - 0.06);
  plan.place("bathroom", {h / 2, bath / 2}, 0.9);
  plan.place("bedroom 1", {(right + p.width) / 2, p.bedroom / 2}, 1.3);
  plan.place("bedroom 2", {(right + p.width) / 2, (second + end) / 2}, 1.3);
  plan.place("bedroom 3", {p.width / 2, (end + t + p.depth) / 2}, 1.3);

  const Rect& o = p.outer;
  plan.wall(named(kBrick, "Front wall 1"), {o.x0, o.y0, o.x1, 0}, Axis::x, top, {},
            std::array{Window{h / 2, 0.6, 1.4, 0.6}, Window{(right + p.width) / 2, p.window}});
  plan.wall(named(kBrick, "Back wall 1"), {o.x0, p.depth, o.x1, o.y1}, Axis::x, top, {},
            std::array{Window{1.5, 1.2}, Window{p.width - 1.6, p.bay}});
  plan.wall(named(kBrick, "Left party wall 1"), {o.x0, 0, 0, p.depth}, Axis::y, top);
  plan.wall(named(kBrick, "Right party wall 1"), {p.width, 0, o.x1, p.depth}, Axis::y, top);
  plan.wall(
      named(kPlaster, "Hall wall 1"), {h, 0, right, end + t}, Axis::y, top,
      std::array{
          Doorway{"bedroom 1 door", {"corridor", "bedroom 1"}, (kFoot + p.bedroom) / 2, p.door, 2.1, {}, 0},
          Doorway{"bedroom 2 door", {"corridor", "bedroom 2"}, second + 1, p.door, 2.1, {}, 0}});
  plan.wall(
      named(kPlaster, "Hall end 1"), {0, end, h, end + t}, Axis::x, top,
      std::array{Doorway{
          "bedroom 3 door", {"corridor", "bedroom 3"}, h / 2, p.door, kLow, {"landing", "bedroom 3"}, 0}});
  plan.wall(
      named(kPlaster, "Bathroom wall"), {0, bath, h, kFoot}, Axis::x, top,
      std::array{Doorway{"bathroom door", {"corridor", "bathroom"}, (kStair + h) / 2, 0.8, kLow, {}, 0}});
  plan.wall(named(kPlaster, "Bedroom wall"), {right, p.bedroom, p.width, second}, Axis::x, top);
  plan.wall(named(kPlaster, "Back bedroom wall"), {right, end, p.width, end + t}, Axis::x, top);
  plan.skirting(std::array{Rect{-1, kFoot - 0.01, kStair + 0.1, p.head + 0.01}});
}

void stairs(BuildingKit& kit, Truth& truth, NamedWays& ways, const Plan& p) {
  const double rise = p.storey / p.steps;
  const Rect flight{0, kFoot, kStair, p.head};
  kit.flight({"Flight", "IfcStairFlight", "timber"}, flight, Heading::north, 0, p.storey, p.steps - 1, false);
  std::vector<double> posts, above;
  for (int i = 0; i < p.steps - 1; ++i) posts.push_back(kFoot + kRun * (i + 0.5));
  const Incline rail = rising_y(kFoot, 0.9 + rise, p.head, 0.9 + p.storey);
  kit.railing({"Stair railing", "IfcRailing", "timber"}, {kStair - kRail, kFoot, kStair, p.head}, Axis::y,
              rail, posts, [&](double y) { return rise * (1 + std::floor((y - kFoot) / kRun)); });
  for (double y = kFoot + 0.1; y < p.head - 0.05; y += 0.15) above.push_back(y);
  kit.railing({"Corridor railing", "IfcRailing", "timber"},
              {kStair + 0.02, kFoot, kStair + 0.02 + kRail, p.head}, Axis::y, level(p.storey + 0.95), above,
              [&](double) { return p.storey; });
  truth.stairs.push_back({"stairs",
                          "straight",
                          {"ground floor", "upper floor"},
                          p.steps,
                          rise,
                          kRun,
                          kStair,
                          walking_line(flight, Heading::north, 0, p.storey, p.steps - 1, 0.4, 0.4)});

  constexpr double kBoard = 0.015;  // skirting
  ways.join("hall", "hall end", opening(p.hall - kStair - kBoard, p.clear));
  // The slab is open over the whole flight.
  ways.join("hall", "landing", opening(kStair - kRail, p.clear, rise));
  ways.join("landing", "corridor", opening(p.hall - kStair - 0.02 - kRail - kBoard, p.clear));
}

void outside(BuildingKit& kit, BuildingPlan& plan, Truth& truth, const Plan& p) {
  const Rect& o = p.outer;
  const Rect lot{o.x0, o.y0 - p.front, o.x1, o.y1 + p.garden};
  plan.floor("outside", kOutside);
  kit.slab({"Ground", "IfcSite", "grass"}, lot, -0.5, kOutside, {});
  const double path0 = p.hall / 2 - 0.7, path1 = p.hall / 2 + 0.7, bay = path1 + 0.3;
  kit.box({"Front path", "IfcSlab", "paving"}, {path0, lot.y0, path1, o.y0}, kOutside - 0.1, kOutside + 0.02);
  kit.slab({"Parking space", "IfcSlab", "paving"}, {bay, lot.y0, o.x1 - 0.3, o.y0 - 0.4}, kOutside - 0.1,
           kOutside + 0.03, {});
  kit.box({"Terrace", "IfcSlab", "paving"}, {o.x0 + 0.3, o.y1, o.x1 - 0.3, o.y1 + 2.4}, kOutside - 0.1,
          kOutside + 0.02);
  const double z0 = kOutside - 0.2, z1 = kOutside + 1.5;
  kit.box({"Left fence", "IfcWall", "timber"}, {lot.x0, o.y1, lot.x0 + kFence, lot.y1}, z0, z1);
  kit.box({"Right fence", "IfcWall", "timber"}, {lot.x1 - kFence, o.y1, lot.x1, lot.y1}, z0, z1);
  kit.box({"Back fence", "IfcWall", "timber"}, {lot.x0 + kFence, lot.y1 - kFence, lot.x1 - kFence, lot.y1},
          z0, z1);

  const auto stand = [&](const char* name, Vec2 at, double above, double clear, const char* in) {
    plan.place(name, at, clear, in);
    truth.places.back().at.z = on_grid(kOutside + above);
  };
  stand("front path", {p.hall / 2, o.y0 - 2}, 0.02, 1.5, "front");
  stand("parking space", {(bay + o.x1 - 0.3) / 2, lot.y0 + 2.5}, 0.03, 1.5, "front");
  stand("garden", {p.width / 2, o.y1 + 4.5}, 0, 1.5, "garden");
  // What is under the open sky, fences not counted.
  truth.floors.back().area = lot.width() * p.front + (lot.width() - 2 * kFence) * (p.garden - kFence);
}

Generated make(const Options& options) {
  const Plan p(options);
  Generated out;
  MeshBuilder mesh;
  Ledger ledger;
  NamedWays ways;
  BuildingKit kit(mesh, &ledger);
  BuildingPlan plan(kit, out.truth, ways, kFrame);
  kit.set_cell(p.cell);

  outside(kit, plan, out.truth, p);
  kit.slab({"Ground floor slab", "IfcSlab", "concrete"}, p.outer, -0.4, 0, {});
  ground_floor(plan, p);
  kit.slab({"Upper floor slab", "IfcSlab", "concrete"}, p.outer, p.clear, p.storey,
           std::array{Rect{0, kFoot, kStair, p.head}});
  upper_floor(plan, p);
  stairs(kit, out.truth, ways, p);
  const double attic = on_grid(2 * p.storey);
  kit.slab({"Attic slab", "IfcSlab", "concrete"}, p.outer, attic - kSlab, attic, {});
  kit.gable_roof("Roof", p.outer, {.ridge = Axis::x, .eaves = attic, .rise = 0.75, .gable = p.wall});

  add_agents(out.truth, ways, [&](const Agent& agent) { return ledger.areas(agent); });
  out.soup = mesh.take();
  return out;
}

}  // namespace

extern const Generator kTerraceHouse;
const Generator kTerraceHouse{"terrace-house", "a house of two storeys in a terrace, about 6,000 triangles",
                              kSettings, make};

}  // namespace ambula::scenes
