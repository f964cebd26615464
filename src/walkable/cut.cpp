// Three passes: collect what blocks every ground triangle (parallel), let the triangles exchange the points
// on their common edges (in turn), then round, label and triangulate each (parallel). Ground that nothing
// blocks stays as it is, and joins its like by the edges they share; only where something was cut are edges
// matched by place.
#include "walkable/cut.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numeric>

#include "core/text.h"
#include "geometry/place_hash.h"
#include "geometry/plane_height.h"
#include "geometry/triangulation.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;
constexpr std::size_t kBlock = 64;   // ground triangles a task
constexpr std::size_t kLarge = 512;  // cuts of a sheet
constexpr std::size_t kHeap = 16;    // seams of a sheet

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

enum class Fate : std::uint8_t { gone, whole, cut };

enum class Place : std::uint8_t { outside, free, blocked, duplicate };
Place place_of(const Winding& w) {
  if (w[kInside] <= 0) return Place::outside;
  if (w[kBlocked] > 0) return Place::blocked;
  return w[kDuplicate] > 0 ? Place::duplicate : Place::free;
}

struct RawFace {
  std::array<LatticePoint, 3> at;
  std::array<std::uint32_t, 3> neighbour{kNone, kNone, kNone};
  std::array<std::uint8_t, 3> label{};  // of the edge's piece, seen with the face to the left
};
static_assert(kOutline < 256);

// True if a piece with free ground on both sides of it, or on one side of the face's own edge, parts them: a
// wall stands on it, or rounding left nothing of what it bounded.
bool parts_free_ground(std::uint32_t label) { return (label & (kSeparates | kOutline)) != 0; }

struct SheetResult {
  std::vector<RawFace> faces;
  // Parts of the face's sides that a wall stands on, though rounding took it out of the face.
  std::vector<std::array<LatticePoint, 2>> walls;
  Int128 free = 0, blocked = 0, duplicate = 0;  // twice the area
};

Int128 doubled_area(const std::array<LatticePoint, 3>& t) {
  return orient2d(plan(t[0]), plan(t[1]), plan(t[2]));
}

// Adds what a piece bounds to the areas of its two sides, measured from a corner of its face.
void count_area(const Piece& p, const std::vector<Point2>& nodes, LatticePoint corner, SheetResult& out) {
  const Place left = place_of(p.left()), right = place_of(p.right);
  if (left == right) return;
  const std::int64_t ax = std::int64_t{nodes[p.a].x} - corner.x, ay = std::int64_t{nodes[p.a].y} - corner.y,
                     bx = std::int64_t{nodes[p.b].x} - corner.x, by = std::int64_t{nodes[p.b].y} - corner.y;
  const Int128 area = Int128{ax} * by - Int128{ay} * bx;
  const auto count = [&](Place place, const Int128& sign) {
    if (place == Place::free) out.free += sign * area;
    if (place == Place::blocked) out.blocked += sign * area;
    if (place == Place::duplicate) out.duplicate += sign * area;
  };
  count(left, 1);
  count(right, -1);
}

struct Scratch {
  OverlayScratch overlay;
  std::vector<Point2> nodes, points;
  std::vector<Piece> pieces;
  std::vector<std::uint32_t> point_of, node_of;
  std::vector<Constraint> constraints;
  Triangulator triangulator;
  Triangulation mesh;
};

class Cutter {
 public:
  Cutter(const Obstacles& obstacles, const std::vector<char>& skip, Context* context)
      : obstacles_(obstacles),
        prepared_(obstacles.prepared),
        skip_(skip),
        context_(context),
        stage_(context, "walkable/cut", 0.5) {}

