// Scan conversion into one tile. A sample is covered by the even-odd rule along its row, with crossings
// computed from an edge's lower end up, so that neighbours sharing an edge neither overlap nor gape.
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

// First sample centre not left of `x`, both counted from the tile's edge in samples.
int first_sample(double x, int limit) {
  const double i = std::ceil(x - 0.5);
  return i <= 0 ? 0 : i >= limit ? limit : static_cast<int>(i);
}

}  // namespace

void Tile::start(const Sheet& sheet, int x, int y, int width, int height, int samples) {
  sheet_ = &sheet;
  x_ = x;
  y_ = y;
  samples_ = samples;
  columns_ = width * samples;
  rows_ = height * samples;
  overlay_ = static_cast<float>(kOverlayPixels + kOverlayMetres * sheet.camera.scale);
  const std::size_t count = at(0, rows_);
  depth_.assign(count, kNowhere);
  face_.assign(count, kNoFace);
  color_.resize(count);
}

template <class Span>
void Tile::triangle_spans(const Vec3* corners, Span&& span) {
  struct Side {
    double x = 0, y = 0, end = 0, slope = 0;
  };
  Side sides[3];
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int i = 0; i < 3; ++i) {
    Vec3 a = corners[i], b = corners[(i + 1) % 3];
    if (b.y < a.y) std::swap(a, b);
    low = std::min(low, a.y);
    high = std::max(high, b.y);
    sides[i] = {(a.x - x_) * samples_, (a.y - y_) * samples_, (b.y - y_) * samples_,
                b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0};
  }
  const int begin = first_sample((low - y_) * samples_, rows_);
  const int end = first_sample((high - y_) * samples_, rows_);
  for (int row = begin; row < end; ++row) {
    const double y = row + 0.5;
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (const Side& side : sides) {
      if (!(side.y <= y && y < side.end)) continue;
      const double x = side.x + (y - side.y) * side.slope;
      left = std::min(left, x);
      right = std::max(right, x);
    }
    const int from = first_sample(left, columns_), to = first_sample(right, columns_);
    if (from < to) span(row, from, to);
  }
}

// Any polygon: all crossings are gathered, then sorted by row.
template <class Span>
void Tile::spans(const Sheet::Face& face, Span&& span) {
  const Vec3* corners = sheet_->corners.data() + face.first;
  if (face.count == 3) return triangle_spans(corners, span);
  crossings_.clear();
  for (std::uint32_t i = 0; i < face.count; ++i) {
    Vec3 a = corners[i], b = corners[(i + 1) % face.count];
    if (b.y < a.y) std::swap(a, b);
    if (a.y == b.y) continue;
    const double ax = (a.x - x_) * samples_, ay = (a.y - y_) * samples_;
    const double slope = (b.x - a.x) / (b.y - a.y);
    const int begin = first_sample(ay, rows_), end = first_sample((b.y - y_) * samples_, rows_);
    for (int row = begin; row < end; ++row) crossings_.push_back({row, ax + (row + 0.5 - ay) * slope});
  }
  std::sort(crossings_.begin(), crossings_.end(),
            [](const Crossing& a, const Crossing& b) { return a.row != b.row ? a.row < b.row : a.x < b.x; });
  for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
    const int from = first_sample(crossings_[i].x, columns_),
              to = first_sample(crossings_[i + 1].x, columns_);
    if (from < to) span(crossings_[i].row, from, to);
  }
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

// Calls put(sample, depth) for every sample of a face.
template <class Put>
void Tile::depths(const Sheet::Face& face, Put&& put) {
  const Vec3 origin = sheet_->corners[face.first];
  const double step = 1.0 / samples_;
  const float slope = static_cast<float>(face.slope_x * step);
  const bool edge_on = face.slope_x == 0 && face.slope_y == 0 && face.normal.z <= 1e-6;
  const double base = edge_on ? face.near : origin.z;
  spans(face, [&](int row, int from, int to) {
    const double y = y_ + (row + 0.5) * step, x = x_ + (from + 0.5) * step;
    const auto start =
        static_cast<float>(base + (x - origin.x) * face.slope_x + (y - origin.y) * face.slope_y);
    const std::size_t sample = at(from, row);
    for (int i = 0; i < to - from; ++i) {
      // Steep faces would overshoot within a sample.
      const float depth = std::clamp(start + slope * static_cast<float>(i), face.far, face.near);
      put(sample + static_cast<std::size_t>(i), depth);
    }
  });
}

bool Tile::wins(const Sheet::Face& face, float depth, float stored, std::uint32_t holder) const {
  if (holder == kNoFace) return true;
  const float grazing = std::min(10.0F, 1 / std::max(0.1F, static_cast<float>(face.normal.z)));
  const float reach = overlay_ * grazing;
  if (depth > stored + reach) return true;
  if (depth < stored - reach) return false;
  const Sheet::Face& other = sheet_->faces[holder];
  if (face.layer != other.layer) return face.layer > other.layer;
  if (face.back != other.back) return face.back ? depth > stored + kTie : depth > stored - kTie;
  return depth >= stored - kTie;
}

void Tile::opaque(std::uint32_t index) {
  const Sheet::Face& face = sheet_->faces[index];
  depths(face, [&](std::size_t sample, float depth) {
    if (!wins(face, depth, depth_[sample], face_[sample])) return;
    depth_[sample] = depth;
    face_[sample] = index;
  });
}

void Tile::translucent(std::uint32_t index) {
  const Sheet::Face& face = sheet_->faces[index];
  depths(face, [&](std::size_t sample, float depth) {
    if (wins(face, depth, depth_[sample], face_[sample])) mix(sample, face.fill);
  });
}

void Tile::line(const Sheet::Edge& edge, bool hidden_by_faces) {
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
  const int pixels = columns_ / samples_;
  for (int j = 0; j < rows_; ++j) {
    for (int i = 0; i < columns_; ++i) {
      const std::size_t sample = at(i, j);
      const std::uint32_t f = face_[sample];
      const Color c = f == kNoFace ? kPaper : sheet_->faces[f].fill;
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
