// The inside of a chunk, written and read.
//
//   ByteWriter out(bytes);                     ByteReader in(chunk.bytes, chunk.offset);
//   out.f64(mesh.radius);                      mesh.radius = in.f64();
//   out.array(mesh.faces);                     mesh.faces = in.array<Face>("faces");
//                                              if (!in.ok()) ... in.problem(), in.problem_at()
//
// Everything stands at a multiple of 8 bytes: 64-bit numbers as they are; strings and arrays with a 64-bit
// count before them and zero bytes after them up to the next multiple. A mapped array can be used in place.
//
// The reader never trusts: a count is compared with the bytes left before anything is allocated, and the
// first problem sticks. After it every read gives zero or nothing, so a decode function reads straight on
// and its caller asks once.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ambula/hash.h"  // asserts a little-endian machine
#include "ambula/ids.h"
#include "ambula/lattice.h"
#include "ambula/vec.h"

namespace ambula {

// Types whose bytes in memory are their bytes in the file: no padding, and every bit pattern is a value. An
// enum of one byte may hold any, also such as have no name: validate must look.
template <class T>
inline constexpr bool kPlainItem = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, float> ||
                                   std::same_as<T, double> || (std::is_enum_v<T> && sizeof(T) == 1);
template <class T, std::size_t N>
inline constexpr bool kPlainItem<std::array<T, N>> =
    kPlainItem<T> && sizeof(std::array<T, N>) == N * sizeof(T);
template <class Tag>
inline constexpr bool kPlainItem<Id<Tag>> = sizeof(Id<Tag>) == 4;
template <>
inline constexpr bool kPlainItem<Vec2> = sizeof(Vec2) == 16;
template <>
inline constexpr bool kPlainItem<Vec3> = sizeof(Vec3) == 24;
template <>
inline constexpr bool kPlainItem<LatticePoint> = sizeof(LatticePoint) == 12;

class ByteWriter {
 public:
  // Appends to `out`, whose size is a multiple of 8.
  explicit ByteWriter(std::vector<std::byte>& out) : out_(&out) {}

  void u64(std::uint64_t value) { append(&value, sizeof(value)); }
  void f64(double value) { append(&value, sizeof(value)); }
  void vec3(Vec3 value) { append(&value, sizeof(value)); }
  void string(std::string_view value);
  void strings(const std::vector<std::string>& values);

  template <class T>
    requires kPlainItem<T>
  void array(const std::vector<T>& items) {
    u64(items.size());
    append(items.data(), items.size() * sizeof(T));
  }

 private:
  void append(const void* data, std::size_t size);  // and zero bytes up to a multiple of 8

  std::vector<std::byte>* out_;
};

class ByteReader {
 public:
  // `offset` is where the bytes stand in the file, for messages.
  ByteReader(std::span<const std::byte> bytes, std::uint64_t offset) : bytes_(bytes), offset_(offset) {}

  [[nodiscard]] std::uint64_t u64();
  [[nodiscard]] double f64();
  [[nodiscard]] Vec3 vec3();
  [[nodiscard]] std::string string();
  [[nodiscard]] std::vector<std::string> strings(std::string_view what);
  [[nodiscard]] std::uint32_t small_count();  // a u64 below 2^32

  // How many `what` follow, each of at least `smallest` bytes: never more than there is room for.
  [[nodiscard]] std::size_t count(std::size_t smallest, std::string_view what);

  template <class T>
    requires kPlainItem<T>
  [[nodiscard]] std::vector<T> array(std::string_view what) {
    std::vector<T> items(count(sizeof(T), what));
    if (items.empty()) return items;
    std::memcpy(static_cast<void*>(items.data()), bytes_.data() + at_, items.size() * sizeof(T));
    skip_padded(items.size() * sizeof(T));
    return items;
  }

  // Says what is wrong here, unless something was wrong before.
  void refuse(std::string problem);
  // Nothing may be left over.
  void finish();

  [[nodiscard]] bool ok() const { return problem_.empty(); }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::uint64_t problem_at() const { return problem_at_; }  // byte offset in the file

 private:
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  bool take(void* out, std::size_t size);
  void skip_padded(std::size_t size);  // over bytes known to be there, and the zero bytes after them

  std::span<const std::byte> bytes_;
  std::uint64_t offset_;
  std::size_t at_ = 0;
  std::string problem_;
  std::uint64_t problem_at_ = 0;
};

}  // namespace ambula
