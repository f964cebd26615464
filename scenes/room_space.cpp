// What is left of a room. Touching is decided on the scene's triangles seen from above, by separating axes.
// Ways are decided on a grid of clearances: for each radius, what could be reached from the doors, places and
// stairs of the room before must still be reachable after. A way on the grid needs half a cell's diagonal
// more room than the radius, so it is a way in the scene too.
#include "scenes/room_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambula::scenes {
namespace {

constexpr double kGap = 0.02;               // metres between a piece and walls or skirting
constexpr double kBetween = 0.05;           // metres between pieces
constexpr double kBeforeDoor = 0.9;         // metres kept clear before a door, from a wall up to 0.5 m thick
constexpr double kBeforeStair = 0.9;        // and around a stair
constexpr double kAtPlace = 0.6;            // metres kept clear around a place
constexpr double kStep = 0.4, kHead = 1.8;  // above the floor: what lies between is in a walker's way
constexpr double kTouch = 1e-9;

// Whether two convex outlines share more than their borders.
bool overlap(std::span<const Vec2> a, std::span<const Vec2> b) {
  const auto apart = [](std::span<const Vec2> p, std::span<const Vec2> q) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec2 e = p[(i + 1) % p.size()] - p[i], n{-e.y, e.x};
      const double size = length(n);
      if (size == 0) continue;
      double p0 = std::numeric_limits<double>::infinity(), p1 = -p0, q0 = p0, q1 = -p0;
      for (const Vec2 v : p) p0 = std::min(p0, dot(v, n)), p1 = std::max(p1, dot(v, n));
      for (const Vec2 v : q) q0 = std::min(q0, dot(v, n)), q1 = std::max(q1, dot(v, n));
      if (p1 - q0 <= kTouch * size || q1 - p0 <= kTouch * size) return true;
    }
    return false;
  };
  return !apart(a, b) && !apart(b, a);
}

double to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double size = dot(d, d);
  const double t = size > 0 ? std::clamp(dot(p - a, d) / size, 0.0, 1.0) : 0.0;
  return length(p - (a + d * t));
}

double to_triangle(Vec2 p, const std::array<Vec2, 3>& t) {
  const double s0 = cross(t[1] - t[0], p - t[0]), s1 = cross(t[2] - t[1], p - t[1]),
               s2 = cross(t[0] - t[2], p - t[2]);
  if ((s0 > 0 && s1 > 0 && s2 > 0) || (s0 < 0 && s1 < 0 && s2 < 0)) return 0;
  return std::min({to_segment(p, t[0], t[1]), to_segment(p, t[1], t[2]), to_segment(p, t[2], t[0])});
}

double to_footprint(Vec2 p, const Footprint& f) {
  const Vec2 d = p - f.center;
  const double x = std::max(0.0, std::abs(dot(d, f.x)) - f.half.x),
               y = std::max(0.0, std::abs(dot(d, f.y)) - f.half.y);
  return std::sqrt(x * x + y * y);
}

// m² of a triangle inside a footprint.
double area_inside(const std::array<Vec2, 3>& triangle, const Footprint& f) {
  std::vector<Vec2> poly(triangle.begin(), triangle.end());
  for (const auto& [axis, half] :
       {std::pair{f.x, f.half.x}, {f.x * -1, f.half.x}, {f.y, f.half.y}, {f.y * -1, f.half.y}}) {
    std::vector<Vec2> kept;
    for (std::size_t i = 0; i < poly.size(); ++i) {
      const Vec2 p = poly[i], q = poly[(i + 1) % poly.size()];
      const double a = half - dot(p - f.center, axis), b = half - dot(q - f.center, axis);
      if (a >= 0) kept.push_back(p);
      if ((a >= 0) != (b >= 0)) kept.push_back(p + (q - p) * (a / (a - b)));
    }
    poly = std::move(kept);
  }
  double twice = 0;
  for (std::size_t i = 0; i < poly.size(); ++i) twice += cross(poly[i], poly[(i + 1) % poly.size()]);
  return std::abs(twice) / 2;
}

}  // namespace

