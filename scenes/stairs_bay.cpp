// Bodies of stairs, and the free ground they leave. Every body is a strip of pieces between lines, so
// straight and turning flights, ramps and balustrades share one builder. Free ground is known piece by piece:
// tops are free by design (kHeadroom), and the floor loses, under each underside triangle, the part where
// that hangs lower than the agent is tall: a triangle cut by a straight line.
#include "scenes/stairs_bay.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "scenes/angle.h"
#include "scenes/grid.h"

namespace ambula::scenes {
namespace {

Vec3 at(Vec2 p, double z) { return on_grid(Vec3{p.x, p.y, z}); }

double plan_area(Vec3 a, Vec3 b, Vec3 c) { return std::abs(cross(b.xy() - a.xy(), c.xy() - a.xy())) / 2; }

// Plan area of the part of a triangle that lies below `height`.
double area_below(const std::array<Vec3, 3>& t, double height) {
  std::vector<Vec2> kept;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 a = t[i], b = t[(i + 1) % 3];
    if (a.z < height) kept.push_back(a.xy());
    if ((a.z < height) != (b.z < height)) kept.push_back((a + (b - a) * ((height - a.z) / (b.z - a.z))).xy());
  }
  double twice = 0;
  for (std::size_t i = 2; i < kept.size(); ++i) twice += cross(kept[i - 1] - kept[0], kept[i] - kept[0]);
  return std::abs(twice) / 2;
}

Vec2 towards(Vec2 from, Vec2 to, double distance) {
  const Vec2 d = to - from;
  return from + d * (distance / length(d));
}

}  // namespace

Bay::Bay(std::string name, std::string kind) {
  stairs.name = name;
  stairs.kind = std::move(kind);
  floors[0].name = stairs.floors[0] = name + " lower";
  floors[1].name = stairs.floors[1] = name + " upper";
}

void Bay::reach(Vec2 p) {
  min_ = {std::min(min_.x, p.x), std::min(min_.y, p.y)};
  max_ = {std::max(max_.x, p.x), std::max(max_.y, p.y)};
}

// Corners may coincide where a piece tapers to nothing; such triangles are left out.
void Bay::face(std::span<const Vec3> corners) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec3 a = corners[0], b = corners[i - 1], c = corners[i];
    if (cross(b - a, c - a) != Vec3{}) mesh.triangle(a, b, c);
  }
}

void Bay::top(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = cross(b - a, c - a);
  const double size = length(n);
  if (size > 0) tops_.push_back({size / 2, n.z / size});
}

void Bay::cover(Vec3 a, Vec3 b, Vec3 c) { covers_.push_back({a, b, c}); }

void Bay::riser(const Line& line, double low, double high) {
  const Vec3 corners[] = {at(line.left, low), at(line.right, low), at(line.right, high), at(line.left, high)};
  face(corners);
}

// The lip of a tread at `line`, projecting backwards; `behind` is the line before.
void Bay::nosing_front(const Line& line, const Line& behind, double low, double high, Nosing nosing,
                       bool first) {
  const double lip = high - nosing.thickness;
  const Vec2 l = towards(line.left, behind.left, nosing.depth);
  const Vec2 r = towards(line.right, behind.right, nosing.depth);
  riser(line, low, lip);
  riser({l, r}, lip, high);
  const Vec3 under[] = {at(l, lip), at(line.left, lip), at(line.right, lip), at(r, lip)};
  const Vec3 over[] = {at(r, high), at(line.right, high), at(line.left, high), at(l, high)};
  const Vec3 right[] = {at(r, lip), at(line.right, lip), at(line.right, high), at(r, high)};
  const Vec3 left[] = {at(line.left, lip), at(l, lip), at(l, high), at(line.left, high)};
  for (const auto& corners : {under, over, right, left}) face(std::span(corners, 4));
  top(over[0], over[1], over[2]);
  top(over[0], over[2], over[3]);
  if (first) {
    cover(under[0], under[1], under[2]);
    cover(under[0], under[2], under[3]);
  } else {
    // As much of the tread below is hidden.
    tops_.push_back({-plan_area(under[0], under[1], under[2]) - plan_area(under[0], under[2], under[3]), 1});
  }
}

