// Pieces of furniture. They are put together from four shapes, each convex or a height field, so that which
// of its facets see the sky is known as it is made: a board with a rounded edge, a turned leg, a cushion, and
// a bar (a convex section drawn along a line). A piece is laid out so that its shapes either share its plan
// out among them, or stand inside a level part of another: then that part loses their footprint.
#include "scenes/furniture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "scenes/angle.h"
#include "scenes/plan.h"

namespace ambula::scenes {
namespace {

constexpr double kDegree = kPi / 180;

enum class Seen { no, yes };

class Carpenter {
 public:
  Furniture piece;

  void triangle(Vec3 a, Vec3 b, Vec3 c, Seen seen) {
    for (Vec3* p : {&a, &b, &c}) *p = on_grid(*p);
    if (length(cross(b - a, c - a)) < 1e-12) return;
    piece.triangles.push_back({a, b, c});
    if (seen == Seen::yes && cross(b - a, c - a).z > 0) piece.exposed.push_back({a, b, c, 1});
  }
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Seen seen) {
    triangle(a, b, c, seen);
    triangle(a, c, d, seen);
  }
  // A level exposed facet at z has lost the inside of this convex outline to what stands there.
  void covers(std::span<const Vec2> outline, double z) {
    for (std::size_t i = 2; i < outline.size(); ++i) {
      const auto at = [&](std::size_t k) { return on_grid(Vec3{outline[k].x, outline[k].y, z}); };
      piece.exposed.push_back({at(0), at(i - 1), at(i), -1});
    }
  }
  void covers(const Rect& r, double z) {
    covers(std::array<Vec2, 4>{{{r.x0, r.y0}, {r.x1, r.y0}, {r.x1, r.y1}, {r.x0, r.y1}}}, z);
  }

  // Between rings of equal size, bottom first, closed by fans at both ends. Rings counter-clockwise.
  void rings(const std::vector<std::vector<Vec3>>& all, Seen seen);
  void box(const Rect& r, double z0, double z1, Seen seen);
  void leg(Vec2 at, double z1, double radius, int segments = 10);
  void cushion(const Rect& r, double z0, double side, double bulge, int cells);
  void bar(bool along_x, double from, double to, std::span<const Vec2> section, int pieces, Seen seen);
};

void Carpenter::rings(const std::vector<std::vector<Vec3>>& all, Seen seen) {
  const std::size_t n = all.front().size();
  const auto middle = [](const std::vector<Vec3>& ring) {
    Vec3 sum;
    for (const Vec3 p : ring) sum = sum + p;
    return sum * (1.0 / static_cast<double>(ring.size()));
  };
  const Vec3 low = middle(all.front()), high = middle(all.back());
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    triangle(low, all.front()[j], all.front()[i], Seen::no);
    triangle(high, all.back()[i], all.back()[j], seen);
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
      quad(all[k][i], all[k][j], all[k + 1][j], all[k + 1][i], seen);
    }
  }
}

void Carpenter::box(const Rect& r, double z0, double z1, Seen seen) {
  std::vector<std::vector<Vec3>> all;
  for (const double z : {z0, z1})
    all.push_back({{r.x0, r.y0, z}, {r.x1, r.y0, z}, {r.x1, r.y1, z}, {r.x0, r.y1, z}});
  rings(all, seen);
}

// A rounded rectangle, or with `corner` half its size a disc, drawn in by `inset`.
std::vector<Vec2> rounded(const Rect& r, double corner, double inset, int segments) {
  std::vector<Vec2> out;
  const double cx[] = {r.x1 - corner, r.x0 + corner, r.x0 + corner, r.x1 - corner};
  const double cy[] = {r.y1 - corner, r.y1 - corner, r.y0 + corner, r.y0 + corner};
  for (int q = 0; q < 4; ++q) {
    for (int i = 0; i <= segments; ++i) {
      // On a disc each quarter begins where the one before ended.
      if (i == segments && r.width() == 2 * corner && r.depth() == 2 * corner) continue;
      const double angle = (q + static_cast<double>(i) / segments) * kPi / 2;
      out.push_back({cx[q] + (corner - inset) * std::cos(angle), cy[q] + (corner - inset) * std::sin(angle)});
    }
  }
  return out;
}

