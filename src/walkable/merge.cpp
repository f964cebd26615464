// Regions grow from the largest triangle's plane, so which faces a region gets does not depend on the order
// in which they are reached. Outlines lose the points that lie exactly on a straight line between borders of
// one kind (in both regions of a crease alike), and each is triangulated by itself. A region whose outline
// cannot be triangulated (faces that overlap by a rounding) falls apart into its faces, and all is tried
// again without it.
#include "walkable/merge.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/flat_map.h"
#include "core/radix_sort.h"
#include "geometry/snap_rounding.h"
#include "walkable/edge_place.h"
#include "walkable/outline.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

struct PlaneOf {
  LatticePoint at;
  Int128 nx, ny, nz;
  double x, y, z, length;  // the normal again

  explicit PlaneOf(const std::array<LatticePoint, 3>& t) : at(t[0]) {
    const std::int64_t ux = std::int64_t{t[1].x} - t[0].x, uy = std::int64_t{t[1].y} - t[0].y,
                       uz = std::int64_t{t[1].z} - t[0].z;
    const std::int64_t vx = std::int64_t{t[2].x} - t[0].x, vy = std::int64_t{t[2].y} - t[0].y,
                       vz = std::int64_t{t[2].z} - t[0].z;
    nx = Int128{uy} * vz - Int128{uz} * vy;
    ny = Int128{uz} * vx - Int128{ux} * vz;
    nz = Int128{ux} * vy - Int128{uy} * vx;
    x = static_cast<double>(nx);
    y = static_cast<double>(ny);
    z = static_cast<double>(nz);
    length = std::sqrt(x * x + y * y + z * z);
  }
  [[nodiscard]] bool within_a_quantum(LatticePoint p) const {
    const std::int64_t px = std::int64_t{p.x} - at.x, py = std::int64_t{p.y} - at.y,
                       pz = std::int64_t{p.z} - at.z;
    // Doubles settle nearly all: their error is below 2^-50 of the sum of sizes.
    const double dx = x * static_cast<double>(px), dy = y * static_cast<double>(py),
                 dz = z * static_cast<double>(pz), sum = std::abs(dx + dy + dz),
                 error = (std::abs(dx) + std::abs(dy) + std::abs(dz) + length) * 0x1p-50;
    if (sum > length + error) return false;
    if (sum < length - error) return true;
    const Int128 d = nx * px + ny * py + nz * pz;
    return std::abs(static_cast<double>(d)) <= length;
  }
};

// Whether b lies on the straight line between a and c. At the tip of a slit a and c are on one side of it.
bool is_between(LatticePoint a, LatticePoint b, LatticePoint c) {
  const auto between = [](std::int32_t u, std::int32_t v, std::int32_t w) {
    return v >= std::min(u, w) && v <= std::max(u, w);
  };
  return between(a.x, b.x, c.x) && between(a.y, b.y, c.y) && between(a.z, b.z, c.z) &&
         orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}) == 0 &&
         orient2d({a.x, a.z}, {b.x, b.z}, {c.x, c.z}) == 0 &&
         orient2d({a.y, a.z}, {b.y, b.z}, {c.y, c.z}) == 0;
}

// Sides of faces that run to and fro between the same places: two of them are joined. Where there are more,
// which ones depends on the order of faces alone.
class Joints {
 public:
  void add(LatticePoint a, LatticePoint b, std::uint32_t face, std::uint32_t side) {
    const bool forth = a < b;
    const auto next = static_cast<std::uint32_t>(pairs_.size());
    const auto [pair, is_new] = pair_.insert(forth ? EdgePlace{a, b} : EdgePlace{b, a}, next);
    if (is_new) pairs_.push_back({kNone, kNone});
    std::uint32_t& end = pairs_[pair][forth ? 1 : 0];
    if (!forth || end == kNone) end = 4 * face + side;
  }
  void join(Surface& surface) const {
    for (const auto& [back, forth] : pairs_) {
      if (back == kNone || forth == kNone) continue;
      SurfaceFace &p = surface.faces[back / 4], &q = surface.faces[forth / 4];
      p.neighbour[back % 4] = forth / 4;
      q.neighbour[forth % 4] = back / 4;
      p.border[back % 4] = q.border[forth % 4] = {};
    }
  }

