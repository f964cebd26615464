// Ends of thin links that are joined to each other go to one place together: the place of one of them, so
// that what lies along a straight border mostly stays there.
#include "navmesh/close_steps.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/predicates.h"
#include "links/limits.h"

namespace ambula {
namespace {

class Closing {
 public:
  Closing(LinkedSurface& linked, const Links& links) : linked_(linked), links_(links) {}

  void run() {
    for (const Link& link : links_.links) {
      if (link.intervals != 2) continue;
      const BorderInterval &a = links_.intervals[link.first_interval],
                           &b = links_.intervals[link.first_interval + 1];
      if (near(a.first, b.last)) join(a.first, b.last);
      if (near(a.last, b.first)) join(a.last, b.first);
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
    for (const auto& [v, parent] : parent_) groups[root(v)].push_back(v);
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      for (const std::uint32_t v : linked_.triangles[t]) {
        if (parent_.count(v) != 0) around_[v].push_back(t);
      }
    }
    for (const auto& [first, group] : groups) close(group);
  }

 private:
  [[nodiscard]] bool near(std::uint32_t v, std::uint32_t w) const {
    const LatticePoint a = linked_.vertices[v], b = linked_.vertices[w];
    // Links take ends of intervals for one that are so close.
    return std::max(std::abs(static_cast<double>(a.x) - b.x), std::abs(static_cast<double>(a.y) - b.y)) <=
           kSnap;
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
    // Triangles that must keep their orientation: not those of fillers, nor slivers that lose a side.
    std::vector<std::uint32_t> upright, lost;
    for (const std::uint32_t v : group) {
      for (const std::uint32_t t : around_[v]) {
        const auto inside = std::count_if(
            linked_.triangles[t].begin(), linked_.triangles[t].end(),
            [&](std::uint32_t w) { return std::find(group.begin(), group.end(), w) != group.end(); });
        if (linked_.face[t] == LinkedSurface::kNone || turn(t) <= 0) continue;
        (inside == 1 ? upright : lost).push_back(t);
      }
    }
    for (const Point2 place : places) {
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
  std::map<std::uint32_t, std::uint32_t> parent_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> around_;
};

}  // namespace

LinkedSurface close_steps(LinkedSurface linked, const Links& links) {
  Closing(linked, links).run();
  return linked;
}

}  // namespace ambula
