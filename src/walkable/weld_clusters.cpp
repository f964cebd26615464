// Why a cluster can be welded by itself. Let D be the distance, and places the ends of weldable borders.
//
// Faces: a step changes faces at the two places it contracts, and faces across an edge from those when it
// exchanges a diagonal; of the faces around it changes who their neighbours are. It looks at nothing else,
// and moves nothing but places. All places of a face are in one cluster, so faces with a place belong to
// one; so do the faces next to those, and clusters whose faces would meet or be next to each other are one.
// The faces around that are fixed: nobody changes more of them than the neighbours on the cluster's own side.
// The first diagonal that would have to be exchanged with a fixed face makes the mesh say that it has left.
//
// Reach: no place stands farther than D from where it stood in the input, and no weldable edge gets farther
// than kDrift · D from the border of the input that it came from, or else the mesh says that it has left. A
// place looks for edges within D. So what it finds came from borders within (kDrift + 2) · D of where it
// stood: those are in its cluster.
//
// Order: contractions come nearest first. Those of other clusters that come between change nothing for this
// one, and a sweep without one in this cluster leaves it as it is.
#include "walkable/weld_clusters.h"

#include <algorithm>
#include <numeric>

#include "core/flat_map.h"
#include "walkable/edge_grid.h"
#include "walkable/weld_mesh.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;
constexpr std::int32_t kBeside = 1;  // distances
constexpr std::size_t kFew = 128;    // weldable edges: clusters with fewer are welded together with the next

bool is_beside(LatticePoint a, LatticePoint b, std::int64_t reach) {
  const std::int64_t x = std::int64_t{a.x} - b.x, y = std::int64_t{a.y} - b.y, z = std::int64_t{a.z} - b.z;
  return x * x + y * y + z * z <= reach * reach;
}

class Clusters {
 public:
  Clusters(const Surface& surface, std::int32_t distance) : surface_(surface), distance_(distance) {}

  std::vector<WeldCluster> run() {
    list_edges();
    if (edges_.empty()) return {};
    join_near();
    join_faces();
    return gather();
  }

 private:
  [[nodiscard]] std::uint32_t from(HalfEdge e) const { return surface_.faces[e / 3].corner[e % 3]; }
  [[nodiscard]] std::uint32_t to(HalfEdge e) const { return surface_.faces[e / 3].corner[(e % 3 + 1) % 3]; }
  std::uint32_t root(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(std::uint32_t v, std::uint32_t w) {
    v = root(v);
    w = root(w);
    if (v != w) parent_[std::max(v, w)] = std::min(v, w);
  }
  // The face belongs to the cluster of the vertex.
  void claim(std::uint32_t f, std::uint32_t v) {
    if (owner_[f] == kNone) {
      owner_[f] = v;
    } else {
      join(owner_[f], v);
    }
  }
  void list_edges();
  void join_near();
  void join_faces();
  std::vector<WeldCluster> gather();

  const Surface& surface_;
  std::int32_t distance_;
  std::vector<HalfEdge> edges_;        // weldable
  std::vector<std::uint32_t> parent_;  // per vertex; kNone for those that are no end of an edge
  std::vector<std::uint8_t> loud_;     // per vertex: something is near that it may be contracted with
  std::vector<std::uint32_t> owner_;   // per face: a vertex of the cluster it belongs to, or kNone
};

void Clusters::list_edges() {
  parent_.assign(surface_.vertices.size(), kNone);
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    const SurfaceFace& face = surface_.faces[f];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] != kNone || !allows_welding(face.border[i], distance_)) continue;
      edges_.push_back(3 * f + i);
      for (const std::uint32_t v : {from(3 * f + i), to(3 * f + i)}) parent_[v] = v;
    }
  }
}

// What is near a vertex is near to all that stand beside it, when `kBeside` is added to the reach: where
// borders are told by many short edges, one asks for dozens.
void Clusters::join_near() {
  const std::int32_t beside = kBeside * distance_, reach = (WeldMesh::kDrift + 2) * distance_ + beside;
  EdgeGrid grid(reach, edges_.size());
  for (const HalfEdge e : edges_) {
    grid.insert(e, surface_.vertices[from(e)], surface_.vertices[to(e)]);
    join(from(e), to(e));
  }
  loud_.assign(surface_.vertices.size(), 0);
  std::vector<std::uint8_t> done(surface_.vertices.size(), 0);
  for (std::uint32_t v = 0; v < parent_.size(); ++v) {
    if (parent_[v] == kNone || done[v]) continue;
    const LatticePoint at = surface_.vertices[v];
    // The two edges of its own border are no reason, unless they run to and fro.
    std::uint32_t next = kNone, last = kNone;
    grid.near(at, reach, [&](HalfEdge e) {
      const std::uint32_t a = from(e), b = to(e);
      if (a == v && next == kNone) {
        next = b;
      } else if (b == v && last == kNone) {
        last = a;
      } else {
        loud_[v] = 1;
        join(v, a);
      }
      if (a != v && is_beside(surface_.vertices[a], at, beside)) {
        done[a] = 1;
        loud_[v] = 1;  // an edge of v may be what a finds
      }
      return true;
    });
    if (next == last) loud_[v] = 1;
  }
}

