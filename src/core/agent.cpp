// The agent's limits.
#include "ambula/agent.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text.h"

namespace ambula {

double relative_size(const Agent& agent) {
  const Agent usual = default_agent();
  return std::max(agent.height / usual.height, agent.max_step / usual.max_step);
}

Result<void> validate(const Agent& agent) {
  struct Field {
    const char* name;
    double value, low, high;
  };
  const Field fields[] = {
      {"height", agent.height, 0.01, 1000},
      {"radius", agent.radius, 0, 100},
      {"max_slope", agent.max_slope, 0, 89},
      {"max_step", agent.max_step, 0, agent.height},
  };
  for (const Field& f : fields) {
    if (!(f.value >= f.low && f.value <= f.high)) {
      return fail(ErrorCode::invalid_argument,
                  text("agent ", f.name, " is ", f.value, "; it must lie between ", f.low, " and ", f.high));
    }
  }
  if (!(agent.max_gap >= 0 && agent.max_gap < agent.height / 2)) {
    return fail(ErrorCode::invalid_argument,
                text("agent max_gap is ", agent.max_gap,
                     "; it must be at least 0 and less than half the height (", agent.height / 2, ")"));
  }
  return {};
}

}  // namespace ambula
