// The library's version; semantic from 1.0 on.
#pragma once

namespace ambula {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace ambula
