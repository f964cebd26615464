// Union-find over the ends of open edges. Pairs come nearest first, ties by place; a pair that would make a
// group too wide or give a triangle two corners in one group is passed over. Groups whose mean would turn a
// triangle are left as they were, until none does.
#include "walkable/soup_weld.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "walkable/near_places.h"
#include "walkable/open_edges.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
constexpr std::int64_t kPart = 4;    // corners are joined within this part of their edges
constexpr double kFold2 = 0.75;      // cosine² of 30 degrees: less between two triangles is back to back
constexpr double kUpright2 = 4;      // times the parting, squared: a triangle less high tells no side
constexpr std::size_t kMany = 4096;  // pairs of edges at two places that are looked at
constexpr double kWide2 = 2.25;      // times the distance, squared: as wide as a group may get

struct Vector {
  double x, y, z;
};
Vector operator-(LatticePoint a, LatticePoint b) {
  return {static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y, static_cast<double>(a.z) - b.z};
}
double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// The part of `out` across `along`.
Vector across(Vector out, Vector along) {
  const double part = dot(out, along) / dot(along, along);
  return {out.x - part * along.x, out.y - part * along.y, out.z - part * along.z};
}

class SoupWelder {
 public:
  SoupWelder(std::span<const std::array<std::uint32_t, 3>> triangles, std::vector<LatticePoint>& points,
             const std::vector<std::uint32_t>& id, std::int32_t distance)
      : triangles_(triangles), points_(points), id_(id), distance_(distance) {}

  SoupWeld run() {
    if (distance_ < 1) return {};
    edges_ = find_open_edges(triangles_, id_);
    if (edges_.empty()) return {};
    list_places();
    find_pairs();
    if (pairs_.empty()) return {};
    list_triangles();
    join_pairs();
    find_means();
    keep_triangles_up();
    return write();
  }

 private:
  struct Pair {
    std::int64_t distance2;
    std::uint32_t a, b;  // places, the lesser first
  };
  // An open edge seen from one of its ends.
  struct Spoke {
    std::uint32_t far, apex;  // ids
    Hold hold;
  };

  [[nodiscard]] LatticePoint at(std::uint32_t place) const { return points_[ids_[place]]; }
  void list_places();
  void find_pairs();
  [[nodiscard]] bool were_one(std::uint32_t a, std::uint32_t b, double distance2) const;
  [[nodiscard]] bool were_one(LatticePoint p, const Spoke& e, LatticePoint q, const Spoke& f,
                              double distance2) const;
  void list_triangles();
  void join_pairs();
  [[nodiscard]] bool share_triangle(std::uint32_t small, std::uint32_t large);
  std::uint32_t root(std::uint32_t p) {
    while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
    return p;
  }
  void find_means();
  void keep_triangles_up();
  [[nodiscard]] bool turns(std::uint32_t t) const;
  [[nodiscard]] LatticePoint goes_to(std::uint32_t id) const {
    const std::uint32_t p = place_of_[id];
    return p == kNone || !moves_[p] ? points_[id] : target_[p];
  }
  SoupWeld write();

  std::span<const std::array<std::uint32_t, 3>> triangles_;
  std::vector<LatticePoint>& points_;
  const std::vector<std::uint32_t>& id_;
  std::int32_t distance_;
  std::vector<OpenEdge> edges_;
  std::vector<std::uint32_t> ids_;          // by place: ends of open edges
  std::vector<std::uint32_t> place_of_;     // by id, or kNone
  std::vector<std::uint32_t> spoke_begin_;  // by place, of spokes_
  std::vector<Spoke> spokes_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> triangle_begin_;  // by place, of triangle_at_
  std::vector<std::uint32_t> triangle_at_;
  std::vector<std::uint32_t> parent_, next_, size_;  // by place; `next_` goes round a group
  std::vector<LatticePoint> low_, high_;             // of a group's box, by root
  std::vector<LatticePoint> target_;                 // by place
  std::vector<std::uint8_t> moves_;                  // by place
};

void SoupWelder::list_places() {
  place_of_.assign(points_.size(), kNone);
  const auto number = [&](std::uint32_t id) {
    if (place_of_[id] != kNone) return;
    place_of_[id] = static_cast<std::uint32_t>(ids_.size());
    ids_.push_back(id);
  };
  for (const OpenEdge& e : edges_) {
    number(e.from);
    number(e.to);
  }
  spoke_begin_.assign(ids_.size() + 1, 0);
  for (const OpenEdge& e : edges_) {
    ++spoke_begin_[place_of_[e.from] + 1];
    ++spoke_begin_[place_of_[e.to] + 1];
  }
  std::partial_sum(spoke_begin_.begin(), spoke_begin_.end(), spoke_begin_.begin());
  spokes_.resize(spoke_begin_.back());
  std::vector<std::uint32_t> next(spoke_begin_.begin(), spoke_begin_.end() - 1);
  for (const OpenEdge& e : edges_) {
    spokes_[next[place_of_[e.from]]++] = {e.to, e.apex, e.hold};
    spokes_[next[place_of_[e.to]]++] = {e.from, e.apex, e.hold};
  }
}

