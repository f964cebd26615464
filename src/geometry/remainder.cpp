// A piece is cut along the sides of what is taken, one after the other: what lies beyond a side is a piece of
// the rest, and the other part goes on to the next side. Signs are those of 3 x 3 determinants of lattice
// lines: doubles decide where they can, with the sizes of their products as a bound, else 128 bits do. Those
// are enough: directions take 30 bits and offsets 61, so six products of three take 124.
#include "geometry/remainder.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr std::size_t kMost = 24;  // pieces followed
constexpr double kNowhere = 1e300;
constexpr double kUnits = 16.0 / (1LL << 53);  // many times what roundings may add up to

}  // namespace

std::uint32_t Remainder::add_lines(std::span<const Point2> polygon) {
  const auto first = static_cast<std::uint32_t>(lines_.size());
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point2 p = polygon[k], q = polygon[k + 1 == polygon.size() ? 0 : k + 1];
    const std::int64_t dx = std::int64_t{q.x} - p.x, dy = std::int64_t{q.y} - p.y;
    const std::int64_t c = dy * (std::int64_t{p.x} - origin_.x) - dx * (std::int64_t{p.y} - origin_.y);
    const double da = static_cast<double>(-dy), db = static_cast<double>(dx), dc = static_cast<double>(c);
    const Line line{
        -dy, dx, c, da, db, dc, kUnits * std::abs(da), kUnits * std::abs(db), kUnits * std::abs(dc)};
    lines_.push_back(line);
    lines_.push_back(line.reversed());
  }
  return first;
}

Remainder::Corner Remainder::corner(std::uint32_t in, std::uint32_t out) const {
  const Line &l = lines_[in], &m = lines_[out];
  const double x0 = l.db * m.dc, x1 = m.db * l.dc, y0 = l.dc * m.da, y1 = m.dc * l.da, w0 = l.da * m.db,
               w1 = m.da * l.db;
  Corner c{in,
           out,
           x0 - x1,
           y0 - y1,
           w0 - w1,
           std::abs(x0) + std::abs(x1),
           std::abs(y0) + std::abs(y1),
           std::abs(w0) + std::abs(w1),
           kNowhere,
           kNowhere};
  if (c.w > 1e-9 * c.size_w) {
    const double scale = 1 / c.w;
    c.at_x = c.x * scale;
    c.at_y = c.y * scale;
  }
  return c;
}

int Remainder::side_exactly(const Line& l, const Corner& c) const {
  const Line &in = lines_[c.in], &out = lines_[c.out];
  const Int128 exact = l.a * (Int128{in.b} * out.c - Int128{out.b} * in.c) +
                       l.b * (Int128{in.c} * out.a - Int128{out.c} * in.a) +
                       l.c * (Int128{in.a} * out.b - Int128{out.a} * in.b);
  return (exact > 0) - (exact < 0);
}

// The piece whose corners are the last ones.
Remainder::Piece Remainder::piece_from(std::uint32_t first) const {
  Piece piece{first,    static_cast<std::uint32_t>(corners_.size()) - first, kNowhere, kNowhere, -kNowhere,
              -kNowhere};
  for (std::size_t k = first; k < corners_.size(); ++k) {
    const Corner& c = corners_[k];
    const bool vague = c.at_x == kNowhere;
    piece.low_x = std::min(piece.low_x, vague ? -kNowhere : c.at_x - 1);
    piece.low_y = std::min(piece.low_y, vague ? -kNowhere : c.at_y - 1);
    piece.high_x = std::max(piece.high_x, c.at_x + 1);
    piece.high_y = std::max(piece.high_y, c.at_y + 1);
  }
  return piece;
}

void Remainder::begin(std::span<const Point2> polygon) {
  origin_ = polygon[0];
  lines_.clear();
  corners_.clear();
  pieces_.clear();
  lost_ = false;
  const std::uint32_t first = add_lines(polygon);
  const auto n = static_cast<std::uint32_t>(polygon.size());
  for (std::uint32_t k = 0; k < n; ++k)
    corners_.push_back(corner(first + 2 * (k == 0 ? n - 1 : k - 1), first + 2 * k));
  pieces_.push_back(piece_from(0));
}

