// .ambula files. Checksums stop nearly every mutation at the door, so each input is tried three times: as it
// is, with its checksums made right, and with its chunk layout made right as well.
#include <algorithm>
#include <vector>

#include "ambula/io.h"
#include "fuzz/reseal.h"
#include "fuzz/target.h"

namespace ambula::fuzz {
namespace {

constexpr std::string_view kName = "input.ambula";

void check_refusal(const Error& error, std::size_t size) {
  require(error.message.starts_with(kName), "an error names the file", error.message);
  require(error.code == ErrorCode::bad_format || error.code == ErrorCode::unsupported,
          "bad bytes are bad_format or unsupported", error.message);
  require(error.element <= size, "an error says a byte offset within the file", error.message);
}

void check(std::span<const std::byte> bytes) {
  const auto document = decode(bytes, kName);
  if (!document) return check_refusal(document.error(), bytes.size());
  require(is_ambula(bytes), "what decodes begins with the signature");
  require(validate(*document).has_value(), "what decodes is valid");
  const auto encoded = encode(*document);
  require(encoded.has_value(), "what decodes can be encoded");
  const auto again = decode(*encoded, kName);
  require(again.has_value(), "what was encoded can be decoded");
  const auto twice = encode(*again);
  require(twice.has_value() && *twice == *encoded, "what was decoded is what was encoded");
}

}  // namespace

bool accepts(std::span<const std::byte> input) { return decode(input, kName).has_value(); }

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ambula::fuzz;
  const auto input = std::as_bytes(std::span(data, size));
  check(input);
  std::vector<std::byte> file(input.begin(), input.end());
  reseal(file);
  check(file);
  relayout(file);
  check(file);
  return 0;
}
