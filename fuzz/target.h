// What a fuzz target is: libFuzzer calls LLVMFuzzerTestOneInput, replay_main.cpp calls both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

// Tries an input; ends the program where a property does not hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ambula::fuzz {

// Whether a user who gives this file gets what is in it; the corpus says of each file whether he should.
[[nodiscard]] bool accepts(std::span<const std::byte> input);

// A property every input must have, in every build type.
inline void require(bool holds, std::string_view property, const std::string& detail = {}) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s %s\n", static_cast<int>(property.size()), property.data(),
               detail.c_str());
  std::abort();
}

}  // namespace ambula::fuzz
