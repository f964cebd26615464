// Draws the samples, judges them in blocks, and puts the report together. Only counts and the first faults
// are kept, so that a billion samples need no more memory than a thousand.
#include "ambula/verify_navmesh.h"
#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/walkable.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "verify/dropped_points.h"
#include "verify/navmesh_judge.h"
#include "verify/navmesh_structure.h"
#include "verify/structure.h"

namespace ambula {
namespace {

using checker::Cover;
using checker::JudgeScratch;
using checker::NavMeshJudge;
using checker::Stand;
using checker::Walk;

constexpr std::uint64_t kBlock = 1 << 14;
constexpr std::size_t kLooked = 20'000;  // faults of a kind among which the worst are sought
constexpr double kCorner = 1.5;  // radii from a corner of a surface to where a body fits: √2 and some more
constexpr double kApart = 0.5;   // metres between the places told: ten views of one fault help nobody
constexpr std::size_t kMostMissing = 4'000'000;  // kept for comparison with what was dropped

Result<void> check(const VerifyNavMeshParams& params) {
  if (params.samples < 1 || params.samples > 10'000'000'000) {
    return fail(ErrorCode::invalid_argument, text("samples is ", params.samples, "; give 1 .. 10^10"));
  }
  if (!(params.band >= 1e-4 && params.band <= 0.1)) {
    return fail(ErrorCode::invalid_argument, text("band is ", params.band, " m; give 0.0001 .. 0.1"));
  }
  if (!(params.height_tolerance >= 0 && params.height_tolerance <= 10)) {
    return fail(ErrorCode::invalid_argument,
                text("height_tolerance is ", params.height_tolerance, " m; give 0 .. 10"));
  }
  if (!(params.further >= 0 && params.further <= 100)) {
    return fail(ErrorCode::invalid_argument, text("further is ", params.further, " m; give 0 .. 100"));
  }
  if (!(params.missing_allowed >= 0 && params.missing_allowed <= 100)) {
    return fail(ErrorCode::invalid_argument,
                text("missing_allowed is ", params.missing_allowed, " percent; give 0 .. 100"));
  }
  if (!(params.walker_allowed >= 0 && params.walker_allowed <= 100)) {
    return fail(ErrorCode::invalid_argument,
                text("walker_allowed is ", params.walker_allowed, " percent; give 0 .. 100"));
  }
  if (!(params.border_tolerance >= 0 && params.border_tolerance <= 1)) {
    return fail(ErrorCode::invalid_argument,
                text("border_tolerance is ", params.border_tolerance, " m; give 0 .. 1"));
  }
  return {};
}

class Verifying {
 public:
  Verifying(const Scene& scene, const NavMesh& mesh, const NavMeshJudge& judge,
            const VerifyNavMeshParams& params, Stage& stage, Context* context)
      : scene_(scene), mesh_(mesh), judge_(judge), params_(params), stage_(stage), context_(context) {}

  VerifyNavMeshReport run() {
    out_.missing_allowed = params_.missing_allowed;
    out_.cell_area = judge_.cell_draws().total();
    out_.surface_area = judge_.surface_draws().total();
    out_.walker_allowed = params_.walker_allowed;
    out_.ground_area = judge_.ground_draws().total();
    if (!judge_.cell_draws().empty()) {
      judge_stands(0, params_.samples, out_.area,
                   [&](std::uint64_t i, JudgeScratch& scratch) { return judge_.stand_in_cell(i, scratch); });
    }
    judge_stands(1, judge_.border_points().size(), out_.borders,
                 [&](std::uint64_t i, JudgeScratch& scratch) { return judge_.stand_on_border(i, scratch); });
    if (!judge_.surface_draws().empty()) judge_cover();
    if (!judge_.ground_draws().empty()) judge_walks();
    if (!stage_.cancelled()) tell_places();
    return std::move(out_);
  }

