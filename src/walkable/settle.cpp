// Everything here is a quantum or two wide; what is larger was settled by cutting, welding and merging.
#include "walkable/settle.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/flat_map.h"
#include "geometry/place_hash.h"
#include "walkable/edge_grid.h"
#include "walkable/edge_place.h"
#include "walkable/finish.h"
#include "walkable/outline.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;
constexpr std::int64_t kSliver = 20000;  // twice the area in square quanta: a square centimetre
constexpr std::int64_t kThin = 3;        // quanta: a face no wider may go
constexpr int kPatience = 8;             // rounds after which going and coming is taken for a cycle
constexpr std::int64_t kBeside = 2;      // quanta²: neighbours on the lattice
constexpr int kRounds = 20;              // each may bring new points to lie on an edge
constexpr std::int32_t kReach = 2;       // quanta: as far as a point is looked for
constexpr std::size_t kFewBoxes = 64;    // changes up to which the next round looks only near them

std::uint32_t next_side(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

class Settler {
 public:
  explicit Settler(Surface& surface) : surface_(surface) {}

  Int128 run() {
    find_active(true);
    for (round_ = 0; round_ < kRounds; ++round_) {
      keep_.assign(surface_.faces.size(), 1);
      const std::size_t before = surface_.faces.size(), looked_at = changed_.size();
      drop_doubled();
      if (!any_gone_) {
        settle_points();
        searched_all_ = true;
        changed_.erase(changed_.begin(), changed_.begin() + static_cast<std::ptrdiff_t>(looked_at));
      }
      if (!any_gone_ && surface_.faces.size() == before) break;
      any_gone_ = false;
      keep_faces(surface_, keep_);
      find_active(round_ == 0 || look_everywhere());
      join_open();
      if (round_ == 0) find_active(look_everywhere());
      std::vector<std::array<LatticePoint, 3>> at;
      for (std::uint32_t f = 0; f < surface_.faces.size(); ++f)
        at.push_back({place(f, 0), place(f, 1), place(f, 2)});
      assign_vertices(surface_, [&](std::uint32_t f, std::uint32_t i) { return at[f][i]; });
    }
    return dropped_;
  }

 private:
  [[nodiscard]] LatticePoint place(std::uint32_t f, std::uint32_t i) const {
    return surface_.vertices[surface_.faces[f].corner[i]];
  }
  [[nodiscard]] EdgePlace edge(std::uint32_t f, std::uint32_t i) const {
    return {place(f, i), place(f, next_side(i))};
  }
  [[nodiscard]] std::int64_t area(std::uint32_t f) const {
    return orient2d(plan(place(f, 0)), plan(place(f, 1)), plan(place(f, 2)));
  }
  [[nodiscard]] bool is_open_edge(std::uint32_t f, std::uint32_t i) const {
    return surface_.faces[f].neighbour[i] == kNone && is_open(surface_.faces[f].border[i]);
  }
  [[nodiscard]] bool can_split(std::uint32_t f, std::uint32_t i, Point2 at) const {
    const Point2 a = plan(place(f, i)), b = plan(place(f, next_side(i))),
                 c = plan(place(f, next_side(next_side(i))));
    return orient2d(a, at, c) > 0 && orient2d(at, b, c) > 0;
  }
  [[nodiscard]] bool is_thin(std::uint32_t f) const {
    std::int64_t longest = 0;
    for (std::uint32_t s = 0; s < 3; ++s) {
      const LatticePoint p = place(f, s), q = place(f, next_side(s));
      longest = std::max({longest, std::abs(std::int64_t{p.x} - q.x), std::abs(std::int64_t{p.y} - q.y)});
    }
    return area(f) <= kThin * longest;
  }
  [[nodiscard]] bool vertex_is_corner(std::uint32_t f, std::uint32_t vertex) const {
    const LatticePoint p = surface_.vertices[vertex];
    return p == place(f, 0) || p == place(f, 1) || p == place(f, 2);
  }
  struct Box {
    std::int32_t low_x, high_x, low_y, high_y;
  };
  [[nodiscard]] Box box(std::uint32_t f) const {
    const LatticePoint a = place(f, 0), b = place(f, 1), c = place(f, 2);
    return {std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}),
            std::max({a.y, b.y, c.y})};
  }
  void drop(std::uint32_t f) {
    changed_.push_back(box(f));
    keep_[f] = 0;
    dropped_ += area(f);
    any_gone_ = true;
  }

  [[nodiscard]] bool look_everywhere() const { return !searched_all_ || changed_.size() > kFewBoxes; }
  void find_active(bool all);
  void drop_doubled();
  void settle_points();
  std::uint32_t settle_point(std::uint32_t f, std::uint32_t i, std::uint32_t vertex);
  bool snap(std::uint32_t vertex, std::uint32_t to);
  void join_open();

  // Faces by vertex, for snapping. Entries may be out of date: a face is asked for its corners.
  void index_faces();
  void add_to_index(std::uint32_t vertex, std::uint32_t f) {
    if (first_entry_.empty()) return;
    entries_.push_back({f, first_entry_[vertex]});
    first_entry_[vertex] = static_cast<std::uint32_t>(entries_.size() - 1);
  }
  [[nodiscard]] std::vector<std::uint32_t> faces_at(std::uint32_t vertex) const;

  struct Entry {
    std::uint32_t face, next;
  };
  std::vector<std::uint32_t> first_entry_;  // per vertex; empty while nothing is indexed
  std::vector<Entry> entries_;

  Surface& surface_;
  std::vector<char> keep_;             // per face
  std::vector<Box> changed_;           // where faces went or were split since points were looked for
  bool searched_all_ = false;          // for points, once
  std::vector<std::uint32_t> active_;  // faces that the round looks at, in their order
  int round_ = 0;
  bool any_gone_ = false;
  Int128 dropped_ = 0;
};

