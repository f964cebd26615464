// Documents to files and back.
#include <fstream>
#include <limits>

#include "ambula/files.h"
#include "io/container.h"
#include "tests/io/sample.h"

namespace ambula {
namespace {

void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.triangle_object, b.triangle_object);
  EXPECT_EQ(a.triangle_material, b.triangle_material);
  EXPECT_EQ(a.objects, b.objects);
  EXPECT_EQ(a.materials, b.materials);
  EXPECT_EQ(a.frame, b.frame);
  EXPECT_EQ(a.lattice, b.lattice);
  EXPECT_EQ(a.cleaning, b.cleaning);
  EXPECT_EQ(a.source, b.source);
}

void expect_same(const Walkable& a, const Walkable& b) {
  EXPECT_EQ(walkable_hash(a), walkable_hash(b));  // everything but these two
  EXPECT_EQ(a.warnings, b.warnings);
  EXPECT_EQ(a.input_triangle, b.input_triangle);
}

TEST(Document, ComesBackAsItWas) {
  const Document document = sample_document();
  ASSERT_EQ(document.scene->cleaning.degenerate, 1U);
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(back->agent, document.agent);
  EXPECT_EQ(back->parameters, document.parameters);
  EXPECT_EQ(back->source, document.source);
  EXPECT_EQ(back->scene_hash, document.scene_hash);
  ASSERT_TRUE(back->scene.has_value());
  expect_same(*back->scene, *document.scene);
}

TEST(Document, TheWalkableSurfaceComesBackAsItWas) {
  const Document document = sample_walkable_document();
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  ASSERT_TRUE(back->walkable.has_value());
  EXPECT_NE(back->walkable_hash, 0U);
  EXPECT_EQ(back->walkable_hash, document.walkable_hash);
  expect_same(*back->walkable, *document.walkable);
  expect_same(*back->scene, *document.scene);
  EXPECT_EQ(encoded(*back), encoded(document));
}

