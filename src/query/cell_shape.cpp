// A cell is a convex polygon in one plane, or a set of triangles: either way pieces that are flat and convex,
// and the nearest point of such a piece is the foot on its plane or lies on its outline.
#include "query/cell_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "query/piece_foot.h"

namespace ambula {
namespace {

Vec3 closest_on(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 d = b - a;
  const double along = dot(p - a, d), whole = dot(d, d);
  if (!(along > 0)) return a;
  return along >= whole ? b : a + d * (along / whole);
}

double squared(Vec3 d) { return dot(d, d); }

// So that squared distances from planes are rounded down.
constexpr double kPlaneDown = 1 - 1e-9;

// On the outline of a flat piece.
template <class Corner>
Vec3 closest_on_outline(std::size_t n, Corner&& corner, Vec3 p) {
  Vec3 best = corner(0), a = corner(n - 1);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 b = corner(k), q = closest_on(a, b, p);
    const double off = squared(q - p);
    if (off < least) {
      least = off;
      best = q;
    }
    a = b;
  }
  return best;
}

// Of a convex one, when p's foot on its plane is known: if that is outside, the nearest point lies on a side
// that has it outside, so only these are measured.
template <class Corner, class Lift>
Vec3 closest_in_convex(std::size_t n, Corner&& corner, Lift&& lift, Vec3 foot, Vec3 p) {
  Vec3 best = foot;
  Vec2 a = corner(n - 1);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 b = corner(k);
    if (!(cross(a - foot.xy(), b - foot.xy()) >= 0)) {
      const Vec3 q = closest_on(lift(k == 0 ? n - 1 : k - 1, a), lift(k, b), p);
      const double off = squared(q - p);
      if (off < least) {
        least = off;
        best = q;
      }
    }
    a = b;
  }
  return best;
}

bool closest_in_triangle(const std::array<Vec3, 3>& t, Vec3 p, double most, Vec3& out) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  const double off = dot(p - t[0], n), whole = dot(n, n);
  if (off * off * kPlaneDown > most * whole) return false;
  out = closest_in_convex(
      3, [&](std::size_t k) { return t[k].xy(); }, [&](std::size_t k, Vec2) { return t[k]; },
      p - n * (off / whole), p);
  return true;
}
Vec3 closest_in_triangle(const std::array<Vec3, 3>& t, Vec3 p) {
  Vec3 out;
  (void)closest_in_triangle(t, p, std::numeric_limits<double>::infinity(), out);
  return out;
}

double height_on(const std::array<Vec3, 3>& t, Vec2 p) {
  const Vec3 u = t[1] - t[0], v = t[2] - t[0];
  const double area = cross(u.xy(), v.xy());
  const Vec2 d = p - t[0].xy();
  return t[0].z + (cross(d, v.xy()) * u.z + cross(u.xy(), d) * v.z) / area;
}

// How far inside a triangle, as the least of its barycentric coordinates.
double insideness(const std::array<Vec3, 3>& t, Vec2 p) {
  const Vec2 a = t[0].xy() - p, b = t[1].xy() - p, c = t[2].xy() - p;
  const double u = cross(b, c), v = cross(c, a), w = cross(a, b);
  return std::min({u, v, w}) / (u + v + w);
}

// Keeps what is on the side of a plane across an axis: sign * (coordinate - limit) <= 0.
void clip(std::vector<Vec3>& shape, double Vec3::* axis, double limit, double sign) {
  const std::size_t last = shape.size();
  for (std::size_t k = 0; k < last; ++k) {
    const Vec3 a = shape[k], b = shape[k + 1 == last ? 0 : k + 1];
    const double da = sign * (a.*axis - limit), db = sign * (b.*axis - limit);
    if (da <= 0) shape.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      Vec3 cut = a + (b - a) * (da / (da - db));
      cut.*axis = limit;
      shape.push_back(cut);
    }
  }
  shape.erase(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(last));
}

// The nearest point of a flat piece within the box. `shape` holds the piece's outline and is used up.
bool closest_of_clipped(std::vector<Vec3>& shape, Vec3 p, const CornerBox& box, Vec3& out) {
  clip(shape, &Vec3::x, box.low.x, -1);
  clip(shape, &Vec3::x, box.high.x, 1);
  clip(shape, &Vec3::y, box.low.y, -1);
  clip(shape, &Vec3::y, box.high.y, 1);
  clip(shape, &Vec3::z, box.low.z, -1);
  clip(shape, &Vec3::z, box.high.z, 1);
  if (shape.empty()) return false;
  // A fan: pieces without area only repeat the outline.
  out = closest_on_outline(shape.size(), [&](std::size_t k) { return shape[k]; }, p);
  for (std::size_t k = 1; k + 1 < shape.size(); ++k) {
    const std::array<Vec3, 3> t{shape[0], shape[k], shape[k + 1]};
    if (!(cross(t[1].xy() - t[0].xy(), t[2].xy() - t[0].xy()) > 0)) continue;
    const Vec3 q = closest_in_triangle(t, p);
    if (squared(q - p) < squared(out - p)) out = q;
  }
  return true;
}

}  // namespace

