// Everything a Walkable promises, checked: first that every number may be used as an index, then geometry,
// then topology. Values may come out of a hostile file, so nothing is used before it was compared, and the
// time taken is linear.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "ambula/walkable.h"
#include "core/text.h"
#include "geometry/predicates.h"

namespace ambula {
namespace {

using Corners = std::array<std::uint32_t, 3>;

constexpr std::uint32_t kNone = Walkable::kNone;

constexpr std::size_t after(std::size_t i) { return (i + 1) % 3; }
constexpr std::size_t before(std::size_t i) { return (i + 2) % 3; }

Failure broken(std::string message, std::uint64_t element = Error::kNoElement) {
  return fail(ErrorCode::broken, "walkable: " + std::move(message), element);
}

bool within_reach(LatticePoint p) {
  const auto good = [](std::int32_t v) { return v >= -Lattice::kReach && v <= Lattice::kReach; };
  return good(p.x) && good(p.y) && good(p.z);
}

std::array<LatticePoint, 3> places(const Walkable& w, std::size_t face) {
  const Corners& v = w.faces[face];
  return {w.vertices[v[0]], w.vertices[v[1]], w.vertices[v[2]]};
}

// The edge of `face` that goes from vertex `a` to vertex `b`; 3 where there is none.
std::size_t edge_from_to(const Corners& face, std::uint32_t a, std::uint32_t b) {
  std::size_t i = 0;
  while (i < 3 && !(face[i] == a && face[after(i)] == b)) ++i;
  return i;
}

Result<void> check_sizes(const Walkable& w) {
  if (!(w.lattice.quantum >= 1e-9 && w.lattice.quantum <= 1e3) || !is_finite(w.lattice.origin)) {
    return broken("the lattice has no quantum between 1e-9 and 1000 metres or no finite origin");
  }
  const std::size_t n = w.faces.size();
  if (n >= kNone || w.vertices.size() >= kNone) return broken("more than 4294967294 faces or vertices");
  const std::pair<const char*, std::size_t> arrays[] = {
      {"neighbours", w.neighbours.size()},        {"borders", w.border.size()},
      {"border heights", w.border_height.size()}, {"inner walls", w.inner_wall.size()},
      {"components", w.component.size()},         {"triangles", w.face_triangle.size()},
      {"objects", w.face_object.size()},          {"materials", w.face_material.size()}};
  for (const auto& [what, size] : arrays) {
    if (size != n) return broken(text(what, " are given for ", size, " faces, and there are ", n));
  }
  if (w.removed_why.size() != w.removed.size()) {
    return broken(text("reasons are given for ", w.removed_why.size(), " removed faces, and there are ",
                       w.removed.size()));
  }
  for (std::size_t i = 0; i < w.both_sides.size(); ++i) {
    if (w.both_sides[i] >= w.input_triangle.size() || (i > 0 && w.both_sides[i] <= w.both_sides[i - 1]))
      return broken(
          text("triangle ", w.both_sides[i], ", taken on both sides, is not there or out of order"));
  }
  if (w.ground_triangles > w.input_triangle.size()) {
    return broken(text(w.ground_triangles, " ground triangles of ", w.input_triangle.size(), " triangles"));
  }
  if (n > 0 && w.ground_triangles == 0) return broken("there are faces but no ground");
  return {};
}

Result<void> check_vertices(const Walkable& w) {
  for (std::size_t v = 0; v < w.vertices.size(); ++v) {
    if (!within_reach(w.vertices[v])) return broken(text("vertex ", v, " lies outside the lattice"), v);
  }
  return {};
}

Result<void> check_faces(const Walkable& w) {
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (const std::uint32_t v : w.faces[f]) {
      if (v >= w.vertices.size()) return broken(text("face ", f, " refers to vertex ", v), f);
    }
    const auto [a, b, c] = places(w, f);
    if (orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}) <= 0) {
      return broken(text("face ", f, " has no area from above, or is seen from below"), f);
    }
    if (!(a < b && a < c)) return broken(text("face ", f, " does not begin with its least corner"), f);
    if (f > 0 && places(w, f) < places(w, f - 1)) {
      return broken(text("face ", f, " stands before face ", f - 1, " by its place"), f);
    }
    if (w.face_triangle[f] >= w.input_triangle.size()) {
      return broken(text("face ", f, " refers to triangle ", w.face_triangle[f]), f);
    }
    if (!w.face_object[f].valid() || !w.face_material[f].valid()) {
      return broken(text("face ", f, " has no object or no material"), f);
    }
  }
  return {};
}

