// A border is judged along its whole length: everything that blocks a hair beyond it gives a span with a
// height, and the spans together give pieces of one kind each. An edge with more than one piece is split, so
// that a doorway anywhere along it stays open.
#include "walkable/classify.h"

#include <algorithm>
#include <cmath>

#include "ambula/vec.h"
#include "walkable/beyond_border.h"
#include "walkable/border_pieces.h"
#include "walkable/split_borders.h"

namespace ambula {
namespace {

constexpr std::size_t kBlock = 512;  // faces a task
constexpr std::size_t kTogether = 16, kManyGroups = 128;
constexpr double kWhole =
    2;  // quanta by which a span may fall short of a border and still count for all of it
// Pieces no longer than a part of the agent's height say nothing: corners of what stands beyond, seen aslant.
constexpr double kOfHeight = 200;
constexpr double kShortest = 10;          // quanta
constexpr std::size_t kMostClimbed = 64;  // triangles of a leaning wall above one that stands on a border
constexpr std::int32_t kConform = 2;      // quanta: cracks that are closed without welding, too
constexpr std::int32_t kAround = 6;       // quanta around a border in which something may stand on it

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

bool meet(const LatticeBox& a, const LatticeBox& b) {
  return a.low.x <= b.high.x && a.high.x >= b.low.x && a.low.y <= b.high.y && a.high.y >= b.low.y &&
         a.low.z <= b.high.z && a.high.z >= b.low.z;
}

// Of the ground triangle's plane, per quantum along a direction in plan.
double rise_along(const std::array<LatticePoint, 3>& t, double x, double y) {
  const double ux = static_cast<double>(t[1].x) - t[0].x, uy = static_cast<double>(t[1].y) - t[0].y,
               uz = static_cast<double>(t[1].z) - t[0].z;
  const double vx = static_cast<double>(t[2].x) - t[0].x, vy = static_cast<double>(t[2].y) - t[0].y,
               vz = static_cast<double>(t[2].z) - t[0].z;
  return -((uy * vz - uz * vy) * x + (uz * vx - ux * vz) * y) / (ux * vy - uy * vx);
}

struct Asked {
  std::uint32_t face, side;
  bool is_forth;  // the line runs as the face's side does
  BorderLine line;
  LatticeBox query;
};

class Classifier {
 public:
  Classifier(Surface& surface, const Obstacles& obstacles, std::int32_t step)
      : surface_(surface),
        obstacles_(obstacles),
        prepared_(obstacles.prepared),
        limits_{static_cast<double>(obstacles.millimetre),
                static_cast<double>(std::max(obstacles.weld, obstacles.millimetre)),
                static_cast<double>(std::max(obstacles.weld, kConform)), static_cast<double>(step),
                static_cast<double>(obstacles.prepared.height)} {}

  void run(Context* context) {
    const std::size_t blocks = (surface_.faces.size() + kBlock - 1) / kBlock;
    std::vector<std::vector<BorderSplit>> splits(blocks);
    parallel_for(context, blocks, 1, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      scratch.latest = prepared_.solids.size();
      for (std::size_t b = begin; b < end; ++b) {
        look_at(b * kBlock, std::min(surface_.faces.size(), (b + 1) * kBlock), scratch, splits[b]);
      }
    });
    std::vector<BorderSplit> all;
    for (std::vector<BorderSplit>& some : splits)
      std::move(some.begin(), some.end(), std::back_inserter(all));
    split_borders(surface_, prepared_, std::move(all));
  }

 private:
  struct Scratch {
    std::size_t latest;  // what stood highest beyond the border judged before; often it does beyond the next
    std::vector<Asked> questions;
    std::vector<std::uint32_t> groups;
    std::vector<BlockedSpan> spans;
    std::vector<BorderPiece> pieces;
    std::vector<std::uint32_t> wall;  // triangles above each other
  };

