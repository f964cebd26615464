// Regions grow from the largest triangle's plane, so which faces a region gets does not depend on the order
// in which they are reached. Outlines lose the points that lie exactly on a straight line between borders of
// one kind (in both regions of a crease alike), and each is triangulated by itself. A region whose outline
// cannot be triangulated (faces that overlap by a rounding) falls apart into its faces, and all is tried
// again without it.
#include "walkable/merge.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/snap_rounding.h"
#include "geometry/triangulation.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

struct PlaneOf {
  LatticePoint at;
  Int128 nx, ny, nz;
  double length;

  explicit PlaneOf(const std::array<LatticePoint, 3>& t) : at(t[0]) {
    const std::int64_t ux = std::int64_t{t[1].x} - t[0].x, uy = std::int64_t{t[1].y} - t[0].y,
                       uz = std::int64_t{t[1].z} - t[0].z;
    const std::int64_t vx = std::int64_t{t[2].x} - t[0].x, vy = std::int64_t{t[2].y} - t[0].y,
                       vz = std::int64_t{t[2].z} - t[0].z;
    nx = Int128{uy} * vz - Int128{uz} * vy;
    ny = Int128{uz} * vx - Int128{ux} * vz;
    nz = Int128{ux} * vy - Int128{uy} * vx;
    const auto x = static_cast<double>(nx), y = static_cast<double>(ny), z = static_cast<double>(nz);
    length = std::sqrt(x * x + y * y + z * z);
  }
  [[nodiscard]] bool within_a_quantum(LatticePoint p) const {
    const Int128 d =
        nx * (std::int64_t{p.x} - at.x) + ny * (std::int64_t{p.y} - at.y) + nz * (std::int64_t{p.z} - at.z);
    return std::abs(static_cast<double>(d)) <= length;
  }
};

bool on_a_line(LatticePoint a, LatticePoint b, LatticePoint c) {
  return orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}) == 0 &&
         orient2d({a.x, a.z}, {b.x, b.z}, {c.x, c.z}) == 0 &&
         orient2d({a.y, a.z}, {b.y, b.z}, {c.y, c.z}) == 0;
}

// An edge of a region's outline, the region to its left.
struct Outline {
  std::uint32_t from, to;  // vertices
  std::uint32_t beyond;    // the region there, or kNone
  Border border;
};

struct NewFace {
  std::array<std::uint32_t, 3> corner;  // vertices of the old surface
  std::array<std::uint32_t, 3> neighbour{kNone, kNone, kNone};
  std::array<Border, 3> border{};
  std::array<bool, 3> joined{};  // a crease: its other side is in another region
};

constexpr double kSameHeight = 2;  // quanta between a border and a point on it

// A border that something at the same height may be joined to.
bool open(const Border& border) {
  return border.kind == BorderKind::ledge ||
         (border.kind == BorderKind::sill && border.height <= kSameHeight);
}

class Merger {
 public:
  Merger(Surface& surface, const Prepared& prepared, std::span<const std::uint32_t> kind, Context* context)
      : surface_(surface), prepared_(prepared), kind_(kind), context_(context) {}