Result<void> check_borders(const Walkable& w) {
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const BorderKind kind = w.border[f][i];
      const bool joined = w.neighbours[f][i] != kNone;
      const std::int32_t height = w.border_height[f][i];
      const auto bad = [&](std::string_view what) {
        return broken(text("edge ", i, " of face ", f, " ", what), f);
      };
      if (kind > BorderKind::wall) return bad(text("has the border kind ", static_cast<int>(kind)));
      if (joined != (kind == BorderKind::none)) {
        return bad(joined ? "has a neighbour and a border" : "has neither neighbour nor border");
      }
      const bool blocked = kind == BorderKind::sill || kind == BorderKind::wall;
      if (height < 0 || (height > 0 && !blocked)) return bad(text("has the border height ", height));
      if ((w.inner_wall[f] >> i & 1) != 0 && joined) return bad("is an inner wall without a border");
    }
    if (w.inner_wall[f] > 7) return broken(text("face ", f, " has an inner wall on a fourth edge"), f);
  }
  return {};
}

Result<void> check_neighbours(const Walkable& w) {
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t n = w.neighbours[f][i];
      if (n == kNone) continue;
      if (n >= w.faces.size() || n == f) return broken(text("face ", f, " has the neighbour ", n), f);
      const std::size_t back = edge_from_to(w.faces[n], w.faces[f][after(i)], w.faces[f][i]);
      if (back == 3) return broken(text("faces ", f, " and ", n, " are neighbours but share no edge"), f);
      if (w.neighbours[n][back] != f) {
        return broken(text("face ", f, " has the neighbour ", n, ", which has not it"), f);
      }
    }
  }
  return {};
}

// Floods from every face not yet reached: the k-th flood is component k.
Result<void> check_components(const Walkable& w) {
  std::vector<char> reached(w.faces.size());
  std::vector<std::uint32_t> open;
  std::uint32_t count = 0;
  for (std::size_t first = 0; first < w.faces.size(); ++first) {
    if (reached[first]) continue;
    const std::uint32_t number = count++;
    reached[first] = 1;
    open.push_back(static_cast<std::uint32_t>(first));
    while (!open.empty()) {
      const std::uint32_t f = open.back();
      open.pop_back();
      if (w.component[f] != number) {
        return broken(
            text("face ", f, " is in component ", w.component[f], ", its neighbours make it ", number), f);
      }
      for (const std::uint32_t n : w.neighbours[f]) {
        if (n == kNone || reached[n]) continue;
        reached[n] = 1;
        open.push_back(n);
      }
    }
  }
  if (count != w.components) {
    return broken(text(w.components, " components are counted, and there are ", count));
  }
  return {};
}

// Turns about each vertex through the neighbours of one of its faces: that must meet all of its faces.
Result<void> check_fans(const Walkable& w) {
  struct Fan {
    std::uint32_t face = kNone;  // one of its faces
    std::uint32_t size = 0;      // corners that stand on the vertex
  };
  std::vector<Fan> fans(w.vertices.size());
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (const std::uint32_t v : w.faces[f]) {
      fans[v].face = static_cast<std::uint32_t>(f);
      ++fans[v].size;
    }
  }
  const auto corner_of = [&](std::uint32_t face, std::uint32_t v) {
    const Corners& corners = w.faces[face];
    return static_cast<std::size_t>(std::find(corners.begin(), corners.end(), v) - corners.begin());
  };
  for (std::size_t i = 0; i < fans.size(); ++i) {
    const auto v = static_cast<std::uint32_t>(i);
    const Fan& fan = fans[i];
    if (fan.size == 0) return broken(text("vertex ", v, " is used by no face"), v);
    std::uint32_t met = 1;
    // Neighbours are mutual, so a turn either ends at a border or comes back to where it began.
    std::uint32_t at = w.neighbours[fan.face][before(corner_of(fan.face, v))];
    for (; at != kNone && at != fan.face; at = w.neighbours[at][before(corner_of(at, v))]) ++met;
    if (at == kNone) {
      at = w.neighbours[fan.face][corner_of(fan.face, v)];
      for (; at != kNone; at = w.neighbours[at][corner_of(at, v)]) ++met;
    }
    if (met != fan.size) {
      return broken(text("vertex ", v, " joins faces that do not follow each other about it"), v);
    }
  }
  return {};
}

