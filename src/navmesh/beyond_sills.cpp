// Every sill looks at the triangles of the scene that lie beyond it (sill.h). A tree of boxes finds them.
#include "navmesh/beyond_sills.h"

#include <algorithm>

#include "geometry/box_tree.h"
#include "navmesh/ground_below.h"

namespace ambula {
namespace {

constexpr std::size_t kFaces = 64, kTriangles = 4096;  // a task
constexpr double kAbout = 20;                          // quanta about a border: more than stands on it
constexpr auto kInto = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };

LatticeBox box_of(const std::array<LatticePoint, 3>& triangle) {
  LatticeBox box;
  for (const LatticePoint p : triangle) box.add(p);
  return box;
}
// Around what may matter beyond an edge.
LatticeBox box_beyond(const SurfaceView& surface, std::uint32_t h, double reach, const BodyLimits& body) {
  LatticeBox box;
  box.add(surface.vertices[surface.from(h)]);
  box.add(surface.vertices[surface.to(h)]);
  const double rise = reach * body.slope;
  return widened(box, reach + 1, body.step + rise, body.height + rise);
}

// The triangles that lead up or down over a step, and the edges at which one side is higher than the other.
struct Steps {
  std::vector<std::int32_t> lowest;  // of each
  BoxTree tree;
};
Steps steps_of(const NavBase& base, const SurfaceView& surface) {
  Steps out;
  std::vector<LatticeBox> boxes;
  const auto add = [&](const LatticeBox& box) {
    boxes.push_back(box);
    out.lowest.push_back(box.low.z);
  };
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    const std::uint32_t twin = surface.twin(h);
    if (twin == SurfaceView::kNone || twin < h || !surface.is_step(h, twin)) continue;
    LatticeBox box;
    for (const std::uint32_t side : {h, twin}) {
      box.add(surface.vertices[surface.from(side)]);
      box.add(surface.vertices[surface.to(side)]);
    }
    add(box);
  }
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    if (base.kind[t] == CellKind::floor || base.kind[t] == CellKind::ramp) continue;
    LatticeBox box;
    for (const std::uint32_t v : surface.triangles[t]) box.add(surface.vertices[v]);
    add(box);
  }
  out.tree = BoxTree(boxes);
  return out;
}

bool is_wide(const LatticeBox& box, double reach) {
  return std::max(static_cast<double>(box.high.x) - box.low.x, static_cast<double>(box.high.y) - box.low.y) >
         reach;
}

bool may_be_stood_over(const NavBase& base, std::uint32_t h) {
  const BorderKind kind = base.border[h / 3][h % 3];
  return kind == BorderKind::sill || kind == BorderKind::ledge;
}

// Where headroom ends over a slope, one may stand under what ends it.
bool may_be_stood_under(const NavBase& base, const SurfaceView& surface, std::uint32_t h) {
  return base.border[h / 3][h % 3] == BorderKind::wall && base.kind[h / 3] == CellKind::floor &&
         is_sloped(surface, h / 3);
}
bool is_asked(const NavBase& base, const SurfaceView& surface, std::uint32_t h) {
  return may_be_stood_over(base, h) || may_be_stood_under(base, surface, h);
}

}  // namespace

