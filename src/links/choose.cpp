// The heuristic of the paper (V-C): every edge is divided into intervals that the same fillers reach; in each
// the filler nearest in plan is wanted, ties going to the nearest in space and then to the first; and what
// both sides want is used. Mutual intervals are taken in the filler's own parameter, which both edges share.
//
// No place of an edge is used twice: an edge's intervals follow each other, what is used lies within an
// interval of both edges, and what is used is taken from what is offered again.
//
// Beyond the paper, what is left over is offered again to the fillers that lost there, until nothing changes:
// where the best filler of an interval was wanted by one side only, the next best may serve both.
#include "links/choose.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ambula {
namespace {

constexpr double kLeast = 1;      // quanta; shorter intervals are not told apart
constexpr double kTieScore = 32;  // square quanta: two points, each rounded by up to kTie
constexpr double kTieShare = 1e-9;
constexpr int kRounds = 8;

double squared_distance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double square = dot(d, d);
  const double t = square > 0 ? std::clamp(dot(p - a, d) / square, 0.0, 1.0) : 0;
  const Vec2 away = p - (a + d * t);
  return dot(away, away);
}

// True if two parts are one; a part of a filler is told by its parameter but for the rounding of doubles.
bool goes_on(const ChosenPart& before, const ChosenPart& after) {
  constexpr double kSame = 1e-9;
  return after.candidate == before.candidate && after.from <= before.to + kSame;
}

struct Use {
  std::uint32_t part;  // index of parts
  double low, high;    // on the edge
};

class Choice {
 public:
  Choice(const Borders& borders, std::span<const Candidate> candidates)
      : borders_(borders), candidates_(candidates) {
    for (std::uint32_t c = 0; c < candidates.size(); ++c) parts_.push_back({c, 0, 1});
  }

  std::vector<ChosenPart> run() {
    std::vector<ChosenPart> out;
    for (int round = 0; round < kRounds && !parts_.empty(); ++round) {
      const std::vector<ChosenPart> found = one_round();
      if (found.empty()) break;
      out.insert(out.end(), found.begin(), found.end());
      take_away(found);
    }
    std::sort(out.begin(), out.end(), [](const ChosenPart& a, const ChosenPart& b) {
      return std::tie(a.candidate, a.from) < std::tie(b.candidate, b.from);
    });
    std::size_t n = 0;
    for (const ChosenPart& part : out) {
      if (n > 0 && goes_on(out[n - 1], part)) {
        out[n - 1].to = std::max(out[n - 1].to, part.to);
      } else {
        out[n++] = part;
      }
    }
    out.resize(n);
    return out;
  }

 private:
  [[nodiscard]] double place(const Candidate& c, bool second, double u) const {
    return second ? c.r(u) : c.s(u);
  }
  [[nodiscard]] static double parameter(const Candidate& c, bool second, double t) {
    return second ? (c.filler.r[0] - t) / (c.filler.r[0] - c.filler.r[1])
                  : (t - c.filler.s[0]) / (c.filler.s[1] - c.filler.s[0]);
  }

