// The parts of buildings. Walls and slabs are sheets: a grid of cells, some of them left out, given a
// thickness; because every face uses the grid's own lines, sheets are closed without a T-junction however
// they are pierced. Roofs, gables, handrails and plain boxes are profiles: a section carried along an axis.
// Flights have their own shape, a saw.
#include "scenes/building_kit.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace ambula::scenes {
namespace {

// The cuts, sorted, with more between them so that no interval is longer than `cell`.
std::vector<double> subdivided(const std::vector<double>& cuts, double cell) {
  std::vector<double> out;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double size = cuts[i + 1] - cuts[i];
    const int n = std::max(1, static_cast<int>(std::ceil(size / cell - 1e-9)));
    for (int k = 0; k < n; ++k) out.push_back(k == 0 ? cuts[i] : on_grid(cuts[i] + size * k / n));
  }
  out.push_back(cuts.back());
  return out;
}

std::vector<double> tidy(std::vector<double> cuts) {
  for (double& c : cuts) c = on_grid(c);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

// A grid in (u, v) with holes, between w0 and w1. Which way u, v and w point is a rotation of x, y and z.
struct BuildingKit::Sheet {
  enum class Lies { flat, along_x, along_y } lies = Lies::flat;
  std::vector<double> us, vs;
  double w0 = 0, w1 = 0;
  std::vector<Rect> holes;  // in (u, v)

  [[nodiscard]] bool filled(double u, double v) const {
    return std::none_of(holes.begin(), holes.end(),
                        [&](const Rect& h) { return u > h.x0 && u < h.x1 && v > h.y0 && v < h.y1; });
  }
};

void BuildingKit::quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const auto emit = [&](Vec3 p, Vec3 q, Vec3 r) {
    if (p != q && q != r && r != p) mesh_.triangle(p, q, r);  // a side may have shrunk to a point
  };
  emit(a, b, c);
  emit(a, c, d);
}

void BuildingKit::sheet(const Sheet& s) {
  const auto us = subdivided(s.us, cell_), vs = subdivided(s.vs, cell_);
  const std::size_t nu = us.size() - 1, nv = vs.size() - 1;
  const auto at = [&](std::size_t i, std::size_t j, double w) {
    switch (s.lies) {
      case Sheet::Lies::along_x:
        return place(us[i], -w, vs[j]);
      case Sheet::Lies::along_y:
        return place(w, us[i], vs[j]);
      case Sheet::Lies::flat:
        break;
    }
    return place(us[i], vs[j], w);
  };
  std::vector<char> full(nu * nv);
  for (std::size_t j = 0; j < nv; ++j) {
    for (std::size_t i = 0; i < nu; ++i) {
      full[j * nu + i] = s.filled((us[i] + us[i + 1]) / 2, (vs[j] + vs[j + 1]) / 2);
    }
  }
  const double a = s.w0, b = s.w1;
  for (std::size_t j = 0; j < nv; ++j) {
    for (std::size_t i = 0; i < nu; ++i) {
      if (!full[j * nu + i]) continue;
      const std::size_t k = i + 1, l = j + 1;
      quad(at(i, j, b), at(k, j, b), at(k, l, b), at(i, l, b));
      quad(at(i, j, a), at(i, l, a), at(k, l, a), at(k, j, a));
      if (i == 0 || !full[j * nu + i - 1]) quad(at(i, j, a), at(i, j, b), at(i, l, b), at(i, l, a));
      if (k == nu || !full[j * nu + k]) quad(at(k, j, a), at(k, l, a), at(k, l, b), at(k, j, b));
      if (j == 0 || !full[(j - 1) * nu + i]) quad(at(i, j, a), at(k, j, a), at(k, j, b), at(i, j, b));
      if (l == nv || !full[l * nu + i]) quad(at(i, l, a), at(i, l, b), at(k, l, b), at(k, l, a));
    }
  }
}

