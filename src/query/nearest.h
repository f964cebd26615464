// The nearest point of a mesh.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "query/cell_shape.h"
#include "query/cell_tree.h"
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

// Within the box p ± half, of the cells that accept(cell) takes; of equally near ones the first cell's, or
// any that p is on.
template <class Accept>
std::optional<MeshPlace> nearest_place(const QueryMesh& mesh, const CellTree& tree, Vec3 p, Vec3 half,
                                       std::vector<Vec3>& scratch, Accept&& accept) {
  if (!is_near(p) || !(half.x >= 0 && half.y >= 0 && half.z >= 0)) return {};
  half = {std::min(half.x, 2 * kFarAway), std::min(half.y, 2 * kFarAway), std::min(half.z, 2 * kFarAway)};
  const CornerBox box{p - half, p + half};
  MeshPlace out;
  double least = std::numeric_limits<double>::infinity(), left_out = least;
  const auto take = [&](FlatPiece piece, Vec3 q, double off, double& most) {
    if (off > most || (off == least && piece.cell > out.cell)) return;
    most = least = off;
    out = {q, piece.cell, piece.triangle};
    if (off < kOnIt) most = -1;  // nothing is nearer: done
  };
  // Pieces are hardly ever nearest outside the box and yet the answer: these are looked at only in need.
  tree.search(p, half, dot(half, half), [&](FlatPiece piece, double& most) {
    if (!accept(piece.cell)) return;
    const Vec3 q = closest_in(mesh, piece, p);
    const double off = dot(q - p, q - p);
    if (box.holds(q)) {
      take(piece, q, off, most);
    } else {
      left_out = std::min(left_out, off);
    }
  });
  if (left_out < least && least >= kOnIt) {
    tree.search(p, half, std::min(least, dot(half, half)), [&](FlatPiece piece, double& most) {
      Vec3 q;
      if (accept(piece.cell) && closest_within(mesh, piece, p, box, scratch, q))
        take(piece, q, dot(q - p, q - p), most);
    });
  }
  if (out.cell == NavMesh::kNone) return {};
  out.at = QueryMesh::rounded(out.at);
  return out;
}

}  // namespace ambula
