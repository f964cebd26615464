#include "navmesh/simplify_surface.h"

#include <algorithm>
#include <cassert>

#include "navmesh/surface_order.h"

namespace ambula {
namespace {

std::int64_t turn(Point2 o, Point2 a, Point2 b) { return orient2d(o, a, b); }

bool is_lower(Point2 o, Point2 p) { return p.y < o.y || (p.y == o.y && p.x < o.x); }

}  // namespace

EditSurface::EditSurface(const SurfaceView& surface, std::span<const std::uint32_t> label) {
  const auto n = static_cast<std::uint32_t>(surface.triangles.size());
  triangles_.resize(n);
  accounts_.resize(n);
  for (std::uint32_t t = 0; t < n; ++t) {
    Triangle& triangle = triangles_[t];
    triangle.label = label[t];
    triangle.source = t;
    triangle.vertex = {kNone, kNone, kNone};
    for (std::uint32_t i = 0; i < 3; ++i) {
      triangle.twin[i] = surface.twin(3 * t + i);
      if (triangle.twin[i] != kNone && surface.is_step(3 * t + i, triangle.twin[i]))
        triangle.steps |= 1u << i;
    }
  }
  for (std::uint32_t h = 0; h < 3 * n; ++h) {
    if (from(h) == kNone) number_fan(h, surface.vertices[surface.from(h)]);
  }
}

void EditSurface::number_fan(std::uint32_t h, LatticePoint place) {
  std::uint32_t first = h;
  while (!is_end(first)) {
    first = after(twin(first));
    if (first == h) break;
  }
  const std::uint32_t v = add_vertex(place);
  out_[v] = first;
  for (h = first;;) {
    triangles_[h / 3].vertex[h % 3] = v;
    h = before(h);
    if (is_end(h)) break;
    h = twin(h);
    if (h == first) break;
  }
}

std::uint32_t EditSurface::add_vertex(LatticePoint place) {
  place_.push_back(place);
  out_.push_back(kNone);
  changed_.push_back(now_);
  return vertices() - 1;
}

void EditSurface::gather(std::uint32_t v, VertexFan& fan) const {
  fan.spokes.clear();
  fan.link.clear();
  fan.closed = fan.stepped = false;
  fan.one_label = true;
  std::uint32_t first = out_[v];
  while (!is_end(first)) {
    first = after(twin(first));
    if (first != out_[v]) continue;
    fan.closed = true;
    break;
  }
  fan.stepped = is_step(first);
  for (std::uint32_t h = first;;) {
    fan.spokes.push_back(h);
    fan.link.push_back(to(h));
    fan.one_label = fan.one_label && label(h / 3) == label(first / 3);
    const std::uint32_t in = before(h);
    if (is_end(in)) {
      fan.link.push_back(from(in));
      fan.stepped = fan.stepped || is_step(in);
      break;
    }
    h = twin(in);
    if (h == first) break;
  }
  // Every triangle turns by less than half a turn, so it is enough to see the first direction passed.
  const Point2 o = plan(v), start = plan(fan.link.front());
  fan.once = true;
  if (fan.closed) {
    std::uint32_t turns = 0;
    for (std::size_t k = 0; k < fan.link.size(); ++k) {
      const std::uint32_t next = fan.link[k + 1 == fan.link.size() ? 0 : k + 1];
      if (is_lower(o, plan(fan.link[k])) && !is_lower(o, plan(next))) ++turns;
    }
    fan.once = turns == 1;
  } else {
    for (std::size_t k = 1; k + 1 < fan.link.size() && fan.once; ++k) {
      fan.once = turn(o, plan(fan.link[k]), start) <= 0 || turn(o, start, plan(fan.link[k + 1])) < 0;
    }
  }
}

void EditSurface::replace(std::span<const std::uint32_t> old, std::span<const Hole> holes, const Rise& off) {
  ++now_;
  sources_.clear();
  labels_.clear();
  for (const std::uint32_t t : old) {
    sources_.push_back(triangles_[t].source);
    labels_.push_back(triangles_[t].label);
    triangles_[t].source = kNone;
  }
  unused_.insert(unused_.end(), old.rbegin(), old.rend());
  seams_.clear();
  for (const Hole& hole : holes) put(hole, off);
  for (const Seam& s : seams_) {
    for (const Seam& r : seams_) {
      if (s.from == r.to && s.to == r.from) triangles_[s.half_edge / 3].twin[s.half_edge % 3] = r.half_edge;
    }
  }
}

void EditSurface::remove_ear(std::uint32_t side) {
  const std::uint32_t beyond = twin(side);
  triangles_[beyond / 3].twin[beyond % 3] = kNone;
  out_[from(side)] = after(beyond);
  out_[to(side)] = beyond;
  out_[from(before(side))] = kNone;
  changed_[from(side)] = changed_[to(side)] = ++now_;
  triangles_[side / 3].source = kNone;
  unused_.push_back(side / 3);
}

void EditSurface::put(const Hole& hole, const Rise& off) {
  const std::size_t n = hole.sides.size();
  corner_edge_.assign(n * n, kNone);
  std::uint32_t source = kNone;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    if (labels_[k] == hole.label) source = std::min(source, sources_[k]);
  }
  assert(source != kNone);
  for (const auto& corners : hole.fill) {
    if (unused_.empty()) {
      unused_.push_back(static_cast<std::uint32_t>(triangles_.size()));
      triangles_.emplace_back();
      accounts_.emplace_back();
    }
    const std::uint32_t t = unused_.back();
    unused_.pop_back();
    Triangle& triangle = triangles_[t];
    triangle = {};
    triangle.label = hole.label;
    triangle.source = source;
    accounts_[t] = {off, {}};
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t h = 3 * t + i, a = corners[i], b = corners[i == 2 ? 0 : i + 1];
      triangle.vertex[i] = hole.sides[a].vertex;
      triangle.twin[i] = kNone;
      out_[hole.sides[a].vertex] = h;
      changed_[hole.sides[a].vertex] = now_;
      corner_edge_[a * n + b] = h;
      if (b == (a + 1 == n ? 0 : a + 1)) {
        const HoleSide& side = hole.sides[a];
        accounts_[t].moved[i] = side.moved;
        if (side.beyond == Hole::kOpposite) {
          seams_.push_back({side.vertex, hole.sides[b].vertex, h});
        } else if (side.beyond != kNone) {
          triangle.twin[i] = side.beyond;
          if (side.step) triangle.steps |= 1u << i;
          triangles_[side.beyond / 3].twin[side.beyond % 3] = h;
        }
      } else if (const std::uint32_t other = corner_edge_[b * n + a]; other != kNone) {
        triangle.twin[i] = other;
        triangles_[other / 3].twin[other % 3] = h;
      }
    }
  }
}

NavSurface EditSurface::result() const {
  NavSurface out;
  std::vector<std::uint32_t> vertex(place_.size(), kNone), number(triangles_.size(), kNone);
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (!has_triangle(t)) continue;
    number[t] = static_cast<std::uint32_t>(out.triangles.size());
    auto corners = triangles_[t].vertex;
    for (std::uint32_t& v : corners) {
      if (vertex[v] == kNone) {
        vertex[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(place_[v]);
      }
      v = vertex[v];
    }
    out.triangles.push_back(corners);
    out.source.push_back(triangles_[t].source);
  }
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (!has_triangle(t)) continue;
    std::array<std::uint32_t, 3> neighbours{};
    for (std::uint32_t i = 0; i < 3; ++i)
      neighbours[i] = triangles_[t].twin[i] == kNone ? kNone : number[triangles_[t].twin[i] / 3];
    out.neighbours.push_back(neighbours);
  }
  return in_order(out);
}

}  // namespace ambula
