// Holes after the paper (V-D): the fillers between edges of one cycle, projected, put together, cut to the
// hole and triangulated; new vertices take their height from the cycle's vertices by inverse distance.
//
// Departing from it, cycles are those of the linked surface. What links use is no border of it any more, and
// islands that were linked belong to the cycle, so nothing has to be taken away; ground that was not linked
// blocks fillers over it as any obstacle does. Holes left between three or more cycles, and between chains
// that do not follow each other closely, are cycles as others are. A hole whose projection is not simple is
// filled where it lies in one layer.
#include "links/fill_holes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "geometry/box_tree.h"
#include "geometry/triangulation.h"
#include "links/assemble.h"
#include "links/flights.h"
#include "links/plan_union.h"
#include "links/rest_cycles.h"
#include "links/spatial_order.h"
#include "links/surroundings.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Walkable::kNone;
constexpr double kLeastArea = 1e-4;  // m²; smaller holes are slits: a step's, or rounding's
constexpr double kLeastWidth = 10;   // quanta, of a filler
constexpr double kOver = 3;          // quanta a filler reaches over its borders, so that they end it
constexpr double kSide = 0.03;       // metres; edges that go straight on are one side up to here
constexpr double kSmooth = 0.9;      // cosine of a turn that is no corner of the surface
constexpr double kStraight = 0.97;   // cosine of the turn
constexpr double kSliver = 20;       // quanta, the height of a triangle
constexpr std::size_t kBlock = 32;   // fillers a task

// A filler between two edges of a cycle.
struct Inner {
  std::uint32_t cycle = 0, first = 0, second = 0;  // sides of the cycle, first < second
  EdgeLine a, b;
  Filler filler;
};

class Filling {
 public:
  Filling(const Walkable& w, const Scene& scene, const Reach& reach, FillerRule rule, Links& links,
          Context* context)
      : w_(w), scene_(scene), reach_(reach), rule_(rule), links_(links), context_(context) {}

  Result<void> run() {
    const double least = kLeastArea * reach_.metre * reach_.metre;
    for (RestCycle& cycle : rest_cycles(w_, links_)) {
      if (cycle.area < -least) cycles_.push_back(std::move(cycle));
    }
    find_fillers();
    if (inner_.empty()) return {};
    std::vector<FillerShape> shapes;
    for (const Inner& i : inner_) {
      shapes.push_back(
          {{i.a.at(i.filler.s[0]), i.a.at(i.filler.s[1])}, {i.b.at(i.filler.r[0]), i.b.at(i.filler.r[1])}});
    }
    surroundings_.emplace(scene_, w_, shapes, reach_);
    const Surroundings& surroundings = *surroundings_;
    free_.resize(inner_.size());
    parallel_for(context_, (inner_.size() + kBlock - 1) / kBlock, 1, [&](std::size_t begin, std::size_t end) {
      Surroundings::Scratch scratch;
      for (std::size_t i = begin * kBlock; i < std::min(inner_.size(), end * kBlock); ++i) {
        surroundings.free_parts(shapes[i], true, scratch, free_[i]);
      }
    });
    if (context_ && context_->cancelled()) return cancelled_failure("links");
    std::size_t first = 0;
    while (first < inner_.size()) {
      std::size_t last = first;
      while (last < inner_.size() && inner_[last].cycle == inner_[first].cycle) ++last;
      fill(cycles_[inner_[first].cycle], first, last);
      first = last;
    }
    drop_singular();
    return {};
  }

 private:
  [[nodiscard]] LatticePoint place(std::uint32_t v) const { return place_of(w_, links_, v); }

