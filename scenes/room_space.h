// What is left of a room: where a piece of furniture may stand without touching anything, without shutting a
// door or a stair, and without cutting off a place.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "ambula/vec.h"
#include "scenes/truth.h"

namespace ambula::scenes {

// A rectangle in plan, turned.
struct Footprint {
  Vec2 center, x, y;  // x and y: unit, y to the left of x
  Vec2 half;

  [[nodiscard]] std::array<Vec2, 4> corners() const {
    const Vec2 a = x * half.x, b = y * half.y;
    return {center - a - b, center + a - b, center + a + b, center - a + b};
  }
  [[nodiscard]] Footprint grown(double by) const {
    Footprint out = *this;
    out.half = {half.x + by, half.y + by};
    return out;
  }
};

// A triangle of the scene, seen from above.
struct Obstacle {
  std::array<Vec2, 3> corners;
  double low = 0, high = 0;  // its heights
  bool stairs = false;       // keep away from it
};

class RoomSpace {
 public:
  // `obstacles`: what of the scene lies over or in the room's bounding box. `doors` and `places`: all that
  // may matter. Ways are kept for every radius in `radii`.
  RoomSpace(const RoomTruth& room, std::vector<Obstacle> obstacles, std::span<const DoorTruth> doors,
            std::span<const PlaceTruth> places, std::span<const double> radii);

  [[nodiscard]] double floor() const { return floor_; }
  [[nodiscard]] const std::vector<Vec2>& outline() const { return loops_.front(); }

  // Whether a piece this high may stand here.
  [[nodiscard]] bool admits(const Footprint& piece, double height) const;
  // What the footprint's whole plan lies under: the height of one level surface, or infinity for the open
  // sky; nothing when it lies under something else.
  [[nodiscard]] std::optional<double> ceiling(const Footprint& piece) const;
  void occupy(const Footprint& piece);

 private:
  [[nodiscard]] bool contains(Vec2 p) const;
  [[nodiscard]] bool keeps_ways(const Footprint& piece) const;
  [[nodiscard]] std::vector<int> labels(std::span<const float> clearance, double radius) const;
  [[nodiscard]] Vec2 middle(std::size_t cell) const;
  void find_anchors();
  template <class Distance>
  void lower(std::vector<float>& clearance, std::span<const Vec2> around, const Distance& distance) const;

  double floor_ = 0;
  std::vector<std::vector<Vec2>> loops_;  // outline, then holes
  std::vector<Obstacle> obstacles_;
  std::vector<Footprint> kept_, taken_;  // before doors; pieces
  std::vector<Vec2> places_;
  std::vector<double> radii_;
  double reach_ = 0;  // clearances are exact up to this

  // A grid over the room: clearance of each cell's middle from walls and pieces, negative outside.
  Vec2 low_;
  int nx_ = 0, ny_ = 0;
  double cell_ = 0.05;
  std::vector<float> clearance_;
  std::vector<std::size_t> anchors_;  // cells that must stay joined where they are
};

}  // namespace ambula::scenes
