// The list of generators, and the way from a name to a scene.
#include "scenes/generate.h"

#include <array>
#include <cmath>

#include "core/text.h"

namespace ambula::scenes {

// One per file of the same name.
extern const Generator kHoles, kPlatforms, kDoorways, kSpiralMaze, kOverhang, kCompetition, kStairs, kTerrain,
    kTerraceHouse, kTownHouse, kBlocks;

std::span<const Generator> generators() {
  static const std::array<Generator, 11> all{kHoles,    kPlatforms,  kTerraceHouse, kTownHouse,
                                             kDoorways, kSpiralMaze, kOverhang,     kCompetition,
                                             kStairs,   kTerrain,    kBlocks};
  return all;
}

namespace {

constexpr double kFinestScan = 0.005, kCoarsestScan = 0.2;  // metres
constexpr double kMostNoise = 0.1;                          // metres: more would close doorways

Result<void> check(const Generator& generator, const Options& options) {
  for (const auto& [name, value] : options.sizes) {
    const Setting* found = nullptr;
    std::string known;
    for (const Setting& s : generator.settings) {
      if (name == s.name) found = &s;
      known += text(known.empty() ? "" : ", ", s.name);
    }
    if (!found) {
      return fail(ErrorCode::invalid_argument, text(generator.name, " has no setting ", name, "; it has ",
                                                    known.empty() ? "none" : known));
    }
    if (!(value >= found->low && value <= found->high)) {
      return fail(ErrorCode::invalid_argument,
                  text(generator.name, ": ", name, " is ", value, "; it must lie between ", found->low,
                       " and ", found->high));
    }
  }
  if (!(options.dirty >= 0 && options.dirty <= 1)) {
    return fail(ErrorCode::invalid_argument,
                text("dirty is ", options.dirty, "; it must lie between 0 and 1"));
  }
  for (const auto& [flag, reach] : {std::pair{"jitter", options.jitter}, std::pair{"tear", options.tear}}) {
    if (!(reach >= 0 && reach <= kMostNoise)) {
      return fail(ErrorCode::invalid_argument,
                  text(flag, " is ", reach, "; it must lie between 0 and ", kMostNoise, " metres"));
    }
  }
  if (options.scan != 0 && !(options.scan >= kFinestScan && options.scan <= kCoarsestScan)) {
    return fail(ErrorCode::invalid_argument, text("scan is ", options.scan, "; it must lie between ",
                                                  kFinestScan, " and ", kCoarsestScan, " metres"));
  }
  if (!std::isfinite(options.rotate) || !is_finite(options.offset)) {
    return fail(ErrorCode::invalid_argument, "rotate and offset must be finite numbers");
  }
  if (options.furnish < 0 || options.furnish > 100000) {
    return fail(ErrorCode::invalid_argument,
                text("furnish is ", options.furnish, "; it must lie between 0 and 100000"));
  }
  return {};
}

}  // namespace

Result<Generated> generate(std::string_view name, const Options& options, Context* context) {
  Stage stage(context, "generate");
  std::string known;
  for (const Generator& generator : generators()) {
    known += text(known.empty() ? "" : ", ", generator.name);
    if (name != generator.name) continue;
    if (auto ok = check(generator, options); !ok) return fail(ok.error());
    Generated scene = generator.make(options);
    scene.truth.scene = generator.name;
    scene.truth.seed = options.seed;
    scene.soup.source = generator.name;
    if (options.furnish > 0) furnish(scene, options.furnish, options.seed);
    if (options.scan > 0) {
      if (auto ok = scan(scene, options.scan, options.seed); !ok) return fail(ok.error());
    }
    if (options.dirty > 0) make_dirty(scene, options.dirty, options.seed);
    if (options.jitter > 0) jitter(scene, options.jitter, options.seed);
    if (options.tear > 0) tear(scene, options.tear, options.seed);
    if (options.rotate != 0) rotate(scene, options.rotate);
    if (options.offset != Vec3{}) offset(scene, options.offset);
    return scene;
  }
  return fail(ErrorCode::invalid_argument, text("no generator is called ", name, "; there are ", known));
}

}  // namespace ambula::scenes