  // Points put together may have made two sides one; such a fill is left out.
  void drop_singular() {
    struct Sided {
      std::uint32_t a, b, link;
      auto operator<=>(const Sided&) const = default;
    };
    std::vector<Sided> all;
    for (std::uint32_t l = 0; l < links_.links.size(); ++l) {
      const Link& link = links_.links[l];
      for (std::uint32_t t = 0; t < link.triangles; ++t) {
        const auto& c = links_.triangles[link.first_triangle + t];
        for (std::size_t i = 0; i < 3; ++i) all.push_back({c[i], c[(i + 1) % 3], l});
      }
    }
    std::sort(all.begin(), all.end());
    std::vector<char> keep(links_.links.size(), 1);
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i].a == all[i - 1].a && all[i].b == all[i - 1].b) keep[all[i].link] = 0;  // fills come last
    }
    for (std::size_t l = 0; l < keep.size(); ++l) {
      if (links_.links[l].triangles == 0) keep[l] = 0;
    }
    if (std::find(keep.begin(), keep.end(), 0) != keep.end()) keep_links(links_, keep);
  }

  // A stretch of a cycle as good as straight: fine outlines would have thousands of fillers a hand's breadth.
  struct Side {
    std::uint32_t cycle, first, last;  // edges
    EdgeLine line;
    double bulge;  // quanta the border lies outside of the line, at most
  };
  void find_sides(std::uint32_t c) {
    const std::vector<RestEdge>& edges = cycles_[c].edges;
    const auto at = [&](std::uint32_t e, std::size_t end) { return place_of(place(edges[e].vertex[end])); };
    for (std::uint32_t e = 0; e < edges.size();) {
      const std::uint32_t first = e;
      const Vec2 start = at(e, 0).xy(), way = at(e, 1).xy() - start;
      double gone = length(way);
      ++e;
      if (!edges[first].open || gone == 0) continue;
      while (e < edges.size() && edges[e].open && gone < kSide * reach_.metre) {
        const Vec2 next = at(e, 1).xy() - at(e, 0).xy();
        const double size = length(next);
        if (gone + size > kSide * reach_.metre || dot(next, way) < kStraight * size * length(way)) break;
        gone += size;
        ++e;
      }
      Side side{c, first, e - 1, EdgeLine(at(first, 0), at(e - 1, 1)), 0};
      const Vec2 outwards = side.line.outwards();
      for (std::uint32_t k = first; k + 1 < e; ++k)
        side.bulge = std::max(side.bulge, -dot(outwards, at(k, 1).xy() - start));
      sides_.push_back(side);
    }
  }

  // By cycle, then by sides.
  void find_fillers() {
    std::vector<Point3Order> order;
    for (std::uint32_t c = 0; c < cycles_.size(); ++c) find_sides(c);
    for (std::uint32_t i = 0; i < sides_.size(); ++i) {
      order.push_back({spatial_key(sides_[i].line.at(sides_[i].line.length / 2)), i});
    }
    std::sort(order.begin(), order.end());
    const auto box_of = [](const EdgeLine& line, double plan, double up) {
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
    };
    std::vector<LatticeBox> boxes;
    for (const Point3Order& o : order) boxes.push_back(box_of(sides_[o.item].line, 0, 0));
    const BoxTree tree(boxes);
    const auto make = rule_ == FillerRule::paper ? paper_filler : widest_filler;
    const double up = reach_.in_space ? reach_.gap : reach_.step;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Side& x = sides_[order[i].item];
      tree.visit(
          box_of(x.line, reach_.gap, up),
          [&](const LatticeBox&, std::size_t, std::size_t last) {
            return last <= i ? Descend::past : Descend::into;
          },
          [&](std::size_t j) {
            if (j <= i || sides_[order[j].item].cycle != x.cycle) return;
            const std::uint32_t one = std::min(order[i].item, order[j].item),
                                other = std::max(order[i].item, order[j].item);
            const Side &a = sides_[one], &b = sides_[other];
            const auto filler = make(a.line, b.line, reach_, whole(a.line), whole(b.line));
            if (filler && filler->width() >= kLeastWidth)
              inner_.push_back({x.cycle, one, other, a.line, b.line, *filler});
          });
    }
    std::sort(inner_.begin(), inner_.end(), [](const Inner& a, const Inner& b) {
      return std::tie(a.cycle, a.first, a.second) < std::tie(b.cycle, b.first, b.second);
    });
  }

  void fill(const RestCycle& cycle, std::size_t first, std::size_t last) {
    union_.clear();
    std::vector<Point2> ring;
    for (const RestEdge& e : cycle.edges) ring.push_back({place(e.vertex[0]).x, place(e.vertex[0]).y});
    union_.outline(ring);
    Link measures;
    measures.kind = LinkKind::fill;
    measures.free_height = 1e300;
    bool any = false;
    const double quantum = w_.lattice.quantum;
    for (std::size_t i = first; i < last; ++i) {
      for (const FreePart& part : free_[i]) {
        any = true;
        const Corners c = corners_of(inner_[i], part);
        measures.run = std::max(
            {measures.run, length((c.q0 - c.p0).xy()) * quantum, length((c.q1 - c.p1).xy()) * quantum});
        measures.width =
            std::max(measures.width, std::min(length(c.p1 - c.p0), length(c.q1 - c.q0)) * quantum);
        measures.free_height = std::min(measures.free_height, part.free_height * quantum);
      }
    }
    for (std::size_t i = first; i < last;) i = cover_fan(cycle, i, last);
    if (!any || !union_.run()) return;
    union_.close_pockets(reach_.gap);
    add(cycle, measures);
  }

  struct Corners {
    Vec3 p0, p1, q0, q1;
  };
  static Corners corners_of(const Inner& inner, const FreePart& part) {
    const Filler& f = inner.filler;
    const auto s = [&](double u) { return inner.a.at(f.s[0] + u * (f.s[1] - f.s[0])); };
    const auto r = [&](double u) { return inner.b.at(f.r[0] + u * (f.r[1] - f.r[0])); };
    return {s(part.from), s(part.to), r(part.from), r(part.to)};
  }
  static Point2 rounded(Vec2 p) {
    return {static_cast<std::int32_t>(std::nearbyint(p.x)), static_cast<std::int32_t>(std::nearbyint(p.y))};
  }

  // Where two segments cross, inside both.
  static std::optional<Vec2> crossing(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const Vec2 ab = b - a, cd = d - c;
    const double across = cross(ab, cd);
    if (across == 0) return {};
    const double t = cross(c - a, cd) / across, u = cross(c - a, ab) / across;
    if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return {};
    return a + ab * t;
  }

  // Whether the filler k goes on where the one before it ends: edges that follow each other without a corner
  // of the surface between them, each reached up to their common end, from stretches that overlap.
  [[nodiscard]] bool goes_on(std::size_t k) const {
    const auto is_whole = [&](std::size_t i) {
      return free_[i].size() == 1 && free_[i][0].from == 0 && free_[i][0].to == 1;
    };
    const Inner &before = inner_[k - 1], &after = inner_[k];
    if (!is_whole(k - 1) || !is_whole(k) || after.first != before.first || after.second != before.second + 1)
      return false;
    if (sides_[after.second].first != sides_[before.second].last + 1) return false;
    if (before.filler.r[0] < before.b.length - kTie || after.filler.r[1] > kTie) return false;
    if (after.filler.s[1] > before.filler.s[1] + kTie || after.filler.s[1] < before.filler.s[0]) return false;
    const Vec2 d = before.b.direction.xy(), e = after.b.direction.xy();
    return cross(d, e) <= 0 || dot(d, e) > kSmooth * length(d) * length(e);
  }

  // Covers what the fillers from one side to sides that follow each other reach, as one polygon: of all the
  // connections only the outermost are left. Gives the filler after them.
  std::size_t cover_fan(const RestCycle& cycle, std::size_t i, std::size_t last) {
    const Inner& one = inner_[i];
    const auto beyond = [&](std::uint32_t side) {
      return sides_[side].line.outwards() * -(kOver + sides_[side].bulge);
    };
    const Vec2 in_a = beyond(one.first);
    // The outermost connections, from the side to the border across.
    std::vector<Vec2> outer{one.a.at(one.filler.s[0]).xy(), one.b.at(one.filler.r[0]).xy()};
    double lowest = one.filler.s[0];
    std::size_t end = i + 1;
    for (; end < last && goes_on(end); ++end) {
      const Inner& next = inner_[end];
      const Vec2 from = next.a.at(next.filler.s[0]).xy(), to = next.b.at(next.filler.r[0]).xy();
      if (next.filler.s[0] <= lowest + kTie) {
        if (next.filler.s[1] <= one.filler.s[0]) break;
        outer = {from, to};
        lowest = next.filler.s[0];
        continue;
      }
      // Reached from less of the side: up to where the two connections cross, the earlier one is further out.
      std::optional<Vec2> at;
      while (outer.size() >= 2 && !(at = crossing(outer[outer.size() - 2], outer.back(), from, to)))
        outer.pop_back();
      if (!at) break;
      outer.back() = *at;
      outer.push_back(to);
    }
    if (end == i + 1 || outer.size() < 2) {
      const Vec2 in_b = beyond(one.second);
      for (const FreePart& part : free_[i]) {
        const Corners c = corners_of(one, part);
        union_.cover(std::array{rounded(c.p0.xy() + in_a), rounded(c.q0.xy() + in_b),
                                rounded(c.q1.xy() + in_b), rounded(c.p1.xy() + in_a)});
      }
      return i + 1;
    }
    const Inner& other = inner_[end - 1];
    std::vector<Point2> polygon{rounded(outer.front() + in_a)};
    for (std::size_t k = 1; k + 1 < outer.size(); ++k) polygon.push_back(rounded(outer[k]));
    polygon.push_back(rounded(outer.back() + beyond(other.second)));
    for (std::uint32_t e = sides_[other.second].first; e > sides_[one.second].last; --e) {
      const LatticePoint v = place(cycle.edges[e].vertex[0]);
      polygon.push_back({v.x, v.y});
    }
    polygon.push_back(rounded(one.b.at(one.filler.r[1]).xy() + beyond(one.second)));
    polygon.push_back(rounded(one.a.at(one.filler.s[1]).xy() + in_a));
    union_.cover(polygon);
    return end;
  }

  // A stretch of the outline that a fill is joined along; in the outline's direction.
  struct Joined {
    std::uint32_t edge, from, to;  // nodes
  };

  // The border of the fill: along each edge of the outline as few pieces as can be, and the rest as it is.
  std::vector<Joined> simplify(const RestCycle& cycle, std::vector<Constraint>& constraints) {
    const auto& borders = union_.borders();
    std::vector<std::uint8_t> degree(union_.nodes().size());
    for (const PlanUnion::Border& b : borders) {
      for (const std::uint32_t n : {b.from, b.to})
        degree[n] = static_cast<std::uint8_t>(std::min(degree[n] + 1, 9));
    }
    std::vector<std::vector<PlanUnion::Border>> along(cycle.edges.size());
    for (const PlanUnion::Border& b : borders) {
      if (b.edge == PlanUnion::kNone) {
        constraints.push_back({b.from, b.to, 1});
      } else {
        along[b.edge].push_back(b);
      }
    }
    std::vector<Joined> joined;
    for (std::uint32_t e = 0; e < along.size(); ++e) {
      if (along[e].empty()) continue;
      const auto chain = union_.chain(e);
      const auto covered = [&](std::size_t k) {
        return std::any_of(along[e].begin(), along[e].end(),
                           [&](const auto& b) { return b.to == chain[k] && b.from == chain[k + 1]; });
      };
      std::vector<Joined> runs;
      for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
        if (!covered(k)) continue;
        const bool goes_on = !runs.empty() && runs.back().to == chain[k] && degree[chain[k]] == 2;
        if (goes_on) {
          runs.back().to = chain[k + 1];
        } else {
          runs.push_back({e, chain[k], chain[k + 1]});
        }
      }
      // The side of a filler is joined as a whole or not at all: nothing can divide it any more.
      const bool side = cycle.edges[e].half_edge == kNone;
      if (side && !(runs.size() == 1 && runs[0].from == chain.front() && runs[0].to == chain.back())) {
        for (const PlanUnion::Border& b : along[e]) constraints.push_back({b.from, b.to, 1});
        continue;
      }
      for (const Joined& run : runs) {
        constraints.push_back({run.to, run.from, 1});
        joined.push_back(run);
      }
    }
    return joined;
  }

  void add(const RestCycle& cycle, const Link& measures) {
    std::vector<Constraint> constraints;
    std::vector<Joined> joined = simplify(cycle, constraints);
    // Only nodes that are still used.
    const auto& nodes = union_.nodes();
    std::vector<std::uint32_t> number(nodes.size(), kNone), node_of;
    std::vector<Point2> points;
    for (Constraint& c : constraints) {
      for (std::uint32_t* n : {&c.from, &c.to}) {
        if (number[*n] == kNone) {
          number[*n] = static_cast<std::uint32_t>(points.size());
          points.push_back(nodes[*n]);
        }
        *n = number[*n];
      }
    }
    // Which vertex each point is: one of the cycle, one on an edge of it, or a new one inside.
    std::vector<std::uint32_t> vertex(points.size(), kNone);
    std::vector<std::optional<LinkVertex>> fresh(points.size());
    for (std::uint32_t e = 0; e < cycle.edges.size(); ++e) {
      const std::uint32_t n = number[union_.chain(e).front()];
      if (n != kNone && vertex[n] == kNone) vertex[n] = cycle.edges[e].vertex[0];
    }
    // A point right beside a vertex of the cycle is that vertex: it may be on the edges to both of its sides.
    for (const Joined& j : joined) {
      for (const std::uint32_t node : {j.from, j.to}) {
        const std::uint32_t n = number[node];
        for (const std::uint32_t v : cycle.edges[j.edge].vertex) {
          const LatticePoint at = place(v);
          const Vec2 away{static_cast<double>(at.x) - nodes[node].x,
                          static_cast<double>(at.y) - nodes[node].y};
          if (vertex[n] == kNone && length(away) <= kSnap) vertex[n] = v;
        }
      }
    }
    for (const Joined& j : joined) {
      for (const std::uint32_t node : {j.from, j.to}) {
        const std::uint32_t n = number[node];
        if (vertex[n] == kNone && !fresh[n] && cycle.edges[j.edge].half_edge != kNone) {
          fresh[n] = on_edge(cycle.edges[j.edge], nodes[node]);
          points[n] = {fresh[n]->at.x, fresh[n]->at.y};
        }
      }
    }
    if (!triangulator_.run(points, constraints, Keep::inside, mesh_) || mesh_.triangles.empty()) return;
    emit(cycle, measures, joined, number, points, vertex, fresh);
  }

  [[nodiscard]] LinkVertex on_edge(const RestEdge& edge, Point2 at) const {
    const LatticePoint a = place(edge.vertex[0]), b = place(edge.vertex[1]);
    const Vec2 d = (place_of(b) - place_of(a)).xy(),
               x = Vec2{static_cast<double>(at.x), static_cast<double>(at.y)} - place_of(a).xy();
    const double t = std::clamp(dot(x, d) / dot(d, d), 0.0, 1.0);
    const auto z = static_cast<std::int32_t>(std::nearbyint(a.z + t * (static_cast<double>(b.z) - a.z)));
    const Point2 p =
        round_to_edge(w_, edge.half_edge, {static_cast<double>(at.x), static_cast<double>(at.y)});
    return {{p.x, p.y, z}, edge.half_edge, edge.from + t * (edge.to - edge.from)};
  }

  // By inverse distance from the cycle's vertices.
  [[nodiscard]] LinkVertex inside(const RestCycle& cycle, Point2 at) const {
    double sum = 0, weights = 0;
    for (const RestEdge& e : cycle.edges) {
      const LatticePoint p = place(e.vertex[0]);
      const double d = length(Vec2{static_cast<double>(p.x) - at.x, static_cast<double>(p.y) - at.y});
      if (d == 0) return {{at.x, at.y, p.z}, kNone, 0};
      sum += p.z / d;
      weights += 1 / d;
    }
    return {{at.x, at.y, static_cast<std::int32_t>(std::nearbyint(sum / weights))}, kNone, 0};
  }

  // One link for every connected part.
  void emit(const RestCycle& cycle, const Link& measures, const std::vector<Joined>& joined,
            const std::vector<std::uint32_t>& number, const std::vector<Point2>& points,
            std::vector<std::uint32_t>& vertex, const std::vector<std::optional<LinkVertex>>& fresh) {
    const std::size_t n = mesh_.triangles.size();
    std::vector<std::uint32_t> part(n, kNone), open;
    std::uint32_t parts = 0;
    // Triangles are not the fillers they cover: what goes through one, or leaves too little height, is seen
    // only now.
    const std::vector<char> free = free_triangles(cycle, points, vertex, fresh);
    for (std::uint32_t t = 0; t < n; ++t) {
      if (part[t] != kNone || !free[t]) continue;
      part[t] = parts;
      open.assign(1, t);
      while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        for (const std::uint32_t other : mesh_.neighbours[at]) {
          if (other == Triangulation::kNone || part[other] != kNone || !free[other]) continue;
          part[other] = parts;
          open.push_back(other);
        }
      }
      ++parts;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> part_at;  // directed side → part
    for (std::uint32_t t = 0; t < n; ++t) {
      for (std::size_t i = 0; i < 3 && free[t]; ++i)
        part_at[{mesh_.triangles[t][i], mesh_.triangles[t][(i + 1) % 3]}] = part[t];
    }
    std::vector<std::vector<Joined>> of_part(parts);
    for (const Joined& j : joined) {
      const auto found = part_at.find({number[j.to], number[j.from]});
      if (found != part_at.end()) of_part[found->second].push_back(j);
    }
    std::vector<double> area(parts);
    for (std::uint32_t t = 0; t < n; ++t) {
      if (part[t] == kNone) continue;
      const auto& c = mesh_.triangles[t];
      area[part[t]] += static_cast<double>(orient2d(points[c[0]], points[c[1]], points[c[2]])) / 2;
    }
    for (std::uint32_t p = 0; p < parts; ++p) {
      // Crumbs, and what touches nothing.
      if (of_part[p].empty() || area[p] < kLeastArea * reach_.metre * reach_.metre) continue;
      Link link = measures;
      link.first_triangle = static_cast<std::uint32_t>(links_.triangles.size());
      link.first_interval = static_cast<std::uint32_t>(links_.intervals.size());
      std::int32_t low = 1 << 30, high = -(1 << 30);
      for (std::uint32_t t = 0; t < n; ++t) {
        if (part[t] != p) continue;
        const auto& mesh = mesh_.triangles[t];
        const auto same = [&](std::size_t i, std::size_t k) {
          return vertex[mesh[i]] != kNone && vertex[mesh[i]] == vertex[mesh[k]];
        };
        if (same(0, 1) || same(1, 2) || same(2, 0)) continue;
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t i = 0; i < 3; ++i) {
          const std::uint32_t k = mesh_.triangles[t][i];
          if (vertex[k] == kNone) {
            vertex[k] = links_.walkable_vertices + static_cast<std::uint32_t>(links_.vertices.size());
            links_.vertices.push_back(fresh[k] ? *fresh[k] : inside(cycle, points[k]));
          }
          corners[i] = vertex[k];
          low = std::min(low, place(corners[i]).z);
          high = std::max(high, place(corners[i]).z);
        }
        links_.triangles.push_back(corners);
      }
      for (const Joined& j : of_part[p])
        add_interval(cycle.edges[j.edge], vertex[number[j.from]], vertex[number[j.to]]);
      link.triangles = static_cast<std::uint32_t>(links_.triangles.size()) - link.first_triangle;
      link.intervals = static_cast<std::uint32_t>(links_.intervals.size()) - link.first_interval;
      link.rise = (static_cast<double>(high) - low) * w_.lattice.quantum;
      links_.links.push_back(link);
    }
  }

  std::vector<char> free_triangles(const RestCycle& cycle, const std::vector<Point2>& points,
                                   const std::vector<std::uint32_t>& vertex,
                                   const std::vector<std::optional<LinkVertex>>& fresh) {
    std::vector<Vec3> at;
    for (std::size_t k = 0; k < points.size(); ++k) {
      at.push_back(place_of(vertex[k] != kNone ? place(vertex[k])
                            : fresh[k]         ? fresh[k]->at
                                               : inside(cycle, points[k]).at));
    }
    std::vector<char> out;
    std::vector<FreePart> parts;
    for (const auto& t : mesh_.triangles) {
      std::size_t k = 0;  // the longest side is from corner k
      const auto side = [&](std::size_t i) { return length((at[t[(i + 1) % 3]] - at[t[i]]).xy()); };
      for (std::size_t i = 1; i < 3; ++i) k = side(i) > side(k) ? i : k;
      const Vec3 a = at[t[k]], b = at[t[(k + 1) % 3]], c = at[t[(k + 2) % 3]];
      // Corners of different storeys, as cycles that go up and down may have.
      const auto [low, high] = std::minmax({a.z, b.z, c.z});
      if (high - low > reach_.step) {
        out.push_back(0);
        continue;
      }
      // As a filler that is nearly a point at one end; a sliver as a strip along its longest side.
      const double size = side(k);
      FillerShape shape{{b, a}, {c + (b - a) * 0.01, c - (b - a) * 0.01}};
      if (cross((b - a).xy(), (c - a).xy()) < kSliver * size) {
        if (size < kSliver) {
          out.push_back(1);
          continue;
        }
        const Vec3 towards = Vec3{a.y - b.y, b.x - a.x, 0} * (kSliver / size);
        shape = {{b, a}, {b + towards, a + towards}};
      }
      surroundings_->free_parts(shape, false, scratch_, parts);
      out.push_back(parts.size() == 1 && parts[0].from == 0 && parts[0].to == 1);
    }
    return out;
  }

  // Only where both ends are where the edge says: a place that two vertices share names one of them. An end
  // that none of the filler's triangles has is no vertex of it.
  void add_interval(const RestEdge& edge, std::uint32_t first, std::uint32_t last) {
    if (edge.half_edge == kNone || first == kNone || last == kNone) return;
    const auto part_of = [&](std::uint32_t v) -> std::optional<double> {
      if (v == edge.vertex[0]) return edge.from;
      if (v == edge.vertex[1]) return edge.to;
      if (v < links_.walkable_vertices) return {};
      const LinkVertex& vertex = links_.vertices[v - links_.walkable_vertices];
      if (vertex.half_edge != edge.half_edge) return {};
      return vertex.part;
    };
    const auto from = part_of(first), to = part_of(last);
    if (from && to && *from < *to) links_.intervals.push_back({edge.half_edge, first, last, *from, *to});
  }

  const Walkable& w_;
  const Scene& scene_;
  Reach reach_;
  FillerRule rule_;
  Links& links_;
  Context* context_;
  std::vector<RestCycle> cycles_;
  std::vector<Side> sides_;
  std::vector<Inner> inner_;
  std::vector<std::vector<FreePart>> free_;
  std::optional<Surroundings> surroundings_;
  Surroundings::Scratch scratch_;
  PlanUnion union_;
  Triangulator triangulator_;
  Triangulation mesh_;
};

}  // namespace

Result<void> fill_holes(const Walkable& walkable, const Scene& scene, const Reach& reach, FillerRule rule,
                        Links& links, Context* context) {
  return Filling(walkable, scene, reach, rule, links, context).run();
}

}  // namespace ambula