std::vector<std::array<LatticePoint, 3>> triangles_beyond(const NavBase& base, const Scene& scene,
                                                          const BodyLimits& body, double reach,
                                                          Context* context) {
  const SurfaceView surface{base.vertices, base.triangles, base.neighbours};
  std::vector<LatticeBox> boxes;
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    if (is_asked(base, surface, h)) boxes.push_back(box_beyond(surface, h, reach, body));
  }
  if (boxes.empty()) return {};
  const BoxTree tree(boxes);
  const auto may_matter = [&](const LatticeBox& box) {
    bool any = false;
    tree.visit(
        box, [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    return any;
  };
  std::vector<std::vector<std::array<LatticePoint, 3>>> found((scene.triangles.size() + kTriangles - 1) /
                                                              kTriangles);
  parallel_for(context, found.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin * kTriangles; t < std::min(end * kTriangles, scene.triangles.size()); ++t) {
      std::array<LatticePoint, 3> corners{};
      for (std::size_t i = 0; i < 3; ++i)
        corners[i] = scene.lattice.snap(scene.positions[scene.triangles[t][i]]);
      if (!may_matter(box_of(corners))) continue;
      std::sort(corners.begin(), corners.end());
      found[t / kTriangles].push_back(corners);
    }
  });
  std::vector<std::array<LatticePoint, 3>> out;
  for (const auto& some : found) out.insert(out.end(), some.begin(), some.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<KeptStretch> keep_beyond_sills(const NavBase& base, const SillRule& rule,
                                           std::span<std::array<double, 3>> distance, Context* context) {
  std::vector<KeptStretch> out;
  if (rule.wall <= 0 && rule.ledge <= 0) return out;
  const SurfaceView surface{base.vertices, base.triangles, base.neighbours};
  const double reach = std::max(rule.wall, rule.ledge) + rule.gap;
  std::vector<LatticeBox> boxes;
  for (const auto& triangle : base.beyond) boxes.push_back(box_of(triangle));
  const BoxTree tree(boxes);
  const Steps steps = steps_of(base, surface);
  std::vector<std::vector<KeptStretch>> found((surface.triangles.size() + kFaces - 1) / kFaces);
  parallel_for(context, found.size(), 1, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> low;
    Sill sill;
    const auto stand_under = [&](std::uint32_t h) {
      LatticeBox edge;
      edge.add(surface.vertices[surface.from(h)]);
      edge.add(surface.vertices[surface.to(h)]);
      bool is_free = true;
      tree.visit(
          widened(edge, kAbout, 0, rule.body.height + kAbout),
          [&](const LatticeBox&, std::size_t, std::size_t) {
            return is_free ? Descend::into : Descend::past;
          },
          [&](std::size_t k) { is_free = is_free && sill.is_overhead(base.beyond[k]); });
      return is_free && sill.stand_under(surface);
    };
    for (auto h = static_cast<std::uint32_t>(3 * kFaces * begin);
         h < 3 * std::min(end * kFaces, surface.triangles.size()); ++h) {
      if (!is_asked(base, surface, h)) continue;
      const LatticeBox near = box_beyond(surface, h, reach, rule.body);
      sill.begin(surface, h, rule, base.kind[h / 3] == CellKind::ramp);
      if (base.border[h / 3][h % 3] != BorderKind::wall) {
        const std::int32_t top =
            std::max(surface.vertices[surface.from(h)].z, surface.vertices[surface.to(h)].z);
        std::int32_t lowest = top;
        steps.tree.visit(near, kInto, [&](std::size_t k) { lowest = std::min(lowest, steps.lowest[k]); });
        sill.stand_over(std::min(static_cast<double>(top - lowest), rule.body.step));
      } else if (!stand_under(h)) {
        continue;
      }
      // Low things can only be ground. Most often a few large ones are all of it, so they come first.
      low.clear();
      tree.visit(near, kInto, [&](std::size_t k) {
        if (sill.is_low(boxes[k]) && !is_wide(boxes[k], reach)) {
          low.push_back(static_cast<std::uint32_t>(k));
        } else {
          sill.look_at(base.beyond[k]);
        }
      });
      for (std::size_t k = 0; k < low.size() && sill.wants_ground(); ++k) sill.look_at(base.beyond[low[k]]);
      distance[h / 3][h % 3] =
          sill.finish(base.border[h / 3][h % 3] == BorderKind::ledge, found[h / (3 * kFaces)]);
    }
  });
  for (const auto& some : found) out.insert(out.end(), some.begin(), some.end());
  return out;
}

}  // namespace ambula
