// From the linked surface to the navmesh, a step at a time; each is a file of its own.
#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>

#include "ambula/navmesh.h"
#include "core/degrees.h"
#include "core/text.h"
#include "navmesh/cells.h"
#include "navmesh/clearance.h"
#include "navmesh/close_steps.h"
#include "navmesh/flaps.h"
#include "navmesh/joined_surface.h"
#include "navmesh/labels.h"
#include "navmesh/nearest_triangle.h"
#include "navmesh/patches.h"
#include "navmesh/ramps.h"
#include "navmesh/simplify.h"
#include "navmesh/steep_places.h"
#include "navmesh/write_navmesh.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kArcTolerance = 0.005;  // metres between an arc and its chords
// Quanta less than asked for to stay away from a border: a doorway as wide as the agent lets it through,
// though rounding may have made it narrower. One that is a millimetre too narrow stays closed.
constexpr double kTie = 2.5;

// Metres: a gap in the surface no wider is none.
constexpr double kFlapBase = 0.005;

class Building {
 public:
  Building(const Walkable& walkable, const Links& links, const Scene& scene, const Agent& agent,
           const NavMeshParams& params, Context* context)
      : walkable_(walkable),
        links_(links),
        scene_(scene),
        agent_(agent),
        params_(params),
        context_(context),
        stage_(context, "navmesh"),
        quantum_(walkable.lattice.quantum) {}

  Result<NavMesh> run() {
    const LinkedSurface linked = close_steps(linked_surface(walkable_, links_), links_);
    auto ramps = lift_flights(linked);
    if (!ramps) return fail(ramps.error());
    const JoinedSurface joined = std::move(ramps->joined);
    Labels labels = label_ramps(label_triangles(linked, walkable_, links_, scene_, params_.areas), linked,
                                links_, joined.surface.source, ramps->flight);
    NavSurface surface = joined.surface;
    std::iota(surface.source.begin(), surface.source.end(), 0u);  // from here on: triangles of `joined`
    const bool anything = !surface.triangles.empty();
    drop_patches(surface);
    stage_.progress(0.2);
    if (stage_.cancelled()) return cancelled_failure("navmesh");

    auto cleared = clear_borders(surface.view(), distances(joined, surface), quanta(kArcTolerance), context_);
    if (!cleared) return fail(cleared.error());
    if (auto ok = clear_steep_places(surface, *cleared); !ok) return fail(ok.error());
    for (std::uint32_t& s : cleared->source) s = surface.source[s];
    surface = std::move(*cleared);
    const double ideal = area_of(surface.view());
    const bool fits = !surface.triangles.empty();
    drop_patches(surface);
    stage_.progress(0.6);
    if (stage_.cancelled()) return cancelled_failure("navmesh");

    const auto label_of = [&](const NavSurface& of) {
      std::vector<std::uint32_t> out;
      for (const std::uint32_t s : of.source) out.push_back(labels.label[s]);
      return out;
    };
    // Half of the height tolerance is for this, half for cells that are taken to be planar: they add up.
    const double height = std::floor(quanta(params_.height_tolerance) / 2);
    NavSurface simple = simplify(surface.view(), label_of(surface),
                                 {.border = quanta(params_.border_tolerance), .height = height}, context_);
    for (std::uint32_t& s : simple.source) s = surface.source[s];
    surface = std::move(simple);
    stage_.progress(0.7);
    if (stage_.cancelled()) return cancelled_failure("navmesh");

    const std::vector<std::uint32_t> label = label_of(surface);
    const Cells cells = merge_cells(surface.view(), label,
                                    {.rule = params_.cells, .max_vertices = params_.max_vertices}, context_);
    if (stage_.cancelled()) return cancelled_failure("navmesh");
    stage_.progress(0.9);
    NavMesh mesh = write_navmesh(walkable_.lattice, surface.view(), cells, labels.traits,
                                 static_cast<std::int32_t>(height));
    mesh.areas = std::move(labels.areas);
    mesh.ideal_area = ideal;
    std::sort(dropped_.begin(), dropped_.end(), [](const DroppedPatch& a, const DroppedPatch& b) {
      return a.at != b.at ? a.at < b.at : a.area < b.area;
    });
    mesh.dropped = std::move(dropped_);
    warn(mesh, anything, fits);
    return mesh;
  }

 private:
  [[nodiscard]] double quanta(double metres) const { return metres / quantum_; }
  [[nodiscard]] double area_of(const SurfaceView& surface) const {
    Int128 doubled = 0;
    for (const auto& c : surface.triangles)
      doubled += orient2d(surface.plan_of(c[0]), surface.plan_of(c[1]), surface.plan_of(c[2]));
    return static_cast<double>(doubled) / 2 * quantum_ * quantum_;
  }

  // The linked surface with ramps over its flights, unless treads are to be kept.
  [[nodiscard]] Result<Ramps> lift_flights(const LinkedSurface& linked) const {
    JoinedSurface joined =
        without_flaps(join_surface(linked), {.width = quanta(kUpright), .base = quanta(kFlapBase)});
    if (!params_.keep_treads)
      return add_ramps({joined, linked, walkable_, links_, scene_}, agent_, params_.stair_slope, context_);
    std::vector<std::uint32_t> none(joined.surface.triangles.size(), kNone);
    return Ramps{std::move(joined), std::move(none), {}};
  }

