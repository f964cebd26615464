// Questions about a navmesh: where a point is, how to get somewhere, what is around.
//
//   Query query(mesh);                          // prepares what queries need; a copy of it shares that
//   Path path;                                  // keeps its memory between calls
//   query.find_shortest({0, 0, 0}, {12, 3, 2.8}, {}, path);
//   if (path.status == PathStatus::complete) for (const Waypoint& p : path.points) walk_to(p.at);
//
// A Query is for one thread at a time: it reuses its scratch, and after warm-up nothing is allocated. Copies
// share the prepared mesh, which never changes, so there are no locks: one copy a thread. The NavMesh must
// outlive them all.
//
// Coordinates are metres, z up. from_scene_frame and to_scene_frame (values/navmesh.h) convert from and to
// those of the scene's file. Lengths are in plan unless a name says otherwise. A point that is not finite is
// on no mesh; it is answered as such, and by PathStatus::invalid where there is a status.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "ambula/user_links.h"
#include "ambula/values/navmesh.h"
#include "ambula/vec.h"

namespace ambula {

// A point on the mesh.
struct Place {
  Vec3 at;
  std::uint32_t cell = NavMesh::kNone;
};

// What may be walked on and at what price. Lengths are multiplied with the costs, which are above 0;
// infinity closes. A cell costs what its kind and its area type cost, multiplied.
struct Filter {
  static constexpr std::array<double, 5> kOrdinaryCosts{1, 1, 2, 1, 1};  // also where there is no filter

  std::array<double, 5> kind_cost = kOrdinaryCosts;  // by CellKind: gaps are avoided where that is short
  std::vector<double> area_cost = {};                // by area type; types beyond its end cost 1
  std::vector<std::uint8_t> closed_cells = {};       // by cell, 1: closed; cells beyond its end are open
  std::vector<std::uint8_t> closed_sides = {};       // by side of NavMesh::vertex: either one of a portal
  std::vector<std::uint8_t> closed_links = {};       // by user link
};

enum class PathStatus : std::uint8_t {
  complete,
  partial,   // ends at the point nearest to the goal that was reached
  no_start,  // nothing to stand on near the start
  no_goal,
  unreachable,
  cancelled,
  out_of_budget,
  invalid,  // a coordinate, radius or cost that makes no sense
};
[[nodiscard]] const char* name_of(PathStatus status) noexcept;  // "complete"

// What is told of a path. All: cells, stretches, lengths in space, and the points where steps are climbed.
// Points: where it turns, and how long it is in plan; the rest may be left empty, which takes about half of
// the time.
enum class PathDetail : std::uint8_t { points, all };

struct PathParams {
  // Metres kept from walls, and from ledges unless they have their own, where it is more than the mesh keeps
  // of itself: for that it has to be one of radius 0. Ends that are too close go to the nearest place within
  // reach that is not. find_path goes around corners in arcs; find_shortest, and find_path where a filter has
  // costs or closes something, where distances do not decide a passage, and for partial paths, run on the
  // eroded mesh, without arcs. It is made when it is first asked for, once per radius (and once more to close
  // things), and kept. Either way a path tells of cells of this mesh.
  std::optional<double> radius = {};
  std::optional<double> ledge_clearance = {};
  const Filter* filter = nullptr;
  Vec3 reach{0.5, 0.5, 1.0};  // how far start and goal may be from the mesh, per axis
  std::uint64_t budget = 0;   // expansions, none where there is nothing to choose; 0: no limit
  PathDetail detail = PathDetail::all;
  bool partial = false;              // where the goal is not reached, the way to what is nearest to it
  double max_gap = 0.3;              // metres: who walks in a gap further than this is told
  const Context* context = nullptr;  // asked for cancellation
};

// From a waypoint to the next one goes straight, or along the arc that begins here.
struct Waypoint {
  Vec3 at;
  std::uint32_t cell = NavMesh::kNone;
  std::uint32_t link = NavMesh::kNone;  // the user link that is taken from here to the next one
  // The centre of the arc that begins here, above or below it somewhere; 1: to the left, -1: to the right, 0:
  // no arc.
  Vec3 centre = {};
  std::int8_t turn = 0;
};

// A stretch of a path over cells that are alike, or a user link.
struct PathStretch {
  CellKind kind = CellKind::floor;
  std::uint16_t area_type = 0;
  std::uint32_t flight = NavMesh::kNone, link = NavMesh::kNone;
  std::uint32_t first_cell = 0, cells = 0;  // of Path::cells
  double length = 0;                        // in plan; of a link what it is worth
  bool along_gap = false;                   // a gap that is walked in further than PathParams::max_gap
};

// Begins and ends with a point, so there are two of them also where start and goal are one. Where a step is
// climbed, two points stand over each other.
struct Path {
  PathStatus status = PathStatus::invalid;
  std::vector<Waypoint> points;
  std::vector<std::uint32_t> cells;  // in the order they are entered
  std::vector<PathStretch> stretches;
  double length = 0, length_3d = 0;  // links as the metres they are worth
  double cost = 0;                   // length by the filter's costs, and links
  std::uint64_t expansions = 0;
};

struct BorderPoint {
  Vec3 at;
  std::uint32_t side = NavMesh::kNone;  // of NavMesh::vertex
  double distance = 0;                  // in plan
  Vec3 normal = {};                     // away from the border, in plan
};

struct RayHit {
  Place end;         // where the ray was left: at its goal, or at what it met
  bool hit = false;  // a border, or something closed
  std::uint32_t side = NavMesh::kNone;
  Vec3 normal = {};
};

struct ReachedCell {
  std::uint32_t cell = 0;
  double distance = 0;  // of the shortest path to any point of the cell
  double area = 0;      // m² of it within the length
};

class Query {
 public:
  // Links whose ends are not within 0.5 m of the mesh in plan and 1 m in height are left out. Those between
  // segments are crossed at their ends, their middle and places at most half a metre apart between them.
  explicit Query(const NavMesh& mesh, std::span<const UserLink> links = {});
  Query(const NavMesh&& mesh,
        std::span<const UserLink> links = {}) = delete;  // it would not outlive the query
  Query(const Query& other);                             // shares the prepared mesh; scratch of its own
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;
  ~Query();

