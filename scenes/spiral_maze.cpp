// A spiral maze, after the second case of the thesis' detail-dependent scene: one wall that winds outwards,
// and the corridor between its turns, narrowing towards a chamber in the middle.
//
// The wall is made of straight sides, sixteen to the turn. Side k lies on the line at distance h(k) from the
// centre, facing out at k / 16 of a turn; sides one turn apart are parallel, so the corridor outside of side
// k is
//     w(k) = h(k + 16) - thickness - h(k)
// wide, exactly. Choosing w and the first turn gives all of h. At a bend the corridor is never narrower than
// on the two sides it joins, so an agent gets as far as the narrowest w up to there admits.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "scenes/lab_parts.h"

namespace ambula::scenes {
namespace {

constexpr int kSides = 16;       // to the turn
constexpr double kChamber = 1;   // metres from the centre to the nearest side
constexpr double kHeight = 2.6;  // metres, of the wall

class Spiral {
 public:
  explicit Spiral(const Options& options)
      : narrow_(setting(options, kSpiralMazeSettings, "narrow")),
        wide_(std::max(narrow_, setting(options, kSpiralMazeSettings, "wide"))),
        corridor_(kSides * static_cast<int>(setting(options, kSpiralMazeSettings, "turns"))) {
    for (int k = -1; k <= sides(); ++k) {
      h_.push_back(k < kSides ? kChamber + kWallThickness + k * (kWallThickness + narrow_) / kSides
                              : h(k - kSides) + kWallThickness + width(k - kSides));
    }
  }

  [[nodiscard]] double narrow() const { return narrow_; }
  [[nodiscard]] double wide() const { return wide_; }
  [[nodiscard]] int corridor() const { return corridor_; }        // sides of corridor
  [[nodiscard]] int sides() const { return corridor_ + kSides; }  // sides of wall
  [[nodiscard]] double width(int k) const {                       // of the corridor outside of side k
    return narrow_ + (wide_ - narrow_) * k / (corridor_ - 1);
  }
  [[nodiscard]] double h(int k) const { return h_[static_cast<std::size_t>(k + 1)]; }
  [[nodiscard]] static Vec2 normal(int k) { return heading(360.0 * k / kSides); }
  // Where sides k - 1 and k meet, `inwards` metres inside of their outer faces.
  [[nodiscard]] Vec2 corner(int k, double inwards) const {
    const Vec2 a = normal(k - 1), b = normal(k);
    const double ha = h(k - 1) - inwards, hb = h(k) - inwards, d = cross(a, b);
    return {(ha * b.y - hb * a.y) / d, (hb * a.x - ha * b.x) / d};
  }
  // In the middle of the corridor outside of side k.
  [[nodiscard]] Vec2 middle(int k) const { return normal(k) * (h(k) + width(k) / 2); }

