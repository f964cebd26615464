// Pairs of border edges in reach of each other (V-B of the paper), by a tree of boxes instead of an R-tree.
// Before anything else is asked, each edge keeps to its own side of the bisectors at its ends (V-C): the
// fillers of a chain of edges then follow each other.
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "ambula/context.h"
#include "ambula/params/links.h"
#include "geometry/box_tree.h"
#include "links/candidates.h"
#include "links/spatial_order.h"

namespace ambula {
namespace {

constexpr double kLeastWidth = 1;     // quanta; narrower fillers come from rounding
constexpr double kLevelRise = 0.05;   // metres: a hole's two sides are level up to here ...
constexpr double kOpenRun = 0.02;     // ... and apart from here on: filled, not linked
constexpr double kStraight = 0.85;    // cosine of the turn between edges that are one side ...
constexpr double kStraightOn = 0.5;   // ... as far as so many metres on
constexpr double kTip = 2.5 * kSnap;  // quanta left open where such edges meet
constexpr double kDoorway = 0.25;     // metres between the places where an edge is asked what lies behind it
constexpr double kAcross = 0.3;       // cosine between a filler's way and the edges' outwards, at least
constexpr int kMostCracks = 8;        // within a landing
constexpr std::size_t kBlock = 64;    // edges a task

LatticeBox box_of(const EdgeLine& line, double plan, double up) {
  const Vec3 a = line.start, b = line.at(line.length);
  const auto low = [](double x, double y, double by) {
    return static_cast<std::int32_t>(std::floor(std::min(x, y) - by));
  };
  const auto high = [](double x, double y, double by) {
    return static_cast<std::int32_t>(std::ceil(std::max(x, y) + by));
  };
  LatticeBox box;
  box.low = {low(a.x, b.x, plan), low(a.y, b.y, plan), low(a.z, b.z, up)};
  box.high = {high(a.x, b.x, plan), high(a.y, b.y, plan), high(a.z, b.z, up)};
  return box;
}

// The part of a line on the edge's own side. Where the two follow each other, the plane through their common
// vertex is left out: the one at the beginning of `of` where `line` ends there, or the one at its end.
Stretch on_own_side(const EdgeLine& line, const BorderEdge& of, bool first_common, bool last_common) {
  Stretch out = whole(line);
  if (!last_common) out = clip_to_plane(line, out, of.own[1].origin, of.own[1].normal, 0);
  if (!first_common) out = clip_to_plane(line, out, of.own[0].origin, of.own[0].normal, 0);
  return out;
}

class Detection {
 public:
  Detection(const Walkable& walkable, const Borders& borders, const DetectParams& params)
      : walkable_(walkable), borders_(borders), params_(params) {
    std::vector<Point3Order> order;
    for (std::uint32_t e = 0; e < borders.edges.size(); ++e) {
      if (!borders.edges[e].open) continue;
      const EdgeLine& line = borders.edges[e].line;
      order.push_back({spatial_key(line.at(line.length / 2)), e});
    }
    std::sort(order.begin(), order.end());
    std::vector<LatticeBox> boxes;
    for (const Point3Order& o : order) {
      open_.push_back(o.item);
      boxes.push_back(box_of(borders.edges[o.item].line, 0, 0));
    }
    tree_ = BoxTree(boxes);
  }

  [[nodiscard]] std::size_t size() const { return open_.size(); }

  void pairs_of(std::size_t item, std::vector<Candidate>& out) const {
    const std::uint32_t e = open_[item];
    const double up = params_.reach.in_space ? params_.reach.gap : params_.reach.step;
    const BorderEdge& edge = borders_.edges[e];
    const Vec2 origin = edge.line.start.xy(), side = edge.outwards;
    tree_.visit(
        box_of(edge.line, params_.reach.gap, up),
        [&](const LatticeBox& box, std::size_t, std::size_t last) {
          if (last <= item) return Descend::past;
          // The box around a long slanting edge holds much that is not near it, and what is behind it does
          // not face it.
          const Vec2 center{(static_cast<double>(box.low.x) + box.high.x) / 2,
                            (static_cast<double>(box.low.y) + box.high.y) / 2};
          const double half = std::abs(side.x) * (static_cast<double>(box.high.x) - box.low.x) / 2 +
                              std::abs(side.y) * (static_cast<double>(box.high.y) - box.low.y) / 2;
          const double away = dot(side, center - origin);
          return away - half > params_.reach.gap || away + half < -2 * kBehind ? Descend::past
                                                                               : Descend::into;
        },
        [&](std::size_t other) {
          if (other > item) try_pair(std::min(e, open_[other]), std::max(e, open_[other]), out);
        });
  }

