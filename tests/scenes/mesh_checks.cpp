#include "scenes/mesh_checks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

namespace ambula::scenes {
namespace {

using Key = std::tuple<double, double, double>;

Key key(Vec3 p) { return {p.x, p.y, p.z}; }

std::array<Vec3, 3> corners(const Soup& soup, std::size_t t) {
  const Triangle& tri = soup.triangles[t];
  return {soup.positions[tri[0]], soup.positions[tri[1]], soup.positions[tri[2]]};
}

std::vector<std::array<Vec3, 3>> level_triangles(const Soup& soup, std::size_t object) {
  std::vector<std::array<Vec3, 3>> out;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto c = corners(soup, t);
    const bool level = c[0].z == c[1].z && c[1].z == c[2].z;
    if ((object != kAllObjects && soup.triangle_object[t] != object) || !level) continue;
    if (cross(c[1].xy() - c[0].xy(), c[2].xy() - c[0].xy()) > 0) out.push_back(c);
  }
  return out;
}

double to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  return length(p - (a + d * std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0)));
}

bool cross_each_other(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double s1 = cross(b - a, c - a), s2 = cross(b - a, d - a);
  const double s3 = cross(d - c, a - c), s4 = cross(d - c, b - c);
  return s1 * s2 < 0 && s3 * s4 < 0;
}

bool inside(Vec2 p, const std::array<Vec3, 3>& t) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (cross(t[(i + 1) % 3].xy() - t[i].xy(), p - t[i].xy()) < 0) return false;
  }
  return true;
}

double plan_distance(const std::array<Vec3, 3>& s, const std::array<Vec3, 3>& t) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    if (inside(s[i].xy(), t) || inside(t[i].xy(), s)) return 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec2 a = s[i].xy(), b = s[(i + 1) % 3].xy(), c = t[j].xy(), d = t[(j + 1) % 3].xy();
      if (cross_each_other(a, b, c, d)) return 0;
      best = std::min({best, to_segment(a, c, d), to_segment(c, a, b)});
    }
  }
  return best;
}

}  // namespace

std::vector<std::string> open_objects(const Soup& soup) {
  std::vector<std::map<std::pair<Key, Key>, int>> edges(soup.objects.size());
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto c = corners(soup, t);
    for (std::size_t i = 0; i < 3; ++i) ++edges[soup.triangle_object[t]][{key(c[i]), key(c[(i + 1) % 3])}];
  }
  std::vector<std::string> open;
  for (std::size_t o = 0; o < edges.size(); ++o) {
    const bool closed = std::all_of(edges[o].begin(), edges[o].end(), [&](const auto& entry) {
      const auto back = edges[o].find({entry.first.second, entry.first.first});
      return back != edges[o].end() && back->second == entry.second;
    });
    if (!closed || edges[o].empty()) open.push_back(soup.objects[o].name);
  }
  return open;
}

std::size_t degenerate_count(const Soup& soup) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto c = corners(soup, t);
    const double longest = std::max({length(c[1] - c[0]), length(c[2] - c[1]), length(c[0] - c[2])});
    count += !(length(cross(c[1] - c[0], c[2] - c[0])) > 1e-7 * longest);
  }
  return count;
}

double level_area(const Soup& soup, std::size_t object) {
  double twice = 0;
  for (const auto& t : level_triangles(soup, object)) {
    twice += cross(t[1].xy() - t[0].xy(), t[2].xy() - t[0].xy());
  }
  return twice / 2;
}

double level_distance(const Soup& soup, std::size_t object, std::size_t other) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& s : level_triangles(soup, object)) {
    for (const auto& t : level_triangles(soup, other)) best = std::min(best, plan_distance(s, t));
  }
  return best;
}

double signed_volume(const Soup& soup, std::size_t object) {
  double six = 0;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    if (soup.triangle_object[t] != object) continue;
    const auto c = corners(soup, t);
    six += dot(c[0], cross(c[1], c[2]));
  }
  return six / 6;
}

bool in_room(const RoomTruth& room, Vec2 p, double margin) {
  bool inside = false;
  const auto loop = [&](const std::vector<Vec3>& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec2 a = corners[i].xy(), b = corners[(i + 1) % corners.size()].xy(), d = b - a;
      if (to_segment(p, a, b) < margin) return false;
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + d.x * (p.y - a.y) / d.y) inside = !inside;
    }
    return true;
  };
  if (!loop(room.outline)) return false;
  for (const auto& hole : room.holes) {
    if (!loop(hole)) return false;
  }
  return inside;
}

}  // namespace ambula::scenes
