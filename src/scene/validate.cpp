// Everything a Scene promises, checked.
#include <algorithm>
#include <cmath>

#include "ambula/values/scene.h"
#include "core/text.h"
#include "geometry/collinear.h"

namespace ambula {
Result<void> validate(const Scene& scene) {
  const auto broken = [](std::string message, std::uint64_t element = Error::kNoElement) {
    return fail(ErrorCode::broken, "scene: " + std::move(message), element);
  };
  const std::size_t n = scene.triangles.size();
  if (scene.triangle_object.size() != n || scene.triangle_material.size() != n) {
    return broken("object and material ids must be given for every triangle");
  }
  if (auto ok = validate(scene.frame); !ok) return broken(ok.error().message);
  if (!(scene.lattice.quantum >= 1e-9 && scene.lattice.quantum <= 1e3) || !is_finite(scene.lattice.origin)) {
    return broken("the lattice has no quantum between 1e-9 and 1000 metres or no finite origin");
  }
  const Cleaning& c = scene.cleaning;
  // Taken away one by one: a sum of counts out of a hostile file could wrap round to the right answer.
  std::uint64_t rest = c.input;
  for (const std::uint64_t part : {c.kept, c.ignored, c.non_finite, c.degenerate, c.out_of_reach}) {
    if (part > rest) return broken("the cleaning counts do not add up");
    rest -= part;
  }
  if (c.kept != n || rest != 0) return broken("the cleaning counts do not add up");
  for (std::size_t v = 0; v < scene.positions.size(); ++v) {
    if (!is_finite(scene.positions[v])) return broken(text("position ", v, " is not finite"), v);
    if (!scene.lattice.reaches(scene.positions[v])) {
      return broken(text("position ", v, " lies outside the lattice"), v);
    }
  }
  std::vector<char> used(scene.positions.size());
  for (std::size_t t = 0; t < n; ++t) {
    for (const std::uint32_t v : scene.triangles[t]) {
      if (v >= scene.positions.size()) return broken(text("triangle ", t, " refers to position ", v), t);
      used[v] = 1;
    }
    if (scene.triangle_object[t].index() >= scene.objects.size()) {
      return broken(text("triangle ", t, " has no object"), t);
    }
    if (scene.triangle_material[t].index() >= scene.materials.size()) {
      return broken(text("triangle ", t, " has no material"), t);
    }
    const TriangleId id{t};
    if (collinear(scene.corner(id, 0), scene.corner(id, 1), scene.corner(id, 2))) {
      return broken(text("triangle ", t, " has no area"), t);
    }
  }
  const auto unused = std::find(used.begin(), used.end(), 0);
  if (unused != used.end()) {
    const auto v = static_cast<std::uint64_t>(unused - used.begin());
    return broken(text("position ", v, " is used by no triangle"), v);
  }
  return {};
}

}  // namespace ambula