  Result<void> run() {
    alone_.assign(surface_.faces.size(), 0);
    for (;;) {
      grow();
      find_removable();
      outlines_.assign(regions_.size(), {});
      std::vector<char> failed(regions_.size(), 0);
      each_region([&](std::size_t r, Scratch&) { failed[r] = straighten(r, outlines_[r]) ? 0 : 1; });
      if (!any(failed)) conform();
      std::vector<std::vector<NewFace>> made(regions_.size());
      if (!any(failed)) {
        each_region([&](std::size_t r, Scratch& scratch) {
          failed[r] = triangulate_region(r, scratch, made[r]) ? 0 : 1;
        });
      }
      if (context_ && context_->cancelled()) return cancelled_failure("walkable");
      if (!any(failed)) {
        assemble(made);
        return {};
      }
      for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) alone_[f] = alone_[f] || failed[region_[f]];
    }
  }

 private:
  struct Region {
    std::uint32_t first, count;  // of members_
    std::uint32_t source;
  };
  struct Scratch {
    std::vector<std::uint32_t> next;
    std::vector<Point2> points;
    std::vector<std::uint32_t> vertex;
    std::vector<Constraint> constraints;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    Triangulator triangulator;
    Triangulation mesh;
  };

  void grow();
  void find_removable();
  bool straighten(std::size_t r, std::vector<Outline>& outline) const;
  void conform();
  bool triangulate_region(std::size_t r, Scratch& scratch, std::vector<NewFace>& out) const;
  bool triangulate_outline(std::span<const Outline> outline, Scratch& scratch,
                           std::vector<NewFace>& out) const;
  static bool any(const std::vector<char>& flags) {
    return std::find(flags.begin(), flags.end(), 1) != flags.end();
  }
  template <class Body>
  void each_region(Body&& body) {
    parallel_for(context_, (regions_.size() + 63) / 64, 1, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t r = begin * 64; r < std::min(end * 64, regions_.size()); ++r) {
        if (context_ && context_->cancelled()) return;
        body(r, scratch);
      }
    });
  }
  void assemble(const std::vector<std::vector<NewFace>>& made);
  [[nodiscard]] LatticePoint place(std::uint32_t f, std::uint32_t i) const {
    return surface_.vertices[surface_.faces[f].corner[i]];
  }
  [[nodiscard]] bool on_outline(std::uint32_t f, std::uint32_t i) const {
    const std::uint32_t g = surface_.faces[f].neighbour[i];
    return g == kNone || region_[g] != region_[f];
  }

  Surface& surface_;
  const Prepared& prepared_;
  std::span<const std::uint32_t> kind_;
  Context* context_;
  std::vector<char> alone_;             // per face: not to be merged
  std::vector<std::uint32_t> region_;   // per face
  std::vector<std::uint32_t> members_;  // faces by region
  std::vector<Region> regions_;
  std::vector<std::vector<Outline>> outlines_;  // by region
  std::vector<char> removable_;                 // per vertex
};

void Merger::grow() {
  const std::size_t n = surface_.faces.size();
  std::vector<std::pair<std::int64_t, std::uint32_t>> seeds(n);  // by area of the source, the largest first
  for (std::uint32_t f = 0; f < n; ++f) {
    const auto& t = prepared_.solids[surface_.faces[f].source];
    seeds[f] = {-orient2d(plan(t[0]), plan(t[1]), plan(t[2])), f};
  }
  std::sort(seeds.begin(), seeds.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const std::uint32_t s = surface_.faces[a.second].source, t = surface_.faces[b.second].source;
    return s != t ? s < t : a.second < b.second;
  });
  region_.assign(n, kNone);
  members_.clear();
  regions_.clear();
  for (const auto& [area, seed] : seeds) {
    if (region_[seed] != kNone) continue;
    const auto id = static_cast<std::uint32_t>(regions_.size());
    const auto first = static_cast<std::uint32_t>(members_.size());
    const std::uint32_t source = surface_.faces[seed].source;
    region_[seed] = id;
    members_.push_back(seed);
    if (!alone_[seed]) {
      const PlaneOf plane(prepared_.solids[source]);
      const auto fits = [&](std::uint32_t f) {
        if (region_[f] != kNone || alone_[f] || kind_[surface_.faces[f].source] != kind_[source])
          return false;
        for (std::uint32_t i = 0; i < 3; ++i) {
          if (!plane.within_a_quantum(place(f, i))) return false;
        }
        return true;
      };
      for (std::size_t k = first; k < members_.size(); ++k) {
        for (const std::uint32_t g : surface_.faces[members_[k]].neighbour) {
          if (g == kNone || !fits(g)) continue;
          region_[g] = id;
          members_.push_back(g);
        }
      }
    }
    regions_.push_back({first, static_cast<std::uint32_t>(members_.size()) - first, source});
  }
}

