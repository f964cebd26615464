// Strong 32-bit ids. An id of one kind does not convert to another, nor to an integer by accident:
//
//   TriangleId t{7};
//   positions[t.index()];
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ambula {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr bool valid() const noexcept { return value != kNone; }
  [[nodiscard]] constexpr std::size_t index() const noexcept { return value; }
  constexpr auto operator<=>(const Id&) const = default;
};

using VertexId = Id<struct VertexTag>;
using TriangleId = Id<struct TriangleTag>;
using ObjectId = Id<struct ObjectTag>;
using MaterialId = Id<struct MaterialTag>;

}  // namespace ambula
