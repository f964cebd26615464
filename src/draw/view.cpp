// The camera: axes from azimuth and elevation, then the scale and centre that fit everything shown into the
// picture, with a margin around and room for the scale bar below. Bounds are taken from the drawn things
// themselves, not from their box, so that a turned view is filled too.
#include "draw/view.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "core/text.h"

namespace ambula {
namespace {

constexpr double kLargest = 1e15;  // metres; beyond, even the extent's own arithmetic loses its meaning
constexpr int kMinPixels = 16, kMaxPixels = 16384;

bool usable(Vec3 p) {
  return is_finite(p) && std::abs(p.x) <= kLargest && std::abs(p.y) <= kLargest && std::abs(p.z) <= kLargest;
}

Failure bad_item(const char* kind, std::size_t index, const char* what) {
  return fail(ErrorCode::broken, text("drawing: ", kind, " ", index, " ", what), index);
}

// Exact at multiples of 90 degrees, so that a plan is a plan to the last bit.
Vec2 cos_sin(double degrees) {
  const double turn = std::remainder(degrees, 360.0);
  if (turn == 0) return {1, 0};
  if (turn == 90) return {0, 1};
  if (turn == -90) return {0, -1};
  if (std::abs(turn) == 180) return {-1, 0};
  const double angle = turn * std::numbers::pi / 180;
  return {std::cos(angle), std::sin(angle)};
}

Result<void> check_view(const View& view) {
  if (!std::isfinite(view.azimuth) || !std::isfinite(view.elevation)) {
    return fail(ErrorCode::invalid_argument, "view: azimuth and elevation must be finite numbers of degrees");
  }
  if (std::abs(view.elevation) > 90) {
    return fail(ErrorCode::invalid_argument,
                text("view: elevation is ", view.elevation, " degrees; it must lie between -90 and 90"));
  }
  if (view.cut && !std::isfinite(*view.cut)) {
    return fail(ErrorCode::invalid_argument, "view: the cut must be a finite height in metres");
  }
  if (view.longest != 0 && (view.longest < kMinPixels || view.longest > kMaxPixels)) {
    return fail(ErrorCode::invalid_argument, text("view: the longest side is ", view.longest,
                                                  " pixels; it must lie between 16 and 16384"));
  }
  if (view.width < kMinPixels || view.width > kMaxPixels) {
    return fail(ErrorCode::invalid_argument,
                text("view: width is ", view.width, " pixels; it must lie between 16 and 16384"));
  }
  if (view.height != 0 && (view.height < kMinPixels || view.height > kMaxPixels)) {
    return fail(ErrorCode::invalid_argument,
                text("view: height is ", view.height,
                     " pixels; it must lie between 16 and 16384, or be 0 to follow from the width"));
  }
  return {};
}

// The box, in camera axes around `camera.center`, of what the view shows.
Box3 shown_bounds(const Draw& draw, const View& view, const Camera& camera) {
  const double cut = view.cut.value_or(std::numeric_limits<double>::infinity());
  Box3 box;
  const auto add = [&](Vec3 p) {
    const Vec3 d = p - camera.center;
    box.add({dot(camera.right, d), dot(camera.up, d), dot(camera.toward, d)});
  };
  const auto add_segment = [&](Vec3 a, Vec3 b) {
    if (a.z <= cut) add(a);
    if (b.z <= cut) add(b);
    if ((a.z <= cut) != (b.z <= cut)) add(cut_point(a, b, cut));
  };
  for (const Draw::Face& face : draw.faces) {
    for (std::uint32_t i = 0; i < face.count; ++i) {
      add_segment(draw.corners[face.first + i], draw.corners[face.first + (i + 1) % face.count]);
    }
  }
  for (const Draw::Edge& edge : draw.edges) add_segment(edge.a, edge.b);
  for (const Draw::Point& point : draw.points) {
    if (point.at.z <= cut) add(point.at);
  }
  for (const Draw::Label& label : draw.labels) {
    if (label.at.z <= cut) add(label.at);
  }
  return box;
}

struct Frame2 {
  double margin = 0, below = 0;  // pixels left free around, and more at the bottom for the scale bar
};

bool has_scale_bar(const View& view, int height) {
  return view.scale_bar && view.width >= 160 && height >= 80;
}

Frame2 free_space(const View& view) {
  const double margin = std::max(1.0, 0.03 * view.width);
  return {margin, has_scale_bar(view, view.width) ? 3.2 * cap_height(view.width) : 0.0};
}

// The height that goes with a view's width, of something `wide` x `high` metres.
int height_for(const View& view, double wide, double high, double most) {
  const Frame2 space = free_space(view);
  const double across = std::max(1.0, view.width - 2 * space.margin);
  const double wanted = high / wide * across + 2 * space.margin + space.below;  // infinite when wide is 0
  const double least = std::max<double>(kMinPixels, view.width / 8.0);
  return static_cast<int>(std::lround(std::clamp(wanted, least, std::max(least, most))));
}

// The largest width whose height is within `longest`, too. The height grows with the width.
View fitted(View view, double wide, double high) {
  int low = kMinPixels, above = view.longest + 1;
  while (low + 1 < above) {
    view.width = low + (above - low) / 2;
    (height_for(view, wide, high, kMaxPixels) <= view.longest ? low : above) = view.width;
  }
  view.width = low;
  view.height = height_for(view, wide, high, view.longest);
  return view;
}

}  // namespace

Vec3 cut_point(Vec3 a, Vec3 b, double cut) {
  if (a.z > b.z) std::swap(a, b);
  const double t = (cut - a.z) / (b.z - a.z);
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, cut};
}

