#include "query/eroded_query.h"
#include "ambula/navmesh.h"

#include <algorithm>

#include "navmesh/erode.h"
#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;
constexpr double kAnyHeight = 10;  // metres the base may be above or below the middle of a cell

// Per cell, a triangle of the base that has its middle.
std::vector<std::uint32_t> triangles_under(const QueryMesh& m, const ClearanceGraph& graph) {
  std::vector<std::uint32_t> out(m.size(), kNone);
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    Vec2 sum;
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s) sum = sum + m.sides[s].at();
    const Vec2 middle = sum * (1.0 / (m.end(c) - m.begin(c)));
    const auto place = graph.locate(m.outwards({middle.x, middle.y, height_in(m, c, middle)}), kAnyHeight);
    if (place) out[c] = place->base;
  }
  return out;
}

// Per side of the divided mesh, the side of the first one between the cells that its portal joins, the
// nearest where there are several.
std::vector<std::uint32_t> sides_below(const QueryMesh& whole, const NavMesh& parts,
                                       const std::vector<std::uint32_t>& cell) {
  std::vector<std::uint32_t> out(parts.vertex.size(), kNone);
  for (std::uint32_t c = 0; c < parts.size(); ++c) {
    const auto corners = parts.corners(c);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const std::uint32_t s = parts.cell_begin[c] + static_cast<std::uint32_t>(k), d = parts.neighbour[s];
      if (d == kNone || cell[c] == kNone || cell[c] == cell[d]) continue;
      const LatticePoint a = parts.vertices[corners[k]],
                         b = parts.vertices[corners[(k + 1) % corners.size()]];
      const Vec2 middle{(static_cast<double>(a.x) + b.x) / 2, (static_cast<double>(a.y) + b.y) / 2};
      double least = 0;
      for (std::uint32_t side = whole.begin(cell[c]); side < whole.end(cell[c]); ++side) {
        if (whole.sides[side].neighbour != cell[d]) continue;
        const Vec2 near =
            closest_on(whole.sides[side].at(), whole.sides[whole.next(side, cell[c])].at(), middle);
        const double off = length(near - middle);
        if (out[s] != kNone && off >= least) continue;
        out[s] = side;
        least = off;
      }
    }
  }
  return out;
}

bool is_set(const std::vector<std::uint8_t>& flags, std::uint32_t i) {
  return i < flags.size() && flags[i] != 0;
}

void translate_flags(const std::vector<std::uint32_t>& of, const std::vector<std::uint8_t>& from,
                     std::vector<std::uint8_t>& to) {
  to.resize(of.size());
  for (std::size_t k = 0; k < of.size(); ++k) to[k] = is_set(from, of[k]) ? 1 : 0;
}

}  // namespace

bool closes_something(const Filter* filter) {
  const auto any = [](const std::vector<std::uint8_t>& flags) {
    return std::any_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; });
  };
  return filter != nullptr && (any(filter->closed_cells) || any(filter->closed_sides));
}

std::shared_ptr<const ErodedMesh> make_eroded_mesh(const QueryMesh& mesh, const ClearanceGraph& graph,
                                                   const PathParams& params, bool divided) {
  auto out = std::make_shared<ErodedMesh>();
  out->radius = params.radius.value_or(0);
  out->ledge_clearance = params.ledge_clearance;
  if (!divided) {
    auto made = eroded(*mesh.mesh, out->radius, out->ledge_clearance);
    if (!made) return nullptr;
    out->mesh = std::move(*made);
    return out;
  }
  auto made =
      eroded_within_cells(*mesh.mesh, triangles_under(mesh, graph), out->radius, out->ledge_clearance);
  if (!made) return nullptr;
  out->divided = true;
  out->mesh = std::move(made->mesh);
  out->cell = std::move(made->cell);
  out->side = sides_below(mesh, out->mesh, out->cell);
  return out;
}

const Filter* ErodedQuery::translate(const Filter* filter) {
  if (filter == nullptr) return nullptr;
  const bool same = translated_ && cells_ == filter->closed_cells && sides_ == filter->closed_sides;
  filter_.kind_cost = filter->kind_cost;
  filter_.area_cost = filter->area_cost;
  filter_.closed_links = filter->closed_links;
  if (same) return &filter_;
  translated_ = true;
  cells_ = filter->closed_cells;
  sides_ = filter->closed_sides;
  translate_flags(over->cell, cells_, filter_.closed_cells);
  translate_flags(over->side, sides_, filter_.closed_sides);
  return &filter_;
}

}  // namespace ambula
