// Slivers between links that follow each other.
#pragma once

#include "ambula/values/links.h"
#include "links/borders.h"
#include "links/surroundings.h"

namespace ambula {

// Where two links join the same two chains one after the other and less than 5 cm (to the default agent) of
// border is left between them on either chain, that is joined too, as a link of kind fill; unless something
// stands there, or it rises or reaches too far.
void close_slivers(const Walkable& walkable, const Borders& borders, const Surroundings& surroundings,
                   const Reach& reach, Links& links);

}  // namespace ambula
