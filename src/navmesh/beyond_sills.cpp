// Triangles beyond a sill are seen in its own frame: u along it, v away from the surface, w up from the plane
// of the surface's triangle there. Distances are found exactly for what is in the way; where the ground ends
// is sampled, a part of the reach apart, and rounded to the safe side.
#include "navmesh/beyond_sills.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <initializer_list>

#include "geometry/box_tree.h"
#include "navmesh/ground_below.h"

namespace ambula {
namespace {

constexpr double kTie = 5;              // quanta of height: what links let pass as a step high passes
constexpr double kParts = 24;           // of the reach: how long the parts of a sill are that are told apart
constexpr std::size_t kMost = 1 << 13;  // parts of one sill
constexpr double kOnIt = 10;            // quanta: what stands no further behind a sill is the sill
constexpr std::size_t kBands = 4;       // heights between a sill and a step above it that are told apart
constexpr std::size_t kBlock = 3;       // samples along and across a gap in the ground
constexpr double kMostRows = 48;
constexpr std::size_t kFaces = 64, kTriangles = 4096;  // a task
constexpr double kAlike = 60;                          // of the reach: distances that close are kept as one
constexpr auto kInto = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };

// A triangle clipped by up to a dozen planes: each adds one corner at most. Only the corners that are there
// are ever written or copied.
class Polygon {
 public:
  Polygon() {}
  Polygon(std::initializer_list<Vec3> corners) {
    for (const Vec3 p : corners) push_back(p);
  }
  Polygon(const Polygon& other) { *this = other; }
  Polygon& operator=(const Polygon& other) {
    size_ = other.size_;
    std::copy_n(other.corners_, size_, corners_);
    return *this;
  }
  void push_back(Vec3 p) {
    assert(size_ < kMostCorners);
    corners_[size_++] = p;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Vec3& operator[](std::size_t i) const { return corners_[i]; }
  [[nodiscard]] const Vec3* begin() const { return corners_; }
  [[nodiscard]] const Vec3* end() const { return corners_ + size_; }

 private:
  static constexpr std::size_t kMostCorners = 16;
  std::size_t size_ = 0;
  union {
    Vec3 corners_[kMostCorners];
  };
};

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
template <class Value>
void keep(Polygon& polygon, Value value) {
  keep_positive(polygon, value, [](Vec3 a, Vec3 b, double t) { return a + (b - a) * t; });
}

double top_of(const Polygon& polygon) {
  double top = -1e18;
  for (const Vec3 p : polygon) top = std::max(top, p.z);
  return top;
}
LatticeBox box_of(const std::array<LatticePoint, 3>& triangle) {
  LatticeBox box;
  for (const LatticePoint p : triangle) box.add(p);
  return box;
}
// Around what may matter beyond an edge.
LatticeBox box_beyond(const SurfaceView& surface, std::uint32_t h, double reach, const BodyLimits& body) {
  LatticeBox box;
  box.add(surface.vertices[surface.from(h)]);
  box.add(surface.vertices[surface.to(h)]);
  const double rise = reach * body.slope;
  return widened(box, reach + 1, body.step + rise, body.height + rise);
}

// The square of the distance from a point to a segment.
double squared_distance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a, d = p - a;
  const double whole = dot(along, along), part = dot(d, along);
  if (part <= 0 || whole <= 0) return dot(d, d);
  if (part >= whole) return dot(p - b, p - b);
  const Vec2 off = along * (part / whole) - d;
  return dot(off, off);
}

// The distance kept from a part of a sill. It holds between two places along the sill, because the obstacle
// reaches no further.
struct Kept {
  double distance = 0, low = 1e18, high = -1e18;

