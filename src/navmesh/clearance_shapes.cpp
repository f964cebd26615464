// The strip along an edge and the arcs around its ends are one convex polygon. Shapes of neighbouring edges
// have a side at their vertex in common, or overlap there, so that rounding leaves nothing between them.
// Directions are unit vectors in doubles, made with + - * / and square roots alone; they place the corners of
// a shape and decide nothing else.
#include "navmesh/clearance_shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ambula/vec.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kSlack = 4;   // quanta by which rounding may move a border, twice
constexpr int kHalvings = 24;  // of what an angle may be: far below a quantum at any distance

Vec2 left_of(Vec2 d) { return {-d.y, d.x}; }
Vec2 reversed(Vec2 d) { return {-d.x, -d.y}; }
Vec2 unit(Vec2 d) { return d * (1 / std::sqrt(dot(d, d))); }

// Border edges by place in plan, to look for passages. Those of other floors are found as well and do no
// harm.
class BorderGrid {
 public:
  BorderGrid(std::span<const std::pair<Vec2, Vec2>> edges, double cell) : cell_(cell) {
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      Vec2 a = edges[e].first, b = edges[e].second;
      if (b.x < a.x) std::swap(a, b);
      const std::int64_t first = index(a.x), last = index(b.x);
      for (std::int64_t i = first; i <= last; ++i) {
        // As much of the edge as lies in this column.
        const auto height = [&](double x) {
          return b.x > a.x ? a.y + (b.y - a.y) * ((std::clamp(x, a.x, b.x) - a.x) / (b.x - a.x)) : a.y;
        };
        double low = height(static_cast<double>(i) * cell_),
               high = height(static_cast<double>(i + 1) * cell_);
        if (first == last) {
          low = a.y;
          high = b.y;
        }
        if (high < low) std::swap(low, high);
        for (std::int64_t j = index(low - 1); j <= index(high + 1); ++j) entries_.push_back({{i, j}, e});
      }
    }
    std::sort(entries_.begin(), entries_.end());
  }
  // Some of them several times.
  template <class Visit>
  void near(Vec2 p, Visit visit) const {  // within a cell
    for (std::int64_t i = index(p.x) - 1; i <= index(p.x) + 1; ++i) {
      const std::pair<std::int64_t, std::int64_t> first{i, index(p.y) - 1}, last{i, index(p.y) + 1};
      auto at = std::lower_bound(entries_.begin(), entries_.end(), first,
                                 [](const Entry& e, const auto& k) { return e.first < k; });
      for (; at != entries_.end() && at->first <= last; ++at) visit(at->second);
    }
  }

 private:
  using Entry = std::pair<std::pair<std::int64_t, std::int64_t>, std::uint32_t>;
  [[nodiscard]] std::int64_t index(double v) const {
    return static_cast<std::int64_t>(std::floor(v / cell_));
  }
  double cell_;
  std::vector<Entry> entries_;
};

