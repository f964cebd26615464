#include "bench/nearest_times.h"

#include <algorithm>
#include <cmath>

#include "ambula/hash.h"
#include "bench/bench.h"

namespace ambula::bench {
namespace {

constexpr std::size_t kBatch = 50, kBatches = 200;
constexpr double kAbove = 0.3, kBeside = 0.2;  // metres

NearestTimes time_points(Query& query, DetourPeer& peer, Vec3 reach, const std::vector<Vec3>& points) {
  NearestTimes out;
  const auto each = [](double seconds, std::size_t n) { return 1e6 * seconds / static_cast<double>(n); };
  for (std::size_t first = 0; first < points.size(); first += kBatch) {
    const std::span<const Vec3> batch(points.data() + first, std::min(kBatch, points.size() - first));
    out.detour.push_back(each(time_once([&] {
                                for (const Vec3 p : batch) (void)peer.nearest(p, reach);
                              }),
                              batch.size()));
    out.own.push_back(each(time_once([&] {
                             for (const Vec3 p : batch) (void)query.nearest(p, reach);
                           }),
                           batch.size()));
  }
  return out;
}

// Points beside borders, drawn by their number and not by their length: most borders are short.
std::vector<Vec3> points_beside(const NavMesh& mesh) {
  std::vector<Vec3> all;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const auto corners = mesh.corners(c);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (mesh.neighbour[mesh.cell_begin[c] + k] != NavMesh::kNone) continue;
      const Vec3 a = mesh.lattice.position(mesh.vertices[corners[k]]),
                 b = mesh.lattice.position(mesh.vertices[corners[(k + 1) % corners.size()]]), d = b - a;
      const double whole = length(d.xy());
      all.push_back(a + d * 0.5 + Vec3{d.y / whole, -d.x / whole, 0} * kBeside);
    }
  }
  std::vector<Vec3> out;
  for (std::uint64_t i = 0; i < kBatch * kBatches && !all.empty(); ++i)
    out.push_back(all[mix_bits(i) % all.size()]);
  return out;
}

}  // namespace

NearestCases time_nearest(Query& query, DetourPeer& peer, Vec3 reach) {
  std::vector<Vec3> on, above;
  for (std::uint64_t i = 0; i < kBatch * kBatches; ++i) {
    const auto place = query.random_point(i);
    if (!place) break;
    on.push_back(place->at);
    above.push_back(place->at + Vec3{0, 0, kAbove});
  }
  return {time_points(query, peer, reach, on), time_points(query, peer, reach, above),
          time_points(query, peer, reach, points_beside(query.mesh()))};
}

}  // namespace ambula::bench
