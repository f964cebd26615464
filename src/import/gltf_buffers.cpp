// The document's JSON behind type checks, and its buffers and buffer views behind range checks (glTF 2.0,
// 3.6). Buffers are opened when something first asks for them: the ones only images use never are.
#include <utility>

#include "core/text.h"
#include "import/gltf_document.h"

namespace ambula::gltf {

std::string Bytes::place(std::uint64_t i) const {
  return source.empty() ? text("byte ", offset + i) : text("byte ", offset + i, " of ", source);
}

Document::Document(Json root, const Container& container, std::string_view name, std::filesystem::path folder)
    : root_(std::move(root)),
      binary_(container.binary),
      binary_offset_(container.binary_offset),
      name_(name),
      folder_(std::move(folder)),
      input_bytes_(container.json.size() + (binary_ ? binary_->size() : 0)) {}

Failure Document::bad(std::string_view path, std::string_view what, std::uint64_t element) const {
  return fail(ErrorCode::bad_format, text(name_, ": ", path, ": ", what), element);
}

const Json& Document::array(const char* key) const {
  const Json* found = find(root_, key);
  return found && found->is_array() ? *found : no_elements_;
}

Result<const Json*> Document::at(const char* key, std::uint64_t index, std::string_view wanted_by) const {
  const Json& all = array(key);
  if (index >= all.size()) {
    return bad(wanted_by, text("refers to ", key, "[", index, "], but there are only ", all.size()));
  }
  const Json& one = all[static_cast<std::size_t>(index)];
  if (!one.is_object()) return bad(text(key, "[", index, "]"), "is not an object");
  return &one;
}

Result<std::uint64_t> Document::count(const Json& object, const char* key, std::string_view path,
                                      std::optional<std::uint64_t> otherwise) const {
  const Json* value = find(object, key);
  if (!value) {
    if (otherwise) return *otherwise;
    return bad(path, text("has no ", key));
  }
  if (const auto n = whole_number(*value)) return *n;
  return bad(path, text("its ", key, " is not a whole number of zero or more"));
}

Result<Bytes> Document::buffer(std::uint64_t index, std::string_view wanted_by) {
  if (const auto it = buffers_.find(index); it != buffers_.end()) return it->second;
  auto object = at("buffers", index, wanted_by);
  if (!object) return fail(object.error());
  const std::string path = text("buffers[", index, "]");
  auto bytes = load_buffer(index, path, **object);
  if (!bytes) return bytes;
  auto length = count(**object, "byteLength", path);
  if (!length) return fail(length.error());
  if (*length > bytes->data.size()) {
    const std::uint64_t end = bytes->offset + bytes->data.size();
    return bad(path, text("promises ", *length, " bytes, but its data end after ", bytes->data.size()), end);
  }
  bytes->data = bytes->data.first(*length);
  return buffers_[index] = *bytes;
}

Result<Bytes> Document::load_buffer(std::uint64_t index, const std::string& path, const Json& object) {
  const Json* uri = find(object, "uri");
  if (!uri) {
    if (index == 0 && binary_) return Bytes{*binary_, "", binary_offset_};
    return bad(path, "has no uri, and the file has no binary chunk for it");
  }
  if (!uri->is_string()) return bad(path, "its uri is not text");
  const std::string& value = uri->get_ref<const std::string&>();
  if (!value.starts_with("data:")) return load_external(value, path);
  auto decoded = decode_data_uri(value);
  if (!decoded) return fail(decoded.error().code, text(name_, ": ", path, ": ", decoded.error().message));
  const auto& kept = decoded_buffers_[index] = *std::move(decoded);
  return Bytes{kept, path, 0};
}

Result<Bytes> Document::load_external(const std::string& uri, const std::string& path) {
  const auto prefixed = [&](const Error& e) {
    return fail(e.code, text(name_, ": ", path, ": ", e.message), e.element);
  };
  auto relative = relative_path(uri);
  if (!relative) return prefixed(relative.error());
  auto file = MappedFile::open(folder_ / *relative);
  if (!file) return prefixed(file.error());
  files_.push_back(*std::move(file));
  const auto bytes = files_.back().bytes();
  input_bytes_ += bytes.size();
  return Bytes{bytes, path, 0};
}

// What "buffer", "byteOffset" and "byteLength" of an object select.
Result<Bytes> Document::slice(const Json& object, const std::string& path) {
  auto index = count(object, "buffer", path);
  if (!index) return fail(index.error());
  auto offset = count(object, "byteOffset", path, 0);
  if (!offset) return fail(offset.error());
  auto length = count(object, "byteLength", path);
  if (!length) return fail(length.error());
  auto whole = buffer(*index, path);
  if (!whole) return whole;
  const std::uint64_t size = whole->data.size();
  if (*offset > size || *length > size - *offset) {
    return bad(path,
               text("takes bytes ", *offset, " to ", *offset + *length, " of buffers[", *index,
                    "], which has ", size, " and ends at ", whole->place(size)),
               whole->offset + size);
  }
  return Bytes{whole->data.subspan(*offset, *length), whole->source, whole->offset + *offset};
}

Result<Document::View> Document::view(std::uint64_t index, std::string_view wanted_by) {
  if (const auto it = views_.find(index); it != views_.end()) return it->second;
  auto object = at("bufferViews", index, wanted_by);
  if (!object) return fail(object.error());
  const std::string path = text("bufferViews[", index, "]");
  const Json* extensions = find(**object, "extensions");
  const Json* packed = extensions ? find(*extensions, "EXT_meshopt_compression") : nullptr;
  if (!packed) {
    auto plain = load_view(path, **object);
    if (plain) views_[index] = *plain;
    return plain;
  }
  const std::string packed_path = path + ".extensions.EXT_meshopt_compression";
  auto bytes = slice(*packed, packed_path);
  if (!bytes) return fail(bytes.error());
  auto elements = count(*packed, "count", packed_path);
  if (!elements) return fail(elements.error());
  auto stride = count(*packed, "byteStride", packed_path);
  if (!stride) return fail(stride.error());
  const Meshopt how{*elements, *stride, text_or(*packed, "mode", ""), text_or(*packed, "filter", "NONE")};
  auto decoded = decode_meshopt(*this, how, *bytes, packed_path);
  if (!decoded) return fail(decoded.error());
  const auto& kept = decoded_views_[index] = *std::move(decoded);
  return views_[index] = View{{kept, "decompressed " + path, 0}, static_cast<std::size_t>(*stride)};
}

Result<Document::View> Document::load_view(const std::string& path, const Json& object) {
  auto bytes = slice(object, path);
  if (!bytes) return fail(bytes.error());
  auto stride = count(object, "byteStride", path, 0);
  if (!stride) return fail(stride.error());
  return View{*bytes, static_cast<std::size_t>(*stride)};
}

}  // namespace ambula::gltf
