// From the surface before clearance to cells for a radius, a step at a time; each is a file of its own.
#include "navmesh/erode.h"
#include "ambula/navmesh.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <numeric>

#include "core/cancel.h"
#include "core/degrees.h"
#include "core/text.h"
#include "navmesh/beyond_sills.h"
#include "navmesh/cells.h"
#include "navmesh/clearance.h"
#include "navmesh/divide_base.h"
#include "navmesh/drop_patches.h"
#include "navmesh/radius_tie.h"
#include "navmesh/simplify.h"
#include "navmesh/steep_places.h"
#include "navmesh/under_fillers.h"
#include "navmesh/write_navmesh.h"

namespace ambula {
namespace {

constexpr double kArcTolerance = 0.005;  // metres between an arc and its chords
constexpr double kGapOfReach = 1.0 / 4;  // a gap in the ground that a foot spans
constexpr double kLeastGap = 0.01;       // metres: nor does a narrower one stop anybody
// The base's triangles by what they are: triangles of one label may share a cell.
struct Labelled {
  std::vector<CellTraits> traits;    // by label, in order
  std::vector<std::uint32_t> part;   // by label
  std::vector<std::uint32_t> label;  // per triangle
};
Labelled label(const NavBase& base, std::span<const std::uint32_t> parts) {
  using Kind = std::pair<CellTraits, std::uint32_t>;
  std::vector<Kind> of;
  of.reserve(base.triangles.size());
  for (std::size_t t = 0; t < base.triangles.size(); ++t)
    of.push_back({{base.kind[t], base.area_type[t], base.flight[t]}, parts.empty() ? 0 : parts[t]});
  std::vector<Kind> kinds = of;
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  Labelled out;
  for (const auto& [traits, part] : kinds) {
    out.traits.push_back(traits);
    out.part.push_back(part);
  }
  out.label.reserve(of.size());
  for (const Kind& kind : of) {
    const auto at = std::lower_bound(kinds.begin(), kinds.end(), kind);
    out.label.push_back(static_cast<std::uint32_t>(at - kinds.begin()));
  }
  return out;
}

class Eroding {
 public:
  // With `parts`, one per triangle of the base, no cell reaches from one into another.
  Eroding(const Lattice& lattice, const LabelledBase& from, std::span<const std::uint32_t> parts,
          double radius, Stage& stage, Context* context)
      : lattice_(lattice),
        from_(from),
        base_(from.base),
        parts_(parts),
        radius_(radius),
        stage_(stage),
        context_(context) {}

  Result<NavMesh> run() {
    const SurfaceView whole{base_.vertices, base_.triangles, base_.neighbours};
    std::vector<std::array<double, 3>> distance = distances();
    const std::vector<KeptStretch> stretches = stand_over_sills(distance);
    stop_if_cancelled(context_);
    auto cleared = clear_borders(whole, distance, stretches, quanta(kArcTolerance), context_);
    if (!cleared) return fail(cleared.error());
    if (auto ok = clear_steep_places(whole, *cleared); !ok) return fail(ok.error());
    NavSurface surface = std::move(*cleared);
    const double ideal = area_of(surface.view());
    const bool fits = !surface.triangles.empty();
    std::vector<DroppedPatch> dropped = base_.dropped;
    drop_patches(surface, lattice_, base_.params, dropped);
    stage_.progress(0.6, 0.7);
    if (stage_.cancelled()) return cancelled_failure("navmesh");

    const Labelled labels = label(base_, parts_);
    const auto label_of = [&](const NavSurface& of) {
      std::vector<std::uint32_t> out;
      out.reserve(of.source.size());
      for (const std::uint32_t s : of.source) out.push_back(labels.label[s]);
      return out;
    };
    // Half of the height tolerance is for this, half for cells that are taken to be planar: they add up.
    const double height = std::floor(quanta(base_.params.height_tolerance) / 2);
    if (parts_.empty()) {  // else lines between parts would move
      NavSurface simple =
          simplify(surface.view(), label_of(surface),
                   {.border = quanta(base_.params.border_tolerance), .height = height}, context_);
      for (std::uint32_t& s : simple.source) s = surface.source[s];
      surface = std::move(simple);
    }
    stage_.progress(0.7, 0.9);
    if (stage_.cancelled()) return cancelled_failure("navmesh");

    const Cells cells =
        merge_cells(surface.view(), label_of(surface),
                    {.rule = base_.params.cells, .max_vertices = base_.params.max_vertices}, context_);
    if (stage_.cancelled()) return cancelled_failure("navmesh");
    stage_.progress(0.9, 1);
    NavMesh mesh =
        write_navmesh(lattice_, surface.view(), cells, labels.traits, static_cast<std::int32_t>(height));
    for (const std::uint32_t l : cells.label) part_of_cell_.push_back(labels.part[l]);
    mesh.areas = from_.areas;
    mesh.ideal_area = ideal;
    std::sort(dropped.begin(), dropped.end(), [](const DroppedPatch& a, const DroppedPatch& b) {
      return a.at != b.at ? a.at < b.at : a.area < b.area;
    });
    mesh.dropped = std::move(dropped);
    warn(mesh, fits);
    return mesh;
  }

