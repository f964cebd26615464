// Judges samples. A sample on which truth and surface agree is done with; one on which they differ is first
// held against what the surface itself says it changed (parts left out, cracks closed), then probed for a
// change of the truth within the band. What is left is an error of the surface.
#include "verify/compare.h"
#include "ambula/walkable.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text.h"
#include "verify/dice.h"

namespace ambula::checker {
namespace {

template <class Test>
bool all_around(Vec2 p, double radius, Test&& test) {
  constexpr int kDirections = 8;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = i * 2 * std::numbers::pi / kDirections;
    if (!test(p + Vec2{std::cos(angle), std::sin(angle)} * radius)) return false;
  }
  return true;
}

}  // namespace

void Draws::add(std::uint32_t item, double size) {
  if (!(size > 0)) return;
  items_.push_back(item);
  ends_.push_back(total() + size);
}

std::uint32_t Draws::pick(std::uint64_t i, std::uint64_t n, double inside) const {
  const double at = (static_cast<double>(i) + inside) / static_cast<double>(n) * total();
  const auto found = std::upper_bound(ends_.begin(), ends_.end(), at);
  const auto index = std::min<std::ptrdiff_t>(found - ends_.begin(), std::ssize(items_) - 1);
  return items_[static_cast<std::size_t>(index)];
}

Comparison::Comparison(const Scene& scene, const Agent& agent, const WalkableParams& walkable_params,
                       const Walkable& walkable, const VerifyParams& params, double band)
    : scene_(scene),
      options_(for_agent(walkable_params, agent)),
      params_(params),
      band_(band),
      quantum_(walkable.lattice.quantum),
      truth_(scene, agent, both_sides_of(walkable, walkable_params, scene.triangles.size()), band),
      found_(walkable),
      separators_(walkable, found_) {
  Draws& ground = draws_[static_cast<std::size_t>(Origin::ground)];
  Draws& surface = draws_[static_cast<std::size_t>(Origin::surface)];
  Draws& walls = draws_[static_cast<std::size_t>(Origin::walls)];
  for (std::uint32_t t = 0; t < truth_.size(); ++t) {
    const auto& corners = truth_.corners(t);
    const double area = plan_area(corners);
    const std::size_t first = longest_edge(corners);
    const double along = length(corners[(first + 1) % 3].xy() - corners[first].xy());
    if (truth_.kind(t) == Kind::ground) {
      ground.add(t, area);
    } else if (truth_.thin(t) || is_steep(t)) {
      walls.add(t, along);
    }
  }
  for (std::uint32_t f = 0; f < found_.size(); ++f) surface.add(f, plan_area(found_.corners(f)));
}

GroundSize Comparison::ground_size() const {
  GroundSize out;
  for (std::uint32_t t = 0; t < truth_.size(); ++t) {
    const Kind kind = truth_.kind(t);
    if (kind != Kind::ground && kind != Kind::nearly_ground) continue;
    const auto& c = truth_.corners(t);
    (kind == Kind::ground ? out.area : out.unclear_area) += plan_area(c);
    double outline = 0;
    for (std::size_t i = 0; i < 3; ++i) outline += length(c[(i + 1) % 3].xy() - c[i].xy());
    out.outline_squares += outline * outline;
  }
  return out;
}

Sample Comparison::sample(Origin origin, std::uint64_t i) const {
  Dice dice(params_.seed, static_cast<std::uint64_t>(origin), i);
  Sample out;
  out.source = draws(origin).pick(i, params_.samples, dice.unit());
  if (origin == Origin::walls) {
    const auto& t = truth_.corners(out.source);
    if (!truth_.thin(out.source)) {
      const Vec3 point = point_in(t, dice);
      out.p = point.xy();
      out.z = out.top = point.z;
      return out;
    }
    const std::size_t first = longest_edge(t);
    const double part = dice.unit();
    out.p = t[first].xy() + (t[(first + 1) % 3].xy() - t[first].xy()) * part;
    const auto span = wall_span(t, part);
    out.z = span[0];
    out.top = span[1];
    return out;
  }
  const bool on_ground = origin == Origin::ground;
  const Vec3 point = point_in(on_ground ? truth_.corners(out.source) : found_.corners(out.source), dice);
  out.p = point.xy();
  out.z = point.z;
  out.gradient = on_ground ? truth_.gradient(out.source) : found_.gradient(out.source);
  return out;
}

