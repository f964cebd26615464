#include "verify/walker_reason.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "core/text.h"
#include "verify/convex.h"

namespace ambula::checker {
namespace {

constexpr double kAtBorder =
    0.003;  // metres around a place of a border where what stands on it is looked for
constexpr double kBesideRadius = 0.1;  // metres beyond the radius where a border may still be the reason

std::string metres(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.3f m", value);
  return buffer;
}

// How far the raw triangles at `at` reach above it, up to `most`; 0 where there are none.
double height_of_obstacle(const Truth& truth, Vec3 at, double most) {
  double top = 0;
  truth.within({at - Vec3{kAtBorder, kAtBorder, 0}, at + Vec3{kAtBorder, kAtBorder, most}},
               [&](std::uint32_t t) {
                 Convex part(truth.corners(t));
                 part.cut_to_heights(at.z, at.z + most);
                 if (part.size > 0) part.cut_to_square(at.xy(), kAtBorder);
                 for (std::size_t i = 0; i < part.size; ++i) top = std::max(top, part.corner[i].z - at.z);
               });
  return top;
}

}  // namespace

WalkerReason::WalkerReason(const Walkable& walkable, const Links* links, const Agent& agent) : agent_(agent) {
  std::vector<Box3> boxes;
  const auto add = [&](const std::array<Vec3, 3>& corners, const std::array<BorderKind, 3>& kinds) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (kinds[i] == BorderKind::none) continue;
      borders_.push_back({corners[i], corners[(i + 1) % 3]});
      kind_.push_back(kinds[i]);
      Box3 box;
      box.add(corners[i]);
      box.add(corners[(i + 1) % 3]);
      boxes.push_back(box);
    }
  };
  if (links != nullptr) {
    const LinkedSurface joined = linked_surface(walkable, *links);
    for (std::size_t t = 0; t < joined.triangles.size(); ++t) {
      std::array<Vec3, 3> corners;
      std::array<BorderKind, 3> kinds = joined.border[t];
      for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = joined.lattice.position(joined.vertices[joined.triangles[t][i]]);
        if (joined.neighbours[t][i] != LinkedSurface::kNone) kinds[i] = BorderKind::none;
      }
      add(corners, kinds);
    }
  } else {
    for (std::size_t f = 0; f < walkable.faces.size(); ++f)
      add(walkable.corners(FaceId{f}), walkable.border[f]);
  }
  tree_ = PlanTree(boxes);
}

std::string WalkerReason::sentence(Vec3 p, const Truth& truth, const Found& found,
                                   std::vector<Hit>& scratch) const {
  const double step = agent_.max_step;
  if (!found.any_at(p.xy(), p.z, step, scratch)) {
    for (const Removal why : {Removal::enclosed, Removal::small}) {
      if (found.removed_at(p.xy(), p.z, kAtBorder, step, why))
        return text("the surface lists it as ", name_of(why));
    }
    return "no surface is there";
  }
  const double wide = agent_.radius + kBesideRadius;
  double best = std::numeric_limits<double>::infinity();
  std::size_t which = 0;
  Vec3 where;
  tree_.within({p - Vec3{wide, wide, step}, p + Vec3{wide, wide, step}}, [&](std::uint32_t b) {
    const Vec2 q = nearest_on(borders_[b][0].xy(), borders_[b][1].xy(), p.xy());
    const double d = length(q - p.xy());
    if (!(d < best)) return;
    best = d;
    which = b;
    const double along = length(borders_[b][1].xy() - borders_[b][0].xy());
    const double part = along > 0 ? length(q - borders_[b][0].xy()) / along : 0;
    where = {q.x, q.y, borders_[b][0].z + (borders_[b][1].z - borders_[b][0].z) * part};
  });
  if (!(best <= wide)) return "no border is near";
  const double height = height_of_obstacle(truth, where, agent_.height);
  return text("the nearest border is a ", name_of(kind_[which]), " ", metres(best), " away, with ",
              height > 0 ? text("something ", metres(height), " high on it") : "nothing on it");
}

}  // namespace ambula::checker
