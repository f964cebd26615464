#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ambula/draw.h"
#include "draw/fixtures.h"

namespace ambula {
namespace {

using testing::add_square;

std::string svg_of(const Draw& draw, const View& view) {
  const testing::TempFile file(".svg");
  const auto result = write_svg(draw, view, file.path());
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return file.read();
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

bool is_entity(const std::string& text) {
  for (const char* name : {"amp;", "lt;", "gt;", "quot;"}) {
    if (text.rfind(name, 0) == 0) return true;
  }
  return false;
}

// Tags open and close in order, attributes are quoted, no stray markup.
bool well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] != '<') {
      if (xml[at] == '&' && !is_entity(xml.substr(at + 1, 5))) return false;
      if (static_cast<unsigned char>(xml[at]) < 0x20 && xml[at] != '\n') return false;
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos || count(tag, "\"") % 2 != 0) return false;
    const std::string name =
        tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag[0] == '/' ? 1 : 0));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != name) return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty();
}

TEST(Svg, HoldsWhatWasDrawnInItsLayers) {
  Draw draw;
  draw.layer("floor");
  add_square(draw, 0, 0, 10, 10, 0, testing::kRed);
  draw.layer("route");
  draw.edge({1, 1, 0}, {9, 9, 0}, testing::kBlue, 3);
  draw.point({5, 5, 0}, testing::kGreen, 8);
  draw.label({5, 5, 0}, "Kitchen");
  const std::string svg = svg_of(draw, {.width = 800});
  EXPECT_TRUE(well_formed(svg));
  EXPECT_NE(svg.find("<g id=\"floor\""), std::string::npos);
  EXPECT_NE(svg.find("color=\"#c82828\""), std::string::npos);
  EXPECT_NE(svg.find("<g id=\"route-lines\""), std::string::npos);
  EXPECT_NE(svg.find("stroke=\"#3250c8\" stroke-width=\"3\""), std::string::npos);
  EXPECT_NE(svg.find("r=\"4\" fill=\"#28a03c\""), std::string::npos);
  EXPECT_NE(svg.find(">Kitchen</text>"), std::string::npos);
  EXPECT_NE(svg.find(">2 m</text>"), std::string::npos);  // the scale bar
  EXPECT_EQ(svg_of(draw, {.width = 800, .scale_bar = false}).find("id=\"scale\""), std::string::npos);
}

TEST(Svg, TextIsEscapedAndRepaired) {
  Draw draw;
  draw.layer("a \"b\" & <c>");
  draw.label({0, 0, 0}, "1 < 2 && \"x\" \x01 \xFF end");
  const std::string svg = svg_of(draw, {});
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_NE(svg.find("id=\"a_&quot;b&quot;_&amp;_&lt;c&gt;-labels\""), std::string::npos);
  EXPECT_NE(svg.find("1 &lt; 2 &amp;&amp; &quot;x&quot; \xEF\xBF\xBD \xEF\xBF\xBD end"), std::string::npos);
}

TEST(Svg, TheCutRemovesWhatIsAbove) {
  Draw draw;
  add_square(draw, 0, 0, 10, 10, 0, testing::kRed);
  add_square(draw, 2, 2, 8, 8, 3, testing::kBlue);
  draw.label({5, 5, 3}, "attic");
  draw.edge({0, 0, 4}, {1, 1, 5}, testing::kGreen);
  draw.point({5, 5, 3}, {1, 2, 3});
  const std::string whole = svg_of(draw, {}), cut = svg_of(draw, {.cut = 1.5});
  EXPECT_NE(whole.find("#3250c8"), std::string::npos);
  EXPECT_NE(whole.find("attic"), std::string::npos);
  EXPECT_EQ(cut.find("#3250c8"), std::string::npos);
  EXPECT_EQ(cut.find("attic"), std::string::npos);
  EXPECT_EQ(cut.find("#28a03c"), std::string::npos);
  EXPECT_NE(whole.find("#010203"), std::string::npos);
  EXPECT_EQ(cut.find("#010203"), std::string::npos);
  EXPECT_NE(cut.find("#c82828"), std::string::npos);
}

TEST(Svg, FacesOnTheCutAreKept) {
  Draw draw;
  add_square(draw, 0, 0, 1, 1, 1.5, testing::kRed);
  EXPECT_NE(svg_of(draw, {.cut = 1.5}).find("#c82828"), std::string::npos);
}

TEST(Svg, AWallAcrossTheCutIsSolidAndOutlined) {
  Draw draw;
  add_square(draw, -1, -1, 6, 3, 0, testing::kRed);
  testing::add_box(draw, {0, 0, 0}, {5, 0.3, 3}, testing::kBlue);
  const std::string svg = svg_of(draw, {.cut = 1.2});
  EXPECT_EQ(count(svg, "id=\"solid\""), 1U);
  EXPECT_EQ(count(svg, "id=\"cut\""), 1U);
}

TEST(Svg, NearFacesComeAfterFarOnes) {
  Draw draw;
  add_square(draw, 2, 2, 8, 8, 3, testing::kBlue);  // drawn first, but nearer
  add_square(draw, 0, 0, 10, 10, 0, testing::kRed);
  const std::string svg = svg_of(draw, {});
  EXPECT_LT(svg.find("#c82828"), svg.find("#3250c8"));
}

// A large floor's middle is nearer to the eye than a wall at its far end: mean depth would order them
// wrongly.
TEST(Svg, AFloorDoesNotCoverTheWallStandingOnIt) {
  Draw draw;
  draw.polygon(std::array{Vec3{0, 35, 0}, Vec3{10, 35, 0}, Vec3{10, 35, 3}, Vec3{0, 35, 3}}, testing::kBlue);
  add_square(draw, 0, 0, 10, 40, 0, testing::kRed);
  const std::string svg = svg_of(draw, {.elevation = 30});
  const std::size_t floor = svg.find("<path color=\"#c82828\"");
  ASSERT_NE(floor, std::string::npos);
  EXPECT_NE(svg.find("<path color=", floor + 1), std::string::npos);  // the wall, after it
  EXPECT_EQ(count(svg, "<path color="), 2U);
}

TEST(Svg, HiddenFacesAreLeftOut) {
  Draw draw;
  add_square(draw, 2, 2, 8, 8, 0, testing::kRed);
  add_square(draw, 0, 0, 10, 10, 3, testing::kBlue);
  EXPECT_EQ(svg_of(draw, {}).find("#c82828"), std::string::npos);
}

TEST(Svg, ALevelFloorOfManyTrianglesIsOnePath) {
  Draw draw;
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 20; ++j) add_square(draw, i, j, i + 1, j + 1, 0, {120, 180, 140, 128});
  }
  const std::string svg = svg_of(draw, {});
  EXPECT_EQ(count(svg, "<path color="), 1U);
  EXPECT_EQ(count(svg, "opacity=\".5\""), 1U);
}

TEST(Svg, RefusesBadViewsAndEmptyDrawings) {
  const testing::TempFile file(".svg");
  Draw draw;
  EXPECT_EQ(write_svg(draw, {}, file.path()).error().code, ErrorCode::empty);
  add_square(draw, 0, 0, 1, 1, 2, testing::kRed);
  EXPECT_EQ(write_svg(draw, {.width = 15}, file.path()).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(write_svg(draw, {.cut = 1.0}, file.path()).error().code, ErrorCode::empty);
  EXPECT_FALSE(std::filesystem::exists(file.path()));
}

}  // namespace
}  // namespace ambula
