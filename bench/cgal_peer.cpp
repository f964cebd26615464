// The peer of the triangulation. Without CGAL the class is there and says so.
#include "bench/cgal_peer.h"

#ifdef AMBULA_WITH_CGAL
#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <optional>
#include <utility>
#include <vector>
#endif

namespace ambula::bench {

#ifdef AMBULA_WITH_CGAL

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
// The default data structure; constraints may pass through points but do not cross.
using Cdt =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, CGAL::Default,
                                               CGAL::No_constraint_intersection_requiring_constructions_tag>;

}  // namespace

struct CgalPeer::Impl {
  std::vector<Kernel::Point_2> points;
  std::vector<std::pair<std::size_t, std::size_t>> constraints;
  std::optional<Cdt> made;
};

CgalPeer::CgalPeer(std::span<const Point2> points, std::span<const Constraint> constraints)
    : impl_(std::make_unique<Impl>()) {
  for (const Point2 p : points) impl_->points.emplace_back(p.x, p.y);
  for (const Constraint& c : constraints) impl_->constraints.emplace_back(c.from, c.to);
}

std::size_t CgalPeer::run() {
  Cdt& cdt = impl_->made.emplace();
  if (impl_->constraints.empty()) {
    cdt.insert(impl_->points.begin(), impl_->points.end());
  } else {
    cdt.insert_constraints(impl_->points.begin(), impl_->points.end(), impl_->constraints.begin(),
                           impl_->constraints.end());
  }
  return cdt.number_of_faces();
}

bool CgalPeer::available() { return true; }

#else

struct CgalPeer::Impl {};

CgalPeer::CgalPeer(std::span<const Point2>, std::span<const Constraint>) {}
std::size_t CgalPeer::run() { return 0; }
bool CgalPeer::available() { return false; }

#endif

CgalPeer::~CgalPeer() = default;
CgalPeer::CgalPeer(CgalPeer&&) noexcept = default;

}  // namespace ambula::bench
