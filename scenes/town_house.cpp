// A detached house of two storeys on a road, after the "Town house" of the papers (2,676 triangles): one
// large plane under everything, a kerb, front steps to the raised ground floor, a stair that turns on a
// half-landing, a gabled roof without beams. Doors, windows and their frames are taken out, as there.
//
// The upper floor reaches some way over the first flight, so that the lowest headroom on the stair lies
// between a grown-up's and a tall agent's height.
#include <array>

#include "scenes/building_plan.h"
#include "scenes/generate.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

constexpr std::array kSettings{
    Setting{"width", 8.6, 8.0, 11.0, "inside width, metres"},
    Setting{"depth", 7.8, 7.4, 10.0, "inside depth, metres; more where the stairs need it"},
    Setting{"storey", 2.8, 2.6, 3.4, "floor to floor, metres"},
    Setting{"wall", 0.36, 0.2, 0.5, "thickness of outer walls, metres"},
    Setting{"partition", 0.14, 0.08, 0.2, "thickness of inner walls, metres"},
    Setting{"door_width", 0.9, 0.8, 1.2, "clear width of room doors, metres"},
    Setting{"kerb", 0.14, 0.05, 0.3, "height of the pavement above the road, metres"},
    Setting{"front_steps", 4, 2, 8, "rises from the pavement to the door; whole"},
    Setting{"cell", 3.1, 0.3, 50, "largest side of a wall's or slab's quads, metres"},
};

constexpr double kSlab = 0.25, kFlight = 1.1, kRun = 0.26, kLanding = 1.15, kFrontRise = 0.16,
                 kFrontRun = 0.3;
constexpr double kLow = 2.0;       // doors that stop the tall
constexpr double kHeadroom = 1.9;  // at least, under the slab's edge over the stair
constexpr double kPorch = 1.3;     // depth of the platform at the door
constexpr double kPlane = 0.4;     // thickness of the ground

const Part kPlaster{"", "IfcWall", "plaster"}, kBrick{"", "IfcWall", "brick"};

// Measures of the plan; y from the front wall's inner face, x from the left wall's. The hall lies in the
// middle, its far end is the stair: up on the left, half-landing, back on the right.
struct Plan {
  double width, depth, storey, wall, partition, door, kerb, cell;
  double clear, rise;
  int steps, first, second;  // rises: all, up to the landing, from there
  double hall0, hall1;       // its sides
  double foot, landing;      // y where the flights begin, and where they turn
  double well;               // y where the upper floor ends over the first flight
  double headroom;           // lowest over the stair
  double living, kitchen;    // depths
  double bath, left, right;  // depths of the bathroom and the front bedrooms
  int front_steps;
  double floor;  // elevation of the ground floor
  double window;
  Rect outer, pavement, ground;

  Plan(const Options& options) {
    const auto get = [&](const char* name) { return setting(options, kSettings, name); };
    Random random(options.seed);
    width = get("width");
    storey = get("storey");
    wall = get("wall");
    partition = get("partition");
    door = get("door_width");
    kerb = get("kerb");
    cell = get("cell");
    front_steps = static_cast<int>(std::round(get("front_steps")));
    clear = on_grid(storey - kSlab);
    steps = static_cast<int>(std::round(storey / 0.175));
    rise = storey / steps;
    first = steps / 2;
    second = steps - first;
    const double size = kRun * (std::max(first, second) - 1);
    depth = std::max(get("depth"), on_grid(size + kLanding + 4.6));
    landing = on_grid(depth - kLanding);
    foot = on_grid(landing - size);
    int under = 0;  // treads under the slab
    while (clear - rise * (under + 1) >= kHeadroom && under + 2 < first) ++under;
    // A shorter first flight begins later: see flight_plan.
    well = on_grid(landing - kRun * (first - 1 - under));
    headroom = clear - rise * under;
    hall0 = centimetres(random.between(3.0, 3.2) + (width - 8.6) / 2);
    hall1 = on_grid(hall0 + 2 * kFlight + 0.2);
    living = centimetres(random.between(3.9, 4.2));
    kitchen = centimetres(random.between(3.5, 3.9));
    bath = centimetres(random.between(1.7, 1.85));
    left = centimetres(bath + partition + random.between(1.45, 1.55));
    right = centimetres(bath + partition + random.between(1.45, 1.55));
    window = centimetres(random.between(1.2, 1.5));
    floor = on_grid(kerb + kFrontRise * front_steps);
    outer = {-wall, -wall, width + wall, depth + wall};
    const double steps_out = kPorch + kFrontRun * (front_steps - 1);
    const double yard = centimetres(steps_out + random.between(1.8, 2.6));  // pavement in front of the house
    pavement = {outer.x0 - 4, outer.y0 - yard, outer.x1 + 4, outer.y1 + 3};
    ground = {pavement.x0 - 2, pavement.y0 - 7, pavement.x1 + 2, pavement.y1 + 2};
  }
  [[nodiscard]] Rect flight_up() const {
    return {hall0, on_grid(landing - kRun * (first - 1)), on_grid(hall0 + kFlight), landing};
  }
  [[nodiscard]] Rect flight_back() const {
    return {on_grid(hall1 - kFlight), on_grid(landing - kRun * (second - 1)), hall1, landing};
  }
};