  [[nodiscard]] const NavMesh& mesh() const;
  // User links that lead nowhere because an end is too far from the mesh: indices in increasing order.
  [[nodiscard]] std::vector<std::uint32_t> links_left_out() const;

  // Below or above the point within `reach` metres, the nearest.
  [[nodiscard]] std::optional<Place> locate(Vec3 p, double reach = 1.0);
  // The nearest point of the mesh within the box p ± extents.
  [[nodiscard]] std::optional<Place> nearest(Vec3 p, Vec3 extents, const Filter* filter = nullptr);
  // The height of a cell there; none where the cell does not reach.
  [[nodiscard]] std::optional<double> height_at(std::uint32_t cell, double x, double y) const;
  [[nodiscard]] std::optional<BorderPoint> closest_on_border(Vec3 p, Vec3 extents);
  // Along the surface, no further than `most`.
  [[nodiscard]] std::optional<BorderPoint> distance_to_wall(Place from, double most,
                                                            const Filter* filter = nullptr);

  // A* over cells, then the shortest way within them: close to the shortest path by costs.
  void find_path(Vec3 start, Vec3 goal, const PathParams& params, Path& out);
  // The shortest path there is, in plan. Costs do not count; what is closed does.
  void find_shortest(Vec3 start, Vec3 goal, const PathParams& params, Path& out);
  // The same between places that are known already.
  void find_path_between(const Place& start, const Place& goal, const PathParams& params, Path& out);
  void find_shortest_between(const Place& start, const Place& goal, const PathParams& params, Path& out);

  // find_path in slices: begin, then advance until it says that it is done, then finish. Filter and context
  // have to live until then; other paths must not be asked for in between. Not with a radius: invalid.
  void begin_path(Vec3 start, Vec3 goal, const PathParams& params);
  [[nodiscard]] bool advance_path(std::uint64_t expansions);  // true: done
  void finish_path(Path& out);

  [[nodiscard]] RayHit raycast(Place from, Vec3 to, const Filter* filter = nullptr);
  // As far as one gets by going straight and sliding along borders; `visited` when given: cells on the way.
  [[nodiscard]] Place move_along_surface(Place from, Vec3 to, const Filter* filter = nullptr,
                                         std::vector<std::uint32_t>* visited = nullptr);

  // Uniform by area, in plan; the same for the same seed anywhere.
  [[nodiscard]] std::optional<Place> random_point(std::uint64_t seed, const Filter* filter = nullptr);
  // Within a circle in plan, of what is reached from its centre without leaving it.
  [[nodiscard]] std::optional<Place> random_point(std::uint64_t seed, Place centre, double radius,
                                                  const Filter* filter = nullptr);
  // Cells that reach into a circle around a place, of those joined within it; nearest first.
  void cells_around(Place centre, double radius, const Filter* filter, std::vector<std::uint32_t>& out);
  // What lies within a path length, without user links; nearest cells first.
  void reachable_area(Place from, double length, const Filter* filter, std::vector<ReachedCell>& out);

 private:
  struct Shared;
  struct Scratch;
  void begin_search();
  void run_path(Path& out);
  void finish_shortest(Path& out);
  void find_clear(Vec3 start, Vec3 goal, const PathParams& params, Path& out);
  void find_eroded(Vec3 start, Vec3 goal, const PathParams& params, Path& out);

  std::shared_ptr<const Shared> shared_;
  std::unique_ptr<Scratch> scratch_;
};

// A path as points alone: arcs become chords that are no further from them than `tolerance` metres.
[[nodiscard]] std::vector<Vec3> polyline(const Path& path, double tolerance);

struct PathRequest {
  Vec3 start, goal;
};
// Many paths over all of the context's threads; the answers do not depend on how many there are.
enum class PathRule : std::uint8_t { corridor, shortest };  // find_path, find_shortest
[[nodiscard]] std::vector<Path> find_paths(const Query& query, std::span<const PathRequest> requests,
                                           PathRule rule, const PathParams& params = {},
                                           Context* context = nullptr);

}  // namespace ambula
