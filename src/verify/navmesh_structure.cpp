// Shapes and joints of cells, decided on lattice coordinates in 64-bit integers: differences have 30 bits,
// their products 60. Only heights are compared in doubles.
#include "verify/navmesh_structure.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "verify/plan_tree.h"

namespace ambula::checker {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

struct Plan {
  std::int64_t x, y;
  friend bool operator==(Plan, Plan) = default;
};
Plan operator-(Plan a, Plan b) { return {a.x - b.x, a.y - b.y}; }
std::int64_t turn(Plan a, Plan b) { return a.x * b.y - a.y * b.x; }
std::int64_t along(Plan a, Plan b) { return a.x * b.x + a.y * b.y; }

// Whether a direction points up, or straight to the right: half of all directions.
bool upwards(Plan d) { return d.y > 0 || (d.y == 0 && d.x > 0); }

class Structure {
 public:
  Structure(const NavMesh& mesh, const NavMeshLimits& limits, const std::function<bool(Vec3)>& parted)
      : mesh_(mesh), limits_(limits), parted_(parted) {
    cell_of_.resize(mesh.vertex.size());
    for (std::uint32_t c = 0; c < mesh.size(); ++c) {
      for (std::uint32_t s = mesh.cell_begin[c]; s < mesh.cell_begin[c + 1]; ++s) cell_of_[s] = c;
    }
  }

  NavMeshStructure run() {
    for (std::uint32_t c = 0; c < mesh_.size(); ++c) {
      look_at_shape(c);
      look_at_heights(c);
    }
    for (std::uint32_t s = 0; s < mesh_.vertex.size(); ++s) look_at_portal(s);
    look_at_components();
    look_along_borders();
    look_for_overlaps();
    return std::move(out_);
  }

 private:
  [[nodiscard]] Plan plan(std::uint32_t vertex) const {
    return {mesh_.vertices[vertex].x, mesh_.vertices[vertex].y};
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t side) const {
    const std::uint32_t c = cell_of_[side];
    return side + 1 < mesh_.cell_begin[c + 1] ? side + 1 : mesh_.cell_begin[c];
  }
  [[nodiscard]] std::uint32_t from(std::uint32_t side) const { return mesh_.vertex[side]; }
  [[nodiscard]] std::uint32_t to(std::uint32_t side) const { return mesh_.vertex[next(side)]; }
  [[nodiscard]] Vec3 place(std::uint32_t vertex) const {
    return mesh_.lattice.position(mesh_.vertices[vertex]);
  }
  void note(std::uint64_t& count, Vec3 at) {
    ++count;
    if (out_.places.size() < 10) out_.places.push_back(at);
  }

  void look_at_shape(std::uint32_t c) {
    const auto v = mesh_.corners(c);
    double area = 0;  // twice
    bool convex = true;
    int rounds = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Plan a = plan(v[i]), b = plan(v[(i + 1) % v.size()]), d = plan(v[(i + 2) % v.size()]);
      const std::int64_t bend = turn(b - a, d - b);
      convex = convex && (bend > 0 || (bend == 0 && along(b - a, d - b) > 0));
      rounds += !upwards(b - a) && upwards(d - b) ? 1 : 0;
      area += static_cast<double>(turn(a - plan(v[0]), b - plan(v[0])));
    }
    convex = convex && rounds == 1;
    if (!convex) note(area > 0 ? out_.not_convex : out_.without_area, place(v[0]));
    bad_shape_.push_back(convex ? 0 : 1);
    area_.push_back(area);
  }

