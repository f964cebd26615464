#include "navmesh/assemble_cut.h"

#include <algorithm>
#include <cstdlib>

#include "walkable/surface.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr std::int32_t kSame = 3;  // quanta; heights of one place that differ by no more are equal

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

class Assembling {
 public:
  Assembling(const SurfaceView& surface, std::span<const CutTriangle> cut, std::span<const Heights> heights)
      : surface_(surface), cut_(cut), heights_(heights) {}

  JoinedSurface run(std::span<const std::array<BorderKind, 3>> border) {
    JoinedSurface out;
    Surface fans;
    fans.faces.resize(cut_.size());
    for (std::uint32_t t = 0; t < cut_.size(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i)
        fans.faces[t].neighbour[i] = is_step(t, i) ? kNone : cut_[t].neighbour[i];
    }
    assign_vertices(fans, [&](std::uint32_t t, std::uint32_t i) {
      return LatticePoint{cut_[t].at[i].x, cut_[t].at[i].y, heights_[t][i]};
    });
    out.surface.vertices = std::move(fans.vertices);
    set_heights(fans, out.surface.vertices);
    for (std::uint32_t t = 0; t < cut_.size(); ++t) {
      out.surface.triangles.push_back(fans.faces[t].corner);
      out.surface.neighbours.push_back(cut_[t].neighbour);
      out.surface.source.push_back(cut_[t].source);
      out.border.push_back(border_of(cut_[t], border[cut_[t].source]));
    }
    return out;
  }

 private:
  [[nodiscard]] std::array<BorderKind, 3> border_of(const CutTriangle& part,
                                                    const std::array<BorderKind, 3>& whole) const {
    std::array<BorderKind, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
      if (part.neighbour[i] != kNone) continue;
      bool known = false;  // as a border of the surface, if only one that is not told of
      for (std::size_t side = 0; side < 3; ++side) {
        if (((std::uint32_t{part.sides[i]} >> side) & 1u) == 0) continue;
        out[i] = std::max(out[i], whole[side]);
        known = known || surface_.neighbours[part.source][side] == kNone;
      }
      if (out[i] == BorderKind::none && !known) out[i] = BorderKind::ledge;
    }
    return out;
  }
  // The greatest of the triangles around, those before others that have the vertex as a corner of their own:
  // on a steep sliver a rounded point is far off.
  void set_heights(const Surface& fans, std::vector<LatticePoint>& vertices) const {
    std::vector<std::pair<bool, std::int32_t>> best(vertices.size(), {false, -Lattice::kReach});
    for (std::size_t t = 0; t < cut_.size(); ++t) {
      const auto& own = surface_.triangles[cut_[t].source];
      for (std::size_t i = 0; i < 3; ++i) {
        const bool exact = std::any_of(own.begin(), own.end(),
                                       [&](std::uint32_t v) { return surface_.plan_of(v) == cut_[t].at[i]; });
        auto& z = best[fans.faces[t].corner[i]];
        z = std::max(z, std::pair{exact, heights_[t][i]});
      }
    }
    for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v].z = best[v].second;
  }
  [[nodiscard]] bool is_step(std::uint32_t t, std::uint32_t i) const {
    const std::uint32_t n = cut_[t].neighbour[i];
    if (n == kNone) return false;
    for (std::uint32_t j = 0; j < 3; ++j) {
      if (cut_[n].at[j] != cut_[t].at[after(i)] || cut_[n].at[after(j)] != cut_[t].at[i]) continue;
      return std::abs(heights_[t][i] - heights_[n][after(j)]) > kSame ||
             std::abs(heights_[t][after(i)] - heights_[n][j]) > kSame;
    }
    return true;
  }

  const SurfaceView& surface_;
  std::span<const CutTriangle> cut_;
  std::span<const Heights> heights_;
};

}  // namespace

JoinedSurface assemble_cut(const SurfaceView& surface, std::span<const std::array<BorderKind, 3>> border,
                           std::span<const CutTriangle> cut, std::span<const Heights> heights) {
  return Assembling(surface, cut, heights).run(border);
}

}  // namespace ambula
