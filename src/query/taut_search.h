// The shortest path in plan, exactly: Polyanya (Cui, Harabor and Grastien 2017) on a mesh that may wind over
// itself.
//
// A node is a part of a side that is seen straight from a root, the last corner the path turned at. It is
// pushed on into the cell behind: what of its other sides the root still sees keeps the root; what lies
// beyond an end of the part is reached by turning there, where that end is a corner a taut path can turn at.
// Such nodes are followed in the order of the least length a path through them can have.
//
// Roots are fans of corners, not places: floors over each other have their own, and the two sides of a step
// have one. The edges of what a root sees are kept as the two places their line goes through, never as where
// it met a side: neighbouring nodes then decide on which side of it a corner lies from the same numbers, and
// none falls between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/blocks.h"
#include "query/nearest.h"
#include "query/plan_cells.h"
#include "query/quad_heap.h"
#include "query/toll.h"

namespace ambula {

// The cells a place is in: one, or those around the side or corner it stands on, in the order they are found
// in from the first. `way` leads there: the side of an earlier cell, kNone for the first.
struct CellsAt {
  std::vector<std::uint32_t> cells, way;

  void find(const PlanCells& mesh, const Toll& toll, const MeshPlace& place);
  [[nodiscard]] bool has(std::uint32_t cell) const {
    for (const std::uint32_t c : cells) {
      if (c == cell) return true;
    }
    return false;
  }
  // The sides from the first cell to one of the others.
  void way_to(const PlanCells& mesh, std::uint32_t cell, std::vector<std::uint32_t>& out) const;
};

// What it searches: the mesh, or anything else made of convex cells.
struct TautWorld {
  const PlanCells& mesh;
  const Blocks& blocks;
};

class TautSearch {
 public:
  enum class State : std::uint8_t { idle, running, found, exhausted };

  void begin(const TautWorld& world, const Toll& toll, const MeshPlace& start, const MeshPlace& goal);
  State advance(const TautWorld& world, const Toll& toll, std::uint64_t expansions);

  struct Ray {
    Vec2 from, through;
    [[nodiscard]] double left(Vec2 p) const { return cross(through - from, p - from); }  // > 0: left of it
  };
  // A part of a cell that is seen from a root: all of it, or what lies between two rays.
  struct SeenPart {
    std::uint32_t cell = 0, number = 0;  // in the order they are found
    Vec2 root;
    double g = 0;
    Ray right, left;
    bool has_right = false, has_left = false;
  };
  // Everything within a length from the start, in the order of distance: calls enter(cell, distance) for the
  // parts of cells as they are reached and fills `parts`.
  template <class Enter>
  void flood(const TautWorld& world, const Toll& toll, const MeshPlace& start, double limit, Enter&& enter) {
    begin_flood(world, toll, start, limit);
    for (const std::uint32_t c : starts_.cells) enter(c, 0.0);
    std::uint32_t cell = kNone;
    double distance = 0;
    while (advance_flood(world, toll, cell, distance)) enter(cell, distance);
  }
  [[nodiscard]] std::vector<SeenPart>& parts() { return parts_; }

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }
  [[nodiscard]] double length() const { return length_; }  // quanta, when found
  // The sides it leaves cells by, from the start's cell to the goal's.
  void trace(const TautWorld& world, std::vector<std::uint32_t>& out) const;

 private:
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  struct TautNode {
    Vec2 root;
    double g = 0;  // to the root
    Vec2 right, left;
    Ray right_ray, left_ray;
    std::uint32_t turn = kNone;        // the root's, kNone for the start
    std::uint32_t side = 0, cell = 0;  // the cell behind, and the side as that has it
    std::uint32_t parent = kNone;
    std::uint32_t before = kNone;                // the node pushed through this side before it
    bool right_ends = false, left_ends = false;  // at the side's own end
  };
  struct Open {
    double f;
    std::uint32_t node;
  };
  struct OpenLess {
    bool operator()(const Open& a, const Open& b) const {
      return a.f < b.f || (a.f == b.f && a.node > b.node);
    }
  };
  struct BestRoot {
    double g = 0;
    std::uint32_t stamp = 0;
    bool again = false;  // reached as soon by another way
  };
  struct LastNode {
    std::uint32_t node = kNone, stamp = 0;
  };
  struct Expansion;

  [[nodiscard]] static TautNode seeing(const TautNode& as, Vec2 right, Vec2 left);
  void fresh_stamp(const TautWorld& world, const Toll& toll);
  void begin_flood(const TautWorld& world, const Toll& toll, const MeshPlace& start, double limit);
  bool advance_flood(const TautWorld& world, const Toll& toll, std::uint32_t& cell, double& distance);
  void note(const TautNode& as, const Ray* right, const Ray* left);
  void push_first(Expansion& e, std::uint32_t cell);
  void expand(Expansion& e);
  bool turn_and_see_all(Expansion& e);
  void see_all(Expansion& e, const TautNode& as);
  void see_side(Expansion& e, std::uint32_t k);
  void see_between(Expansion& e, std::uint32_t first, std::uint32_t last);
  void turn_right(Expansion& e, std::uint32_t last);
  void turn_left(Expansion& e, std::uint32_t first);
  bool take_root(Expansion& e, bool right, TautNode& out);
  void push(Expansion& e, std::uint32_t side, TautNode& node);
  [[nodiscard]] bool is_known(const TautNode& node, Vec2 along) const;
  [[nodiscard]] double left_to_goal(const TautNode& node, Vec2 a, Vec2 b) const;

  std::vector<TautNode> nodes_;
  QuadHeap<Open, OpenLess> open_;
  Open best_{0, kNone};
  std::vector<BestRoot> roots_;
  std::vector<LastNode> last_through_;  // by side
  std::vector<std::uint32_t> marks_;
  CellsAt starts_, goals_;
  Vec2 start_, goal_;
  std::uint64_t expansions_ = 0;
  std::uint32_t stamp_ = 0, last_ = kNone;
  double length_ = 0;
  bool floods_ = false;
  double limit_ = 0;
  std::vector<SeenPart> parts_;
  State state_ = State::idle;
};

}  // namespace ambula
