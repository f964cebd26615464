// Blocks of buildings with streets between them, after the "building" scene of the papers (423 x 549 x 16 m,
// 1,121,127 triangles): corridors with rooms on both sides, a stair that turns in each building, three to
// five storeys.
//
// Buildings are of six kinds, differing in storeys and, by seed, in proportions. Ground areas are booked once
// a kind, on a lot of its own, and summed: nothing of one lot reaches over another. `scale` is the share of
// buildings built, so triangles grow in proportion to it.
#include <algorithm>
#include <array>

#include "core/text.h"
#include "scenes/building_plan.h"
#include "scenes/generate.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

constexpr std::array kSettings{
    Setting{"scale", 1, 0.005, 8, "share of the 147 buildings that is built; at least one"},
    Setting{"storey", 3.0, 2.8, 3.4, "floor to floor, metres"},
    Setting{"door_width", 0.9, 0.8, 1.2, "clear width of room doors, metres"},
    Setting{"cell", 10, 0.5, 50, "largest side of a wall's or slab's quads, metres"},
};

constexpr int kColumns = 7, kRows = 21;                                // of the whole
constexpr double kPitchX = 423.0 / kColumns, kPitchY = 549.0 / kRows;  // a building's share of the ground
constexpr double kGround = -0.3, kKerb = 0.12, kFloor = 0.25;  // levels: underside, pavement, ground floor
constexpr double kWall = 0.3, kPartition = 0.12, kSlab = 0.25, kParapet = 0.45, kPavement = 3;
constexpr double kFlight = 1.2, kBay = 2.6, kEntry = 1.4,
                 kRun = 0.28;          // the stair: flights, bay, floor before it
constexpr double kLow = 2.0;           // doors that stop the tall
constexpr int kNorth = 5, kSouth = 6;  // rooms on either side of the corridor

const Part kPlaster{"", "IfcWall", "plaster"}, kRender{"", "IfcWall", "concrete"};

// One kind of building, from its south-west outer corner.
struct Kind {
  int storeys = 5, half = 9;  // storeys; rises of one flight
  double storey = 3, door = 0.9, cell = 2;
  double length = 46, depth = 14, corridor = 2, window = 1.3;
  double corridor0 = 0, corridor1 = 0;  // y of the corridor's sides

  [[nodiscard]] double floor(int k) const { return on_grid(kFloor + storey * k); }
  [[nodiscard]] double foot() const { return on_grid(corridor1 + kPartition + kEntry); }
  [[nodiscard]] double turn() const { return on_grid(foot() + kRun * (half - 1)); }
  [[nodiscard]] Rect outer() const { return {0, 0, length, depth}; }
};

std::vector<Kind> kinds(const Options& options) {
  Random random(options.seed);
  std::vector<Kind> all;
  for (const int storeys : {5, 4, 5, 3, 5, 4}) {
    Kind k;
    k.storeys = storeys;
    k.storey = setting(options, kSettings, "storey");
    k.door = setting(options, kSettings, "door_width");
    k.cell = setting(options, kSettings, "cell");
    k.half = static_cast<int>(std::round(k.storey / 2 / 0.1667));
    k.length = centimetres(random.between(44.5, 47.5));
    k.depth = centimetres(random.between(13.8, 14.3));
    k.corridor = centimetres(random.between(1.8, 2.2));
    k.window = centimetres(random.between(1.15, 1.45));
    k.corridor0 = on_grid((k.depth - k.corridor) / 2);
    k.corridor1 = on_grid(k.corridor0 + k.corridor);
    all.push_back(k);
  }
  return all;
}

// Rooms beside each other between x0 and x1, walls between them.
struct Row {
  double x0, x1;
  int rooms;
  [[nodiscard]] double width() const { return (x1 - x0 - kPartition * (rooms - 1)) / rooms; }
  [[nodiscard]] double from(int i) const { return on_grid(x0 + (width() + kPartition) * i); }
  [[nodiscard]] double to(int i) const {
    return i + 1 == rooms ? on_grid(x1) : on_grid(from(i + 1) - kPartition);
  }
  [[nodiscard]] double middle(int i) const { return (from(i) + to(i)) / 2; }
};

struct Site {
  BuildingKit& kit;
  BuildingPlan& plan;
  Truth& truth;
  NamedWays& ways;
  std::string name;
  Vec2 origin;
};