  [[nodiscard]] Asked asked(std::uint32_t f, std::uint32_t side) const {
    const SurfaceFace& face = surface_.faces[f];
    LatticePoint a = surface_.vertices[face.corner[side]], b = surface_.vertices[face.corner[after(side)]];
    Asked out{f, side, a < b, {}, {}};
    if (!out.is_forth) std::swap(a, b);
    const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y,
                 length = std::sqrt(dx * dx + dy * dy), outwards = out.is_forth ? 1 : -1;
    BorderLine& line = out.line;
    line.x = a.x;
    line.y = a.y;
    line.z = a.z;
    line.length = length;
    line.ux = dx / length;
    line.uy = dy / length;
    line.uz = (static_cast<double>(b.z) - a.z) / length;
    line.nx = outwards * line.uy;
    line.ny = -outwards * line.ux;
    line.rise = rise_along(prepared_.solids[face.source], line.nx, line.ny);
    out.query.add({std::min(a.x, b.x) - kAround, std::min(a.y, b.y) - kAround,
                   std::min(a.z, b.z) - 2 * obstacles_.millimetre});
    out.query.add({std::max(a.x, b.x) + kAround, std::max(a.y, b.y) + kAround,
                   static_cast<std::int32_t>(std::min(std::max(a.z, b.z) + limits_.height + kAround, 2e9))});
    return out;
  }

  // Fills scratch.spans. `groups`: of the tree, all that matter; none where it has to be walked.
  void find_spans(const Asked& question, const std::vector<std::uint32_t>& groups, Scratch& scratch) const {
    const BorderLine& line = question.line;
    const std::uint32_t source = surface_.faces[question.face].source;
    scratch.spans.clear();
    // What ends no higher than something that stands along all of the border cannot change it.
    const double base = std::min(line.z, line.z + line.uz * line.length) - 1;
    double all_along = 0, highest = 0;
    const auto may_change = [&](std::int32_t high) {
      return all_along < limits_.height && high - base > all_along;
    };
    const auto ask = [&](std::size_t t) {
      const std::array<LatticePoint, 3>& o = prepared_.solids[t];
      const Role role = prepared_.role[t];
      if (t == source || role == Role::nothing || !may_change(std::max({o[0].z, o[1].z, o[2].z}))) return;
      const BesideBorder triangle(line, o);
      if (!triangle.is_near(line)) return;
      const std::size_t before = scratch.spans.size();
      if (role == Role::wall) {
        add_wall(line, limits_, triangle, scratch.spans);
      } else {
        const CoverKind kind = role == Role::ground ? CoverKind::ground
                               : is_underside(t)    ? CoverKind::underside
                                                    : CoverKind::side;
        add_cover(line, limits_, triangle, kind, prepared_.ends_at_ground[t], scratch.spans);
        if (obstacles_.may_collapse[t] && kind == CoverKind::side)
          add_steep(line, limits_, triangle, scratch.spans);
      }
      if (obstacles_.may_collapse[t]) climb(line, t, before, scratch);
      for (std::size_t k = before; k < scratch.spans.size(); ++k) {
        const BlockedSpan& s = scratch.spans[k];
        if (s.from <= std::min(kWhole, line.length / 2) &&
            s.to >= line.length - std::min(kWhole, line.length / 2))
          all_along = std::max(all_along, s.height);
        if (s.height <= highest) continue;
        highest = s.height;
        scratch.latest = t;
      }
    };
    if (const std::size_t first = scratch.latest; first < prepared_.solids.size()) {
      LatticeBox box;
      for (const LatticePoint p : prepared_.solids[first]) box.add(p);
      if (meet(box, question.query)) ask(first);
    }
    if (!groups.empty()) {
      if (all_along < limits_.height) obstacles_.tree.visit(groups, question.query, ask);
      return;
    }
    obstacles_.tree.visit(
        question.query,
        [&](const LatticeBox& box, std::size_t, std::size_t) {
          if (!may_change(box.high.z)) return Descend::past;
          const double x = (static_cast<double>(box.low.x) + box.high.x) / 2 - line.x,
                       y = (static_cast<double>(box.low.y) + box.high.y) / 2 - line.y;
          const double reach = ((static_cast<double>(box.high.x) - box.low.x) * std::abs(line.nx) +
                                (static_cast<double>(box.high.y) - box.low.y) * std::abs(line.ny)) /
                               2;
          return std::abs(x * line.nx + y * line.ny) > reach + kAround ? Descend::past : Descend::into;
        },
        ask);
  }