 private:
  FlatMap<EdgePlace, EdgePlaceHash> pair_;
  std::vector<std::array<std::uint32_t, 2>> pairs_;  // 4 · face + side: the last back, the first forth
};

class Merger {
 public:
  Merger(Surface& surface, const Prepared& prepared, std::span<const std::uint32_t> kind, Context* context)
      : surface_(surface), prepared_(prepared), kind_(kind), context_(context) {}

  Result<void> run() {
    alone_.assign(surface_.faces.size(), 0);
    std::vector<std::vector<OutlineFace>> made;  // by region; none where a face is kept
    for (;;) {
      const std::vector<std::uint32_t> region_before = std::move(region_);
      std::vector<std::vector<OutlineEdge>> outlines_before = std::move(outlines_);
      std::vector<std::vector<OutlineFace>> made_before = std::move(made);
      grow();
      find_removable();
      outlines_.assign(regions_.size(), {});
      std::vector<char> failed(regions_.size(), 0);
      each_region(
          [&](std::size_t r, OutlineTriangulator&) { failed[r] = straighten(r, outlines_[r]) ? 0 : 1; });
      if (!any(failed)) conform();
      made.assign(regions_.size(), {});
      kept_.assign(regions_.size(), 0);
      if (!any(failed)) {
        each_region([&](std::size_t r, OutlineTriangulator& triangulator) {
          // Most are as they were when another failed. No two have the same outline, but none is told of a
          // face between others, nor of a region that failed.
          const std::uint32_t seed = members_[regions_[r].first];
          const std::uint32_t before = seed < region_before.size() ? region_before[seed] : kNone;
          if (before < made_before.size() && !outlines_[r].empty() &&
              outlines_before[before] == outlines_[r]) {
            made[r] = std::move(made_before[before]);
            if (!made[r].empty()) return;
          }
          failed[r] = triangulate_region(r, triangulator, made[r]) ? 0 : 1;
        });
      }
      if (context_ && context_->cancelled()) return cancelled_failure("walkable");
      if (!any(failed)) {
        assemble(made);
        return {};
      }
      for (std::size_t r = 0; r < regions_.size(); ++r) {
        if (!failed[r]) continue;
        set_apart(r);
        outlines_[r].clear();
      }
    }
  }

 private:
  struct Region {
    std::uint32_t first, count;  // of members_
    std::uint32_t source;
  };
  void grow();
  void find_removable();
  bool straighten(std::size_t r, std::vector<OutlineEdge>& outline) const;
  void conform();
  void set_apart(std::size_t r);
  bool triangulate_region(std::size_t r, OutlineTriangulator& triangulator, std::vector<OutlineFace>& out);
  static bool any(const std::vector<char>& flags) {
    return std::find(flags.begin(), flags.end(), 1) != flags.end();
  }
  template <class Body>
  void each_region(Body&& body) {
    parallel_for(context_, (regions_.size() + 63) / 64, 1, [&](std::size_t begin, std::size_t end) {
      OutlineTriangulator triangulator;
      for (std::size_t r = begin * 64; r < std::min(end * 64, regions_.size()); ++r) {
        if (context_ && context_->cancelled()) return;
        body(r, triangulator);
      }
    });
  }
  void assemble(const std::vector<std::vector<OutlineFace>>& made);
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
  std::vector<std::vector<OutlineEdge>> outlines_;  // by region
  std::vector<char> removable_;                     // per vertex
  std::vector<char> kept_;                          // by region: its only face stays as it is
};

