// The navmesh as a chunk: its hash, the lattice, then the arrays as they stand in memory.
#include <optional>

#include "ambula/hash.h"
#include "ambula/params/navmesh.h"
#include "ambula/values/nav_base.h"
#include "core/text.h"
#include "io/sections.h"

namespace ambula {
namespace {

// One list of the arrays, for both directions.
template <class Mesh, class Visit>
void each_array(Mesh& m, Visit visit) {
  visit(m.vertices, "vertices");
  visit(m.cell_begin, "beginnings of cells");
  visit(m.vertex, "sides");
  visit(m.neighbour, "neighbours");
  visit(m.across, "sides across");
  visit(m.kind, "kinds");
  visit(m.flight, "flights of cells");
  visit(m.area_type, "area types");
  visit(m.component, "component numbers");
  visit(m.height_begin, "beginnings of height triangles");
  visit(m.height_triangles, "height triangles");
}

template <class Base, class Visit>
void each_base_array(Base& b, Visit visit) {
  visit(b.vertices, "vertices");
  visit(b.triangles, "triangles");
  visit(b.neighbours, "neighbours");
  visit(b.border, "borders");
  visit(b.kind, "kinds");
  visit(b.flight, "flights");
  visit(b.area_type, "area types");
  visit(b.ground, "triangles of the ground");
  visit(b.params.keep_from, "points to keep");
}

template <class Mesh, class Visit>
void each_clearance_array(Mesh& m, Visit visit) {
  visit(m.vertices, "vertices");
  visit(m.triangles, "triangles");
  visit(m.neighbours, "neighbours");
  visit(m.border, "borders");
  visit(m.wall, "distances from walls");
  visit(m.ledge, "distances from ledges");
  visit(m.home, "triangles of the base");
}

// As high as any agent: the radius is kept from sills then.
constexpr double kRadiusFromSills = 1000;

// A mesh's own parameters have everything filled in.
double& given(std::optional<double>& value) { return value ? *value : value.emplace(0); }
const double& given(const std::optional<double>& value) {
  static constexpr double kNothing = 0;
  return value ? *value : kNothing;
}

// What clearance and cells are made by; rules of areas have done their work.
template <class Params, class Visit>
void each_number(Params& p, Visit visit) {
  visit(p.stair_slope);
  visit(given(p.min_patch));
  visit(p.wall_thickness);
  visit(p.border_tolerance);
  visit(p.height_tolerance);
}

// A column of the patches, so that the bytes do not depend on how a compiler lays out a structure.
template <class T>
std::vector<T> column(const std::vector<DroppedPatch>& patches, T DroppedPatch::* field) {
  std::vector<T> out;
  out.reserve(patches.size());
  for (const DroppedPatch& patch : patches) out.push_back(patch.*field);
  return out;
}

void encode_dropped(const std::vector<DroppedPatch>& dropped, ByteWriter& out) {
  out.array(column(dropped, &DroppedPatch::at));
  out.array(column(dropped, &DroppedPatch::area));
  out.array(column(dropped, &DroppedPatch::why));
}

void decode_dropped(ByteReader& in, std::vector<DroppedPatch>& dropped) {
  const auto places = in.array<LatticePoint>("places of dropped patches");
  const auto areas = in.array<double>("areas of dropped patches");
  const auto reasons = in.array<DropReason>("reasons of dropped patches");
  if (!in.ok()) return;
  if (areas.size() != places.size() || reasons.size() != places.size()) {
    return in.refuse(text(places.size(), " places, ", areas.size(), " areas and ", reasons.size(),
                          " reasons of dropped patches"));
  }
  dropped.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) dropped.push_back({places[i], areas[i], reasons[i], {}});
}

}  // namespace

void encode_navmesh(const Document& document, ByteWriter& out) {
  const NavMesh& m = *document.navmesh;
  out.u64(document.navmesh_hash);
  out.vec3(m.lattice.origin);
  out.f64(m.lattice.quantum);
  each_array(m, [&](const auto& items, const char*) { out.array(items); });
  out.u64(m.components);
  out.strings(m.areas);
  out.f64(m.area);
  out.f64(m.ideal_area);
  encode_dropped(m.dropped, out);
  out.strings(m.warnings);
}

void decode_navmesh(ByteReader& in, Document& document) {
  NavMesh& m = document.navmesh.emplace();
  document.navmesh_hash = in.u64();
  m.lattice.origin = in.vec3();
  m.lattice.quantum = in.f64();
  each_array(m, [&](auto& items, const char* what) {
    items = in.array<typename std::remove_reference_t<decltype(items)>::value_type>(what);
  });
  m.components = in.small_count();
  m.areas = in.strings("area types");
  m.area = in.f64();
  m.ideal_area = in.f64();
  decode_dropped(in, m.dropped);
  m.warnings = in.strings("warnings");
}

void encode_frame(const Document& document, ByteWriter& out) {
  const Frame& frame = document.navmesh->frame;
  for (const Vec3 axis : frame.axes) out.vec3(axis);
  out.f64(frame.unit);
}

void decode_frame(ByteReader& in, Document& document) {
  if (!document.navmesh) return in.refuse("a frame comes after its navmesh");
  Frame& frame = document.navmesh->frame;
  for (Vec3& axis : frame.axes) axis = in.vec3();
  frame.unit = in.f64();
}

