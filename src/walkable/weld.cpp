// Clusters that cannot reach each other are welded each by itself, in parallel, and put back in their order.
// Should one come out of its bounds after all, everything is welded as one.
#include "walkable/weld.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "walkable/fans.h"
#include "walkable/weld_clusters.h"
#include "walkable/welder.h"

namespace ambula {
namespace {

// A cluster at work.
struct Work {
  Work(const Surface& whole, const WeldCluster& cluster, std::int32_t distance, Context* context)
      : piece(whole, cluster),
        welder(piece.surface, distance, cluster.fixed, context),
        changed(welder.run()) {
    welder.forget_search();
  }

  WeldPiece piece;
  Welder welder;
  Result<bool> changed;
};

// The surface as one cluster, with nothing that it could leave.
WeldCluster everything(const Surface& surface) {
  WeldCluster all;
  all.faces.resize(surface.faces.size());
  std::iota(all.faces.begin(), all.faces.end(), 0u);
  return all;
}

}  // namespace

Result<WeldResult> weld(Surface& surface, std::int32_t distance, Context* context) {
  assert(distance >= 0 && distance <= 1 << 14);
  std::vector<WeldCluster> clusters = find_clusters(surface, distance);
  std::vector<std::optional<Work>> works(clusters.size());
  parallel_for(context, works.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) works[c].emplace(surface, clusters[c], distance, context);
  });
  if (context != nullptr && context->cancelled()) return cancelled_failure("walkable");
  if (std::any_of(works.begin(), works.end(), [](const auto& w) { return w->welder.mesh().has_left(); })) {
    clusters.assign(1, everything(surface));
    works = std::vector<std::optional<Work>>(1);
    works[0].emplace(surface, clusters[0], distance, context);
  }
  WeldResult result;
  std::vector<std::uint8_t> dirty(surface.vertices.size(), 0);
  Int128 twice_area = 0;
  bool changed = false;
  for (std::size_t c = 0; c < works.size(); ++c) {
    const Work& work = *works[c];
    if (!work.changed) return fail(work.changed.error());
    if (!*work.changed) continue;
    changed = true;
    const WeldMesh& mesh = work.welder.mesh();
    work.piece.write_back(surface, clusters[c]);
    const std::vector<std::uint8_t> own = mesh.dirty();
    for (std::size_t v = 0; v < own.size(); ++v) dirty[work.piece.vertices[v]] |= own[v];
    result.contractions += work.welder.contractions();
    twice_area += mesh.twice_area_change();
    const auto closed = mesh.closed();
    result.closed.insert(result.closed.end(), closed.begin(), closed.end());
  }
  if (!changed) return result;
  std::sort(result.closed.begin(), result.closed.end());
  result.closed.erase(std::unique(result.closed.begin(), result.closed.end()), result.closed.end());
  result.area_change = static_cast<double>(twice_area) / 2;
  name_fans(surface, std::move(dirty));
  return result;
}

}  // namespace ambula