class Shaping {
 public:
  Shaping(const SurfaceView& surface, std::span<const std::array<double, 3>> distance, double tolerance)
      : surface_(surface), tolerance_(tolerance) {
    double greatest = 0;
    for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
      if (surface.neighbours[h / 3][h % 3] != kNone || distance[h / 3][h % 3] <= 0) continue;
      edges_.emplace_back(at(surface.from(h)), at(surface.to(h)));
      distance_.push_back(distance[h / 3][h % 3]);
      const Vec2 along = edges_.back().second - edges_.back().first;
      length_.push_back(std::sqrt(dot(along, along)));
      half_edges_.push_back(h);
      greatest = std::max(greatest, distance_.back());
    }
    all_ = distance;
    reach_ = 2 * greatest + 2 * tolerance + 2 * kSlack;
  }

  ClearanceShapes run() {
    if (edges_.empty()) return {};
    const BorderGrid grid(edges_, reach_);
    grid_ = &grid;
    look_at_ends();
    for (std::uint32_t e = 0; e < edges_.size(); ++e) add(e);
    grid_ = nullptr;
    return std::move(out_);
  }

 private:
  [[nodiscard]] Vec2 at(std::uint32_t vertex) const {
    const Point2 p = surface_.plan_of(vertex);
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
  }
  [[nodiscard]] double distance_at(std::uint32_t h) const { return all_[h / 3][h % 3]; }
  [[nodiscard]] Vec2 direction(std::uint32_t h) const {
    return unit(at(surface_.to(h)) - at(surface_.from(h)));
  }

  // The surface around an end of a border edge, from that edge to the border beyond.
  struct End {
    std::uint32_t other = 0;       // half-edge of the border beyond
    std::uint32_t half_turns = 0;  // in its angle, which is more than so many and at most one more
  };
  [[nodiscard]] End look_around(std::uint32_t h, bool at_to) const {
    const Point2 middle = surface_.plan_of(at_to ? surface_.to(h) : surface_.from(h));
    Point2 first = surface_.plan_of(at_to ? surface_.from(h) : surface_.to(h));
    End end;
    // Clockwise about the end `to`, counter-clockwise about `from`. Each triangle turns by less than half a
    // turn; `first` is where the half turn at hand began, turned about the middle by full halves.
    bool flipped = false;
    for (std::uint32_t k = h;;) {
      const std::uint32_t next = at_to ? 3 * (k / 3) + (k % 3 + 1) % 3 : 3 * (k / 3) + (k % 3 + 2) % 3;
      const Point2 spoke = surface_.plan_of(at_to ? surface_.to(next) : surface_.from(next));
      std::int64_t side = orient2d(middle, first, spoke);
      if (at_to) side = -side;
      if (flipped) side = -side;
      // More than half a turn after where it began: the sign changes, and the next half has begun.
      if (side < 0) {
        ++end.half_turns;
        flipped = !flipped;
      }
      const std::uint32_t across = surface_.twin(next);
      if (across == kNone) {
        end.other = next;
        return end;
      }
      if (side == 0) {  // exactly half a turn, and it goes on
        ++end.half_turns;
        flipped = !flipped;
      }
      k = across;
    }
  }

  // How two neighbouring borders of one distance share the place around their vertex. Shapes that meet in a
  // mitre, or along the end of an arc, have that side in common and are cut as one.
  enum class Meeting : std::uint8_t {
    overlap,  // each has its own end
    mitre,    // they turn towards the surface: both end at the crossing of their far sides
    arc,      // they turn away by less than a quarter: the former has the arc
  };
  struct Ends {
    End from, to;
    double from_mitre = 0, to_mitre = 0;  // how much of its length a mitre takes
  };
  [[nodiscard]] std::uint32_t edge_of(std::uint32_t half_edge) const {
    return static_cast<std::uint32_t>(std::lower_bound(half_edges_.begin(), half_edges_.end(), half_edge) -
                                      half_edges_.begin());
  }
  void look_at_ends() {
    ends_.resize(edges_.size());
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
      const std::uint32_t h = half_edges_[e];
      ends_[e].from = look_around(h, false);
      ends_[e].to = look_around(h, true);
      const auto mitre = [&](const End& end) {
        if (end.half_turns > 0 || distance_at(end.other) != distance_[e]) return 0.0;
        const Vec2 d = direction(h), other = direction(end.other);
        return distance_[e] * std::abs(cross(d, other)) / std::max(1 + dot(d, other), 1e-9);
      };
      ends_[e].from_mitre = mitre(ends_[e].from);
      ends_[e].to_mitre = mitre(ends_[e].to);
    }
  }
  [[nodiscard]] bool has_room(std::uint32_t e) const {
    const Vec2 along = edges_[e].second - edges_[e].first;
    return ends_[e].from_mitre + ends_[e].to_mitre + kSlack <= std::sqrt(dot(along, along));
  }
  [[nodiscard]] Meeting meeting(std::uint32_t e, const End& end) const {
    if (distance_at(end.other) != distance_[e]) return Meeting::overlap;
    const double straight = dot(direction(half_edges_[e]), direction(end.other));
    if (end.half_turns == 0)
      return has_room(e) && has_room(edge_of(end.other)) ? Meeting::mitre : Meeting::overlap;
    return end.half_turns == 1 && straight > 0 ? Meeting::arc : Meeting::overlap;
  }

  void add(std::uint32_t e) {
    const std::uint32_t h = half_edges_[e];
    const auto [a, b] = edges_[e];
    const double distance = distance_[e];
    const Vec2 ahead = unit(b - a), square = left_of(ahead);
    const End &from = ends_[e].from, &to = ends_[e].to;
    begin(h, ClearanceShape::Place::along);
    point(a);
    point(b);
    // Around b from where the arc ends back to the square, then around a.
    const auto mitre = [&](Vec2 middle, Vec2 before, Vec2 after) {
      point(middle + (before + after) * (distance / (1 + dot(before, after))));
    };
    if (meeting(e, to) == Meeting::mitre) {
      mitre(b, square, left_of(direction(to.other)));
    } else {
      arc(b, distance, to, h, square, ahead, false);
    }
    switch (meeting(e, from)) {
      case Meeting::mitre:
        mitre(a, left_of(direction(from.other)), square);
        break;
      case Meeting::arc:
        point(a + square * distance);
        break;
      case Meeting::overlap:
        arc(a, distance, from, h, square, reversed(ahead), true);
        break;
    }
    finish();
    around(h, true, b, distance, to, square, ahead);
    around(h, false, a, distance, from, square, reversed(ahead));
  }

  // An arc of a quarter at most, between the square to the border and the direction away from it; towards the
  // square when it is at the far end (`back` false), from it when at the near one.
  void arc(Vec2 middle, double distance, const End& end, std::uint32_t h, Vec2 square, Vec2 away, bool back) {
    directions_.assign(1, square);
    const double other = distance_at(end.other);
    const Vec2 last = left_of(direction(end.other));
    if (other < distance || end.half_turns > 1 || (end.half_turns == 1 && dot(last, square) <= 0)) {
      spread(middle, distance, h, square, away);
    } else if (end.half_turns == 1) {
      spread(middle, distance, h, square, last);
    }
    emit(middle, distance, back);
  }
  // Further quarters where two arcs do not go all the way around.
  void around(std::uint32_t h, bool at_to, Vec2 middle, double distance, const End& end, Vec2 square,
              Vec2 away) {
    if (end.half_turns == 0) return;
    const Vec2 last = left_of(direction(end.other));
    std::uint32_t quarters = end.half_turns - 1;
    // Where two quarters meet with nothing to spare, one more covers the seam. Next to a lesser distance it
    // takes all of the circle: whoever can get behind this border is behind its end.
    if (dot(last, square) < -0.7) quarters = std::max(quarters, 1u);
    if (distance_at(end.other) < distance) quarters = std::max(quarters, 2u);
    for (std::uint32_t k = 0; k < quarters; ++k) {
      const Vec2 next = reversed(square);
      begin(h, at_to ? ClearanceShape::Place::around_to : ClearanceShape::Place::around_from);
      point(middle);
      directions_.assign(1, away);
      spread(middle, distance, h, away, next);
      // Clockwise at the far end, so that it is the end of the outline.
      emit(middle, distance, !at_to);
      finish();
      square = away;
      away = next;
    }
  }

  // Directions from one to the other, no more than a quarter apart: those to passages, and as many between
  // them as the tolerance asks for.
  void spread(Vec2 middle, double distance, std::uint32_t own, Vec2 first, Vec2 last) {
    const double sense = cross(first, last) < 0 ? -1 : 1;
    passages_.clear();
    grid_->near(middle, [&](std::uint32_t e) {
      if (half_edges_[e] == own) return;
      const auto [a, b] = edges_[e];
      // Nearly all of them are clearly too near or too far, by one of their ends already.
      const double both = distance + distance_[e];
      const double near = std::max(0.0, both - kSlack - 1), beyond = both + 2 * tolerance_ + kSlack + 1;
      const double to_a = dot(a - middle, a - middle), reach = beyond + length_[e];
      if (to_a < near * near || to_a > reach * reach) return;
      const Vec2 along = b - a;
      const double part = std::clamp(dot(middle - a, along) / dot(along, along), 0.0, 1.0);
      const Vec2 way = a + along * part - middle;
      const double squared = dot(way, way);
      if (squared < near * near || squared > beyond * beyond) return;
      const double far = std::sqrt(squared);
      if (far < both - kSlack || far > both + 2 * tolerance_ + kSlack) return;
      const Vec2 d = way * (1 / far);
      if (sense * cross(first, d) > 0 && sense * cross(d, last) > 0 && dot(first, d) > 0)
        passages_.push_back(d);
    });
    std::sort(passages_.begin(), passages_.end(), [&](Vec2 p, Vec2 q) {
      const double x = dot(first, p), y = dot(first, q);
      return x != y ? x > y : p.x < q.x;
    });
    passages_.push_back(last);
    Vec2 before = first;
    for (const Vec2 d : passages_) {
      divide(before, d, distance);
      before = d;
    }
  }
  // Evenly, into as few parts as the tolerance allows.
  void divide(Vec2 a, Vec2 b, double distance) {
    // Tangents meet at distance / cos(half of the angle).
    const double half = distance / (distance + tolerance_), most = 2 * half * half - 1;
    const double sense = cross(a, b) < 0 ? -1 : 1;
    // So many turns of the given cosine, and whether they lead past b; all of them together are no more than
    // half a turn.
    const auto turn = [&](Vec2 d, double cosine) {
      const double sine = sense * std::sqrt(std::max(1 - cosine * cosine, 0.0));
      return Vec2{d.x * cosine - d.y * sine, d.x * sine + d.y * cosine};
    };
    const auto reaches = [&](double cosine, int turns) {
      Vec2 d = a;
      for (int k = 0; k < turns; ++k) {
        d = turn(d, cosine);
        if (sense * cross(d, b) <= 0) return true;
      }
      return false;
    };
    int parts = 1;
    while (!reaches(most, parts)) ++parts;
    double low = most, high = 1;  // the former reaches b, the latter does not
    for (int k = 0; k < kHalvings && parts > 1; ++k) {
      const double middle = (low + high) / 2;
      (reaches(middle, parts) ? low : high) = middle;
    }
    Vec2 d = a;
    for (int k = 1; k < parts; ++k) {
      d = unit(turn(d, low));
      directions_.push_back(d);
    }
    directions_.push_back(b);
  }
  void emit(Vec2 middle, double distance, bool forth) {
    corners_.assign(1, middle + directions_.front() * distance);
    for (std::size_t k = 0; k + 1 < directions_.size(); ++k) {
      const Vec2 a = directions_[k], b = directions_[k + 1];
      corners_.push_back(middle + (a + b) * (distance / (1 + dot(a, b))));
    }
    if (directions_.size() > 1) corners_.push_back(middle + directions_.back() * distance);
    if (!forth) std::reverse(corners_.begin(), corners_.end());
    for (const Vec2 p : corners_) point(p);
  }

  void begin(std::uint32_t h, ClearanceShape::Place place) {
    out_.shapes.push_back({h, place, static_cast<std::uint32_t>(out_.points.size()), 0});
  }
  void point(Vec2 p) {
    out_.points.push_back(
        {static_cast<std::int32_t>(std::nearbyint(p.x)), static_cast<std::int32_t>(std::nearbyint(p.y))});
  }
  // Rounding may turn a short side any way: the hull makes the shape convex again, and moves nothing by a
  // quantum.
  void finish() {
    ClearanceShape& shape = out_.shapes.back();
    rounded_.assign(out_.points.data() + shape.first, out_.points.data() + out_.points.size());
    out_.points.resize(shape.first);
    std::sort(rounded_.begin(), rounded_.end());
    for (int half = 0; half < 2; ++half) {
      const std::size_t first = out_.points.size();
      for (const Point2 p : rounded_) {
        while (out_.points.size() >= first + 2 &&
               orient2d(out_.points[out_.points.size() - 2], out_.points.back(), p) <= 0)
          out_.points.pop_back();
        if (out_.points.size() == first || out_.points.back() != p) out_.points.push_back(p);
      }
      out_.points.pop_back();  // the next half begins with it
      std::reverse(rounded_.begin(), rounded_.end());
    }
    shape.count = static_cast<std::uint32_t>(out_.points.size()) - shape.first;
    if (shape.count >= 3) return;
    out_.points.resize(shape.first);
    out_.shapes.pop_back();
  }

  const SurfaceView& surface_;
  double tolerance_, reach_ = 0;
  std::span<const std::array<double, 3>> all_;
  std::vector<std::pair<Vec2, Vec2>> edges_;
  std::vector<double> distance_, length_;  // per edge
  std::vector<std::uint32_t> half_edges_;  // per edge
  std::vector<Ends> ends_;                 // per edge
  const BorderGrid* grid_ = nullptr;
  std::vector<Vec2> directions_, passages_, corners_;
  std::vector<Point2> rounded_;
  ClearanceShapes out_;
};

