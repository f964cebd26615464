// Flights of stairs among links.
#pragma once

#include <vector>

#include "ambula/values/links.h"

namespace ambula {

// Sets Links::flights and, of every link that belongs to one, flight and step. `size`: of the agent beside
// the default one.
void find_flights(const Walkable& walkable, Links& links, double size);

// Per link: 1 where it leads from a tread to one two above, past the one between.
[[nodiscard]] std::vector<char> corner_cuts(const Walkable& walkable, const Links& links, double size);

// Leaves links with keep[l] == 0 out, and the vertices that only they used.
void keep_links(Links& links, const std::vector<char>& keep);

}  // namespace ambula
