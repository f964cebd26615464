// Triangles beyond a sill are seen in its own frame: u along it, v away from the surface, w up from the plane
// of the surface's triangle there. Distances are found exactly for what is in the way; where the ground ends
// is sampled, a part of the reach apart, and rounded to the safe side.
#include "navmesh/beyond_sills.h"

#include <algorithm>
#include <cmath>

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
constexpr double kAlike = 20;  // quanta: distances that close are kept as one
constexpr auto kInto = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };

using Polygon = std::vector<Vec3>;

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

// From a point to the part of a segment.
double distance_to(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double whole = dot(along, along);
  const double t = whole > 0 ? std::clamp(dot(p - a, along) / whole, 0.0, 1.0) : 0;
  return length(a + along * t - p);
}

// The distance kept from a part of a sill. It holds between two places along the sill, because the obstacle
// reaches no further.
struct Kept {
  double distance = 0, low = 1e18, high = -1e18;

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
  Sill(const SurfaceView& surface, std::uint32_t h, const SillRule& rule, double below)
      : rule_(rule), half_edge_(h) {
    const auto& c = surface.triangles[h / 3];
    const Vec3 p = to_vec(surface.vertices[c[0]]), q = to_vec(surface.vertices[c[1]]),
               r = to_vec(surface.vertices[c[2]]);
    const Vec3 normal = cross(q - p, r - p);
    gradient_ = Vec2{-normal.x, -normal.y} * (1 / normal.z);
    at_ = to_vec(surface.vertices[surface.from(h)]);
    const Vec2 along = to_vec(surface.vertices[surface.to(h)]).xy() - at_.xy();
    length_ = length(along);
    ahead_ = along * (1 / length_);
    reach_ = std::max(rule.wall, rule.ledge);
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
    }
  }

  void look_at(const std::array<LatticePoint, 3>& triangle) {
    Polygon all;
    for (const LatticePoint p : triangle) all.push_back(in_frame(to_vec(p)));
    keep(all, [](Vec3 p) { return p.y; });
    const double wide = reach_ + rule_.gap;
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
    if (covered_.empty()) return;
    keep(all, [&](Vec3 p) { return p.z + body.step + kTie + slack_; });
    keep(all, [&](Vec3 p) { return body.step + kTie + slack_ - p.z; });
    if (!all.empty()) cover(all);
  }

  // After all triangles. Gives the distance to keep from the whole edge.
  double finish(bool is_ledge, std::vector<KeptStretch>& out) {
    keep_from_drops();
    const bool drops = is_ledge && std::all_of(from_drop_.begin(), from_drop_.end(), [&](const Kept& k) {
                         return k.distance >= rule_.ledge - kAlike;
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
    for (std::size_t k = 0; k < kept_lower_.size(); ++k) {
      const auto& [lower, top] = kept_lower_[k];
      const double from = static_cast<double>(k) * part_;
      if (lower.distance > std::max(kept, kept_[k].distance))
        out.push_back({half_edge_, from, from + part_, lower.distance, lower.low, lower.high,
                       top - rule_.body.step - kTie});
    }
    return kept;
  }

 private:
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
      const double from = static_cast<double>(k) * part_, to = k + 1 == parts_ ? length_ : from + part_;
      if (out.size() > first && out.back().to >= from &&
          std::abs(out.back().distance - part.distance) <= kAlike) {
        KeptStretch& before = out.back();
        before.to = to;
        before.distance = std::max(before.distance, part.distance);
        before.low = std::min(before.low, part.low);
        before.high = std::max(before.high, part.high);
      } else {
        KeptStretch& made = out.emplace_back(half_edge_, from, to, part.distance, part.low, part.high);
        made.below = below;
      }
    }
  }

  // At the foot of a step a body stands lower than the sill: something no higher than a step above the sill is
  // kept from by those for whom it is higher. It is told apart by height, a band at a time.
  void keep_below(const Polygon& all) {
    const Vec2 slope{dot(gradient_, ahead_), cross(gradient_, ahead_)};
    kept_below_.resize(kBands, {std::vector<Kept>(parts_), -1e18});
    const double top = rule_.body.step + kTie, band = below_ / static_cast<double>(kBands);
    for (std::size_t k = 0; k < kBands; ++k) {
      Polygon part = all;
      keep(part, [&](Vec3 p) { return top - band * static_cast<double>(k) - p.z; });
      keep(part, [&](Vec3 p) { return p.z - (top - band * static_cast<double>(k + 1)); });
      if (part.empty()) continue;
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
    each_part(polygon, rule_.wall, [&](std::size_t k, const Kept& kept) {
      kept_lower_[k].first.add(kept);
      kept_lower_[k].second = std::max(kept_lower_[k].second, highest);
    });
  }

  void keep_from(const Polygon& polygon, double distance, std::vector<Kept>& kept) const {
    each_part(polygon, distance, [&](std::size_t k, const Kept& part) { kept[k].add(part); });
  }
  // A distance from a polygon with its sides: every part keeps what is left of it.
  template <class Take>
  void each_part(const Polygon& polygon, double distance, Take&& take) const {
    double low = polygon[0].x, high = low;
    for (const Vec3 p : polygon) {
      low = std::min(low, p.x);
      high = std::max(high, p.x);
    }
    const double first = std::floor((low - distance) / part_), last = std::floor((high + distance) / part_);
    if (last < 0 || first >= static_cast<double>(parts_)) return;
    const auto end = static_cast<std::size_t>(std::min(last + 1, static_cast<double>(parts_)));
    for (auto k = static_cast<std::size_t>(std::max(first, 0.0)); k < end; ++k) {
      const double from = static_cast<double>(k) * part_, to = from + part_;
      double nearest = distance;
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon[i].xy(), b = polygon[(i + 1) % polygon.size()].xy();
        nearest = std::min({nearest, distance_to({from, 0}, a, b), distance_to({to, 0}, a, b)});
        if (a.x >= from && a.x <= to) nearest = std::min(nearest, a.y);
      }
      if (nearest >= distance) continue;
      take(k, Kept{distance - nearest, std::max(low, from - distance) - distance,
                   std::min(high, to + distance) + distance});
    }
  }

  // Where a square block of samples has no ground. Its near side is where the ground ends, if between that
  // and the samples before it.
  void keep_from_drops() {
    if (covered_.empty() || columns_ < kBlock) return;
    // Blocks further out over the same columns are further from every part.
    std::vector<char> known(columns_, 0);
    for (std::size_t r = 0; r + kBlock <= rows_; ++r) {
      std::size_t open = 0;  // columns in a row without ground
      for (std::size_t c = 0; c < columns_; ++c) {
        bool none = true;
        for (std::size_t k = 0; k < kBlock; ++k) none = none && covered_[(r + k) * columns_ + c] == 0;
        open = none ? open + 1 : 0;
        if (open < kBlock || known[c] != 0) continue;
        known[c] = 1;
        const Vec2 p = sample(r * columns_ + c);
        const double wide = spacing_ * static_cast<double>(kBlock), y = std::max(p.y - spacing_ / 2, 0.0);
        keep_from({{p.x + spacing_ / 2 - wide, y, 0}, {p.x + spacing_ / 2, y, 0}}, rule_.ledge, from_drop_);
      }
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
        if (known == 0 && holds(polygon, sample(r * columns_ + c))) known = 1;
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
  double spacing_ = 0;                               // of samples
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<char> covered_;  // by row and column
};

// Over the surface's triangles that lead up or down over a step.
BoxTree tree_of_steps(const NavBase& base, const SurfaceView& surface) {
  std::vector<LatticeBox> boxes;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    if (base.kind[t] == CellKind::floor || base.kind[t] == CellKind::ramp) continue;
    LatticeBox box;
    for (const std::uint32_t v : surface.triangles[t]) box.add(surface.vertices[v]);
    boxes.push_back(box);
  }
  return BoxTree(boxes);
}