 private:
  void try_pair(std::uint32_t e, std::uint32_t f, std::vector<Candidate>& out) const {
    const BorderEdge &a = borders_.edges[e], &b = borders_.edges[f];
    const bool after = a.next == f, before = a.previous == f;
    // Neighbours lead along the same border, unless it turns right back: a step that tapers to nothing.
    if ((after || before) && dot(a.outwards, b.outwards) > kFold) return;
    Stretch on_a = on_own_side(a.line, b, after, before), on_b = on_own_side(b.line, a, before, after);
    if (after || before) {  // up to the tip; that is closed later
      (after ? on_a.high : on_a.low) = after ? a.line.length - kTip : kTip;
      (after ? on_b.low : on_b.high) = after ? kTip : b.line.length - kTip;
    }
    if (!(on_a.length() > kLeastWidth && on_b.length() > kLeastWidth)) return;
    const auto make = params_.rule == FillerRule::paper ? paper_filler : widest_filler;
    auto filler = make(a.line, b.line, params_.reach, on_a, on_b);
    if (!filler) return;
    // Fans lead along an edge rather than across it; what is straight across may be left of one.
    if (are_one(a, b, *filler) || is_oblique(a, b, *filler)) {
      square(a, b, *filler);
      keep_in_reach(a.line, b.line, *filler);
    }
    if (filler->width() < kLeastWidth || is_oblique(a, b, *filler)) return;
    if (a.cycle == b.cycle && borders_.hole[a.cycle] && a.ledge && b.ledge &&
        is_level_hole(a.line, b.line, *filler))
      return;
    if ((!lands(e, filler->s[0], filler->s[1]) || !lands(f, filler->r[1], filler->r[0])) &&
        !lands_across(a, b, *filler))
      return;
    out.push_back({e, f, *filler, 0, 0});
  }

  // True if the borders coincide seen from above. Such are joined right across, without a run: where the one
  // reaches further than the other it is no wider for that.
  static bool are_one(const BorderEdge& a, const BorderEdge& b, const Filler& filler) {
    const auto beside = [](const BorderEdge& edge, Vec3 p) {
      return std::abs(dot(edge.outwards, p.xy() - edge.line.start.xy())) <= kBehind;
    };
    for (int i = 0; i < 2; ++i) {
      if (!beside(a, b.line.at(filler.r[i])) || !beside(b, a.line.at(filler.s[i]))) return false;
    }
    return true;
  }
  // Cuts both sides of a filler to what lies straight across from the other one.
  static void square(const BorderEdge& a, const BorderEdge& b, Filler& filler) {
    const auto across = [](const EdgeLine& line, Vec3 p) {
      const Vec2 way = line.direction.xy();
      return dot(p.xy() - line.start.xy(), way) / dot(way, way);
    };
    Filler out = filler;
    out.s[0] = std::max(out.s[0], across(a.line, b.line.at(filler.r[0])));
    out.s[1] = std::min(out.s[1], across(a.line, b.line.at(filler.r[1])));
    out.r[0] = std::min(out.r[0], across(b.line, a.line.at(out.s[0])));
    out.r[1] = std::max(out.r[1], across(b.line, a.line.at(out.s[1])));
    if (out.s[0] < out.s[1] && out.r[1] < out.r[0]) filler = out;
  }

  // What is put square may rise more than the step where a border slopes: the rise is linear along the
  // filler, so what is within reach is one part of it.
  void keep_in_reach(const EdgeLine& a, const EdgeLine& b, Filler& filler) const {
    if (params_.reach.in_space) return;
    const auto rise = [&](int i) { return b.at(filler.r[i]).z - a.at(filler.s[i]).z; };
    const double first = rise(0), last = rise(1), most = params_.reach.step;
    double from = 0, to = 1;
    if (std::max(std::abs(first), std::abs(last)) <= most) return;
    for (const double limit : {most, -most}) {
      // Where the rise is at the limit; on one side of it the filler goes.
      const double over_first = limit > 0 ? first - limit : limit - first,
                   over_last = limit > 0 ? last - limit : limit - last;
      if (over_first > 0 && over_last > 0) from = 2;
      if (over_first > 0 && over_last <= 0) from = std::max(from, over_first / (over_first - over_last));
      if (over_first <= 0 && over_last > 0) to = std::min(to, over_first / (over_first - over_last));
    }
    if (from > to) {
      filler = {};
      return;
    }
    const Filler all = filler;
    for (int i = 0; i < 2; ++i) {
      const double u = i == 0 ? from : to;
      filler.s[i] = all.s[0] + u * (all.s[1] - all.s[0]);
      filler.r[i] = all.r[0] + u * (all.r[1] - all.r[0]);
    }
  }

