// Generated scenes as binary glTF 2.0. All objects hang under one node that carries the whole scene's offset:
// rounding to float32 then treats equal corners of different objects alike, so neighbours stay joined.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "scenes/write_scene.h"

namespace ambula::scenes {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxBytes = 0xFFFF'FFFFULL;
constexpr int kFloat = 5126, kUnsignedInt = 5125, kArrayBuffer = 34962, kElementBuffer = 34963;

void append_u32(std::string& out, std::uint32_t v) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((v >> shift) & 0xFFU);
}

Vec3 to_y_up(Vec3 p) { return {p.x, p.z, 0.0 - p.y}; }

// The centre of the scene in whole metres: an offset any float32 reader keeps exactly up to 16,000 km.
Vec3 whole_offset(const Soup& soup) {
  Box3 box;
  for (const Vec3 p : soup.positions) {
    if (is_finite(p)) box.add(p);
  }
  const Vec3 c = box.center();
  return {std::round(c.x), std::round(c.y), std::round(c.z)};
}

class GlbWriter {
 public:
  explicit GlbWriter(const Soup& soup)
      : soup_(soup), offset_(whole_offset(soup)), local_(soup.positions.size()) {}

  void object(std::size_t o, std::span<const std::uint32_t> triangles) {
    const std::size_t positions = add_positions(triangles);
    // One primitive a material, materials in the order of the soup.
    std::vector<std::uint32_t> used;
    for (const std::uint32_t t : triangles) used.push_back(soup_.triangle_material[t]);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    Json primitives = Json::array();
    for (const std::uint32_t m : used) {
      primitives.push_back({{"attributes", {{"POSITION", positions}}},
                            {"indices", add_indices(triangles, m)},
                            {"material", m}});
    }
    Json node = {{"name", soup_.objects[o].name}, {"mesh", meshes_.size()}};
    if (!soup_.objects[o].ifc_class.empty()) node["extras"] = {{"ifc_class", soup_.objects[o].ifc_class}};
    meshes_.push_back({{"name", soup_.objects[o].name}, {"primitives", primitives}});
    nodes_.push_back(std::move(node));
  }

  std::string finish(const Truth& truth) {
    const Vec3 t = to_y_up(offset_);
    Json children = Json::array();
    for (std::size_t i = 0; i < nodes_.size(); ++i) children.push_back(i);
    nodes_.push_back(
        {{"name", truth.scene}, {"translation", Json::array({t.x, t.y, t.z})}, {"children", children}});
    Json materials = Json::array();
    for (const std::string& name : soup_.materials) {
      // Double sided, so that flipped patches are seen; half rough, so that shapes are.
      Json material = {{"pbrMetallicRoughness", {{"metallicFactor", 0.0}, {"roughnessFactor", 0.8}}},
                       {"doubleSided", true}};
      if (!name.empty()) material["name"] = name;
      materials.push_back(std::move(material));
    }
    const Json json = {
        {"asset",
         {{"version", "2.0"}, {"generator", text("ambula scene ", truth.scene, ", seed ", truth.seed)}}},
        {"scene", 0},
        {"scenes", Json::array({{{"nodes", Json::array({nodes_.size() - 1})}}})},
        {"nodes", nodes_},
        {"meshes", meshes_},
        {"materials", materials},
        {"accessors", accessors_},
        {"bufferViews", views_},
        {"buffers", Json::array({{{"byteLength", bytes_.size()}}})}};
    return pack(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

 private:
  std::size_t add_view(std::size_t begin, int target) {
    views_.push_back(
        {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", bytes_.size() - begin}, {"target", target}});
    return views_.size() - 1;
  }

  // The object's corners as float32; local_ then tells each one's index.
  std::size_t add_positions(std::span<const std::uint32_t> triangles) {
    std::vector<std::uint32_t> used;
    for (const std::uint32_t t : triangles) {
      used.insert(used.end(), soup_.triangles[t].begin(), soup_.triangles[t].end());
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    const std::size_t begin = bytes_.size();
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (std::size_t i = 0; i < used.size(); ++i) {
      local_[used[i]] = static_cast<std::uint32_t>(i);
      const Vec3 p = to_y_up(soup_.positions[used[i]] - offset_);
      const float f[3] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
      for (int k = 0; k < 3; ++k) {
        std::uint32_t bits;
        std::memcpy(&bits, &f[k], sizeof(bits));
        append_u32(bytes_, bits);
        low[k] = std::min(low[k], f[k]);
        high[k] = std::max(high[k], f[k]);
      }
    }
    accessors_.push_back({{"bufferView", add_view(begin, kArrayBuffer)},
                          {"componentType", kFloat},
                          {"count", used.size()},
                          {"type", "VEC3"},
                          {"min", Json::array({low[0], low[1], low[2]})},
                          {"max", Json::array({high[0], high[1], high[2]})}});
    return accessors_.size() - 1;
  }

  std::size_t add_indices(std::span<const std::uint32_t> triangles, std::uint32_t material) {
    const std::size_t begin = bytes_.size();
    for (const std::uint32_t t : triangles) {
      if (soup_.triangle_material[t] != material) continue;
      for (const std::uint32_t v : soup_.triangles[t]) append_u32(bytes_, local_[v]);
    }
    const std::size_t count = (bytes_.size() - begin) / 4;
    accessors_.push_back({{"bufferView", add_view(begin, kElementBuffer)},
                          {"componentType", kUnsignedInt},
                          {"count", count},
                          {"type", "SCALAR"}});
    return accessors_.size() - 1;
  }

  std::string pack(std::string json) {
    while (json.size() % 4 != 0) json += ' ';  // bytes_ holds whole words already
    std::string out = "glTF";
    append_u32(out, 2);
    append_u32(out, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + bytes_.size()));
    append_u32(out, static_cast<std::uint32_t>(json.size()));
    out += "JSON";
    out += json;
    append_u32(out, static_cast<std::uint32_t>(bytes_.size()));
    out += std::string_view("BIN\0", 4);
    out += bytes_;
    return out;
  }

  const Soup& soup_;
  Vec3 offset_;
  std::vector<std::uint32_t> local_;
  std::string bytes_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), accessors_ = Json::array(), views_ = Json::array();
};

}  // namespace

Result<std::string> glb_bytes(const Generated& scene) {
  const Soup& soup = scene.soup;
  // Corners that objects share are written once each, names a few times: 72 bytes a triangle and 1 kB an
  // object is more than any scene needs.
  const std::uint64_t most =
      72 * soup.triangles.size() + 1024 * (soup.objects.size() + soup.materials.size());
  if (most > kMaxBytes) {
    return fail(ErrorCode::too_large,
                text("a GLB holds at most 4 GiB and ", soup.triangles.size(),
                     " triangles may need more; write an OBJ or make the scene smaller"));
  }
  const ByObject groups = group_by_object(soup);
  GlbWriter writer(soup);
  for (std::size_t o = 0; o < soup.objects.size(); ++o) {
    const std::span<const std::uint32_t> triangles(groups.triangles.data() + groups.first[o],
                                                   groups.first[o + 1] - groups.first[o]);
    if (!triangles.empty()) writer.object(o, triangles);
  }
  return writer.finish(scene.truth);
}

}  // namespace ambula::scenes
