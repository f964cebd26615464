// Small components are joined with what their borders may reach, in a union-find, before they are judged.
// What is near counts as reached: it errs towards keeping, and what stays is judged again in the end.
#include "walkable/small_patches.h"

#include <algorithm>
#include <numeric>

#include "walkable/edge_grid.h"

namespace ambula {
namespace {

class Groups {
 public:
  Groups(const Surface& surface, const Components& components, const Int128& least)
      : least_(least), area_(components.count, 0), parent_(components.count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (std::size_t f = 0; f < surface.faces.size(); ++f) {
      const auto& corner = surface.faces[f].corner;
      area_[components.of_face[f]] +=
          orient2d(plan(surface.vertices[corner[0]]), plan(surface.vertices[corner[1]]),
                   plan(surface.vertices[corner[2]]));
    }
  }
  [[nodiscard]] bool stays(std::uint32_t c) { return area_[root(c)] >= least_; }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    parent_[b] = a;
    area_[a] += area_[b];
  }

 private:
  std::uint32_t root(std::uint32_t c) {
    while (parent_[c] != c) c = parent_[c] = parent_[parent_[c]];
    return c;
  }
  Int128 least_;
  std::vector<Int128> area_;
  std::vector<std::uint32_t> parent_;
};

}  // namespace

SmallPatches find_small_patches(const Surface& surface, const Components& components, const Int128& least,
                                std::int32_t reach) {
  SmallPatches out;
  out.component.assign(components.count, 0);
  Groups groups(surface, components, least);
  for (std::uint32_t c = 0; c < components.count; ++c) out.component[c] = !groups.stays(c);
  if (std::find(out.component.begin(), out.component.end(), 1) == out.component.end()) return out;

  struct Edge {
    std::uint32_t from, to, component;
  };
  std::vector<Edge> edges;
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    const SurfaceFace& face = surface.faces[f];
    for (std::size_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] != Surface::kNone || face.border[i].kind == BorderKind::wall) continue;
      if (face.border[i].kind == BorderKind::sill && face.border[i].height > reach) continue;
      edges.push_back({face.corner[i], face.corner[i == 2 ? 0 : i + 1], components.of_face[f]});
    }
  }
  // First the vertices of small components look for edges of any, until they have reached enough; then all
  // others look for edges of those that have not. Between two that stay nothing need be known.
  for (const bool first : {true, false}) {
    EdgeGrid grid(reach, edges.size());
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      if (first || !groups.stays(edges[e].component))
        grid.insert(e, surface.vertices[edges[e].from], surface.vertices[edges[e].to]);
    }
    std::vector<char> asked(surface.vertices.size(), 0);
    for (const Edge& edge : edges) {
      for (const std::uint32_t vertex : {edge.from, edge.to}) {
        if (asked[vertex] || first == groups.stays(edge.component)) continue;
        asked[vertex] = 1;
        grid.near(surface.vertices[vertex], reach, [&](std::uint32_t e) {
          const std::uint32_t c = edge.component, other = edges[e].component;
          if (c != other && !(groups.stays(c) && groups.stays(other))) groups.join(c, other);
          return true;
        });
      }
    }
  }
  for (std::uint32_t c = 0; c < components.count; ++c) {
    out.component[c] = !groups.stays(c);
    out.count += out.component[c] != 0;
  }
  return out;
}

}  // namespace ambula
