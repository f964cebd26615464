// Checks of the arrays that sampling cannot make: joints, fans, components, T-junctions, areas. Everything is
// found anew from corners and neighbours; nothing the value tells about itself is believed.
#include "verify/structure.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text.h"
#include "verify/plan_tree.h"

namespace ambula::checker {
namespace {

constexpr std::size_t kPlaces = 10;

Vec3 vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

// Twice the area in plan, in square quanta; exact: differences have 30 bits.
std::int64_t doubled_area(LatticePoint a, LatticePoint b, LatticePoint c) {
  const std::int64_t bx = std::int64_t{b.x} - a.x, by = std::int64_t{b.y} - a.y;
  const std::int64_t cx = std::int64_t{c.x} - a.x, cy = std::int64_t{c.y} - a.y;
  return bx * cy - by * cx;
}

double plan_length(LatticePoint a, LatticePoint b) { return length(vec(b).xy() - vec(a).xy()); }

class Groups {
 public:
  explicit Groups(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);  // the root is the least
  }

 private:
  std::vector<std::uint32_t> parent_;
};

struct BorderEdge {
  std::uint32_t face, side;
};

class Checker {
 public:
  Checker(const Walkable& walkable, VerifyStructure& out) : w_(walkable), out_(out) {}

  void run(double min_patch) {
    faces();
    sides();
    overfull_edges();
    fans();
    components(min_patch);
    junctions();
  }

 private:
  [[nodiscard]] std::uint32_t corner(std::uint32_t f, std::uint32_t i) const { return w_.faces[f][i % 3]; }
  [[nodiscard]] LatticePoint at(std::uint32_t f, std::uint32_t i) const { return w_.vertices[corner(f, i)]; }

  void broken(std::uint64_t& count, LatticePoint where) {
    ++count;
    if (out_.places.size() < kPlaces) out_.places.push_back(w_.lattice.position(where));
  }

  void faces() {
    for (std::uint32_t f = 0; f < w_.faces.size(); ++f) {
      if (doubled_area(at(f, 0), at(f, 1), at(f, 2)) <= 0) broken(out_.flipped, at(f, 0));
    }
  }

  // The side of n that returns edge (f, i): 3 when there is not exactly one.
  [[nodiscard]] std::uint32_t returned_by(std::uint32_t f, std::uint32_t i, std::uint32_t n) const {
    std::uint32_t side = 3;
    for (std::uint32_t j = 0; j < 3; ++j) {
      if (w_.neighbours[n][j] != f || corner(n, j) != corner(f, i + 1) || corner(n, j + 1) != corner(f, i)) {
        continue;
      }
      if (side != 3) return 3;
      side = j;
    }
    return side;
  }

  void sides() {
    const double quantum = w_.lattice.quantum;
    for (std::uint32_t f = 0; f < w_.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t n = w_.neighbours[f][i];
        const BorderKind kind = w_.border[f][i];
        const bool back = ((w_.inner_wall[f] >> i) & 1) != 0;
        const bool blocked = kind == BorderKind::wall || kind == BorderKind::sill;
        if ((n == Walkable::kNone) == (kind == BorderKind::none) || (back && !blocked) ||
            (!blocked && w_.border_height[f][i] != 0)) {
          broken(out_.bad_borders, at(f, i));
        }
        if (n == Walkable::kNone) {
          borders_.push_back({f, i});
          out_.border_length += plan_length(at(f, i), at(f, i + 1)) * quantum;
        } else if (n >= w_.faces.size() || n == f || returned_by(f, i, n) == 3) {
          broken(out_.bad_neighbours, at(f, i));
        }
      }
    }
  }

