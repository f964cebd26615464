// A border is judged at its middle: what lies over a point a hair beyond it, and what walls stand between.
// The cut ends a border edge where what blocks it ends, so the middle speaks for the whole. How high
// something is counts from the ground at the border to the top of the triangle that blocks, so a leaning side
// is as high as it leans; other ground counts by its height there.
#include "walkable/classify.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr double kBeyond = 3;  // quanta from the border to the point looked at: past all rounding
constexpr double kLean = 1;    // quanta more for walls that lean, by 4 at most
constexpr double kNear = 2;    // quanta: what rounding may do to a height
constexpr double kCopy =
    0.75;  // quanta: a copy of the ground lies within the half its corners were rounded by
constexpr std::size_t kBlock = 512;  // faces a task
constexpr std::size_t kTogether = 16, kManyGroups = 128;

std::size_t after(std::size_t i) { return i == 2 ? 0 : i + 1; }

bool meet(const LatticeBox& a, const LatticeBox& b) {
  return a.low.x <= b.high.x && a.high.x >= b.low.x && a.low.y <= b.high.y && a.high.y >= b.low.y &&
         a.low.z <= b.high.z && a.high.z >= b.low.z;
}

struct Look {
  double x, y, z;  // the middle of the border
  double nx, ny;   // outwards
  double rise;     // of the ground, outwards
  double qx, qy;   // the point beyond
  double qz;       // of the ground, continued to there
};

struct Gradient {
  double x, y;

  explicit Gradient(const std::array<LatticePoint, 3>& t) {
    const double ux = static_cast<double>(t[1].x) - t[0].x, uy = static_cast<double>(t[1].y) - t[0].y,
                 uz = static_cast<double>(t[1].z) - t[0].z;
    const double vx = static_cast<double>(t[2].x) - t[0].x, vy = static_cast<double>(t[2].y) - t[0].y,
                 vz = static_cast<double>(t[2].z) - t[0].z;
    const double nz = ux * vy - uy * vx;
    x = -(uy * vz - uz * vy) / nz;
    y = -(uz * vx - ux * vz) / nz;
  }
};

double side_of(LatticePoint a, LatticePoint b, double x, double y) {
  return (static_cast<double>(b.x) - a.x) * (y - a.y) - (static_cast<double>(b.y) - a.y) * (x - a.x);
}

// Top of an obstacle or ground over the point beyond; 0 where it does not block there.
double top_of_cover(const std::array<LatticePoint, 3>& o, bool ground, double millimetre, double height,
                    const Look& look) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (side_of(o[i], o[after(i)], look.qx, look.qy) < 0) return 0;
  }
  const Gradient slope(o);
  const double d = o[0].z + slope.x * (look.qx - o[0].x) + slope.y * (look.qy - o[0].y) - look.qz;
  const double rise = slope.x * look.nx + slope.y * look.ny;
  // Where the cut followed the line at the agent's height, it is the way the gap goes on that tells.
  if (d > height + kNear || (d >= height - kNear && rise >= look.rise - 1e-9)) return 0;
  if (ground) return d < kCopy ? 0 : std::min(d, height);
  const double top = std::max({o[0].z, o[1].z, o[2].z}) - look.z;
  if (d > millimetre) return std::min(top, height);
  // A steep side that begins at the border and rises away from it.
  return rise > 0 && d > -2 * millimetre && top > millimetre ? std::min(top, height) : 0;
}

// Top of a wall that stands on the border; 0 where it does not. Corners in the order of its trace; one that
// leans may stand `lean` quanta aside.
double top_of_wall(const std::array<LatticePoint, 3>& c, double lean, double least, double height,
                   const Look& look) {
  const double dx = static_cast<double>(c[2].x) - c[0].x, dy = static_cast<double>(c[2].y) - c[0].y;
  const double length2 = dx * dx + dy * dy, length = std::sqrt(length2);
  const double away = (dx * (look.y - c[0].y) - dy * (look.x - c[0].x)) / length;
  if (std::abs(away) > kBeyond + lean) return 0;
  const double s = ((look.x - c[0].x) * dx + (look.y - c[0].y) * dy) / length2;
  if (s < -kBeyond / length || s > 1 + kBeyond / length) return 0;
  const double sm =
      ((static_cast<double>(c[1].x) - c[0].x) * dx + (static_cast<double>(c[1].y) - c[0].y) * dy) / length2;
  const double at = std::clamp(s, 0.0, 1.0);
  const double straight = c[0].z + (static_cast<double>(c[2].z) - c[0].z) * at;
  double bent = c[1].z;
  if (at < sm) {
    bent = c[0].z + (static_cast<double>(c[1].z) - c[0].z) * (at / sm);
  } else if (at > sm) {
    bent = c[1].z + (static_cast<double>(c[2].z) - c[1].z) * ((at - sm) / (1 - sm));
  }
  const double upper = std::max(straight, bent) - look.z, lower = std::min(straight, bent) - look.z;
  return upper > least && lower < height ? std::min(upper, height) : 0;
}

}  // namespace

