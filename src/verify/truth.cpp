// Truth by brute force. Triangles are taken as they are in the scene, in doubles; nothing is snapped, cut or
// joined. A point is judged by the heights of all triangles over it. Thresholds carry a margin, so that what
// the lattice's rounding (a tenth of a millimetre) may turn is called unclear instead of right or wrong.
#include "verify/truth.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ambula::checker {
namespace {

// Degrees beyond the agent's limit that belong to the walkable side.
constexpr double kTieBand = 0.001;

// `limit`: the cosine of the agent's limit; `tie`: of the steepest slope that is taken for it.
Kind kind_of(const std::array<Vec3, 3>& t, double limit, double tie, bool two_sided) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  if (n.z == 0 || std::fabs(n.z) < 1e-12 * length(n)) return Kind::vertical;
  const double upright = (two_sided ? std::fabs(n.z) : n.z) / length(n);
  // 1e-12 is what rounding makes of "exactly".
  if (upright >= limit - 1e-12 || upright > tie + 1e-6) return Kind::ground;
  return upright >= tie - 1e-6 ? Kind::nearly_ground : Kind::other;
}

}  // namespace

std::size_t longest_edge(const std::array<Vec3, 3>& t) {
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const double along = length(t[(i + 1) % 3].xy() - t[i].xy());
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

// Heights of a wall triangle over the point `part` along its longest edge in plan.
std::array<double, 2> wall_span(const std::array<Vec3, 3>& t, double part) {
  const std::size_t first = longest_edge(t);
  const Vec2 from = t[first].xy(), along = t[(first + 1) % 3].xy() - from;
  const double square = dot(along, along);
  const auto place = [&](Vec3 v) { return dot(v.xy() - from, along) / square; };
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 a = t[i], b = t[(i + 1) % 3];
    const double s = place(a), e = place(b);
    if ((s < part && e < part) || (s > part && e > part) || s == e) continue;
    const double z = a.z + (b.z - a.z) * ((part - s) / (e - s));
    low = std::min(low, z);
    high = std::max(high, z);
  }
  return {low, high};
}

Truth::Truth(const Scene& scene, const Agent& agent, const std::vector<std::uint8_t>& both_sides, double band)
    : height_(agent.height), band_(band) {
  const double angle = agent.max_slope / 180 * std::numbers::pi;
  const double limit = std::cos(angle), tie = std::cos(angle + kTieBand / 180 * std::numbers::pi);
  steepest_ = std::tan(angle);
  std::vector<Box3> boxes;
  boxes.reserve(scene.triangles.size());
  corners_.reserve(scene.triangles.size());
  kind_.reserve(scene.triangles.size());
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    corners_.push_back(
        {scene.corner(TriangleId{t}, 0), scene.corner(TriangleId{t}, 1), scene.corner(TriangleId{t}, 2)});
    kind_.push_back(kind_of(corners_.back(), limit, tie, both_sides[t] != 0));
    boxes.push_back(box_of(corners_.back()));
    const auto& c = corners_.back();
    const std::size_t first = longest_edge(c);
    const Vec2 along = c[(first + 1) % 3].xy() - c[first].xy();
    const double width = std::fabs(cross(along, c[(first + 2) % 3].xy() - c[first].xy())) / length(along);
    const bool ground = kind_.back() == Kind::ground || kind_.back() == Kind::nearly_ground;
    thin_.push_back(!ground && width <= scene.lattice.quantum ? 1 : 0);
  }
  tree_ = PlanTree(boxes);
}

Vec2 Truth::gradient(std::uint32_t t) const {
  const auto& c = corners_[t];
  const Vec3 n = cross(c[1] - c[0], c[2] - c[0]);
  return {-n.x / n.z, -n.y / n.z};
}

void Truth::collect(Vec2 p, double z_low, double z_high, std::vector<Hit>& hits) const {
  hits.clear();
  tree_.at(p, z_low, z_high, [&](std::uint32_t t) {
    if (kind_[t] == Kind::vertical) return;
    double z = 0;
    if (height_at(corners_[t], p, z) && z >= z_low && z <= z_high) hits.push_back({t, z, kind_[t]});
  });
}

Answer Truth::at(Vec2 p, double z, double reach, Scratch& scratch) const {
  collect(p, z - reach, z + reach + height_ + band_, scratch.hits);
  scratch.heights.clear();
  bool unclear = false;
  for (const Hit& m : scratch.hits) {
    if (m.z > z + reach || m.kind == Kind::other) continue;
    bool taken = false, doubtful = m.kind == Kind::nearly_ground;
    for (const Hit& o : scratch.hits) {
      const double d = o.z - m.z;
      if (d <= kSame) continue;
      const bool near_top = std::fabs(d - height_) <= band_;
      if (o.kind == Kind::ground && d <= band_) {
        // Two grounds this close are one place, which the upper one stands for. It has been, or will be,
        // asked itself if it lies within reach.
        if (o.z <= z + reach) {
          taken = true;
        } else {
          doubtful = true;
        }
      } else if (o.kind != Kind::ground && std::fabs(d - kLowest) <= band_ / 2) {
        doubtful = true;
      } else if (near_top) {
        doubtful = true;
      } else if (d < height_ && (o.kind == Kind::ground || d > kLowest)) {
        taken = true;
        break;
      } else if (o.kind == Kind::nearly_ground && d <= band_) {
        doubtful = true;
      }
    }
    if (taken) continue;
    if (doubtful) {
      unclear = true;
    } else {
      scratch.heights.push_back(m.z);
    }
  }
  if (!scratch.heights.empty()) return Answer::free;
  return unclear ? Answer::unclear : Answer::taken;
}

