// The scene generators: deterministic scenes with known answers.
//
//   Result<Generated> house = generate("terrace-house", {.seed = 7, .furnish = 40});
//   write_scene(*house, "house.obj");          // and house.truth.json
//
// The same name and options give the same bytes on every machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "ambula/context.h"
#include "ambula/result.h"
#include "ambula/scene.h"
#include "scenes/truth.h"

namespace ambula::scenes {

struct Options {
  std::uint64_t seed = 1;
  std::map<std::string, double, std::less<>> sizes = {};  // a generator's own settings, by name
  // Modifiers, applied in this order.
  int furnish = 0;   // pieces of furniture in the scene's rooms
  double scan = 0;   // metres: the surface as a scanner gives it back, in cells of this size; 0: as it is
  double dirty = 0;  // 0..1: share of the mesh disturbed
  double jitter =
      0;            // metres: vertices move along each axis by up to this, with all triangles that share them
  double tear = 0;  // metres: every triangle's corners move on their own
  double rotate = 0;  // degrees about z
  Vec3 offset = {};   // metres
};

// One setting a generator takes.
struct Setting {
  const char* name;
  double value;  // default
  double low, high;
  const char* what;  // one line, with its unit
};

struct Generated {
  Soup soup;  // z up, metres
  Truth truth;
};

// A generator by name.
struct Generator {
  const char* name;
  const char* what;  // one line
  std::span<const Setting> settings;
  Generated (*make)(const Options& options);  // without the modifiers
};

[[nodiscard]] std::span<const Generator> generators();

// Makes a scene and applies the modifiers. Errors: unknown name, unknown or out-of-range setting.
[[nodiscard]] Result<Generated> generate(std::string_view name, const Options& options,
                                         Context* context = nullptr);

// A generator's setting: as given in `options`, or its default.
[[nodiscard]] double setting(const Options& options, std::span<const Setting> settings,
                             std::string_view name);

// The modifiers (furnish.cpp, scan.cpp, dirty.cpp, noise.cpp, place.cpp). Each keeps the truth true; dirt
// moves things by up to 5 mm, so of reach only what does not hang on a centimetre of gap, width or headroom,
// or a millimetre of rise. Noise of E metres: what does not hang on four times E.
void furnish(Generated& scene, int pieces, std::uint64_t seed);
void make_dirty(Generated& scene, double share, std::uint64_t seed);
// The truth loses agents for whom something hangs on what a scan changes, and doors their lost width. Its
// areas are not known any more. Errors: too many cells.
[[nodiscard]] Result<void> scan(Generated& scene, double cell, std::uint64_t seed);
void jitter(Generated& scene, double reach, std::uint64_t seed);  // metres, > 0
void tear(Generated& scene, double reach, std::uint64_t seed);    // metres, > 0
void rotate(Generated& scene, double degrees);
void offset(Generated& scene, Vec3 by);

// Writes PATH (.obj or .glb) and PATH with .truth.json for its extension. Both formats are y up by custom,
// and so are these files (x, z, -y): the importer's defaults give back the soup's own frame, exactly for OBJ
// and within float32 (relative to the scene's centre) for GLB. The truth stays z up. A failure leaves neither
// file.
[[nodiscard]] Result<void> write_scene(const Generated& scene, const std::filesystem::path& path);

}  // namespace ambula::scenes
