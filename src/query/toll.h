// A filter made ready for one query: what each class of cells costs, and what is shut.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ambula/query.h"
#include "query/query_mesh.h"

namespace ambula {

class Toll {
 public:
  // False when a cost makes no sense: not above 0, or not a number. The filter must outlive its use.
  [[nodiscard]] bool set(const QueryMesh& mesh, const Filter* filter);

  [[nodiscard]] double least() const { return least_; }  // of all costs that occur and are finite
  [[nodiscard]] double cost(std::uint32_t cell) const { return by_class_[mesh_->planes[cell].toll]; }
  // The classes of cells that cost more than the least, as bits (class_bit).
  [[nodiscard]] std::uint64_t dear() const { return dear_; }
  [[nodiscard]] bool shuts() const { return shuts_; }  // whether anything is shut at all
  [[nodiscard]] bool is_open(std::uint32_t cell) const {
    return !shuts_ ||
           (!is_set(filter_->closed_cells, cell) && cost(cell) < std::numeric_limits<double>::infinity());
  }
  // Whether one may leave a cell through a side; there has to be a neighbour.
  [[nodiscard]] bool passes(std::uint32_t side) const { return !shuts_ || passes_shut(side); }
  [[nodiscard]] bool is_link_open(std::uint32_t link) const {
    return filter_ == nullptr || !is_set(filter_->closed_links, link);
  }

 private:
  [[nodiscard]] static bool is_set(const std::vector<std::uint8_t>& flags, std::uint32_t i) {
    return i < flags.size() && flags[i] != 0;
  }
  [[nodiscard]] bool passes_shut(std::uint32_t side) const;

  const QueryMesh* mesh_ = nullptr;
  const Filter* filter_ = nullptr;
  std::vector<double> by_class_;
  double least_ = 1;
  bool shuts_ = false;
  std::uint64_t dear_ = 0;
  bool is_ordinary_ = false;  // set without a filter
};

}  // namespace ambula
