// Cutting a triangulated surface along segments, exactly: snap rounding on the surface, not in the plane.
//
// A surface that spirals over itself has no single projection, but every segment lives in one face, or along
// an edge and so in all faces of that edge. Each face with something to cut is a Sheet and is rounded by
// itself; hot pixels that touch an edge or a seam are handed to the sheets on its other sides, so that all of
// them get the same chain of points there.
//
//   Sheet sheet{.face = f};                              // per touched face
//   sheet.cut({a, b}, {1, 0, 0}, 0);                     // winding number 0 rises by 1 to the left of a → b
//   sheet.cover(side, p, q, {1, 0, 0}, 0);               // the same along a stretch of one of the face's
//   edges sheet.close(corners, scratch);                       // cancels, finds pixels; in parallel
//   SurfaceOverlay overlay(surface, std::move(sheets));  // exchanges pixels
//   overlay.resolve(s, scratch, pieces, nodes);          // pieces with winding numbers on both sides; in
//   parallel
//
// The result depends on the sheets as a set.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "core/flat_map.h"
#include "geometry/place_hash.h"
#include "geometry/snap_rounding.h"
#include "geometry/winding_sweep.h"

namespace ambula {

// Labels of cuts and pieces. Labels of coinciding pieces are joined by or.
enum PieceLabel : std::uint32_t {
  kOnSide0 = 1,  // lies on the face's edge from corner 0 to 1; << 1, << 2 for the others
  kOnSides = 7,
  kSeparates = 8,  // kept though both sides have the same numbers
  kMarkLeft = 16,  // two marks that swap when the direction does
  kMarkRight = 32,
  kOnSeam = 64,
  kOutline = 128,  // bounds something: kept where rounding leaves nothing between two of them
};
[[nodiscard]] constexpr std::uint32_t turned(std::uint32_t label) {
  return (label & ~std::uint32_t{kMarkLeft | kMarkRight}) |
         (label & kMarkLeft ? std::uint32_t{kMarkRight} : 0u) |
         (label & kMarkRight ? std::uint32_t{kMarkLeft} : 0u);
}

// The surface: faces counter-clockwise in plan, edges known by id, each with the faces around it.
struct OverlaySurface {
  std::span<const std::array<std::uint32_t, 3>> edges;  // per face: of corner i to i + 1
  std::span<const std::uint32_t> edge_begin;  // edge e: edge_faces[edge_begin[e] .. edge_begin[e + 1])
  std::span<const std::uint32_t> edge_faces;
};

struct Cut {
  Point2 a, b;  // a < b
  std::array<std::int32_t, 2> weight = {};
  std::uint32_t label = 0;
};
// A stretch of one of the face's own edges, from nearer its first corner to nearer its second.
struct EdgeCover {
  std::uint32_t side = 0;
  Point2 from, to;
  std::array<std::int32_t, 2> weight = {};
  std::uint32_t label = 0;
};
// A cut that two sheets have in common. Both may name it; where one alone can, it asks for the other to be
// told.
struct SeamCut {
  std::uint32_t face = 0;  // the other one
  Point2 a, b;
  bool tell = false;
};

struct OverlayScratch {
  SnapRounding snap;
  WindingSweep sweep;
  Chains chains;
  std::vector<Segment2> segments;
  std::vector<std::uint32_t> table;
  std::vector<Piece> pieces;
  struct CoverEnd {
    std::uint32_t side, label;
    std::int64_t along;
    Point2 at;
    std::array<std::int32_t, 2> weight;  // by which the numbers rise there
    std::int32_t open;
  };
  std::vector<CoverEnd> cover_ends;
};

struct Sheet {
  std::uint32_t face = 0;
  std::array<Point2, 3> corner = {};
  std::vector<Cut> cuts;
  std::vector<EdgeCover> covers;
  std::vector<SeamCut> seams;
  std::vector<Point2> pixels;  // hot; sorted until pixels from other sheets are appended
  std::uint32_t own_pixels = 0;

  void cut(Point2 a, Point2 b, std::array<std::int32_t, 2> weight, std::uint32_t label) {
    if (a == b) return;
    if (a < b) {
      cuts.push_back({a, b, weight, label});
    } else {
      cuts.push_back({b, a, {-weight[0], -weight[1]}, turned(label)});
    }
  }
  void cover(std::uint32_t side, Point2 from, Point2 to, std::array<std::int32_t, 2> weight,
             std::uint32_t label) {
    if (from != to) covers.push_back({side, from, to, weight, label});
  }
  // Adds up equal cuts and drops those without weight or label; likewise the covers of each edge.
  void cancel(OverlayScratch& scratch);
  // Finds the hot pixels; after cancel.
  void close(OverlayScratch& scratch);
  // After cancel: no cut is left, and nothing separates along the edges, so all of the face has the same
  // numbers. Gives them.
  [[nodiscard]] bool is_uniform(std::array<std::int32_t, 2>& numbers) const;
  // After cancel: whether neither number is positive at some end of an edge, and so in a part of the face.
  [[nodiscard]] bool is_open_at_corner() const;
  // After close: nodes sorted; pieces sorted by (a, b), labelled, with the winding numbers of both sides: two
  // of the cuts, and as the third 1 inside the face. Pieces that change nothing are left out. False when
  // weights do not close, which means a cut was given wrongly.
  bool resolve(OverlayScratch& scratch, std::vector<Point2>& nodes, std::vector<Piece>& resolved) const;

