// Borders that only move inwards.
#pragma once

#include <array>
#include <vector>

#include "ambula/context.h"
#include "navmesh/simplify_change.h"
#include "navmesh/simplify_surface.h"

namespace ambula {

class BorderSimplifier {
 public:
  // Of the surface as it is now: distances are measured to its borders. It gives up no more than a part of
  // its area.
  BorderSimplifier(EditSurface& surface, Change& change, double tolerance, double part);

  // Removes vertices, those that cost the least area first, where the surface has changed since. Gives how
  // many.
  std::size_t run(std::uint32_t since, const Context* context);
  // The same for corners that are exactly straight, and for arcs as is planned best.
  std::size_t prepare(const Context* context);

 private:
  static constexpr std::uint32_t kNone = EditSurface::kNone;

  // A border vertex that goes, or the border edge from it to the next.
  struct Move {
    double cost = 0;          // square quanta, twice
    std::uint32_t count = 0;  // of vertices that are looked at for it
    std::uint32_t vertex = 0, version = 0;
    bool edge = false;
  };
  // The other way around, for a heap with the least on top.
  struct Later {
    bool operator()(const Move& a, const Move& b) const;
  };
  // What a border vertex knows: its neighbours along the border, and of the borders as they were.
  struct Stretch {
    std::uint32_t loop = kNone;  // the index of its first vertex; kNone: on no border
    std::uint32_t length = 0;    // of the loop
    bool open = false;           // it is a chain between steps
    // In the loop: of the last vertex at or before the point that this one is near to.
    std::uint32_t position = 0;
    std::uint32_t count = 0;  // how many more there are up to what the next border vertex is near to
    std::uint32_t before = kNone, next = kNone;  // kNone beyond the ends of a chain
    std::uint32_t version = 0;                   // of the prices of its moves
    std::array<bool, 2> waits{};                 // in the heap: its vertex move, its edge move
    bool keep = false;                           // the edge to the next is to stay for now
  };

  void trace();
  double plan();
  void push(std::uint32_t v);
  // What a move costs; false where there is none.
  [[nodiscard]] bool price_vertex(std::uint32_t v, double& cost) const;
  [[nodiscard]] bool price_edge(std::uint32_t v, double& cost, Point2& meeting) const;
  bool cut(std::uint32_t v);
  bool merge(std::uint32_t v);
  [[nodiscard]] bool is_movable(const VertexFan& fan) const {
    return !fan.closed && !fan.stepped && fan.once && fan.one_label;
  }
  [[nodiscard]] Point2 was(const Stretch& s, std::uint32_t ahead) const {
    return was_[s.loop + (s.position + ahead) % s.length];
  }
  // Whether `count` vertices after the first `skip` ahead of s are within the tolerance of a segment.
  [[nodiscard]] bool near(const Stretch& s, std::uint32_t skip, std::uint32_t count, Point2 a,
                          Point2 b) const;
  // How many vertices of the stretch ahead of s come before its place closest to p; the distance squared.
  [[nodiscard]] std::pair<std::uint32_t, double> closest(const Stretch& s, std::uint32_t count,
                                                         Point2 p) const;
  // Two border vertices are neighbours now.
  void join(std::uint32_t a, std::uint32_t b);
  void changed();

  EditSurface& surface_;
  Change& change_;
  double tolerance_, corner_ = 0;  // how far borders may move, and how far corners stand out that are cut off
  std::vector<Point2> was_;        // loops of border vertices, as they were
  std::vector<Stretch> stretch_;
  double left_ = 0;                    // what may still be given up, twice
  std::vector<Move> moves_;            // a heap
  std::vector<std::uint32_t> joined_;  // by the last move
  VertexFan fan_, next_fan_;
};

}  // namespace ambula
