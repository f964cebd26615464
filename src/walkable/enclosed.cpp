// Finds ghosts by generalised winding numbers, the dear question last. Rays along the axes from one point of
// each component rule out nearly all of them; only if some are left does the scene fall into parts. The same
// rays, told apart by part, say which parts may be around a point, and of closed parts how often; only open
// ones are asked for solid angles there. The sum over consistent parts is that of the closed ones, which is
// the same all over a component because nothing stands within the agent's height, and that of the open ones
// together.
//
// What lies inside a part may take back what the part encloses: the inner skin of a hall of two skins, or the
// same shell drawn a second time and inside out. Only shells that face the point from all around do; the
// floor of an open one is left out, or every sheet of ground inside a rock would count.
#include "walkable/enclosed.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

#include "core/cancel.h"
#include "walkable/axis_rays.h"
#include "walkable/samples.h"

namespace ambula {
namespace {

constexpr double kTakenBack = -0.35;  // winding number: an inner skin without floor gives -0.5 less doorways
constexpr double kFlat = 0.5;         // of a normal: z of what may be the floor of an inner skin
constexpr double kInside = 0.75;      // winding number: a half space gives 0.5, a closed solid 1
constexpr int kSeen = 2;              // directions of six: a wall of two bare skins shows its backs in two
constexpr int kOpen = 2;              // times as many fronts as backs: a room, whatever winds around it
constexpr int kAgreed = 4;        // directions of six that must give one number; rays may pass through edges
constexpr double kTooMuch = 0.5;  // of the surface's area

// Whether `inside` of a candidate's points, the first among them, are enough: one in five may stand before an
// open end or a hole.
bool enough(std::size_t inside, std::size_t points) { return 5 * inside >= 4 * points; }

// Backs less fronts that rays cross, by direction.
struct Crossings {
  std::array<std::int32_t, AxisHits::kDirections> count{};