 private:
  void cancel_covers(OverlayScratch& scratch);
  // The numbers at either end of every edge.
  [[nodiscard]] std::array<std::array<std::int32_t, 2>, 6> at_corners() const;
};

class SurfaceOverlay {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Sheets of different faces, closed. `corner_of(face)` gives the corners of faces that get a sheet only
  // because a pixel touches them; those that are not `wanted(face)`, because nothing is left of them, get
  // none. Once cancelled it is of no use.
  template <class CornerOf, class Wanted>
  SurfaceOverlay(const OverlaySurface& surface, std::vector<Sheet> sheets, std::size_t faces,
                 CornerOf corner_of, Wanted wanted, const Context* context = nullptr)
      : surface_(surface), sheets_(std::move(sheets)), sheet_of_(faces, kNone) {
    for (std::uint32_t s = 0; s < sheets_.size(); ++s) sheet_of_[sheets_[s].face] = s;
    const auto open = [&](std::uint32_t face) {
      sheet_of_[face] = static_cast<std::uint32_t>(sheets_.size());
      Sheet fresh;
      fresh.face = face;
      fresh.corner = corner_of(face);
      fresh.close(scratch_);
      sheets_.push_back(std::move(fresh));
      return sheet_of_[face];
    };
    for (std::uint32_t s = 0, n = static_cast<std::uint32_t>(sheets_.size()); s < n; ++s) {
      for (std::size_t k = 0; k < sheets_[s].seams.size(); ++k) {
        const SeamCut seam = sheets_[s].seams[k];
        if (!seam.tell || (sheet_of_[seam.face] == kNone && !wanted(seam.face))) continue;
        const std::uint32_t other = sheet_of_[seam.face] == kNone ? open(seam.face) : sheet_of_[seam.face];
        sheets_[other].seams.push_back({sheets_[s].face, seam.a, seam.b, false});
      }
    }
    std::size_t steps = 0;
    const auto cancelled = [&] { return ++steps % 256 == 0 && context && context->cancelled(); };
    for (std::uint32_t s = 0; s < sheets_.size(); ++s) {
      if (cancelled()) return;
      share_own(s);
    }
    // Faces met on the way get a sheet of their own.
    while (!waiting_.empty()) {
      if (cancelled()) return;
      const Waiting w = waiting_.back();
      waiting_.pop_back();
      std::uint32_t s = sheet_of_[w.face];
      if (s == kNone) {
        if (!wanted(w.face)) continue;
        s = open(w.face);
        share_own(s);
      }
      receive(w, s);
    }
    settle();
  }

  [[nodiscard]] std::size_t size() const { return sheets_.size(); }
  [[nodiscard]] const Sheet& sheet(std::size_t s) const { return sheets_[s]; }
  [[nodiscard]] std::uint32_t sheet_of(std::uint32_t face) const { return sheet_of_[face]; }

  // The sheet's pieces, with the pixels others told it of.
  bool resolve(std::size_t s, OverlayScratch& scratch, std::vector<Point2>& nodes,
               std::vector<Piece>& pieces) const {
    return sheets_[s].resolve(scratch, nodes, pieces);
  }

  // The face from whose plane a node takes its height: the least face that shares it, one that has it as a
  // corner before others.
  [[nodiscard]] std::uint32_t height_face(std::size_t s, Point2 node) const;

  // Frees what a sheet holds, once it is resolved.
  void release(std::size_t s);

 private:
  struct Waiting {
    std::uint32_t face, from;  // the receiving face; the sharer's node
    Point2 pixel;
  };
  struct Key {
    std::uint32_t sheet;
    Point2 pixel;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const {
      return static_cast<std::size_t>(hash_with(hash_point(k.pixel), k.sheet));
    }
  };

  std::uint32_t node_of(std::uint32_t s, Point2 pixel, bool& is_new);
  void share_own(std::uint32_t s);
  void share(std::uint32_t s, Point2 pixel, std::uint32_t line);
  void receive(const Waiting& w, std::uint32_t s);
  std::uint32_t root(std::uint32_t n);
  void settle();

  OverlaySurface surface_;
  std::vector<Sheet> sheets_;
  std::vector<std::uint32_t> sheet_of_;  // by face
  FlatMap<Key, KeyHash> node_;           // pixels on edges and seams
  std::vector<std::uint32_t> parent_;    // of nodes: which are one point
  std::vector<std::uint32_t> best_;      // of nodes: the face that gives the height
  std::vector<char> corner_;             // of nodes: a corner of that face
  std::vector<Waiting> waiting_;
  OverlayScratch scratch_;
};

}  // namespace ambula
