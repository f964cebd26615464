// The stage, step by step: prepare, cut, classify borders, drop what is too small whatever comes, drop
// ghosts, close cracks, merge coplanar faces, drop small patches, write the canonical form. Each step is a
// file of this folder.
#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "ambula/walkable.h"
#include "core/cancel.h"
#include "core/degrees.h"
#include "core/text.h"
#include "walkable/blocking.h"
#include "walkable/classify.h"
#include "walkable/cut.h"
#include "walkable/enclosed.h"
#include "walkable/finish.h"
#include "walkable/merge.h"
#include "walkable/parts.h"
#include "walkable/prepare.h"
#include "walkable/prune.h"
#include "walkable/reached.h"
#include "walkable/settle.h"
#include "walkable/small_patches.h"
#include "walkable/straighten.h"
#include "walkable/untrusted.h"
#include "walkable/weld.h"

namespace ambula {
namespace {

constexpr std::int32_t kConform = 2;          // quanta
constexpr std::size_t kDoubtsSaid = 5;        // sentences
constexpr double kLeastContact = 0.02;        // metres: a narrower slit in a wall is no doorway
constexpr double kNoise = 0.01;               // metres: as far as noise is taken to part corners, at most
constexpr std::int32_t kWeldReach = 1 << 14;  // quanta: weld.h

class Extraction {
 public:
  Extraction(const Scene& scene, const Agent& agent, const WalkableParams& params, Context* context)
      : scene_(scene),
        agent_(agent),
        params_(for_agent(params, agent)),
        context_(context),
        stage_(context, "walkable") {}

  Result<Walkable> run() {
    out_.lattice = scene_.lattice;
    const Prepared prepared = prepare_sides();
    if (stage_.cancelled()) return cancelled_failure("walkable");
    const Obstacles obstacles = [&] {
      Stage stage(context_, "walkable/tree", 0.12);
      return Obstacles(prepared, weld_quanta(), std::max(1, quanta(0.001)), context_);
    }();
    stop_if_cancelled(context_);
    const Pruned pruned = prune(obstacles);
    auto cut = cut_ground(obstacles, pruned.triangle, context_);
    if (!cut) return fail(cut.error());
    stage_.count("cuts", cut->cuts_before);
    stage_.count("cuts left", cut->cuts_after);
    Surface surface = std::move(cut->surface);
    {
      Stage stage(context_, "walkable/classify", 0.65);
      classify_borders(surface, obstacles, quanta(agent_.max_step), context_);
    }
    if (stage_.cancelled()) return cancelled_failure("walkable");
    drop_small_early(surface);
    stop_if_cancelled(context_);
    if (auto ok = drop_enclosed(surface, obstacles); !ok) return fail(ok.error());
    if (auto ok = close_cracks(surface); !ok) return fail(ok.error());
    if (auto ok = merge(surface, prepared); !ok) return fail(ok.error());
    {
      Stage stage(context_, "walkable/finish", 1);
      out_.areas.closed += area(straighten_borders(surface, weld_quanta()));
      stop_if_cancelled(context_);
      out_.areas.closed -= area(settle(surface));
    }
    stop_if_cancelled(context_);
    drop_small(surface);
    write_faces(surface, out_);
    stop_if_cancelled(context_);
    out_.closed.insert(out_.closed.end(), prepared.closed.begin(), prepared.closed.end());
    order_closed();

    out_.ground_triangles = static_cast<std::uint32_t>(prepared.ground.size()) + prepared.ground_copies;
    out_.input_triangle = prepared.input;
    out_.areas.ground = area(cut->ground + pruned.area + prepared.copied_area - prepared.closed_area);
    out_.areas.closed += area(prepared.closed_area);
    out_.areas.blocked = area(cut->blocked);
    out_.areas.duplicate = area(cut->duplicate + prepared.copied_area);
    out_.areas.walkable = area(plan_area(surface));
    for (const std::uint32_t t : out_.face_triangle) {
      out_.face_object.push_back(scene_.triangle_object[prepared.input[t]]);
      out_.face_material.push_back(scene_.triangle_material[prepared.input[t]]);
    }
    if (out_.faces.empty()) say_why_empty(prepared);
    return std::move(out_);
  }

 private:
  // The scene's triangles, counter-clockwise from outside. `wrong`, per triangle of the scene: 1 where it is
  // the wrong way round; or empty.
  void turn_outwards(const Prepared& prepared, std::span<const std::uint8_t> wrong = {}) {
    outwards_ = {prepared.solids, prepared.corners};
    for (std::size_t t = 0; t < prepared.solids.size(); ++t) {
      const bool is_wrong = !wrong.empty() && wrong[prepared.input[t]] != 0;
      if ((prepared.turned[t] != 0) == is_wrong) continue;
      std::swap(outwards_.triangles[t][1], outwards_.triangles[t][2]);
      std::swap(outwards_.corners[t][1], outwards_.corners[t][2]);
    }
  }