// A vertex goes when exactly two outline edges meet in it, on one line, with the same things on either side.
void Merger::find_removable() {
  struct Seen {
    std::uint32_t other = kNone;  // the far vertex of the first outline edge
    std::uint32_t left = kNone, right = kNone;
    Border border;
    std::uint8_t count = 0;
    bool same = true;
  };
  std::vector<Seen> seen(surface_.vertices.size());
  std::vector<std::uint32_t> second(surface_.vertices.size(), kNone);
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    const SurfaceFace& face = surface_.faces[f];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!on_outline(f, i)) continue;
      const std::uint32_t g = face.neighbour[i];
      if (g != kNone && g < f) continue;  // once an edge
      const std::uint32_t ends[2] = {face.corner[i], face.corner[after(i)]};
      const std::uint32_t sides[2] = {std::min(region_[f], g == kNone ? kNone : region_[g]),
                                      g == kNone ? kNone : std::max(region_[f], region_[g])};
      for (std::uint32_t k = 0; k < 2; ++k) {
        Seen& s = seen[ends[k]];
        if (s.count == 0) {
          s.other = ends[1 - k];
          s.left = sides[0];
          s.right = sides[1];
          s.border = face.border[i];
        } else if (s.count == 1) {
          second[ends[k]] = ends[1 - k];
          s.same = s.left == sides[0] && s.right == sides[1] && s.border == face.border[i];
        }
        if (s.count < 3) ++s.count;
      }
    }
  }
  removable_.assign(surface_.vertices.size(), 0);
  for (std::uint32_t v = 0; v < removable_.size(); ++v) {
    removable_[v] =
        seen[v].count == 2 && seen[v].same &&
        on_a_line(surface_.vertices[seen[v].other], surface_.vertices[v], surface_.vertices[second[v]]);
  }
}

// The region's outline without the points that can go.
bool Merger::straighten(std::size_t r, std::vector<Outline>& outline) const {
  const Region& region = regions_[r];
  for (std::uint32_t k = region.first; k < region.first + region.count; ++k) {
    const std::uint32_t f = members_[k];
    const SurfaceFace& face = surface_.faces[f];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!on_outline(f, i)) continue;
      const std::uint32_t g = face.neighbour[i];
      outline.push_back(
          {face.corner[i], face.corner[after(i)], g == kNone ? kNone : region_[g], face.border[i]});
    }
  }
  bool bent = false;
  for (const Outline& e : outline) bent = bent || removable_[e.from];
  if (!bent) return true;
  // A removable vertex has one edge of this outline coming in and one going out.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out_of;  // removable vertex, edge that leaves it
  for (std::uint32_t e = 0; e < outline.size(); ++e) {
    if (removable_[outline[e].from]) out_of.emplace_back(outline[e].from, e);
  }
  std::sort(out_of.begin(), out_of.end());
  std::size_t kept = 0;
  std::vector<Outline> straight;
  for (const Outline& e : outline) {
    if (removable_[e.from]) continue;
    Outline whole = e;
    for (std::size_t steps = 0; removable_[whole.to]; ++steps) {
      const auto next = std::lower_bound(out_of.begin(), out_of.end(), std::pair{whole.to, 0u});
      if (next == out_of.end() || next->first != whole.to || steps > outline.size()) return false;
      whole.to = outline[next->second].to;
      ++kept;
    }
    straight.push_back(whole);
  }
  outline.swap(straight);
  return kept == out_of.size();  // else a ring of nothing but removable points
}

