// From an importer's soup to a scene: turn it z up and into metres, leave out what was asked to be left out
// and what cannot be used, count each, and centre the lattice.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "ambula/hash.h"
#include "ambula/scene.h"
#include "core/text.h"
#include "geometry/collinear.h"

namespace ambula {
namespace {

// Of a triangle, or of one of its corners; the first reason that applies is the largest value.
enum class Fate : std::uint8_t { kept, degenerate, out_of_reach, non_finite, ignored };

bool any_match(const std::vector<std::string>& patterns, std::string_view name) {
  return !name.empty() && std::any_of(patterns.begin(), patterns.end(),
                                      [&](const std::string& p) { return glob_match(p, name); });
}

Result<void> check_soup(const Soup& soup) {
  const std::size_t n = soup.triangles.size();
  if (soup.triangle_object.size() != n || soup.triangle_material.size() != n) {
    return fail(ErrorCode::broken, "soup: object and material ids must be given for every triangle");
  }
  if (soup.positions.size() >= Id<VertexTag>::kNone || n >= Id<TriangleTag>::kNone) {
    return fail(ErrorCode::too_large, text(soup.source, ": more than 4294967294 vertices or triangles"));
  }
  for (std::size_t t = 0; t < n; ++t) {
    const Triangle& tri = soup.triangles[t];
    if (std::max({tri[0], tri[1], tri[2]}) >= soup.positions.size() ||
        soup.triangle_object[t] >= soup.objects.size() ||
        soup.triangle_material[t] >= soup.materials.size()) {
      return fail(ErrorCode::broken, text("soup: triangle ", t, " refers to something that is not there"), t);
    }
  }
  return {};
}

// Median over triangles of the middle of their boxes, a whole number of quanta: far outliers do not move it,
// and neither does triangle order. Of many triangles it takes a share picked by their own coordinates,
// because a sample is as good a centre. Where the whole scene fits into the reach, the origin gives way so
// that all of it does.
Vec3 median_origin(const std::vector<Vec3>& positions, const std::vector<Triangle>& triangles,
                   const std::vector<Fate>& fates, double quantum) {
  const std::uint64_t skip = std::bit_floor(triangles.size() / 65536 + 1) - 1;  // 0, 1, 3, 7, ...
  std::vector<double> x, y, z;
  Box3 all;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (fates[t] != Fate::kept) continue;
    Box3 box;
    for (const std::uint32_t v : triangles[t]) box.add(positions[v]);
    all.add(box.min);
    all.add(box.max);
    const Vec3 middle = box.center();
    const std::uint64_t bits = bits_of(middle.x) + bits_of(middle.y) * 3 + bits_of(middle.z) * 5;
    if ((mix_bits(bits) & skip) != 0) continue;
    x.push_back(middle.x);
    y.push_back(middle.y);
    z.push_back(middle.z);
  }
  if (all.empty()) return {};
  const double reach = Lattice{.quantum = quantum}.reach() - quantum;  // room for the rounding of the origin
  const auto along = [&](std::vector<double>& values, double low, double high) {
    double at = (low + high) / 2;
    if (!values.empty()) {
      const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), half, values.end());
      at = *half;
    }
    if (high - low <= 2 * reach) at = std::clamp(at, high - reach, low + reach);
    return std::nearbyint(at / quantum) * quantum;
  };
  return {along(x, all.min.x, all.max.x), along(y, all.min.y, all.max.y), along(z, all.min.z, all.max.z)};
}

// Drops the positions no triangle uses and renumbers the rest in their order.
void compact_positions(std::vector<Vec3>& positions, std::vector<Triangle>& triangles) {
  std::vector<char> used(positions.size());
  for (const Triangle& tri : triangles) {
    for (const std::uint32_t v : tri) used[v] = 1;
  }
  if (std::find(used.begin(), used.end(), 0) == used.end()) return;
  std::vector<std::uint32_t> renumbered(positions.size());
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    if (!used[v]) continue;
    positions[next] = positions[v];
    renumbered[v] = next++;
  }
  positions.resize(next);
  positions.shrink_to_fit();
  for (Triangle& tri : triangles) {
    for (std::uint32_t& v : tri) v = renumbered[v];
  }
}

std::string where_they_went(const Cleaning& c) {
  if (c.input == 0) return "it has no triangles";
  std::string out = text("none of its ", c.input, " triangles can be used:");
  const std::pair<std::uint64_t, const char*> parts[] = {
      {c.ignored, "left out by --ignore"},
      {c.non_finite, "with a coordinate that is not finite"},
      {c.degenerate, "without area"},
      {c.out_of_reach, "too far from the rest for the lattice"}};
  const char* separator = " ";
  for (const auto& [count, what] : parts) {
    if (count == 0) continue;
    out += text(separator, count, " ", what);
    separator = ", ";
  }
  return out;
}

// Turns the positions into the scene's frame, and judges each by itself.
std::vector<Fate> turn_positions(std::vector<Vec3>& positions, const Frame& frame, double quantum,
                                 Context* context) {
  // Beyond 2^53 quanta from zero a double no longer tells neighbouring lattice points apart.
  const double far = quantum * 9007199254740992.0;
  std::vector<Fate> fates(positions.size());
  parallel_for(context, positions.size(), 16384, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 p = positions[i] = frame.to_scene(positions[i]);
      const double size = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
      fates[i] = !is_finite(p) ? Fate::non_finite : size > far ? Fate::out_of_reach : Fate::kept;
    }
  });
  return fates;
}

