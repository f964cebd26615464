// The shortest way through a channel around circles: straight tangents and arcs.
//
//   ArcFunnel funnel;                          // keeps its memory between calls
//   funnel.begin(start);
//   funnel.add_left({p, r}), funnel.add_right({q, r});   // in the order the way passes between them
//   funnel.finish(goal);
//   double length = funnel.write(bends);
//
// The funnel of Lee and Preparata with circles for points, after Demyen and Buro (2006) and Kallmann: every
// circle has its own radius, 0 is a point. Circles that are passed on different sides must not overlap. Time
// is linear in the number of circles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

struct FunnelCircle {
  Vec2 at;
  double radius = 0;
};

// From a bend to the next one goes straight, or along the arc that begins here.
struct ArcBend {
  Vec2 at;
  Vec2 centre = {};
  std::int8_t turn = 0;  // 1: to the left, -1: to the right, 0: no arc
};

class ArcFunnel {
 public:
  void begin(Vec2 start);
  void add_left(const FunnelCircle& circle) { add(circle, 1, false); }
  void add_right(const FunnelCircle& circle) { add(circle, -1, false); }
  void finish(Vec2 goal);
  // Straight parts of the way that finish() found, and a circle more for the first or the last of them,
  // passed on the side it is on.
  struct Leg {
    Vec2 from, to;
  };
  [[nodiscard]] std::size_t legs() const { return done_.size() - 1; }
  [[nodiscard]] Leg leg(std::size_t k) const;
  void put_in(const FunnelCircle& circle, bool at_start);
  // Bends from start to goal, both included; returns the way's length.
  double write(std::vector<ArcBend>& out) const;

 private:
  struct Node {
    Vec2 at;
    double offset;      // signed radius: positive when the circle is on the left of the way
    int side;           // 1: left, -1: right, 0: start or goal
    std::size_t order;  // among all that were added
    bool is_end = false;
  };

  void add(const FunnelCircle& circle, int side, bool is_end);
  [[nodiscard]] static Vec2 direction(const Node& from, const Node& to);
  [[nodiscard]] bool bends(const Node& before, const Node& at, const Node& after, int side) const;
  [[nodiscard]] std::size_t towards(std::size_t from, int side) const {
    return side > 0 ? from - 1 : from + 1;
  }
  [[nodiscard]] static bool is_between(const Node& from, const Node& to, const Node& circle);
  void make_room();
  void repair();
  void straighten(std::size_t& at);
  [[nodiscard]] std::size_t worst_between(const Node& from, const Node& to) const;
  double put_in_leg(const FunnelCircle& circle, std::size_t leg, bool at_start);  // the way's length then

  // From the last circle on the left over the apex to the last one on the right.
  std::vector<Node> nodes_;
  std::size_t first_ = 0, last_ = 0, apex_ = 0;
  std::vector<Node> done_;   // what the way is known to bend around, before the apex
  std::vector<Node> added_;  // all circles
  struct {
    std::vector<Node> done, added;
  } spare_;  // another way, to be compared
  std::vector<ArcBend> bends_;
};

// Of a turn from one unit vector to another to the left, 0 .. 2 pi; the same bits anywhere.
[[nodiscard]] double left_turn(Vec2 from, Vec2 to);

}  // namespace ambula
