// The walkable surface as a chunk: its hash, the lattice, then the arrays as they stand in memory.
#include <utility>

#include "ambula/hash.h"
#include "core/text.h"
#include "io/sections.h"

namespace ambula {
namespace {

// One list of the numbers, for both directions.
template <class Areas, class Visit>
void each_area(Areas& a, Visit visit) {
  for (auto* area : {&a.ground, &a.blocked, &a.duplicate, &a.enclosed, &a.small, &a.closed, &a.walkable}) {
    visit(*area);
  }
}
template <class Surface, class Visit>
void each_count(Surface& w, Visit visit) {
  for (auto* count : {&w.components, &w.ground_triangles, &w.removed_enclosed, &w.removed_small}) {
    visit(*count);
  }
}

// Whether the surface can be of this scene: its lattice, and for every face a triangle with that object and
// material.
Result<void> check_same_scene(const Walkable& w, const Scene& scene) {
  if (w.lattice != scene.lattice) return fail(ErrorCode::broken, "walkable: its lattice is not the scene's");
  for (std::size_t i = 0; i < w.input_triangle.size(); ++i) {
    if (w.input_triangle[i] >= scene.triangles.size()) {
      return fail(ErrorCode::broken,
                  text("walkable: triangle ", i, " is said to be the scene's ", w.input_triangle[i],
                       ", which has ", scene.triangles.size()),
                  i);
    }
  }
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    const std::uint32_t t = w.input_triangle[w.face_triangle[f]];
    if (w.face_object[f] != scene.triangle_object[t] || w.face_material[f] != scene.triangle_material[t]) {
      return fail(ErrorCode::broken,
                  text("walkable: face ", f, " has another object or material than its triangle ", t), f);
    }
  }
  return {};
}

}  // namespace

void encode_walkable(const Document& document, ByteWriter& out) {
  const Walkable& w = *document.walkable;
  out.u64(document.walkable_hash);
  out.vec3(w.lattice.origin);
  out.f64(w.lattice.quantum);
  out.array(w.vertices);
  out.array(w.faces);
  out.array(w.neighbours);
  out.array(w.border);
  out.array(w.border_height);
  out.array(w.inner_wall);
  out.array(w.component);
  out.array(w.face_triangle);
  out.array(w.face_object);
  out.array(w.face_material);
  out.array(w.removed);
  out.array(w.removed_why);
  out.array(w.closed);
  each_area(w.areas, [&](double area) { out.f64(area); });
  each_count(w, [&](std::uint32_t count) { out.u64(count); });
  out.strings(w.warnings);
  out.array(w.input_triangle);
}

void decode_walkable(ByteReader& in, Document& document) {
  Walkable& w = document.walkable.emplace();
  document.walkable_hash = in.u64();
  w.lattice.origin = in.vec3();
  w.lattice.quantum = in.f64();
  w.vertices = in.array<LatticePoint>("vertices");
  w.faces = in.array<std::array<std::uint32_t, 3>>("faces");
  w.neighbours = in.array<std::array<std::uint32_t, 3>>("neighbours");
  w.border = in.array<std::array<BorderKind, 3>>("borders");
  w.border_height = in.array<std::array<std::int32_t, 3>>("border heights");
  w.inner_wall = in.array<std::uint8_t>("inner walls");
  w.component = in.array<std::uint32_t>("component numbers");
  w.face_triangle = in.array<std::uint32_t>("triangle ids");
  w.face_object = in.array<ObjectId>("object ids");
  w.face_material = in.array<MaterialId>("material ids");
  w.removed = in.array<std::array<LatticePoint, 3>>("removed faces");
  w.removed_why = in.array<Removal>("reasons");
  w.closed = in.array<std::array<LatticePoint, 2>>("closed stretches");
  each_area(w.areas, [&](double& area) { area = in.f64(); });
  each_count(w, [&](std::uint32_t& count) { count = in.small_count(); });
  w.warnings = in.strings("warnings");
  w.input_triangle = in.array<std::uint32_t>("input triangles");
}

void encode_both_sides(const Document& document, ByteWriter& out) {
  out.array(document.walkable->both_sides);
}

void decode_both_sides(ByteReader& in, Document& document) {
  const std::vector<std::uint32_t> both_sides = in.array<std::uint32_t>("triangles on both sides");
  if (document.walkable) {
    document.walkable->both_sides = both_sides;
  } else {
    in.refuse("there is no walkable surface before it");
  }
}

Result<void> check_walkable(const Document& document) {
  const Walkable& walkable = *document.walkable;
  if (auto ok = validate(walkable); !ok) return ok;
  if (document.scene) {
    if (auto ok = check_same_scene(walkable, *document.scene); !ok) return ok;
  }
  if (document.walkable_hash == 0) return {};
  const std::uint64_t hash = walkable_hash(walkable);
  if (hash == document.walkable_hash) return {};
  return fail(ErrorCode::broken, text("the walkable surface's hash is ", hash_text(hash),
                                      ", the document speaks of ", hash_text(document.walkable_hash)));
}

}  // namespace ambula
