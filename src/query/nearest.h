// The nearest point of a mesh.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "query/cell_shape.h"
#include "query/cell_tree.h"
#include "query/piece_foot.h"
#include "query/query_mesh.h"

namespace ambula {

// A point on the mesh, in quanta.
struct MeshPlace {
  Vec3 at;
  std::uint32_t cell = NavMesh::kNone;
  std::uint32_t triangle = NavMesh::kNone;  // of the cell, where that is known
};

// Points further out than this are on no mesh, and far beyond what doubles still tell apart well.
inline constexpr double kFarAway = 1e12;  // quanta
[[nodiscard]] inline bool is_near(Vec3 p) {
  return std::abs(p.x) < kFarAway && std::abs(p.y) < kFarAway && std::abs(p.z) < kFarAway;
}

// Square quanta; who stands on a cell but for this stands on it.
inline constexpr double kOnIt = 1e-12;

// What was found so far, and how far it is from the point, squared.
struct NearestPiece {
  FlatPiece piece{NavMesh::kNone, NavMesh::kNone};
  Vec3 at;
  double off = std::numeric_limits<double>::infinity();

  // Of equally near ones the first counts.
  void take(FlatPiece other, Vec3 q, double distance) {
    if (distance < off || (distance == off && other < piece)) *this = {other, q, distance};
  }
  [[nodiscard]] bool is_on() const { return off < kOnIt; }  // nothing is nearer
  // Whether it is right above or below.
  [[nodiscard]] bool is_plumb(Vec3 p) const { return off <= (at.z - p.z) * (at.z - p.z); }
};

// The slow half of nearest_place, for who does not stand on the mesh. `found` is what is right above or
// below.
template <class Accept>
NearestPiece nearest_around(const QueryMesh& mesh, const CellTree& tree, Vec3 p, Vec3 half,
                            NearestPiece found, std::vector<Vec3>& scratch, Accept&& accept) {
  const PlanGrid::Bin close = tree.close_to(p);
  if (close.is_known && tree.is_close(half, found.off) && found.is_plumb(p) && close.is_off(p, found.at))
    return found;
  const CornerBox box{p - half, p + half};
  const BoxAround around(p, half);
  double most = std::min(dot(half, half), found.off), left_out = std::numeric_limits<double>::infinity();
  const auto take = [&](FlatPiece piece, Vec3 q, double off, double& bound) {
    if (off > bound) return;
    found.take(piece, q, off);
    bound = found.is_on() ? -1 : found.off;
  };
  // Pieces are hardly ever nearest outside the box and yet the answer: these are looked at only in need.
  const auto look = [&](FlatPiece piece, double& bound) {
    Vec3 q;
    if (piece == found.piece || !closest_in(mesh, piece, p, bound, q) || !accept(piece.cell)) return;
    const double off = dot(q - p, q - p);
    if (box.holds(q)) {
      take(piece, q, off, bound);
    } else if (off <= bound) {
      left_out = std::min(left_out, off);
    }
  };
  tree.search_close(close, around, most, look);
  if (!close.is_known || !tree.is_close(half, most)) tree.search(around, most, look);
  if (left_out < found.off && !found.is_on()) {
    tree.search(around, std::min(most, found.off), [&](FlatPiece piece, double& bound) {
      Vec3 q;
      if (accept(piece.cell) && closest_within(mesh, piece, p, box, scratch, q))
        take(piece, q, dot(q - p, q - p), bound);
    });
  }
  return found;
}

// Within the box p ± half, of the cells that accept(cell) takes; of equally near ones the first cell's, or
// any that p is on.
template <class Accept>
std::optional<MeshPlace> nearest_place(const QueryMesh& mesh, const CellTree& tree, Vec3 p, Vec3 half,
                                       std::vector<Vec3>& scratch, Accept&& accept) {
  if (!is_near(p) || !(half.x >= 0 && half.y >= 0 && half.z >= 0)) return {};
  half = {std::min(half.x, 2 * kFarAway), std::min(half.y, 2 * kFarAway), std::min(half.z, 2 * kFarAway)};
  // Mostly p is on a piece, or right above or below one: then that one bounds what else there is to see.
  const PlanGrid::Bin bin = tree.grid().at(p.xy());
  NearestPiece found;
  tree.search_column(bin, BoxColumn(p, half.z), [&](FlatPiece piece) {
    Vec3 q;
    if (!foot_in(mesh, piece, p, q) || !accept(piece.cell)) return false;
    const Vec3 d = q - p;
    if (std::abs(d.x) <= half.x && std::abs(d.y) <= half.y && std::abs(d.z) <= half.z)
      found.take(piece, q, dot(d, d));
    return found.is_on();
  });
  if (!found.is_on())
    found = nearest_around(mesh, tree, p, half, found, scratch, std::forward<Accept>(accept));
  if (found.piece.cell == NavMesh::kNone) return {};
  return MeshPlace{QueryMesh::rounded(found.at), found.piece.cell, found.piece.triangle};
}

}  // namespace ambula
