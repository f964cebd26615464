// The navmesh in a file: back as it was, read or refused whatever its bytes are; and for other programs.
#include <fstream>
#include <sstream>

#include "ambula/export.h"
#include "ambula/hash.h"
#include "fuzz/reseal.h"
#include "tests/io/sample.h"

namespace ambula {
namespace {

// Cells of the sample's floor, raised in the middle so that one of them is not planar: two squares with a
// vertex on the straight side of the first, and a triangle that stands apart.
Document sample_navmesh_document() {
  Document document = sample_document();
  NavMesh& m = document.navmesh.emplace();
  m.lattice = document.scene->lattice;
  m.frame = document.scene->frame;
  m.vertices = {{0, 0, 0},     {10000, 0, 0},     {20000, 0, 0},     {20000, 10000, 0},
                {0, 10000, 0}, {30000, 0, 0},     {30000, 10000, 0}, {50000, 0, 0},
                {60000, 0, 0}, {50000, 10000, 0}, {25000, 5000, 90}};
  m.cell_begin = {0, 5, 9, 12};
  m.vertex = {0, 1, 2, 3, 4, 2, 5, 6, 3, 7, 8, 9};
  constexpr std::uint32_t kNone = NavMesh::kNone;
  m.neighbour = {kNone, kNone, 1, kNone, kNone, kNone, kNone, kNone, 0, kNone, kNone, kNone};
  m.across = {kNone, kNone, 8, kNone, kNone, kNone, kNone, kNone, 2, kNone, kNone, kNone};
  m.kind = {CellKind::floor, CellKind::ramp, CellKind::gap};
  m.flight = {kNone, 4, kNone};
  m.area_type = {1, 0, 0};
  m.component = {0, 0, 1};
  m.components = 2;
  m.height_begin = {0, 0, 4, 4};
  m.height_triangles = {{2, 5, 10}, {2, 10, 3}, {3, 10, 6}, {5, 6, 10}};
  m.areas = {"", "grass"};
  m.area = 3.5;
  m.ideal_area = 4;
  m.dropped = {{{-1, 2, 3}, 0.25, DropReason::small}, {{4, 5, 6}, 7, DropReason::unreachable}};
  m.warnings = {"a sentence for the user", ""};
  document.navmesh_hash = navmesh_hash(m);
  return document;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(NavMeshFile, ComesBackAsItWas) {
  const Document document = sample_navmesh_document();
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  ASSERT_TRUE(back->navmesh.has_value());
  EXPECT_NE(back->navmesh_hash, 0U);
  EXPECT_EQ(navmesh_hash(*back->navmesh), navmesh_hash(*document.navmesh));  // everything but the warnings
  EXPECT_EQ(back->navmesh->warnings, document.navmesh->warnings);
  EXPECT_EQ(encoded(*back), encoded(document));
}

TEST(NavMeshFile, NeedsNoOtherStage) {
  Document document = sample_navmesh_document();
  document.scene.reset();
  const auto back = decode(encoded(document), "sample");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(back->navmesh_hash, document.navmesh_hash);
  document.navmesh.emplace();  // without a cell
  document.navmesh_hash = 0;
  EXPECT_TRUE(decode(encoded(document), "sample").has_value());
}

TEST(NavMeshFile, IsLoadedAlone) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "sample.ambula";
  const Document document = sample_navmesh_document();
  ASSERT_TRUE(save(document, path));
  const auto mesh = load_navmesh(path);
  ASSERT_TRUE(mesh.has_value()) << mesh.error().message;
  EXPECT_EQ(navmesh_hash(*mesh), document.navmesh_hash);

  // Damage to the scene is not seen, damage to the mesh is.
  std::vector<std::byte> bytes = encoded(document);
  const auto scene_at = get<std::uint64_t>(bytes, 32 + 32 * 3 + 8);
  const auto damaged = [&](std::size_t at) {
    std::vector<std::byte> copy = bytes;
    copy[at] ^= std::byte{1};
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(copy.data()), static_cast<std::streamsize>(copy.size()));
    return load_navmesh(path).has_value();
  };
  EXPECT_TRUE(damaged(scene_at + 100));
  EXPECT_FALSE(load(path).has_value());
  EXPECT_FALSE(damaged(bytes.size() - 8));
  EXPECT_FALSE(damaged(20));

