// Links against the raw triangles, by nothing the search uses: along many rulings of every filler (lines from
// one border to the other) a body is moved, as horizontal and vertical segments from a step above the filler
// up to the agent's height, and no triangle may cross it. Limits and intervals are counted anew.
#include <algorithm>
#include <cmath>
#include <map>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/links.h"
#include "ambula/verify.h"
#include "verify/plan_tree.h"
#include "verify/truth.h"

namespace ambula {
namespace {

constexpr double kSpacing = 0.05;  // metres between rulings
constexpr std::size_t kMostRulings = 64;
constexpr int kLevels = 7;         // horizontal segments between step and height
constexpr double kBeyond = 0.002;  // metres a body is moved past both borders: what stands on them counts

struct Ruling {
  Vec3 from, to;
};

// Whether the segment crosses the triangle, neither of them touching the other only.
bool crosses(Vec3 p, Vec3 q, const std::array<Vec3, 3>& t) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  const double dp = dot(n, p - t[0]), dq = dot(n, q - t[0]);
  if (!((dp > 0 && dq < 0) || (dp < 0 && dq > 0))) return false;
  const Vec3 x = p + (q - p) * (dp / (dp - dq));
  for (std::size_t i = 0; i < 3; ++i) {
    if (dot(n, cross(t[(i + 1) % 3] - t[i], x - t[i])) < 0) return false;
  }
  return true;
}

class Check {
 public:
  Check(const Scene& scene, const Agent& agent, const LinksParams& params, const Walkable& w,
        const Links& links, double band)
      : agent_(agent), params_(params), w_(w), links_(links), band_(band) {
    std::vector<Box3> boxes;
    for (const Triangle& t : scene.triangles) {
      triangles_.push_back({scene.positions[t[0]], scene.positions[t[1]], scene.positions[t[2]]});
      boxes.push_back(checker::box_of(triangles_.back()));
    }
    tree_ = checker::PlanTree(boxes);
  }

  VerifyLinksReport run() {
    out_.links = links_.links.size();
    for (std::size_t l = 0; l < links_.links.size(); ++l) {
      const Link& link = links_.links[l];
      if (link.kind == LinkKind::fill) {
        for (std::uint32_t t = 0; t < link.triangles; ++t) look_at_fill(link.first_triangle + t);
      } else {
        look_at_joint(link);
      }
    }
    look_for_overlaps();
    return std::move(out_);
  }

 private:
  [[nodiscard]] Vec3 place(std::uint32_t v) const {
    return w_.lattice.position(
        v < links_.walkable_vertices ? w_.vertices[v] : links_.vertices[v - links_.walkable_vertices].at);
  }
  void note(std::uint64_t& count, Vec3 at) {
    ++count;
    if (out_.places.size() < 10) out_.places.push_back(at);
  }

  bool met(Vec3 p, Vec3 q) const {
    Box3 box;
    box.add(p);
    box.add(q);
    bool found = false;
    tree_.within(box, [&](std::uint32_t t) { found = found || crosses(p, q, triangles_[t]); });
    return found;
  }
  // Whether a body of the agent's height can go along the ruling, `across` (of length 1 in plan) being its
  // way.
  bool is_free(const Ruling& r, Vec2 across) const {
    const double low = agent_.max_step + band_, high = agent_.height - band_;
    const Vec3 beyond{across.x * kBeyond, across.y * kBeyond, 0};
    for (int k = 0; k < kLevels; ++k) {
      const Vec3 up{0, 0, low + (high - low) * k / (kLevels - 1)};
      if (met(r.from + up - beyond, r.to + up + beyond)) return false;
    }
    for (const double v : {0.05, 0.5, 0.95}) {
      const Vec3 at = r.from + (r.to - r.from) * v;
      if (met(at + Vec3{0, 0, low}, at + Vec3{0, 0, high})) return false;
    }
    return true;
  }

