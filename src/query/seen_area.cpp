// What is reached of a cell is a union of parts of discs, each around the last corner of a path and cut to
// what that corner sees. Its outline is made of sides, rays and arcs. Between two heights at which such
// curves cross, begin or end, the same ones bound it everywhere: so one line there tells which they are, and
// what lies between them is known in closed form.
#include "query/seen_area.h"

#include <algorithm>
#include <cmath>

#include "geometry/winding_number.h"

namespace ambula {
namespace {

// Of a cell's size: crossings that lie outside of what they bound by no more than this count still. One too
// many does no harm, one that is missing does.
constexpr double kSlack = 1e-9;

double twice_area(std::span<const Vec2> corners) {
  double out = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    out += cross(corners[k] - corners[0], corners[k + 1] - corners[0]);
  return out;
}

// An angle between -π and π less its sine. The difference of the two is lost in rounding where they are
// small.
double beyond_sine(double sine, double cosine) {
  if (!(std::abs(sine) < 0.1) || cosine < 0) return arctangent(sine, cosine) - sine;
  const double s = sine * sine;
  return sine * s * (1.0 / 6 + s * (3.0 / 40 + s * (15.0 / 336 + s * (105.0 / 3456))));
}

// The area between a circle's middle and its rim, from height `low` to `high` over its centre: a trapezium
// and what the arc has beyond its chord.
double half_disc(double radius, double low, double high) {
  const auto width = [&](double y) { return std::sqrt(std::max(0.0, radius * radius - y * y)); };
  const double u = width(low), v = width(high), squared = radius * radius;
  return (u + v) * (high - low) / 2 +
         squared / 2 * beyond_sine((u * high - v * low) / squared, (u * v + low * high) / squared);
}

}  // namespace

double SeenArea::measure(const PlanCells& mesh, std::span<const TautSearch::SeenPart> seen, double limit) {
  seen_ = seen;
  if (take(mesh, limit)) return twice_area(corners_) / 2;
  find_turns();
  double sum = 0;
  for (std::size_t k = 1; k < turns_.size(); ++k) {
    if (turns_[k - 1] < turns_[k]) sum += covered(turns_[k - 1], turns_[k]);
  }
  return sum;
}

// True where one part has all of the cell.
bool SeenArea::take(const PlanCells& mesh, double limit) {
  const std::uint32_t cell = seen_.front().cell;
  corners_.clear();
  for (std::uint32_t s = mesh.begin(cell); s < mesh.end(cell); ++s) corners_.push_back(mesh.sides[s].at());
  low_ = high_ = corners_[0];
  for (const Vec2 p : corners_) {
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
  }
  slack_ = kSlack * (high_.x - low_.x + high_.y - low_.y);
  lines_.clear();
  for (std::size_t k = 0; k < corners_.size(); ++k)
    lines_.push_back({{corners_[k], corners_[k + 1 == corners_.size() ? 0 : k + 1]}, kNone});
  discs_.clear();
  for (std::uint32_t k = 0; k < seen_.size(); ++k) {
    const TautSearch::SeenPart& part = seen_[k];
    const double radius = limit - part.g;
    const bool bounds = std::any_of(corners_.begin(), corners_.end(),
                                    [&](Vec2 p) { return !(length(p - part.root) <= radius); });
    if (!bounds && !part.has_right && !part.has_left) return true;
    discs_.push_back({part.root, std::max(radius, 0.0), bounds});
    if (part.has_right) lines_.push_back({part.right, k});
    if (part.has_left) lines_.push_back({part.left, k});
  }
  return false;
}

void SeenArea::find_turns() {
  turns_.clear();
  for (const Vec2 p : corners_) turns_.push_back(p.y);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    for (std::size_t j = std::max(i + 1, corners_.size()); j < lines_.size(); ++j)
      cross(lines_[i], lines_[j]);
  }
  for (std::uint32_t d = 0; d < discs_.size(); ++d) {
    if (!discs_[d].bounds) continue;
    for (const double sign : {-1.0, 1.0}) add_turn(discs_[d].at + Vec2{0, sign * discs_[d].radius}, d, kNone);
    for (const Line& line : lines_) cross(line, d);
    for (std::uint32_t other = d + 1; other < discs_.size(); ++other) {
      if (discs_[other].bounds) cross(d, other);
    }
  }
  std::sort(turns_.begin(), turns_.end());
}

// Where the outlines of two parts meet; kNone is the cell's.
void SeenArea::add_turn(Vec2 at, std::uint32_t a, std::uint32_t b) {
  const bool inside = at.x >= low_.x - slack_ && at.x <= high_.x + slack_ && at.y > low_.y && at.y < high_.y;
  if (inside && may_hold(a, at) && may_hold(b, at)) turns_.push_back(at.y);
}

