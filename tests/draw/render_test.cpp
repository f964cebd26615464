#include "ambula/render.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "draw/fixtures.h"

namespace ambula {
namespace {

using testing::add_box;
using testing::add_square;
using testing::kBlue;
using testing::kGreen;
using testing::kRed;

Image picture(const Draw& draw, const View& view) {
  auto image = render(draw, view);
  EXPECT_TRUE(image) << (image ? "" : image.error().message);
  return image ? *image : Image{};
}

Color at(const Image& image, int x, int y) {
  const std::size_t i = static_cast<std::size_t>(y * image.width + x) * 3;
  return {image.rgb.at(i), image.rgb.at(i + 1), image.rgb.at(i + 2)};
}

Color middle(const Image& image) { return at(image, image.width / 2, image.height / 2); }

// A hue is told by its strongest channel, whatever the shading.
char hue(Color c) {
  if (c.r > c.g + 20 && c.r > c.b + 20) return 'r';
  if (c.g > c.r + 20 && c.g > c.b + 20) return 'g';
  if (c.b > c.r + 20 && c.b > c.g + 20) return 'b';
  return c.r > 240 ? 'w' : c.r < 110 ? 'd' : '?';  // paper, dark
}

// 100 pixels without a scale bar: 3 pixels of margin, 94 for the drawing's 94 m, so a metre is a pixel.
constexpr View kMetrePixels{.width = 100, .height = 100};

TEST(Render, ARedSquareLiesWhereItShould) {
  Draw draw;
  draw.point({-47, -47, 0}, {0, 0, 0, 0});
  draw.point({47, 47, 0}, {0, 0, 0, 0});
  add_square(draw, -10, 20, 15, 30, 0, kRed);  // picture: x 40..65, y 20..30
  const Image image = picture(draw, kMetrePixels);
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 100; ++x) {
      const bool inside = x >= 41 && x < 64 && y >= 21 && y < 29,
                 outside = x < 39 || x >= 66 || y < 19 || y >= 31;
      if (inside) {
        ASSERT_EQ(at(image, x, y), kRed) << x << ' ' << y;
      }
      if (outside) {
        ASSERT_EQ(hue(at(image, x, y)), 'w') << x << ' ' << y;
      }
    }
  }
}

TEST(Render, AzimuthTurnsTheEyeCounterClockwise) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 0, kGreen);
  draw.point({5, 9, 0}, kRed, 9);   // north
  draw.point({9, 5, 0}, kBlue, 9);  // east
  const auto sides = [&](double azimuth) {
    const Image image = picture(draw, {.azimuth = azimuth, .width = 100, .height = 100});
    return std::string{hue(at(image, 50, 12)), hue(at(image, 88, 50)), hue(at(image, 50, 88)),
                       hue(at(image, 12, 50))};
  };
  EXPECT_EQ(sides(0), "rbgg");   // above, right, below, left
  EXPECT_EQ(sides(90), "grbg");  // the eye looks along -x: north is to the right, east below
  EXPECT_EQ(sides(180), "ggrb");
  EXPECT_EQ(sides(-90), "bggr");
}

TEST(Render, TheNearerFaceHidesTheFartherInAnyOrder) {
  for (const bool near_first : {true, false}) {
    Draw draw;
    if (near_first) add_square(draw, 2, 2, 8, 8, 3, kBlue);
    add_square(draw, 0, 0, 10, 10, 0, kRed);
    if (!near_first) add_square(draw, 2, 2, 8, 8, 3, kBlue);
    EXPECT_EQ(hue(middle(picture(draw, {.width = 200}))), 'b');
  }
}

TEST(Render, AtAnAngleTheWallHidesTheFloorBehindIt) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 0, kRed);
  add_box(draw, {0, 2, 0}, {10, 2.2, 4}, kBlue);
  const Image image = picture(draw, {.elevation = 30, .width = 300});
  // From the bottom upwards: floor before the wall, the wall, floor behind it.
  std::string seen;
  for (int y = image.height - 45; y > 0; --y) {
    const char h = hue(at(image, 150, y));
    if ((h == 'r' || h == 'b') && (seen.empty() || seen.back() != h)) seen += h;
  }
  EXPECT_EQ(seen, "rbr");
}

TEST(Render, FacesThatPierceEachOtherMeetAtTheRightPlace) {
  Draw draw;
  draw.polygon(std::array{Vec3{0, 0, 0}, Vec3{10, 0, 10}, Vec3{10, 10, 10}, Vec3{0, 10, 0}}, kRed);
  add_square(draw, 0, 0, 10, 10, 4, kBlue);
  const Image image = picture(draw, {.width = 100, .height = 100});
  EXPECT_EQ(hue(at(image, 3 + 32, 50)), 'b');
  EXPECT_EQ(hue(at(image, 3 + 44, 50)), 'r');
}

