// Stands where assimp.cpp would, in builds without assimp.
#include "ambula/context.h"
#include "ambula/import.h"
#include "core/text.h"

namespace ambula {

Result<Imported> read_with_assimp(const std::filesystem::path& path, Context*) {
  return fail(
      ErrorCode::unsupported,
      text(path.string(), ": files ending in \"", path.extension().string(),
           "\" are read through assimp, which this build of Ambula lacks; .obj, .glb and .gltf are read "
           "without it"));
}

}  // namespace ambula
