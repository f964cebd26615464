// Compares reachability on a navmesh with a generated scene's truth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ambula/navmesh.h"
#include "scenes/truth.h"

namespace ambula::testing {

struct ReachFault {
  enum class Kind { missing, apart, joined } kind = Kind::missing;
  std::string place, other;  // names; `other` is empty for missing
};

[[nodiscard]] std::string text_of(const ReachFault& fault);  // "hall and porch are apart"

// All disagreements between a mesh and what the truth says of one agent: places without mesh within the
// agent's step, places of one group in several components (one pair for each further component), places of
// two groups in one.
[[nodiscard]] std::vector<ReachFault> reach_faults(const NavMesh& mesh, const scenes::Truth& truth,
                                                   const scenes::AgentTruth& agent);

// Plan area of the cells, m².
[[nodiscard]] double plan_area(const NavMesh& mesh);

}  // namespace ambula::testing