  // A leaning wall may consist of rows of triangles, of which the lowest alone stands on the border. What
  // goes on in t's plane above it counts as part of it; spans from `first` on are t's.
  void climb(const BorderLine& line, std::size_t t, std::size_t first, Scratch& scratch) const {
    std::vector<std::uint32_t>& wall = scratch.wall;
    wall.assign(1, static_cast<std::uint32_t>(t));
    const auto top_of = [&](std::size_t u) {
      const auto& c = prepared_.solids[u];
      return std::max({c[0].z, c[1].z, c[2].z});
    };
    const std::size_t last = scratch.spans.size();
    const auto is_low = [&](const BlockedSpan& s) { return s.height <= limits_.step; };
    if (std::none_of(scratch.spans.begin() + static_cast<std::ptrdiff_t>(first), scratch.spans.end(), is_low))
      return;
    for (std::size_t k = 0; k < wall.size() && wall.size() < kMostClimbed; ++k) {
      LatticeBox box;
      for (const LatticePoint p : prepared_.solids[wall[k]]) box.add(p);
      if (box.high.z - line.z > limits_.height) continue;
      obstacles_.tree.visit(
          box, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
          [&](std::size_t u) {
            if (prepared_.role[u] != Role::wall && !obstacles_.may_collapse[u]) return;
            if (top_of(u) < top_of(wall[k]) || !goes_on(wall[k], u) || !face_alike(u, t) ||
                std::find(wall.begin(), wall.end(), u) != wall.end())
              return;
            const BesideBorder beside(line, prepared_.solids[u]);
            const double low = std::min({beside.s[0], beside.s[1], beside.s[2]}),
                         high = std::max({beside.s[0], beside.s[1], beside.s[2]});
            bool is_over = false;
            for (std::size_t i = first; i < last; ++i) {
              const BlockedSpan s = scratch.spans[i];
              const BlockedSpan more{
                  std::max(s.from, low), std::min(s.to, high),
                  std::min(top_of(u) - (line.z + std::min(line.uz, 0.0) * line.length), limits_.height)};
              if (!(more.from < more.to)) continue;
              is_over = true;
              if (more.height > s.height) scratch.spans.push_back(more);
            }
            if (is_over) wall.push_back(static_cast<std::uint32_t>(u));
          });
    }
  }

  // True if an obstacle faces down and would be ground if it faced up.
  [[nodiscard]] bool is_underside(std::size_t t) const {
    if (!prepared_.turned[t]) return false;
    const Vec3 n = normal(t);
    return n.z * n.z >= prepared_.cosine * prepared_.cosine * dot(n, n);
  }

  // Corners run counter-clockwise in plan.
  [[nodiscard]] Vec3 normal(std::size_t t) const {
    const auto& c = prepared_.solids[t];
    const auto at = [&](std::size_t i) {
      return Vec3{static_cast<double>(c[i].x), static_cast<double>(c[i].y), static_cast<double>(c[i].z)};
    };
    return cross(at(1) - at(0), at(2) - at(0));
  }

  // True if two triangles lie in about one plane: a riser and the stringer beside it do not.
  [[nodiscard]] bool face_alike(std::size_t t, std::size_t u) const {
    constexpr double kAlike = 0.996;  // cosine
    const Vec3 n = normal(t), m = normal(u);
    return std::abs(dot(n, m)) > kAlike * std::sqrt(dot(n, n) * dot(m, m));
  }

