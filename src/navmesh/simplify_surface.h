// A surface whose triangles can be replaced: what simplification works on.
//
// Vertices are the middles of fans that neither borders nor steps divide. Steps are neighbours across which
// nothing else is shared, so a fan ends there as it does at a border.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/simplify_hole.h"
#include "navmesh/surface_view.h"

namespace ambula {

// What is around a vertex, counter-clockwise.
struct VertexFan {
  std::vector<std::uint32_t> spokes;  // half-edges out of it, one a triangle
  std::vector<std::uint32_t> link;    // vertices at their other ends; where it is open, one more
  bool closed = false;
  bool once = false;     // turns once at most
  bool stepped = false;  // has a step
  bool one_label = false;

  [[nodiscard]] std::uint32_t before() const { return link.back(); }  // along the border, where it is open
  [[nodiscard]] std::uint32_t next() const { return link.front(); }
};

// An outline that is to be filled, counter-clockwise.
struct HoleSide {
  std::uint32_t vertex;  // where it begins
  std::uint32_t beyond;  // the half-edge against it, kNone at a border, or kOpposite
  bool step = false;     // `beyond` is across a step
  double moved = 0;      // how far this part of a line between labels has moved
};
struct Hole {
  static constexpr std::uint32_t kOpposite = 0xFFFFFFFEu;  // against it is a side of the other hole

  std::vector<HoleSide> sides;
  HoleFill fill;
  std::uint32_t label = 0;

  void clear() {
    sides.clear();
    fill.clear();
  }
};

class EditSurface {
 public:
  static constexpr std::uint32_t kNone = SurfaceView::kNone;

  EditSurface(const SurfaceView& surface, std::span<const std::uint32_t> label);

  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(place_.size()); }
  [[nodiscard]] std::uint32_t half_edges() const { return static_cast<std::uint32_t>(3 * triangles_.size()); }
  [[nodiscard]] bool has_vertex(std::uint32_t v) const { return out_[v] != kNone; }
  [[nodiscard]] bool has_triangle(std::uint32_t t) const { return triangles_[t].source != kNone; }
  [[nodiscard]] LatticePoint place(std::uint32_t v) const { return place_[v]; }
  [[nodiscard]] Point2 plan(std::uint32_t v) const { return {place_[v].x, place_[v].y}; }
  [[nodiscard]] HoleTriangle corners(std::uint32_t t) const {
    const auto& c = triangles_[t].vertex;
    return {place_[c[0]], place_[c[1]], place_[c[2]]};
  }
  [[nodiscard]] std::uint32_t label(std::uint32_t t) const { return triangles_[t].label; }
  [[nodiscard]] const Rise& off(std::uint32_t t) const { return accounts_[t].off; }

  static std::uint32_t after(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static std::uint32_t before(std::uint32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }
  [[nodiscard]] std::uint32_t from(std::uint32_t h) const { return triangles_[h / 3].vertex[h % 3]; }
  [[nodiscard]] std::uint32_t to(std::uint32_t h) const { return from(after(h)); }
  [[nodiscard]] std::uint32_t twin(std::uint32_t h) const { return triangles_[h / 3].twin[h % 3]; }
  [[nodiscard]] bool is_step(std::uint32_t h) const { return triangles_[h / 3].steps >> h % 3 & 1; }
  // Nothing across, or a step.
  [[nodiscard]] bool is_end(std::uint32_t h) const { return twin(h) == kNone || is_step(h); }
  // Both sides have the same label.
  [[nodiscard]] bool is_free(std::uint32_t h) const {
    return !is_end(h) && label(h / 3) == label(twin(h) / 3);
  }
  [[nodiscard]] double moved(std::uint32_t h) const { return accounts_[h / 3].moved[h % 3]; }

  void gather(std::uint32_t v, VertexFan& fan) const;
  // The half-edge as a side of a hole.
  [[nodiscard]] HoleSide side(std::uint32_t h) const { return {from(h), twin(h), is_step(h), moved(h)}; }

  std::uint32_t add_vertex(LatticePoint place);
  void drop_vertex() {  // the last one, while nothing has it
    place_.pop_back();
    out_.pop_back();
    changed_.pop_back();
  }
  // Takes triangles out and puts the holes' fills in their place, which are off by `off`. The first of the
  // new triangles' numbers are those of the old ones.
  void replace(std::span<const std::uint32_t> old, std::span<const Hole> holes, const Rise& off);
  void remove_vertex(std::uint32_t v) { out_[v] = kNone; }
  // Takes out a triangle with one side that is not a border, which becomes one.
  void remove_ear(std::uint32_t side);

  // Counts changes; vertices know the last one at a triangle of theirs.
  [[nodiscard]] std::uint32_t now() const { return now_; }
  [[nodiscard]] bool changed_since(std::uint32_t v, std::uint32_t then) const { return changed_[v] >= then; }

  [[nodiscard]] NavSurface result() const;

 private:
  struct Triangle {
    std::array<std::uint32_t, 3> vertex{}, twin{};
    std::uint32_t label = 0, source = kNone;  // kNone: not in use
    std::uint32_t steps = 0;                  // bits of the sides that are steps
  };
  // Kept apart from what walks around vertices read.
  struct Account {
    Rise off;  // from the surface as it was
    std::array<double, 3> moved{};
  };
  void number_fan(std::uint32_t h, LatticePoint place);
  void put(const Hole& hole, const Rise& off);

  std::vector<Triangle> triangles_;
  std::vector<Account> accounts_;       // by triangle
  std::vector<LatticePoint> place_;     // by vertex
  std::vector<std::uint32_t> out_;      // by vertex: a half-edge
  std::vector<std::uint32_t> changed_;  // by vertex
  std::uint32_t now_ = 0;
  std::vector<std::uint32_t> unused_;
  std::vector<std::uint32_t> corner_edge_;  // scratch: by two corners of an outline, the half-edge between
  struct Seam {
    std::uint32_t from, to, half_edge;
  };
  std::vector<Seam> seams_;
  std::vector<std::uint32_t> sources_;  // scratch: of the triangles taken out, with their labels
  std::vector<std::uint32_t> labels_;
};

}  // namespace ambula