  void overfull_edges() {
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (std::uint32_t f = 0; f < w_.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) edges.push_back({corner(f, i), corner(f, i + 1)});
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t e = 1; e < edges.size(); ++e) {
      if (edges[e] == edges[e - 1]) broken(out_.overfull_edges, w_.vertices[edges[e][0]]);
    }
  }

  // Calls visit(f, i, n, j) for every joint that holds from both sides.
  template <class Visit>
  void each_joint(Visit&& visit) const {
    for (std::uint32_t f = 0; f < w_.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t n = w_.neighbours[f][i];
        if (n >= w_.faces.size() || n == f) continue;
        if (const std::uint32_t j = returned_by(f, i, n); j != 3) visit(f, i, n, j);
      }
    }
  }

  void fans() {
    Groups corners(3 * w_.faces.size());
    each_joint([&](std::uint32_t f, std::uint32_t i, std::uint32_t n, std::uint32_t j) {
      corners.join(3 * f + i, 3 * n + (j + 1) % 3);
      corners.join(3 * f + (i + 1) % 3, 3 * n + j);
    });
    std::vector<std::uint32_t> count(w_.vertices.size(), 0);
    for (std::uint32_t c = 0; c < 3 * w_.faces.size(); ++c) {
      if (corners.find(c) == c) ++count[w_.faces[c / 3][c % 3]];
    }
    for (std::size_t v = 0; v < count.size(); ++v) {
      if (count[v] != 1) broken(out_.pinched, w_.vertices[v]);
    }
  }

  void components(double min_patch) {
    const std::size_t n = w_.faces.size();
    Groups groups(n);
    each_joint(
        [&](std::uint32_t f, std::uint32_t, std::uint32_t other, std::uint32_t) { groups.join(f, other); });
    std::vector<std::uint32_t> number(n, Walkable::kNone);
    std::vector<double> area, border;
    std::vector<std::uint32_t> first;
    const double quantum = w_.lattice.quantum;
    for (std::uint32_t f = 0; f < n; ++f) {
      const std::uint32_t root = groups.find(f);
      if (number[root] == Walkable::kNone) {
        number[root] = static_cast<std::uint32_t>(area.size());
        area.push_back(0);
        border.push_back(0);
        first.push_back(f);
      }
      const std::uint32_t mine = number[root];
      if (w_.component[f] != mine) broken(out_.bad_components, at(f, 0));
      area[mine] += static_cast<double>(doubled_area(at(f, 0), at(f, 1), at(f, 2))) / 2 * quantum * quantum;
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (w_.neighbours[f][i] == Walkable::kNone)
          border[mine] += plan_length(at(f, i), at(f, i + 1)) * quantum;
      }
    }
    if (w_.components != area.size()) ++out_.bad_components;
    for (std::size_t c = 0; c < area.size(); ++c) {
      out_.walkable_area += area[c];
      if (area[c] < min_patch - 2 * quantum * border[c]) broken(out_.small_left, at(first[c], 0));
    }
  }

  struct Contact {
    std::uint32_t edge;  // of borders_
    std::uint32_t vertex;
    auto operator<=>(const Contact&) const = default;
  };

  // How vertex v, from which border `other` runs to `end`, meets border edge e: not, in its own point only,
  // or along e.
  enum class Meeting { none, point, along };

  [[nodiscard]] Meeting meeting(const BorderEdge& e, const BorderEdge& other, bool at_start) const {
    const Vec3 a = vec(at(e.face, e.side)), b = vec(at(e.face, e.side + 1));
    const Vec3 v = vec(at(other.face, other.side + (at_start ? 0 : 1)));
    const Vec3 end = vec(at(other.face, other.side + (at_start ? 1 : 0)));
    const Vec2 d = b.xy() - a.xy();
    const double along = length(d);
    const auto place = [&](Vec3 p) { return dot(p.xy() - a.xy(), d) / along; };    // quanta from a
    const auto aside = [&](Vec3 p) { return cross(d, p.xy() - a.xy()) / along; };  // > 0: on e's own side
    const auto above = [&](Vec3 p) { return p.z - (a.z + (b.z - a.z) * place(p) / along); };
    const double t = place(v);
    if (!(t > 1 && t < along - 1) || std::fabs(aside(v)) > 1 || std::fabs(above(v)) > 2) return Meeting::none;
    // Borders of two sides of a crack run against each other: from v, an edge that starts there runs to a.
    const double s = place(end);
    if (at_start ? !(s < t) : !(s > t)) return Meeting::point;
    const double stop = at_start ? std::max(s, 0.0) : std::min(s, along);
    if (std::fabs(stop - t) <= 2) return Meeting::point;
    const Vec3 p = v + (end - v) * ((stop - t) / (s - t));
    if (std::fabs(aside(p)) > 1 || std::fabs(above(p)) > 2) return Meeting::point;
    // On e's own side it is either an overlap, or the far border of a strip one quantum wide, which is no
    // fault.
    const Vec3 third = vec(at(other.face, other.side + 2));
    if (aside(v) > 0 && aside(third) >= -1) return Meeting::none;
    return Meeting::along;
  }

  [[nodiscard]] bool ledge(const BorderEdge& e) const {
    return w_.border[e.face][e.side] == BorderKind::ledge;
  }

  [[nodiscard]] bool coincide(const BorderEdge& e, const BorderEdge& other) const {
    return at(e.face, e.side) == at(other.face, other.side + 1) &&
           at(e.face, e.side + 1) == at(other.face, other.side);
  }

  void junctions() {
    std::vector<Box3> boxes;
    std::vector<std::uint32_t> ledges;
    for (std::uint32_t e = 0; e < borders_.size(); ++e) {
      if (!ledge(borders_[e])) continue;
      Box3 box;
      box.add(vec(at(borders_[e].face, borders_[e].side)));
      box.add(vec(at(borders_[e].face, borders_[e].side + 1)));
      box.min = box.min - Vec3{1, 1, 2};
      box.max = box.max + Vec3{1, 1, 2};
      boxes.push_back(box);
      ledges.push_back(e);
    }
    const PlanTree tree(boxes);
    std::vector<Contact> along, point;
    for (const BorderEdge& other : borders_) {
      for (const bool at_start : {true, false}) {
        const std::uint32_t v = corner(other.face, other.side + (at_start ? 0 : 1));
        const Vec3 p = vec(w_.vertices[v]);
        tree.within({p, p}, [&](std::uint32_t i) {
          const BorderEdge& e = borders_[ledges[i]];
          if (e.face == other.face) return;
          if (at_start && coincide(e, other) && ledge(other) && e.face < other.face) {
            broken(out_.unjoined, w_.vertices[v]);
          }
          const Meeting how = meeting(e, other, at_start);
          if (how == Meeting::none) return;
          (how == Meeting::along && ledge(other) ? along : point).push_back({ledges[i], v});
        });
      }
    }
    for (auto* contacts : {&along, &point}) {
      std::sort(contacts->begin(), contacts->end());
      contacts->erase(std::unique(contacts->begin(), contacts->end()), contacts->end());
    }
    for (const Contact& contact : along) broken(out_.t_junctions, w_.vertices[contact.vertex]);
    std::erase_if(point, [&](const Contact& c) { return std::binary_search(along.begin(), along.end(), c); });
    out_.touching = point.size();
  }

  const Walkable& w_;
  VerifyStructure& out_;
  std::vector<BorderEdge> borders_;
};

}  // namespace

