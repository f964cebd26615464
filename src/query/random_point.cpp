// Points at random, uniform by area in plan. Only + - * / and a hash of the seed: the same everywhere.
#include <algorithm>
#include <cmath>

#include "ambula/hash.h"
#include "query/query_state.h"

namespace ambula {
namespace {

class SeededDice {
 public:
  explicit SeededDice(std::uint64_t seed) : state_(mix_bits(seed)) {}
  double part() {  // 0 .. 1, without 1
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<double>(mix_bits(state_) >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

// A point of a convex outline.
Vec2 point_of(std::span<const Vec3> outline, double area, SeededDice& dice) {
  const Vec2 base = outline[0].xy();
  double left = dice.part() * area;
  const double u = dice.part(), v = dice.part();
  std::size_t k = 1;
  for (; k + 2 < outline.size(); ++k) {
    const double own = cross(outline[k].xy() - base, outline[k + 1].xy() - base) / 2;
    if (left < own) break;
    left -= own;
  }
  const double s = u + v > 1 ? 1 - u : u, t = u + v > 1 ? 1 - v : v;
  return base + (outline[k].xy() - base) * s + (outline[k + 1].xy() - base) * t;
}

double area_of(std::span<const Vec3> outline) {
  double doubled = 0;
  for (std::size_t k = 1; k + 1 < outline.size(); ++k)
    doubled += cross(outline[k].xy() - outline[0].xy(), outline[k + 1].xy() - outline[0].xy());
  return doubled / 2;
}

void outline_of(const QueryMesh& m, std::uint32_t cell, std::vector<Vec3>& out) {
  out.clear();
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s) {
    const Vec2 p = m.sides[s].at();
    out.push_back({p.x, p.y, 0});
  }
}

}  // namespace

std::optional<Place> Query::random_point(std::uint64_t seed, const Filter* filter) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  if (m.size() == 0 || !own.toll.set(m, filter)) return {};
  SeededDice dice(seed);
  const auto& before = shared_->area_before;
  std::uint32_t cell = NavMesh::kNone;
  if (!own.toll.shuts()) {
    const auto at = std::upper_bound(before.begin() + 1, before.end() - 1, dice.part() * before.back());
    cell = static_cast<std::uint32_t>(at - before.begin() - 1);
  } else {
    double open = 0;
    for (std::uint32_t c = 0; c < m.size(); ++c) {
      if (own.toll.is_open(c)) open += before[c + 1] - before[c];
    }
    double left = dice.part() * open;
    for (std::uint32_t c = 0; c < m.size(); ++c) {
      if (!own.toll.is_open(c)) continue;
      cell = c;
      left -= before[c + 1] - before[c];
      if (left < 0) break;
    }
    if (cell == NavMesh::kNone) return {};
  }
  outline_of(m, cell, own.outline);
  const Vec2 p = point_of(own.outline, area_of(own.outline), dice);
  return Place{m.outwards({p.x, p.y, height_in(m, cell, p)}), cell};
}

// From what of the cells lies in the square around the circle, until a point is in the circle.
std::optional<Place> Query::random_point(std::uint64_t seed, Place centre, double radius,
                                         const Filter* filter) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  MeshPlace place;
  if (!own.enter(*shared_, centre, filter, place) || !(radius >= 0)) return {};
  const double r = std::min(radius / m.mesh->lattice.quantum, kFarAway);
  const Vec2 c = place.at.xy();
  own.cells.clear();
  double sum = 0;
  own.circle.run(
      m, own.toll, place, r,
      [&](std::uint32_t cell, double, double&) {
        outline_of(m, cell, own.outline);
        clip_to_square(own.outline, c, r);
        const double area = own.outline.size() > 2 ? area_of(own.outline) : 0;
        sum += area;
        own.cells.push_back({cell, sum, area});
      },
      [](std::uint32_t, std::uint32_t, double&) {});
  SeededDice dice(seed);
  for (int tries = 0; tries < 1000 && sum > 0; ++tries) {
    const double pick = dice.part() * sum;
    const auto at = std::find_if(own.cells.begin(), own.cells.end() - 1,
                                 [&](const ReachedCell& reached) { return pick < reached.distance; });
    if (!(at->area > 0)) continue;
    outline_of(m, at->cell, own.outline);
    clip_to_square(own.outline, c, r);
    const Vec2 p = point_of(own.outline, at->area, dice);
    if (length(p - c) <= r) return Place{m.outwards({p.x, p.y, height_in(m, at->cell, p)}), at->cell};
  }
  return Place{m.outwards(place.at), place.cell};  // a circle that is next to nothing
}

}  // namespace ambula
