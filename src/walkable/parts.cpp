// Corners are shared through a hash table of places; edges meet in a bucket of their lower corner; joined
// triangles are united in a forest whose roots are first triangles. Two triangles at an edge are joined
// whatever their sense; more are matched by radial.h. Nothing of the table's or the buckets' order reaches
// the result.
#include "walkable/parts.h"

#include <algorithm>
#include <bit>

#include "walkable/radial.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Parts::kNone;

// Numbers places in the order they are first asked for. Chains hang from slots that ascend with x, and every
// range of x has as many slots as it has corners: triangles that come ordered by x then stay within the
// cache.
class PlaceNumbers {
 public:
  PlaceNumbers(std::span<const LatticeTriangle> triangles, std::vector<LatticePoint>& places);

  std::uint32_t number(LatticePoint p) {
    const Range range = ranges_[range_of(p.x)];
    const std::uint64_t key =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.y)) << 32 |
         static_cast<std::uint32_t>(p.z)) +
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.x)) * 0x9E3779B97F4A7C15u;
    const std::uint64_t mixed = (key ^ (key >> 32)) * 0xD6E8FEB86659FD93u;
    std::uint32_t& head = heads_[range.begin + static_cast<std::size_t>(((mixed >> 32) * range.count) >> 32)];
    for (std::uint32_t i = head; i != kNone; i = next_[i]) {
      if (places_[i] == p) return i;
    }
    const auto added = static_cast<std::uint32_t>(places_.size());
    places_.push_back(p);
    next_.push_back(head);
    head = added;
    return added;
  }

 private:
  static constexpr int kRanges = 12;  // log2
  struct Range {
    std::uint32_t begin = 0, count = 0;  // slots
  };
  [[nodiscard]] std::size_t range_of(std::int32_t x) const {
    return static_cast<std::size_t>((x - low_) >> shift_);
  }

  std::vector<LatticePoint>& places_;
  std::int32_t low_ = 0;
  int shift_ = 0;
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> heads_, next_;
};

PlaceNumbers::PlaceNumbers(std::span<const LatticeTriangle> triangles, std::vector<LatticePoint>& places)
    : places_(places) {
  if (triangles.empty()) return;
  std::int32_t low = Lattice::kReach, high = -Lattice::kReach;
  for (const LatticeTriangle& t : triangles) {
    low = std::min(low, std::min(std::min(t[0].x, t[1].x), t[2].x));
    high = std::max(high, std::max(std::max(t[0].x, t[1].x), t[2].x));
  }
  low_ = low;
  shift_ = std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint32_t>(high - low))) - kRanges);
  ranges_.resize(range_of(high) + 1);
  for (const LatticeTriangle& t : triangles) {
    for (const LatticePoint p : t) ++ranges_[range_of(p.x)].count;
  }
  std::uint32_t begin = 0;
  for (Range& range : ranges_) {
    range = {begin, range.count / 3 + 1};  // a closed mesh has six corners a place
    begin += range.count;
  }
  heads_.assign(begin, kNone);
  places_.reserve(triangles.size() / 2 + 64);
  next_.reserve(triangles.size() / 2 + 64);
}

// An edge of a triangle in the bucket of its lower corner.
struct BucketEdge {
  std::uint32_t other;  // the higher corner
  std::uint32_t apex;   // the corner that is not on the edge
  std::uint32_t side;   // 2 * triangle, + 1 where it runs from the lower corner to the higher

  [[nodiscard]] bool forward() const { return side & 1; }
  [[nodiscard]] std::uint32_t triangle() const { return side >> 1; }
};

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
  void join_many(std::uint32_t low, std::span<const BucketEdge> edges);
  void join(BucketEdge a, BucketEdge b);
  // The first triangle of those joined so far, and whether t must be turned over to agree with it.
  std::pair<std::uint32_t, std::uint8_t> root(std::uint32_t t) {
    std::uint8_t turned = 0;
    while (parent_[t] != t) {
      const std::uint32_t p = parent_[t];
      turned_[t] ^= turned_[p];  // a root is not turned
      turned ^= turned_[t];
      t = parent_[t] = parent_[p];
    }
    return {t, turned};
  }
  Parts collect();

  enum Mark : std::uint8_t { kOpen = 1, kTwisted = 2, kVoid = 4, kOneSided = 8 };

  std::span<const LatticePoint> places_;
  std::span<const std::array<std::uint32_t, 3>> triangles_;
  Context* context_;
  std::vector<std::uint32_t> bucket_;  // per place and one more: where its edges begin
  std::vector<BucketEdge> edges_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> turned_;  // per triangle: against its parent
  std::vector<std::uint8_t> marks_;
  std::vector<std::uint32_t> seen_;   // per place: where the bucket at work first has it; else anything
  std::vector<std::uint32_t> twins_;  // per edge of the bucket at work
  std::vector<BucketEdge> many_;
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
  turned_.assign(n, 0);
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
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t apex) {
      edges_[bucket_[std::min(a, b) + 1]++] = {std::max(a, b), apex,
                                               static_cast<std::uint32_t>(2 * t + (a < b))};
    };
    const auto [a, b, c] = triangles_[t];
    add(a, b, c);
    add(b, c, a);
    add(c, a, b);
  }
  bucket_.pop_back();
  seen_.assign(places_.size(), 0);
}