// A point of one border that rounding left on another: the other is bent through it, by less than a quantum,
// so that both are told by the same points and can be joined.
void Merger::conform() {
  std::vector<Segment2> segments;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edge;  // region and edge of its outline
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t r = 0; r < regions_.size(); ++r) {
    for (std::uint32_t k = 0; k < outlines_[r].size(); ++k) {
      const Outline& e = outlines_[r][k];
      if (e.beyond != kNone || !open(e.border)) continue;
      segments.push_back({plan(surface_.vertices[e.from]), plan(surface_.vertices[e.to])});
      edge.emplace_back(r, k);
      vertices.push_back(e.from);
      vertices.push_back(e.to);
    }
  }
  std::sort(vertices.begin(), vertices.end(), [&](std::uint32_t a, std::uint32_t b) {
    const LatticePoint p = surface_.vertices[a], q = surface_.vertices[b];
    return p != q ? p < q : a < b;
  });
  std::vector<Point2> pixels;
  for (const std::uint32_t v : vertices) {
    if (const Point2 p = plan(surface_.vertices[v]); pixels.empty() || pixels.back() != p)
      pixels.push_back(p);
  }
  SnapRounding snap;
  Chains chains;
  snap.chains(segments, pixels, chains);
  std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>> splits;  // segment, vertices on it in order
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (chains.begin[s + 1] - chains.begin[s] <= 2) continue;
    const Outline& e = outlines_[edge[s].first][edge[s].second];
    const LatticePoint a = surface_.vertices[e.from], b = surface_.vertices[e.to];
    std::vector<std::uint32_t> through;
    for (std::uint32_t k = chains.begin[s]; k < chains.begin[s + 1]; ++k) {
      const Point2 p = pixels[chains.nodes[k]];
      if (p == plan(a) || p == plan(b)) continue;
      const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y;
      const double at = (dx * (static_cast<double>(p.x) - a.x) + dy * (static_cast<double>(p.y) - a.y)) /
                        (dx * dx + dy * dy);
      const double z = a.z + at * (static_cast<double>(b.z) - a.z);
      const auto first =
          std::lower_bound(vertices.begin(), vertices.end(), p,
                           [&](std::uint32_t v, Point2 q) { return plan(surface_.vertices[v]) < q; });
      for (auto v = first; v != vertices.end() && plan(surface_.vertices[*v]) == p; ++v) {
        if (std::abs(surface_.vertices[*v].z - z) > kSameHeight) continue;
        through.push_back(*v);
        break;
      }
    }
    if (!through.empty()) splits.emplace_back(s, std::move(through));
  }
  for (const auto& [s, through] : splits) {
    std::vector<Outline>& outline = outlines_[edge[s].first];
    Outline rest = outline[edge[s].second];
    outline[edge[s].second].to = through.front();
    for (std::size_t k = 0; k < through.size(); ++k) {
      rest.from = through[k];
      Outline part = rest;
      if (k + 1 < through.size()) part.to = through[k + 1];
      outline.push_back(part);
    }
  }
}

bool Merger::triangulate_region(std::size_t r, Scratch& scratch, std::vector<NewFace>& out) const {
  const Region& region = regions_[r];
  const auto keep_face = [&](std::uint32_t f) {
    NewFace made;
    made.corner = surface_.faces[f].corner;
    for (std::uint32_t i = 0; i < 3; ++i) {
      made.border[i] = surface_.faces[f].border[i];
      made.joined[i] = surface_.faces[f].neighbour[i] != kNone;
    }
    out.push_back(made);
  };
  // A triangle's corners are never on one line, so none of them goes; a neighbour may have put a point on it.
  if (region.count == 1 && outlines_[r].size() <= 3) {
    keep_face(members_[region.first]);
    return true;
  }
  if (triangulate_outline(outlines_[r], scratch, out)) return true;
  // As it was, without the points of others.
  std::vector<Outline> own;
  out.clear();
  if (region.count == 1) {
    keep_face(members_[region.first]);
    return true;
  }
  return straighten(r, own) && own.size() != outlines_[r].size() && triangulate_outline(own, scratch, out);
}

