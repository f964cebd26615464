// From the sides a path goes through to the path: pulled taut, measured, and told what it crosses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/query.h"
#include "query/corridor_search.h"
#include "query/funnel.h"

namespace ambula {

class PathWriter {
 public:
  // `steps` are the sides one leaves cells by and gates, as CorridorSearch::trace gives them. `taut` is the
  // path pulled taut where there are no gates and that is known already.
  void write(const SearchWorld& world, const Toll& toll, const MeshPlace& start, const MeshPlace& goal,
             std::span<const std::uint32_t> steps, std::span<const TautPoint> taut, double max_gap,
             Path& out);

 private:
  struct Leg;
  void write_leg(const SearchWorld& world, const Toll& toll, const Leg& leg, Path& out);
  void cross_portal(const QueryMesh& mesh, std::uint32_t side, Vec2 at, bool turns, Path& out);
  void walk(const QueryMesh& mesh, const Toll& toll, Vec2 to, std::uint32_t exit, const Leg& leg, Path& out);
  void enter(const QueryMesh& mesh, std::uint32_t cell, Path& out);
  static void close_stretch(Path& out);
  // A point that stands where the one before does is that one, unless the leg would have only one.
  void add_point(const QueryMesh& mesh, Vec2 at, double z, Path& out, bool last = false) const;

  Funnel funnel_;
  std::vector<TautPoint> taut_;
  std::uint32_t cell_ = NavMesh::kNone;  // where the writing has got to
  Vec2 at_;
  std::uint32_t entry_ = NavMesh::kNone;  // the side by which the cell was entered
  std::size_t leg_begin_ = 0;             // its first point
};

// Empties a path, keeping its memory.
void clear(Path& path);

}  // namespace ambula
