#include "navmesh/simplify_change.h"

#include <algorithm>

namespace ambula {

void Change::begin(std::size_t n) {
  old.clear();
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
  fresh_.clear();
  was_.clear();
  off_ = {};
  for (const std::uint32_t t : old) {
    was_.push_back(surface_.corners(t));
    off_.least = std::min(off_.least, surface_.off(t).least);
    off_.most = std::max(off_.most, surface_.off(t).most);
  }
  for (const Hole& h : holes) {
    for (const auto& c : h.fill)
      fresh_.push_back({surface_.place(h.sides[c[0]].vertex), surface_.place(h.sides[c[1]].vertex),
                        surface_.place(h.sides[c[2]].vertex)});
  }
  const Rise rise = rise_of(fresh_, was_);
  off_.least += rise.least;
  off_.most += rise.most;
  return off_.least >= -height_ && off_.most <= height_;
}

}  // namespace ambula