  Result<CutResult> run() {
    collect();
    if (stage_.cancelled()) return cancelled_failure("walkable");
    stage_.progress(0.4, 0.5);
    const OverlaySurface surface{prepared_.edge, prepared_.edge_begin, prepared_.edge_ground};
    SurfaceOverlay overlay(
        surface, std::move(sheets_), prepared_.solids.size(),
        [&](std::uint32_t face) {
          const auto& c = prepared_.solids[face];
          return std::array<Point2, 3>{plan(c[0]), plan(c[1]), plan(c[2])};
        },
        [&](std::uint32_t face) { return gone_[face] == 0; }, context_);
    if (stage_.cancelled()) return cancelled_failure("walkable");
    stage_.progress(0.5, 0.8);
    std::vector<SheetResult> results(overlay.size());
    std::atomic<bool> broken{false};
    // The largest first, lest one of them is begun when all else is done.
    std::vector<std::uint32_t> order(overlay.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto size = [&](std::uint32_t s) { return overlay.sheet(s).cuts.size(); };
    std::stable_partition(order.begin(), order.end(), [&](std::uint32_t s) { return size(s) >= kLarge; });
    parallel_for(context_, (overlay.size() + 15) / 16, 1, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t k = begin * 16; k < std::min(end * 16, overlay.size()); ++k) {
        if (stage_.cancelled()) return;
        const std::uint32_t s = order[k];
        if (!resolve(overlay, s, scratch, results[s])) broken = true;
        overlay.release(s);
      }
    });
    if (stage_.cancelled()) return cancelled_failure("walkable");
    if (broken)
      return fail(ErrorCode::broken, "walkable: an outline does not close; please report this scene");
    stage_.progress(0.8, 1);
    assemble(overlay, results);
    return std::move(out_);
  }

 private:
  void collect();
  bool is_hidden(const Sheet& sheet, Scratch& scratch, SheetResult& areas) const;
  bool resolve(const SurfaceOverlay& overlay, std::size_t s, Scratch& scratch, SheetResult& out) const;
  void find_walls_outside(const SurfaceOverlay& overlay, std::size_t s, const Scratch& scratch,
                          SheetResult& out) const;
  void assemble(const SurfaceOverlay& overlay, const std::vector<SheetResult>& results);
  void join_whole(std::vector<RawFace>& faces, const std::vector<std::uint32_t>& whole_face) const;
  void join_cut(std::vector<RawFace>& faces) const;
  void make_surface(const std::vector<RawFace>& faces, const std::vector<std::uint32_t>& source);

  const Obstacles& obstacles_;
  const Prepared& prepared_;
  const std::vector<char>& skip_;
  Context* context_;
  Stage stage_;
  std::vector<Fate> fate_;  // by ground index
  std::vector<char> gone_;  // by canonical id, the same
  std::vector<Sheet> sheets_;
  std::vector<std::array<LatticePoint, 2>> walls_;  // on edges, by the faces along them
  CutResult out_;
};

void Cutter::collect() {
  const std::size_t n = prepared_.ground.size(), blocks = (n + kBlock - 1) / kBlock;
  fate_.assign(n, Fate::whole);
  struct Block {
    std::vector<Sheet> sheets;
    Int128 ground = 0, blocked = 0, duplicate = 0;
    std::uint64_t before = 0, after = 0;
  };
  std::vector<Block> found(blocks);
  std::atomic<std::size_t> done{0};
  parallel_for(context_, blocks, 1, [&](std::size_t begin, std::size_t end) {
    Blocking blocking(obstacles_);
    Scratch scratch;
    Sheet sheet;
    std::vector<std::uint32_t> places, grounds;  // of a block: those not skipped
    for (std::size_t b = begin; b < end; ++b) {
      Block& block = found[b];
      places.clear();
      grounds.clear();
      for (std::size_t g = b * kBlock; g < std::min(n, (b + 1) * kBlock); ++g) {
        const std::uint32_t t = prepared_.ground[g];
        if (skip_[t]) {
          fate_[g] = Fate::gone;
          continue;
        }
        places.push_back(static_cast<std::uint32_t>(g));
        grounds.push_back(t);
      }
      std::size_t looked_up = 0;
      for (std::size_t k = 0; k < grounds.size(); ++k) {
        if (stage_.cancelled()) return;
        if (k == looked_up) looked_up += blocking.look_ahead(std::span(grounds).subspan(k));
        const std::uint32_t g = places[k], t = grounds[k];
        const auto& corner = prepared_.solids[t];
        const Int128 area = doubled_area(corner);
        block.ground += area;
        bool duplicate = false;
        const Cover cover = blocking.collect(t, sheet, duplicate);
        if (cover == Cover::whole) {
          (duplicate ? block.duplicate : block.blocked) += area;
          fate_[g] = Fate::gone;
          continue;
        }
        // A sliver's corner may touch its own opposite side: the neighbours must know.
        std::int64_t longest = 0;
        for (std::uint32_t i = 0; i < 3; ++i) {
          longest = std::max(longest, std::abs(std::int64_t{corner[i].x} - corner[after(i)].x) +
                                          std::abs(std::int64_t{corner[i].y} - corner[after(i)].y));
        }
        if (cover == Cover::none && area > longest) continue;
        assert(Blocking::closes(sheet));
        block.before += sheet.cuts.size();
        sheet.cancel(scratch.overlay);
        block.after += sheet.cuts.size();
        if (std::array<std::int32_t, 2> numbers; area > longest && sheet.is_uniform(numbers)) {
          if (numbers[kBlocked] <= 0 && numbers[kDuplicate] <= 0) continue;
          (numbers[kBlocked] > 0 ? block.blocked : block.duplicate) += area;
          fate_[g] = Fate::gone;
          continue;
        }
        sheet.close(scratch.overlay);
        if (SheetResult areas;
            sheet.seams.size() >= kHeap && !sheet.is_open_at_corner() && is_hidden(sheet, scratch, areas)) {
          block.blocked += areas.blocked;
          block.duplicate += areas.duplicate;
          fate_[g] = Fate::gone;
          continue;
        }
        fate_[g] = Fate::cut;
        block.sheets.push_back(std::move(sheet));
        sheet = {};
      }
      done += 1;
      if (begin == 0) stage_.progress(0.4 * static_cast<double>(done) / static_cast<double>(blocks));
    }
  });
  gone_.assign(prepared_.solids.size(), 0);
  for (std::size_t g = 0; g < n; ++g) gone_[prepared_.ground[g]] = fate_[g] == Fate::gone;
  for (Block& block : found) {
    std::move(block.sheets.begin(), block.sheets.end(), std::back_inserter(sheets_));
    out_.ground += block.ground;
    out_.blocked += block.blocked;
    out_.duplicate += block.duplicate;
    out_.cuts_before += block.before;
    out_.cuts_after += block.after;
  }
}

