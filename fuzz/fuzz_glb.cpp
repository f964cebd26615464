// glTF files, .glb and .gltf alike. External buffers are looked for in a folder that does not exist. A .glb
// counts its bytes in three places, which a mutation that moves bytes leaves wrong: each one is tried with
// these mended as well.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "fuzz/imported.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

constexpr std::string_view kName = "input.glb";
constexpr const char* kFolder = "no-such-folder";

void check(std::span<const std::byte> input) {
  check_imported(read_gltf(input, kName, kFolder), read_gltf(input, kName, kFolder, &several_threads()),
                 kName);
}

void put(std::span<std::byte> bytes, std::size_t at, std::size_t value) {
  const auto word = static_cast<std::uint32_t>(value);
  std::memcpy(bytes.data() + at, &word, sizeof(word));
}

// Makes the lengths of file, JSON chunk and binary chunk right, the latter where its type is found.
void mend_lengths(std::span<std::byte> bytes) {
  constexpr std::size_t kJsonAt = 20;
  constexpr std::byte kBinary[] = {std::byte{'B'}, std::byte{'I'}, std::byte{'N'}, std::byte{0}};
  if (bytes.size() < kJsonAt) return;
  put(bytes, 8, bytes.size());
  const auto json = bytes.subspan(kJsonAt);
  const auto found = std::search(json.begin(), json.end(), std::begin(kBinary), std::end(kBinary));
  const auto type_at = static_cast<std::size_t>(found - json.begin());
  if (found == json.end() || type_at < 4) return put(bytes, 12, json.size());
  put(bytes, 12, type_at - 4);
  put(json, type_at - 4, json.size() - type_at - 4);
}

}  // namespace

bool accepts(std::span<const std::byte> input) {
  const auto imported = read_gltf(input, kName, kFolder);
  return imported && scene_of(*imported);
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula::fuzz;
  const auto input = std::as_bytes(std::span(data, size));
  check(input);
  std::vector<std::byte> mended(input.begin(), input.end());
  if (size >= 4 && std::memcmp(data, "glTF", 4) == 0) {
    mend_lengths(mended);
    check(mended);
  }
  return 0;
}
