// Boxes for broad phases: even ones, and those that are small in one place and large in another. The same in
// every run and on every machine.
//
//   for (const BoxInput& input : box_inputs(100000)) BoxTree tree(input.boxes);
//
// All are in the order of a Morton curve through their middles, as the tree wants them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ambula/scene.h"
#include "geometry/box_tree.h"

namespace ambula::bench {

struct BoxInput {
  std::string name;
  std::vector<LatticeBox> boxes;  // quanta of 0.1 mm
};

// About n boxes each.
[[nodiscard]] std::vector<BoxInput> box_inputs(std::size_t n);

// The boxes of a scene's triangles.
[[nodiscard]] BoxInput boxes_of(std::string name, const Scene& scene);

}  // namespace ambula::bench
