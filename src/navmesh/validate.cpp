// Everything a navmesh promises, checked: first that every number may be used as an index, then shapes,
// portals, order, components and the height mesh. Values may come out of a hostile file, so nothing is used
// before it was compared, and nothing takes more than n log n.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "ambula/agent.h"
#include "ambula/params/navmesh.h"
#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "core/text.h"
#include "geometry/predicates.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;
constexpr const char* kNotFromLeast = " does not begin with its least vertex";

Failure broken(std::string message, std::uint64_t element = Error::kNoElement) {
  return fail(ErrorCode::broken, "navmesh: " + std::move(message), element);
}

class Checking {
 public:
  explicit Checking(const NavMesh& mesh) : m_(mesh) {}

  Result<void> run() {
    if (auto ok = check_sizes(); !ok) return ok;
    if (auto ok = check_numbers(); !ok) return ok;
    for (std::uint32_t c = 0; c < m_.size(); ++c) {
      if (const char* fault = fault_of(c)) return broken(text("cell ", c, fault), c);
      if (m_.height_begin[c] < m_.height_begin[c + 1]) {
        if (auto ok = check_heights(c); !ok) return ok;
      }
      if (c > 0 && !in_order(c - 1, c)) return broken(text("cell ", c, " is not in order"), c);
    }
    if (auto ok = check_vertex_order(); !ok) return ok;
    if (auto ok = check_portals(); !ok) return ok;
    if (auto ok = check_components(); !ok || !m_.base) return ok;
    if (auto ok = validate(*m_.base, m_.areas.size()); !ok || !m_.clearance) return ok;
    if (m_.clearance->home.size() != m_.base->triangles.size())
      return broken("not every triangle of the base has a home in the clearance mesh");
    return validate(*m_.clearance);
  }

 private:
  [[nodiscard]] Point2 plan_of(std::uint32_t vertex) const {
    return {m_.vertices[vertex].x, m_.vertices[vertex].y};
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t side, std::uint32_t cell) const {
    return side + 1 == m_.cell_begin[cell + 1] ? m_.cell_begin[cell] : side + 1;
  }

  static bool are_offsets(const std::vector<std::uint32_t>& begin, std::size_t items) {
    return !begin.empty() && begin.front() == 0 && begin.back() == items &&
           std::is_sorted(begin.begin(), begin.end());
  }

  [[nodiscard]] Result<void> check_sizes() const {
    if (!are_offsets(m_.cell_begin, m_.vertex.size())) return broken("cells do not follow each other");
    if (!are_offsets(m_.height_begin, m_.height_triangles.size()))
      return broken("height triangles do not follow each other");
    const std::size_t cells = m_.cell_begin.size() - 1;
    if (m_.vertices.size() >= kNone || m_.vertex.size() >= kNone || cells >= kNone)
      return broken("too large");
    if (m_.height_begin.size() != cells + 1 || m_.kind.size() != cells || m_.area_type.size() != cells ||
        m_.flight.size() != cells || m_.component.size() != cells)
      return broken("not every cell has a kind, a flight, an area type, a component and a height mesh");
    if (m_.neighbour.size() != m_.vertex.size() || m_.across.size() != m_.vertex.size())
      return broken("not every side has a neighbour");
    const auto is_vertex = [&](std::uint32_t v) { return v < m_.vertices.size(); };
    if (!std::all_of(m_.vertex.begin(), m_.vertex.end(), is_vertex))
      return broken("a side begins at a vertex that is not there");
    for (const auto& t : m_.height_triangles) {
      if (!std::all_of(t.begin(), t.end(), is_vertex))
        return broken("a height triangle has a vertex that is not there");
    }
    for (std::size_t c = 0; c < cells; ++c) {
      if (m_.kind[c] > CellKind::ramp) return broken(text("cell ", c, " has no known kind"), c);
      if (m_.area_type[c] >= m_.areas.size()) return broken(text("cell ", c, " has no known area type"), c);
    }
    return {};
  }

  static bool in_reach(LatticePoint p) {
    const auto within = [](std::int32_t c) { return c >= -Lattice::kReach && c <= Lattice::kReach; };
    return within(p.x) && within(p.y) && within(p.z);
  }

  [[nodiscard]] Result<void> check_numbers() const {
    if (!(m_.lattice.quantum >= 1e-9 && m_.lattice.quantum <= 1e3) || !is_finite(m_.lattice.origin))
      return broken("the lattice has no quantum between 1e-9 and 1000 metres or no finite origin");
    if (auto ok = ambula::validate(m_.frame); !ok) return broken(ok.error().message);
    const auto out = std::find_if_not(m_.vertices.begin(), m_.vertices.end(), in_reach);
    if (out != m_.vertices.end()) {
      const auto v = static_cast<std::uint64_t>(out - m_.vertices.begin());
      return broken(text("vertex ", v, " lies outside the lattice"), v);
    }
    if (!std::isfinite(m_.area) || !std::isfinite(m_.ideal_area) || m_.area < 0 || m_.ideal_area < 0)
      return broken("an area is not a number of square metres");
    for (const DroppedPatch& d : m_.dropped) {
      if (!in_reach(d.at) || !std::isfinite(d.area) || d.area < 0 || d.why > DropReason::unreachable)
        return broken("a dropped patch has no place, area or reason");
      if (std::min({d.extent.x, d.extent.y, d.extent.z}) < 0)
        return broken("a dropped patch has a negative extent");
    }
    return {};
  }