  [[nodiscard]] std::vector<std::uint32_t> take_parts() { return std::move(part_of_cell_); }

 private:
  [[nodiscard]] double quanta(double metres) const { return metres / lattice_.quantum; }
  [[nodiscard]] double area_of(const SurfaceView& surface) const {
    Int128 doubled = 0;
    for (const auto& c : surface.triangles)
      doubled += orient2d(surface.plan_of(c[0]), surface.plan_of(c[1]), surface.plan_of(c[2]));
    return static_cast<double>(doubled) / 2 * lattice_.quantum * lattice_.quantum;
  }

  // Takes from the cleared surface what is too low for the whole one nearby, or below a filler.
  Result<void> clear_steep_places(const SurfaceView& whole, NavSurface& cleared) const {
    BodyLimits limits = body_limits(base_.agent, radius_, lattice_.quantum);
    limits.radius = std::max(limits.radius - kRadiusTie, 0.0);
    std::vector<ForbiddenPart> parts = steep_places(whole, cleared, base_.ground, limits, context_);
    std::vector<ForbiddenPart> below = under_fillers(cleared, base_.kind, limits.step);
    parts.insert(parts.end(), std::make_move_iterator(below.begin()), std::make_move_iterator(below.end()));
    stop_if_cancelled(context_);
    if (parts.empty()) return {};
    auto left = clear_parts(cleared.view(), parts, context_);
    if (!left) return fail(left.error());
    for (std::uint32_t& s : left->source) s = cleared.source[s];
    cleared = std::move(*left);
    return {};
  }

  // How far to stay away from each edge, in quanta, whatever is beyond it.
  [[nodiscard]] std::vector<std::array<double, 3>> distances() const {
    const auto away = [&](double metres) { return std::max(quanta(metres) - kRadiusTie, 0.0); };
    std::array<double, 4> by_kind{};
    by_kind[static_cast<std::size_t>(BorderKind::ledge)] =
        away(base_.params.ledge_clearance.value_or(radius_));
    by_kind[static_cast<std::size_t>(BorderKind::sill)] = away(radius_);
    by_kind[static_cast<std::size_t>(BorderKind::wall)] = away(radius_ + base_.params.wall_thickness);
    std::vector<std::array<double, 3>> out(base_.triangles.size());
    for (std::size_t t = 0; t < out.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) out[t][i] = by_kind[static_cast<std::size_t>(base_.border[t][i])];
    }
    return out;
  }

  // A distance of the agent's height or more is kept from sills too: the base knows no more of what is
  // beyond.
  [[nodiscard]] bool stands_over_sills() const {
    return std::max({radius_ + base_.params.wall_thickness, base_.params.ledge_clearance.value_or(radius_),
                     base_.params.sill_clearance}) < base_.agent.height;
  }
  // Sets the distances of sills and ledges that a body may stand over.
  [[nodiscard]] std::vector<KeptStretch> stand_over_sills(
      std::vector<std::array<double, 3>>& distance) const {
    if (!stands_over_sills()) return {};
    const auto away = [&](double metres) { return std::max(quanta(metres) - kRadiusTie, 0.0); };
    SillRule rule{.body = body_limits(base_.agent, radius_, lattice_.quantum),
                  .wall = away(radius_ + base_.params.wall_thickness),
                  .ledge = away(base_.params.ledge_clearance.value_or(radius_)),
                  .sill = away(base_.params.sill_clearance),
                  .lip = quanta(base_.params.lip),
                  .gap = 0};
    rule.gap = std::max(rule.wall, rule.ledge) * kGapOfReach;
    rule.gap = std::min(rule.gap, quanta(std::max(base_.agent.max_gap, kLeastGap)));
    return keep_beyond_sills(base_, rule, distance, context_);
  }

  [[nodiscard]] double least_patch() const { return *for_agent(base_.params, base_.agent).min_patch; }
  void warn(NavMesh& mesh, bool fits) const {
    if (mesh.size() > 0) return;
    if (!from_.anything) {
      mesh.warnings.push_back("there is no walkable surface, so the navmesh has no cells");
    } else if (!fits && !base_.triangles.empty()) {
      mesh.warnings.push_back(
          text("an agent of radius ", radius_, " m fits nowhere, so the navmesh has no cells"));
    } else if (!base_.params.keep_from.empty()) {
      mesh.warnings.push_back("nothing is reached from the points to keep, so the navmesh has no cells");
    } else {
      mesh.warnings.push_back(
          text("every part of the surface is smaller than ", least_patch(),
               " m² and was dropped, so the navmesh has no cells; a lesser min_patch keeps it"));
    }
  }

