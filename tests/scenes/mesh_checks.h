// What every clean generated mesh must be: checks on its triangles, object by object; and what lies in a
// room.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/scene.h"
#include "scenes/truth.h"

namespace ambula::scenes {

// Objects without triangles, or with an edge that is not met by as many of their edges the other way round.
// Corners at equal positions are one corner.
[[nodiscard]] std::vector<std::string> open_objects(const Soup& soup);

// Triangles whose least height is below 1e-7 m.
[[nodiscard]] std::size_t degenerate_count(const Soup& soup);

// m² of an object's triangles (or of all: object = npos) that face straight up.
inline constexpr std::size_t kAllObjects = static_cast<std::size_t>(-1);
[[nodiscard]] double level_area(const Soup& soup, std::size_t object = kAllObjects);

// Metres in plan between the triangles of two objects that face straight up; 0 when they overlap or touch.
[[nodiscard]] double level_distance(const Soup& soup, std::size_t object, std::size_t other);

// Volume enclosed by all triangles, signed: above 0 when they face outwards.
[[nodiscard]] double signed_volume(const Soup& soup, std::size_t object);

// Whether p is inside the room in plan, at least `margin` from its border.
[[nodiscard]] bool in_room(const RoomTruth& room, Vec2 p, double margin = 0);

}  // namespace ambula::scenes
