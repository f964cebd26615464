// The scene as a chunk: the small things first, then the arrays as they stand in memory.
#include <utility>

#include "ambula/hash.h"
#include "core/text.h"
#include "io/sections.h"

namespace ambula {
namespace {

void encode_cleaning(const Cleaning& c, ByteWriter& out) {
  for (const std::uint64_t n : {c.input, c.ignored, c.non_finite, c.degenerate, c.out_of_reach, c.kept}) {
    out.u64(n);
  }
}

Cleaning decode_cleaning(ByteReader& in) {
  Cleaning c;
  for (std::uint64_t* n : {&c.input, &c.ignored, &c.non_finite, &c.degenerate, &c.out_of_reach, &c.kept}) {
    *n = in.u64();
  }
  return c;
}

}  // namespace

void encode_scene(const Document& document, ByteWriter& out) {
  const Scene& scene = *document.scene;
  out.string(scene.source);
  for (const Vec3 axis : scene.frame.axes) out.vec3(axis);
  out.f64(scene.frame.unit);
  out.vec3(scene.lattice.origin);
  out.f64(scene.lattice.quantum);
  encode_cleaning(scene.cleaning, out);
  out.u64(scene.objects.size());
  for (const Object& object : scene.objects) {
    out.string(object.name);
    out.string(object.ifc_class);
  }
  out.u64(scene.materials.size());
  for (const std::string& material : scene.materials) out.string(material);
  out.array(scene.positions);
  out.array(scene.triangles);
  out.array(scene.triangle_object);
  out.array(scene.triangle_material);
}

void decode_scene(ByteReader& in, Document& document) {
  Scene& scene = document.scene.emplace();
  scene.source = in.string();
  for (Vec3& axis : scene.frame.axes) axis = in.vec3();
  scene.frame.unit = in.f64();
  scene.lattice.origin = in.vec3();
  scene.lattice.quantum = in.f64();
  scene.cleaning = decode_cleaning(in);
  const std::size_t objects = in.count(16, "objects");
  scene.objects.reserve(objects);
  for (std::size_t i = 0; i < objects && in.ok(); ++i) {
    std::string name = in.string();
    scene.objects.push_back({std::move(name), in.string()});
  }
  const std::size_t materials = in.count(8, "materials");
  scene.materials.reserve(materials);
  for (std::size_t i = 0; i < materials && in.ok(); ++i) scene.materials.push_back(in.string());
  scene.positions = in.array<Vec3>("positions");
  scene.triangles = in.array<Triangle>("triangles");
  scene.triangle_object = in.array<ObjectId>("object ids");
  scene.triangle_material = in.array<MaterialId>("material ids");
}

Result<void> check_scene(const Document& document) {
  const Scene& scene = *document.scene;
  if (scene.positions.size() >= VertexId::kNone || scene.triangles.size() >= TriangleId::kNone) {
    return fail(ErrorCode::too_large, "scene: more than 4294967294 positions or triangles");
  }
  if (auto ok = validate(scene); !ok || document.scene_hash == 0) return ok;
  const std::uint64_t hash = scene_hash(scene);
  if (hash == document.scene_hash) return {};
  return fail(ErrorCode::broken, text("the scene's hash is ", hash_text(hash), ", the document speaks of ",
                                      hash_text(document.scene_hash)));
}

}  // namespace ambula
