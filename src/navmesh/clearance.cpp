// Every shape of clearance_shapes.h is spread over the triangles that can be reached from its border without
// leaving it, and cut out of them by snap rounding on the surface (surface_overlay.h). A triangle gets the
// part of a shape that lies in it: sides of the shape as cuts, sides of the triangle as covers. Both sides of
// an edge find the same crossings with it.
#include "navmesh/clearance.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>

#include "geometry/plane_height.h"
#include "geometry/remainder.h"
#include "geometry/segment_stretch.h"
#include "geometry/surface_overlay.h"
#include "geometry/triangulation.h"
#include "navmesh/border_rays.h"
#include "navmesh/clearance_shapes.h"
#include "navmesh/surface_order.h"
#include "walkable/surface.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr std::size_t kSeveral = 6;  // shapes: fewer are cut out as they are
constexpr double kNeedle = 2;        // quanta of width

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

// Around a convex polygon: most of what is looked at is outside of it already.
struct PlanBox {
  Point2 low, high;
  explicit PlanBox(std::span<const Point2> polygon) : low(polygon[0]), high(polygon[0]) {
    for (const Point2 p : polygon) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  }
  [[nodiscard]] bool misses(Point2 a, Point2 b) const {
    return std::max(a.x, b.x) <= low.x || std::min(a.x, b.x) >= high.x || std::max(a.y, b.y) <= low.y ||
           std::min(a.y, b.y) >= high.y;
  }
  [[nodiscard]] bool misses(Point2 a) const {
    return a.x < low.x || a.x > high.x || a.y < low.y || a.y > high.y;
  }
};

// Whether a segment passes through the inside of a convex polygon.
bool passes_through(std::span<const Point2> polygon, Point2 a, Point2 b) {
  bool left = false, right = false;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point2 p = polygon[k], q = polygon[k + 1 == polygon.size() ? 0 : k + 1];
    if (orient2d(p, q, a) <= 0 && orient2d(p, q, b) <= 0) return false;
    const std::int64_t side = orient2d(a, b, p);
    left = left || side > 0;
    right = right || side < 0;
  }
  return left && right;
}
// Where a point is with regard to a convex polygon: 1 inside, 0 on its outline, -1 outside.
int side_of(std::span<const Point2> polygon, Point2 a) {
  int side = 1;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const std::int64_t turn = orient2d(polygon[k], polygon[k + 1 == polygon.size() ? 0 : k + 1], a);
    if (turn < 0) return -1;
    if (turn == 0) side = 0;
  }
  return side;
}

struct RawTriangle {
  std::array<Point2, 3> at;
  std::array<std::uint32_t, 3> neighbour{kNone, kNone, kNone};
  std::array<std::uint8_t, 3> sides{};  // bits of the source's sides that this edge lies on
  std::uint8_t steps = 0;               // bits of the edges that are steps
};

struct Scratch {
  OverlayScratch overlay;
  std::vector<Point2> nodes, points;
  std::vector<Piece> pieces;
  std::vector<std::uint32_t> point_of, node_of;
  std::vector<Constraint> constraints;
  Triangulator triangulator;
  Triangulation mesh;
};

// Of the navmesh stage.
constexpr double kBordersUntil = 0.5, kPartsUntil = 0.6;

class Clearing {
 public:
  // `until`: the part of the enclosing stage.
  Clearing(const SurfaceView& surface, double until, Context* context)
      : surface_(surface), context_(context), stage_(context, "navmesh/clearance", until) {}

  Result<NavSurface> run(std::span<const std::array<double, 3>> distance,
                         std::span<const KeptStretch> stretches, double tolerance) {
    ClearanceShapes shapes = clearance_shapes(surface_, distance, tolerance);
    add_shapes(surface_, stretches, shapes);
    spread(shapes, distance);
    return without(shapes);
  }
  Result<NavSurface> run(std::span<const ForbiddenPart> parts) { return without(shapes_of(parts)); }