bool SeenArea::may_hold(std::uint32_t part, Vec2 p) const {
  if (part == kNone) return true;
  const TautSearch::SeenPart& s = seen_[part];
  const auto right_of = [&](const TautSearch::Ray& ray, double sign) {
    return sign * ray.left(p) < -slack_ * length(ray.through - ray.from);
  };
  if ((s.has_right && right_of(s.right, 1)) || (s.has_left && right_of(s.left, -1))) return false;
  return length(p - discs_[part].at) <= discs_[part].radius + slack_;
}

void SeenArea::cross(const Line& a, const Line& b) {
  const Vec2 d = a.ray.through - a.ray.from;
  const double from = b.ray.left(a.ray.from), to = b.ray.left(a.ray.through);
  if (from != to) add_turn(a.ray.from + d * (from / (from - to)), a.part, b.part);
}

void SeenArea::cross(const Line& line, std::uint32_t disc) {
  const Vec2 d = line.ray.through - line.ray.from, to = discs_[disc].at - line.ray.from;
  const double whole = dot(d, d), along = dot(to, d) / whole, off = ambula::cross(d, to),
               rest = discs_[disc].radius * discs_[disc].radius - off * off / whole;
  if (!(rest >= 0) || !(whole > 0)) return;
  for (const double sign : {-1.0, 1.0})
    add_turn(line.ray.from + d * (along + sign * std::sqrt(rest / whole)), line.part, disc);
}

void SeenArea::cross(std::uint32_t a, std::uint32_t b) {
  const Vec2 d = discs_[b].at - discs_[a].at;
  const double squared = dot(d, d), r = discs_[a].radius, s = discs_[b].radius;
  if (!(squared > 0)) return;
  const double along = (1 + (r * r - s * s) / squared) / 2, rest = r * r / squared - along * along;
  if (!(rest >= 0)) return;
  for (const double sign : {-1.0, 1.0})
    add_turn(discs_[a].at + d * along + Vec2{-d.y, d.x} * (sign * std::sqrt(rest)), a, b);
}

// What of the line at a height is in the cell.
bool SeenArea::line_in(double y, Stretch& out) const {
  out = {{high_.x, kNone}, {low_.x, kNone}};
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    const Vec2 a = lines_[k].ray.from, b = lines_[k].ray.through;
    if ((a.y < y) == (b.y < y)) continue;
    const double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
    out.from.x = std::min(out.from.x, x);
    out.to.x = std::max(out.to.x, x);
  }
  return out.from.x < out.to.x;
}

// What of that a part has.
bool SeenArea::part_of(std::uint32_t part, double y, Stretch& inout) const {
  const Disc& disc = discs_[part];
  if (disc.bounds) {
    const double off = y - disc.at.y, squared = disc.radius * disc.radius - off * off;
    if (!(squared > 0)) return false;
    const double half = std::sqrt(squared);
    if (disc.at.x - half > inout.from.x) inout.from = {disc.at.x - half, part};
    if (disc.at.x + half < inout.to.x) inout.to = {disc.at.x + half, part};
    if (!(inout.from.x < inout.to.x)) return false;
  }
  const auto cut = [&](const TautSearch::Ray& ray, double sign) {
    const double a = sign * ray.left({inout.from.x, y}), b = sign * ray.left({inout.to.x, y});
    if (a < 0 && b < 0) return false;
    const double x = inout.from.x + (inout.to.x - inout.from.x) * (a / (a - b));
    if (a < 0) inout.from = {x, kNone};
    if (b < 0) inout.to = {x, kNone};
    return true;
  };
  const TautSearch::SeenPart& s = seen_[part];
  return (!s.has_right || cut(s.right, 1)) && (!s.has_left || cut(s.left, -1));
}

// Between two heights without a turn in between.
double SeenArea::covered(double low, double high) {
  const double y = low + (high - low) / 2;
  Stretch whole;
  if (!line_in(y, whole)) return 0;
  stretches_.clear();
  for (std::uint32_t k = 0; k < seen_.size(); ++k) {
    if (Stretch part = whole; part_of(k, y, part)) stretches_.push_back(part);
  }
  std::sort(stretches_.begin(), stretches_.end(), [](const Stretch& a, const Stretch& b) {
    return a.from.x != b.from.x ? a.from.x < b.from.x : a.to.x < b.to.x;
  });
  double sum = 0;
  for (std::size_t k = 0; k < stretches_.size();) {
    LineEnd to = stretches_[k].to;
    sum -= under(stretches_[k].from, -1, low, high);
    for (++k; k < stretches_.size() && stretches_[k].from.x <= to.x; ++k) {
      if (stretches_[k].to.x > to.x) to = stretches_[k].to;
    }
    sum += under(to, 1, low, high);
  }
  return sum;
}

// The area to the left of an end as it moves between two heights; `side` -1: of a disc's left rim.
double SeenArea::under(const LineEnd& end, double side, double low, double high) const {
  if (end.disc == kNone) return (end.x - low_.x) * (high - low);
  const Disc& disc = discs_[end.disc];
  return (disc.at.x - low_.x) * (high - low) +
         side * half_disc(disc.radius, low - disc.at.y, high - disc.at.y);
}

}  // namespace ambula
