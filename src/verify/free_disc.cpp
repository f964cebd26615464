// Places are taken relative to the point asked about: differences of neighbours, whatever the origin.
#include "verify/free_disc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ambula::checker {
namespace {

std::array<Vec3, 3> seen_from(Vec3 p, const std::array<Vec3, 3>& t) { return {t[0] - p, t[1] - p, t[2] - p}; }

// Up or down from the plane of a ground: `sign` times (z - height), plus `offset`.
HalfSpace above_plane(const NearGround& g, double sign, double offset) {
  return {Vec3{-g.gradient.x, -g.gradient.y, 1} * sign, offset - sign * g.height};
}
// `sign` times the height of the ground, plus `offset`.
HalfSpace of_height(const NearGround& g, double sign, double offset) {
  return {Vec3{g.gradient.x, g.gradient.y, 0} * sign, offset + sign * g.height};
}
// Where `near` is closer to height 0 than `far`, which has the sign given, by more than kSame.
std::array<HalfSpace, 2> nearer(const NearGround& near, const NearGround& far, double sign) {
  const Vec2 a = far.gradient * sign, b = near.gradient;
  const double height = sign * far.height - kSame;
  return {HalfSpace{{a.x - b.x, a.y - b.y, 0}, height - near.height},
          HalfSpace{{a.x + b.x, a.y + b.y, 0}, height + near.height}};
}

Box3 box_of_convex(const Convex& c) {
  Box3 box;
  for (std::size_t i = 0; i < c.size; ++i) box.add(c.corner[i]);
  return box;
}
bool meet_in_plan(const Box3& a, const Box3& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

}  // namespace

struct FreeDisc::Looking {
  double radius, low, high;  // low, high: of the step and of the height, above the feet
  DiscScratch& scratch;
  Way& way;

  void take(std::uint32_t triangle, const Convex& piece) {
    const Vec2 q = piece.nearest({0, 0});
    const double d = length(q);
    if (!(d < std::min(radius, way.distance))) return;
    way.distance = d;
    way.triangle = triangle;
    way.at = q;
  }
  [[nodiscard]] bool too_far(const Convex& piece) const {
    return !(length(piece.nearest({0, 0})) < std::min(radius, way.distance));
  }

