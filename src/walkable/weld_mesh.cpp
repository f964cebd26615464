// Faces over places. Instead of keeping a half-edge structure valid through every contraction, as the rules
// of "safe contraction" in the thesis behind this stage do (Borodin et al., Progressive Gap Closing, 2002, on
// OpenMesh), faces only name the places of their corners, neighbours are joined edge by edge, and vertices
// are made from the fans that result, at the end. What those rules forbid cannot be expressed here.
#include "walkable/weld_mesh.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace ambula {
namespace {

constexpr std::size_t kOriginals = 32;  // above, the box of where vertices stood decides how far one may move

std::uint64_t mix(std::uint64_t h) {
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  return h ^ (h >> 32);
}

std::uint64_t hash_of(LatticePoint p) {
  const auto word = [](std::int32_t c) { return std::uint64_t{static_cast<std::uint32_t>(c)}; };
  return mix((word(p.x) << 32 | word(p.y)) * 0x9E3779B97F4A7C15u + word(p.z));
}

}  // namespace

WeldMesh::WeldMesh(Surface& surface, std::int32_t distance, std::span<const std::uint8_t> fixed)
    : surface_(surface), fixed_(fixed), distance_(distance), distance2_(std::int64_t{distance} * distance) {
  find_places();
}

// One place for all vertices of weldable borders that stand at the same point.
void WeldMesh::find_places() {
  place_of_.assign(surface_.vertices.size(), kNone);
  std::vector<std::uint32_t> ends;
  for (const SurfaceFace& face : surface_.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] != kNone || !allows_welding(face.border[i])) continue;
      for (const std::uint32_t v : {face.corner[i], face.corner[(i + 1) % 3]}) {
        if (place_of_[v] != kNone) continue;
        place_of_[v] = 0;
        ends.push_back(v);
      }
    }
  }
  std::vector<std::uint32_t> table(std::bit_ceil(2 * ends.size() + 2), kNone);
  places_.reserve(ends.size());
  for (const std::uint32_t v : ends) {
    const LatticePoint p = surface_.vertices[v];
    std::size_t s = hash_of(p) & (table.size() - 1);
    while (table[s] != kNone && surface_.vertices[places_[table[s]].vertex] != p)
      s = (s + 1) & (table.size() - 1);
    if (table[s] == kNone) {
      table[s] = static_cast<std::uint32_t>(places_.size());
      places_.push_back({.parent = table[s], .vertex = v});
    } else {
      places_[table[s]].dirty = true;  // so that the vertices come apart again
    }
    place_of_[v] = table[s];
  }
}

void WeldMesh::prepare() {
  crews_.resize(places_.size());
  for (std::uint32_t p = 0; p < places_.size(); ++p) crews_[p].low = crews_[p].high = at_place(p);
  seen_.assign(surface_.faces.size(), 0);
  spoke_seen_.assign(2 * (places_.size() + surface_.vertices.size()), 0);
  dirty_.assign(surface_.vertices.size(), 0);
  record_.assign(surface_.faces.size(), {kNone, kNone, kNone});
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    SurfaceFace& face = surface_.faces[f];
    for (std::uint32_t& v : face.corner) {
      if (place_of_[v] == kNone) continue;
      add_face(place_of_[v], f);
      v = places_[place_of_[v]].vertex;
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t a = face.corner[i], b = face.corner[(i + 1) % 3];
      if (face.neighbour[i] != kNone || (place_of_[a] == kNone && place_of_[b] == kNone)) continue;
      record_[f][i] = static_cast<std::uint32_t>(records_.size());
      records_.push_back({{surface_.vertices[a], surface_.vertices[b]}, {a, b}});
    }
    add_area(f, 1);
  }
  area_change_ = 0;
}

std::array<Point2, 3> WeldMesh::corners(std::uint32_t f, std::uint32_t mover, LatticePoint target) const {
  std::array<Point2, 3> out;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint32_t v = surface_.faces[f].corner[i];
    out[i] = plan(mover != kNone && place(v) == mover ? target : surface_.vertices[v]);
  }
  return out;
}

std::int64_t WeldMesh::twice_area(std::uint32_t f) const {
  const auto [a, b, c] = corners(f, kNone, {});
  return orient2d(a, b, c);
}

void WeldMesh::add_area(std::uint32_t f, int sign) {
  const Int128 area = Int128{sign} * twice_area(f);
  area_change_ += area;
  for (const std::uint32_t v : surface_.faces[f].corner) {
    const std::uint32_t p = place(v);
    if (p != kNone) crews_[p].area += area;
  }
}

void WeldMesh::add_original(Crew& crew, LatticePoint p) {
  if (crew.originals.empty()) {
    if (p == crew.low) return;
    crew.originals.push_back(crew.low);
  }
  if (std::find(crew.originals.begin(), crew.originals.end(), p) != crew.originals.end()) return;
  crew.low = {std::min(crew.low.x, p.x), std::min(crew.low.y, p.y), std::min(crew.low.z, p.z)};
  crew.high = {std::max(crew.high.x, p.x), std::max(crew.high.y, p.y), std::max(crew.high.z, p.z)};
  if (crew.originals.size() < kOriginals) {
    crew.originals.push_back(p);
  } else {
    crew.many = true;
  }
}

// Leaves the faces that are at the place, each once.
void WeldMesh::clean(std::uint32_t p) {
  std::vector<std::uint32_t>& faces = crews_[p].faces;
  ++round_;
  std::size_t kept = 0;
  for (const std::uint32_t f : faces) {
    if (!alive(f) || seen_[f] == round_ || !has_place(f, p)) continue;
    seen_[f] = round_;
    faces[kept++] = f;
  }
  faces.resize(kept);
  crews_[p].unclean = false;
}

