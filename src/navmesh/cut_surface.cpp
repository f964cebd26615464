// Snap rounding on the surface. A triangle gets the whole of an outline, also what lies beyond the triangle:
// so outlines always close, and both sides of an edge see the same crossings.
#include "navmesh/cut_surface.h"

#include <algorithm>
#include <tuple>

#include "ambula/vec.h"
#include "geometry/surface_overlay.h"
#include "geometry/triangulation.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

// As winding numbers of the triangulation: 0 outside of the triangle, 1 in it, 3 and more in an outline.
std::int32_t rank(const Winding& w) { return w[2] <= 0 ? 0 : w[0] > 0 ? 1 + 2 * w[0] : 1; }

class Cutting {
 public:
  Cutting(const SurfaceView& surface, Context* context) : surface_(surface), context_(context) {}

  Result<std::vector<CutTriangle>> run(std::span<const CutOutline> outlines) {
    if (outlines.empty()) {
      for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t)
        out_.push_back({corners_in_plan(t), surface_.neighbours[t], {1, 2, 4}, t, false});
      return std::move(out_);
    }
    number_edges();
    const OverlaySurface around{edge_, edge_begin_, edge_faces_};
    SurfaceOverlay overlay(
        around, make_sheets(outlines), surface_.triangles.size(),
        [&](std::uint32_t t) { return corners_in_plan(t); }, [](std::uint32_t) { return true; }, context_);
    if (context_ && context_->cancelled()) return cancelled_failure("navmesh");
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) {
      const std::uint32_t s = overlay.sheet_of(t);
      if (s == SurfaceOverlay::kNone) {
        out_.push_back({corners_in_plan(t), {kNone, kNone, kNone}, {1, 2, 4}, t, false});
      } else if (!resolve(overlay, s, t)) {
        return fail(ErrorCode::broken, "navmesh: an outline does not close; please report this scene");
      }
    }
    join();
    drop_specks();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::array<Point2, 3> corners_in_plan(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return {surface_.plan_of(c[0]), surface_.plan_of(c[1]), surface_.plan_of(c[2])};
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

  std::vector<Sheet> make_sheets(std::span<const CutOutline> outlines) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> touches;
    for (std::uint32_t o = 0; o < outlines.size(); ++o) {
      for (const std::uint32_t t : outlines[o].triangles) touches.push_back({t, o});
    }
    std::sort(touches.begin(), touches.end());
    std::vector<Sheet> sheets;
    for (std::size_t k = 0; k < touches.size();) {
      Sheet& sheet = sheets.emplace_back();
      sheet.face = touches[k].first;
      sheet.corner = corners_in_plan(sheet.face);
      for (; k < touches.size() && touches[k].first == sheet.face; ++k) {
        const std::vector<Point2>& c = outlines[touches[k].second].corners;
        for (std::size_t p = 0; p < c.size(); ++p)
          sheet.cut(c[p], c[p + 1 == c.size() ? 0 : p + 1], {1, 0}, kSeparates);
      }
      sheet.cancel(scratch_);
      sheet.close(scratch_);
    }
    return sheets;
  }

  bool resolve(const SurfaceOverlay& overlay, std::uint32_t s, std::uint32_t source) {
    if (!overlay.resolve(s, scratch_, nodes_, pieces_)) return false;
    points_.clear();
    node_of_.clear();
    constraints_.clear();
    point_of_.assign(nodes_.size(), kNone);
    const auto point = [&](std::uint32_t n) {
      if (point_of_[n] == kNone) {
        point_of_[n] = static_cast<std::uint32_t>(points_.size());
        points_.push_back(nodes_[n]);
        node_of_.push_back(n);
      }
      return point_of_[n];
    };
    for (const Piece& p : pieces_) {
      const std::int32_t left = rank(p.left()), right = rank(p.right);
      if (left == 0 && right == 0) continue;
      const std::uint32_t a = point(p.a), b = point(p.b);
      constraints_.push_back({a, b, left - right});
    }
    if (!triangulator_.run(points_, constraints_, Keep::inside, mesh_, context_)) return false;
    const auto first = static_cast<std::uint32_t>(out_.size());
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      CutTriangle part{{}, {}, {0, 0, 0}, source, mesh_.winding[t] > 1};
      for (std::uint32_t i = 0; i < 3; ++i) {
        part.at[i] = points_[mesh_.triangles[t][i]];
        part.neighbour[i] = mesh_.neighbours[t][i] == kNone ? kNone : first + mesh_.neighbours[t][i];
        if ((std::uint32_t{mesh_.constrained[t]} >> i & 1u) != 0)
          part.sides[i] = sides_of(node_of_[mesh_.triangles[t][i]], node_of_[mesh_.triangles[t][after(i)]],
                                   part.neighbour[i] == kNone);
      }
      out_.push_back(part);
    }
    return true;
  }
  // Only edges with nothing beyond in the triangle lie on its side.
  [[nodiscard]] std::uint8_t sides_of(std::uint32_t a, std::uint32_t b, bool outer) const {
    if (!outer) return 0;
    Piece key;
    key.a = std::min(a, b);
    key.b = std::max(a, b);
    const auto piece =
        std::lower_bound(pieces_.begin(), pieces_.end(), key,
                         [](const Piece& p, const Piece& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    return static_cast<std::uint8_t>(piece->label & kOnSides);
  }

  // Where a part of a triangle's own side lies, and what was beyond it.
  struct Side {
    std::uint32_t edge;
    Point2 low, high;
    std::uint32_t corner;  // 3 * triangle + i
    std::uint32_t beyond;  // triangle of the surface
  };

  // Parts of one edge of the surface that run against each other between the same places.
  void join() {
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < out_.size(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t side = 0; side < 3; ++side) {
          const std::uint32_t beyond = surface_.neighbours[out_[t].source][side];
          if (((std::uint32_t{out_[t].sides[i]} >> side) & 1u) == 0 || beyond == kNone) continue;
          const Point2 a = out_[t].at[i], b = out_[t].at[after(i)];
          sides.push_back({edge_[out_[t].source][side], std::min(a, b), std::max(a, b), 3 * t + i, beyond});
        }
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& p, const Side& q) {
      return std::tie(p.edge, p.low, p.high, p.corner) < std::tie(q.edge, q.low, q.high, q.corner);
    });
    for (std::size_t k = 0; k + 1 < sides.size(); ++k) {
      if (sides[k].edge == sides[k + 1].edge) join_pair(sides[k], sides[k + 1]);
    }
    // Rounding may leave nothing of the slivers between two triangles: then they are neighbours.
    std::erase_if(sides, [&](const Side& s) { return out_[s.corner / 3].neighbour[s.corner % 3] != kNone; });
    std::sort(sides.begin(), sides.end(), [](const Side& p, const Side& q) {
      return std::tie(p.low, p.high, p.corner) < std::tie(q.low, q.high, q.corner);
    });
    for (std::size_t k = 0; k < sides.size(); ++k) {
      for (std::size_t l = k + 1;
           l < sides.size() && sides[l].low == sides[k].low && sides[l].high == sides[k].high; ++l) {
        if (are_close(sides[k].beyond, out_[sides[l].corner / 3].source)) join_pair(sides[k], sides[l]);
      }
    }
  }
  // A few steps from neighbour to neighbour lead from one triangle to the other. Slivers that meet in
  // one vertex are few.
  [[nodiscard]] bool are_close(std::uint32_t from, std::uint32_t to) {
    constexpr std::size_t kMostSlivers = 24;
    reached_.assign(1, from);
    for (std::size_t k = 0; k < reached_.size() && reached_.size() < kMostSlivers; ++k) {
      if (reached_[k] == to) return true;
      for (const std::uint32_t n : surface_.neighbours[reached_[k]]) {
        if (n != kNone && std::find(reached_.begin(), reached_.end(), n) == reached_.end())
          reached_.push_back(n);
      }
    }
    return std::find(reached_.begin(), reached_.end(), to) != reached_.end();
  }
  // Where rounding leaves nothing of the sliver that held a speck no wider than itself, the speck goes too.
  void drop_specks() {
    std::vector<std::uint32_t> number(out_.size(), kNone);
    std::uint32_t kept = 0;
    for (std::uint32_t t = 0; t < out_.size(); ++t) {
      if (is_speck(out_[t])) continue;
      number[t] = kept;
      out_[kept++] = out_[t];
    }
    if (kept == out_.size()) return;
    out_.resize(kept);
    for (CutTriangle& part : out_) {
      for (std::uint32_t& n : part.neighbour) n = n == kNone ? kNone : number[n];
    }
  }
  [[nodiscard]] bool is_speck(const CutTriangle& part) const {
    constexpr std::array<std::uint32_t, 3> kAlone{kNone, kNone, kNone};
    if (part.neighbour != kAlone || surface_.neighbours[part.source] == kAlone) return false;
    double around = 0;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Point2 a = part.at[i], b = part.at[after(i)];
      around += length(Vec2{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y});
    }
    return static_cast<double>(orient2d(part.at[0], part.at[1], part.at[2])) <= around;
  }
  void join_pair(const Side& p, const Side& q) {
    const std::uint32_t i = p.corner % 3, j = q.corner % 3;
    CutTriangle &f = out_[p.corner / 3], &g = out_[q.corner / 3];
    if (p.low != q.low || p.high != q.high || f.at[i] != g.at[after(j)]) return;
    if (f.neighbour[i] != kNone || g.neighbour[j] != kNone) return;
    f.neighbour[i] = q.corner / 3;
    g.neighbour[j] = p.corner / 3;
  }

  const SurfaceView& surface_;
  Context* context_;
  std::vector<std::array<std::uint32_t, 3>> edge_;
  std::vector<std::uint32_t> edge_begin_, edge_faces_;
  std::vector<CutTriangle> out_;
  std::vector<std::uint32_t> reached_;  // scratch of are_close

  OverlayScratch scratch_;
  std::vector<Point2> nodes_, points_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> point_of_, node_of_;
  std::vector<Constraint> constraints_;
  Triangulator triangulator_;
  Triangulation mesh_;
};

}  // namespace

Result<std::vector<CutTriangle>> cut_surface(const SurfaceView& surface, std::span<const CutOutline> outlines,
                                             Context* context) {
  return Cutting(surface, context).run(outlines);
}

bool passes_inside(std::span<const Point2> polygon, Point2 a, Point2 b) {
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

double depth_of(const CutTriangle& part, std::span<const Point2> polygon) {
  const Vec2 middle = Vec2{static_cast<double>(part.at[0].x) + part.at[1].x + part.at[2].x,
                           static_cast<double>(part.at[0].y) + part.at[1].y + part.at[2].y} *
                      (1.0 / 3);
  double depth = 1e300;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point2 a = polygon[k], b = polygon[(k + 1) % polygon.size()];
    const Vec2 from{static_cast<double>(a.x), static_cast<double>(a.y)},
        d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
    depth = std::min(depth, cross(d, middle - from) / length(d));
  }
  return depth;
}

}  // namespace ambula
