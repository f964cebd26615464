// A flight is a path through treads. Of everything a part of the surface is joined to, the least rise up and
// the least rise down lead on; a part that is entered by one and left by the other within the depth of a
// tread is a tread, and what lies at the ends of such a path are landings. Side entrances (from the floor
// past the first step onto the second) have a greater rise than the way step by step, and stay outside.
#include "links/flights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "links/assemble.h"
#include "links/borders.h"

namespace ambula {
namespace {

// Metres to an agent of the default one's size.
constexpr double kLeastRise = 0.02;  // less is a threshold, not a stair
constexpr double kMostRun = 0.8;     // from riser to riser; more is a landing ...
constexpr double kSameRun = 0.001;   // ... by so much that rounding does not decide
constexpr double kSameRise = 0.001;  // between two ways up that are as good as each other
constexpr double kRunRatio = 2.5;    // between a tread's run and the median of its flight
constexpr double kRiseRatio = 3.5;   // between neighbours: escalators begin with a third of their rise
constexpr double kAligned = 0.5;     // cosine between links that are one step
constexpr std::uint32_t kNone = Link::kNone;

// All that joins two components, the lower one first.
struct Joint {
  std::uint32_t low = 0, high = 0;
  std::vector<std::uint32_t> links;  // those of the main direction
  double rise = 0, width = 0;        // metres
  Vec2 middle;                       // metres
};

struct Measured {
  std::uint32_t link, low, high;
  double rise, width;
  Vec2 middle, way;
};

Measured measure(const Walkable& w, const Links& links, std::uint32_t l) {
  const Link& link = links.links[l];
  const BorderInterval &a = links.intervals[link.first_interval],
                       &b = links.intervals[link.first_interval + 1];
  const double q = links.lattice.quantum;
  const Vec3 a0 = place_of(place_of(w, links, a.first)) * q, a1 = place_of(place_of(w, links, a.last)) * q;
  const Vec3 b0 = place_of(place_of(w, links, b.first)) * q, b1 = place_of(place_of(w, links, b.last)) * q;
  const Vec2 d = (a1 - a0).xy();
  const double size = length(d);
  return {l,
          w.component[a.half_edge / 3],
          w.component[b.half_edge / 3],
          (b0.z + b1.z - a0.z - a1.z) / 2,
          link.width,
          (a0.xy() + a1.xy() + b0.xy() + b1.xy()) * 0.25,
          size > 0 ? Vec2{d.y / size, -d.x / size} : Vec2{}};
}

// By (low, high).
std::vector<Joint> joints_of(const Walkable& w, const Links& links, double size) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Measured>> pairs;
  for (std::uint32_t l = 0; l < links.links.size(); ++l) {
    if (links.links[l].kind == LinkKind::fill) continue;
    const Measured m = measure(w, links, l);
    if (m.low != m.high && m.rise >= kLeastRise * size) pairs[{m.low, m.high}].push_back(m);
  }
  std::vector<Joint> out;
  for (const auto& [pair, all] : pairs) {
    const auto widest = std::max_element(
        all.begin(), all.end(), [](const Measured& a, const Measured& b) { return a.width < b.width; });
    Joint joint{pair.first, pair.second, {}, 0, 0, {}};
    for (const Measured& m : all) {
      if (dot(m.way, widest->way) < kAligned) continue;
      joint.links.push_back(m.link);
      joint.rise += m.rise * m.width;
      joint.width += m.width;
      joint.middle = joint.middle + m.middle * m.width;
    }
    joint.rise /= joint.width;
    joint.middle = joint.middle * (1 / joint.width);
    out.push_back(std::move(joint));
  }
  return out;
}

bool better(const Joint& a, const Joint& b, double size) {
  if (std::abs(a.rise - b.rise) > kSameRise * size) return a.rise < b.rise;
  return std::tie(b.width, a.low, a.high) < std::tie(a.width, b.low, b.high);
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v.size() % 2 ? v[v.size() / 2] : (v[v.size() / 2 - 1] + v[v.size() / 2]) / 2;
}

struct Stairs {
  std::vector<Joint> joints;
  std::vector<std::vector<std::uint32_t>> paths;  // joints from below, two or more
};

Stairs find_paths(const Walkable& w, const Links& links, double size) {
  Stairs out;
  out.joints = joints_of(w, links, size);
  const std::vector<Joint>& joints = out.joints;
  std::vector<std::uint32_t> up(w.components, kNone), down(w.components, kNone);
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    std::uint32_t &from = up[joints[j].low], &to = down[joints[j].high];
    if (from == kNone || better(joints[j], joints[from], size)) from = j;
    if (to == kNone || better(joints[j], joints[to], size)) to = j;
  }
  const auto run = [&](std::uint32_t in, std::uint32_t out_of) {
    return length(joints[out_of].middle - joints[in].middle);
  };
  std::vector<std::uint32_t> next(joints.size(), kNone), previous(joints.size(), kNone);
  for (std::uint32_t c = 0; c < w.components; ++c) {
    if (up[c] == kNone || down[c] == kNone || run(down[c], up[c]) > (kMostRun + kSameRun) * size) continue;
    const double ratio = joints[up[c]].rise / joints[down[c]].rise;
    if (ratio > kRiseRatio || ratio < 1 / kRiseRatio) continue;
    next[down[c]] = up[c];
    previous[up[c]] = down[c];
  }
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    if (previous[j] != kNone || next[j] == kNone) continue;
    std::vector<std::uint32_t> path;
    std::vector<double> runs;
    for (std::uint32_t k = j; k != kNone; k = next[k]) {
      if (!path.empty()) runs.push_back(run(path.back(), k));
      path.push_back(k);
    }
    // A path is parted where a tread is much deeper than the others.
    const double usual = median(runs);
    std::vector<std::uint32_t> piece{path[0]};
    for (std::size_t k = 1; k < path.size(); ++k) {
      if (runs[k - 1] > kRunRatio * usual) {
        if (piece.size() > 1) out.paths.push_back(piece);
        piece.clear();
      }
      piece.push_back(path[k]);
    }
    if (piece.size() > 1) out.paths.push_back(piece);
  }
  return out;
}

}  // namespace

