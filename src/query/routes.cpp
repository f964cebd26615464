#include "query/routes.h"

#include <algorithm>
#include <cmath>

#include "query/cell_shape.h"
#include "query/funnel.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Routes::kNone;

class RouteFinder {
 public:
  explicit RouteFinder(const PlanCells& cells) : m_(cells), ways_(cells.size(), 0) {}

  Routes run() {
    const std::uint32_t n = m_.size();
    out_.up.assign(n, kNone);
    out_.depth.assign(n, 0);
    out_.chain.assign(n, kNone);
    out_.position.assign(n, 0);
    is_tree_.assign(n, 0);
    peel();
    is_junction_.assign(n, 0);
    for (std::uint32_t c = 0; c < n; ++c) is_junction_[c] = is_tree_[c] == 0 && ways_[c] > 2 ? 1 : 0;
    seen_.assign(m_.sides.size(), 0);
    for (std::uint32_t c = 0; c < n; ++c) {
      if (is_junction_[c] != 0) follow_from(c);
    }
    for (std::uint32_t c = 0; c < n; ++c) {
      if (is_tree_[c] != 0 || is_junction_[c] != 0 || out_.chain[c] != kNone || ways_[c] == 0) continue;
      is_junction_[c] = 1;  // a ring
      follow_from(c);
    }
    gather_ways();
    for (Chain& c : out_.chains) measure(c);
    for (std::uint32_t way = 0; way < 2 * out_.chains.size(); ++way) sum_up(way);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool leads_on(std::uint32_t side) const {
    const std::uint32_t d = m_.sides[side].neighbour;
    return d != kNone && is_tree_[d] == 0;
  }

  // Takes away cells with one way on, again and again. What is left of a mesh without rings is one cell.
  void peel() {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t c = 0; c < m_.size(); ++c) {
      for (std::uint32_t s = m_.begin(c); s < m_.end(c); ++s)
        ways_[c] += m_.sides[s].neighbour != kNone ? 1u : 0u;
      if (ways_[c] == 1) ends.push_back(c);
    }
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const std::uint32_t c = ends[k];
      for (std::uint32_t s = m_.begin(c); s < m_.end(c) && ways_[c] == 1; ++s) {
        if (!leads_on(s)) continue;
        is_tree_[c] = 1;
        out_.up[c] = s;
        if (--ways_[m_.sides[s].neighbour] == 1) ends.push_back(m_.sides[s].neighbour);
        break;
      }
    }
    for (std::size_t k = ends.size(); k-- > 0;) {
      const std::uint32_t c = ends[k];
      if (is_tree_[c] != 0) out_.depth[c] = out_.depth[m_.sides[out_.up[c]].neighbour] + 1;
    }
  }

  void follow_from(std::uint32_t junction) {
    for (std::uint32_t s = m_.begin(junction); s < m_.end(junction); ++s) {
      if (leads_on(s) && seen_[s] == 0) follow(junction, s);
    }
  }

  void follow(std::uint32_t junction, std::uint32_t side) {
    Chain chain;
    chain.first = static_cast<std::uint32_t>(out_.sides.size());
    chain.from = junction;
    const auto number = static_cast<std::uint32_t>(out_.chains.size());
    while (true) {
      out_.sides.push_back(side);
      ++chain.sides;
      const std::uint32_t entry = m_.sides[side].across, c = m_.sides[side].neighbour;
      seen_[side] = seen_[entry] = 1;
      if (is_junction_[c] != 0) {
        chain.to = c;
        break;
      }
      out_.chain[c] = number;
      out_.position[c] = chain.sides - 1;
      for (side = m_.begin(c); side == entry || !leads_on(side); ++side) {
      }
    }
    out_.chains.push_back(chain);
  }

  void gather_ways() {
    out_.way_begin.assign(m_.size() + 1, 0);
    for (const Chain& c : out_.chains) {
      ++out_.way_begin[c.from + 1];
      ++out_.way_begin[c.to + 1];
    }
    for (std::uint32_t c = 0; c < m_.size(); ++c) out_.way_begin[c + 1] += out_.way_begin[c];
    out_.ways.resize(2 * out_.chains.size());
    std::vector<std::uint32_t> next(out_.way_begin.begin(), out_.way_begin.end() - 1);
    for (std::uint32_t k = 0; k < out_.chains.size(); ++k) {
      out_.ways[next[out_.chains[k].from]++] = 2 * k;
      out_.ways[next[out_.chains[k].to]++] = 2 * k + 1;
    }
  }

  [[nodiscard]] Vec2 middle(std::uint32_t side) const {
    return (m_.sides[side].at() + m_.sides[m_.sides[side].across].at()) * 0.5;
  }

  [[nodiscard]] double width(std::uint32_t side) const {
    return length(m_.sides[side].at() - m_.sides[m_.sides[side].across].at());
  }

  void measure(Chain& chain) {
    const std::span<const std::uint32_t> sides{out_.sides.data() + chain.first, chain.sides};
    funnel_.run(m_, middle(sides.front()), middle(sides.back()), sides, taut_);
    // Who begins or ends beside the middle saves no more than that.
    for (std::size_t k = 1; k < taut_.size(); ++k) chain.least += length(taut_[k].at - taut_[k - 1].at);
    chain.least = std::max(0.0, chain.least - (width(sides.front()) + width(sides.back())) / 2);
    chain.first_turn = static_cast<std::uint32_t>(out_.turns.size());
    double along = 0;
    for (std::size_t k = 1; k + 1 < taut_.size(); ++k) {
      if (k > 1) along += length(taut_[k].at - taut_[k - 1].at);
      out_.turns.push_back({taut_[k].at, along});
      ++chain.turns;
    }
    std::uint32_t behind = 0;
    along = 0;
    for (std::uint32_t k = 0; k < chain.sides; ++k) {
      while (behind < chain.turns && taut_[behind + 1].portal < static_cast<std::int32_t>(k)) {
        along += length(taut_[behind + 1].at - taut_[behind].at);
        ++behind;
      }
      out_.turns_before.push_back(behind);
      const Vec2 from = taut_[behind].at, right = m_.sides[sides[k]].at(),
                 left = m_.sides[m_.sides[sides[k]].across].at();
      const Vec2 at =
          k + 1 == chain.sides ? taut_.back().at : crossing_of(from, taut_[behind + 1].at, right, left, from);
      out_.along.push_back(along + length(at - from));
    }
  }

  void sum_up(std::uint32_t way) {
    const Chain& chain = out_.chains[way / 2];
    WayLength to;
    to.rest = -1;
    if (chain.turns > 0) {
      const ChainTurn &first = out_.turn(way, 0), &last = out_.turn(way, chain.turns - 1);
      to.first_turn = first.at;
      to.end = likely_crossing(m_, out_.side(m_, way, chain.sides - 1), last.at);
      to.rest = std::abs(last.along - first.along) + length(to.end - last.at);
    }
    out_.lengths.push_back(to);
  }

  const PlanCells& m_;
  std::vector<std::uint32_t> ways_;  // per cell, to cells that are not known to be of trees
  std::vector<std::uint8_t> is_tree_, is_junction_, seen_;
  Funnel funnel_;
  std::vector<TautPoint> taut_;
  Routes out_;
};

}  // namespace

Routes find_routes(const PlanCells& cells) { return RouteFinder(cells).run(); }

}  // namespace ambula
