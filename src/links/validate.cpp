// Everything Links promise that needs no scene, checked: first that every number may be used as an index,
// then intervals, fillers, flights and components. Values may come out of a hostile file, so nothing is used
// before it was compared.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "ambula/agent.h"
#include "ambula/params/links.h"
#include "ambula/values/links.h"
#include "core/text.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Link::kNone;

Failure broken(std::string message, std::uint64_t element = Error::kNoElement) {
  return fail(ErrorCode::broken, "links: " + std::move(message), element);
}

Result<void> check_vertices(const Links& links, const Walkable& w) {
  if (links.lattice != w.lattice) return broken("the lattice is not the walkable surface's");
  if (links.walkable_vertices != w.vertices.size()) {
    return broken(text("they are of a surface of ", links.walkable_vertices, " vertices, and this one has ",
                       w.vertices.size()));
  }
  if (links.vertices.size() + w.vertices.size() >= kNone) return broken("more than 4294967294 vertices");
  for (std::size_t v = 0; v < links.vertices.size(); ++v) {
    const LinkVertex& vertex = links.vertices[v];
    for (const std::int32_t c : {vertex.at.x, vertex.at.y, vertex.at.z}) {
      if (c < -Lattice::kReach || c > Lattice::kReach)
        return broken(text("vertex ", v, " lies outside the lattice"), v);
    }
    if (vertex.half_edge == kNone) continue;
    if (vertex.half_edge >= 3 * w.faces.size() ||
        w.border[vertex.half_edge / 3][vertex.half_edge % 3] == BorderKind::none) {
      return broken(text("vertex ", v, " stands on ", vertex.half_edge, ", which is no border edge"), v);
    }
    if (!(vertex.part > 0 && vertex.part < 1))
      return broken(text("vertex ", v, " stands outside its edge"), v);
  }
  return {};
}

// Whether vertex v is where the interval says: at `part` of its half-edge.
bool stands_at(const Links& links, const Walkable& w, std::uint32_t v, std::uint32_t half_edge, double part) {
  const auto& face = w.faces[half_edge / 3];
  if (part == 0) return v == face[half_edge % 3];
  if (part == 1) return v == face[(half_edge % 3 + 1) % 3];
  if (v < links.walkable_vertices) return false;
  const LinkVertex& vertex = links.vertices[v - links.walkable_vertices];
  return vertex.half_edge == half_edge && vertex.part == part;
}

Result<void> check_links(const Links& links, const Walkable& w) {
  const std::size_t vertices = w.vertices.size() + links.vertices.size();
  std::size_t interval = 0, triangle = 0;
  for (std::size_t l = 0; l < links.links.size(); ++l) {
    const Link& link = links.links[l];
    const auto bad = [&](std::string_view what) { return broken(text("link ", l, " ", what), l); };
    if (link.kind > LinkKind::fill) return bad("has no known kind");
    if (link.first_interval != interval || link.first_triangle != triangle)
      return bad("does not begin where the one before it ends");
    if (link.intervals > links.intervals.size() - interval ||
        link.triangles > links.triangles.size() - triangle) {
      return bad("has intervals or triangles that are not there");
    }
    interval += link.intervals;
    triangle += link.triangles;
    if (link.kind != LinkKind::fill && (link.intervals != 2 || link.triangles != 2))
      return bad("has not two intervals and two triangles");
    if (link.triangles == 0) return bad("has no filler");
    for (const double v : {link.rise, link.run, link.width, link.free_height}) {
      if (!(v >= 0 && std::isfinite(v))) return bad("has a measure below zero, or none");
    }
    if ((link.flight == kNone) != (link.step == kNone) ||
        (link.flight != kNone && link.flight >= links.flights.size()) ||
        (link.flight != kNone && link.step >= links.flights[link.flight].steps)) {
      return bad("names a step of a flight that is not there");
    }
  }
  if (interval != links.intervals.size() || triangle != links.triangles.size())
    return broken("there are intervals or triangles of no link");
  for (std::size_t i = 0; i < links.intervals.size(); ++i) {
    const BorderInterval& b = links.intervals[i];
    const auto bad = [&](std::string_view what) { return broken(text("interval ", i, " ", what), i); };
    if (b.half_edge >= 3 * w.faces.size() || w.border[b.half_edge / 3][b.half_edge % 3] == BorderKind::none)
      return bad("is not on a border edge");
    if (!(b.from >= 0 && b.from < b.to && b.to <= 1)) return bad("does not run from 0 towards 1");
    if (b.first >= vertices || b.last >= vertices) return bad("ends at a vertex that is not there");
    if (!stands_at(links, w, b.first, b.half_edge, b.from) ||
        !stands_at(links, w, b.last, b.half_edge, b.to)) {
      return bad("does not end where its vertices stand");
    }
  }
  for (std::size_t t = 0; t < links.triangles.size(); ++t) {
    for (const std::uint32_t v : links.triangles[t]) {
      if (v >= vertices) return broken(text("triangle ", t, " refers to vertex ", v), t);
    }
  }
  return {};
}