void SoupWelder::find_pairs() {
  NearPlaces near(ids_.size());
  for (std::uint32_t p = 0; p < ids_.size(); ++p) {
    double longest2 = 0;
    for (std::uint32_t k = spoke_begin_[p]; k < spoke_begin_[p + 1]; ++k) {
      const Vector along = points_[spokes_[k].far] - at(p);
      longest2 = std::max(longest2, dot(along, along));
    }
    const double radius = std::min(static_cast<double>(distance_), std::sqrt(longest2) / kPart);
    if (radius >= 1) near.insert(p, at(p), static_cast<std::int32_t>(radius));
  }
  near.each_pair([&](std::uint32_t a, std::uint32_t b, std::int64_t d2) {
    if (were_one(a, b, static_cast<double>(d2)))
      pairs_.push_back(at(a) < at(b) ? Pair{d2, a, b} : Pair{d2, b, a});
  });
  std::sort(pairs_.begin(), pairs_.end(), [&](const Pair& p, const Pair& q) {
    if (p.distance2 != q.distance2) return p.distance2 < q.distance2;
    return at(p.a) != at(q.a) ? at(p.a) < at(q.a) : at(p.b) < at(q.b);
  });
}

bool SoupWelder::were_one(std::uint32_t a, std::uint32_t b, double distance2) const {
  const std::size_t at_a = spoke_begin_[a + 1] - spoke_begin_[a],
                    at_b = spoke_begin_[b + 1] - spoke_begin_[b];
  if (at_a * at_b > kMany) return false;
  for (std::uint32_t i = spoke_begin_[a]; i < spoke_begin_[a + 1]; ++i) {
    for (std::uint32_t j = spoke_begin_[b]; j < spoke_begin_[b + 1]; ++j) {
      if (were_one(at(a), spokes_[i], at(b), spokes_[j], distance2)) return true;
    }
  }
  return false;
}

// Whether the edge e at p and the edge f at q, `distance2` apart, may be two sides of one.
bool SoupWelder::were_one(LatticePoint p, const Spoke& e, LatticePoint q, const Spoke& f,
                          double distance2) const {
  // Noise leaves single triangles, and now and then two that still share an edge.
  if (e.hold == Hold::mesh || f.hold == Hold::mesh) return false;
  if (e.hold != Hold::single && f.hold != Hold::single) return false;
  const Vector along_e = points_[e.far] - p, along_f = points_[f.far] - q;
  const double e2 = dot(along_e, along_e), f2 = dot(along_f, along_f);
  if (kPart * kPart * distance2 > std::min(e2, f2)) return false;
  if (dot(along_e, along_f) <= 0) return false;
  // The far end of the shorter lies on the longer, but for the noise.
  const bool e_shorter = e2 <= f2;
  const Vector away =
      across(e_shorter ? points_[e.far] - q : points_[f.far] - p, e_shorter ? along_f : along_e);
  const double reach = static_cast<double>(distance_);
  if (dot(away, away) > std::min(reach * reach, std::min(e2, f2) / (kPart * kPart))) return false;
  const Vector up_e = across(points_[e.apex] - p, along_e), up_f = across(points_[f.apex] - q, along_f);
  const double ee = dot(up_e, up_e), ff = dot(up_f, up_f), ef = dot(up_e, up_f);
  if (std::min(ee, ff) < kUpright2 * distance2) return false;
  return ef <= 0 || ef * ef <= kFold2 * ee * ff;
}

void SoupWelder::list_triangles() {
  const auto each = [&](auto&& body) {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      for (const std::uint32_t corner : triangles_[t]) {
        if (place_of_[id_[corner]] != kNone) body(place_of_[id_[corner]], t);
      }
    }
  };
  triangle_begin_.assign(ids_.size() + 1, 0);
  each([&](std::uint32_t p, std::uint32_t) { ++triangle_begin_[p + 1]; });
  std::partial_sum(triangle_begin_.begin(), triangle_begin_.end(), triangle_begin_.begin());
  triangle_at_.resize(triangle_begin_.back());
  std::vector<std::uint32_t> next(triangle_begin_.begin(), triangle_begin_.end() - 1);
  each([&](std::uint32_t p, std::uint32_t t) { triangle_at_[next[p]++] = t; });
}

void SoupWelder::join_pairs() {
  parent_.resize(ids_.size());
  std::iota(parent_.begin(), parent_.end(), 0u);
  next_ = parent_;
  size_.assign(ids_.size(), 1);
  for (std::uint32_t p = 0; p < ids_.size(); ++p) low_.push_back(at(p));
  high_ = low_;
  const double widest2 = kWide2 * static_cast<double>(distance_) * static_cast<double>(distance_);
  for (const Pair& pair : pairs_) {
    std::uint32_t a = root(pair.a), b = root(pair.b);
    if (a == b) continue;
    if (size_[a] < size_[b]) std::swap(a, b);
    const LatticePoint low{std::min(low_[a].x, low_[b].x), std::min(low_[a].y, low_[b].y),
                           std::min(low_[a].z, low_[b].z)},
        high{std::max(high_[a].x, high_[b].x), std::max(high_[a].y, high_[b].y),
             std::max(high_[a].z, high_[b].z)};
    const Vector wide = high - low;
    if (dot(wide, wide) > widest2 || share_triangle(b, a)) continue;
    parent_[b] = a;
    size_[a] += size_[b];
    std::swap(next_[a], next_[b]);
    low_[a] = low;
    high_[a] = high;
  }
}