  [[nodiscard]] bool is_oblique(const BorderEdge& a, const BorderEdge& b, const Filler& filler) const {
    const Vec3 from = a.line.at((filler.s[0] + filler.s[1]) / 2),
               to = b.line.at((filler.r[0] + filler.r[1]) / 2);
    const Vec2 way = (to - from).xy();
    const double run = length(way);
    if (run < kOpenRun * params_.reach.metre) return false;
    return dot(way, a.outwards) < kAcross * run || -dot(way, b.outwards) < kAcross * run;
  }

  [[nodiscard]] bool is_level_hole(const EdgeLine& a, const EdgeLine& b, const Filler& filler) const {
    double rise = 0, run = 0;
    for (int i = 0; i < 2; ++i) {
      const Vec3 d = b.at(filler.r[i]) - a.at(filler.s[i]);
      rise = std::max(rise, std::abs(d.z));
      run = std::max(run, length(d.xy()));
    }
    return rise <= kLevelRise * params_.reach.metre && run >= kOpenRun * params_.reach.metre;
  }

  // Somewhere along the stretch or near it, not everywhere: a wedge of a winding stair ends in a point. Where
  // an edge goes straight on in the next one, that counts too.
  [[nodiscard]] bool lands(std::uint32_t e, double low, double high) const {
    if (params_.landing <= 0 || lands_on(borders_.edges[e], low, high)) return true;
    const double most = kStraightOn * params_.reach.metre;
    const double length = borders_.edges[e].line.length;
    if (lands_on(borders_.edges[e], std::max(0.0, low - most), std::min(length, high + most))) return true;
    for (const bool forwards : {true, false}) {
      double gone = 0;
      for (std::uint32_t at = e; gone < most;) {
        const std::uint32_t next = forwards ? borders_.edges[at].next : borders_.edges[at].previous;
        const BorderEdge& edge = borders_.edges[next];
        if (next == e || dot(edge.outwards, borders_.edges[at].outwards) < kStraight) break;
        if (lands_on(edge, 0, edge.line.length)) return true;
        gone += edge.line.length;
        at = next;
      }
    }
    return false;
  }
  [[nodiscard]] bool lands_on(const BorderEdge& edge, double low, double high) const {
    const auto deep = [&](double part) {
      const double place = low + part * (high - low);
      return ground_behind(edge, place) >= params_.landing;
    };
    if (deep(0.5) || deep(0.25) || deep(0.75)) return true;
    // A doorway in a wall right behind the edge may be anywhere along it.
    const auto places = static_cast<std::size_t>((high - low) / (kDoorway * params_.reach.metre));
    for (std::size_t k = 0; k < places; ++k) {
      if (deep((static_cast<double>(k) + 0.5) / static_cast<double>(places))) return true;
    }
    return false;
  }

  // True if a foot stands on both sides of a crack between planks. A gap wider than a plank is no crack.
  [[nodiscard]] bool lands_across(const BorderEdge& a, const BorderEdge& b, const Filler& filler) const {
    if (!a.ledge || !b.ledge) return false;
    const double s = (filler.s[0] + filler.s[1]) / 2, r = (filler.r[0] + filler.r[1]) / 2;
    const Vec3 way = b.line.at(r) - a.line.at(s);
    if (std::abs(way.z) > kLevelRise * params_.reach.metre) return false;
    const double behind_a = depth_behind(walkable_, a, s, params_.landing),
                 behind_b = depth_behind(walkable_, b, r, params_.landing);
    return behind_a + behind_b >= params_.landing && length(way.xy()) <= std::min(behind_a, behind_b);
  }