  // True if adding the other would change nothing.
  [[nodiscard]] bool has(const Kept& other) const {
    return other.distance <= distance && other.low >= low && other.high <= high;
  }
  void add(const Kept& other) {
    distance = std::max(distance, other.distance);
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
};

// One sill and what is known of it so far.
class Sill {
 public:
  // `below`: how much lower a body may stand on what links join to the surface here.
  Sill(const SurfaceView& surface, std::uint32_t h, const SillRule& rule, double below, bool is_ramp)
      : rule_(rule), half_edge_(h) {
    const auto& c = surface.triangles[h / 3];
    const Vec3 p = to_vec(surface.vertices[c[0]]), q = to_vec(surface.vertices[c[1]]),
               r = to_vec(surface.vertices[c[2]]);
    const Vec3 normal = cross(q - p, r - p);
    gradient_ = Vec2{-normal.x, -normal.y} * (1 / normal.z);
    at_ = to_vec(surface.vertices[surface.from(h)]);
    end_z_ = surface.vertices[surface.to(h)].z;
    const Vec2 along = to_vec(surface.vertices[surface.to(h)]).xy() - at_.xy();
    length_ = length(along);
    ahead_ = along * (1 / length_);
    reach_ = std::max(rule.wall, rule.ledge);
    // A triangle tells the slope of as much ground as it has itself: where the ground ripples, as a scan's
    // does, its plane says nothing about what lies a radius away, and the level of the sill does. Ramps over
    // flights are one slope, however narrow their triangles.
    if (!is_ramp && normal.z < reach_ * length_) gradient_ = {};
    slack_ = reach_ * length(gradient_);
    below_ = below;
    parts_ =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(length_ / (reach_ / kParts))), 1, kMost);
    part_ = length_ / static_cast<double>(parts_);
    kept_.resize(parts_);
    from_drop_.resize(parts_);
    if (rule.ledge > 0) {
      spacing_ = std::max({rule.gap / kBlock, rule.ledge / kMostRows, (length_ + 2 * rule.ledge) / kMost});
      rows_ = static_cast<std::size_t>(std::ceil(rule.ledge / spacing_)) + kBlock - 1;
      columns_ = static_cast<std::size_t>(std::ceil((length_ + 2 * rule.ledge) / spacing_)) + 1;
      covered_.assign(rows_ * columns_, 0);
      uncovered_ = covered_.size();
    }
  }

  // True if something in the box can matter as ground alone.
  [[nodiscard]] bool is_low(const LatticeBox& box) const {
    const double tilt = 2 * slack_;  // of the sill's plane over the diagonal of its reach, at most
    return rule_.sill <= 0 &&
           box.high.z < std::min(at_.z, end_z_) + rule_.body.step + kTie - std::max(slack_, below_) - tilt;
  }
  [[nodiscard]] bool wants_ground() const { return uncovered_ > 0; }

  void look_at(const std::array<LatticePoint, 3>& triangle) {
    Polygon all;
    for (const LatticePoint p : triangle) all.push_back(in_frame(to_vec(p)));
    if (is_aside(all) || is_behind(all)) return;
    const double wide = reach_ + rule_.gap;
    keep(all, [](Vec3 p) { return p.y; });
    keep(all, [&](Vec3 p) { return wide - p.y; });
    keep(all, [&](Vec3 p) { return p.x + wide; });
    keep(all, [&](Vec3 p) { return length_ + wide - p.x; });
    if (all.empty()) return;
    const BodyLimits& body = rule_.body;
    Polygon high = all;
    keep(high, [&](Vec3 p) { return body.height + slack_ - kTie - p.z; });
    keep(high, [&](Vec3 p) { return p.z - (body.step + kTie - slack_); });
    if (!high.empty() && slack_ > 0) keep_lower(high);
    keep(high, [&](Vec3 p) { return p.z - (body.step + kTie); });
    if (!high.empty()) keep_from(high, rule_.wall, kept_);
    if (below_ > 0) keep_below(all);
    if (rule_.sill > 0 && top_of(all) > rule_.lip + kTie) {
      Polygon own = all;
      keep(own, [&](Vec3 p) { return kOnIt - p.y; });
      keep(own, [&](Vec3 p) { return body.height - p.z; });
      if (!own.empty()) keep_from(own, rule_.sill + kOnIt, kept_);
    }
    if (uncovered_ == 0) return;
    keep(all, [&](Vec3 p) { return p.z + body.step + kTie + slack_; });
    keep(all, [&](Vec3 p) { return body.step + kTie + slack_ - p.z; });
    if (!all.empty()) cover(all);
  }

