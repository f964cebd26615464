// Holes of the linked surface, closed as far as the agent steps over them.
#pragma once

#include "ambula/context.h"
#include "ambula/params/links.h"
#include "ambula/values/links.h"
#include "ambula/values/scene.h"
#include "links/limits.h"

namespace ambula {

// Appends links of kind fill, with their intervals, triangles and vertices. Works on the borders that the
// links already there leave: what they use is no border any more, and a hole left between three or more parts
// is one of the cycles.
[[nodiscard]] Result<void> fill_holes(const Walkable& walkable, const Scene& scene, const Reach& reach,
                                      FillerRule rule, Links& links, Context* context);

}  // namespace ambula