  // Ground by how triangles face, or on both sides where that is asked for or their orientation is in doubt.
  Prepared prepare_sides() {
    Stage stage(context_, "walkable/prepare", 0.1);
    const std::size_t n = scene_.triangles.size();
    const std::int32_t noise = std::min(weld_quanta(), quanta(kNoise));
    if (params_.two_sided == TwoSided::yes)
      return prepare(scene_, agent_, std::vector<std::uint8_t>(n, 1), noise, context_);
    Prepared prepared = prepare(scene_, agent_, {}, noise, context_);
    if (params_.two_sided == TwoSided::no || stage_.cancelled()) return prepared;
    if (std::find(prepared.turned.begin(), prepared.turned.end(), 1) == prepared.turned.end())
      return prepared;
    turn_outwards(prepared);
    parts_ = find_parts(prepared.places, outwards_.corners, context_);
    has_parts_ = true;
    if (stage_.cancelled()) return prepared;
    const Untrusted doubts = find_untrusted({.triangles = outwards_.triangles,
                                             .parts = parts_,
                                             .ground = prepared.ground,
                                             .height = agent_.height / scene_.lattice.quantum,
                                             .cosine = cosine_of_degrees(agent_.max_slope + kSlopeTie)});
    if (!doubts.any) return prepared;
    say_doubts(doubts, prepared);
    std::vector<std::uint8_t> both_sides(n, 0), wrong(n, 0);
    for (std::size_t t = 0; t < n; ++t) {
      const std::uint32_t part = parts_.part_of[t];
      both_sides[prepared.input[t]] = doubts.triangle[t];
      wrong[prepared.input[t]] = doubts.triangle[t] && part != Parts::kNone && doubts.turned[part] ? 1 : 0;
    }
    // The order of equal triangles may change with their roles.
    prepared = prepare(scene_, agent_, both_sides, noise, context_);
    has_parts_ = false;
    turn_outwards(prepared, wrong);
    for (std::uint32_t t = 0; t < prepared.input.size(); ++t) {
      if (both_sides[prepared.input[t]]) out_.both_sides.push_back(t);
    }
    return prepared;
  }

  // One sentence for each object and kind of doubt, the first few of them.
  void say_doubts(const Untrusted& doubts, const Prepared& prepared) {
    struct Named {
      std::uint64_t shells = 0, triangles = 0;
      std::uint32_t first = 0;  // a triangle
    };
    std::map<std::pair<Doubt, std::string>, Named> found;
    for (std::uint32_t part = 0; part < doubts.part.size(); ++part) {
      if (doubts.part[part] == Doubt::none) continue;
      const std::span<const std::uint32_t> triangles = parts_.triangles_of(part);
      const Object& object =
          scene_.objects[scene_.triangle_object[prepared.input[triangles.front()]].index()];
      Named& named = found[{doubts.part[part], object.name.empty() ? object.ifc_class : object.name}];
      if (++named.shells == 1) named.first = triangles.front();
      for (const std::uint32_t t : triangles) named.triangles += doubts.triangle[t];
    }
    std::size_t said = 0;
    for (const auto& [key, named] : found) {
      if (++said > kDoubtsSaid) continue;
      const bool one = named.shells == 1;
      out_.warnings.push_back(text(one ? "a shell" : text(named.shells, " shells"), " of '", key.second, "' ",
                                   words_for(key.first, one), one ? ", at " : ", the first at ",
                                   place_text(prepared.solids[named.first][0]), "; ", named.triangles,
                                   named.triangles == 1 ? " triangle is" : " triangles are",
                                   " taken on both sides"));
    }
    if (said > kDoubtsSaid)
      out_.warnings.push_back(text(said - kDoubtsSaid,
                                   " more objects have shells that are taken on both sides; --two-sided no "
                                   "goes by winding alone"));
  }
  // In the input's own frame, to a hundredth: "1.25,0,-3.5".
  [[nodiscard]] std::string place_text(LatticePoint place) const {
    const Vec3 p = scene_.frame.to_input(scene_.lattice.position(place));
    const auto rounded = [](double v) { return std::nearbyint(v * 100) / 100 + 0.0; };
    return text(rounded(p.x), ',', rounded(p.y), ',', rounded(p.z));
  }
  static const char* words_for(Doubt doubt, bool one) {
    switch (doubt) {
      case Doubt::both_ways:
        return one ? "is wound both ways" : "are wound both ways";
      case Doubt::inside_out:
        return one ? "is inside out" : "are inside out";
      default:
        return one ? "faces down with no other ground there" : "face down with no other ground there";
    }
  }

