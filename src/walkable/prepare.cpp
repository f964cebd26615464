// Preparation is linear but for one radix sort: snap, weld by a hash table, sort along a Morton curve, group
// half-edges by counting sort. The Morton order serves twice: it is the canonical order (a function of
// geometry alone), and blocks of it are the leaves of the tree.
#include "walkable/prepare.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "core/degrees.h"
#include "core/radix_sort.h"
#include "geometry/place_hash.h"
#include "geometry/predicates.h"
#include "walkable/soup_weld.h"

namespace ambula {
namespace {

constexpr unsigned kMortonBits = 14;  // per axis: 0.7 mm cells in a flat; ties are sorted by corners

std::uint64_t spread_bits(std::uint64_t v) {  // abc → a00b00c
  v &= 0x1FFFFF;
  v = (v | v << 32) & 0x1F00000000FFFFULL;
  v = (v | v << 16) & 0x1F0000FF0000FFULL;
  v = (v | v << 8) & 0x100F00F00F00F00FULL;
  v = (v | v << 4) & 0x10C30C30C30C30C3ULL;
  return (v | v << 2) & 0x1249249249249249ULL;
}

// The rank of every item in sorted order; equal items have equal ranks.
template <class T, class Key>
std::vector<std::uint32_t> ranks(const std::vector<T>& items, Key key) {
  std::vector<std::uint32_t> order(items.size()), rank(items.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(items[a]) < key(items[b]); });
  for (std::size_t i = 1; i < order.size(); ++i) {
    rank[order[i]] = rank[order[i - 1]] + (key(items[order[i - 1]]) < key(items[order[i]]) ? 1 : 0);
  }
  return rank;
}

// Positions with equal lattice points share an id: that of the first of them.
std::vector<std::uint32_t> weld_equal(const std::vector<LatticePoint>& points) {
  std::size_t capacity = 16;
  while (capacity < 2 * points.size()) capacity *= 2;
  std::vector<std::uint32_t> table(capacity, Prepared::kNone), id(points.size());
  const std::size_t mask = capacity - 1;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const LatticePoint p = points[i];
    std::size_t slot = hash_place(p) & mask;
    while (table[slot] != Prepared::kNone && points[table[slot]] != p) slot = (slot + 1) & mask;
    if (table[slot] == Prepared::kNone) table[slot] = i;
    id[i] = table[slot];
  }
  return id;
}

struct Corners {
  std::array<LatticePoint, 3> at;
  std::array<std::uint32_t, 3> id;  // of weld_equal
};

// Rotates so that the least corner is first.
void least_first(Corners& c) {
  const std::size_t k = c.at[0] < c.at[1] ? (c.at[0] < c.at[2] ? 0u : 2u) : (c.at[1] < c.at[2] ? 1u : 2u);
  std::rotate(c.at.begin(), c.at.begin() + static_cast<std::ptrdiff_t>(k), c.at.end());
  std::rotate(c.id.begin(), c.id.begin() + static_cast<std::ptrdiff_t>(k), c.id.end());
}

bool on_one_line(const std::array<LatticePoint, 3>& c) {
  return orient2d({c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y}) == 0 &&
         orient2d({c[0].y, c[0].z}, {c[1].y, c[1].z}, {c[2].y, c[2].z}) == 0 &&
         orient2d({c[0].x, c[0].z}, {c[1].x, c[1].z}, {c[2].x, c[2].z}) == 0;
}

class Preparation {
 public:
  Preparation(const Scene& scene, const Agent& agent, std::span<const std::uint8_t> both_sides,
              std::int32_t weld, Context* context)
      : scene_(scene),
        both_sides_(both_sides),
        weld_(weld),
        context_(context) {
    out_.cosine = cosine_of_degrees(agent.max_slope + kSlopeTie);
    out_.height = static_cast<std::int32_t>(
        std::clamp(std::nearbyint(agent.height / scene.lattice.quantum), 1.0, 268435456.0));
  }

