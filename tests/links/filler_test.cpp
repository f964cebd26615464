// Fillers against brute force: over random pairs of edges nothing wider is found that satisfies the limits.
#include "links/filler.h"

#include <gtest/gtest.h>

#include <random>

namespace ambula::testing {
namespace {

constexpr double kMillimetre = 10;  // quanta

bool within(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach, double s, double r) {
  const Vec3 v = e2.at(r) - e1.at(s);
  if (reach.in_space) return length(v) <= reach.gap;
  return length(v.xy()) <= reach.gap && std::abs(v.z) <= reach.step;
}
bool in_front(const EdgeLine& e, const EdgeLine& other, double s) {
  return dot(other.outwards(), e.at(s).xy() - other.start.xy()) >= -kBehind;
}

// The widest filler over a grid of places, refined around the best.
double brute_width(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach, std::mt19937_64& random) {
  std::vector<std::pair<double, double>> good;
  const auto keep = [&](double s, double r) {
    if (s < 0 || r < 0 || s > e1.length || r > e2.length) return;
    if (within(e1, e2, reach, s, r) && in_front(e1, e2, s) && in_front(e2, e1, r)) good.emplace_back(s, r);
  };
  constexpr int kGrid = 20;
  for (int i = 0; i <= kGrid; ++i) {
    for (int j = 0; j <= kGrid; ++j) keep(e1.length * i / kGrid, e2.length * j / kGrid);
  }
  const auto width = [](const auto& a, const auto& b) {
    return std::min(b.first - a.first, a.second - b.second);
  };
  double best = 0;
  std::pair<double, double> p, q;
  for (const auto& a : good) {
    for (const auto& b : good) {
      if (width(a, b) > best) {
        best = width(a, b);
        p = a;
        q = b;
      }
    }
  }
  if (best == 0) return 0;
  double size = std::max(e1.length, e2.length) / kGrid;
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int round = 0; round < 4000; ++round) {
    good.clear();
    keep(p.first + size * unit(random), p.second + size * unit(random));
    const auto a = good.empty() ? p : good[0];
    good.clear();
    keep(q.first + size * unit(random), q.second + size * unit(random));
    const auto b = good.empty() ? q : good[0];
    if (width(a, b) > best) {
      best = width(a, b);
      p = a;
      q = b;
    } else if (round % 100 == 99) {
      size *= 0.8;
    }
  }
  return best;
}

struct Case {
  EdgeLine e1, e2;
};
Case random_case(std::mt19937_64& random) {
  std::uniform_real_distribution<double> place(-4000, 4000), height(-3000, 3000);
  std::uniform_int_distribution<int> kind(0, 4);
  const auto point = [&] {
    return Vec3{std::round(place(random)), std::round(place(random)), std::round(height(random))};
  };
  while (true) {
    Vec3 a = point(), b = point(), c = point(), d = point();
    switch (kind(random)) {
      case 0:  // parallel, apart
        c = b + Vec3{std::round(place(random) / 4), std::round(place(random) / 4), 0};
        d = c + (a - b) * 0.5;
        break;
      case 1:  // one place from above
        c = {b.x, b.y, b.z + 1700};
        d = {a.x, a.y, a.z + 1700};
        break;
      case 2:  // level
        a.z = b.z = c.z = d.z = 0;
        break;
      case 3:  // nearly facing
        c = b + Vec3{place(random) / 8, place(random) / 8, height(random) / 8};
        d = a + Vec3{place(random) / 8, place(random) / 8, height(random) / 8};
        break;
      default:
        break;
    }
    if (length((b - a).xy()) > 20 && length((d - c).xy()) > 20) return {EdgeLine(a, b), EdgeLine(c, d)};
  }
}

class FillerReach : public ::testing::TestWithParam<bool> {};

TEST_P(FillerReach, NothingWiderIsWithinTheLimits) {
  std::mt19937_64 random(7);
  Reach reach;
  reach.gap = 3000;
  reach.step = 4000;
  reach.in_space = GetParam();
  int found = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto [e1, e2] = random_case(random);
    const auto filler = widest_filler(e1, e2, reach, whole(e1), whole(e2));
    if (filler) {
      ++found;
      for (int k = 0; k < 2; ++k) {
        const Vec3 v = e2.at(filler->r[k]) - e1.at(filler->s[k]);
        EXPECT_LE(reach.in_space ? length(v) : length(v.xy()), reach.gap + 0.01) << i;
        if (!reach.in_space) {
          EXPECT_LE(std::abs(v.z), reach.step + 0.01) << i;
        }
        EXPECT_GE(dot(e2.outwards(), e1.at(filler->s[k]).xy() - e2.start.xy()), -kBehind - 0.01) << i;
        EXPECT_GE(dot(e1.outwards(), e2.at(filler->r[k]).xy() - e1.start.xy()), -kBehind - 0.01) << i;
      }
    }
    // Edges that do not run against each other are discarded where the filler cannot be oriented.
    if (!filler && dot(e1.direction.xy(), e2.direction.xy()) >= 0) continue;
    const double brute = brute_width(e1, e2, reach, random);
    EXPECT_LE(brute, (filler ? filler->width() : 0) + kMillimetre / 10) << "pair " << i;
  }
  EXPECT_GT(found, 300);
}

