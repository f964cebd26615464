// Folders that tests read from. The paths are compiled into one object file, so the compiler cache serves all
// other test files in every clone.
#pragma once

#include <filesystem>

namespace ambula::testing {

std::filesystem::path corpus_folder();       // tests/corpus: small files shared with the fuzz targets
std::filesystem::path real_scenes_folder();  // real scenes beside the project; may not exist
std::filesystem::path cases_folder();  // soups that once broke a stage, beside the project; may not exist

}  // namespace ambula::testing
