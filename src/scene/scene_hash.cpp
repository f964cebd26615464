// The scene's hash: a sum over triangles, so order does not count while a doubled triangle does. Each
// triangle is read from its lexicographically smallest corner on, so rotation does not count while winding
// does.
#include <tuple>

#include "ambula/hash.h"
#include "ambula/values/scene.h"

namespace ambula {
namespace {

bool before(Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); }

}  // namespace

std::uint64_t scene_hash(const Scene& scene) {
  std::vector<std::uint64_t> object_hash, material_hash;
  for (const Object& object : scene.objects) {
    Hasher h;
    h.add(object.name);
    h.add(object.ifc_class);
    object_hash.push_back(h.finish());
  }
  for (const std::string& material : scene.materials) {
    Hasher h;
    h.add(material);
    material_hash.push_back(h.finish());
  }

  std::uint64_t sum = 0;
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const Triangle& tri = scene.triangles[t];
    std::size_t first = 0;
    if (before(scene.positions[tri[1]], scene.positions[tri[first]])) first = 1;
    if (before(scene.positions[tri[2]], scene.positions[tri[first]])) first = 2;
    std::uint64_t h = object_hash[scene.triangle_object[t].index()];
    h = mix_bits(h + material_hash[scene.triangle_material[t].index()] * 3);
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 p = scene.positions[tri[(first + i) % 3]];
      h = mix_bits(h ^ bits_of(p.x)) + 1;
      h = mix_bits(h ^ bits_of(p.y)) + 2;
      h = mix_bits(h ^ bits_of(p.z)) + 3;
    }
    sum += mix_bits(h);
  }
  Hasher out;
  out.add(sum);
  out.add(static_cast<std::uint64_t>(scene.triangles.size()));
  return out.finish();
}

}  // namespace ambula