TEST_P(FillerReach, TheOtherWayRoundIsTheSame) {
  std::mt19937_64 random(11);
  Reach reach;
  reach.gap = 3000;
  reach.step = 4000;
  reach.in_space = GetParam();
  for (int i = 0; i < 5000; ++i) {
    const auto [e1, e2] = random_case(random);
    const auto there = widest_filler(e1, e2, reach, whole(e1), whole(e2));
    const auto back = widest_filler(e2, e1, reach, whole(e2), whole(e1));
    ASSERT_EQ(there.has_value(), back.has_value()) << i;
    if (!there) continue;
    EXPECT_NEAR(there->width(), back->width(), 0.1) << i;
  }
}

TEST_P(FillerReach, ThePapersIsNeverWiderAndKeepsTheLimits) {
  std::mt19937_64 random(13);
  Reach reach;
  reach.gap = 3000;
  reach.step = 4000;
  reach.in_space = GetParam();
  int found = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto [e1, e2] = random_case(random);
    const auto paper = paper_filler(e1, e2, reach, whole(e1), whole(e2));
    if (!paper) continue;
    ++found;
    const auto ours = widest_filler(e1, e2, reach, whole(e1), whole(e2));
    ASSERT_TRUE(ours) << i;
    EXPECT_LE(paper->width(), ours->width() + 0.5) << i;
    for (int k = 0; k < 2; ++k) {
      const Vec3 v = e2.at(paper->r[k]) - e1.at(paper->s[k]);
      EXPECT_LE(reach.in_space ? length(v) : length(v.xy()), reach.gap + 0.01) << i;
    }
  }
  EXPECT_GT(found, 300);
}

INSTANTIATE_TEST_SUITE_P(Metrics, FillerReach, ::testing::Bool(),
                         [](const auto& which) { return which.param ? "InSpace" : "InPlan"; });

TEST(Filler, StackedEdgesThatRunTheSameWayAreNotJoined) {
  const EdgeLine lower({0, 0, 0}, {10000, 0, 0}), upper({0, 0, 2000}, {10000, 0, 2000});
  Reach reach;
  reach.gap = 3000;
  reach.step = 4000;
  EXPECT_FALSE(widest_filler(lower, upper, reach, whole(lower), whole(upper)));
  const EdgeLine facing({10000, 0, 2000}, {0, 0, 2000});
  const auto filler = widest_filler(lower, facing, reach, whole(lower), whole(facing));
  ASSERT_TRUE(filler);
  EXPECT_NEAR(filler->width(), 10000, 0.1);
}

}  // namespace
}  // namespace ambula::testing
