// Where a picture's pixels lie: the orthographic camera shared by SVG and PNG.
#pragma once

#include "ambula/draw.h"
#include "ambula/result.h"
#include "ambula/vec.h"

namespace ambula {

// Picture coordinates: x to the right and y down in pixels from the upper left corner, z towards the eye,
// also in pixels. Everything is taken relative to `center` in double, so offsets of thousands of kilometres
// cost no precision.
struct Camera {
  Vec3 right{1, 0, 0}, up{0, 1, 0}, toward{0, 0, 1};  // unit vectors in the scene
  Vec3 center;                                        // the scene point shown at (x0, y0)
  double scale = 1;                                   // pixels per metre
  double x0 = 0, y0 = 0;
  int width = 0, height = 0;
  bool scale_bar = true;  // there is one

  [[nodiscard]] Vec3 project(Vec3 p) const {
    const Vec3 d = p - center;
    return {x0 + dot(right, d) * scale, y0 - dot(up, d) * scale, dot(toward, d) * scale};
  }
};

// Every index in range, every number finite and within 1e15 m.
[[nodiscard]] Result<void> check_draw(const Draw& draw);

// Fits what `wanted` shows of a checked `draw`; an error for a view out of range or nothing to show.
[[nodiscard]] Result<Camera> make_camera(const Draw& draw, const View& wanted);

// Where a segment with ends on both sides of the plane z = cut meets it; the same point for (b, a).
[[nodiscard]] Vec3 cut_point(Vec3 a, Vec3 b, double cut);

// Sizes that follow the picture's width, in pixels.
[[nodiscard]] double cap_height(int picture_width);  // of label text

// A scale bar of a round length: 1, 2 or 5 times a power of ten.
struct ScaleBar {
  double pixels = 0;
  std::string text;  // "5 m"
};
[[nodiscard]] ScaleBar make_scale_bar(const Camera& camera);

}  // namespace ambula
