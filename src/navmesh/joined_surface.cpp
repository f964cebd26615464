#include "navmesh/joined_surface.h"

#include <algorithm>
#include <numeric>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

std::uint32_t after(std::uint32_t half_edge) { return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1; }

class Joining {
 public:
  explicit Joining(const LinkedSurface& linked)
      : linked_(linked), view_{linked.vertices, linked.triangles, linked.neighbours} {}

  JoinedSurface run() {
    number_triangles();
    unite_vertices();
    JoinedSurface out;
    out.left_out = left_out_;
    std::vector<std::uint32_t> vertex(linked_.vertices.size(), kNone);
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      if (number_[t] == kNone) continue;
      std::array<std::uint32_t, 3> corners{}, neighbours{};
      std::array<BorderKind, 3> border = linked_.border[t];
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t v = linked_.triangles[t][i];
        const std::uint32_t one = first_of(v);
        if (vertex[one] == kNone) {
          vertex[one] = static_cast<std::uint32_t>(out.surface.vertices.size());
          out.surface.vertices.push_back(linked_.vertices[v]);
        }
        corners[i] = vertex[one];
        const std::uint32_t beyond = across(3 * t + i);
        neighbours[i] = beyond == kNone ? kNone : number_[beyond / 3];
        if (neighbours[i] == kNone && border[i] == BorderKind::none) border[i] = BorderKind::ledge;
      }
      out.surface.triangles.push_back(corners);
      out.surface.neighbours.push_back(neighbours);
      out.surface.source.push_back(t);
      out.border.push_back(border);
    }
    return out;
  }

 private:
  [[nodiscard]] std::int64_t turn(std::uint32_t t) const {
    const auto& c = linked_.triangles[t];
    return orient2d(view_.plan_of(c[0]), view_.plan_of(c[1]), view_.plan_of(c[2]));
  }
  [[nodiscard]] std::array<Point2, 3> places(std::uint32_t t) const {
    const auto& c = linked_.triangles[t];
    std::array<Point2, 3> out{view_.plan_of(c[0]), view_.plan_of(c[1]), view_.plan_of(c[2])};
    std::sort(out.begin(), out.end());
    return out;
  }

  void number_triangles() {
    number_.assign(linked_.triangles.size(), kNone);
    mate_.assign(linked_.triangles.size(), kNone);
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      if (linked_.face[t] == kNone && turn(t) < 0) find_mate(t);
    }
    std::uint32_t next = 0;
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      const std::array<Point2, 3> p = places(t);
      if (mate_[t] == kNone && turn(t) > 0) {
        number_[t] = next++;
      } else if (mate_[t] == kNone && p[0] != p[1] && p[1] != p[2]) {
        ++left_out_;
      }
    }
  }
  // A filler may fold: one of its triangles is turned over and lies on another. Nothing is left of the two.
  void find_mate(std::uint32_t t) {
    for (const std::uint32_t other : linked_.neighbours[t]) {
      if (other == kNone || linked_.face[other] != kNone || mate_[other] != kNone || turn(other) <= 0 ||
          places(other) != places(t))
        continue;
      mate_[t] = other;
      mate_[other] = t;
      return;
    }
  }

  // Vertices of the surface between which a triangle has lost a side are one.
  void unite_vertices() {
    first_.resize(linked_.vertices.size());
    std::iota(first_.begin(), first_.end(), 0u);
    for (std::uint32_t t = 0; t < linked_.triangles.size(); ++t) {
      if (number_[t] != kNone || linked_.face[t] == kNone) continue;
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        if (linked_.vertices[view_.from(h)] != linked_.vertices[view_.to(h)]) continue;
        const std::uint32_t a = first_of(view_.from(h)), b = first_of(view_.to(h));
        first_[std::max(a, b)] = std::min(a, b);
      }
    }
  }
  [[nodiscard]] std::uint32_t first_of(std::uint32_t v) const {
    while (first_[v] != v) v = first_[v];
    return v;
  }

  // The linked surface is joined by vertices.
  [[nodiscard]] std::uint32_t twin(std::uint32_t h) const {
    const std::uint32_t other = linked_.neighbours[h / 3][h % 3];
    if (other == kNone) return kNone;
    for (std::uint32_t g = 3 * other; g < 3 * other + 3; ++g) {
      if (view_.from(g) == view_.to(h) && view_.to(g) == view_.from(h) &&
          linked_.neighbours[other][g % 3] == h / 3)
        return g;
    }
    return kNone;
  }

  // What has area beyond an edge. A triangle one of whose sides is a point in plan has the other two at one
  // place: the way leads in through one of them and out through the other. So it does of two that are folded
  // onto each other.
  [[nodiscard]] std::uint32_t across(std::uint32_t half_edge) const {
    const Point2 a = view_.plan_of(view_.from(half_edge)), b = view_.plan_of(view_.to(half_edge));
    std::uint32_t h = twin(half_edge);
    for (std::size_t steps = 0; h != kNone && number_[h / 3] == kNone; ++steps) {
      if (steps > linked_.triangles.size()) return kNone;
      std::uint32_t out = kNone;
      for (const std::uint32_t g : {after(h), after(after(h))}) {
        if (view_.plan_of(view_.from(g)) == a && view_.plan_of(view_.to(g)) == b) out = g;
      }
      for (std::uint32_t i = 0; i < 3 && mate_[h / 3] != kNone; ++i) {
        const std::uint32_t g = 3 * mate_[h / 3] + i;
        if (view_.plan_of(view_.from(g)) == a && view_.plan_of(view_.to(g)) == b) out = g;
      }
      if (out == kNone) return kNone;
      h = twin(out);
    }
    return h;
  }

  const LinkedSurface& linked_;
  SurfaceView view_;
  std::vector<std::uint32_t> number_;  // by triangle
  std::vector<std::uint32_t> mate_;    // by triangle: the one it is folded onto
  std::vector<std::uint32_t> first_;   // by vertex: one that is the same
  std::uint32_t left_out_ = 0;
};

}  // namespace

JoinedSurface join_surface(const LinkedSurface& linked) { return Joining(linked).run(); }

}  // namespace ambula
