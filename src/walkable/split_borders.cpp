#include "walkable/split_borders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "geometry/plane_height.h"
#include "walkable/finish.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;
constexpr double kGrow =
    1;  // quanta: beyond a sliver's edge some lattice point lies as near, if none does in it
constexpr double kNeedle = 1.5;  // quanta: two roundings, across a line
constexpr int kReach = 3;        // quanta along the edge by which a place may move to a point of the lattice

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

// The lattice point nearest to a place on the edge a → b that divides the face (a, b, c) there. It lies in
// the face, or within `outside` quanta of the edge.
std::optional<Point2> dividing_point(Point2 a, Point2 b, Point2 c, double x, double y, double outside) {
  const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y,
               length = std::sqrt(dx * dx + dy * dy);
  const auto column = static_cast<std::int32_t>(std::floor(x)),
             row = static_cast<std::int32_t>(std::floor(y));
  std::optional<Point2> best;
  double least = 0;
  for (std::int32_t i = -kReach; i <= kReach + 1; ++i) {
    for (std::int32_t j = -kReach; j <= kReach + 1; ++j) {
      const Point2 p{column + i, row + j};
      if (orient2d(a, p, c) <= 0 || orient2d(p, b, c) <= 0) continue;
      if (static_cast<double>(orient2d(a, b, p)) < -outside * length) continue;
      const double px = p.x - x, py = p.y - y;
      // To lie off the line costs more than to move along it.
      const double off = (dx * py - dy * px) / length, along = (dx * px + dy * py) / length;
      const double cost = 4 * off * off + along * along;
      if (best && cost >= least) continue;
      best = p;
      least = cost;
    }
  }
  return best;
}

// The face keeps the part of its side up to the new vertex; the new face gets the rest, as its side 0.
std::uint32_t split(Surface& surface, std::uint32_t f, std::uint32_t side, LatticePoint at) {
  const auto g = static_cast<std::uint32_t>(surface.faces.size()),
             vertex = static_cast<std::uint32_t>(surface.vertices.size());
  surface.vertices.push_back(at);
  const std::uint32_t next = after(side), last = after(next);
  SurfaceFace made = surface.faces[f];
  if (made.neighbour[next] != kNone) surface.faces[made.neighbour[next]].neighbour[surface.mate(f, next)] = g;
  SurfaceFace& face = surface.faces[f];
  made.corner = {vertex, face.corner[next], face.corner[last]};
  made.neighbour = {kNone, face.neighbour[next], f};
  made.border = {face.border[side], face.border[next], Border{}};
  face.corner[next] = vertex;
  face.neighbour[next] = g;
  face.border[next] = {};
  surface.faces.push_back(made);
  return g;
}

// A part of a face's side and the parts of the border along it.
struct Task {
  std::uint32_t face, side;
  std::size_t first, last;  // of BorderSplit::parts
};

Border higher(const Border& a, const Border& b) {
  const bool second =
      static_cast<int>(b.kind) > static_cast<int>(a.kind) || (a.kind == b.kind && b.height > a.height);
  return second ? b : a;
}

class Splitting {
 public:
  Splitting(Surface& surface, const Prepared& prepared, std::vector<BorderSplit> splits)
      : surface_(surface), prepared_(prepared), splits_(std::move(splits)) {}

  void run() {
    std::size_t most = 0;
    for (const BorderSplit& split : splits_) most += split.parts.size() - 1;
    surface_.faces.reserve(surface_.faces.size() + most);
    surface_.vertices.reserve(surface_.vertices.size() + most);
    split_of_.assign(surface_.faces.size(), kNone);
    for (std::size_t k = splits_.size(); k-- > 0;) split_of_[splits_[k].face] = static_cast<std::uint32_t>(k);
    for (std::size_t k = 0; k < splits_.size(); ++k) {
      tasks_.assign(1, {splits_[k].face, splits_[k].side, 0, splits_[k].parts.size()});
      while (!tasks_.empty()) {
        const Task task = tasks_.back();
        tasks_.pop_back();
        if (!is_dropped(task.face)) divide(k, task);
      }
    }
    if (!dropped_.empty()) drop_faces();
  }

 private:
  [[nodiscard]] Point2 at(std::uint32_t f, std::uint32_t corner) const {
    return plan(surface_.vertices[surface_.faces[f].corner[corner]]);
  }
  [[nodiscard]] bool is_dropped(std::uint32_t f) const { return f < dropped_.size() && dropped_[f] != 0; }