// Whether nothing of the face is free, by its own cuts alone. In heaps of floors most faces are so, and need
// not hear of each other's points.
bool Cutter::is_hidden(const Sheet& sheet, Scratch& scratch, SheetResult& areas) const {
  if (!sheet.resolve(scratch.overlay, scratch.nodes, scratch.pieces)) return false;
  for (const Piece& p : scratch.pieces) {
    if (place_of(p.left()) == Place::free || place_of(p.right) == Place::free) return false;
    count_area(p, scratch.nodes, prepared_.solids[sheet.face][0], areas);
  }
  return true;
}

// Rounding may take a wall that runs along a side of the face beyond it, or leave nothing of the face there:
// then it stands on that side, and parts the face from its neighbour. A stub at the end of a long side is not
// all of that: it would part what is a doorway's width apart.
void Cutter::find_walls_outside(const SurfaceOverlay& overlay, std::size_t s, const Scratch& scratch,
                                SheetResult& out) const {
  constexpr double kBeside = 2, kStub = 10;  // quanta
  const std::vector<Point2>& nodes = scratch.nodes;
  const auto is_wall_outside = [](const Piece& p) {
    return parts_free_ground(p.label) && place_of(p.left()) == Place::outside &&
           place_of(p.right) == Place::outside;
  };
  std::vector<Piece> walls;
  std::copy_if(scratch.pieces.begin(), scratch.pieces.end(), std::back_inserter(walls), is_wall_outside);
  if (walls.empty()) return;
  for (const Piece& side : scratch.pieces) {
    if ((side.label & kOnSides) == 0) continue;
    const Point2 a = nodes[side.a], b = nodes[side.b];
    const double x = static_cast<double>(b.x) - a.x, y = static_cast<double>(b.y) - a.y,
                 length = std::sqrt(x * x + y * y);
    // How much of the side a wall runs along.
    const auto length_beside = [&](const Piece& wall) {
      double along[2];
      for (const bool end : {false, true}) {
        const Point2 p = nodes[end ? wall.b : wall.a];
        const double px = static_cast<double>(p.x) - a.x, py = static_cast<double>(p.y) - a.y;
        if (std::abs(x * py - y * px) > kBeside * length) return 0.0;
        along[end] = (x * px + y * py) / length;
      }
      const auto [low, high] = std::minmax(along[0], along[1]);
      return std::max(std::min(high, length) - std::max(low, 0.0), 0.0);
    };
    double beside = 0;
    for (const Piece& wall : walls) beside += length_beside(wall);
    if (beside <= std::min(kStub, length / 2)) continue;
    const auto at = [&](Point2 p) {
      return LatticePoint{p.x, p.y, plane_height(prepared_.solids[overlay.height_face(s, p)], p)};
    };
    out.walls.push_back({at(a), at(b)});
  }
}

