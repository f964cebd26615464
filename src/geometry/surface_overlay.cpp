// See the header. Cancelling comes before rounding: an edge shared by two polygons on opposite sides vanishes
// from the sum of signed chains, and what is left are silhouettes.
#include "geometry/surface_overlay.h"

#include <algorithm>
#include <tuple>

namespace ambula {
namespace {

bool is_corner(const Sheet& sheet, Point2 p) {
  return p == sheet.corner[0] || p == sheet.corner[1] || p == sheet.corner[2];
}

std::uint32_t next_corner(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

void add_sides(const Sheet& sheet, std::vector<Segment2>& segments) {
  for (std::uint32_t i = 0; i < 3; ++i) segments.push_back({sheet.corner[i], sheet.corner[next_corner(i)]});
}

// How far along a side a point lies; points of one side's chain all differ.
struct AlongSide {
  Point2 begin;
  std::int64_t dx, dy;
  AlongSide(const Sheet& sheet, std::uint32_t side)
      : begin(sheet.corner[side]),
        dx(std::int64_t{sheet.corner[next_corner(side)].x} - begin.x),
        dy(std::int64_t{sheet.corner[next_corner(side)].y} - begin.y) {}
  std::int64_t operator()(Point2 p) const {
    return dx * (std::int64_t{p.x} - begin.x) + dy * (std::int64_t{p.y} - begin.y);
  }
};

std::uint64_t hash_of(const Cut& c) { return hash_with(hash_point(c.a), hash_point(c.b) * 3); }

}  // namespace

// Where one cover ends and the next begins nothing changes, so neither end needs to be a point of the edge.
// What separates is joined by label, the rest added up; covers of a kind then follow each other along a side.
void Sheet::cancel_covers(OverlayScratch& scratch) {
  if (covers.size() < 2) return;
  std::vector<OverlayScratch::CoverEnd>& ends = scratch.cover_ends;
  ends.clear();
  for (const EdgeCover& c : covers) {
    const AlongSide along(*this, c.side);
    ends.push_back({c.side, c.label, along(c.from), c.from, c.weight, 1});
    ends.push_back({c.side, c.label, along(c.to), c.to, {-c.weight[0], -c.weight[1]}, -1});
  }
  std::sort(ends.begin(), ends.end(), [](const auto& p, const auto& q) {
    return std::tie(p.side, p.label, p.along) < std::tie(q.side, q.label, q.along);
  });
  covers.clear();
  std::array<std::int32_t, 2> weight = {};
  std::int32_t open = 0;  // covers at hand, which is what counts for those without weight
  const OverlayScratch::CoverEnd* from = nullptr;
  for (std::size_t k = 0; k < ends.size();) {
    const OverlayScratch::CoverEnd& here = ends[k];
    const std::array<std::int32_t, 2> before = weight;
    const bool was_open = open > 0;
    for (;
         k < ends.size() && ends[k].at == here.at && ends[k].side == here.side && ends[k].label == here.label;
         ++k) {
      weight[0] += ends[k].weight[0];
      weight[1] += ends[k].weight[1];
      open += ends[k].open;
    }
    if (weight == before && (open > 0) == was_open) continue;
    if (was_open && (before != std::array<std::int32_t, 2>{} || (here.label & kSeparates) != 0))
      covers.push_back({here.side, from->at, here.at, before, here.label});
    from = &here;
  }
}

void Sheet::cancel(OverlayScratch& scratch) {
  cancel_covers(scratch);
  std::size_t capacity = 16;
  while (capacity < 2 * cuts.size()) capacity *= 2;
  constexpr std::uint32_t kFree = 0xFFFFFFFFu;
  scratch.table.assign(capacity, kFree);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const Cut c = cuts[k];
    std::size_t slot = hash_of(c) & (capacity - 1);
    while (scratch.table[slot] != kFree) {
      const Cut& other = cuts[scratch.table[slot]];
      if (other.a == c.a && other.b == c.b) break;
      slot = (slot + 1) & (capacity - 1);
    }
    if (scratch.table[slot] == kFree) {
      scratch.table[slot] = static_cast<std::uint32_t>(kept);
      cuts[kept++] = c;
    } else {
      Cut& other = cuts[scratch.table[slot]];
      other.weight[0] += c.weight[0];
      other.weight[1] += c.weight[1];
      other.label |= c.label;
    }
  }
  cuts.resize(kept);
  std::erase_if(cuts, [](const Cut& c) {
    return c.weight[0] == 0 && c.weight[1] == 0 && (c.label & (kSeparates | kOutline)) == 0;
  });
}

void Sheet::close(OverlayScratch& scratch) {
  scratch.segments.clear();
  add_sides(*this, scratch.segments);
  for (const Cut& c : cuts) scratch.segments.push_back({c.a, c.b});
  scratch.snap.hot_pixels(scratch.segments, pixels);
  for (const EdgeCover& c : covers) {
    for (const Point2 p : {c.from, c.to}) {
      const auto at = std::lower_bound(pixels.begin(), pixels.end(), p);
      if (at == pixels.end() || *at != p) pixels.insert(at, p);
    }
  }
  own_pixels = static_cast<std::uint32_t>(pixels.size());
}

std::array<std::array<std::int32_t, 2>, 6> Sheet::at_corners() const {
  std::array<std::array<std::int32_t, 2>, 6> at{};
  for (const EdgeCover& c : covers) {
    for (std::size_t w = 0; w < 2; ++w) {
      if (c.from == corner[c.side]) at[2 * c.side][w] += c.weight[w];
      if (c.to == corner[next_corner(c.side)]) at[2 * c.side + 1][w] += c.weight[w];
    }
  }
  return at;
}

bool Sheet::is_uniform(std::array<std::int32_t, 2>& numbers) const {
  if (!cuts.empty()) return false;
  if (std::any_of(covers.begin(), covers.end(),
                  [](const EdgeCover& c) { return (c.label & kSeparates) != 0; }))
    return false;
  // They are all equal, unless rounding put all of a polygon onto a tip.
  const auto at = at_corners();
  numbers = at[0];
  return std::all_of(at.begin(), at.end(), [&](const auto& n) { return n == numbers; });
}

bool Sheet::is_open_at_corner() const {
  const auto at = at_corners();
  return std::any_of(at.begin(), at.end(), [](const auto& n) { return n[0] <= 0 && n[1] <= 0; });
}

std::uint32_t SurfaceOverlay::node_of(std::uint32_t s, Point2 pixel, bool& is_new) {
  const auto [node, fresh] = node_.insert(Key{s, pixel}, static_cast<std::uint32_t>(parent_.size()));
  is_new = fresh;
  if (fresh) {
    parent_.push_back(node);
    best_.push_back(sheets_[s].face);
    corner_.push_back(is_corner(sheets_[s], pixel));
  }
  return node;
}

// Lines 0 to 2 are the sides, those after them the seams.
void SurfaceOverlay::share(std::uint32_t s, Point2 pixel, std::uint32_t line) {
  bool is_new = false;
  const Sheet& sheet = sheets_[s];
  if (line >= 3) {
    waiting_.push_back({sheet.seams[line - 3].face, node_of(s, pixel, is_new), pixel});
    return;
  }
  const std::uint32_t edge = surface_.edges[sheet.face][line];
  const std::uint32_t begin = surface_.edge_begin[edge], end = surface_.edge_begin[edge + 1];
  if (end - begin < 2) return;
  const std::uint32_t node = node_of(s, pixel, is_new);
  for (std::uint32_t k = begin; k < end; ++k) {
    if (surface_.edge_faces[k] != sheet.face) waiting_.push_back({surface_.edge_faces[k], node, pixel});
  }
}

void SurfaceOverlay::share_own(std::uint32_t s) {
  constexpr std::size_t kMany = 16;  // seams: beyond, a grid is faster
  const Sheet& sheet = sheets_[s];
  scratch_.segments.clear();
  add_sides(sheet, scratch_.segments);
  for (const SeamCut& seam : sheet.seams) scratch_.segments.push_back({seam.a, seam.b});
  const std::span<const Point2> own(sheet.pixels.data(), sheet.own_pixels);
  const auto found = [&](Point2 p, std::uint32_t line) {
    // The ends of a side are corners of the faces beyond it, too.
    if (line < 3 && (p == scratch_.segments[line].a || p == scratch_.segments[line].b)) return;
    share(s, p, line);
  };
  if (sheet.seams.size() > kMany) {
    scratch_.snap.chains(scratch_.segments, own, scratch_.chains);
    for (std::uint32_t line = 0; line < scratch_.segments.size(); ++line) {
      for (std::uint32_t k = scratch_.chains.begin[line]; k < scratch_.chains.begin[line + 1]; ++k)
        found(sheet.pixels[scratch_.chains.nodes[k]], line);
    }
    return;
  }
  for (std::uint32_t line = 0; line < scratch_.segments.size(); ++line) {
    const auto [a, b] = scratch_.segments[line];
    for (const Point2 p : own) {
      if (meets_pixel(a, b, p)) found(p, line);
    }
  }
}

void SurfaceOverlay::receive(const Waiting& w, std::uint32_t s) {
  bool is_new = false;
  const std::uint32_t node = node_of(s, w.pixel, is_new);
  const std::uint32_t a = root(node), b = root(w.from);
  if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  if (!is_new) return;
  {
    Sheet& sheet = sheets_[s];
    const auto own_end = sheet.pixels.begin() + static_cast<std::ptrdiff_t>(sheet.own_pixels);
    if (std::binary_search(sheet.pixels.begin(), own_end, w.pixel)) return;  // shared from there already
    sheet.pixels.push_back(w.pixel);
  }
  const Sheet& sheet = sheets_[s];
  for (std::uint32_t line = 0; line < 3 + sheet.seams.size(); ++line) {
    const Point2 from = line < 3 ? sheet.corner[line] : sheet.seams[line - 3].a;
    const Point2 to = line < 3 ? sheet.corner[next_corner(line)] : sheet.seams[line - 3].b;
    if (meets_pixel(from, to, w.pixel)) share(s, w.pixel, line);
  }
}

std::uint32_t SurfaceOverlay::root(std::uint32_t n) {
  while (parent_[n] != n) {
    parent_[n] = parent_[parent_[n]];
    n = parent_[n];
  }
  return n;
}

void SurfaceOverlay::settle() {
  for (std::uint32_t n = 0; n < parent_.size(); ++n) {
    const std::uint32_t r = root(n);
    if (r == n) continue;
    if (corner_[n] > corner_[r] || (corner_[n] == corner_[r] && best_[n] < best_[r])) {
      best_[r] = best_[n];
      corner_[r] = corner_[n];
    }
  }
  for (std::uint32_t n = 0; n < parent_.size(); ++n) best_[n] = best_[root(n)];
  for (Sheet& sheet : sheets_) {
    const auto told = sheet.pixels.begin() + static_cast<std::ptrdiff_t>(sheet.own_pixels);
    std::sort(told, sheet.pixels.end());
    std::inplace_merge(sheet.pixels.begin(), told, sheet.pixels.end());
  }
}

std::uint32_t SurfaceOverlay::height_face(std::size_t s, Point2 node) const {
  const std::uint32_t shared = node_.find(Key{static_cast<std::uint32_t>(s), node});
  return shared == FlatMap<Key, KeyHash>::kNone ? sheets_[s].face : best_[shared];
}

void SurfaceOverlay::release(std::size_t s) {
  Sheet& sheet = sheets_[s];
  sheet.cuts = {};
  sheet.covers = {};
  sheet.seams = {};
  sheet.pixels = {};
}

namespace {

// A cut that runs along an edge of the face within a quantum may come to lie beyond it when its ends are
// rounded. What separates then separates along the edge.
void draw_in(const Chains& chains, std::vector<Piece>& pieces) {
  const auto before = [](const Piece& p, const Piece& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Piece lost = pieces[k];
    if ((lost.label & (kSeparates | kOutline)) == 0 || (lost.label & kOnSides) != 0 || lost.right[2] > 0 ||
        lost.left()[2] > 0)
      continue;
    for (std::uint32_t side = 0; side < 3; ++side) {
      const std::uint32_t* const first = chains.nodes.data() + chains.begin[side];
      const std::uint32_t* const last = chains.nodes.data() + chains.begin[side + 1];
      const std::uint32_t *a = std::find(first, last, lost.a), *b = std::find(first, last, lost.b);
      if (a == last || b == last) continue;
      const bool forth = a < b;  // the edge runs as the piece does
      if (!forth) std::swap(a, b);
      for (; a < b; ++a) {
        Piece key;
        key.a = std::min(a[0], a[1]);
        key.b = std::max(a[0], a[1]);
        const auto at = std::lower_bound(pieces.begin(), pieces.end(), key, before);
        if (at == pieces.end() || at->a != key.a || at->b != key.b) continue;
        const bool same = (at->a == a[0]) == forth;
        at->label |= same ? lost.label : turned(lost.label);
      }
    }
  }
}

// Pieces in order of their ends, coinciding ones as one, those that change nothing left out. Few begin at the
// same node: nodes are counted, then what begins at each is put in order.
void add_up(const std::vector<Piece>& raw, std::size_t nodes, std::vector<std::uint32_t>& next,
            std::vector<Piece>& pieces) {
  next.assign(nodes + 1, 0);
  for (const Piece& p : raw) ++next[p.a + 1];
  for (std::size_t n = 0; n < nodes; ++n) next[n + 1] += next[n];
  pieces.resize(raw.size());
  for (const Piece& p : raw) pieces[next[p.a]++] = p;
  for (std::size_t n = 0, from = 0; n < nodes; from = next[n++]) {
    if (next[n] - from < 2) continue;
    std::sort(pieces.begin() + static_cast<std::ptrdiff_t>(from),
              pieces.begin() + static_cast<std::ptrdiff_t>(next[n]),
              [](const Piece& p, const Piece& q) { return p.b < q.b; });
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < pieces.size();) {
    Piece p = pieces[k];
    for (++k; k < pieces.size() && pieces[k].a == p.a && pieces[k].b == p.b; ++k) {
      for (std::size_t w = 0; w < 3; ++w) p.weight[w] += pieces[k].weight[w];
      p.label |= pieces[k].label;
    }
    if (p.weight != Winding{} || (p.label & (kSeparates | kOutline)) != 0) pieces[kept++] = p;
  }
  pieces.resize(kept);
}

}  // namespace

bool Sheet::resolve(OverlayScratch& scratch, std::vector<Point2>& nodes, std::vector<Piece>& resolved) const {
  const Sheet& sheet = *this;
  nodes = pixels;
  scratch.segments.clear();
  add_sides(sheet, scratch.segments);
  for (const Cut& c : sheet.cuts) scratch.segments.push_back({c.a, c.b});
  scratch.snap.chains(scratch.segments, nodes, scratch.chains);
  const Chains& chains = scratch.chains;

  std::vector<Piece>& raw = scratch.pieces;
  raw.clear();
  const auto add = [&](std::uint32_t from, std::uint32_t to, Winding weight, std::uint32_t label) {
    if (from < to) {
      raw.push_back({from, to, weight, {}, label});
    } else {
      raw.push_back({to, from, {-weight[0], -weight[1], -weight[2]}, {}, turned(label)});
    }
  };
  for (std::uint32_t side = 0; side < 3; ++side) {
    const std::size_t first = raw.size();
    const std::span<const std::uint32_t> chain(chains.nodes.data() + chains.begin[side],
                                               chains.begin[side + 1] - chains.begin[side]);
    for (std::size_t k = 0; k + 1 < chain.size(); ++k)
      add(chain[k], chain[k + 1], {0, 0, 1}, kOnSide0 << side);
    const AlongSide along(sheet, side);
    for (const EdgeCover& c : sheet.covers) {
      if (c.side != side) continue;
      // Nodes stand along the side in order.
      const auto place = [&](Point2 p) {
        const auto at =
            std::lower_bound(chain.begin(), chain.end(), along(p),
                             [&](std::uint32_t n, std::int64_t value) { return along(nodes[n]) < value; });
        return at != chain.end() && nodes[*at] == p ? static_cast<std::size_t>(at - chain.begin())
                                                    : chain.size();
      };
      const std::size_t from = place(c.from), to = std::min(place(c.to), chain.size() - 1);
      for (std::size_t k = from; k < to; ++k) {
        Piece& piece = raw[first + k];
        const bool forth = piece.a == chain[k];
        for (std::size_t w = 0; w < 2; ++w) piece.weight[w] += forth ? c.weight[w] : -c.weight[w];
        piece.label |= forth ? c.label : turned(c.label);
      }
    }
  }
  for (std::size_t k = 0; k < sheet.cuts.size(); ++k) {
    const Cut& c = sheet.cuts[k];
    for (std::uint32_t i = chains.begin[k + 3]; i + 1 < chains.begin[k + 4]; ++i) {
      add(chains.nodes[i], chains.nodes[i + 1], {c.weight[0], c.weight[1], 0}, c.label);
    }
  }
  add_up(raw, nodes.size(), scratch.table, resolved);
  if (!scratch.sweep.run(nodes, resolved)) return false;
  draw_in(scratch.chains, resolved);
  return true;
}

}  // namespace ambula
