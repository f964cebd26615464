// How a scene is made of what an importer read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/vec.h"

namespace ambula {

struct SceneParams {
  std::optional<Vec3> up = {};      // default: the format's own (make_scene without a format: z)
  std::optional<double> unit = {};  // metres per input unit; default: the format's own, else 1
  double quantum = Lattice::kDefaultQuantum;
  std::vector<std::string> ignore = {};  // globs over object name, material name and IFC class
};

}  // namespace ambula