// What a round found to be in order stays so except near changes: a face that may have to go, and every face
// that shares an edge or a point with it, has its box there.
void Settler::find_active(bool all) {
  const auto near = [&](std::uint32_t f) {
    const Box own = box(f);
    return std::any_of(changed_.begin(), changed_.end(), [&](const Box& b) {
      return own.low_x <= b.high_x + kReach && own.high_x >= b.low_x - kReach &&
             own.low_y <= b.high_y + kReach && own.high_y >= b.low_y - kReach;
    });
  };
  active_.clear();
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    if (all || near(f)) active_.push_back(f);
  }
}

void Settler::drop_doubled() {
  const auto settle = [&](std::uint32_t f, std::uint32_t g) {
    if (f == g || !keep_[f] || !keep_[g]) return;
    const std::uint32_t smaller = area(f) < area(g) || (area(f) == area(g) && f > g) ? f : g;
    // What goes and comes again is tried the other way round.
    const std::uint32_t larger = smaller == f ? g : f;
    if (round_ > kPatience && area(larger) <= kSliver) {
      drop(larger);
    } else if (area(smaller) <= kSliver) {
      drop(smaller);
    }
  };
  // One of two such faces is a sliver, or the edge is a border of it. Few edges are; of the others those come
  // into question that begin where one of the few does.
  FlatMap<EdgePlace, EdgePlaceHash> edges;
  std::vector<char> is_sliver(active_.size());
  std::size_t few = 0;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    is_sliver[k] = area(active_[k]) <= kSliver;
    for (const std::uint32_t n : surface_.faces[active_[k]].neighbour) few += is_sliver[k] || n == kNone;
  }
  edges.reserve(few + 1);
  std::vector<std::uint64_t> begins(std::bit_ceil(few / 4 + 16), 0);  // bits by the hash of a place
  const auto bit = [&](LatticePoint p) {
    const std::uint64_t h = hash_place(p);
    return std::pair{(h >> 6) & (begins.size() - 1), std::uint64_t{1} << (h & 63)};
  };
  const auto counts = [&](std::size_t k, std::uint32_t i) {
    return is_sliver[k] || surface_.faces[active_[k]].neighbour[i] == kNone;
  };
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::uint32_t f = active_[k];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!counts(k, i)) continue;
      const auto [word, mask] = bit(place(f, i));
      begins[word] |= mask;
      const auto [other, is_first] = edges.insert(edge(f, i), f);
      if (!is_first) settle(f, other);
    }
  }
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::uint32_t f = active_[k];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (counts(k, i)) continue;
      const auto [word, mask] = bit(place(f, i));
      if ((begins[word] & mask) == 0) continue;
      if (const std::uint32_t other = edges.find(edge(f, i)); other != kNone) settle(f, other);
    }
  }
}

