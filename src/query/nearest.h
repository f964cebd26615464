// The nearest point of a mesh.
#pragma once

#include <cmath>
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
};

// Points further out than this are on no mesh, and far beyond what doubles still tell apart well.
inline constexpr double kFarAway = 1e12;  // quanta
[[nodiscard]] inline bool is_near(Vec3 p) {
  return std::abs(p.x) < kFarAway && std::abs(p.y) < kFarAway && std::abs(p.z) < kFarAway;
}

// Within the box p ± half, of the cells that accept(cell) takes; of equally near ones the first cell's.
template <class Accept>
std::optional<MeshPlace> nearest_place(const QueryMesh& mesh, const CellTree& tree, Vec3 p, Vec3 half,
                                       std::vector<Vec3>& scratch, Accept&& accept) {
  if (!is_near(p) || !(half.x >= 0 && half.y >= 0 && half.z >= 0)) return {};
  half = {std::min(half.x, 2 * kFarAway), std::min(half.y, 2 * kFarAway), std::min(half.z, 2 * kFarAway)};
  const CornerBox box{p - half, p + half};
  std::optional<MeshPlace> out;
  tree.search(p, half, dot(half, half), [&](FlatPiece piece, double& most) {
    if (!accept(piece.cell)) return;
    Vec3 q = closest_in(mesh, piece, p);
    double off = dot(q - p, q - p);
    if (off > most) return;
    if (!box.holds(q)) {
      if (!closest_within(mesh, piece, p, box, scratch, q)) return;
      off = dot(q - p, q - p);
      if (off > most) return;
    }
    if (out && off == most && piece.cell > out->cell) return;
    most = off;
    out = MeshPlace{q, piece.cell};
  });
  if (out) out->at = QueryMesh::rounded(out->at);
  return out;
}

}  // namespace ambula
