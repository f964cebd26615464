// The small chunks: who walks, with which settings, in which scene.
#include <utility>

#include "ambula/agent.h"
#include "core/text.h"
#include "io/sections.h"

namespace ambula {

void write_agent(const Agent& a, ByteWriter& out) {
  for (const double value : {a.height, a.radius, a.max_slope, a.max_step, a.max_gap}) out.f64(value);
}

Agent read_agent(ByteReader& in) {
  Agent a;
  for (double* value : {&a.height, &a.radius, &a.max_slope, &a.max_step, &a.max_gap}) *value = in.f64();
  return a;
}

void encode_agent(const Document& document, ByteWriter& out) { write_agent(document.agent, out); }
void decode_agent(ByteReader& in, Document& document) { document.agent = read_agent(in); }

void encode_parameters(const Document& document, ByteWriter& out) {
  out.u64(document.parameters.size());
  for (const auto& [name, value] : document.parameters) {
    out.string(name);
    out.string(value);
  }
}

void decode_parameters(ByteReader& in, Document& document) {
  const std::size_t n = in.count(16, "parameters");
  document.parameters.reserve(n);
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    std::string name = in.string();
    document.parameters.emplace_back(std::move(name), in.string());
  }
}

Result<void> check_parameters(const Document& document) {
  for (std::size_t i = 1; i < document.parameters.size(); ++i) {
    if (!(document.parameters[i - 1].first < document.parameters[i].first)) {
      // By its place: a name out of a hostile file does not belong on a terminal.
      return fail(
          ErrorCode::broken,
          text("parameter ", i, " does not follow the one before it; names are sorted and occur once"), i);
    }
  }
  return {};
}

void encode_source(const Document& document, ByteWriter& out) {
  out.string(document.source);
  out.u64(document.scene_hash);
}

void decode_source(ByteReader& in, Document& document) {
  document.source = in.string();
  document.scene_hash = in.u64();
}

}  // namespace ambula
