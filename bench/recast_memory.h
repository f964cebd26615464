// Counts and bounds what Recast allocates, through the hook it has for that (rcAllocSetCustom).
//
//   RecastMemory memory(limit);      // from here on; one at a time in a process
//   ... Recast ...
//   memory.peak();
#pragma once

#include <cstddef>
#include <mutex>

namespace ambula::bench {

// Thrown out of the hook when the limit would be exceeded. Recast reports a null pointer in some places and
// writes through it in others, so returning one is not an answer.
struct RecastMemoryExceeded {
  std::size_t wanted;  // bytes it would have held
};

class RecastMemory {
 public:
  explicit RecastMemory(std::size_t limit);  // waits for another counter to end
  ~RecastMemory();                           // everything Recast allocated under it must be freed by then
  RecastMemory(const RecastMemory&) = delete;
  RecastMemory& operator=(const RecastMemory&) = delete;

  [[nodiscard]] std::size_t live() const;  // bytes held now
  [[nodiscard]] std::size_t peak() const;  // most bytes held since construction or reset_peak
  void reset_peak();

 private:
  std::unique_lock<std::mutex> alone_;
};

}  // namespace ambula::bench