  ASSERT_TRUE(save(sample_document(), path));
  const auto none = load_navmesh(path);
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().code, ErrorCode::not_found);
  EXPECT_NE(none.error().message.find("ambula build"), std::string::npos) << none.error().message;
}

// A mesh that stands alone in its file still says where the places of the scene's file are.
TEST(NavMeshFile, FrameOfTheSceneTravelsWithTheMesh) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "sample.ambula";
  Document document = sample_navmesh_document();
  const Scene scene = *document.scene;
  document.scene.reset();
  ASSERT_TRUE(save(document, path));
  const auto mesh = load_navmesh(path);
  ASSERT_TRUE(mesh.has_value()) << mesh.error().message;
  EXPECT_EQ(mesh->frame, scene.frame);
  const Vec3 at{4e8 + 100, 250, 5e8 - 50};  // y up, centimetres
  EXPECT_EQ(from_scene_frame(*mesh, at), (Vec3{4e6 + 1, -5e6 + 0.5, 2.5}));
  EXPECT_EQ(to_scene_frame(*mesh, from_scene_frame(*mesh, at)), at);
  const auto whole = load(path);
  ASSERT_TRUE(whole.has_value()) << whole.error().message;
  EXPECT_EQ(whole->navmesh->frame, scene.frame);

  // The same file as an export, with and without its scene.
  ASSERT_TRUE(write_json(*mesh, scene, folder.path() / "with.json"));
  ASSERT_TRUE(write_json(*mesh, scene.source, folder.path() / "without.json"));
  EXPECT_EQ(content_of(folder.path() / "without.json"), content_of(folder.path() / "with.json"));
}

TEST(NavMeshFile, BrokenOnesAreNotEncoded) {
  const auto expect = [](const char* because, auto change) {
    Document document = sample_navmesh_document();
    change(document);
    const auto bytes = encode(document);
    EXPECT_EQ(validate(document).has_value(), bytes.has_value());
    const std::string said = bytes ? std::string("encoded") : bytes.error().message;
    EXPECT_NE(said.find(because), std::string::npos) << said;
  };
  expect("encoded", [](Document&) {});
  expect("hash", [](Document& d) { d.navmesh_hash ^= 1; });
  expect("hash", [](Document& d) { d.navmesh->ideal_area = 5; });
  expect("lattice has no quantum", [](Document& d) { d.navmesh->lattice.quantum = 0; });
  expect("not a rotation", [](Document& d) { d.navmesh->frame.axes[0] = {2, 0, 0}; });
  expect("positive unit", [](Document& d) { d.navmesh->frame.unit = -1; });
  expect("frame is not the scene's", [](Document& d) { d.navmesh->frame.unit = 1; });
  expect("lattice is not the walkable surface's", [](Document& d) {
    d.walkable = sample_walkable_document().walkable;
    d.navmesh->lattice.origin.x += 1;
  });
  expect("cell 1 is of flight 4", [](Document& d) {
    d.walkable = sample_walkable_document().walkable;
    d.links.emplace().lattice = d.walkable->lattice;
    d.links->walkable_vertices = static_cast<std::uint32_t>(d.walkable->vertices.size());
    d.links->component = {0};
    d.links->components = 1;
  });
  expect("not shared", [](Document& d) { d.navmesh->across[2] = 7; });
  expect("not shared", [](Document& d) { d.navmesh->neighbour[2] = 3; });
  expect("dropped patch", [](Document& d) { d.navmesh->dropped[0].at.z = INT32_MAX; });
}

// The reader refuses any word of the chunk that may not stand there, or reads a mesh that holds its promises.
TEST(NavMeshFile, EveryWordMayBeAnything) {
  Document document = sample_navmesh_document();
  document.scene.reset();
  document.navmesh_hash = 0;  // or it would be found wrong first
  const std::vector<std::byte> whole = encoded(document);
  std::size_t read_anyway = 0, refused = 0;
  for (std::size_t at = get<std::uint64_t>(whole, 32 + 32 * 3 + 8); at < whole.size(); at += 4) {
    for (const std::uint32_t value : {0U, 1U, 2U, 3U, 4U, 7U, 0x01010101U, 0x10000001U, 0x7FFFFFFFU,
                                      0x80000000U, 0xEFFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFFFU, 0x7FF80000U}) {
      std::vector<std::byte> bytes = whole;
      put(bytes, at, value);
      fuzz::reseal(bytes);
      const auto read = decode(bytes, "hostile.ambula");
      ++(read ? read_anyway : refused);
      if (!read) {
        EXPECT_EQ(read.error().code, ErrorCode::bad_format) << read.error().message;
      } else {
        EXPECT_TRUE(validate(*read).has_value()) << "byte " << at << " value " << value;
      }
    }
  }
  EXPECT_GT(refused, read_anyway);
  EXPECT_GT(read_anyway, 0u);
}

