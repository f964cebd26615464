// What the operating system tells of this process. Together with files.cpp the only place that asks it
// directly.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>

namespace ambula {

// Whether the stream is read by a person, as far as the system knows.
[[nodiscard]] bool is_terminal(std::FILE* stream);

// Whether writing to the file writes to the stream; on Windows never known.
[[nodiscard]] bool names_stream(const std::filesystem::path& path, std::FILE* stream);

// Bytes written to the stream arrive as they are.
void make_binary(std::FILE* stream);

// Streams that are closed fail when they are used, instead of being the next file that is opened; so does a
// pipe whose reader has gone, instead of ending the program.
void guard_standard_streams();

// A number that no other process of the machine has meanwhile.
[[nodiscard]] int process_id();

// Most memory this process has had resident so far, in bytes; 0 where the system does not tell.
[[nodiscard]] std::uint64_t peak_memory();

}  // namespace ambula
