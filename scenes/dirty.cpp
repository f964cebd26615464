// Disturbs a share of a mesh the way real models are disturbed. Each chosen triangle gets one kind of dirt.
// The sizes stay below the distance cracks are closed at (1 cm), and nothing is done that would make another
// truth: corners move within their triangle's plane, only upright faces are turned around (a floor turned
// around is no ground any more), and no crack opens under a point the truth names. What areas may lose or
// gain by it is added up as it happens and becomes the truth's area_slack.
#include <algorithm>
#include <array>
#include <cmath>

#include "scenes/angle.h"
#include "scenes/generate.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

enum Kind : std::uint8_t {
  crack,
  t_junction,
  overlap,
  duplicate,
  sliver,
  degenerate,
  noise,
  flipped,
  kinds,
  none
};
constexpr std::array<const char*, kinds> kNames{"cracks",  "t_junctions", "overlaps", "duplicates",
                                                "slivers", "degenerates", "noise",    "flipped"};

constexpr double kMove = 0.005;     // metres a corner is moved for a crack or an overlap, at most
constexpr double kMoveShare = 0.2;  // and of the triangle's smallest altitude
constexpr double kNoise = 0.0004;   // metres: two faces on each other stay within the 1 mm that counts as one
constexpr double kNoiseShare = 0.01;  // of the smallest altitude: turns a face by about 1 degree at most
constexpr double kNoiseSlopes = 3;    // degrees from an agent's slope limit where faces are left alone
constexpr double kSliver = 0.001;     // metres from the edge, at most
constexpr double kSpared = 0.02;      // metres around points of the truth
constexpr std::uint32_t kPatch = 4;   // upright faces turned around together, at most

struct Shape {
  double altitude = 0;   // metres, the smallest; 0 for degenerate triangles
  double perimeter = 0;  // metres
  double up = 0;         // cosine of the slope: 1 faces up, 0 upright, -1 faces down
};

class Disturber {
 public:
  Disturber(Generated& scene, std::uint64_t seed) : scene_(scene), soup_(scene.soup), random_(seed) {
    for (const PlaceTruth& place : scene.truth.places) spared_.push_back(place.at);
    for (const DoorTruth& door : scene.truth.doors) spared_.push_back(door.center);
    for (const StairsTruth& stairs : scene.truth.stairs) {
      spared_.insert(spared_.end(), stairs.line.begin(), stairs.line.end());
    }
    std::sort(spared_.begin(), spared_.end(), [](Vec3 a, Vec3 b) { return a.x < b.x; });
  }

  void run(double share) {
    std::vector<Kind> chosen(soup_.triangles.size(), none);
    for (Kind& kind : chosen) {
      // Both numbers are drawn for each triangle, so that a larger share adds dirt and keeps the old.
      const double draw = random_.unit();
      const std::uint32_t which = random_.below(kinds);
      if (draw < share) kind = static_cast<Kind>(which);
    }
    shake(chosen);
    emit(chosen);
    report();
  }

 private:
  [[nodiscard]] Shape shape(const Triangle& t) const {
    const Vec3 a = soup_.positions[t[0]], b = soup_.positions[t[1]], c = soup_.positions[t[2]];
    const double ab = length(b - a), bc = length(c - b), ca = length(a - c);
    const Vec3 n = cross(b - a, c - a);
    const double size = length(n), longest = std::max({ab, bc, ca});
    if (!(size > 0)) return {0, ab + bc + ca, 0};
    return {size / longest, ab + bc + ca, n.z / size};
  }

