// What welding leaves: faces that name places, of which several fans may have a corner.
#include "walkable/fans.h"

#include <utility>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;

class Fans {
 public:
  Fans(Surface& surface, std::vector<std::uint8_t>& dirty) : surface_(surface), dirty_(dirty) {}

  void unjoin_spirals();
  void name();

 private:
  [[nodiscard]] SurfaceFace& face_of(HalfEdge e) const { return surface_.faces[e / 3]; }
  [[nodiscard]] std::uint32_t from(HalfEdge e) const { return face_of(e).corner[e % 3]; }
  [[nodiscard]] std::uint32_t to(HalfEdge e) const { return face_of(e).corner[(e % 3 + 1) % 3]; }
  [[nodiscard]] bool alive(std::uint32_t f) const { return surface_.faces[f].corner[0] != kNone; }
  void unjoin(HalfEdge e);

  Surface& surface_;
  std::vector<std::uint8_t>& dirty_;  // per vertex
};

// Joining layers that lie over each other can close a fan that goes around its vertex more than once. What
// welding joined there comes apart again.
void Fans::unjoin_spirals() {
  std::vector<std::uint8_t> seen(3 * surface_.faces.size(), 0);
  std::vector<HalfEdge> fan, spirals;
  for (HalfEdge start = 0; start < seen.size(); ++start) {
    if (!alive(start / 3) || seen[start] || !dirty_[from(start)]) continue;
    fan.clear();
    int turns = 0;
    HalfEdge c = start;
    do {
      seen[c] = 1;
      fan.push_back(c);
      const LatticePoint v = surface_.vertices[from(c)], a = surface_.vertices[to(c)];
      const LatticePoint b = surface_.vertices[face_of(c).corner[(c % 3 + 2) % 3]];
      if ((a.y == v.y && a.x > v.x) || (a.y < v.y && b.y > v.y)) ++turns;  // passes the ray along x
      c = left_of(surface_, c);
    } while (c != kNone && c != start);
    if (c == start && turns != 1) spirals.insert(spirals.end(), fan.begin(), fan.end());
  }
  for (const HalfEdge e : spirals) unjoin(e);
}

// Undoes a joint, if welding made it.
void Fans::unjoin(HalfEdge e) {
  const std::uint32_t n = face_of(e).neighbour[e % 3];
  if (n == kNone) return;
  const std::uint32_t j = mate_of(surface_, e / 3, n);
  Border &here = face_of(e).border[e % 3], &there = surface_.faces[n].border[j];
  if (here.kind == BorderKind::none && there.kind == BorderKind::none) return;
  if (here.kind == BorderKind::none) here = there;
  if (there.kind == BorderKind::none) there = here;
  face_of(e).neighbour[e % 3] = surface_.faces[n].neighbour[j] = kNone;
  dirty_[from(e)] = dirty_[to(e)] = 1;
}

// One vertex for every fan, numbered as the faces name them; faces that are gone closed up.
void Fans::name() {
  std::vector<LatticePoint> vertices;
  std::vector<std::uint32_t> vertex_of(surface_.vertices.size(), kNone),
      face_of_old(surface_.faces.size(), kNone);
  std::vector<std::uint32_t> corner_of(3 * surface_.faces.size(), kNone);
  std::uint32_t faces = 0;
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    if (!alive(f)) continue;
    face_of_old[f] = faces++;
    for (HalfEdge corner = 3 * f; corner < 3 * f + 3; ++corner) {
      if (corner_of[corner] != kNone) continue;
      const std::uint32_t v = from(corner);
      const bool dirty = dirty_[v] != 0;
      if (dirty || vertex_of[v] == kNone) {
        vertex_of[v] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(surface_.vertices[v]);
      }
      corner_of[corner] = vertex_of[v];
      if (!dirty) continue;
      HalfEdge c = left_of(surface_, corner);
      for (; c != kNone && c != corner; c = left_of(surface_, c)) corner_of[c] = vertex_of[v];
      if (c == corner) continue;
      for (c = right_of(surface_, corner); c != kNone; c = right_of(surface_, c)) corner_of[c] = vertex_of[v];
    }
  }
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    if (face_of_old[f] == kNone) continue;
    SurfaceFace face = surface_.faces[f];
    for (std::uint32_t i = 0; i < 3; ++i) {
      face.corner[i] = corner_of[3 * f + i];
      if (face.neighbour[i] == kNone) continue;
      face.neighbour[i] = face_of_old[face.neighbour[i]];
      face.border[i] = {};
    }
    surface_.faces[face_of_old[f]] = face;
  }
  surface_.faces.resize(faces);
  surface_.vertices = std::move(vertices);
}

}  // namespace

void name_fans(Surface& surface, std::vector<std::uint8_t> dirty) {
  Fans fans(surface, dirty);
  fans.unjoin_spirals();
  fans.name();
}

}  // namespace ambula