void BuildingKit::wall(const Part& part, const Rect& plan, Axis along, double z0, double z1,
                       std::span<const Opening> openings) {
  begin(part);
  const bool x = along == Axis::x;
  Sheet s;
  s.lies = x ? Sheet::Lies::along_x : Sheet::Lies::along_y;
  s.us = {x ? plan.x0 : plan.y0, x ? plan.x1 : plan.y1};
  s.vs = {z0, z1};
  s.w0 = x ? -plan.y1 : plan.x0;
  s.w1 = x ? -plan.y0 : plan.x1;
  for (const Opening& o : openings) {
    s.us.insert(s.us.end(), {o.from, o.to});
    s.vs.insert(s.vs.end(), {o.bottom, o.top});
    s.holes.push_back({o.from, o.bottom, o.to, o.top});
  }
  s.us = tidy(std::move(s.us));
  s.vs = tidy(std::move(s.vs));
  sheet(s);

  // For the ledger: over each interval along the wall, the runs of wall between its openings.
  for (std::size_t i = 0; i + 1 < s.us.size(); ++i) {
    const Rect strip =
        x ? Rect{s.us[i], plan.y0, s.us[i + 1], plan.y1} : Rect{plan.x0, s.us[i], plan.x1, s.us[i + 1]};
    const double u = (s.us[i] + s.us[i + 1]) / 2;
    for (std::size_t j = 0; j + 1 < s.vs.size();) {
      std::size_t k = j;
      while (k + 1 < s.vs.size() && s.filled(u, (s.vs[k] + s.vs[k + 1]) / 2)) ++k;
      if (k > j) book(strip, level(s.vs[j]), level(s.vs[k]));
      j = std::max(k, j + 1);
    }
  }
}

void BuildingKit::slab(const Part& part, const Rect& plan, double z0, double z1,
                       std::span<const Rect> holes) {
  begin(part);
  Sheet s;
  s.us = {plan.x0, plan.x1};
  s.vs = {plan.y0, plan.y1};
  s.w0 = z0;
  s.w1 = z1;
  for (const Rect& h : holes) {
    s.us.insert(s.us.end(), {h.x0, h.x1});
    s.vs.insert(s.vs.end(), {h.y0, h.y1});
    s.holes.push_back(h);
  }
  s.us = tidy(std::move(s.us));
  s.vs = tidy(std::move(s.vs));
  sheet(s);
  for (std::size_t j = 0; j + 1 < s.vs.size(); ++j) {
    for (std::size_t i = 0; i + 1 < s.us.size(); ++i) {
      const Rect cell{s.us[i], s.vs[j], s.us[i + 1], s.vs[j + 1]};
      if (s.filled((cell.x0 + cell.x1) / 2, (cell.y0 + cell.y1) / 2)) book(cell, level(z0), level(z1));
    }
  }
}

void BuildingKit::frame(const Part& part, const Rect& wall_plan, Axis along, const Opening& clear,
                        double size, bool bottom) {
  constexpr double kProud = 0.01;
  const Opening outer{clear.from - size, clear.to + size, bottom ? clear.bottom - size : clear.bottom,
                      clear.top + size};
  const Rect plan = along == Axis::x
                        ? Rect{outer.from, wall_plan.y0 - kProud, outer.to, wall_plan.y1 + kProud}
                        : Rect{wall_plan.x0 - kProud, outer.from, wall_plan.x1 + kProud, outer.to};
  wall(part, plan, along, outer.bottom, outer.top, std::array{clear});
}

void BuildingKit::solid_profile(Axis axis, double lo, double hi, std::span<const Station> stations,
                                double cell) {
  // (a, t, z) is right-handed for both axes: a runs along x, or against y.
  const bool y = axis == Axis::y;
  const auto as =
      subdivided(y ? std::vector{on_grid(lo), on_grid(hi)} : std::vector{on_grid(-hi), on_grid(-lo)}, cell);
  const auto at = [&](double a, double t, double z) { return y ? place(a, t, z) : place(t, -a, z); };

  std::vector<Station> cuts;
  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    const Station &p = stations[i], &q = stations[i + 1];
    for (const double t : subdivided({p.at, q.at}, cell)) {
      const double s = (t - p.at) / (q.at - p.at);
      if (t == q.at) break;
      cuts.push_back({t, p.bottom + (q.bottom - p.bottom) * s, p.top + (q.top - p.top) * s});
    }
  }
  cuts.push_back(stations.back());

  for (std::size_t i = 0; i + 1 < as.size(); ++i) {
    const double a = as[i], b = as[i + 1];
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      const Station &p = cuts[k], &q = cuts[k + 1];
      quad(at(a, p.at, p.top), at(b, p.at, p.top), at(b, q.at, q.top), at(a, q.at, q.top));
      quad(at(a, p.at, p.bottom), at(a, q.at, q.bottom), at(b, q.at, q.bottom), at(b, p.at, p.bottom));
    }
    const Station &p = cuts.front(), &q = cuts.back();
    quad(at(a, p.at, p.bottom), at(b, p.at, p.bottom), at(b, p.at, p.top), at(a, p.at, p.top));
    quad(at(a, q.at, q.bottom), at(a, q.at, q.top), at(b, q.at, q.top), at(b, q.at, q.bottom));
  }
  const double a = as.front(), b = as.back();
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const Station &p = cuts[k], &q = cuts[k + 1];
    quad(at(a, p.at, p.bottom), at(a, p.at, p.top), at(a, q.at, q.top), at(a, q.at, q.bottom));
    quad(at(b, p.at, p.bottom), at(b, q.at, q.bottom), at(b, q.at, q.top), at(b, p.at, p.top));
  }

  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    const Station &p = stations[i], &q = stations[i + 1];
    if (y) {
      book({lo, p.at, hi, q.at}, rising_y(p.at, p.bottom, q.at, q.bottom),
           rising_y(p.at, p.top, q.at, q.top));
    } else {
      book({p.at, lo, q.at, hi}, rising_x(p.at, p.bottom, q.at, q.bottom),
           rising_x(p.at, p.top, q.at, q.top));
    }
  }
}

