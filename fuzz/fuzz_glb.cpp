// glTF files, .glb and .gltf alike. External buffers are looked for in a folder that does not exist.
#include "fuzz/imported.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

constexpr std::string_view kName = "input.glb";
constexpr const char* kFolder = "no-such-folder";

}  // namespace

bool accepts(std::span<const std::byte> input) {
  const auto imported = read_gltf(input, kName, kFolder);
  return imported && scene_of(*imported);
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula::fuzz;
  const auto input = std::as_bytes(std::span(data, size));
  check_imported(ambula::read_gltf(input, kName, kFolder),
                 ambula::read_gltf(input, kName, kFolder, &several_threads()), kName);
  return 0;
}