std::vector<Vec3> at_height(const std::vector<Vec2>& ring, double z) {
  std::vector<Vec3> out;
  for (const Vec2 p : ring) out.push_back({p.x, p.y, z});
  return out;
}

double area_of(std::span<const Vec2> ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto at = [&](std::size_t k) { return on_grid(ring[k]); };
    twice += cross(at(i), at((i + 1) % ring.size()));
  }
  return twice / 2;
}

// A board between z0 and z1 whose upper edge is rounded off by `edge`; returns its outline.
std::vector<Vec2> board(Carpenter& c, const Rect& r, double corner, double z0, double z1, double edge,
                        int segments) {
  constexpr int kEdge = 4;  // facets at 11, 34, 56 and 79 degrees: none near a slope anyone asks for
  std::vector<std::vector<Vec3>> all{at_height(rounded(r, corner, 0, segments), z0)};
  for (int i = 0; i <= kEdge; ++i) {
    const double angle = kPi / 2 * i / kEdge;
    all.push_back(at_height(rounded(r, corner, edge * (1 - std::cos(angle)), segments),
                            z1 - edge * (1 - std::sin(angle))));
  }
  c.rings(all, Seen::yes);
  return rounded(r, corner, 0, segments);
}

// A turned leg: thick, thin, a ring, thick. Its upper end lies inside what it carries.
void Carpenter::leg(Vec2 at, double z1, double radius, int segments) {
  static constexpr std::array<Vec2, 9> kShape{{{0.55, 0},
                                               {0.7, 0.04},
                                               {0.6, 0.2},
                                               {0.75, 0.5},
                                               {1, 0.56},
                                               {0.75, 0.62},
                                               {0.85, 0.7},
                                               {1, 0.85},
                                               {1, 1}}};
  std::vector<std::vector<Vec3>> all;
  for (const Vec2 p : kShape) {
    std::vector<Vec3> ring;
    for (int i = 0; i < segments; ++i) {
      const double angle = 2 * kPi * i / segments;
      ring.push_back(
          {at.x + radius * p.x * std::cos(angle), at.y + radius * p.x * std::sin(angle), z1 * p.y});
    }
    all.push_back(std::move(ring));
  }
  rings(all, Seen::no);
}

void Carpenter::cushion(const Rect& r, double z0, double side, double bulge, int cells) {
  const auto fall = [](double t) { return 1 - std::pow(2 * t - 1, 4); };
  const auto top = [&](int i, int j) {
    const double u = static_cast<double>(i) / cells, v = static_cast<double>(j) / cells;
    return Vec3{r.x0 + r.width() * u, r.y0 + r.depth() * v, z0 + side + bulge * fall(u) * fall(v)};
  };
  const auto down = [&](Vec3 p) { return Vec3{p.x, p.y, z0}; };
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      // Cut along the shorter way down, so that the dome is the same seen from its four corners.
      const bool other = (2 * i < cells) == (2 * j < cells);
      const Vec3 p = top(i, j), q = top(i + 1, j), s = top(i + 1, j + 1), t = top(i, j + 1);
      other ? quad(p, q, s, t, Seen::yes) : quad(q, s, t, p, Seen::yes);
    }
  }
  const Vec3 middle{(r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2, z0};
  const auto edge = [&](Vec3 a, Vec3 b) {  // counter-clockwise
    quad(down(a), down(b), b, a, Seen::no);
    triangle(middle, down(b), down(a), Seen::no);
  };
  for (int i = 0; i < cells; ++i) {
    edge(top(i, 0), top(i + 1, 0));
    edge(top(cells, i), top(cells, i + 1));
    edge(top(cells - i, cells), top(cells - i - 1, cells));
    edge(top(0, cells - i), top(0, cells - i - 1));
  }
}

