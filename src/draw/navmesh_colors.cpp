// How a navmesh draws itself: cells by what they are made of, portals thin, borders strong.
#include <algorithm>
#include <numeric>

#include "ambula/draw.h"
#include "core/text.h"

namespace ambula {
namespace {

constexpr Color kFloor{148, 190, 232}, kRamp{245, 205, 84};
constexpr Color kStep{230, 126, 34}, kGap{46, 160, 90}, kFill{140, 92, 190};  // as links draw them
constexpr Color kPortal{92, 110, 138}, kBorder{24, 34, 60};
constexpr double kPortalWidth = 0.6, kBorderWidth = 2.4;  // pixels

Color color_of(CellKind kind, std::uint16_t area_type) {
  switch (kind) {
    case CellKind::floor:
      return area_type == 0 ? kFloor : palette(area_type);  // the palette's first colour is close to kFloor
    case CellKind::step:
      return kStep;
    case CellKind::gap:
      return kGap;
    case CellKind::fill:
      return kFill;
    case CellKind::ramp:
      return kRamp;
  }
  return kFloor;
}

double plan_area(const NavMesh& mesh, std::uint32_t cell) {
  double doubled = 0;
  const std::span<const std::uint32_t> corners = mesh.corners(cell);
  const Vec3 base = mesh.lattice.position(mesh.vertices[corners[0]]);
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    doubled += cross(mesh.lattice.position(mesh.vertices[corners[i]]) - base,
                     mesh.lattice.position(mesh.vertices[corners[i + 1]]) - base)
                   .z;
  }
  return doubled / 2;
}

// By area, the largest first, so that those one sees best have the colours that differ most.
std::vector<Color> colors_of_components(const NavMesh& mesh) {
  std::vector<double> area(mesh.components, 0);
  for (std::uint32_t c = 0; c < mesh.size(); ++c) area[mesh.component[c]] += plan_area(mesh, c);
  std::vector<std::uint32_t> order(mesh.components);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return area[a] > area[b]; });
  std::vector<Color> out(mesh.components);
  for (std::size_t k = 0; k < order.size(); ++k) out[order[k]] = palette(k);
  return out;
}

Color darker(Color c) {
  const auto channel = [](std::uint8_t value) { return static_cast<std::uint8_t>(value * 4 / 5); };
  return {channel(c.r), channel(c.g), channel(c.b), c.a};
}

}  // namespace

void draw_navmesh(Draw& draw, const NavMesh& mesh, double lift, NavMeshColors colors) {
  const bool by_component =
      colors == NavMeshColors::component || (colors == NavMeshColors::automatic && mesh.components > 1);
  const std::vector<Color> of_component = by_component ? colors_of_components(mesh) : std::vector<Color>{};
  const auto color_of_cell = [&](std::uint32_t c) {
    if (!by_component) return color_of(mesh.kind[c], mesh.area_type[c]);
    const Color color = of_component[mesh.component[c]];
    return mesh.kind[c] == CellKind::floor ? color : darker(color);
  };
  const auto place = [&](std::uint32_t v) {
    return mesh.lattice.position(mesh.vertices[v]) + Vec3{0, 0, lift};
  };
  const std::vector<std::uint32_t> order = cells_by_component(mesh);
  // Portals before borders, so that no thin line crosses a strong one.
  const auto draw_sides = [&](std::size_t begin, std::size_t end, bool borders) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t first = mesh.cell_begin[order[k]], last = mesh.cell_begin[order[k] + 1];
      for (std::uint32_t s = first; s < last; ++s) {
        if ((mesh.neighbour[s] == NavMesh::kNone) != borders) continue;
        const Vec3 a = place(mesh.vertex[s]), b = place(mesh.vertex[s + 1 == last ? first : s + 1]);
        draw.edge(a, b, borders ? kBorder : kPortal, borders ? kBorderWidth : kPortalWidth);
      }
    }
  };
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const std::uint32_t component = mesh.component[order[begin]];
    draw.layer(text("component_", component));
    for (; end < order.size() && mesh.component[order[end]] == component; ++end) {
      const std::uint32_t c = order[end];
      const Color color = color_of_cell(c);
      std::vector<Vec3> outline;
      for (const std::uint32_t v : mesh.corners(c)) outline.push_back(place(v));
      if (mesh.height_begin[c] == mesh.height_begin[c + 1]) {
        draw.polygon(outline, color);
        continue;
      }
      for (const auto& t : cell_triangles(mesh, c))
        draw.polygon(std::array{place(t[0]), place(t[1]), place(t[2])}, color);
    }
    draw_sides(begin, end, false);
    draw_sides(begin, end, true);
  }
}

}  // namespace ambula
