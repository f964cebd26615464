// Borders of one part against those of all others: the pair that is least beyond the agent's reach tells
// which limit stops it. Within reach, what stands between is looked for.
#include "why/apart.h"
#include "ambula/agent.h"
#include "ambula/params/links.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/text.h"
#include "geometry/box_tree.h"
#include "why/solids_at.h"
#include "why/words.h"

namespace ambula {
namespace {

struct Edge {
  LatticePoint a, b;
  BorderKind kind;
};

struct Pair {
  LatticePoint p, q;  // closest to each other in plan, of one part and of another
  double run = 0;     // quanta
  BorderKind p_kind = BorderKind::ledge, q_kind = BorderKind::ledge;
};

Vec3 vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
LatticePoint rounded(Vec3 p) {
  return {static_cast<std::int32_t>(std::nearbyint(p.x)), static_cast<std::int32_t>(std::nearbyint(p.y)),
          static_cast<std::int32_t>(std::nearbyint(p.z))};
}

// The place of an edge closest to p in plan.
Vec3 closest(const Edge& e, Vec3 p) {
  const Vec3 a = vec(e.a), d = vec(e.b) - a;
  const double squared = dot(d.xy(), d.xy());
  return a + d * (squared > 0 ? std::clamp(dot((p - a).xy(), d.xy()) / squared, 0.0, 1.0) : 0);
}

Pair closest(const Edge& e, const Edge& f) {
  Pair best;
  best.run = std::numeric_limits<double>::infinity();
  best.p_kind = e.kind;
  best.q_kind = f.kind;
  const auto offer = [&](Vec3 p, Vec3 q) {
    const double run = length((p - q).xy());
    if (run >= best.run) return;
    best.p = rounded(p);
    best.q = rounded(q);
    best.run = run;
  };
  for (const LatticePoint end : {e.a, e.b}) offer(vec(end), closest(f, vec(end)));
  for (const LatticePoint end : {f.a, f.b}) offer(closest(e, vec(end)), vec(end));
  const Vec2 d = (vec(e.b) - vec(e.a)).xy(), g = (vec(f.b) - vec(f.a)).xy(), w = (vec(f.a) - vec(e.a)).xy();
  const double turn = cross(d, g);
  if (turn == 0) return best;
  const double s = cross(w, g) / turn, t = cross(w, d) / turn;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
    offer(vec(e.a) + (vec(e.b) - vec(e.a)) * s, vec(f.a) + (vec(f.b) - vec(f.a)) * t);
  return best;
}

class Search {
 public:
  Search(const WhyStages& stages, const LinkedSurface& linked, const JoinedSurface& joined)
      : stages_(stages), linked_(linked), joined_(joined), quantum_(stages.scene.lattice.quantum) {}

  std::string run(std::uint32_t component) {
    collect(component);
    const double around = std::max(3.0, 4 * std::max(stages_.agent.max_gap, stages_.agent.max_step));
    find(static_cast<std::int32_t>(std::min(around / quantum_, static_cast<double>(Lattice::kReach / 4))));
    if (least_ == std::numeric_limits<double>::infinity())
      return text("nothing that could be joined lies within ", fixed_text(around, 1), " m of this part");
    return sentence();
  }

 private:
  void collect(std::uint32_t component) {
    const SurfaceView surface = joined_.surface.view();
    std::vector<LatticeBox> boxes;
    for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
      if (surface.neighbours[h / 3][h % 3] != SurfaceView::kNone) continue;
      const Edge edge{surface.vertices[surface.from(h)], surface.vertices[surface.to(h)],
                      joined_.border[h / 3][h % 3]};
      if (linked_.component[joined_.surface.source[h / 3]] == component) {
        own_.push_back(edge);
        continue;
      }
      others_.push_back(edge);
      boxes.emplace_back().add(edge.a);
      boxes.back().add(edge.b);
    }
    tree_ = BoxTree(boxes);
  }

  void find(std::int32_t around) {
    const double gap = stages_.agent.max_gap / quantum_ + 10, step = stages_.agent.max_step / quantum_ + 10;
    for (const Edge& edge : own_) {
      LatticeBox query;
      for (const LatticePoint p : {edge.a, edge.b}) {
        query.add({p.x - around, p.y - around, p.z - around});
        query.add({p.x + around, p.y + around, p.z + around});
      }
      tree_.visit(
          query, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
          [&](std::size_t i) {
            const Pair pair = closest(edge, others_[i]);
            // How many times beyond reach; ties go to the closer one.
            const double beyond = std::max({1.0, pair.run / gap, std::abs(rise(pair)) / step});
            const double score = beyond * 1e6 + pair.run + std::abs(rise(pair));
            if (score >= least_) return;
            least_ = score;
            best_ = pair;
          });
    }
  }

  [[nodiscard]] static double rise(const Pair& pair) { return static_cast<double>(pair.q.z) - pair.p.z; }

  [[nodiscard]] std::string sentence() const {
    const double run = best_.run * quantum_, up = rise(best_) * quantum_, step = std::abs(up);
    const char* const where = up >= 0 ? "higher" : "lower";
    const Agent& agent = stages_.agent;
    const double tie = 10 * quantum_;
    std::string out = "the nearest other part is ";
    out += run > tie ? text(fixed_text(run, 2), " m away in plan") : std::string("right beside it");
    if (step > tie) out += text(run > tie ? " and " : ", ", fixed_text(step, 2), " m ", where);
    if (step > agent.max_step + tie)
      return out + text("; the agent steps ", fixed_text(agent.max_step, 2), " m at most");
    if (run > agent.max_gap + tie)
      return out + text("; the agent steps over gaps of ", fixed_text(agent.max_gap, 2), " m at most");
    return out + text(", within reach; ", between());
  }

  // What keeps a joint within reach from being one.
  [[nodiscard]] std::string between() const {
    const double low = std::max(best_.p.z, best_.q.z) + 10.0,
                 high = std::min(best_.p.z, best_.q.z) + stages_.agent.height / quantum_;
    const Point2 middle{(best_.p.x + best_.q.x) / 2, (best_.p.y + best_.q.y) / 2};
    const std::string object = object_at(stages_.scene, middle, best_.run / 2 + 20, low, std::max(low, high));
    const bool wall = best_.p_kind == BorderKind::wall || best_.q_kind == BorderKind::wall;
    if (!object.empty()) return text(object, " stands between them");
    if (wall) return "a wall stands between them";
    const LinksParams params = for_agent(stages_.links_params, stages_.agent);
    return text("the joint is narrower than ", fixed_text(*params.min_width, 2), " m, or there is less than ",
                fixed_text(*params.min_landing, 2), " m of surface to step on");
  }

  const WhyStages& stages_;
  const LinkedSurface& linked_;
  const JoinedSurface& joined_;
  double quantum_;
  std::vector<Edge> own_, others_;
  BoxTree tree_;
  double least_ = std::numeric_limits<double>::infinity();
  Pair best_;
};

}  // namespace

std::string why_apart(const WhyStages& stages, const LinkedSurface& linked, const JoinedSurface& joined,
                      std::uint32_t component) {
  return Search(stages, linked, joined).run(component);
}

}  // namespace ambula
