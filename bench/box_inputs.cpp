// The generators, and the order along the curve: bit by bit, since that is not timed.
#include "bench/box_inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>

#include "ambula/hash.h"

namespace ambula::bench {
namespace {

constexpr std::int32_t kMetre = 10'000;  // quanta

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::int32_t below(std::int32_t n) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::int32_t>(mix_bits(state_) % static_cast<std::uint64_t>(n));
  }
  LatticePoint point(std::int32_t x, std::int32_t y, std::int32_t z) {
    const std::int32_t px = below(x), py = below(y);
    return {px, py, below(z)};
  }

 private:
  std::uint64_t state_;
};

LatticeBox box(LatticePoint low, LatticePoint size) {
  LatticeBox out;
  out.add(low);
  out.add({low.x + size.x, low.y + size.y, low.z + size.z});
  return out;
}

// As the walkable stage orders its triangles: so many bits an axis over the whole extent, ties by place.
constexpr int kBits = 14;

void sort_along_curve(std::vector<LatticeBox>& boxes) {
  LatticeBox extent;
  for (const LatticeBox& b : boxes) {
    extent.add(b.low);
    extent.add(b.high);
  }
  const auto axes = [](LatticePoint p) { return std::array<std::int64_t, 3>{p.x, p.y, p.z}; };
  const auto from = axes(extent.low), to = axes(extent.high);
  int shift = 0;
  while (std::max({to[0] - from[0], to[1] - from[1], to[2] - from[2]}) >> shift >> kBits) ++shift;
  const auto place = [&](const LatticeBox& b) {
    const auto low = axes(b.low), high = axes(b.high);
    std::uint64_t out = 0;
    for (int bit = kBits - 1; bit >= 0; --bit) {
      for (std::size_t axis = 3; axis-- > 0;) {
        const auto cell = static_cast<std::uint64_t>((low[axis] + high[axis]) / 2 - from[axis]) >> shift;
        out = out << 1 | (cell >> bit & 1);
      }
    }
    return out;
  };
  std::vector<std::tuple<std::uint64_t, LatticePoint, std::uint32_t>> keys;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) keys.emplace_back(place(boxes[i]), boxes[i].low, i);
  std::sort(keys.begin(), keys.end());
  std::vector<LatticeBox> sorted;
  sorted.reserve(boxes.size());
  for (const auto& key : keys) sorted.push_back(boxes[std::get<2>(key)]);
  boxes = std::move(sorted);
}

BoxInput even(std::size_t n) {
  BoxInput out{"even: 30 cm boxes, ten to a square metre, six storeys", {}};
  Random random(1);
  const auto side = static_cast<std::int32_t>(std::sqrt(static_cast<double>(n) / 10) * kMetre);
  while (out.boxes.size() < n) {
    LatticePoint low = random.point(side, side, 6);
    low.z *= 3 * kMetre;
    out.boxes.push_back(box(low, random.point(3000, 3000, 3000)));
  }
  return out;
}

BoxInput sheet(std::size_t n) {
  BoxInput out{"sheet: a terrain's cells of 1.5 m", {}};
  Random random(2);
  const auto side = static_cast<std::int32_t>(std::sqrt(static_cast<double>(n)));
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      out.boxes.push_back(box({x * 15000, y * 15000, random.below(2 * kMetre)}, {15000, 15000, 5000}));
    }
  }
  return out;
}

BoxInput room_in_a_plain(std::size_t n) {
  BoxInput out{"skewed: a room of 1 cm boxes in a plain of 10 km", {}};
  Random random(3);
  for (int i = 0; i < 400; ++i) {  // the plain: cells of 500 m
    out.boxes.push_back(
        box({(i % 20) * 500 * kMetre, (i / 20) * 500 * kMetre, 0}, {500 * kMetre, 500 * kMetre, 100}));
  }
  while (out.boxes.size() < n) {
    LatticePoint low = random.point(4 * kMetre, 4 * kMetre, 2 * kMetre);
    low.x += 3'333 * kMetre;
    low.y += 3'333 * kMetre;
    out.boxes.push_back(box(low, random.point(200, 200, 200)));
  }
  return out;
}

BoxInput scales(std::size_t n) {
  BoxInput out{"skewed: every power of two from 1 mm to 1 km", {}};
  Random random(4);
  while (out.boxes.size() < n) {
    const std::int32_t size =
        10 << random.below(20);  // about a fixed number within any distance of the corner
    const LatticePoint low = random.point(8 * size, 8 * size, 2 * size);
    out.boxes.push_back(box({low.x + 4 * size, low.y + 4 * size, low.z}, random.point(size, size, size)));
  }
  return out;
}

BoxInput needles(std::size_t n) {
  BoxInput out{"skewed: needles of 100 m, 1 cm wide, both ways", {}};
  Random random(5);
  const auto side =
      static_cast<std::int32_t>(std::max(200.0, 2 * std::sqrt(static_cast<double>(n)))) * kMetre;
  while (out.boxes.size() < n) {
    const LatticePoint low = random.point(side, side, 200 * kMetre);
    const bool along = out.boxes.size() % 2 == 0;
    out.boxes.push_back(box(low, {along ? 100 * kMetre : 100, along ? 100 : 100 * kMetre, 100}));
  }
  return out;
}

}  // namespace

std::vector<BoxInput> box_inputs(std::size_t n) {
  std::vector<BoxInput> out{even(n), sheet(n), room_in_a_plain(n), scales(n), needles(n)};
  for (BoxInput& input : out) sort_along_curve(input.boxes);
  return out;
}

BoxInput boxes_of(std::string name, const Scene& scene) {
  BoxInput out{std::move(name), {}};
  for (const Triangle& t : scene.triangles) {
    LatticeBox b;
    for (const std::uint32_t v : t) b.add(scene.lattice.snap(scene.positions[v]));
    out.boxes.push_back(b);
  }
  sort_along_curve(out.boxes);
  return out;
}

}  // namespace ambula::bench
