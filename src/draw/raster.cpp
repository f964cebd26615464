// Drawing into one tile.
//
// Depth ties are decided, not left to rounding: within a layer a front beats a back (double-sided floors) and
// later beats earlier; between layers, what was drawn later lies over what it touches, so a stage's surface
// drawn over the scene it came from is seen, although it lies in the same plane.
#include "draw/raster.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr float kTie = 0.01F;           // pixels of depth: more than float rounding at 16384 pixels
constexpr double kOverlayPixels = 0.1;  // between layers, and on top of that:
constexpr double kOverlayMetres = 2e-3;

}  // namespace

void Tile::start(const Page& page, int x, int y, int width, int height, int margin, int samples) {
  page_ = &page;
  x_ = x - margin;
  y_ = y - margin;
  margin_ = margin;
  samples_ = samples;
  columns_ = (width + 2 * margin) * samples;
  rows_ = (height + 2 * margin) * samples;
  overlay_ = static_cast<float>(kOverlayPixels + kOverlayMetres * page.camera.scale);
  const std::size_t count = at(0, rows_);
  depth_.assign(count, kNowhere);
  face_.assign(count, kNoFace);
  color_.resize(count);
}

template <class Span>
void Tile::spans(const Page::Face& face, Span&& span) {
  const SampleGrid grid{x_, y_, columns_, rows_, static_cast<double>(samples_)};
  scan_polygon(grid, page_->corners.data() + face.first, face.count, crossings_, span);
}

