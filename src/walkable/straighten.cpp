// Which vertices go is settled chain by chain (Douglas and Peucker, whose choice does not depend on the
// direction), then each is taken out by itself: the faces around it make a polygon, which is triangulated
// without it. Where that cannot be done the vertex stays.
#include "walkable/straighten.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "geometry/triangulation.h"
#include "walkable/fans.h"
#include "walkable/finish.h"
#include "walkable/outline.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;
constexpr std::int64_t kAside2 = 9;  // four times the square of 1.5 quanta: two roundings, across the line
constexpr std::int64_t kUp = 2;      // quanta
constexpr std::int64_t kShort = 10;  // quanta: a border whose kind may be lost

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

// A point beside the straight line from a to b.
struct Beside {
  Int128 along = 0, square = 0;  // of the line's square length
  Int128 across = 0;             // twice the area between the line and the point
  Int128 up = 0;                 // times the square length

  Beside(LatticePoint a, LatticePoint b, LatticePoint p) {
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y,
                       px = std::int64_t{p.x} - a.x, py = std::int64_t{p.y} - a.y;
    square = Int128{dx} * dx + Int128{dy} * dy;
    along = Int128{dx} * px + Int128{dy} * py;
    across = Int128{dx} * py - Int128{dy} * px;
    up = Int128{std::int64_t{p.z} - a.z} * square - Int128{std::int64_t{b.z} - a.z} * along;
    if (across < 0) across = -across;
    if (up < 0) up = -up;
  }
  [[nodiscard]] bool within() const {
    return along > 0 && along < square && 4 * across * across <= kAside2 * square && up <= kUp * square;
  }
};

class Straightening {
 public:
  Straightening(Surface& surface, std::int32_t weld) : surface_(surface), weld_(weld) {}

  Int128 run() {
    keep_.assign(surface_.faces.size(), 1);
    drop_needles();
    find_borders();
    std::vector<char> seen(surface_.vertices.size(), 0);
    for (std::uint32_t v = 0; v < seen.size(); ++v) {
      // From a corner on; rings without one stay as they are.
      if (leaving_[v] == kNone || seen[v] || may_go_[v]) continue;
      follow(v, seen);
    }
    if (doomed_.empty() && !any_needle_) return 0;
    for (const std::uint32_t v : doomed_) take_out(v);
    join_slits();
    std::vector<std::array<LatticePoint, 3>> at;
    keep_faces(surface_, keep_);
    at.reserve(surface_.faces.size());
    for (const SurfaceFace& f : surface_.faces)
      at.push_back(
          {surface_.vertices[f.corner[0]], surface_.vertices[f.corner[1]], surface_.vertices[f.corner[2]]});
    assign_vertices(surface_, [&](std::uint32_t f, std::uint32_t i) { return at[f][i]; });
    return gained_;
  }

 private:
  [[nodiscard]] LatticePoint place(std::uint32_t v) const { return surface_.vertices[v]; }
  [[nodiscard]] std::uint32_t end_of(HalfEdge h) const { return surface_.faces[h / 3].corner[after(h % 3)]; }
  [[nodiscard]] const Border& border(HalfEdge h) const { return surface_.faces[h / 3].border[h % 3]; }

  // Faces no wider than rounding with borders along two of their sides, as cutting leaves them: their border
  // runs to and fro.
  void drop_needles() {
    std::vector<std::uint32_t> waiting;
    for (auto f = static_cast<std::uint32_t>(surface_.faces.size()); f-- > 0;) waiting.push_back(f);
    while (!waiting.empty()) {
      const std::uint32_t f = waiting.back();
      waiting.pop_back();
      const SurfaceFace& face = surface_.faces[f];
      const auto borders = std::count(face.neighbour.begin(), face.neighbour.end(), kNone);
      if (borders != 2 || !keep_[f] || !is_needle(face)) continue;
      const std::uint32_t side = face.neighbour[0] != kNone ? 0u : face.neighbour[1] != kNone ? 1u : 2u;
      const std::uint32_t behind = face.neighbour[side], back = mate_of(surface_, f, behind);
      const std::uint32_t next = after(side), last = after(next);
      const bool longer = square_length(face, next) >= square_length(face, last);
      // A point past the end lies along what the longer side lies along; one above the side parts two
      // borders.
      const Beside point(place(face.corner[side]), place(face.corner[next]), place(face.corner[last]));
      if (point.along > 0 && point.along < point.square && !is_alike(face.border[next], face.border[last]) &&
          square_length(face, longer ? last : next) > kShort * kShort)
        continue;
      surface_.faces[behind].border[back] = face.border[longer ? next : last];
      surface_.faces[behind].neighbour[back] = kNone;
      gained_ -=
          orient2d(plan(place(face.corner[0])), plan(place(face.corner[1])), plan(place(face.corner[2])));
      keep_[f] = 0;
      any_needle_ = true;
      waiting.push_back(behind);
    }
  }
  [[nodiscard]] Int128 square_length(const SurfaceFace& face, std::uint32_t i) const {
    const LatticePoint a = place(face.corner[i]), b = place(face.corner[after(i)]);
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
    return Int128{dx} * dx + Int128{dy} * dy;
  }
  static bool is_alike(const Border& one, const Border& two) {
    return one.kind == two.kind && one.inner == two.inner && is_open(one) == is_open(two);
  }
  [[nodiscard]] bool is_needle(const SurfaceFace& face) const {
    const Int128 longest = std::max({square_length(face, 0), square_length(face, 1), square_length(face, 2)});
    const Int128 area =
        orient2d(plan(place(face.corner[0])), plan(place(face.corner[1])), plan(place(face.corner[2])));
    return 4 * area * area <= kAside2 * longest;
  }