void Merger::grow() {
  const std::size_t n = surface_.faces.size();
  struct Seed {
    std::uint64_t less;  // than the most, is the area of the source
    std::uint32_t source, face;
  };
  std::vector<Seed> seeds(n), spare;  // the largest first, then by source and face
  std::uint64_t most = 0;
  for (std::uint32_t f = 0; f < n; ++f) {
    const std::uint32_t source = surface_.faces[f].source;
    const auto& t = prepared_.solids[source];
    seeds[f] = {static_cast<std::uint64_t>(orient2d(plan(t[0]), plan(t[1]), plan(t[2]))), source, f};
    most = std::max(most, seeds[f].less);
  }
  for (Seed& seed : seeds) seed.less = most - seed.less;
  radix_sort(seeds, spare, 0, static_cast<int>(std::bit_width(prepared_.solids.size())),
             [](const Seed& seed) { return std::uint64_t{seed.source}; });
  radix_sort(seeds, spare, 0, static_cast<int>(std::bit_width(most)),
             [](const Seed& seed) { return seed.less; });
  region_.assign(n, kNone);
  members_.clear();
  regions_.clear();
  for (const auto& [less, source, seed] : seeds) {
    if (region_[seed] != kNone) continue;
    const auto id = static_cast<std::uint32_t>(regions_.size());
    const auto first = static_cast<std::uint32_t>(members_.size());
    region_[seed] = id;
    members_.push_back(seed);
    if (!alone_[seed]) {
      const PlaneOf plane(prepared_.solids[source]);
      const auto kind = kind_[source];
      const auto fits = [&](std::uint32_t f) {
        if (region_[f] != kNone || alone_[f] || kind_[surface_.faces[f].source] != kind) return false;
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
        is_between(surface_.vertices[seen[v].other], surface_.vertices[v], surface_.vertices[second[v]]);
  }
  // Outlines that touch in a point keep it or lose it together.
  struct PlaceHash {
    std::size_t operator()(LatticePoint p) const { return static_cast<std::size_t>(hash_place(p)); }
  };
  FlatMap<LatticePoint, PlaceHash> first;  // of the vertices there that can go
  for (std::uint32_t v = 0; v < removable_.size(); ++v) {
    if (removable_[v]) first.insert(surface_.vertices[v], v);
  }
  std::vector<char> stays(removable_.size(), 0);  // by the first at a place
  for (std::uint32_t v = 0; v < removable_.size(); ++v) {
    if (seen[v].count == 0 || removable_[v]) continue;
    if (const std::uint32_t other = first.find(surface_.vertices[v]); other != kNone) stays[other] = 1;
  }
  for (std::uint32_t v = 0; v < removable_.size(); ++v) {
    if (removable_[v] && stays[first.find(surface_.vertices[v])]) removable_[v] = 0;
  }
}

// The region's outline without the points that can go.
bool Merger::straighten(std::size_t r, std::vector<OutlineEdge>& outline) const {
  struct Raw {
    std::uint32_t from, to, face, side;
  };
  const Region& region = regions_[r];
  if (region.count == 1) {
    // A triangle stays as it is; its outline is of use only where a point of another border may lie on it.
    const SurfaceFace& face = surface_.faces[members_[region.first]];
    const auto open = [&](std::uint32_t i) { return face.neighbour[i] == kNone && is_open(face.border[i]); };
    if (!open(0) && !open(1) && !open(2)) return true;
  }
  std::vector<Raw> raw;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out_of;  // removable vertex, edge that leaves it
  for (std::uint32_t k = region.first; k < region.first + region.count; ++k) {
    const std::uint32_t f = members_[k];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!on_outline(f, i)) continue;
      const auto& corner = surface_.faces[f].corner;
      if (removable_[corner[i]]) out_of.emplace_back(corner[i], static_cast<std::uint32_t>(raw.size()));
      raw.push_back({corner[i], corner[after(i)], f, i});
    }
  }
  std::sort(out_of.begin(), out_of.end());
  std::size_t gone = 0;
  outline.clear();
  for (const Raw& e : raw) {
    if (removable_[e.from]) continue;
    std::uint32_t to = e.to;
    for (std::size_t steps = 0; removable_[to]; ++steps) {
      // A removable vertex has one edge of this outline coming in and one going out.
      const auto next = std::lower_bound(out_of.begin(), out_of.end(), std::pair{to, 0u});
      if (next == out_of.end() || next->first != to || steps > raw.size()) return false;
      to = raw[next->second].to;
      ++gone;
    }
    const SurfaceFace& face = surface_.faces[e.face];
    outline.push_back({surface_.vertices[e.from], surface_.vertices[to], face.neighbour[e.side] != kNone,
                       face.border[e.side]});
  }
  return gone == out_of.size();  // else a ring of nothing but removable points
}

