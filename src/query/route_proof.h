// Whether a route is the shortest there is, and which one is when it is not.
//
// Ways are followed from junction to junction with the funnel they leave open: what is seen straight from the
// last corner they turn at, and what lies behind its two chains. The least that a path through it can have is
// known exactly up to the portal where the way ends, and is a straight line from there. Ways that cannot be
// shorter than what is known already are left, and so are those that come to a corner later than others.
// (Polyanya's search, in steps of whole chains instead of cells.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/funnel.h"
#include "query/plan_cells.h"
#include "query/quad_heap.h"
#include "query/route_ends.h"
#include "query/routes.h"

namespace ambula {

class RouteProof {
 public:
  enum class Outcome : std::uint8_t { proven, too_many };

  // `known` is the length of the route at hand; quanta. Where a shorter one was found it is in choice(), and
  // when that is proven none is shorter still.
  Outcome run(const PlanCells& cells, const Routes& routes, const RouteEnds& ends, Vec2 start, Vec2 goal,
              double known, std::uint64_t most_expansions);
  [[nodiscard]] bool is_shorter() const { return is_shorter_; }
  [[nodiscard]] const RouteChoice& choice() const { return choice_; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }

 private:
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  // A way gone to its end. Its funnel is a row of points_, whose numbers are those of turns.
  struct Arrival {
    double g = 0;      // to the apex
    double least = 0;  // to the last portal, at least
    std::uint32_t first = 0, size = 0, apex = 0;
    std::uint32_t way = kNone, before = kNone;  // the arrival it came from
    std::uint32_t other = kNone;                // the arrival by the same way before it
  };
  struct Open {
    double f;
    std::uint32_t arrival;
  };
  struct OpenLess {
    bool operator()(const Open& a, const Open& b) const {
      return a.f != b.f ? a.f < b.f : a.arrival > b.arrival;
    }
  };
  struct Root {
    double g = 0;
    std::uint32_t stamp = 0;
  };
  struct LastOf {
    std::uint32_t arrival = kNone, stamp = 0;
  };
  struct World;

  void begin(const World& world);
  void follow(const World& world, const Arrival& from, std::uint32_t before, std::uint32_t way,
              std::uint32_t first_side);
  void arrive(const World& world, const Arrival& from, std::uint32_t before, std::uint32_t last,
              std::uint32_t first_side);
  [[nodiscard]] bool may_be_shorter(const World& world, double to_it, std::uint32_t way, double least) const;
  void open(const Arrival& from, std::size_t portals);
  template <class Side>
  void pass(const World& world, std::size_t portals, Side&& side);
  [[nodiscard]] double passed_length(const Arrival& from) const;
  [[nodiscard]] double least_to_goal(double g, bool mirrors) const;
  bool is_known(const Arrival& arrival) const;

  Funnel funnel_;
  std::vector<TautPoint> passed_, points_;
  std::vector<Arrival> arrivals_;
  QuadHeap<Open, OpenLess> open_;
  std::vector<Root> roots_;      // by turn
  std::vector<LastOf> last_of_;  // by way
  RouteChoice choice_;
  Vec2 start_, goal_;
  double best_ = 0;
  std::uint32_t best_before_ = kNone, best_last_ = kNone;
  bool is_shorter_ = false;
  std::uint64_t expansions_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace ambula
