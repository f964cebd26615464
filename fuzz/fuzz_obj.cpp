// OBJ files.
#include "fuzz/imported.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

constexpr std::string_view kName = "input.obj";

std::string_view as_text(std::span<const std::byte> input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

}  // namespace

bool accepts(std::span<const std::byte> input) {
  const auto imported = read_obj(as_text(input), kName);
  return imported && scene_of(*imported);
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula::fuzz;
  const auto input = as_text(std::as_bytes(std::span(data, size)));
  check_imported(ambula::read_obj(input, kName), ambula::read_obj(input, kName, &several_threads()), kName);
  return 0;
}