std::vector<Fate> judge_triangles(const Soup& soup, const std::vector<Vec3>& positions,
                                  const std::vector<Fate>& corner_fates,
                                  const std::vector<std::string>& ignore, Context* context) {
  std::vector<char> object_ignored(soup.objects.size()), material_ignored(soup.materials.size());
  for (std::size_t i = 0; i < soup.objects.size(); ++i) {
    object_ignored[i] =
        any_match(ignore, soup.objects[i].name) || any_match(ignore, soup.objects[i].ifc_class);
  }
  for (std::size_t i = 0; i < soup.materials.size(); ++i) {
    material_ignored[i] = any_match(ignore, soup.materials[i]);
  }
  std::vector<Fate> fates(soup.triangles.size());
  parallel_for(context, fates.size(), 16384, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const auto [a, b, c] = soup.triangles[t];
      fates[t] = std::max({corner_fates[a], corner_fates[b], corner_fates[c]});
      if (object_ignored[soup.triangle_object[t]] || material_ignored[soup.triangle_material[t]]) {
        fates[t] = Fate::ignored;
      } else if (fates[t] == Fate::kept && collinear(positions[a], positions[b], positions[c])) {
        fates[t] = Fate::degenerate;
      }
    }
  });
  return fates;
}

// Drops the triangles the lattice does not reach, too. Nothing to do is the common case.
void judge_reach(const Lattice& lattice, const std::vector<Vec3>& positions,
                 const std::vector<Triangle>& triangles, std::vector<Fate>& fates) {
  if (std::all_of(positions.begin(), positions.end(), [&](Vec3 p) { return lattice.reaches(p); })) return;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (fates[t] != Fate::kept) continue;
    for (const std::uint32_t v : triangles[t]) {
      if (!lattice.reaches(positions[v])) fates[t] = Fate::out_of_reach;
    }
  }
}

// Removes what is not kept, counting it.
void drop_triangles(Soup& soup, const std::vector<Fate>& fates, Cleaning& cleaning) {
  cleaning.kept = fates.size();
  if (std::all_of(fates.begin(), fates.end(), [](Fate f) { return f == Fate::kept; })) return;
  std::size_t kept = 0;
  std::array<std::uint64_t, 5> count{};
  for (std::size_t t = 0; t < fates.size(); ++t) {
    ++count[static_cast<std::size_t>(fates[t])];
    if (fates[t] != Fate::kept) continue;
    soup.triangles[kept] = soup.triangles[t];
    soup.triangle_object[kept] = soup.triangle_object[t];
    soup.triangle_material[kept] = soup.triangle_material[t];
    ++kept;
  }
  soup.triangles.resize(kept);
  soup.triangle_object.resize(kept);
  soup.triangle_material.resize(kept);
  const auto count_of = [&](Fate fate) { return count[static_cast<std::size_t>(fate)]; };
  cleaning.kept = kept;
  cleaning.ignored = count_of(Fate::ignored);
  cleaning.non_finite = count_of(Fate::non_finite);
  cleaning.degenerate = count_of(Fate::degenerate);
  cleaning.out_of_reach = count_of(Fate::out_of_reach);
}

}  // namespace

Result<Scene> make_scene(Soup soup, const SceneParams& params, Context* context) {
  Stage stage(context, "scene");
  if (!(params.quantum >= 1e-9 && params.quantum <= 1e3)) {
    return fail(ErrorCode::invalid_argument,
                text("quantum is ", params.quantum, "; it must lie between 1e-9 and 1000 metres"));
  }
  auto frame = make_frame(params.up.value_or(kUpZ), params.unit.value_or(1));
  if (!frame) return fail(frame.error());
  if (auto ok = check_soup(soup); !ok) return fail(ok.error());

  Scene scene;
  scene.frame = *frame;
  scene.lattice.quantum = params.quantum;
  scene.source = std::move(soup.source);
  scene.cleaning.input = soup.triangles.size();

  std::vector<Vec3> positions = std::move(soup.positions);
  const std::vector<Fate> corner_fates = turn_positions(positions, *frame, params.quantum, context);
  if (stage.cancelled()) return cancelled_failure("scene");
  stage.progress(0.3, 0.6);
  std::vector<Fate> fates = judge_triangles(soup, positions, corner_fates, params.ignore, context);
  if (stage.cancelled()) return cancelled_failure("scene");
  stage.progress(0.6);
  scene.lattice.origin = median_origin(positions, soup.triangles, fates, params.quantum);
  judge_reach(scene.lattice, positions, soup.triangles, fates);
  drop_triangles(soup, fates, scene.cleaning);
  if (soup.triangles.empty()) {
    const std::string name = scene.source.empty() ? "scene" : scene.source;
    return fail(ErrorCode::empty, text(name, ": ", where_they_went(scene.cleaning)));
  }
  if (stage.cancelled()) return cancelled_failure("scene");
  compact_positions(positions, soup.triangles);

  scene.positions = std::move(positions);
  scene.triangles = std::move(soup.triangles);
  const auto id = [](auto kind) { return [](std::uint32_t i) { return decltype(kind){i}; }; };
  scene.triangle_object.resize(scene.triangles.size());
  scene.triangle_material.resize(scene.triangles.size());
  std::transform(soup.triangle_object.begin(), soup.triangle_object.end(), scene.triangle_object.begin(),
                 id(ObjectId{}));
  std::transform(soup.triangle_material.begin(), soup.triangle_material.end(),
                 scene.triangle_material.begin(), id(MaterialId{}));
  scene.objects = std::move(soup.objects);
  scene.materials = std::move(soup.materials);
  return scene;
}

}  // namespace ambula
