#include "query/taut_trace.h"

#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr double kEndOff = 4e-6;            // quanta: some times what the ends of a path are rounded by
constexpr std::uint32_t kFewSides = 8;      // up to here looking at all is faster than halving
constexpr std::uint32_t kMostInFan = 4096;  // cells around one corner; more is a circle that never ends

}  // namespace

bool TautTrace::run(const QueryMesh& mesh, const MeshPlace& start, const MeshPlace& goal,
                    std::span<const TautPoint> points, std::vector<std::uint32_t>& sides,
                    std::vector<TautPoint>& taut) {
  m_ = &mesh;
  sides_ = &sides;
  cell_ = start.cell;
  goal_ = goal.cell;
  entry_ = kNone;
  sides.clear();
  taut.clear();
  taut.push_back({points.front().at, -1});
  for (std::size_t k = 1; k < points.size(); ++k) {
    const bool last = k + 1 == points.size();
    from_ = points[k - 1].at;
    to_ = points[k].at;
    on_ = to_ - from_;
    off_ = kEndOff * length(on_);
    if (!go(last)) return false;
    if (last) break;
    const Vec2 then = points[k + 1].at - to_;
    const double turns = cross(on_, then);
    const auto portal = static_cast<std::int32_t>(sides.size());
    if (turns == 0 ? !swing_either(corner_, then)
                   : !swing(corner_, then, turns > 0 ? Rotation::left : Rotation::right))
      return false;
    if (portal < static_cast<std::int32_t>(sides.size())) taut.push_back({to_, portal});
  }
  taut.push_back({points.back().at, static_cast<std::int32_t>(sides.size())});
  return true;
}

// From where it is along the line: until the goal's cell, or a cell that has the corner it leads to.
bool TautTrace::go(bool last) {
  for (std::uint32_t steps = 2 * m_->size() + 2; steps > 0; --steps) {
    if (last && cell_ == goal_) return true;
    const Exit exit = entry_ == kNone ? exit_from_anywhere() : exit_from(entry_);
    if (exit.side == kNone) {
      // Nothing of the cell lies on the way: it begins at a corner and leads away.
      const std::uint32_t corner = corner_at(from_);
      if (corner == kNone || !swing_either(corner, on_)) return last && step_to_goal();
      continue;
    }
    if (last) {
      const Vec2 a = m_->sides[exit.side].at();
      if (exit.at_corner ? dot(on_, a - to_) >= 0
                         : cross(m_->sides[m_->next(exit.side, cell_)].at() - a, to_ - a) >= 0)
        return step_to_goal();
    } else if (exit.at_corner) {
      // Where the way runs along a side, there may be corners before the one it leaves at.
      corner_ = m_->sides[exit.side].at() == to_ ? exit.side : corner_at(to_);
      if (corner_ != kNone) return true;
    }
    if (exit.at_corner ? !swing_either(exit.side, on_) : !cross_side(exit.side)) return false;
  }
  return false;
}

double TautTrace::left(std::uint32_t side) const {
  const double off = cross(on_, m_->sides[side].at() - from_);
  return off <= off_ && off >= -off_ ? 0 : off;
}

// Entered between the ends of a side, or where it begins: the corners from that side's end on lie right of
// the line, then left of it.
TautTrace::Exit TautTrace::exit_from(std::uint32_t entry) const {
  const MeshSide* const sides = m_->sides.data();
  const std::uint32_t begin = m_->begin(cell_), end = m_->end(cell_);
  const Vec2 from = from_, on = on_;
  const double most = off_;
  const auto off_line = [&](std::uint32_t s) { return cross(on, sides[s].at() - from); };
  if (end - begin <= kFewSides) {
    std::uint32_t before = entry + 1 == end ? begin : entry + 1;
    double off = off_line(before);
    // A corner on the line right behind the entry: the way runs along that side.
    if (off >= -most) return {before, true};
    while (true) {
      const std::uint32_t s = before + 1 == end ? begin : before + 1;
      if (s == entry) return {before, false};
      off = off_line(s);
      if (off > most) return {before, false};
      if (off >= -most) return {s, true};
      before = s;
    }
  }
  const std::uint32_t n = end - begin, first = entry - begin;
  const auto side = [&](std::uint32_t k) { return begin + (first + k >= n ? first + k - n : first + k); };
  std::uint32_t right = 0, found = n;  // side(n) is the entry again
  double at = 1;
  while (found - right > 1) {
    const std::uint32_t middle = (right + found) / 2;
    const double off = off_line(side(middle));
    (off < -most ? right : found) = middle;
    if (off >= -most) at = off;
  }
  return found < n && at <= most ? Exit{side(found), true} : Exit{side(right), false};
}

