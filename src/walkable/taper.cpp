// Marks spread from borders that are too high to be welded along the border to lower and lower ones.
#include "walkable/taper.h"

#include <cmath>
#include <vector>

#include "walkable/fans.h"

namespace ambula {
namespace {

constexpr double kStraight = 0.9;  // cosine of the turn between edges that go on straight
// The height that a steady gradient leaves at the lower edge's middle, as a share of what is found there. At
// a tip the share is 1; below one half the higher border is a thing of its own: a wall beside a doorway.
constexpr double kSteady = 0.5;

struct Run {
  double x, y, length;
};

class Tapers {
 public:
  Tapers(Surface& surface, std::int32_t distance) : surface_(surface), distance_(distance) {}

  void run() {
    for (HalfEdge e = 0; e < 3 * surface_.faces.size(); ++e) {
      if (!is_border(e) || border(e).height <= distance_) continue;
      const HalfEdge next = next_border(e), last = last_border(e);
      if (is_low(next)) spread(e, next);
      if (is_low(last)) spread(e, last);
    }
    while (!marked_.empty()) {
      const HalfEdge e = marked_.back();
      marked_.pop_back();
      for (const HalfEdge other : {next_border(e), last_border(e)}) {
        if (is_low(other) && border(other).height <= border(e).height) spread(e, other);
      }
    }
  }

 private:
  [[nodiscard]] Border& border(HalfEdge e) { return surface_.faces[e / 3].border[e % 3]; }
  [[nodiscard]] bool is_border(HalfEdge e) const {
    return surface_.faces[e / 3].neighbour[e % 3] == Surface::kNone;
  }
  [[nodiscard]] bool is_low(HalfEdge e) {
    const Border& b = border(e);
    return b.kind == BorderKind::sill && b.height <= distance_ && !b.tapers;
  }
  [[nodiscard]] Run run_of(HalfEdge e) const {
    const SurfaceFace& face = surface_.faces[e / 3];
    const LatticePoint a = surface_.vertices[face.corner[e % 3]],
                       b = surface_.vertices[face.corner[(e % 3 + 1) % 3]];
    const double x = static_cast<double>(b.x) - a.x, y = static_cast<double>(b.y) - a.y;
    return {x, y, std::sqrt(x * x + y * y)};
  }
  [[nodiscard]] HalfEdge next_border(HalfEdge e) const {
    HalfEdge corner = e - e % 3 + (e % 3 + 1) % 3;
    for (HalfEdge c = right_of(surface_, corner); c != Surface::kNone; c = right_of(surface_, c)) corner = c;
    return corner;
  }
  [[nodiscard]] HalfEdge last_border(HalfEdge e) const {
    HalfEdge corner = e;
    for (HalfEdge c = left_of(surface_, corner); c != Surface::kNone; c = left_of(surface_, c)) corner = c;
    return corner - corner % 3 + (corner % 3 + 2) % 3;
  }
  // From the higher edge to the lower one beside it, if the two go on in each other.
  void spread(HalfEdge high, HalfEdge low) {
    const Run a = run_of(high), b = run_of(low);
    if (a.x * b.x + a.y * b.y < kStraight * a.length * b.length) return;
    const double h = border(low).height, more = border(high).height - h;
    if (h * (a.length + b.length) < kSteady * more * b.length) return;
    border(low).tapers = true;
    marked_.push_back(low);
  }

  Surface& surface_;
  std::int32_t distance_;
  std::vector<HalfEdge> marked_;
};

}  // namespace

void mark_tapers(Surface& surface, std::int32_t distance) { Tapers(surface, distance).run(); }

void clear_tapers(Surface& surface) {
  for (SurfaceFace& face : surface.faces) {
    for (Border& border : face.border) border.tapers = false;
  }
}

}  // namespace ambula
