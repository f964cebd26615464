// Random small soups on coarse grids, where everything meets everything: the extraction holds what it
// promises, brute force agrees, and nothing depends on order. A soup that fails is cut down and printed as an
// entry for tests/corpus/walkable. AMBULA_SEEDS in the environment asks for more soups of each kind.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "ambula/hash.h"
#include "fuzz/letters.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

using fuzz::LetterSoup;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix_bits(seed)) {}
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(mix_bits(state_ += 0x9E3779B97F4A7C15ULL) % n);
  }

 private:
  std::uint64_t state_;
};

// What a soup is made of.
enum class Kind : std::uint8_t {
  any,     // three random corners
  few,     // corners from a handful of places
  flat,    // level triangles on few heights
  walls,   // level ground and vertical triangles
  gentle,  // ground of small slopes that crosses
  patch,   // neighbours of each other: edges shared
};

LetterSoup random_soup(Kind kind, std::uint64_t seed) {
  Random random(seed * 16 + static_cast<std::uint64_t>(kind));
  LetterSoup soup;
  soup.plan = random.below(2);
  soup.height = random.below(2);
  if (random.below(4) == 0) {
    soup.plan = random.below(LetterSoup::kPlanSteps.size());
    soup.height = random.below(LetterSoup::kHeightSteps.size());
  }
  const std::uint32_t n = 2 + random.below(29);
  const std::uint32_t range = random.below(3) == 0 ? 8 : 33;
  const auto letter = [&](std::uint32_t below) { return static_cast<std::uint8_t>(random.below(below)); };
  std::vector<LetterSoup::Place> places(4 + random.below(8));
  for (auto& p : places) p = {letter(range), letter(range), letter(kind == Kind::gentle ? 5 : range)};
  for (std::uint32_t t = 0; t < n; ++t) {
    LetterSoup::Corners corners;
    for (auto& c : corners) c = {letter(range), letter(range), letter(range)};
    switch (kind) {
      case Kind::any:
        break;
      case Kind::few:
        for (auto& c : corners) c = places[random.below(static_cast<std::uint32_t>(places.size()))];
        break;
      case Kind::walls:
        if (t % 2 == 1) {  // over a segment
          corners[2][0] = corners[t / 2 % 2][0];
          corners[2][1] = corners[t / 2 % 2][1];
          break;
        }
        [[fallthrough]];
      case Kind::flat: {
        const auto z = static_cast<std::uint8_t>(8 * random.below(3));
        for (auto& c : corners) c[2] = z;
        break;
      }
      case Kind::gentle:
        for (auto& c : corners) c[2] = letter(5);
        break;
      case Kind::patch:
        if (!soup.triangles.empty()) {
          const auto& other = soup.triangles[random.below(static_cast<std::uint32_t>(soup.triangles.size()))];
          const std::uint32_t i = random.below(3);
          corners[0] = other[(i + 1) % 3];
          corners[1] = other[i];
        }
        corners[2][2] = letter(9);
        break;
    }
    soup.triangles.push_back(corners);
  }
  return soup;
}

// What does not hold of a soup, in words; empty where all does.
std::string faults_of(const LetterSoup& letters, const WalkableParams& params, const Agent& agent) {
  const Soup soup = letters.soup();
  auto scene = make_scene(soup, {});
  if (!scene) return {};  // nothing but degenerate triangles
  auto walkable = extract_walkable(*scene, agent, params);
  if (!walkable) return "extract: " + walkable.error().message;
  // Where everything lies within the band that is not judged, samples tell nothing.
  const bool fine =
      LetterSoup::kPlanSteps[letters.plan] < 0.001 || LetterSoup::kHeightSteps[letters.height] < 0.01;
  const std::string found = faults(*scene, agent, params, *walkable, fine ? 0 : 300);
  if (!found.empty()) return found;
  auto other = make_scene(shuffled(soup, 7), {});
  if (!other) return "the shuffled soup makes no scene";
  auto again = extract_walkable(*other, agent, params);
  if (!again) return "extract shuffled: " + again.error().message;
  if (walkable_hash(*walkable) != walkable_hash(*again)) return "another order gives another surface";
  return {};
}

// The fewest triangles that still fail, going one by one.
LetterSoup cut_down(LetterSoup soup, const std::function<bool(const LetterSoup&)>& fails) {
  for (std::size_t t = soup.triangles.size(); t-- > 0;) {
    LetterSoup less = soup;
    less.triangles.erase(less.triangles.begin() + static_cast<std::ptrdiff_t>(t));
    if (fails(less)) {
      soup = less;
      t = soup.triangles.size();
    }
  }
  return soup;
}

struct Way {
  const char* name;
  WalkableParams params;
};
const Way kWays[] = {
    {"strict", kStrict},
    {"default", {}},
    {"two-sided", {.two_sided = TwoSided::yes, .weld = 0, .keep_enclosed = true, .min_patch = 0}},
    {"wide weld", {.two_sided = TwoSided::no, .weld = 0.1, .keep_enclosed = false, .min_patch = 0}}};

class RandomSoups : public ::testing::TestWithParam<Kind> {};

TEST_P(RandomSoups, HoldWhatIsPromisedAndAgreeWithBruteForce) {
  const char* more = std::getenv("AMBULA_SEEDS");
  const std::uint64_t seeds = more ? std::stoull(more) : 150;
  int printed = 0;
  for (std::uint64_t seed = 1; seed <= seeds && printed < 5; ++seed) {
    const LetterSoup soup = random_soup(GetParam(), seed);
    const Way& way = kWays[seed % std::size(kWays)];
    Agent agent;
    if (seed % 3 == 0) agent.height = 0.5;  // more than fits between the triangles, and less
    agent.max_gap = 0.1;
    const std::string found = faults_of(soup, way.params, agent);
    if (found.empty()) continue;
    ++printed;
    const LetterSoup least =
        cut_down(soup, [&](const LetterSoup& s) { return !faults_of(s, way.params, agent).empty(); });
    ADD_FAILURE() << way.name << ", height " << agent.height << ", seed " << seed << ": "
                  << faults_of(least, way.params, agent) << "\n"
                  << write_letters(least);
  }
}

std::string name_of_kind(const ::testing::TestParamInfo<Kind>& kind) {
  constexpr const char* kNames[] = {"Any", "FewPlaces", "Flat", "Walls", "Gentle", "Patch"};
  return kNames[static_cast<std::size_t>(kind.param)];
}

INSTANTIATE_TEST_SUITE_P(All, RandomSoups,
                         ::testing::Values(Kind::any, Kind::few, Kind::flat, Kind::walls, Kind::gentle,
                                           Kind::patch),
                         name_of_kind);

}  // namespace
}  // namespace ambula::testing
