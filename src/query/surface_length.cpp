// The length of a straight stretch over a cell with triangles, from one to the next.
#include <algorithm>
#include <cmath>

#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

class SurfaceWalk {
 public:
  SurfaceWalk(const QueryMesh& mesh, std::uint32_t cell, Vec2 a, Vec2 b)
      : m_(mesh), cell_(cell), a_(a), on_(b - a), squared_(dot(on_, on_)) {}

  // From an edge that has the beginning on it, or from the triangle that does where that is not known.
  double run(std::uint32_t edge) {
    if (edge != kNone) enter(edge);
    std::uint32_t lost = edge != kNone && left_ >= 0 && right_ <= 0 ? 0 : 1;
    if (lost > 0) begin_in(find());
    for (std::size_t turns = m_.triangles_of(cell_).size() + 3; turns > 0; --turns) {
      const std::uint32_t exit = leave();
      if (at_ >= 1) return sum_;
      const std::uint32_t beyond = m_.pieces[triangle_].beyond[exit];
      if (beyond != kNone) {
        enter_by(beyond);
      } else if (++lost > 3) {  // at a corner of several triangles, or along an edge
        break;
      } else {
        begin_in(find());
      }
    }
    if (at_ < 1) add(find(), 1);
    return sum_;
  }

 private:
  [[nodiscard]] double left_of_line(Vec2 p) const { return cross(on_, p - a_); }

  void enter(std::uint32_t edge) {
    const SurfacePiece& piece = m_.pieces[edge / 3];
    triangle_ = edge / 3;
    entry_ = edge % 3;
    left_ = left_of_line(piece.at(entry_));
    right_ = left_of_line(piece.at(entry_ == 2 ? 0 : entry_ + 1));
  }
  // Through an edge whose ends are known.
  void enter_by(std::uint32_t edge) {
    triangle_ = edge / 3;
    entry_ = edge % 3;
  }
  // Without an edge it was entered by: the one with its left end left of the line and its right end right of
  // it, or the first.
  void begin_in(std::uint32_t triangle) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      enter(3 * triangle + i);
      if (left_ >= 0 && right_ < 0) return;
    }
    enter(3 * triangle);
  }

  // Goes through the triangle; the edge it is left by.
  std::uint32_t leave() {
    const SurfacePiece& piece = m_.pieces[triangle_];
    const std::uint32_t end = entry_ == 2 ? 0 : entry_ + 1, apex = 3 - entry_ - end;
    const double over = left_of_line(piece.at(apex));
    const bool by_right = over > 0;  // the edge from the right end to the corner across
    const std::uint32_t exit = by_right ? end : apex;
    (by_right ? left_ : right_) = over;
    const Vec2 right = piece.at(exit), left = piece.at(exit == 2 ? 0 : exit + 1);
    const double whole = left_ - right_;
    const Vec2 cut = whole > 0 ? right + (left - right) * (-right_ / whole) : left;
    add(triangle_, std::min(1.0, dot(cut - a_, on_) / squared_));
    return exit;
  }

  void add(std::uint32_t triangle, double to) {
    if (!(to > at_)) return;
    const SurfacePiece& piece = m_.pieces[triangle];
    const double rise = piece.zx * on_.x + piece.zy * on_.y;
    sum_ += (to - at_) * std::sqrt(squared_ + rise * rise);
    at_ = to;
  }

  // The triangle that has the stretch from where it is on.
  [[nodiscard]] std::uint32_t find() const {
    const Vec2 p = a_ + on_ * std::min(1.0, at_ + 1e-7);
    std::uint32_t best = m_.triangle_begin[cell_];
    double most = -1e300;
    for (std::uint32_t t = best; t < m_.triangle_begin[cell_ + 1]; ++t) {
      const SurfacePiece& piece = m_.pieces[t];
      const Vec2 u = piece.at(0) - p, v = piece.at(1) - p, w = piece.at(2) - p;
      const double x = cross(u, v), y = cross(v, w), z = cross(w, u), least = std::min({x, y, z});
      if (least >= 0) return t;
      const double inside = least / (x + y + z);
      if (inside > most) {
        most = inside;
        best = t;
      }
    }
    return best;
  }

  const QueryMesh& m_;
  std::uint32_t cell_;
  Vec2 a_, on_;
  double squared_;
  std::uint32_t triangle_ = kNone, entry_ = 0;
  double left_ = 0, right_ = 0;  // how far left of the line the ends of the edge it came by are
  double at_ = 0, sum_ = 0;      // as parts of the whole
};

}  // namespace

double surface_length(const QueryMesh& m, std::uint32_t cell, Vec2 a, Vec2 b, std::uint32_t edge) {
  if (a == b) return 0;
  return SurfaceWalk(m, cell, a, b).run(edge);
}

}  // namespace ambula