  Prepared run() {
    snap();
    if (done()) return std::move(out_);
    classify();
    if (done()) return std::move(out_);
    sort();
    if (done()) return std::move(out_);
    reorder();
    measure_closed();
    group_edges();
    out_.places = std::move(points_);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool done() const { return context_ && context_->cancelled(); }

  void snap() {
    points_.resize(scene_.positions.size());
    parallel_for(context_, points_.size(), 16384, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) points_[i] = scene_.lattice.snap(scene_.positions[i]);
    });
    id_ = weld_equal(points_);
    std::vector<LatticePoint> before = weld_ > 0 ? points_ : std::vector<LatticePoint>{};
    SoupWeld welded = weld_soup(scene_.triangles, points_, id_, weld_);
    if (welded.groups == 0) return;
    before_ = std::move(before);
    id_ = weld_equal(points_);
    out_.closed = std::move(welded.closed);
  }

  void classify() {
    const std::size_t n = scene_.triangles.size();
    corners_.resize(n);
    role_.resize(n);
    turned_.resize(n);
    parallel_for(context_, n, 8192, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) classify(t);
    });
  }

  void classify(std::size_t t) {
    const Triangle& tri = scene_.triangles[t];
    Corners& c = corners_[t];
    for (std::size_t i = 0; i < 3; ++i) {
      c.at[i] = points_[tri[i]];
      c.id[i] = id_[tri[i]];
    }
    const std::int64_t area =
        orient2d({c.at[0].x, c.at[0].y}, {c.at[1].x, c.at[1].y}, {c.at[2].x, c.at[2].y});
    if (area == 0) {
      role_[t] = on_one_line(c.at) ? Role::nothing : Role::wall;
    } else {
      const Vec3 a = scene_.positions[tri[0]], b = scene_.positions[tri[1]], d = scene_.positions[tri[2]];
      // Which way it faces is the lattice's word, how steep it is the doubles'.
      const bool up = area > 0;
      role_[t] = (up || (!both_sides_.empty() && both_sides_[t] != 0)) && within(cross(b - a, d - a))
                     ? Role::ground
                     : Role::obstacle;
      turned_[t] = up ? 0 : 1;
      if (!up) {
        std::swap(c.at[1], c.at[2]);
        std::swap(c.id[1], c.id[2]);
      }
    }
    least_first(c);
  }

  [[nodiscard]] bool within(Vec3 n) const {
    const double up = std::abs(n.z);
    // A part in 10^9 of grace, for what doubles make of a limit of 0 degrees.
    return up * up * (1 + 1e-9) >= out_.cosine * out_.cosine * dot(n, n);
  }

  // The corners as the scene has them, the least first. Snapping and welding make equals of triangles whose
  // areas differ, and sums of doubles show the order of these.
  [[nodiscard]] std::array<std::array<double, 3>, 3> unsnapped(std::uint32_t t) const {
    std::array<std::array<double, 3>, 3> out;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 p = scene_.positions[scene_.triangles[t][i]];
      out[i] = {p.x, p.y, p.z};
    }
    std::rotate(out.begin(), std::min_element(out.begin(), out.end()), out.end());
    return out;
  }

  void sort() {
    const std::size_t n = corners_.size();
    LatticePoint low{Lattice::kReach, Lattice::kReach, Lattice::kReach},
        high{-Lattice::kReach, -Lattice::kReach, -Lattice::kReach};
    for (const LatticePoint p : points_) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const std::int64_t extent =
        std::max({std::int64_t{high.x} - low.x, std::int64_t{high.y} - low.y, std::int64_t{high.z} - low.z});
    unsigned shift = 0;
    while ((extent >> shift) >> kMortonBits) ++shift;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(n);
    parallel_for(context_, n, 16384, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t)
        keys[t] = {morton(corners_[t].at, low, shift), static_cast<std::uint32_t>(t)};
    });
    std::vector<std::pair<std::uint64_t, std::uint32_t>> spare;
    radix_sort(keys, spare, 0, static_cast<int>(3 * kMortonBits), [](const auto& k) { return k.first; });
    const auto object_rank =
        ranks(scene_.objects, [](const Object& o) { return std::tie(o.name, o.ifc_class); });
    const auto material_rank =
        ranks(scene_.materials, [](const std::string& m) -> const std::string& { return m; });
    const auto tie = [&](std::uint32_t t) {
      return std::make_tuple(std::cref(corners_[t].at), role_[t],
                             object_rank[scene_.triangle_object[t].index()],
                             material_rank[scene_.triangle_material[t].index()]);
    };
    for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
      while (end < n && keys[end].first == keys[begin].first) ++end;
      if (end - begin > 1) {
        std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                  keys.begin() + static_cast<std::ptrdiff_t>(end), [&](const auto& a, const auto& b) {
                    const auto one = tie(a.second), other = tie(b.second);
                    return one != other ? one < other : unsnapped(a.second) < unsnapped(b.second);
                  });
      }
    }
    out_.input.resize(n);
    for (std::size_t i = 0; i < n; ++i) out_.input[i] = keys[i].second;
  }

  static std::uint64_t morton(const std::array<LatticePoint, 3>& c, LatticePoint low, unsigned shift) {
    const auto middle = [&](std::int32_t a, std::int32_t b, std::int32_t d, std::int32_t from) {
      const std::int64_t sum = std::int64_t{std::min({a, b, d})} + std::max({a, b, d});
      return static_cast<std::uint64_t>((sum - 2 * std::int64_t{from}) >> 1) >> shift;
    };
    return spread_bits(middle(c[0].x, c[1].x, c[2].x, low.x)) |
           spread_bits(middle(c[0].y, c[1].y, c[2].y, low.y)) << 1 |
           spread_bits(middle(c[0].z, c[1].z, c[2].z, low.z)) << 2;
  }

  void reorder() {
    const std::size_t n = corners_.size();
    out_.solids.resize(n);
    out_.role.resize(n);
    out_.turned.resize(n);
    out_.corners.resize(n);
    parallel_for(context_, n, 16384, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t t = out_.input[i];
        out_.solids[i] = corners_[t].at;
        out_.corners[i] = corners_[t].id;
        out_.role[i] = role_[t];
        out_.turned[i] = turned_[t];
      }
    });
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t first = first_equal_;
      if (i > 0 && out_.solids[i] == out_.solids[first] && out_.role[i] == out_.role[first]) {
        if (out_.role[i] == Role::ground) {
          ++out_.ground_copies;
          const auto& c = out_.solids[i];
          out_.copied_area += orient2d({c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y});
        }
        out_.role[i] = Role::nothing;
        continue;
      }
      first_equal_ = i;
      if (out_.role[i] == Role::ground) out_.ground.push_back(i);
    }
  }

  // What welding the soup did to the area of ground.
  void measure_closed() {
    if (before_.empty()) return;
    const auto area = [&](const Triangle& t, const std::vector<LatticePoint>& at) {
      const LatticePoint a = at[t[0]], b = at[t[1]], c = at[t[2]];
      return orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y});
    };
    for (const std::uint32_t i : out_.ground) {
      const Triangle& t = scene_.triangles[out_.input[i]];
      const std::int64_t change = area(t, points_) - area(t, before_);
      out_.closed_area += out_.turned[i] ? -change : change;
    }
  }

  // Half-edges of ground and obstacles, gathered at the smaller vertex id and sorted by the larger.
  void group_edges() {
    const std::size_t n = out_.corners.size();
    out_.inner.assign(n, 0);
    out_.edge.assign(n, {Prepared::kNone, Prepared::kNone, Prepared::kNone});
    std::vector<std::uint32_t> begin(points_.size() + 1, 0);
    const auto each = [&](auto&& body) {
      for (std::uint32_t t = 0; t < n; ++t) {
        if (out_.role[t] != Role::ground && out_.role[t] != Role::obstacle) continue;
        for (std::uint32_t i = 0; i < 3; ++i)
          body(t, i, out_.corners[t][i], out_.corners[t][i == 2 ? 0 : i + 1]);
      }
    };
    each(
        [&](std::uint32_t, std::uint32_t, std::uint32_t a, std::uint32_t b) { ++begin[std::min(a, b) + 1]; });
    for (std::size_t v = 0; v + 1 < begin.size(); ++v) begin[v + 1] += begin[v];
    struct HalfEdge {
      std::uint32_t high, corner;  // the larger vertex id; 4 * triangle + i
    };
    std::vector<HalfEdge> at(begin.back());
    {
      std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
      each([&](std::uint32_t t, std::uint32_t i, std::uint32_t a, std::uint32_t b) {
        at[next[std::min(a, b)]++] = {std::max(a, b), 4 * t + i};
      });
    }
    out_.edge_begin.push_back(0);
    for (std::size_t v = 0; v + 1 < begin.size(); ++v) {
      HalfEdge* const first = at.data() + begin[v];
      HalfEdge* const last = at.data() + begin[v + 1];
      if (last - first > 1) sort_run(first, last);
      for (HalfEdge* e = first; e < last;) {
        HalfEdge* end = e;
        while (end < last && end->high == e->high) ++end;
        take_edge(e, end, static_cast<std::uint32_t>(v));
        e = end;
      }
    }
  }

  template <class HalfEdge>
  static void sort_run(HalfEdge* first, HalfEdge* last) {
    const auto before = [](const HalfEdge& a, const HalfEdge& b) {
      return a.high != b.high ? a.high < b.high : a.corner < b.corner;
    };
    if (last - first > 24) {
      std::sort(first, last, before);
      return;
    }
    for (HalfEdge* i = first + 1; i < last; ++i) {
      const HalfEdge e = *i;
      HalfEdge* j = i;
      for (; j > first && before(e, j[-1]); --j) *j = j[-1];
      *j = e;
    }
  }

  template <class HalfEdge>
  void take_edge(const HalfEdge* first, const HalfEdge* last, std::uint32_t low) {
    int sum = 0;
    bool one_role = true, has_ground = false;
    const Role role = out_.role[first->corner / 4];
    for (const HalfEdge* e = first; e < last; ++e) {
      const std::uint32_t t = e->corner / 4, i = e->corner % 4;
      sum += out_.corners[t][i] == low ? 1 : -1;
      one_role = one_role && out_.role[t] == role;
      has_ground = has_ground || out_.role[t] == Role::ground;
    }
    if (sum == 0 && one_role) {
      for (const HalfEdge* e = first; e < last; ++e) {
        out_.inner[e->corner / 4] =
            static_cast<std::uint8_t>(out_.inner[e->corner / 4] | 1u << (e->corner % 4));
      }
    }
    if (!has_ground) return;
    const auto id = static_cast<std::uint32_t>(out_.edge_begin.size() - 1);
    for (const HalfEdge* e = first; e < last; ++e) {
      const std::uint32_t t = e->corner / 4;
      if (out_.role[t] != Role::ground) continue;
      out_.edge[t][e->corner % 4] = id;
      out_.edge_ground.push_back(t);
    }
    out_.edge_begin.push_back(static_cast<std::uint32_t>(out_.edge_ground.size()));
  }

  const Scene& scene_;
  std::span<const std::uint8_t> both_sides_;  // per triangle of the scene, or empty
  std::int32_t weld_;                         // quanta
  Context* context_;
  std::vector<LatticePoint> points_;  // per position
  std::vector<LatticePoint> before_;  // the same before the soup was welded; empty where it was not
  std::vector<std::uint32_t> id_;     // per position
  std::vector<Corners> corners_;      // per scene triangle
  std::vector<Role> role_;            // likewise
  std::vector<std::uint8_t> turned_;  // likewise
  std::uint32_t first_equal_ = 0;
  Prepared out_;
};

}  // namespace

Prepared prepare(const Scene& scene, const Agent& agent, std::span<const std::uint8_t> both_sides,
                 std::int32_t weld, Context* context) {
  return Preparation(scene, agent, both_sides, weld, context).run();
}

}  // namespace ambula
