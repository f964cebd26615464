#include "query/toll.h"

#include <algorithm>

namespace ambula {

bool Toll::set(const QueryMesh& mesh, const Filter* filter) {
  static constexpr std::array<double, 5> kOrdinary = Filter::kOrdinaryCosts;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (filter == nullptr && is_ordinary_ && mesh_ == &mesh) return true;
  mesh_ = &mesh;
  filter_ = filter;
  is_ordinary_ = false;
  if (filter != nullptr) {
    const auto makes_sense = [](double cost) { return cost > 0; };
    if (!std::all_of(filter->kind_cost.begin(), filter->kind_cost.end(), makes_sense) ||
        !std::all_of(filter->area_cost.begin(), filter->area_cost.end(), makes_sense))
      return false;
  }
  shuts_ = filter != nullptr && (!filter->closed_cells.empty() || !filter->closed_sides.empty());
  by_class_.clear();
  least_ = kInfinite;
  for (const TollClass& t : mesh.tolls) {
    double cost = (filter ? filter->kind_cost : kOrdinary)[static_cast<std::size_t>(t.kind)];
    if (filter != nullptr && t.area_type < filter->area_cost.size()) cost *= filter->area_cost[t.area_type];
    if (!(cost > 0)) return false;  // the product of two tiny ones
    by_class_.push_back(cost);
    if (cost < kInfinite) least_ = std::min(least_, cost);
    if (cost == kInfinite) shuts_ = true;
  }
  dear_ = 0;
  for (std::uint32_t k = 0; k < by_class_.size(); ++k) {
    if (by_class_[k] != least_) dear_ |= class_bit(k);
  }
  if (!(least_ < kInfinite)) least_ = 1;  // nothing is open
  is_ordinary_ = filter == nullptr;
  return true;
}

bool Toll::passes_shut(std::uint32_t side) const {
  const MeshSide& s = mesh_->sides[side];
  return is_open(s.neighbour) && !is_set(filter_->closed_sides, side) &&
         !is_set(filter_->closed_sides, s.across);
}

}  // namespace ambula