// A segment with round ends: convex, so each row is one interval.
template <class Span>
void Tile::capsule_spans(Vec3 a, Vec3 b, double radius, Span&& span) {
  const Vec2 p{(a.x - x_) * samples_, (a.y - y_) * samples_}, q{(b.x - x_) * samples_, (b.y - y_) * samples_};
  const Vec2 along = q - p;
  const double size = length(along), r = radius * samples_;
  const Vec2 side = size > 0 ? Vec2{-along.y * r / size, along.x * r / size} : Vec2{0, 0};
  const Vec2 box[4] = {p + side, q + side, q - side, p - side};
  const int begin = first_sample(std::min(p.y, q.y) - r, rows_);
  const int end = first_sample(std::max(p.y, q.y) + r, rows_);
  for (int row = begin; row < end; ++row) {
    const double y = row + 0.5;
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (const Vec2 end_point : {p, q}) {
      const double square = r * r - (y - end_point.y) * (y - end_point.y);
      if (square < 0) continue;
      left = std::min(left, end_point.x - std::sqrt(square));
      right = std::max(right, end_point.x + std::sqrt(square));
    }
    for (int i = 0; i < 4; ++i) {
      const Vec2 from = box[i], to = box[(i + 1) % 4];
      if ((from.y <= y) == (to.y <= y)) continue;
      const double x = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    const int first = first_sample(left, columns_), last = first_sample(right, columns_);
    if (first < last) span(row, first, last);
  }
}

// Calls put(sample, depth) along one row of a face through `origin`.
template <class Put>
void Tile::depths(const Page::Face& face, Vec3 origin, int row, int from, int to, Put&& put) const {
  const double step = 1.0 / samples_;
  const auto slope = static_cast<float>(face.slope_x * step);
  const bool edge_on = !(face.normal.z > 1e-6);
  const double y = y_ + (row + 0.5) * step, x = x_ + (from + 0.5) * step;
  const double base = edge_on ? face.near : origin.z;
  const auto start = static_cast<float>(base + (x - origin.x) * face.slope_x + (y - origin.y) * face.slope_y);
  const std::size_t sample = at(from, row);
  for (int i = 0; i < to - from; ++i) {
    // Steep faces would overshoot within a sample.
    const float depth = std::clamp(start + slope * static_cast<float>(i), face.far, face.near);
    put(sample + static_cast<std::size_t>(i), depth);
  }
}

// As above, where the face is seen rather than what the sample holds.
template <class Hit>
void Tile::visible(const Page::Face& face, Vec3 origin, int row, int from, int to, Hit&& hit) const {
  // A small step in height is a longer way along a ray that grazes the face.
  const float reach = overlay_ / std::max(0.1F, static_cast<float>(face.normal.z));
  depths(face, origin, row, from, to, [&](std::size_t sample, float depth) {
    const float stored = depth_[sample];
    if (depth < stored - reach) return;
    if (depth > stored + reach || wins_tie(face, depth, sample)) hit(sample, depth);
  });
}

bool Tile::wins_tie(const Page::Face& face, float depth, std::size_t sample) const {
  const Page::Face& other = page_->faces[face_[sample]];
  const float stored = depth_[sample];
  if (face.layer != other.layer) return face.layer > other.layer;
  if (face.back != other.back) return face.back ? depth > stored + kTie : depth > stored - kTie;
  return depth >= stored - kTie;
}

void Tile::opaque(std::uint32_t index) {
  const Page::Face& face = page_->faces[index];
  const Vec3 origin = page_->corners[face.first];
  spans(face, [&](int row, int from, int to) {
    visible(face, origin, row, from, to, [&](std::size_t sample, float depth) {
      depth_[sample] = depth;
      face_[sample] = index;
    });
  });
}

void Tile::translucent(std::uint32_t index) {
  const Page::Face& face = page_->faces[index];
  const Vec3 origin = page_->corners[face.first];
  spans(face, [&](int row, int from, int to) {
    visible(face, origin, row, from, to, [&](std::size_t sample, float) { mix(sample, face.fill); });
  });
}

// The same scan conversion by the non-zero rule, since rings may overlap.
void Tile::caps() {
  if (page_->cap_points.empty()) return;
  const Page::Face& face = page_->faces[page_->cap_face];
  const SampleGrid grid{x_, y_, columns_, rows_, static_cast<double>(samples_)};
  crossings_.clear();
  for (std::size_t r = 0; r + 1 < page_->cap_offsets.size(); ++r) {
    const std::uint32_t first = page_->cap_offsets[r], end = page_->cap_offsets[r + 1];
    for (std::uint32_t i = first; i < end; ++i) {
      cross_rows(grid, page_->cap_points[i], page_->cap_points[i + 1 < end ? i + 1 : first], crossings_);
    }
  }
  sort_crossings(crossings_);
  int winding = 0;
  for (std::size_t i = 0; i + 1 < crossings_.size(); ++i) {
    winding += crossings_[i].turn;
    if (winding == 0 || crossings_[i].row != crossings_[i + 1].row) continue;
    const int from = first_sample(crossings_[i].x, columns_),
              to = first_sample(crossings_[i + 1].x, columns_);
    visible(face, page_->cap_points[0], crossings_[i].row, from, to, [&](std::size_t sample, float depth) {
      depth_[sample] = depth;
      face_[sample] = page_->cap_face;
    });
  }
}

void Tile::line(const Page::Edge& edge, bool hidden_by_faces) {
  const Vec2 along = edge.b.xy() - edge.a.xy();
  const double square = dot(along, along), step = 1.0 / samples_;
  // A face sloped 2 : 1 rises by twice the half width under a line lying on it.
  const double bias = overlay_ + 1 + edge.width;
  capsule_spans(edge.a, edge.b, edge.width / 2, [&](int row, int from, int to) {
    for (int i = from; i < to; ++i) {
      const std::size_t sample = at(i, row);
      if (hidden_by_faces) {
        const Vec2 p{x_ + (i + 0.5) * step - edge.a.x, y_ + (row + 0.5) * step - edge.a.y};
        const double t = square > 0 ? std::clamp(dot(p, along) / square, 0.0, 1.0) : 0;
        const double nearest =
            square > 0 ? edge.a.z + (edge.b.z - edge.a.z) * t : std::max(edge.a.z, edge.b.z);
        if (nearest + bias < depth_[sample]) continue;
      }
      mix(sample, edge.color);
    }
  });
}

void Tile::disc(const Draw::Point& point) {
  const double bias = overlay_ + 1 + point.size;
  capsule_spans(point.at, point.at, point.size / 2, [&](int row, int from, int to) {
    for (int i = from; i < to; ++i) {
      if (point.at.z + bias >= depth_[at(i, row)]) mix(at(i, row), point.color);
    }
  });
}

void Tile::mix(std::size_t sample, Color color) {
  Rgb& under = color_[sample];
  const float part = static_cast<float>(color.a) / 255;
  under.r += (static_cast<float>(color.r) - under.r) * part;
  under.g += (static_cast<float>(color.g) - under.g) * part;
  under.b += (static_cast<float>(color.b) - under.b) * part;
}

void Tile::colour(std::span<const float> ink, std::span<const float> shade) {
  const int pixels = columns_ / samples_, border = margin_ * samples_;
  for (int j = border; j < rows_ - border; ++j) {
    for (int i = border; i < columns_ - border; ++i) {
      const std::size_t sample = at(i, j);
      const std::uint32_t f = face_[sample];
      const Color c = f == kNoFace ? kPaper : page_->faces[f].fill;
      const float occlusion =
          f == kNoFace ? 0 : shade[static_cast<std::size_t>(j / samples_ * pixels + i / samples_)];
      const float dark = 1 - (1 - ink[sample]) * (1 - occlusion);
      const auto channel = [dark](std::uint8_t value, std::uint8_t to) {
        const auto from = static_cast<float>(value);
        return from + (static_cast<float>(to) - from) * dark;
      };
      color_[sample] = {channel(c.r, kInk.r), channel(c.g, kInk.g), channel(c.b, kInk.b)};
    }
  }
}

Color Tile::pixel(int x, int y) const {
  Rgb sum;
  for (int j = y * samples_; j < (y + 1) * samples_; ++j) {
    for (int i = x * samples_; i < (x + 1) * samples_; ++i) {
      const Rgb& c = color_[at(i, j)];
      sum.r += c.r;
      sum.g += c.g;
      sum.b += c.b;
    }
  }
  const float part = 1.0F / static_cast<float>(samples_ * samples_);
  const auto byte = [part](float v) { return static_cast<std::uint8_t>(std::lround(v * part)); };
  return {byte(sum.r), byte(sum.g), byte(sum.b)};
}

}  // namespace ambula
