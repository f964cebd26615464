// What is looked at before assimp is: headers it would trust, and facts it does not pass on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ambula/import.h"

namespace ambula {

// Compares the counts in a PLY or STL file with the bytes that are there.
[[nodiscard]] Result<void> check_ply(std::string_view bytes, std::string_view name);
[[nodiscard]] Result<void> check_stl(std::string_view bytes, std::string_view name);

// COLLADA's <up_axis> and <unit meter="...">, from the file's first <asset>.
struct ColladaFrame {
  Vec3 up = kUpY;
  double unit = 1;
};
[[nodiscard]] Result<ColladaFrame> read_collada_frame(std::string_view bytes, std::string_view name);

// An IFC file as assimp can read it. Assimp knows IFC2x3 only; of IFC4 it reads what has stayed the same,
// once the one attribute of IfcSpace whose type changed is put right. What is certain to be missed is
// counted in `warnings`.
[[nodiscard]] std::string ifc_for_assimp(std::string_view bytes, std::vector<std::string>& warnings);

}  // namespace ambula
