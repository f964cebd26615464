// Typed elements over buffer views (glTF 2.0, 3.6.2): any component type, normalized integers, strides,
// sparse replacements, and zeros where there is no view. Elements are read in place, one at a time, so a
// huge count costs nothing until it is used.
#include <algorithm>
#include <utility>

#include "core/text.h"
#include "import/gltf_document.h"
#include "import/little_endian.h"

namespace ambula::gltf {
namespace {

std::optional<Component> component_of(std::uint64_t code) {
  if ((code >= 5120 && code <= 5123) || code == 5125 || code == 5126) return static_cast<Component>(code);
  return std::nullopt;
}

std::size_t width_of(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4") return 4;
  return 0;  // matrices place nothing we read
}

double read_component(const std::byte* p, Component component, bool normalized) {
  const auto scaled = [normalized](double value, double most) {
    return normalized ? std::max(value / most, -1.0) : value;
  };
  switch (component) {
    case Component::i8:
      return scaled(static_cast<std::int8_t>(p[0]), 127);
    case Component::u8:
      return scaled(std::to_integer<unsigned>(p[0]), 255);
    case Component::i16:
      return scaled(static_cast<std::int16_t>(load_u16(p)), 32767);
    case Component::u16:
      return scaled(load_u16(p), 65535);
    case Component::u32:
      return scaled(load_u32(p), 4294967295.0);
    case Component::f32:
      return static_cast<double>(load_f32(p));
  }
  return 0;
}

std::uint32_t read_integer(const std::byte* p, Component component) {
  if (component == Component::u8) return std::to_integer<std::uint32_t>(p[0]);
  return component == Component::u16 ? load_u16(p) : load_u32(p);
}

}  // namespace

std::size_t size_of(Component component) {
  switch (component) {
    case Component::i8:
    case Component::u8:
      return 1;
    case Component::i16:
    case Component::u16:
      return 2;
    case Component::u32:
    case Component::f32:
      break;
  }
  return 4;
}

const std::byte* Accessor::element(std::uint64_t i) const {
  if (!sparse_at.empty()) {
    const auto it = std::lower_bound(sparse_at.begin(), sparse_at.end(), i);
    if (it != sparse_at.end() && *it == i) {
      const auto at = static_cast<std::size_t>(it - sparse_at.begin());
      return sparse_values.data.data() + at * width * size_of(component);
    }
  }
  return stride == 0 ? nullptr : bytes.data.data() + i * stride;
}

Vec3 Accessor::vec3(std::uint64_t i) const {
  const std::byte* p = element(i);
  if (!p) return {};
  const std::size_t size = size_of(component);
  return {read_component(p, component, normalized), read_component(p + size, component, normalized),
          read_component(p + 2 * size, component, normalized)};
}

double Accessor::number(std::uint64_t i, std::size_t c) const {
  const std::byte* p = element(i);
  return p ? read_component(p + c * size_of(component), component, normalized) : 0;
}

std::uint32_t Accessor::integer(std::uint64_t i) const {
  const std::byte* p = element(i);
  return p ? read_integer(p, component) : 0;
}

std::string Accessor::place(std::uint64_t i) const {
  const std::byte* p = element(i);
  if (!p) return path;
  const bool plain = stride != 0 && p == bytes.data.data() + i * stride;
  const Bytes& from = plain ? bytes : sparse_values;
  return from.place(static_cast<std::uint64_t>(p - from.data.data()));
}

std::uint64_t Accessor::offset_of(std::uint64_t i) const {
  const std::byte* p = element(i);
  if (!p) return Error::kNoElement;
  const bool plain = stride != 0 && p == bytes.data.data() + i * stride;
  const Bytes& from = plain ? bytes : sparse_values;
  return from.offset + static_cast<std::uint64_t>(p - from.data.data());
}

Result<const Accessor*> Document::accessor(std::uint64_t index, std::string_view wanted_by) {
  if (const auto it = accessors_.find(index); it != accessors_.end()) return &it->second;
  auto object = at("accessors", index, wanted_by);
  if (!object) return fail(object.error());
  auto loaded = load_accessor(text("accessors[", index, "]"), **object);
  if (!loaded) return fail(loaded.error());
  return &accessors_.emplace(index, *std::move(loaded)).first->second;
}

Result<Accessor> Document::load_accessor(const std::string& path, const Json& object) {
  Accessor out;
  out.path = path;
  auto elements = count(object, "count", path);
  if (!elements) return fail(elements.error());
  out.count = *elements;
  auto code = count(object, "componentType", path);
  if (!code) return fail(code.error());
  const auto component = component_of(*code);
  if (!component) return bad(path, text("its componentType ", *code, " is not one of glTF's"));
  out.component = *component;
  const std::string type = text_or(object, "type", "");
  out.width = width_of(type);
  if (out.width == 0)
    return bad(path, text("its type is \"", type, "\" where numbers or vectors are needed"));
  const Json* normalized = find(object, "normalized");
  out.normalized = normalized && normalized->is_boolean() && normalized->get<bool>();

  if (const Json* view_index = find(object, "bufferView")) {
    const auto index = whole_number(*view_index);
    if (!index) return bad(path, "its bufferView is not an index");
    auto from = view(*index, path);
    if (!from) return fail(from.error());
    auto offset = count(object, "byteOffset", path, 0);
    if (!offset) return fail(offset.error());
    const std::uint64_t element_size = out.width * size_of(out.component);
    out.stride = from->stride == 0 ? static_cast<std::size_t>(element_size) : from->stride;
    if (out.stride < element_size) {
      return bad(path, text("its elements take ", element_size, " bytes, but bufferViews[", *index,
                            "] has a byteStride of only ", out.stride));
    }
    const std::uint64_t size = from->bytes.data.size();
    // The last element need not be followed by the rest of its stride.
    const bool fits = out.count == 0 || (*offset <= size && element_size <= size - *offset &&
                                         out.count - 1 <= (size - *offset - element_size) / out.stride);
    if (!fits) {
      return bad(
          path,
          text("its ", out.count, " elements of ", element_size, " bytes, ", out.stride, " apart from byte ",
               *offset, " on, reach past the end of bufferViews[", *index, "] at ", from->bytes.place(size)),
          from->bytes.offset + size);
    }
    const std::uint64_t begin = std::min(*offset, size);
    out.bytes = {from->bytes.data.subspan(begin), from->bytes.source, from->bytes.offset + begin};
  }
  if (const Json* sparse = find(object, "sparse")) {
    if (auto ok = load_sparse(out, *sparse, path + ".sparse"); !ok) return fail(ok.error());
  }
  return out;
}

Result<void> Document::load_sparse(Accessor& out, const Json& sparse, const std::string& path) {
  auto replaced = count(sparse, "count", path);
  if (!replaced) return fail(replaced.error());
  if (*replaced > out.count) {
    return bad(path, text("replaces ", *replaced, " elements of ", out.count));
  }
  // Bytes of one of the two arrays: `replaced` elements of `size` bytes.
  const auto part = [&](const char* key, std::uint64_t size) -> Result<Bytes> {
    const std::string part_path = text(path, ".", key);
    const Json* object = find(sparse, key);
    if (!object) return bad(path, text("has no ", key));
    auto index = count(*object, "bufferView", part_path);
    if (!index) return fail(index.error());
    auto offset = count(*object, "byteOffset", part_path, 0);
    if (!offset) return fail(offset.error());
    auto from = view(*index, part_path);
    if (!from) return fail(from.error());
    const std::uint64_t have = from->bytes.data.size();
    if (*offset > have || *replaced > (have - *offset) / size) {
      return bad(part_path,
                 text("reaches past the end of bufferViews[", *index, "] at ", from->bytes.place(have)),
                 from->bytes.offset + have);
    }
    return Bytes{from->bytes.data.subspan(*offset), from->bytes.source, from->bytes.offset + *offset};
  };

  const Json* indices = find(sparse, "indices");
  auto code = count(indices ? *indices : sparse, "componentType", path + ".indices");
  if (!code) return fail(code.error());
  const auto component = component_of(*code);
  if (!component ||
      (*component != Component::u8 && *component != Component::u16 && *component != Component::u32)) {
    return bad(path + ".indices", text("its componentType ", *code, " is not an unsigned integer"));
  }
  auto where = part("indices", size_of(*component));
  if (!where) return fail(where.error());
  auto values = part("values", out.width * size_of(out.component));
  if (!values) return fail(values.error());
  out.sparse_at.reserve(static_cast<std::size_t>(*replaced));
  for (std::uint64_t i = 0; i < *replaced; ++i) {
    const std::uint64_t at = i * size_of(*component);
    const std::uint32_t element = read_integer(where->data.data() + at, *component);
    if (element >= out.count || (!out.sparse_at.empty() && element <= out.sparse_at.back())) {
      return bad(path, text(where->place(at), ": element ", element, " is out of range or out of order"),
                 where->offset + at);
    }
    out.sparse_at.push_back(element);
  }
  out.sparse_values = *std::move(values);
  return {};
}

}  // namespace ambula::gltf
