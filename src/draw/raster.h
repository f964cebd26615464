// One tile of a picture: a z-buffer of several samples a pixel, and what can be drawn into it.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ambula/draw.h"
#include "draw/page.h"
#include "draw/scan.h"

namespace ambula {

class Tile {
 public:
  static constexpr std::uint32_t kNoFace = std::numeric_limits<std::uint32_t>::max();
  static constexpr float kNowhere = -std::numeric_limits<float>::infinity();

  // Shows pixels from (x, y) on, and draws `margin` more on each side for those who look at neighbours;
  // `samples` x `samples` a pixel. Buffers are kept from one tile to the next.
  void start(const Page& page, int x, int y, int width, int height, int margin, int samples);

  void opaque(std::uint32_t face);       // in the drawing's order; writes depth
  void caps();                           // after all opaque faces
  void translucent(std::uint32_t face);  // far to near, after all opaque ones and colour()
  void line(const Page::Edge& edge, bool hidden_by_faces);
  void disc(const Draw::Point& point);

  // Gives every shown sample its face's colour, darkened by `ink` and the pixel's `shade` (both 0 .. 1).
  void colour(std::span<const float> ink, std::span<const float> shade);
  [[nodiscard]] Color pixel(int x, int y) const;  // the mean of its samples; counted with the margin

  [[nodiscard]] int columns() const { return columns_; }  // in samples
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int samples() const { return samples_; }
  [[nodiscard]] int margin() const { return margin_; }  // in pixels
  [[nodiscard]] float depth(int i, int j) const { return depth_[at(i, j)]; }
  [[nodiscard]] std::uint32_t face(int i, int j) const { return face_[at(i, j)]; }

 private:
  struct Rgb {
    float r = 0, g = 0, b = 0;
  };

  [[nodiscard]] std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(i);
  }
  template <class Span>
  void spans(const Page::Face& face, Span&& span);
  template <class Span>
  void capsule_spans(Vec3 a, Vec3 b, double radius, Span&& span);
  template <class Put>
  void depths(const Page::Face& face, Vec3 origin, int row, int from, int to, Put&& put) const;
  template <class Hit>
  void visible(const Page::Face& face, Vec3 origin, int row, int from, int to, Hit&& hit) const;
  [[nodiscard]] bool wins_tie(const Page::Face& face, float depth, std::size_t sample) const;
  void mix(std::size_t sample, Color color);

  const Page* page_ = nullptr;
  int x_ = 0, y_ = 0, columns_ = 0, rows_ = 0, margin_ = 0, samples_ = 1;
  float overlay_ = 0;  // pixels of depth within which a later layer lies over an earlier one
  std::vector<float> depth_;
  std::vector<std::uint32_t> face_;
  std::vector<Rgb> color_;
  std::vector<Crossing> crossings_;
};

}  // namespace ambula