void outer_walls(BuildingPlan& plan, const Plan& p, const std::string& storey, double top, bool door) {
  const Rect& o = p.outer;
  const double middle = (p.hall0 + p.hall1) / 2, l = p.hall0 / 2, r = (p.hall1 + p.width) / 2;
  const std::array front_door{
      Doorway{"front door", {"outside", "hall"}, middle, 1.1, 2.1, {"porch", "hall"}, 0}};
  const std::array<Window, 3> front{{{l, p.window}, {r, p.window}, {middle, 0.7, 1.3, 0.7}}};
  const std::array<Window, 2> back{{{l, 1.2}, {r, 1.2}}}, left{{{1.8, 1.0}, {p.depth - 1.6, 1.0}}};
  plan.wall(named(kBrick, "Front wall " + storey), {o.x0, o.y0, o.x1, 0}, Axis::x, top,
            std::span<const Doorway>(front_door).first(door ? 1 : 0),
            std::span<const Window>(front).first(door ? 2 : 3));
  plan.wall(named(kBrick, "Back wall " + storey), {o.x0, p.depth, o.x1, o.y1}, Axis::x, top, {}, back);
  plan.wall(named(kBrick, "Left wall " + storey), {o.x0, 0, 0, p.depth}, Axis::y, top, {}, left);
  plan.wall(named(kBrick, "Right wall " + storey), {p.width, 0, o.x1, p.depth}, Axis::y, top, {}, left);
}

void ground_floor(BuildingPlan& plan, const Plan& p) {
  const double t = p.partition, l = p.hall0 - t, r = p.hall1 + t, top = on_grid(p.floor + p.clear);
  const double start = std::min(p.flight_up().y0, p.flight_back().y0);
  plan.floor("ground floor", p.floor);
  plan.room("hall", {p.hall0, 0, p.hall1, start});
  plan.room("living room", {0, 0, l, p.living});
  plan.room("dining room", {0, p.living + t, l, p.depth});
  plan.room("kitchen", {r, 0, p.width, p.kitchen});
  plan.room("study", {r, p.kitchen + t, p.width, p.depth});
  plan.place("hall", {(p.hall0 + p.hall1) / 2, 1.6}, 1.0);
  plan.place("living room", {l / 2, p.living / 2}, 1.2);
  plan.place("dining room", {l / 2, (p.living + t + p.depth) / 2}, 1.2);
  plan.place("kitchen", {(r + p.width) / 2, p.kitchen / 2}, 1.1);
  plan.place("study", {(r + p.width) / 2, (p.kitchen + t + p.depth) / 2}, 1.1);
  outer_walls(plan, p, "0", top, true);
  plan.wall(named(kPlaster, "Living room wall"), {l, 0, p.hall0, p.depth}, Axis::y, top,
            std::array{Doorway{"living room door", {"hall", "living room"}, 2.2, 1.2, 2.1, {}, 0}});
  plan.wall(named(kPlaster, "Kitchen wall"), {p.hall1, 0, r, p.depth}, Axis::y, top,
            std::array{Doorway{"kitchen door", {"hall", "kitchen"}, 2.2, p.door, 2.1, {}, 0}});
  plan.wall(
      named(kPlaster, "Dining room wall"), {0, p.living, l, p.living + t}, Axis::x, top,
      std::array{Doorway{"dining room opening", {"living room", "dining room"}, l / 2, 1.6, 2.1, {}, 0}});
  plan.wall(named(kPlaster, "Study wall"), {r, p.kitchen, p.width, p.kitchen + t}, Axis::x, top,
            std::array{Doorway{"study door", {"kitchen", "study"}, (r + p.width) / 2, 0.8, kLow, {}, 0}});
}

