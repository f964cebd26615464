// A flap goes needle by needle, from its point on: each has two borders and lies between them.
#include "navmesh/flaps.h"

#include <algorithm>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

class Cutting {
 public:
  Cutting(const JoinedSurface& joined, const FlapLimits& limits)
      : joined_(joined),
        view_(joined.surface.view()),
        limits_(limits),
        neighbours_(joined.surface.neighbours),
        border_(joined.border),
        gone_(joined.surface.triangles.size(), 0) {}

  JoinedSurface run() {
    for (std::uint32_t first = 0; first < gone_.size(); ++first) {
      for (std::uint32_t t = first; t != kNone && is_flap(t);) t = take(t);
    }
    return what_is_left();
  }

 private:
  [[nodiscard]] double length2(std::uint32_t half_edge) const {
    const Point2 a = view_.plan_of(view_.from(half_edge)), b = view_.plan_of(view_.to(half_edge));
    const double x = static_cast<double>(b.x) - a.x, y = static_cast<double>(b.y) - a.y;
    return x * x + y * y;
  }
  // The first side with a neighbour.
  [[nodiscard]] std::uint32_t base_of(std::uint32_t t) const {
    std::uint32_t h = 3 * t;
    while (h < 3 * t + 2 && neighbours_[t][h % 3] == kNone) ++h;
    return h;
  }
  [[nodiscard]] bool is_flap(std::uint32_t t) const {
    if (gone_[t] || std::count(neighbours_[t].begin(), neighbours_[t].end(), kNone) != 2) return false;
    if (std::count(border_[t].begin(), border_[t].end(), BorderKind::wall) > 0) return false;
    const auto& c = view_.triangles[t];
    const auto doubled =
        static_cast<double>(orient2d(view_.plan_of(c[0]), view_.plan_of(c[1]), view_.plan_of(c[2])));
    const double longest = std::max({length2(3 * t), length2(3 * t + 1), length2(3 * t + 2)});
    // At the corner of a bent border it is the longest side that leads on.
    return doubled * doubled <= limits_.width * limits_.width * longest && length2(base_of(t)) < longest;
  }
  // The triangle it hung on.
  std::uint32_t take(std::uint32_t t) {
    const std::uint32_t base = base_of(t), twin = view_.twin(base);
    gone_[t] = 1;
    if (twin == kNone) return kNone;
    neighbours_[twin / 3][twin % 3] = kNone;
    if (length2(base) > limits_.base * limits_.base)
      border_[twin / 3][twin % 3] = std::max({border_[t][0], border_[t][1], border_[t][2]});
    return twin / 3;
  }

  [[nodiscard]] JoinedSurface what_is_left() const {
    JoinedSurface out;
    out.left_out = joined_.left_out;
    std::vector<std::uint32_t> number(gone_.size(), kNone), vertex(view_.vertices.size(), kNone);
    std::uint32_t kept = 0;
    for (std::size_t t = 0; t < gone_.size(); ++t) {
      if (!gone_[t]) number[t] = kept++;
    }
    for (std::size_t t = 0; t < gone_.size(); ++t) {
      if (gone_[t]) continue;
      std::array<std::uint32_t, 3> corners{}, neighbours{};
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t v = view_.triangles[t][i], n = neighbours_[t][i];
        if (vertex[v] == kNone) {
          vertex[v] = static_cast<std::uint32_t>(out.surface.vertices.size());
          out.surface.vertices.push_back(view_.vertices[v]);
        }
        corners[i] = vertex[v];
        neighbours[i] = n == kNone ? kNone : number[n];
      }
      out.surface.triangles.push_back(corners);
      out.surface.neighbours.push_back(neighbours);
      out.surface.source.push_back(joined_.surface.source[t]);
      out.border.push_back(border_[t]);
    }
    return out;
  }

  const JoinedSurface& joined_;
  SurfaceView view_;
  FlapLimits limits_;
  std::vector<std::array<std::uint32_t, 3>> neighbours_;
  std::vector<std::array<BorderKind, 3>> border_;
  std::vector<char> gone_;
};

}  // namespace

JoinedSurface without_flaps(const JoinedSurface& joined, const FlapLimits& limits) {
  return Cutting(joined, limits).run();
}

}  // namespace ambula