bool may_be_stood_over(const NavBase& base, std::uint32_t h) {
  const BorderKind kind = base.border[h / 3][h % 3];
  return kind == BorderKind::sill || kind == BorderKind::ledge;
}

}  // namespace

std::vector<std::array<LatticePoint, 3>> triangles_beyond(const NavBase& base, const Scene& scene,
                                                          const BodyLimits& body, double reach) {
  const SurfaceView surface{base.vertices, base.triangles, base.neighbours};
  std::vector<LatticeBox> boxes;
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    if (may_be_stood_over(base, h)) boxes.push_back(box_beyond(surface, h, reach, body));
  }
  if (boxes.empty()) return {};
  const BoxTree tree(boxes);
  std::vector<std::array<LatticePoint, 3>> out;
  for (const Triangle& triangle : scene.triangles) {
    std::array<LatticePoint, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i) corners[i] = scene.lattice.snap(scene.positions[triangle[i]]);
    bool any = false;
    tree.visit(
        box_of(corners),
        [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    if (!any) continue;
    std::sort(corners.begin(), corners.end());
    out.push_back(corners);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<KeptStretch> keep_beyond_sills(const NavBase& base, const SillRule& rule,
                                           std::span<std::array<double, 3>> distance) {
  std::vector<KeptStretch> out;
  if (rule.wall <= 0 && rule.ledge <= 0) return out;
  const SurfaceView surface{base.vertices, base.triangles, base.neighbours};
  const double reach = std::max(rule.wall, rule.ledge) + rule.gap;
  std::vector<LatticeBox> boxes;
  for (const auto& triangle : base.beyond) boxes.push_back(box_of(triangle));
  const BoxTree tree(boxes);
  const BoxTree steps = tree_of_steps(base, surface);
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    if (!may_be_stood_over(base, h)) continue;
    const LatticeBox near = box_beyond(surface, h, reach, rule.body);
    bool step_near = false;
    steps.visit(near, kInto, [&](std::size_t) { step_near = true; });
    Sill sill(surface, h, rule, step_near ? rule.body.step : 0);
    tree.visit(near, kInto, [&](std::size_t k) { sill.look_at(base.beyond[k]); });
    distance[h / 3][h % 3] = sill.finish(base.border[h / 3][h % 3] == BorderKind::ledge, out);
  }
  return out;
}

}  // namespace ambula