bool Cutter::resolve(const SurfaceOverlay& overlay, std::size_t s, Scratch& scratch, SheetResult& out) const {
  if (!overlay.resolve(s, scratch.overlay, scratch.nodes, scratch.pieces)) return false;
  const std::uint32_t face = overlay.sheet(s).face;
  const auto& corner = prepared_.solids[face];
  const std::vector<Point2>& nodes = scratch.nodes;
  scratch.points.clear();
  scratch.node_of.clear();
  scratch.constraints.clear();
  scratch.point_of.assign(nodes.size(), kNone);
  const auto point = [&](std::uint32_t n) {
    if (scratch.point_of[n] == kNone) {
      scratch.point_of[n] = static_cast<std::uint32_t>(scratch.points.size());
      scratch.points.push_back(nodes[n]);
      scratch.node_of.push_back(n);
    }
    return scratch.point_of[n];
  };
  for (const Piece& p : scratch.pieces) {
    const Place left = place_of(p.left()), right = place_of(p.right);
    count_area(p, nodes, corner[0], out);
    const bool left_free = left == Place::free, right_free = right == Place::free;
    if (!left_free && !right_free) continue;
    if (left_free && right_free && !parts_free_ground(p.label))
      continue;  // a change of numbers that frees both sides
    const std::uint32_t a = point(p.a), b = point(p.b);
    if (left_free && right_free) {
      scratch.constraints.push_back({a, b, 0});
    } else if (left_free) {
      scratch.constraints.push_back({a, b, 1});
    } else {
      scratch.constraints.push_back({b, a, 1});
    }
  }
  find_walls_outside(overlay, s, scratch, out);
  if (scratch.constraints.empty()) return true;
  if (!scratch.triangulator.run(scratch.points, scratch.constraints, Keep::inside, scratch.mesh, context_))
    return false;
  const Triangulation& mesh = scratch.mesh;

  std::vector<LatticePoint> at(scratch.points.size());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Point2 p = scratch.points[k];
    const std::uint32_t from = overlay.height_face(s, p);
    at[k] = {p.x, p.y, plane_height(prepared_.solids[from], p)};
  }
  out.faces.resize(mesh.triangles.size());
  for (std::size_t f = 0; f < out.faces.size(); ++f) {
    RawFace& raw = out.faces[f];
    for (std::uint32_t i = 0; i < 3; ++i) raw.at[i] = at[mesh.triangles[f][i]];
    for (std::uint32_t i = 0; i < 3; ++i) {
      raw.neighbour[i] = mesh.neighbours[f][i];
      if ((std::uint32_t{mesh.constrained[f]} >> i & 1u) == 0) continue;
      const std::uint32_t a = scratch.node_of[mesh.triangles[f][i]],
                          b = scratch.node_of[mesh.triangles[f][after(i)]];
      Piece key;
      key.a = std::min(a, b);
      key.b = std::max(a, b);
      const auto piece =
          std::lower_bound(scratch.pieces.begin(), scratch.pieces.end(), key,
                           [](const Piece& p, const Piece& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
      assert(piece != scratch.pieces.end() && piece->a == key.a && piece->b == key.b);
      raw.label[i] = static_cast<std::uint8_t>(a < b ? piece->label : turned(piece->label));
      if (!parts_free_ground(piece->label)) continue;
      raw.neighbour[i] = kNone;
      if (place_of(piece->left()) == Place::blocked || place_of(piece->right) == Place::blocked) continue;
      raw.label[i] |= std::uint8_t{kSeparates};
      if ((piece->label & kOnSides) != 0 && (piece->label & kSeparates) == 0)
        out.walls.push_back({raw.at[i], raw.at[after(i)]});  // the face beyond need not know of it
    }
  }
  return true;
}

// Faces that nothing cut, across edges whose ground is all such.
void Cutter::join_whole(std::vector<RawFace>& faces, const std::vector<std::uint32_t>& whole_face) const {
  for (std::size_t e = 0; e + 1 < prepared_.edge_begin.size(); ++e) {
    const std::uint32_t begin = prepared_.edge_begin[e], end = prepared_.edge_begin[e + 1];
    if (end - begin != 2) continue;
    const std::uint32_t t = prepared_.edge_ground[begin], u = prepared_.edge_ground[begin + 1];
    const std::uint32_t f = whole_face[t], g = whole_face[u];
    if (f == kNone || g == kNone) continue;
    std::uint32_t i = 0, j = 0;
    while (prepared_.edge[t][i] != e) ++i;
    while (prepared_.edge[u][j] != e) ++j;
    if (faces[f].at[i] != faces[g].at[after(j)]) continue;  // both on one side
    faces[f].neighbour[i] = g;
    faces[g].neighbour[j] = f;
  }
}

// Everything else by place: an edge that two faces run along in opposite directions, and that no wall stands
// on.
void Cutter::join_cut(std::vector<RawFace>& faces) const {
  const auto is_wall = [&](LatticePoint a, LatticePoint b) {
    return std::binary_search(walls_.begin(), walls_.end(), std::array{std::min(a, b), std::max(a, b)});
  };
  struct Entry {
    std::uint32_t corner = kNone;  // 4 * face + i
  };
  std::size_t open = 0;
  for (const RawFace& f : faces)
    open += static_cast<std::size_t>(std::count(f.neighbour.begin(), f.neighbour.end(), kNone));
  std::size_t capacity = 16;
  while (capacity < 2 * open) capacity *= 2;
  std::vector<Entry> table(capacity);
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (faces[f].neighbour[i] != kNone || (faces[f].label[i] & kSeparates) != 0) continue;
      const LatticePoint a = faces[f].at[i], b = faces[f].at[after(i)];
      if (is_wall(a, b)) {
        faces[f].label[i] |= std::uint8_t{kSeparates};
        continue;
      }
      std::size_t slot = (hash_place(a) + hash_place(b)) & (capacity - 1);
      for (;; slot = (slot + 1) & (capacity - 1)) {
        const std::uint32_t other = table[slot].corner;
        if (other == kNone) {
          table[slot].corner = 4 * f + i;
          break;
        }
        RawFace& g = faces[other / 4];
        const std::uint32_t j = other % 4;
        if (g.at[j] == b && g.at[after(j)] == a && g.neighbour[j] == kNone) {
          faces[f].neighbour[i] = other / 4;
          g.neighbour[j] = f;
          break;  // the entry stays, and no longer matches
        }
      }
    }
  }
}