  // Counter-clockwise triangles of the cell's own area, all of them inside: they cover it.
  void look_at_heights(std::uint32_t c) {
    if (mesh_.height_begin[c] == mesh_.height_begin[c + 1] || bad_shape_[c] != 0) return;
    double area = 0;
    bool good = true;
    for (std::uint32_t t = mesh_.height_begin[c]; t < mesh_.height_begin[c + 1]; ++t) {
      const auto& v = mesh_.height_triangles[t];
      const std::int64_t own = turn(plan(v[1]) - plan(v[0]), plan(v[2]) - plan(v[0]));
      good = good && own > 0;
      area += static_cast<double>(own);
      for (const std::uint32_t corner : v) good = good && inside(c, plan(corner));
    }
    if (!good || std::fabs(area - area_[c]) > 1e-9 * area_[c])
      note(out_.bad_heights, place(mesh_.corners(c)[0]));
  }
  [[nodiscard]] bool inside(std::uint32_t c, Plan p) const {
    const auto v = mesh_.corners(c);
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Plan a = plan(v[i]);
      if (turn(plan(v[(i + 1) % v.size()]) - a, p - a) < 0) return false;
    }
    return true;
  }

  void look_at_portal(std::uint32_t s) {
    const std::uint32_t other = mesh_.neighbour[s], back = mesh_.across[s];
    if (other == kNone && back == kNone) return;
    const bool returns = other != kNone && back != kNone && other != cell_of_[s] && cell_of_[back] == other &&
                         mesh_.across[back] == s && plan(from(back)) == plan(to(s)) &&
                         plan(to(back)) == plan(from(s));
    const double rise = !returns ? 0
                                 : std::max(std::fabs(place(from(back)).z - place(to(s)).z),
                                            std::fabs(place(to(back)).z - place(from(s)).z));
    if (!returns || rise > limits_.step + limits_.tolerance) note(out_.bad_portals, place(from(s)));
  }

  void look_at_components() {
    std::vector<std::uint32_t> reached(mesh_.size(), kNone), waiting;
    std::uint32_t components = 0;
    for (std::uint32_t first = 0; first < mesh_.size(); ++first) {
      if (reached[first] != kNone) continue;
      reached[first] = components;
      waiting.assign(1, first);
      while (!waiting.empty()) {
        const std::uint32_t c = waiting.back();
        waiting.pop_back();
        for (std::uint32_t s = mesh_.cell_begin[c]; s < mesh_.cell_begin[c + 1]; ++s) {
          const std::uint32_t d = mesh_.neighbour[s];
          if (d == kNone || reached[d] != kNone) continue;
          reached[d] = components;
          waiting.push_back(d);
        }
      }
      ++components;
    }
    for (std::uint32_t c = 0; c < mesh_.size(); ++c) {
      if (reached[c] != mesh_.component[c]) note(out_.bad_components, place(mesh_.corners(c)[0]));
    }
    if (components != mesh_.components && mesh_.size() > 0)
      note(out_.bad_components, place(mesh_.corners(0)[0]));
  }

  // Two borders against each other along one line, at one height and with nothing between them, should have
  // been a portal.
  void look_along_borders() {
    std::vector<std::uint32_t> sides;
    std::vector<Box3> boxes;
    for (std::uint32_t s = 0; s < mesh_.vertex.size(); ++s) {
      if (mesh_.neighbour[s] != kNone) continue;
      sides.push_back(s);
      boxes.push_back(box_of_side(s));
    }
    const PlanTree tree(boxes);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      Box3 range = boxes[i];
      range.min.z -= limits_.tolerance;
      range.max.z += limits_.tolerance;
      tree.within(range, [&](std::uint32_t j) {
        if (j > i) look_at_pair(sides[i], sides[j]);
      });
    }
  }
  [[nodiscard]] Box3 box_of_side(std::uint32_t s) const {
    Box3 box;
    box.add(place(from(s)));
    box.add(place(to(s)));
    return box;
  }
  void look_at_pair(std::uint32_t s, std::uint32_t t) {
    const Plan a = plan(from(s)), b = plan(to(s)), c = plan(from(t)), d = plan(to(t));
    if (a == b || turn(b - a, c - a) != 0 || turn(b - a, d - a) != 0 || along(b - a, d - c) >= 0) return;
    const std::int64_t low = std::max<std::int64_t>(0, along(b - a, d - a)),
                       high = std::min(along(b - a, b - a), along(b - a, c - a));
    if (low >= high) return;
    const double part = (static_cast<double>(low) / 2 + static_cast<double>(high) / 2) /
                        static_cast<double>(along(b - a, b - a));
    const Vec3 here = place(from(s)) + (place(to(s)) - place(from(s))) * part;
    const double there = height_on(t, here.xy());
    if (std::fabs(there - here.z) > limits_.tolerance || parted_(here)) return;
    note(a == d && b == c ? out_.unjoined : out_.t_junctions, here);
  }
  [[nodiscard]] double height_on(std::uint32_t side, Vec2 p) const {
    const Vec3 a = place(from(side)), b = place(to(side));
    return a.z + (b.z - a.z) * (length(p - a.xy()) / length(b.xy() - a.xy()));
  }

  void look_for_overlaps() {
    std::vector<Box3> boxes(mesh_.size());
    for (std::uint32_t c = 0; c < mesh_.size(); ++c) {
      for (const std::uint32_t v : mesh_.corners(c)) boxes[c].add(place(v));
      for (std::uint32_t t = mesh_.height_begin[c]; t < mesh_.height_begin[c + 1]; ++t) {
        for (const std::uint32_t v : mesh_.height_triangles[t]) boxes[c].add(place(v));
      }
    }
    const PlanTree tree(boxes);
    for (std::uint32_t c = 0; c < mesh_.size(); ++c) {
      if (bad_shape_[c] != 0) continue;
      Box3 range = boxes[c];
      range.min.z -= limits_.step;
      range.max.z += limits_.step;
      tree.within(range, [&](std::uint32_t d) {
        if (d <= c || bad_shape_[d] != 0 || apart(c, d) || apart(d, c)) return;
        Vec3 at;
        if (height_between(c, d, at) < limits_.step) note(out_.overlaps, at);
      });
    }
  }
  // Whether a side of c has all of d on its other side, or on it.
  [[nodiscard]] bool apart(std::uint32_t c, std::uint32_t d) const {
    const auto v = mesh_.corners(c), w = mesh_.corners(d);
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Plan a = plan(v[i]), b = plan(v[(i + 1) % v.size()]);
      const bool beyond =
          std::all_of(w.begin(), w.end(), [&](std::uint32_t u) { return turn(b - a, plan(u) - a) <= 0; });
      if (beyond) return true;
    }
    return false;
  }
  // The least over corners and middle of what both cover.
  double height_between(std::uint32_t c, std::uint32_t d, Vec3& at) const {
    std::vector<Vec2> both;
    for (const std::uint32_t v : mesh_.corners(c)) both.push_back(place(v).xy());
    const auto w = mesh_.corners(d);
    for (std::size_t i = 0; i < w.size(); ++i) {
      const Vec2 a = place(w[i]).xy(), b = place(w[(i + 1) % w.size()]).xy();
      std::vector<Vec2> left;
      for (std::size_t k = 0; k < both.size(); ++k) {
        const Vec2 p = both[k], q = both[(k + 1) % both.size()];
        const double hp = cross(b - a, p - a), hq = cross(b - a, q - a);
        if (hp >= 0) left.push_back(p);
        if ((hp > 0 && hq < 0) || (hp < 0 && hq > 0)) left.push_back(p + (q - p) * (hp / (hp - hq)));
      }
      both = left;
    }
    double least = std::numeric_limits<double>::infinity();
    if (both.empty()) return least;
    Vec2 middle;
    for (const Vec2 p : both) middle = middle + p * (1 / static_cast<double>(both.size()));
    both.push_back(middle);
    for (const Vec2 p : both) {
      const double hc = height_of(c, p);
      const double between = std::fabs(hc - height_of(d, p));
      if (between < least) {
        least = between;
        at = {p.x, p.y, hc};
      }
    }
    return least;
  }
  // Of the triangle over p, or the one that has it furthest inside.
  [[nodiscard]] double height_of(std::uint32_t c, Vec2 p) const {
    double best = -std::numeric_limits<double>::infinity(), height = 0;
    const auto look = [&](Vec3 a, Vec3 b, Vec3 d) {
      const Vec2 u = a.xy() - p, v = b.xy() - p, w = d.xy() - p;
      const double x = cross(v, w), y = cross(w, u), z = cross(u, v), sum = x + y + z;
      if (!(sum > 0)) return;
      const double inside = std::min({x, y, z}) / sum;
      if (inside <= best) return;
      best = inside;
      height = (x * a.z + y * b.z + z * d.z) / sum;
    };
    for (std::uint32_t t = mesh_.height_begin[c]; t < mesh_.height_begin[c + 1]; ++t) {
      const auto& v = mesh_.height_triangles[t];
      look(place(v[0]), place(v[1]), place(v[2]));
    }
    if (mesh_.height_begin[c] == mesh_.height_begin[c + 1]) {
      const auto v = mesh_.corners(c);
      for (std::size_t i = 2; i < v.size(); ++i) look(place(v[0]), place(v[i - 1]), place(v[i]));
    }
    return height;
  }

  const NavMesh& mesh_;
  NavMeshLimits limits_;
  const std::function<bool(Vec3)>& parted_;
  std::vector<std::uint32_t> cell_of_;   // per side
  std::vector<std::uint8_t> bad_shape_;  // per cell
  std::vector<double> area_;             // per cell, twice, square quanta
  NavMeshStructure out_;
};