std::vector<HalfEdge> WeldMesh::weldable_edges() const {
  std::vector<HalfEdge> out;
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    const auto& neighbour = surface_.faces[f].neighbour;
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (neighbour[i] == kNone && is_weldable(3 * f + i)) out.push_back(3 * f + i);
    }
  }
  return out;
}

std::vector<std::uint32_t> WeldMesh::places_of(const std::vector<HalfEdge>& edges) const {
  std::vector<std::uint8_t> seen(places_.size(), 0);
  std::vector<std::uint32_t> out;
  for (const HalfEdge e : edges) {
    for (const std::uint32_t p : {place(from(e)), place(to(e))}) {
      if (!seen[p]) out.push_back(p);
      seen[p] = 1;
    }
  }
  return out;
}

std::vector<std::array<HalfEdge, 2>> WeldMesh::coinciding(const std::vector<HalfEdge>& edges) const {
  struct Slot {
    std::uint64_t key = ~std::uint64_t{0};
    HalfEdge edge = 0;
    bool alone = true;
  };
  std::vector<Slot> table(std::bit_ceil(2 * edges.size() + 2));
  const auto slot = [&](std::uint64_t key) -> Slot& {
    std::size_t s = mix(key * 0x9E3779B97F4A7C15u) & (table.size() - 1);
    while (table[s].key != key && table[s].key != ~std::uint64_t{0}) s = (s + 1) & (table.size() - 1);
    return table[s];
  };
  const auto key_of = [](std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; };
  for (const HalfEdge e : edges) {
    Slot& s = slot(key_of(place(from(e)), place(to(e))));
    if (s.key == ~std::uint64_t{0}) {
      s = {key_of(place(from(e)), place(to(e))), e, true};
    } else {
      s.alone = false;
    }
  }
  std::vector<std::array<HalfEdge, 2>> out;
  for (const HalfEdge e : edges) {
    const std::uint32_t a = place(from(e)), b = place(to(e));
    if (a > b) continue;
    const Slot& back = slot(key_of(b, a));
    if (back.key != key_of(b, a) || !back.alone || !slot(key_of(a, b)).alone) continue;
    out.push_back({e, back.edge});
  }
  return out;
}

void WeldMesh::join(HalfEdge a, HalfEdge b) {
  assert(is_weldable(a) && is_weldable(b));
  face_of(a).neighbour[a % 3] = b / 3;
  face_of(b).neighbour[b % 3] = a / 3;
  rays_at_ = kNone;
  for (const HalfEdge e : {a, b}) {
    if (record_[e / 3][e % 3] != kNone) records_[record_[e / 3][e % 3]].changed = true;
    mark_dirty(from(e));
  }
}

// Joins the edge with the one that runs back, if there is no doubt which.
void WeldMesh::try_join(HalfEdge e) {
  if (!is_weldable(e)) return;
  const std::uint32_t a = place(from(e)), b = place(to(e));
  const std::uint32_t fewer = crews_[a].faces.size() <= crews_[b].faces.size() ? a : b;
  HalfEdge back = kNone;
  for (const std::uint32_t f : faces_at(fewer)) {
    for (HalfEdge other = 3 * f; other < 3 * f + 3; ++other) {
      if (other == e || !is_weldable(other)) continue;
      const std::uint32_t c = place(from(other)), d = place(to(other));
      if (c == a && d == b) return;
      if (c != b || d != a) continue;
      if (back != kNone) return;
      back = other;
    }
  }
  if (back != kNone) join(e, back);
}

void WeldMesh::mark_dirty(std::uint32_t vertex) {
  const std::uint32_t p = place(vertex);
  if (p == kNone) {
    dirty_[vertex] = 1;
  } else {
    places_[p].dirty = true;
  }
}

bool WeldMesh::is_dirty(std::uint32_t vertex) const {
  const std::uint32_t p = place(vertex);
  return p == kNone ? dirty_[vertex] != 0 : places_[p].dirty;
}

// For vertices of the input: those of places that were merged are no longer named by faces.
std::uint32_t WeldMesh::place_now(std::uint32_t vertex) const {
  std::uint32_t p = place_of_[vertex];
  while (p != kNone && places_[p].parent != p) p = places_[p].parent;  // merged into the larger: a short way
  return p;
}

LatticePoint WeldMesh::stands_at(std::uint32_t vertex) const {
  const std::uint32_t p = place_now(vertex);
  return p == kNone ? surface_.vertices[vertex] : at_place(p);
}

std::vector<std::array<LatticePoint, 2>> WeldMesh::closed() const {
  std::vector<std::array<LatticePoint, 2>> out;
  const auto moved = [&](std::uint32_t v) { return place_now(v) != kNone && places_[place_now(v)].moved; };
  for (const Record& record : records_) {
    if (record.changed || moved(record.vertices[0]) || moved(record.vertices[1])) out.push_back(record.ends);
  }
  return out;
}

std::vector<std::uint8_t> WeldMesh::dirty() const {
  std::vector<std::uint8_t> out(surface_.vertices.size());
  for (std::uint32_t v = 0; v < out.size(); ++v) out[v] = is_dirty(v) ? 1 : 0;
  return out;
}

void WeldMesh::finish() { name_fans(surface_, dirty()); }

}  // namespace ambula