TEST(NavMeshFile, EveryTruncationIsRefused) {
  const std::vector<std::byte> whole = encoded(sample_navmesh_document());
  for (std::size_t size = 0; size < whole.size(); size += 8) {
    std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(decode(part, "cut").has_value()) << size;
    fuzz::relayout(part);
    EXPECT_FALSE(decode(part, "cut").has_value()) << size;
  }
}

TEST(NavMeshExport, ObjHasAGroupPerComponentAndNoTriangleWithoutArea) {
  const TemporaryFolder folder;
  const Document document = sample_navmesh_document();
  const NavMesh& m = *document.navmesh;
  const auto frame = make_frame(kUpY, 0.01);  // y up, centimetres
  ASSERT_TRUE(write_obj(m, *frame, folder.path() / "m.obj").has_value());
  std::istringstream in(content_of(folder.path() / "m.obj"));
  std::vector<Vec3> vertices;
  std::vector<std::string> groups;
  double area = 0;
  for (std::string word; in >> word;) {
    if (word == "v") {
      Vec3& p = vertices.emplace_back();
      in >> p.x >> p.y >> p.z;
    } else if (word == "g") {
      in >> groups.emplace_back();
    } else if (word == "f") {
      std::array<std::size_t, 3> v{};
      in >> v[0] >> v[1] >> v[2];
      for (const std::size_t k : v) ASSERT_LE(k, vertices.size());
      const Vec3 a = frame->to_scene(vertices[v[0] - 1]), b = frame->to_scene(vertices[v[1] - 1]),
                 c = frame->to_scene(vertices[v[2] - 1]);
      const double twice = cross(b - a, c - a).z;
      EXPECT_GT(twice, 1e-9);
      area += twice / 2;
    } else {
      std::getline(in, word);
    }
  }
  EXPECT_EQ(groups, (std::vector<std::string>{"component_0", "component_1"}));
  EXPECT_NEAR(area, 3.5, 1e-6);
  ASSERT_EQ(vertices.size(), m.vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    EXPECT_EQ(vertices[v], frame->to_input(m.lattice.position(m.vertices[v]))) << v;  // to the last bit
}

TEST(NavMeshExport, JsonHoldsEveryArray) {
  const TemporaryFolder folder;
  const Document document = sample_navmesh_document();
  ASSERT_TRUE(write_json(*document.navmesh, *document.scene, folder.path() / "m.json").has_value());
  const std::string json = content_of(folder.path() / "m.json");
  for (const char* piece :
       {R"("format":"ambula navmesh","version":1,"source":"house.obj")", R"("unit":0.01)",
        R"("components":2,"area":3.5,"ideal_area":4,"areas":["","grass"])",
        R"("cells":[[0,1,2,3,4],[2,5,6,3],[7,8,9]])",
        R"("neighbours":[[-1,-1,1,-1,-1],[-1,-1,-1,0],[-1,-1,-1]])",
        R"("portals":[{"cells":[0,1],"vertices":[2,3]}])", R"("kind":["floor","ramp","gap"])",
        R"("flight":[-1,4,-1],"area_type":[1,0,0],"component":[0,0,1])",
        R"([[2,5,10],[2,10,3],[3,10,6],[5,6,10]])", R"({"why":"small","area":0.25,"at":[)",
        R"("warnings":["a sentence for the user",""])"}) {
    EXPECT_NE(json.find(piece), std::string::npos) << piece << "\n" << json;
  }
  EXPECT_NE(json.find("\"hash\":\"" + hash_text(document.navmesh_hash)), std::string::npos);
  EXPECT_FALSE(write_json(*document.navmesh, *document.scene, folder.path() / "no" / "m.json"));
  EXPECT_EQ(folder.files(), 1U);
}

}  // namespace
}  // namespace ambula
