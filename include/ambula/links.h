// Links: what joins walkable parts that are apart for a surface and together for a walker. Steps, kerbs,
// thresholds, gratings, cracks; and flights of stairs, tread by tread.
//
//   Result<Links> links = find_links(*walkable, scene, agent, {}, &context);
//   for (const Link& link : links->links) print(name_of(link.kind), link.rise, link.run, link.width);
//   LinkedSurface joined = linked_surface(*walkable, *links);
//
// The walkable surface stays as it is: links refer to intervals of its borders. No interval is used twice.
// Along every link the horizontal reach is at most the agent's gap and the vertical one at most its step
// (both with a tie of some quanta, see kTie in links/limits.h), nothing stands in the way higher than a step,
// and the agent's height is free above the filler. The value depends on the scene's geometry alone.
#pragma once

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/links.h"
#include "ambula/result.h"
#include "ambula/scene.h"
#include "ambula/values/links.h"
#include "ambula/walkable.h"

namespace ambula {

// Never fails on geometry. Errors: parameters out of range, a surface that is not of this scene, cancelled,
// not enough memory.
[[nodiscard]] Result<Links> find_links(const Walkable& walkable, const Scene& scene, const Agent& agent,
                                       const LinksParams& params = {}, Context* context = nullptr);

}  // namespace ambula
