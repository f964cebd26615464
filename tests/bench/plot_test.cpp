// Plots: axes that hold every point, and what cannot be shown.
#include "bench/plot.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ambula/files.h"
#include "temporary_folder.h"

namespace ambula::bench {
namespace {

Plot two_lines() {
  return {"Time",
          "triangles",
          "ns",
          {{"terrain", {{9'800, 12}, {1e5, 20}}}, {"blocks", {{1e4, 30}, {1.1e6, 41}}}}};
}

TEST(Plot, PointsLieWithinTheAxesWhereTheyBelong) {
  const auto draw = draw_plot(two_lines());
  ASSERT_TRUE(draw) << draw.error().message;
  ASSERT_EQ(draw->points.size(), 4u);
  const auto& points = draw->points;
  // From ten thousand to a million and up to 50: a factor of ten across is half the width.
  EXPECT_NEAR(points[1].at.x, 50, 1e-9);
  EXPECT_NEAR(points[2].at.x, 0, 1e-9);
  EXPECT_NEAR(points[1].at.y / points[2].at.y, 20.0 / 30, 1e-9);
  EXPECT_NEAR(points[3].at.y / 55, 41.0 / 50, 1e-9);
  const auto has_label = [&](const char* text) {
    return std::any_of(draw->labels.begin(), draw->labels.end(),
                       [&](const auto& l) { return l.text == text; });
  };
  for (const char* text :
       {"10,000", "100,000", "1,000,000", "0", "50", "terrain", "blocks", "ns", "triangles"}) {
    EXPECT_TRUE(has_label(text)) << text;
  }
}

TEST(Plot, IsWrittenAsSvgWithoutAScaleBarOfMetres) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_plot(two_lines(), folder / "plot.svg"));
  const auto file = MappedFile::open(folder / "plot.svg");
  ASSERT_TRUE(file);
  const std::string svg(file->as_text());
  EXPECT_NE(svg.find("id=\"terrain-lines\""), std::string::npos);
  EXPECT_EQ(svg.find("id=\"scale\""), std::string::npos);
}

TEST(Plot, WhatCannotBeShownIsSaid) {
  EXPECT_EQ(draw_plot({"Time", "n", "ns", {{"none", {}}}}).error().code, ErrorCode::empty);
  EXPECT_EQ(draw_plot({"Time", "n", "ns", {{"zero", {{0, 1}}}}}).error().code, ErrorCode::invalid_argument);
  EXPECT_NE(draw_plot({"Time", "n", "ns", {{"bad", {{1, -1}}}}}).error().message.find("bad"),
            std::string::npos);
}

}  // namespace
}  // namespace ambula::bench