// `section` is convex, in (across, up), counter-clockwise when one looks along the bar's own direction
// backwards.
void Carpenter::bar(bool along_x, double from, double to, std::span<const Vec2> section, int pieces,
                    Seen seen) {
  // Along y, across is x; along x, across runs against y, so that both are turned the same way.
  const auto at = [&](double t, Vec2 p) { return along_x ? Vec3{t, -p.x, p.y} : Vec3{p.x, t, p.y}; };
  const std::size_t n = section.size();
  Vec2 middle;
  for (const Vec2 p : section) middle = middle + p * (1.0 / static_cast<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 p = section[i], q = section[(i + 1) % n];
    triangle(at(from, middle), at(from, p), at(from, q), Seen::no);
    triangle(at(to, middle), at(to, q), at(to, p), Seen::no);
    for (int k = 0; k < pieces; ++k) {
      const double t0 = from + (to - from) * k / pieces, t1 = from + (to - from) * (k + 1) / pieces;
      quad(at(t0, p), at(t1, p), at(t1, q), at(t0, q), seen);
    }
  }
}

// From `x0` to `x1` at z0, upright on the x1 side, leaning by `lean` on the other, round on top.
std::vector<Vec2> section(double x0, double x1, double z0, double z1, double lean, int segments) {
  const double left = x0 + lean, radius = (x1 - left) / 2;
  std::vector<Vec2> out{{x0, z0}, {x1, z0}};
  for (int i = 0; i <= segments; ++i) {
    const double angle = kPi * i / segments;
    out.push_back({(left + x1) / 2 + radius * std::cos(angle), z1 - radius + radius * std::sin(angle)});
  }
  return out;
}

Rect centred(double width, double depth) { return {-width / 2, -depth / 2, width / 2, depth / 2}; }

void four_legs(Carpenter& c, const Rect& r, double inset, double z, double radius) {
  for (const double x : {r.x0 + inset, r.x1 - inset}) {
    for (const double y : {r.y0 + inset, r.y1 - inset}) c.leg({x, y}, z, radius);
  }
}

void chair(Carpenter& c, Random& random) {
  const double seat = on_grid(random.between(0.43, 0.47)), height = on_grid(seat + random.between(0.4, 0.5));
  const Rect r = centred(0.44, 0.44);
  c.piece.covered = area_of(board(c, r, 0.06, seat - 0.04, seat, 0.015, 5));
  four_legs(c, r, 0.06, seat - 0.02, 0.024);
  const Rect rail{-0.18, 0.15, 0.18, 0.19};  // over posts and spindles, within the seat's level part
  c.bar(true, rail.x0, rail.x1, section(-rail.y1, -rail.y0, height - 0.1, height, 0.005, 8), 6, Seen::yes);
  c.covers(rail, seat);
  for (const double x : {-0.16, -0.08, 0.0, 0.08, 0.16}) {
    std::vector<std::vector<Vec3>> post;
    for (const double z : {seat - 0.02, (seat + height) / 2, height - 0.08}) {
      post.push_back(at_height(rounded({x - 0.012, 0.158, x + 0.012, 0.182}, 0.012, 0, 2), z));
    }
    c.rings(post, Seen::no);
  }
  c.piece.name = "Chair";
  c.piece.material = "timber";
  c.piece.half = {0.22, 0.22};
  c.piece.height = height;
}