// A point of one border that rounding left on another: the other is bent through it, by less than a quantum,
// so that both are told by the same points and can be joined.
void Merger::conform() {
  std::vector<Segment2> segments;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edge;  // region and edge of its outline
  std::vector<LatticePoint> places;
  for (std::uint32_t r = 0; r < regions_.size(); ++r) {
    for (std::uint32_t k = 0; k < outlines_[r].size(); ++k) {
      const OutlineEdge& e = outlines_[r][k];
      if (e.joined || !is_open(e.border)) continue;
      segments.push_back({plan(e.from), plan(e.to)});
      edge.emplace_back(r, k);
      places.push_back(e.from);
      places.push_back(e.to);
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<Point2> pixels;
  std::vector<std::size_t> first;  // of places, by pixel
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (!pixels.empty() && pixels.back() == plan(places[k])) continue;
    pixels.push_back(plan(places[k]));
    first.push_back(k);
  }
  first.push_back(places.size());
  SnapRounding snap;
  Chains chains;
  snap.chains(segments, pixels, chains);
  std::vector<LatticePoint> through;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (chains.begin[s + 1] - chains.begin[s] <= 2) continue;
    std::vector<OutlineEdge>& outline = outlines_[edge[s].first];
    const OutlineEdge e = outline[edge[s].second];
    const double dx = static_cast<double>(e.to.x) - e.from.x, dy = static_cast<double>(e.to.y) - e.from.y;
    through.clear();
    for (std::uint32_t k = chains.begin[s] + 1; k + 1 < chains.begin[s + 1]; ++k) {
      const Point2 p = pixels[chains.nodes[k]];
      const double along =
          (dx * (static_cast<double>(p.x) - e.from.x) + dy * (static_cast<double>(p.y) - e.from.y)) /
          (dx * dx + dy * dy);
      const double z = e.from.z + along * (static_cast<double>(e.to.z) - e.from.z);
      for (std::size_t at = first[chains.nodes[k]]; at < first[chains.nodes[k] + 1]; ++at) {
        if (std::abs(places[at].z - z) > kSameHeight) continue;
        through.push_back(places[at]);
        break;
      }
    }
    if (through.empty()) continue;
    outline[edge[s].second].to = through.front();
    for (std::size_t k = 0; k < through.size(); ++k) {
      OutlineEdge part = e;
      part.from = through[k];
      if (k + 1 < through.size()) part.to = through[k + 1];
      outline.push_back(part);
    }
  }
}

bool Merger::triangulate_region(std::size_t r, OutlineTriangulator& triangulator,
                                std::vector<OutlineFace>& out) {
  // A triangle's corners are never on one line, so none of them goes; a neighbour may have put a point on it.
  if (regions_[r].count == 1) {
    kept_[r] = outlines_[r].size() <= 3 || !triangulator.run(outlines_[r], out, context_);
    if (kept_[r]) out.clear();
    return true;
  }
  if (triangulator.run(outlines_[r], out, context_)) return true;
  // As it was, without the points of others.
  std::vector<OutlineEdge> own;
  if (!straighten(r, own) || own.size() == outlines_[r].size()) return false;
  outlines_[r] = std::move(own);
  return triangulator.run(outlines_[r], out, context_);
}