double Comparison::tolerance(Vec2 gradient) const {
  // Corners stand within two quanta of their true place, merging may cost another; closing cracks may move
  // a corner, and with it all of a large face, by its distance.
  return (4 * quantum_ + *options_.weld) * (1 + length(gradient));
}

bool Comparison::closed_at(const Sample& s) const {
  if (!(*options_.weld > 0)) return false;
  const double apart = *options_.weld + band_;
  return found_.closed_at(s.p, s.z, apart, apart * (1 + length(s.gradient)) + 3 * band_);
}

bool Comparison::hole_between_grounds(const Sample& s, Scratch& scratch) const {
  const double slack = tolerance(s.gradient) + band_;
  // A hair beside the border of a ground a fraction of the band higher, rounding gives the place to that one.
  if (found_.any_at(s.p, s.z, slack, scratch.hits)) return true;
  if (!truth_.beside_other_ground(s.p, s.z, scratch)) return false;
  return !all_around(s.p, band_, [&](Vec2 q) {
    return !found_.any_at(q, s.z + dot(s.gradient, q - s.p), slack, scratch.hits);
  });
}

Verdict Comparison::explain(Verdict verdict, const Sample& s, Scratch& scratch) const {
  if (verdict == Verdict::missing) {
    const double height = tolerance(s.gradient) + 3 * band_;
    const double apart = band_ + *options_.weld;
    if (!options_.keep_enclosed && found_.removed_at(s.p, s.z, apart, height, Removal::enclosed)) {
      return Verdict::enclosed;
    }
    if (*options_.min_patch > 0 && found_.removed_at(s.p, s.z, apart, height, Removal::small)) {
      return Verdict::small;
    }
  }
  if (closed_at(s)) return Verdict::closed;
  if (verdict == Verdict::doubled) {
    for (const double part : {0.25, 0.5, 0.75, 1.0}) {
      if (!all_around(s.p, band_ * part, [&](Vec2 q) { return doubled_at(q, s, scratch); })) {
        return Verdict::undecidable;
      }
    }
    return verdict;
  }
  if (verdict == Verdict::missing && hole_between_grounds(s, scratch)) return Verdict::undecidable;
  const Answer here = verdict == Verdict::missing ? Answer::free : Answer::taken;
  return truth_.changes_near(s.p, s.z, s.gradient, here, scratch) ? Verdict::undecidable : verdict;
}

Verdict Comparison::judge_ground(const Sample& s, Scratch& scratch) const {
  const double slack = tolerance(s.gradient);
  const Answer answer = truth_.at(s.p, s.z, band_, scratch);
  if (answer == Answer::free) {
    const std::vector<double>& places = scratch.heights;
    const auto there = [&](double z) { return found_.any_at(s.p, z, slack, scratch.hits); };
    if (std::any_of(places.begin(), places.end(), there)) return Verdict::agreed;
    // Grounds a fraction of the band apart: the lattice may have kept another one of them.
    if (there(s.z)) return Verdict::undecidable;
    return explain(Verdict::missing, s, scratch);
  }
  found_.faces_at(s.p, s.z - slack, s.z + slack, scratch.hits);
  if (scratch.hits.empty()) {
    const bool agreed = answer == Answer::taken || !truth_.free_by_rule(s.p, s.z, kSame, scratch);
    return agreed ? Verdict::agreed : Verdict::undecidable;
  }
  // There is a face at this height, but it may belong to another ground close by.
  const std::vector<Hit> faces = scratch.hits;
  bool unclear = false;
  for (const Hit& face : faces) {
    const Answer at_face = truth_.at(s.p, face.z, std::max(slack, band_), scratch);
    if (at_face == Answer::free || truth_.free_by_rule(s.p, face.z, slack, scratch)) continue;
    if (at_face == Answer::taken && answer == Answer::taken) {
      // Welding lets a face lie a little higher or lower: whether its border is near is asked at its own
      // height.
      Sample at = s;
      at.z = face.z;
      const Verdict here = explain(Verdict::extra, s, scratch);
      return here == Verdict::extra ? explain(Verdict::extra, at, scratch) : here;
    }
    unclear = true;
  }
  return unclear ? Verdict::undecidable : Verdict::agreed;
}