  [[nodiscard]] std::int32_t quanta(double metres) const {
    return static_cast<std::int32_t>(
        std::min(std::nearbyint(metres / scene_.lattice.quantum), static_cast<double>(Lattice::kReach)));
  }
  // On a very fine lattice no more than welding can do.
  [[nodiscard]] std::int32_t weld_quanta() const { return std::min(quanta(*params_.weld), kWeldReach); }
  // Square metres of twice an area in square quanta.
  [[nodiscard]] double area(const Int128& doubled) const {
    return static_cast<double>(doubled) * 0.5 * scene_.lattice.quantum * scene_.lattice.quantum;
  }
  static Int128 face_area(const Surface& surface, const SurfaceFace& f) {
    return orient2d(plan(surface.vertices[f.corner[0]]), plan(surface.vertices[f.corner[1]]),
                    plan(surface.vertices[f.corner[2]]));
  }
  static Int128 plan_area(const Surface& surface) {
    Int128 sum = 0;
    for (const SurfaceFace& f : surface.faces) sum += face_area(surface, f);
    return sum;
  }

  // Twice the area of the smallest patch that is kept, in square quanta.
  [[nodiscard]] Int128 least_patch() const {
    const double least = 2 * *params_.min_patch / (scene_.lattice.quantum * scene_.lattice.quantum);
    return static_cast<Int128>(std::min(least, 1e18));
  }

  // What would be dropped in the end need not be judged, welded and merged before. Welding moves borders by
  // its distance, and so reaches twice as far.
  void drop_small_early(Surface& surface) {
    if (least_patch() < 1) return;
    Stage stage(context_, "walkable/small", 0.66);
    const Components parts = components_of(surface);
    const SmallPatches small =
        find_small_patches(surface, parts, least_patch(), 2 * std::max(weld_quanta(), kConform));
    if (small.count == 0) return;
    std::vector<char> keep(surface.faces.size());
    Int128 sum = 0;
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
      keep[f] = !small.component[parts.of_face[f]];
      if (!keep[f]) sum += face_area(surface, surface.faces[f]);
    }
    out_.removed_small += small.count;
    out_.areas.small += area(sum);
    remove(surface, keep, Removal::small);
  }

  Result<void> drop_enclosed(Surface& surface, const Obstacles& obstacles) {
    if (params_.keep_enclosed) return {};
    const Prepared& prepared = obstacles.prepared;
    Stage stage(context_, "walkable/enclosed", 0.8);
    const Components parts = components_of(surface);
    if (outwards_.triangles.empty()) turn_outwards(prepared);
    auto found = find_enclosed({.triangles = outwards_.triangles,
                                .places = prepared.places,
                                .corners = outwards_.corners,
                                .parts = has_parts_ ? &parts_ : nullptr,
                                .tree = &obstacles.tree,
                                .surface = surface,
                                .component = parts.of_face,
                                .components = parts.count,
                                .lattice = scene_.lattice,
                                .frame = scene_.frame,
                                .half_height = agent_.height / 2},
                               context_);
    if (!found) return fail(found.error());
    out_.warnings.insert(out_.warnings.end(), found->warnings.begin(), found->warnings.end());
    const std::uint32_t reached = found->count == 0
                                      ? 0
                                      : keep_reached({.surface = surface,
                                                      .component = parts.of_face,
                                                      .triangles = prepared.solids,
                                                      .tree = obstacles.tree,
                                                      .step = agent_.max_step / scene_.lattice.quantum,
                                                      .gap = agent_.max_gap / scene_.lattice.quantum,
                                                      .height = agent_.height / scene_.lattice.quantum,
                                                      .width = kLeastContact / scene_.lattice.quantum,
                                                      .least = 0.5 * static_cast<double>(least_patch())},
                                                     found->component);
    out_.removed_enclosed = found->count - reached;
    std::vector<char> keep(surface.faces.size());
    Int128 sum = 0;
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
      keep[f] = found->component[parts.of_face[f]] == 0;
      if (!keep[f]) sum += face_area(surface, surface.faces[f]);
    }
    out_.areas.enclosed = area(sum);
    remove(surface, keep, Removal::enclosed);
    return {};
  }

  // Without welding, too, what rounding tore apart is closed: T-junctions a quantum or two wide.
  Result<void> close_cracks(Surface& surface) {
    Stage stage(context_, "walkable/weld", 0.92);
    const std::int32_t distance = weld_quanta();
    // What is exactly at the limit passes: vertices stand a quantum or two off their true place.
    auto welded = weld(surface, std::min(distance + kConform, kWeldReach), context_);
    if (!welded) return fail(welded.error());
    out_.areas.closed = welded->area_change * scene_.lattice.quantum * scene_.lattice.quantum;
    if (distance > 0) out_.closed = std::move(welded->closed);
    return {};
  }

