// Cells are outlines to cut along. Each lies on the triangles that are joined within it to the one below its
// middle, so a mesh that winds over itself is cut on the right sheet.
#include "navmesh/divide_base.h"

#include <algorithm>

#include "geometry/plane_height.h"
#include "navmesh/assemble_cut.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kRounding = 2;  // quanta that the middle of a part may be outside of its cell

class Dividing {
 public:
  Dividing(const NavMesh& mesh, Context* context)
      : mesh_(mesh),
        base_(*mesh.base),
        view_{base_.vertices, base_.triangles, base_.neighbours},
        context_(context) {}

  Result<DividedBase> run(std::span<const std::uint32_t> under) {
    find_outlines(under);
    auto cut = cut_surface(view_, outlines_, context_);
    if (!cut) return fail(cut.error());
    cut_ = std::move(*cut);
    DividedBase out;
    out.cell = cells_of_parts();
    out.base = assemble();
    return out;
  }

 private:
  void find_outlines(std::span<const std::uint32_t> under) {
    outlines_.resize(mesh_.size());
    touching_.resize(base_.triangles.size());
    std::vector<std::uint32_t> seen(base_.triangles.size(), kNone), waiting;
    for (std::uint32_t c = 0; c < mesh_.size(); ++c) {
      CutOutline& outline = outlines_[c];
      for (const std::uint32_t v : mesh_.corners(c))
        outline.corners.push_back({mesh_.vertices[v].x, mesh_.vertices[v].y});
      if (under[c] == kNone) continue;
      seen[under[c]] = c;
      waiting.assign(1, under[c]);
      while (!waiting.empty()) {
        const std::uint32_t t = waiting.back();
        waiting.pop_back();
        outline.triangles.push_back(t);
        touching_[t].push_back(c);
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
          const std::uint32_t n = base_.neighbours[t][h % 3];
          if (n == kNone || seen[n] == c ||
              !passes_inside(outline.corners, view_.plan_of(view_.from(h)), view_.plan_of(view_.to(h))))
            continue;
          seen[n] = c;
          waiting.push_back(n);
        }
      }
    }
  }

  // What lies in no cell goes with a neighbour, from part to part.
  [[nodiscard]] std::vector<std::uint32_t> cells_of_parts() const {
    std::vector<std::uint32_t> out(cut_.size(), kNone), waiting;
    for (std::uint32_t t = 0; t < cut_.size(); ++t) {
      double deepest = -kRounding;
      for (const std::uint32_t c : touching_[cut_[t].source]) {
        const double depth = depth_of(cut_[t], outlines_[c].corners);
        if (depth <= deepest) continue;
        deepest = depth;
        out[t] = c;
      }
      if (out[t] != kNone) waiting.push_back(t);
    }
    for (std::size_t k = 0; k < waiting.size(); ++k) {
      for (const std::uint32_t n : cut_[waiting[k]].neighbour) {
        if (n == kNone || out[n] != kNone) continue;
        out[n] = out[waiting[k]];
        waiting.push_back(n);
      }
    }
    return out;
  }

  [[nodiscard]] NavBase assemble() const {
    std::vector<Heights> heights;
    heights.reserve(cut_.size());
    for (const CutTriangle& part : cut_) {
      const auto& c = base_.triangles[part.source];
      const std::array<LatticePoint, 3> plane{base_.vertices[c[0]], base_.vertices[c[1]],
                                              base_.vertices[c[2]]};
      heights.push_back({plane_height(plane, part.at[0]), plane_height(plane, part.at[1]),
                         plane_height(plane, part.at[2])});
    }
    JoinedSurface joined = assemble_cut(view_, base_.border, cut_, heights);
    NavBase out = base_;
    out.vertices = std::move(joined.surface.vertices);
    out.triangles = std::move(joined.surface.triangles);
    out.neighbours = std::move(joined.surface.neighbours);
    out.border = std::move(joined.border);
    out.kind.clear();
    out.flight.clear();
    out.area_type.clear();
    for (const std::uint32_t s : joined.surface.source) {
      out.kind.push_back(base_.kind[s]);
      out.flight.push_back(base_.flight[s]);
      out.area_type.push_back(base_.area_type[s]);
    }
    return out;
  }

  const NavMesh& mesh_;
  const NavBase& base_;
  SurfaceView view_;
  Context* context_;
  std::vector<CutOutline> outlines_;                  // by cell
  std::vector<std::vector<std::uint32_t>> touching_;  // by triangle: cells
  std::vector<CutTriangle> cut_;
};

}  // namespace

Result<DividedBase> divide_base(const NavMesh& mesh, std::span<const std::uint32_t> under, Context* context) {
  if (!mesh.base)
    return fail(ErrorCode::invalid_argument, "navmesh: only a mesh built with radius 0 can be divided");
  return Dividing(mesh, context).run(under);
}

}  // namespace ambula