RoomSpace::RoomSpace(const RoomTruth& room, std::vector<Obstacle> obstacles, std::span<const DoorTruth> doors,
                     std::span<const PlaceTruth> places, std::span<const double> radii)
    : floor_(room.outline.front().z), obstacles_(std::move(obstacles)), radii_(radii.begin(), radii.end()) {
  const auto flat = [](const std::vector<Vec3>& loop) {
    std::vector<Vec2> out;
    for (const Vec3 p : loop) out.push_back(p.xy());
    return out;
  };
  loops_.push_back(flat(room.outline));
  for (const auto& hole : room.holes) loops_.push_back(flat(hole));
  for (const DoorTruth& door : doors) {
    if (door.rooms[0] != room.name && door.rooms[1] != room.name) continue;
    const Vec2 x = door.across.xy();
    kept_.push_back({door.center.xy(), x, {-x.y, x.x}, {door.width / 2 + 0.05, kBeforeDoor + 0.25}});
  }
  for (const PlaceTruth& place : places) {
    if (std::abs(place.at.z - floor_) < 0.5 && contains(place.at.xy())) places_.push_back(place.at.xy());
  }

  Box3 box;
  for (const Vec3 p : room.outline) box.add(p);
  low_ = box.min.xy();
  if (room.area > 40) cell_ = 0.1;
  nx_ = static_cast<int>(std::ceil(box.size().x / cell_));
  ny_ = static_cast<int>(std::ceil(box.size().y / cell_));
  reach_ = *std::max_element(radii_.begin(), radii_.end()) + 2 * cell_;
  clearance_.resize(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_));
  for (std::size_t c = 0; c < clearance_.size(); ++c) clearance_[c] = contains(middle(c)) ? 1e9f : -1.0f;
  // The outline itself is no wall: rooms end at stairs and wells too.
  for (const Obstacle& o : obstacles_) {
    if (o.high <= floor_ + kStep || o.low >= floor_ + kHead) continue;
    lower(clearance_, o.corners, [&](Vec2 p) { return to_triangle(p, o.corners); });
  }
  find_anchors();
}

template <class Distance>
void RoomSpace::lower(std::vector<float>& clearance, std::span<const Vec2> around,
                      const Distance& distance) const {
  Vec2 a = around[0], b = around[0];
  for (const Vec2 p : around) {
    a = {std::min(a.x, p.x), std::min(a.y, p.y)};
    b = {std::max(b.x, p.x), std::max(b.y, p.y)};
  }
  const auto index = [&](double v, int n) {
    return static_cast<int>(std::clamp(std::floor(v / cell_), 0.0, n - 1.0));
  };
  const int i0 = index(a.x - low_.x - reach_, nx_), i1 = index(b.x - low_.x + reach_, nx_);
  const int j0 = index(a.y - low_.y - reach_, ny_), j1 = index(b.y - low_.y + reach_, ny_);
  for (int j = j0; j <= j1; ++j) {
    for (int i = i0; i <= i1; ++i) {
      const std::size_t c =
          static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i);
      clearance[c] = std::min(clearance[c], static_cast<float>(distance(middle(c))));
    }
  }
}

Vec2 RoomSpace::middle(std::size_t c) const {
  const auto w = static_cast<std::size_t>(nx_);
  return {low_.x + (static_cast<double>(c % w) + 0.5) * cell_,
          low_.y + (static_cast<double>(c / w) + 0.5) * cell_};
}

bool RoomSpace::contains(Vec2 p) const {
  bool inside = false;  // even-odd: holes take away
  for (const auto& loop : loops_) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
    }
  }
  return inside;
}

// Cells at places, a step inside each door, and along the foot and head of stairs.
void RoomSpace::find_anchors() {
  std::vector<Vec2> spots = places_;
  for (const Footprint& door : kept_) {
    // Nearer ones for the slim; what is too near a wall for a radius does not count for it.
    for (const double far : {-0.75, -0.6, -0.45, 0.45, 0.6, 0.75})
      spots.push_back(door.center + door.y * far);
  }
  for (const Vec2 p : spots) {
    const double i = std::floor((p.x - low_.x) / cell_), j = std::floor((p.y - low_.y) / cell_);
    if (i < 0 || j < 0 || i >= nx_ || j >= ny_ || !contains(p)) continue;
    anchors_.push_back(static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) +
                       static_cast<std::size_t>(i));
  }
  std::vector<const Obstacle*> stairs;
  for (const Obstacle& o : obstacles_) {
    if (o.stairs && o.low <= floor_ + 0.5 && o.high >= floor_ - 0.5) stairs.push_back(&o);
  }
  for (std::size_t c = 0; c < clearance_.size() && !stairs.empty(); ++c) {
    if (clearance_[c] <= 0) continue;
    const bool near = std::any_of(stairs.begin(), stairs.end(), [&](const Obstacle* o) {
      return to_triangle(middle(c), o->corners) < 0.35;
    });
    if (near) anchors_.push_back(c);
  }
  std::sort(anchors_.begin(), anchors_.end());
  anchors_.erase(std::unique(anchors_.begin(), anchors_.end()), anchors_.end());
}