bool Comparison::doubled_at(Vec2 q, const Sample& s, Scratch& scratch) const {
  const Vec2 step = q - s.p;
  const double slack = tolerance(s.gradient) + band_ + length(step) * (1 + length(s.gradient));
  const double z = s.z + dot(s.gradient, step);
  found_.faces_at(q, z - slack, z + slack, scratch.hits);
  return scratch.hits.size() > 1;
}

Verdict Comparison::judge_surface(const Sample& s, Scratch& scratch) const {
  if (doubled_at(s.p, s, scratch)) {
    const Verdict verdict = explain(Verdict::doubled, s, scratch);
    if (verdict == Verdict::doubled) return verdict;
  }
  const double slack = tolerance(s.gradient);
  const Answer answer = truth_.at(s.p, s.z, slack, scratch);
  if (answer == Answer::free) return Verdict::agreed;
  if (answer == Answer::unclear) {
    return truth_.free_by_rule(s.p, s.z, slack, scratch) ? Verdict::agreed : Verdict::undecidable;
  }
  if (truth_.at(s.p, s.z, slack + band_, scratch) != Answer::taken) return Verdict::undecidable;
  return explain(Verdict::extra, s, scratch);
}

bool Comparison::is_steep(std::uint32_t t) const {
  constexpr double kSteep = 4;  // rise over run
  if (truth_.kind(t) != Kind::other) return false;
  const auto& c = truth_.corners(t);
  const Vec3 n = cross(c[1] - c[0], c[2] - c[0]);
  return length(n.xy()) > kSteep * std::fabs(n.z);
}

bool Comparison::is_needle(std::uint32_t t) const {
  const auto& c = truth_.corners(t);
  const Lattice& lattice = scene_.lattice;
  const LatticePoint p[3] = {lattice.snap(c[0]), lattice.snap(c[1]), lattice.snap(c[2])};
  const std::int64_t ax = std::int64_t{p[1].x} - p[0].x, ay = std::int64_t{p[1].y} - p[0].y,
                     az = std::int64_t{p[1].z} - p[0].z;
  const std::int64_t bx = std::int64_t{p[2].x} - p[0].x, by = std::int64_t{p[2].y} - p[0].y,
                     bz = std::int64_t{p[2].z} - p[0].z;
  return ax * by == ay * bx && ax * bz == az * bx && ay * bz == az * by;
}

