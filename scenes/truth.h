// What is true of a generated scene by its construction: the answers our stages are tested against. Nothing
// in here is computed by running a stage.
//
// Positions are z up, metres, in the frame of Generated::soup (modifiers move them along). Scene files are
// written y up, as OBJ and glTF have it; read back with the importer's defaults they land in this frame
// again, so truth and scene agree without any conversion.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ambula/agent.h"
#include "ambula/vec.h"

namespace ambula::scenes {

// A level one can stand on: a storey, a platform, the street.
struct FloorTruth {
  std::string name;
  double elevation = 0;  // metres
  double area = 0;       // m² of plan inside its rooms and doorways (walls not counted), furniture ignored
};

// Outline counter-clockwise seen from above; holes (shafts, columns) clockwise.
struct RoomTruth {
  std::string name;
  std::string floor;
  std::vector<Vec3> outline;
  std::vector<std::vector<Vec3>> holes;
  double area = 0;  // m²: outline minus holes
};

struct DoorTruth {
  std::string name;
  std::string rooms[2];  // names of rooms; "outside" is one too
  double width = 0, height = 0;
  Vec3 center;  // on the floor, in the middle of the opening
  Vec3 across;  // unit vector along the wall: the opening spans center ± across * width / 2
};

struct StairsTruth {
  std::string name;
  std::string
      kind;  // straight, nosing, open-riser, spiral, curved, winder, landing, uneven, steep, ramp, escalator
  std::string floors[2];  // names, lower first
  int steps = 0;          // rises between the two floors; 0 for a ramp
  double rise = 0;        // metres; the mean where uneven
  double run = 0;         // metres, at the walking line; a ramp's whole length in plan
  double width = 0;
  // Points to stand on along its middle, upwards: on the lower floor, on every tread, on the upper floor.
  // May be empty.
  std::vector<Vec3> line = {};
};

// A point to stand on, on the ground.
struct PlaceTruth {
  std::string name;
  Vec3 at;
};

// What holds for one agent.
struct AgentTruth {
  Agent agent;
  // m² (in space, not in plan) of surface that faces up within max_slope and has the agent's height free
  // above it, duplicates counted once: outside of solids, and inside (a wall's core, a crate).
  double free_area = 0;
  double enclosed_area = 0;
  // Places of one group are reachable from each other; places of different groups are not. Of a place in no
  // group nothing is known.
  std::vector<std::vector<std::string>> reach;
};

struct Truth {
  std::string scene;
  std::uint64_t seed = 0;
  double area_slack = 1e-6;  // relative; how far areas may be off after modifiers that disturb the mesh
  std::vector<FloorTruth> floors;
  std::vector<RoomTruth> rooms;
  std::vector<DoorTruth> doors;
  std::vector<StairsTruth> stairs;
  std::vector<PlaceTruth> places;
  std::vector<AgentTruth> agents;
  int furniture = 0;                              // pieces placed; fewer than asked for where no more fit
  std::vector<std::pair<std::string, int>> dirt;  // disturbances made, by kind; empty in a clean scene
};

// As written to OUT.truth.json: keys are the member names, positions are [x, y, z], `dirt` is an object, and
// "up": "z" tells the frame. Numbers round-trip.
[[nodiscard]] std::string truth_json(const Truth& truth);

}  // namespace ambula::scenes