  // Ground within a landing behind a place of a border. Cracks between planks do not end it: a foot stands on
  // two of them.
  [[nodiscard]] double ground_behind(const BorderEdge& edge, double place) const {
    std::uint32_t left = Walkable::kNone;
    double depth = depth_behind(walkable_, edge, place, params_.landing, &left), sum = depth;
    Vec2 from = edge.line.at(place).xy() - edge.outwards * depth;
    const Vec2 way = edge.outwards * -1;
    for (int cracks = 0; cracks < kMostCracks && left != Walkable::kNone; ++cracks) {
      const auto beyond = across_crack(borders_.edges[borders_.edge_of[left]], from, way, depth);
      if (!beyond) break;
      const BorderEdge& next = borders_.edges[beyond->edge];
      left = Walkable::kNone;
      depth = depth_behind(walkable_, next, beyond->place, params_.landing - sum, &left);
      from = next.line.at(beyond->place).xy() - next.outwards * depth;
      sum += depth;
    }
    return sum;
  }

  struct Beyond {
    std::uint32_t edge;
    double place;
  };
  // The nearest open border that faces `left` across a crack of this width at most, and is level with it.
  [[nodiscard]] std::optional<Beyond> across_crack(const BorderEdge& left, Vec2 from, Vec2 way,
                                                   double most) const {
    if (!left.open || !left.ledge) return {};
    const double rise = kLevelRise * params_.reach.metre;
    const Vec2 along = left.line.direction.xy();
    const double z = left.line.at(dot(from - left.line.start.xy(), along) / dot(along, along)).z;
    const Vec2 to = from + way * most;
    const EdgeLine line({from.x, from.y, z}, {to.x, to.y, z});
    double nearest = most;
    std::optional<Beyond> out;
    tree_.visit(
        box_of(line, 1, rise), [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
        [&](std::size_t item) {
          const BorderEdge& edge = borders_.edges[open_[item]];
          if (&edge == &left || !edge.ledge || -dot(edge.outwards, way) < kStraight) return;
          const Vec2 d = edge.line.direction.xy(), apart = edge.line.start.xy() - from;
          const double across = cross(way, d);
          const double t = cross(apart, d) / across, place = cross(apart, way) / across;
          if (!(t >= 0 && t <= nearest) || !(place >= 0 && place <= edge.line.length)) return;
          if (std::abs(edge.line.at(place).z - z) > rise) return;
          if (t == nearest && out && out->edge < open_[item]) return;
          nearest = t;
          out = {open_[item], place};
        });
    return out;
  }

  const Walkable& walkable_;
  const Borders& borders_;
  DetectParams params_;
  std::vector<std::uint32_t> open_;  // edges, along a curve
  BoxTree tree_;
};

}  // namespace

double depth_behind(const Walkable& w, const BorderEdge& edge, double place, double most,
                    std::uint32_t* left) {
  const Vec2 from = edge.line.at(place).xy(), along = edge.outwards * -1;
  std::uint32_t face = edge.half_edge / 3, side = edge.half_edge % 3;
  double depth = 0;
  constexpr int kMostFaces = 256;
  for (int i = 0; i < kMostFaces; ++i) {
    double leave = most;
    std::uint32_t through = 3;
    for (std::uint32_t k = 0; k < 3; ++k) {
      if (k == side) continue;
      const Vec2 a = place_of(w.vertices[w.faces[face][k]]).xy(),
                 b = place_of(w.vertices[w.faces[face][k == 2 ? 0 : k + 1]]).xy();
      const double against = cross(b - a, along);  // below 0 where the ray leaves through this side
      if (!(against < 0)) continue;
      const double t = cross(b - a, a - from) / against;
      if (t < leave) {
        leave = t;
        through = k;
      }
    }
    if (through == 3) return most;
    depth = std::max(depth, leave);
    const std::uint32_t next = w.neighbours[face][through];
    if (next == Walkable::kNone) {
      if (left) *left = 3 * face + through;
      return depth;
    }
    const auto& back = w.neighbours[next];
    side = back[0] == face ? 0u : back[1] == face ? 1u : 2u;
    face = next;
  }
  return depth;
}

std::vector<Candidate> detect(const Walkable& walkable, const Borders& borders, const DetectParams& params,
                              Context* context) {
  const Detection detection(walkable, borders, params);
  const std::size_t blocks = (detection.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<Candidate>> found(blocks);
  parallel_for(context, blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      for (std::size_t i = b * kBlock; i < std::min(detection.size(), (b + 1) * kBlock); ++i) {
        detection.pairs_of(i, found[b]);
      }
    }
  });
  std::vector<Candidate> out;
  for (const auto& block : found) out.insert(out.end(), block.begin(), block.end());
  std::sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
  return out;
}

}  // namespace ambula