TEST(Document, TrianglesTakenOnBothSidesComeBack) {
  Document document = sample_walkable_document();
  const auto without = encoded(document);
  document.walkable->both_sides = {0, 2};
  const auto bytes = encoded(document);
  EXPECT_GT(bytes.size(), without.size()) << "a file without such triangles has no chunk for them";
  const auto back = decode(bytes, "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(back->walkable->both_sides, document.walkable->both_sides);
  EXPECT_EQ(encoded(*back), bytes);
  document.walkable->both_sides = {2, 0};
  EXPECT_FALSE(encode(document).has_value());
}

TEST(Document, TheWalkableSurfaceNeedsNoScene) {
  Document document = sample_walkable_document();
  document.scene.reset();
  document.walkable_hash = 0;
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_FALSE(back->scene.has_value());
  expect_same(*back->walkable, *document.walkable);
}

TEST(Document, AnEmptyWalkableSurfaceIsStillOne) {
  Document document = sample_document();
  document.walkable.emplace().lattice = document.scene->lattice;
  document.walkable->warnings = {"no ground"};
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  ASSERT_TRUE(back->walkable.has_value());
  expect_same(*back->walkable, *document.walkable);
}

TEST(Document, ComesBackWithoutStages) {
  Document document;
  document.source = "house.obj";
  document.scene_hash = 42;
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_FALSE(back->scene.has_value());
  EXPECT_EQ(back->scene_hash, 42U);
}

TEST(Document, NamesMayHoldAnyBytes) {
  Document document = sample_document();
  document.scene_hash = 0;
  document.scene->objects[0].name = std::string("zero \0 quote \" \xFF\xFE", 18);
  document.scene->objects[1].name = "Tür 3 · 扉";
  document.parameters = {{"", ""}, {"a", std::string(1000, 'x')}};
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(back->scene->objects, document.scene->objects);
  EXPECT_EQ(back->parameters, document.parameters);
}

TEST(Document, KeepsTheSignOfZero) {
  Document document = sample_document();
  document.scene_hash = 0;
  document.scene->lattice.origin.z = -0.0;
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_TRUE(std::signbit(back->scene->lattice.origin.z));
}

TEST(Document, SameValueGivesSameBytes) {
  const auto first = encoded(sample_document());
  EXPECT_EQ(first, encoded(sample_document()));
  const auto back = decode(first, "sample");
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(first, encoded(*back));
}

// Catches a change of layout that forgot to raise a version.
TEST(Document, BytesAreThoseOfVersionOne) {
  Document document;
  document.agent.height = 2;
  document.parameters = {{"engine", "exact"}};
  document.source = "house.obj";
  document.scene_hash = 42;
  EXPECT_EQ(hash_text(hash_bytes(encoded(document))), "0a17c6364e008a36");
}

TEST(Document, EveryFieldReachesTheBytes) {
  const auto base = encoded(sample_document());
  const auto differs = [&](auto change) {
    Document document = sample_document();
    change(document);
    document.scene_hash = document.scene_hash == 0 ? 0 : scene_hash(*document.scene);
    const auto bytes = encoded(document);
    return !bytes.empty() && bytes != base;
  };
  EXPECT_TRUE(differs([](Document& d) { d.agent.height = 1.9; }));
  EXPECT_TRUE(differs([](Document& d) { d.agent.radius = 0.2; }));
  EXPECT_TRUE(differs([](Document& d) { d.agent.max_slope = 30; }));
  EXPECT_TRUE(differs([](Document& d) { d.agent.max_step = 0.1; }));
  EXPECT_TRUE(differs([](Document& d) { d.agent.max_gap = 0.1; }));
  EXPECT_TRUE(differs([](Document& d) { d.parameters[1].second = "links"; }));
  EXPECT_TRUE(differs([](Document& d) { d.source = "other.obj"; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene_hash = 0; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->source = "other.obj"; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->frame.unit = 1; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->frame.axes = Frame{}.axes; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->lattice.quantum = 1e-3; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->lattice.origin.y += 1; }));
  EXPECT_TRUE(
      differs([](Document& d) { std::swap(d.scene->cleaning.ignored, d.scene->cleaning.degenerate); }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->objects[1].ifc_class = "IfcRoof"; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->materials[1] = "glass"; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->positions[0].x += 0.5; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->triangles[0] = {1, 2, 0}; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->triangle_object[0] = ObjectId{1}; }));
  EXPECT_TRUE(differs([](Document& d) { d.scene->triangle_material[0] = MaterialId{1}; }));
}

TEST(Document, BrokenOnesAreNotEncoded) {
  const auto code_of = [](auto change) {
    Document document = sample_document();
    change(document);
    const auto bytes = encode(document);
    EXPECT_EQ(validate(document).has_value(), bytes.has_value());
    return bytes ? std::string("encoded") : std::string(name_of(bytes.error().code));
  };
  EXPECT_EQ(code_of([](Document&) {}), "encoded");
  EXPECT_EQ(code_of([](Document& d) { d.agent.height = -1; }), "invalid_argument");
  EXPECT_EQ(code_of([](Document& d) { std::swap(d.parameters[0], d.parameters[1]); }), "broken");
  EXPECT_EQ(code_of([](Document& d) { d.parameters[1].first = d.parameters[0].first; }), "broken");
  EXPECT_EQ(code_of([](Document& d) { d.scene_hash ^= 1; }), "broken");
  EXPECT_EQ(code_of([](Document& d) { d.scene->triangles[0][0] = 99; }), "broken");
  EXPECT_EQ(code_of([](Document& d) { d.scene->positions[0].x = std::numeric_limits<double>::quiet_NaN(); }),
            "broken");
}

