// GLB (glTF 2.0, Khronos): one mesh a layer, with one primitive each for opaque faces, translucent faces,
// edges and points, all coloured by vertex. Faces carry no normals, so viewers shade them flat, as the
// specification asks.
//
// glTF is y up; we keep the scene's own axes, because its coordinates are what people look up, and say in
// asset.extras which way is up. Positions are float32 around the drawing's middle; where that is, in full
// double precision, is the root node's translation.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "ambula/draw.h"
#include "ambula/files.h"
#include "ambula/version.h"
#include "core/json_writer.h"
#include "core/text.h"
#include "draw/view.h"
#include "geometry/polygon.h"

namespace ambula {
namespace {

enum Material : int { kOpaque, kTranslucent, kUnlit };
enum Mode : int { kPoints = 0, kLines = 1, kTriangles = 4 };
enum Component : int { kUnsignedShort = 5123, kUnsignedInt = 5125, kFloat = 5126 };
constexpr int kArrayBuffer = 34962, kElementBuffer = 34963;

struct Geometry {
  std::vector<std::array<float, 3>> positions;
  std::vector<std::array<std::uint16_t, 4>> colors;
  std::vector<std::uint32_t> indices;
};

// glTF's vertex colours are linear.
std::uint16_t linear(std::uint8_t value) {
  const double v = value / 255.0;
  const double l = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  return static_cast<std::uint16_t>(std::lround(l * 65535));
}

// Items by their layer, in their order: layer k has those from first[k] to first[k + 1].
struct ByLayer {
  std::vector<std::uint32_t> first, items;

  template <class Item>
  ByLayer(const std::vector<Item>& all, std::size_t layers) : first(layers + 1, 0), items(all.size()) {
    for (const Item& item : all) ++first[item.layer + 1];
    for (std::size_t k = 0; k < layers; ++k) first[k + 1] += first[k];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t i = 0; i < all.size(); ++i) items[next[all[i].layer]++] = i;
  }
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t layer) const {
    return std::span(items).subspan(first[layer], first[layer + 1] - first[layer]);
  }
};

class GlbWriter {
 public:
  GlbWriter(const Draw& draw, const Frame& frame)
      : draw_(draw),
        frame_(frame),
        center_(draw.extent().center()),
        faces_(draw.faces, draw.layers.size()),
        edges_(draw.edges, draw.layers.size()),
        points_(draw.points, draw.layers.size()) {}

  Result<std::string> write() {
    for (std::uint32_t layer = 0; layer < draw_.layers.size(); ++layer) add_layer(layer);
    if (!representable_) {
      return fail(ErrorCode::too_large, text("drawing: in the scene's own unit of ", frame_.unit,
                                             " m it is larger than a float32 can hold"));
    }
    std::string json = document();
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::size_t total = 12 + 8 + json.size() + (bin_.empty() ? 0 : 8 + bin_.size());
    if (total > std::numeric_limits<std::uint32_t>::max()) {
      return fail(ErrorCode::too_large, "drawing: a GLB file cannot exceed 4 GiB; draw fewer layers");
    }
    std::string out = "glTF";
    put_u32(out, 2);
    put_u32(out, total);
    put_u32(out, json.size());
    out += "JSON";
    out += json;
    if (!bin_.empty()) {
      put_u32(out, bin_.size());
      out.append("BIN\0", 4);
      out += bin_;
    }
    return out;
  }

 private:
  struct Accessor {
    std::size_t view = 0, count = 0;
    Component component = kFloat;
    const char* type = "VEC3";
    bool normalized = false;
    std::array<float, 3> low{}, high{};  // of positions
    bool bounded = false;
  };
  struct BufferView {
    std::size_t offset = 0, size = 0;
    int target = kArrayBuffer;
  };
  struct Primitive {
    std::size_t position = 0, color = 0, indices = 0;
    Mode mode = kTriangles;
    Material material = kOpaque;
  };
  struct Mesh {
    std::uint32_t layer = 0;
    std::vector<Primitive> primitives;
  };

  static void put_u32(std::string& out, std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    char bytes[4];
    std::memcpy(bytes, &word, 4);
    out.append(bytes, 4);
  }