  // True if u goes on beyond an edge of t: on the edge's other side, not folded back as the far side of a
  // ridge is.
  [[nodiscard]] bool goes_on(std::size_t t, std::size_t u) const {
    const auto apart = [](const std::array<std::uint32_t, 3>& of, const std::array<std::uint32_t, 3>& from) {
      std::array<std::size_t, 2> found{3, 0};  // the corner that the other lacks, and how many it lacks
      for (std::size_t i = 0; i < 3; ++i) {
        if (std::find(from.begin(), from.end(), of[i]) == from.end()) found = {i, found[1] + 1};
      }
      return found;
    };
    const auto [own, lacks] = apart(prepared_.corners[t], prepared_.corners[u]);
    const auto [other, other_lacks] = apart(prepared_.corners[u], prepared_.corners[t]);
    if (lacks != 1 || other_lacks != 1) return false;
    const auto at = [&](std::size_t triangle, std::size_t i) {
      const LatticePoint& p = prepared_.solids[triangle][i % 3];
      return Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
    };
    const Vec3 begin = at(t, own + 1), edge = at(t, own + 2) - begin;
    const auto away = [&](Vec3 p) { return p - begin - edge * (dot(p - begin, edge) / dot(edge, edge)); };
    return dot(away(at(t, own)), away(at(u, other))) < 0;
  }

  void judge(const Asked& question, const std::vector<std::uint32_t>& groups, Scratch& scratch,
             std::vector<BorderSplit>& splits) const {
    find_spans(question, groups, scratch);
    const BorderLine& line = question.line;
    Border& border = surface_.faces[question.face].border[question.side];
    make_pieces(scratch.spans, line, limits_, std::max(kShortest, limits_.height / kOfHeight),
                border.kind == BorderKind::wall, scratch.pieces);
    const auto made = [&](const BorderPiece& piece) {
      return Border{.kind = piece.kind,
                    .inner = border.inner && piece.kind != BorderKind::ledge,
                    .height = static_cast<std::int32_t>(std::nearbyint(piece.height))};
    };
    if (scratch.pieces.size() == 1) {
      border = made(scratch.pieces[0]);
      return;
    }
    BorderSplit split{question.face, question.side, border.kind != BorderKind::wall, {}};
    const std::size_t n = scratch.pieces.size();
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t piece = question.is_forth ? k : n - 1 - k;
      const double end = question.is_forth ? scratch.pieces[piece].to
                         : piece == 0      ? 0
                                           : scratch.pieces[piece - 1].to;
      split.parts.push_back({line.x + line.ux * end, line.y + line.uy * end, made(scratch.pieces[piece])});
    }
    splits.push_back(std::move(split));
  }

  void look_at(std::size_t begin, std::size_t end, Scratch& scratch, std::vector<BorderSplit>& splits) const {
    const std::int64_t spread = prepared_.height / 8;  // of borders that are looked at together
    std::vector<Asked>& questions = scratch.questions;
    questions.clear();
    for (std::size_t f = begin; f < end; ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (surface_.faces[f].neighbour[i] == Surface::kNone)
          questions.push_back(asked(static_cast<std::uint32_t>(f), i));
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
      scratch.groups.clear();
      if (next - k > 2) obstacles_.tree.gather(around, scratch.groups);
      if (scratch.groups.size() > kManyGroups) scratch.groups.clear();
      for (std::size_t q = k; q < next; ++q) judge(questions[q], scratch.groups, scratch, splits);
    }
  }

  Surface& surface_;
  const Obstacles& obstacles_;
  const Prepared& prepared_;
  BorderLimits limits_;
};

}  // namespace

void classify_borders(Surface& surface, const Obstacles& obstacles, std::int32_t step, Context* context) {
  Classifier(surface, obstacles, step).run(context);
}

}  // namespace ambula
