// From a vertex the triangles across are searched in a cone that narrows, together with the region where a
// foot may lie so that no vertex seen on the way is in the disc: a convex polygon, cut by one line per
// vertex. (It is the vertex' Voronoi cell, twice as large.) Doubles decide what is searched, with some slack,
// because a foot too many does no harm; whether there is a foot is exact.
#include "navmesh/border_feet.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/predicates.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = BorderMesh::kNone;
constexpr double kSlack = 0.01;  // quanta
// Quanta between a foot and a vertex of the same border from which on they count as one: the way to the
// vertex is longer by less than can be seen.
constexpr double kSame = 2;
constexpr std::uint32_t kMost = 16;  // points inserted per vertex there was

struct Region {
  std::array<Vec2, 24> corner;
  std::size_t size = 0;

  // Keeps where dot(n, p) <= most; n of any length.
  void cut(Vec2 n, double most) {
    if (size == 0) return;
    Region out;
    const double limit = most + kSlack * length(n);
    Vec2 p = corner[size - 1];
    double at_p = dot(n, p) - limit;
    for (std::size_t k = 0; k < size; ++k) {
      const Vec2 q = corner[k];
      const double at_q = dot(n, q) - limit;
      if ((at_p <= 0) != (at_q <= 0)) out.add(p + (q - p) * (at_p / (at_p - at_q)));
      if (at_q <= 0) out.add(q);
      p = q;
      at_p = at_q;
    }
    *this = out;
  }
  void add(Vec2 p) {
    if (size < corner.size()) corner[size++] = p;
  }
  [[nodiscard]] bool holds(Vec2 p) const {
    if (size < 3) return false;
    for (std::size_t k = 0; k < size; ++k) {
      const Vec2 a = corner[k], d = corner[(k + 1) % size] - a;
      if (cross(d, p - a) < -4 * kSlack * length(d)) return false;
    }
    return true;
  }
};

class Feet {
 public:
  explicit Feet(BorderMesh& mesh) : mesh_(mesh) {}

  FeetReport run() {
    const auto most = kMost * static_cast<std::uint32_t>(mesh_.vertices().size());
    for (std::uint32_t before = kNone; before != report_.inserted;) {
      before = report_.inserted;
      report_.hidden.clear();
      for (std::uint32_t v = 0; v < mesh_.vertices().size(); ++v) wait(v);
      while (!waiting_.empty()) {
        const std::uint32_t v = waiting_.back();
        waiting_.pop_back();
        waits_[v] = 0;
        search(v);
        const bool may = report_.inserted < most;
        // Every point changes the triangles, so the others are looked for anew.
        if (may && std::any_of(found_.begin(), found_.end(), [&](const Foot& f) { return insert(v, f); })) {
          wait(v);
        } else {
          for (const Foot& f : found_) report_.hidden.push_back({f.spoke, f.to});
        }
      }
    }
    return std::move(report_);
  }

 private:
  struct Foot {
    std::uint32_t spoke, half;  // out of the vertex into the first triangle; the border
    Vec2 to;
  };
  struct Look {
    std::uint32_t half;  // the edge looked through, as the near triangle has it
    Region region;
  };

