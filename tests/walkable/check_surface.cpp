// Checks by other means than the code under test: neighbours through a map of edges, fans by union-find.
#include "walkable/check_surface.h"

#include <map>
#include <numeric>
#include <utility>

#include "core/text.h"

namespace ambula {
namespace {

std::string check_faces(const Surface& s) {
  for (std::size_t f = 0; f < s.faces.size(); ++f) {
    const SurfaceFace& face = s.faces[f];
    for (const std::uint32_t v : face.corner) {
      if (v >= s.vertices.size()) return text("face ", f, " names vertex ", v, " of ", s.vertices.size());
    }
    if (orient2d(plan(s.vertices[face.corner[0]]), plan(s.vertices[face.corner[1]]),
                 plan(s.vertices[face.corner[2]])) <= 0) {
      return text("face ", f, " is not counter-clockwise");
    }
  }
  return {};
}

// The border of face g at its edge that coincides with edge i of face f.
Border border_towards(const Surface& s, std::size_t g, std::size_t f, std::size_t i) {
  for (std::size_t j = 0; j < 3; ++j) {
    if (s.faces[g].corner[(j + 1) % 3] == s.faces[f].corner[i]) return s.faces[g].border[j];
  }
  return {};
}

std::string check_neighbours(const Surface& s) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> face_at;
  for (std::size_t f = 0; f < s.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto edge = std::pair(s.faces[f].corner[i], s.faces[f].corner[(i + 1) % 3]);
      if (!face_at.emplace(edge, f).second) return text("two faces at one side of an edge of face ", f);
    }
  }
  for (std::size_t f = 0; f < s.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto back = face_at.find({s.faces[f].corner[(i + 1) % 3], s.faces[f].corner[i]});
      const std::size_t n = s.faces[f].neighbour[i];
      if (n == Surface::kNone) {
        if (back != face_at.end() && s.faces[f].border[i].kind == BorderKind::ledge &&
            border_towards(s, back->second, f, i).kind == BorderKind::ledge) {
          return text("faces ", f, " and ", back->second, " share an edge unjoined");
        }
        if (s.faces[f].border[i].kind == BorderKind::none)
          return text("a border of face ", f, " has no kind");
        continue;
      }
      if (back == face_at.end() || back->second != n)
        return text("face ", f, " and its neighbour ", n, " share no edge");
      if (s.faces[f].border[i] != Border{}) return text("an inner edge of face ", f, " has a border");
    }
  }
  return {};
}

// Corners of faces, joined across shared edges: each vertex must be one set.
std::string check_fans(const Surface& s) {
  std::vector<std::size_t> parent(3 * s.faces.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto find = [&](std::size_t c) {
    while (parent[c] != c) c = parent[c] = parent[parent[c]];
    return c;
  };
  for (std::size_t f = 0; f < s.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t n = s.faces[f].neighbour[i];
      if (n == Surface::kNone) continue;
      for (std::size_t j = 0; j < 3; ++j) {
        for (const std::size_t k : {i, (i + 1) % 3}) {
          if (s.faces[n].corner[j] == s.faces[f].corner[k]) parent[find(3 * n + j)] = find(3 * f + k);
        }
      }
    }
  }
  std::vector<std::size_t> fan_of(s.vertices.size(), parent.size());
  for (std::size_t c = 0; c < parent.size(); ++c) {
    std::size_t& fan = fan_of[s.faces[c / 3].corner[c % 3]];
    if (fan == parent.size()) fan = find(c);
    if (fan != find(c)) return text("vertex ", s.faces[c / 3].corner[c % 3], " has two fans");
  }
  for (std::size_t v = 0; v < fan_of.size(); ++v) {
    if (fan_of[v] == parent.size()) return text("vertex ", v, " is in no face");
  }
  return {};
}

}  // namespace

std::string check_surface(const Surface& surface) {
  std::string broken = check_faces(surface);
  if (broken.empty()) broken = check_neighbours(surface);
  if (broken.empty()) broken = check_fans(surface);
  return broken;
}

}  // namespace ambula