// Appends the part of a polygon to the left of a line that some of its corners are strictly to the left of,
// others strictly to the right; sides_ says which.
void Remainder::keep_left(std::uint32_t line, std::span<const Corner> from) {
  const bool turned = (line & 1u) != 0;  // sides_ are those of the line the other way around
  const auto is_left = [&](std::size_t k) { return turned ? sides_[k] < 0 : sides_[k] > 0; };
  const std::size_t n = from.size();
  std::size_t begin = 0;
  while (!is_left(begin) || is_left(begin == 0 ? n - 1 : begin - 1)) ++begin;
  corners_.push_back(corner(line, from[begin].in));
  std::size_t k = begin;
  for (; is_left(k); k = k + 1 == n ? 0 : k + 1) corners_.push_back(from[k]);
  corners_.push_back(corner(from[k == 0 ? n - 1 : k - 1].out, line));
}

// Takes the polygon of the lines out of a piece: false if it has nothing of it, else the rest is outside_.
bool Remainder::cut(const Piece& piece, std::uint32_t first, std::size_t count) {
  outside_.clear();
  const std::span<const Corner> all(corners_.data() + piece.first, piece.count);
  std::uint64_t crossed =
      0;  // sides with corners beyond them, by bits; the last bit stands for all further ones
  for (std::size_t i = 0; i < count; ++i) {
    const Line& line = lines_[first + 2 * i];
    bool left = false, right = false;
    for (const Corner& c : all) {
      const int s = side(line, c);
      left = left || s > 0;
      right = right || s < 0;
      if (left && right) break;
    }
    if (!left) return false;
    if (right) crossed |= std::uint64_t{1} << std::min<std::size_t>(i, 63);
  }
  inside_.assign(all.begin(), all.end());
  const std::size_t top = corners_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if ((crossed >> std::min<std::size_t>(i, 63) & 1u) == 0) continue;
    const std::uint32_t line = first + 2 * static_cast<std::uint32_t>(i);
    sides_.clear();
    bool left = false, right = false;
    for (const Corner& c : inside_) {
      sides_.push_back(static_cast<std::int8_t>(side(lines_[line], c)));
      left = left || sides_.back() > 0;
      right = right || sides_.back() < 0;
    }
    if (!left) {
      corners_.resize(top);
      return false;
    }
    if (!right) continue;
    const auto begin = static_cast<std::uint32_t>(corners_.size());
    keep_left(line + 1, inside_);
    outside_.push_back(piece_from(begin));
    const std::size_t end = corners_.size();
    keep_left(line, inside_);
    inside_.assign(corners_.begin() + static_cast<std::ptrdiff_t>(end), corners_.end());
    corners_.resize(end);
  }
  return true;
}

bool Remainder::take(std::span<const Point2> polygon) {
  if (lost_) return true;
  const std::uint32_t first = add_lines(polygon);
  double low_x = kNowhere, low_y = kNowhere, high_x = -kNowhere, high_y = -kNowhere;
  for (const Point2 p : polygon) {
    const double x = static_cast<double>(p.x) - origin_.x, y = static_cast<double>(p.y) - origin_.y;
    low_x = std::min(low_x, x);
    low_y = std::min(low_y, y);
    high_x = std::max(high_x, x);
    high_y = std::max(high_y, y);
  }
  bool any = false;
  for (std::size_t k = pieces_.size(); k-- > 0;) {
    const Piece piece = pieces_[k];
    if (low_x > piece.high_x || high_x < piece.low_x || low_y > piece.high_y || high_y < piece.low_y ||
        !cut(piece, first, polygon.size()))
      continue;
    any = true;
    pieces_[k] = pieces_.back();
    pieces_.pop_back();
    pieces_.insert(pieces_.end(), outside_.begin(), outside_.end());
  }
  if (!any) lines_.resize(first);
  if (pieces_.size() > kMost) {
    lost_ = true;
    pieces_.clear();
  }
  return any;
}

}  // namespace ambula