// The rooms of one side: walls between them, doors to the corridor, windows.
void rooms(Site& site, const Kind& k, const std::string& floor, const Row& row, bool north, double top) {
  const double y0 = north ? k.corridor1 + kPartition : kWall,
               y1 = north ? k.depth - kWall : k.corridor0 - kPartition;
  std::vector<Doorway> doors;
  std::vector<Window> windows;
  for (int i = 0; i < row.rooms; ++i) {
    const std::string room = text(floor, north ? " N" : " S", i + 1);
    site.plan.room(room, {row.from(i), y0, row.to(i), y1});
    site.plan.place(room, {row.middle(i), (y0 + y1) / 2}, 2);
    doors.push_back({text(room, " door"),
                     {text(floor, " corridor"), room},
                     row.from(i) + 1.2,
                     k.door,
                     north ? 2.1 : kLow,
                     {},
                     0});
    for (const double share : {0.28, 0.72}) {
      windows.push_back({row.from(i) + (row.to(i) - row.from(i)) * share, k.window, 0.9, 1.4});
    }
    if (i + 1 < row.rooms) {
      site.plan.wall(named(kPlaster, text(room, " wall")), {row.to(i), y0, row.from(i + 1), y1}, Axis::y,
                     top);
    }
  }
  if (north) {
    site.plan.wall(named(kPlaster, text(floor, " stair wall")), {kWall + kBay, y0, row.x0, y1}, Axis::y, top);
    const std::string stairs = text(floor, " stairs");
    doors.push_back(
        {text(stairs, " opening"), {text(floor, " corridor"), stairs}, kWall + kBay / 2, 1.4, 2.1, {}, 0});
  }
  const Rect inner{kWall, north ? k.corridor1 : k.corridor0 - kPartition, k.length - kWall,
                   north ? k.corridor1 + kPartition : k.corridor0};
  site.plan.wall(named(kPlaster, text(floor, north ? " corridor north" : " corridor south")), inner, Axis::x,
                 top, doors);
  const Rect outer{0, north ? k.depth - kWall : 0, k.length, north ? k.depth : kWall};
  site.plan.wall(named(kRender, text(floor, north ? " north wall" : " south wall")), outer, Axis::x, top, {},
                 windows);
}

void storey(Site& site, const Kind& k, int level) {
  const std::string floor = text(site.name, " F", level), corridor = text(floor, " corridor");
  const double top = on_grid(k.floor(level + 1) - kSlab), middle = (k.corridor0 + k.corridor1) / 2;
  site.plan.floor(floor, k.floor(level));
  site.plan.room(corridor, {kWall, k.corridor0, k.length - kWall, k.corridor1});
  site.plan.place(corridor, {k.length / 2, middle}, k.corridor / 2 - 0.05);
  const std::string stairs = text(floor, " stairs");
  site.plan.room(stairs, {kWall, k.corridor1 + kPartition, kWall + kBay, k.foot()});
  site.plan.place(stairs, {kWall + kBay / 2, k.foot() - kEntry / 2}, kEntry / 2 - 0.05);
  rooms(site, k, floor, {on_grid(kWall + kBay + kPartition), k.length - kWall, kNorth}, true, top);
  rooms(site, k, floor, {kWall, k.length - kWall, kSouth}, false, top);

  const std::array entrance{Doorway{text(site.name, " entrance"),
                                    {"outside", corridor},
                                    middle,
                                    1.4,
                                    2.1,
                                    {"street", corridor},
                                    kFloor - kKerb}};
  const std::array end{Window{middle, 1.0, 0.9, 1.4}};
  const bool ground = level == 0;
  site.plan.wall(named(kRender, text(floor, " west wall")), {0, kWall, kWall, k.depth - kWall}, Axis::y, top,
                 std::span<const Doorway>(entrance).first(ground ? 1 : 0),
                 std::span<const Window>(end).first(ground ? 0 : 1));
  site.plan.wall(named(kRender, text(floor, " east wall")),
                 {k.length - kWall, kWall, k.length, k.depth - kWall}, Axis::y, top, {}, end);
}

void stairs(Site& site, const Kind& k, int level) {
  const std::string floor = text(site.name, " F", level), above = text(site.name, " F", level + 1);
  const double z0 = k.floor(level), z1 = k.floor(level + 1), rise = k.storey / (2 * k.half);
  const double half = on_grid(z0 + rise * k.half);
  const Rect up{kWall, k.foot(), kWall + kFlight, k.turn()},
      back{kWall + kBay - kFlight, k.foot(), kWall + kBay, k.turn()};
  site.kit.flight({text(floor, " flight up"), "IfcStairFlight", "concrete"}, up, Heading::north, z0, half,
                  k.half - 1, false);
  const Rect landing{kWall, k.turn(), kWall + kBay, k.depth - kWall};
  site.kit.box({text(floor, " half-landing"), "IfcSlab", "concrete"}, landing, half - 0.2, half);
  site.kit.flight({text(floor, " flight back"), "IfcStairFlight", "concrete"}, back, Heading::south, half, z1,
                  k.half - 1, false);
  auto line = walking_line(up, Heading::north, z0, half, k.half - 1, 0.4, 0.6, site.origin);
  const auto rest = walking_line(back, Heading::south, half, z1, k.half - 1, 0.6, 0.4, site.origin);
  line.insert(line.end(), rest.begin(), rest.end());
  site.truth.stairs.push_back(
      {text(floor, " stairs"), "landing", {floor, above}, 2 * k.half, rise, kRun, kFlight, std::move(line)});
  // The next flight's underside lies one storey less two rises above a tread.
  site.ways.join(text(floor, " stairs"), text(above, " stairs"),
                 opening(kFlight, std::min(k.storey - kSlab, k.storey - 2 * rise), rise));
}

