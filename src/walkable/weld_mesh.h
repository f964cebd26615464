// The surface while it is welded: faces over places, and the contractions that are safe on them.
//
//   WeldMesh mesh(surface, 100);
//   mesh.prepare();
//   for (auto [a, b] : mesh.coinciding()) mesh.join(a, b);
//   mesh.options(place, half_edge, 100, found);          // how a place may contract with a border edge
//   if (auto step = mesh.safe_step(mesh.contraction(place, found[0]))) mesh.apply(*step);
//   mesh.finish();                                       // the surface again, one vertex per fan
//
// It may be a piece of a surface (weld_clusters.h): then its outermost faces are fixed, and a step that would
// have to know what is beyond them, or change them, sets `has_left`.
//
// A place is where one or several vertices of weldable borders stand; contracting makes one of two. From
// prepare() to finish() faces name one vertex for all that stand at a place, and its position is the place's.
// Faces are
// neighbours only by joining two border edges that run between the same two places in opposite directions.
// Since each border edge is joined at most once, neither an edge with three faces nor a vertex with two fans
// can arise, whatever stands at a place.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "walkable/fans.h"
#include "walkable/surface.h"

namespace ambula {

[[nodiscard]] inline bool allows_welding(const Border& border, std::int32_t distance) {
  return border.kind == BorderKind::ledge || (border.kind == BorderKind::sill && border.height <= distance);
}

// How a place may be contracted with a border edge.
enum class Way : std::uint8_t {
  first,  // with one of the edge's ends
  last,
  in_line,  // with a point inside, if an edge at the place runs back along the edge in line with it
  inside,
  last_resort,  // with a point inside, near an end that would be better
};
struct Option {
  std::uint64_t distance;  // squared, in quanta² / 2^20
  HalfEdge half_edge;
  Way way;
  [[nodiscard]] bool is_inside() const { return way > Way::last; }
};

// A place and a border edge that it may be contracted with.
struct Contraction {
  std::uint64_t distance = 0;  // squared, in quanta² / 2^20
  bool inside = false;         // with a point inside the edge; else with one of its ends
  bool last_resort = false;    // near an end that would be better
  bool in_line = false;        // only if an edge at the place runs back along the edge in line with it
  // The place, the edge's ends and the corner opposite: the order among equal distances.
  std::array<LatticePoint, 4> where{};
  double area = 0;  // of the place's faces: two places may come to stand at one point
  std::uint32_t place = 0;
  HalfEdge half_edge = 0;
  std::uint32_t end = 0;   // the place at that end
  LatticePoint foot = {};  // the point inside, rounded

  friend bool operator<(const Contraction& a, const Contraction& b) {
    return std::tie(a.distance, a.inside, a.where, a.area, a.half_edge) <
           std::tie(b.distance, b.inside, b.where, b.area, b.half_edge);
  }
};

class WeldMesh {
 public:
  static constexpr std::uint32_t kNone = Surface::kNone;

  // fixed: per face, 1 for those that must not change but for who their neighbours are; none by default.
  WeldMesh(Surface& surface, std::int32_t distance, std::span<const std::uint8_t> fixed = {});

  // Border edges that may be welded, and (each once) the places at their ends, as things stand.
  [[nodiscard]] std::vector<HalfEdge> weldable_edges() const;
  [[nodiscard]] std::vector<std::uint32_t> places_of(const std::vector<HalfEdge>& edges) const;
  [[nodiscard]] bool is_weldable(HalfEdge e) const {
    const SurfaceFace& face = face_of(e);
    return face.neighbour[e % 3] == kNone && alive(e / 3) && allows_welding(face.border[e % 3]) &&
           place_of_[from(e)] != kNone && place_of_[to(e)] != kNone;
  }
  [[nodiscard]] std::array<LatticePoint, 2> ends(HalfEdge e) const {
    return {surface_.vertices[from(e)], surface_.vertices[to(e)]};
  }
  [[nodiscard]] LatticePoint at_place(std::uint32_t place) const {
    return surface_.vertices[places_[place].vertex];
  }
  [[nodiscard]] LatticePoint stands_at(std::uint32_t vertex) const;  // a vertex of the input, before finish
  [[nodiscard]] std::size_t place_count() const { return places_.size(); }
  [[nodiscard]] bool is_place(std::uint32_t place) const { return places_[place].parent == place; }

  // Pairs of weldable edges that alone run to and fro between two places.
  [[nodiscard]] std::vector<std::array<HalfEdge, 2>> coinciding(const std::vector<HalfEdge>& edges) const;

  // Appends the ways, none to three, in which the place may be contracted with the edge within `reach` (which
  // is at most the distance), but for those nearer than `beyond`. False where the edge is not weldable.
  bool options(std::uint32_t place, HalfEdge e, std::int32_t reach, std::vector<Option>& found,
               std::int32_t beyond = 0) const;
  // Nearest first, by geometry among equals; both of one place.
  [[nodiscard]] bool goes_before(const Option& a, const Option& b) const {
    return a.distance != b.distance ? a.distance < b.distance : goes_before_equal(a, b);
  }
  [[nodiscard]] Contraction contraction(std::uint32_t place, const Option& option) const;  // after prepare()