 private:
  // Once it is known what they touch.
  Result<NavSurface> without(const ClearanceShapes& shapes) {
    number_edges();
    if (stage_.cancelled()) return cancelled_failure("navmesh");
    stage_.progress(0.3, 0.5);
    std::vector<Sheet> sheets = make_sheets(shapes);
    if (stage_.cancelled()) return cancelled_failure("navmesh");
    const OverlaySurface around{edge_, edge_begin_, edge_faces_};
    SurfaceOverlay overlay(
        around, std::move(sheets), surface_.triangles.size(),
        [&](std::uint32_t t) { return corners_in_plan(t); }, [&](std::uint32_t t) { return gone_[t] == 0; },
        context_);
    if (stage_.cancelled()) return cancelled_failure("navmesh");
    stage_.progress(0.5, 0.9);
    std::vector<std::vector<RawTriangle>> results(overlay.size());
    std::atomic<bool> broken{false};
    parallel_for(context_, (overlay.size() + 15) / 16, 1, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t s = begin * 16; s < std::min(end * 16, overlay.size()); ++s) {
        if (stage_.cancelled()) return;
        if (gone_[overlay.sheet(s).face]) continue;
        if (resolve(overlay, s, scratch, results[s])) continue;
        // Rounding may put crossings of a needle's two long sides in different order. What is left of it has
        // no width, and its neighbours are joined over it.
        results[s].clear();
        if (!is_needle(overlay.sheet(s).face)) broken = true;
      }
    });
    if (stage_.cancelled()) return cancelled_failure("navmesh");
    if (broken)
      return fail(ErrorCode::broken, "navmesh: an outline does not close; please report this scene");
    stage_.progress(0.9, 1);
    return assemble(overlay, results);
  }

  [[nodiscard]] std::array<Point2, 3> corners_in_plan(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return {surface_.plan_of(c[0]), surface_.plan_of(c[1]), surface_.plan_of(c[2])};
  }
  [[nodiscard]] std::array<LatticePoint, 3> corners(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return {surface_.vertices[c[0]], surface_.vertices[c[1]], surface_.vertices[c[2]]};
  }

  // True if a triangle is hardly a quantum wide.
  [[nodiscard]] bool is_needle(std::uint32_t t) const {
    const std::array<Point2, 3> c = corners_in_plan(t);
    double longest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Point2 a = c[i], b = c[i == 2 ? 0 : i + 1];
      longest =
          std::max(longest, length(Vec2{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y}));
    }
    return static_cast<double>(orient2d(c[0], c[1], c[2])) <= kNeedle * longest;
  }

  void number_edges() {
    edge_.resize(surface_.triangles.size());
    edge_begin_.assign(1, 0);
    for (std::uint32_t h = 0; h < 3 * surface_.triangles.size(); ++h) {
      const std::uint32_t twin = surface_.twin(h);
      if (twin < h) {
        edge_[h / 3][h % 3] = edge_[twin / 3][twin % 3];
        continue;
      }
      edge_[h / 3][h % 3] = static_cast<std::uint32_t>(edge_begin_.size() - 1);
      edge_faces_.push_back(h / 3);
      if (twin != kNone) edge_faces_.push_back(twin / 3);
      edge_begin_.push_back(static_cast<std::uint32_t>(edge_faces_.size()));
    }
  }

  // The least distance kept from any border. Those stood over stand for what is beyond them.
  [[nodiscard]] double least_of(std::span<const std::array<double, 3>> distance) const {
    double out = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < distance.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (surface_.neighbours[t][i] == kNone && distance[t][i] != kStoodOver)
          out = std::min(out, distance[t][i]);
      }
    }
    return out;
  }

  // Which shapes touch which triangle.
  void spread(ClearanceShapes& shapes, std::span<const std::array<double, 3>> distance) {
    gone_.assign(surface_.triangles.size(), 0);
    const double least = least_of(distance);
    std::vector<Rays> lit(surface_.triangles.size());
    std::vector<std::uint32_t> seen(surface_.triangles.size(), kNone), waiting, reached;
    std::vector<std::pair<std::uint32_t, int>> side(surface_.vertices.size(), {kNone, 0});  // shape, side_of
    std::vector<Tip> tips;
    for (std::uint32_t s = 0; s < shapes.shapes.size(); ++s) {
      if (s % 256 == 0 && stage_.cancelled()) return;
      const ClearanceShape& shape = shapes.shapes[s];
      const std::span<const Point2> outline = shapes.outline(shape);
      const PlanBox box(outline);
      const bool along = shape.place == ClearanceShape::Place::along,
                 stretch = shape.place == ClearanceShape::Place::stretch;
      const double kept = distance[shape.half_edge / 3][shape.half_edge % 3];
      const BorderRays border(surface_.plan_of(surface_.from(shape.half_edge)),
                              surface_.plan_of(surface_.to(shape.half_edge)), kept, along && kept <= least);
      const auto reach = [&](std::uint32_t t, Rays rays) {
        if (seen[t] != s) {
          seen[t] = s;
          lit[t] = rays;
          reached.push_back(t);
        } else if (!lit[t].add(rays)) {
          return;
        }
        waiting.push_back(t);
      };
      if (along || stretch) {
        reach(shape.half_edge / 3, border.all());
      } else {
        begin_around(shape, outline, [&](std::uint32_t t) { reach(t, border.all()); });
      }
      const auto side_at = [&](std::uint32_t v) {
        if (side[v].first == s) return side[v].second;
        const Point2 p = surface_.plan_of(v);
        side[v] = {s, box.misses(p) ? -1 : side_of(outline, p)};
        return side[v].second;
      };
      while (!waiting.empty()) {
        const std::uint32_t t = waiting.back();
        waiting.pop_back();
        const auto& c = surface_.triangles[t];
        const std::array<int, 3> at{side_at(c[0]), side_at(c[1]), side_at(c[2])};
        for (std::uint32_t i = 0; i < 3; ++i) {
          const std::uint32_t n = surface_.neighbours[t][i];
          if (n == kNone) continue;
          const Point2 a = surface_.plan_of(c[i]), b = surface_.plan_of(c[after(i)]);
          const Rays through = border.through(lit[t], a, b);
          if (through.none() || (seen[n] == s && lit[n].has(through))) continue;
          if (at[i] > 0 || at[after(i)] > 0 || (!box.misses(a, b) && passes_through(outline, a, b)))
            reach(n, through);
        }
      }
      const bool is_limited = std::isfinite(shape.below) || std::isfinite(shape.above);
      for (const std::uint32_t t : reached) {
        // The shape spreads on over what is too high or too low for it.
        if (is_limited && (lowest_of(t) >= shape.below || highest_of(t) <= shape.above)) continue;
        const auto& c = surface_.triangles[t];
        if (const int end = border.end_of(lit[t]); end != 0 && is_before_tip(border, t, end)) {
          tips.push_back({t, s, end, border});
        } else if (side_at(c[0]) >= 0 && side_at(c[1]) >= 0 && side_at(c[2]) >= 0) {
          gone_[t] = 1;
        } else {
          touches_.push_back({t, s});
        }
      }
      reached.clear();
    }
    for (const Tip& tip : tips) {
      const auto s = add_tip(shapes, tip.shape, tip.border, tip.end);
      if (s && !is_parted(tip.triangle, shapes.outline(shapes.shapes[*s])))
        touches_.push_back({tip.triangle, *s});
    }
  }
  // A triangle that only one end of a shape's border sees.
  struct Tip {
    std::uint32_t triangle, shape;
    int end;  // BorderRays::end_of
    BorderRays border;
  };
  // True if part of a triangle that only an end of a border sees lies along the rest of the border.
  [[nodiscard]] bool is_before_tip(const BorderRays& border, std::uint32_t t, int end) const {
    const auto& c = surface_.triangles[t];
    return std::any_of(c.begin(), c.end(), [&](std::uint32_t v) {
      const Point2 p = surface_.plan_of(v);
      return border.from_tip({static_cast<double>(p.x), static_cast<double>(p.y)}, end) > 0;
    });
  }
  [[nodiscard]] double lowest_of(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return std::min({surface_.vertices[c[0]].z, surface_.vertices[c[1]].z, surface_.vertices[c[2]].z});
  }
  [[nodiscard]] double highest_of(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return std::max({surface_.vertices[c[0]].z, surface_.vertices[c[1]].z, surface_.vertices[c[2]].z});
  }
  ClearanceShapes shapes_of(std::span<const ForbiddenPart> parts) {
    ClearanceShapes out;
    gone_.assign(surface_.triangles.size(), 0);
    for (const ForbiddenPart& part : parts) {
      const std::array<Point2, 3> c = corners_in_plan(part.triangle);
      if (std::all_of(c.begin(), c.end(), [&](Point2 p) { return side_of(part.outline, p) >= 0; })) {
        gone_[part.triangle] = 1;
        continue;
      }
      touches_.push_back({part.triangle, static_cast<std::uint32_t>(out.shapes.size())});
      out.shapes.push_back({3 * part.triangle, ClearanceShape::Place::along,
                            static_cast<std::uint32_t>(out.points.size()),
                            static_cast<std::uint32_t>(part.outline.size())});
      out.points.insert(out.points.end(), part.outline.begin(), part.outline.end());
    }
    return out;
  }
  // True if one of a triangle's sides parts it from a convex outline.
  [[nodiscard]] bool is_parted(std::uint32_t t, std::span<const Point2> outline) const {
    const std::array<Point2, 3> c = corners_in_plan(t);
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (std::all_of(outline.begin(), outline.end(),
                      [&](Point2 p) { return orient2d(c[i], c[after(i)], p) <= 0; }))
        return true;
    }
    return false;
  }
  // The triangles around the border's end, as far as they are joined, that have something of the shape in
  // them: all but those that one of their sides parts from it.
  template <class Reach>
  void begin_around(const ClearanceShape& shape, std::span<const Point2> outline, Reach reach) const {
    const bool at_to = shape.place == ClearanceShape::Place::around_to;
    for (std::uint32_t h = shape.half_edge; h != kNone;) {
      const std::uint32_t t = h / 3;
      if (!is_parted(t, outline)) reach(t);
      const std::uint32_t i = at_to ? after(h % 3) : after(after(h % 3));
      h = surface_.twin(3 * t + i);
    }
  }

  // Takes what a convex polygon and the sheet's face have in common.
  static void cut_out(Sheet& sheet, std::span<const Point2> outline) {
    const std::size_t n = outline.size();
    const auto beyond = [&](Point2 p) {  // where it is with regard to the face's sides
      return std::array{orient2d(sheet.corner[0], sheet.corner[1], p),
                        orient2d(sheet.corner[1], sheet.corner[2], p),
                        orient2d(sheet.corner[2], sheet.corner[0], p)};
    };
    std::array<SegmentStretch<std::int64_t>, 3> sides;
    std::array<bool, 3> side_left{true, true, true};
    Point2 a = outline[n - 1];
    std::array<std::int64_t, 3> at_a = beyond(a);
    for (std::size_t k = 0; k < n; ++k) {
      const Point2 b = outline[k];
      const std::array<std::int64_t, 3> at_b = beyond(b);
      SegmentStretch<std::int64_t> stretch;
      bool left = true;
      for (std::size_t j = 0; j < 3 && left; ++j) {
        // Along the face's own side it is a cover.
        left = (at_a[j] != 0 || at_b[j] != 0) && stretch.limit(at_a[j], at_b[j], static_cast<int>(j));
      }
      if (left && !stretch.empty())
        sheet.cut(point_at(a, b, stretch.from), point_at(a, b, stretch.to), {1, 0}, 0);
      std::array<std::int64_t, 3> corner{};
      for (std::size_t j = 0; j < 3; ++j) corner[j] = orient2d(a, b, sheet.corner[j]);
      for (std::uint32_t j = 0; j < 3; ++j)
        side_left[j] = side_left[j] && sides[j].limit(corner[j], corner[after(j)], static_cast<int>(k));
      a = b;
      at_a = at_b;
    }
    for (std::uint32_t j = 0; j < 3; ++j) {
      if (!side_left[j] || sides[j].empty()) continue;
      const Point2 from = sheet.corner[j], to = sheet.corner[after(j)];
      sheet.cover(j, point_at(from, to, sides[j].from), point_at(from, to, sides[j].to), {1, 0}, 0);
    }
  }

  // Where borders are told by many short edges, a triangle has dozens of shapes and all but a few of them are
  // covered by others there: those change nothing, and are not cut out. The large ones come first. False when
  // they cover all of the triangle.
  static bool choose(const ClearanceShapes& shapes, std::span<const std::int64_t> area,
                     const std::array<Point2, 3>& corners, Remainder& rest,
                     std::vector<std::uint32_t>& chosen) {
    if (chosen.size() < kSeveral || orient2d(corners[0], corners[1], corners[2]) <= 0) return true;
    std::sort(chosen.begin(), chosen.end(), [&](std::uint32_t p, std::uint32_t q) {
      return area[p] != area[q] ? area[p] > area[q] : p < q;
    });
    rest.begin(corners);
    std::erase_if(chosen, [&](std::uint32_t s) {
      return rest.empty() || !rest.take(shapes.outline(shapes.shapes[s]));
    });
    return !rest.empty();
  }

  std::vector<Sheet> make_sheets(const ClearanceShapes& shapes) {
    std::vector<std::int64_t> area;  // twice
    for (const ClearanceShape& s : shapes.shapes) {
      const std::span<const Point2> p = shapes.outline(s);
      area.push_back(0);
      for (std::size_t k = 1; k + 1 < p.size(); ++k) area.back() += orient2d(p[0], p[k], p[k + 1]);
    }
    // By triangle and in order of shapes, each once; those of triangles that are gone left out.
    std::vector<std::uint32_t> begin(surface_.triangles.size() + 1, 0), faces;
    std::erase_if(touches_, [&](const auto& touch) { return gone_[touch.first] != 0; });
    std::sort(touches_.begin(), touches_.end());
    touches_.erase(std::unique(touches_.begin(), touches_.end()), touches_.end());
    for (const auto& [t, s] : touches_) ++begin[t + 1];
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) {
      if (begin[t + 1] > 0) faces.push_back(t);
      begin[t + 1] += begin[t];
    }
    std::vector<std::uint32_t> touching(touches_.size());
    {
      std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
      for (const auto& [t, s] : touches_) touching[next[t]++] = s;
    }
    std::vector<Sheet> sheets(faces.size());
    parallel_for(context_, faces.size(), 16, [&](std::size_t first, std::size_t last) {
      OverlayScratch scratch;
      Remainder rest;
      std::vector<std::uint32_t> chosen;
      for (std::size_t n = first; n < last; ++n) {
        if (stage_.cancelled()) return;
        Sheet& sheet = sheets[n];
        sheet.face = faces[n];
        sheet.corner = corners_in_plan(sheet.face);
        chosen.assign(touching.data() + begin[sheet.face], touching.data() + begin[sheet.face + 1]);
        if (!choose(shapes, area, sheet.corner, rest, chosen)) {
          gone_[sheet.face] = 1;
          continue;
        }
        for (const std::uint32_t s : chosen) cut_out(sheet, shapes.outline(shapes.shapes[s]));
        sheet.cancel(scratch);
        sheet.close(scratch);
      }
    });
    std::erase_if(sheets, [&](const Sheet& sheet) { return gone_[sheet.face] != 0; });
    return sheets;
  }

  bool resolve(const SurfaceOverlay& overlay, std::size_t s, Scratch& scratch,
               std::vector<RawTriangle>& out) const {
    if (!overlay.resolve(s, scratch.overlay, scratch.nodes, scratch.pieces)) return false;
    scratch.points.clear();
    scratch.node_of.clear();
    scratch.constraints.clear();
    scratch.point_of.assign(scratch.nodes.size(), kNone);
    const auto point = [&](std::uint32_t n) {
      if (scratch.point_of[n] == kNone) {
        scratch.point_of[n] = static_cast<std::uint32_t>(scratch.points.size());
        scratch.points.push_back(scratch.nodes[n]);
        scratch.node_of.push_back(n);
      }
      return scratch.point_of[n];
    };
    const auto is_free = [](const Winding& w) { return w[2] > 0 && w[0] <= 0; };
    for (const Piece& p : scratch.pieces) {
      const bool left = is_free(p.left()), right = is_free(p.right);
      if (left == right) continue;
      const std::uint32_t a = point(p.a), b = point(p.b);
      scratch.constraints.push_back(left ? Constraint{a, b, 1} : Constraint{b, a, 1});
    }
    if (scratch.constraints.empty()) return true;
    if (!scratch.triangulator.run(scratch.points, scratch.constraints, Keep::inside, scratch.mesh, context_))
      return false;
    const Triangulation& mesh = scratch.mesh;
    out.resize(mesh.triangles.size());
    for (std::size_t t = 0; t < out.size(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        out[t].at[i] = scratch.points[mesh.triangles[t][i]];
        out[t].neighbour[i] = mesh.neighbours[t][i];
        if ((std::uint32_t{mesh.constrained[t]} >> i & 1u) == 0) continue;
        const std::uint32_t a = scratch.node_of[mesh.triangles[t][i]],
                            b = scratch.node_of[mesh.triangles[t][after(i)]];
        Piece key;
        key.a = std::min(a, b);
        key.b = std::max(a, b);
        const auto piece = std::lower_bound(
            scratch.pieces.begin(), scratch.pieces.end(), key,
            [](const Piece& p, const Piece& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
        out[t].sides[i] = static_cast<std::uint8_t>(piece->label & kOnSides);
      }
    }
    return true;
  }

  NavSurface assemble(const SurfaceOverlay& overlay, const std::vector<std::vector<RawTriangle>>& results) {
    std::vector<RawTriangle> raw;
    std::vector<std::uint32_t> source;
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) {
      if (gone_[t]) continue;
      const std::uint32_t s = overlay.sheet_of(t);
      if (s == SurfaceOverlay::kNone) {
        raw.push_back({corners_in_plan(t), {kNone, kNone, kNone}, {1, 2, 4}});
        source.push_back(t);
        continue;
      }
      const auto first = static_cast<std::uint32_t>(raw.size());
      for (RawTriangle part : results[s]) {
        for (std::uint32_t& n : part.neighbour) n = n == kNone ? kNone : n + first;
        raw.push_back(part);
        source.push_back(t);
      }
    }
    join(raw, source);
    return in_order(with_heights(raw, std::move(source)));
  }

  // Where a part of a triangle's own side lies.
  struct Side {
    std::uint32_t edge;
    Point2 low, high;
    std::uint32_t corner;  // 3 * triangle + i
    std::uint32_t beyond;  // triangle of the surface
    bool is_step;
  };

  // Parts of one edge of the surface that run against each other between the same places.
  void join(std::vector<RawTriangle>& raw, const std::vector<std::uint32_t>& source) const {
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < raw.size(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t side = 0; side < 3; ++side) {
          if ((raw[t].sides[i] >> side & 1) == 0) continue;
          const std::uint32_t h = 3 * source[t] + side, twin = surface_.twin(h);
          if (twin == kNone) continue;
          const Point2 a = raw[t].at[i], b = raw[t].at[after(i)];
          sides.push_back({edge_[source[t]][side], std::min(a, b), std::max(a, b), 3 * t + i, twin / 3,
                           surface_.is_step(h, twin)});
        }
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& p, const Side& q) {
      return std::tie(p.edge, p.low, p.high, p.corner) < std::tie(q.edge, q.low, q.high, q.corner);
    });
    for (std::size_t k = 0; k + 1 < sides.size(); ++k) {
      if (sides[k].edge == sides[k + 1].edge) join_pair(raw, sides[k], sides[k + 1]);
    }
    join_over_needles(raw, source, sides);
  }

  // A triangle hardly a quantum wide may round to a line, all of it or a part: then its two neighbours there
  // have a side in common that belongs to different edges.
  void join_over_needles(std::vector<RawTriangle>& raw, const std::vector<std::uint32_t>& source,
                         std::vector<Side>& sides) const {
    std::erase_if(sides, [&](const Side& s) { return raw[s.corner / 3].neighbour[s.corner % 3] != kNone; });
    std::sort(sides.begin(), sides.end(), [](const Side& p, const Side& q) {
      return std::tie(p.low, p.high, p.corner) < std::tie(q.low, q.high, q.corner);
    });
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const Side& p = sides[k];
      for (std::size_t m = k + 1; m < sides.size() && sides[m].low == p.low && sides[m].high == p.high; ++m) {
        const Side& q = sides[m];
        if (beside(source[p.corner / 3], p, source[q.corner / 3], q)) join_pair(raw, p, q);
      }
    }
  }
  static void join_pair(std::vector<RawTriangle>& raw, const Side& p, const Side& q) {
    const std::uint32_t i = p.corner % 3, j = q.corner % 3;
    RawTriangle &f = raw[p.corner / 3], &g = raw[q.corner / 3];
    if (p.low != q.low || p.high != q.high || f.at[i] != g.at[after(j)]) return;
    if (f.neighbour[i] != kNone || g.neighbour[j] != kNone) return;
    f.neighbour[i] = q.corner / 3;
    g.neighbour[j] = p.corner / 3;
    if (!p.is_step && !q.is_step) return;
    f.steps = static_cast<std::uint8_t>(f.steps | 1u << i);
    g.steps = static_cast<std::uint8_t>(g.steps | 1u << j);
  }
  // Whether two triangles are at one height along a side, but for steps on the way, and few others lie
  // between them.
  [[nodiscard]] bool beside(std::uint32_t t, const Side& p, std::uint32_t u, const Side& q) const {
    constexpr std::int64_t kAlike = 100;  // quanta: rounding on steep ground, never a storey
    constexpr int kBetween = 8;           // needles side by side
    if (t == u) return false;
    const auto rise = [&](std::uint32_t from, std::uint32_t to, Point2 at) {
      return std::abs(std::int64_t{plane_height(corners(from), at)} - plane_height(corners(to), at));
    };
    for (const Point2 at : {p.low, p.high}) {
      const std::int64_t steps =
          (p.is_step ? rise(t, p.beyond, at) : 0) + (q.is_step ? rise(u, q.beyond, at) : 0);
      if (rise(t, u, at) > kAlike + steps) return false;
    }
    std::vector<std::uint32_t> reached{t};
    std::size_t begin = 0;
    for (int round = 0; round <= kBetween; ++round) {
      for (const std::size_t end = reached.size(); begin < end; ++begin) {
        for (const std::uint32_t n : surface_.neighbours[reached[begin]]) {
          if (n == u) return true;
          if (n != kNone && std::find(reached.begin(), reached.end(), n) == reached.end())
            reached.push_back(n);
        }
      }
    }
    return false;
  }

  // Vertices are the middles of fans that no step divides. Their height is that of the least of the triangles
  // they come from, one that has it as a corner before others: all of them agree but for rounding.
  NavSurface with_heights(const std::vector<RawTriangle>& raw, std::vector<std::uint32_t> source) const {
    Surface fans;
    fans.faces.resize(raw.size());
    for (std::size_t t = 0; t < raw.size(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i)
        fans.faces[t].neighbour[i] = raw[t].steps >> i & 1 ? kNone : raw[t].neighbour[i];
    }
    assign_vertices(fans, [&](std::uint32_t t, std::uint32_t i) {
      return LatticePoint{raw[t].at[i].x, raw[t].at[i].y, 0};
    });
    std::vector<std::pair<bool, std::uint32_t>> best(fans.vertices.size(), {true, kNone});
    for (std::size_t t = 0; t < raw.size(); ++t) {
      const std::array<Point2, 3> own = corners_in_plan(source[t]);
      for (std::uint32_t i = 0; i < 3; ++i) {
        const bool inside = std::find(own.begin(), own.end(), raw[t].at[i]) == own.end();
        auto& least = best[fans.faces[t].corner[i]];
        least = std::min(least, std::pair{inside, source[t]});
      }
    }
    NavSurface out;
    out.vertices = std::move(fans.vertices);
    for (std::size_t v = 0; v < best.size(); ++v)
      out.vertices[v].z = plane_height(corners(best[v].second), plan(out.vertices[v]));
    for (std::size_t t = 0; t < raw.size(); ++t) {
      out.triangles.push_back(fans.faces[t].corner);
      out.neighbours.push_back(raw[t].neighbour);
    }
    out.source = std::move(source);
    return out;
  }

  const SurfaceView& surface_;
  Context* context_;
  Stage stage_;
  std::vector<std::array<std::uint32_t, 3>> edge_;
  std::vector<std::uint32_t> edge_begin_, edge_faces_;
  std::vector<std::uint32_t> around_begin_, around_;              // by vertex
  std::vector<char> gone_;                                        // by triangle: all of it is too close
  std::vector<std::pair<std::uint32_t, std::uint32_t>> touches_;  // triangle, shape
};

}  // namespace

Result<NavSurface> clear_borders(const SurfaceView& surface, std::span<const std::array<double, 3>> distance,
                                 std::span<const KeptStretch> stretches, double tolerance, Context* context) {
  return Clearing(surface, kBordersUntil, context).run(distance, stretches, tolerance);
}

Result<NavSurface> clear_parts(const SurfaceView& surface, std::span<const ForbiddenPart> parts,
                               Context* context) {
  return Clearing(surface, kPartsUntil, context).run(parts);
}

}  // namespace ambula