Result<void> check_removed(const Walkable& w) {
  std::size_t enclosed = 0, small = 0;
  for (std::size_t r = 0; r < w.removed.size(); ++r) {
    if (!std::all_of(w.removed[r].begin(), w.removed[r].end(), within_reach)) {
      return broken(text("removed face ", r, " lies outside the lattice"), r);
    }
    if (w.removed_why[r] > Removal::small) return broken(text("removed face ", r, " has no known reason"), r);
    ++(w.removed_why[r] == Removal::enclosed ? enclosed : small);
  }
  const auto fits = [](std::uint32_t parts, std::size_t faces) {
    return parts <= faces && (parts > 0) == (faces > 0);
  };
  if (!fits(w.removed_enclosed, enclosed) || !fits(w.removed_small, small)) {
    return broken("the counts of removed parts do not fit the removed faces");
  }
  for (std::size_t c = 0; c < w.closed.size(); ++c) {
    if (!within_reach(w.closed[c][0]) || !within_reach(w.closed[c][1])) {
      return broken(text("closed stretch ", c, " lies outside the lattice"), c);
    }
  }
  return {};
}

Result<void> check_areas(const Walkable& w) {
  const WalkableAreas& a = w.areas;
  for (const double part : {a.ground, a.blocked, a.duplicate, a.enclosed, a.small, a.walkable}) {
    if (!(part >= 0) || !std::isfinite(part)) return broken("an area is below zero or not finite");
  }
  if (!std::isfinite(a.closed)) return broken("the closed area is not finite");
  Int128 doubled = 0;  // square quanta; 2^32 faces of up to 2^61 each
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    const auto [p, q, r] = places(w, f);
    doubled += orient2d({p.x, p.y}, {q.x, q.y}, {r.x, r.y});
  }
  const double quantum = w.lattice.quantum;
  const double area = static_cast<double>(doubled) / 2 * quantum * quantum;
  constexpr double kSlack = 1e-6;  // of the area: far above what adding in doubles loses
  if (!(std::abs(area - a.walkable) <= kSlack * area)) {
    return broken(text("the faces have ", area, " m² in plan, and ", a.walkable, " are told"));
  }
  return {};
}

}  // namespace

Result<void> validate(const WalkableParams& params) {
  const double weld = params.weld.value_or(0), min_patch = params.min_patch.value_or(0);
  if (!(weld >= 0 && weld <= 0.2)) {
    return fail(ErrorCode::invalid_argument,
                text("walkable weld is ", weld, "; it must lie between 0 and 0.2 m"));
  }
  if (!(min_patch >= 0 && std::isfinite(min_patch))) {
    return fail(ErrorCode::invalid_argument,
                text("walkable min_patch is ", min_patch, "; it must be 0 m² or more"));
  }
  return {};
}

WalkableParams for_agent(WalkableParams params, const Agent& agent) {
  constexpr double kWeld = 0.01, kPatch = 0.05;  // metres, m²: for people
  // Small scenes are welded less: a centimetre is a tread's depth to a toy.
  constexpr double kWeldPart = 1.0 / 60;
  const double size = std::min(agent.height / default_agent().height, 1.0);
  if (!params.weld) params.weld = std::min(kWeld, kWeldPart * agent.height);
  if (!params.min_patch) params.min_patch = kPatch * size * size;
  return params;
}

Result<void> validate(const Walkable& walkable) {
  // In this order: each check relies on what those before it found.
  for (const auto check : {check_sizes, check_vertices, check_faces, check_borders, check_neighbours,
                           check_components, check_fans, check_removed, check_areas}) {
    if (auto ok = check(walkable); !ok) return ok;
  }
  return {};
}

std::vector<std::uint8_t> both_sides_of(const Walkable& walkable, const WalkableParams& params,
                                        std::size_t scene_triangles) {
  std::vector<std::uint8_t> both(scene_triangles, params.two_sided == TwoSided::yes ? 1 : 0);
  if (params.two_sided != TwoSided::automatic) return both;
  for (const std::uint32_t t : walkable.both_sides) {
    if (t < walkable.input_triangle.size() && walkable.input_triangle[t] < scene_triangles)
      both[walkable.input_triangle[t]] = 1;
  }
  return both;
}

const char* name_of(TwoSided sides) noexcept {
  switch (sides) {
    case TwoSided::no:
      return "no";
    case TwoSided::yes:
      return "yes";
    case TwoSided::automatic:
      return "auto";
  }
  return "unknown";
}

const char* name_of(BorderKind kind) noexcept {
  switch (kind) {
    case BorderKind::none:
      return "none";
    case BorderKind::ledge:
      return "ledge";
    case BorderKind::sill:
      return "sill";
    case BorderKind::wall:
      return "wall";
  }
  return "unknown";
}

const char* name_of(Removal removal) noexcept {
  switch (removal) {
    case Removal::enclosed:
      return "enclosed";
    case Removal::small:
      return "small";
  }
  return "unknown";
}

}  // namespace ambula
