// Only borders of ghosts that are no walls matter, and inside a solid there are hardly any: they go into a
// tree, and the other borders ask it. Whether two borders are in contact is looked into only where one side
// is reached already, in the order in which components are reached.
#include "walkable/reached.h"

#include <algorithm>
#include <cmath>

#include "ambula/vec.h"

namespace ambula {
namespace {

constexpr double kTie = 10;        // quanta: rounding, and what closing cracks moves
constexpr double kFacing = -0.25;  // at most: the scalar product of the borders' directions outwards
constexpr double kInset = 100;     // quanta: how far inside the two components the way between them begins

struct OpenBorder {
  std::uint32_t component;
  Vec3 a, b;
  Vec2 out;  // unit length
};

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

LatticeBox box_of(const OpenBorder& e, double plan, double up) {
  const auto down_to = [](double v) { return static_cast<std::int32_t>(std::floor(std::max(v, -5e8))); };
  const auto up_to = [](double v) { return static_cast<std::int32_t>(std::ceil(std::min(v, 5e8))); };
  LatticeBox box;
  box.low = {down_to(std::min(e.a.x, e.b.x) - plan), down_to(std::min(e.a.y, e.b.y) - plan),
             down_to(std::min(e.a.z, e.b.z) - up)};
  box.high = {up_to(std::max(e.a.x, e.b.x) + plan), up_to(std::max(e.a.y, e.b.y) + plan),
              up_to(std::max(e.a.z, e.b.z) + up)};
  return box;
}

// Where on the border's line, 0 .. 1 on the border, it comes nearest to p in plan.
double foot_on(const OpenBorder& e, Vec3 p) {
  const Vec2 d = e.b.xy() - e.a.xy();
  return dot(p.xy() - e.a.xy(), d) / dot(d, d);
}
Vec3 at(const OpenBorder& e, double part) { return e.a + (e.b - e.a) * part; }

bool crosses(const std::array<LatticePoint, 3>& t, Vec3 p, Vec3 q) {
  const Vec3 a = to_vec(t[0]), b = to_vec(t[1]), c = to_vec(t[2]);
  const Vec3 n = cross(b - a, c - a);
  const double from = dot(n, p - a), to = dot(n, q - a);
  if (from * to >= 0) return false;
  const Vec3 x = p + (q - p) * (from / (from - to));
  return dot(cross(b - a, x - a), n) >= 0 && dot(cross(c - b, x - b), n) >= 0 &&
         dot(cross(a - c, x - c), n) >= 0;
}

class Spread {
 public:
  Spread(const ReachedInput& input, std::vector<char>& ghost) : input_(input), ghost_(ghost) {}

  std::uint32_t run() {
    collect();
    if (ghosts_.empty()) return 0;
    find_pairs();
    return spread();
  }

 private:
  void collect();
  void find_pairs();
  std::uint32_t spread();
  [[nodiscard]] bool touch(const OpenBorder& e, const OpenBorder& g) const;
  [[nodiscard]] bool passes(const OpenBorder& e, Vec3 p, const OpenBorder& g, Vec3 q) const;
  [[nodiscard]] bool is_free(Vec3 p, Vec3 q) const;

  struct Pair {
    std::uint32_t from, to;       // components; `to` is a ghost
    std::uint32_t border, ghost;  // of borders_
  };

  const ReachedInput& input_;
  std::vector<char>& ghost_;
  std::vector<OpenBorder> borders_;
  std::vector<std::uint32_t> ghosts_;  // of borders_
  std::vector<double> area_;           // per component
  std::vector<Pair> pairs_;            // by `from`
};

void Spread::collect() {
  const Surface& s = input_.surface;
  area_.assign(ghost_.size(), 0);
  bool any = false;
  for (std::uint32_t f = 0; f < s.faces.size(); ++f) {
    const SurfaceFace& face = s.faces[f];
    area_[input_.component[f]] +=
        0.5 * static_cast<double>(orient2d(plan(s.vertices[face.corner[0]]), plan(s.vertices[face.corner[1]]),
                                           plan(s.vertices[face.corner[2]])));
    any = any || ghost_[input_.component[f]];
  }
  if (!any) return;
  for (std::uint32_t f = 0; f < s.faces.size(); ++f) {
    const SurfaceFace& face = s.faces[f];
    for (std::size_t i = 0; i < 3; ++i) {
      if (face.border[i].kind != BorderKind::ledge && face.border[i].kind != BorderKind::sill) continue;
      OpenBorder e{input_.component[f],
                   to_vec(s.vertices[face.corner[i]]),
                   to_vec(s.vertices[face.corner[i == 2 ? 0 : i + 1]]),
                   {}};
      const Vec2 d = e.b.xy() - e.a.xy();
      e.out = Vec2{d.y, -d.x} * (1 / length(d));
      if (ghost_[e.component]) ghosts_.push_back(static_cast<std::uint32_t>(borders_.size()));
      borders_.push_back(e);
    }
  }
}

void Spread::find_pairs() {
  std::vector<LatticeBox> boxes;
  boxes.reserve(ghosts_.size());
  for (const std::uint32_t g : ghosts_)
    boxes.push_back(box_of(borders_[g], input_.gap + kTie, input_.step + kTie));
  const BoxTree tree(boxes);
  const auto into = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };
  for (std::uint32_t e = 0; e < borders_.size(); ++e) {
    tree.visit(box_of(borders_[e], 0, 0), into, [&](std::size_t k) {
      const std::uint32_t g = ghosts_[k];
      if (borders_[g].component != borders_[e].component)
        pairs_.push_back({borders_[e].component, borders_[g].component, e, g});
    });
  }
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
    return a.from != b.from       ? a.from < b.from
           : a.border != b.border ? a.border < b.border
                                  : a.ghost < b.ghost;
  });
}

