// The edges of a soup that a single triangle has.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ambula {

// How a triangle hangs together with others by its edges.
enum class Hold : std::uint8_t {
  single,  // it shares no edge
  pair,    // it shares one, with a triangle that shares no other
  mesh,
};

struct OpenEdge {
  std::uint32_t from, to;  // ids of its ends, in the triangle's order
  std::uint32_t apex;      // of the triangle's third corner
  Hold hold;               // of its triangle
};

// By ids: `id` gives one number to all positions at the same place. Triangles with two corners at one place
// have no edges. In no order that follows from geometry.
[[nodiscard]] std::vector<OpenEdge> find_open_edges(std::span<const std::array<std::uint32_t, 3>> triangles,
                                                    std::span<const std::uint32_t> id);

}  // namespace ambula