void Settler::index_faces() {
  first_entry_.assign(surface_.vertices.size(), kNone);
  entries_.clear();
  entries_.reserve(3 * surface_.faces.size());
  for (std::uint32_t f = 0; f < surface_.faces.size(); ++f) {
    for (const std::uint32_t vertex : surface_.faces[f].corner) add_to_index(vertex, f);
  }
}

// In their order.
std::vector<std::uint32_t> Settler::faces_at(std::uint32_t vertex) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t e = first_entry_[vertex]; e != kNone; e = entries_[e].next) {
    const std::uint32_t f = entries_[e].face;
    const auto& corner = surface_.faces[f].corner;
    if (keep_[f] && std::find(corner.begin(), corner.end(), vertex) != corner.end()) out.push_back(f);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// The points on every open edge, from its beginning on; of a face one edge at a time.
void Settler::settle_points() {
  first_entry_.clear();
  EdgeGrid grid(kReach, active_.size() / 2);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // face, side
  for (const std::uint32_t f : active_) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!is_open_edge(f, i)) continue;
      grid.insert(static_cast<std::uint32_t>(open.size()), place(f, i), place(f, next_side(i)));
      open.emplace_back(f, i);
    }
  }
  struct Found {
    std::size_t edge;
    double along;
    std::uint32_t vertex;
  };
  std::vector<Found> found;
  const std::size_t edges = open.size();
  for (std::size_t k = 0; k < edges; ++k) {
    for (const std::uint32_t corner : {open[k].second, next_side(open[k].second)}) {
      const std::uint32_t vertex = surface_.faces[open[k].first].corner[corner];
      const LatticePoint p = surface_.vertices[vertex];
      grid.near(p, kReach, [&](std::uint32_t e) {
        const auto [f, i] = open[e];
        const LatticePoint a = place(f, i), b = place(f, next_side(i));
        if (a == p || b == p || place(f, next_side(next_side(i))) == p) return true;
        const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y,
                     length2 = dx * dx + dy * dy;
        const double x = static_cast<double>(p.x) - a.x, y = static_cast<double>(p.y) - a.y;
        const double along = (x * dx + y * dy) / length2, off = x * dy - y * dx;
        if (along <= 0 || along >= 1 || off * off > length2) return true;
        if (std::abs(a.z + along * (static_cast<double>(b.z) - a.z) - p.z) > kSameHeight) return true;
        if (can_split(f, i, plan(p)) || is_thin(f)) found.push_back({e, along, vertex});
        return true;
      });
    }
  }
  std::sort(found.begin(), found.end(), [](const Found& p, const Found& q) {
    return p.edge != q.edge ? p.edge < q.edge : p.along < q.along;
  });
  std::vector<char> touched(surface_.faces.size(), 0);
  for (std::size_t k = 0; k < found.size();) {
    const std::size_t e = found[k].edge;
    const auto [f, i] = open[e];
    const bool free = !touched[f];
    if (!free) changed_.push_back(box(f));  // its turn comes
    touched[f] = 1;
    for (std::uint32_t rest = f; k < found.size() && found[k].edge == e; ++k) {
      if (free && rest != kNone) rest = settle_point(rest, i, found[k].vertex);
    }
  }
}

