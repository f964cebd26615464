#include "verify/navmesh_judge.h"
#include "ambula/walkable.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/dice.h"

namespace ambula::checker {
namespace {

constexpr double kBorderSpacing = 0.1;  // metres between points along borders, where there are not too many

}  // namespace

NavMeshJudge::NavMeshJudge(const Scene& scene, const Agent& agent, const WalkableParams& walkable_params,
                           const Walkable& walkable, const Links* links, const NavMesh& mesh,
                           const VerifyNavMeshParams& params, double band)
    : agent_(agent),
      mesh_(mesh),
      params_(params),
      band_(band),
      truth_(scene, agent, both_sides_of(walkable, walkable_params, scene.triangles.size()), band),
      disc_(truth_, agent, scene.lattice.quantum),
      sheet_(walkable, links),
      found_(walkable),
      cells_(mesh),
      walker_(truth_, agent, params.further),
      reasons_(walkable, links, agent) {
  for (std::uint32_t t = 0; t < cells_.size(); ++t) cell_draws_.add(t, plan_area(cells_.corners(t)));
  for (std::uint32_t t = 0; t < sheet_.size(); ++t) surface_draws_.add(t, plan_area(sheet_.corners(t)));
  for (std::uint32_t t = 0; t < truth_.size() && walker_.asks(); ++t) {
    if (truth_.kind(t) == Kind::ground) ground_draws_.add(t, plan_area(truth_.corners(t)));
  }
  add_border_points(mesh);
}

void NavMeshJudge::add_border_points(const NavMesh& mesh) {
  const auto place = [&](std::uint32_t v) { return mesh.lattice.position(mesh.vertices[v]); };
  std::vector<std::uint8_t> known(mesh.vertices.size(), 0);
  double total = 0;
  const auto each_border = [&](auto&& visit) {
    for (std::uint32_t c = 0; c < mesh.size(); ++c) {
      const auto v = mesh.corners(c);
      for (std::size_t i = 0; i < v.size(); ++i) {
        if (mesh.neighbour[mesh.cell_begin[c] + i] != NavMesh::kNone) continue;
        visit(c, place(v[i]), place(v[(i + 1) % v.size()]));
      }
    }
  };
  each_border([&](std::uint32_t, Vec3 a, Vec3 b) { total += length((b - a).xy()); });
  const double spacing = std::max(kBorderSpacing, total / static_cast<double>(params_.samples));
  const auto add = [&](Vec3 p, std::uint32_t cell) {
    border_points_.push_back(p);
    border_ramp_.push_back(mesh.kind[cell] == CellKind::ramp ? 1 : 0);
  };
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    for (const std::uint32_t v : mesh.corners(c)) {
      if (known[v] == 0) add(place(v), c);
      known[v] = 1;
    }
  }
  each_border([&](std::uint32_t c, Vec3 a, Vec3 b) {
    const int n = static_cast<int>(length((b - a).xy()) / spacing) + 2;
    for (int k = 1; k < n; ++k) add(a + (b - a) * (static_cast<double>(k) / n), c);
  });
}

bool NavMeshJudge::in_the_way(Vec3 p, Way& way, JudgeScratch& scratch) const {
  const double radius = agent_.radius - kSoundWithin;
  if (radius > 0) {
    way = disc_.look(p, radius, band_, scratch.disc);
    return way.distance < radius;
  }
  // Without a radius the point itself is asked, and those around it: a wall beside it is no matter.
  constexpr double kPoint = 1e-9;
  way = disc_.look(p, kPoint, band_, scratch.disc);
  constexpr int kDirections = 8;
  bool all = way.distance < kPoint;
  for (int i = 0; i < kDirections && all; ++i) {
    const double angle = i * 2 * std::numbers::pi / kDirections;
    const Vec3 q = p + Vec3{std::cos(angle) * band_, std::sin(angle) * band_, 0};
    all = disc_.look(q, kPoint, band_, scratch.disc).distance < kPoint;
  }
  return all;
}