// Whether a triangle has corners in both groups.
bool SoupWelder::share_triangle(std::uint32_t small, std::uint32_t large) {
  std::uint32_t p = small;
  do {
    for (std::uint32_t k = triangle_begin_[p]; k < triangle_begin_[p + 1]; ++k) {
      for (const std::uint32_t corner : triangles_[triangle_at_[k]]) {
        const std::uint32_t q = place_of_[id_[corner]];
        if (q != kNone && root(q) == large) return true;
      }
    }
    p = next_[p];
  } while (p != small);
  return false;
}

void SoupWelder::find_means() {
  target_.resize(ids_.size());
  moves_.assign(ids_.size(), 0);
  const double reach2 = static_cast<double>(distance_) * static_cast<double>(distance_);
  for (std::uint32_t first = 0; first < ids_.size(); ++first) {
    if (parent_[first] != first || size_[first] == 1) continue;
    std::int64_t x = 0, y = 0, z = 0;
    const std::int64_t n = size_[first];
    std::uint32_t p = first;
    do {
      x += at(p).x;
      y += at(p).y;
      z += at(p).z;
      p = next_[p];
    } while (p != first);
    // Halves to even: upwards, all would creep one way.
    const auto mean = [&](std::int64_t sum) {
      const std::int64_t down = sum / n - (sum % n < 0 ? 1 : 0), rest = 2 * (sum - down * n);
      return static_cast<std::int32_t>(down + (rest > n || (rest == n && down % 2 != 0) ? 1 : 0));
    };
    const LatticePoint to{mean(x), mean(y), mean(z)};
    bool within = true;
    do {
      target_[p] = to;
      const Vector way = to - at(p);
      within = within && dot(way, way) <= reach2;
      p = next_[p];
    } while (p != first);
    if (!within) continue;
    do {
      moves_[p] = 1;
      p = next_[p];
    } while (p != first);
  }
}

bool SoupWelder::turns(std::uint32_t t) const {
  const std::uint32_t a = id_[triangles_[t][0]], b = id_[triangles_[t][1]], c = id_[triangles_[t][2]];
  const Vector before = cross(points_[b] - points_[a], points_[c] - points_[a]),
               after = cross(goes_to(b) - goes_to(a), goes_to(c) - goes_to(a));
  const double cosine = dot(before, after), bb = dot(before, before), aa = dot(after, after);
  if (aa == 0 || bb == 0) return false;  // nothing is left of it, or nothing was
  return cosine <= 0 || 4 * cosine * cosine < aa * bb;
}

// Round by round, all groups at triangles that would turn stay where they were.
void SoupWelder::keep_triangles_up() {
  std::vector<std::uint32_t> suspects, turned;
  for (std::uint32_t p = 0; p < ids_.size(); ++p) {
    if (!moves_[p]) continue;
    suspects.insert(suspects.end(), triangle_at_.data() + triangle_begin_[p],
                    triangle_at_.data() + triangle_begin_[p + 1]);
  }
  while (!suspects.empty()) {
    turned.clear();
    std::copy_if(suspects.begin(), suspects.end(), std::back_inserter(turned),
                 [&](std::uint32_t t) { return turns(t); });
    suspects.clear();
    for (const std::uint32_t t : turned) {
      for (const std::uint32_t corner : triangles_[t]) {
        const std::uint32_t first = place_of_[id_[corner]];
        if (first == kNone || !moves_[first]) continue;
        std::uint32_t p = first;
        do {
          moves_[p] = 0;
          suspects.insert(suspects.end(), triangle_at_.data() + triangle_begin_[p],
                          triangle_at_.data() + triangle_begin_[p + 1]);
          p = next_[p];
        } while (p != first);
      }
    }
  }
}

SoupWeld SoupWelder::write() {
  SoupWeld out;
  const auto moves = [&](std::uint32_t id) { return goes_to(id) != points_[id]; };
  for (const OpenEdge& e : edges_) {
    if (moves(e.from) || moves(e.to)) out.closed.push_back({points_[e.from], points_[e.to]});
  }
  for (std::uint32_t p = 0; p < ids_.size(); ++p) {
    if (moves_[p] && parent_[p] == p) ++out.groups;
  }
  if (out.groups == 0) return out;
  std::vector<LatticePoint> moved(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) moved[i] = goes_to(id_[i]);
  points_ = std::move(moved);
  return out;
}

}  // namespace

SoupWeld weld_soup(std::span<const std::array<std::uint32_t, 3>> triangles, std::vector<LatticePoint>& points,
                   const std::vector<std::uint32_t>& id, std::int32_t distance) {
  return SoupWelder(triangles, points, id, distance).run();
}

}  // namespace ambula