void Clusters::join_faces() {
  owner_.assign(surface_.faces.size(), kNone);
  for (std::uint32_t f = 0; f < owner_.size(); ++f) {
    for (const std::uint32_t v : surface_.faces[f].corner) {
      if (parent_[v] != kNone) claim(f, v);
    }
  }
  const std::vector<std::uint32_t> inner = owner_;
  for (std::uint32_t f = 0; f < owner_.size(); ++f) {
    if (inner[f] == kNone) continue;
    for (const std::uint32_t n : surface_.faces[f].neighbour) {
      if (n != kNone) claim(n, inner[f]);
    }
  }
  for (std::uint32_t f = 0; f < owner_.size(); ++f) {
    if (owner_[f] == kNone || inner[f] != kNone) continue;
    for (const std::uint32_t n : surface_.faces[f].neighbour) {
      if (n != kNone && owner_[n] != kNone) join(owner_[n], owner_[f]);
    }
  }
}

std::vector<WeldCluster> Clusters::gather() {
  std::vector<std::uint32_t> weight(parent_.size(), 0), cluster_of(parent_.size(), kNone);  // by root
  for (const HalfEdge e : edges_) ++weight[root(from(e))];
  for (std::uint32_t v = 0; v < parent_.size(); ++v) {
    if (loud_[v]) loud_[root(v)] = 1;
  }
  std::vector<WeldCluster> out;
  std::size_t room = 0;  // of the last
  for (std::uint32_t f = 0; f < owner_.size(); ++f) {
    if (owner_[f] == kNone) continue;
    const std::uint32_t r = root(owner_[f]);
    owner_[f] = kNone;
    if (!loud_[r]) continue;
    if (cluster_of[r] == kNone) {
      if (room == 0) {
        out.emplace_back();
        room = kFew;
      }
      cluster_of[r] = static_cast<std::uint32_t>(out.size() - 1);
      room -= std::min<std::size_t>(room, weight[r]);
    }
    owner_[f] = cluster_of[r];
  }
  for (std::uint32_t f = 0; f < owner_.size(); ++f) {
    const auto add = [&](std::uint32_t c, std::uint8_t fixed) {
      if (!out[c].faces.empty() && out[c].faces.back() == f) return;
      out[c].faces.push_back(f);
      out[c].fixed.push_back(fixed);
    };
    if (owner_[f] != kNone) {
      add(owner_[f], 0);
      continue;
    }
    for (const std::uint32_t n : surface_.faces[f].neighbour) {
      if (n != kNone && owner_[n] != kNone) add(owner_[n], 1);
    }
  }
  return out;
}

struct NumberHash {
  std::size_t operator()(std::uint32_t n) const {
    return static_cast<std::size_t>((n * 0x9E3779B97F4A7C15u) >> 32);
  }
};

}  // namespace

std::vector<WeldCluster> find_clusters(const Surface& surface, std::int32_t distance) {
  return Clusters(surface, distance).run();
}

WeldPiece::WeldPiece(const Surface& whole, const WeldCluster& cluster) {
  FlatMap<std::uint32_t, NumberHash> numbers;
  numbers.reserve(cluster.faces.size());
  surface.faces.reserve(cluster.faces.size() + cluster.faces.size() / 4);
  for (std::size_t k = 0; k < cluster.faces.size(); ++k) {
    SurfaceFace face = whole.faces[cluster.faces[k]];
    for (std::uint32_t& v : face.corner) {
      const auto [number, is_new] = numbers.insert(v, static_cast<std::uint32_t>(vertices.size()));
      if (is_new) {
        vertices.push_back(v);
        surface.vertices.push_back(whole.vertices[v]);
      }
      v = number;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint32_t& n = face.neighbour[i];
      if (n == kNone) {
        // A border of a fixed face is none of the piece's business.
        if (cluster.is_fixed(k)) face.border[i] = {};
        continue;
      }
      const auto at = std::lower_bound(cluster.faces.begin(), cluster.faces.end(), n);
      const auto index = static_cast<std::uint32_t>(at - cluster.faces.begin());
      const bool is_here = at != cluster.faces.end() && *at == n;
      n = is_here && !(cluster.is_fixed(k) && cluster.is_fixed(index)) ? index : kNone;
    }
    surface.faces.push_back(face);
  }
}

void WeldPiece::write_back(Surface& whole, const WeldCluster& cluster) const {
  const std::size_t count = cluster.faces.size(), first_new = whole.faces.size();
  const auto number = [&](std::size_t f) {
    return f < count ? cluster.faces[f] : static_cast<std::uint32_t>(first_new + f - count);
  };
  whole.faces.resize(first_new + surface.faces.size() - count);
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    SurfaceFace face = surface.faces[f];
    SurfaceFace& to = whole.faces[number(f)];
    const bool fixed = f < count && cluster.is_fixed(f);
    for (std::size_t i = 0; i < 3; ++i) {
      if (face.corner[i] != kNone) face.corner[i] = vertices[face.corner[i]];
      if (face.neighbour[i] != kNone) {
        face.neighbour[i] = number(face.neighbour[i]);
        to.neighbour[i] = face.neighbour[i];
      }
    }
    if (!fixed) to = face;
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) whole.vertices[vertices[v]] = surface.vertices[v];
}

}  // namespace ambula