void building(Site& site, const Kind& k) {
  site.kit.set_cell(k.cell);
  site.kit.box({text(site.name, " pavement"), "IfcSlab", "paving"}, grown(k.outer(), kPavement), kGround / 2,
               kKerb);
  const std::array well{Rect{kWall, k.foot(), kWall + kBay, k.depth - kWall}};
  for (int level = 0; level <= k.storeys; ++level) {
    const bool open = level > 0 && level < k.storeys;
    const double z = k.floor(level);
    site.kit.slab({text(site.name, level < k.storeys ? " slab " : " roof ", level), "IfcSlab", "concrete"},
                  k.outer(), level == 0 ? 0.0 : z - kSlab, z,
                  std::span<const Rect>(well).first(open ? 1 : 0));
    if (level < k.storeys) storey(site, k, level);
    if (level + 1 < k.storeys) stairs(site, k, level);
  }
  const int last = k.storeys - 1;
  const std::array posts{kWall + 0.1, kWall + 0.4, kWall + 0.7, kWall + 1.0};
  site.kit.railing({text(site.name, " railing"), "IfcRailing", "steel"},
                   {kWall, k.foot() - 0.06, kWall + kFlight, k.foot() - 0.01}, Axis::x,
                   level(k.floor(last) + 1), posts, [&](double) { return k.floor(last); });
  const double roof = k.floor(k.storeys);
  site.kit.slab({text(site.name, " parapet"), "IfcWall", "concrete"}, k.outer(), roof, roof + kParapet,
                std::array{grown(k.outer(), -kWall)});
}

// A building on its lot, alone: what its ground amounts to.
std::vector<LedgerAreas> book(const Kind& k, const Rect& lot) {
  MeshBuilder mesh;
  Ledger ledger;
  Truth truth;
  NamedWays ways;
  BuildingKit kit(mesh, &ledger);
  BuildingPlan plan(kit, truth, ways, 0);
  Site site{kit, plan, truth, ways, "", {}};
  building(site, k);
  ledger.solid(lot, level(kGround), level(0));
  std::vector<LedgerAreas> out;
  for (const Agent& agent : building_agents()) out.push_back(ledger.areas(agent));
  return out;
}

Generated make(const Options& options) {
  Generated out;
  MeshBuilder mesh;
  NamedWays ways;
  const auto all = kinds(options);
  const int count =
      std::max(1, static_cast<int>(std::lround(kColumns * kRows * setting(options, kSettings, "scale"))));
  const int columns = std::max(1, static_cast<int>(std::lround(std::sqrt(count * kColumns / double{kRows}))));
  const int rows = (count + columns - 1) / columns;
  const Rect ground{0, 0, on_grid(columns * kPitchX), on_grid(rows * kPitchY)};

  BuildingKit street(mesh, nullptr);
  street.set_cell(20);
  street.slab({"Ground", "IfcSite", "asphalt"}, ground, kGround, 0, {});
  BuildingPlan streets(street, out.truth, ways, 0);
  streets.floor("street", 0);
  streets.place("street", {1, 1}, 1);

  std::vector<std::vector<LedgerAreas>> booked(all.size());
  std::vector<LedgerAreas> sum(building_agents().size());
  double open = ground.area();
  for (int b = 0; b < count; ++b) {
    const std::size_t kind = static_cast<std::size_t>(b) % all.size();
    const Kind& k = all[kind];
    const Rect lot = grown(k.outer(), kPavement + 0.5);
    const Vec2 origin{on_grid((b % columns + 0.5) * kPitchX - k.length / 2),
                      on_grid((static_cast<double>(b / columns) + 0.5) * kPitchY - k.depth / 2)};
    BuildingKit kit(mesh, nullptr, origin);
    BuildingPlan plan(kit, out.truth, ways, 0, origin);
    Site site{kit, plan, out.truth, ways, text("B", b + 1), origin};
    building(site, k);
    if (booked[kind].empty()) booked[kind] = book(k, lot);
    open -= lot.area();
    out.truth.floors.front().area -= grown(k.outer(), kPavement).area();
    for (std::size_t a = 0; a < sum.size(); ++a) {
      sum[a].free += booked[kind][a].free;
      sum[a].enclosed += booked[kind][a].enclosed;
    }
  }
  out.truth.floors.front().area += ground.area();
  std::size_t next = 0;
  add_agents(out.truth, ways, [&](const Agent&) {
    const LedgerAreas& a = sum[next++];
    return LedgerAreas{a.free + open, a.enclosed};
  });
  out.soup = mesh.take();
  return out;
}

}  // namespace

extern const Generator kBlocks;
const Generator kBlocks{"blocks",
                        "147 buildings with streets between, 423 x 549 x 16 m, about 1,121,000 triangles",
                        kSettings, make};

}  // namespace ambula::scenes