  void add(const AxisHit& hit) { count[hit.direction] += hit.back ? 1 : -1; }
  void add(const Crossings& other) {
    for (std::size_t d = 0; d < count.size(); ++d) count[d] += other.count[d];
  }
  [[nodiscard]] bool maybe_inside() const {
    return std::count_if(count.begin(), count.end(), [](std::int32_t n) { return n > 0; }) >= kSeen;
  }
  [[nodiscard]] bool maybe_inside_out() const {
    return std::count_if(count.begin(), count.end(), [](std::int32_t n) { return n < 0; }) >= kSeen;
  }
  // Around a closed part every direction gives its winding number.
  [[nodiscard]] std::optional<double> agreed() const {
    for (const std::int32_t n : {count[0], count[1], count[2]}) {
      if (std::count(count.begin(), count.end(), n) >= kAgreed) return n;
    }
    return {};
  }
};

// Directions in which the nearest triangle shows its back. Of several at one distance, one is enough.
int backs_seen(std::span<const AxisHit> hits) {
  std::array<double, AxisHits::kDirections> nearest;
  nearest.fill(std::numeric_limits<double>::infinity());
  std::array<bool, AxisHits::kDirections> back{};
  for (const AxisHit& hit : hits) {
    const std::size_t d = hit.direction;
    if (hit.distance > nearest[d]) continue;
    back[d] = hit.back || (back[d] && hit.distance == nearest[d]);
    nearest[d] = hit.distance;
  }
  return static_cast<int>(std::count(back.begin(), back.end(), true));
}

// What a point first meets in the directions but down.
struct FirstHits {
  int backs = 0, fronts = 0;
};

using PartBox = std::array<LatticePoint, 2>;  // least and greatest coordinates

PartBox box_of(std::span<const LatticeTriangle> triangles, std::span<const std::uint32_t> chosen) {
  LatticePoint low = triangles[chosen.front()][0], high = low;
  for (const std::uint32_t t : chosen) {
    for (const LatticePoint p : triangles[t]) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  return {low, high};
}

bool lies_within(const PartBox& inner, const PartBox& outer) {
  return inner[0].x >= outer[0].x && inner[0].y >= outer[0].y && inner[0].z >= outer[0].z &&
         inner[1].x <= outer[1].x && inner[1].y <= outer[1].y && inner[1].z <= outer[1].z;
}

// Faces up rather than to a side.
bool is_floor(const LatticeTriangle& t) {
  const auto to = [&](std::size_t i) {
    return Vec3{static_cast<double>(t[i].x) - t[0].x, static_cast<double>(t[i].y) - t[0].y,
                static_cast<double>(t[i].z) - t[0].z};
  };
  const Vec3 n = cross(to(1), to(2));
  return n.z > kFlat * length(n);
}

// A component that may be enclosed.
struct Candidate {
  std::uint32_t component;
  double area;
  std::vector<Vec3> points;  // the rays start at the first
  bool enclosed = false;
  FirstHits first = {};
};

// One part seen from the first point of one candidate.
struct Sight {
  std::uint32_t part;
  std::uint32_t candidate;
  Crossings crossings = {};
  std::optional<double> winding = {};  // where it is known
  bool inside = false;                 // enough points of the candidate are
};

// The winding number of one part, by whichever way is cheaper for so many questions.
class PartWinding {
 public:
  PartWinding(std::span<const LatticeTriangle> triangles, std::span<const std::uint32_t> chosen,
              std::size_t questions) {
    triangles_.reserve(chosen.size());
    for (const std::uint32_t t : chosen) triangles_.push_back(triangles[t]);
    // In solid angles' worth of time: building costs three a triangle, asking about 300.
    const std::size_t n = triangles_.size();
    if (n * questions > 3 * n + 300 * questions) tree_.emplace(triangles_);
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
  void see_parts();
  void wind_parts();
  [[nodiscard]] bool may_take_back(const Sight& sight, const PartBox& box) const;
  [[nodiscard]] std::vector<std::uint32_t> skins_within(std::uint32_t part, const PartBox& box) const;
  void take_back();
  void look_out();
  void judge_parts();
  void judge_sum();
  [[nodiscard]] std::vector<std::uint32_t> left_for_sum(std::vector<double>& closed) const;
  [[nodiscard]] bool counts_in_sum(std::uint32_t part) const {
    return parts_.parts[part].consistent && !ignored_[part];
  }
  [[nodiscard]] const PartBox& box_of_part(std::uint32_t part) const {
    if (!boxes_[part]) boxes_[part] = box_of(input_.triangles, parts_.triangles_of(part));
    return *boxes_[part];
  }
  void warn(double share, const std::optional<PartBox>& box);

  const EnclosedInput& input_;
  Context* context_;
  Enclosed result_;
  double total_area_ = 0;
  std::vector<Candidate> candidates_;
  AxisHits hits_;  // per component
  Parts parts_;
  mutable std::vector<std::optional<PartBox>> boxes_;  // per part, once asked for
  std::vector<Sight> sights_;                          // by part, then candidate
  std::vector<char> ignored_;                          // per part
};

void Finder::find_candidates() {
  const ComponentSamples samples(input_.surface, input_.component, input_.components,
                                 input_.half_height / input_.lattice.quantum);
  total_area_ = samples.total_area();
  std::vector<Vec3> firsts(input_.components);
  for (std::uint32_t c = 0; c < input_.components; ++c) firsts[c] = samples.first(c);
  hits_ = look_along_axes(input_.triangles, firsts, context_);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t c = 0; c < input_.components; ++c) {
    Crossings crossings;
    for (const AxisHit& hit : hits_.of(c)) crossings.add(hit);
    if (crossings.maybe_inside() || backs_seen(hits_.of(c)) >= kSeen) chosen.push_back(c);
  }
  const std::vector<std::vector<Vec3>> more = samples.more(chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    Candidate candidate{chosen[i], samples.area(chosen[i]), {firsts[chosen[i]]}};
    candidate.points.insert(candidate.points.end(), more[i].begin(), more[i].end());
    candidates_.push_back(std::move(candidate));
  }
}

// Every part that rays of a candidate meet, with what they cross of it.
void Finder::see_parts() {
  std::vector<std::pair<std::uint32_t, const AxisHit*>> by_part;
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    if (cancelled()) return;
    by_part.clear();
    for (const AxisHit& hit : hits_.of(candidates_[i].component)) {
      const std::uint32_t part = parts_.part_of[hit.triangle];
      if (part != Parts::kNone) by_part.push_back({part, &hit});
    }
    std::sort(by_part.begin(), by_part.end());
    for (std::size_t k = 0; k < by_part.size(); ++k) {
      const std::uint32_t part = by_part[k].first;
      if (k == 0 || by_part[k - 1].first != part) sights_.push_back({part, i});
      sights_.back().crossings.add(*by_part[k].second);
    }
  }
  CancelCheck check(context_);
  for (Sight& sight : sights_) {
    check();
    const Part& part = parts_.parts[sight.part];
    if (part.closed && part.consistent) sight.winding = sight.crossings.agreed();
  }
  std::sort(sights_.begin(), sights_.end(), [&](const Sight& a, const Sight& b) {
    check();
    return a.part != b.part ? a.part < b.part : a.candidate < b.candidate;
  });
}

// Winding numbers of the parts that may be around candidates.
void Finder::wind_parts() {
  std::vector<std::vector<Sight*>> groups;  // by part
  for (Sight& sight : sights_) {
    const bool known = sight.winding && *sight.winding < kInside;
    if (known || !sight.crossings.maybe_inside()) continue;
    if (groups.empty() || groups.back().front()->part != sight.part) groups.emplace_back();
    groups.back().push_back(&sight);
  }
  parallel_for(context_, groups.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end && !cancelled(); ++g) {
      std::size_t questions = 0;
      for (const Sight* sight : groups[g]) {
        questions += candidates_[sight->candidate].points.size();
      }
      const PartWinding winding(input_.triangles, parts_.triangles_of(groups[g].front()->part), questions);
      for (Sight* sight : groups[g]) {
        if (cancelled()) return;
        const std::vector<Vec3>& points = candidates_[sight->candidate].points;
        if (!sight->winding) sight->winding = winding.at(points.front());
        if (*sight->winding < kInside) continue;
        const auto inside =
            std::count_if(points.begin() + 1, points.end(), [&](Vec3 p) { return winding.at(p) >= kInside; });
        sight->inside = enough(static_cast<std::size_t>(inside) + 1, points.size());
      }
    }
  });
}