  // After all triangles. Gives the distance to keep from the whole edge.
  double finish(bool is_ledge, std::vector<KeptStretch>& out) {
    keep_from_drops();
    const bool drops = is_ledge && std::all_of(from_drop_.begin(), from_drop_.end(), [&](const Kept& k) {
                         return k.distance >= rule_.ledge - reach_ / kAlike;
                       });
    const double kept = drops ? rule_.ledge : kStoodOver;
    if (!drops) {
      for (std::size_t k = 0; k < parts_; ++k) kept_[k].add(from_drop_[k]);
    }
    const auto everywhere = std::numeric_limits<double>::infinity();
    add_stretches(kept_, [&](std::size_t) { return kept; }, everywhere, out);
    for (std::size_t band = 0; band < kept_below_.size(); ++band) {
      add_stretches(
          kept_below_[band].parts, [&](std::size_t k) { return std::max(kept, kept_[k].distance); },
          kept_below_[band].top - rule_.body.step - kTie, out);
    }
    add_lower_stretches(kept, out);
    return kept;
  }

 private:
  // True if a polygon's box is further from the sill than the distance to walls.
  [[nodiscard]] bool is_beyond_wall(const Polygon& polygon) const {
    double low = polygon[0].x, high = low, close = polygon[0].y;
    for (const Vec3 p : polygon) {
      low = std::min(low, p.x);
      high = std::max(high, p.x);
      close = std::min(close, p.y);
    }
    const double aside = std::max({-high, low - length_, 0.0}), away = std::max(close, 0.0);
    return aside * aside + away * away >= rule_.wall * rule_.wall;
  }
  // True if a triangle is in nobody's way but those who keep from something nearer already.
  [[nodiscard]] bool is_behind(const Polygon& all) const {
    if (slack_ > 0 || rule_.sill > 0) return false;
    double low = all[0].x, high = low, close = all[0].y;
    for (const Vec3 p : all) {
      if (p.z <= rule_.body.step + kTie) return false;
      low = std::min(low, p.x);
      high = std::max(high, p.x);
      close = std::min(close, p.y);
    }
    close = std::max(close, 0.0);
    const double first = std::max(std::floor((low - rule_.wall) / part_), 0.0);
    for (auto k = static_cast<std::size_t>(first); k < parts_ && begin_of(k) <= high + rule_.wall; ++k) {
      const Kept most = most_of(k, low, high, close, rule_.wall);
      if (most.distance > 0 && !kept_[k].has(most)) return false;
    }
    return true;
  }
  // The most that part k could keep of something in a box.
  [[nodiscard]] Kept most_of(std::size_t k, double low, double high, double close, double distance) const {
    const double from = begin_of(k), to = begin_of(k + 1), aside = std::max({low - to, from - high, 0.0});
    return {distance - std::sqrt(aside * aside + close * close), std::max(low, from - distance) - distance,
            std::min(high, to + distance) + distance};
  }
  // True if all of a triangle is out of reach, above the head, or too low to matter.
  [[nodiscard]] bool is_aside(const Polygon& all) const {
    const double wide = reach_ + rule_.gap;
    Vec3 low{1e18, 1e18, 1e18}, high{-1e18, -1e18, -1e18};
    for (const Vec3 p : all) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    if (high.y < 0 || low.y > wide || high.x < -wide || low.x > length_ + wide) return true;
    if (low.z > rule_.body.height + slack_) return true;
    const double matters = rule_.body.step + kTie - std::max(slack_, below_);
    if (uncovered_ > 0 || rule_.sill > 0) return high.z < -(rule_.body.step + kTie + slack_);
    return high.z < matters || is_beyond_wall(all);
  }
  [[nodiscard]] double begin_of(std::size_t part) const {
    return part == parts_ ? length_ : static_cast<double>(part) * part_;
  }
  [[nodiscard]] Vec3 in_frame(Vec3 p) const {
    const Vec2 d = p.xy() - at_.xy();
    return {dot(d, ahead_), cross(d, ahead_), p.z - at_.z - dot(gradient_, d)};
  }
  [[nodiscard]] Vec2 sample(std::size_t k) const {
    return {(static_cast<double>(k % columns_) + 0.5) * spacing_ - rule_.ledge,
            (static_cast<double>(k / columns_) + 0.5) * spacing_};
  }

