// One pass over every part: areas, signed volume, how much of it faces down. Only the few parts that look
// wrong are looked into further, at some of their triangles.
#include "walkable/untrusted.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "ambula/vec.h"
#include "geometry/box_tree.h"

namespace ambula {
namespace {

constexpr double kMinority = 0.25;  // of the area: from here on neither class of triangles is the right one
constexpr double kNearlyClosed =
    0.25;                            // of the area: the sum of normals; 0 for a closed shell, 1 for a sheet
constexpr double kFaceDown = 0.999;  // of an open shell's area: what bends up is no sheet
constexpr double kThin = 3;          // quanta, of six volumes over two areas: about two between two skins
constexpr double kRoom = 0.5;        // of the area that faces up inside a shell: has the agent's height
constexpr double kOwnFloor = 0.5;    // of an open shell's ceiling: a floor of its own is as large, at least
constexpr std::size_t kLooks = 32;   // triangles of a part that are looked at
constexpr double kOwn = 0.5;         // quanta above a floor that are the floor itself, but for rounding

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
Vec3 normal_of(const LatticeTriangle& t) {
  return cross(to_vec(t[1]) - to_vec(t[0]), to_vec(t[2]) - to_vec(t[0]));
}
Vec3 middle_of(const LatticeTriangle& t) { return (to_vec(t[0]) + to_vec(t[1]) + to_vec(t[2])) * (1.0 / 3); }

// The height of the triangle over p in plan, where it is there.
std::optional<double> height_over(const LatticeTriangle& t, Vec3 p) {
  const Vec2 a = to_vec(t[0]).xy() - p.xy(), b = to_vec(t[1]).xy() - p.xy(), c = to_vec(t[2]).xy() - p.xy();
  const double u = cross(b, c), v = cross(c, a), w = cross(a, b), sum = u + v + w;
  if (sum == 0 || !((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) return {};
  return (u * t[0].z + v * t[1].z + w * t[2].z) / sum;
}

// From a floor straight up.
struct Look {
  Vec3 from;
  double size;   // of the floor
  double above;  // quanta to what is nearest
};

// `looks` by x.
void look_up(const LatticeTriangle& t, std::vector<Look>& looks) {
  const double low = std::min({t[0].x, t[1].x, t[2].x}), high = std::max({t[0].x, t[1].x, t[2].x});
  auto look =
      std::lower_bound(looks.begin(), looks.end(), low, [](const Look& l, double x) { return l.from.x < x; });
  for (; look != looks.end() && look->from.x <= high; ++look) {
    const auto z = height_over(t, look->from);
    if (z && *z > look->from.z + kOwn) look->above = std::min(look->above, *z - look->from.z);
  }
}

struct PartSums {
  double area = 0, turned_area = 0;  // the latter of triangles turned against the part's first
  double down_area = 0;              // of what faces down within the slope limit
  double volume = 0;                 // six times, about the middle, turned triangles turned back
  bool nearly_closed = false;        // likewise
};

class Search {
 public:
  explicit Search(const UntrustedInput& input) : input_(input) {}

  Untrusted run();

 private:
  [[nodiscard]] bool is_down(const Vec3& n) const { return n.z < 0 && -n.z >= input_.cosine * length(n); }
  [[nodiscard]] PartSums sums_of(std::uint32_t part) const;
  void judge(std::uint32_t part);
  enum class Wrong : std::uint8_t { first, turned, all, unknown };  // triangles that are the wrong way round
  void doubt(std::uint32_t part, Doubt why, Wrong wrong);
  [[nodiscard]] bool is_room(std::uint32_t part, bool turned) const;
  [[nodiscard]] bool is_only_ground(std::uint32_t part);

  const UntrustedInput& input_;
  Untrusted out_;
  BoxTree grounds_;
  bool has_grounds_ = false;
};

PartSums Search::sums_of(std::uint32_t part) const {
  PartSums sums;
  Vec3 normals, middles;
  const std::span<const std::uint32_t> triangles = input_.parts.triangles_of(part);
  const Vec3 origin = to_vec(input_.triangles[triangles.front()][0]);
  for (const std::uint32_t t : triangles) {
    const LatticeTriangle& triangle = input_.triangles[t];
    const Vec3 n = normal_of(triangle);
    const double area = length(n), way = input_.parts.turned[t] ? -1 : 1;
    sums.area += area;
    sums.volume += way * dot(to_vec(triangle[0]) - origin, n);
    normals = normals + n * way;
    middles = middles + (middle_of(triangle) - origin) * area;
    if (is_down(n)) sums.down_area += area;
    if (input_.parts.turned[t]) sums.turned_area += area;
  }
  if (sums.area > 0) sums.volume -= dot(middles, normals) / sums.area;
  sums.nearly_closed = length(normals) <= kNearlyClosed * sums.area;
  return sums;
}

void Search::doubt(std::uint32_t part, Doubt why, Wrong wrong) {
  if (out_.triangle.empty()) out_.triangle.assign(input_.triangles.size(), 0);
  out_.turned[part] = wrong == Wrong::unknown ? 0 : 1;
  for (const std::uint32_t t : input_.parts.triangles_of(part)) {
    if (wrong == (input_.parts.turned[t] ? Wrong::first : Wrong::turned)) continue;
    out_.triangle[t] = 1;
    if (!is_down(normal_of(input_.triangles[t]))) continue;
    out_.any = true;
    out_.part[part] = why;
  }
}

// True if an agent could stand on most of what faces up inside a shell that faces in. One without a floor is
// taken for the walls and the ceiling of a room.
bool Search::is_room(std::uint32_t part, bool turned) const {
  const std::span<const std::uint32_t> triangles = input_.parts.triangles_of(part);
  std::vector<std::uint32_t> floors;
  double floor = 0, ceiling = 0;  // areas in plan
  for (const std::uint32_t t : triangles) {
    const Vec3 n = normal_of(input_.triangles[t]);
    const double up = turned != (input_.parts.turned[t] != 0) ? -n.z : n.z;
    if (std::fabs(up) < input_.cosine * length(n)) continue;
    (up > 0 ? floor : ceiling) += std::fabs(up);
    if (up > 0) floors.push_back(t);
  }
  if (!input_.parts.parts[part].closed && floor < kOwnFloor * ceiling) return true;
  std::vector<Look> looks;
  const std::size_t stride = std::max<std::size_t>(1, floors.size() / kLooks);
  for (std::size_t i = 0; i < floors.size(); i += stride) {
    const LatticeTriangle& t = input_.triangles[floors[i]];
    looks.push_back({middle_of(t), std::fabs(normal_of(t).z), std::numeric_limits<double>::infinity()});
  }
  std::sort(looks.begin(), looks.end(), [](const Look& a, const Look& b) { return a.from.x < b.from.x; });
  for (const std::uint32_t t : triangles) look_up(input_.triangles[t], looks);
  double area = 0, roomy = 0;
  for (const Look& look : looks) {
    area += look.size;
    if (look.above >= input_.height) roomy += look.size;
  }
  return roomy > kRoom * area;
}

bool Search::is_only_ground(std::uint32_t part) {
  if (!has_grounds_) {
    std::vector<LatticeBox> boxes(input_.ground.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (const LatticePoint p : input_.triangles[input_.ground[i]]) boxes[i].add(p);
    }
    grounds_ = BoxTree(boxes);
    has_grounds_ = true;
  }
  const std::span<const std::uint32_t> triangles = input_.parts.triangles_of(part);
  const std::size_t stride = std::max<std::size_t>(1, triangles.size() / kLooks);
  for (std::size_t i = 0; i < triangles.size(); i += stride) {
    const Vec3 p = middle_of(input_.triangles[triangles[i]]);
    const auto x = static_cast<std::int32_t>(std::floor(p.x)), y = static_cast<std::int32_t>(std::floor(p.y));
    LatticeBox column;
    column.add({x, y, -Lattice::kReach});
    column.add({x + 1, y + 1, Lattice::kReach});
    bool found = false;
    grounds_.visit(
        column,
        [&](const LatticeBox&, std::size_t, std::size_t) { return found ? Descend::past : Descend::into; },
        [&](std::size_t g) { found = found || height_over(input_.triangles[input_.ground[g]], p); });
    if (found) return false;
  }
  return true;
}

void Search::judge(std::uint32_t part) {
  const Part& kind = input_.parts.parts[part];
  if (!kind.orientable) return;
  const PartSums sums = sums_of(part);
  const double minority = std::min(sums.turned_area, sums.area - sums.turned_area);
  const bool encloses = kind.closed || sums.nearly_closed;
  if (minority > kMinority * sums.area) {
    // Neither class by its size; what encloses something faces out, a sheet could be meant either way.
    if (encloses && std::fabs(sums.volume) > kThin * sums.area) {
      doubt(part, Doubt::both_ways, sums.volume < 0 ? Wrong::first : Wrong::turned);
    } else {
      doubt(part, Doubt::both_ways, Wrong::unknown);
    }
    return;
  }
  const bool turned = sums.turned_area > 0.5 * sums.area;  // the class that is right
  const double volume = turned ? -sums.volume : sums.volume;
  if (encloses && volume < -kThin * sums.area && !is_room(part, turned)) {
    doubt(part, Doubt::inside_out, kind.consistent ? Wrong::all : Wrong::unknown);
  } else if (!kind.consistent) {
    doubt(part, Doubt::both_ways, turned ? Wrong::first : Wrong::turned);
  } else if (!kind.closed && sums.down_area > kFaceDown * sums.area && is_only_ground(part)) {
    doubt(part, Doubt::upside_down, Wrong::unknown);
  }
}

Untrusted Search::run() {
  out_.part.assign(input_.parts.parts.size(), Doubt::none);
  out_.turned.assign(input_.parts.parts.size(), 0);
  for (std::uint32_t part = 0; part < input_.parts.parts.size(); ++part) judge(part);
  if (!out_.any) out_.triangle.clear();
  return std::move(out_);
}

}  // namespace

Untrusted find_untrusted(const UntrustedInput& input) { return Search(input).run(); }

}  // namespace ambula