void table(Carpenter& c, FurnitureKind kind, Random& random) {
  const bool round = kind == FurnitureKind::round_table, low = kind == FurnitureKind::coffee_table;
  const double z = on_grid(low ? random.between(0.42, 0.48) : random.between(0.72, 0.76));
  const double width = on_grid(round ? random.between(0.9, 1.2)
                               : low ? random.between(0.8, 1.1)
                                     : random.between(1.2, 1.7));
  const double depth = round ? width : on_grid(low ? random.between(0.45, 0.6) : random.between(0.75, 0.9));
  const Rect r = centred(width, depth);
  c.piece.covered = area_of(board(c, r, round ? width / 2 : 0.08, z - 0.035, z, 0.012, round ? 12 : 6));
  if (round) {
    c.leg({0, 0}, z - 0.02, 0.09, 20);
    for (int i = 0; i < 3; ++i) {
      const double angle = 2 * kPi * i / 3;
      c.leg({0.3 * std::cos(angle), 0.3 * std::sin(angle)}, z - 0.02, 0.025);
    }
  } else {
    four_legs(c, r, 0.1, z - 0.02, low ? 0.03 : 0.04);
  }
  c.piece.name = "Table";
  c.piece.material = "timber";
  c.piece.half = {width / 2, depth / 2};
  c.piece.height = z;
}

void sofa(Carpenter& c, Random& random) {
  const int seats = 2 + static_cast<int>(random.below(2));
  const double arm = 0.16, back = 0.2, depth = on_grid(random.between(0.82, 0.9));
  const double width = on_grid(seats * random.between(0.62, 0.68) + 2 * arm), base = 0.3;
  const double x0 = on_grid(-width / 2 + arm), x1 = -x0, y0 = -depth / 2, y1 = on_grid(depth / 2 - back);
  // Arms, back and base share the plan out; cushions stand on the base.
  for (const double x : {-width / 2, x1}) {
    c.bar(false, y0, depth / 2, section(x, x + arm, 0.04, 0.6, 0, 8), 8, Seen::yes);
  }
  c.bar(true, x0, x1, section(-depth / 2, -y1, 0.04, 0.86, 0, 8), 10, Seen::yes);
  c.box({x0, y0, x1, y1}, 0.08, base, Seen::yes);
  for (const double x : {x0 + 0.08, x1 - 0.08}) {
    for (const double y : {y0 + 0.08, y1 - 0.08}) c.leg({x, y}, 0.1, 0.03);
  }
  const double place = (x1 - x0) / seats;
  for (int i = 0; i < seats; ++i) {
    const Rect seat =
        on_grid(Rect{x0 + place * i + 0.006, y0 + 0.005, x0 + place * (i + 1) - 0.006, y1 - 0.006});
    c.cushion(seat, base, 0.125, 0.05, 14);
    c.covers(seat, base);
  }
  c.piece.name = "Sofa";
  c.piece.material = "fabric";
  c.piece.at_wall = true;
  c.piece.half = {width / 2, depth / 2};
  c.piece.height = 0.86;
  c.piece.covered = width * depth;
}

void bed(Carpenter& c, Random& random) {
  const double width = random.below(2) ? 0.9 : 1.4, length = 2.08, board_depth = 0.08;
  const double x0 = -width / 2, x1 = width / 2, y0 = -length / 2, y1 = on_grid(length / 2 - board_depth);
  c.box({x0, y0, x1, y1}, 0.1, 0.26, Seen::yes);
  four_legs(c, {x0, y0, x1, y1}, 0.08, 0.12, 0.03);
  c.bar(true, x0, x1, section(-length / 2, -y1, 0.05, 0.92, 0, 8), 8, Seen::yes);
  const Rect mattress{x0 + 0.01, y0 + 0.01, x1 - 0.01, y1 - 0.01};
  c.covers(board(c, mattress, 0.12, 0.26, 0.46, 0.05, 6), 0.26);
  const int pillows = width > 1 ? 2 : 1;
  for (int i = 0; i < pillows; ++i) {
    const double place = (mattress.width() - 0.2) / pillows, x = mattress.x0 + 0.1 + place * i;
    const Rect pillow = on_grid(Rect{x + 0.02, mattress.y1 - 0.5, x + place - 0.02, mattress.y1 - 0.14});
    c.cushion(pillow, 0.46, 0.03, 0.08, 12);
    c.covers(pillow, 0.46);
  }
  c.piece.name = "Bed";
  c.piece.material = "fabric";
  c.piece.at_wall = true;
  c.piece.half = {width / 2, length / 2};
  c.piece.height = 0.92;
  c.piece.covered = width * length;
}

