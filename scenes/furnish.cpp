// Puts furniture into the rooms of any generated scene that has rooms in its truth, and corrects the truth by
// what each piece is known to cover and to expose. Pieces that stand with their back to a wall choose a wall;
// the others stand anywhere, turned anyhow.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "core/text.h"
#include "scenes/angle.h"
#include "scenes/furniture.h"
#include "scenes/generate.h"
#include "scenes/plan.h"
#include "scenes/random.h"
#include "scenes/room_space.h"

namespace ambula::scenes {
namespace {

constexpr int kTriesPerPiece = 250;  // in a room that is full most tries fail at once
constexpr double kFromWall = 0.04;   // metres between a back and its wall: skirting fits behind it

// The scene's triangles, binned in plan.
class TriangleBins {
 public:
  explicit TriangleBins(const Soup& soup) : soup_(soup) {
    for (const Vec3 p : soup.positions) box_.add(p);
    const Vec3 size = box_.size();
    cell_ = std::max({1.0, size.x / kMost, size.y / kMost});
    nx_ = static_cast<std::size_t>(size.x / cell_) + 1;
    bins_.resize(nx_ * (static_cast<std::size_t>(size.y / cell_) + 1));
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
      Box3 box;
      for (const std::uint32_t v : soup.triangles[t]) box.add(soup.positions[v]);
      each_bin(box, [&](std::size_t bin) { bins_[bin].push_back(static_cast<std::uint32_t>(t)); });
    }
  }

  // All triangles over or in the box's plan, from just below its bottom upwards.
  [[nodiscard]] std::vector<Obstacle> obstacles(const Box3& around) const {
    std::vector<std::uint32_t> found;
    each_bin(around,
             [&](std::size_t bin) { found.insert(found.end(), bins_[bin].begin(), bins_[bin].end()); });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<Obstacle> out;
    for (const std::uint32_t t : found) {
      Obstacle o;
      Box3 box;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 p = soup_.positions[soup_.triangles[t][i]];
        box.add(p);
        o.corners[i] = p.xy();
      }
      const bool beside = box.max.x < around.min.x || box.min.x > around.max.x || box.max.y < around.min.y ||
                          box.min.y > around.max.y;
      if (beside || box.max.z < around.min.z - 1) continue;
      o.low = box.min.z;
      o.high = box.max.z;
      const std::string& kind = soup_.objects[soup_.triangle_object[t]].ifc_class;
      o.stairs = kind.starts_with("IfcStair") || kind.starts_with("IfcRamp");
      out.push_back(o);
    }
    return out;
  }

 private:
  static constexpr double kMost = 512;  // bins a side

  template <class Visit>
  void each_bin(const Box3& box, const Visit& visit) const {
    const auto index = [&](double v, std::size_t n) {
      return static_cast<std::size_t>(std::clamp(std::floor(v / cell_), 0.0, static_cast<double>(n - 1)));
    };
    const std::size_t ny = bins_.size() / nx_;
    for (std::size_t j = index(box.min.y - box_.min.y, ny); j <= index(box.max.y - box_.min.y, ny); ++j) {
      for (std::size_t i = index(box.min.x - box_.min.x, nx_); i <= index(box.max.x - box_.min.x, nx_); ++i) {
        visit(j * nx_ + i);
      }
    }
  }

  const Soup& soup_;
  Box3 box_;
  double cell_ = 1;
  std::size_t nx_ = 1;
  std::vector<std::vector<std::uint32_t>> bins_;
};

Footprint somewhere(const RoomSpace& room, const Furniture& piece, Random& random) {
  const auto& loop = room.outline();
  Footprint f;
  f.half = piece.half;
  if (piece.at_wall) {
    const std::size_t i = random.below(static_cast<std::uint32_t>(loop.size()));
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
    const Vec2 d = (b - a) * (1 / length(b - a)), inwards{-d.y, d.x};
    f.x = d * -1;
    f.y = inwards * -1;
    f.center = a + (b - a) * random.unit() + inwards * (piece.half.y + kFromWall);
  } else {
    Box3 box;
    for (const Vec2 p : loop) box.add({p.x, p.y, 0});
    const double angle = random.between(0, 2 * kPi);
    f.x = {std::cos(angle), std::sin(angle)};
    f.y = {-f.x.y, f.x.x};
    f.center = {random.between(box.min.x, box.max.x), random.between(box.min.y, box.max.y)};
  }
  f.center = on_grid(f.center);
  return f;
}

