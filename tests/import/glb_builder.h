// Small glTF files put together in code, right ones and wrong ones.
//
//   GlbBuilder b;
//   b.mesh(b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3), b.indices<std::uint16_t>({0, 1, 2}));
//   b.node({{"mesh", 0}});
//   auto read = b.read();
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ambula/import.h"

namespace ambula {

struct GlbBuilder {
  using Json = nlohmann::json;

  Json root = {{"asset", {{"version", "2.0"}}}};
  std::vector<std::byte> binary;

  // Appends values and returns the index of a buffer view over them.
  template <class T>
  std::size_t view(const std::vector<T>& values, std::size_t stride = 0) {
    while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
    const std::size_t begin = binary.size(), size = values.size() * sizeof(T);
    binary.resize(begin + size);
    if (size > 0) std::memcpy(binary.data() + begin, values.data(), size);
    Json v = {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", size}};
    if (stride != 0) v["byteStride"] = stride;
    return add("bufferViews", v);
  }

  std::size_t accessor(std::size_t view_index, int component, std::size_t count, const char* type,
                       const Json& more = Json::object()) {
    Json a = {{"bufferView", view_index}, {"componentType", component}, {"count", count}, {"type", type}};
    a.update(more);
    return add("accessors", a);
  }

  std::size_t floats(const std::vector<float>& values, std::size_t width) {
    static const char* const kTypes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    return accessor(view(values), 5126, values.size() / width, kTypes[width]);
  }

  template <class T>
  std::size_t indices(const std::vector<T>& values) {
    return accessor(view(values),
                    sizeof(T) == 1   ? 5121
                    : sizeof(T) == 2 ? 5123
                                     : 5125,
                    values.size(), "SCALAR");
  }

  // A mesh of one primitive; `more` is merged into the primitive.
  std::size_t mesh(std::size_t positions, const Json& more = Json::object()) {
    Json p = {{"attributes", {{"POSITION", positions}}}};
    p.update(more);
    return add("meshes", {{"primitives", Json::array({p})}});
  }
  std::size_t node(const Json& n) { return add("nodes", n); }

  std::size_t add(const char* key, const Json& value) {
    if (!root.contains(key)) root[key] = Json::array();
    root[key].push_back(value);
    return root[key].size() - 1;
  }

  // A single right-angled triangle in the xy plane, seen by one node.
  static GlbBuilder triangle() {
    GlbBuilder b;
    const auto positions = b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
    b.mesh(positions, {{"indices", b.indices<std::uint16_t>({0, 1, 2})}});
    b.node({{"mesh", 0}});
    return b;
  }

  [[nodiscard]] std::string json() const {
    Json with_buffer = root;
    if (!with_buffer.contains("buffers") && !binary.empty()) {
      with_buffer["buffers"] = Json::array({{{"byteLength", binary.size()}}});
    }
    return with_buffer.dump();
  }

  [[nodiscard]] std::vector<std::byte> glb() const { return glb_of(json(), binary); }

  static std::vector<std::byte> glb_of(std::string json, std::vector<std::byte> bin) {
    while (json.size() % 4 != 0) json += ' ';
    while (bin.size() % 4 != 0) bin.push_back(std::byte{0});
    std::vector<std::byte> out;
    const auto word = [&](std::size_t value) {
      for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
    };
    word(0x46546C67);
    word(2);
    word(12 + 8 + json.size() + (bin.empty() ? 0 : 8 + bin.size()));
    word(json.size());
    word(0x4E4F534A);
    for (const char c : json) out.push_back(static_cast<std::byte>(c));
    if (!bin.empty()) {
      word(bin.size());
      word(0x004E4942);
      out.insert(out.end(), bin.begin(), bin.end());
    }
    return out;
  }

  // Where `binary` begins in the file.
  [[nodiscard]] std::uint64_t binary_offset() const { return glb().size() - (binary.size() + 3) / 4 * 4; }

  [[nodiscard]] Result<Imported> read(Context* context = nullptr) const {
    const auto bytes = glb();
    return read_gltf(bytes, "test.glb", "", context);
  }
};

// "0,0,0 1,0,0 0,1,0; ..." for the corners of every triangle.
inline std::string corners_of(const Soup& soup) {
  std::string out;
  const auto number = [](double v) {
    std::string s = std::to_string(v == 0 ? 0.0 : v);
    while (s.back() == '0') s.pop_back();
    if (s.back() == '.') s.pop_back();
    return s;
  };
  for (const Triangle& t : soup.triangles) {
    if (!out.empty()) out += "; ";
    for (int i = 0; i < 3; ++i) {
      const Vec3 p = soup.positions[t[static_cast<std::size_t>(i)]];
      if (i > 0) out += ' ';
      out += number(p.x) + ',' + number(p.y) + ',' + number(p.z);
    }
  }
  return out;
}

}  // namespace ambula
