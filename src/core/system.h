// What the operating system tells of this process. Together with files.cpp the only place that asks it
// directly.
#pragma once

#include <cstdint>
#include <cstdio>

namespace ambula {

// Whether the stream is read by a person, as far as the system knows.
[[nodiscard]] bool is_terminal(std::FILE* stream);

// A number that no other process of the machine has meanwhile.
[[nodiscard]] int process_id();

// Most memory this process has had resident so far, in bytes; 0 where the system does not tell.
[[nodiscard]] std::uint64_t peak_memory();

}  // namespace ambula