  // Within it `options` finds all that are no farther than a distance.
  [[nodiscard]] static std::int32_t reach_of(std::uint64_t distance);

  // Notes which way the borders at each place run, so that `options` can leave out edges that run along with
  // all of them: a crack lies between borders that run against each other. Places that a step has changed are
  // taken for facing everything.
  void note_courses(const std::vector<HalfEdge>& edges);
  void forget_course(HalfEdge e);

  // Before the first step or join: lists the faces at each place.
  void prepare();
  void join(HalfEdge a, HalfEdge b);

  // What a contraction does.
  struct Step {
    Contraction contraction;
    std::uint32_t mover = kNone;  // the place that moves, if any does
    LatticePoint target = {};
    std::vector<std::uint32_t> collapsed = {};  // faces of which two corners come together
    std::vector<std::uint32_t> flat = {};       // faces of which a corner comes to lie on the opposite edge
  };
  // Why a contraction with an end is refused: whatever the edge, or for this edge.
  enum class Refusal : std::uint8_t { none, places, edge };
  [[nodiscard]] Refusal refusal() const { return refusal_; }  // of the last call
  [[nodiscard]] std::optional<Step> safe_step(const Contraction& contraction);

  // Returns the place that remains. `fresh()` then holds the weldable edges that are new or were moved.
  std::uint32_t apply(const Step& step);
  [[nodiscard]] const std::vector<HalfEdge>& fresh() const { return fresh_; }

  // Whether a step was planned or taken that a whole surface might have had otherwise: it met fixed faces, or
  // took an edge farther than `kDrift` times the distance from the border of the input that it came from.
  static constexpr std::int32_t kDrift = 2;
  [[nodiscard]] bool has_left() const { return has_left_; }

  // Whether some point of the edge is within `reach` of the place.
  [[nodiscard]] bool is_near(std::uint32_t place, HalfEdge e, std::int32_t reach) const;

  // Writes the surface; the mesh is of no use afterwards. Of a piece take `dirty` instead: per vertex, 1
  // where name_fans must make its vertices anew.
  void finish();
  [[nodiscard]] std::vector<std::uint8_t> dirty() const;
  [[nodiscard]] std::vector<std::array<LatticePoint, 2>> closed() const;  // before finish; in no order
  [[nodiscard]] Int128 twice_area_change() const { return area_change_; }

 private:
  struct Place {
    std::uint32_t parent;  // itself, or a place it was merged into
    std::uint32_t vertex;  // the one that faces name
    bool moved = false;    // moved or merged
    bool dirty = false;    // its vertices must be made anew
  };
  struct Crew {
    std::vector<std::uint32_t> faces;     // at the place; may hold faces that have left, or twice
    std::vector<LatticePoint> originals;  // where its vertices stood in the input; few, or else only the box
    bool many = false;                    // the box it is
    bool unclean = false;                 // `faces` does
    LatticePoint low, high;
    Int128 area = 0;  // twice that of its faces, in plan
  };
  struct Ray {  // from a place along one of its weldable edges
    HalfEdge edge;
    bool leaves;  // the edge does, or else it arrives
    std::int64_t x, y, z;
  };
  struct Record {  // a border edge of the input
    std::array<LatticePoint, 2> ends;
    std::array<std::uint32_t, 2> vertices;
    bool changed = false;
  };

  [[nodiscard]] SurfaceFace& face_of(HalfEdge e) const { return surface_.faces[e / 3]; }
  [[nodiscard]] std::uint32_t from(HalfEdge e) const { return face_of(e).corner[e % 3]; }
  [[nodiscard]] std::uint32_t to(HalfEdge e) const { return face_of(e).corner[(e % 3 + 1) % 3]; }
  [[nodiscard]] bool alive(std::uint32_t f) const { return surface_.faces[f].corner[0] != kNone; }
  [[nodiscard]] bool allows_welding(const Border& border) const {
    return ambula::allows_welding(border, distance_);
  }
  [[nodiscard]] std::uint32_t place(std::uint32_t vertex) const { return place_of_[vertex]; }
  [[nodiscard]] std::uint32_t place_now(std::uint32_t vertex) const;
  [[nodiscard]] std::array<Point2, 3> corners(std::uint32_t f, std::uint32_t mover,
                                              LatticePoint target) const;
  [[nodiscard]] std::int64_t twice_area(std::uint32_t f) const;
  [[nodiscard]] bool has_place(std::uint32_t f, std::uint32_t p) const {
    const auto& corner = surface_.faces[f].corner;
    return place(corner[0]) == p || place(corner[1]) == p || place(corner[2]) == p;
  }