  const Lattice& lattice_;
  const LabelledBase& from_;
  const NavBase& base_;
  std::span<const std::uint32_t> parts_;
  std::vector<std::uint32_t> part_of_cell_;
  double radius_;
  Stage& stage_;
  Context* context_;
};

// A base that was built rises within a triangle by no more than a step and what the slope makes of its width.
// One from a hostile file may rise by kilometres, and steep places are looked at by height, a few centimetres
// at a time: that would take very long.
Result<void> check_rises(const NavBase& base, double quantum) {
  constexpr double kSteps = 2, kRounding = 64;  // twice as much, and quanta
  const double step = base.agent.max_step / quantum;
  const double slope = tangent_of_degrees(base.agent.max_slope),
               ramp = std::max(slope, tangent_of_degrees(base.params.stair_slope));
  for (std::size_t t = 0; t < base.triangles.size(); ++t) {
    const auto corner = [&](std::size_t i) { return base.vertices[base.triangles[t][i % 3]]; };
    double rise = 0, width = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const LatticePoint a = corner(i), b = corner(i + 1);
      const Vec3 d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y,
                   static_cast<double>(b.z) - a.z};
      rise = std::max(rise, std::abs(d.z));
      width = std::max(width, length(d.xy()));
    }
    const double steepest = base.kind[t] == CellKind::ramp ? ramp : slope;
    if (rise <= kSteps * step + (width + kRounding) * steepest + kRounding) continue;
    return fail(ErrorCode::broken,
                text("navmesh's base: triangle ", t, " rises by ", rise * quantum,
                     " m, more than its agent climbs; build the mesh anew"),
                t);
  }
  return {};
}

// What a mesh of another radius is made of.
Result<LabelledBase> base_for(const NavMesh& mesh, double radius, std::optional<double> ledge_clearance) {
  if (!mesh.base) {
    return fail(ErrorCode::invalid_argument,
                "navmesh: only a mesh built with radius 0 can be eroded; build it with --radius 0");
  }
  LabelledBase from{*mesh.base, mesh.areas, mesh.size() > 0 || !mesh.dropped.empty()};
  from.base.agent.radius = radius;
  if (ledge_clearance) from.base.params.ledge_clearance = ledge_clearance;
  if (auto ok = validate(from.base.agent); !ok) return fail(ok.error());
  if (auto ok = validate(from.base.params); !ok) return fail(ok.error());
  if (auto ok = check_rises(from.base, mesh.lattice.quantum); !ok) return fail(ok.error());
  return from;
}

Failure out_of_memory() {
  return fail(ErrorCode::too_large, "navmesh: there is not enough memory for this mesh");
}

}  // namespace

Result<NavMesh> erode(const Lattice& lattice, const LabelledBase& from, double radius, Stage& stage,
                      Context* context) {
  return Eroding(lattice, from, {}, radius, stage, context).run();
}

Result<NavMesh> eroded(const NavMesh& mesh, double radius, std::optional<double> ledge_clearance,
                       Context* context) {
  try {
    auto from = base_for(mesh, radius, ledge_clearance);
    if (!from) return fail(from.error());
    Stage stage(context, "navmesh");
    auto made = erode(mesh.lattice, *from, radius, stage, context);
    if (made) made->frame = mesh.frame;
    return made;
  } catch (const Cancelled&) {
    return cancelled_failure("navmesh");
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

Result<DividedMesh> eroded_within_cells(const NavMesh& mesh, std::span<const std::uint32_t> under,
                                        double radius, std::optional<double> ledge_clearance,
                                        Context* context) {
  try {
    auto from = base_for(mesh, radius, ledge_clearance);
    if (!from) return fail(from.error());
    auto divided = divide_base(mesh, under, context);
    if (!divided) return fail(divided.error());
    divided->base.agent = from->base.agent;
    divided->base.params = from->base.params;
    from->base = std::move(divided->base);
    Stage stage(context, "navmesh");
    Eroding eroding(mesh.lattice, *from, divided->cell, radius, stage, context);
    auto made = eroding.run();
    if (!made) return fail(made.error());
    made->frame = mesh.frame;
    return DividedMesh{std::move(*made), eroding.take_parts()};
  } catch (const Cancelled&) {
    return cancelled_failure("navmesh");
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

}  // namespace ambula
