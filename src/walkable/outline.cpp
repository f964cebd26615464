// Outlines come from faces that were rounded one by one, so two of them may cross or overlap by less than a
// quantum or two. The plain way is tried first; if it fails, the outline is snap rounded and tried again, and
// a triangle counts as inside once or more. Open borders with the region on both sides are then no borders.
#include "walkable/outline.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;

}  // namespace

bool OutlineTriangulator::run(std::span<const OutlineEdge> outline, std::vector<OutlineFace>& out,
                              const Context* context) {
  out.clear();
  if (attempt(outline, out, context)) return true;
  out.clear();
  if (!node(outline)) return false;
  const std::vector<OutlineEdge> noded = noded_;
  if (attempt(noded, out, context)) return true;
  out.clear();
  return false;
}

std::uint32_t OutlineTriangulator::index_of(LatticePoint p) const {
  return static_cast<std::uint32_t>(std::lower_bound(points_.begin(), points_.end(), plan(p)) -
                                    points_.begin());
}

const OutlineEdge* OutlineTriangulator::edge_at(std::span<const OutlineEdge> outline, std::uint32_t a,
                                                std::uint32_t b) const {
  const std::uint64_t key = std::uint64_t{a} << 32 | b;
  const auto at = std::lower_bound(keys_.begin(), keys_.end(), std::pair{key, 0u});
  return at != keys_.end() && at->first == key ? &outline[at->second] : nullptr;
}

bool OutlineTriangulator::attempt(std::span<const OutlineEdge> outline, std::vector<OutlineFace>& out,
                                  const Context* context) {
  // Points by place in plan: the two sides of a wall inside the region stand on the same ones.
  places_.clear();
  for (const OutlineEdge& e : outline) places_.push_back(e.from);
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  points_.clear();
  for (const LatticePoint p : places_) {
    if (!points_.empty() && points_.back() == plan(p)) return false;  // two heights
    points_.push_back(plan(p));
  }
  keys_.clear();
  constraints_.clear();
  for (std::uint32_t k = 0; k < outline.size(); ++k) {
    const std::uint32_t a = index_of(outline[k].from), b = index_of(outline[k].to);
    constraints_.push_back({a, b, 1});
    keys_.emplace_back(std::uint64_t{a} << 32 | b, k);
  }
  std::sort(keys_.begin(), keys_.end());
  for (std::size_t k = 1; k < keys_.size(); ++k) {
    if (keys_[k].first == keys_[k - 1].first && !is_open(outline[keys_[k].second].border)) return false;
  }
  if (!triangulator_.run(points_, constraints_, Keep::inside, mesh_, context)) return false;

  out.resize(mesh_.triangles.size());
  for (std::size_t t = 0; t < out.size(); ++t) {
    OutlineFace& face = out[t];
    if (mesh_.winding[t] < 0) return false;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t a = mesh_.triangles[t][i], b = mesh_.triangles[t][i == 2 ? 0 : i + 1];
      face.at[i] = places_[a];
      face.neighbour[i] = mesh_.neighbours[t][i];
      if ((std::uint32_t{mesh_.constrained[t]} >> i & 1u) == 0) continue;
      const OutlineEdge* here = edge_at(outline, a, b);
      if (face.neighbour[i] != kNone) {
        const OutlineEdge* back = edge_at(outline, b, a);
        const OutlineEdge* either = here ? here : back;
        if (!either || either->joined || (back && back->joined)) return false;
        if (is_open(either->border) && (!back || is_open(back->border)))
          continue;  // one region on both sides
        here = either;
      }
      if (!here) return false;  // an edge through a point of another
      face.neighbour[i] = kNone;
      face.border[i] = here->border;
      face.joined[i] = here->joined;
    }
  }
  return true;
}

bool OutlineTriangulator::node(std::span<const OutlineEdge> outline) {
  segments_.clear();
  for (const OutlineEdge& e : outline) segments_.push_back({plan(e.from), plan(e.to)});
  snap_.hot_pixels(segments_, pixels_);
  snap_.chains(segments_, pixels_, chains_);
  std::vector<std::int64_t> height(pixels_.size(), INT64_MIN);
  const auto pixel_of = [&](LatticePoint p) {
    return static_cast<std::size_t>(std::lower_bound(pixels_.begin(), pixels_.end(), plan(p)) -
                                    pixels_.begin());
  };
  for (const OutlineEdge& e : outline) {
    std::int64_t& z = height[pixel_of(e.from)];
    z = std::max<std::int64_t>(z, e.from.z);
  }
  noded_.clear();
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const OutlineEdge& e = outline[k];
    const std::uint32_t begin = chains_.begin[k], end = chains_.begin[k + 1];
    if (e.joined && end - begin != 2) return false;
    OutlineEdge part = e;
    for (std::uint32_t n = begin; n < end; ++n) {
      const Point2 p = pixels_[chains_.nodes[n]];
      std::int64_t& z = height[chains_.nodes[n]];
      if (z == INT64_MIN) {
        const double dx = static_cast<double>(e.to.x) - e.from.x, dy = static_cast<double>(e.to.y) - e.from.y;
        const double along =
            (dx * (static_cast<double>(p.x) - e.from.x) + dy * (static_cast<double>(p.y) - e.from.y)) /
            (dx * dx + dy * dy);
        z = static_cast<std::int64_t>(
            std::nearbyint(e.from.z + along * (static_cast<double>(e.to.z) - e.from.z)));
      }
      part.to = {p.x, p.y, static_cast<std::int32_t>(z)};
      if (e.joined && part.to != (n == begin ? e.from : e.to))
        return false;  // two heights, and one may not move
      if (n > begin) noded_.push_back(part);
      part.from = part.to;
    }
  }
  return true;
}

}  // namespace ambula