// Corners of a polygon around the upper half of the unit circle, from (1, 0) to (-1, 0).
std::vector<Vec2> make_half_circle() {
  constexpr int kRounds = 4;
  std::vector<Vec2> touching{{1, 0}, {0, 1}, {-1, 0}};
  for (int round = 0; round + 1 < kRounds; ++round) {
    std::vector<Vec2> finer{touching.front()};
    for (std::size_t i = 0; i + 1 < touching.size(); ++i) {
      finer.push_back(unit(touching[i] + touching[i + 1]));
      finer.push_back(touching[i + 1]);
    }
    touching = std::move(finer);
  }
  std::vector<Vec2> out{touching.front()};
  for (std::size_t i = 0; i + 1 < touching.size(); ++i)
    out.push_back((touching[i] + touching[i + 1]) * (1 / (1 + dot(touching[i], touching[i + 1]))));
  out.push_back(touching.back());
  return out;
}

// The hull of some points, as far as a stretch is meant there.
std::vector<Point2> hull_of(const SurfaceView& surface, const KeptStretch& s,
                            const std::vector<Vec2>& points) {
  const auto at = [&](std::uint32_t v) {
    const LatticePoint p = surface.vertices[v];
    return Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  };
  const auto& c = surface.triangles[s.half_edge / 3];
  const Vec3 from = at(surface.from(s.half_edge)), normal = cross(at(c[1]) - at(c[0]), at(c[2]) - at(c[0]));
  const Vec2 ahead = unit(at(surface.to(s.half_edge)).xy() - from.xy());
  std::vector<Vec2> outline;
  for (const Point2 p : hull_on_lattice(points))
    outline.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
  const auto keep = [&](auto value) {
    keep_positive(outline, value, [](Vec2 a, Vec2 b, double t) { return a + (b - a) * t; });
  };
  keep([&](Vec2 p) { return dot(p - from.xy(), ahead) - s.low; });
  keep([&](Vec2 p) { return s.high - dot(p - from.xy(), ahead); });
  if (std::isfinite(s.highest))
    keep([&](Vec2 p) { return s.highest + dot(normal.xy(), p - from.xy()) / normal.z; });
  return hull_on_lattice(outline);
}

}  // namespace