bool Merger::triangulate_outline(std::span<const Outline> outline, Scratch& scratch,
                                 std::vector<NewFace>& out) const {
  // Points by place: the two sides of a wall inside the region stand on the same ones.
  scratch.points.clear();
  scratch.vertex.clear();
  scratch.constraints.clear();
  scratch.next.clear();
  for (const Outline& e : outline) scratch.next.push_back(e.from);
  std::sort(scratch.next.begin(), scratch.next.end(), [&](std::uint32_t a, std::uint32_t b) {
    const LatticePoint p = surface_.vertices[a], q = surface_.vertices[b];
    return p != q ? p < q : a < b;
  });
  const auto point_of = [&](std::uint32_t v) {
    const Point2 p = plan(surface_.vertices[v]);
    return static_cast<std::uint32_t>(std::lower_bound(scratch.points.begin(), scratch.points.end(), p) -
                                      scratch.points.begin());
  };
  for (const std::uint32_t v : scratch.next) {
    const Point2 p = plan(surface_.vertices[v]);
    if (!scratch.points.empty() && scratch.points.back() == p) {
      if (surface_.vertices[scratch.vertex.back()] != surface_.vertices[v]) return false;  // two heights
      continue;
    }
    scratch.points.push_back(p);
    scratch.vertex.push_back(v);
  }
  scratch.keys.clear();
  for (std::uint32_t k = 0; k < outline.size(); ++k) {
    const Outline& e = outline[k];
    const std::uint32_t a = point_of(e.from), b = point_of(e.to);
    scratch.constraints.push_back({a, b, 1});
    scratch.keys.emplace_back(std::uint64_t{a} << 32 | b, k);
  }
  std::sort(scratch.keys.begin(), scratch.keys.end());
  for (std::size_t k = 1; k < scratch.keys.size(); ++k) {
    if (scratch.keys[k].first == scratch.keys[k - 1].first) return false;
  }
  if (!scratch.triangulator.run(scratch.points, scratch.constraints, Keep::inside, scratch.mesh, context_))
    return false;

  const Triangulation& mesh = scratch.mesh;
  out.resize(mesh.triangles.size());
  for (std::size_t t = 0; t < out.size(); ++t) {
    NewFace& face = out[t];
    if (mesh.winding[t] != 1) return false;  // faces overlap
    for (std::uint32_t i = 0; i < 3; ++i) {
      face.corner[i] = scratch.vertex[mesh.triangles[t][i]];
      face.neighbour[i] = mesh.neighbours[t][i];
      if ((mesh.constrained[t] >> i & 1u) == 0) continue;
      const std::uint64_t key = std::uint64_t{mesh.triangles[t][i]} << 32 | mesh.triangles[t][after(i)];
      const auto at = std::lower_bound(scratch.keys.begin(), scratch.keys.end(), std::pair{key, 0u});
      if (at == scratch.keys.end() || at->first != key)
        return false;  // an outline edge through a point of another
      const Outline& e = outline[at->second];
      face.neighbour[i] = kNone;
      face.border[i] = e.border;
      face.joined[i] = e.beyond != kNone;
    }
  }
  return true;
}

void Merger::assemble(const std::vector<std::vector<NewFace>>& made) {
  Surface merged;
  std::vector<std::array<std::uint32_t, 3>> corner;
  struct Open {
    LatticePoint a, b;  // a < b
    std::uint32_t face, side;
    bool forth;
  };
  std::vector<Open> loose;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const auto first = static_cast<std::uint32_t>(merged.faces.size());
    for (const NewFace& from : made[r]) {
      SurfaceFace face{};
      face.source = regions_[r].source;
      for (std::uint32_t i = 0; i < 3; ++i) {
        face.neighbour[i] = from.neighbour[i] == kNone ? kNone : from.neighbour[i] + first;
        face.border[i] = from.border[i];
        if (!from.joined[i] && (from.neighbour[i] != kNone || !open(from.border[i]))) continue;
        const LatticePoint a = surface_.vertices[from.corner[i]],
                           b = surface_.vertices[from.corner[after(i)]];
        loose.push_back(
            {std::min(a, b), std::max(a, b), static_cast<std::uint32_t>(merged.faces.size()), i, a < b});
      }
      merged.faces.push_back(face);
      corner.push_back(from.corner);
    }
  }
  std::sort(loose.begin(), loose.end(), [](const Open& p, const Open& q) {
    if (p.a != q.a) return p.a < q.a;
    if (p.b != q.b) return p.b < q.b;
    return p.forth != q.forth ? p.forth < q.forth : p.face < q.face;
  });
  for (std::size_t k = 0; k + 1 < loose.size(); ++k) {
    const Open &p = loose[k], &q = loose[k + 1];
    if (p.a != q.a || p.b != q.b || p.forth == q.forth) continue;
    merged.faces[p.face].neighbour[p.side] = q.face;
    merged.faces[q.face].neighbour[q.side] = p.face;
    merged.faces[p.face].border[p.side] = merged.faces[q.face].border[q.side] = {};
    ++k;
  }
  for (SurfaceFace& face : merged.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] == kNone && face.border[i].kind == BorderKind::none)
        face.border[i].kind = BorderKind::ledge;
    }
  }
  assign_vertices(merged, [&](std::uint32_t f, std::uint32_t i) { return surface_.vertices[corner[f][i]]; });
  surface_ = std::move(merged);
}

}  // namespace

Result<void> merge_coplanar(Surface& surface, const Prepared& prepared, std::span<const std::uint32_t> kind,
                            Context* context) {
  return Merger(surface, prepared, kind, context).run();
}

}  // namespace ambula