Result<void> check_used_once(const Links& links, const Walkable&) {
  std::vector<std::uint32_t> order(links.intervals.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    return std::tie(links.intervals[i].half_edge, links.intervals[i].from);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t k = 1; k < order.size(); ++k) {
    const BorderInterval &a = links.intervals[order[k - 1]], &b = links.intervals[order[k]];
    if (a.half_edge == b.half_edge && b.from < a.to) {
      return broken(
          text("intervals ", order[k - 1], " and ", order[k], " overlap on half-edge ", a.half_edge),
          order[k]);
    }
  }
  // No singular edge: of all fillers each directed side occurs once.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (const auto& t : links.triangles) {
    for (std::size_t i = 0; i < 3; ++i) sides.emplace_back(t[i], t[(i + 1) % 3]);
  }
  std::sort(sides.begin(), sides.end());
  const auto twice = std::adjacent_find(sides.begin(), sides.end());
  if (twice != sides.end())
    return broken(text("two fillers have the side from vertex ", twice->first, " to ", twice->second));
  return {};
}

Result<void> check_flights(const Links& links, const Walkable& w) {
  for (std::size_t f = 0; f < links.flights.size(); ++f) {
    const Flight& flight = links.flights[f];
    if (flight.steps < 2) return broken(text("flight ", f, " has fewer than two steps"), f);
    if (flight.landings[0] >= w.components || flight.landings[1] >= w.components)
      return broken(text("flight ", f, " has a landing that is not there"), f);
    for (const double v : {flight.rise, flight.run, flight.width}) {
      if (!(v >= 0 && std::isfinite(v)))
        return broken(text("flight ", f, " has a measure below zero, or none"), f);
    }
  }
  return {};
}

Result<void> check_components(const Links& links, const Walkable& w) {
  if (links.component.size() != w.components)
    return broken(
        text("components are given for ", links.component.size(), " parts, and there are ", w.components));
  std::vector<std::uint32_t> parent(w.components);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const Link& link : links.links) {
    for (std::uint32_t i = 1; i < link.intervals; ++i) {
      const auto part = [&](std::uint32_t k) {
        return root(w.component[links.intervals[link.first_interval + k].half_edge / 3]);
      };
      const auto [a, b] = std::minmax({part(0), part(i)});
      parent[b] = a;
    }
  }
  std::uint32_t count = 0;
  for (std::uint32_t c = 0; c < w.components; ++c) {
    const std::uint32_t expected = root(c) == c ? count++ : links.component[root(c)];
    if (links.component[c] != expected)
      return broken(
          text("part ", c, " is in component ", links.component[c], ", its links make it ", expected), c);
  }
  if (count != links.components)
    return broken(text(links.components, " components are counted, and there are ", count));
  if (!std::isfinite(links.filled_area)) return broken("the filled area is not finite");
  return {};
}

}  // namespace

Result<void> validate(const LinksParams& params) {
  const auto check = [](double value, const char* name) -> Result<void> {
    if (value >= 0 && value <= 10) return {};
    return fail(ErrorCode::invalid_argument,
                text("links ", name, " is ", value, "; it must lie between 0 and 10 m"));
  };
  if (auto ok = check(params.min_width.value_or(0), "min_width"); !ok) return ok;
  return check(params.min_landing.value_or(0), "min_landing");
}

LinksParams for_agent(LinksParams params, const Agent& agent) {
  constexpr double kWidth = 0.1, kLanding = 0.1;  // metres, for the default agent
  if (!params.min_width) params.min_width = kWidth * relative_size(agent);
  if (!params.min_landing) params.min_landing = kLanding * relative_size(agent);
  return params;
}

Result<void> validate(const Links& links, const Walkable& walkable) {
  for (const auto check : {check_vertices, check_links, check_used_once, check_flights, check_components}) {
    if (auto ok = check(links, walkable); !ok) return ok;
  }
  return {};
}

const char* name_of(LinkKind kind) noexcept {
  switch (kind) {
    case LinkKind::step:
      return "step";
    case LinkKind::gap:
      return "gap";
    case LinkKind::fill:
      return "fill";
  }
  return "unknown";
}
const char* name_of(FillerRule rule) noexcept { return rule == FillerRule::paper ? "paper" : "widest"; }
const char* name_of(GapMetric metric) noexcept { return metric == GapMetric::paper ? "paper" : "plan"; }

}  // namespace ambula
