// Scenes made to break the extraction: deep piles, fans, books, slivers, giants. Each ends within seconds,
// and the answer holds what is promised. Sizes are a tenth of what was tried by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numbers>
#include <string>
#include <thread>

#include "ambula/context.h"
#include "ambula/hash.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix_bits(seed)) {}
  double between(double low, double high) {
    return low +
           (high - low) * static_cast<double>(mix_bits(state_ += 0x9E3779B97F4A7C15ULL) >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

// AMBULA_NASTY in the environment multiplies the sizes.
int sized(int n) {
  const char* factor = std::getenv("AMBULA_NASTY");
  return factor ? n * std::stoi(factor) : n;
}

// Extracts, tells how long it took, and finds nothing broken; a hang is for the test runner to end.
Walkable survives(const Scene& scene, const WalkableParams& params = {}, const Agent& agent = {},
                  std::uint64_t samples = 200) {
  const auto start = Clock::now();
  auto walkable = extract_walkable(scene, agent, params);
  const double seconds = seconds_since(start);
  std::printf("    %zu triangles, %.3f s\n", scene.triangles.size(), seconds);
  EXPECT_TRUE(walkable) << walkable.error().message;
  if (!walkable) return {};
  if (!std::getenv("AMBULA_NASTY")) {
    EXPECT_EQ(faults(scene, agent, params, *walkable, samples), "");
  }
  return std::move(*walkable);
}

Model piled_squares(int n) {
  Random random(1);
  Model model;
  const double side = std::sqrt(n / 20.0);  // squares of 1 m² each
  for (int i = 0; i < n; ++i) {
    const double x = std::round(random.between(0, side) * 64) / 64,
                 y = std::round(random.between(0, side) * 64) / 64;
    model.floor(x, y, x + 1, y + 1, 0);
  }
  return model;
}

TEST(WalkableNasty, SquaresOverlappingTwentyDeep) {
  const int n = sized(500);
  const double side = std::sqrt(n / 20.0);
  const Walkable w = survives(piled_squares(n).scene(), kStrict);
  EXPECT_EQ(w.components, 1u);
  EXPECT_NEAR(w.areas.walkable, (side + 1) * (side + 1), 0.2 * side * side + 2);
  EXPECT_NEAR(w.areas.walkable + w.areas.duplicate, n, 0.01 * n);
}

TEST(WalkableNasty, FanOfSliversAboutOneVertex) {
  Model model;
  const int n = sized(2000);
  for (int i = 0; i < n; ++i) {
    const double a = 2 * std::numbers::pi * i / n, b = 2 * std::numbers::pi * (i + 1) / n;
    model.triangle({0, 0, 0}, {5 * std::cos(a), 5 * std::sin(a), 0.1},
                   {5 * std::cos(b), 5 * std::sin(b), 0.1});
  }
  model.ceiling(1, 1, 3, 2, 1);
  const Walkable w = survives(model.scene(), kStrict);
  EXPECT_EQ(w.components, 1u);
  EXPECT_NEAR(w.areas.walkable, 25 * std::numbers::pi - 2, 0.05);
}

TEST(WalkableNasty, PagesOfABook) {
  // Every page goes through one line, steep ones as walls, flat ones as ground.
  Model steep, flat;
  const int n = sized(500);
  steep.floor(-2, -1, 2, 5, 0);
  for (int i = 0; i < n; ++i) {
    const double a = std::numbers::pi * (i + 0.5) / n;
    steep.quad({0, 0, 0.5}, {0, 4, 0.5}, {std::cos(a), 4, 0.5 + std::sin(a)},
               {std::cos(a), 0, 0.5 + std::sin(a)});
    const double rise = 0.5 * (2.0 * i / n - 1);
    flat.ramp(-1, 0, 1, 4, -rise, rise);
  }
  EXPECT_GT(survives(steep.scene()).areas.walkable, 1);
  const Walkable w = survives(flat.scene(), kStrict);
  EXPECT_NEAR(w.areas.walkable, 8, 0.05) << "the steepest page to either side";
  EXPECT_EQ(w.components, 1u);
}

TEST(WalkableNasty, GroundCrossingAtSmallSlopes) {
  Random random(3);
  Model model;
  for (int i = 0; i < sized(150); ++i) {
    const double a = random.between(-0.001, 0.001), b = random.between(-0.001, 0.001),
                 c = random.between(-0.002, 0.002);
    model.quad({0, 0, c}, {4, 0, c + 4 * a}, {4, 4, c + 4 * a + 4 * b}, {0, 4, c + 4 * b});
  }
  const Walkable w = survives(model.scene());
  EXPECT_NEAR(w.areas.walkable, 16, 0.05);
}

TEST(WalkableNasty, SliversAQuantumWide) {
  Random random(4);
  Model model;
  for (int i = 0; i < sized(1000); ++i) {
    const double x = random.between(0, 4), y = random.between(0, 4), z = random.between(0, 0.01);
    const double dx = random.between(-2, 2), dy = random.between(-2, 2);
    model.triangle({x, y, z}, {x + dx, y + dy, z}, {x + dx + 1e-4, y + dy + 1e-4, z});
  }
  model.floor(0, 0, 4, 4, 0.005);
  EXPECT_GT(survives(model.scene(), {}, {}, 0).areas.walkable, 10);
}

TEST(WalkableNasty, GiantTriangleOverATinyScene) {
  Model model;
  model.triangle({-5000, -5000, 0}, {5000, -5000, 0}, {0, 5000, 0});
  Random random(5);
  for (int i = 0; i < sized(500); ++i) {
    const double x = random.between(0, 0.1), y = random.between(0, 0.1), z = random.between(0.005, 0.1);
    model.triangle({x, y, z}, {x + 0.01, y, z}, {x, y + 0.01, z + 0.003});
  }
  const Walkable w = survives(model.scene());
  EXPECT_NEAR(w.areas.walkable, 5e7, 1);
}

TEST(WalkableNasty, AllVertical) {
  Random random(6);
  Model model;
  for (int i = 0; i < sized(5000); ++i) {
    const double x = random.between(0, 10), y = random.between(0, 10);
    model.wall(x, y, x + random.between(-1, 1), y + random.between(-1, 1), 0, 3);
  }
  EXPECT_TRUE(survives(model.scene()).faces.empty());
}

TEST(WalkableNasty, StaircaseOfThousandSteps) {
  Model model;
  const int n = sized(1000);
  for (int i = 0; i < n; ++i) {
    model.floor(0.25 * i, 0, 0.25 * (i + 1), 1, 0.125 * i);
    model.wall(0.25 * (i + 1), 0, 0.25 * (i + 1), 1, 0.125 * i, 0.125 * (i + 1));
  }
  const Walkable w = survives(model.scene());
  EXPECT_EQ(w.components, static_cast<std::uint32_t>(n));
  EXPECT_NEAR(border_length(w, BorderKind::sill), n - 1, 0.01 * n);
  EXPECT_NEAR(w.areas.walkable, 0.25 * n, 1e-3 * n);
}

TEST(WalkableNasty, SpiralRampOfSeveralTurns) {
  Model model;
  constexpr int kTurns = 6, kParts = 48;
  const auto at = [](int i, double r) {
    const double a = 2 * std::numbers::pi * i / kParts;
    return Vec3{r * std::cos(a), r * std::sin(a), 2.5 * i / kParts};
  };
  for (int i = 0; i < kTurns * kParts; ++i) model.quad(at(i, 2), at(i, 4), at(i + 1, 4), at(i + 1, 2));
  const Walkable w = survives(model.scene());
  EXPECT_EQ(w.components, 1u);
  EXPECT_NEAR(w.areas.blocked, 0, 1e-3) << "2.5 m a turn is enough";
  EXPECT_NEAR(w.areas.walkable, w.areas.ground, 1e-3);
}

TEST(WalkableNasty, ManyDuplicates) {
  Model model;
  for (int i = 0; i < sized(2000); ++i) model.triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  const Walkable w = survives(model.scene());
  EXPECT_EQ(w.faces.size(), 1u);
  EXPECT_NEAR(w.areas.duplicate, 8.0 * (sized(2000) - 1), 1e-3);
}

TEST(WalkableNasty, RandomIntersectingTriangles) {
  Random random(8);
  Model model;
  const auto point = [&] {
    return Vec3{random.between(0, 10), random.between(0, 10), random.between(0, 10)};
  };
  for (int i = 0; i < sized(600); ++i) {
    const Vec3 a = point(), b = a + (point() - Vec3{5, 5, 5}) * 0.3, c = a + (point() - Vec3{5, 5, 5}) * 0.3;
    model.triangle(a, b, c);
  }
  survives(model.scene(), kStrict);
  survives(model.scene());
}

TEST(WalkableNasty, AgentsOfEverySize) {
  Model model;
  model.floor(0, 0, 8, 6, 0).floor(2, 2, 6, 4, 2).ramp(0, 0, 4, 1, 0, 2).box({6, 1, 0}, {7, 2, 1});
  for (int i = 0; i < 20; ++i) model.floor(0.25 * i, 5, 0.25 * i + 0.3, 6, 0.15 * i);
  const Scene scene = model.scene();
  double last = 1e9;
  for (const double height : {0.01, 0.05, 0.5, 1.8, 5.0, 50.0, 1000.0}) {
    Agent agent;
    agent.height = height;
    agent.max_step = std::min(0.4, height);
    agent.max_gap = std::min(0.3, height * 0.4);
    const double area = survives(scene, kStrict, agent).areas.walkable;
    EXPECT_LE(area, last + 1e-3) << "who is taller fits into less";
    last = area;
  }
  for (const double slope : {0.0, 1.0, 45.0, 89.0}) {
    Agent agent;
    agent.max_slope = slope;
    survives(scene, {}, agent);
  }
}

TEST(WalkableNasty, QuantaOfEverySize) {
  Model model;
  model.floor(0, 0, 0.2, 0.1, 0).floor(0.05, 0.05, 0.15, 0.15, 0.02).wall(0.1, 0, 0.1, 0.04, 0, 0.1);
  for (const double quantum : {1e-9, 1e-7, 1e-5}) {
    SCOPED_TRACE(quantum);
    survives(model.scene(quantum), kStrict);
    survives(model.scene(quantum), {.weld = 0.01, .min_patch = 0});
  }
  Model large;
  large.floor(0, 0, 2000, 1000, 0).floor(500, 500, 1500, 1500, 20).wall(1000, 0, 1000, 400, 0, 100);
  for (const double quantum : {1.0, 0.1}) {
    SCOPED_TRACE(quantum);
    survives(large.scene(quantum), kStrict);
    survives(large.scene(quantum));
  }
}

// A floor with so much furniture that cutting it takes a while.
Scene furnished(int pieces) {
  Random random(9);
  Model model;
  const double side = std::sqrt(pieces * 0.3);
  for (int x = 0; x < 40; ++x) {
    for (int y = 0; y < 40; ++y) {
      model.floor(side / 40 * x, side / 40 * y, side / 40 * (x + 1), side / 40 * (y + 1), 0);
    }
  }
  for (int i = 0; i < pieces; ++i) {
    const Vec3 low{random.between(0, side), random.between(0, side), random.between(0, 1)};
    model.box(low, low + Vec3{random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)});
  }
  return model.scene();
}

// Seconds from cancelling, so long after the beginning, to the return; below 0 where it was done before.
double lateness(const Scene& scene, std::chrono::milliseconds after, int threads) {
  Context context({.threads = threads});
  std::atomic<double> at{0};
  const auto start = Clock::now();
  std::thread other([&] {
    std::this_thread::sleep_for(after);
    at = seconds_since(start);
    context.cancel();
  });
  const auto w = extract_walkable(scene, {}, {}, &context);
  const double end = seconds_since(start);
  other.join();
  if (w) return -1;
  EXPECT_EQ(w.error().code, ErrorCode::cancelled);
  return end - at;
}

TEST(WalkableContext, CancellingReturnsSoon) {
  double latest = 0;
  int cancelled = 0;
  for (const Scene& scene : {furnished(12'000), piled_squares(500).scene()}) {
    for (const int after : {1, 20, 50, 100, 200, 300, 400}) {
      for (const int threads : {1, 2}) {
        const double late = lateness(scene, std::chrono::milliseconds(after), threads);
        if (late < 0) continue;
        ++cancelled;
        latest = std::max(latest, late);
        if (late > 0.1) std::printf("    after %d ms, %d threads: %.3f s late\n", after, threads, late);
      }
    }
  }
  std::printf("    cancelled %d times, at most %.3f s late\n", cancelled, latest);
  EXPECT_GE(cancelled, 6);
  EXPECT_LT(latest, 0.5) << "0.1 s is what we want; a loaded machine is given more";
}

TEST(WalkableContext, ProgressMovesForward) {
  const Scene scene = furnished(4'000);
  Context context({.threads = 2});
  std::map<std::string, std::vector<double>> seen;
  context.on_progress([&](std::string_view stage, double part) { seen[std::string(stage)].push_back(part); });
  ASSERT_TRUE(extract_walkable(scene, {}, {}, &context));
  std::size_t calls = 0;
  for (const auto& [stage, parts] : seen) {
    calls += parts.size();
    EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end())) << stage;
    EXPECT_GE(parts.front(), 0) << stage;
    EXPECT_LE(parts.back(), 1) << stage;
  }
  EXPECT_GT(calls, 2u);
  bool timed = false;
  for (const StageTime& t : context.times()) timed = timed || t.stage == "walkable";
  EXPECT_TRUE(timed);
}

// A scan of which every corner is off by as much as its triangles are wide: nothing of it can be put together
// again. It ends, nothing is broken, and the surface is no larger than the ground.
TEST(WalkableNasty, AScanOfWhichOnlyNoiseIsLeft) {
  Random random(5);
  Model model;
  const int n = sized(24);
  const auto near = [&](double x, double y) {
    const double dx = random.between(-0.02, 0.02), dy = random.between(-0.02, 0.02);
    return Vec3{x + dx, y + dy, random.between(-0.02, 0.02)};
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double x = 0.05 * i, y = 0.05 * j, u = x + 0.05, v = y + 0.05;
      const Vec3 a = near(x, y), b = near(u, y), c = near(u, v);
      model.triangle(a, b, c);
      const Vec3 d = near(x, y), e = near(u, v), f = near(x, v);
      model.triangle(d, e, f);
    }
  }
  const Walkable w = survives(model.scene(), {}, {}, 0);
  EXPECT_LT(w.areas.walkable, w.areas.ground);
  EXPECT_LT(w.faces.size(), 40 * model.triangles.size());  // memory in proportion to the triangles
}

}  // namespace
}  // namespace ambula::testing
