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

// An IFC file as assimp can read it, which is as IFC2x3; what had to be left out is counted in `warnings`.
[[nodiscard]] Result<std::string> ifc_for_assimp(std::string_view bytes, std::string_view name,
                                                 std::vector<std::string>& warnings);
// Whether IFC2x3 has an entity of this name, written as in files: "IFCWALL".
[[nodiscard]] bool is_ifc2x3(std::string_view name);

}  // namespace ambula