void upper_floor(BuildingPlan& plan, const Plan& p) {
  const double t = p.partition, l = p.hall0 - t, r = p.hall1 + t, z = on_grid(p.floor + p.storey);
  const double top = on_grid(z + p.clear), bath = p.bath + t, arrival = p.flight_back().y0;
  const double side = p.hall0 + kFlight;
  plan.floor("upper floor", z);
  const std::array<Vec2, 6> landing{{{p.hall0, bath},
                                     {p.hall1, bath},
                                     {p.hall1, arrival},
                                     {side, arrival},
                                     {side, p.well},
                                     {p.hall0, p.well}}};
  plan.room("corridor", landing);
  plan.room("bathroom", {p.hall0, 0, p.hall1, p.bath});
  plan.room("bedroom 1", {0, 0, l, p.left});
  plan.room("bedroom 2", {0, p.left + t, l, p.depth});
  plan.room("bedroom 3", {r, 0, p.width, p.right});
  plan.room("bedroom 4", {r, p.right + t, p.width, p.depth});
  plan.place("corridor", {(p.hall0 + p.hall1) / 2, (bath + arrival) / 2}, 1.0);
  plan.place("bathroom", {(p.hall0 + p.hall1) / 2, p.bath / 2}, 0.8);
  plan.place("bedroom 1", {l / 2, p.left / 2}, 1.2);
  plan.place("bedroom 2", {l / 2, (p.left + t + p.depth) / 2}, 1.2);
  plan.place("bedroom 3", {(r + p.width) / 2, p.right / 2}, 1.1);
  plan.place("bedroom 4", {(r + p.width) / 2, (p.right + t + p.depth) / 2}, 1.1);
  outer_walls(plan, p, "1", top, false);
  const auto bedroom = [&](const char* name, double at, double height) {
    return Doorway{std::string(name) + " door", {"corridor", name}, at, std::min(p.door, 1.1), height, {}, 0};
  };
  plan.wall(named(kPlaster, "Left bedroom wall"), {l, 0, p.hall0, p.depth}, Axis::y, top,
            std::array{bedroom("bedroom 1", (bath + p.left) / 2, 2.1),
                       bedroom("bedroom 2", p.left + t + 0.65, 2.1)});
  plan.wall(named(kPlaster, "Right bedroom wall"), {p.hall1, 0, r, p.depth}, Axis::y, top,
            std::array{bedroom("bedroom 3", (bath + p.right) / 2, kLow),
                       bedroom("bedroom 4", p.right + t + 0.65, 2.1)});
  plan.wall(named(kPlaster, "Left partition"), {0, p.left, l, p.left + t}, Axis::x, top);
  plan.wall(named(kPlaster, "Right partition"), {r, p.right, p.width, p.right + t}, Axis::x, top);
  plan.wall(named(kPlaster, "Bathroom wall"), {p.hall0, p.bath, p.hall1, bath}, Axis::x, top,
            std::array{Doorway{
                "bathroom door", {"corridor", "bathroom"}, (p.hall0 + p.hall1) / 2, 0.8, kLow, {}, 0}});
}

void stairs(BuildingKit& kit, Truth& truth, NamedWays& ways, const Plan& p) {
  const double z0 = p.floor, z1 = on_grid(z0 + p.storey), turn = on_grid(z0 + p.rise * p.first);
  const Rect up = p.flight_up(), back = p.flight_back();
  kit.flight({"Flight up", "IfcStairFlight", "concrete"}, up, Heading::north, z0, turn, p.first - 1, false);
  kit.box({"Half-landing", "IfcSlab", "concrete"}, {p.hall0, p.landing, p.hall1, p.depth}, turn - 0.2, turn);
  kit.flight({"Flight back", "IfcStairFlight", "concrete"}, back, Heading::south, turn, z1, p.second - 1,
             false);
  auto line = walking_line(up, Heading::north, z0, turn, p.first - 1, 0.4, kLanding / 2);
  const auto rest = walking_line(back, Heading::south, turn, z1, p.second - 1, kLanding / 2, 0.4);
  line.insert(line.end(), rest.begin(), rest.end());
  truth.stairs.push_back(
      {"stairs", "landing", {"ground floor", "upper floor"}, p.steps, p.rise, kRun, kFlight, line});
  ways.join("hall", "corridor", opening(kFlight, p.headroom, p.rise));
}