  // One stretch for parts in a row that keep about the same, where that is more than `least`.
  template <class Least>
  void add_stretches(const std::vector<Kept>& parts, Least&& least, double below,
                     std::vector<KeptStretch>& out) const {
    const std::size_t first = out.size();
    for (std::size_t k = 0; k < parts_; ++k) {
      const Kept& part = parts[k];
      if (part.distance <= least(k)) continue;
      const double from = begin_of(k), to = begin_of(k + 1);
      if (out.size() > first && out.back().to >= from &&
          std::abs(out.back().distance - part.distance) <= reach_ / kAlike) {
        KeptStretch& before = out.back();
        before.to = to;
        before.distance = std::max(before.distance, part.distance);
        before.low = std::min(before.low, part.low);
        before.high = std::max(before.high, part.high);
      } else {
        out.push_back({half_edge_, from, to, part.distance, part.low, part.high});
        out.back().below = below;
      }
    }
  }

  // The same for what those keep from who stand lower on a slope, in a row as far as its top is about as
  // high.
  void add_lower_stretches(double kept, std::vector<KeptStretch>& out) const {
    const std::size_t first = out.size();
    for (std::size_t k = 0; k < kept_lower_.size(); ++k) {
      const auto& [lower, top] = kept_lower_[k];
      if (lower.distance <= std::max(kept, kept_[k].distance)) continue;
      const double highest = top - rule_.body.step - kTie;
      if (out.size() > first && out.back().to >= begin_of(k) &&
          std::abs(out.back().distance - lower.distance) <= reach_ / kAlike &&
          std::abs(out.back().highest - highest) <= reach_ / kAlike) {
        KeptStretch& before = out.back();
        before.to = begin_of(k + 1);
        before.distance = std::max(before.distance, lower.distance);
        before.low = std::min(before.low, lower.low);
        before.high = std::max(before.high, lower.high);
        before.highest = std::max(before.highest, highest);
      } else {
        out.push_back(
            {half_edge_, begin_of(k), begin_of(k + 1), lower.distance, lower.low, lower.high, highest});
      }
    }
  }

  // At the foot of a step a body stands lower than the sill: something no higher than a step above the sill
  // is kept from by those for whom it is higher. It is told apart by height, a band at a time.
  void keep_below(const Polygon& all) {
    const Vec2 slope{dot(gradient_, ahead_), cross(gradient_, ahead_)};
    const double top = rule_.body.step + kTie, band = below_ / static_cast<double>(kBands);
    const auto [lowest, highest] =
        std::minmax_element(all.begin(), all.end(), [](Vec3 a, Vec3 b) { return a.z < b.z; });
    if (lowest->z > top || highest->z < top - below_) return;
    kept_below_.resize(kBands, {std::vector<Kept>(parts_), -1e18});
    for (std::size_t k = 0; k < kBands; ++k) {
      const double high = top - band * static_cast<double>(k), low = high - band;
      if (lowest->z > high || highest->z < low) continue;
      Polygon part = all;
      keep(part, [&](Vec3 p) { return high - p.z; });
      keep(part, [&](Vec3 p) { return p.z - low; });
      if (part.empty() || is_beyond_wall(part)) continue;
      keep_from(part, rule_.wall, kept_below_[k].parts);
      for (const Vec3 p : part)
        kept_below_[k].top = std::max(kept_below_[k].top, at_.z + p.z + dot(slope, p.xy()));
    }
  }

