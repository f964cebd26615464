// What must hold of anything an importer gives back.
#pragma once

#include <string_view>

#include "ambula/import.h"

namespace ambula::fuzz {

// An error must name the file and be one that bad bytes can cause; a soup must pass through make_scene with
// no fault of the importer, and the scene through validate and the .ambula file. `again` is a second reading
// of the same bytes, on several threads: it must give the same.
void check_imported(const Result<Imported>& imported, const Result<Imported>& again, std::string_view name);

[[nodiscard]] Result<Scene> scene_of(const Imported& imported);

// For the second reading.
[[nodiscard]] Context& several_threads();

}  // namespace ambula::fuzz