void encode_extents(const Document& document, ByteWriter& out) {
  const NavMesh& m = *document.navmesh;
  out.array(column(m.dropped, &DroppedPatch::extent));
  out.array(column(m.base ? m.base->dropped : std::vector<DroppedPatch>{}, &DroppedPatch::extent));
}

void decode_extents(ByteReader& in, Document& document) {
  if (!document.navmesh) return in.refuse("extents of dropped patches come after their navmesh");
  NavMesh& m = *document.navmesh;
  std::vector<DroppedPatch> none;
  for (std::vector<DroppedPatch>* dropped : {&m.dropped, m.base ? &m.base->dropped : &none}) {
    const auto extents = in.array<LatticePoint>("extents of dropped patches");
    if (!in.ok()) return;
    if (dropped->size() != extents.size())
      return in.refuse(text(extents.size(), " extents of ", dropped->size(), " dropped patches"));
    for (std::size_t i = 0; i < extents.size(); ++i) (*dropped)[i].extent = extents[i];
  }
}

void encode_base(const Document& document, ByteWriter& out) {
  const NavBase& b = *document.navmesh->base;
  each_base_array(b, [&](const auto& items, const char*) { out.array(items); });
  encode_dropped(b.dropped, out);
  write_agent(b.agent, out);
  each_number(b.params, [&](double value) { out.f64(value); });
  out.f64(b.params.ledge_clearance.value_or(-1));
  out.u64(b.params.keep_treads);
  out.u64(static_cast<std::uint64_t>(b.params.cells));
  out.u64(b.params.max_vertices);
}

void decode_base(ByteReader& in, Document& document) {
  if (!document.navmesh) return in.refuse("a base comes after its navmesh");
  NavBase& b = document.navmesh->base.emplace();
  each_base_array(b, [&](auto& items, const char* what) {
    items = in.array<typename std::remove_reference_t<decltype(items)>::value_type>(what);
  });
  decode_dropped(in, b.dropped);
  b.agent = read_agent(in);
  each_number(b.params, [&](double& value) { value = in.f64(); });
  if (const double ledge = in.f64(); ledge != -1) b.params.ledge_clearance = ledge;
  b.params.sill_clearance = kRadiusFromSills;  // unless a later chunk says what lies beyond them
  b.params.keep_treads = in.u64() != 0;
  const std::uint64_t rule = in.u64();
  if (rule > static_cast<std::uint64_t>(CellRule::fewest)) return in.refuse("no known rule for cells");
  b.params.cells = static_cast<CellRule>(rule);
  b.params.max_vertices = static_cast<std::uint32_t>(in.small_count());
}

void encode_sills(const Document& document, ByteWriter& out) {
  const NavBase& b = *document.navmesh->base;
  out.array(b.beyond);
  out.f64(b.params.sill_clearance);
  out.f64(b.params.lip);
}

void decode_sills(ByteReader& in, Document& document) {
  if (!document.navmesh || !document.navmesh->base) return in.refuse("sills come after their base");
  NavBase& b = *document.navmesh->base;
  b.beyond = in.array<std::array<LatticePoint, 3>>("triangles beyond sills");
  b.params.sill_clearance = in.f64();
  b.params.lip = in.f64();
}

void encode_clearance(const Document& document, ByteWriter& out) {
  const ClearanceMesh& c = *document.navmesh->clearance;
  each_clearance_array(c, [&](const auto& items, const char*) { out.array(items); });
  out.u64(c.unrefined);
}

void decode_clearance(ByteReader& in, Document& document) {
  if (!document.navmesh || !document.navmesh->base) return in.refuse("a clearance mesh comes after its base");
  ClearanceMesh& c = document.navmesh->clearance.emplace();
  each_clearance_array(c, [&](auto& items, const char* what) {
    items = in.array<typename std::remove_reference_t<decltype(items)>::value_type>(what);
  });
  c.unrefined = static_cast<std::uint32_t>(in.small_count());
}

Result<void> check_navmesh(const Document& document) {
  const NavMesh& mesh = *document.navmesh;
  if (auto ok = validate(mesh); !ok) return ok;
  if (document.walkable && document.walkable->lattice != mesh.lattice)
    return fail(ErrorCode::broken, "navmesh: its lattice is not the walkable surface's");
  if (document.scene && document.scene->frame != mesh.frame)
    return fail(ErrorCode::broken, "navmesh: its frame is not the scene's");
  for (std::size_t c = 0; document.links && c < mesh.flight.size(); ++c) {
    const std::uint32_t flight = mesh.flight[c];
    if (flight == NavMesh::kNone || flight < document.links->flights.size()) continue;
    return fail(ErrorCode::broken,
                text("navmesh: cell ", c, " is of flight ", flight, ", and there are ",
                     document.links->flights.size()),
                c);
  }
  if (document.navmesh_hash == 0) return {};
  const std::uint64_t hash = navmesh_hash(mesh);
  if (hash == document.navmesh_hash) return {};
  return fail(ErrorCode::broken, text("the navmesh's hash is ", hash_text(hash), ", the document speaks of ",
                                      hash_text(document.navmesh_hash)));
}

}  // namespace ambula