  // Uses of every edge, by edge: begin_[e] .. begin_[e + 1] of uses_.
  void list_uses() {
    begin_.assign(borders_.edges.size() + 1, 0);
    for (const ChosenPart& p : parts_) {
      ++begin_[candidates_[p.candidate].first + 1];
      ++begin_[candidates_[p.candidate].second + 1];
    }
    for (std::size_t e = 1; e < begin_.size(); ++e) begin_[e] += begin_[e - 1];
    uses_.resize(begin_.back());
    std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      const Candidate& c = candidates_[parts_[i].candidate];
      uses_[at[c.first]++] = {i, c.s(parts_[i].from), c.s(parts_[i].to)};
      uses_[at[c.second]++] = {i, c.r(parts_[i].to), c.r(parts_[i].from)};
    }
  }

  struct Score {
    double plan, space;
  };
  [[nodiscard]] Score score(const Candidate& c, bool second, double low, double high) const {
    const double u0 = parameter(c, second, low), u1 = parameter(c, second, high);
    const EdgeLine& own = borders_.edges[second ? c.second : c.first].line;
    const EdgeLine& other = borders_.edges[second ? c.first : c.second].line;
    const Vec3 a = own.at(low), b = own.at(high);
    const Vec3 at_a = other.at(place(c, !second, u0)), at_b = other.at(place(c, !second, u1));
    return {squared_distance(at_a.xy(), a.xy(), b.xy()) + squared_distance(at_b.xy(), a.xy(), b.xy()),
            dot(at_a - a, at_a - a) + dot(at_b - b, at_b - b)};
  }

  // The best of the active uses on the stretch low .. high of edge e.
  [[nodiscard]] std::uint32_t best(std::uint32_t e, const std::vector<std::uint32_t>& active, double low,
                                   double high) {
    scores_.clear();
    double least = 1e300;
    for (const std::uint32_t use : active) {
      const Candidate& c = candidates_[parts_[uses_[use].part].candidate];
      scores_.push_back(score(c, c.second == e, low, high));
      least = std::min(least, scores_.back().plan);
    }
    const double limit = least + kTieScore + kTieShare * least;
    double nearest = 1e300;
    for (const Score& s : scores_) {
      if (s.plan <= limit) nearest = std::min(nearest, s.space);
    }
    const double space_limit = nearest + kTieScore + kTieShare * nearest;
    std::uint32_t out = 0;
    std::uint32_t found = Walkable::kNone;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (scores_[i].plan > limit || scores_[i].space > space_limit) continue;
      const std::uint32_t candidate = parts_[uses_[active[i]].part].candidate;
      if (found == Walkable::kNone || candidate < found) {
        found = candidate;
        out = active[i];
      }
    }
    return out;
  }

  // What every edge wants, as intervals of the parts' parameters.
  void divide(std::uint32_t e) {
    const std::uint32_t first = begin_[e], last = begin_[e + 1];
    if (first == last) return;
    cuts_.clear();
    for (std::uint32_t i = first; i < last; ++i) {
      cuts_.push_back(uses_[i].low);
      cuts_.push_back(uses_[i].high);
    }
    std::sort(cuts_.begin(), cuts_.end());
    order_.clear();
    for (std::uint32_t i = first; i < last; ++i) order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(uses_[a].low, a) < std::tie(uses_[b].low, b);
    });
    std::size_t waiting = 0;
    active_.clear();
    double low = cuts_.front();
    for (const double high : cuts_) {
      if (high - low < kLeast) continue;
      while (waiting < order_.size() && uses_[order_[waiting]].low < high - kLeast / 2)
        active_.push_back(order_[waiting++]);
      std::erase_if(active_, [&](std::uint32_t i) { return uses_[i].high <= low + kLeast / 2; });
      if (!active_.empty()) {
        const Use& use = uses_[best(e, active_, low, high)];
        const Candidate& c = candidates_[parts_[use.part].candidate];
        const bool second = c.second == e;
        const double u0 = parameter(c, second, low), u1 = parameter(c, second, high);
        auto& wanted = wanted_[2 * use.part + (second ? 1 : 0)];
        const ChosenPart& part = parts_[use.part];
        const double from = std::max(part.from, std::min(u0, u1)), to = std::min(part.to, std::max(u0, u1));
        if (from < to) wanted.emplace_back(from, to);
      }
      low = high;
    }
  }

  std::vector<ChosenPart> one_round() {
    list_uses();
    wanted_.assign(2 * parts_.size(), {});
    for (std::uint32_t e = 0; e < borders_.edges.size(); ++e) divide(e);
    std::vector<ChosenPart> found;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      auto &a = wanted_[2 * i], &b = wanted_[2 * i + 1];
      if (a.empty() || b.empty()) continue;
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      const double least = kLeast / candidates_[parts_[i].candidate].filler.width();
      for (const auto& [a0, a1] : a) {
        for (const auto& [b0, b1] : b) {
          const double from = std::max(a0, b0), to = std::min(a1, b1);
          if (to - from < least) continue;
          // Only what touches is one: between others lies what another filler has, however little that is.
          if (!found.empty() && goes_on(found.back(), {parts_[i].candidate, from, to})) {
            found.back().to = std::max(found.back().to, to);
          } else {
            found.push_back({parts_[i].candidate, from, to});
          }
        }
      }
    }
    return found;
  }

  // Leaves of every part what is not used on either edge.
  void take_away(const std::vector<ChosenPart>& found) {
    std::vector<std::vector<std::pair<double, double>>> used(borders_.edges.size());
    for (const ChosenPart& p : found) {
      const Candidate& c = candidates_[p.candidate];
      used[c.first].emplace_back(c.s(p.from), c.s(p.to));
      used[c.second].emplace_back(c.r(p.to), c.r(p.from));
    }
    std::vector<ChosenPart> left, now, next;
    for (const ChosenPart& part : parts_) {
      const Candidate& c = candidates_[part.candidate];
      now.assign(1, part);
      for (const bool second : {false, true}) {
        for (const auto& [low, high] : used[second ? c.second : c.first]) {
          double u0 = parameter(c, second, low), u1 = parameter(c, second, high);
          if (u0 > u1) std::swap(u0, u1);
          next.clear();
          for (const ChosenPart& p : now) {
            if (u1 <= p.from || u0 >= p.to) {
              next.push_back(p);
              continue;
            }
            if (u0 > p.from) next.push_back({p.candidate, p.from, u0});
            if (u1 < p.to) next.push_back({p.candidate, u1, p.to});
          }
          now.swap(next);
        }
      }
      const double least = kSnap / c.filler.width();
      for (const ChosenPart& p : now) {
        if (p.to - p.from > least) left.push_back(p);
      }
    }
    parts_.swap(left);
  }

  const Borders& borders_;
  std::span<const Candidate> candidates_;
  std::vector<ChosenPart> parts_;
  std::vector<std::uint32_t> begin_;
  std::vector<Use> uses_;
  std::vector<std::vector<std::pair<double, double>>> wanted_;
  std::vector<double> cuts_;
  std::vector<std::uint32_t> order_, active_;
  std::vector<Score> scores_;
};

}  // namespace

std::vector<ChosenPart> choose(const Borders& borders, std::span<const Candidate> candidates) {
  return Choice(borders, candidates).run();
}

}  // namespace ambula
