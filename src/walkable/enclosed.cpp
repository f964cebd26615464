// Finds ghosts by generalised winding numbers, the dear question last. A look along the axes from one point
// of each component rules out nearly all of them at once; only if some are left does the scene fall into
// parts. Each of these is asked for the points in its box: outside of it a closed part winds around nothing,
// and an open one can hardly do more than half. The sum over consistent parts is that of the closed ones
// around a point, and one tree over the triangles of all open ones.
//
// Where the same shell faces both ways (every wall drawn twice, back to back) the radial matching makes two
// parts of it, one inside out. They have one box, and together wind around nothing: neither is a solid.
#include "walkable/enclosed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "geometry/point_grid.h"
#include "walkable/axis_rays.h"
#include "walkable/parts.h"
#include "walkable/samples.h"

namespace ambula {
namespace {

constexpr double kInside = 0.75;       // winding number: a half space gives 0.5, a closed solid 1
constexpr std::uint8_t kSeen = 2;      // directions of six: a wall of two bare skins shows its backs in two
constexpr double kTooMuch = 0.5;       // of the surface's area
constexpr std::size_t kLeastPart = 4;  // triangles of a part that can be a solid by itself

// Whether `inside` of a candidate's points, the first among them, are enough: one in five may stand before an
// open end or a hole.
bool enough(std::size_t inside, std::size_t points) { return 5 * inside >= 4 * points; }

// A component that may be enclosed.
struct Candidate {
  std::uint32_t component;
  double area;
  std::vector<Vec3> points;  // the first is the one the axes were looked along from
  bool enclosed = false;
};

// One part seen from the first point of one candidate in its box.
struct Sight {
  std::uint32_t part;
  std::uint32_t candidate;
  double winding = 0;
  bool inside = false;  // enough points of the candidate are
};

// The winding number of one part, by whichever way is cheaper for so many questions.
class PartWinding {
 public:
  PartWinding(std::span<const LatticeTriangle> triangles, std::span<const std::uint32_t> chosen,
              std::size_t questions) {
    triangles_.reserve(chosen.size());
    for (const std::uint32_t t : chosen) triangles_.push_back(triangles[t]);
    // In triangles' worth of solid angle: building costs two a triangle, asking about 200.
    const std::size_t n = triangles_.size();
    if (n * questions > 2 * n + 200 * questions) tree_.emplace(triangles_);
  }
  [[nodiscard]] double at(Vec3 p) const { return tree_ ? tree_->at(p) : winding_number(triangles_, p); }

 private:
  std::vector<LatticeTriangle> triangles_;
  std::optional<WindingTree> tree_;
};

class Finder {
 public:
  Finder(const EnclosedInput& input, Context* context) : input_(input), context_(context) {}

  Result<Enclosed> run();

 private:
  [[nodiscard]] bool cancelled() const { return context_ && context_->cancelled(); }
  void find_candidates();
  void look_into_parts();
  void discard_inside_out();
  void judge_parts();
  void judge_sum();
  [[nodiscard]] std::vector<double> closed_windings(std::span<const Vec3> points) const;
  [[nodiscard]] bool counts_in_sum(std::uint32_t part) const {
    return parts_.parts[part].consistent && !ignored_[part];
  }
  void warn(double share, const LatticeBox* box);

  // Calls body(part, points) for every part of at least kLeastPart triangles that `wanted` and whose box
  // holds some of the points; ascending.
  template <class Wanted, class Body>
  void each_part_around(std::span<const Vec3> points, Wanted&& wanted, Body&& body) const;

