// The stage, step by step: border cycles, fillers between edges in reach, what stands in their way, the
// choice between them, links too narrow left out, flights. Each step is a file of this folder.
#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "ambula/links.h"
#include "core/cancel.h"
#include "core/text.h"
#include "links/assemble.h"
#include "links/borders.h"
#include "links/candidates.h"
#include "links/choose.h"
#include "links/close_slivers.h"
#include "links/fill_holes.h"
#include "links/flights.h"
#include "links/surroundings.h"
#include "walkable/near_places.h"

namespace ambula {
namespace {

constexpr std::size_t kBlock = 32;     // candidates a task
constexpr double kGapOfWidth = 0.25;   // of the least width: gaps between links of one step ...
constexpr double kWidthsOverGaps = 3;  // ... that count together from so many least widths on
constexpr double kFarthest = 1 << 14;  // quanta: near_places.h

class Search {
 public:
  Search(const Walkable& walkable, const Scene& scene, const Agent& agent, const LinksParams& params,
         Context* context)
      : w_(walkable),
        scene_(scene),
        params_(for_agent(params, agent)),
        context_(context),
        reach_(agent, walkable.lattice, params.metric),
        size_(relative_size(agent)),
        stage_(context, "links") {}

  Result<Links> run() {
    {
      Stage stage(context_, "links/detect", 0.3);
      borders_ = find_borders(w_);
      stop_if_cancelled(context_);
      candidates_ =
          detect(w_, borders_, {reach_, params_.filler, *params_.min_landing / w_.lattice.quantum}, context_);
    }
    if (stage_.cancelled()) return cancelled_failure("links");
    stage_.progress(0.3);
    {
      Stage stage(context_, "links/obstacles", 0.8);
      keep_free_parts();
    }
    if (stage_.cancelled()) return cancelled_failure("links");
    stage_.progress(0.8);
    {
      Stage stage(context_, "links/choose", 0.9);
      choose_wide_enough();
      if (!params_.corner_cuts) {
        std::vector<char> keep = corner_cuts(w_, out_, size_);
        for (char& k : keep) k = k ? 0 : 1;
        keep_links(out_, keep);
      }
      stop_if_cancelled(context_);
      find_flights(w_, out_, size_);
      stop_if_cancelled(context_);
      close_slivers(w_, borders_, *surroundings_, reach_, out_);
    }
    stage_.progress(0.9);
    {
      Stage stage(context_, "links/fill", 0.97);
      if (auto ok = fill_holes(w_, scene_, reach_, params_.filler, out_, context_); !ok)
        return fail(ok.error());
    }
    if (stage_.cancelled()) return cancelled_failure("links");
    leave_out_doubled();
    join_components();
    measure_area();
    return std::move(out_);
  }

 private:
  void keep_free_parts() {
    std::vector<FillerShape> shapes;
    shapes.reserve(candidates_.size());
    for (const Candidate& c : candidates_) {
      const EdgeLine &a = borders_.edges[c.first].line, &b = borders_.edges[c.second].line;
      shapes.push_back(
          {{a.at(c.filler.s[0]), a.at(c.filler.s[1])}, {b.at(c.filler.r[0]), b.at(c.filler.r[1])}});
    }
    surroundings_.emplace(scene_, w_, shapes, reach_);
    // Steps without a run first: nothing further away is wanted where one of them leads.
    std::vector<std::uint32_t> upright, others;
    for (std::uint32_t i = 0; i < shapes.size(); ++i) (is_upright(shapes[i]) ? upright : others).push_back(i);
    std::vector<Candidate> kept = free_parts_of(shapes, upright);
    const std::vector<std::vector<Stretch>> taken = stretches_of(kept);
    std::erase_if(others, [&](std::uint32_t i) {
      const Candidate& c = candidates_[i];
      return covers(taken[c.first], {c.filler.s[0], c.filler.s[1]}) ||
             covers(taken[c.second], {c.filler.r[1], c.filler.r[0]});
    });
    const std::vector<Candidate> more = free_parts_of(shapes, others);
    kept.insert(kept.end(), more.begin(), more.end());
    std::sort(kept.begin(), kept.end(), [](const Candidate& a, const Candidate& b) {
      return std::tie(a.first, a.second, a.filler.s[0]) < std::tie(b.first, b.second, b.filler.s[0]);
    });
    candidates_ = std::move(kept);
  }