  // Noise: corners of the chosen triangles move, and with them all triangles that share them.
  void shake(const std::vector<Kind>& chosen) {
    std::vector<double> reach(soup_.positions.size(), kNoise);
    std::vector<bool> moves(soup_.positions.size(), false);
    for (std::size_t t = 0; t < chosen.size(); ++t) {
      const Shape s = shape(soup_.triangles[t]);
      const double limit = near_a_limit(s.up) ? 0 : std::min(kNoise, kNoiseShare * s.altitude);
      for (const std::uint32_t v : soup_.triangles[t]) {
        reach[v] = std::min(reach[v], limit);
        if (chosen[t] == noise) moves[v] = true;
      }
    }
    for (const Triangle& t : soup_.triangles) {
      double most = 0;
      for (const std::uint32_t v : t) most = std::max(most, moves[v] ? reach[v] : 0);
      if (most <= 0) continue;
      const Shape s = shape(t);
      // Borders move by `most`; so does, on sloping undersides, the line where they are an agent's height up.
      const double flat = std::sqrt(std::max(0.0, 1 - s.up * s.up));
      const double shift = s.up < 0 && flat > 1e-3 ? std::min(20.0, -s.up / flat) : 0;
      slack_ += s.perimeter * most * (1 + shift);
    }
    for (std::size_t v = 0; v < moves.size(); ++v) {
      if (!moves[v] || reach[v] <= 0) continue;
      const double r = reach[v] / std::sqrt(3.0);
      const double x = random_.between(-r, r), y = random_.between(-r, r), z = random_.between(-r, r);
      soup_.positions[v] = soup_.positions[v] + Vec3{x, y, z};
      ++counts_[noise];
    }
  }

  [[nodiscard]] bool near_a_limit(double up) const {
    return std::any_of(scene_.truth.agents.begin(), scene_.truth.agents.end(), [up](const AgentTruth& truth) {
      return up <= turn(std::max(0.0, truth.agent.max_slope - kNoiseSlopes)).cos &&
             up >= turn(truth.agent.max_slope + kNoiseSlopes).cos;
    });
  }

  void emit(const std::vector<Kind>& chosen) {
    old_ = std::move(soup_.triangles);
    old_object_ = std::move(soup_.triangle_object);
    old_material_ = std::move(soup_.triangle_material);
    soup_.triangles.clear();
    soup_.triangle_object.clear();
    soup_.triangle_material.clear();
    std::uint32_t patch = 0;  // upright faces still to turn around
    for (current_ = 0; current_ < old_.size(); ++current_) {
      const Triangle& t = old_[current_];
      const Shape s = shape(t);
      const bool upright = std::abs(s.up) < 0.02;  // noise may have turned it by a degree
      if (current_ > 0 && old_object_[current_] != old_object_[current_ - 1]) patch = 0;
      if (chosen[current_] == flipped && upright) patch = 1 + random_.below(kPatch);
      if (patch > 0 && upright && s.altitude > 0) {
        --patch;
        ++counts_[flipped];
        add(Triangle{t[0], t[2], t[1]});
      } else {
        disturb(t, s, chosen[current_], upright);
      }
    }
  }

  void disturb(const Triangle& t, const Shape& s, Kind kind, bool upright) {
    const std::size_t k = kind == none ? 0 : random_.below(3);
    const bool tiny = s.altitude < 1e-5;  // nothing to split
    switch (kind) {
      case crack:
      case overlap: {
        // An upright face that grows could narrow a doorway; it shrinks instead.
        const Kind made = upright ? crack : kind;
        if (!tiny && move_corner(t, k, s, upright, made == overlap)) {
          ++counts_[made];
          return;
        }
        break;
      }
      case t_junction:
        if (!tiny) return split_edge(t, k);
        break;
      case sliver:
        if (!tiny) return split_beside_edge(t, k, s);
        break;
      case duplicate:
        return twice(t, k);
      case degenerate:
        return with_nothing(t, k);
      case flipped:
        // Facing up: a copy facing down on it, as double-sided floors have. Facing down, a turned copy might
        // be ground inside of something, so it is doubled as it is.
        if (s.up <= 0) return twice(t, k);
        add(t);
        add(Triangle{t[0], t[2], t[1]});
        ++counts_[flipped];
        return;
      default:
        break;
    }
    add(t);
  }

  // Gives the triangle a corner of its own, moved towards its middle or away from it.
  bool move_corner(const Triangle& t, std::size_t k, const Shape& s, bool upright, bool outwards) {
    const Vec3 p = soup_.positions[t[k]], q = soup_.positions[t[(k + 1) % 3]],
               r = soup_.positions[t[(k + 2) % 3]];
    if (near_spared(p, q) || near_spared(p, r)) return false;
    const double distance = std::min(kMove, kMoveShare * s.altitude) * random_.between(0.4, 1);
    const Vec3 inwards = (q + r) * 0.5 - p;
    const double sign = outwards ? -1 : 1;
    Triangle moved = t;
    moved[k] = add(p + inwards * (sign * distance / length(inwards)));
    add(moved);
    // Half of this is gone or added here; as much again may change below, where this was a cover.
    if (!upright) slack_ += length(r - q) * distance;
    return true;
  }