  const EnclosedInput& input_;
  Context* context_;
  Enclosed result_;
  double total_area_ = 0;
  std::vector<Candidate> candidates_;
  Parts parts_;
  std::vector<Sight> sights_;  // by part, then candidate
  std::vector<char> ignored_;  // per part
};

void Finder::find_candidates() {
  const ComponentSamples samples(input_.surface, input_.component, input_.components,
                                 input_.half_height / input_.lattice.quantum);
  total_area_ = samples.total_area();
  std::vector<Vec3> firsts(input_.components);
  for (std::uint32_t c = 0; c < input_.components; ++c) firsts[c] = samples.first(c);
  const std::vector<AxisView> views = look_along_axes(input_.triangles, firsts, context_);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t c = 0; c < input_.components; ++c) {
    if (views[c].backs >= kSeen || views[c].insides >= kSeen) chosen.push_back(c);
  }
  const std::vector<std::vector<Vec3>> more = samples.more(chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    Candidate candidate{chosen[i], samples.area(chosen[i]), {firsts[chosen[i]]}};
    candidate.points.insert(candidate.points.end(), more[i].begin(), more[i].end());
    candidates_.push_back(std::move(candidate));
  }
}

template <class Wanted, class Body>
void Finder::each_part_around(std::span<const Vec3> points, Wanted&& wanted, Body&& body) const {
  std::vector<Vec2> plan_points(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) plan_points[i] = points[i].xy();
  const PointGrid grid(plan_points);
  std::vector<std::uint32_t> around;
  for (std::uint32_t p = 0; p < parts_.parts.size(); ++p) {
    if (parts_.triangles_of(p).size() < kLeastPart || !wanted(p)) continue;
    const LatticeBox& box = parts_.parts[p].box;
    around.clear();
    grid.each_in({static_cast<double>(box.min.x), static_cast<double>(box.min.y)},
                 {static_cast<double>(box.max.x), static_cast<double>(box.max.y)},
                 [&](std::uint32_t i, Vec2) {
                   if (box.contains(points[i])) around.push_back(i);
                 });
    if (around.empty()) continue;
    std::sort(around.begin(), around.end());
    body(p, std::span<const std::uint32_t>(around));
  }
}

// For every part: the candidates in its box, and whether they are inside.
void Finder::look_into_parts() {
  std::vector<Vec3> firsts;
  for (const Candidate& c : candidates_) firsts.push_back(c.points.front());
  std::vector<std::size_t> groups;  // where the sights of one part begin
  each_part_around(
      firsts, [](std::uint32_t) { return true; },
      [&](std::uint32_t part, std::span<const std::uint32_t> around) {
        groups.push_back(sights_.size());
        for (const std::uint32_t i : around) sights_.push_back({part, i});
      });
  const std::size_t count = groups.size();
  groups.push_back(sights_.size());
  parallel_for(context_, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end && !cancelled(); ++g) {
      const std::span<Sight> group = std::span(sights_).subspan(groups[g], groups[g + 1] - groups[g]);
      const PartWinding winding(input_.triangles, parts_.triangles_of(group.front().part), group.size());
      for (Sight& sight : group) {
        if (cancelled()) return;
        const std::vector<Vec3>& points = candidates_[sight.candidate].points;
        sight.winding = winding.at(points.front());
        if (sight.winding < kInside) continue;
        const auto inside =
            std::count_if(points.begin() + 1, points.end(), [&](Vec3 p) { return winding.at(p) >= kInside; });
        sight.inside = enough(static_cast<std::size_t>(inside) + 1, points.size());
      }
    }
  });
}

void Finder::discard_inside_out() {
  std::vector<std::vector<std::uint32_t>> turned(
      candidates_.size());  // parts that wind backwards around them
  for (const Sight& sight : sights_) {
    if (sight.winding <= -kInside) turned[sight.candidate].push_back(sight.part);
  }
  for (Sight& sight : sights_) {
    if (!sight.inside) continue;
    const LatticeBox& box = parts_.parts[sight.part].box;
    sight.inside = std::none_of(turned[sight.candidate].begin(), turned[sight.candidate].end(),
                                [&](std::uint32_t part) { return parts_.parts[part].box == box; });
  }
}

void Finder::warn(double share, const LatticeBox* box) {
  const auto percent = static_cast<int>(share * 100 + 0.5);
  std::array<char, 320> text;
  if (box) {
    const Vec3 low = input_.lattice.position(box->min), high = input_.lattice.position(box->max);
    std::snprintf(
        text.data(), text.size(),
        "the closed shell between (%.2f, %.2f, %.2f) and (%.2f, %.2f, %.2f) has %d %% of the walkable "
        "surface inside, so it is taken for a building and not for a solid",
        low.x, low.y, low.z, high.x, high.y, high.z, percent);
  } else {
    std::snprintf(
        text.data(), text.size(),
        "%d %% of the walkable surface lies inside shells that enclose it only together, so these are "
        "taken for buildings and not for solids",
        percent);
  }
  result_.warnings.emplace_back(text.data());
}

