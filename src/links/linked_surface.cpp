// The walkable surface and its fillers as one mesh. A face along whose border an interval ends becomes
// several triangles over the same three corners and the points on its sides. Those points are rounded to the
// lattice, so in a face a quantum wide they may lie on the wrong side; such a face is cut into triangles all
// the same, of no promised shape.
#include <algorithm>
#include <map>
#include <tuple>

#include "ambula/values/links.h"
#include "geometry/polygon.h"
#include "geometry/triangulation.h"
#include "links/assemble.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = LinkedSurface::kNone;

class Joining {
 public:
  Joining(const Walkable& w, const Links& links) : w_(w), links_(links) {}

  LinkedSurface run() {
    out_.lattice = w_.lattice;
    out_.vertices = w_.vertices;
    for (const LinkVertex& v : links_.vertices) out_.vertices.push_back(v.at);
    sort_splits();
    for (std::uint32_t f = 0; f < w_.faces.size(); ++f) add_face(f);
    for (std::uint32_t l = 0; l < links_.links.size(); ++l) {
      const Link& link = links_.links[l];
      for (std::uint32_t t = 0; t < link.triangles; ++t)
        add(links_.triangles[link.first_triangle + t], kNone, l);
    }
    join();
    spread_components();
    return std::move(out_);
  }

 private:
  // Vertices on border edges, by half-edge and along it.
  void sort_splits() {
    for (std::uint32_t v = 0; v < links_.vertices.size(); ++v) {
      if (links_.vertices[v].half_edge != kNone) splits_.push_back(v);
    }
    std::sort(splits_.begin(), splits_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(links_.vertices[a].half_edge, links_.vertices[a].part) <
             std::tie(links_.vertices[b].half_edge, links_.vertices[b].part);
    });
  }

  void add(const std::array<std::uint32_t, 3>& corners, std::uint32_t face, std::uint32_t link) {
    out_.triangles.push_back(corners);
    out_.face.push_back(face);
    out_.link.push_back(link);
    out_.border.push_back({BorderKind::ledge, BorderKind::ledge, BorderKind::ledge});
    out_.component.push_back(face != kNone ? links_.component[w_.component[face]] : component_of(link));
  }
  // A fill between fillers alone has no border of the surface to tell.
  [[nodiscard]] std::uint32_t component_of(std::uint32_t link) const {
    if (links_.links[link].intervals == 0) return kNone;
    return links_.component[w_.component[links_.intervals[links_.links[link].first_interval].half_edge / 3]];
  }

  void add_face(std::uint32_t f) {
    std::vector<std::uint32_t> ring, side;
    for (std::uint32_t i = 0; i < 3; ++i) {
      ring.push_back(w_.faces[f][i]);
      side.push_back(i);
      while (next_ < splits_.size() && links_.vertices[splits_[next_]].half_edge == 3 * f + i) {
        ring.push_back(links_.walkable_vertices + splits_[next_++]);
        side.push_back(i);
      }
    }
    const std::size_t first = out_.triangles.size();
    if (ring.size() == 3) {
      add(w_.faces[f], f, kNone);
    } else {
      cut(ring, f);
    }
    // Borders keep their kind.
    for (std::size_t t = first; t < out_.triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = out_.triangles[t][i], b = out_.triangles[t][(i + 1) % 3];
        out_.border[t][i] = BorderKind::none;
        for (std::size_t k = 0; k < ring.size(); ++k) {
          if (ring[k] == a && ring[(k + 1) % ring.size()] == b) out_.border[t][i] = w_.border[f][side[k]];
        }
      }
    }
  }

  void cut(const std::vector<std::uint32_t>& ring, std::uint32_t f) {
    std::vector<Point2> points;
    std::vector<Constraint> outline;
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
      const LatticePoint p = out_.vertices[ring[i]];
      points.push_back({p.x, p.y});
      outline.push_back({i, static_cast<std::uint32_t>((i + 1) % ring.size()), 1});
    }
    const auto sound = triangulator_.run(points, outline, Keep::inside, mesh_);
    if (sound && mesh_.triangles.size() == ring.size() - 2) {
      for (const auto& t : mesh_.triangles) add({ring[t[0]], ring[t[1]], ring[t[2]]}, f, kNone);
      return;
    }
    std::vector<Vec3> corners;
    for (const std::uint32_t v : ring) corners.push_back(place_of(out_.vertices[v]));
    std::vector<std::array<std::uint32_t, 3>> triangles;
    triangulate_polygon(corners, triangles);
    for (const auto& t : triangles) add({ring[t[0]], ring[t[1]], ring[t[2]]}, f, kNone);
  }

  // Edges that run against each other between the same two vertices. Two borders of the surface are never
  // joined to each other: a wall without width that is one edge long has the same ends on both sides.
  void join() {
    struct Side {
      std::uint32_t a, b, triangle, i;
      bool border;
    };
    std::vector<Side> sides;
    sides.reserve(3 * out_.triangles.size());
    for (std::uint32_t t = 0; t < out_.triangles.size(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const bool border = out_.face[t] != kNone && out_.border[t][i] != BorderKind::none;
        sides.push_back({out_.triangles[t][i], out_.triangles[t][(i + 1) % 3], t, i, border});
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
      return std::tie(x.a, x.b, x.triangle, x.i) < std::tie(y.a, y.b, y.triangle, y.i);
    });
    out_.neighbours.assign(out_.triangles.size(), {kNone, kNone, kNone});
    for (const Side& s : sides) {
      auto other = std::lower_bound(sides.begin(), sides.end(), s, [](const Side& x, const Side& y) {
        return std::tie(x.a, x.b) < std::tie(y.b, y.a);
      });
      while (other != sides.end() && other->a == s.b && other->b == s.a && s.border && other->border) ++other;
      if (other == sides.end() || other->a != s.b || other->b != s.a) continue;
      out_.neighbours[s.triangle][s.i] = other->triangle;
      out_.border[s.triangle][s.i] = BorderKind::none;
    }
  }

  void spread_components() {
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t t = 0; t < out_.triangles.size(); ++t) {
      if (out_.component[t] != kNone) waiting.push_back(t);
    }
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      for (const std::uint32_t n : out_.neighbours[t]) {
        if (n == kNone || out_.component[n] != kNone) continue;
        out_.component[n] = out_.component[t];
        waiting.push_back(n);
      }
    }
  }

  const Walkable& w_;
  const Links& links_;
  LinkedSurface out_;
  std::vector<std::uint32_t> splits_;
  std::size_t next_ = 0;
  Triangulator triangulator_;
  Triangulation mesh_;
};

}  // namespace

LinkedSurface linked_surface(const Walkable& walkable, const Links& links) {
  return Joining(walkable, links).run();
}

}  // namespace ambula
