// Checksums and layout of an .ambula file, made right.
#include "fuzz/reseal.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "ambula/hash.h"

namespace ambula::fuzz {
namespace {

template <class T>
T get(std::span<const std::byte> file, std::size_t at) {
  T value;
  std::memcpy(&value, file.data() + at, sizeof(T));
  return value;
}

void put(std::span<std::byte> file, std::size_t at, std::uint64_t value) {
  std::memcpy(file.data() + at, &value, sizeof(value));
}

// As many table entries as the header says and the file has room for.
std::size_t entries_of(std::span<const std::byte> file) {
  if (file.size() < 32) return 0;
  return std::min<std::size_t>(get<std::uint32_t>(file, 12), (file.size() - 32) / 32);
}

}  // namespace

void reseal(std::span<std::byte> file) {
  if (file.size() < 32) return;
  const std::size_t entries = entries_of(file);
  put(file, 16, file.size());
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = 32 + 32 * i;
    const auto offset = get<std::uint64_t>(file, entry + 8), size = get<std::uint64_t>(file, entry + 16);
    if (offset <= file.size() && size <= file.size() - offset) {
      put(file, entry + 24, hash_bytes(file.subspan(offset, size)));
    }
  }
  Hasher table;
  table.add_bytes(file.first(24));
  table.add_bytes(file.subspan(32, 32 * entries));
  put(file, 24, table.finish());
}

void relayout(std::vector<std::byte>& file) {
  file.resize((file.size() + 7) / 8 * 8);
  const std::size_t entries = entries_of(file);
  std::uint64_t end = 32 + 32 * entries;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = 32 + 32 * i;
    const std::uint64_t room = file.size() - end;
    const bool last = i + 1 == entries;
    const std::uint64_t size = last ? room : std::min(room, get<std::uint64_t>(file, entry + 16) / 8 * 8);
    put(file, entry + 8, end);
    put(file, entry + 16, size);
    end += size;
  }
  reseal(file);
}

}  // namespace ambula::fuzz
