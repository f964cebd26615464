// The chain of questions, from the mesh down to the scene's triangles.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "ambula/walkable.h"
#include "ambula/why.h"
#include "core/degrees.h"
#include "core/text.h"
#include "navmesh/close_steps.h"
#include "navmesh/joined_surface.h"
#include "why/apart.h"
#include "why/near_borders.h"
#include "why/solids_at.h"
#include "why/words.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Why::kNone;
constexpr double kSame = 0.05;          // metres of height within which two surfaces are taken for one
constexpr double kArcTolerance = 0.01;  // metres between what is cleared around a corner and its chords

// A triangle of some surface at the place asked for.
struct Hit {
  std::uint32_t triangle = kNone;
  std::int32_t z = 0;
};

class Explaining {
 public:
  Explaining(const WhyStages& stages, Vec3 point)
      : s_(stages),
        quantum_(stages.scene.lattice.quantum),
        both_sides_(both_sides_of(stages.walkable, stages.walkable_params, stages.scene.triangles.size())),
        asked_(stages.scene.lattice.snap(point)),
        place_{asked_.x, asked_.y} {}

  Why run() {
    if (find_cell()) return std::move(why_);
    lay_surface();
    const Hit surface = on_surface(asked_.z);
    const std::vector<SolidAt> solids = solids_at(s_.scene, place_);
    const SolidAt* ground = meant(solids);
    const bool stands = surface.triangle != kNone && off(surface.z) <= step() &&
                        (!ground || off(surface.z) <= off(ground->z) + metres(kSame));
    if (stands) {
      explain_surface(surface);
    } else if (!ground) {
      explain_nothing(solids);
    } else {
      explain_ground(*ground, solids);
    }
    return std::move(why_);
  }

 private:
  [[nodiscard]] double metres(double value) const { return value / quantum_; }  // in quanta
  [[nodiscard]] double step() const { return metres(std::max(s_.agent.max_step, 0.1)); }
  [[nodiscard]] double off(std::int32_t z) const { return std::abs(static_cast<double>(z) - asked_.z); }
  void answer(WhyReason reason, std::int32_t z, std::string sentence) {
    why_.reason = reason;
    why_.at = s_.scene.lattice.position({asked_.x, asked_.y, z});
    why_.sentence = std::move(sentence);
  }

  // --- the mesh

