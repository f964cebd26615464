// Scan conversion of polygons onto a grid of samples, shared by the z-buffer and the order of SVG faces.
//
// A sample is covered by the even-odd rule along its row; crossings are computed from an edge's upper end
// down, so that neighbours sharing an edge neither overlap nor gape.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

struct SampleGrid {
  int x = 0, y = 0;           // picture coordinates of its corner, whole pixels
  int columns = 0, rows = 0;  // in samples
  double samples = 1;         // per pixel, each way
};

struct Crossing {
  int row = 0;
  double x = 0;
  int turn = 0;  // 1 where the edge leads down, -1 where up
};

// First sample centre not left of `x`, both counted from the grid's edge in samples.
inline int first_sample(double x, int limit) {
  const double i = std::ceil(x - 0.5);
  return i <= 0 ? 0 : i >= limit ? limit : static_cast<int>(i);
}

inline void cross_rows(const SampleGrid& grid, Vec3 a, Vec3 b, std::vector<Crossing>& crossings) {
  if (a.y == b.y) return;
  const int turn = a.y < b.y ? 1 : -1;
  if (b.y < a.y) std::swap(a, b);
  const double ax = (a.x - grid.x) * grid.samples, ay = (a.y - grid.y) * grid.samples;
  const double slope = (b.x - a.x) / (b.y - a.y);
  const int begin = first_sample(ay, grid.rows), end = first_sample((b.y - grid.y) * grid.samples, grid.rows);
  for (int row = begin; row < end; ++row) crossings.push_back({row, ax + (row + 0.5 - ay) * slope, turn});
}

inline void sort_crossings(std::vector<Crossing>& crossings) {
  std::sort(crossings.begin(), crossings.end(),
            [](const Crossing& a, const Crossing& b) { return a.row != b.row ? a.row < b.row : a.x < b.x; });
}

// Calls span(row, from, to) with the samples [from, to) of a row inside the triangle.
template <class Span>
void scan_triangle(const SampleGrid& grid, const Vec3* corners, Span&& span) {
  struct Side {
    double x = 0, y = 0, end = 0, slope = 0;
  };
  Side sides[3];
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int i = 0; i < 3; ++i) {
    Vec3 a = corners[i], b = corners[(i + 1) % 3];
    if (b.y < a.y) std::swap(a, b);
    sides[i] = {(a.x - grid.x) * grid.samples, (a.y - grid.y) * grid.samples, (b.y - grid.y) * grid.samples,
                b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0};
    low = std::min(low, sides[i].y);
    high = std::max(high, sides[i].end);
  }
  const int begin = first_sample(low, grid.rows), end = first_sample(high, grid.rows);
  for (int row = begin; row < end; ++row) {
    const double y = row + 0.5;
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (const Side& side : sides) {
      if (!(side.y <= y && y < side.end)) continue;
      const double x = side.x + (y - side.y) * side.slope;
      left = std::min(left, x);
      right = std::max(right, x);
    }
    const int from = first_sample(left, grid.columns), to = first_sample(right, grid.columns);
    if (from < to) span(row, from, to);
  }
}

// Any polygon: all crossings are gathered (in `crossings`, to keep its memory), then sorted by row.
template <class Span>
void scan_polygon(const SampleGrid& grid, const Vec3* corners, std::size_t count,
                  std::vector<Crossing>& crossings, Span&& span) {
  if (count == 3) return scan_triangle(grid, corners, span);
  crossings.clear();
  for (std::size_t i = 0; i < count; ++i) {
    cross_rows(grid, corners[i], corners[i + 1 < count ? i + 1 : 0], crossings);
  }
  sort_crossings(crossings);
  for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
    const int from = first_sample(crossings[i].x, grid.columns);
    const int to = first_sample(crossings[i + 1].x, grid.columns);
    if (from < to) span(crossings[i].row, from, to);
  }
}

}  // namespace ambula
