#include "walkable/checked.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ambula/hash.h"
#include "core/text.h"

namespace ambula::testing {

Model& Model::as(const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  current = static_cast<std::uint32_t>(at - names.begin());
  if (at == names.end()) names.push_back(name);
  return *this;
}

Model& Model::triangle(Vec3 a, Vec3 b, Vec3 c) {
  triangles.push_back({a, b, c});
  object.push_back(current);
  return *this;
}

Model& Model::quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return triangle(a, b, c).triangle(a, c, d); }

Model& Model::floor(double x0, double y0, double x1, double y1, double z) {
  return quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z});
}

Model& Model::ramp(double x0, double y0, double x1, double y1, double z0, double z1) {
  return quad({x0, y0, z0}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z0});
}

Model& Model::ceiling(double x0, double y0, double x1, double y1, double z) {
  return quad({x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z});
}

Model& Model::wall(double ax, double ay, double bx, double by, double z0, double z1) {
  return quad({bx, by, z0}, {ax, ay, z0}, {ax, ay, z1}, {bx, by, z1});
}

Model& Model::box(Vec3 low, Vec3 high) {
  floor(low.x, low.y, high.x, high.y, high.z).ceiling(low.x, low.y, high.x, high.y, low.z);
  wall(low.x, high.y, high.x, high.y, low.z, high.z).wall(high.x, low.y, low.x, low.y, low.z, high.z);
  return wall(low.x, low.y, low.x, high.y, low.z, high.z).wall(high.x, high.y, high.x, low.y, low.z, high.z);
}

Soup Model::soup() const {
  Soup out;
  for (const std::string& name : names) out.objects.push_back({name, ""});
  out.materials = {""};
  out.source = "test";
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    Triangle corners;
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = static_cast<std::uint32_t>(out.positions.size());
      out.positions.push_back(triangles[t][i]);
    }
    out.triangles.push_back(corners);
    out.triangle_object.push_back(object[t]);
    out.triangle_material.push_back(0);
  }
  return out;
}

Scene Model::scene(double quantum) const {
  auto made = make_scene(soup(), {.quantum = quantum});
  EXPECT_TRUE(made) << made.error().message;
  return made ? std::move(*made) : Scene{};
}

Soup shuffled(const Soup& soup, std::uint64_t seed) {
  const std::size_t n = soup.triangles.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t state = seed;
  const auto next = [&] { return mix_bits(state += 0x9E3779B97F4A7C15ULL); };
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[next() % i]);
  Soup out = soup;
  for (std::size_t i = 0; i < n; ++i) {
    Triangle t = soup.triangles[order[i]];
    std::rotate(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(next() % 3), t.end());
    out.triangles[i] = t;
    out.triangle_object[i] = soup.triangle_object[order[i]];
    out.triangle_material[i] = soup.triangle_material[order[i]];
  }
  return out;
}

std::string faults(const Scene& scene, const Agent& agent, const WalkableParams& params,
                   const Walkable& walkable, std::uint64_t samples) {
  if (auto ok = validate(walkable); !ok) return "validate: " + ok.error().message;
  auto report =
      verify_walkable(scene, agent, params, walkable, {.samples = std::max<std::uint64_t>(samples, 1)});
  if (!report) return "verify: " + report.error().message;
  if (samples == 0) {
    report->ground = report->surface = report->walls = {};
    report->structure.t_junctions = 0;
  }
  if (report->passed()) return {};
  std::string out;
  const auto tell = [&](const char* what, double v) {
    if (v != 0) out += text(what, " ", v, ", ");
  };
  const auto told = [&](const char* from, const VerifyCounts& c) {
    if (c.unexplained() == 0) return;
    out += text(from, ": ", c.missing, " missing, ", c.extra, " extra, ", c.doubled, " doubled, ", c.crossed,
                " crossed of ", c.samples, "; ");
  };
  if (!report->structure.balanced()) {
    const WalkableAreas& a = walkable.areas;
    out += text("ground ", a.ground, " blocked ", a.blocked, " duplicate ", a.duplicate, " enclosed ",
                a.enclosed, " small ", a.small, " closed ", a.closed, " walkable ", a.walkable, "; ");
  }
  told("ground", report->ground);
  told("surface", report->surface);
  told("walls", report->walls);
  const VerifyStructure& s = report->structure;
  tell("flipped", static_cast<double>(s.flipped));
  tell("bad neighbours", static_cast<double>(s.bad_neighbours));
  tell("bad borders", static_cast<double>(s.bad_borders));
  tell("overfull edges", static_cast<double>(s.overfull_edges));
  tell("unjoined", static_cast<double>(s.unjoined));
  tell("T-junctions", static_cast<double>(s.t_junctions));
  tell("pinched", static_cast<double>(s.pinched));
  tell("bad components", static_cast<double>(s.bad_components));
  tell("small left", static_cast<double>(s.small_left));
  if (!s.balanced()) {
    out += text("areas: residual ", s.area_residual, ", difference ", s.area_difference, " of ",
                s.area_tolerance, "; ");
  }
  for (const Vec3 p : s.places) out += text("at ", p.x, " ", p.y, " ", p.z, "; ");
  for (const VerifyPlace& place : report->places) {
    out += text(name_of(place.kind), " at ", place.point.x, " ", place.point.y, " ", place.point.z, " reach ",
                place.reach, ": ", place.expected, "; ");
    if (out.size() > 1500) break;
  }
  return out;
}

Walkable checked(const Scene& scene, const WalkableParams& params, const Agent& agent,
                 std::uint64_t samples) {
  auto walkable = extract_walkable(scene, agent, params);
  EXPECT_TRUE(walkable) << walkable.error().message;
  if (!walkable) return {};
  EXPECT_EQ(faults(scene, agent, params, *walkable, samples), "");
  return std::move(*walkable);
}

namespace {

template <class Use>
void each_border(const Walkable& w, BorderKind kind, Use&& use) {
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (w.border[f][i] == kind) use(f, i);
    }
  }
}

}  // namespace

double border_length(const Walkable& w, BorderKind kind) {
  double sum = 0;
  each_border(w, kind, [&](std::size_t f, std::size_t i) {
    const Vec3 d = w.lattice.position(w.vertices[w.faces[f][(i + 1) % 3]]) -
                   w.lattice.position(w.vertices[w.faces[f][i]]);
    sum += std::sqrt(d.x * d.x + d.y * d.y);
  });
  return sum;
}

double tallest(const Walkable& w, BorderKind kind) {
  double most = 0;
  each_border(w, kind, [&](std::size_t f, std::size_t i) {
    most = std::max(most, w.border_height[f][i] * w.lattice.quantum);
  });
  return most;
}

double lowest(const Walkable& w, BorderKind kind) {
  double least = std::numeric_limits<double>::infinity();
  each_border(w, kind, [&](std::size_t f, std::size_t i) {
    least = std::min(least, w.border_height[f][i] * w.lattice.quantum);
  });
  return least;
}

std::uint32_t component_at(const Walkable& w, double x, double y, double z) {
  std::uint32_t best = Walkable::kNone;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    const auto [a, b, c] = w.corners(FaceId{static_cast<std::uint32_t>(f)});
    const auto side = [&](Vec3 p, Vec3 q) { return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x); };
    const double u = side(b, c), v = side(c, a), t = side(a, b);
    if (u < 0 || v < 0 || t < 0) continue;
    const double height = (u * a.z + v * b.z + t * c.z) / (u + v + t);
    if (std::abs(height - z) >= nearest) continue;
    nearest = std::abs(height - z);
    best = w.component[f];
  }
  return best;
}

}  // namespace ambula::testing
