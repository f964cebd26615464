#include "navmesh/simplify_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "geometry/rationals.h"
#include "navmesh/patches.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

struct Place {
  double x, y, z;
};
Place place(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
double turn(Place a, Place b, Place c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

double distance(Place p, Place a, Place b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double along = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

// The triangles of a surface by squares of the plane they touch.
class Lookup {
 public:
  Lookup(const SurfaceView& surface, double margin) : surface_(surface), patches_(find_patches(surface)) {
    double extent = 1;
    for (const LatticePoint v : surface.vertices)
      extent = std::max({extent, std::abs(1.0 * v.x), std::abs(1.0 * v.y)});
    square_ = std::max(extent / std::sqrt(1.0 + static_cast<double>(surface.triangles.size())), margin);
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
      const auto c = corners(t);
      const auto [x0, x1] = std::minmax({c[0].x, c[1].x, c[2].x});
      const auto [y0, y1] = std::minmax({c[0].y, c[1].y, c[2].y});
      for (std::int64_t i = cell(x0 - margin); i <= cell(x1 + margin); ++i) {
        for (std::int64_t j = cell(y0 - margin); j <= cell(y1 + margin); ++j) in_[{i, j}].push_back(t);
      }
    }
  }

  [[nodiscard]] std::array<Place, 3> corners(std::uint32_t t) const {
    const auto& c = surface_.triangles[t];
    return {place(surface_.vertices[c[0]]), place(surface_.vertices[c[1]]), place(surface_.vertices[c[2]])};
  }
  [[nodiscard]] double square() const { return square_; }
  [[nodiscard]] std::uint32_t patch(std::uint32_t t) const { return patches_.of[t]; }
  [[nodiscard]] std::uint32_t patches() const { return static_cast<std::uint32_t>(patches_.area.size()); }
  [[nodiscard]] const std::vector<std::uint32_t>& near(Place p) const {
    static const std::vector<std::uint32_t> none;
    const auto found = in_.find({cell(p.x), cell(p.y)});
    return found == in_.end() ? none : found->second;
  }
  // The least difference in height to a triangle of the patch that holds the point, or infinity.
  [[nodiscard]] double off(Place p, std::uint32_t of_patch) const {
    double least = INFINITY;
    for (const std::uint32_t t : near(p)) {
      if (patch(t) != of_patch) continue;
      const auto c = corners(t);
      const double whole = turn(c[0], c[1], c[2]), slack = -1e-9 * whole - 1e-3;
      const double a = turn(c[1], c[2], p), b = turn(c[2], c[0], p), d = turn(c[0], c[1], p);
      if (a < slack || b < slack || d < slack) continue;
      least = std::min(least, std::abs((a * c[0].z + b * c[1].z + d * c[2].z) / whole - p.z));
    }
    return least;
  }
  // The least distance in plan to a border of the patch about as high as the point, or infinity.
  [[nodiscard]] double to_border(Place p, std::uint32_t of_patch, double height) const {
    double least = INFINITY;
    for (const std::uint32_t t : near(p)) {
      if (patch(t) != of_patch) continue;
      const auto c = corners(t);
      const auto [low, high] = std::minmax({c[0].z, c[1].z, c[2].z});
      if (p.z < low - height || p.z > high + height) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        if (surface_.neighbours[t][i] == kNone) least = std::min(least, distance(p, c[i], c[(i + 1) % 3]));
      }
    }
    return least;
  }
  // The least distance in plan to a triangle of a label.
  [[nodiscard]] double to_label(Place p, std::uint32_t wanted, std::span<const std::uint32_t> label) const {
    double least = INFINITY;
    for (const std::uint32_t t : near(p)) {
      if (label[t] != wanted) continue;
      const auto c = corners(t);
      bool in = true;
      for (std::size_t i = 0; i < 3; ++i) {
        if (turn(c[i], c[(i + 1) % 3], p) >= 0) continue;
        in = false;
        least = std::min(least, distance(p, c[i], c[(i + 1) % 3]));
      }
      if (in) return 0;
    }
    return least;
  }

 private:
  [[nodiscard]] std::int64_t cell(double x) const {
    return static_cast<std::int64_t>(std::floor(x / square_));
  }

  const SurfaceView& surface_;
  Patches patches_;
  double square_ = 1;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::uint32_t>> in_;
};

std::uint32_t after(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
std::uint32_t before_of(std::uint32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }

// Triangles, edges, vertices (whatever is joined around one) and loops of borders.
struct Shape {
  std::int64_t euler = 0, loops = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};
std::vector<Shape> shapes_of(const SurfaceView& s, const Lookup& lookup) {
  std::vector<Shape> out(lookup.patches());
  const auto n = static_cast<std::uint32_t>(3 * s.triangles.size());
  std::vector<std::uint32_t> twin(n);
  for (std::uint32_t h = 0; h < n; ++h) twin[h] = s.twin(h);
  std::vector<char> seen(n, 0), walked(n, 0);
  for (std::uint32_t h = 0; h < n; ++h) {
    Shape& shape = out[lookup.patch(h / 3)];
    if (h % 3 == 0) ++shape.euler;
    if (twin[h] == kNone || h < twin[h]) --shape.euler;
    if (!seen[h]) {
      ++shape.euler;
      std::uint32_t g = h;
      do {
        seen[g] = 1;
        g = twin[before_of(g)];
      } while (g != kNone && g != h);
      for (g = h; g != kNone && (g == h || !seen[g]);) {
        seen[g] = 1;
        g = twin[g] == kNone ? kNone : after(twin[g]);
      }
    }
    if (twin[h] != kNone || walked[h]) continue;
    ++shape.loops;
    for (std::uint32_t g = h; !walked[g];) {
      walked[g] = 1;
      g = after(g);
      while (twin[g] != kNone) g = after(twin[g]);
    }
  }
  return out;
}

std::string mesh_of(const TestSurface& before, const NavSurface& c) {
  const SurfaceView view = c.view();
  for (std::uint32_t h = 0; h < 3 * c.triangles.size(); ++h) {
    const auto& t = c.triangles[h / 3];
    if (orient2d(view.plan_of(t[0]), view.plan_of(t[1]), view.plan_of(t[2])) <= 0)
      return "a triangle without area";
    if (c.source[h / 3] >= before.triangles.size()) return "a source that is not there";
    const std::uint32_t n = c.neighbours[h / 3][h % 3];
    if (n == kNone) continue;
    const std::uint32_t twin = view.twin(h);
    if (twin == kNone || view.twin(twin) != h || twin / 3 != n) return "neighbours are not mutual";
  }
  return "";
}

class Judging {
 public:
  Judging(const TestSurface& before, const NavSurface& simple, const SimplifyLimits& limits,
          std::uint32_t samples)
      : old_(before.view()),
        new_(simple.view()),
        before_(before),
        simple_(simple),
        limits_(limits),
        samples_(samples),
        in_old_(old_, limits.border + 3),
        in_new_(new_, limits.border + 3) {}

  std::string run() {
    if (!match_patches()) return say("patches are not those of the surface");
    const auto shapes = shapes_of(old_, in_old_), fresh = shapes_of(new_, in_new_);
    for (std::uint32_t k = 0; k < fresh.size(); ++k) {
      if (!(fresh[k] == shapes[old_of_[k]])) return say("a patch has another shape");
    }
    for (std::uint32_t t = 0; t < new_.triangles.size(); ++t) {
      if (!judge_new(t)) return what_.str();
    }
    for (std::uint32_t t = 0; t < old_.triangles.size(); ++t) {
      if (!judge_old(t)) return what_.str();
    }
    if (!borders_apart()) return what_.str();
    if (!keeps_what_it_must()) return what_.str();
    return "";
  }

 private:
  std::string say(const char* what) {
    what_ << what;
    return what_.str();
  }
  bool fault(const char* what, Place p, double by = 0) {
    what_ << what << " at " << p.x << ' ' << p.y << ' ' << p.z << ", by " << by;
    return false;
  }

  bool match_patches() {
    old_of_.assign(in_new_.patches(), kNone);
    new_of_.assign(in_old_.patches(), kNone);
    for (std::uint32_t t = 0; t < new_.triangles.size(); ++t) {
      const std::uint32_t old = in_old_.patch(simple_.source[t]), fresh = in_new_.patch(t);
      if (old_of_[fresh] == kNone) old_of_[fresh] = old;
      if (new_of_[old] == kNone) new_of_[old] = fresh;
      if (old_of_[fresh] != old || new_of_[old] != fresh) return false;
    }
    return in_new_.patches() == in_old_.patches();
  }

  // Corners, middles of sides, the middle, and points at random.
  std::vector<Place> points_in(const std::array<Place, 3>& c) {
    std::vector<Place> out;
    const auto add = [&](double u, double v, double w) {
      out.push_back({u * c[0].x + v * c[1].x + w * c[2].x, u * c[0].y + v * c[1].y + w * c[2].y,
                     u * c[0].z + v * c[1].z + w * c[2].z});
    };
    add(1, 0, 0), add(0, 1, 0), add(0, 0, 1);
    add(.5, .5, 0), add(0, .5, .5), add(.5, 0, .5), add(1 / 3., 1 / 3., 1 / 3.);
    for (std::uint32_t k = 0; k < samples_; ++k) {
      double u = (random_.within(1000) + 1000) / 2000.0, v = (random_.within(1000) + 1000) / 2000.0;
      if (u + v > 1) u = 1 - u, v = 1 - v;
      add(u, v, 1 - u - v);
    }
    return out;
  }
  // Close enough to each other to see every square of the lookups on the way.
  std::vector<Place> points_on(Place a, Place b) const {
    std::vector<Place> out;
    const double square = std::min(in_old_.square(), in_new_.square());
    const auto n =
        std::max(samples_ + 1, static_cast<std::uint32_t>(2 * std::hypot(b.x - a.x, b.y - a.y) / square) + 1);
    for (std::uint32_t k = 0; k <= n; ++k) {
      const double u = static_cast<double>(k) / n;
      out.push_back({a.x + u * (b.x - a.x), a.y + u * (b.y - a.y), a.z + u * (b.z - a.z)});
    }
    return out;
  }

  bool judge_new(std::uint32_t t) {
    const std::uint32_t patch = old_of_[in_new_.patch(t)];
    const auto c = in_new_.corners(t);
    for (const Place p : points_in(c)) {
      const double off = in_old_.off(p, patch);
      if (off > limits_.height + 1) return fault("more surface, or at another height", p, off);
      const double away = in_old_.to_label(p, before_.label[simple_.source[t]], before_.label);
      if (away > limits_.border + 2) return fault("another label", p, away);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (new_.neighbours[t][i] != kNone) continue;
      for (const Place p : points_on(c[i], c[(i + 1) % 3])) {
        // Ground may rise twice as much as it goes on, up to the old border.
        const double away = in_old_.to_border(p, patch, limits_.height + 1 + 2 * limits_.border);
        if (away > limits_.border + 2) return fault("the new border is too far in", p, away);
      }
    }
    return true;
  }
  bool judge_old(std::uint32_t t) {
    const std::uint32_t patch = new_of_[in_old_.patch(t)];
    const auto c = in_old_.corners(t);
    // Heights where surface was given up may differ by what it rises on the way to what is left.
    const double rise = limits_.height + limits_.border * 2 + 2;
    for (const Place p : points_in(c)) {
      const double off = in_new_.off(p, patch);
      if (off <= limits_.height + 1) continue;
      const double away = in_new_.to_border(p, patch, rise);
      if (away > limits_.border + 2) return fault("something is missing", p, away);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (old_.neighbours[t][i] != kNone) continue;
      for (const Place p : points_on(c[i], c[(i + 1) % 3])) {
        const double away = in_new_.to_border(p, patch, rise);
        if (away > limits_.border + 2) return fault("the old border is too far out", p, away);
      }
    }
    return true;
  }

  // Whether there was surface on a new border a b to either side of an old one c d that it crosses: that of
  // another sheet then, as at the foot of a ramp beside a floor.
  [[nodiscard]] bool covered_around(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d,
                                    std::uint32_t patch) const {
    const double from = turn(place(c), place(d), place(a)), to = turn(place(c), place(d), place(b)),
                 at = from / (from - to), step = 4 / std::hypot(b.x - a.x, b.y - a.y);
    for (const double u : {std::max(0.0, at - step), std::min(1.0, at + step)}) {
      const Place p{a.x + u * (b.x - a.x), a.y + u * (b.y - a.y), a.z + u * (b.z - a.z)};
      if (in_old_.off(p, patch) > limits_.height + 1) return false;
    }
    return true;
  }
  // No new border crosses an old one.
  bool borders_apart() {
    for (std::uint32_t h = 0; h < 3 * new_.triangles.size(); ++h) {
      if (new_.neighbours[h / 3][h % 3] != kNone) continue;
      const LatticePoint a = new_.vertices[new_.from(h)], b = new_.vertices[new_.to(h)];
      // Whatever crosses it is near one of its points.
      for (const Place p : points_on(place(a), place(b))) {
        for (const std::uint32_t t : in_old_.near(p)) {
          if (in_old_.patch(t) != old_of_[in_new_.patch(h / 3)]) continue;
          for (std::uint32_t i = 0; i < 3; ++i) {
            if (old_.neighbours[t][i] != kNone) continue;
            const LatticePoint c = old_.vertices[old_.triangles[t][i]],
                               d = old_.vertices[old_.triangles[t][(i + 1) % 3]];
            if (meet({a.x, a.y}, {b.x, b.y}, {c.x, c.y}, {d.x, d.y}) == Meeting::cross &&
                !covered_around(a, b, c, d, in_old_.patch(t)))
              return fault("a new border crosses an old one", p);
          }
        }
      }
    }
    return true;
  }

  bool keeps_what_it_must() {
    const double was = plan_area(old_), is = plan_area(new_);
    if (is > was) return fault("the surface has grown", {}, is - was);
    if (was - is > limits_.area * was * (1 + 1e-9)) return fault("too much is lost", {}, 1 - is / was);
    if (limits_.border == 0 && is != was) return fault("the border moved", {}, was - is);
    std::vector<LatticePoint> left(simple_.vertices);
    std::sort(left.begin(), left.end());
    std::vector<char> at_border(before_.vertices.size(), 0);
    for (std::uint32_t h = 0; h < 3 * old_.triangles.size(); ++h) {
      const std::uint32_t n = old_.neighbours[h / 3][h % 3];
      if (n == kNone || before_.label[n] != before_.label[h / 3])
        at_border[old_.from(h)] = at_border[old_.to(h)] = 1;
    }
    for (const auto& c : old_.triangles) {
      for (const std::uint32_t v : c) {
        if ((at_border[v] ? limits_.border : limits_.height) == 0 &&
            !std::binary_search(left.begin(), left.end(), old_.vertices[v]))
          return fault("a vertex is gone", place(old_.vertices[v]));
      }
    }
    return true;
  }

  SurfaceView old_, new_;
  const TestSurface& before_;
  const NavSurface& simple_;
  SimplifyLimits limits_;
  std::uint32_t samples_;
  Lookup in_old_, in_new_;
  std::vector<std::uint32_t> old_of_, new_of_;  // patches
  Random random_{1};
  std::ostringstream what_;
};

}  // namespace

double plan_area(const SurfaceView& surface) {
  Int128 doubled = 0;
  for (const auto& c : surface.triangles)
    doubled += orient2d(surface.plan_of(c[0]), surface.plan_of(c[1]), surface.plan_of(c[2]));
  return static_cast<double>(doubled) / 2;
}

std::string simplify_faults(const TestSurface& before, const NavSurface& simple, const SimplifyLimits& limits,
                            std::uint32_t samples) {
  if (std::string faults = mesh_of(before, simple); !faults.empty()) return faults;
  return Judging(before, simple, limits, samples).run();
}

}  // namespace ambula::testing