 private:
  double narrow_, wide_;
  int corridor_;
  std::vector<double> h_;  // from side -1, which only gives the inner end its direction
};

struct Faces {
  Polygon outer, inner;  // corners of the wall's two faces, from its inner end outwards
};

Faces faces(const Spiral& spiral, const Placing& placing) {
  Faces out;
  for (int k = 0; k <= spiral.sides(); ++k) {
    const Vec2 p = spiral.corner(k, 0), q = spiral.corner(k, kWallThickness);
    out.outer.push_back(placing(p.x, p.y));
    out.inner.push_back(placing(q.x, q.y));
  }
  return out;
}

void add_wall(Lab& lab, const Faces& f) {
  lab.mesh.object("Spiral wall", "IfcWall", "plaster");
  const auto at = [](Vec2 p, double z) { return Vec3{p.x, p.y, z}; };
  const auto upright = [&](Vec2 a, Vec2 b) {
    lab.mesh.quad(at(a, 0), at(b, 0), at(b, kHeight), at(a, kHeight));
  };
  Cover cover{0, 0, 0, kHeight, 0};
  for (std::size_t k = 0; k + 1 < f.outer.size(); ++k) {
    const Vec2 p = f.outer[k], q = f.outer[k + 1], r = f.inner[k + 1], s = f.inner[k];
    upright(p, q);
    upright(r, s);
    lab.mesh.quad(at(p, kHeight), at(q, kHeight), at(r, kHeight), at(s, kHeight));
    lab.mesh.quad(at(s, 0), at(r, 0), at(q, 0), at(p, 0));
    cover.area += signed_area(std::array{p, q, r, s});
  }
  upright(f.inner.front(), f.outer.front());
  upright(f.outer.back(), f.inner.back());
  cover.top_area = cover.area;
  lab.covers.push_back(cover);
}

// The corridor with the chamber is bounded by the inner face all the way in, the outer face back out to where
// the last turn begins, and the mouth.
void add_rooms(Lab& lab, const Faces& f, int sides) {
  const auto last_turn = static_cast<std::ptrdiff_t>(sides - kSides);
  Polygon maze(f.outer.begin(), f.outer.begin() + last_turn + 1);
  maze.insert(maze.end(), f.inner.rbegin(), f.inner.rend());
  maze = reversed(std::move(maze));
  lab.truth.rooms.push_back({"maze", "ground", at_height(maze, 0), {}, signed_area(maze)});
  Polygon whole(f.outer.begin() + last_turn, f.outer.end());
  whole.push_back(f.inner.back());
  lab.buildings.push_back(at_height(reversed(std::move(whole)), 0));
}

void add_places(Lab& lab, const Spiral& spiral, const Placing& placing) {
  // From the mouth inwards; a way's width is the narrowest on it, which is at its inner end.
  std::size_t before = 0;
  const auto add = [&](const std::string& name, Vec2 at, double clearance, double width) {
    lab.ways.push_back({.from = before, .to = lab.places.size(), .width = width});
    before = lab.places.size();
    lab.places.push_back({{name, placing.at(at.x, at.y, 0)}, clearance, kUnlimited, 0});
  };
  const int turns = spiral.corridor() / kSides;
  for (int turn = 1; turn <= turns; ++turn) {
    const int k = spiral.corridor() - kSides * turn + kSides / 2;  // half way round
    add(text("maze, turn ", turn), spiral.middle(k), spiral.width(k) / 2, spiral.width(k));
  }
  add("maze, centre", {0, 0}, kChamber, spiral.narrow());
}

Generated make_spiral_maze(const Options& options) {
  return single_part(add_spiral_maze, options, spiral_maze_agents(options));
}

}  // namespace

Vec2 add_spiral_maze(Lab& lab, Vec2 corner, const Options& options) {
  const Spiral spiral(options);
  double reach = 0;  // of the outermost corner, from the centre
  for (int k = 0; k <= spiral.sides(); ++k) reach = std::max(reach, length(spiral.corner(k, 0)));
  reach = std::ceil(reach * 10) / 10;
  const Placing placing(corner + Vec2{reach, reach}, 0);
  const Faces f = faces(spiral, placing);
  add_wall(lab, f);
  add_rooms(lab, f, spiral.sides());
  add_places(lab, spiral, placing);
  return {2 * reach, 2 * reach};
}

std::vector<Agent> spiral_maze_agents(const Options& options) {
  const Spiral spiral(options);
  std::vector<Agent> out{default_agent()};
  // To the centre; about half way in; not past the mouth.
  for (const double width :
       {0.9 * spiral.narrow(), 0.48 * (spiral.narrow() + spiral.wide()), 1.1 * spiral.wide()}) {
    out.push_back(default_agent());
    out.back().radius = std::min(on_grid(width / 2), 0.95 * kChamber);
  }
  return out;
}

extern const Generator kSpiralMaze;
constinit const Generator kSpiralMaze{"spiral-maze", "a corridor that winds inwards and narrows",
                                      kSpiralMazeSettings, make_spiral_maze};

}  // namespace ambula::scenes