TEST(Document, AWalkableSurfaceOfAnotherSceneIsNotEncoded) {
  const auto message_of = [](auto change) {
    Document document = sample_walkable_document();
    change(document);
    const auto bytes = encode(document);
    EXPECT_EQ(validate(document).has_value(), bytes.has_value());
    return bytes ? std::string("encoded") : bytes.error().message;
  };
  const auto expect = [&](const char* because, auto change) {
    const std::string said = message_of(change);
    EXPECT_NE(said.find(because), std::string::npos) << said;
  };
  expect("encoded", [](Document&) {});
  expect("hash", [](Document& d) { d.walkable_hash ^= 1; });
  expect("hash", [](Document& d) { d.walkable->closed.clear(); });
  expect("lattice is not the scene's", [](Document& d) { d.walkable->lattice.origin.x += 1; });
  expect("triangle 2 is said to be the scene's 3", [](Document& d) { d.walkable->input_triangle[2] = 3; });
  expect("another object or material", [](Document& d) { d.walkable->face_object[1] = ObjectId{1}; });
  expect("another object or material", [](Document& d) { d.walkable->face_material[0] = MaterialId{7}; });
  expect("face 0 refers to vertex 9", [](Document& d) { d.walkable->faces[0][1] = 9; });
}

TEST(Document, IsKnownByItsFirstBytes) {
  auto bytes = encoded(sample_document());
  EXPECT_TRUE(is_ambula(bytes));
  EXPECT_TRUE(is_ambula(std::span(bytes).first(8)));
  EXPECT_FALSE(is_ambula(std::span(bytes).first(7)));
  EXPECT_FALSE(is_ambula({}));
  bytes[0] = std::byte{'a'};
  EXPECT_FALSE(is_ambula(bytes));
}

TEST(SaveLoad, ComesBackAsItWas) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "sample.ambula";
  const Document document = sample_document();
  const auto saved = save(document, path);
  ASSERT_TRUE(saved.has_value()) << saved.error().message;
  EXPECT_EQ(folder.files(), 1U);
  const auto back = load(path);
  ASSERT_TRUE(back.has_value()) << back.error().message;
  expect_same(*back->scene, *document.scene);
  EXPECT_EQ(encoded(*back), encoded(document));
}

TEST(SaveLoad, RefusedDocumentLeavesNoFile) {
  const TemporaryFolder folder;
  Document document = sample_document();
  document.agent.radius = -1;
  const auto path = folder.path() / "sample.ambula";
  const auto saved = save(document, path);
  ASSERT_FALSE(saved.has_value());
  EXPECT_NE(saved.error().message.find(path.string()), std::string::npos) << saved.error().message;
  EXPECT_EQ(folder.files(), 0U);
}

TEST(SaveLoad, FailingSaveLeavesTheOldFile) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "sample.ambula";
  ASSERT_TRUE(save(sample_document(), path).has_value());
  Document other = sample_document();
  other.scene_hash ^= 1;
  ASSERT_FALSE(save(other, path).has_value());
  EXPECT_EQ(folder.files(), 1U);
  const auto back = load(path);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(encoded(*back), encoded(sample_document()));
}

TEST(SaveLoad, CannotReplaceAFolderNorWriteIntoAMissingOne) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "taken");
  for (const char* name : {"taken", "missing/sample.ambula"}) {
    const auto saved = save(sample_document(), folder.path() / name);
    ASSERT_FALSE(saved.has_value()) << name;
    EXPECT_EQ(saved.error().code, ErrorCode::io_failed);
    EXPECT_NE(saved.error().message.find(name), std::string::npos) << saved.error().message;
  }
  EXPECT_EQ(folder.files(), 1U);
}

TEST(SaveLoad, NamesWhatItCannotLoad) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::filesystem::path& path) {
    const auto document = load(path);
    EXPECT_FALSE(document.has_value()) << path;
    if (document) return std::string();
    EXPECT_NE(document.error().message.find(path.string()), std::string::npos) << document.error().message;
    return std::string(name_of(document.error().code));
  };
  EXPECT_EQ(refused(folder.path() / "missing.ambula"), "not_found");
  EXPECT_EQ(refused(folder.path()), "io_failed");
  std::ofstream(folder.path() / "empty.ambula").flush();
  EXPECT_EQ(refused(folder.path() / "empty.ambula"), "empty");
  std::ofstream(folder.path() / "text.ambula") << "v 0 0 0\n";
  EXPECT_EQ(refused(folder.path() / "text.ambula"), "bad_format");
}

}  // namespace
}  // namespace ambula