void BuildingKit::profile(const Part& part, Axis axis, double lo, double hi,
                          std::span<const Station> stations) {
  begin(part);
  std::vector<Station> rounded;
  for (const Station& s : stations) rounded.push_back({on_grid(s.at), on_grid(s.bottom), on_grid(s.top)});
  solid_profile(axis, on_grid(lo), on_grid(hi), rounded, cell_);
}

void BuildingKit::boxes(const Part& part, std::span<const Rect> plans, double z0, double z1) {
  begin(part);
  for (const Rect& plan : plans) {
    const Rect r = on_grid(plan);
    if (r.empty()) continue;
    mesh_.box(place(r.x0, r.y0, z0), place(r.x1, r.y1, z1));
    book(r, level(z0), level(z1));
  }
}

void BuildingKit::box(const Part& part, const Rect& plan, double z0, double z1) {
  boxes(part, std::array{plan}, z0, z1);
}

void BuildingKit::flight(const Part& part, const Rect& plan, Heading heading, double z0, double z1,
                         int treads, bool solid) {
  assert(treads >= 1);
  begin(part);
  const bool along_x = heading == Heading::east || heading == Heading::west;
  const bool forward = heading == Heading::east || heading == Heading::north;
  const double size = along_x ? plan.width() : plan.depth(), across = along_x ? plan.depth() : plan.width();
  // s upwards along the flight, w to the left of it.
  const auto along = [&](double s) {
    return along_x ? (forward ? plan.x0 + s : plan.x1 - s) : (forward ? plan.y0 + s : plan.y1 - s);
  };
  const auto at = [&](double s, double w, double z) {
    switch (heading) {
      case Heading::east:
        return place(along(s), plan.y0 + w, z);
      case Heading::west:
        return place(along(s), plan.y1 - w, z);
      case Heading::north:
        return place(plan.x1 - w, along(s), z);
      case Heading::south:
        break;
    }
    return place(plan.x0 + w, along(s), z);
  };
  const auto step = [&](int i) { return on_grid(z0 + (z1 - z0) * i / (treads + 1)); };
  const auto under = [&](int i) { return solid || i == 0 ? on_grid(z0) : step(i - 1); };

  for (int i = 0; i < treads; ++i) {
    const double s = size * i / treads, t = size * (i + 1) / treads, w = across;
    const double low = step(i), top = step(i + 1), b0 = under(i), b1 = under(i + 1);
    quad(at(s, 0, top), at(t, 0, top), at(t, w, top), at(s, w, top));
    quad(at(s, 0, low), at(s, 0, top), at(s, w, top), at(s, w, low));
    quad(at(s, 0, b0), at(s, w, b0), at(t, w, b1), at(t, 0, b1));
    // Either flank is a fan of three: the corner where this riser meets the tread below lies on its edge.
    for (const double side : {0.0, w}) {
      const Vec3 br = at(t, side, b1), tr = at(t, side, top), tl = at(s, side, top), ml = at(s, side, low),
                 bl = at(s, side, b0);
      for (const auto& [p, q] : {std::pair{tr, tl}, {tl, ml}, {ml, bl}}) {
        if (p != q) side == 0 ? mesh_.triangle(br, p, q) : mesh_.triangle(br, q, p);
      }
    }
    const double p = along(s), q = along(t);
    if (along_x)
      book({std::min(p, q), plan.y0, std::max(p, q), plan.y1}, rising_x(p, b0, q, b1), level(top));
    else
      book({plan.x0, std::min(p, q), plan.x1, std::max(p, q)}, rising_y(p, b0, q, b1), level(top));
  }
  const double last = step(treads), b = under(treads);
  quad(at(size, 0, b), at(size, across, b), at(size, across, last), at(size, 0, last));
}

