// Counts what a test program takes from the heap, so that a test can say: nothing.
#pragma once

#include <cstddef>

namespace ambula {

// Calls of operator new so far, by all threads.
[[nodiscard]] std::size_t allocations();

}  // namespace ambula