  void find_borders() {
    leaving_.assign(surface_.vertices.size(), kNone);
    arriving_.assign(surface_.vertices.size(), kNone);
    for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (!keep_[f] || surface_.faces[f].neighbour[i] != kNone) continue;
        leaving_[surface_.faces[f].corner[i]] = 3 * f + i;
        arriving_[surface_.faces[f].corner[after(i)]] = 3 * f + i;
      }
    }
    may_go_.assign(surface_.vertices.size(), 0);
    for (std::uint32_t v = 0; v < may_go_.size(); ++v) may_go_[v] = is_beside_line(v) ? 1 : 0;
  }

  [[nodiscard]] bool is_beside_line(std::uint32_t v) const {
    const HalfEdge in = arriving_[v], out = leaving_[v];
    if (in == kNone || out == kNone) return false;
    if (!is_alike(border(in), border(out))) return false;
    const std::uint32_t a = surface_.faces[in / 3].corner[in % 3], b = end_of(out);
    if (a == b || !Beside(place(a), place(b), place(v)).within()) return false;
    for (HalfEdge c = out; c != kNone; c = left_of(surface_, c)) {
      if (surface_.faces[c / 3].source != surface_.faces[out / 3].source) return false;
    }
    return true;
  }

  // The chains of a cycle, from one vertex that stays to the next.
  void follow(std::uint32_t first, std::vector<char>& seen) {
    std::uint32_t v = first;
    do {
      chain_.assign(1, v);
      do {
        v = end_of(leaving_[v]);
        chain_.push_back(v);
      } while (may_go_[v]);
      seen[v] = 1;
      if (chain_.size() > 2) divide();
    } while (v != first);
  }

  // Notes what may go of the chain.
  void divide() {
    open_.assign(1, {0, chain_.size() - 1});
    while (!open_.empty()) {
      const auto [low, high] = open_.back();
      open_.pop_back();
      const std::size_t worst = find_corner(low, high);
      if (worst == low) {
        for (std::size_t k = low + 1; k < high; ++k) doomed_.push_back(chain_[k]);
      } else {
        open_.push_back({worst, high});
        open_.push_back({low, worst});
      }
    }
  }
  // The place between two others that lies furthest beside the line between them, too far; or `low`.
  [[nodiscard]] std::size_t find_corner(std::size_t low, std::size_t high) const {
    const LatticePoint a = place(chain_[low]), b = place(chain_[high]);
    std::size_t worst = low;
    Int128 across = -1, up = -1, reached = 0;
    for (std::size_t k = low + 1; k < high; ++k) {
      const Beside p(a, b, place(chain_[k]));
      const bool fits = chain_[low] != chain_[high] && p.within() && p.along > reached;
      reached = std::max(reached, p.along);
      if (fits) continue;
      if (worst == low || std::tie(across, up) < std::tie(p.across, p.up) ||
          (across == p.across && up == p.up && place(chain_[k]) < place(chain_[worst]))) {
        worst = k;
        across = p.across;
        up = p.up;
      }
    }
    return worst;
  }

  // The corners of the faces around a vertex of the border, from the one it leads to round to the one it is
  // reached from; and the edges between them.
  void find_fan(std::uint32_t v) {
    fan_.clear();
    ring_.clear();
    sides_.clear();
    for (HalfEdge c = leaving_[v]; c != kNone; c = left_of(surface_, c)) {
      const SurfaceFace& face = surface_.faces[c / 3];
      const std::uint32_t side = after(c % 3);
      if (fan_.empty()) ring_.push_back(face.corner[side]);
      fan_.push_back(c / 3);
      ring_.push_back(face.corner[after(side)]);
      sides_.push_back({face.neighbour[side],
                        face.neighbour[side] == kNone ? 0 : mate_of(surface_, c / 3, face.neighbour[side]),
                        face.border[side]});
    }
  }

  void take_out(std::uint32_t v) {
    find_fan(v);
    const HalfEdge out = leaving_[v], in = arriving_[v];
    Border border = this->border(out);
    border.height = std::max(border.height, this->border(in).height);
    const std::uint32_t from = ring_.back(), to = ring_.front();
    const std::int64_t corner = orient2d(plan(place(from)), plan(place(v)), plan(place(to)));
    if (fan_.size() == 1) {
      // An ear: what lies behind it has the border then.
      if (sides_[0].face == kNone) return;
      keep_[fan_[0]] = 0;
      SurfaceFace& behind = surface_.faces[sides_[0].face];
      behind.neighbour[sides_[0].side] = kNone;
      behind.border[sides_[0].side] = border;
      set_border(from, to, 3 * sides_[0].face + sides_[0].side);
    } else if (!fill_fan(border)) {
      return;
    }
    gained_ -= corner;
    leaving_[v] = arriving_[v] = kNone;
  }
  void set_border(std::uint32_t from, std::uint32_t to, HalfEdge h) { leaving_[from] = arriving_[to] = h; }

  // Triangulates the ring; the faces of the fan but the last hold what comes out.
  bool fill_fan(const Border& border) {
    const auto n = static_cast<std::uint32_t>(ring_.size());
    points_.clear();
    constraints_.clear();
    for (std::uint32_t k = 0; k < n; ++k) {
      points_.push_back(plan(place(ring_[k])));
      constraints_.push_back({k, k + 1 == n ? 0 : k + 1, 1});
    }
    if (!triangulator_.run(points_, constraints_, Keep::inside, mesh_) || mesh_.triangles.size() != n - 2)
      return false;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (mesh_.winding[t] != 1) return false;
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t a = mesh_.triangles[t][i], b = mesh_.triangles[t][after(i)];
        if (mesh_.neighbours[t][i] == Triangulation::kNone && (a + 1) % n != b) return false;
      }
    }
    const std::uint32_t source = surface_.faces[fan_[0]].source;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) write(t, n, border, source);
    keep_[fan_.back()] = 0;
    return true;
  }

  void write(std::size_t t, std::uint32_t n, const Border& chord, std::uint32_t source) {
    const std::uint32_t f = fan_[t];
    SurfaceFace face{};
    face.source = source;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t a = mesh_.triangles[t][i];
      face.corner[i] = ring_[a];
      if (mesh_.neighbours[t][i] != Triangulation::kNone) {
        face.neighbour[i] = fan_[mesh_.neighbours[t][i]];
        continue;
      }
      const bool is_chord = a + 1 == n;
      const Outer outer = is_chord ? Outer{kNone, 0, chord} : sides_[a];
      face.neighbour[i] = outer.face;
      face.border[i] = outer.border;
      if (outer.face != kNone) {
        surface_.faces[outer.face].neighbour[outer.side] = f;
      } else {
        set_border(ring_[a], ring_[(a + 1) % n], 3 * f + i);
      }
    }
    surface_.faces[f] = face;
  }

  // A slit of two edges, as is left of one that rounding made: its sides are one edge.
  void join_slits() {
    const auto may_join = [&](const Border& b) {
      return b.kind == BorderKind::ledge ||
             (b.kind == BorderKind::sill && b.height <= std::max<double>(weld_, kSameHeight));
    };
    for (std::uint32_t v = 0; v < leaving_.size(); ++v) {
      const HalfEdge out = leaving_[v];
      if (out == kNone || end_of(out) < v) continue;
      const HalfEdge back = leaving_[end_of(out)];
      if (back == kNone || end_of(back) != v || back / 3 == out / 3) continue;
      if (!may_join(border(out)) || !may_join(border(back))) continue;
      SurfaceFace &one = surface_.faces[out / 3], &two = surface_.faces[back / 3];
      const auto& n = one.neighbour;
      if (std::find(n.begin(), n.end(), back / 3) != n.end()) continue;
      one.neighbour[out % 3] = back / 3;
      two.neighbour[back % 3] = out / 3;
      one.border[out % 3] = two.border[back % 3] = {};
    }
  }

  // What is beyond an edge of the ring.
  struct Outer {
    std::uint32_t face, side;
    Border border;
  };

  Surface& surface_;
  std::int32_t weld_;
  std::vector<HalfEdge> leaving_, arriving_;  // by vertex: its borders
  std::vector<char> may_go_;                  // by vertex
  std::vector<char> keep_;                    // by face
  std::vector<std::uint32_t> chain_, doomed_, fan_, ring_;
  std::vector<std::pair<std::size_t, std::size_t>> open_;  // parts of the chain to look at
  std::vector<Outer> sides_;
  std::vector<Point2> points_;
  std::vector<Constraint> constraints_;
  Triangulator triangulator_;
  Triangulation mesh_;
  bool any_needle_ = false;
  Int128 gained_ = 0;
};

}  // namespace

Int128 straighten_borders(Surface& surface, std::int32_t weld) { return Straightening(surface, weld).run(); }

}  // namespace ambula
