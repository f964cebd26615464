// The mesh of another radius, and a query over it that is asked in terms of the first mesh.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ambula/query.h"
#include "query/clearance_graph.h"
#include "query/query_mesh.h"

namespace ambula {

// Never changes once made; queries share it.
struct ErodedMesh {
  double radius = 0;
  std::optional<double> ledge_clearance;
  NavMesh mesh;
  // Divided: each cell lies in one cell of the first mesh, and a portal between two of them on a side. Which
  // ones; so things can be closed.
  bool divided = false;
  std::vector<std::uint32_t> cell, side;
};

// Null where there is none.
[[nodiscard]] std::shared_ptr<const ErodedMesh> make_eroded_mesh(const QueryMesh& mesh,
                                                                 const ClearanceGraph& graph,
                                                                 const PathParams& params, bool divided);

class ErodedQuery {
 public:
  ErodedQuery(std::shared_ptr<const ErodedMesh> mesh, Query over_it)
      : over(std::move(mesh)), query(std::move(over_it)) {}

  std::shared_ptr<const ErodedMesh> over;
  Query query;

  // A filter over the first mesh as one over this; valid until the next call.
  [[nodiscard]] const Filter* translate(const Filter* filter);

 private:
  Filter filter_;
  std::vector<std::uint8_t> cells_, sides_;  // what was closed of the first mesh, the last time
  bool translated_ = false;
};

// Whether a filter closes cells or sides of the mesh.
[[nodiscard]] bool closes_something(const Filter* filter);

}  // namespace ambula
