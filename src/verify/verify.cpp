// Draws the samples, judges them in blocks, and puts the report together. Only counts and the first
// disagreements are kept, so that a billion samples need no more memory than a thousand.
#include "ambula/verify.h"
#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/walkable.h"

#include <algorithm>

#include "core/text.h"
#include "verify/compare.h"
#include "verify/structure.h"

namespace ambula {
namespace {

using checker::Comparison;
using checker::Origin;
using checker::Sample;
using checker::Scratch;
using checker::Verdict;

constexpr std::uint64_t kBlock = 1 << 15;
constexpr std::size_t kLooked = 20'000;  // disagreements among which the worst are sought
constexpr std::size_t kPlaces = 10;
constexpr double kApart = 0.1;  // metres between the places told: ten views of one hole help nobody

struct Case {
  Origin origin;
  std::uint64_t index;
  Verdict verdict;
  double reach = 0;
};

Result<void> check(const VerifyParams& params) {
  if (params.samples < 1 || params.samples > 10'000'000'000) {
    return fail(ErrorCode::invalid_argument, text("samples is ", params.samples, "; give 1 .. 10^10"));
  }
  if (!(params.band >= 1e-4 && params.band <= 0.1)) {
    return fail(ErrorCode::invalid_argument, text("band is ", params.band, " m; give 0.0001 .. 0.1"));
  }
  return {};
}

void count(VerifyCounts& counts, Verdict verdict) {
  ++counts.samples;
  switch (verdict) {
    case Verdict::agreed:
      ++counts.agreed;
      break;
    case Verdict::missing:
      ++counts.missing;
      break;
    case Verdict::extra:
      ++counts.extra;
      break;
    case Verdict::doubled:
      ++counts.doubled;
      break;
    case Verdict::crossed:
      ++counts.crossed;
      break;
    case Verdict::undecidable:
      ++counts.undecidable;
      break;
    case Verdict::closed:
      ++counts.closed;
      break;
    case Verdict::enclosed:
      ++counts.enclosed;
      break;
    case Verdict::small:
      ++counts.small;
      break;
  }
}

bool unexplained(Verdict verdict) {
  return verdict == Verdict::missing || verdict == Verdict::extra || verdict == Verdict::doubled ||
         verdict == Verdict::crossed;
}

VerifyCounts judge_all(const Comparison& comparison, Origin origin, std::uint64_t samples, Stage& stage,
                       Context* context, std::vector<Case>& cases) {
  VerifyCounts counts;
  if (comparison.draws(origin).empty()) return counts;
  std::vector<Verdict> verdicts;
  const double before = static_cast<double>(origin) / 3;
  for (std::uint64_t begin = 0; begin < samples && !stage.cancelled(); begin += kBlock) {
    stage.progress(before + static_cast<double>(begin) / static_cast<double>(samples) / 3);
    verdicts.assign(static_cast<std::size_t>(std::min(kBlock, samples - begin)), Verdict::agreed);
    parallel_for(context, verdicts.size(), 256, [&](std::size_t from, std::size_t to) {
      Scratch scratch;
      for (std::size_t i = from; i < to; ++i) {
        verdicts[i] = comparison.judge(origin, comparison.sample(origin, begin + i), scratch);
      }
    });
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      count(counts, verdicts[i]);
      if (unexplained(verdicts[i]) && cases.size() < kLooked)
        cases.push_back({origin, begin + i, verdicts[i]});
    }
  }
  return counts;
}

std::vector<VerifyPlace> worst_places(const Comparison& comparison, std::vector<Case>& cases,
                                      Context* context) {
  parallel_for(context, cases.size(), 64, [&](std::size_t from, std::size_t to) {
    Scratch scratch;
    for (std::size_t i = from; i < to; ++i) {
      const Sample sample = comparison.sample(cases[i].origin, cases[i].index);
      cases[i].reach = comparison.reach_of(cases[i].verdict, sample, scratch);
    }
  });
  std::stable_sort(cases.begin(), cases.end(),
                   [](const Case& a, const Case& b) { return a.reach > b.reach; });
  std::vector<VerifyPlace> places;
  Scratch scratch;
  for (const Case& one : cases) {
    if (places.size() == kPlaces) break;
    const Sample sample = comparison.sample(one.origin, one.index);
    const Vec3 point{sample.p.x, sample.p.y, sample.z};
    const bool known = std::any_of(places.begin(), places.end(), [&](const VerifyPlace& place) {
      return length(place.point - point) < std::max(kApart, 2 * place.reach);
    });
    if (known) continue;
    places.push_back(comparison.describe(one.verdict, sample, scratch));
    places.back().reach = one.reach;
  }
  return places;
}

}  // namespace

const char* name_of(Disagreement kind) noexcept {
  switch (kind) {
    case Disagreement::missing:
      return "missing";
    case Disagreement::extra:
      return "extra";
    case Disagreement::doubled:
      return "doubled";
    case Disagreement::crossed:
      return "crossed";
  }
  return "unknown";
}

Result<VerifyReport> verify_walkable(const Scene& scene, const Agent& agent,
                                     const WalkableParams& walkable_params, const Walkable& walkable,
                                     const VerifyParams& params, Context* context) {
  if (auto ok = check(params); !ok) return fail(ok.error());
  if (auto ok = validate(agent); !ok) return fail(ok.error());
  if (auto ok = checker::check_arrays(scene, walkable); !ok) return fail(ok.error());
  Stage stage(context, "verify");
  VerifyReport report;
  report.band = std::max(params.band, 10 * walkable.lattice.quantum);
  const Comparison comparison(scene, agent, walkable_params, walkable, params, report.band);
  report.structure =
      checker::check_structure(comparison.ground_size(), for_agent(walkable_params, agent), walkable);

  std::vector<Case> cases;
  const auto judge = [&](Origin origin) {
    return judge_all(comparison, origin, params.samples, stage, context, cases);
  };
  report.ground = judge(Origin::ground);
  report.surface = judge(Origin::surface);
  report.walls = judge(Origin::walls);
  if (stage.cancelled()) return cancelled_failure("verify");
  const auto area = [&](Origin origin, std::uint64_t bad) {
    return comparison.draws(origin).total() * static_cast<double>(bad) / static_cast<double>(params.samples);
  };
  report.missing_area = area(Origin::ground, report.ground.missing);
  report.extra_area = area(Origin::surface, report.surface.extra + report.surface.doubled);
  report.places = worst_places(comparison, cases, context);
  return report;
}

}  // namespace ambula