std::vector<int> RoomSpace::labels(std::span<const float> clearance, double radius) const {
  const double least = radius + cell_ * 0.71;
  std::vector<int> label(clearance.size(), -1);
  std::vector<std::size_t> stack;
  int next = 0;
  const auto w = static_cast<std::size_t>(nx_);
  for (const std::size_t start : anchors_) {
    if (label[start] >= 0 || clearance[start] < least) continue;
    label[start] = next;
    stack.push_back(start);
    while (!stack.empty()) {
      const std::size_t c = stack.back();
      stack.pop_back();
      const auto visit = [&](std::size_t n) {
        if (label[n] >= 0 || clearance[n] < least) return;
        label[n] = next;
        stack.push_back(n);
      };
      if (c % w > 0) visit(c - 1);
      if (c % w + 1 < w) visit(c + 1);
      if (c >= w) visit(c - w);
      if (c + w < clearance.size()) visit(c + w);
    }
    ++next;
  }
  return label;
}

bool RoomSpace::keeps_ways(const Footprint& piece) const {
  std::vector<float> after = clearance_;
  lower(after, piece.corners(), [&](Vec2 p) { return to_footprint(p, piece); });
  for (const double radius : radii_) {
    const auto was = labels(clearance_, radius), is = labels(after, radius);
    std::vector<int> became(anchors_.size() + 1, -1);  // by old label
    for (const std::size_t a : anchors_) {
      if (was[a] < 0) continue;
      if (is[a] < 0) return false;
      int& group = became[static_cast<std::size_t>(was[a])];
      if (group < 0) group = is[a];
      if (group != is[a]) return false;
    }
  }
  return true;
}

bool RoomSpace::admits(const Footprint& piece, double height) const {
  const auto tight = piece.grown(kGap).corners();
  for (const Vec2 p : tight) {
    if (!contains(p)) return false;
  }
  for (const auto& loop : loops_) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      if (overlap(tight, std::array{loop[i], loop[(i + 1) % loop.size()]})) return false;
    }
  }
  for (const Vec2 p : places_) {
    if (to_footprint(p, piece) < kAtPlace) return false;
  }
  for (const Footprint& f : kept_) {
    if (overlap(piece.corners(), f.corners())) return false;
  }
  const auto wide = piece.grown(kBetween).corners();
  for (const Footprint& f : taken_) {
    if (overlap(wide, f.corners())) return false;
  }
  const auto far = piece.grown(kBeforeStair).corners();
  for (const Obstacle& o : obstacles_) {
    if (o.low < floor_ + height && o.high > floor_ + 1e-3 && overlap(tight, o.corners)) return false;
    const bool stairs = o.stairs && o.low <= floor_ + kHead && o.high >= floor_ - 0.5;
    if (stairs && overlap(far, o.corners)) return false;
  }
  return keeps_ways(piece);
}

std::optional<double> RoomSpace::ceiling(const Footprint& piece) const {
  const auto corners = piece.corners();
  double lowest = std::numeric_limits<double>::infinity();
  std::vector<const Obstacle*> over;
  for (const Obstacle& o : obstacles_) {
    if (o.high <= floor_ + 1e-3 || !overlap(corners, o.corners)) continue;
    over.push_back(&o);
    lowest = std::min(lowest, o.low);
  }
  if (over.empty()) return lowest;
  double covered = 0;
  for (const Obstacle* o : over) {
    if (o->low == lowest && o->high == lowest) covered += area_inside(o->corners, piece);
  }
  const double whole = 4 * piece.half.x * piece.half.y;
  if (std::abs(covered - whole) > 1e-6 * whole) return std::nullopt;
  return lowest;
}

void RoomSpace::occupy(const Footprint& piece) {
  taken_.push_back(piece);
  lower(clearance_, piece.corners(), [&](Vec2 p) { return to_footprint(p, piece); });
}

}  // namespace ambula::scenes
