// MANIFEST.tsv: what is read, and what is refused with its line.
#include "bench/manifest.h"

#include <gtest/gtest.h>

#include "folders.h"

namespace ambula::bench {
namespace {

constexpr const char* kHead = "name\tobj_file\ttriangles\tup_axis\tunit\toriginal_file\tnotes\n";

TEST(Manifest, ReadsScenesUpAndUnit) {
  const auto scenes =
      parse_manifest(std::string(kHead) +
                         "level\tlevel.obj\t1612\ty\tmetres\t-\t\n"
                         "ship\tsub/ship.obj\t7\tz\tmetres (approx.)\toriginal/ship.glb\tbig\n"
                         "arena\tarena.obj\t30051\tz\tQuake units (about 32 per metre)\t-\t\n"
                         "plan\tplan.obj\t2\tz\t0.01\t-\t\n",
                     "M");
  ASSERT_TRUE(scenes) << scenes.error().message;
  ASSERT_EQ(scenes->size(), 4u);
  const auto& s = *scenes;
  EXPECT_EQ(s[0].name, "level");
  EXPECT_EQ(s[0].obj_file, "level.obj");
  EXPECT_TRUE(s[0].original_file.empty());
  EXPECT_EQ(s[0].up, kUpY);
  EXPECT_EQ(s[0].unit, 1);
  EXPECT_EQ(s[0].triangles, 1612u);
  EXPECT_FALSE(s[0].vertices);
  EXPECT_EQ(s[1].original_file, "original/ship.glb");
  EXPECT_EQ(s[1].up, kUpZ);
  EXPECT_EQ(s[1].unit, 1);
  EXPECT_EQ(s[2].unit, 0.03125);
  EXPECT_EQ(s[3].unit, 0.01);
}

TEST(Manifest, ColumnsAreFoundByNameAndLineEndsMayBeEither) {
  const auto scenes =
      parse_manifest("unit\tup_axis\tobj_file\tname\r\nmetres\tz\ta.obj\ta\r\n\r\nmetres\ty\tb.obj\tb", "M");
  ASSERT_TRUE(scenes) << scenes.error().message;
  ASSERT_EQ(scenes->size(), 2u);
  EXPECT_EQ((*scenes)[0].name, "a");
  EXPECT_EQ((*scenes)[1].up, kUpY);
}

struct Bad {
  const char* row;
  const char* says;
};

class ManifestRow : public ::testing::TestWithParam<Bad> {};
INSTANTIATE_TEST_SUITE_P(Malformed, ManifestRow,
                         ::testing::Values(Bad{"short\tshort.obj\n", "2 fields"},                           //
                                           Bad{"long\ta.obj\t1\ty\tmetres\t-\t\t\n", "8 fields"},           //
                                           Bad{"\ta.obj\t1\ty\tmetres\t-\t\n", "name"},                     //
                                           Bad{"n\t\t1\ty\tmetres\t-\t\n", "obj_file"},                     //
                                           Bad{"n\t-\t1\ty\tmetres\t-\t\n", "obj_file"},                    //
                                           Bad{"n\t/etc/passwd\t1\ty\tmetres\t-\t\n", "obj_file"},          //
                                           Bad{"n\ta/../../b.obj\t1\ty\tmetres\t-\t\n", "obj_file"},        //
                                           Bad{"n\ta.obj\t1\tx\tmetres\t-\t\n", "up_axis \"x\""},           //
                                           Bad{"n\ta.obj\t1\ty\tfathoms\t-\t\n", "unit \"fathoms\""},       //
                                           Bad{"n\ta.obj\t1\ty\t-2\t-\t\n", "unit"},                        //
                                           Bad{"n\ta.obj\t1\ty\t0\t-\t\n", "unit"},                         //
                                           Bad{"n\ta.obj\t1\ty\tinf\t-\t\n", "unit"},                       //
                                           Bad{"n\ta.obj\t1\ty\t1m\t-\t\n", "unit"},                        //
                                           Bad{"n\ta.obj\t-5\ty\tmetres\t-\t\n", "\"-5\" is not a count"},  //
                                           Bad{"n\ta.obj\t1\ty\tmetres\t../x.glb\t\n", "original_file"},    //
                                           Bad{"good\tg.obj\t1\ty\tmetres\t-\t\n",
                                               "a second scene of the name"}));

TEST_P(ManifestRow, IsRefusedWithItsLine) {
  const auto scenes =
      parse_manifest(std::string(kHead) + "good\tg.obj\t1\tz\tmetres\t-\t\n" + GetParam().row, "dir/M.tsv");
  ASSERT_FALSE(scenes);
  EXPECT_EQ(scenes.error().code, ErrorCode::bad_format);
  EXPECT_EQ(scenes.error().element, 3u);
  EXPECT_TRUE(scenes.error().message.starts_with("dir/M.tsv:3: ")) << scenes.error().message;
  EXPECT_NE(scenes.error().message.find(GetParam().says), std::string::npos) << scenes.error().message;
}

TEST(Manifest, NeedsItsColumnsAndAtLeastOneScene) {
  const auto headless = parse_manifest("name\tobj_file\tunit\na\ta.obj\tmetres\n", "M");
  ASSERT_FALSE(headless);
  EXPECT_NE(headless.error().message.find("\"up_axis\""), std::string::npos) << headless.error().message;
  EXPECT_FALSE(parse_manifest("", "M"));
  const auto none = parse_manifest(kHead, "M");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::empty);
}

TEST(Manifest, MissingFileIsNamed) {
  const auto scenes = read_manifest("no/such/folder");
  ASSERT_FALSE(scenes);
  EXPECT_EQ(scenes.error().code, ErrorCode::not_found);
  EXPECT_NE(scenes.error().message.find("MANIFEST.tsv"), std::string::npos) << scenes.error().message;
}

TEST(Manifest, TheRealOneIsReadWhole) {
  if (!std::filesystem::exists(ambula::testing::real_scenes_folder()))
    GTEST_SKIP() << "no folder " << ambula::testing::real_scenes_folder();
  const auto scenes = read_manifest(ambula::testing::real_scenes_folder());
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const ManifestScene& s : *scenes) {
    EXPECT_TRUE(std::filesystem::exists(ambula::testing::real_scenes_folder() / s.obj_file)) << s.name;
    EXPECT_TRUE(s.triangles && s.degenerate && s.duplicates) << s.name;
  }
}

}  // namespace
}  // namespace ambula::bench