void BuildingKit::skirting(const Part& part, std::span<const Vec2> outline, double z,
                           std::span<const Rect> gaps) {
  constexpr double kThick = 0.015, kHigh = 0.08;
  std::vector<Rect> boards;
  const std::size_t n = outline.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = outline[(i + n - 1) % n], a = outline[i], b = outline[(i + 1) % n];
    const Vec2 d = (b - a) * (1 / length(b - a)), left{-d.y, d.x};
    // At an inner corner the board starts behind the one before it.
    const double start = cross(a - before, b - a) > 0 ? kThick : 0;
    struct Span {
      double from, to;
    };
    std::vector<Span> spans{{start, length(b - a)}};
    const auto board = [&](const Span& s) {
      const Vec2 p = a + d * s.from, q = a + d * s.to + left * kThick;
      return on_grid(Rect{std::min(p.x, q.x), std::min(p.y, q.y), std::max(p.x, q.x), std::max(p.y, q.y)});
    };
    for (const Rect& gap : gaps) {
      std::vector<Span> rest;
      for (const Span& s : spans) {
        const Rect hit = common(board(s), gap);
        if (hit.empty()) {
          rest.push_back(s);
          continue;
        }
        const double g0 = dot(Vec2{hit.x0, hit.y0} - a, d), g1 = dot(Vec2{hit.x1, hit.y1} - a, d);
        rest.push_back({s.from, std::min(g0, g1)});
        rest.push_back({std::max(g0, g1), s.to});
      }
      spans = std::move(rest);
    }
    for (const Span& s : spans) {
      if (s.to - s.from > 0.02) boards.push_back(board(s));
    }
  }
  boxes(part, boards, z, z + kHigh);
}

void BuildingKit::railing(const Part& part, const Rect& plan, Axis axis, Incline top,
                          std::span<const double> posts, const std::function<double(double)>& floor) {
  constexpr double kRail = 0.05, kInto = 0.02;
  begin(part);
  const bool x = axis == Axis::x;
  const double t0 = on_grid(x ? plan.x0 : plan.y0), t1 = on_grid(x ? plan.x1 : plan.y1);
  const double lo = on_grid(x ? plan.y0 : plan.x0), hi = on_grid(x ? plan.y1 : plan.x1);
  const auto rail_at = [&](double t) { return on_grid(top.at(t, t)); };
  const std::array stations{Station{t0, on_grid(rail_at(t0) - kRail), rail_at(t0)},
                            Station{t1, on_grid(rail_at(t1) - kRail), rail_at(t1)}};
  solid_profile(axis, lo, hi, stations, std::numeric_limits<double>::infinity());
  const double inset = (hi - lo) * 0.15, half = (hi - lo) * 0.35;
  for (const double t : posts) {
    const Rect r = on_grid(x ? Rect{t - half, lo + inset, t + half, hi - inset}
                             : Rect{lo + inset, t - half, hi - inset, t + half});
    const double z0 = on_grid(floor(t)), z1 = on_grid(rail_at(t) - kRail + kInto);
    mesh_.box(place(r.x0, r.y0, z0), place(r.x1, r.y1, z1));
    book(r, level(z0), level(z1));
  }
}

void BuildingKit::gable_roof(std::string_view name, const Rect& walls, const Roof& roof) {
  const bool x = roof.ridge == Axis::x;
  const Axis across = x ? Axis::y : Axis::x;
  const double t0 = x ? walls.y0 : walls.x0, t1 = x ? walls.y1 : walls.x1, middle = (t0 + t1) / 2;
  const double a0 = x ? walls.x0 : walls.y0, a1 = x ? walls.x1 : walls.y1;
  const auto height = [&](double t) {
    return on_grid(roof.eaves + roof.rise * (t < middle ? t - t0 : t1 - t));
  };
  std::vector<Station> stations, gable;
  for (const double t : {t0 - roof.overhang, middle, t1 + roof.overhang}) {
    stations.push_back({t, height(t), height(t) + roof.thickness});
  }
  for (const double t : {t0, middle, t1}) gable.push_back({t, roof.eaves, height(t)});
  profile({std::string(name), "IfcRoof", "tiles"}, across, a0 - roof.overhang, a1 + roof.overhang, stations);
  profile({std::string(name) + " gable 1", "IfcWall", "brick"}, across, a0, a0 + roof.gable, gable);
  profile({std::string(name) + " gable 2", "IfcWall", "brick"}, across, a1 - roof.gable, a1, gable);
}

}  // namespace ambula::scenes
