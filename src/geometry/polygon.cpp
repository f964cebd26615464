// Ear clipping in the polygon's dominant plane. Only reflex corners can lie in an ear, so only they are
// tested, through a grid when there are many; clipping an ear changes only its two neighbours' ears, so a
// queue of candidates suffices (O'Rourke, Computational Geometry in C, §1.6).
#include "geometry/polygon.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

using Corners = std::array<std::uint32_t, 3>;

double turn(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

// Corners in the plane along the polygon's dominant axis, turned so that the polygon runs counter-clockwise.
// Empty when it has no area.
std::vector<Vec2> project(std::span<const Vec3> corners) {
  const Vec3 origin = corners[0];
  Vec3 normal;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    normal = normal + cross(corners[i] - origin, corners[i + 1] - origin);
  }
  const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
  std::vector<Vec2> out;
  if (!(x + y + z > 0) || !is_finite(normal)) return out;
  out.reserve(corners.size());
  for (const Vec3 p : corners) {
    const Vec3 d = p - origin;
    Vec2 q;
    if (z >= x && z >= y) {
      q = normal.z > 0 ? Vec2{d.x, d.y} : Vec2{d.y, d.x};
    } else if (y >= x) {
      q = normal.y > 0 ? Vec2{d.z, d.x} : Vec2{d.x, d.z};
    } else {
      q = normal.x > 0 ? Vec2{d.y, d.z} : Vec2{d.z, d.y};
    }
    out.push_back(q);
  }
  return out;
}

// Turns left everywhere and goes round once.
bool is_convex(std::span<const Vec2> p) {
  const std::size_t n = p.size();
  int sign_changes = 0;
  bool rising = p[0].x > p[n - 1].x;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
    if (turn(a, b, c) < 0) return false;
    if (a.x != b.x && (b.x > a.x) != rising) {
      rising = !rising;
      ++sign_changes;
    }
  }
  return sign_changes <= 3;
}

class EarClipper {
 public:
  EarClipper(std::span<const Vec2> points, std::vector<Corners>& out) : p_(points), out_(out) {
    const auto n = static_cast<std::uint32_t>(p_.size());
    next_.resize(n);
    previous_.resize(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      next_[i] = i + 1 == n ? 0 : i + 1;
      previous_[i] = i == 0 ? n - 1 : i - 1;
    }
    clipped_.assign(n, 0);
    left_ = n;
    build_grid();
  }

  void run() {
    std::vector<std::uint32_t> queue;
    // A few rounds over everything left, in case rounding hid an ear; then whatever is left is fanned.
    for (int round = 0; round < 4 && left_ > 3; ++round) {
      queue.clear();
      for (std::uint32_t i = static_cast<std::uint32_t>(p_.size()); i-- > 0;) {
        if (!clipped_[i]) queue.push_back(i);
      }
      while (!queue.empty() && left_ > 3) {
        const std::uint32_t i = queue.back();
        queue.pop_back();
        if (clipped_[i] || !is_ear(i)) continue;
        const std::uint32_t a = previous_[i], b = next_[i];
        clip(i);
        queue.push_back(a);
        queue.push_back(b);
      }
    }
    fan_rest();
  }

 private:
  // Cells hold the corners that are reflex at the start; a corner never becomes reflex later.
  void build_grid() {
    std::vector<std::uint32_t> reflex;
    for (std::uint32_t i = 0; i < p_.size(); ++i) {
      if (turn(p_[previous_[i]], p_[i], p_[next_[i]]) <= 0) reflex.push_back(i);
    }
    low_ = high_ = p_[0];
    for (const Vec2 q : p_) {
      low_ = {std::min(low_.x, q.x), std::min(low_.y, q.y)};
      high_ = {std::max(high_.x, q.x), std::max(high_.y, q.y)};
    }
    side_ =
        static_cast<std::size_t>(std::clamp(std::sqrt(static_cast<double>(reflex.size()) / 2), 1.0, 1024.0));
    first_.assign(side_ * side_ + 1, 0);
    for (const std::uint32_t i : reflex) ++first_[cell(p_[i]) + 1];
    for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    items_.resize(reflex.size());
    std::vector<std::uint32_t> fill(first_.begin(), first_.end() - 1);
    for (const std::uint32_t i : reflex) items_[fill[cell(p_[i])]++] = i;
  }

  [[nodiscard]] std::size_t column(double v, double low, double high) const {
    if (!(high > low)) return 0;
    const double t = (v - low) / (high - low) * static_cast<double>(side_);
    return std::min(side_ - 1, static_cast<std::size_t>(std::max(0.0, t)));
  }
  [[nodiscard]] std::size_t cell(Vec2 q) const {
    return column(q.y, low_.y, high_.y) * side_ + column(q.x, low_.x, high_.x);
  }

  [[nodiscard]] bool is_ear(std::uint32_t i) const {
    const std::uint32_t ia = previous_[i], ic = next_[i];
    const Vec2 a = p_[ia], b = p_[i], c = p_[ic];
    if (turn(a, b, c) <= 0) return false;
    const std::size_t x0 = column(std::min({a.x, b.x, c.x}), low_.x, high_.x);
    const std::size_t x1 = column(std::max({a.x, b.x, c.x}), low_.x, high_.x);
    const std::size_t y0 = column(std::min({a.y, b.y, c.y}), low_.y, high_.y);
    const std::size_t y1 = column(std::max({a.y, b.y, c.y}), low_.y, high_.y);
    for (std::size_t y = y0; y <= y1; ++y) {
      for (std::uint32_t k = first_[y * side_ + x0]; k < first_[y * side_ + x1 + 1]; ++k) {
        const std::uint32_t j = items_[k];
        if (clipped_[j] || j == ia || j == i || j == ic) continue;
        const Vec2 q = p_[j];
        if (q == a || q == b || q == c) continue;  // a bridge to a hole touches itself
        if (turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0) return false;
      }
    }
    return true;
  }

  void clip(std::uint32_t i) {
    out_.push_back({previous_[i], i, next_[i]});
    next_[previous_[i]] = next_[i];
    previous_[next_[i]] = previous_[i];
    clipped_[i] = 1;
    --left_;
  }

  void fan_rest() {
    const auto start =
        static_cast<std::uint32_t>(std::find(clipped_.begin(), clipped_.end(), 0) - clipped_.begin());
    while (left_ > 2) clip(next_[start]);
  }

  std::span<const Vec2> p_;
  std::vector<Corners>& out_;
  std::vector<std::uint32_t> next_, previous_;
  std::vector<char> clipped_;
  std::uint32_t left_ = 0;
  Vec2 low_, high_;
  std::size_t side_ = 1;
  std::vector<std::uint32_t> first_, items_;
};

}  // namespace

void triangulate_polygon(std::span<const Vec3> corners, std::vector<Corners>& out) {
  const auto n = static_cast<std::uint32_t>(corners.size());
  if (n < 3) return;
  const std::vector<Vec2> flat = n > 3 ? project(corners) : std::vector<Vec2>{};
  if (flat.empty() || is_convex(flat)) {
    for (std::uint32_t i = 2; i < n; ++i) out.push_back({0, i - 1, i});
    return;
  }
  EarClipper(flat, out).run();
}

}  // namespace ambula
