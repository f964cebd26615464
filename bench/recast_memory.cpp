// The allocator hook. Recast's hook is two plain functions without a place for state, so the counts have to
// be static; the lock that RecastMemory holds keeps them to one bake at a time. Each block carries its size
// in front of it, so the count is of the bytes asked for: exact, and the same on every run.
#include "bench/recast_memory.h"

#include <RecastAlloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace ambula::bench {
namespace {

struct Counts {
  std::size_t limit = 0, live = 0, peak = 0;
};

Counts& counts() {
  static Counts value;
  return value;
}

std::mutex& one_at_a_time() {
  static std::mutex value;
  return value;
}

struct alignas(std::max_align_t) Header {
  std::size_t size;
};

void* counted_alloc(std::size_t size, rcAllocHint) {
  Counts& c = counts();
  if (size > c.limit || c.live > c.limit - size) throw RecastMemoryExceeded{c.live + size};
  void* block = std::malloc(sizeof(Header) + size);
  if (!block) throw RecastMemoryExceeded{c.live + size};
  ::new (block) Header{size};
  c.live += size;
  c.peak = std::max(c.peak, c.live);
  return static_cast<char*>(block) + sizeof(Header);
}

void counted_free(void* pointer) {
  if (!pointer) return;
  void* block = static_cast<char*>(pointer) - sizeof(Header);
  counts().live -= static_cast<Header*>(block)->size;
  std::free(block);
}

}  // namespace

RecastMemory::RecastMemory(std::size_t limit) : alone_(one_at_a_time()) {
  counts() = {limit, 0, 0};
  rcAllocSetCustom(counted_alloc, counted_free);
}

RecastMemory::~RecastMemory() { rcAllocSetCustom(nullptr, nullptr); }

std::size_t RecastMemory::live() const { return counts().live; }
std::size_t RecastMemory::peak() const { return counts().peak; }
void RecastMemory::reset_peak() { counts().peak = counts().live; }

}  // namespace ambula::bench
