#include "query/path_writer.h"

#include <algorithm>
#include <cmath>

#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

// The height of a side of a cell at a place of it.
double height_on(const QueryMesh& m, std::uint32_t side, std::uint32_t cell, Vec2 at) {
  const LatticePoint p = m.mesh->vertices[m.mesh->vertex[side]];
  const double z = static_cast<double>(p.z);
  const Vec2 from{static_cast<double>(p.x), static_cast<double>(p.y)};
  if (at == from) return z;
  const Vec3 b = m.vertex(m.mesh->vertex[m.next(side, cell)]);
  if (at == b.xy() || b.z == z) return b.z;
  const Vec2 d = b.xy() - from;
  return z + (b.z - z) * std::clamp(dot(at - from, d) / dot(d, d), 0.0, 1.0);
}

// Marks gaps that are walked in further than one may, over stretches of several area types too.
void mark_gaps(Path& path, double max_gap) {
  for (std::size_t k = 0; k < path.stretches.size();) {
    double run = 0;
    std::size_t end = k;
    while (end < path.stretches.size() && path.stretches[end].kind == CellKind::gap &&
           path.stretches[end].link == kNone)
      run += path.stretches[end++].length;
    for (std::size_t i = k; i < end; ++i) path.stretches[i].along_gap = run > max_gap;
    k = std::max(end, k + 1);
  }
}

}  // namespace

struct PathWriter::Leg {
  MeshPlace start, goal;
  std::span<const std::uint32_t> sides;
  std::span<const TautPoint> taut;  // empty: to be found
};

void clear(Path& path) {
  path.points.clear();
  path.cells.clear();
  path.stretches.clear();
  path.length = path.length_3d = path.cost = 0;
  path.expansions = 0;
}

void PathWriter::add_point(const QueryMesh& m, Vec2 at, double z, Path& out, bool last) const {
  const Vec3 p = m.outwards({at.x, at.y, z});
  if (!last && out.points.size() > leg_begin_ && out.points.back().at == p) {
    out.points.back().cell = cell_;
    return;
  }
  Waypoint point;
  point.at = p;
  point.cell = cell_;
  out.points.push_back(point);
}

void PathWriter::enter(const QueryMesh& m, std::uint32_t cell, Path& out) {
  cell_ = cell;
  const NavMesh& mesh = *m.mesh;
  const bool alike = !out.stretches.empty() && out.stretches.back().link == kNone &&
                     out.stretches.back().kind == mesh.kind[cell] &&
                     out.stretches.back().area_type == mesh.area_type[cell] &&
                     out.stretches.back().flight == mesh.flight[cell];
  if (!alike) {
    close_stretch(out);
    PathStretch stretch;
    stretch.kind = mesh.kind[cell];
    stretch.area_type = mesh.area_type[cell];
    stretch.flight = mesh.flight[cell];
    stretch.first_cell = static_cast<std::uint32_t>(out.cells.size());
    out.stretches.push_back(stretch);
  }
  out.cells.push_back(cell);
}

// Its cells are counted once it ends.
void PathWriter::close_stretch(Path& out) {
  if (out.stretches.empty() || out.stretches.back().link != kNone) return;
  PathStretch& last = out.stretches.back();
  last.cells = static_cast<std::uint32_t>(out.cells.size()) - last.first_cell;
}

void PathWriter::walk(const QueryMesh& m, const Toll& toll, Vec2 to, std::uint32_t exit, const Leg& leg,
                      Path& out) {
  const double plan = length(to - at_);
  out.length += plan;
  if (const CellPlane& plane = m.planes[cell_]; !m.is_planar(cell_)) {
    if (m.is_nearly_planar[cell_] != 0) {
      const double from = entry_ == kNone ? leg.start.at.z : height_on(m, entry_, cell_, at_);
      const double rise = (exit == kNone ? leg.goal.at.z : height_on(m, exit, cell_, to)) - from;
      out.length_3d += std::sqrt(plan * plan + rise * rise);
    } else {
      // From the side where it is known which triangle is there.
      out.length_3d += entry_ == kNone && exit != kNone
                           ? surface_length(m, cell_, to, at_, m.side_edge[exit])
                           : surface_length(m, cell_, at_, to, entry_ == kNone ? kNone : m.side_edge[entry_]);
    }
  } else if (plane.zx == 0 && plane.zy == 0) {
    out.length_3d += plan;
  } else {
    const double rise = plane.zx * (to.x - at_.x) + plane.zy * (to.y - at_.y);
    out.length_3d += std::sqrt(plan * plan + rise * rise);
  }
  out.cost += plan * toll.cost(cell_);
  out.stretches.back().length += plan;
  at_ = to;
}

