// Contractions on a WeldMesh: which are possible, which are safe, and what they do. After Borodin, Novotni
// and Klein, "Progressive Gap Closing for Mesh Repairing" (2002): a border vertex is contracted with the
// nearest border edge that it is no corner's neighbour of, at the edge's end when the foot is near it, else
// by splitting the edge. Departures: one of the two positions is kept, never a mean, so that nothing creeps;
// every decision is exact; and a contraction is safe when every face keeps its orientation in plan or
// vanishes, since the mesh itself cannot become non-manifold (weld_mesh.cpp).
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "walkable/weld_mesh.h"

namespace ambula {
namespace {

constexpr int kDistanceBits = 20;      // fraction of Contraction::distance
constexpr std::int64_t kOnEdge2 = 4;   // quanta²: this near an edge is on it, but for rounding
constexpr std::int64_t kInLine2 = 16;  // quanta²: as far as two edges in one line come apart by rounding
constexpr std::size_t kFan = 256;      // faces of a fan looked at
constexpr std::size_t kHub = 4096;     // faces at a place above which doubled edges are not looked for

struct Offset {
  std::int64_t x, y, z;
};
Offset operator-(LatticePoint a, LatticePoint b) {
  return {std::int64_t{a.x} - b.x, std::int64_t{a.y} - b.y, std::int64_t{a.z} - b.z};
}
std::int64_t dot(Offset a, Offset b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
std::int64_t distance2(LatticePoint a, LatticePoint b) { return dot(a - b, a - b); }

// a + round(d · t / l), halves up; 0 < t < l. Rubble has short edges, and 64 bits do for them.
std::int32_t advance(std::int32_t a, std::int64_t d, std::int64_t t, std::int64_t l) {
  if (l < std::int64_t{1} << 40 && std::abs(d) < 1 << 20) {
    const std::int64_t twice = 2 * d * t + l, down = twice / (2 * l) - (twice % (2 * l) < 0 ? 1 : 0);
    return static_cast<std::int32_t>(a + down);
  }
  const Int128 twice = Int128{2} * d * t + l, divisor = Int128{2} * l;
  const Int128 down = twice / divisor - (twice % divisor < 0 ? 1 : 0);
  return static_cast<std::int32_t>(a + static_cast<std::int64_t>(down));
}

bool is_within(LatticePoint p, LatticePoint a, LatticePoint b, std::int64_t reach2) {
  const Offset along = b - a, out = p - a;
  const std::int64_t t = dot(along, out), length2 = dot(along, along);
  if (t <= 0) return dot(out, out) <= reach2;
  if (t >= length2) return distance2(p, b) <= reach2;
  return Int128{dot(out, out)} * length2 - Int128{t} * t <= Int128{reach2} * length2;
}

}  // namespace

void WeldMesh::note_courses(const std::vector<HalfEdge>& edges) {
  courses_.resize(places_.size());
  for (const HalfEdge e : edges) {
    const auto [a, b] = ends(e);
    for (const std::uint32_t p : {place(from(e)), place(to(e))}) {
      Course& course = courses_[p];
      if (course.count >= course.along.size()) {
        course.count = Course::kAny;
      } else {
        course.along[course.count++] = {b.x - a.x, b.y - a.y};
      }
    }
  }
}

void WeldMesh::forget_course(HalfEdge e) {
  for (const std::uint32_t p : {place(from(e)), place(to(e))}) {
    if (p < courses_.size()) courses_[p].count = Course::kAny;
  }
}

bool WeldMesh::options(std::uint32_t p, HalfEdge e, std::int32_t reach, std::vector<Option>& found,
                       std::int32_t beyond) const {
  const SurfaceFace& face = surface_.faces[e / 3];
  const std::uint32_t i = e % 3, v0 = face.corner[i], v1 = face.corner[i == 2 ? 0 : i + 1],
                      v2 = face.corner[i == 0 ? 2 : i - 1];
  if (v0 == kNone || face.neighbour[i] != kNone || !allows_welding(face.border[i])) return false;
  const std::uint32_t first = place(v0), last = place(v1);
  if (first == kNone || last == kNone) return false;
  if (first == p || last == p || place(v2) == p) return true;
  const LatticePoint v = at_place(p), a = surface_.vertices[v0], b = surface_.vertices[v1];
  const Offset along = b - a, out = v - a;
  if (!faces_against(p, along.x, along.y)) return true;
  const std::int64_t reach2 = std::int64_t{reach} * reach, beyond2 = std::int64_t{beyond} * beyond;
  const std::int64_t t = dot(along, out), length2 = dot(along, along);
  const std::int64_t to_a = dot(out, out), to_b = distance2(v, b), to_end = std::min(to_a, to_b);
  const auto add = [&, e = e](std::uint64_t distance, Way way) { found.push_back({distance, e, way}); };
  const auto fixed = [](std::int64_t d2) { return static_cast<std::uint64_t>(d2) << kDistanceBits; };
  if (t <= 0 || t >= length2) {
    const std::int64_t d2 = t <= 0 ? to_a : to_b;
    if (d2 <= reach2 && d2 >= beyond2) add(fixed(d2), t <= 0 ? Way::first : Way::last);
    return true;
  }
  const Int128 off = Int128{to_a} * length2 - Int128{t} * t;  // distance² · length2
  if (off > Int128{reach2} * length2) return true;
  // An end within the distance goes before the inside: an edge split near its end leaves a thin face in the
  // way. But a vertex on the edge, of a border that follows it, moves nothing; and where the distance only
  // makes up for rounding, one that does not follow it is none of its business.
  const bool on_edge = off <= Int128{kOnEdge2} * length2, near_end = to_end <= distance2_;
  if ((on_edge || !near_end) && off >= Int128{beyond2} * length2) {
    const auto key = static_cast<std::uint64_t>((off << kDistanceBits) / length2);
    if (on_edge) add(key, Way::in_line);
    if (!near_end && distance2_ > kOnEdge2) add(key, Way::inside);
  }
  if (to_end > std::min(reach2, distance2_) || to_end < beyond2) return true;
  add(fixed(to_end), to_a <= to_b ? Way::first : Way::last);
  add(fixed(to_end), Way::last_resort);
  return true;
}

bool WeldMesh::is_near(std::uint32_t p, HalfEdge e, std::int32_t reach) const {
  const auto [a, b] = ends(e);
  return is_within(at_place(p), a, b, std::int64_t{reach} * reach);
}

// A segment is as near as its farther end.
bool WeldMesh::has_strayed(HalfEdge e) const {
  const Record& record = records_[record_[e / 3][e % 3]];
  const std::int64_t reach2 = std::int64_t{kDrift * kDrift} * distance2_;
  const auto [a, b] = ends(e);
  return !is_within(a, record.ends[0], record.ends[1], reach2) ||
         !is_within(b, record.ends[0], record.ends[1], reach2);
}

bool WeldMesh::goes_before_equal(const Option& a, const Option& b) const {
  if (a.is_inside() != b.is_inside()) return b.is_inside();
  if (a.half_edge == b.half_edge) return a.way < b.way;
  const auto where = [&](HalfEdge e) {
    const auto [first, last] = ends(e);
    return std::array{first, last, surface_.vertices[face_of(e).corner[(e % 3 + 2) % 3]]};
  };
  const auto p = where(a.half_edge), q = where(b.half_edge);
  return p != q ? p < q : a.half_edge < b.half_edge;
}

Contraction WeldMesh::contraction(std::uint32_t p, const Option& option) const {
  const HalfEdge e = option.half_edge;
  const LatticePoint v = at_place(p);
  const auto [a, b] = ends(e);
  Contraction c{.distance = option.distance,
                .inside = option.is_inside(),
                .last_resort = option.way == Way::last_resort,
                .in_line = option.way == Way::in_line,
                .where = {v, a, b, surface_.vertices[face_of(e).corner[(e % 3 + 2) % 3]]},
                .area = static_cast<double>(crews_[p].area),
                .place = p,
                .half_edge = e,
                .end = kNone};
  if (c.inside) {
    const Offset along = b - a;
    const std::int64_t t = dot(along, v - a), length2 = dot(along, along);
    c.foot = {advance(a.x, along.x, t, length2), advance(a.y, along.y, t, length2),
              advance(a.z, along.z, t, length2)};
  } else {
    c.end = place(option.way == Way::first ? from(e) : to(e));
  }
  return c;
}

std::int32_t WeldMesh::reach_of(std::uint64_t distance) {
  const std::uint64_t squared = (distance >> kDistanceBits) + 1;
  auto reach = static_cast<std::int32_t>(std::sqrt(static_cast<double>(squared)));
  while (static_cast<std::uint64_t>(std::int64_t{reach} * reach) < squared) ++reach;
  return reach;
}

bool WeldMesh::may_stand(std::uint32_t p, LatticePoint target) {
  const Crew& crew = crews_[p];
  const auto farther = [](std::int32_t low, std::int32_t high, std::int32_t at) {
    return std::int64_t{at} - low > std::int64_t{high} - at ? low : high;
  };
  const LatticePoint far{farther(crew.low.x, crew.high.x, target.x),
                         farther(crew.low.y, crew.high.y, target.y),
                         farther(crew.low.z, crew.high.z, target.z)};
  if (distance2(far, target) <= distance2_) return true;
  if (!crew.many && !crew.originals.empty()) {
    return std::all_of(crew.originals.begin(), crew.originals.end(),
                       [&](LatticePoint o) { return distance2(o, target) <= distance2_; });
  }
  return false;
}

// Whether the place may go to the target, where `other` (or nothing) stands.
bool WeldMesh::plan_move(Step& step, std::uint32_t mover, LatticePoint target, std::uint32_t other) {
  step.mover = mover;
  step.target = target;
  step.collapsed.clear();
  step.flat.clear();
  if (!may_stand(mover, target)) return false;
  // Faces name one vertex for all that stand at a place.
  const std::uint32_t moves = places_[mover].vertex, stays = other == kNone ? kNone : places_[other].vertex;
  const auto at = [&](std::uint32_t v) { return plan(v == moves ? target : surface_.vertices[v]); };
  for (const std::uint32_t f : faces_at(mover)) {
    const auto& corner = surface_.faces[f].corner;
    if (corner[0] == stays || corner[1] == stays || corner[2] == stays) {
      step.collapsed.push_back(f);
      continue;
    }
    const std::int64_t area = orient2d(at(corner[0]), at(corner[1]), at(corner[2]));
    if (area < 0) return false;
    if (area == 0) step.flat.push_back(f);
  }
  if (other != kNone && would_double(mover, other)) return false;
  if (!step.flat.empty() && !plan_flat(step)) return false;
  if (step.collapsed.empty() || could_zip(step.contraction)) return true;
  refusal_ = Refusal::edge;
  return false;
}

// A face without area has a corner m between the other two, x and y. Behind its edge x → y is a border, and
// it can go; or a face, with which it can exchange the diagonal.
bool WeldMesh::plan_flat(const Step& step) {
  ++round_;
  for (const std::uint32_t f : step.collapsed) seen_[f] = round_;
  for (const std::uint32_t f : step.flat) seen_[f] = round_;
  if (step.contraction.inside) seen_[step.contraction.half_edge / 3] = round_;
  for (const std::uint32_t f : step.flat) {
    const auto at = corners(f, step.mover, step.target);
    const std::uint32_t m = middle_corner(at);
    if (m == kNone) return false;
    const std::uint32_t x = (m + 1) % 3, n = surface_.faces[f].neighbour[x];
    if (n == kNone) continue;
    if (is_fixed(n)) {
      has_left_ = true;
      return false;
    }
    if (seen_[n] == round_) return false;
    seen_[n] = round_;
    const Point2 o = corners(n, step.mover, step.target)[(mate(f, n) + 2) % 3];
    const std::uint32_t middle = place(surface_.faces[f].corner[m]);
    if (middle == kNone ||
        has_spoke(middle, node(surface_.faces[n].corner[(mate(f, n) + 2) % 3]), true, true)) {
      return false;
    }
    if (orient2d(at[m], at[x], o) <= 0 || orient2d(at[m], o, at[(m + 2) % 3]) <= 0) return false;
  }
  return true;
}

// The corner that lies strictly between the other two, of three in a line.
std::uint32_t WeldMesh::middle_corner(const std::array<Point2, 3>& at) {
  for (std::uint32_t m = 0; m < 3; ++m) {
    const Point2 v = at[m], a = at[(m + 1) % 3], b = at[(m + 2) % 3];
    const std::int64_t cosine = (std::int64_t{a.x} - v.x) * (std::int64_t{b.x} - v.x) +
                                (std::int64_t{a.y} - v.y) * (std::int64_t{b.y} - v.y);
    if (cosine < 0) return m;
  }
  return kNone;
}

// visit(node, leaves) for each edge of a face at the place that ends there, but for faces at `except`; until
// it says true.
template <class Visit>
bool WeldMesh::any_spoke(std::uint32_t p, std::uint32_t except, Visit&& visit) {
  for (const std::uint32_t f : faces_at(p)) {
    if (except != kNone && has_place(f, except)) continue;
    const auto& corner = surface_.faces[f].corner;
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (place(corner[i]) != p) continue;
      if (visit(node(corner[(i + 1) % 3]), true) || visit(node(corner[(i + 2) % 3]), false)) return true;
    }
  }
  return false;
}

// Whether merging the two would put two faces on the same side of an edge.
bool WeldMesh::would_double(std::uint32_t mover, std::uint32_t other) {
  if (crews_[mover].faces.size() > kHub || crews_[other].faces.size() > kHub) return false;
  ++spoke_round_;
  any_spoke(mover, other, [&](std::uint32_t node, bool leaves) {
    spoke_seen_[2 * node + leaves] = spoke_round_;
    return false;
  });
  return any_spoke(other, mover, [&](std::uint32_t node, bool leaves) {
    return spoke_seen_[2 * node + leaves] == spoke_round_;
  });
}

bool WeldMesh::has_spoke(std::uint32_t p, std::uint32_t to, bool leaves, bool arrives) {
  if (crews_[p].faces.size() > kHub) return false;
  return any_spoke(p, kNone,
                   [&](std::uint32_t node, bool out) { return node == to && (out ? leaves : arrives); });
}

const std::vector<WeldMesh::Ray>& WeldMesh::rays_of(std::uint32_t p) {
  if (rays_at_ == p) return rays_;
  rays_at_ = p;
  rays_.clear();
  const auto add = [&](HalfEdge e, bool leaves) {
    const std::uint32_t v = leaves ? to(e) : from(e);
    const Offset ray = surface_.vertices[v] - at_place(p);
    rays_.push_back({e, leaves, ray.x, ray.y, ray.z});
  };
  for (const std::uint32_t f : faces_at(p)) {
    for (HalfEdge e = 3 * f; e < 3 * f + 3; ++e) {
      if (!is_weldable(e)) continue;
      if (place(from(e)) == p) add(e, true);
      if (place(to(e)) == p) add(e, false);
    }
  }
  return rays_;
}

// Whether an edge at the place runs back along the edge, within a right angle: else nothing could ever be
// joined, the two would only come to touch.
bool WeldMesh::could_join(const Contraction& c) {
  const auto [a, b] = ends(c.half_edge);
  const Offset along = b - a;
  const std::vector<Ray>& rays = rays_of(c.place);
  return std::any_of(rays.begin(), rays.end(), [&](const Ray& ray) {
    const std::int64_t cosine = ray.x * along.x + ray.y * along.y;
    return ray.leaves ? cosine < 0 : cosine > 0;
  });
}

// A place that is connected with the edge's end already may still be contracted with it to close a gap
// between the edge and one that leads away beside it. Of two such edges of one sheet, the one that arrives
// must have the other on its left: faces are on the left of their edges, and so the gap is between, not a
// strip of faces.
bool WeldMesh::could_zip(const Contraction& c) {
  const auto [a, b] = ends(c.half_edge);
  const bool leaves = place(from(c.half_edge)) == c.end;
  const Offset away = leaves ? b - a : a - b;
  const Offset across = at_place(c.end) - at_place(c.place);
  const std::vector<Ray>& rays = rays_of(c.place);
  bool listed = false;
  std::vector<HalfEdge> own;
  return std::any_of(rays.begin(), rays.end(), [&](const Ray& ray) {
    if (ray.leaves == leaves || ray.x * away.x + ray.y * away.y <= 0) return false;
    if ((leaves ? ray.x * across.y - ray.y * across.x : away.y * across.x - away.x * across.y) > 0)
      return true;
    if (!listed) own = same_sheet(c);
    listed = true;
    return std::find(own.begin(), own.end(), ray.edge) == own.end();
  });
}

// The border edges of the fans around the place that share a face with the edge's fan around its end, less
// than half a turn from the edge: behind more than that there is no strip, but surfaces that overlap.
std::vector<HalfEdge> WeldMesh::same_sheet(const Contraction& c) const {
  std::vector<HalfEdge> out;
  const HalfEdge e = c.half_edge;
  const bool leaves = place(from(e)) == c.end;
  const LatticePoint end = at_place(c.end);
  const Offset start = surface_.vertices[leaves ? to(e) : from(e)] - end;
  HalfEdge corner = leaves ? e : e - e % 3 + (e % 3 + 1) % 3;
  for (std::size_t i = 0; i < kFan && corner != kNone; ++i) {
    const HalfEdge face = corner - corner % 3;
    for (HalfEdge v = face; v < face + 3; ++v) {
      if (place(from(v)) != c.place) continue;
      HalfEdge first = v, last = v;
      for (std::size_t k = 0; k < kFan && turn_right(first) != kNone; ++k) first = turn_right(first);
      for (std::size_t k = 0; k < kFan && turn_left(last) != kNone; ++k) last = turn_left(last);
      out.insert(out.end(), {first, last - last % 3 + (last % 3 + 2) % 3});
    }
    const std::uint32_t far = from(face + (corner % 3 + (leaves ? 2 : 1)) % 3);
    const Offset spoke = surface_.vertices[far] - end;
    const std::int64_t turn = start.x * spoke.y - start.y * spoke.x;
    if (leaves ? turn < 0 : turn > 0) {
      if (place(far) == c.place) out.resize(out.size() - 2);
      break;
    }
    corner = leaves ? turn_left(corner) : turn_right(corner);
  }
  return out;
}

// Whether an edge at the place lies on the edge as far as both go: the end of the shorter is on the longer.
bool WeldMesh::is_in_line(const Contraction& c) {
  const auto [a, b] = ends(c.half_edge);
  const LatticePoint v = at_place(c.place);
  const std::vector<Ray>& rays = rays_of(c.place);
  return std::any_of(rays.begin(), rays.end(), [&, first = a, last = b](const Ray& ray) {
    const Offset r{ray.x, ray.y, ray.z}, e = (ray.leaves ? first : last) - v;
    if (dot(r, e) <= 0) return false;
    const Int128 x = Int128{r.y} * e.z - Int128{r.z} * e.y, y = Int128{r.z} * e.x - Int128{r.x} * e.z,
                 z = Int128{r.x} * e.y - Int128{r.y} * e.x;
    return x * x + y * y + z * z <= Int128{kInLine2} * std::max(dot(r, r), dot(e, e));
  });
}

bool WeldMesh::plan_split(const Contraction& c, LatticePoint target) {
  const std::uint32_t p = c.place, opposite = face_of(c.half_edge).corner[(c.half_edge % 3 + 2) % 3];
  if (has_spoke(p, node(from(c.half_edge)), false, true) ||
      has_spoke(p, node(to(c.half_edge)), true, false) || has_spoke(p, node(opposite), true, true)) {
    return false;
  }
  const auto at = corners(c.half_edge / 3, kNone, {});
  const std::uint32_t i = c.half_edge % 3;
  const Point2 a = at[i], b = at[(i + 1) % 3], apex = at[(i + 2) % 3], t = plan(target);
  return orient2d(a, t, apex) > 0 && orient2d(t, b, apex) > 0;
}

bool WeldMesh::plan_ends(Step& step) {
  const std::uint32_t p = step.contraction.place, q = step.contraction.end;
  const LatticePoint a = at_place(p), b = at_place(q);
  const Int128 more = crews_[p].area - crews_[q].area;
  const bool keep_p = more > 0 || (more == 0 && a < b);
  return plan_move(step, keep_p ? q : p, keep_p ? a : b, keep_p ? p : q) ||
         plan_move(step, keep_p ? p : q, keep_p ? b : a, keep_p ? q : p);
}

// True if the edge's face is so narrow that it would stand steeper than 45 degrees with the edge at the
// place's height. Along a tread such a needle is a step that no link leads over.
bool WeldMesh::would_tip(const Contraction& c) const {
  const auto [a, b] = ends(c.half_edge);
  const double x = static_cast<double>(b.x) - a.x, y = static_cast<double>(b.y) - a.y;
  const double lift = std::abs(static_cast<double>(at_place(c.place).z) - c.foot.z);
  return static_cast<double>(twice_area(c.half_edge / 3)) < lift * std::sqrt(x * x + y * y);
}

bool WeldMesh::plan_inside(Step& step) {
  const Contraction& c = step.contraction;
  const LatticePoint here = at_place(c.place);
  const auto stay = [&] {
    step.mover = kNone;
    step.target = here;
    return plan_split(c, here);
  };
  if (here == c.foot) return stay();
  const auto go = [&] {
    const auto [a, b] = ends(c.half_edge);
    return c.foot != a && c.foot != b && plan_split(c, c.foot) && plan_move(step, c.place, c.foot, kNone);
  };
  if (crews_[c.place].area >= twice_area(c.half_edge / 3) && !would_tip(c)) return stay() || go();
  if (go()) return true;
  step.flat.clear();
  return stay();
}

std::optional<WeldMesh::Step> WeldMesh::safe_step(const Contraction& contraction) {
  if (contraction.inside && !(contraction.in_line ? is_in_line(contraction) : could_join(contraction))) {
    return std::nullopt;
  }
  refusal_ = Refusal::places;
  Step step{.contraction = contraction};
  if (contraction.inside ? plan_inside(step) : plan_ends(step)) return step;
  return std::nullopt;
}

std::uint32_t WeldMesh::apply(const Step& step) {
  fresh_.clear();
  rays_at_ = kNone;
  const Contraction& c = step.contraction;
  std::uint32_t remains = c.place;
  if (step.mover != kNone) remains = move(step);
  if (c.inside) split(c);
  places_[remains].moved = places_[remains].dirty = true;
  for (std::size_t i = 0; i < fresh_.size(); ++i) try_join(fresh_[i]);
  fresh_.erase(std::remove_if(fresh_.begin(), fresh_.end(), [&](HalfEdge e) { return !is_weldable(e); }),
               fresh_.end());
  if (!fixed_.empty() &&
      std::any_of(fresh_.begin(), fresh_.end(), [&](HalfEdge e) { return has_strayed(e); }))
    has_left_ = true;
  return remains;
}

// Takes the mover to its target, merges it with what stands there, and clears away the faces that this leaves
// without area.
std::uint32_t WeldMesh::move(const Step& step) {
  std::vector<std::uint32_t> faces = faces_at(step.mover);
  for (const std::uint32_t f : step.flat) {
    const std::uint32_t m = middle_corner(corners(f, step.mover, step.target));
    const std::uint32_t n = surface_.faces[f].neighbour[(m + 1) % 3];
    if (n != kNone && std::find(faces.begin(), faces.end(), n) == faces.end()) faces.push_back(n);
  }
  for (const std::uint32_t f : faces) add_area(f, -1);
  std::uint32_t remains = step.mover;
  if (step.contraction.inside) {
    surface_.vertices[places_[step.mover].vertex] = step.target;
  } else {
    remains = merge(step.contraction.place, step.contraction.end, step.target);
  }
  for (const std::uint32_t f : step.flat) flatten(f);
  for (const std::uint32_t f : step.collapsed) collapse(f);
  for (const std::uint32_t f : faces) {
    if (!alive(f)) continue;
    add_area(f, 1);
    for (HalfEdge e = 3 * f; e < 3 * f + 3; ++e) {
      if (is_weldable(e) && (place(from(e)) == remains || place(to(e)) == remains)) fresh_.push_back(e);
    }
  }
  return remains;
}

std::uint32_t WeldMesh::merge(std::uint32_t a, std::uint32_t b, LatticePoint target) {
  if (crews_[a].faces.size() < crews_[b].faces.size()) std::swap(a, b);
  Crew& to = crews_[a];
  Crew& gone = crews_[b];
  for (const std::uint32_t f : faces_at(b)) {
    for (std::uint32_t& v : surface_.faces[f].corner) {
      if (place(v) == b) v = places_[a].vertex;
    }
    to.faces.push_back(f);
  }
  to.area += gone.area;
  if (gone.originals.empty()) add_original(to, gone.low);
  for (const LatticePoint p : gone.originals) add_original(to, p);
  if (gone.many) {
    add_original(to, gone.low);
    add_original(to, gone.high);
    to.many = true;
  }
  gone = {};
  to.unclean = true;
  places_[b].parent = a;
  surface_.vertices[places_[a].vertex] = target;
  return a;
}

// Splits the edge's face at the place.
void WeldMesh::split(const Contraction& c) {
  const auto f = c.half_edge / 3, i = c.half_edge % 3, j = (i + 1) % 3, k = (i + 2) % 3;
  const auto g = static_cast<std::uint32_t>(surface_.faces.size());
  const std::uint32_t v = places_[c.place].vertex;
  add_area(f, -1);
  SurfaceFace& face = surface_.faces[f];
  const SurfaceFace old = face;
  const auto [edge, side] = std::array{record_[f][i], record_[f][j]};
  if (edge != kNone) records_[edge].changed = true;
  mark_unclean(face.corner[j]);
  face.corner[j] = v;
  face.neighbour[j] = g;
  face.border[j] = {};
  record_[f][j] = kNone;
  if (old.neighbour[j] != kNone) relink(old.neighbour[j], f, g);
  surface_.faces.push_back({.corner = {v, old.corner[j], old.corner[k]},
                            .neighbour = {kNone, old.neighbour[j], f},
                            .border = {old.border[i], old.border[j], Border{}},
                            .source = old.source});
  record_.push_back({edge, side, kNone});
  seen_.push_back(0);
  add_face(c.place, f);
  for (const std::uint32_t corner : surface_.faces[g].corner) {
    const std::uint32_t p = place(corner);
    if (p != kNone) add_face(p, g);
  }
  add_area(f, 1);
  add_area(g, 1);
  add_original(crews_[c.place], c.foot);
  fresh_.insert(fresh_.end(), {3 * f + i, 3 * g, 3 * g + 1});
}

void WeldMesh::flatten(std::uint32_t f) {
  const std::uint32_t m = middle_corner(corners(f, kNone, {}));
  assert(m != kNone);
  const std::uint32_t x = (m + 1) % 3;
  if (surface_.faces[f].neighbour[x] != kNone) {
    flip(f, x);
    return;
  }
  mark_dirty(surface_.faces[f].corner[m]);
  hand_on(f, x, m);
  hand_on(f, x, (m + 2) % 3);
  remove(f);
}

// The border at edge i of the face becomes that of the neighbour across another of its edges.
void WeldMesh::hand_on(std::uint32_t f, std::uint32_t i, std::uint32_t across) {
  const std::uint32_t n = surface_.faces[f].neighbour[across];
  if (n == kNone) return;
  if (is_fixed(n)) has_left_ = true;
  const std::uint32_t j = mate(f, n);
  surface_.faces[n].neighbour[j] = kNone;
  surface_.faces[n].border[j] = surface_.faces[f].border[i];
  record_[n][j] = record_[f][i];
  fresh_.push_back(3 * n + j);
}

void WeldMesh::relink(std::uint32_t neighbour, std::uint32_t old_face, std::uint32_t new_face) {
  surface_.faces[neighbour].neighbour[mate(old_face, neighbour)] = new_face;
}

void WeldMesh::remove(std::uint32_t f) {
  for (const std::uint32_t v : surface_.faces[f].corner) mark_unclean(v);
  surface_.faces[f].corner = {kNone, kNone, kNone};
}

// f = (x, y, m) and its neighbour n = (y, x, o) at edge i become (x, o, m) and (y, m, o).
void WeldMesh::flip(std::uint32_t f, std::uint32_t i) {
  SurfaceFace& left = surface_.faces[f];
  const std::uint32_t n = left.neighbour[i], j = mate(f, n);
  SurfaceFace& right = surface_.faces[n];
  const std::uint32_t i1 = (i + 1) % 3, j1 = (j + 1) % 3;
  const std::uint32_t m = left.corner[(i + 2) % 3], o = right.corner[(j + 2) % 3];
  if (left.neighbour[i1] != kNone) relink(left.neighbour[i1], f, n);
  if (right.neighbour[j1] != kNone) relink(right.neighbour[j1], n, f);
  mark_unclean(left.corner[i1]);
  mark_unclean(right.corner[j1]);
  left.corner[i1] = o;
  right.corner[j1] = m;
  left.neighbour[i] = right.neighbour[j1];
  left.border[i] = right.border[j1];
  record_[f][i] = record_[n][j1];
  right.neighbour[j] = left.neighbour[i1];
  right.border[j] = left.border[i1];
  record_[n][j] = record_[f][i1];
  left.neighbour[i1] = n;
  right.neighbour[j1] = f;
  left.border[i1] = right.border[j1] = {};
  record_[f][i1] = record_[n][j1] = kNone;
  if (const std::uint32_t p = place(m); p != kNone) add_face(p, n);
  if (const std::uint32_t p = place(o); p != kNone) add_face(p, f);
  for (HalfEdge e : {3 * f + i, 3 * n + j}) fresh_.push_back(e);
}

// Two corners of the face are at one place: its other two edges become one.
void WeldMesh::collapse(std::uint32_t f) {
  const SurfaceFace face = surface_.faces[f];
  std::uint32_t i = 0;
  while (place(face.corner[i]) == kNone || place(face.corner[i]) != place(face.corner[(i + 1) % 3])) ++i;
  const std::uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
  if (face.neighbour[i] != kNone) relink(face.neighbour[i], f, kNone);  // goes, too
  if (face.neighbour[j] != kNone && face.neighbour[k] != kNone) {
    relink(face.neighbour[j], f, face.neighbour[k]);
    relink(face.neighbour[k], f, face.neighbour[j]);
  } else {
    hand_on(f, j, k);
    hand_on(f, k, j);
  }
  remove(f);
}

}  // namespace ambula
