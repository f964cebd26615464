// Links as a chunk: their hash, the lattice, then one array a field, so that the bytes do not depend on how a
// compiler lays out a structure.
#include "ambula/hash.h"
#include "core/text.h"
#include "io/sections.h"

namespace ambula {
namespace {

// One list of the fields of a link, an interval, a vertex and a flight, for both directions.
template <class Links, class Visit>
void each_field(Links& links, Visit visit) {
  visit(links.links, "link kinds", [](auto& l) -> auto& { return l.kind; });
  visit(links.links, "first intervals", [](auto& l) -> auto& { return l.first_interval; });
  visit(links.links, "interval counts", [](auto& l) -> auto& { return l.intervals; });
  visit(links.links, "first triangles", [](auto& l) -> auto& { return l.first_triangle; });
  visit(links.links, "triangle counts", [](auto& l) -> auto& { return l.triangles; });
  visit(links.links, "rises", [](auto& l) -> auto& { return l.rise; });
  visit(links.links, "runs", [](auto& l) -> auto& { return l.run; });
  visit(links.links, "widths", [](auto& l) -> auto& { return l.width; });
  visit(links.links, "free heights", [](auto& l) -> auto& { return l.free_height; });
  visit(links.links, "flights of links", [](auto& l) -> auto& { return l.flight; });
  visit(links.links, "steps of links", [](auto& l) -> auto& { return l.step; });
  visit(links.intervals, "half-edges", [](auto& i) -> auto& { return i.half_edge; });
  visit(links.intervals, "first vertices", [](auto& i) -> auto& { return i.first; });
  visit(links.intervals, "last vertices", [](auto& i) -> auto& { return i.last; });
  visit(links.intervals, "interval beginnings", [](auto& i) -> auto& { return i.from; });
  visit(links.intervals, "interval ends", [](auto& i) -> auto& { return i.to; });
  visit(links.vertices, "places", [](auto& v) -> auto& { return v.at; });
  visit(links.vertices, "half-edges of vertices", [](auto& v) -> auto& { return v.half_edge; });
  visit(links.vertices, "parts of half-edges", [](auto& v) -> auto& { return v.part; });
  visit(links.flights, "step counts", [](auto& f) -> auto& { return f.steps; });
  visit(links.flights, "rises of flights", [](auto& f) -> auto& { return f.rise; });
  visit(links.flights, "runs of flights", [](auto& f) -> auto& { return f.run; });
  visit(links.flights, "widths of flights", [](auto& f) -> auto& { return f.width; });
  visit(links.flights, "landings", [](auto& f) -> auto& { return f.landings; });
}

}  // namespace

void encode_links(const Document& document, ByteWriter& out) {
  const Links& links = *document.links;
  out.u64(document.links_hash);
  out.vec3(links.lattice.origin);
  out.f64(links.lattice.quantum);
  each_field(links, [&](const auto& items, const char*, auto field) {
    std::vector<std::remove_cvref_t<decltype(field(items[0]))>> column;
    column.reserve(items.size());
    for (const auto& item : items) column.push_back(field(item));
    out.array(column);
  });
  out.array(links.triangles);
  out.array(links.component);
  out.u64(links.walkable_vertices);
  out.u64(links.components);
  out.f64(links.filled_area);
}

void decode_links(ByteReader& in, Document& document) {
  Links& links = document.links.emplace();
  document.links_hash = in.u64();
  links.lattice.origin = in.vec3();
  links.lattice.quantum = in.f64();
  const void* filled = nullptr;
  each_field(links, [&](auto& items, const char* what, auto field) {
    using Item = typename std::remove_reference_t<decltype(items)>::value_type;
    using Value = std::remove_cvref_t<decltype(field(std::declval<Item&>()))>;
    const std::vector<Value> column = in.array<Value>(what);
    if (!in.ok()) return;
    if (filled != &items) items.resize(column.size());
    filled = &items;
    if (column.size() != items.size()) {
      in.refuse(text(column.size(), " ", what, " where ", items.size(), " belong"));
      return;
    }
    for (std::size_t i = 0; i < column.size(); ++i) field(items[i]) = column[i];
  });
  links.triangles = in.array<std::array<std::uint32_t, 3>>("filler triangles");
  links.component = in.array<std::uint32_t>("component numbers");
  links.walkable_vertices = in.small_count();
  links.components = in.small_count();
  links.filled_area = in.f64();
}

Result<void> check_links(const Document& document) {
  if (!document.walkable)
    return fail(ErrorCode::broken, "links: there is no walkable surface that they link");
  if (auto ok = validate(*document.links, *document.walkable); !ok) return ok;
  if (document.links_hash == 0) return {};
  const std::uint64_t hash = links_hash(*document.links);
  if (hash == document.links_hash) return {};
  return fail(ErrorCode::broken, text("the links' hash is ", hash_text(hash), ", the document speaks of ",
                                      hash_text(document.links_hash)));
}

}  // namespace ambula
