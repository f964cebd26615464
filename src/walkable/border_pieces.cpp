// The border is cut where any span begins or ends; every part takes the highest span over it. Parts of one
// kind are joined, and those too short to matter go to the neighbour where more stands in the way.
#include "walkable/border_pieces.h"

#include <algorithm>
#include <cstddef>

namespace ambula {
namespace {

BorderKind kind_of(double height, const BorderLimits& limits) {
  return height <= 0 ? BorderKind::ledge : height <= limits.step ? BorderKind::sill : BorderKind::wall;
}

double highest_over(const std::vector<BlockedSpan>& spans, double from, double to) {
  const double middle = (from + to) / 2;
  double height = 0;
  for (const BlockedSpan& s : spans) {
    if (s.from <= middle && middle <= s.to) height = std::max(height, s.height);
  }
  return height;
}

// Of one kind, and on one side of the welding distance.
bool are_equal(const BorderPiece& a, const BorderPiece& b, const BorderLimits& limits) {
  return a.kind == b.kind &&
         (a.kind != BorderKind::sill || (a.height <= limits.weld) == (b.height <= limits.weld));
}

void join_equal(std::vector<BorderPiece>& pieces, const BorderLimits& limits) {
  std::size_t kept = 0;
  for (const BorderPiece& p : pieces) {
    if (kept > 0 && are_equal(pieces[kept - 1], p, limits)) {
      pieces[kept - 1].to = p.to;
      pieces[kept - 1].height = std::max(pieces[kept - 1].height, p.height);
    } else {
      pieces[kept++] = p;
    }
  }
  pieces.resize(kept);
}

// Gives piece k to its higher neighbour.
void give_away(std::vector<BorderPiece>& pieces, std::size_t k, const BorderLimits& limits) {
  const auto rank = [&](std::size_t i) { return i < pieces.size() ? static_cast<int>(pieces[i].kind) : -1; };
  const std::size_t before = k == 0 ? pieces.size() : k - 1;
  const BorderPiece& other = pieces[rank(before) >= rank(k + 1) ? before : k + 1];
  pieces[k].kind = other.kind;
  pieces[k].height = other.height;
  join_equal(pieces, limits);
}

}  // namespace

void make_pieces(const std::vector<BlockedSpan>& spans, const BorderLine& line, const BorderLimits& limits,
                 double least, bool is_marked, std::vector<BorderPiece>& out) {
  out.clear();
  const auto add = [&](double from, double to) {
    const double height = highest_over(spans, from, to);
    out.push_back({to, kind_of(height, limits), height});
  };
  if (line.length <= 2 * least) {
    add(0, line.length);
  } else {
    std::vector<double> ends{0, line.length};
    for (const BlockedSpan& s : spans) {
      ends.push_back(s.from);
      ends.push_back(s.to);
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      if (ends[k] < ends[k + 1]) add(ends[k], ends[k + 1]);
    }
    join_equal(out, limits);
    while (out.size() > 1) {
      std::size_t shortest = 0;
      double shortest_length = least;
      for (std::size_t k = 0; k < out.size(); ++k) {
        const double length = out[k].to - (k == 0 ? 0 : out[k - 1].to);
        if (length >= shortest_length) continue;
        shortest = k;
        shortest_length = length;
      }
      if (shortest_length >= least) break;
      give_away(out, shortest, limits);
    }
  }
  // A sill is as high as at its middle: welding must not be kept off by a bump at its end.
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (out[k].kind != BorderKind::sill) continue;
    const double height = highest_over(spans, k == 0 ? 0 : out[k - 1].to, out[k].to);
    if (kind_of(height, limits) == BorderKind::sill) out[k].height = height;
  }
  if (!is_marked) return;
  for (std::size_t k = 0; k < out.size() && out.size() > 1; ++k) {
    if (out[k].kind == BorderKind::ledge) give_away(out, k--, limits);
  }
  // Marked by the cut, and out of sight here.
  if (out[0].kind == BorderKind::ledge) out[0] = {line.length, BorderKind::wall, limits.height};
}

}  // namespace ambula
