// What a picture shows, ready to be put on paper: projected, cut at the view's height, shaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/context.h"
#include "ambula/draw.h"
#include "draw/view.h"

namespace ambula {

inline constexpr Color kPaper{252, 251, 248};
inline constexpr Color kInk{38, 42, 54};    // outlines, sections, scale bar
inline constexpr Color kSolid{74, 78, 92};  // what is seen from its back: the inside of something solid

struct Page {
  struct Face {
    std::uint32_t first = 0, count = 0;  // range of `corners`; count 0: nothing of it is below the cut
    Color fill;                          // shaded
    std::uint32_t layer = 0;
    bool back = false;
    float slope_x = 0, slope_y = 0;  // depth per pixel to the right and down; 0 where seen edge on
    float near = 0, far = 0;         // depths of its corners
    Vec3 normal;                     // unit, towards the eye, in picture axes with y up
  };
  struct Edge {
    Vec3 a, b;
    Color color;
    double width = 1;
    std::uint32_t layer = 0;
  };

  Camera camera;
  std::vector<Vec3> corners;  // picture coordinates
  std::vector<Face> faces;    // one for each of Draw's, in its order, and the caps' one
  std::vector<Edge> edges;
  std::vector<Draw::Point> points;  // `at` in picture coordinates
  std::vector<Draw::Label> labels;  // likewise
  std::vector<Edge> sections;       // where faces meet the cut; empty when seen from below
  std::vector<Vec3> cap_points;     // insides laid open by the cut, rings as in Caps; likewise
  std::vector<std::uint32_t> cap_offsets;
  std::uint32_t cap_face = 0;  // the face their samples belong to; it has no corners of its own
};

[[nodiscard]] Result<Page> make_page(const Draw& draw, const View& view, Context* context);

// `over` with its alpha laid on an opaque `under`.
[[nodiscard]] Color blend(Color under, Color over, double amount = 1);

}  // namespace ambula