  static bool is_upright(const FillerShape& shape) {
    constexpr double kRun = 2;  // quanta
    return length((shape.q[0] - shape.p[0]).xy()) <= kRun && length((shape.q[1] - shape.p[1]).xy()) <= kRun;
  }

  // The free parts of some candidates, in their order.
  [[nodiscard]] std::vector<Candidate> free_parts_of(std::span<const FillerShape> shapes,
                                                     std::span<const std::uint32_t> which) const {
    const std::size_t blocks = (which.size() + kBlock - 1) / kBlock;
    std::vector<std::vector<Candidate>> kept(blocks);
    parallel_for(context_, blocks, 1, [&](std::size_t begin, std::size_t end) {
      Surroundings::Scratch scratch;
      std::vector<FreePart> parts;
      for (std::size_t block = begin; block < end; ++block) {
        for (std::size_t i = block * kBlock; i < std::min(which.size(), (block + 1) * kBlock); ++i) {
          const Candidate& c = candidates_[which[i]];
          surroundings_->free_parts(shapes[which[i]], true, scratch, parts);
          for (const FreePart& part : parts) {
            Candidate free = c;
            free.filler = {{c.s(part.from), c.s(part.to)}, {c.r(part.from), c.r(part.to)}};
            free.top = part.top;
            free.free_height = part.free_height;
            kept[block].push_back(free);
          }
        }
      }
    });
    std::vector<Candidate> out;
    for (const auto& block : kept) out.insert(out.end(), block.begin(), block.end());
    return out;
  }

  // Per edge, in order: where candidates lead from.
  [[nodiscard]] std::vector<std::vector<Stretch>> stretches_of(std::span<const Candidate> candidates) const {
    std::vector<std::vector<Stretch>> out(borders_.edges.size());
    for (const Candidate& c : candidates) {
      out[c.first].push_back({c.filler.s[0], c.filler.s[1]});
      out[c.second].push_back({c.filler.r[1], c.filler.r[0]});
    }
    for (auto& of_edge : out) {
      std::sort(of_edge.begin(), of_edge.end(), [](Stretch a, Stretch b) { return a.low < b.low; });
    }
    return out;
  }
  static bool covers(const std::vector<Stretch>& taken, Stretch wanted) {
    double reached = wanted.low;
    for (const Stretch& t : taken) {
      if (t.low > reached + kSnap) break;
      reached = std::max(reached, t.high);
    }
    return reached >= wanted.high - kSnap;
  }

  // Of two fillers with the same directed side, which would lie over each other, the first one stays; one
  // that lies over itself, around a border that touches itself, goes.
  void leave_out_doubled() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
    std::vector<char> keep(out_.links.size(), 1);
    for (std::size_t l = 0; l < keep.size(); ++l) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> own;
      for (std::uint32_t t = 0; t < out_.links[l].triangles; ++t) {
        const auto& corners = out_.triangles[out_.links[l].first_triangle + t];
        for (std::size_t i = 0; i < 3; ++i) own.emplace_back(corners[i], corners[(i + 1) % 3]);
      }
      std::sort(own.begin(), own.end());
      keep[l] = std::adjacent_find(own.begin(), own.end()) == own.end() &&
                std::none_of(own.begin(), own.end(), [&](const auto& side) { return sides.contains(side); });
      if (keep[l]) sides.insert(own.begin(), own.end());
    }
    if (std::find(keep.begin(), keep.end(), 0) != keep.end()) keep_links(out_, keep);
  }