  // Without a smallest patch nothing can be known to go.
  Pruned prune(const Obstacles& obstacles) {
    Stage stage(context_, "walkable/prune", 0.13);
    Pruned pruned;
    if (least_patch() < 1) {
      pruned.triangle.assign(obstacles.prepared.solids.size(), 0);
      return pruned;
    }
    pruned = prune_ground(obstacles, least_patch(), std::max(weld_quanta(), 4));
    for (const std::uint32_t t : obstacles.prepared.ground) {
      if (!pruned.triangle[t]) continue;
      out_.removed.push_back(obstacles.prepared.solids[t]);
      out_.removed_why.push_back(Removal::small);
    }
    out_.removed_small = pruned.components;
    out_.areas.small = area(pruned.area);
    return pruned;
  }

  Result<void> merge(Surface& surface, const Prepared& prepared) {
    Stage stage(context_, "walkable/merge", 0.96);
    std::vector<std::uint32_t> kind(prepared.input.size());
    const auto materials = static_cast<std::uint32_t>(scene_.materials.size());
    for (std::size_t t = 0; t < kind.size(); ++t) {
      const std::uint32_t input = prepared.input[t];
      kind[t] = scene_.triangle_object[input].value * materials + scene_.triangle_material[input].value;
    }
    return merge_coplanar(surface, prepared, kind, context_);
  }

  void drop_small(Surface& surface) {
    if (*params_.min_patch <= 0) return;
    const Components parts = components_of(surface);
    std::vector<Int128> areas(parts.count, 0);
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f)
      areas[parts.of_face[f]] += face_area(surface, surface.faces[f]);
    std::vector<char> keep(surface.faces.size());
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f)
      keep[f] = area(areas[parts.of_face[f]]) >= *params_.min_patch;
    remove(surface, keep, Removal::small);
    for (const Int128& a : areas) {
      if (area(a) >= *params_.min_patch) continue;
      ++out_.removed_small;
      out_.areas.small += area(a);
    }
  }

  // Takes faces out, and notes them.
  void remove(Surface& surface, const std::vector<char>& keep, Removal why) {
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
      if (keep[f]) continue;
      std::array<LatticePoint, 3> at;
      for (std::size_t i = 0; i < 3; ++i) at[i] = surface.vertices[surface.faces[f].corner[i]];
      out_.removed.push_back(at);
      out_.removed_why.push_back(why);
    }
    keep_faces(surface, keep);
  }

  // By place, as the value promises.
  void order_closed() {
    for (auto& [a, b] : out_.closed) {
      if (b < a) std::swap(a, b);
    }
    std::sort(out_.closed.begin(), out_.closed.end());
    out_.closed.erase(std::unique(out_.closed.begin(), out_.closed.end()), out_.closed.end());
  }

  void say_why_empty(const Prepared& prepared) {
    std::uint64_t walls = 0, other = 0;
    for (const Role role : prepared.role) {
      walls += role == Role::wall;
      other += role == Role::obstacle;
    }
    if (prepared.ground.empty()) {
      out_.warnings.push_back(text("no walkable surface: none of the ", prepared.solids.size(),
                                   " triangles faces up within ", agent_.max_slope, " degrees (", walls,
                                   " are vertical, ", other,
                                   " too steep or facing down); check the up axis, or try --two-sided"));
    } else {
      out_.warnings.push_back(
          text("no walkable surface: ", area_text(out_.areas.ground), " m² of ground, of which ",
               area_text(out_.areas.blocked), " m² have less than ", agent_.height, " m free above them, ",
               area_text(out_.areas.enclosed), " m² lie inside solids and ", area_text(out_.areas.small),
               " m² in patches below ", *params_.min_patch, " m²; check the unit and the agent's height"));
    }
  }
  static std::string area_text(double value) { return text(value); }

  const Scene& scene_;
  const Agent& agent_;
  const WalkableParams params_;
  Context* context_;
  Stage stage_;
  Walkable out_;
  struct {
    std::vector<LatticeTriangle> triangles;
    std::vector<std::array<std::uint32_t, 3>> corners;
  } outwards_;  // once asked for
  Parts parts_;
  bool has_parts_ = false;
};

}  // namespace

Result<Walkable> extract_walkable(const Scene& scene, const Agent& agent, const WalkableParams& params,
                                  Context* context) {
  if (auto ok = validate(agent); !ok) return fail(ok.error());
  if (auto ok = validate(params); !ok) return fail(ok.error());
  try {
    return Extraction(scene, agent, params, context).run();
  } catch (const Cancelled&) {
    return cancelled_failure("walkable");
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, "walkable: there is not enough memory for this scene");
  }
}

}  // namespace ambula
