// The walkable surface's hash: its fields in the order of the header, arrays with their counts before them
// (docs/format.md). Order counts, because the order of faces and vertices is a promise too.
#include <span>
#include <vector>

#include "ambula/hash.h"
#include "ambula/values/walkable.h"

namespace ambula {
namespace {

template <class T>
void add_array(Hasher& hasher, const std::vector<T>& items) {
  static_assert(std::is_trivially_copyable_v<T>);
  hasher.add(static_cast<std::uint64_t>(items.size()));
  hasher.add_bytes(std::as_bytes(std::span(items)));
}

// Their bytes are hashed as they stand: nothing unnamed may lie between the members.
static_assert(sizeof(LatticePoint) == 12 && sizeof(std::array<LatticePoint, 3>) == 36);
static_assert(sizeof(BorderKind) == 1 && sizeof(Removal) == 1 && sizeof(ObjectId) == 4);

}  // namespace

std::uint64_t walkable_hash(const Walkable& w) {
  Hasher hasher;
  for (const double v : {w.lattice.origin.x, w.lattice.origin.y, w.lattice.origin.z, w.lattice.quantum}) {
    hasher.add(v);
  }
  add_array(hasher, w.vertices);
  add_array(hasher, w.faces);
  add_array(hasher, w.neighbours);
  add_array(hasher, w.border);
  add_array(hasher, w.border_height);
  add_array(hasher, w.inner_wall);
  add_array(hasher, w.component);
  add_array(hasher, w.face_triangle);
  add_array(hasher, w.face_object);
  add_array(hasher, w.face_material);
  add_array(hasher, w.removed);
  add_array(hasher, w.removed_why);
  add_array(hasher, w.closed);
  const WalkableAreas& a = w.areas;
  for (const double v : {a.ground, a.blocked, a.duplicate, a.enclosed, a.small, a.closed, a.walkable}) {
    hasher.add(v);
  }
  for (const std::uint32_t n : {w.components, w.ground_triangles, w.removed_enclosed, w.removed_small}) {
    hasher.add(static_cast<std::uint64_t>(n));
  }
  return hasher.finish();
}

}  // namespace ambula
