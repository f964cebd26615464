// The hash of links: their fields in the order of the header, arrays with their counts before them.
#include "ambula/hash.h"
#include "ambula/values/links.h"

namespace ambula {

std::uint64_t links_hash(const Links& links) {
  Hasher h;
  const auto count = [&](std::size_t n) { h.add(static_cast<std::uint64_t>(n)); };
  for (const double v :
       {links.lattice.origin.x, links.lattice.origin.y, links.lattice.origin.z, links.lattice.quantum})
    h.add(v);
  count(links.links.size());
  for (const Link& l : links.links) {
    h.add(static_cast<std::uint8_t>(l.kind));
    for (const std::uint32_t v :
         {l.first_interval, l.intervals, l.first_triangle, l.triangles, l.flight, l.step})
      h.add(v);
    for (const double v : {l.rise, l.run, l.width, l.free_height}) h.add(v);
  }
  count(links.intervals.size());
  for (const BorderInterval& i : links.intervals) {
    for (const std::uint32_t v : {i.half_edge, i.first, i.last}) h.add(v);
    h.add(i.from);
    h.add(i.to);
  }
  count(links.triangles.size());
  for (const auto& t : links.triangles) {
    for (const std::uint32_t v : t) h.add(v);
  }
  count(links.vertices.size());
  for (const LinkVertex& v : links.vertices) {
    for (const std::int32_t c : {v.at.x, v.at.y, v.at.z}) h.add(c);
    h.add(v.half_edge);
    h.add(v.part);
  }
  h.add(links.walkable_vertices);
  count(links.flights.size());
  for (const Flight& f : links.flights) {
    for (const std::uint32_t v : {f.steps, f.landings[0], f.landings[1]}) h.add(v);
    for (const double v : {f.rise, f.run, f.width}) h.add(v);
  }
  count(links.component.size());
  for (const std::uint32_t c : links.component) h.add(c);
  h.add(links.components);
  h.add(links.filled_area);
  return h.finish();
}

}  // namespace ambula