// Without a side it was entered by.
TautTrace::Exit TautTrace::exit_from_anywhere() const {
  const std::uint32_t begin = m_->begin(cell_), end = m_->end(cell_);
  double before = left(end - 1), at = left(begin);
  for (std::uint32_t s = begin; s < end; ++s) {
    const double after = left(m_->next(s, cell_));
    if (at < 0 && after > 0) return {s, false};
    if (at == 0 && (before < 0 || after > 0) && !(before > 0 || after < 0)) return {s, true};
    before = at;
    at = after;
  }
  return {};
}

std::uint32_t TautTrace::corner_at(Vec2 p) const {
  for (std::uint32_t s = m_->begin(cell_); s < m_->end(cell_); ++s) {
    const Vec2 d = m_->sides[s].at() - p;
    if (dot(d, d) <= kEndOff * kEndOff) return s;
  }
  return kNone;
}

// Whether a direction leads from a corner into its cell, or along a side of it; `off` as off_.
bool TautTrace::points_into(std::uint32_t corner, Vec2 on, double off) const {
  const Vec2 at = m_->sides[corner].at(), right = m_->sides[m_->next(corner, cell_)].at() - at;
  if (!(cross(right, on) >= -off)) return false;
  const Vec2 left = m_->sides[m_->before(corner, cell_)].at() - at;
  return cross(on, left) >= -off && (cross(right, left) > 0 || dot(right, left) < 0);
}

bool TautTrace::cross_side(std::uint32_t side) {
  const MeshSide& s = m_->sides[side];
  if (s.neighbour == kNone) return false;
  sides_->push_back(side);
  cell_ = s.neighbour;
  entry_ = s.across;
  return true;
}

// To the next cell around a corner, which is known by its side there.
bool TautTrace::rotate(std::uint32_t& corner, Rotation rotation) {
  const std::uint32_t side = rotation == Rotation::left ? m_->before(corner, cell_) : corner;
  if (!cross_side(side)) return false;
  corner = rotation == Rotation::left ? entry_ : m_->next(entry_, cell_);
  return true;
}

// Around a corner until a direction leads into the cell.
bool TautTrace::swing(std::uint32_t corner, Vec2 on, Rotation rotation) {
  if (corner == kNone) return false;
  const double off = kEndOff * length(on);
  for (std::uint32_t k = 0; k < kMostInFan; ++k) {
    if (points_into(corner, on, off)) {
      entry_ = corner;
      return true;
    }
    if (!rotate(corner, rotation)) return false;
  }
  return false;
}

bool TautTrace::swing_either(std::uint32_t corner, Vec2 on) {
  const std::uint32_t cell = cell_;
  const std::size_t before = sides_->size();
  if (swing(corner, on, Rotation::left)) return true;
  sides_->resize(before);
  cell_ = cell;
  return swing(corner, on, Rotation::right);
}

// The goal stands on the border of this cell and of its own.
bool TautTrace::step_to_goal() {
  for (std::uint32_t s = m_->begin(cell_); s < m_->end(cell_); ++s) {
    if (m_->sides[s].neighbour == goal_ &&
        stands_on(m_->sides[s].at(), m_->sides[m_->next(s, cell_)].at(), to_))
      return cross_side(s);
  }
  return swing_to_goal(corner_at(to_));
}

bool TautTrace::swing_to_goal(std::uint32_t corner) {
  if (corner == kNone) return false;
  const std::uint32_t cell = cell_, first = corner;
  const std::size_t before = sides_->size();
  for (const Rotation rotation : {Rotation::left, Rotation::right}) {
    for (std::uint32_t k = 0; k < kMostInFan && rotate(corner, rotation); ++k) {
      if (cell_ == goal_) return true;
    }
    sides_->resize(before);
    cell_ = cell;
    corner = first;
  }
  return false;
}

}  // namespace ambula
