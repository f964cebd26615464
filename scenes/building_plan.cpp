// Walls with their doors, and rooms with their places.
#include "scenes/building_plan.h"

#include <utility>

namespace ambula::scenes {

std::vector<Agent> building_agents() {
  return {
      default_agent(),
      // Wider than an ordinary door.
      {.height = 1.8, .radius = 0.5, .max_slope = 45, .max_step = 0.4, .max_gap = 0.3},
      // Taller than the low doors; climbs steep roofs.
      {.height = 2.05, .radius = 0.3, .max_slope = 60, .max_step = 0.4, .max_gap = 0.3},
      // A child: passes under sills' lintels, but no step of a stair.
      {.height = 1.0, .radius = 0.2, .max_slope = 30, .max_step = 0.15, .max_gap = 0.2},
  };
}

std::vector<Vec2> corners(const Rect& r) { return {{r.x0, r.y0}, {r.x1, r.y0}, {r.x1, r.y1}, {r.x0, r.y1}}; }

void BuildingPlan::floor(std::string name, double elevation) {
  floor_ = std::move(name);
  z_ = on_grid(elevation);
  rooms_.clear();
  doorways_.clear();
  truth_.floors.push_back({floor_, z_, 0});
}

void BuildingPlan::room(const std::string& name, std::span<const Vec2> outline) {
  RoomTruth room;
  room.name = name;
  room.floor = floor_;
  double twice = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 p = outline[i], q = outline[(i + 1) % outline.size()];
    twice += cross(p, q);
    room.outline.push_back({on_grid(p.x + origin_.x), on_grid(p.y + origin_.y), z_});
  }
  room.area = twice / 2;
  truth_.floors.back().area += room.area;
  truth_.rooms.push_back(std::move(room));
  rooms_.push_back({name, {outline.begin(), outline.end()}});
}

void BuildingPlan::room(const std::string& name, const Rect& plan) { room(name, corners(plan)); }

void BuildingPlan::place(const std::string& name, Vec2 at, double clear, const std::string& in) {
  truth_.places.push_back({name, {on_grid(at.x + origin_.x), on_grid(at.y + origin_.y), z_}});
  ways_.place(name, in.empty() ? name : in, clear);
}

void BuildingPlan::wall(const Part& part, const Rect& plan, Axis along, double z1,
                        std::span<const Doorway> doors, std::span<const Window> windows) {
  const bool x = along == Axis::x;
  std::vector<Opening> openings, clear;
  for (const Doorway& d : doors) {
    clear.push_back({d.at - d.width / 2, d.at + d.width / 2, z_, z_ + d.height});
    openings.push_back({clear.back().from - frame_, clear.back().to + frame_, z_, z_ + d.height + frame_});
  }
  for (const Window& w : windows) {
    clear.push_back({w.at - w.width / 2, w.at + w.width / 2, z_ + w.sill, z_ + w.sill + w.height});
    const Opening& c = clear.back();
    openings.push_back({c.from - frame_, c.to + frame_, c.bottom - frame_, c.top + frame_});
  }
  kit_.wall(part, plan, along, z_, z1, openings);
  for (std::size_t i = 0; i < clear.size() && frame_ > 0; ++i) {
    const bool window = i >= doors.size();
    const std::string name = window ? part.name + " window" : doors[i].name + " frame";
    kit_.frame({name, window ? "IfcWindow" : "IfcDoor", "timber"}, plan, along, clear[i], frame_, window);
  }

  const double thick = x ? plan.depth() : plan.width();
  for (const Doorway& d : doors) {
    const Vec2 middle = x ? Vec2{d.at, (plan.y0 + plan.y1) / 2} : Vec2{(plan.x0 + plan.x1) / 2, d.at};
    DoorTruth door;
    door.name = d.name;
    for (std::size_t i = 0; i < 2; ++i) door.rooms[i] = d.rooms[i];
    door.width = d.width;
    door.height = d.height;
    door.center = {on_grid(middle.x + origin_.x), on_grid(middle.y + origin_.y), z_};
    door.across = x ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    truth_.doors.push_back(std::move(door));
    truth_.floors.back().area += d.width * thick;
    const auto spot = [&](std::size_t i) { return d.spots[i].empty() ? d.rooms[i] : d.spots[i]; };
    ways_.join(spot(0), spot(1), opening(d.width, d.height, d.step));
    const double half = d.width / 2 + frame_;
    doorways_.push_back(grown(x ? Rect{d.at - half, plan.y0, d.at + half, plan.y1}
                                : Rect{plan.x0, d.at - half, plan.x1, d.at + half},
                              0.02));
  }
}

void BuildingPlan::skirting(std::span<const Rect> gaps) {
  std::vector<Rect> all(gaps.begin(), gaps.end());
  for (const Rect& d : doorways_) all.push_back(d);
  for (const Room& room : rooms_) {
    kit_.skirting({room.name + " skirting", "IfcCovering", "timber"}, room.outline, z_, all);
  }
}

std::vector<Vec3> walking_line(const Rect& plan, Heading heading, double z0, double z1, int treads,
                               double before, double after, Vec2 origin) {
  const bool along_x = heading == Heading::east || heading == Heading::west;
  const bool forward = heading == Heading::east || heading == Heading::north;
  const double size = along_x ? plan.width() : plan.depth();
  std::vector<Vec3> line;
  for (int i = 0; i <= treads + 1; ++i) {
    const double s = i == 0 ? -before : i > treads ? size + after : size * (i - 0.5) / treads;
    const double x = along_x ? (forward ? plan.x0 + s : plan.x1 - s) : (plan.x0 + plan.x1) / 2;
    const double y = along_x ? (plan.y0 + plan.y1) / 2 : (forward ? plan.y0 + s : plan.y1 - s);
    line.push_back(on_grid(Vec3{x + origin.x, y + origin.y, z0 + (z1 - z0) * i / (treads + 1)}));
  }
  return line;
}

void add_agents(Truth& truth, const NamedWays& ways, const std::function<LedgerAreas(const Agent&)>& areas) {
  for (const Agent& agent : building_agents()) {
    const LedgerAreas sum = areas(agent);
    truth.agents.push_back({agent, sum.free, sum.enclosed, ways.reach(agent)});
  }
}

}  // namespace ambula::scenes
