// Corners are shared through a hash table of places; edges meet in a bucket of their lower corner, sorted
// there by the other; joined triangles are united in a forest whose roots are first triangles. Two triangles
// at an edge are joined whatever their sense; more are matched by radial.h. Nothing of the table's or the
// buckets' order reaches the result.
#include "walkable/parts.h"

#include <algorithm>
#include <bit>

#include "walkable/radial.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Parts::kNone;

std::size_t hash_of(LatticePoint p) {
  std::uint64_t h =
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.x)) << 32) | static_cast<std::uint32_t>(p.y);
  h *= 0x9E3779B97F4A7C15u;
  h ^= (h >> 29) + static_cast<std::uint32_t>(p.z) * std::uint64_t{0xD6E8FEB86659FD93u};
  h *= 0xBF58476D1CE4E5B9u;
  return static_cast<std::size_t>(h >> 20);
}

// Open addressing, growing by doubling at half full.
class PlaceTable {
 public:
  explicit PlaceTable(std::size_t expected)
      : slots_(std::bit_ceil(std::max<std::size_t>(64, 2 * expected))) {}

  void prefetch(LatticePoint p) const {
#if defined(__GNUC__)
    __builtin_prefetch(&slots_[hash_of(p) & (slots_.size() - 1)]);
#else
    (void)p;
#endif
  }
  std::uint32_t find_or_add(LatticePoint p, std::vector<LatticePoint>& places) {
    std::size_t i = hash_of(p) & (slots_.size() - 1);
    while (slots_[i].id != kNone) {
      if (slots_[i].place == p) return slots_[i].id;
      i = (i + 1) & (slots_.size() - 1);
    }
    const auto id = static_cast<std::uint32_t>(places.size());
    slots_[i] = {p, id};
    places.push_back(p);
    if (2 * places.size() > slots_.size()) grow(places);
    return id;
  }

 private:
  struct Slot {
    LatticePoint place;
    std::uint32_t id = kNone;
  };
  void grow(const std::vector<LatticePoint>& places) {
    slots_.assign(2 * slots_.size(), Slot{});
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::size_t i = hash_of(places[k]) & (slots_.size() - 1);
      while (slots_[i].id != kNone) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = {places[k], static_cast<std::uint32_t>(k)};
    }
  }
  std::vector<Slot> slots_;
};

// A directed edge of a triangle as its lower corner's bucket keeps it: the side is 3 * triangle + i for the
// edge from corner i to corner i + 1.
struct BucketEdge {
  std::uint32_t other;  // the higher corner
  std::uint32_t side;
};

constexpr std::array<std::size_t, 3> kNext{1, 2, 0};

class Joiner {
 public:
  Joiner(std::span<const LatticePoint> places, std::span<const std::array<std::uint32_t, 3>> triangles,
         Context* context)
      : places_(places), triangles_(triangles), context_(context) {}

  Parts run();

 private:
  [[nodiscard]] bool cancelled() const { return context_ && context_->cancelled(); }
  void fill_buckets();
  void join_bucket(std::uint32_t low);
  void join_edge(std::uint32_t low, std::span<const BucketEdge> edges);
  void join_many(std::uint32_t low, std::span<const BucketEdge> edges);
  void join(BucketEdge a, BucketEdge b);
  [[nodiscard]] bool forward(BucketEdge edge) const {  // runs from the lower corner to the higher
    return triangles_[edge.side / 3][kNext[edge.side % 3]] == edge.other;
  }
  [[nodiscard]] std::uint32_t apex(BucketEdge edge) const {
    return triangles_[edge.side / 3][kNext[kNext[edge.side % 3]]];
  }
  std::uint32_t root(std::uint32_t t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }
  Parts collect();

  enum Mark : std::uint8_t { kOpen = 1, kTwisted = 2, kVoid = 4 };

  std::span<const LatticePoint> places_;
  std::span<const std::array<std::uint32_t, 3>> triangles_;
  Context* context_;
  std::vector<std::uint32_t> bucket_;  // per place and one more: where its edges begin
  std::vector<BucketEdge> edges_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> marks_;
  std::vector<EdgeUse> uses_;
};

Parts Joiner::run() {
  fill_buckets();
  constexpr std::uint32_t kPiece = 1u << 16;
  for (std::uint32_t low = 0; low + 1 < bucket_.size(); ++low) {
    if (low % kPiece == 0 && cancelled()) return {};
    join_bucket(low);
  }
  return collect();
}

void Joiner::fill_buckets() {
  const std::size_t n = triangles_.size();
  parent_.resize(n);
  marks_.assign(n, 0);
  bucket_.assign(places_.size() + 2, 0);
  for (std::size_t t = 0; t < n; ++t) {
    parent_[t] = static_cast<std::uint32_t>(t);
    const auto [a, b, c] = triangles_[t];
    if (a == b || b == c || c == a) {
      marks_[t] = kVoid;
      continue;
    }
    ++bucket_[std::min(a, b) + 2];
    ++bucket_[std::min(b, c) + 2];
    ++bucket_[std::min(c, a) + 2];
  }
  for (std::size_t i = 2; i < bucket_.size(); ++i) bucket_[i] += bucket_[i - 1];
  edges_.resize(bucket_.back());
  for (std::size_t t = 0; t < n; ++t) {
    if (marks_[t] == kVoid) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = triangles_[t][i], b = triangles_[t][kNext[i]];
      edges_[bucket_[std::min(a, b) + 1]++] = {std::max(a, b), static_cast<std::uint32_t>(3 * t + i)};
    }
  }
  bucket_.pop_back();
}