  void look_at_joint(const Link& link) {
    const BorderInterval &a = links_.intervals[link.first_interval],
                         &b = links_.intervals[link.first_interval + 1];
    const Vec3 p0 = place(a.first), p1 = place(a.last), q0 = place(b.last), q1 = place(b.first);
    const double slack = 8 * w_.lattice.quantum + 1e-9;
    for (const auto& [p, q] : {std::pair{p0, q0}, std::pair{p1, q1}}) {
      const bool reached = params_.metric == GapMetric::paper
                               ? length(q - p) <= agent_.max_gap + slack
                               : length((q - p).xy()) <= agent_.max_gap + slack &&
                                     std::abs(q.z - p.z) <= agent_.max_step + slack;
      if (!reached) note(out_.out_of_reach, p);
    }
    const double width = std::min(length(p1 - p0), length(q1 - q0));
    if (width < 2 * std::max(band_, 2 * kBeyond)) return;
    const auto n = static_cast<std::size_t>(
        std::clamp(std::ceil(width / kSpacing), 3.0, static_cast<double>(kMostRulings)));
    const Vec2 along = (p1 - p0).xy();
    const double size = length(along);
    const Vec2 across = size > 0 ? Vec2{along.y / size, -along.x / size} : Vec2{};
    bool clear = true;
    for (std::size_t i = 0; i < n && clear; ++i) {
      // Not at the very sides: walls may stand there.
      const double margin = std::max(band_, 2 * kBeyond) / width;
      const double u = margin + (1 - 2 * margin) * static_cast<double>(i) / static_cast<double>(n - 1);
      const Ruling r{p0 + (p1 - p0) * u, q0 + (q1 - q0) * u};
      ++out_.rulings;
      // A step without a run is taken at the height of its upper side.
      const bool upright = length((r.to - r.from).xy()) < 2 * band_;
      const double top = std::max(r.from.z, r.to.z);
      const Ruling level{{r.from.x, r.from.y, top}, {r.to.x, r.to.y, top}};
      const Vec2 way = (r.to - r.from).xy();
      if (!is_free(upright ? level : r, upright ? across : way * (1 / length(way)))) {
        note(out_.obstructed, r.from);
        clear = false;
      }
    }
  }

  void look_at_fill(std::size_t t) {
    const auto& v = links_.triangles[t];
    const Vec3 a = place(v[0]), b = place(v[1]), c = place(v[2]);
    const double low = agent_.max_step + band_, high = agent_.height - band_;
    ++out_.rulings;
    for (const Vec3 at : {(a + b + c) * (1.0 / 3), a * 0.8 + b * 0.1 + c * 0.1, a * 0.1 + b * 0.8 + c * 0.1,
                          a * 0.1 + b * 0.1 + c * 0.8}) {
      if (met(at + Vec3{0, 0, low}, at + Vec3{0, 0, high})) {
        note(out_.obstructed, at);
        return;
      }
    }
  }

  void look_for_overlaps() {
    std::map<std::uint32_t, std::vector<std::pair<double, double>>> used;
    for (const BorderInterval& i : links_.intervals) used[i.half_edge].emplace_back(i.from, i.to);
    for (auto& [half_edge, all] : used) {
      std::sort(all.begin(), all.end());
      for (std::size_t k = 1; k < all.size(); ++k) {
        if (all[k].first < all[k - 1].second)
          note(out_.used_twice, place(w_.faces[half_edge / 3][half_edge % 3]));
      }
    }
  }

  const Agent& agent_;
  const LinksParams& params_;
  const Walkable& w_;
  const Links& links_;
  double band_;
  std::vector<std::array<Vec3, 3>> triangles_;
  checker::PlanTree tree_;
  VerifyLinksReport out_;
};

}  // namespace

Result<VerifyLinksReport> verify_links(const Scene& scene, const Agent& agent, const LinksParams& params,
                                       const Walkable& walkable, const Links& links, double band,
                                       Context* context) {
  Stage stage(context, "verify links");
  if (auto ok = validate(links, walkable); !ok) return fail(ok.error());
  return Check(scene, agent, params, walkable, links, std::max(band, 10 * walkable.lattice.quantum)).run();
}

}  // namespace ambula
