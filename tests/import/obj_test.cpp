#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "ambula/import.h"
#include "geometry/polygon.h"
#include "import/number.h"

namespace ambula {
namespace {

Imported read(std::string_view text) {
  auto result = read_obj(text, "test.obj");
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : Imported{};
}

Error refuse(std::string_view text) {
  auto result = read_obj(text, "test.obj");
  EXPECT_FALSE(result);
  return result ? Error{} : result.error();
}

double area_of(const Soup& soup) {
  double area = 0;
  for (const Triangle& t : soup.triangles) {
    const Vec3 a = soup.positions[t[0]];
    area += length(cross(soup.positions[t[1]] - a, soup.positions[t[2]] - a)) / 2;
  }
  return area;
}

constexpr const char* kCorners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, ReadsSlashedIndicesOfEveryForm) {
  const Imported in =
      read(std::string(kCorners) +
           "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\n");
  ASSERT_EQ(in.soup.triangles.size(), 4u);
  for (const Triangle& t : in.soup.triangles) EXPECT_EQ(t, (Triangle{0, 1, 2}));
  EXPECT_TRUE(in.warnings.empty());
  EXPECT_EQ(in.up, kUpY);
}

TEST(Obj, NegativeIndicesCountFromTheLastVertex) {
  const Imported in = read("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 5 5 5\nf -4/-1 -3 -1\n");
  ASSERT_EQ(in.soup.triangles.size(), 2u);
  EXPECT_EQ(in.soup.triangles[0], (Triangle{1, 2, 3}));
  EXPECT_EQ(in.soup.triangles[1], (Triangle{1, 2, 4}));
}

TEST(Obj, LineEndsContinuationsAndCommentsDoNotMatter) {
  const std::string plain = std::string(kCorners) + "f 1 2 3 4\n";
  const Imported reference = read(plain);
  std::string crlf, cr;
  for (const char c : plain) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
    cr += c == '\n' ? '\r' : c;
  }
  const std::string variants[] = {
      crlf,
      cr,
      plain.substr(0, plain.size() - 1),
      "\xEF\xBB\xBF# comment \\\n" + plain,
      "v 0 0 0 # origin\n v\t1 0 0 1.0\nv 1 1 0 0.5 0.5 0.5\n\n\nv 0 \\\n 1 0\nf 1 2 \\\r\n 3 4 # square\n",
  };
  for (const std::string& text : variants) {
    const Imported in = read(text);
    EXPECT_EQ(in.soup.triangles, reference.soup.triangles) << text;
    EXPECT_EQ(in.soup.positions, reference.soup.positions) << text;
  }
}

TEST(Obj, GroupsObjectsAndMaterialsBecomeNames) {
  const Imported in =
      read(std::string(kCorners) +
           "f 1 2 3\no House\nusemtl red brick\nf 1 2 3\ng Door 1 \nf 1 3 4\no House\nf 1 2 4\n");
  ASSERT_EQ(in.soup.objects.size(), 3u);
  EXPECT_EQ(in.soup.objects[0].name, "unnamed");
  EXPECT_EQ(in.soup.objects[1].name, "House");
  EXPECT_EQ(in.soup.objects[2].name, "Door 1");
  EXPECT_EQ(in.soup.triangle_object, (std::vector<std::uint32_t>{0, 1, 2, 1}));
  EXPECT_EQ(in.soup.materials, (std::vector<std::string>{"", "red brick"}));
  EXPECT_EQ(in.soup.triangle_material, (std::vector<std::uint32_t>{0, 1, 1, 1}));
}

TEST(Obj, FacesMayComeBeforeTheirVertices) {
  const Imported in = read(std::string("f 1 2 3 4\nf 1 2 3\n") + kCorners);
  EXPECT_EQ(in.soup.triangles.size(), 3u);
  EXPECT_DOUBLE_EQ(area_of(in.soup), 1.5);
}

TEST(Obj, ConcavePolygonsKeepTheirArea) {
  // An L, in a vertical plane, turned both ways.
  const Imported in = read(
      "v 0 0 0\nv 2 0 0\nv 2 0 1\nv 1 0 1\nv 1 0 2\nv 0 0 2\nf 1 2 3 4 5 6\nf 6 5 4 3 2 1\nf 4 5 6 1 2 3\n");
  EXPECT_EQ(in.soup.triangles.size(), 12u);
  EXPECT_NEAR(area_of(in.soup), 9, 1e-12);
}

TEST(Obj, APolygonOfAHundredThousandCornersOnOneLine) {
  // A comb: every other corner is reflex. The area tells whether the triangles overlap or leave it.
  std::string text, face = "f";
  const int teeth = 25000;
  for (int i = 0; i < teeth; ++i) {
    for (const auto& [dx, y] : {std::pair{0.0, 0}, {0.0, 10}, {0.5, 10}, {0.5, 0}}) {
      text += "v " + std::to_string(i + dx) + " " + std::to_string(y) + " 0\n";
    }
  }
  const int n = 4 * teeth;
  text += "v " + std::to_string(teeth - 0.5) + " -1 0\nv 0 -1 0\n";
  for (int i = n + 2; i > 0; --i) face += " " + std::to_string(i);
  const Imported in = read(text + face + "\n");
  EXPECT_EQ(in.soup.triangles.size(), static_cast<std::size_t>(n));
  EXPECT_NEAR(area_of(in.soup), teeth * 5 + (teeth - 0.5), 1e-3);
}

