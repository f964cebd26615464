// The .ambula file as a whole: which chunk holds which part of a document, and what makes a document whole.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

#include "ambula/files.h"
#include "ambula/io.h"
#include "ambula/values/nav_base.h"
#include "core/text.h"
#include "io/container.h"
#include "io/sections.h"

namespace ambula {
namespace {

struct Section {
  ChunkTag tag;
  std::uint32_t version;  // the one written and understood; raised with every change of layout
  bool required;
  bool (*present)(const Document&);
  Result<void> (*check)(const Document&);
  void (*encode)(const Document&, ByteWriter&);
  void (*decode)(ByteReader&, Document&);
};

constexpr ChunkTag kNavMeshTag = chunk_tag("NAVM"), kBaseTag = chunk_tag("NAVB"),
                   kClearanceTag = chunk_tag("NAVC"), kSillsTag = chunk_tag("NAVS"),
                   kExtentsTag = chunk_tag("NAVP"), kFrameTag = chunk_tag("NAVF");
constexpr ChunkTag kNavMeshTags[] = {kNavMeshTag, kFrameTag, kExtentsTag, kBaseTag, kClearanceTag, kSillsTag};
constexpr std::string_view kBuildAgain = "; build the file again";

bool always(const Document&) { return true; }
Result<void> nothing_to_check(const Document&) { return {}; }
Result<void> check_agent(const Document& document) { return validate(document.agent); }
bool has_scene(const Document& document) { return document.scene.has_value(); }
bool has_walkable(const Document& document) { return document.walkable.has_value(); }
bool has_both_sides(const Document& document) {
  return document.walkable && !document.walkable->both_sides.empty();
}
bool has_links(const Document& document) { return document.links.has_value(); }
bool has_navmesh(const Document& document) { return document.navmesh.has_value(); }
bool has_base(const Document& document) { return document.navmesh && document.navmesh->base; }
bool has_dropped(const Document& document) {
  return document.navmesh && !(document.navmesh->dropped.empty() &&
                               (!has_base(document) || document.navmesh->base->dropped.empty()));
}
bool has_clearance(const Document& document) { return has_base(document) && document.navmesh->clearance; }

// In the order they are written.
constexpr Section kSections[] = {
    {chunk_tag("AGNT"), 1, true, always, check_agent, encode_agent, decode_agent},
    {chunk_tag("PARM"), 1, true, always, check_parameters, encode_parameters, decode_parameters},
    {chunk_tag("SRCE"), 1, true, always, nothing_to_check, encode_source, decode_source},
    {chunk_tag("SCEN"), 1, false, has_scene, check_scene, encode_scene, decode_scene},
    {chunk_tag("WALK"), 1, false, has_walkable, check_walkable, encode_walkable, decode_walkable},
    {chunk_tag("WALB"), 1, false, has_both_sides, nothing_to_check, encode_both_sides, decode_both_sides},
    {chunk_tag("LINK"), 1, false, has_links, check_links, encode_links, decode_links},
    {kNavMeshTag, 1, false, has_navmesh, check_navmesh, encode_navmesh, decode_navmesh},
    {kFrameTag, 1, false, has_navmesh, nothing_to_check, encode_frame, decode_frame},
    {kBaseTag, 1, false, has_base, nothing_to_check, encode_base, decode_base},
    {kClearanceTag, 1, false, has_clearance, nothing_to_check, encode_clearance, decode_clearance},
    {kSillsTag, 1, false, has_base, nothing_to_check, encode_sills, decode_sills},
    {kExtentsTag, 1, false, has_dropped, nothing_to_check, encode_extents, decode_extents},
};
constexpr std::size_t kSectionCount = std::size(kSections);

// An error of a value read from a file is the file's fault.
Failure blame(std::string_view name, const Chunk& chunk, const Error& error) {
  return fail_at(ErrorCode::bad_format, name, chunk.offset,
                 text("chunk ", tag_text(chunk.tag), ": ", error.message, kBuildAgain));
}

// Reads one chunk into `document`; `found` holds the chunk of each section met so far.
Result<void> decode_chunk(const Chunk& chunk, std::string_view name, const Chunk* (&found)[kSectionCount],
                          Document& document) {
  const auto* section = std::find_if(std::begin(kSections), std::end(kSections),
                                     [&](const Section& s) { return s.tag == chunk.tag; });
  if (section == std::end(kSections)) return {};  // of a later version: passed over
  const std::string tag = tag_text(chunk.tag);
  if (chunk.version != section->version) {
    return fail_at(ErrorCode::unsupported, name, chunk.offset,
                   text("chunk ", tag, " has version ", chunk.version, ", this reader knows ",
                        section->version, "; update Ambula or build the file again with this version"));
  }
  const Chunk*& place = found[section - std::begin(kSections)];
  if (place) {
    return fail_at(
        ErrorCode::bad_format, name, chunk.offset,
        text("chunk ", tag, " occurs a second time, the first begins at ", place->offset, kBuildAgain));
  }
  place = &chunk;
  ByteReader in(chunk.bytes, chunk.offset);
  section->decode(in, document);
  in.finish();
  if (!in.ok()) {
    return fail_at(ErrorCode::bad_format, name, in.problem_at(),
                   text("chunk ", tag, ": ", in.problem(), kBuildAgain));
  }
  return {};
}

Result<Document> decode_document(std::span<const std::byte> bytes, std::string_view name) {
  const auto chunks = read_container(bytes, name);
  if (!chunks) return fail(chunks.error());
  Document document;
  const Chunk* found[kSectionCount] = {};
  for (const Chunk& chunk : *chunks) {
    if (auto ok = decode_chunk(chunk, name, found, document); !ok) return fail(ok.error());
  }
  const bool says_frame =
      std::any_of(chunks->begin(), chunks->end(), [](const Chunk& chunk) { return chunk.tag == kFrameTag; });
  if (!says_frame && document.navmesh && document.scene) document.navmesh->frame = document.scene->frame;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    const Section& section = kSections[i];
    if (!found[i]) {
      if (!section.required) continue;
      return fail_at(ErrorCode::bad_format, name, bytes.size(),
                     text("the file ends without a chunk ", tag_text(section.tag), kBuildAgain));
    }
    if (auto ok = section.check(document); !ok) return blame(name, *found[i], ok.error());
  }
  return document;
}

std::vector<std::byte> encode_document(const Document& document) {
  ContainerWriter file(static_cast<std::size_t>(std::count_if(
      std::begin(kSections), std::end(kSections), [&](const Section& s) { return s.present(document); })));
  for (const Section& section : kSections) {
    if (!section.present(document)) continue;
    ByteWriter out = file.begin(section.tag, section.version);
    section.encode(document, out);
    file.end();
  }
  return std::move(file).finish();
}

// No exception crosses the API; the only ones that can occur are about memory.
template <class Work>
auto within_memory(std::string_view name, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return fail(ErrorCode::too_large, text(name, ": does not fit into memory"));
}

}  // namespace