  // On a slope a body may stand lower than where it meets something: all of these are kept from by those who
  // stand lower than the highest of them by more than a step.
  void keep_lower(const Polygon& polygon) {
    const Vec2 slope{dot(gradient_, ahead_), cross(gradient_, ahead_)};
    double highest = -1e18;
    for (const Vec3 p : polygon) highest = std::max(highest, p.z + dot(slope, p.xy()));
    kept_lower_.resize(parts_, {{}, -1e18});
    each_part(
        polygon, rule_.wall,
        [&](std::size_t k, const Kept& most) {
          return kept_lower_[k].second >= highest && kept_lower_[k].first.has(most);
        },
        [&](std::size_t k, const Kept& kept) {
          kept_lower_[k].first.add(kept);
          kept_lower_[k].second = std::max(kept_lower_[k].second, highest);
        });
  }

  void keep_from(const Polygon& polygon, double distance, std::vector<Kept>& kept) const {
    each_part(
        polygon, distance, [&](std::size_t k, const Kept& most) { return kept[k].has(most); },
        [&](std::size_t k, const Kept& part) { kept[k].add(part); });
  }
  // A distance from a polygon with its sides: every part keeps what is left of it. `is_known(k, most)`: part
  // k already keeps the most that this polygon could make it keep.
  template <class Known, class Take>
  void each_part(const Polygon& polygon, double distance, Known&& is_known, Take&& take) const {
    double low = polygon[0].x, high = low, close = polygon[0].y;
    for (const Vec3 p : polygon) {
      low = std::min(low, p.x);
      high = std::max(high, p.x);
      close = std::min(close, p.y);
    }
    const double first = std::floor((low - distance) / part_), last = std::floor((high + distance) / part_);
    if (last < 0 || first >= static_cast<double>(parts_)) return;
    const auto squared_from = [&](double x) {
      double least = distance * distance;
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon[i].xy(), b = polygon[i + 1 == polygon.size() ? 0 : i + 1].xy();
        least = std::min(least, squared_distance({x, 0}, a, b));
      }
      return least;
    };
    const auto end = static_cast<std::size_t>(std::min(last + 1, static_cast<double>(parts_)));
    double at_end = -1;  // of the part before, where it was looked at
    for (auto k = static_cast<std::size_t>(std::max(first, 0.0)); k < end; ++k) {
      const double from = begin_of(k), to = begin_of(k + 1);
      Kept kept = most_of(k, low, high, close, distance);
      if (kept.distance <= 0 || is_known(k, kept)) {
        at_end = -1;
        continue;
      }
      double nearest = at_end >= 0 ? at_end : squared_from(from);
      at_end = squared_from(to);
      nearest = std::sqrt(std::min(nearest, at_end));
      for (const Vec3 p : polygon) {
        if (p.x >= from && p.x <= to) nearest = std::min(nearest, p.y);
      }
      kept.distance = distance - nearest;
      if (kept.distance > 0) take(k, kept);
    }
  }

  // A square block of samples without ground is a drop. Its near side is where the ground ends, if between
  // that and the samples before it. Blocks side by side are one.
  void keep_from_drops() {
    if (covered_.empty() || columns_ < kBlock) return;
    // Blocks further out over the same columns are further from every part.
    std::vector<char> known(columns_, 0);
    const double wide = spacing_ * static_cast<double>(kBlock);
    for (std::size_t r = 0; r + kBlock <= rows_; ++r) {
      std::size_t open = 0;          // columns in a row without ground
      std::size_t first = columns_;  // of blocks side by side
      const auto keep_from_row = [&](std::size_t last) {
        if (first == columns_) return;
        const Vec2 a = sample(r * columns_ + first), b = sample(r * columns_ + last);
        const double y = std::max(a.y - spacing_ / 2, 0.0);
        keep_from({{a.x + spacing_ / 2 - wide, y, 0}, {b.x + spacing_ / 2, y, 0}}, rule_.ledge, from_drop_);
        first = columns_;
      };
      for (std::size_t c = 0; c < columns_; ++c) {
        bool none = true;
        for (std::size_t k = 0; k < kBlock; ++k) none = none && covered_[(r + k) * columns_ + c] == 0;
        open = none ? open + 1 : 0;
        if (open >= kBlock && known[c] == 0) {
          known[c] = 1;
          if (first == columns_) first = c;
        } else if (first != columns_) {
          keep_from_row(c - 1);
        }
      }
      keep_from_row(columns_ - 1);
    }
  }

  void cover(const Polygon& polygon) {
    Vec2 low = polygon[0].xy(), high = low;
    for (const Vec3 p : polygon) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const auto index = [&](double v, std::size_t size) {
      return static_cast<std::size_t>(std::clamp(std::floor(v), 0.0, static_cast<double>(size)));
    };
    const std::size_t c0 = index((low.x + rule_.ledge) / spacing_ - 0.5, columns_),
                      c1 = index((high.x + rule_.ledge) / spacing_ + 0.5, columns_),
                      r0 = index(low.y / spacing_ - 0.5, rows_), r1 = index(high.y / spacing_ + 0.5, rows_);
    for (std::size_t r = r0; r < r1; ++r) {
      for (std::size_t c = c0; c < c1; ++c) {
        char& known = covered_[r * columns_ + c];
        if (known != 0 || !holds(polygon, sample(r * columns_ + c))) continue;
        known = 1;
        --uncovered_;
      }
    }
  }
  // Whether a point is in a polygon, whichever way that turns; in none that is only a line.
  [[nodiscard]] static bool holds(const Polygon& polygon, Vec2 p) {
    bool left = true, right = true, beside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 a = polygon[i].xy(), b = polygon[(i + 1) % polygon.size()].xy();
      const double side = cross(b - a, p - a);
      left = left && side >= 0;
      right = right && side <= 0;
      beside = beside || side != 0;
    }
    return beside && (left || right);
  }

  const SillRule& rule_;
  std::uint32_t half_edge_;
  Vec3 at_;
  double end_z_ = 0;  // of the edge's end
  Vec2 ahead_, gradient_;
  double length_ = 0, reach_ = 0;
  double slack_ = 0;  // how much lower than where it meets something a body may stand, on a slope,
  double below_ = 0;  // and at the foot of a step
  std::size_t parts_ = 0;
  double part_ = 0;
  std::vector<Kept> kept_, from_drop_;               // per part
  std::vector<std::pair<Kept, double>> kept_lower_;  // per part, and the highest of what is kept from
  struct Band {
    std::vector<Kept> parts;
    double top;  // of what is kept from
  };
  std::vector<Band> kept_below_;
  double spacing_ = 0;  // of samples
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<char> covered_;  // by row and column
  std::size_t uncovered_ = 0;  // of them
};

