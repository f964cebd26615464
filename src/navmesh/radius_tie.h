// How much less than its radius an agent keeps from borders.
#pragma once

namespace ambula {

// Quanta: a doorway as wide as the agent lets it through, though rounding may have made it narrower. One that
// is a millimetre too narrow stays closed.
inline constexpr double kRadiusTie = 2.5;

}  // namespace ambula