TEST(Render, BackFacesAreDark) {
  Draw draw;
  draw.polygon(std::array{Vec3{0, 0, 0}, Vec3{0, 10, 0}, Vec3{10, 10, 0}, Vec3{10, 0, 0}}, kRed);
  EXPECT_EQ(hue(middle(picture(draw, {.width = 200}))), 'd');
}

TEST(Render, AFrontLyingOnABackIsSeen) {
  for (const bool back_first : {true, false}) {
    Draw draw;
    const auto back = [&] {
      draw.polygon(std::array{Vec3{0, 0, 0}, Vec3{0, 10, 0}, Vec3{10, 10, 0}, Vec3{10, 0, 0}}, kBlue);
    };
    if (back_first) back();
    add_square(draw, 0, 0, 10, 10, 0, kRed);
    if (!back_first) back();
    EXPECT_EQ(middle(picture(draw, {.width = 200})), kRed) << back_first;
  }
}

TEST(Render, ALaterLayerLiesOverWhatItTouches) {
  Draw draw;
  draw.layer("walkable");
  draw.layer("scene");
  add_square(draw, 0, 0, 10, 10, 0.0002, kRed);
  draw.layer("walkable");  // an earlier layer again: it stays under
  add_square(draw, 0, 0, 10, 10, 0, kBlue);
  EXPECT_EQ(middle(picture(draw, {.width = 200})), kRed);
  draw.layer("over");
  add_square(draw, 0, 0, 10, 10, 0, kGreen);
  EXPECT_EQ(middle(picture(draw, {.width = 200})), kGreen);
}

TEST(Render, TheCutOpensAWallAndShowsItSolid) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 0, kGreen);
  add_box(draw, {4, 0, 0}, {6, 1, 3}, kRed);
  add_square(draw, 0, 0, 10, 10, 3, kBlue);  // the ceiling
  const Image whole = picture(draw, {.width = 100, .height = 100});
  const Image cut = picture(draw, {.cut = 1.2, .width = 100, .height = 100});
  EXPECT_EQ(hue(middle(whole)), 'b');
  EXPECT_EQ(hue(middle(cut)), 'g');
  EXPECT_EQ(hue(at(cut, 50, 92)), 'd');  // inside the wall
}

TEST(Render, TranslucentFacesLetOthersThrough) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 0, {255, 255, 255});
  add_square(draw, 0, 0, 10, 10, 1, {0, 0, 255, 128});
  add_square(draw, 0, 0, 10, 10, -1, {255, 0, 0, 128});  // below: hidden by the opaque one
  const Color c = middle(picture(draw, {.width = 200}));
  EXPECT_NEAR(c.r, 127, 2);
  EXPECT_NEAR(c.g, 127, 2);
  EXPECT_NEAR(c.b, 255, 2);
}

TEST(Render, EdgesAreHiddenByWhatIsBeforeThem) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 2, kGreen);
  draw.edge({0, 5, 0}, {10, 5, 0}, kRed, 6);
  EXPECT_EQ(hue(middle(picture(draw, {.width = 100, .height = 100}))), 'g');
  draw.edge({0, 5, 2}, {10, 5, 2}, kBlue, 6);  // on the face: shown
  EXPECT_EQ(hue(middle(picture(draw, {.width = 100, .height = 100}))), 'b');
  EXPECT_EQ(hue(middle(picture(draw, {.elevation = 40, .width = 100, .height = 100}))), 'b');
}

TEST(Render, PolygonsNeedNotBeConvex) {
  Draw draw;
  draw.polygon(std::array{Vec3{0, 0, 0}, Vec3{10, 0, 0}, Vec3{10, 3, 0}, Vec3{3, 3, 0}, Vec3{3, 10, 0},
                          Vec3{0, 10, 0}},
               kRed);
  const Image image = picture(draw, {.width = 100, .height = 100});
  EXPECT_EQ(hue(at(image, 15, 15)), 'r');
  EXPECT_EQ(hue(at(image, 85, 85)), 'r');
  EXPECT_EQ(hue(at(image, 60, 40)), 'w');
}

TEST(Render, LabelsAndTheScaleBarAreWritten) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 0, {255, 255, 255});
  const Image plain = picture(draw, {.width = 400});
  draw.label({5, 5, 0}, "H", {255, 0, 0});
  const Image labelled = picture(draw, {.width = 400});
  int red = 0, dark = 0;
  for (int y = 0; y < labelled.height; ++y) {
    for (int x = 0; x < labelled.width; ++x) {
      red += hue(at(labelled, x, y)) == 'r' ? 1 : 0;
      if (y > plain.height - 20) dark += at(plain, x, y).r < 120 ? 1 : 0;
    }
  }
  EXPECT_GT(red, 10);
  EXPECT_GT(dark, 60);  // a bar at least that long
}