// The triangles that lead up or down over a step, and the edges at which one side is higher than the other.
struct Steps {
  std::vector<std::int32_t> lowest;  // of each
  BoxTree tree;
};
Steps steps_of(const NavBase& base, const SurfaceView& surface) {
  Steps out;
  std::vector<LatticeBox> boxes;
  const auto add = [&](const LatticeBox& box) {
    boxes.push_back(box);
    out.lowest.push_back(box.low.z);
  };
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    const std::uint32_t twin = surface.twin(h);
    if (twin == SurfaceView::kNone || twin < h || !surface.is_step(h, twin)) continue;
    LatticeBox box;
    for (const std::uint32_t side : {h, twin}) {
      box.add(surface.vertices[surface.from(side)]);
      box.add(surface.vertices[surface.to(side)]);
    }
    add(box);
  }
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    if (base.kind[t] == CellKind::floor || base.kind[t] == CellKind::ramp) continue;
    LatticeBox box;
    for (const std::uint32_t v : surface.triangles[t]) box.add(surface.vertices[v]);
    add(box);
  }
  out.tree = BoxTree(boxes);
  return out;
}

bool is_wide(const LatticeBox& box, double reach) {
  return std::max(static_cast<double>(box.high.x) - box.low.x, static_cast<double>(box.high.y) - box.low.y) >
         reach;
}