void Cutter::assemble(const SurfaceOverlay& overlay, const std::vector<SheetResult>& results) {
  std::vector<RawFace> faces;
  std::vector<std::uint32_t> source, whole_face(prepared_.solids.size(), kNone);
  for (std::size_t g = 0; g < prepared_.ground.size(); ++g) {
    const std::uint32_t t = prepared_.ground[g];
    const std::uint32_t s = fate_[g] == Fate::gone ? SurfaceOverlay::kNone : overlay.sheet_of(t);
    if (fate_[g] == Fate::gone) continue;
    if (s == SurfaceOverlay::kNone) {
      whole_face[t] = static_cast<std::uint32_t>(faces.size());
      RawFace raw;
      raw.at = prepared_.solids[t];
      faces.push_back(raw);
      source.push_back(t);
      out_.walkable += doubled_area(raw.at);
      continue;
    }
    const SheetResult& r = results[s];
    const auto first = static_cast<std::uint32_t>(faces.size());
    for (const auto& [a, b] : r.walls) walls_.push_back({std::min(a, b), std::max(a, b)});
    for (RawFace raw : r.faces) {
      for (std::uint32_t& n : raw.neighbour) n = n == kNone ? kNone : n + first;
      faces.push_back(raw);
      source.push_back(t);
    }
    out_.walkable += r.free;
    out_.blocked += r.blocked;
    out_.duplicate += r.duplicate;
  }
  std::sort(walls_.begin(), walls_.end());
  join_whole(faces, whole_face);
  join_cut(faces);
  make_surface(faces, source);
}

// Vertices are the middles of fans.
void Cutter::make_surface(const std::vector<RawFace>& faces, const std::vector<std::uint32_t>& source) {
  Surface& surface = out_.surface;
  surface.faces.resize(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    SurfaceFace& face = surface.faces[f];
    face.corner = {kNone, kNone, kNone};
    face.neighbour = faces[f].neighbour;
    face.source = source[f];
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] != kNone) continue;
      const std::uint32_t label = faces[f].label[i];
      face.border[i].kind = parts_free_ground(label) ? BorderKind::wall : BorderKind::ledge;
      face.border[i].inner =
          (label & kSeparates) != 0 && (label & kMarkRight) != 0 && (label & kMarkLeft) == 0;
    }
  }
  assign_vertices(surface, [&](std::uint32_t f, std::uint32_t i) { return faces[f].at[i]; });
}

}  // namespace

Result<CutResult> cut_ground(const Obstacles& obstacles, const std::vector<char>& skip, Context* context) {
  return Cutter(obstacles, skip, context).run();
}

}  // namespace ambula
