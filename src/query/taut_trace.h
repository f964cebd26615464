// From a taut path in plan to the cells of the mesh it crosses: along its straight stretches, from side to
// side, and around the corners it turns at.
//
// The ends of a path are not on the lattice, so what a stretch passes closer than these are rounded by counts
// as touched. Where that leads astray, it says so.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/funnel.h"
#include "query/nearest.h"
#include "query/query_mesh.h"

namespace ambula {

class TautTrace {
 public:
  // `points` from start to goal: what lies between are corners of borders. Leaves the sides by which cells
  // are left in `sides`, and in `taut` the points with the sides they stand on. False where it got lost.
  [[nodiscard]] bool run(const QueryMesh& mesh, const MeshPlace& start, const MeshPlace& goal,
                         std::span<const TautPoint> points, std::vector<std::uint32_t>& sides,
                         std::vector<TautPoint>& taut);

 private:
  static constexpr std::uint32_t kNone = NavMesh::kNone;
  enum class Rotation : std::uint8_t { left, right };  // counter-clockwise, clockwise
  // How a line leaves a cell: through a side, or at the corner where it begins.
  struct Exit {
    std::uint32_t side = kNone;
    bool at_corner = false;
  };

  bool go(bool last);
  [[nodiscard]] double left(std::uint32_t side) const;  // of the line, where the side begins; 0: on it
  [[nodiscard]] Exit exit_from(std::uint32_t entry) const;
  [[nodiscard]] Exit exit_from_anywhere() const;
  [[nodiscard]] std::uint32_t corner_at(Vec2 p) const;
  bool swing(std::uint32_t corner, Vec2 on, Rotation rotation);
  bool swing_either(std::uint32_t corner, Vec2 on);
  bool swing_to_goal(std::uint32_t corner);
  bool step_to_goal();
  [[nodiscard]] bool points_into(std::uint32_t corner, Vec2 on, double off) const;
  bool rotate(std::uint32_t& corner, Rotation rotation);
  bool cross_side(std::uint32_t side);

  const QueryMesh* m_ = nullptr;
  std::vector<std::uint32_t>* sides_ = nullptr;
  Vec2 from_, to_, on_;
  double off_ = 0;  // what is no further from the line than this, times its length, is on it
  std::uint32_t cell_ = kNone, goal_ = kNone;
  std::uint32_t entry_ = kNone;   // the side it was entered by, or at the beginning of
  std::uint32_t corner_ = kNone;  // where a stretch ended
};

}  // namespace ambula