bool may_be_stood_over(const NavBase& base, std::uint32_t h) {
  const BorderKind kind = base.border[h / 3][h % 3];
  return kind == BorderKind::sill || kind == BorderKind::ledge;
}

}  // namespace

std::vector<std::array<LatticePoint, 3>> triangles_beyond(const NavBase& base, const Scene& scene,
                                                          const BodyLimits& body, double reach,
                                                          Context* context) {
  const SurfaceView surface{base.vertices, base.triangles, base.neighbours};
  std::vector<LatticeBox> boxes;
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    if (may_be_stood_over(base, h)) boxes.push_back(box_beyond(surface, h, reach, body));
  }
  if (boxes.empty()) return {};
  const BoxTree tree(boxes);
  const auto may_matter = [&](const LatticeBox& box) {
    bool any = false;
    tree.visit(
        box, [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    return any;
  };
  std::vector<std::vector<std::array<LatticePoint, 3>>> found((scene.triangles.size() + kTriangles - 1) /
                                                              kTriangles);
  parallel_for(context, found.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin * kTriangles; t < std::min(end * kTriangles, scene.triangles.size()); ++t) {
      std::array<LatticePoint, 3> corners{};
      for (std::size_t i = 0; i < 3; ++i)
        corners[i] = scene.lattice.snap(scene.positions[scene.triangles[t][i]]);
      if (!may_matter(box_of(corners))) continue;
      std::sort(corners.begin(), corners.end());
      found[t / kTriangles].push_back(corners);
    }
  });
  std::vector<std::array<LatticePoint, 3>> out;
  for (const auto& some : found) out.insert(out.end(), some.begin(), some.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<KeptStretch> keep_beyond_sills(const NavBase& base, const SillRule& rule,
                                           std::span<std::array<double, 3>> distance, Context* context) {
  std::vector<KeptStretch> out;
  if (rule.wall <= 0 && rule.ledge <= 0) return out;
  const SurfaceView surface{base.vertices, base.triangles, base.neighbours};
  const double reach = std::max(rule.wall, rule.ledge) + rule.gap;
  std::vector<LatticeBox> boxes;
  for (const auto& triangle : base.beyond) boxes.push_back(box_of(triangle));
  const BoxTree tree(boxes);
  const Steps steps = steps_of(base, surface);
  std::vector<std::vector<KeptStretch>> found((surface.triangles.size() + kFaces - 1) / kFaces);
  parallel_for(context, found.size(), 1, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> low;
    for (auto h = static_cast<std::uint32_t>(3 * kFaces * begin);
         h < 3 * std::min(end * kFaces, surface.triangles.size()); ++h) {
      if (!may_be_stood_over(base, h)) continue;
      const LatticeBox near = box_beyond(surface, h, reach, rule.body);
      const std::int32_t top =
          std::max(surface.vertices[surface.from(h)].z, surface.vertices[surface.to(h)].z);
      std::int32_t lowest = top;
      steps.tree.visit(near, kInto, [&](std::size_t k) { lowest = std::min(lowest, steps.lowest[k]); });
      Sill sill(surface, h, rule, std::min(static_cast<double>(top - lowest), rule.body.step),
                base.kind[h / 3] == CellKind::ramp);
      // Low things can only be ground. Most often a few large ones are all of it, so they come first.
      low.clear();
      tree.visit(near, kInto, [&](std::size_t k) {
        if (sill.is_low(boxes[k]) && !is_wide(boxes[k], reach)) {
          low.push_back(static_cast<std::uint32_t>(k));
        } else {
          sill.look_at(base.beyond[k]);
        }
      });
      for (std::size_t k = 0; k < low.size() && sill.wants_ground(); ++k) sill.look_at(base.beyond[low[k]]);
      distance[h / 3][h % 3] =
          sill.finish(base.border[h / 3][h % 3] == BorderKind::ledge, found[h / (3 * kFaces)]);
    }
  });
  for (const auto& some : found) out.insert(out.end(), some.begin(), some.end());
  return out;
}

}  // namespace ambula
