// Ends of thin links that are joined to each other go to one place together: the place of one of them, so
// that what lies along a straight border mostly stays there.
#include "navmesh/close_steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "geometry/predicates.h"
#include "links/limits.h"

namespace ambula {
namespace {

class Closing {
 public:
  Closing(LinkedSurface& linked, const Links& links)
      : linked_(linked), links_(links), most_(std::max(kSnap, kUpright / linked.lattice.quantum)) {}

  void run() {
    closes_.assign(links_.links.size(), 0);
    for (std::size_t l = 0; l < links_.links.size(); ++l) {
      const Link& link = links_.links[l];
      if (link.intervals != 2) continue;
      const BorderInterval &a = links_.intervals[link.first_interval],
                           &b = links_.intervals[link.first_interval + 1];
      const bool begin = near(a.first, b.last), end = near(a.last, b.first);
      if (begin) join(a.first, b.last);
      if (end) join(a.last, b.first);
      closes_[l] = begin && end;
    }
    close_groups();
    // Fillers that cannot be laid out in plan even so go with their shortest side.
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds && join_shortest(); ++round) close_groups();
  }

 private:
  // Links take ends of intervals for one that are so close.
  [[nodiscard]] bool near(std::uint32_t v, std::uint32_t w) const {
    const LatticePoint a = linked_.vertices[v], b = linked_.vertices[w];
    return std::max(std::abs(static_cast<double>(a.x) - b.x), std::abs(static_cast<double>(a.y) - b.y)) <=
           kSnap;
  }
  // In plan, squared.
  [[nodiscard]] double apart2(std::uint32_t v, std::uint32_t w) const {
    const LatticePoint a = linked_.vertices[v], b = linked_.vertices[w];
    const double x = static_cast<double>(a.x) - b.x, y = static_cast<double>(a.y) - b.y;
    return x * x + y * y;
  }
  std::uint32_t root(std::uint32_t v) {
    for (;;) {
      const std::uint32_t up = parent_.try_emplace(v, v).first->second;
      if (up == v) return v;
      v = up;
    }
  }
  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t p = root(a), q = root(b);
    parent_[std::max(p, q)] = std::min(p, q);
  }
  // Whether there was any. Where its ends are to come together already and cannot, what is as close to them
  // goes along: a needle that is in the way loses a side, too.
  bool join_shortest() {
    bool any = false;
    std::vector<std::uint32_t> stuck;
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      if (linked_.face[t] != LinkedSurface::kNone || turn(t) > 0) continue;
      const auto& c = linked_.triangles[t];
      std::array<double, 3> side{};
      for (std::size_t i = 0; i < 3; ++i) side[i] = apart2(c[i], c[(i + 1) % 3]);
      const auto i = static_cast<std::size_t>(std::min_element(side.begin(), side.end()) - side.begin());
      if (side[i] == 0 || side[i] > most_ * most_) continue;
      if (root(c[i]) == root(c[(i + 1) % 3])) {
        stuck.push_back(root(c[i]));
      } else {
        join(c[i], c[(i + 1) % 3]);
      }
      any = true;
    }
    if (!stuck.empty()) widen(std::move(stuck));
    return any;
  }
  void widen(std::vector<std::uint32_t> groups) {
    std::sort(groups.begin(), groups.end());
    std::vector<std::array<std::uint32_t, 2>> more;
    for (const auto& c : linked_.triangles) {
      for (std::size_t i = 0; i < 6; ++i) {
        const std::uint32_t v = c[i % 3], w = c[(i % 3 + 1 + i / 3) % 3];
        if (parent_.count(v) != 0 && std::binary_search(groups.begin(), groups.end(), root(v)) &&
            apart2(v, w) <= most_ * most_)
          more.push_back({v, w});
      }
    }
    for (const auto& [v, w] : more) join(v, w);
  }

  void close_groups() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
    for (const auto& [v, parent] : parent_) groups[root(v)].push_back(v);
    around_.clear();
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      for (const std::uint32_t v : linked_.triangles[t]) {
        if (parent_.count(v) != 0) around_[v].push_back(t);
      }
    }
    // What one group leaves in the way of another, a later one may have taken away.
    for (int round = 0; round < 2; ++round) {
      for (const auto& [first, group] : groups) close(group);
    }
  }

  [[nodiscard]] std::int64_t turn(std::uint32_t t) const {
    const auto& c = linked_.triangles[t];
    const auto at = [&](std::size_t i) { return Point2{linked_.vertices[c[i]].x, linked_.vertices[c[i]].y}; };
    return orient2d(at(0), at(1), at(2));
  }

  void close(const std::vector<std::uint32_t>& group) {
    std::vector<Point2> before, places;
    for (const std::uint32_t v : group) before.push_back({linked_.vertices[v].x, linked_.vertices[v].y});
    places = before;
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (places.size() == 1) return;
    // Triangles that must keep their orientation: not fillers that will have no run, nor slivers that lose a
    // side.
    std::vector<std::uint32_t> upright, lost;
    for (const std::uint32_t v : group) {
      for (const std::uint32_t t : around_[v]) {
        const auto inside = std::count_if(
            linked_.triangles[t].begin(), linked_.triangles[t].end(),
            [&](std::uint32_t w) { return std::find(group.begin(), group.end(), w) != group.end(); });
        if (turn(t) <= 0) continue;
        const bool filler = linked_.face[t] == LinkedSurface::kNone;
        if (inside == 1 && !(filler && closes_[linked_.link[t]])) upright.push_back(t);
        if (inside > 1 && !filler) lost.push_back(t);
      }
    }
    for (const Point2 place : places_for(places)) {
      for (const std::uint32_t v : group) {
        linked_.vertices[v].x = place.x;
        linked_.vertices[v].y = place.y;
      }
      if (std::all_of(upright.begin(), upright.end(), [&](std::uint32_t t) { return turn(t) > 0; })) {
        for (const std::uint32_t t : lost) level(t);
        return;
      }
    }
    for (std::size_t k = 0; k < group.size(); ++k) {
      linked_.vertices[group[k]].x = before[k].x;
      linked_.vertices[group[k]].y = before[k].y;
    }
  }

  // Where the vertices at some places may go together: to one of these where none of them has to go far, so
  // that what lies along a straight border mostly stays there; else to what is best for all. Needles beside a
  // step may forbid any of them.
  [[nodiscard]] std::vector<Point2> places_for(std::span<const Point2> own) const {
    constexpr std::int32_t kAround = 2;  // quanta
    constexpr auto kFar = static_cast<std::int64_t>(kSnap * kSnap);
    const auto far = [&](Point2 to) {
      std::int64_t most = 0;
      for (const Point2 p : own) {
        const std::int64_t dx = std::int64_t{p.x} - to.x, dy = std::int64_t{p.y} - to.y;
        most = std::max(most, dx * dx + dy * dy);
      }
      return most;
    };
    std::vector<Point2> out;
    Point2 low = own.front(), high = own.front();
    for (const Point2 p : own) {
      if (far(p) <= kFar) out.push_back(p);
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    if (static_cast<double>(high.x) - low.x > 2 * most_ || static_cast<double>(high.y) - low.y > 2 * most_)
      return out;
    std::vector<std::pair<std::int64_t, Point2>> others;
    for (std::int32_t x = low.x - kAround; x <= high.x + kAround; ++x) {
      for (std::int32_t y = low.y - kAround; y <= high.y + kAround; ++y)
        others.push_back({far({x, y}), {x, y}});
    }
    std::sort(others.begin(), others.end());
    for (const auto& [distance, place] : others) {
      if (static_cast<double>(distance) <= most_ * most_) out.push_back(place);
    }
    return out;
  }

  // The ends of a side that has vanished come to one height.
  void level(std::uint32_t t) {
    for (std::size_t i = 0; i < 3; ++i) {
      LatticePoint &a = linked_.vertices[linked_.triangles[t][i]],
                   &b = linked_.vertices[linked_.triangles[t][(i + 1) % 3]];
      if (a.x == b.x && a.y == b.y) a.z = b.z = std::max(a.z, b.z);
    }
  }

  LinkedSurface& linked_;
  const Links& links_;
  double most_;               // quanta between what may come to one place
  std::vector<char> closes_;  // by link: both of its ends come to one place
  std::map<std::uint32_t, std::uint32_t> parent_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> around_;
};

}  // namespace

LinkedSurface close_steps(LinkedSurface linked, const Links& links) {
  Closing(linked, links).run();
  return linked;
}

}  // namespace ambula
