// Rectangles in plan and inclined faces over them: what buildings are drawn with before they are meshes.
#pragma once

#include <algorithm>

#include "scenes/grid.h"

namespace ambula::scenes {

struct Rect {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  [[nodiscard]] double width() const { return x1 - x0; }
  [[nodiscard]] double depth() const { return y1 - y0; }
  [[nodiscard]] double area() const { return width() * depth(); }
  [[nodiscard]] bool empty() const { return !(x0 < x1 && y0 < y1); }
};

inline Rect on_grid(const Rect& r) { return {on_grid(r.x0), on_grid(r.y0), on_grid(r.x1), on_grid(r.y1)}; }
inline Rect grown(const Rect& r, double by) { return {r.x0 - by, r.y0 - by, r.x1 + by, r.y1 + by}; }
inline Rect moved(const Rect& r, Vec2 by) { return {r.x0 + by.x, r.y0 + by.y, r.x1 + by.x, r.y1 + by.y}; }
inline Rect common(const Rect& a, const Rect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// A plane that is level, or rises along x or along y: z = base + gx x + gy y.
struct Incline {
  double base = 0, gx = 0, gy = 0;

  [[nodiscard]] double at(double x, double y) const { return base + gx * x + gy * y; }
};

inline Incline level(double z) { return {on_grid(z), 0, 0}; }

// Through z0 at x0 and z1 at x1, whatever y is; and the same along y.
inline Incline rising_x(double x0, double z0, double x1, double z1) {
  const double g = (z1 - z0) / (x1 - x0);
  return {z0 - g * x0, g, 0};
}
inline Incline rising_y(double y0, double z0, double y1, double z1) {
  const double g = (z1 - z0) / (y1 - y0);
  return {z0 - g * y0, 0, g};
}

}  // namespace ambula::scenes
