// A glTF file opened for reading: its JSON, and its binary data behind checks. Nothing in it is trusted:
// every index, count, offset and length is compared with what is there before it is used, and each refusal
// names the place as JSON path ("accessors[3]") and, in binary data, as byte offset.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/files.h"
#include "ambula/result.h"
#include "ambula/vec.h"
#include "import/json.h"

namespace ambula::gltf {

// The two parts of a .glb, or a .gltf as JSON alone.
struct Container {
  std::string_view json;
  std::uint64_t json_offset = 0;
  std::optional<std::span<const std::byte>> binary;
  std::uint64_t binary_offset = 0;
  std::uint64_t trailing = 0;  // bytes after the end the header states
};
[[nodiscard]] Result<Container> open_container(std::span<const std::byte> bytes, std::string_view name);

// Bytes that know where they come from.
struct Bytes {
  std::span<const std::byte> data;
  std::string source;        // "" for the glTF file itself, else such as "buffers[1]"
  std::uint64_t offset = 0;  // of data[0] in the source

  [[nodiscard]] std::string place(std::uint64_t i) const;  // "byte 1234", "byte 1234 of buffers[1]"
};

enum class Component : std::uint16_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };
[[nodiscard]] std::size_t size_of(Component component);

// Elements of 1 to 4 components, readable at any index below `count`. Without bytes everything is zero.
struct Accessor {
  std::string path;
  std::uint64_t count = 0;
  Component component = Component::f32;
  std::size_t width = 1;  // components per element
  bool normalized = false;
  Bytes bytes;             // starts at element 0
  std::size_t stride = 0;  // 0 when there are no bytes
  // Replacements, in increasing order of the element they replace.
  std::vector<std::uint32_t> sparse_at;
  Bytes sparse_values;

  [[nodiscard]] const std::byte* element(std::uint64_t i) const;  // null: zero
  [[nodiscard]] Vec3 vec3(std::uint64_t i) const;
  [[nodiscard]] double number(std::uint64_t i, std::size_t c) const;
  [[nodiscard]] std::uint32_t integer(std::uint64_t i) const;          // of an unsigned integer accessor
  [[nodiscard]] std::string place(std::uint64_t i) const;              // of element i, for messages
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t element) const;  // likewise
};

class Document {
 public:
  Document(Json root, const Container& container, std::string_view name, std::filesystem::path folder);

  [[nodiscard]] const Json& root() const { return root_; }
  [[nodiscard]] std::string_view name() const { return name_; }

  // The file's top-level array `key` ("meshes"); empty where it has none.
  [[nodiscard]] const Json& array(const char* key) const;
  // One element of it, which must be an object.
  [[nodiscard]] Result<const Json*> at(const char* key, std::uint64_t index,
                                       std::string_view wanted_by) const;

  // Numbers and indices of an object found at `path`. A missing one is `otherwise`, or an error.
  [[nodiscard]] Result<std::uint64_t> count(const Json& object, const char* key, std::string_view path,
                                            std::optional<std::uint64_t> otherwise = std::nullopt) const;

  // Bytes of a buffer and a buffer view, decompressed where they are compressed; kept for the next call.
  [[nodiscard]] Result<Bytes> buffer(std::uint64_t index, std::string_view wanted_by);
  struct View {
    Bytes bytes;
    std::size_t stride = 0;  // 0: elements follow each other
  };
  [[nodiscard]] Result<View> view(std::uint64_t index, std::string_view wanted_by);
  // Kept for the life of the document.
  [[nodiscard]] Result<const Accessor*> accessor(std::uint64_t index, std::string_view wanted_by);

  [[nodiscard]] Failure bad(std::string_view path, std::string_view what,
                            std::uint64_t element = Error::kNoElement) const;
  [[nodiscard]] std::uint64_t input_bytes() const { return input_bytes_; }  // of the file and its buffers

 private:
  Result<Bytes> load_buffer(std::uint64_t index, const std::string& path, const Json& object);
  Result<Bytes> load_external(const std::string& uri, const std::string& path);
  Result<Bytes> slice(const Json& object, const std::string& path);
  Result<View> load_view(const std::string& path, const Json& object);
  Result<Accessor> load_accessor(const std::string& path, const Json& object);
  Result<void> load_sparse(Accessor& accessor, const Json& sparse, const std::string& path);

  Json root_;
  Json no_elements_ = Json::array();
  std::optional<std::span<const std::byte>> binary_;
  std::uint64_t binary_offset_;
  std::string name_;
  std::filesystem::path folder_;
  std::uint64_t input_bytes_;
  std::vector<MappedFile> files_;
  std::map<std::uint64_t, std::vector<std::byte>> decoded_buffers_, decoded_views_;
  std::map<std::uint64_t, Bytes> buffers_;
  std::map<std::uint64_t, View> views_;
  std::map<std::uint64_t, Accessor> accessors_;
};

// EXT_meshopt_compression: what its bytes decode to, checked before the decoder sees them.
struct Meshopt {
  std::uint64_t count = 0, stride = 0;
  std::string mode, filter;
};
[[nodiscard]] Result<std::vector<std::byte>> decode_meshopt(const Document& document, const Meshopt& how,
                                                            const Bytes& packed, std::string_view path);

// "data:...;base64,..." and percent-escapes.
[[nodiscard]] Result<std::vector<std::byte>> decode_data_uri(std::string_view uri);
// The path of a relative URI, or why it may not be followed.
[[nodiscard]] Result<std::filesystem::path> relative_path(std::string_view uri);

}  // namespace ambula::gltf