void outside(BuildingKit& kit, BuildingPlan& plan, Truth& truth, NamedWays& ways, const Plan& p) {
  const Rect& o = p.outer;
  const double middle = (p.hall0 + p.hall1) / 2, half = 0.9;
  const Rect porch{on_grid(middle - half), on_grid(o.y0 - kPorch), on_grid(middle + half), o.y0};
  const int treads = p.front_steps - 1;
  const Rect steps{porch.x0, on_grid(porch.y0 - kFrontRun * treads), porch.x1, porch.y0};
  plan.floor("road", 0);
  kit.slab({"Ground", "IfcSite", "asphalt"}, p.ground, -kPlane, 0, {});
  truth.floors.back().area = p.ground.area() - p.pavement.area();
  plan.place("road", {middle, (p.ground.y0 + p.pavement.y0) / 2}, 2.5);
  plan.floor("pavement", p.kerb);
  kit.slab({"Pavement", "IfcSlab", "paving"}, p.pavement, -0.2, p.kerb, {});
  truth.floors.back().area = p.pavement.area() - o.area() - porch.area() - steps.area();
  plan.place("pavement", {o.x0 - 2, o.y0 - 1}, 1.5);
  plan.place("back yard", {middle, o.y1 + 1.5}, 1.4, "pavement");
  ways.join("road", "pavement", opening(10, kUnlimited, p.kerb));
  kit.box({"Porch", "IfcSlab", "concrete"}, porch, p.kerb, p.floor);
  kit.flight({"Front steps", "IfcStairFlight", "concrete"}, steps, Heading::north, p.kerb, p.floor, treads,
             true);
  truth.stairs.push_back({"front steps",
                          "straight",
                          {"pavement", "ground floor"},
                          p.front_steps,
                          kFrontRise,
                          kFrontRun,
                          2 * half,
                          walking_line(steps, Heading::north, p.kerb, p.floor, treads, 0.4, 0.4)});
  ways.join("pavement", "porch", opening(2 * half, kUnlimited, kFrontRise));
}

Generated make(const Options& options) {
  const Plan p(options);
  Generated out;
  MeshBuilder mesh;
  Ledger ledger;
  NamedWays ways;
  BuildingKit kit(mesh, &ledger);
  BuildingPlan plan(kit, out.truth, ways, 0);
  kit.set_cell(p.cell);

  outside(kit, plan, out.truth, ways, p);
  kit.slab({"Ground floor slab", "IfcSlab", "concrete"}, p.outer, p.kerb - 0.2, p.floor, {});
  ground_floor(plan, p);
  const double upper = on_grid(p.floor + p.storey), attic = on_grid(upper + p.storey);
  const double side = on_grid(p.hall0 + kFlight);
  kit.slab(
      {"Upper floor slab", "IfcSlab", "concrete"}, p.outer, upper - kSlab, upper,
      std::array{Rect{p.hall0, p.well, side, p.depth}, Rect{side, p.flight_back().y0, p.hall1, p.depth}});
  upper_floor(plan, p);
  stairs(kit, out.truth, ways, p);
  kit.slab({"Attic slab", "IfcSlab", "concrete"}, p.outer, attic - kSlab, attic, {});
  kit.gable_roof("Roof", p.outer,
                 {.ridge = Axis::x, .eaves = attic, .rise = 0.9, .overhang = 0.5, .gable = p.wall});

  add_agents(out.truth, ways, [&](const Agent& agent) { return ledger.areas(agent); });
  out.soup = mesh.take();
  return out;
}

}  // namespace

extern const Generator kTownHouse;
const Generator kTownHouse{"town-house", "a house of two storeys on a road, about 2,700 triangles", kSettings,
                           make};

}  // namespace ambula::scenes