  [[nodiscard]] Vec2 away(std::uint32_t from, std::uint32_t to) const {
    const Point2 a = mesh_.plan_of(from), b = mesh_.plan_of(to);
    return {static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
  }

  void wait(std::uint32_t vertex) {
    if (waits_.size() < mesh_.vertices().size()) waits_.resize(mesh_.vertices().size(), 0);
    if (waits_[vertex] != 0 || mesh_.first_at(vertex) == kNone) return;
    waits_[vertex] = 1;
    waiting_.push_back(vertex);
  }

  // All feet of a vertex that are hidden.
  void search(std::uint32_t vertex) {
    found_.clear();
    const std::uint32_t first = mesh_.first_at(vertex);
    if (mesh_[first].twin != kNone) return;  // no border
    spokes_.clear();
    for (std::uint32_t h = first; h != kNone; h = mesh_[BorderMesh::prev(h)].twin) spokes_.push_back(h);
    right_ = away(vertex, mesh_.to(first));
    left_ = away(vertex, mesh_.apex(spokes_.back()));
    // A border at the vertex itself is in every disc it makes less than a right angle with.
    from_right_.assign(spokes_.size(), 0);
    from_left_.assign(spokes_.size(), 0);
    for (std::size_t k = 0; k < spokes_.size(); ++k) {
      const Vec2 end = away(vertex, mesh_.apex(spokes_[k]));
      from_right_[k] = cross(right_, end) > 0 || dot(right_, end) <= 0 ? 1 : 0;
      if (cross(right_, end) <= 0) break;
    }
    for (std::size_t k = spokes_.size(); k-- > 0;) {
      const Vec2 end = away(vertex, mesh_.to(spokes_[k]));
      from_left_[k] = cross(end, left_) > 0 || dot(left_, end) <= 0 ? 1 : 0;
      if (cross(end, left_) <= 0) break;
    }
    for (std::size_t k = 0; k < spokes_.size(); ++k) look_through(vertex, k);
  }

  void look_through(std::uint32_t vertex, std::size_t spoke) {
    const std::uint32_t across = BorderMesh::next(spokes_[spoke]);
    if (mesh_[across].twin == kNone) return;  // in plain sight
    const Vec2 a = away(vertex, mesh_.from(across)), c = away(vertex, mesh_.to(across));
    if (dot(a, a - c) <= 0 || dot(c, c - a) <= 0) return;
    const double aa = dot(a, a), cc = dot(c, c), det = cross(a, c);
    Region region;
    region.add(a);
    region.add({(aa * c.y - cc * a.y) / det, (a.x * cc - c.x * aa) / det});
    region.add(c);
    if (from_right_[spoke] != 0) region.cut(right_, 0);
    if (from_left_[spoke] != 0) region.cut(left_, 0);
    if (region.size < 3) return;
    looks_.assign(1, {across, region});
    while (!looks_.empty()) {
      Look look = looks_.back();
      looks_.pop_back();
      const std::uint32_t k = mesh_[look.half].twin;
      if (k == kNone) {
        try_border(vertex, spokes_[spoke], look);
        continue;
      }
      const Vec2 v = away(vertex, mesh_.apex(k));
      look.region.cut(v, dot(v, v));
      for (const std::uint32_t h : {BorderMesh::next(k), BorderMesh::prev(k)}) {
        // Exact, so that slack leads no look around a vertex and back to where it was.
        if (!faces_away(vertex, h)) continue;
        const Vec2 p = away(vertex, mesh_.from(h)), q = away(vertex, mesh_.to(h));
        Look further{h, look.region};
        const Vec2 d = q - p;
        further.region.cut({-d.y, d.x}, cross(d, p));  // beyond the edge, that is on its right
        // On this edge's side of the new vertex.
        further.region.cut(h == BorderMesh::next(k) ? Vec2{-v.y, v.x} : Vec2{v.y, -v.x}, 0);
        if (further.region.size >= 3) looks_.push_back(further);
      }
    }
  }

  // Whether a straight way from the vertex can leave a triangle through its edge.
  [[nodiscard]] bool faces_away(std::uint32_t vertex, std::uint32_t half) const {
    return orient2d(mesh_.plan_of(mesh_.from(half)), mesh_.plan_of(mesh_.to(half)), mesh_.plan_of(vertex)) >
           0;
  }

  void try_border(std::uint32_t vertex, std::uint32_t spoke, const Look& look) {
    const Point2 b = mesh_.plan_of(vertex), p = mesh_.plan_of(mesh_.from(look.half)),
                 q = mesh_.plan_of(mesh_.to(look.half));
    const Vec2 d{static_cast<double>(q.x) - p.x, static_cast<double>(q.y) - p.y};
    const Vec2 to_b{static_cast<double>(b.x) - p.x, static_cast<double>(b.y) - p.y};
    const double along = dot(to_b, d), whole = dot(d, d), most = length(d);
    if (along <= kSame * most || along >= whole - kSame * most) return;
    // Points of a border are rounded, so its parts are turned a little. Where the foot on the whole border is
    // a vertex, that one will do: a part short enough to be turned far is short.
    const BorderMesh::Line& line = mesh_.line_of(look.half);
    const Vec2 e{static_cast<double>(line.to.x) - line.from.x, static_cast<double>(line.to.y) - line.from.y};
    if (dot(to_b, e) <= kSame * length(e) || dot(to_b - d, e) >= -kSame * length(e)) return;
    const Vec2 to = d * (along / whole) - to_b;
    if (look.region.holds(to)) found_.push_back({spoke, look.half, to});
  }

  // The lattice point of the border nearest to the foot that leaves the triangles their area.
  bool insert(std::uint32_t vertex, const Foot& foot) {
    const BorderMesh::Line line = mesh_.line_of(foot.half);
    const Point2 b = mesh_.plan_of(vertex);
    const Vec2 d{static_cast<double>(line.to.x) - line.from.x, static_cast<double>(line.to.y) - line.from.y};
    const Vec2 to_b{static_cast<double>(b.x) - line.from.x, static_cast<double>(b.y) - line.from.y};
    const Vec2 exact = d * (dot(to_b, d) / dot(d, d));
    const double x = std::floor(exact.x), y = std::floor(exact.y);
    std::array<std::pair<double, Vec2>, 4> near;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 p{x + static_cast<double>(k & 1), y + static_cast<double>(k >> 1)};
      near[k] = {dot(p - exact, p - exact), p};
    }
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& m, const auto& n) { return m.first < n.first; });
    const LatticePoint from = mesh_.vertices()[mesh_.from(foot.half)],
                       to = mesh_.vertices()[mesh_.to(foot.half)];
    for (const auto& [off, p] : near) {
      LatticePoint at{line.from.x + static_cast<std::int32_t>(p.x),
                      line.from.y + static_cast<std::int32_t>(p.y), 0};
      at.z = height_between(from, to, at);
      if (!mesh_.split(foot.half, at)) continue;
      ++report_.inserted;
      for (const std::uint32_t t : mesh_.touched()) {
        for (std::uint32_t i = 0; i < 3; ++i) wait(mesh_.from(3 * t + i));
      }
      mesh_.touched().clear();
      return true;
    }
    return false;
  }
  static std::int32_t height_between(LatticePoint a, LatticePoint b, LatticePoint at) {
    const Vec2 d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
    const double part =
        dot(d, {static_cast<double>(at.x) - a.x, static_cast<double>(at.y) - a.y}) / dot(d, d);
    return static_cast<std::int32_t>(std::nearbyint(a.z + (static_cast<double>(b.z) - a.z) * part));
  }

  BorderMesh& mesh_;
  FeetReport report_;
  std::vector<std::uint32_t> waiting_, spokes_;
  std::vector<char> waits_, from_right_, from_left_;
  Vec2 right_, left_;
  std::vector<Look> looks_;
  std::vector<Foot> found_;
};

}  // namespace

FeetReport insert_feet(BorderMesh& mesh) { return Feet(mesh).run(); }

}  // namespace ambula