bool Truth::free_by_rule(Vec2 p, double z, double reach, Scratch& scratch) const {
  collect(p, z - reach, z + reach + height_, scratch.hits);
  for (const Hit& m : scratch.hits) {
    if (m.z > z + reach || m.kind != Kind::ground) continue;
    const bool blocked = std::any_of(scratch.hits.begin(), scratch.hits.end(), [&](const Hit& o) {
      const double d = o.z - m.z;
      return d < height_ && d > (o.kind == Kind::ground ? kSame : kLowest);
    });
    if (!blocked) return true;
  }
  return false;
}

// What the neighbourhood of a point allows, gathered probe by probe.
struct Truth::Around {
  Answer here;
  bool other = false;   // an answer that is not `here`
  bool ground = false;  // ground, free or not
  bool open = false;    // a place with nothing in the way above it, ground or not

  // Where the answer is taken, ground and what blocks it may end on the same line, which the lattice draws
  // twice: between the two lines, free ground may come to light that is nowhere in the raw scene.
  [[nodiscard]] bool changes() const { return other || (here == Answer::taken && ground && open); }
};

void Truth::probe(Vec2 q, Vec2 p, double z, Vec2 gradient, Around& around, Scratch& scratch) const {
  // Beyond a crease the ground may leave the plane by the steepest slope there is.
  const Vec2 step = q - p;
  const double there = z + dot(gradient, step);
  const double reach = band_ + length(step) * (steepest_ + length(gradient));
  around.other |= at(q, there, reach, scratch) != around.here;
  if (around.other || around.here != Answer::taken) return;
  bool blocked = false;
  for (const Hit& hit : scratch.hits) {
    around.ground |= hit.kind != Kind::other && hit.z <= there + reach;
    const double d = hit.z - there;
    blocked |= d > (hit.kind == Kind::ground ? band_ : kLowest + band_ / 2) && d < height_ - band_;
  }
  around.open |= !blocked;
}

bool Truth::wall_near(std::uint32_t t, Vec2 p, double z, Vec2 gradient) const {
  const auto& c = corners_[t];
  const std::size_t first = longest_edge(c);
  const Vec2 from = c[first].xy(), along = c[(first + 1) % 3].xy() - from;
  const Vec2 q = nearest_on(from, from + along, p);
  if (length(q - p) > band_) return false;
  const auto span = wall_span(c, dot(q - from, along) / dot(along, along));
  const double ground = z + dot(gradient, q - p);
  return span[1] > ground && span[0] < ground + height_ + band_;
}

bool Truth::changes_near(Vec2 p, double z, Vec2 gradient, Answer here, Scratch& scratch) const {
  Around around{.here = here};
  const auto changes_at = [&](Vec2 q) {
    probe(q, p, z, gradient, around, scratch);
    return around.changes();
  };
  // Circles find changes along creases of the free height, which follow no edge.
  constexpr int kDirections = 16;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = (i + 0.5) * 2 * std::numbers::pi / kDirections;
    const Vec2 direction{std::cos(angle), std::sin(angle)};
    for (const double part : {0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0}) {
      if (changes_at(p + direction * (band_ * part))) return true;
    }
  }
  // Both sides of every edge nearby find strips too thin for the circles.
  constexpr double kBeside = 2e-6;
  const double slack = band_ * (2 + steepest_ + length(gradient));
  scratch.triangles.clear();
  tree_.within({{p.x - band_, p.y - band_, z - slack}, {p.x + band_, p.y + band_, z + height_ + slack}},
               [&](std::uint32_t t) { scratch.triangles.push_back(t); });
  for (const std::uint32_t t : scratch.triangles) {
    // The ground under a wall without width is taken, if only on a line; the lattice may give it a width.
    if (thin(t) && here == Answer::free && wall_near(t, p, z, gradient)) return true;
    if (kind_[t] == Kind::vertical) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec2 a = corners_[t][i].xy(), b = corners_[t][(i + 1) % 3].xy();
      const Vec2 c = nearest_on(a, b, p);
      const double along = length(b - a);
      if (length(c - p) > band_ || along == 0) continue;
      const Vec2 beside = Vec2{a.y - b.y, b.x - a.x} * (kBeside / along);
      if (changes_at(c + beside) || changes_at(c - beside)) return true;
    }
  }
  return false;
}

bool Truth::beside_other_ground(Vec2 p, double z, Scratch& scratch) const {
  collect(p, z - band_, z + band_, scratch.hits);
  return std::any_of(scratch.hits.begin(), scratch.hits.end(),
                     [&](const Hit& hit) { return hit.kind != Kind::other && std::fabs(hit.z - z) > kSame; });
}

bool Truth::next_above(Vec2 p, double z, double above, Hit& hit) const {
  bool found = false;
  tree_.at(p, z + above, std::numeric_limits<double>::infinity(), [&](std::uint32_t t) {
    double top = 0;
    if (kind_[t] == Kind::vertical || !height_at(corners_[t], p, top) || top <= z + above) return;
    if (!found || top < hit.z || (top == hit.z && t < hit.triangle)) hit = {t, top, kind_[t]};
    found = true;
  });
  return found;
}

}  // namespace ambula::checker