void PathWriter::cross_portal(const QueryMesh& m, std::uint32_t side, Vec2 at, bool turns, Path& out) {
  const MeshSide& s = m.sides[side];
  if (turns || m.is_step[side] != 0) {
    const double before = height_on(m, side, cell_, at),
                 after = m.is_step[side] == 0 ? before : height_on(m, s.across, s.neighbour, at);
    const double rise = std::abs(after - before);
    out.length_3d += rise;
    if (rise > 1e-3) add_point(m, at, before, out);
    enter(m, s.neighbour, out);
    if (turns || rise > 1e-3) add_point(m, at, after, out);
  } else {
    enter(m, s.neighbour, out);
  }
  entry_ = s.across;
}

void PathWriter::write_leg(const SearchWorld& world, const Toll& toll, const Leg& leg, Path& out) {
  const QueryMesh& m = world.mesh;
  if (leg.taut.empty()) {
    funnel_.run(m, leg.start.at.xy(), leg.goal.at.xy(), leg.sides, taut_);
  } else {
    taut_.assign(leg.taut.begin(), leg.taut.end());
  }
  at_ = leg.start.at.xy();
  entry_ = kNone;
  leg_begin_ = out.points.size();
  enter(m, leg.start.cell, out);
  add_point(m, at_, leg.start.at.z, out);
  std::size_t next = 1;
  for (std::size_t k = 0; k < leg.sides.size(); ++k) {
    const std::uint32_t s = leg.sides[k];
    const bool turns = taut_[next].portal == static_cast<std::int32_t>(k);
    if (!turns && m.is_seam[s] == 0) {
      cell_ = m.sides[s].neighbour;
      entry_ = m.sides[s].across;
      out.cells.push_back(cell_);
      continue;
    }
    const Vec2 x = turns ? taut_[next].at
                         : crossing_of(taut_[next - 1].at, taut_[next].at, m.sides[s].at(),
                                       m.sides[m.sides[s].across].at(), at_);
    if (turns) ++next;
    walk(m, toll, x, s, leg, out);
    cross_portal(m, s, x, turns, out);
  }
  walk(m, toll, leg.goal.at.xy(), kNone, leg, out);
  add_point(m, at_, leg.goal.at.z, out, out.points.size() == leg_begin_ + 1);
}

void PathWriter::write(const SearchWorld& world, const Toll& toll, const MeshPlace& start,
                       const MeshPlace& goal, std::span<const std::uint32_t> steps,
                       std::span<const TautPoint> taut, double max_gap, Path& out) {
  const auto sides = static_cast<std::uint32_t>(world.mesh.sides.size());
  const double quantum = world.mesh.mesh->lattice.quantum;
  MeshPlace from = start;
  std::size_t first = 0;
  for (std::size_t k = 0; k <= steps.size(); ++k) {
    if (k < steps.size() && steps[k] < sides) continue;
    const LinkGate* gate = k < steps.size() ? &world.gates[steps[k] - sides] : nullptr;
    write_leg(world, toll, {from, gate != nullptr ? gate->from : goal, steps.subspan(first, k - first), taut},
              out);
    close_stretch(out);
    if (gate == nullptr) break;
    out.points.back().link = gate->link;
    PathStretch stretch;
    stretch.link = gate->link;
    stretch.first_cell = static_cast<std::uint32_t>(out.cells.size());
    stretch.length = gate->cost;
    out.stretches.push_back(stretch);
    out.length += gate->cost;
    out.length_3d += gate->cost;
    out.cost += gate->cost;
    from = gate->to;
    first = k + 1;
  }
  for (PathStretch& s : out.stretches) s.length *= quantum;
  out.length *= quantum;
  out.length_3d *= quantum;
  out.cost *= quantum;
  mark_gaps(out, max_gap);
}

}  // namespace ambula
