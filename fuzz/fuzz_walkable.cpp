// The walkable surface of small soups written in letters (letters.h): whatever the soup, the surface holds
// what it promises, its areas add up, and neither order nor threads show in it.
#include <algorithm>

#include "ambula/context.h"
#include "ambula/verify.h"
#include "ambula/walkable.h"
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

// The triangles from last to first, each from another corner on.
LetterSoup reordered(LetterSoup soup) {
  std::reverse(soup.triangles.begin(), soup.triangles.end());
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    auto& corners = soup.triangles[t];
    std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(t % 3), corners.end());
  }
  return soup;
}

void check(const LetterSoup& letters, const Agent& agent, const WalkableParams& params) {
  const auto scene = make_scene(letters.soup(), {});
  if (!scene) return;  // nothing but degenerate triangles
  const auto walkable = extract_walkable(*scene, agent, params);
  const std::string soup = write_letters(letters);
  require(walkable.has_value(), "every scene has a surface", soup);
  const auto valid = validate(*walkable);
  require(valid.has_value(), "the surface is valid", valid ? soup : valid.error().message + "\n" + soup);

  const auto report = verify_walkable(*scene, agent, params, *walkable, {.samples = 1});
  require(report.has_value(), "the surface can be verified", soup);
  const VerifyStructure& s = report->structure;
  require(s.flipped + s.bad_neighbours + s.bad_borders + s.bad_components + s.pinched + s.small_left == 0,
          "the mesh is sound", soup);
  require(s.balanced(), "areas add up", soup);

  const auto other = make_scene(reordered(letters).soup(), {});
  require(other.has_value(), "the same soup in another order is a scene", soup);
  const auto again = extract_walkable(*other, agent, params, &two_threads());
  require(again.has_value(), "and has a surface", soup);
  require(walkable_hash(*walkable) == walkable_hash(*again), "order and threads do not show", soup);
}

}  // namespace

bool accepts(std::span<const std::byte> input) {
  return make_scene(read_letters(as_text(input)).soup(), {}).has_value();
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula;
  const auto letters = fuzz::read_letters(fuzz::as_text(std::as_bytes(std::span(data, size))));
  Agent low;
  low.height = 0.5;
  low.max_gap = 0.1;
  fuzz::check(letters, {}, {.two_sided = TwoSided::no, .weld = 0, .keep_enclosed = true, .min_patch = 0});
  fuzz::check(letters, low, {.two_sided = TwoSided::yes, .weld = 0, .keep_enclosed = true, .min_patch = 0});
  fuzz::check(letters, {}, {});
  fuzz::check(letters, low,
              {.two_sided = TwoSided::no, .weld = 0.02, .keep_enclosed = false, .min_patch = 0});
  return 0;
}