// `joints` are heights on the upright edges at `from` where other faces have corners, upwards.
void Bay::piece_sides(const Line& from, const Line& to, const Piece& piece, std::span<const double> joints) {
  std::vector<Vec3> left{at(to.left, piece.under[1]), at(to.left, piece.top[1]), at(from.left, piece.top[0])};
  std::vector<Vec3> right{at(to.right, piece.under[1]), at(to.right, piece.top[1]),
                          at(from.right, piece.top[0])};
  for (auto z = joints.rbegin(); z != joints.rend(); ++z) {
    left.push_back(at(from.left, *z));
    right.push_back(at(from.right, *z));
  }
  left.push_back(at(from.left, piece.under[0]));
  right.push_back(at(from.right, piece.under[0]));
  std::reverse(left.begin() + 1, left.end());
  face(left);
  face(right);
}

void Bay::body(std::span<const Line> lines, std::span<const Piece> pieces, Nosing nosing) {
  assert(lines.size() == pieces.size() + 1);
  for (const Line& line : lines) {
    reach(line.left);
    reach(line.right);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Line& from = lines[i];
    const Line& to = lines[i + 1];
    const Piece& piece = pieces[i];
    const double low = i == 0 ? piece.under[0] : pieces[i - 1].top[1];
    assert(low <= piece.top[0]);
    std::vector<double> joints;
    if (low > piece.under[0] && low < piece.top[0]) joints.push_back(low);
    if (low < piece.top[0] && nosing.depth > 0) {
      // Before the first line there is none; the one ahead tells the direction.
      const Line behind = i > 0 ? lines[i - 1] : Line{from.left * 2 - to.left, from.right * 2 - to.right};
      nosing_front(from, behind, low, piece.top[0], nosing, i == 0);
      joints.push_back(piece.top[0] - nosing.thickness);
    } else if (low < piece.top[0]) {
      riser(from, low, piece.top[0]);
    }
    piece_sides(from, to, piece, joints);
    const Vec3 over[] = {at(from.right, piece.top[0]), at(to.right, piece.top[1]), at(to.left, piece.top[1]),
                         at(from.left, piece.top[0])};
    const Vec3 under[] = {at(from.left, piece.under[0]), at(to.left, piece.under[1]),
                          at(to.right, piece.under[1]), at(from.right, piece.under[0])};
    face(over);
    face(under);
    top(over[0], over[1], over[2]);
    top(over[0], over[2], over[3]);
    if (piece.under[0] == 0 && piece.under[1] == 0 && piece.top[0] == piece.top[1]) {
      const double area = plan_area(under[0], under[1], under[2]) + plan_area(under[0], under[2], under[3]);
      cores_.push_back({area, piece.top[0]});
    } else {
      cover(under[0], under[1], under[2]);
      cover(under[0], under[2], under[3]);
    }
  }
  const Line& last = lines.back();
  riser({last.right, last.left}, pieces.back().under[1], pieces.back().top[1]);
}

void Bay::board(const Line& from, const Line& to, double top_z, double thickness, double lap) {
  const Line lines[] = {from, to};
  const double under = top_z - thickness;
  const Piece piece[] = {{{top_z, top_z}, {under, under}}};
  body(lines, piece);
  if (lap <= 0) return;
  tops_.push_back({-lap * length(from.left - from.right), 1});
  // The floor under the lap is covered by the board before already, and lower.
  covers_.resize(covers_.size() - 2);
  const Line free{towards(from.left, to.left, lap), towards(from.right, to.right, lap)};
  cover(at(free.left, under), at(to.left, under), at(to.right, under));
  cover(at(free.left, under), at(to.right, under), at(free.right, under));
}

