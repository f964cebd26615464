// Reading and writing whole files safely; every reader and writer of the library uses these two.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "ambula/result.h"

namespace ambula {

// A file mapped read-only. The bytes live as long as this value.
class MappedFile {
 public:
  // Refuses what is missing, a directory, unreadable or empty, each with its own sentence.
  [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }
  [[nodiscard]] std::string_view as_text() const noexcept {
    return {reinterpret_cast<const char*>(data_), size_};
  }

 private:
  MappedFile() = default;
  void reset() noexcept;

  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Writes beside `path` under a temporary name, then renames: a reader sees the old file or the new one, and
// a failure leaves nothing behind. The new file has the permissions of the old one. A symbolic link stays,
// and what it points to is replaced. A pipe or a device is written to as it is.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace ambula