// The face that has the rest of the edge then, on the same side; none where the face had to go.
std::uint32_t Settler::settle_point(std::uint32_t f, std::uint32_t i, std::uint32_t vertex) {
  const std::uint32_t j = next_side(i), k = next_side(j);
  if (can_split(f, i, plan(surface_.vertices[vertex]))) {
    // f keeps the beginning of the edge; the rest is a new face.
    const auto g = static_cast<std::uint32_t>(surface_.faces.size());
    changed_.push_back(box(f));
    SurfaceFace rest = surface_.faces[f];
    SurfaceFace& face = surface_.faces[f];
    if (const std::uint32_t n = face.neighbour[j]; n != kNone) {
      for (std::uint32_t& back : surface_.faces[n].neighbour) back = back == f ? g : back;
    }
    rest.corner[i] = vertex;
    rest.neighbour[k] = f;
    rest.border[k] = {};
    face.corner[j] = vertex;
    face.neighbour[j] = g;
    face.border[j] = {};
    surface_.faces.push_back(rest);
    keep_.push_back(1);
    add_to_index(vertex, f);
    for (const std::uint32_t v : rest.corner) add_to_index(v, g);
    return g;
  }
  // One point may stand where another was: then the face is as it should be.
  if (vertex_is_corner(f, vertex)) return f;
  if (!is_thin(f)) return kNone;
  if (round_ <= kPatience ||
      !(snap(surface_.faces[f].corner[i], vertex) || snap(surface_.faces[f].corner[j], vertex)))
    drop(f);
  return kNone;
}

// Takes a vertex that stands beside another to its place, with all its faces: where dropping and splitting
// only bring each other about. A thin face between the two goes; false where another would turn.
bool Settler::snap(std::uint32_t vertex, std::uint32_t to) {
  const LatticePoint from = surface_.vertices[vertex], at = surface_.vertices[to];
  const std::int64_t dx = std::int64_t{at.x} - from.x, dy = std::int64_t{at.y} - from.y;
  if (dx * dx + dy * dy > kBeside || std::abs(std::int64_t{at.z} - from.z) > 1) return false;
  if (first_entry_.empty()) index_faces();
  std::vector<std::uint32_t> faces, between;
  for (const std::uint32_t f : faces_at(vertex)) {
    const auto& corner = surface_.faces[f].corner;
    if (vertex_is_corner(f, to)) {
      if (!is_thin(f)) return false;
      between.push_back(f);
      continue;
    }
    const auto moved = [&](std::uint32_t v) { return plan(v == vertex ? at : surface_.vertices[v]); };
    if (orient2d(moved(corner[0]), moved(corner[1]), moved(corner[2])) <= 0) return false;
    faces.push_back(f);
  }
  for (const std::uint32_t f : between) drop(f);
  for (const std::uint32_t f : faces) dropped_ += area(f);
  surface_.vertices[vertex] = at;
  for (const std::uint32_t f : faces) {
    dropped_ -= area(f);
    changed_.push_back(box(f));
  }
  any_gone_ = true;
  return true;
}

// Open borders that run to and fro between the same places.
void Settler::join_open() {
  FlatMap<EdgePlace, EdgePlaceHash> waiting;
  for (const std::uint32_t f : active_) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!is_open_edge(f, i)) continue;
      const EdgePlace e = edge(f, i);
      const std::uint32_t other = waiting.find({e.b, e.a});
      if (other == kNone || surface_.faces[other / 4].neighbour[other % 4] != kNone) {
        waiting.insert(e, 4 * f + i);
        continue;
      }
      SurfaceFace &face = surface_.faces[f], &mate = surface_.faces[other / 4];
      face.neighbour[i] = other / 4;
      mate.neighbour[other % 4] = f;
      face.border[i] = mate.border[other % 4] = {};
    }
  }
}

}  // namespace

Int128 settle(Surface& surface) { return Settler(surface).run(); }

}  // namespace ambula
