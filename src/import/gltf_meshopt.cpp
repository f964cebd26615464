// EXT_meshopt_compression with meshoptimizer's decoders. They trust their caller about element sizes and
// write as many elements as they are told, so the shape is checked here, and so is that this many elements
// can come out of this many bytes: without that, a small file could ask for any amount of memory.
#include "core/text.h"
#include "import/gltf_document.h"

#ifdef AMBULA_WITH_MESHOPTIMIZER
#include <meshoptimizer.h>
#endif

namespace ambula::gltf {

#ifdef AMBULA_WITH_MESHOPTIMIZER
namespace {

// The decoders' own limits: a vertex stream spends at least two bits per sixteen bytes it yields; the two
// index codecs at least a byte per triangle and per index.
constexpr std::uint64_t kVertexBytesPerByte = 64;

Result<void> check_shape(const Document& document, const Meshopt& how, std::uint64_t packed,
                         std::string_view path) {
  const auto bad = [&](const auto&... what) { return document.bad(path, text(what...)); };
  const bool vertices = how.mode == "ATTRIBUTES", triangles = how.mode == "TRIANGLES";
  if (!vertices && !triangles && how.mode != "INDICES") {
    return bad("its compression mode \"", how.mode, "\" is not known");
  }
  if (vertices ? how.stride == 0 || how.stride > 256 || how.stride % 4 != 0
               : how.stride != 2 && how.stride != 4) {
    return bad("compressed ", how.mode, " cannot have a byteStride of ", how.stride);
  }
  if (triangles && how.count % 3 != 0) {
    return bad("compressed triangles come in threes, but its count is ", how.count);
  }
  const std::uint64_t most = vertices    ? packed * kVertexBytesPerByte / how.stride
                             : triangles ? packed * 3
                                         : packed;
  if (how.count > most) {
    return bad(how.count, " elements cannot be packed into ", packed, " bytes");
  }
  const std::string& f = how.filter;
  const bool fits = f == "NONE" || (f == "OCTAHEDRAL" && (how.stride == 4 || how.stride == 8)) ||
                    (f == "QUATERNION" && how.stride == 8) || f == "EXPONENTIAL";
  if (!fits || (f != "NONE" && !vertices)) {
    return bad("its filter \"", f, "\" does not go with ", how.mode, " of byteStride ", how.stride);
  }
  return {};
}

}  // namespace

Result<std::vector<std::byte>> decode_meshopt(const Document& document, const Meshopt& how,
                                              const Bytes& packed, std::string_view path) {
  if (auto ok = check_shape(document, how, packed.data.size(), path); !ok) return fail(ok.error());
  std::vector<std::byte> out(how.count * how.stride);
  if (how.count == 0) return out;
  const auto* data = reinterpret_cast<const unsigned char*>(packed.data.data());
  const std::size_t size = packed.data.size(), count = how.count, stride = how.stride;
  const int error =
      how.mode == "ATTRIBUTES"  ? meshopt_decodeVertexBuffer(out.data(), count, stride, data, size)
      : how.mode == "TRIANGLES" ? meshopt_decodeIndexBuffer(out.data(), count, stride, data, size)
                                : meshopt_decodeIndexSequence(out.data(), count, stride, data, size);
  if (error != 0) {
    return document.bad(path, text("its compressed ", how.mode, " at ", packed.place(0), " are corrupt"),
                        packed.offset);
  }
  if (how.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out.data(), count, stride);
  if (how.filter == "QUATERNION") meshopt_decodeFilterQuat(out.data(), count, stride);
  if (how.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out.data(), count, stride);
  return out;
}

#else

Result<std::vector<std::byte>> decode_meshopt(const Document& document, const Meshopt&, const Bytes&,
                                              std::string_view path) {
  return fail(
      ErrorCode::unsupported,
      text(document.name(), ": ", path,
           ": is compressed with EXT_meshopt_compression, which this build of Ambula lacks; export it "
           "uncompressed"));
}

#endif

}  // namespace ambula::gltf