Result<void> validate(const Document& document) {
  for (const Section& section : kSections) {
    if (!section.present(document)) continue;
    if (auto ok = section.check(document); !ok) return ok;
  }
  return {};
}

Result<std::vector<std::byte>> encode(const Document& document) {
  return within_memory("document", [&]() -> Result<std::vector<std::byte>> {
    if (auto ok = validate(document); !ok) return fail(ok.error());
    return encode_document(document);
  });
}

Result<Document> decode(std::span<const std::byte> bytes, std::string_view name) {
  return within_memory(name, [&] { return decode_document(bytes, name); });
}

Result<void> save(const Document& document, const std::filesystem::path& path) {
  const auto bytes = encode(document);
  if (!bytes) {
    Error error = bytes.error();
    error.message = text(path.string(), ": not written: ", error.message);
    return fail(std::move(error));
  }
  return write_file(path, *bytes);
}

Result<Document> load(const std::filesystem::path& path) {
  const auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  return decode(file->bytes(), path.string());
}

Result<NavMesh> load_navmesh(const std::filesystem::path& path) {
  const auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  const std::string name = path.string();
  return within_memory(name, [&]() -> Result<NavMesh> {
    auto chunks = read_container(file->bytes(), name, kNavMeshTags);
    if (!chunks) return fail(chunks.error());
    std::erase_if(*chunks, [](const Chunk& chunk) {
      return std::find(std::begin(kNavMeshTags), std::end(kNavMeshTags), chunk.tag) == std::end(kNavMeshTags);
    });
    Document document;
    const Chunk* found[kSectionCount] = {};
    for (const Chunk& chunk : *chunks) {
      if (auto ok = decode_chunk(chunk, name, found, document); !ok) return fail(ok.error());
    }
    if (!document.navmesh)
      return fail(ErrorCode::not_found, text(name, ": holds no navmesh; make one with: ambula build"));
    if (auto ok = check_navmesh(document); !ok) return blame(name, chunks->front(), ok.error());
    return std::move(*document.navmesh);
  });
}

bool is_ambula(std::span<const std::byte> bytes) noexcept {
  return bytes.size() >= kMagic.size() && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

}  // namespace ambula
