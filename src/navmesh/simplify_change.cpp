#include "navmesh/simplify_change.h"

#include <algorithm>

namespace ambula {

void Change::begin(std::size_t n) {
  old.clear();
  gone.clear();
  added = EditSurface::kNone;
  holes.resize(n);
  for (Hole& h : holes) h.clear();
}

const std::vector<Point2>& Change::outline(const Hole& hole) {
  outline_.clear();
  for (const HoleSide& s : hole.sides) outline_.push_back(surface_.plan(s.vertex));
  return outline_;
}

bool Change::fill() {
  bool filled = true;
  for (Hole& h : holes) filled = filled && ears_.run(outline(h), h.fill);
  if (filled && fits()) return true;
  // Folds of the surface go through vertices: one that both holes have, or any where there is one.
  for (const HoleSide& s : holes[0].sides) {
    filled = true;
    for (Hole& h : holes) {
      const auto at = std::find_if(h.sides.begin(), h.sides.end(),
                                   [&](const HoleSide& side) { return side.vertex == s.vertex; });
      filled = filled && at != h.sides.end() &&
               fill_from(outline(h), static_cast<std::uint32_t>(at - h.sides.begin()), h.fill);
    }
    if (filled && fits()) return true;
  }
  return false;
}

bool Change::fits() {
  start_from_old();
  if (!is_level()) {
    fresh_.clear();
    fresh_edges_.clear();
    for (const Hole& h : holes) list_edges(h);
    old_edges_.clear();
    Rise rise;
    for (const std::uint32_t t : old) {
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        const std::uint32_t v = surface_.from(h);
        if (std::find(gone.begin(), gone.end(), v) != gone.end())
          old_edges_.push_back({surface_.place(v), surface_.place(surface_.to(h))});
      }
    }
    for (const HoleEdge& f : fresh_edges_) {
      for (const HoleEdge& o : old_edges_) compare(f, o, rise);
    }
    for (const std::uint32_t v : gone) {
      for (const HoleTriangle& t : fresh_) {
        if (holds(t, surface_.plan(v))) rise.widen(height_at(t, surface_.plan(v)) - surface_.place(v).z);
      }
    }
    if (added != EditSurface::kNone) {
      for (const std::uint32_t t : old) {
        const HoleTriangle was = surface_.corners(t);
        if (holds(was, surface_.plan(added)))
          rise.widen(surface_.place(added).z - height_at(was, surface_.plan(added)));
      }
    }
    off_.least += rise.least;
    off_.most += rise.most;
  }
  return off_.least >= -height_ && off_.most <= height_;
}

bool Change::fits_flipped(double most) {
  start_from_old();
  Rise rise;
  const auto& sides = holes[0].sides;
  compare({surface_.place(sides[1].vertex), surface_.place(sides[3].vertex)},
          {surface_.place(sides[0].vertex), surface_.place(sides[2].vertex)}, rise);
  if (rise.least < -most || rise.most > most) return false;
  off_.least += rise.least;
  off_.most += rise.most;
  return off_.least >= -height_ && off_.most <= height_;
}

void Change::start_from_old() {
  off_ = {};
  for (const std::uint32_t t : old) {
    off_.least = std::min(off_.least, surface_.off(t).least);
    off_.most = std::max(off_.most, surface_.off(t).most);
  }
}

// One height everywhere, as floors mostly are.
bool Change::is_level() const {
  const std::int32_t z = surface_.place(holes[0].sides[0].vertex).z;
  for (const Hole& h : holes) {
    for (const HoleSide& s : h.sides) {
      if (surface_.place(s.vertex).z != z) return false;
    }
  }
  return std::all_of(gone.begin(), gone.end(), [&](std::uint32_t v) { return surface_.place(v).z == z; });
}

// New triangles, and those of their edges that are new: diagonals, and sides with nothing old against them.
void Change::list_edges(const Hole& hole) {
  const auto n = static_cast<std::uint32_t>(hole.sides.size());
  const auto at = [&](std::uint32_t k) { return surface_.place(hole.sides[k].vertex); };
  for (const auto& c : hole.fill) {
    fresh_.push_back({at(c[0]), at(c[1]), at(c[2])});
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = c[i], b = c[i == 2 ? 0 : i + 1];
      const bool side = b == (a + 1 == n ? 0 : a + 1), back = a == (b + 1 == n ? 0 : b + 1);
      if (side ? hole.sides[a].beyond >= Hole::kOpposite : a < b && !back)
        fresh_edges_.push_back({at(a), at(b)});
    }
  }
}

}  // namespace ambula