void add_shapes(const SurfaceView& surface, std::span<const KeptStretch> stretches, ClearanceShapes& shapes) {
  static const std::vector<Vec2> half_circle = make_half_circle();
  std::vector<Vec2> points;
  for (const KeptStretch& s : stretches) {
    const auto at = [&](std::uint32_t v) {
      const Point2 p = surface.plan_of(v);
      return Vec2{static_cast<double>(p.x), static_cast<double>(p.y)};
    };
    const Vec2 from = at(surface.from(s.half_edge)), ahead = unit(at(surface.to(s.half_edge)) - from);
    points.clear();
    for (const auto& [end, distance] : {std::pair{s.from, s.from_distance}, {s.to, s.to_distance}}) {
      const Vec2 middle = from + ahead * end;
      for (const Vec2 d : half_circle)
        points.push_back(middle + (ahead * d.x + left_of(ahead) * d.y) * distance);
    }
    const std::vector<Point2> outline = hull_of(surface, s, points);
    if (outline.empty()) continue;
    shapes.shapes.push_back({s.half_edge, ClearanceShape::Place::stretch,
                             static_cast<std::uint32_t>(shapes.points.size()),
                             static_cast<std::uint32_t>(outline.size()), s.below, s.above});
    shapes.points.insert(shapes.points.end(), outline.begin(), outline.end());
  }
}

std::optional<std::uint32_t> add_tip(ClearanceShapes& shapes, std::uint32_t shape, const BorderRays& border,
                                     int end) {
  ClearanceShape made = shapes.shapes[shape];
  std::vector<Vec2> outline;
  for (const Point2 p : shapes.outline(made))
    outline.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
  keep_positive(
      outline, [&](Vec2 p) { return -border.from_tip(p, end); },
      [](Vec2 a, Vec2 b, double t) { return a + (b - a) * t; });
  const std::vector<Point2> points = hull_on_lattice(outline);
  if (points.empty()) return {};
  made.first = static_cast<std::uint32_t>(shapes.points.size());
  made.count = static_cast<std::uint32_t>(points.size());
  shapes.shapes.push_back(made);
  shapes.points.insert(shapes.points.end(), points.begin(), points.end());
  return static_cast<std::uint32_t>(shapes.shapes.size() - 1);
}

ClearanceShapes clearance_shapes(const SurfaceView& surface, std::span<const std::array<double, 3>> distance,
                                 double tolerance) {
  return Shaping(surface, distance, tolerance).run();
}

}  // namespace ambula
