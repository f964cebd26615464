// Many paths at once: every piece of the work has a Query of its own, so nothing depends on the others.
#include <algorithm>

#include "ambula/context.h"
#include "ambula/query.h"

namespace ambula {

std::vector<Path> find_paths(const Query& query, std::span<const PathRequest> requests, PathRule rule,
                             const PathParams& params, Context* context) {
  std::vector<Path> out(requests.size());
  constexpr std::size_t kGrain = 64;  // a Query's own memory costs something too
  PathParams asked = params;
  if (asked.context == nullptr) asked.context = context;
  const auto find = [&](Query& own, std::size_t k) {
    if (rule == PathRule::corridor) {
      own.find_path(requests[k].start, requests[k].goal, asked, out[k]);
    } else {
      own.find_shortest(requests[k].start, requests[k].goal, asked, out[k]);
    }
  };
  // What a radius needs is made once, by the first: copies share it.
  Query first(query);
  if (!requests.empty()) find(first, 0);
  parallel_for(context, requests.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    Query own(first);
    for (std::size_t k = std::max<std::size_t>(begin, 1); k < end; ++k) find(own, k);
  });
  if (context != nullptr && context->cancelled()) {
    for (Path& path : out) {
      if (path.points.empty() && path.status == PathStatus::invalid) path.status = PathStatus::cancelled;
    }
  }
  return out;
}

}  // namespace ambula
