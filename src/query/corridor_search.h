// A* over cells. A cell is known by the best way into it so far: through which side and at which place of it.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "query/blocks.h"
#include "query/link_gates.h"
#include "query/nearest.h"
#include "query/quad_heap.h"
#include "query/query_mesh.h"
#include "query/toll.h"

namespace ambula {

// What the searches read besides the mesh.
struct SearchWorld {
  const QueryMesh& mesh;
  const Blocks& blocks;
  std::span<const LinkGate> gates;            // by their from cell
  std::span<const std::uint32_t> gate_begin;  // per cell, empty where there are no gates
};

class CorridorSearch {
 public:
  enum class State : std::uint8_t { idle, running, found, exhausted };

  void begin(const SearchWorld& world, const Toll& toll, const MeshPlace& start, const MeshPlace& goal,
             bool everywhere,                                          // also where the goal cannot be
             double limit = std::numeric_limits<double>::infinity());  // quanta: what costs more is left out
  // At most so many expansions; what state it ends in.
  State advance(const SearchWorld& world, const Toll& toll, std::uint64_t expansions);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }
  [[nodiscard]] bool reached(std::uint32_t cell) const { return (visits_[cell].stamp | 1u) == (stamp_ | 1u); }
  // The way into a cell that was reached: sides it leaves cells by, and gates as number of sides + gate.
  void trace(const SearchWorld& world, std::uint32_t cell, std::vector<std::uint32_t>& out) const;

 private:
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  struct CellVisit {
    double g = 0, f = 0;
    Vec2 at;
    std::uint32_t entry = kNone;  // the cell's own side, or number of sides + gate
    std::uint32_t stamp = 0;      // even: open, odd: expanded
  };
  struct Open {
    float f;
    std::uint32_t cell;
  };
  struct OpenLess {
    bool operator()(const Open& a, const Open& b) const { return a.f < b.f; }
  };

  void fresh_stamp(const SearchWorld& world);
  void expand(const SearchWorld& world, const Toll& toll, std::uint32_t cell);
  void expand_gates(const SearchWorld& world, const Toll& toll, std::uint32_t cell);
  void offer(const Toll& toll, std::uint32_t cell, std::uint32_t entry, Vec2 at, double g);

  std::vector<CellVisit> visits_;
  std::vector<std::uint32_t> marks_;  // per block
  QuadHeap<Open, OpenLess> open_;
  Open best_{0, kNone};
  LinkBound bound_;
  MeshPlace goal_;
  Vec2 target_;
  std::uint64_t expansions_ = 0;
  std::uint32_t stamp_ = 0;
  double least_ = 1, limit_ = 0;
  bool everywhere_ = false;
  State state_ = State::idle;
};

}  // namespace ambula