 private:
  // Calls judge(i) for all i in blocks, in parallel, and take(value) in order.
  template <class Value, class Judge, class Take>
  void in_blocks(int part, std::uint64_t n, Judge&& judge, Take&& take) {
    std::vector<Value> values;
    for (std::uint64_t begin = 0; begin < n && !stage_.cancelled(); begin += kBlock) {
      stage_.progress((part + static_cast<double>(begin) / static_cast<double>(n)) / 4);
      values.assign(static_cast<std::size_t>(std::min(kBlock, n - begin)), Value{});
      parallel_for(context_, values.size(), 64, [&](std::size_t from, std::size_t to) {
        JudgeScratch scratch;
        for (std::size_t i = from; i < to; ++i) values[i] = judge(begin + i, scratch);
      });
      if (stage_.cancelled()) return;
      for (const Value& value : values) take(value);
    }
  }

  void note(NavMeshFault fault, Vec3 point, double distance, double badness, std::uint32_t triangle) {
    std::vector<Case>& cases = cases_[static_cast<std::size_t>(fault)];
    if (cases.size() < kLooked) cases.push_back({point, distance, badness, triangle});
  }

  template <class Judge>
  void judge_stands(int part, std::uint64_t n, NavMeshSoundness& counts, Judge&& judge) {
    in_blocks<Stand>(part, n, judge, [&](const Stand& s) {
      ++counts.samples;
      counts.unsound += s.unsound ? 1 : 0;
      counts.cylinder += s.cylinder ? 1 : 0;
      counts.adrift += s.adrift ? 1 : 0;
      counts.enclosed += s.enclosed ? 1 : 0;
      counts.floating += s.floating ? 1 : 0;
      if (s.unsound) note(NavMeshFault::unsound, s.point, s.way.distance, -s.way.distance, s.way.triangle);
      if (s.adrift) note(NavMeshFault::adrift, s.point, 0, 0, kNoTriangle);
      if (s.enclosed) note(NavMeshFault::enclosed, s.point, 0, 0, kNoTriangle);
      if (s.floating) note(NavMeshFault::floating, s.point, s.off, s.off, kNoTriangle);
    });
  }

  void judge_cover() {
    NavMeshCompleteness& counts = out_.surface;
    std::vector<Vec3> missing;
    in_blocks<Cover>(
        2, params_.samples, [&](std::uint64_t i, JudgeScratch& scratch) { return judge_.cover(i, scratch); },
        [&](const Cover& c) {
          ++counts.samples;
          counts.free += c.free ? 1 : 0;
          counts.off += c.off ? 1 : 0;
          if (!c.free || c.there) return;
          ++counts.missing;
          if (missing.size() < kMostMissing) missing.push_back(c.point);
        });
    // A patch where a body stands over sills reaches beyond what is free a radius away from them.
    const std::vector<std::uint8_t> dropped =
        checker::dropped_points(missing, out_.surface_area / static_cast<double>(params_.samples),
                                mesh_.dropped, mesh_.lattice, kCorner * judge_.radius());
    for (std::size_t k = 0; k < missing.size(); ++k) {
      if (dropped[k] == 0) {
        note(NavMeshFault::missing, missing[k], 0, 0, kNoTriangle);
      } else {
        --counts.missing;
        ++counts.dropped;
      }
    }
  }

  void judge_walks() {
    WalkerCompleteness& counts = out_.walker;
    std::vector<Vec3> missing;
    in_blocks<Walk>(
        3, params_.samples, [&](std::uint64_t i, JudgeScratch& scratch) { return judge_.walk(i, scratch); },
        [&](const Walk& w) {
          ++counts.samples;
          counts.fits += w.fits ? 1 : 0;
          if (!w.fits || w.there) return;
          if (w.enclosed || w.small) {
            ++(w.enclosed ? counts.enclosed : counts.dropped);
            return;
          }
          ++counts.missing;
          if (missing.size() < kMostMissing) missing.push_back(w.point);
        });
    const std::vector<std::uint8_t> dropped =
        checker::dropped_points(missing, out_.ground_area / static_cast<double>(params_.samples),
                                mesh_.dropped, mesh_.lattice, kCorner * judge_.radius());
    for (std::size_t k = 0; k < missing.size(); ++k) {
      if (dropped[k] == 0) {
        note(NavMeshFault::walker, missing[k], 0, 0, kNoTriangle);
      } else {
        --counts.missing;
        ++counts.dropped;
      }
    }
  }