void shelf(Carpenter& c, Random& random) {
  const double width = on_grid(random.between(0.7, 1.1)), depth = 0.3, thick = 0.025;
  const int boards = 4 + static_cast<int>(random.below(3));
  const double space = 0.33;
  const Rect r = centred(width, depth);
  double z = 0.05;
  for (int i = 0; i < boards; ++i) {
    const bool last = i + 1 == boards;
    c.box(r, z, z + thick, last ? Seen::yes : Seen::no);
    z = on_grid(z + thick);
    if (last) break;
    // Sides stop at every board: an upright a metre long would have floor in its core.
    c.box({r.x0, r.y0, r.x0 + thick, r.y1}, z, z + space, Seen::no);
    c.box({r.x1 - thick, r.y0, r.x1, r.y1}, z, z + space, Seen::no);
    double x = r.x0 + thick + 0.004;
    while (true) {
      const double book = on_grid(random.between(0.02, 0.05));
      if (x + book > r.x1 - thick - 0.05) break;
      c.box({x, r.y1 - random.between(0.16, 0.26), x + book, r.y1 - 0.01}, z, z + random.between(0.2, 0.3),
            Seen::no);
      x = on_grid(x + book + 0.002);
    }
    z = on_grid(z + space);
  }
  for (const double x : {r.x0 + 0.05, r.x1 - 0.05}) {
    for (const double y : {r.y0 + 0.05, r.y1 - 0.05}) c.leg({x, y}, 0.06, 0.025);
  }
  c.piece.name = "Shelf";
  c.piece.material = "timber";
  c.piece.at_wall = true;
  c.piece.half = {width / 2, depth / 2};
  c.piece.height = z;
  c.piece.covered = width * depth;
}

// m² of a facet below z: what is left of the triangle, cut at that height.
double area_below(const Facet& f, double z) {
  std::array<Vec3, 3> p{f.a, f.b, f.c};
  std::sort(p.begin(), p.end(), [](Vec3 a, Vec3 b) { return a.z < b.z; });
  const double whole = length(cross(f.b - f.a, f.c - f.a)) / 2;
  if (p[2].z <= z) return whole;
  if (p[0].z > z) return 0;
  // Below the middle corner what is left is a triangle at the lowest corner; above it, a triangle at the
  // highest is missing. Areas go with the square of height.
  const double all = p[2].z - p[0].z;
  if (z < p[1].z) return whole * (z - p[0].z) * (z - p[0].z) / (all * (p[1].z - p[0].z));
  return whole * (1 - (p[2].z - z) * (p[2].z - z) / (all * (p[2].z - p[1].z)));
}

}  // namespace

Furniture make_furniture(FurnitureKind kind, Random& random) {
  Carpenter c;
  switch (kind) {
    case FurnitureKind::chair:
      chair(c, random);
      break;
    case FurnitureKind::table:
    case FurnitureKind::round_table:
    case FurnitureKind::coffee_table:
      table(c, kind, random);
      break;
    case FurnitureKind::sofa:
      sofa(c, random);
      break;
    case FurnitureKind::bed:
      bed(c, random);
      break;
    case FurnitureKind::shelf:
      shelf(c, random);
      break;
  }
  return std::move(c.piece);
}

double exposed_area(const Furniture& piece, double slope, double top) {
  const double least = std::cos((slope + 1e-6) * kDegree);
  double sum = 0;
  for (const Facet& f : piece.exposed) {
    const Vec3 n = cross(f.b - f.a, f.c - f.a);
    if (n.z >= least * length(n)) sum += f.weight * area_below(f, top);
  }
  return sum;
}

}  // namespace ambula::scenes