void build(MeshBuilder& mesh, const std::string& name, const Furniture& piece, const Footprint& at,
           double floor) {
  mesh.object(name, "IfcFurniture", piece.material);
  for (const auto& t : piece.triangles) {
    std::array<Vec3, 3> p;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec2 q = at.center + at.x * t[i].x + at.y * t[i].y;
      p[i] = on_grid(Vec3{q.x, q.y, floor + t[i].z});
    }
    mesh.triangle(p[0], p[1], p[2]);
  }
}

// What the piece takes from the ground and gives to it, for each agent.
void correct(Truth& truth, const Furniture& piece, double clear) {
  constexpr double kRounding = 1e-9;
  for (AgentTruth& a : truth.agents) {
    const double top = clear - a.agent.height + kRounding;  // surfaces above this have no headroom
    if (top < 0) continue;                                  // nor had the floor
    a.free_area += exposed_area(piece, a.agent.max_slope, top) - piece.covered;
  }
}

void append(Soup& soup, const Soup& more) {
  const auto position = static_cast<std::uint32_t>(soup.positions.size());
  const auto object = static_cast<std::uint32_t>(soup.objects.size());
  std::vector<std::uint32_t> material;
  for (const std::string& m : more.materials) {
    const auto known = std::find(soup.materials.begin(), soup.materials.end(), m);
    material.push_back(static_cast<std::uint32_t>(known - soup.materials.begin()));
    if (known == soup.materials.end()) soup.materials.push_back(m);
  }
  soup.positions.insert(soup.positions.end(), more.positions.begin(), more.positions.end());
  soup.objects.insert(soup.objects.end(), more.objects.begin(), more.objects.end());
  for (std::size_t t = 0; t < more.triangles.size(); ++t) {
    const Triangle& tri = more.triangles[t];
    soup.triangles.push_back({tri[0] + position, tri[1] + position, tri[2] + position});
    soup.triangle_object.push_back(more.triangle_object[t] + object);
    soup.triangle_material.push_back(material[more.triangle_material[t]]);
  }
}

}  // namespace

void furnish(Generated& scene, int pieces, std::uint64_t seed) {
  Truth& truth = scene.truth;
  if (truth.rooms.empty() || pieces <= 0) return;
  const TriangleBins bins(scene.soup);
  std::vector<double> radii{0.3};
  for (const AgentTruth& a : truth.agents) {
    if (std::find(radii.begin(), radii.end(), a.agent.radius) == radii.end()) radii.push_back(a.agent.radius);
  }
  std::vector<double> up_to;  // areas summed, to choose rooms by
  double area = 0;
  for (const RoomTruth& room : truth.rooms) up_to.push_back(area += room.area);

  std::vector<std::unique_ptr<RoomSpace>> spaces(truth.rooms.size());
  const auto space = [&](std::size_t r) -> RoomSpace& {
    if (!spaces[r]) {
      Box3 box;
      for (const Vec3 p : truth.rooms[r].outline) box.add(p);
      spaces[r] =
          std::make_unique<RoomSpace>(truth.rooms[r], bins.obstacles(box), truth.doors, truth.places, radii);
    }
    return *spaces[r];
  };

  Random random(seed ^ 0xF0A11);
  MeshBuilder mesh;
  std::map<std::string, int> numbers;
  const auto try_to_place = [&](FurnitureKind kind) {
    const Furniture piece = make_furniture(kind, random);
    for (int attempt = 0; attempt < kTriesPerPiece; ++attempt) {
      const auto chosen = std::upper_bound(up_to.begin(), up_to.end(), random.unit() * area) - up_to.begin();
      RoomSpace& room = space(std::min(static_cast<std::size_t>(chosen), spaces.size() - 1));
      const Footprint at = somewhere(room, piece, random);
      if (!room.admits(at, piece.height)) continue;
      const auto ceiling = room.ceiling(at);
      if (!ceiling || *ceiling < room.floor() + piece.height) continue;
      build(mesh, text(piece.name, " ", ++numbers[piece.name]), piece, at, room.floor());
      correct(truth, piece, *ceiling - room.floor());
      room.occupy(at);
      ++truth.furniture;
      return true;
    }
    return false;
  };
  // Where a large piece finds no place a chair may; when not even that does, all is full.
  for (int k = 0; k < pieces; ++k) {
    if (try_to_place(static_cast<FurnitureKind>(random.below(kFurnitureKinds)))) continue;
    if (!try_to_place(FurnitureKind::chair)) break;
  }
  append(scene.soup, mesh.take());
}

}  // namespace ambula::scenes
