#include "navmesh/write_navmesh.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "geometry/plane_height.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

class Writing {
 public:
  Writing(const SurfaceView& surface, const Cells& cells) : surface_(surface), cells_(cells) {}

  NavMesh run(const Lattice& lattice, std::span<const CellTraits> traits, std::int32_t tolerance) {
    out_.lattice = lattice;
    out_.cell_begin = cells_.begin;
    out_.neighbour = cells_.neighbour;
    number_.assign(surface_.vertices.size(), kNone);
    for (const std::uint32_t v : cells_.vertex) out_.vertex.push_back(number(v));
    for (const std::uint32_t label : cells_.label) {
      out_.kind.push_back(traits[label].kind);
      out_.area_type.push_back(traits[label].area_type);
      out_.flight.push_back(traits[label].flight);
    }
    find_across();
    find_components();
    add_heights(tolerance);
    measure();
    return std::move(out_);
  }

 private:
  std::uint32_t number(std::uint32_t vertex) {
    if (number_[vertex] == kNone) {
      number_[vertex] = static_cast<std::uint32_t>(out_.vertices.size());
      out_.vertices.push_back(surface_.vertices[vertex]);
    }
    return number_[vertex];
  }

  void find_across() {
    std::vector<std::uint32_t> side_of(3 * surface_.triangles.size(), kNone);  // by half-edge
    for (std::uint32_t s = 0; s < cells_.half_edge.size(); ++s) side_of[cells_.half_edge[s]] = s;
    for (const std::uint32_t h : cells_.half_edge) {
      const std::uint32_t twin = surface_.twin(h);
      out_.across.push_back(twin == kNone ? kNone : side_of[twin]);
    }
  }

  void find_components() {
    out_.component.assign(cells_.size(), kNone);
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t first = 0; first < cells_.size(); ++first) {
      if (out_.component[first] != kNone) continue;
      out_.component[first] = out_.components;
      waiting.assign(1, first);
      while (!waiting.empty()) {
        const std::uint32_t c = waiting.back();
        waiting.pop_back();
        for (std::uint32_t s = cells_.begin[c]; s < cells_.begin[c + 1]; ++s) {
          const std::uint32_t d = cells_.neighbour[s];
          if (d == kNone || out_.component[d] != kNone) continue;
          out_.component[d] = out_.components;
          waiting.push_back(d);
        }
      }
      ++out_.components;
    }
  }

  [[nodiscard]] std::array<LatticePoint, 3> corners(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return {surface_.vertices[c[0]], surface_.vertices[c[1]], surface_.vertices[c[2]]};
  }
  [[nodiscard]] std::int64_t area(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return orient2d(surface_.plan_of(c[0]), surface_.plan_of(c[1]), surface_.plan_of(c[2]));
  }

  void measure() {
    Int128 doubled = 0;
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) doubled += area(t);
    out_.area = static_cast<double>(doubled) / 2 * out_.lattice.quantum * out_.lattice.quantum;
  }

  // Each triangle from its least corner, in the order of their places.
  void add_heights(std::int32_t tolerance) {
    const auto n = static_cast<std::uint32_t>(surface_.triangles.size());
    std::vector<std::array<LatticePoint, 3>> place(n);
    std::vector<std::array<std::uint32_t, 3>> turned(n);
    for (std::uint32_t t = 0; t < n; ++t) {
      place[t] = corners(t);
      turned[t] = surface_.triangles[t];
      const auto least = std::min_element(place[t].begin(), place[t].end()) - place[t].begin();
      std::rotate(place[t].begin(), place[t].begin() + least, place[t].end());
      std::rotate(turned[t].begin(), turned[t].begin() + least, turned[t].end());
    }
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return cells_.cell[a] != cells_.cell[b] ? cells_.cell[a] < cells_.cell[b] : place[a] < place[b];
    });
    std::size_t begin = 0;
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
      std::size_t end = begin;
      while (end < n && cells_.cell[order[end]] == c) ++end;
      const std::span<const std::uint32_t> own(order.data() + begin, end - begin);
      if (!is_planar(own, tolerance)) {
        for (const std::uint32_t t : own) {
          const auto& v = turned[t];
          const std::uint32_t a = number(v[0]), b = number(v[1]), d = number(v[2]);
          out_.height_triangles.push_back({a, b, d});
        }
      }
      out_.height_begin.push_back(static_cast<std::uint32_t>(out_.height_triangles.size()));
      begin = end;
    }
  }
  // All corners within half the tolerance of the plane of the largest triangle: whatever lies over the
  // corners of the cell is no further from it then, nor from what lies over the others.
  [[nodiscard]] bool is_planar(std::span<const std::uint32_t> triangles, std::int32_t tolerance) const {
    const std::uint32_t largest =
        *std::max_element(triangles.begin(), triangles.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return area(a) < area(b); });
    const std::array<LatticePoint, 3> base = corners(largest);
    for (const std::uint32_t t : triangles) {
      for (const LatticePoint p : corners(t)) {
        if (2 * std::abs(std::int64_t{plane_height(base, {p.x, p.y})} - p.z) > tolerance) return false;
      }
    }
    return true;
  }

  const SurfaceView& surface_;
  const Cells& cells_;
  NavMesh out_;
  std::vector<std::uint32_t> number_;  // by vertex of the surface
};

}  // namespace

NavMesh write_navmesh(const Lattice& lattice, const SurfaceView& surface, const Cells& cells,
                      std::span<const CellTraits> traits, std::int32_t tolerance) {
  return Writing(surface, cells).run(lattice, traits, tolerance);
}

}  // namespace ambula