void classify_borders(Surface& surface, const Obstacles& obstacles, std::int32_t step, Context* context) {
  const Prepared& prepared = obstacles.prepared;
  const double millimetre = obstacles.millimetre, height = prepared.height;
  const double least_wall = std::max(obstacles.weld, obstacles.millimetre);
  const std::int64_t spread = prepared.height / 8;  // of borders that are looked at together
  const std::size_t blocks = (surface.faces.size() + kBlock - 1) / kBlock;
  struct Asked {
    SurfaceFace* face;
    std::size_t i;
    Look look;
    LatticeBox query;
  };
  const auto asked = [&](SurfaceFace& face, std::size_t i) {
    const LatticePoint a = surface.vertices[face.corner[i]], b = surface.vertices[face.corner[after(i)]];
    const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y,
                 length = std::sqrt(dx * dx + dy * dy);
    Look look{};
    look.x = (static_cast<double>(a.x) + b.x) / 2;
    look.y = (static_cast<double>(a.y) + b.y) / 2;
    look.z = (static_cast<double>(a.z) + b.z) / 2;
    look.nx = dy / length;
    look.ny = -dx / length;
    const Gradient slope(prepared.solids[face.source]);
    look.rise = slope.x * look.nx + slope.y * look.ny;
    look.qz = look.z + kBeyond * look.rise;
    look.qx = look.x + kBeyond * look.nx;
    look.qy = look.y + kBeyond * look.ny;
    LatticeBox query;
    query.add({static_cast<std::int32_t>(std::floor(std::min(look.x, look.qx))) - 3,
               static_cast<std::int32_t>(std::floor(std::min(look.y, look.qy))) - 3,
               static_cast<std::int32_t>(std::floor(look.z)) - 2 * obstacles.millimetre});
    query.add(
        {static_cast<std::int32_t>(std::ceil(std::max(look.x, look.qx))) + 3,
         static_cast<std::int32_t>(std::ceil(std::max(look.y, look.qy))) + 3,
         static_cast<std::int32_t>(std::ceil(std::min(std::max(look.z, look.qz) + height + kNear, 2e9)))});
    return Asked{&face, i, look, query};
  };
  // `latest`: what stood highest beyond the border judged before; it often does beyond the next one, too.
  // `groups`: of the tree, all that matter; none where it has to be walked.
  const auto judge = [&](const Asked& question, const std::vector<std::uint32_t>& groups,
                         std::size_t& latest) {
    const Look& look = question.look;
    SurfaceFace& face = *question.face;
    // What ends no higher than the top found so far cannot raise it, and nothing counts above the height.
    const double base = std::min(look.z, look.qz) - 1;
    double top = 0;
    const auto may_raise = [&](std::int32_t high) { return top < height && high - base > top; };
    const auto ask = [&](std::size_t t) {
      const std::array<LatticePoint, 3>& o = prepared.solids[t];
      if (!may_raise(std::max({o[0].z, o[1].z, o[2].z}))) return;
      const Role role = prepared.role[t];
      double found = 0;
      if (role != Role::wall && role != Role::nothing && t != face.source)
        found = top_of_cover(o, role == Role::ground, millimetre, height, look);
      // Of one so steep that it is thin in plan, nothing may be over a point beyond.
      if (obstacles.separates(t)) {
        const auto& order = obstacles.trace_order[obstacles.trace_begin[t]];
        found = std::max(found, top_of_wall({o[order[0]], o[order[1]], o[order[2]]},
                                            role == Role::wall ? 0 : kLean, least_wall, height, look));
      }
      if (found <= top) return;
      top = found;
      latest = t;
    };
    if (latest < prepared.solids.size()) {
      LatticeBox box;
      for (const LatticePoint p : prepared.solids[latest]) box.add(p);
      if (meet(box, question.query)) ask(latest);
    }
    if (!groups.empty()) {
      if (top < height) obstacles.tree.visit(groups, question.query, ask);
    } else {
      obstacles.tree.visit(
          question.query,
          [&](const LatticeBox& box, std::size_t, std::size_t) {
            return may_raise(box.high.z) ? Descend::into : Descend::past;
          },
          ask);
    }
    Border& border = face.border[question.i];
    if (top == 0 && border.kind == BorderKind::wall)
      top = height;  // marked by the cut, and out of sight here
    border.height = static_cast<std::int32_t>(std::nearbyint(top));
    border.kind = top == 0 ? BorderKind::ledge : top <= step ? BorderKind::sill : BorderKind::wall;
  };
  parallel_for(context, blocks, 1, [&](std::size_t begin, std::size_t end) {
    std::size_t latest = prepared.solids.size();
    std::vector<Asked> questions;
    std::vector<std::uint32_t> groups;
    for (std::size_t f = begin * kBlock; f < std::min(surface.faces.size(), end * kBlock); ++f) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (surface.faces[f].neighbour[i] == Surface::kNone) questions.push_back(asked(surface.faces[f], i));
      }
    }
    // One walk of the tree for borders that lie close together.
    for (std::size_t k = 0, next = 0; k < questions.size(); k = next) {
      LatticeBox around;
      for (next = k; next < std::min(questions.size(), k + kTogether); ++next) {
        LatticeBox with = around;
        with.add(questions[next].query.low);
        with.add(questions[next].query.high);
        if (std::max(std::int64_t{with.high.x} - with.low.x, std::int64_t{with.high.y} - with.low.y) > spread)
          break;
        around = with;
      }
      next = std::max(next, k + 1);
      groups.clear();
      if (next - k > 2) obstacles.tree.gather(around, groups);
      if (groups.size() > kManyGroups) groups.clear();
      for (std::size_t q = k; q < next; ++q) judge(questions[q], groups, latest);
    }
  });
}

}  // namespace ambula
