// What stands in a document's chunks: a pair of functions each. A new stage adds its pair here and one line
// to the table in document.cpp.
#pragma once

#include "ambula/agent.h"
#include "ambula/io.h"
#include "io/bytes.h"

namespace ambula {

void write_agent(const Agent& agent, ByteWriter& out);
[[nodiscard]] Agent read_agent(ByteReader& in);

void encode_agent(const Document& document, ByteWriter& out);
void decode_agent(ByteReader& in, Document& document);

void encode_parameters(const Document& document, ByteWriter& out);
void decode_parameters(ByteReader& in, Document& document);
[[nodiscard]] Result<void> check_parameters(const Document& document);

void encode_source(const Document& document, ByteWriter& out);
void decode_source(ByteReader& in, Document& document);

void encode_scene(const Document& document, ByteWriter& out);  // a scene is present
void decode_scene(ByteReader& in, Document& document);
[[nodiscard]] Result<void> check_scene(const Document& document);  // and its hash, where that is known

void encode_walkable(const Document& document, ByteWriter& out);  // a walkable surface is present
void decode_walkable(ByteReader& in, Document& document);
// The triangles that were taken on both sides; they are checked with the surface.
void encode_both_sides(const Document& document, ByteWriter& out);
void decode_both_sides(ByteReader& in, Document& document);
// And its hash, where that is known, and that it is of the scene, where that is there.
[[nodiscard]] Result<void> check_walkable(const Document& document);

void encode_links(const Document& document, ByteWriter& out);  // links are present
void decode_links(ByteReader& in, Document& document);
// And their hash, where that is known; and that the walkable surface is there and they are of it.
[[nodiscard]] Result<void> check_links(const Document& document);

void encode_navmesh(const Document& document, ByteWriter& out);  // a navmesh is present
void decode_navmesh(ByteReader& in, Document& document);
// The frame of its scene; it is checked with the mesh.
void encode_frame(const Document& document, ByteWriter& out);
void decode_frame(ByteReader& in, Document& document);
// What a mesh of radius 0 keeps besides; it is checked with the mesh.
// The extents of the patches that were left out of the navmesh.
void encode_extents(const Document& document, ByteWriter& out);
void decode_extents(ByteReader& in, Document& document);
void encode_base(const Document& document, ByteWriter& out);
void decode_base(ByteReader& in, Document& document);
void encode_clearance(const Document& document, ByteWriter& out);
void decode_clearance(ByteReader& in, Document& document);
void encode_sills(const Document& document, ByteWriter& out);
void decode_sills(ByteReader& in, Document& document);
// And its hash, where that is known, and that it is of the links and in the scene's frame, where they are
// there.
[[nodiscard]] Result<void> check_navmesh(const Document& document);

}  // namespace ambula