Result<void> check_draw(const Draw& draw) {
  const std::size_t layers = draw.layers.size();
  for (std::size_t i = 0; i < draw.corners.size(); ++i) {
    if (!usable(draw.corners[i])) return bad_item("corner", i, "is not finite or beyond 1e15 m");
  }
  for (std::size_t i = 0; i < draw.faces.size(); ++i) {
    const Draw::Face& face = draw.faces[i];
    if (face.count < 3 || std::uint64_t{face.first} + face.count > draw.corners.size()) {
      return bad_item("face", i, "has fewer than 3 corners or refers to corners that are not there");
    }
    if (face.layer >= layers) return bad_item("face", i, "belongs to a layer that is not there");
  }
  for (std::size_t i = 0; i < draw.edges.size(); ++i) {
    const Draw::Edge& edge = draw.edges[i];
    if (!usable(edge.a) || !usable(edge.b)) return bad_item("edge", i, "is not finite or beyond 1e15 m");
    if (!(edge.width > 0 && edge.width <= 1000)) return bad_item("edge", i, "is not 0 .. 1000 pixels wide");
    if (edge.layer >= layers) return bad_item("edge", i, "belongs to a layer that is not there");
  }
  for (std::size_t i = 0; i < draw.points.size(); ++i) {
    const Draw::Point& point = draw.points[i];
    if (!usable(point.at)) return bad_item("point", i, "is not finite or beyond 1e15 m");
    if (!(point.size > 0 && point.size <= 1000))
      return bad_item("point", i, "is not 0 .. 1000 pixels across");
    if (point.layer >= layers) return bad_item("point", i, "belongs to a layer that is not there");
  }
  for (std::size_t i = 0; i < draw.labels.size(); ++i) {
    if (!usable(draw.labels[i].at)) return bad_item("label", i, "is not finite or beyond 1e15 m");
    if (draw.labels[i].layer >= layers) return bad_item("label", i, "belongs to a layer that is not there");
  }
  return {};
}

Result<Camera> make_camera(const Draw& draw, const View& wanted) {
  if (auto ok = check_view(wanted); !ok) return fail(ok.error());
  View view = wanted;
  const Box3 extent = draw.extent();
  if (extent.empty()) {
    return fail(ErrorCode::empty, "drawing: there is nothing in it; draw something before taking a picture");
  }

  // Azimuth turns the eye counter-clockwise seen from above.
  const Vec2 azimuth = cos_sin(view.azimuth), elevation = cos_sin(view.elevation);
  const Vec3 ahead{-azimuth.y, azimuth.x, 0};
  Camera camera;
  camera.right = {azimuth.x, azimuth.y, 0};
  camera.up = ahead * elevation.y + Vec3{0, 0, elevation.x};
  camera.toward = ahead * -elevation.x + Vec3{0, 0, elevation.y};
  camera.center = extent.center();

  const Box3 shown = shown_bounds(draw, view, camera);
  if (shown.empty()) {
    return fail(ErrorCode::empty,
                text("view: nothing is left below the cut at ", *view.cut,
                     " m; the drawing reaches from z = ", extent.min.z, " to ", extent.max.z, " m"));
  }
  const Vec3 middle = shown.center();
  camera.center = camera.center + camera.right * middle.x + camera.up * middle.y + camera.toward * middle.z;

  // A single point gets a metre around it; anything else keeps its own size.
  double wide = shown.size().x, high = shown.size().y;
  if (!(std::max(wide, high) > 1e-9)) wide = high = 1;
  if (view.longest != 0) view = fitted(view, wide, high);
  const Frame2 space = free_space(view);
  camera.width = view.width;
  const double across = std::max(1.0, camera.width - 2 * space.margin);
  camera.height = view.height != 0
                      ? view.height
                      : height_for(view, wide, high, std::min<double>(kMaxPixels, view.width * 4.0));
  camera.scale_bar = has_scale_bar(view, camera.height);
  const double below = camera.scale_bar ? space.below : 0;
  const double down = std::max(1.0, camera.height - 2 * space.margin - below);
  camera.scale = std::min(wide > 0 ? across / wide : std::numeric_limits<double>::infinity(),
                          high > 0 ? down / high : std::numeric_limits<double>::infinity());
  camera.x0 = camera.width / 2.0;
  camera.y0 = (camera.height - below) / 2.0;
  return camera;
}

double cap_height(int picture_width) { return std::clamp(picture_width / 125.0, 7.0, 48.0); }

ScaleBar make_scale_bar(const Camera& camera) {
  const double longest = 0.22 * camera.width / camera.scale;  // metres
  const double power = std::pow(10.0, std::floor(std::log10(longest)));
  double step = 1;
  for (const double candidate : {2.0, 5.0, 10.0}) {
    if (candidate * power <= longest) step = candidate;
  }
  const double metres = step * power;
  ScaleBar bar;
  bar.pixels = metres * camera.scale;
  if (metres >= 999) {
    bar.text = text(metres / 1000, " km");
  } else if (metres >= 0.999) {
    bar.text = text(metres, " m");
  } else if (metres >= 0.00999) {
    bar.text = text(metres * 100, " cm");
  } else {
    bar.text = text(metres * 1000, " mm");
  }
  return bar;
}

}  // namespace ambula
