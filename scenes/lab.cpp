// Walls, grounds and the books of the walled laboratory scenes.
#include "scenes/lab.h"

#include <algorithm>

namespace ambula::scenes {
namespace {

constexpr double kSlab = 0.2;  // metres of ground below z = 0

// The share of a cover's area that has less than `height` free below it.
double blocked_share(const Cover& cover, double height) {
  if (cover.high <= cover.low) return height > cover.low ? 1 : 0;
  return std::clamp((height - cover.low) / (cover.high - cover.low), 0.0, 1.0);
}

}  // namespace

Placing::Placing(Vec2 origin, double degrees) : origin_(origin), turn_(turn(degrees)) {}

Vec2 Placing::direction(double x, double y) const {
  return {turn_.cos * x - turn_.sin * y, turn_.sin * x + turn_.cos * y};
}

Vec2 Placing::operator()(double x, double y) const { return on_grid(origin_ + direction(x, y)); }

Vec3 Placing::at(double x, double y, double z) const {
  const Vec2 p = (*this)(x, y);
  return {p.x, p.y, on_grid(z)};
}

Polygon Placing::operator()(std::span<const Vec2> polygon) const {
  Polygon out;
  for (const Vec2 p : polygon) out.push_back((*this)(p.x, p.y));
  return out;
}

Lab::Lab() { places.push_back({{"outside", {}}}); }

void Lab::block(std::string_view name, const Placing& placing, Vec2 min, Vec2 max, double height) {
  mesh.object(name, "IfcWall", "plaster");
  mesh.prism(placing(rectangle(min, max)), 0, on_grid(height));
  const double area = (max.x - min.x) * (max.y - min.y);
  covers.push_back({area, 0, 0, height, area});
}

void Lab::wall(std::string_view name, const Placing& placing, Vec2 min, Vec2 max, double height,
               std::span<const DoorSpan> openings, double door_height) {
  mesh.object(name, "IfcWall", "plaster");
  struct Piece {
    double from, to;
    bool open;
  };
  std::vector<Piece> pieces;
  double x = min.x;
  for (const DoorSpan& o : openings) {
    pieces.push_back({x, o.from, false});
    pieces.push_back({o.from, o.to, true});
    x = o.to;
  }
  pieces.push_back({x, max.x, false});

  const double y0 = min.y, y1 = max.y, depth = y1 - y0;
  const auto p = [&](double px, double py, double pz) { return placing.at(px, py, pz); };
  const auto across = [&](double px, double z0, double z1, bool front_is_east) {
    if (front_is_east) mesh.quad(p(px, y0, z0), p(px, y1, z0), p(px, y1, z1), p(px, y0, z1));
    if (!front_is_east) mesh.quad(p(px, y1, z0), p(px, y0, z0), p(px, y0, z1), p(px, y1, z1));
  };
  // Every face is cut where any doorway begins or ends and at the doors' height, so all corners are shared.
  for (const Piece& piece : pieces) {
    const double a = piece.from, b = piece.to;
    const double bottom = piece.open ? door_height : 0;
    mesh.quad(p(a, y0, height), p(b, y0, height), p(b, y1, height), p(a, y1, height));
    mesh.quad(p(a, y1, bottom), p(b, y1, bottom), p(b, y0, bottom), p(a, y0, bottom));
    for (const auto& [z0, z1] : {std::pair{0.0, door_height}, std::pair{door_height, height}}) {
      if (z0 < bottom) continue;
      mesh.quad(p(a, y0, z0), p(b, y0, z0), p(b, y0, z1), p(a, y0, z1));
      mesh.quad(p(b, y1, z0), p(a, y1, z0), p(a, y1, z1), p(b, y1, z1));
    }
    if (!piece.open) {
      across(a, 0, door_height, false);
      across(b, 0, door_height, true);
    }
    const double area = (b - a) * depth;
    covers.push_back({area, bottom, bottom, height, area});
  }
  across(min.x, door_height, height, false);
  across(max.x, door_height, height, true);
}

AgentTruth Lab::judge(const Agent& agent, double ground) const {
  AgentTruth out{agent, ground, 0, reach_groups(places, ways, agent)};
  for (const Cover& cover : covers) {
    out.free_area += cover.top_area - cover.area * blocked_share(cover, agent.height);
    const bool stands = cover.low == 0 && cover.high == 0;
    if (stands && cover.top >= agent.height) out.enclosed_area += cover.area;
  }
  return out;
}

Generated Lab::finish(Vec2 size, std::span<const Agent> agents) {
  size = on_grid(size);
  mesh.object("Ground", "IfcSlab", "concrete");
  mesh.box({0, 0, -kSlab}, {size.x, size.y, 0});
  places[0].place.at = {1, 1, 0};

  Generated out;
  out.truth = std::move(truth);
  RoomTruth outside{"outside", "ground", at_height(rectangle({0, 0}, size), 0), buildings, size.x * size.y};
  for (const auto& building : buildings) {
    Polygon plan;
    for (const Vec3 p : building) plan.push_back(p.xy());
    outside.area += signed_area(plan);  // clockwise: negative
  }
  out.truth.rooms.insert(out.truth.rooms.begin(), std::move(outside));
  FloorTruth ground{"ground", 0, size.x * size.y};
  for (const Cover& cover : covers) {
    if (cover.low == 0 && cover.high == 0) ground.area -= cover.area;
  }
  out.truth.floors.insert(out.truth.floors.begin(), std::move(ground));
  for (const Standing& s : places) out.truth.places.push_back(s.place);
  for (const Agent& agent : agents) {
    const auto same = [&](const AgentTruth& known) { return known.agent == agent; };
    if (std::none_of(out.truth.agents.begin(), out.truth.agents.end(), same)) {
      out.truth.agents.push_back(judge(agent, size.x * size.y));
    }
  }
  out.soup = mesh.take();
  return out;
}

}  // namespace ambula::scenes