  // Takes from a cleared surface what is too low for the other one nearby.
  Result<void> clear_steep_places(const NavSurface& surface, NavSurface& cleared) {
    const std::vector<ForbiddenPart> parts =
        steep_places(surface.view(), cleared, scene_,
                     {.radius = std::max(quanta(agent_.radius) - kTie, 0.0),
                      .step = quanta(agent_.max_step),
                      .height = quanta(agent_.height),
                      .slope = tangent_of_degrees(agent_.max_slope)});
    if (parts.empty()) return {};
    auto left = clear_parts(cleared.view(), parts, context_);
    if (!left) return fail(left.error());
    for (std::uint32_t& s : left->source) s = cleared.source[s];
    cleared = std::move(*left);
    return {};
  }

  // Leaves out small patches and, where points are given, those that hold none of them.
  void drop_patches(NavSurface& surface) {
    const Patches patches = find_patches(surface.view());
    std::vector<char> dropped(patches.area.size(), 0),
        reached(patches.area.size(), params_.keep_from.empty());
    for (const Vec3 p : params_.keep_from) {
      const std::uint32_t t = nearest_triangle(surface.view(), walkable_.lattice, p);
      if (t != kNone) reached[patches.of[t]] = 1;
    }
    std::vector<DroppedPatch> found(patches.area.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      const double area = patches.area[k] * quantum_ * quantum_;
      // Whoever names a point wants what is there, however small.
      const bool small = params_.keep_from.empty() && area < params_.min_patch;
      dropped[k] = small || !reached[k];
      found[k] = {{Lattice::kReach, Lattice::kReach, Lattice::kReach},
                  area,
                  small ? DropReason::small : DropReason::unreachable};
    }
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
      LatticePoint& least = found[patches.of[t]].at;
      for (const std::uint32_t v : surface.triangles[t]) least = std::min(least, surface.vertices[v]);
    }
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (dropped[k]) dropped_.push_back(found[k]);
    }
    NavSurface left = without_patches(surface, patches, dropped);
    for (std::uint32_t& s : left.source) s = surface.source[s];
    surface = std::move(left);
  }

  // How far to stay away from each edge, in quanta.
  [[nodiscard]] std::vector<std::array<double, 3>> distances(const JoinedSurface& joined,
                                                             const NavSurface& surface) const {
    const auto away = [&](double metres) { return std::max(quanta(metres) - kTie, 0.0); };
    const double sill = away(agent_.radius), wall = away(agent_.radius + params_.wall_thickness),
                 ledge = away(params_.ledge_clearance.value_or(agent_.radius));
    std::vector<std::array<double, 3>> out(surface.triangles.size());
    for (std::size_t t = 0; t < out.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        switch (joined.border[surface.source[t]][i]) {
          case BorderKind::none:
            break;
          case BorderKind::ledge:
            out[t][i] = ledge;
            break;
          case BorderKind::sill:
            out[t][i] = sill;
            break;
          case BorderKind::wall:
            out[t][i] = wall;
            break;
        }
      }
    }
    return out;
  }

  void warn(NavMesh& mesh, bool anything, bool fits) const {
    if (mesh.size() > 0) return;
    if (!anything) {
      mesh.warnings.push_back("there is no walkable surface, so the navmesh has no cells");
    } else if (!fits) {
      mesh.warnings.push_back(
          text("an agent of radius ", agent_.radius, " m fits nowhere, so the navmesh has no cells"));
    } else if (!params_.keep_from.empty()) {
      mesh.warnings.push_back("nothing is reached from the points to keep, so the navmesh has no cells");
    } else {
      mesh.warnings.push_back(
          text("every part of the surface is smaller than ", params_.min_patch,
               " m² and was dropped, so the navmesh has no cells; a lesser min_patch keeps it"));
    }
  }

  const Walkable& walkable_;
  const Links& links_;
  const Scene& scene_;
  Agent agent_;
  const NavMeshParams& params_;
  Context* context_;
  Stage stage_;
  double quantum_;
  std::vector<DroppedPatch> dropped_;
};

}  // namespace

Result<NavMesh> build_navmesh(const Walkable& walkable, const Links& links, const Scene& scene,
                              const Agent& agent, const NavMeshParams& params, Context* context) {
  if (auto ok = validate(agent); !ok) return fail(ok.error());
  if (auto ok = validate(params); !ok) return fail(ok.error());
  if (walkable.lattice != scene.lattice || links.lattice != scene.lattice ||
      links.walkable_vertices != walkable.vertices.size()) {
    return fail(ErrorCode::invalid_argument,
                "navmesh: the walkable surface and the links are not of this scene and of each other");
  }
  try {
    return Building(walkable, links, scene, agent, params, context).run();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, "navmesh: there is not enough memory for this scene");
  }
}

}  // namespace ambula
