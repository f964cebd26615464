// The corpus was written by tests/corpus/generate.py from docs/format.md alone: where it and the library
// disagree, one of the two does not follow the document.
#include <algorithm>

#include "ambula/files.h"
#include "folders.h"
#include "tests/io/sample.h"

namespace ambula {
namespace {

const std::filesystem::path kCorpus = ambula::testing::corpus_folder() / "ambula";

TEST(AmbulaCorpus, AnotherWritersFileHasOurBytes) {
  const auto file = MappedFile::open(kCorpus / "good_square.ambula");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  const auto document = decode(file->bytes(), "good_square.ambula");
  ASSERT_TRUE(document.has_value()) << document.error().message;
  EXPECT_EQ(document->source, "square.obj");
  EXPECT_EQ(document->parameters.at(0).second, "exact");
  ASSERT_TRUE(document->scene.has_value());
  EXPECT_EQ(document->scene->objects.at(0), (Object{"Floor", "IfcSlab"}));
  EXPECT_EQ(document->scene->positions.at(2), (Vec3{4, 3, 0}));
  EXPECT_NE(document->scene_hash, 0U);  // computed there, checked here
  const auto bytes = encode(*document);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), file->bytes().begin(), file->bytes().end()));
}

TEST(AmbulaCorpus, AnotherWritersLinksHaveOurBytes) {
  const auto file = MappedFile::open(kCorpus / "good_links.ambula");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  const auto document = decode(file->bytes(), "good_links.ambula");
  ASSERT_TRUE(document.has_value()) << document.error().message;
  ASSERT_TRUE(document->links.has_value());
  EXPECT_NE(document->links_hash, 0U);  // computed there, checked here
  EXPECT_EQ(document->links->links.at(0).kind, LinkKind::gap);
  EXPECT_EQ(document->links->flights.at(0).steps, 2U);
  const auto bytes = encode(*document);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), file->bytes().begin(), file->bytes().end()));
}

TEST(AmbulaCorpus, AnotherWritersNavMeshHasOurBytes) {
  const auto file = MappedFile::open(kCorpus / "good_navmesh.ambula");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  const auto document = decode(file->bytes(), "good_navmesh.ambula");
  ASSERT_TRUE(document.has_value()) << document.error().message;
  ASSERT_TRUE(document->navmesh.has_value());
  EXPECT_NE(document->navmesh_hash, 0U);  // computed there, checked here
  EXPECT_EQ(document->navmesh->kind.at(1), CellKind::ramp);
  EXPECT_EQ(document->navmesh->areas.at(1), "grass");
  const auto bytes = encode(*document);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), file->bytes().begin(), file->bytes().end()));
}

TEST(AmbulaCorpus, OlderFilesTakeTheFrameOfTheirScene) {
  const Frame turned = {.axes = {Vec3{1, 0, 0}, Vec3{0, 0, -1}, Vec3{0, 1, 0}}, .unit = 0.5};
  const auto frame_of = [](const char* name) {
    const auto document = load(kCorpus / name);
    EXPECT_TRUE(document.has_value()) << document.error().message;
    return document ? document->navmesh->frame : Frame{};
  };
  EXPECT_EQ(frame_of("good_navmesh_frame.ambula"), turned);
  EXPECT_EQ(frame_of("good_navmesh_frame_of_scene.ambula"), turned);
  EXPECT_EQ(frame_of("good_navmesh_minor_6_of_scene.ambula"), turned);
  EXPECT_EQ(frame_of("good_navmesh_minor_6.ambula"), Frame{});
  // The navmesh alone: the scene is not looked at.
  const auto alone = load_navmesh(kCorpus / "good_navmesh_frame_of_scene.ambula");
  ASSERT_TRUE(alone.has_value()) << alone.error().message;
  EXPECT_EQ(alone->frame, turned);
  const auto older = load_navmesh(kCorpus / "good_navmesh_minor_6_of_scene.ambula");
  ASSERT_TRUE(older.has_value()) << older.error().message;
  EXPECT_EQ(older->frame, Frame{});
}

TEST(AmbulaCorpus, AnotherWritersWalkableSurfaceHasOurBytes) {
  const auto file = MappedFile::open(kCorpus / "good_walkable.ambula");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  const auto document = decode(file->bytes(), "good_walkable.ambula");
  ASSERT_TRUE(document.has_value()) << document.error().message;
  ASSERT_TRUE(document->walkable.has_value());
  EXPECT_NE(document->walkable_hash, 0U);  // computed there, checked here
  EXPECT_EQ(document->walkable->areas.walkable, 12);
  EXPECT_EQ(document->walkable->removed_small, 1U);
  EXPECT_EQ(document->walkable->face_triangle, (std::vector<std::uint32_t>{0, 1}));
  const auto bytes = encode(*document);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), file->bytes().begin(), file->bytes().end()));
}

TEST(AmbulaCorpus, GoodOnesAreReadAndBadOnesRefused) {
  int good = 0, bad = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
    const std::string name = entry.path().filename().string();
    const auto document = load(entry.path());
    if (name.starts_with("good_")) {
      ++good;
      EXPECT_TRUE(document.has_value()) << document.error().message;
    } else if (name.starts_with("bad_")) {
      ++bad;
      ASSERT_FALSE(document.has_value()) << name;
      EXPECT_TRUE(document.error().message.starts_with(entry.path().string())) << document.error().message;
    }
  }
  EXPECT_GE(good, 15);
  EXPECT_GE(bad, 122);
}

TEST(AmbulaCorpus, HeaderOfFourBillionAllocatesNothing) {
  for (const char* name :
       {"bad_4_billion_positions", "bad_2_64_positions", "bad_count_times_size_wraps", "bad_4_billion_name",
        "bad_table_of_4_billion", "bad_walkable_4_billion_vertices", "bad_walkable_2_64_faces",
        "bad_walkable_count_times_size_wraps", "bad_navmesh_4_billion_vertices", "bad_navmesh_2_64_vertices",
        "bad_navmesh_count_times_size_wraps"}) {
    const auto document = load(kCorpus / (std::string(name) + ".ambula"));
    ASSERT_FALSE(document.has_value()) << name;
    // Found before memory was asked for, not by running out of it.
    EXPECT_EQ(document.error().code, ErrorCode::bad_format) << document.error().message;
  }
}

}  // namespace
}  // namespace ambula
