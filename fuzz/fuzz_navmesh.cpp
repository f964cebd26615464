// The whole chain on small soups written in letters (letters.h): whatever the soup, there are links and a
// navmesh, they hold what they promise, nobody stands inside anything, and neither order nor threads show.
#include <algorithm>

#include "ambula/context.h"
#include "ambula/navmesh.h"
#include "ambula/verify_navmesh.h"
#include "core/text.h"
#include "fuzz/letters.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

std::string_view as_text(std::span<const std::byte> input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

Context& two_threads() {
  static Context context({.threads = 2});
  return context;
}

struct Settings {
  Agent agent = {};
  WalkableParams walkable = {};
  NavMeshParams navmesh = {};
};

std::string told(const NavMeshStructure& s) {
  return text("not convex ", s.not_convex, ", without area ", s.without_area, ", bad portals ", s.bad_portals,
              ", unjoined ", s.unjoined, ", T-junctions ", s.t_junctions, ", overlaps ", s.overlaps,
              ", bad components ", s.bad_components, ", bad heights ", s.bad_heights);
}

std::uint64_t hash_of(const LetterSoup& letters, const Settings& settings, Context* context, bool checked) {
  const std::string soup = write_letters(letters);
  const auto scene = make_scene(letters.soup(), {});
  require(scene.has_value(), "a soup in another order is a scene too", soup);
  const auto walkable = extract_walkable(*scene, settings.agent, settings.walkable, context);
  require(walkable.has_value(), "every scene has a surface",
          walkable ? soup : walkable.error().message + "\n" + soup);
  const auto links = find_links(*walkable, *scene, settings.agent, {}, context);
  require(links.has_value(), "every surface has links", links ? soup : links.error().message + "\n" + soup);
  const auto mesh = build_navmesh(*walkable, *links, *scene, settings.agent, settings.navmesh, context);
  require(mesh.has_value(), "every linked surface has a navmesh",
          mesh ? soup : mesh.error().message + "\n" + soup);
  if (checked) {
    const auto joined = validate(*links, *walkable);
    require(joined.has_value(), "the links are valid", joined ? soup : joined.error().message + "\n" + soup);
    const auto valid = validate(*mesh);
    require(valid.has_value(), "the navmesh is valid", valid ? soup : valid.error().message + "\n" + soup);
    auto report = verify_navmesh(*scene, settings.agent, settings.walkable, *walkable, &*links, *mesh,
                                 {.samples = 1, .height_tolerance = settings.navmesh.height_tolerance});
    require(report.has_value(), "the navmesh can be verified", soup);
    // Where slopes cross, fillers of links may lie over each other, seams may stay open and portals may be
    // higher than a step; verify counts those, and they are not asked for.
    NavMeshStructure& structure = report->structure;
    structure.overlaps = structure.unjoined = structure.t_junctions = structure.bad_portals = 0;
    require(report->structure.sound(), "cells are convex and have heights and components",
            told(report->structure) + "\n" + soup);
  }
  return navmesh_hash(*mesh);
}

// The triangles from last to first, each from another corner on.
LetterSoup reordered(LetterSoup soup) {
  std::reverse(soup.triangles.begin(), soup.triangles.end());
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    auto& corners = soup.triangles[t];
    std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(t % 3), corners.end());
  }
  return soup;
}

void check(const LetterSoup& letters, const Settings& settings) {
  if (!make_scene(letters.soup(), {})) return;  // nothing but degenerate triangles
  const std::uint64_t once = hash_of(letters, settings, nullptr, true);
  const std::uint64_t again = hash_of(reordered(letters), settings, &two_threads(), false);
  require(once == again, "order and threads do not show", write_letters(letters));
}

}  // namespace

bool accepts(std::span<const std::byte> input) {
  return make_scene(read_letters(as_text(input)).soup(), {}).has_value();
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula;
  const auto letters = fuzz::read_letters(fuzz::as_text(std::as_bytes(std::span(data, size))));
  Agent slim;
  slim.radius = 0.05;
  slim.height = 0.5;
  slim.max_gap = 0.1;
  fuzz::check(letters, {});
  fuzz::check(letters,
              {.agent = slim,
               .walkable = {.two_sided = TwoSided::yes, .weld = 0, .keep_enclosed = true, .min_patch = 0},
               .navmesh = {.keep_treads = true, .min_patch = 0, .border_tolerance = 0}});
  slim.radius = 0;
  // Without ramps: lifted treads may be more than a step above the floor beside them that leads onto them.
  fuzz::check(
      letters,
      {.agent = slim, .walkable = {.min_patch = 0}, .navmesh = {.keep_treads = true, .min_patch = 0}});
  return 0;
}