// Whether rays of a candidate meet what could take back that the part encloses it.
bool Finder::may_take_back(const Sight& sight, const PartBox& box) const {
  Crossings crossings;
  for (const AxisHit& hit : hits_.of(candidates_[sight.candidate].component)) {
    const std::uint32_t part = parts_.part_of[hit.triangle];
    if (part != sight.part && part != Parts::kNone && lies_within(box_of_part(part), box)) crossings.add(hit);
  }
  return crossings.maybe_inside_out();
}

// Triangles of other parts that lie as a whole within the part's box; of open ones without their floors.
std::vector<std::uint32_t> Finder::skins_within(std::uint32_t part, const PartBox& box) const {
  std::vector<std::uint32_t> found;
  const auto take = [&](std::size_t t) {
    const std::uint32_t other = parts_.part_of[t];
    if (other == part || other == Parts::kNone || !lies_within(box_of_part(other), box)) return;
    if (!parts_.parts[other].closed && is_floor(input_.triangles[t])) return;
    found.push_back(static_cast<std::uint32_t>(t));
  };
  if (input_.tree) {
    LatticeBox query;
    query.add(box[0]);
    query.add(box[1]);
    input_.tree->visit(
        query, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; }, take);
  } else {
    for (std::size_t t = 0; t < input_.triangles.size(); ++t) take(t);
  }
  return found;
}

void Finder::take_back() {
  for (std::size_t begin = 0, end = 0; begin < sights_.size(); begin = end) {
    const std::uint32_t part = sights_[begin].part;
    std::optional<PartBox> box;
    std::vector<Sight*> asked;
    for (end = begin; end < sights_.size() && sights_[end].part == part; ++end) {
      Sight& sight = sights_[end];
      if (!sight.inside) continue;
      if (!box) box = box_of_part(part);
      if (may_take_back(sight, *box)) asked.push_back(&sight);
    }
    if (asked.empty()) continue;
    const std::vector<std::uint32_t> within = skins_within(part, *box);
    const PartWinding winding(input_.triangles, within, 5 * asked.size());
    for (Sight* sight : asked) {
      if (cancelled()) return;
      const std::vector<Vec3>& points = candidates_[sight->candidate].points;
      const auto back =
          std::count_if(points.begin(), points.end(), [&](Vec3 p) { return winding.at(p) <= kTakenBack; });
      sight->inside = 2 * static_cast<std::size_t>(back) < points.size();
    }
  }
}

// Backs and fronts that candidates first meet, down apart: ground faces up there. Closed parts that do not
// wind around them are left out, since what is behind such a part counts: cladding that is sunk into a
// column.
void Finder::look_out() {
  std::vector<std::vector<std::uint32_t>> beside(candidates_.size());  // parts to be left out, ascending
  for (const Sight& sight : sights_) {
    const Part& part = parts_.parts[sight.part];
    if (part.closed && part.consistent && sight.winding && *sight.winding == 0)
      beside[sight.candidate].push_back(sight.part);
  }
  constexpr std::uint8_t kDown = 5;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    std::array<double, AxisHits::kDirections> nearest;
    nearest.fill(std::numeric_limits<double>::infinity());
    std::array<bool, AxisHits::kDirections> back{};
    for (const AxisHit& hit : hits_.of(candidates_[i].component)) {
      const std::size_t d = hit.direction;
      const std::uint32_t part = parts_.part_of[hit.triangle];
      if (d == kDown || hit.distance > nearest[d] || part == Parts::kNone) continue;
      if (std::binary_search(beside[i].begin(), beside[i].end(), part)) continue;
      back[d] = hit.back || (back[d] && hit.distance == nearest[d]);
      nearest[d] = hit.distance;
    }
    FirstHits& first = candidates_[i].first;
    for (std::size_t d = 0; d < AxisHits::kDirections; ++d) {
      if (nearest[d] == std::numeric_limits<double>::infinity()) continue;
      ++(back[d] ? first.backs : first.fronts);
    }
  }
  for (Sight& sight : sights_) {
    const FirstHits& first = candidates_[sight.candidate].first;
    if (first.fronts > kOpen * first.backs) sight.inside = false;
  }
}

