// raycast: from cell to cell along a line in plan.
//
// Where the line goes through a corner, the cells around it may lead on differently, so all that touch the
// line where it was followed to are tried. What stops it is the furthest of what stops any of them.
#include <algorithm>
#include <cmath>

#include "query/query_state.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

class LineWalk {
 public:
  LineWalk(const QueryMesh& mesh, const Toll& toll, Vec2 from, Vec2 to, std::vector<std::uint32_t>& cells,
           std::vector<double>& parts)
      : m_(mesh), toll_(toll), from_(from), on_(to - from), to_(to), cells_(cells), parts_(parts) {}

  std::uint32_t cell = kNone, side = kNone;  // where it ends, and at which side when something stopped it
  double part = -1;

  void run(std::uint32_t first) {
    cells_.assign(1, first);
    parts_.assign(1, 0.0);
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      if (ends_in(cells_[k])) {
        cell = cells_[k];
        side = kNone;
        part = 1;
        return;
      }
      look_at(cells_[k], parts_[k]);
    }
    if (cell == kNone) {
      cell = first;
      part = 0;
    }
  }

 private:
  // On which side of the line a corner is; 0 where that is no more than what the beginning is rounded by.
  [[nodiscard]] double left(Vec2 p) const {
    constexpr double kOff = 4e-6;  // quanta
    const double off = cross(on_, p - from_);
    return off * off > kOff * kOff * dot(p - from_, p - from_) ? off : 0;
  }
  [[nodiscard]] double part_at(Vec2 p) const { return dot(p - from_, on_) / dot(on_, on_); }

  [[nodiscard]] bool ends_in(std::uint32_t c) const {
    for (std::uint32_t s = m_.begin(c); s < m_.end(c); ++s) {
      const Vec2 a = m_.sides[s].at(), b = m_.sides[m_.next(s, c)].at();
      if (left_of(a, b, to_) < 0 && !stands_on(a, b, to_)) return false;
    }
    return true;
  }

  // Goes on through the sides that meet the line from `at` on.
  void look_at(std::uint32_t c, double at) {
    for (std::uint32_t s = m_.begin(c); s < m_.end(c); ++s) {
      const Vec2 a = m_.sides[s].at(), b = m_.sides[m_.next(s, c)].at();
      const double l = left(a), r = left(b);
      double where;
      if (l < 0 && r > 0) {
        where = part_at(a + (b - a) * (l / (l - r)));
      } else if (l == 0 && r == 0) {
        where = std::max(at, std::min(part_at(a), part_at(b)));
        if (where > std::max(part_at(a), part_at(b)) + kSlack) continue;
      } else if (l == 0 || r == 0) {
        where = part_at(l == 0 ? a : b);
      } else {
        continue;
      }
      if (where < at - kSlack || where > 1) continue;
      meet(s, c, std::max(at, where));
    }
  }

  void meet(std::uint32_t s, std::uint32_t c, double where) {
    const std::uint32_t d = m_.sides[s].neighbour;
    if (d == kNone || !toll_.passes(s)) {
      if (where <= part) return;
      cell = c;
      side = s;
      part = where;
    } else if (std::find(cells_.begin(), cells_.end(), d) == cells_.end()) {
      cells_.push_back(d);
      parts_.push_back(where);
    }
  }

  static constexpr double kSlack = 1e-9;

  const QueryMesh& m_;
  const Toll& toll_;
  Vec2 from_, on_, to_;
  std::vector<std::uint32_t>& cells_;
  std::vector<double>& parts_;
};

}  // namespace

RayHit Query::raycast(Place from, Vec3 to, const Filter* filter) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  RayHit out;
  out.end = from;
  MeshPlace start;
  const Vec3 goal = m.inwards(to);
  if (!own.enter(*shared_, from, filter, start) || !is_finite(to) || !is_near(goal)) {
    out.hit = true;
    return out;
  }
  if (goal.xy() == start.at.xy()) return out;
  LineWalk walk(m, own.toll, start.at.xy(), goal.xy(), own.steps, own.parts);
  walk.run(start.cell);
  out.hit = walk.part < 1 || walk.side != kNone;
  const Vec2 at = out.hit ? start.at.xy() + (goal.xy() - start.at.xy()) * walk.part : goal.xy();
  out.end = {m.outwards({at.x, at.y, height_in(m, walk.cell, at)}), walk.cell};
  out.side = walk.side;
  if (walk.side == kNone) return out;
  const Vec2 d = m.sides[m.next(walk.side, walk.cell)].at() - m.sides[walk.side].at();
  out.normal = {-d.y / length(d), d.x / length(d), 0};
  return out;
}

}  // namespace ambula