bool Comparison::crossed_at(const Sample& s, double& z, Scratch& scratch) const {
  // Faces the wall stands on or reaches down to; thresholds with the band as their margin. What rises no
  // higher than cracks are closed does not separate.
  const double least = std::max(kLowest, *options_.weld) + band_;
  const double lowest = s.z - truth_.height() + band_, highest = s.top - least;
  found_.faces_at(s.p, lowest, highest, scratch.hits);
  if (scratch.hits.empty()) return false;
  const auto& c = truth_.corners(s.source);
  const std::size_t first = longest_edge(c);
  const Vec2 edge = c[(first + 1) % 3].xy() - c[first].xy(), normal = cross(c[1] - c[0], c[2] - c[0]).xy();
  const Vec2 along =
      (truth_.thin(s.source) ? edge * (1 / length(edge)) : Vec2{-normal.y, normal.x} * (1 / length(normal)));
  const Vec2 across = Vec2{-along.y, along.x} * (band_ + *options_.weld);
  const std::vector<Hit> faces = scratch.hits;
  for (const Hit& face : faces) {
    Sample at = s;
    at.z = z = face.z;
    if (!separators_.runs_through(face.triangle, s.p, across) || closed_at(at)) continue;
    // Rounding may end a border a little before what stands there ends.
    const auto runs_beside = [&](double by) {
      const Vec2 q = s.p + along * by;
      found_.faces_at(q, face.z - 3 * band_, face.z + 3 * band_, scratch.hits);
      return std::any_of(scratch.hits.begin(), scratch.hits.end(), [&](const Hit& there) {
        return separators_.runs_through(there.triangle, q, across);
      });
    };
    if (runs_beside(-band_) && runs_beside(band_)) return true;
  }
  return false;
}

Verdict Comparison::judge(Origin origin, const Sample& sample, Scratch& scratch) const {
  switch (origin) {
    case Origin::ground:
      return judge_ground(sample, scratch);
    case Origin::surface:
      return judge_surface(sample, scratch);
    case Origin::walls: {
      double z = 0;
      if (!crossed_at(sample, z, scratch)) return Verdict::agreed;
      return is_needle(sample.source) ? Verdict::undecidable : Verdict::crossed;
    }
  }
  return Verdict::agreed;
}

double Comparison::reach_of(Verdict verdict, const Sample& s, Scratch& scratch) const {
  if (verdict == Verdict::crossed) return 0;
  double reach = 0;
  for (const double radius : {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0}) {
    const bool same = all_around(s.p, radius, [&](Vec2 q) {
      if (verdict == Verdict::doubled) return doubled_at(q, s, scratch);
      const Vec2 step = q - s.p;
      const double z = s.z + dot(s.gradient, step);
      const double slack = tolerance(s.gradient) + band_ + radius / 4;
      const bool there = found_.any_at(q, z, slack, scratch.hits);
      return there == (verdict == Verdict::extra) &&
             (truth_.at(q, z, slack, scratch) == Answer::free) == (verdict == Verdict::missing);
    });
    if (!same) break;
    reach = radius;
  }
  return reach;
}

VerifyPlace Comparison::describe(Verdict verdict, const Sample& s, Scratch& scratch) const {
  VerifyPlace place;
  place.point = {s.p.x, s.p.y, s.z};
  const auto object_of = [&](std::uint32_t t) {
    return scene_.objects[scene_.triangle_object[t].index()].name;
  };
  if (verdict == Verdict::crossed) {
    crossed_at(s, place.point.z, scratch);
    place.kind = Disagreement::crossed;
    place.above = object_of(s.source);
    place.above_height = std::max(0.0, s.z - place.point.z);
    place.expected =
        s.z == s.top ? text("a border: something steep stands ", s.z - place.point.z, " m above the ground")
                     : text("a border: a wall stands from ", s.z - place.point.z, " to ",
                            s.top - place.point.z, " m above the ground");
    return place;
  }
  Hit above{};
  const bool covered = truth_.next_above(s.p, s.z, kLowest, above);
  if (covered) {
    place.above = object_of(above.triangle);
    place.above_height = above.z - s.z;
  }
  switch (verdict) {
    case Verdict::missing:
      place.kind = Disagreement::missing;
      place.expected = text("a face: the ground is free up to ", truth_.height(), " m");
      break;
    case Verdict::doubled:
      place.kind = Disagreement::doubled;
      place.expected = "one face, not several";
      break;
    default:
      place.kind = Disagreement::extra;
      place.expected = covered && place.above_height < truth_.height()
                           ? "no face: the height is not free"
                           : "no face: there is no ground at this height";
  }
  return place;
}

}  // namespace ambula::checker