void Joiner::join_bucket(std::uint32_t low) {
  const std::span<BucketEdge> all = std::span(edges_).subspan(bucket_[low], bucket_[low + 1] - bucket_[low]);
  const auto before = [](BucketEdge a, BucketEdge b) {
    return a.other != b.other ? a.other < b.other : a.side < b.side;
  };
  if (all.size() > 16) {
    std::sort(all.begin(), all.end(), before);
  } else {
    for (std::size_t i = 1; i < all.size(); ++i) {
      const BucketEdge edge = all[i];
      std::size_t k = i;
      for (; k > 0 && before(edge, all[k - 1]); --k) all[k] = all[k - 1];
      all[k] = edge;
    }
  }
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && all[end].other == all[begin].other) ++end;
    join_edge(low, all.subspan(begin, end - begin));
    begin = end;
  }
}

void Joiner::join_edge(std::uint32_t low, std::span<const BucketEdge> edges) {
  if (edges.size() == 1) {
    marks_[edges[0].side / 3] |= kOpen;
  } else if (edges.size() == 2 && apex(edges[0]) != apex(edges[1])) {
    join(edges[0], edges[1]);
  } else {
    join_many(low, edges);
  }
}

void Joiner::join(BucketEdge a, BucketEdge b) {
  const std::uint32_t s = a.side / 3, t = b.side / 3;
  if (forward(a) == forward(b)) marks_[s] |= kTwisted;
  const std::uint32_t x = root(s), y = root(t);
  if (x < y) parent_[y] = x;
  if (y < x) parent_[x] = y;
}

void Joiner::join_many(std::uint32_t low, std::span<const BucketEdge> edges) {
  uses_.clear();
  const std::uint32_t high = edges.front().other;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    uses_.push_back({places_[apex(edges[i])], forward(edges[i]), static_cast<std::uint32_t>(i), kNone});
  }
  // Triangles with the same corners in the same sense: the first by its number stands for all.
  std::sort(uses_.begin(), uses_.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return a.apex != b.apex ? a.apex < b.apex : a.forward != b.forward ? a.forward : a.id < b.id;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    if (kept > 0 && uses_[kept - 1].apex == uses_[i].apex && uses_[kept - 1].forward == uses_[i].forward) {
      marks_[edges[uses_[i].id].side / 3] |= kVoid;
    } else {
      uses_[kept++] = uses_[i];
    }
  }
  uses_.resize(kept);
  if (kept == 2 && uses_[0].apex != uses_[1].apex) {
    join(edges[uses_[0].id], edges[uses_[1].id]);
    return;
  }
  match_radially(places_[low], places_[high], uses_);
  for (const EdgeUse& use : uses_) {
    if (use.mate == kNone) {
      marks_[edges[use.id].side / 3] |= kOpen;
    } else if (use.id < use.mate) {
      join(edges[use.id], edges[use.mate]);
    }
  }
}

Parts Joiner::collect() {
  Parts result;
  const std::size_t n = triangles_.size();
  result.part_of.assign(n, kNone);
  result.first.push_back(0);
  for (std::size_t t = 0; t < n; ++t) {
    if (marks_[t] & kVoid) continue;
    const std::uint32_t r = root(static_cast<std::uint32_t>(t));
    if (r == t) {
      result.part_of[t] = static_cast<std::uint32_t>(result.parts.size());
      result.parts.emplace_back();
      result.first.push_back(0);
    }
    const std::uint32_t p = result.part_of[t] = result.part_of[r];
    Part& part = result.parts[p];
    ++result.first[p + 1];
    if (marks_[t] & kOpen) part.closed = false;
    if (marks_[t] & kTwisted) part.consistent = false;
    for (const std::uint32_t corner : triangles_[t]) part.box.add(places_[corner]);
  }
  for (std::size_t p = 1; p < result.first.size(); ++p) result.first[p] += result.first[p - 1];
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  result.triangles.resize(result.first.back());
  for (std::size_t t = 0; t < n; ++t) {
    if (result.part_of[t] != kNone)
      result.triangles[next[result.part_of[t]]++] = static_cast<std::uint32_t>(t);
  }
  return result;
}

}  // namespace

void LatticeBox::add(LatticePoint p) {
  min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
  max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
}

Corners share_corners(std::span<const LatticeTriangle> triangles) {
  Corners result;
  result.triangles.resize(triangles.size());
  PlaceTable table(triangles.size() / 2);  // a closed mesh has half as many corners as triangles
  constexpr std::size_t kAhead = 8;        // triangles
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (t + kAhead < triangles.size()) {
      for (const LatticePoint p : triangles[t + kAhead]) table.prefetch(p);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      result.triangles[t][i] = table.find_or_add(triangles[t][i], result.places);
    }
  }
  return result;
}

Parts find_parts(std::span<const LatticePoint> places,
                 std::span<const std::array<std::uint32_t, 3>> triangles, Context* context) {
  return Joiner(places, triangles, context).run();
}

}  // namespace ambula
