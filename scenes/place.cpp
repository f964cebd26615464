// Moving a whole scene: soup and truth together, so that the truth stays true. Rotation is about the z axis
// through the origin; its cosine and sine are our own, so that every machine writes the same bytes. Nothing
// is rounded to a grid: a rotation by odd angles has none.
#include <algorithm>

#include "scenes/angle.h"
#include "scenes/generate.h"

namespace ambula::scenes {
namespace {

// Applies `move` to every position and `turn_only` to every direction.
template <class Move, class TurnOnly>
void move_scene(Generated& scene, Move&& move, TurnOnly&& turn_only) {
  const auto all = [&](std::vector<Vec3>& points) {
    std::transform(points.begin(), points.end(), points.begin(), move);
  };
  all(scene.soup.positions);
  Truth& truth = scene.truth;
  for (FloorTruth& floor : truth.floors) floor.elevation = move(Vec3{0, 0, floor.elevation}).z;
  for (RoomTruth& room : truth.rooms) {
    all(room.outline);
    for (auto& hole : room.holes) all(hole);
  }
  for (DoorTruth& door : truth.doors) {
    door.center = move(door.center);
    door.across = turn_only(door.across);
  }
  for (StairsTruth& stairs : truth.stairs) all(stairs.line);
  for (PlaceTruth& place : truth.places) place.at = move(place.at);
}

}  // namespace

void rotate(Generated& scene, double degrees) {
  const Turn t = turn(degrees);
  const auto turned = [t](Vec3 p) { return Vec3{p.x * t.cos - p.y * t.sin, p.x * t.sin + p.y * t.cos, p.z}; };
  move_scene(scene, turned, turned);
}

void offset(Generated& scene, Vec3 by) {
  move_scene(scene, [by](Vec3 p) { return p + by; }, [](Vec3 d) { return d; });
}

}  // namespace ambula::scenes
