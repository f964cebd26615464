#include "walkable/wall_soups.h"

#include <cmath>
#include <numbers>

namespace ambula::testing {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool coin() { return below(2) == 0; }

 private:
  std::mt19937_64 random_;
};

struct Turn {
  Vec2 u, v;
  explicit Turn(double angle) : u{std::cos(angle), std::sin(angle)}, v{-u.y, u.x} {}
  [[nodiscard]] Vec3 operator()(double x, double y, double z) const {
    const Vec2 p = u * x + v * y;
    return {p.x, p.y, z};
  }
};

}  // namespace

LeaningWall leaning_wall(std::uint64_t seed) {
  Draw draw(seed);
  LeaningWall out;
  const Turn floor(draw.coin() ? 0 : draw.between(0, 2 * std::numbers::pi)),
      wall(draw.between(0, 2 * std::numbers::pi));
  const auto cells = static_cast<int>(std::array<std::uint64_t, 3>{1, 3, 7}[draw.below(3)]);
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const auto at = [&](int x, int y) { return floor(-5 + 10.0 * x / cells, -5 + 10.0 * y / cells, 0); };
      out.model.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  constexpr std::array<std::array<double, 2>, 3> kRanges{{{0, 2.5}, {-0.5, 2.5}, {-2.7, 3.1}}};
  const auto [z0, z1] = kRanges[draw.below(3)];
  const double lean = std::pow(10, draw.between(-6, std::log10(2e-3))) * (draw.coin() ? 1 : -1);
  const double offset = draw.between(-1, 1);
  const int across = draw.coin() ? 1 : 1 + static_cast<int>(draw.below(6)),
            up = across == 1 && draw.coin() ? 1 : 1 + static_cast<int>(draw.below(4));
  const bool is_turned = draw.coin();
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < up; ++j) {
      const auto at = [&](int x, int y) {
        const double z = z0 + (z1 - z0) * y / up;
        return wall(-8 + 16.0 * x / across, offset + lean * z, z);
      };
      if (is_turned) {
        out.model.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
      } else {
        out.model.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  out.left = wall(0, offset + 1.5, 0);
  out.right = wall(0, offset - 1.5, 0);
  return out;
}

DoorInWall door_in_wall(std::uint64_t seed, bool is_open) {
  Draw draw(seed);
  DoorInWall out;
  out.is_open = is_open;
  const Turn turn(draw.coin() ? 0 : draw.between(0, 2 * std::numbers::pi));
  const double rise = draw.below(4) == 0 ? 0 : draw.between(0, 0.02);
  out.model.quad(turn(-3, -3, 0), turn(3, -3, 0), turn(3, 0, 0), turn(-3, 0, 0));
  out.model.quad(turn(-3, 0, rise), turn(3, 0, rise), turn(3, 3, rise), turn(-3, 3, rise));
  const double beside = std::pow(10, draw.between(-5, std::log10(3e-3))) * (draw.coin() ? 1 : -1);
  const double width = draw.between(0.75, 1.2), begin = draw.between(-3, 3 - width);
  const double foot = std::array<double, 3>{0, 0.001, -0.1}[draw.below(3)];
  const auto quad = [&](double x0, double x1) {
    const Vec3 a = turn(x0, beside, foot), b = turn(x1, beside, foot), c = turn(x1, beside, 2.5),
               d = turn(x0, beside, 2.5);
    out.model.quad(a, b, c, d);
    out.model.quad(b, a, d, c);
  };
  quad(-3, is_open ? begin : 0);
  quad(is_open ? begin + width : 0, 3);
  out.from = turn(begin, beside, 0).xy();
  out.to = turn(begin + width, beside, 0).xy();
  const double x = begin + width / 2 > 0 ? -2.5 : 2.5;
  out.left = turn(x, 0.6, rise);
  out.right = turn(x, -0.6, 0);
  return out;
}

}  // namespace ambula::testing