  void measure_depths(NavMeshFault fault) {
    std::vector<Case>& missing = cases_[static_cast<std::size_t>(fault)];
    parallel_for(context_, missing.size(), 64, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i)
        missing[i].distance = missing[i].badness = judge_.depth(missing[i].point);
    });
  }

  void tell_places() {
    measure_depths(NavMeshFault::missing);
    measure_depths(NavMeshFault::walker);
    JudgeScratch scratch;
    for (std::size_t fault = 0; fault < kFaults; ++fault) {
      std::vector<Case>& cases = cases_[fault];
      std::stable_sort(cases.begin(), cases.end(),
                       [](const Case& a, const Case& b) { return a.badness > b.badness; });
      const std::size_t first = out_.places.size();
      for (const Case& one : cases) {
        if (out_.places.size() - first == params_.places) break;
        const bool known =
            std::any_of(out_.places.begin() + static_cast<std::ptrdiff_t>(first), out_.places.end(),
                        [&](const NavMeshPlace& place) { return length(place.point - one.point) < kApart; });
        if (known) continue;
        const bool named = one.triangle < scene_.triangle_object.size();
        out_.places.push_back(
            {static_cast<NavMeshFault>(fault), one.point, one.distance,
             named ? scene_.objects[scene_.triangle_object[one.triangle].index()].name : std::string{},
             fault == kWalker ? judge_.reason(one.point, scratch) : std::string{}});
      }
    }
  }

  struct Case {
    Vec3 point;
    double distance = 0, badness = 0;
    std::uint32_t triangle = 0;
  };
  static constexpr std::uint32_t kNoTriangle = 0xFFFFFFFFu;
  static constexpr std::size_t kFaults = 6;
  static constexpr auto kWalker = static_cast<std::size_t>(NavMeshFault::walker);

  const Scene& scene_;
  const NavMesh& mesh_;
  const NavMeshJudge& judge_;
  const VerifyNavMeshParams& params_;
  Stage& stage_;
  Context* context_;
  std::array<std::vector<Case>, kFaults> cases_;
  VerifyNavMeshReport out_;
};

}  // namespace

const char* name_of(NavMeshFault fault) noexcept {
  switch (fault) {
    case NavMeshFault::unsound:
      return "unsound";
    case NavMeshFault::adrift:
      return "adrift";
    case NavMeshFault::enclosed:
      return "enclosed";
    case NavMeshFault::floating:
      return "floating";
    case NavMeshFault::missing:
      return "missing";
    case NavMeshFault::walker:
      return "walker";
  }
  return "unknown";
}

Result<VerifyNavMeshReport> verify_navmesh(const Scene& scene, const Agent& agent,
                                           const WalkableParams& walkable_params, const Walkable& walkable,
                                           const Links* links, const NavMesh& mesh,
                                           const VerifyNavMeshParams& params, Context* context) {
  if (auto ok = check(params); !ok) return fail(ok.error());
  if (auto ok = validate(agent); !ok) return fail(ok.error());
  if (auto ok = checker::check_arrays(scene, walkable); !ok) return fail(ok.error());
  if (auto ok = checker::check_arrays(mesh); !ok) return fail(ok.error());
  if (links != nullptr) {
    if (auto ok = validate(*links, walkable); !ok) return fail(ok.error());
  }
  if (!(mesh.lattice == walkable.lattice)) {
    return fail(ErrorCode::broken,
                "navmesh: stands on another lattice than the walkable surface; build it again");
  }
  Stage stage(context, "verify navmesh");
  const double band = std::max(params.band, 10 * walkable.lattice.quantum);
  const NavMeshJudge judge(scene, agent, walkable_params, walkable, links, mesh, params, band);
  VerifyNavMeshReport report = Verifying(scene, mesh, judge, params, stage, context).run();
  if (stage.cancelled()) return cancelled_failure("verify navmesh");
  report.structure =
      checker::check_structure(mesh, {.step = agent.max_step, .tolerance = params.height_tolerance},
                               [&](Vec3 at) { return judge.parted(at); });
  return report;
}

}  // namespace ambula
