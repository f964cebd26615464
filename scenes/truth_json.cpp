// The truth as JSON. One line an element (a room, a door, a place), so that the file can be read, searched
// and compared line by line, and still stays small for a town of rooms.
#include <nlohmann/json.hpp>

#include "scenes/truth.h"

namespace ambula::scenes {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(Vec3 p) { return Json::array({p.x, p.y, p.z}); }

Json to_json(const std::vector<Vec3>& points) {
  Json out = Json::array();
  for (const Vec3 p : points) out.push_back(to_json(p));
  return out;
}

Json to_json(const FloorTruth& floor) {
  return {{"name", floor.name}, {"elevation", floor.elevation}, {"area", floor.area}};
}

Json to_json(const RoomTruth& room) {
  Json holes = Json::array();
  for (const auto& hole : room.holes) holes.push_back(to_json(hole));
  return {{"name", room.name},
          {"floor", room.floor},
          {"outline", to_json(room.outline)},
          {"holes", holes},
          {"area", room.area}};
}

Json to_json(const DoorTruth& door) {
  return {{"name", door.name},
          {"rooms", Json::array({door.rooms[0], door.rooms[1]})},
          {"width", door.width},
          {"height", door.height},
          {"center", to_json(door.center)},
          {"across", to_json(door.across)}};
}

Json to_json(const StairsTruth& stairs) {
  return {{"name", stairs.name},
          {"kind", stairs.kind},
          {"floors", Json::array({stairs.floors[0], stairs.floors[1]})},
          {"steps", stairs.steps},
          {"rise", stairs.rise},
          {"run", stairs.run},
          {"width", stairs.width},
          {"line", to_json(stairs.line)}};
}

Json to_json(const PlaceTruth& place) { return {{"name", place.name}, {"at", to_json(place.at)}}; }

Json to_json(const AgentTruth& truth) {
  const Agent& a = truth.agent;
  return {{"agent",
           {{"height", a.height},
            {"radius", a.radius},
            {"max_slope", a.max_slope},
            {"max_step", a.max_step},
            {"max_gap", a.max_gap}}},
          {"free_area", truth.free_area},
          {"enclosed_area", truth.enclosed_area},
          {"reach", truth.reach}};
}

// A name that is not UTF-8 must not stop the file from being written.
std::string line(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

void add(std::string& out, const char* key, const Json& value) {
  out += out.empty() ? "{\n  \"" : ",\n  \"";
  out += key;
  out += "\": ";
  out += line(value);
}

template <class T>
void add_list(std::string& out, const char* key, const std::vector<T>& items) {
  out += ",\n  \"";
  out += key;
  out += "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) {
    out += i == 0 ? "\n    " : ",\n    ";
    out += line(to_json(items[i]));
  }
  out += items.empty() ? "]" : "\n  ]";
}

}  // namespace

std::string truth_json(const Truth& truth) {
  std::string out;
  add(out, "scene", truth.scene);
  add(out, "seed", truth.seed);
  add(out, "up", "z");
  add(out, "area_slack", truth.area_slack);
  add_list(out, "floors", truth.floors);
  add_list(out, "rooms", truth.rooms);
  add_list(out, "doors", truth.doors);
  add_list(out, "stairs", truth.stairs);
  add_list(out, "places", truth.places);
  add_list(out, "agents", truth.agents);
  add(out, "furniture", truth.furniture);
  Json dirt = Json::object();
  for (const auto& [kind, count] : truth.dirt) dirt[kind] = count;
  add(out, "dirt", dirt);
  out += "\n}\n";
  return out;
}

}  // namespace ambula::scenes
