// Fewer cells by solving neighbourhoods of them anew.
#pragma once

#include <cstdint>
#include <span>

#include "ambula/context.h"
#include "navmesh/fans.h"

namespace ambula {

// Changes which free edges are kept, as long as that saves a cell. `order` are the free edges in an order
// that depends on places alone; `max_vertices` as in CellParams.
void find_fewer_cells(Fans& fans, std::span<const std::uint32_t> order, std::uint32_t max_vertices,
                      const Context* context);

}  // namespace ambula