bool stands_on(Vec2 a, Vec2 b, Vec2 p) {
  // A thousandth of a nanometre at the lattice's usual quantum, and above the rounding of coordinates.
  constexpr double kOff = 1e-5;  // quanta
  const Vec2 d = b - a;
  const double squared = dot(d, d), off = cross(d, p - a);
  if (off * off > kOff * kOff * squared) return false;
  const double whole = std::sqrt(squared), along = dot(p - a, d);
  return along >= -kOff * whole && along <= whole * (whole + kOff);
}

bool holds(const QueryMesh& m, std::uint32_t cell, Vec2 p) {
  const std::uint32_t end = m.end(cell);
  Vec2 a = m.sides[end - 1].at();
  for (std::uint32_t s = m.begin(cell); s < end; ++s) {
    const Vec2 b = m.sides[s].at();
    if (!(left_of(a, b, p) >= 0)) return false;
    a = b;
  }
  return true;
}

double height_in(const QueryMesh& m, std::uint32_t cell, Vec2 p) {
  if (m.is_planar(cell)) return on_plane(m.planes[cell], base_of(m, cell), p);
  double best = -std::numeric_limits<double>::infinity(), z = m.planes[cell].z;
  for (std::uint32_t t = m.triangle_begin[cell]; t < m.triangle_begin[cell + 1]; ++t) {
    const auto place = triangle_of(m, t);
    const double inside = insideness(place, p);
    if (!(inside > best)) continue;
    best = inside;
    z = height_on(place, p);
    if (inside >= 0) break;
  }
  return z;
}

void clip_to_square(std::vector<Vec3>& outline, Vec2 centre, double radius) {
  clip(outline, &Vec3::x, centre.x - radius, -1);
  clip(outline, &Vec3::x, centre.x + radius, 1);
  clip(outline, &Vec3::y, centre.y - radius, -1);
  clip(outline, &Vec3::y, centre.y + radius, 1);
}

bool piece_holds(const QueryMesh& m, FlatPiece piece, Vec2 p) {
  if (piece.triangle == NavMesh::kNone) return holds(m, piece.cell, p);
  const auto t = triangle_of(m, piece.triangle);
  return left_of(t[0].xy(), t[1].xy(), p) >= 0 && left_of(t[1].xy(), t[2].xy(), p) >= 0 &&
         left_of(t[2].xy(), t[0].xy(), p) >= 0;
}

double piece_height(const QueryMesh& m, FlatPiece piece, Vec2 p) {
  if (piece.triangle == NavMesh::kNone) return on_plane(m.planes[piece.cell], base_of(m, piece.cell), p);
  return height_on(triangle_of(m, piece.triangle), p);
}

void outline_of(const QueryMesh& m, FlatPiece piece, std::vector<Vec3>& out) {
  out.clear();
  if (piece.triangle != NavMesh::kNone) {
    const auto place = triangle_of(m, piece.triangle);
    out.assign(place.begin(), place.end());
    return;
  }
  const Vec2 base = base_of(m, piece.cell);
  for (std::uint32_t s = m.begin(piece.cell); s < m.end(piece.cell); ++s) {
    const Vec2 at = m.sides[s].at();
    out.push_back({at.x, at.y, on_plane(m.planes[piece.cell], base, at)});
  }
}

bool closest_in(const QueryMesh& m, FlatPiece piece, Vec3 p, double most, Vec3& out) {
  if (piece.triangle != NavMesh::kNone)
    return closest_in_triangle(triangle_of(m, piece.triangle), p, most, out);
  const CellPlane& plane = m.planes[piece.cell];
  const Vec2 base = base_of(m, piece.cell);
  const double up = p.z - on_plane(plane, base, p.xy());
  if (up * up * kPlaneDown > most * (1 + plane.zx * plane.zx + plane.zy * plane.zy)) return false;
  const std::uint32_t first = m.begin(piece.cell);
  out = closest_in_convex(
      m.end(piece.cell) - first, [&](std::size_t k) { return m.sides[first + k].at(); },
      [&](std::size_t, Vec2 at) { return Vec3{at.x, at.y, on_plane(plane, base, at)}; },
      foot_on(plane, base, p), p);
  return true;
}

bool closest_within(const QueryMesh& m, FlatPiece piece, Vec3 p, const CornerBox& box,
                    std::vector<Vec3>& scratch, Vec3& out) {
  outline_of(m, piece, scratch);
  return closest_of_clipped(scratch, p, box, out);
}

}  // namespace ambula