  // What is left of scratch.pieces after `region`.
  void subtract_from_pieces(std::span<const HalfSpace> region, const Box3& box) {
    scratch.left.clear();
    for (const Convex& piece : scratch.pieces) {
      if (!meet_in_plan(box_of_convex(piece), box)) {
        scratch.left.push_back(piece);
        continue;
      }
      subtract(piece, region, [&](const Convex& rest) {
        if (!too_far(rest)) scratch.left.push_back(rest);
      });
    }
    std::swap(scratch.pieces, scratch.left);
  }
};

FreeDisc::FreeDisc(const Truth& truth, const Agent& agent, double quantum)
    : truth_(truth),
      step_(agent.max_step),
      height_(agent.height),
      reach_(agent.max_step + agent.radius * std::tan(agent.max_slope / 180 * std::numbers::pi)),
      quantum_(quantum) {}

void FreeDisc::gather_ground(Vec3 p, double radius, std::vector<NearGround>& out) const {
  out.clear();
  const double wide = radius + 2 * quantum_;
  truth_.within({{p.x - wide, p.y - wide, p.z - reach_}, {p.x + wide, p.y + wide, p.z + reach_}},
                [&](std::uint32_t g) {
                  if (truth_.kind(g) != Kind::ground && truth_.kind(g) != Kind::nearly_ground) return;
                  const auto t = seen_from(p, truth_.corners(g));
                  NearGround near;
                  near.gradient = truth_.gradient(g);
                  near.height = t[0].z - dot(near.gradient, t[0].xy());
                  near.box = box_of(t);
                  near.box.min = near.box.min - Vec3{quantum_, quantum_, 0};
                  near.box.max = near.box.max + Vec3{quantum_, quantum_, 0};
                  const double turn = cross(t[1].xy() - t[0].xy(), t[2].xy() - t[0].xy()) > 0 ? 1 : -1;
                  for (std::size_t i = 0; i < 3; ++i) {
                    const Vec2 a = t[i].xy(), along = t[(i + 1) % 3].xy() - a;
                    const double scale = turn / length(along);
                    const Vec2 left{-along.y * scale, along.x * scale};
                    near.region[i] = {{left.x, left.y, 0}, quantum_ - dot(left, a)};
                  }
                  // Sharp corners would reach out far.
                  near.region[3] = {{1, 0, 0}, -near.box.min.x};
                  near.region[4] = {{-1, 0, 0}, near.box.max.x};
                  near.region[5] = {{0, 1, 0}, -near.box.min.y};
                  near.region[6] = {{0, -1, 0}, near.box.max.y};
                  near.region[7] = of_height(near, 1, reach_);
                  near.region[8] = of_height(near, -1, reach_);
                  out.push_back(near);
                });
}

void FreeDisc::look_at(std::uint32_t triangle, const Convex& part, Looking& looking) {
  DiscScratch& scratch = looking.scratch;
  const Box3 box = box_of_convex(part);
  scratch.pieces.assign(1, part);
  for (const NearGround& g : scratch.ground) {
    if (scratch.pieces.empty()) break;
    if (meet_in_plan(box, g.box)) looking.subtract_from_pieces(g.region, g.box);
  }
  for (const Convex& piece : scratch.pieces) looking.take(triangle, piece);

  for (std::size_t i = 0; i < scratch.ground.size(); ++i) {
    const NearGround& g = scratch.ground[i];
    if (!meet_in_plan(box, g.box)) continue;
    Convex forbidden = part;
    forbidden.cut(above_plane(g, 1, -looking.low));
    forbidden.cut(above_plane(g, -1, looking.high));
    for (const HalfSpace& half : g.region) {
      if (forbidden.size > 0) forbidden.cut(half);
    }
    if (forbidden.size == 0 || looking.too_far(forbidden)) continue;
    for (const double sign : {1.0, -1.0}) {
      Convex half = forbidden;
      half.cut(of_height(g, sign, 0));
      if (half.size == 0) continue;
      scratch.pieces.assign(1, half);
      for (std::size_t k = 0; k < scratch.ground.size() && !scratch.pieces.empty(); ++k) {
        const NearGround& other = scratch.ground[k];
        if (k == i || !meet_in_plan(box, other.box)) continue;
        std::array<HalfSpace, 11> region;
        std::copy(other.region.begin(), other.region.end(), region.begin());
        const auto closer = nearer(other, g, sign);
        std::copy(closer.begin(), closer.end(), region.begin() + 9);
        looking.subtract_from_pieces(region, other.box);
      }
      for (const Convex& piece : scratch.pieces) looking.take(triangle, piece);
    }
  }
}

Way FreeDisc::look(Vec3 p, double radius, double margin, DiscScratch& scratch) const {
  Way way;
  const double low = step_ + margin, high = height_ - margin;
  if (!(low < high)) return way;
  scratch.above.clear();
  truth_.within({{p.x - radius, p.y - radius, p.z + low}, {p.x + radius, p.y + radius, p.z + high}},
                [&](std::uint32_t t) { scratch.above.push_back(t); });
  bool gathered = false;
  Looking looking{radius, low, high, scratch, way};
  for (const std::uint32_t t : scratch.above) {
    Convex part(seen_from(p, truth_.corners(t)));
    part.cut_to_heights(low, high);
    if (part.size == 0) continue;
    const double distance = length(part.nearest({0, 0}));
    if (!(distance < radius)) continue;
    way.cylinder = std::min(way.cylinder, distance);
    if (!(distance < way.distance)) continue;
    if (!gathered) gather_ground(p, radius, scratch.ground);
    gathered = true;
    part.cut_to_square({0, 0}, radius);
    if (part.size > 0) look_at(t, part, looking);
  }
  way.cylinder = std::min(way.cylinder, way.distance);
  way.at = way.at + p.xy();
  return way;
}

}  // namespace ambula::checker
