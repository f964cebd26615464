// The navmesh's hash: its fields but the warnings in the order of the header, arrays with their counts before
// them. Order counts, because the order of cells and vertices is a promise too.
#include "ambula/hash.h"
#include "ambula/params/navmesh.h"
#include "ambula/values/navmesh.h"

namespace ambula {
namespace {

template <class T>
void add_array(Hasher& hasher, const std::vector<T>& items) {
  static_assert(std::is_trivially_copyable_v<T>);
  hasher.add(static_cast<std::uint64_t>(items.size()));
  hasher.add_bytes(std::as_bytes(std::span(items)));
}

// Their bytes are hashed as they stand: nothing unnamed may lie between the members.
static_assert(sizeof(LatticePoint) == 12 && sizeof(CellKind) == 1);

}  // namespace

const char* name_of(CellKind kind) noexcept {
  switch (kind) {
    case CellKind::floor:
      return "floor";
    case CellKind::step:
      return "step";
    case CellKind::gap:
      return "gap";
    case CellKind::fill:
      return "fill";
    case CellKind::ramp:
      return "ramp";
  }
  return "unknown";
}

const char* name_of(CellRule rule) noexcept {
  switch (rule) {
    case CellRule::triangles:
      return "triangles";
    case CellRule::fast:
      return "fast";
    case CellRule::fewest:
      return "fewest";
  }
  return "unknown";
}

const char* name_of(DropReason why) noexcept {
  switch (why) {
    case DropReason::small:
      return "small";
    case DropReason::unreachable:
      return "unreachable";
  }
  return "unknown";
}

std::uint64_t navmesh_hash(const NavMesh& m) {
  Hasher hasher;
  for (const double v : {m.lattice.origin.x, m.lattice.origin.y, m.lattice.origin.z, m.lattice.quantum})
    hasher.add(v);
  add_array(hasher, m.vertices);
  add_array(hasher, m.cell_begin);
  add_array(hasher, m.vertex);
  add_array(hasher, m.neighbour);
  add_array(hasher, m.across);
  add_array(hasher, m.kind);
  add_array(hasher, m.flight);
  add_array(hasher, m.area_type);
  add_array(hasher, m.component);
  hasher.add(m.components);
  add_array(hasher, m.height_begin);
  add_array(hasher, m.height_triangles);
  hasher.add(static_cast<std::uint64_t>(m.areas.size()));
  for (const std::string& name : m.areas) hasher.add(name);
  hasher.add(m.area);
  hasher.add(m.ideal_area);
  hasher.add(static_cast<std::uint64_t>(m.dropped.size()));
  for (const DroppedPatch& d : m.dropped) {
    for (const std::int32_t c : {d.at.x, d.at.y, d.at.z}) hasher.add(c);
    hasher.add(d.area);
    hasher.add(static_cast<std::uint32_t>(d.why));
  }
  return hasher.finish();
}

}  // namespace ambula