// Takes the faces out of a region whose outlines get in each other's way; all of them when there are none.
void Merger::set_apart(std::size_t r) {
  struct Edge {
    Point2 a, b;
    std::int32_t low_x, high_x, low_y, high_y;
    std::uint32_t face;
  };
  std::vector<Edge> edges;
  const Region& region = regions_[r];
  const std::span<const std::uint32_t> faces(members_.data() + region.first, region.count);
  for (const std::uint32_t f : faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!on_outline(f, i)) continue;
      const Point2 a = plan(place(f, i)), b = plan(place(f, after(i)));
      edges.push_back(
          {a, b, std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y), std::max(a.y, b.y), f});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& p, const Edge& q) { return p.low_x < q.low_x; });
  bool found = false;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& e = edges[i];
    for (std::size_t j = i + 1; j < edges.size() && edges[j].low_x <= e.high_x; ++j) {
      const Edge& o = edges[j];
      if (o.low_y > e.high_y || o.high_y < e.low_y) continue;
      const Meeting meeting = meet(e.a, e.b, o.a, o.b);
      if (meeting == Meeting::none || (e.a == o.b && e.b == o.a)) continue;
      if (meeting == Meeting::touch && (e.a == o.a || e.a == o.b || e.b == o.a || e.b == o.b)) continue;
      alone_[e.face] = alone_[o.face] = 1;
      found = true;
    }
  }
  if (found) return;
  for (const std::uint32_t f : faces) alone_[f] = 1;
}

void Merger::assemble(const std::vector<std::vector<OutlineFace>>& made) {
  Surface merged;
  std::size_t count = 0;
  for (std::size_t r = 0; r < made.size(); ++r) count += kept_[r] ? 1 : made[r].size();
  merged.faces.reserve(count);
  std::vector<std::array<LatticePoint, 3>> at;
  at.reserve(count);
  std::vector<std::uint32_t> kept(surface_.faces.size(), kNone);  // where a face that is kept is now
  for (std::size_t r = 0, next = 0; r < regions_.size(); ++r) {
    if (kept_[r]) kept[members_[regions_[r].first]] = static_cast<std::uint32_t>(next);
    next += kept_[r] ? 1 : made[r].size();
  }
  Joints joints;
  const auto add = [&](const OutlineFace& from, std::uint32_t source) {
    SurfaceFace face{};
    face.source = source;
    for (std::uint32_t i = 0; i < 3; ++i) {
      face.neighbour[i] = from.neighbour[i];
      face.border[i] = from.border[i];
      if (from.neighbour[i] != kNone || (!from.joined[i] && !is_open(from.border[i]))) continue;
      joints.add(from.at[i], from.at[after(i)], static_cast<std::uint32_t>(merged.faces.size()), i);
    }
    merged.faces.push_back(face);
    at.push_back(from.at);
  };
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const auto first = static_cast<std::uint32_t>(merged.faces.size());
    for (OutlineFace from : made[r]) {
      for (std::uint32_t& n : from.neighbour) n = n == kNone ? kNone : n + first;
      add(from, regions_[r].source);
    }
    if (!kept_[r]) continue;
    const std::uint32_t f = members_[regions_[r].first];
    OutlineFace from;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t n = surface_.faces[f].neighbour[i];
      from.at[i] = place(f, i);
      from.border[i] = surface_.faces[f].border[i];
      from.joined[i] = n != kNone;
      if (n != kNone) from.neighbour[i] = kept[n];
    }
    add(from, regions_[r].source);
  }
  joints.join(merged);
  for (SurfaceFace& face : merged.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] == kNone && face.border[i].kind == BorderKind::none)
        face.border[i].kind = BorderKind::ledge;
    }
  }
  assign_vertices(merged, [&](std::uint32_t f, std::uint32_t i) { return at[f][i]; });
  surface_ = std::move(merged);
}

}  // namespace

Result<void> merge_coplanar(Surface& surface, const Prepared& prepared, std::span<const std::uint32_t> kind,
                            Context* context) {
  return Merger(surface, prepared, kind, context).run();
}

}  // namespace ambula
