// Text as antialiased strokes: a pixel's coverage follows from its distance to the nearest stroke, once wider
// in paper colour for the halo, once in the text's own colour.
#include "draw/lettering.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "draw/font.h"

namespace ambula {
namespace {

double distance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double square = dot(along, along);
  const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
  return length(p - (a + along * t));
}

struct Area {  // of pixels
  int left = 0, top = 0, right = 0, bottom = 0;
};

class Lettering {
 public:
  Lettering(Image& image, double cap) : image_(image), cap_(cap) {}

  // `start` is where the text's baseline begins.
  void write(const TextStrokes& strokes, Vec2 start, Color color) {
    const double stroke = std::max(0.55, cap_ * kStrokeWidth / 2), halo = stroke + cap_ * 0.2;
    segments_.clear();
    for (const TextStrokes::Segment& s : strokes.segments) {
      segments_.push_back({start + s.a * cap_, start + s.b * cap_});
    }
    cover(halo + 1);
    paint(halo, kPaper, 0.85);
    paint(stroke, color, 1);
  }

  void bar(Vec2 a, Vec2 b, double width, Color color) {
    segments_.assign(1, {a, b});
    cover(width / 2 + 1);
    paint(width / 2, color, 1);
  }

 private:
  // Distance of every pixel around the strokes to the nearest of them, as far as `reach`.
  void cover(double reach) {
    Box3 box;
    for (const TextStrokes::Segment& s : segments_) {
      box.add({s.a.x, s.a.y, 0});
      box.add({s.b.x, s.b.y, 0});
    }
    area_ = box.empty() ? Area{} : area_around(box.min.xy(), box.max.xy(), reach);
    const int wide = std::max(0, area_.right - area_.left), high = std::max(0, area_.bottom - area_.top);
    distances_.assign(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high), 1e9);
    for (const TextStrokes::Segment& s : segments_) {
      const Area near = area_around({std::min(s.a.x, s.b.x), std::min(s.a.y, s.b.y)},
                                    {std::max(s.a.x, s.b.x), std::max(s.a.y, s.b.y)}, reach);
      for (int y = near.top; y < near.bottom; ++y) {
        for (int x = near.left; x < near.right; ++x) {
          double& here = distances_[index(x, y)];
          here = std::min(here, distance({x + 0.5, y + 0.5}, s.a, s.b));
        }
      }
    }
  }

  [[nodiscard]] Area area_around(Vec2 low, Vec2 high, double reach) const {
    const auto pixel = [](double v, int limit) {
      return static_cast<int>(std::clamp(v, 0.0, static_cast<double>(limit)));
    };
    return {pixel(std::floor(low.x - reach), image_.width), pixel(std::floor(low.y - reach), image_.height),
            pixel(std::ceil(high.x + reach), image_.width), pixel(std::ceil(high.y + reach), image_.height)};
  }

  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - area_.top) * static_cast<std::size_t>(area_.right - area_.left) +
           static_cast<std::size_t>(x - area_.left);
  }

  void paint(double radius, Color color, double amount) {
    for (int y = area_.top; y < area_.bottom; ++y) {
      for (int x = area_.left; x < area_.right; ++x) {
        const double covered = std::clamp(radius + 0.5 - distances_[index(x, y)], 0.0, 1.0);
        if (covered <= 0) continue;
        const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) +
                                static_cast<std::size_t>(x)) *
                               3;
        const Color under{image_.rgb[at], image_.rgb[at + 1], image_.rgb[at + 2]};
        const Color mixed = blend(under, color, covered * amount);
        image_.rgb[at] = mixed.r;
        image_.rgb[at + 1] = mixed.g;
        image_.rgb[at + 2] = mixed.b;
      }
    }
  }

  Image& image_;
  double cap_;
  Area area_;
  std::vector<TextStrokes::Segment> segments_;
  std::vector<double> distances_;
};

}  // namespace

void letter_labels(Image& image, const Page& page) {
  const double cap = cap_height(image.width);
  Lettering lettering(image, cap);
  constexpr std::size_t kLongest = 200;  // characters; more would not fit any picture
  for (const Draw::Label& label : page.labels) {
    const TextStrokes strokes = text_strokes(std::string_view(label.text).substr(0, kLongest));
    // Centred on its place, but kept inside the picture where it fits.
    const double wide = strokes.width * cap, room = image.width - wide - cap;
    double x = label.at.x - wide / 2;
    if (room > cap) x = std::clamp(x, cap, room);
    lettering.write(strokes, {x, label.at.y + cap / 2}, label.color);
  }
}

void letter_scale_bar(Image& image, const Page& page) {
  if (!page.camera.scale_bar) return;
  const ScaleBar bar = make_scale_bar(page.camera);
  const double cap = cap_height(image.width);
  const double x = std::floor(0.03 * image.width) + 0.5, y = std::floor(image.height - 1.6 * cap) + 0.5;
  const double tick = cap * 0.5, width = std::max(1.0, cap / 8);
  Lettering lettering(image, cap);
  lettering.bar({x, y}, {x + bar.pixels, y}, width, kInk);
  lettering.bar({x, y}, {x, y - tick}, width, kInk);
  lettering.bar({x + bar.pixels / 2, y}, {x + bar.pixels / 2, y - tick / 2}, width, kInk);
  lettering.bar({x + bar.pixels, y}, {x + bar.pixels, y - tick}, width, kInk);
  lettering.write(text_strokes(bar.text), {x + bar.pixels + cap * 0.8, y}, kInk);
}

}  // namespace ambula