void Finder::judge_parts() {
  ignored_.assign(parts_.parts.size(), 0);
  for (std::size_t begin = 0; begin < sights_.size();) {
    const std::uint32_t part = sights_[begin].part;
    double area = 0;
    std::size_t end = begin;
    for (; end < sights_.size() && sights_[end].part == part; ++end) {
      if (sights_[end].inside) area += candidates_[sights_[end].candidate].area;
    }
    if (area > kTooMuch * total_area_) {
      ignored_[part] = 1;
      warn(area / total_area_, &parts_.parts[part].box);
    } else {
      for (std::size_t i = begin; i < end; ++i) {
        if (sights_[i].inside) candidates_[sights_[i].candidate].enclosed = true;
      }
    }
    begin = end;
  }
}

// Per point the sum over closed consistent parts, in their order.
std::vector<double> Finder::closed_windings(std::span<const Vec3> points) const {
  std::vector<double> sums(points.size(), 0);
  each_part_around(
      points, [&](std::uint32_t p) { return parts_.parts[p].closed && counts_in_sum(p); },
      [&](std::uint32_t part, std::span<const std::uint32_t> around) {
        if (cancelled()) return;
        const PartWinding winding(input_.triangles, parts_.triangles_of(part), around.size());
        for (const std::uint32_t i : around) sums[i] += winding.at(points[i]);
      });
  return sums;
}

void Finder::judge_sum() {
  std::vector<std::uint32_t> left;  // candidates
  std::vector<double> firsts(candidates_.size(), 0);
  for (const Sight& sight : sights_) {
    if (parts_.parts[sight.part].closed && counts_in_sum(sight.part))
      firsts[sight.candidate] += sight.winding;
  }
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    if (!candidates_[i].enclosed) left.push_back(i);
  }
  if (left.empty()) return;
  std::vector<LatticeTriangle> sheets;
  for (std::size_t t = 0; t < input_.triangles.size(); ++t) {
    const std::uint32_t part = parts_.part_of[t];
    if (part != Parts::kNone && !parts_.parts[part].closed && counts_in_sum(part)) {
      sheets.push_back(input_.triangles[t]);
    }
  }
  const WindingTree tree(sheets);
  parallel_for(context_, left.size(), 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) firsts[left[i]] += tree.at(candidates_[left[i]].points.front());
  });
  std::erase_if(left, [&](std::uint32_t i) { return firsts[i] < kInside; });

  std::vector<Vec3> points;
  for (const std::uint32_t i : left) {
    points.insert(points.end(), candidates_[i].points.begin() + 1, candidates_[i].points.end());
  }
  std::vector<double> sums = closed_windings(points);
  parallel_for(context_, points.size(), 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) sums[i] += tree.at(points[i]);
  });
  double area = 0;
  std::vector<std::uint32_t> inside;
  std::size_t next = 0;
  for (const std::uint32_t i : left) {
    const std::size_t end = next + candidates_[i].points.size() - 1;
    const auto count =
        std::count_if(sums.begin() + static_cast<std::ptrdiff_t>(next),
                      sums.begin() + static_cast<std::ptrdiff_t>(end), [](double w) { return w >= kInside; });
    next = end;
    if (!enough(static_cast<std::size_t>(count) + 1, candidates_[i].points.size())) continue;
    inside.push_back(i);
    area += candidates_[i].area;
  }
  if (area > kTooMuch * total_area_) {
    warn(area / total_area_, nullptr);
    return;
  }
  for (const std::uint32_t i : inside) candidates_[i].enclosed = true;
}

Result<Enclosed> Finder::run() {
  constexpr const char* kStage = "looking for floor inside solids";
  result_.component.assign(input_.components, 0);
  if (input_.components == 0 || input_.triangles.empty()) return std::move(result_);
  find_candidates();
  if (cancelled()) return cancelled_failure(kStage);
  result_.candidates = static_cast<std::uint32_t>(candidates_.size());
  if (candidates_.empty()) return std::move(result_);

  const Corners corners = share_corners(input_.triangles);
  parts_ = find_parts(corners.places, corners.triangles, context_);
  if (cancelled()) return cancelled_failure(kStage);
  result_.parts = static_cast<std::uint32_t>(parts_.parts.size());
  look_into_parts();
  if (cancelled()) return cancelled_failure(kStage);
  discard_inside_out();
  judge_parts();
  judge_sum();
  if (cancelled()) return cancelled_failure(kStage);
  for (const Candidate& c : candidates_) {
    if (!c.enclosed) continue;
    result_.component[c.component] = 1;
    ++result_.count;
  }
  return std::move(result_);
}

}  // namespace

Result<Enclosed> find_enclosed(const EnclosedInput& input, Context* context) {
  return Finder(input, context).run();
}

}  // namespace ambula