  // Joints that are too narrow in all are left out, and what they held is offered again.
  void choose_wide_enough() {
    constexpr int kTries = 4;
    for (int i = 0; i < kTries; ++i) {
      out_ = {};
      std::vector<std::uint32_t> candidate_of;
      assemble(w_, borders_, candidates_, choose(borders_, candidates_), reach_, out_, candidate_of);
      const std::vector<char> wide = wide_enough();
      if (std::find(wide.begin(), wide.end(), 0) == wide.end()) return;
      std::vector<char> banned(candidates_.size());
      for (std::size_t l = 0; l < wide.size(); ++l) {
        if (!wide[l]) banned[candidate_of[l]] = 1;
      }
      // The last time they only go.
      if (i + 1 == kTries) {
        keep_links(out_, wide);
        return;
      }
      std::size_t n = 0;
      for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (!banned[c]) candidates_[n++] = candidates_[c];
      }
      candidates_.resize(n);
    }
  }

  // Links that follow each other between the same two parts count together. So do those with small gaps
  // between them, where they are a way for a body in all: one or two slits in furniture are none.
  [[nodiscard]] std::vector<char> wide_enough() const {
    const std::size_t n = out_.links.size();
    std::vector<std::uint32_t> parent(n);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    struct End {
      std::uint32_t vertex, low, high, link;
      auto operator<=>(const End&) const = default;
    };
    std::vector<End> ends;
    for (std::uint32_t l = 0; l < n; ++l) {
      const BorderInterval &a = out_.intervals[out_.links[l].first_interval],
                           &b = out_.intervals[out_.links[l].first_interval + 1];
      const std::uint32_t ca = w_.component[a.half_edge / 3], cb = w_.component[b.half_edge / 3];
      for (const std::uint32_t v : {a.first, a.last, b.first, b.last})
        ends.push_back({v, std::min(ca, cb), std::max(ca, cb), l});
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t i = 1; i < ends.size(); ++i) {
      const End &p = ends[i - 1], &q = ends[i];
      if (p.vertex == q.vertex && p.low == q.low && p.high == q.high) parent[root(q.link)] = root(p.link);
    }
    std::vector<char> out(n, 0);
    const auto mark = [&](double least) {
      std::vector<double> width(n);
      for (std::uint32_t l = 0; l < n; ++l) width[root(l)] += out_.links[l].width;
      for (std::uint32_t l = 0; l < n; ++l) out[l] = out[l] || width[root(l)] >= least;
    };
    mark(*params_.min_width);
    // Noise leaves gaps between the links of one step, as in the risers of scans.
    const double gap = kGapOfWidth * *params_.min_width / w_.lattice.quantum;
    if (gap < 1 || std::find(out.begin(), out.end(), 0) == out.end()) return out;
    NearPlaces near(ends.size());
    for (std::uint32_t k = 0; k < ends.size(); ++k)
      near.insert(k, place_of(w_, out_, ends[k].vertex), static_cast<std::int32_t>(std::min(gap, kFarthest)));
    near.each_pair([&](std::uint32_t k, std::uint32_t l, std::int64_t) {
      if (ends[k].low == ends[l].low && ends[k].high == ends[l].high)
        parent[root(ends[k].link)] = root(ends[l].link);
    });
    mark(kWidthsOverGaps * *params_.min_width);
    return out;
  }

  void join_components() {
    std::vector<std::uint32_t> parent(w_.components);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    for (const Link& link : out_.links) {
      if (link.intervals == 0) continue;
      const std::uint32_t first = w_.component[out_.intervals[link.first_interval].half_edge / 3];
      for (std::uint32_t i = 1; i < link.intervals; ++i) {
        const auto [a, b] = std::minmax(
            {root(first), root(w_.component[out_.intervals[link.first_interval + i].half_edge / 3])});
        parent[b] = a;
      }
    }
    out_.component.assign(w_.components, 0);
    out_.components = 0;
    for (std::uint32_t c = 0; c < w_.components; ++c) {
      out_.component[c] = root(c) == c ? out_.components++ : out_.component[root(c)];
    }
  }

  void measure_area() {
    double doubled = 0;
    for (const auto& t : out_.triangles) {
      const Vec2 a = place_of(place_of(w_, out_, t[0])).xy(), b = place_of(place_of(w_, out_, t[1])).xy(),
                 c = place_of(place_of(w_, out_, t[2])).xy();
      doubled += cross(b - a, c - a);
    }
    out_.filled_area = doubled / 2 * w_.lattice.quantum * w_.lattice.quantum;
  }

  const Walkable& w_;
  const Scene& scene_;
  LinksParams params_;
  Context* context_;
  Reach reach_;
  double size_;
  Stage stage_;
  Borders borders_;
  std::vector<Candidate> candidates_;
  std::optional<Surroundings> surroundings_;
  Links out_;
};

}  // namespace

Result<Links> find_links(const Walkable& walkable, const Scene& scene, const Agent& agent,
                         const LinksParams& params, Context* context) {
  if (auto ok = validate(agent); !ok) return fail(ok.error());
  if (auto ok = validate(params); !ok) return fail(ok.error());
  if (walkable.lattice != scene.lattice) {
    return fail(ErrorCode::invalid_argument,
                "links: the walkable surface is not of this scene: their lattices differ");
  }
  try {
    return Search(walkable, scene, agent, params, context).run();
  } catch (const Cancelled&) {
    return cancelled_failure("links");
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, "links: there is not enough memory for this scene");
  }
}

}  // namespace ambula
