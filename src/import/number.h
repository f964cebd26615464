// Numbers out of text, fast and correctly rounded, whatever the locale.
#pragma once

namespace ambula {

// Reads a decimal number (also nan, inf, any case, with sign) at `p` and moves `p` behind it. False, with `p`
// unmoved, where there is none. Values too large become infinite.
[[nodiscard]] bool parse_double(const char*& p, const char* end, double& out);

}  // namespace ambula