void Bay::slab(Vec2 min, Vec2 max, double top_z, double thickness) {
  const Line lines[] = {{{min.x, max.y}, min}, {max, {max.x, min.y}}};
  const Piece piece[] = {{{top_z, top_z}, {top_z - thickness, top_z - thickness}}};
  body(lines, piece);
}

void Bay::column(std::span<const Vec2> corners, double top_z) {
  std::vector<Vec2> base;
  for (const Vec2 p : corners) base.push_back(at(p, 0).xy());
  mesh.prism(base, 0, on_grid(top_z));
  double area = 0;
  for (std::size_t i = 2; i < base.size(); ++i) {
    area += plan_area(at(base[0], 0), at(base[i - 1], 0), at(base[i], 0));
    top(at(base[0], top_z), at(base[i - 1], top_z), at(base[i], top_z));
  }
  cores_.push_back({area, top_z});
}

void Bay::floor(Vec2 min, Vec2 max, Under bodies) {
  constexpr double kThickness = 0.3;
  reach(min);
  reach(max);
  mesh.box(at(min, -kThickness), at(max, 0));
  floor_area_ = (max.x - min.x) * (max.y - min.y);
  floor_under_ = bodies;
  floors[0].area = floor_area_;
}

double Bay::free_area(const Agent& agent) const {
  const double least = turn(agent.max_slope + 1e-6).cos;
  double area = floor_area_;
  if (floor_under_ == Under::all) {
    for (const Core& core : cores_) area -= core.area;
    for (const auto& triangle : covers_) area -= area_below(triangle, agent.height);
  }
  for (const Top& t : tops_) area += t.up >= least ? t.area : 0;
  return area;
}

double Bay::enclosed_area(const Agent& agent) const {
  double area = 0;
  if (floor_under_ == Under::none) return area;
  for (const Core& core : cores_) area += core.height >= agent.height ? core.area : 0;
  return area;
}

bool Bay::joins(const Agent& agent) const {
  return highest_rise <= agent.max_step + 1e-9 && slope <= agent.max_slope + 1e-6 &&
         stairs.width >= 2 * agent.radius;
}

std::vector<double> heights_of(double from, std::span<const double> rises) {
  std::vector<double> out;
  for (const double rise : rises) out.push_back(from = on_grid(from + rise));
  return out;
}

void add_flight(Bay& bay, std::span<const std::vector<Line>> treads, const FlightShape& shape) {
  assert(shape.heights.size() == treads.size() + 1);
  const auto under = [&](std::size_t tread) {  // at the riser of this tread
    const double base = tread == 0 ? shape.from : shape.heights[tread - 1];
    return shape.solid ? 0.0 : on_grid(std::max(0.0, base - shape.waist));
  };
  std::vector<Line> lines{treads.front().front()};
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < treads.size(); ++i) {
    const std::vector<Line>& tread = treads[i];
    const double top = shape.heights[i], u0 = under(i), u1 = under(i + 1);
    const std::size_t n = tread.size() - 1;
    for (std::size_t k = 0; k < n; ++k) {
      const auto along = [&](std::size_t m) {
        return u0 + (u1 - u0) * static_cast<double>(m) / static_cast<double>(n);
      };
      pieces.push_back({{top, top}, {along(k), along(k + 1)}});
      lines.push_back(tread[k + 1]);
    }
    const Line& a = tread[n / 2];
    const Line& b = tread[(n + 1) / 2];
    const Vec2 middle = (a.left + a.right + b.left + b.right) * 0.25;
    bay.stairs.line.push_back({middle.x, middle.y, top});
  }
  bay.body(lines, pieces, shape.nosing);
  double from = shape.from;
  for (const double z : shape.heights) {
    bay.highest_rise = std::max(bay.highest_rise, z - from);
    from = z;
  }
}

}  // namespace ambula::scenes