std::uint32_t Spread::spread() {
  std::vector<std::uint32_t> reached;
  for (std::uint32_t c = 0; c < ghost_.size(); ++c) {
    if (!ghost_[c] && area_[c] >= input_.least) reached.push_back(c);
  }
  std::uint32_t cleared = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    auto pair = std::lower_bound(pairs_.begin(), pairs_.end(), reached[i],
                                 [](const Pair& p, std::uint32_t c) { return p.from < c; });
    for (; pair != pairs_.end() && pair->from == reached[i]; ++pair) {
      if (!ghost_[pair->to] || !touch(borders_[pair->border], borders_[pair->ghost])) continue;
      ghost_[pair->to] = 0;
      ++cleared;
      reached.push_back(pair->to);
    }
  }
  return cleared;
}

// Looked at where the ends and the middle of one border have the other before them. Borders that follow each
// other along one line have not: a floor's ledge that goes on inside a wall is no way into it.
bool Spread::touch(const OpenBorder& e, const OpenBorder& g) const {
  if (dot(e.out, g.out) > kFacing) return false;
  const double first = std::clamp(foot_on(g, e.b), 0.0, 1.0), last = std::clamp(foot_on(g, e.a), 0.0, 1.0);
  if ((last - first) * length(g.b.xy() - g.a.xy()) < input_.width) return false;
  for (const double part : {0.5, 0.05, 0.95}) {
    const Vec3 p = at(e, part), q = at(g, part);
    const double on_g = foot_on(g, p), on_e = foot_on(e, q);
    if (on_g >= 0 && on_g <= 1 && passes(e, p, g, at(g, on_g))) return true;
    if (on_e >= 0 && on_e <= 1 && passes(e, at(e, on_e), g, q)) return true;
  }
  return false;
}

bool Spread::passes(const OpenBorder& e, Vec3 p, const OpenBorder& g, Vec3 q) const {
  const Vec2 over = q.xy() - p.xy();
  if (length(over) > input_.gap + kTie || std::fabs(q.z - p.z) > input_.step + kTie) return false;
  if (dot(over, e.out) < -kTie || dot(over, g.out) > kTie) return false;
  const Vec2 from = p.xy() - e.out * kInset, to = q.xy() - g.out * kInset;
  return is_free({from.x, from.y, std::max(p.z, q.z)}, {to.x, to.y, std::max(p.z, q.z)});
}

// Whether nothing stands between two points above a step: looked for at three heights.
bool Spread::is_free(Vec3 p, Vec3 q) const {
  const double room = std::max(input_.height - input_.step, 0.0);
  for (const double part : {0.1, 0.5, 0.9}) {
    const Vec3 up{0, 0, input_.step + part * room};
    const Vec3 from = p + up, to = q + up;
    const LatticeBox box = box_of({0, from, to, {}}, 1, 1);
    bool hit = false;
    input_.tree.visit(
        box, [&](const LatticeBox&, std::size_t, std::size_t) { return hit ? Descend::past : Descend::into; },
        [&](std::size_t t) { hit = hit || crosses(input_.triangles[t], from, to); });
    if (hit) return false;
  }
  return true;
}

}  // namespace

std::uint32_t keep_reached(const ReachedInput& input, std::vector<char>& ghost) {
  return Spread(input, ghost).run();
}

}  // namespace ambula