Result<void> check_arrays(const Scene& scene, const Walkable& w) {
  const auto wrong = [](std::string_view what, std::uint64_t element = Error::kNoElement) {
    return fail(ErrorCode::broken, text("the walkable surface cannot be verified: ", what), element);
  };
  const std::size_t n = w.faces.size();
  if (!(w.lattice == scene.lattice)) return wrong("its lattice is not the scene's");
  if (w.neighbours.size() != n || w.border.size() != n || w.border_height.size() != n ||
      w.inner_wall.size() != n || w.component.size() != n) {
    return wrong("its arrays have different lengths");
  }
  if (w.removed.size() != w.removed_why.size())
    return wrong("removed faces and their reasons differ in number");
  if (n >= Walkable::kNone / 3) return wrong("it has too many faces");
  for (std::size_t f = 0; f < n; ++f) {
    for (const std::uint32_t v : w.faces[f]) {
      if (v >= w.vertices.size()) return wrong(text("face ", f, " has a corner that does not exist"), f);
    }
  }
  return {};
}

VerifyStructure check_structure(const GroundSize& ground, const WalkableParams& params, const Walkable& w) {
  VerifyStructure out;
  Checker(w, out).run(params.min_patch.value_or(0));

  // Corners move by up to two quanta, so an outline of length l may gain or lose 2 l quanta; the outlines of
  // ground triangles inside the ground cancel but for chance.
  const double quantum = w.lattice.quantum;
  double removed_outline = 0, area[2] = {0, 0};
  for (std::size_t i = 0; i < w.removed.size(); ++i) {
    const auto& t = w.removed[i];
    area[w.removed_why[i] == Removal::small ? 1 : 0] +=
        static_cast<double>(doubled_area(t[0], t[1], t[2])) / 2 * quantum * quantum;
    for (std::size_t k = 0; k < 3; ++k) removed_outline += plan_length(t[k], t[(k + 1) % 3]) * quantum;
  }
  out.ground_area = ground.area;
  out.area_tolerance =
      2 * quantum * (out.border_length + removed_outline + 4 * std::sqrt(ground.outline_squares)) +
      1e-9 * ground.area + ground.unclear_area;
  const WalkableAreas& a = w.areas;
  out.area_residual =
      std::fabs(a.ground - (a.blocked + a.duplicate + a.enclosed + a.small + a.walkable - a.closed));
  out.area_difference =
      std::max({std::fabs(a.ground - ground.area), std::fabs(a.walkable - out.walkable_area),
                std::fabs(a.enclosed - area[0]), std::fabs(a.small - area[1])});
  return out;
}

}  // namespace ambula::checker