  void split_edge(const Triangle& t, std::size_t k) {
    const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    const Vec3 p = soup_.positions[a], q = soup_.positions[b];
    const std::uint32_t m = add(p + (q - p) * random_.between(0.3, 0.7));
    add(Triangle{a, m, c});
    add(Triangle{m, b, c});
    ++counts_[t_junction];
  }

  void split_beside_edge(const Triangle& t, std::size_t k, const Shape& s) {
    const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    const Vec3 p = soup_.positions[a], q = soup_.positions[b], r = soup_.positions[c];
    const Vec3 on_edge = p + (q - p) * random_.between(0.3, 0.7);
    const double height = length(cross(q - p, r - p)) / length(q - p);
    const double distance = std::min(kSliver, 0.1 * s.altitude) * random_.between(0.2, 1);
    const std::uint32_t m = add(on_edge + (r - on_edge) * (distance / height));
    add(Triangle{a, b, m});
    add(Triangle{b, c, m});
    add(Triangle{c, a, m});
    ++counts_[sliver];
  }

  // Again with its corners in another order, or with corners of its own.
  void twice(const Triangle& t, std::size_t k) {
    add(t);
    Triangle copy{t[k], t[(k + 1) % 3], t[(k + 2) % 3]};
    if (random_.below(2) == 0) {
      for (std::uint32_t& v : copy) v = add(soup_.positions[v]);
    }
    add(copy);
    ++counts_[duplicate];
  }

  // And one without any area: a corner named twice, or two corners at one place.
  void with_nothing(const Triangle& t, std::size_t k) {
    add(t);
    const std::uint32_t a = t[k], b = t[(k + 1) % 3];
    add(Triangle{a, b, random_.below(2) == 0 ? b : add(soup_.positions[a])});
    ++counts_[degenerate];
  }

  // Whether a point of the truth lies near the segment in plan.
  [[nodiscard]] bool near_spared(Vec3 a, Vec3 b) const {
    const double low = std::min(a.x, b.x) - kSpared, high = std::max(a.x, b.x) + kSpared;
    auto it = std::lower_bound(spared_.begin(), spared_.end(), low, [](Vec3 p, double x) { return p.x < x; });
    for (; it != spared_.end() && it->x <= high; ++it) {
      const Vec2 d = (b - a).xy(), e = (*it - a).xy();
      const double size = dot(d, d), t = size > 0 ? std::clamp(dot(d, e) / size, 0.0, 1.0) : 0;
      if (length(e - d * t) < kSpared && std::abs(it->z - a.z - (b.z - a.z) * t) < 0.5) return true;
    }
    return false;
  }

  std::uint32_t add(Vec3 p) {
    soup_.positions.push_back(p);
    return static_cast<std::uint32_t>(soup_.positions.size() - 1);
  }

  void add(const Triangle& t) {
    soup_.triangles.push_back(t);
    soup_.triangle_object.push_back(old_object_[current_]);
    soup_.triangle_material.push_back(old_material_[current_]);
  }

  void report() {
    Truth& truth = scene_.truth;
    double least = 0;
    for (const AgentTruth& agent : truth.agents) {
      if (agent.free_area > 0 && (least == 0 || agent.free_area < least)) least = agent.free_area;
    }
    if (least > 0) truth.area_slack += slack_ / least;
    truth.dirt.clear();
    for (std::size_t k = 0; k < kinds; ++k) truth.dirt.emplace_back(kNames[k], counts_[k]);
  }

  Generated& scene_;
  Soup& soup_;
  Random random_;
  std::vector<Vec3> spared_;  // by x
  std::vector<Triangle> old_;
  std::vector<std::uint32_t> old_object_, old_material_;
  std::size_t current_ = 0;  // of old_
  std::array<int, kinds> counts_{};
  double slack_ = 0;  // m²
};

}  // namespace

void make_dirty(Generated& scene, double share, std::uint64_t seed) {
  // A stream of its own: the generator used the seed as it is.
  Disturber(scene, mix_bits(seed + 0xD1127)).run(std::clamp(share, 0.0, 1.0));
}

}  // namespace ambula::scenes