// Where the surface is, and how far.
void NavMeshJudge::look_below(Stand& stand, bool ramp, JudgeScratch& scratch) const {
  const Vec3 p = stand.point;
  const double reach = std::max(agent_.max_step, params_.height_tolerance) + band_;
  const double allowed = (ramp ? reach : params_.height_tolerance) + band_;
  const auto least_off = [&] {
    double off = std::numeric_limits<double>::infinity();
    for (const Hit& hit : scratch.hits) off = std::min(off, std::fabs(hit.z - p.z));
    return off;
  };
  sheet_.at(p.xy(), p.z - reach, p.z + reach, scratch.hits);
  double off = least_off();
  if (off > allowed) {  // a step without run, or the surface's end, may be a hair beside it
    sheet_.near(p.xy(), band_, p.z - reach, p.z + reach, scratch.hits);
    off = least_off();
  }
  stand.off = off;
  if (scratch.hits.empty()) {
    stand.enclosed = found_.removed_at(p.xy(), p.z, 0, reach, Removal::enclosed);
    stand.adrift = !stand.enclosed;
  }
  stand.floating = !scratch.hits.empty() && off > allowed;
}

Stand NavMeshJudge::judge(Vec3 p, bool ramp, bool inside, JudgeScratch& scratch) const {
  Stand out;
  out.point = p;
  if (inside || agent_.radius > kSoundWithin) {
    out.unsound = in_the_way(p, out.way, scratch);
    out.cylinder = std::isfinite(out.way.cylinder);
  }
  look_below(out, ramp, scratch);
  return out;
}

Stand NavMeshJudge::stand_in_cell(std::uint64_t i, JudgeScratch& scratch) const {
  Dice dice(params_.seed, 0, i);
  const std::uint32_t t = cell_draws_.pick(i, params_.samples, dice.unit());
  const bool ramp = mesh_.kind[cells_.cell(t)] == CellKind::ramp;
  return judge(point_in(cells_.corners(t), dice), ramp, true, scratch);
}

Stand NavMeshJudge::stand_on_border(std::uint64_t i, JudgeScratch& scratch) const {
  return judge(border_points_[i], border_ramp_[i] != 0, false, scratch);
}

Cover NavMeshJudge::cover(std::uint64_t i, JudgeScratch& scratch) const {
  Dice dice(params_.seed, 1, i);
  const std::uint32_t t = surface_draws_.pick(i, params_.samples, dice.unit());
  Cover out;
  out.point = point_in(sheet_.corners(t), dice);
  const Vec3 p = out.point;
  const double radius = agent_.radius + params_.further + kCompleteBeyond;
  out.free = sheet_.holds_disc(t, p, radius, disc_.reach(), scratch.triangles) &&
             !(disc_.look(p, radius, -band_, scratch.disc).distance < radius);
  if (!out.free) return out;
  const double step = agent_.max_step + band_;
  cells_.at(p.xy(), p.z - step, p.z + step, scratch.hits);
  double off = std::numeric_limits<double>::infinity();
  for (const Hit& hit : scratch.hits) off = std::min(off, std::fabs(hit.z - p.z));
  out.there = !scratch.hits.empty();
  out.off = out.there && off > params_.height_tolerance + band_;
  return out;
}

Walk NavMeshJudge::walk(std::uint64_t i, JudgeScratch& scratch) const {
  Dice dice(params_.seed, 2, i);
  const std::uint32_t t = ground_draws_.pick(i, params_.samples, dice.unit());
  Walk out;
  out.point = point_in(truth_.corners(t), dice);
  const Vec3 p = out.point;
  out.fits = walker_.fits(p, scratch.walker);
  if (!out.fits) return out;
  const double step = agent_.max_step + band_;
  cells_.at(p.xy(), p.z - step, p.z + step, scratch.hits);
  out.there = !scratch.hits.empty() ||
              (params_.border_tolerance > 0 && cells_.distance(p, step) <= params_.border_tolerance);
  if (out.there) return out;
  out.small = found_.removed_at(p.xy(), p.z, band_, step, Removal::small);
  out.enclosed = found_.removed_at(p.xy(), p.z, band_, step, Removal::enclosed) && walker_.inside_solid(p);
  return out;
}

bool NavMeshJudge::parted(Vec3 at) const {
  const double low = at.z + band_, high = at.z + agent_.height;
  bool found = false;
  truth_.within({{at.x - band_, at.y - band_, low}, {at.x + band_, at.y + band_, high}},
                [&](std::uint32_t t) {
                  Convex part(truth_.corners(t));
                  part.cut_to_heights(low, high);
                  found |= part.size > 0 && length(part.nearest(at.xy()) - at.xy()) <= band_;
                });
  return found;
}

}  // namespace ambula::checker