void Joiner::join_bucket(std::uint32_t low) {
  const std::span<const BucketEdge> all =
      std::span(edges_).subspan(bucket_[low], bucket_[low + 1] - bucket_[low]);
  constexpr std::uint32_t kMany = kNone - 1;
  // Per edge: its twin; kNone while it is alone; kMany at the first of several; itself at the others.
  twins_.assign(all.size(), kNone);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::uint32_t first = seen_[all[i].other];
    if (first < i && all[first].other == all[i].other) {
      twins_[first] = twins_[first] == kNone ? i : kMany;
      twins_[i] = i;
    } else {
      seen_[all[i].other] = i;
    }
  }
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::uint32_t twin = twins_[i];
    if (twin == i) continue;
    if (twin == kNone) {
      marks_[all[i].triangle()] |= kOpen;
    } else if (twin != kMany && all[i].apex != all[twin].apex) {
      join(all[i], all[twin]);
    } else {
      many_.clear();
      for (std::uint32_t k = i; k < all.size(); ++k) {
        if (all[k].other == all[i].other) many_.push_back(all[k]);
      }
      join_many(low, many_);
    }
  }
}

void Joiner::join(BucketEdge a, BucketEdge b) {
  const std::uint32_t s = a.triangle(), t = b.triangle();
  const std::uint8_t twisted = a.forward() == b.forward() ? 1 : 0;
  if (twisted) marks_[s] |= kTwisted;
  const auto [x, turned_s] = root(s);
  const auto [y, turned_t] = root(t);
  const auto between = static_cast<std::uint8_t>(turned_s ^ turned_t ^ twisted);
  if (x == y) {
    if (between) marks_[s] |= kOneSided;
    return;
  }
  parent_[std::max(x, y)] = std::min(x, y);
  turned_[std::max(x, y)] = between;
}

void Joiner::join_many(std::uint32_t low, std::span<const BucketEdge> edges) {
  uses_.clear();
  const std::uint32_t high = edges.front().other;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    uses_.push_back({places_[edges[i].apex], edges[i].forward(), static_cast<std::uint32_t>(i), kNone});
  }
  // Triangles with the same corners in the same sense: the first by its number stands for all.
  std::sort(uses_.begin(), uses_.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return a.apex != b.apex ? a.apex < b.apex : a.forward != b.forward ? a.forward : a.id < b.id;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    if (kept > 0 && uses_[kept - 1].apex == uses_[i].apex && uses_[kept - 1].forward == uses_[i].forward) {
      marks_[edges[uses_[i].id].triangle()] |= kVoid;
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
      marks_[edges[use.id].triangle()] |= kOpen;
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
    // Parents come before their children, and have been told their root already.
    const std::uint32_t p0 = parent_[t], r = parent_[t] = parent_[p0];
    turned_[t] ^= turned_[p0];
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
    if (marks_[t] & kOneSided) part.orientable = false;
  }
  for (std::size_t p = 1; p < result.first.size(); ++p) result.first[p] += result.first[p - 1];
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  result.triangles.resize(result.first.back());
  for (std::size_t t = 0; t < n; ++t) {
    if (result.part_of[t] != kNone)
      result.triangles[next[result.part_of[t]]++] = static_cast<std::uint32_t>(t);
  }
  result.turned = std::move(turned_);
  return result;
}

}  // namespace

Corners share_corners(std::span<const LatticeTriangle> triangles) {
  Corners result;
  result.triangles.resize(triangles.size());
  PlaceNumbers numbers(triangles, result.places);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) result.triangles[t][i] = numbers.number(triangles[t][i]);
  }
  return result;
}

Parts find_parts(std::span<const LatticePoint> places,
                 std::span<const std::array<std::uint32_t, 3>> triangles, Context* context) {
  return Joiner(places, triangles, context).run();
}

}  // namespace ambula