  // Nothing, or what is wrong with a cell's outline. (Not a Result: it is asked for every cell, and a string
  // each takes longer than the question.) A convex one turns left everywhere or goes straight on, and goes
  // around once: only one vertex is less than both of its neighbours.
  [[nodiscard]] const char* fault_of(std::uint32_t c) const {
    const auto corners = m_.corners(c);
    const std::size_t n = corners.size();
    if (n < 3) return " has less than 3 vertices";
    std::size_t least = 0;
    bool turns = false, first_is_least = true;
    Point2 p = plan_of(corners[n - 2]), q = plan_of(corners[n - 1]);
    const LatticePoint first = m_.vertices[corners[0]];
    if (n == 3) {  // by far the most in a mesh of triangles, and one question is enough
      if (orient2d({first.x, first.y}, p, q) <= 0) return " is not convex";
      return m_.vertices[corners[1]] < first || m_.vertices[corners[2]] < first ? kNotFromLeast : nullptr;
    }
    for (std::size_t k = 0; k < n; ++k) {
      const LatticePoint at = m_.vertices[corners[k]];
      const Point2 r{at.x, at.y};
      const std::int64_t turn = orient2d(p, q, r);
      if (turn <= 0) {
        const bool back = (q < p) != (r < q);  // seen along the line all three are on
        if (turn < 0 || back || p == q) return " is not convex";
      } else {
        turns = true;
      }
      if (q < p && q < r) ++least;
      if (at < first) first_is_least = false;
      p = q;
      q = r;
    }
    if (!turns || least != 1) return " is not convex";
    return first_is_least ? nullptr : kNotFromLeast;
  }

  // Within a cell, sides included. From its least corner to the greatest its places rise, from there they
  // fall.
  [[nodiscard]] bool is_inside(std::span<const std::uint32_t> corners, std::size_t greatest, Point2 p) const {
    const auto at = [&](std::size_t k) { return plan_of(corners[k % corners.size()]); };
    if (p < at(0) || at(greatest) < p) return false;
    const auto left_of_side = [&](std::size_t first, std::size_t last, bool rising) {
      while (last - first > 1) {
        const std::size_t middle = (first + last) / 2;
        const bool beyond = rising ? at(middle) < p : p < at(middle);
        (beyond ? first : last) = middle;
      }
      return orient2d(at(first), at(last), p) >= 0;
    };
    return left_of_side(0, greatest, true) && left_of_side(greatest, corners.size(), false);
  }

  [[nodiscard]] Result<void> check_heights(std::uint32_t c) const {
    const auto corners = m_.corners(c);
    std::size_t greatest = 0;
    for (std::size_t k = 1; k < corners.size(); ++k) {
      if (plan_of(corners[greatest]) < plan_of(corners[k])) greatest = k;
    }
    Int128 area = 0;
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
      area -= orient2d(plan_of(corners[0]), plan_of(corners[k]), plan_of(corners[k + 1]));
    for (std::uint32_t t = m_.height_begin[c]; t < m_.height_begin[c + 1]; ++t) {
      const auto& v = m_.height_triangles[t];
      const std::int64_t own = orient2d(plan_of(v[0]), plan_of(v[1]), plan_of(v[2]));
      if (own <= 0) return broken(text("height triangle ", t, " has no area"), t);
      for (const std::uint32_t corner : v) {
        if (!is_inside(corners, greatest, plan_of(corner)))
          return broken(text("height triangle ", t, " reaches out of its cell"), t);
      }
      area += own;
    }
    if (area != 0) return broken(text("the height triangles of cell ", c, " do not cover it"), c);
    return {};
  }

  [[nodiscard]] bool in_order(std::uint32_t c, std::uint32_t d) const {
    const auto p = m_.corners(c), q = m_.corners(d);
    return !std::lexicographical_compare(
        q.begin(), q.end(), p.begin(), p.end(),
        [&](std::uint32_t a, std::uint32_t b) { return m_.vertices[a] < m_.vertices[b]; });
  }

  [[nodiscard]] Result<void> check_vertex_order() const {
    std::uint32_t known = 0;
    const auto meet_vertex = [&](std::uint32_t v) {
      if (v > known) return false;
      if (v == known) ++known;
      return true;
    };
    for (const std::uint32_t v : m_.vertex) {
      if (!meet_vertex(v)) return broken(text("vertex ", v, " is not in order"), v);
    }
    for (const auto& t : m_.height_triangles) {
      for (const std::uint32_t v : t) {
        if (!meet_vertex(v)) return broken(text("vertex ", v, " is not in order"), v);
      }
    }
    if (known != m_.vertices.size()) return broken(text("vertex ", known, " is of no use"), known);
    return {};
  }

