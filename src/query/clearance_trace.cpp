// Straight parts and the chords of arcs are walked over the triangles of the base, one after the other.
#include "query/clearance_trace.h"
#include "ambula/values/nav_base.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr double kArcStep = 0.25;  // radians between points of an arc that heights are taken at
constexpr double kStep = 1e-3;     // quanta of height that make a step

class Tracing {
 public:
  Tracing(const ClearanceGraph& graph, const ClearPlace& start, PathTrace& out)
      : graph_(graph), base_(graph.base()), triangle_(start.base), at_(start.at), out_(out) {
    z_ = graph.height(triangle_, at_);
    enter(triangle_);
  }

  void add_point(const ArcBend& bend, Vec2 at) {
    out_.points.push_back({graph_.position(at, z_), triangle_,
                           bend.turn != 0 ? graph_.position(bend.centre, z_) : Vec3{}, bend.turn});
  }

  // Along a bend to the next one.
  void follow(const ArcBend& bend, Vec2 to) {
    out_.scratch.clear();
    stretch_ = 1;
    if (bend.turn != 0) {
      points_of_arc(bend, to, kArcStep, out_.scratch);
      double chords = 0;
      for (std::size_t i = 0; i < out_.scratch.size(); ++i)
        chords += length(out_.scratch[i] - (i == 0 ? bend.at : out_.scratch[i - 1]));
      if (chords > 0) stretch_ = length_of_arc(bend, to) / chords;
    } else {
      out_.scratch.push_back(to);
    }
    for (const Vec2 p : out_.scratch) go_straight(bend, p);
  }

 private:
  void enter(std::uint32_t triangle) {
    out_.triangles.push_back(triangle);
    out_.lengths.push_back(0);
    out_.middles.push_back(graph_.position(at_, z_));
  }

  void go_straight(const ArcBend& bend, Vec2 to) {
    const Vec2 from = at_;
    out_.crossed.clear();
    (void)walk_straight(base_, triangle_, from, to, &out_.crossed);
    for (const std::uint32_t n : out_.crossed) {
      for (std::uint32_t h = 3 * triangle_; h < 3 * triangle_ + 3; ++h) {
        if (base_.twin[h] == PlanMesh::kNone || base_.twin[h] / 3 != n) continue;
        const Vec2 u = base_.from(h), e = base_.to(h) - u;
        const double det = cross(to - from, e);
        if (det == 0) continue;
        walk(from + (to - from) * std::clamp(cross(u - from, e) / det, 0.0, 1.0));
        break;
      }
      cross_into(n, bend);
    }
    walk(to);
  }

  void walk(Vec2 to) {
    const double there = graph_.height(triangle_, to), plan = stretch_ * length(to - at_) * graph_.quantum();
    out_.length_3d += std::sqrt(plan * plan + (there - z_) * (there - z_));
    out_.lengths.back() += plan;
    out_.middles.back() = graph_.position((at_ + to) * 0.5, (z_ + there) / 2);
    at_ = to;
    z_ = there;
  }

  // A step without run is climbed in two points; an arc goes on from the second.
  void cross_into(std::uint32_t triangle, const ArcBend& bend) {
    const double above = graph_.height(triangle, at_), rise = std::abs(above - z_);
    const bool is_step = rise > kStep * graph_.quantum() && !is_level(triangle);
    ArcBend on = bend;
    Vec2 at = at_;
    if (is_step) {
      if (bend.turn != 0)  // chords are not where arcs are
        at = bend.centre + (at - bend.centre) * (length(bend.at - bend.centre) / length(at - bend.centre));
      on.turn = 0;
      add_point(on, at);
    }
    out_.length_3d += rise;
    z_ = above;
    triangle_ = triangle;
    enter(triangle);
    if (is_step) add_point(bend, at);
  }
  // Whether the triangle is joined to the one before at its heights: what differs is rounding then.
  [[nodiscard]] bool is_level(std::uint32_t triangle) const {
    for (std::uint32_t h = 3 * triangle_; h < 3 * triangle_ + 3; ++h) {
      const std::uint32_t twin = base_.twin[h];
      if (twin == PlanMesh::kNone || twin / 3 != triangle) continue;
      return base_.corner[h] == base_.corner[PlanMesh::next(twin)] &&
             base_.corner[PlanMesh::next(h)] == base_.corner[twin];
    }
    return true;  // around a corner
  }

  const ClearanceGraph& graph_;
  const PlanMesh& base_;
  std::uint32_t triangle_;
  Vec2 at_;
  double z_ = 0;
  double stretch_ = 1;  // how much longer an arc is than its chords
  PathTrace& out_;
};

}  // namespace

void trace_path(const ClearanceGraph& graph, const ClearPlace& start, std::span<const ArcBend> bends,
                PathTrace& out) {
  out.points.clear();
  out.triangles.clear();
  out.lengths.clear();
  out.middles.clear();
  out.length_3d = 0;
  if (bends.empty()) return;
  Tracing tracing(graph, start, out);
  for (std::size_t k = 0; k < bends.size(); ++k) {
    tracing.add_point(bends[k], bends[k].at);
    if (k + 1 < bends.size()) tracing.follow(bends[k], bends[k + 1].at);
  }
}

}  // namespace ambula
