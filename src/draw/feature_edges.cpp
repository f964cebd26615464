// Edges are matched by sorting keys of their rounded ends. An edge is a seam where another face with nearly
// the same normal, seen from the same side, has it too.
#include "draw/feature_edges.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "ambula/hash.h"

namespace ambula {
namespace {

constexpr double kFold = 0.88;  // cosine of 28 degrees

std::uint64_t key_of(Vec3 p) {
  const auto part = [](double v) { return static_cast<std::uint64_t>(std::llround(v * 100)); };
  return mix_bits(part(p.x) + mix_bits(part(p.y) + mix_bits(part(p.z))));
}

struct Side {
  std::uint64_t key = 0;  // of both ends, in no order
  std::uint32_t face = 0, corner = 0;
};

}  // namespace

std::vector<char> feature_edges(const Page& page, std::span<const std::uint32_t> faces) {
  std::vector<Side> sides;
  for (const std::uint32_t f : faces) {
    const Page::Face& face = page.faces[f];
    if (face.fill.a < 255) continue;
    std::uint64_t last = key_of(page.corners[face.first]);
    for (std::uint32_t i = 0; i < face.count; ++i) {
      const std::uint64_t next = key_of(page.corners[face.first + (i + 1) % face.count]);
      sides.push_back({last + next, f, face.first + i});
      last = next;
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return a.key != b.key ? a.key < b.key : a.corner < b.corner;
  });
  std::vector<char> feature(page.corners.size(), 0);
  for (auto begin = sides.begin(); begin != sides.end();) {
    const auto end = std::find_if(begin, sides.end(), [&](const Side& s) { return s.key != begin->key; });
    // Many faces on one edge (a fan of leaves) would cost their square; that is a feature anyway.
    const bool few = std::distance(begin, end) <= 8;
    for (auto side = begin; side != end; ++side) {
      const Page::Face& face = page.faces[side->face];
      feature[side->corner] = !(few && std::any_of(begin, end, [&](const Side& other) {
                                  const Page::Face& neighbour = page.faces[other.face];
                                  return other.face != side->face && neighbour.back == face.back &&
                                         dot(neighbour.normal, face.normal) >= kFold;
                                }));
    }
    begin = end;
  }
  return feature;
}

}  // namespace ambula