  [[nodiscard]] bool in_plan(std::uint32_t cell) const {
    const auto corners = s_.mesh.corners(cell);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const LatticePoint a = s_.mesh.vertices[corners[k]],
                         b = s_.mesh.vertices[corners[(k + 1) % corners.size()]];
      if (orient2d({a.x, a.y}, {b.x, b.y}, place_) < 0) return false;
    }
    return true;
  }
  [[nodiscard]] std::optional<std::int32_t> height_in(std::uint32_t cell) const {
    for (const auto& t : cell_triangles(s_.mesh, cell)) {
      if (const auto z =
              height_over({s_.mesh.vertices[t[0]], s_.mesh.vertices[t[1]], s_.mesh.vertices[t[2]]}, place_))
        return z;
    }
    return std::nullopt;
  }

  bool find_cell() {
    Hit found;
    for (std::uint32_t c = 0; c < s_.mesh.size(); ++c) {
      if (!in_plan(c)) continue;
      const auto z = height_in(c);
      if (z && off(*z) <= step() && (found.triangle == kNone || off(*z) < off(found.z))) found = {c, *z};
    }
    if (found.triangle == kNone) return false;
    const NavMesh& mesh = s_.mesh;
    const std::uint32_t c = found.triangle;
    why_.cell = c;
    why_.component = mesh.component[c];
    const std::string& area = mesh.areas[mesh.area_type[c]];
    answer(WhyReason::mesh, found.z,
           text("there is mesh here: cell ", c, ", ", name_of(mesh.kind[c]),
                area.empty() ? std::string() : text(" of area \"", area, "\""), ", component ",
                why_.component, " of ", mesh.components));
    explain_component(found.z);
    return true;
  }

  // Whether the mesh has a larger component, and why this one is apart from it.
  void explain_component(std::int32_t z) {
    std::vector<double> area(s_.mesh.components, 0);
    for (std::uint32_t c = 0; c < s_.mesh.size(); ++c) area[s_.mesh.component[c]] += area_of(c);
    const double own = area[why_.component];
    why_.details.push_back(text("component ", why_.component, " has ", fixed_text(own, 2), " m² of ",
                                fixed_text(s_.mesh.area, 2), " m²"));
    const auto largest =
        static_cast<std::uint32_t>(std::max_element(area.begin(), area.end()) - area.begin());
    if (largest == why_.component) return;
    why_.details.push_back(text("it is apart from the largest, component ", largest, " of ",
                                fixed_text(area[largest], 2), " m²"));
    lay_surface();
    const Hit surface = on_surface(z);
    if (surface.triangle == kNone) return;
    const std::uint32_t part = component_at(surface);
    if (part_of(largest) == part) {
      why_.details.push_back(
          text("the surface between them is joined, but nowhere wide enough for a radius of ",
               fixed_text(s_.agent.radius, 2), " m"));
    } else {
      why_.details.push_back(why_apart(s_, linked_, joined_, part));
    }
  }
  [[nodiscard]] double area_of(std::uint32_t cell) const {
    Int128 doubled = 0;
    const auto corners = s_.mesh.corners(cell);
    const auto plan = [&](std::uint32_t v) { return Point2{s_.mesh.vertices[v].x, s_.mesh.vertices[v].y}; };
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
      doubled += orient2d(plan(corners[0]), plan(corners[k]), plan(corners[k + 1]));
    return static_cast<double>(doubled) / 2 * quantum_ * quantum_;
  }
  // The part of the linked surface that a component of the mesh stands on.
  [[nodiscard]] std::uint32_t part_of(std::uint32_t component) const {
    const auto c = static_cast<std::uint32_t>(
        std::find(s_.mesh.component.begin(), s_.mesh.component.end(), component) - s_.mesh.component.begin());
    const LatticePoint at = s_.mesh.vertices[s_.mesh.corners(c)[0]];
    const Hit under = surface_at({at.x, at.y}, at.z);
    return under.triangle == kNone ? kNone : component_at(under);
  }

  // --- the linked surface

  // As the navmesh begins with it, but for ramps.
  void lay_surface() {
    linked_ = close_steps(linked_surface(s_.walkable, s_.links), s_.links);
    joined_ = join_surface(linked_);
  }

  [[nodiscard]] Hit surface_at(Point2 place, std::int32_t z) const {
    Hit found;
    const NavSurface& surface = joined_.surface;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
      const auto& v = surface.triangles[t];
      const auto h =
          height_over({surface.vertices[v[0]], surface.vertices[v[1]], surface.vertices[v[2]]}, place);
      if (!h) continue;
      const auto away = [z](std::int32_t from) { return std::abs(std::int64_t{from} - z); };
      if (found.triangle == kNone || away(*h) < away(found.z)) found = {t, *h};
    }
    return found;
  }
  [[nodiscard]] Hit on_surface(std::int32_t z) const { return surface_at(place_, z); }
  [[nodiscard]] std::uint32_t component_at(const Hit& hit) const {
    return linked_.component[joined_.surface.source[hit.triangle]];
  }

  [[nodiscard]] bool stands_over_sills() const { return s_.params.sill_clearance < s_.agent.height; }
  [[nodiscard]] double needed(BorderKind kind) const {
    const double radius = s_.agent.radius;
    return kind == BorderKind::wall ? radius + s_.params.wall_thickness
           : kind == BorderKind::sill
               ? (stands_over_sills() ? std::max(radius, s_.params.sill_clearance) : radius)
               : s_.params.ledge_clearance.value_or(radius);
  }

  [[nodiscard]] double least_patch() const { return *for_agent(s_.params, s_.agent).min_patch; }

  void explain_surface(const Hit& surface) {
    const std::uint32_t part = component_at(surface);
    const double area = part_area(part);
    if (s_.params.keep_from.empty() && area < least_patch()) {
      drop(WhyReason::small, surface.z, area);
      why_.details.push_back(why_apart(s_, linked_, joined_, part));
      return;
    }
    if (explain_clearance(surface)) return;
    const double tolerance = s_.params.border_tolerance + kArcTolerance;
    const double away = mesh_distance(surface.z, metres(tolerance)) * quantum_;
    if (away <= tolerance) {
      why_.measured = away;
      why_.limit = s_.params.border_tolerance;
      answer(WhyReason::simplified, surface.z,
             text("simplified away: the mesh begins ", fixed_text(away * 1000, 1),
                  " mm from here, and its borders may move inwards by ",
                  fixed_text(s_.params.border_tolerance * 1000, 1), " mm"));
      return;
    }
    explain_dropped(surface);
  }

  [[nodiscard]] double part_area(std::uint32_t part) const {
    const SurfaceView surface = joined_.surface.view();
    Int128 doubled = 0;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
      if (linked_.component[joined_.surface.source[t]] != part) continue;
      const auto& c = surface.triangles[t];
      doubled += orient2d(surface.plan_of(c[0]), surface.plan_of(c[1]), surface.plan_of(c[2]));
    }
    return static_cast<double>(doubled) / 2 * quantum_ * quantum_;
  }

  bool explain_clearance(const Hit& surface) {
    const double reach =
        std::max({needed(BorderKind::wall), needed(BorderKind::sill), needed(BorderKind::ledge)});
    const NearBorder* worst = nullptr;
    const auto kind_of = [&](const NearBorder& b) { return joined_.border[b.triangle][b.edge]; };
    const auto lack = [&](const NearBorder& b) { return needed(kind_of(b)) - b.distance * quantum_; };
    const std::vector<NearBorder> borders = near_borders(joined_, surface.triangle, place_, metres(reach));
    // A sill is stood over by itself: it is named where nothing else is.
    const auto is_worse = [&](const NearBorder& b) {
      const bool sill = kind_of(b) == BorderKind::sill, before = kind_of(*worst) == BorderKind::sill;
      return sill != before ? before : lack(b) > lack(*worst);
    };
    for (const NearBorder& b : borders) {
      if (lack(b) > 0 && (!worst || is_worse(b))) worst = &b;
    }
    if (!worst) return false;
    const BorderKind kind = kind_of(*worst);
    why_.measured = worst->distance * quantum_;
    why_.limit = needed(kind);
    if (kind != BorderKind::ledge) {
      const LatticePoint at = worst->nearest;
      why_.object =
          object_at(s_.scene, {at.x, at.y}, 30, at.z + metres(0.005), at.z + metres(s_.agent.height));
    }
    const auto [value, limit] = compared(why_.measured, why_.limit);
    const bool beyond =
        kind == BorderKind::sill && stands_over_sills() && why_.measured >= s_.params.sill_clearance;
    answer(WhyReason::clearance, surface.z,
           text(value, " m from a ", name_of(kind), in_brackets(why_.object),
                beyond ? " with a wall or a drop close behind it" : "", "; the agent needs ", limit, " m"));
    return true;
  }

  // Quanta to the nearest cell of about this height, as far as `reach`.
  [[nodiscard]] double mesh_distance(std::int32_t z, double reach) const {
    double least = std::numeric_limits<double>::infinity();
    const NavMesh& mesh = s_.mesh;
    for (std::uint32_t c = 0; c < mesh.size(); ++c) {
      const auto corners = mesh.corners(c);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const LatticePoint a = mesh.vertices[corners[k]],
                           b = mesh.vertices[corners[(k + 1) % corners.size()]];
        const auto [low, high] = std::minmax(a.z, b.z);
        if (z < low - step() || z > high + step()) continue;
        const double distance = plan_distance(place_, {a.x, a.y}, {b.x, b.y});
        if (distance <= reach) least = std::min(least, distance);
      }
    }
    return least;
  }

  // The agent fits here, so the part that is left around the place was dropped.
  void explain_dropped(const Hit& surface) {
    const DroppedPatch* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const DroppedPatch& patch : s_.mesh.dropped) {
      const auto off = [](double from, double to, double extent) {
        return std::max(std::abs(from - to) - extent, 0.0);
      };
      const Vec3 d{off(asked_.x, patch.at.x, patch.extent.x), off(asked_.y, patch.at.y, patch.extent.y),
                   off(surface.z, patch.at.z, patch.extent.z)};
      if (length(d) >= least) continue;
      least = length(d);
      nearest = &patch;
    }
    if (!nearest) {
      answer(WhyReason::edge, surface.z,
             "the agent fits here by the narrowest margin, and the mesh was made a little smaller than that");
      return;
    }
    drop(nearest->why == DropReason::small ? WhyReason::small : WhyReason::unreachable, surface.z,
         nearest->area);
  }
  void drop(WhyReason reason, std::int32_t z, double area) {
    why_.measured = area;
    if (reason == WhyReason::unreachable) {
      answer(reason, z, "not reached from the points that were to be kept");
      return;
    }
    why_.limit = least_patch();
    const auto [value, limit] = compared(area, why_.limit);
    answer(reason, z,
           text("what the agent fits on here is ", value, " m², and parts below ", limit, " m² are dropped"));
  }

  // --- the scene

  // The triangle that is meant: the nearest in height that faces up, no further away than the agent is high.
  [[nodiscard]] const SolidAt* meant(const std::vector<SolidAt>& solids) const {
    const SolidAt* best = nullptr;
    for (const SolidAt& solid : solids) {
      if (!solid.faces_up && !both_sides_[solid.triangle]) continue;
      if (!best || off(solid.z) <= off(best->z)) best = &solid;
    }
    return best && off(best->z) <= std::max(step(), metres(s_.agent.height)) ? best : nullptr;
  }

  void explain_nothing(const std::vector<SolidAt>& solids) {
    const double reach = std::max(step(), metres(s_.agent.height));
    const SolidAt* nearest = nullptr;
    for (const SolidAt& solid : solids) {
      if (!nearest || off(solid.z) < off(nearest->z)) nearest = &solid;
    }
    if (nearest && off(nearest->z) <= reach) {
      why_.object = name_of_object(s_.scene, nearest->triangle);
      answer(WhyReason::faces_down, nearest->z,
             text("the surface here", in_brackets(why_.object),
                  " faces down; --two-sided takes such for ground, too"));
      return;
    }
    answer(WhyReason::no_geometry, asked_.z, "no geometry here");
    if (!nearest) {
      why_.details.push_back("no triangle of the scene lies above or below this place");
      return;
    }
    why_.details.push_back(
        text("the nearest triangle", in_brackets(name_of_object(s_.scene, nearest->triangle)), " is ",
             fixed_text(off(nearest->z) * quantum_, 2), " m ", nearest->z > asked_.z ? "above" : "below"));
  }

  void explain_ground(const SolidAt& ground, const std::vector<SolidAt>& solids) {
    const double limit = std::cos((s_.agent.max_slope + kSlopeTie) * std::numbers::pi / 180);
    const std::string object = name_of_object(s_.scene, ground.triangle);
    if (ground.cosine < limit - 1e-9) {
      why_.object = object;
      why_.measured = std::acos(std::min(ground.cosine, 1.0)) * 180 / std::numbers::pi;
      why_.limit = s_.agent.max_slope;
      const auto [value, most] = compared(why_.measured, why_.limit);
      answer(
          WhyReason::steep, ground.z,
          text("too steep: ", value, "°", in_brackets(object), "; the agent walks on ", most, "° at most"));
      return;
    }
    why_.details.push_back(text("the ground here is ", object.empty() ? "unnamed" : object));
    if (explain_removed(ground, solids) || explain_blocked(ground, solids)) return;
    answer(WhyReason::edge, ground.z,
           "on the very border of the walkable surface, where rounding and the closing of cracks decide");
  }

  bool explain_removed(const SolidAt& ground, const std::vector<SolidAt>& solids) {
    const Walkable& w = s_.walkable;
    for (std::size_t r = 0; r < w.removed.size(); ++r) {
      const auto z = height_over(w.removed[r], place_);
      if (!z || std::abs(static_cast<double>(*z) - ground.z) > metres(kSame)) continue;
      if (w.removed_why[r] == Removal::enclosed) {
        for (const SolidAt& solid : solids) {
          if (solid.z > ground.z && why_.object.empty())
            why_.object = name_of_object(s_.scene, solid.triangle);
        }
        answer(WhyReason::enclosed, ground.z,
               text("inside a solid", in_brackets(why_.object), "; --keep-enclosed keeps such floor"));
      } else {
        why_.measured = removed_area(r);
        why_.limit = *for_agent(s_.walkable_params, s_.agent).min_patch;
        const auto [value, limit] = compared(why_.measured, why_.limit);
        answer(WhyReason::patch, ground.z,
               text("of a patch of ", value, " m²; those below ", limit,
                    " m² are no walkable surface (--min-patch 0 keeps them)"));
      }
      return true;
    }
    return false;
  }

  // Of the removed faces that hang together with one, by the corners they share.
  [[nodiscard]] double removed_area(std::size_t first) const {
    const auto& removed = s_.walkable.removed;
    std::vector<char> seen(removed.size(), 0);
    std::vector<std::size_t> waiting{first};
    seen[first] = 1;
    Int128 doubled = 0;
    while (!waiting.empty()) {
      const auto& t = removed[waiting.back()];
      waiting.pop_back();
      doubled += orient2d({t[0].x, t[0].y}, {t[1].x, t[1].y}, {t[2].x, t[2].y});
      for (std::size_t r = 0; r < removed.size(); ++r) {
        if (seen[r] || s_.walkable.removed_why[r] != Removal::small) continue;
        const bool shares = std::any_of(t.begin(), t.end(), [&](LatticePoint p) {
          return std::find(removed[r].begin(), removed[r].end(), p) != removed[r].end();
        });
        if (!shares) continue;
        seen[r] = 1;
        waiting.push_back(r);
      }
    }
    return static_cast<double>(doubled) / 2 * quantum_ * quantum_;
  }

  bool explain_blocked(const SolidAt& ground, const std::vector<SolidAt>& solids) {
    for (const SolidAt& solid : solids) {
      const double above = (static_cast<double>(solid.z) - ground.z) * quantum_;
      if (above <= 0 || above >= s_.agent.height) continue;
      why_.object = name_of_object(s_.scene, solid.triangle);
      why_.measured = above;
      why_.limit = s_.agent.height;
      const auto [value, limit] = compared(above, s_.agent.height);
      answer(WhyReason::blocked, ground.z,
             text("blocked: ", why_.object.empty() ? "something" : why_.object, " is ", value,
                  " m above the ground; the agent needs ", limit, " m"));
      return true;
    }
    return false;
  }

  const WhyStages& s_;
  double quantum_;
  const std::vector<std::uint8_t> both_sides_;  // per triangle of the scene
  LatticePoint asked_;
  Point2 place_;
  LinkedSurface linked_;
  JoinedSurface joined_;
  Why why_;
};

}  // namespace

const char* name_of(WhyReason reason) noexcept {
  constexpr const char* kNames[] = {"mesh",    "no_geometry", "faces_down", "steep",
                                    "blocked", "enclosed",    "patch",      "clearance",
                                    "small",   "unreachable", "simplified", "edge"};
  const auto index = static_cast<std::size_t>(reason);
  return index < std::size(kNames) ? kNames[index] : "unknown";
}

Result<Why> explain(const WhyStages& stages, Vec3 point) {
  if (!is_finite(point)) return fail(ErrorCode::invalid_argument, "why: the point is not finite");
  const Lattice& lattice = stages.scene.lattice;
  if (stages.walkable.lattice != lattice || stages.links.lattice != lattice ||
      stages.mesh.lattice != lattice || stages.links.walkable_vertices != stages.walkable.vertices.size()) {
    return fail(ErrorCode::invalid_argument, "why: the stages are not of this scene and of each other");
  }
  if (!lattice.reaches(point)) {
    Why why;
    why.at = point;
    why.sentence = "no geometry here";
    why.details = {"the point lies far outside the scene"};
    return why;
  }
  return Explaining(stages, point).run();
}

}  // namespace ambula
