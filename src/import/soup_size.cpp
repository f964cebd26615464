// The bound every reader puts on what a file unfolds to, before it unfolds.
#include "import/soup_size.h"

#include <cmath>

#include "core/text.h"

namespace ambula {
namespace {

constexpr double kMaxTriangles = 2147483648.0;  // 2^31
constexpr double kMaxVertices = 4294967295.0;   // so that an index and "none" fit 32 bits
// A file may grow in memory through instances and compression, but not without bound: this much, and so
// many times its own size. A forest of a million instanced trees passes; a bomb does not.
constexpr double kFreeBytes = 256.0 * 1024 * 1024, kGrowth = 1000;
constexpr double kBytesPerVertex = sizeof(Vec3);
constexpr double kBytesPerTriangle = sizeof(Triangle) + 2 * sizeof(std::uint32_t);

}  // namespace

Result<void> reserve_soup(const SoupSize& size, std::uint64_t input_bytes, std::string_view name,
                          Soup& soup) {
  if (!(size.triangles < kMaxTriangles && size.vertices < kMaxVertices)) {
    return fail(ErrorCode::too_large, text(name, ": its meshes and instances come to ", size.triangles,
                                           " triangles; the limit is 2147483647. Split the file"));
  }
  const double bytes = size.vertices * kBytesPerVertex + size.triangles * kBytesPerTriangle + size.name_bytes;
  if (bytes > kFreeBytes + kGrowth * static_cast<double>(input_bytes)) {
    return fail(ErrorCode::too_large,
                text(name, ": its meshes and instances come to ", size.triangles, " triangles and ",
                     std::ceil(bytes / 1e6), " MB, out of all proportion to its ", input_bytes,
                     " bytes. Split the file"));
  }
  soup.positions.reserve(static_cast<std::size_t>(size.vertices));
  soup.triangles.reserve(static_cast<std::size_t>(size.triangles));
  soup.triangle_object.reserve(static_cast<std::size_t>(size.triangles));
  soup.triangle_material.reserve(static_cast<std::size_t>(size.triangles));
  return {};
}

}  // namespace ambula