void Finder::warn(double share, const std::optional<PartBox>& box) {
  const auto percent = static_cast<int>(share * 100 + 0.5);
  std::array<char, 320> text;
  if (box) {
    const Vec3 a = input_.frame.to_input(input_.lattice.position((*box)[0])),
               b = input_.frame.to_input(input_.lattice.position((*box)[1]));
    const Vec3 low{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
        high{std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
    std::snprintf(text.data(), text.size(),
                  "the shell between (%.2f, %.2f, %.2f) and (%.2f, %.2f, %.2f) has %d %% of the walkable "
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
      warn(area / total_area_, box_of_part(part));
    } else {
      for (std::size_t i = begin; i < end; ++i) {
        if (sights_[i].inside) candidates_[sights_[i].candidate].enclosed = true;
      }
    }
    begin = end;
  }
}

// Candidates that no part encloses by itself but the sum may, and what closed parts add to it at each
// candidate. Around a room, skins of several shells may add up; but the room shows its own fronts.
std::vector<std::uint32_t> Finder::left_for_sum(std::vector<double>& closed) const {
  std::vector<Crossings> sums(candidates_.size());
  closed.assign(candidates_.size(), 0);
  for (const Sight& sight : sights_) {
    if (!counts_in_sum(sight.part)) continue;
    sums[sight.candidate].add(sight.crossings);
    if (!parts_.parts[sight.part].closed) continue;
    const Vec3 point = candidates_[sight.candidate].points.front();
    closed[sight.candidate] +=
        sight.winding ? *sight.winding
                      : PartWinding(input_.triangles, parts_.triangles_of(sight.part), 1).at(point);
  }
  std::vector<std::uint32_t> left;
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    const FirstHits& first = candidates_[i].first;
    if (!candidates_[i].enclosed && sums[i].maybe_inside() && first.backs >= first.fronts) left.push_back(i);
  }
  return left;
}

void Finder::judge_sum() {
  std::vector<double> closed;
  const std::vector<std::uint32_t> left = left_for_sum(closed);
  if (left.empty()) return;
  std::vector<std::uint32_t> sheets;  // triangles of open parts
  for (std::uint32_t t = 0; t < input_.triangles.size(); ++t) {
    const std::uint32_t part = parts_.part_of[t];
    if (part != Parts::kNone && !parts_.parts[part].closed && counts_in_sum(part)) sheets.push_back(t);
  }
  const PartWinding winding(input_.triangles, sheets, 2 * left.size());
  std::vector<char> enclosed(left.size(), 0);
  parallel_for(context_, left.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end && !cancelled(); ++k) {
      const std::vector<Vec3>& points = candidates_[left[k]].points;
      const auto is_inside = [&](Vec3 p) { return closed[left[k]] + winding.at(p) >= kInside; };
      if (!is_inside(points.front())) continue;
      const auto inside = std::count_if(points.begin() + 1, points.end(), is_inside);
      enclosed[k] = enough(static_cast<std::size_t>(inside) + 1, points.size());
    }
  });
  double area = 0;
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (enclosed[k]) area += candidates_[left[k]].area;
  }
  if (area > kTooMuch * total_area_) {
    warn(area / total_area_, {});
    return;
  }
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (enclosed[k]) candidates_[left[k]].enclosed = true;
  }
}

Result<Enclosed> Finder::run() {
  constexpr const char* kStage = "looking for floor inside solids";
  result_.component.assign(input_.components, 0);
  if (input_.components == 0 || input_.triangles.empty()) return std::move(result_);
  find_candidates();
  if (cancelled()) return cancelled_failure(kStage);
  result_.candidates = static_cast<std::uint32_t>(candidates_.size());
  if (candidates_.empty()) return std::move(result_);

  if (input_.parts) {
    parts_ = *input_.parts;
  } else if (input_.corners.empty()) {
    const Corners shared = share_corners(input_.triangles);
    parts_ = find_parts(shared.places, shared.triangles, context_);
  } else {
    parts_ = find_parts(input_.places, input_.corners, context_);
  }
  if (cancelled()) return cancelled_failure(kStage);
  result_.parts = static_cast<std::uint32_t>(parts_.parts.size());
  boxes_.resize(parts_.parts.size());
  see_parts();
  if (cancelled()) return cancelled_failure(kStage);
  wind_parts();
  if (cancelled()) return cancelled_failure(kStage);
  take_back();
  if (cancelled()) return cancelled_failure(kStage);
  look_out();
  if (cancelled()) return cancelled_failure(kStage);
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