  // A side of f is the new face's now: splits of it that come after the k-th are, too.
  void move_later(std::size_t k, std::uint32_t f, std::uint32_t side, std::uint32_t g) {
    for (Task& task : tasks_) {
      if (task.face == f && task.side == side) task = {g, 1, task.first, task.last};
    }
    split_of_.resize(g + 1, kNone);
    if (split_of_[f] == kNone) return;
    const std::size_t first = split_of_[f];
    for (std::size_t later = std::max(first, k + 1); later < std::min(splits_.size(), first + 3); ++later) {
      if (splits_[later].face != f || splits_[later].side != side) continue;
      splits_[later].face = g;
      splits_[later].side = 1;
      split_of_[g] = static_cast<std::uint32_t>(later);
    }
  }

  void divide(std::size_t k, const Task& task) {
    std::uint32_t f = task.face, side = task.side;
    const std::vector<BorderSplit::Part>& parts = splits_[k].parts;
    Border border = parts[task.first].border;
    for (std::size_t i = task.first; i + 1 < task.last; ++i) {
      const Border& rest = parts[i + 1].border;
      const auto point = [&](double outside) {
        return dividing_point(at(f, side), at(f, after(side)), at(f, after(after(side))), parts[i].x,
                              parts[i].y, outside);
      };
      auto p = point(0);
      if (!p && splits_[k].may_grow) p = point(kGrow);
      if (!p) {
        if (drop_needle(k, {f, side, i, task.last}, border)) return;
        border = higher(border, rest);
        continue;
      }
      surface_.faces[f].border[side] = border;
      const std::uint32_t g = split(
          surface_, f, side, {p->x, p->y, plane_height(prepared_.solids[surface_.faces[f].source], *p)});
      move_later(k, f, after(side), g);
      f = g;
      side = 0;
      border = rest;
    }
    surface_.faces[f].border[side] = border;
  }

  // A face no wider than rounding, with its third corner beside the border, has no lattice point to divide it
  // at. It goes, and the faces behind it get the parts of the border, which they are wide enough to divide.
  bool drop_needle(std::size_t k, const Task& rest, const Border& border) {
    const std::uint32_t f = rest.face, side = rest.side;
    const std::size_t first = rest.first, last = rest.last;
    const Point2 a = at(f, side), b = at(f, after(side)), c = at(f, after(after(side)));
    const auto along = [&](double x, double y) {
      return (x - a.x) * (static_cast<double>(b.x) - a.x) + (y - a.y) * (static_cast<double>(b.y) - a.y);
    };
    const double square = along(b.x, b.y), middle = along(c.x, c.y),
                 area = static_cast<double>(orient2d(a, b, c));
    if (middle <= 0 || middle >= square || area * area > kNeedle * kNeedle * square) return false;
    const SurfaceFace face = surface_.faces[f];
    std::size_t over = first;  // the part that the third corner stands beside
    while (over + 1 < last && along(splits_[k].parts[over].x, splits_[k].parts[over].y) <= middle) ++over;
    // What was made of the border so far belongs to the part at hand.
    splits_[k].parts[first].border = border;
    const auto give = [&](std::uint32_t which, std::size_t begin, std::size_t end) {
      const std::uint32_t n = face.neighbour[which];
      if (n == kNone) return;
      const std::uint32_t back = surface_.mate(f, which);
      surface_.faces[n].neighbour[back] = kNone;
      tasks_.push_back({n, back, begin, end});
    };
    give(after(after(side)), first, over + 1);
    give(after(side), over, last);
    dropped_.resize(surface_.faces.size(), 0);
    dropped_[f] = 1;
    return true;
  }

  void drop_faces() {
    std::vector<char> keep(surface_.faces.size(), 1);
    for (std::size_t f = 0; f < dropped_.size(); ++f) keep[f] = dropped_[f] != 0 ? 0 : 1;
    keep_faces(surface_, keep);
    std::vector<std::array<LatticePoint, 3>> places;
    places.reserve(surface_.faces.size());
    for (const SurfaceFace& f : surface_.faces)
      places.push_back(
          {surface_.vertices[f.corner[0]], surface_.vertices[f.corner[1]], surface_.vertices[f.corner[2]]});
    assign_vertices(surface_, [&](std::uint32_t f, std::uint32_t i) { return places[f][i]; });
  }

  Surface& surface_;
  const Prepared& prepared_;
  std::vector<BorderSplit> splits_;
  std::vector<std::uint32_t> split_of_;  // by face: the first of its splits, which follow each other
  std::vector<Task> tasks_;              // of one split
  std::vector<char> dropped_;            // by face; shorter where the last ones stay
};

}  // namespace

void split_borders(Surface& surface, const Prepared& prepared, std::vector<BorderSplit> splits) {
  Splitting(surface, prepared, std::move(splits)).run();
}

}  // namespace ambula