TEST(Render, ThreadCountDoesNotChangeAByte) {
  Draw draw;
  add_square(draw, -20, -20, 20, 20, 0, palette(3));
  for (int i = 0; i < 200; ++i) {
    const double x = (i * 37 % 40) - 20, y = (i * 61 % 40) - 20;
    add_box(draw, {x, y, 0}, {x + 1.5, y + 0.7, 0.5 + i % 4}, palette(static_cast<std::size_t>(i)));
    draw.edge({x, y, 1}, {-x, y, 2}, Color{60, 64, 80}, 1.5);
    draw.point({y, x, 1}, kRed, 5);
  }
  add_square(draw, -5, -5, 5, 5, 1, {90, 90, 250, 120});
  const View view{.azimuth = 30, .elevation = 35, .cut = 2.2, .width = 700};
  Context one({.threads = 1}), four({.threads = 4});
  const auto a = render(draw, view), b = render(draw, view, &one), c = render(draw, view, &four);
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(a->rgb, b->rgb);
  EXPECT_EQ(a->rgb, c->rgb);
  EXPECT_EQ(four.times().back().stage, "render");
}

TEST(Render, AFarOffsetChangesNothing) {
  const auto drawn = [](Vec3 shift) {
    Draw draw;
    add_square(draw, shift.x, shift.y, shift.x + 16, shift.y + 8, shift.z, kRed);
    add_box(draw, Vec3{4, 2, 0} + shift, Vec3{6, 5, 2} + shift, kBlue);
    return draw;
  };
  const View view{.azimuth = 20, .elevation = 50, .width = 300};
  const Image here = picture(drawn({0, 0, 0}), view), there = picture(drawn({5e6, -4e6, 1024}), view);
  ASSERT_EQ(here.rgb.size(), there.rgb.size());
  int different = 0;
  for (std::size_t i = 0; i < here.rgb.size(); ++i)
    different += std::abs(here.rgb[i] - there.rgb[i]) > 8 ? 1 : 0;
  EXPECT_LT(different, 30);  // a few samples on borders fall to the other side
}

TEST(Render, OutliersAndFlatDrawingsStillGiveAPicture) {
  Draw outlier;
  add_square(outlier, 0, 0, 10, 10, 0, kRed);
  outlier.point({1e12, 3, 0}, kBlue);
  EXPECT_EQ(picture(outlier, {.width = 64}).width, 64);
  Draw alone;
  alone.point({7, 8, 9}, kRed, 20);
  EXPECT_EQ(hue(middle(picture(alone, {.width = 100, .height = 100}))), 'r');
  Draw wall;  // edge on in a plan
  wall.polygon(std::array{Vec3{0, 0, 0}, Vec3{5, 0, 0}, Vec3{5, 0, 3}, Vec3{0, 0, 3}}, kRed);
  EXPECT_GT(picture(wall, {.width = 100}).height, 0);
  EXPECT_GT(picture(wall, {.azimuth = 90, .elevation = 0, .width = 100}).height, 0);
}

TEST(Render, RefusesBadViews) {
  Draw draw;
  EXPECT_EQ(render(draw, {}).error().code, ErrorCode::empty);
  add_square(draw, 0, 0, 1, 1, 0, kRed);
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const View bad[] = {{.azimuth = nan}, {.elevation = inf}, {.elevation = 91}, {.cut = nan},
                      {.width = 15},    {.width = 16385},   {.height = 15},    {.height = 16385},
                      {.width = -1},    {.height = -1},     {.elevation = -91}};
  for (const View& view : bad) {
    const auto result = render(draw, view);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(result.error().message.substr(0, 5), "view:");
  }
  EXPECT_EQ(render(draw, {.cut = -1.0}).error().code, ErrorCode::empty);
  EXPECT_EQ(picture(draw, {.width = 16, .height = 16}).rgb.size(), 16U * 16 * 3);
}

TEST(Render, RefusesBrokenDrawings) {
  const auto code = [](auto&& spoil) {
    Draw draw;
    add_square(draw, 0, 0, 1, 1, 0, kRed);
    draw.edge({0, 0, 0}, {1, 1, 0}, kRed);
    spoil(draw);
    const auto result = render(draw, {.width = 32});
    return result ? ErrorCode::invalid_argument : result.error().code;
  };
  EXPECT_EQ(code([](Draw& d) { d.corners[2].x = std::nan(""); }), ErrorCode::broken);
  EXPECT_EQ(code([](Draw& d) { d.corners[2].x = 1e300; }), ErrorCode::broken);
  EXPECT_EQ(code([](Draw& d) { d.faces[0].count = 5; }), ErrorCode::broken);
  EXPECT_EQ(code([](Draw& d) { d.faces[0].first = 0xFFFFFFFFU; }), ErrorCode::broken);
  EXPECT_EQ(code([](Draw& d) { d.edges[0].layer = 9; }), ErrorCode::broken);
  EXPECT_EQ(code([](Draw& d) { d.edges[0].width = std::nan(""); }), ErrorCode::broken);
}

TEST(Render, ACancelledContextEndsIt) {
  Draw draw;
  add_square(draw, 0, 0, 1, 1, 0, kRed);
  Context context({.threads = 1});
  context.cancel();
  EXPECT_EQ(render(draw, {}, &context).error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace ambula