  [[nodiscard]] Result<void> check_portals() const {
    for (std::uint32_t c = 0; c < m_.size(); ++c) {
      for (std::uint32_t s = m_.cell_begin[c]; s < m_.cell_begin[c + 1]; ++s) {
        const std::uint32_t other = m_.across[s];
        const auto bad = [&] { return broken(text("side ", s, " is not shared as it says"), s); };
        if (other == kNone && m_.neighbour[s] == kNone) continue;
        const std::uint32_t d = m_.neighbour[s];
        if (other >= m_.vertex.size() || m_.across[other] != s || d >= m_.size() || d == c) return bad();
        if (other < m_.cell_begin[d] || other >= m_.cell_begin[d + 1]) return bad();
        if (other < s) continue;  // their ends were compared from there
        const std::uint32_t s_end = m_.vertex[next(s, c)], other_end = m_.vertex[next(other, d)];
        if (plan_of(m_.vertex[s]) != plan_of(other_end) || plan_of(s_end) != plan_of(m_.vertex[other]))
          return bad();
      }
    }
    return {};
  }

  // Sets of cells, known by their first: portals unite them.
  [[nodiscard]] Result<void> check_components() const {
    std::vector<std::uint32_t> parent(m_.size());
    const auto first_of = [&](std::uint32_t c) {
      while (parent[c] != c) c = parent[c] = parent[parent[c]];
      return c;
    };
    for (std::uint32_t c = 0; c < m_.size(); ++c) {
      parent[c] = c;
      for (std::uint32_t s = m_.cell_begin[c]; s < m_.cell_begin[c + 1]; ++s) {
        if (m_.neighbour[s] >= c) continue;  // kNone, or met from there
        const auto [lesser, greater] = std::minmax({first_of(c), first_of(m_.neighbour[s])});
        parent[greater] = lesser;
      }
    }
    std::uint32_t components = 0;
    for (std::uint32_t c = 0; c < m_.size(); ++c) {
      const std::uint32_t first = first_of(c);
      if (m_.component[c] != (first == c ? components : m_.component[first]))
        return broken(text("cell ", c, " has another component"), c);
      if (first == c) ++components;
    }
    if (components != m_.components)
      return broken(text("there are ", components, " components, not ", m_.components));
    return {};
  }

  const NavMesh& m_;
};

}  // namespace

Result<void> validate(const NavMeshParams& params) {
  const auto check = [](double value, double low, double high, const char* name,
                        const char* unit) -> Result<void> {
    if (value >= low && value <= high) return {};
    return fail(ErrorCode::invalid_argument,
                text("navmesh ", name, " is ", value, "; it must lie between ", low, " and ", high, unit));
  };
  if (auto ok = check(params.stair_slope, 0, 89, "stair_slope", " degrees"); !ok) return ok;
  if (auto ok = check(params.min_patch.value_or(0), 0, 1e12, "min_patch", " m²"); !ok) return ok;
  if (auto ok = check(params.ledge_clearance.value_or(0), 0, 100, "ledge_clearance", " m"); !ok) return ok;
  if (auto ok = check(params.sill_clearance, 0, 1000, "sill_clearance", " m"); !ok) return ok;
  if (auto ok = check(params.lip, 0, 10, "lip", " m"); !ok) return ok;
  if (auto ok = check(params.wall_thickness, 0, 10, "wall_thickness", " m"); !ok) return ok;
  if (auto ok = check(params.border_tolerance, 0, 1, "border_tolerance", " m"); !ok) return ok;
  if (auto ok = check(params.height_tolerance, 0, 1, "height_tolerance", " m"); !ok) return ok;
  if (params.max_vertices == 1 || params.max_vertices == 2)
    return fail(ErrorCode::invalid_argument, text("navmesh max_vertices is ", params.max_vertices,
                                                  "; a cell has 3 or more, 0 sets no limit"));
  for (const Vec3 p : params.keep_from) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      return fail(ErrorCode::invalid_argument, "navmesh keep_from has a point that is not finite");
  }
  if (params.areas.size() >= 0xFFFF)
    return fail(ErrorCode::invalid_argument, "navmesh has more than 65534 rules for areas");
  for (const AreaRule& rule : params.areas) {
    if (rule.area.empty())
      return fail(ErrorCode::invalid_argument, "navmesh has a rule for an area without a name");
  }
  return {};
}

NavMeshParams for_agent(NavMeshParams params, const Agent& agent) {
  constexpr double kPatch = 0.5;  // m², for the default agent
  const double size = std::min(agent.height / default_agent().height, 1.0);
  if (!params.min_patch) params.min_patch = kPatch * size * size;
  return params;
}

Result<void> validate(const NavMesh& mesh) { return Checking(mesh).run(); }

}  // namespace ambula