bool rises(const std::vector<std::uint32_t>& begin, std::size_t cells, std::size_t items) {
  return begin.size() == cells + 1 && begin.front() == 0 && begin.back() == items &&
         std::is_sorted(begin.begin(), begin.end());
}

}  // namespace

Result<void> check_arrays(const NavMesh& mesh) {
  const auto bad = [](const char* what) {
    return fail(ErrorCode::broken, text("navmesh: ", what, "; build it again"));
  };
  if (mesh.cell_begin.empty()) return bad("cell_begin is empty");
  const std::size_t cells = mesh.cell_begin.size() - 1, sides = mesh.vertex.size();
  if (!rises(mesh.cell_begin, cells, sides)) return bad("cell_begin does not fit the sides");
  if (!rises(mesh.height_begin, cells, mesh.height_triangles.size()))
    return bad("height_begin does not fit the height triangles");
  if (mesh.neighbour.size() != sides || mesh.across.size() != sides)
    return bad("sides and portals differ in number");
  if (mesh.kind.size() != cells || mesh.flight.size() != cells || mesh.area_type.size() != cells ||
      mesh.component.size() != cells)
    return bad("cells and what is told of them differ in number");
  const auto beyond = [](std::uint32_t i, std::size_t n) { return i != kNone && i >= n; };
  for (std::size_t c = 0; c < cells; ++c) {
    if (mesh.cell_begin[c + 1] - mesh.cell_begin[c] < 3) return bad("a cell has fewer than 3 sides");
  }
  for (std::size_t s = 0; s < sides; ++s) {
    if (mesh.vertex[s] >= mesh.vertices.size()) return bad("a side begins at no vertex");
    if (beyond(mesh.neighbour[s], cells) || beyond(mesh.across[s], sides))
      return bad("a portal leads to no cell");
  }
  for (const auto& t : mesh.height_triangles) {
    for (const std::uint32_t v : t) {
      if (v >= mesh.vertices.size()) return bad("a height triangle has no vertex");
    }
  }
  for (const LatticePoint& p : mesh.vertices) {
    for (const std::int32_t v : {p.x, p.y, p.z}) {
      if (v < -Lattice::kReach || v > Lattice::kReach) return bad("a vertex lies outside the lattice");
    }
  }
  return {};
}

NavMeshStructure check_structure(const NavMesh& mesh, const NavMeshLimits& limits,
                                 const std::function<bool(Vec3)>& parted) {
  return Structure(mesh, limits, parted).run();
}

}  // namespace ambula::checker