void find_flights(const Walkable& w, Links& links, double size) {
  links.flights.clear();
  for (Link& link : links.links) link.flight = link.step = kNone;
  const Stairs stairs = find_paths(w, links, size);
  for (const auto& path : stairs.paths) {
    Flight flight;
    flight.steps = static_cast<std::uint32_t>(path.size());
    flight.width = 1e300;
    std::vector<double> runs;
    const auto number = static_cast<std::uint32_t>(links.flights.size());
    for (std::uint32_t k = 0; k < path.size(); ++k) {
      const Joint& joint = stairs.joints[path[k]];
      flight.rise += joint.rise / static_cast<double>(path.size());
      flight.width = std::min(flight.width, joint.width);
      if (k > 0) runs.push_back(length(joint.middle - stairs.joints[path[k - 1]].middle));
      for (const std::uint32_t l : joint.links) {
        links.links[l].flight = number;
        links.links[l].step = k;
      }
    }
    flight.run = median(runs);
    flight.landings = {stairs.joints[path.front()].low, stairs.joints[path.back()].high};
    links.flights.push_back(flight);
  }
}

std::vector<char> corner_cuts(const Walkable& w, const Links& links, double size) {
  const Stairs stairs = find_paths(w, links, size);
  std::vector<char> tread(w.components), out(links.links.size());
  for (const auto& path : stairs.paths) {
    for (std::size_t k = 1; k < path.size(); ++k) tread[stairs.joints[path[k]].low] = 1;
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> above;  // component → those a step above it
  for (const Joint& joint : stairs.joints) above[joint.low].push_back(joint.high);
  for (std::uint32_t l = 0; l < links.links.size(); ++l) {
    if (links.links[l].kind == LinkKind::fill) continue;
    const Measured m = measure(w, links, l);
    if (m.low == m.high || !tread[m.low] || !tread[m.high] || m.rise < kLeastRise * size) continue;
    for (const std::uint32_t between : above[m.low]) {
      const auto& on = above[between];
      if (between != m.high && std::find(on.begin(), on.end(), m.high) != on.end()) out[l] = 1;
    }
  }
  return out;
}

void keep_links(Links& links, const std::vector<char>& keep) {
  Links out = links;
  out.links.clear();
  out.intervals.clear();
  out.triangles.clear();
  out.vertices.clear();
  std::vector<char> used(links.vertices.size());
  for (std::size_t l = 0; l < links.links.size(); ++l) {
    if (!keep[l]) continue;
    Link link = links.links[l];
    const auto mark = [&](std::uint32_t v) {
      if (v >= links.walkable_vertices) used[v - links.walkable_vertices] = 1;
    };
    const std::uint32_t i = link.first_interval, t = link.first_triangle;
    link.first_interval = static_cast<std::uint32_t>(out.intervals.size());
    link.first_triangle = static_cast<std::uint32_t>(out.triangles.size());
    for (std::uint32_t k = 0; k < link.intervals; ++k) {
      out.intervals.push_back(links.intervals[i + k]);
      mark(out.intervals.back().first);
      mark(out.intervals.back().last);
    }
    for (std::uint32_t k = 0; k < link.triangles; ++k) {
      out.triangles.push_back(links.triangles[t + k]);
      for (const std::uint32_t v : out.triangles.back()) mark(v);
    }
    out.links.push_back(link);
  }
  std::vector<std::uint32_t> number(links.vertices.size());
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    number[v] = links.walkable_vertices + static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.push_back(links.vertices[v]);
  }
  const auto renumber = [&](std::uint32_t& v) {
    if (v >= links.walkable_vertices) v = number[v - links.walkable_vertices];
  };
  for (BorderInterval& interval : out.intervals) {
    renumber(interval.first);
    renumber(interval.last);
  }
  for (auto& triangle : out.triangles) {
    for (std::uint32_t& v : triangle) renumber(v);
  }
  links = std::move(out);
}

}  // namespace ambula