  void find_places();
  void add_area(std::uint32_t f, int sign);
  void add_original(Crew& crew, LatticePoint p);
  const std::vector<std::uint32_t>& faces_at(std::uint32_t p) {
    if (crews_[p].unclean) clean(p);
    return crews_[p].faces;
  }
  void clean(std::uint32_t p);
  void add_face(std::uint32_t p, std::uint32_t f) {
    crews_[p].faces.push_back(f);
    crews_[p].unclean = true;  // it may have been there before
  }
  void mark_unclean(std::uint32_t vertex) {
    if (place(vertex) != kNone) crews_[place(vertex)].unclean = true;
  }
  [[nodiscard]] std::uint32_t mate(std::uint32_t f, std::uint32_t neighbour) const {
    return mate_of(surface_, f, neighbour);
  }
  [[nodiscard]] HalfEdge turn_left(HalfEdge corner) const { return left_of(surface_, corner); }
  [[nodiscard]] HalfEdge turn_right(HalfEdge corner) const { return right_of(surface_, corner); }
  [[nodiscard]] bool is_fixed(std::uint32_t f) const { return f < fixed_.size() && fixed_[f] != 0; }
  [[nodiscard]] bool has_strayed(HalfEdge e) const;

  [[nodiscard]] bool faces_against(std::uint32_t p, std::int64_t x, std::int64_t y) const {
    if (p >= courses_.size() || courses_[p].count == Course::kAny) return true;
    for (std::size_t k = 0; k < courses_[p].count; ++k) {
      if (courses_[p].along[k][0] * x + courses_[p].along[k][1] * y < 0) return true;
    }
    return false;
  }
  [[nodiscard]] bool may_stand(std::uint32_t p, LatticePoint target);
  [[nodiscard]] bool plan_move(Step& step, std::uint32_t mover, LatticePoint target, std::uint32_t other);
  [[nodiscard]] bool goes_before_equal(const Option& a, const Option& b) const;
  [[nodiscard]] bool plan_flat(const Step& step);
  [[nodiscard]] static std::uint32_t middle_corner(const std::array<Point2, 3>& at);
  [[nodiscard]] bool plan_split(const Contraction& c, LatticePoint target);
  [[nodiscard]] const std::vector<Ray>& rays_of(std::uint32_t p);
  [[nodiscard]] bool could_join(const Contraction& c);
  [[nodiscard]] bool could_zip(const Contraction& c);
  [[nodiscard]] std::vector<HalfEdge> same_sheet(const Contraction& c) const;
  [[nodiscard]] bool is_in_line(const Contraction& c);
  // What a vertex is at the end of an edge: its place, or itself where it has none.
  [[nodiscard]] std::uint32_t node(std::uint32_t vertex) const {
    const std::uint32_t p = place(vertex);
    return p != kNone ? p : static_cast<std::uint32_t>(places_.size()) + vertex;
  }
  template <class Visit>
  bool any_spoke(std::uint32_t p, std::uint32_t except, Visit&& visit);
  [[nodiscard]] bool would_double(std::uint32_t mover, std::uint32_t other);
  [[nodiscard]] bool has_spoke(std::uint32_t p, std::uint32_t to, bool leaves, bool arrives);
  [[nodiscard]] bool plan_ends(Step& step);
  [[nodiscard]] bool would_tip(const Contraction& c) const;
  [[nodiscard]] bool plan_inside(Step& step);

  std::uint32_t move(const Step& step);
  std::uint32_t merge(std::uint32_t a, std::uint32_t b, LatticePoint target);
  void split(const Contraction& c);
  void flatten(std::uint32_t f);
  void flip(std::uint32_t f, std::uint32_t i);
  void collapse(std::uint32_t f);
  void hand_on(std::uint32_t f, std::uint32_t i, std::uint32_t across);
  void relink(std::uint32_t neighbour, std::uint32_t old_face, std::uint32_t new_face);
  void remove(std::uint32_t f);
  void try_join(HalfEdge e);
  void mark_dirty(std::uint32_t vertex);
  [[nodiscard]] bool is_dirty(std::uint32_t vertex) const;

  Surface& surface_;
  std::span<const std::uint8_t> fixed_;
  bool has_left_ = false;
  std::int32_t distance_;
  std::int64_t distance2_;
  std::vector<std::uint32_t> place_of_;  // per vertex; kNone for those without a weldable border
  std::vector<Place> places_;
  struct Course {  // of the weldable borders at a place
    static constexpr std::uint8_t kAny = 255;
    std::array<std::array<std::int32_t, 2>, 4> along;
    std::uint8_t count = 0;
  };
  std::vector<Course> courses_;  // per place; none before they are noted
  std::vector<Crew> crews_;
  std::vector<std::array<std::uint32_t, 3>> record_;  // per face and edge: of records_, or kNone
  std::vector<Record> records_;
  std::vector<std::uint8_t> dirty_;  // per vertex without a place
  std::vector<std::uint32_t> seen_;  // per face: the last round that saw it
  std::uint32_t round_ = 0;
  std::vector<HalfEdge> fresh_;
  std::vector<std::uint32_t> spoke_seen_;  // per node, arriving and leaving: the last round that saw it
  std::uint32_t spoke_round_ = 0;
  std::vector<Ray> rays_;  // of the place looked at last
  std::uint32_t rays_at_ = kNone;
  Refusal refusal_ = Refusal::none;
  Int128 area_change_ = 0;
};

}  // namespace ambula
