// The walkable surface for other programs: what stands in the files is read back here by hand.
#include "ambula/export.h"

#include <fstream>
#include <sstream>

#include "tests/io/sample.h"

namespace ambula {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The text after "key": up to the bracket that closes it, spaces none.
std::string field_of(const std::string& json, const std::string& key) {
  const std::size_t start = json.find("\"" + key + "\":");
  EXPECT_NE(start, std::string::npos) << key;
  if (start == std::string::npos) return {};
  const std::size_t begin = start + key.size() + 3;
  std::size_t at = begin;
  int depth = 0;
  do {
    if (json[at] == '[' || json[at] == '{') ++depth;
    if (json[at] == ']' || json[at] == '}') --depth;
    ++at;
  } while (at < json.size() && (depth > 0 || (json[at] != ',' && json[at] != '}')));
  return json.substr(begin, at - begin);
}

TEST(ExportObj, FacesAreGroupedByComponentInTheScenesOwnFrame) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "walkable.obj";
  const Walkable w = testing::sample_surface();
  const auto frame = make_frame(kUpY, 0.01);  // y up, centimetres
  ASSERT_TRUE(frame);
  const auto written = write_obj(w, *frame, path);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ(folder.files(), 1U);

  std::istringstream in(content_of(path));
  std::vector<Vec3> vertices;
  std::vector<std::string> groups;
  std::size_t faces = 0;
  for (std::string word; in >> word;) {
    if (word == "v") {
      Vec3 p;
      in >> p.x >> p.y >> p.z;
      vertices.push_back(p);
    } else if (word == "g") {
      in >> groups.emplace_back();
    } else if (word == "f") {
      std::array<std::size_t, 3> v{};
      in >> v[0] >> v[1] >> v[2];
      std::array<Vec3, 3> corners;
      for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_LE(v[i], vertices.size());
        corners[i] = frame->to_scene(vertices[v[i] - 1]);
      }
      const std::size_t component = groups.size() - 1;
      EXPECT_GT(cross(corners[1] - corners[0], corners[2] - corners[0]).z, 0);
      EXPECT_EQ(corners[0].x > 104, component == 1);  // the triangle that stands apart
      ++faces;
    } else {
      std::getline(in, word);
    }
  }
  EXPECT_EQ(groups, (std::vector<std::string>{"component_0", "component_1"}));
  EXPECT_EQ(faces, w.faces.size());
  ASSERT_EQ(vertices.size(), w.vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    EXPECT_EQ(vertices[v], frame->to_input(w.lattice.position(w.vertices[v]))) << v;  // to the last bit
  }
}

TEST(ExportJson, HoldsTheWholeSurface) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "walkable.json";
  const Document document = sample_walkable_document();
  const Walkable& w = *document.walkable;
  const auto written = write_json(w, *document.scene, path);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const std::string json = content_of(path);
  const auto edges = [&](auto value_of) {
    std::string out = "[";
    for (std::size_t f = 0; f < w.faces.size(); ++f) {
      out += f > 0 ? ",[" : "[";
      for (std::size_t i = 0; i < 3; ++i) out += (i > 0 ? "," : "") + value_of(f, i);
      out += "]";
    }
    return out + "]";
  };
  EXPECT_EQ(field_of(json, "faces"), edges([&](auto f, auto i) { return std::to_string(w.faces[f][i]); }));
  EXPECT_EQ(field_of(json, "neighbours"), edges([&](auto f, auto i) {
              return w.neighbours[f][i] == Walkable::kNone ? "-1" : std::to_string(w.neighbours[f][i]);
            }));
  EXPECT_EQ(field_of(json, "border"),
            edges([&](auto f, auto i) { return "\"" + std::string(name_of(w.border[f][i])) + "\""; }));
  EXPECT_EQ(field_of(json, "border_height"),
            edges([&](auto f, auto i) { return std::string(w.border_height[f][i] > 0 ? "2.5" : "0"); }));
  EXPECT_EQ(field_of(json, "inner_wall"),
            edges([&](auto f, auto i) { return std::string(w.inner_wall[f] >> i & 1 ? "true" : "false"); }));
  EXPECT_EQ(field_of(json, "component"), "[0,0]");
  EXPECT_EQ(field_of(json, "components"), "1");
  EXPECT_EQ(field_of(json, "objects"), R"(["Floor","Roof, broken"])");
  EXPECT_EQ(field_of(json, "object"), "[0,0]");
  EXPECT_EQ(field_of(json, "material"), "[0,0]");
  EXPECT_EQ(field_of(json, "triangle"), "[" + std::to_string(w.input_triangle[w.face_triangle[0]]) + "," +
                                            std::to_string(w.input_triangle[w.face_triangle[1]]) + "]");
  EXPECT_EQ(field_of(json, "unit"), "0.01");
  EXPECT_NE(field_of(json, "areas").find("\"closed\":-0.0625"), std::string::npos);
  EXPECT_NE(field_of(json, "removed").find("\"why\":\"enclosed\""), std::string::npos);
  // The floor's corners as the file gave them: centimetres, y up.
  EXPECT_NE(field_of(json, "vertices").find("[400000400,"), std::string::npos) << field_of(json, "vertices");
}

TEST(Export, AFailedWriteLeavesNothing) {
  const TemporaryFolder folder;
  const Document document = sample_walkable_document();
  EXPECT_FALSE(write_obj(*document.walkable, document.scene->frame, folder.path() / "no" / "x.obj"));
  EXPECT_FALSE(write_json(*document.walkable, *document.scene, folder.path() / "no" / "x.json"));
  EXPECT_EQ(folder.files(), 0U);
}

TEST(Export, AnEmptySurfaceIsAFileWithoutFaces) {
  const TemporaryFolder folder;
  const Scene scene = sample_scene();
  Walkable w;
  w.lattice = scene.lattice;
  ASSERT_TRUE(write_obj(w, scene.frame, folder.path() / "x.obj"));
  ASSERT_TRUE(write_json(w, scene, folder.path() / "x.json"));
  EXPECT_EQ(content_of(folder.path() / "x.obj").find("\nf "), std::string::npos);
  EXPECT_EQ(field_of(content_of(folder.path() / "x.json"), "faces"), "[]");
}

}  // namespace
}  // namespace ambula