  void add_vertex(Geometry& geometry, Vec3 p, Color c) {
    const Vec3 q = frame_.to_input(p - center_);
    const std::array<float, 3> f{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)};
    representable_ = representable_ && std::isfinite(f[0]) && std::isfinite(f[1]) && std::isfinite(f[2]);
    geometry.positions.push_back(f);
    geometry.colors.push_back({linear(c.r), linear(c.g), linear(c.b), static_cast<std::uint16_t>(c.a * 257)});
  }

  void add_faces(std::uint32_t layer, Geometry& opaque, Geometry& translucent) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (const std::uint32_t f : faces_.of(layer)) {
      const Draw::Face& face = draw_.faces[f];
      Geometry& geometry = face.fill.a == 255 ? opaque : translucent;
      const auto base = static_cast<std::uint32_t>(geometry.positions.size());
      const auto corners = std::span(draw_.corners).subspan(face.first, face.count);
      for (const Vec3 p : corners) add_vertex(geometry, p, face.fill);
      triangles.clear();
      triangulate_polygon(corners, triangles);
      for (const auto& triangle : triangles) {
        for (const std::uint32_t i : triangle) geometry.indices.push_back(base + i);
      }
    }
  }

  void add_layer(std::uint32_t layer) {
    Geometry opaque, translucent, lines, points;
    add_faces(layer, opaque, translucent);
    for (const std::uint32_t e : edges_.of(layer)) {
      const Draw::Edge& edge = draw_.edges[e];
      add_vertex(lines, edge.a, edge.color);
      add_vertex(lines, edge.b, edge.color);
    }
    for (const std::uint32_t p : points_.of(layer))
      add_vertex(points, draw_.points[p].at, draw_.points[p].color);
    Mesh mesh{layer, {}};
    add_primitive(mesh, opaque, kTriangles, kOpaque);
    add_primitive(mesh, translucent, kTriangles, kTranslucent);
    add_primitive(mesh, lines, kLines, kUnlit);
    add_primitive(mesh, points, kPoints, kUnlit);
    if (!mesh.primitives.empty()) meshes_.push_back(std::move(mesh));
  }

  template <class T>
  std::size_t add_array(const std::vector<T>& values, Accessor accessor, int target) {
    const std::size_t size = values.size() * sizeof(T);
    views_.push_back({bin_.size(), size, target});
    bin_.append(reinterpret_cast<const char*>(values.data()), size);
    bin_.resize((bin_.size() + 3) / 4 * 4, '\0');
    accessor.view = views_.size() - 1;
    accessors_.push_back(accessor);
    return accessors_.size() - 1;
  }

  void add_primitive(Mesh& mesh, const Geometry& geometry, Mode mode, Material material) {
    const std::size_t count = geometry.positions.size();
    if (count == 0) return;
    Accessor positions{0, count, kFloat, "VEC3", false, geometry.positions[0], geometry.positions[0], true};
    for (const auto& p : geometry.positions) {
      for (std::size_t i = 0; i < 3; ++i) {
        positions.low[i] = std::min(positions.low[i], p[i]);
        positions.high[i] = std::max(positions.high[i], p[i]);
      }
    }
    Primitive primitive;
    primitive.mode = mode;
    primitive.material = material;
    primitive.position = add_array(geometry.positions, positions, kArrayBuffer);
    primitive.color =
        add_array(geometry.colors, {0, count, kUnsignedShort, "VEC4", true, {}, {}, false}, kArrayBuffer);
    if (mode == kTriangles) {
      const Accessor indices{0, geometry.indices.size(), kUnsignedInt, "SCALAR", false, {}, {}, false};
      primitive.indices = add_array(geometry.indices, indices, kElementBuffer);
    }
    mesh.primitives.push_back(primitive);
  }

  [[nodiscard]] std::string_view layer_name(std::uint32_t layer) const {
    return draw_.layers[layer].empty() ? std::string_view("drawing") : draw_.layers[layer];
  }

  static void vector(JsonWriter& json, std::string_view key, Vec3 v) {
    json.key(key);
    json.array(std::array{v.x, v.y, v.z});
  }

  std::string document() const {
    JsonWriter json;
    json.begin_object();
    json.key("asset");
    json.begin_object();
    json.field("version", "2.0");
    json.field("generator", text("ambula ", kVersion));
    json.key("extras");
    json.begin_object();
    vector(json, "up", frame_.up());
    json.field("metres_per_unit", frame_.unit);
    json.end_object();
    json.end_object();
    json.key("extensionsUsed");
    json.array(std::array{"KHR_materials_unlit"});
    json.field("scene", 0);
    json.key("scenes");
    json.begin_array();
    json.begin_object();
    json.key("nodes");
    json.array(std::array{0});
    json.end_object();
    json.end_array();
    write_nodes(json);
    write_materials(json);
    if (!meshes_.empty()) {
      write_meshes(json);
      write_buffers(json);
    }
    json.end_object();
    return json.take();
  }

  void write_nodes(JsonWriter& json) const {
    json.key("nodes");
    json.begin_array();
    json.begin_object();
    json.field("name", "ambula");
    vector(json, "translation", frame_.to_input(center_));
    json.key("children");
    json.begin_array();
    for (std::size_t i = 0; i < meshes_.size() + draw_.labels.size(); ++i) json.value(i + 1);
    json.end_array();
    json.end_object();
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
      json.begin_object();
      json.field("name", layer_name(meshes_[m].layer));
      json.field("mesh", m);
      const std::uint32_t layer = meshes_[m].layer;
      if (layer < draw_.ifc_classes.size() && !draw_.ifc_classes[layer].empty()) {
        json.key("extras");
        json.begin_object();
        json.field("ifc_class", std::string_view(draw_.ifc_classes[layer]));
        json.end_object();
      }
      json.end_object();
    }
    for (const Draw::Label& label : draw_.labels) {
      json.begin_object();
      json.field("name", std::string_view(label.text));
      vector(json, "translation", frame_.to_input(label.at - center_));
      json.key("extras");
      json.begin_object();
      json.field("label", true);
      json.field("layer", layer_name(label.layer));
      json.end_object();
      json.end_object();
    }
    json.end_array();
  }

  static void write_materials(JsonWriter& json) {
    json.key("materials");
    json.begin_array();
    for (const char* name : {"faces", "translucent", "marks"}) {
      json.begin_object();
      json.field("name", name);
      json.key("pbrMetallicRoughness");
      json.begin_object();
      json.field("metallicFactor", 0);
      json.field("roughnessFactor", 1);
      json.end_object();
      json.field("doubleSided", true);
      if (std::string_view(name) != "faces") json.field("alphaMode", "BLEND");
      if (std::string_view(name) == "marks") {
        json.key("extensions");
        json.begin_object();
        json.key("KHR_materials_unlit");
        json.begin_object();
        json.end_object();
        json.end_object();
      }
      json.end_object();
    }
    json.end_array();
  }

  void write_meshes(JsonWriter& json) const {
    json.key("meshes");
    json.begin_array();
    for (const Mesh& mesh : meshes_) {
      json.begin_object();
      json.field("name", layer_name(mesh.layer));
      json.key("primitives");
      json.begin_array();
      for (const Primitive& primitive : mesh.primitives) {
        json.begin_object();
        json.key("attributes");
        json.begin_object();
        json.field("POSITION", primitive.position);
        json.field("COLOR_0", primitive.color);
        json.end_object();
        if (primitive.mode == kTriangles) json.field("indices", primitive.indices);
        json.field("mode", static_cast<int>(primitive.mode));
        json.field("material", static_cast<int>(primitive.material));
        json.end_object();
      }
      json.end_array();
      json.end_object();
    }
    json.end_array();
  }

  void write_buffers(JsonWriter& json) const {
    json.key("accessors");
    json.begin_array();
    for (const Accessor& accessor : accessors_) {
      json.begin_object();
      json.field("bufferView", accessor.view);
      json.field("componentType", static_cast<int>(accessor.component));
      json.field("count", accessor.count);
      json.field("type", accessor.type);
      if (accessor.normalized) json.field("normalized", true);
      if (accessor.bounded) {
        json.key("min");
        json.array(accessor.low);
        json.key("max");
        json.array(accessor.high);
      }
      json.end_object();
    }
    json.end_array();
    json.key("bufferViews");
    json.begin_array();
    for (const BufferView& view : views_) {
      json.begin_object();
      json.field("buffer", 0);
      json.field("byteOffset", view.offset);
      json.field("byteLength", view.size);
      json.field("target", view.target);
      json.end_object();
    }
    json.end_array();
    json.key("buffers");
    json.begin_array();
    json.begin_object();
    json.field("byteLength", bin_.size());
    json.end_object();
    json.end_array();
  }

  const Draw& draw_;
  const Frame& frame_;
  Vec3 center_;
  ByLayer faces_, edges_, points_;
  bool representable_ = true;
  std::string bin_;
  std::vector<BufferView> views_;
  std::vector<Accessor> accessors_;
  std::vector<Mesh> meshes_;
};

}  // namespace

Result<void> write_glb(const Draw& draw, const Frame& frame, const std::filesystem::path& path) {
  if (auto ok = check_draw(draw); !ok) return ok;
  if (draw.extent().empty()) {
    return fail(ErrorCode::empty, "drawing: there is nothing in it; draw something before writing a GLB");
  }
  const Vec3 shift = frame.to_input(draw.extent().center());
  if (!(frame.unit > 0) || !is_finite(shift)) {
    return fail(ErrorCode::invalid_argument,
                text("frame: a unit of ", frame.unit, " m does not bring the drawing back to its input"));
  }
  auto bytes = GlbWriter(draw, frame).write();
  if (!bytes) return fail(bytes.error());
  return write_file(path, *bytes);
}

}  // namespace ambula