TEST(Obj, ASelfCrossingPolygonStillEnds) {
  std::string text, face = "f";
  for (int i = 0; i < 2000; ++i) {
    text += "v " + std::to_string((i * 7919) % 2003) + " " + std::to_string((i * 104729) % 1999) + " 0\n";
    face += " " + std::to_string(i + 1);
  }
  EXPECT_EQ(read(text + face).soup.triangles.size(), 1998u);
}

TEST(Obj, NotFiniteCoordinatesAreReadAndLeftToCleaning) {
  const Imported in = read("v nan 0 0\nv -INF 0 1e999\nv 1 1 -1e-999\nf 1 2 3\n");
  EXPECT_TRUE(std::isnan(in.soup.positions[0].x));
  EXPECT_EQ(in.soup.positions[1].x, -INFINITY);
  EXPECT_EQ(in.soup.positions[1].z, INFINITY);
  EXPECT_EQ(in.soup.positions[2].z, 0);
}

TEST(Obj, ErrorsNameTheLine) {
  EXPECT_EQ(refuse("v 0 0 0\nv 0 0\n").message,
            "test.obj:2: a vertex needs three numbers, but the line begins 'v 0 0'");
  EXPECT_EQ(refuse("v 0 0 0\r\nv 0 0 zero\r\n").element, 2u);
  EXPECT_EQ(refuse(std::string(kCorners) + "f 1 2 5\n").message,
            "test.obj:5: face refers to vertex 5, but there are 4");
  EXPECT_EQ(refuse(std::string(kCorners) + "\n\nf 1 2 -5\n").message,
            "test.obj:7: face refers to vertex -5, but there are 4 so far");
  EXPECT_EQ(refuse(std::string(kCorners) + "f 1 2 0\n").element, 5u);
  EXPECT_EQ(refuse(std::string(kCorners) + "f 1 2 x\n").element, 5u);
  EXPECT_EQ(refuse(std::string(kCorners) + "f 1 2 99999999999999999999\n").element, 5u);
  EXPECT_EQ(refuse(std::string(kCorners) + "f 1 2 4294967296\n").element, 5u);
}

TEST(Obj, WhatIsNotAnObjIsRefused) {
  EXPECT_EQ(refuse("Dear reader,\nthis is a letter.\n").code, ErrorCode::bad_format);
  EXPECT_EQ(refuse(kCorners).code, ErrorCode::empty);
  EXPECT_EQ(refuse("\n\n# nothing\n").code, ErrorCode::empty);
  EXPECT_EQ(refuse(std::string("\0\1\2\3\xff\xfe", 6)).code, ErrorCode::bad_format);
}

TEST(Obj, WhatIsPassedOverIsCounted) {
  const Imported in = read(std::string(kCorners) + "f 1 2 3\nf 1 2\nl 1 2\np 1\nwibble 3\n");
  ASSERT_EQ(in.warnings.size(), 3u);
  EXPECT_EQ(in.warnings[0], "1 faces with fewer than three corners were passed over");
  EXPECT_EQ(in.warnings[1], "2 line or point elements were passed over");
  EXPECT_EQ(in.warnings[2], "1 lines were not understood, the first is line 9");
}

TEST(Obj, CancellingStopsTheReading) {
  std::string text = kCorners;
  for (int i = 0; i < 300000; ++i) text += "f 1 2 3\n";
  Context context;
  context.cancel();
  auto result = read_obj(text, "test.obj", &context);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::cancelled);
}

TEST(Number, IsCorrectlyRounded) {
  const char* const texts[] = {
      "0",
      "-0",
      "1",
      "-1.5",
      "+2.25",
      ".5",
      "5.",
      "1e3",
      "1E-3",
      "123456.789",
      "0.1",
      "1e22",
      "1e23",
      "9007199254740993",
      "4.9e-324",
      "1.7976931348623157e308",
      "2.2250738585072014e-308",
      "123456789012345678901234567890",
      "0.000000000000000000000000000001234",
      "8.41470984807896506652502321630298999622563060798371065672751709991910404391239668"};
  for (const char* text : texts) {
    const char* p = text;
    double value = -1;
    ASSERT_TRUE(parse_double(p, text + std::string_view(text).size(), value)) << text;
    EXPECT_EQ(*p, 0) << text;
    EXPECT_EQ(value, std::strtod(text, nullptr)) << text;
  }
}

TEST(Number, RefusesWhatIsNone) {
  for (const char* text : {"", "-", ".", "e5", "abc", "--1", "+-1", "-."}) {
    const char* p = text;
    double value;
    EXPECT_FALSE(parse_double(p, text + std::string_view(text).size(), value)) << text;
    EXPECT_EQ(p, text);
  }
}

}  // namespace
}  // namespace ambula
