#include "folders.h"

namespace ambula::testing {

std::filesystem::path corpus_folder() { return AMBULA_CORPUS; }
std::filesystem::path real_scenes_folder() { return std::filesystem::path(AMBULA_SHARED) / "scenes"; }
std::filesystem::path cases_folder() { return std::filesystem::path(AMBULA_SHARED) / "cases"; }

}  // namespace ambula::testing
