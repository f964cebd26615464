// Counts, settings and sentences about links.
#include "links_report.h"

#include <array>

#include "core/text.h"
#include "import/number.h"

namespace ambula::cli {
namespace {

std::array<std::uint64_t, 3> counts_of(const Links& links) {
  std::array<std::uint64_t, 3> out{};
  for (const Link& link : links.links) ++out[static_cast<std::size_t>(link.kind)];
  return out;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return text(grouped(count), " ", count == 1 ? one : many);
}

}  // namespace

Result<const Links*> links_of(const Input& input, const std::filesystem::path& path) {
  if (input.document.links) return &*input.document.links;
  const std::string from = !input.is_document               ? path.string()
                           : !input.document.source.empty() ? input.document.source
                                                            : std::string("SCENE");
  const std::string out = std::filesystem::path(path).filename().replace_extension(".ambula").string();
  return fail(ErrorCode::not_found,
              text(path.string(), ": holds no links; make them with: ambula build ", from, " -o ", out));
}

std::string summary_of(const Links& links) {
  const auto [steps, gaps, fills] = counts_of(links);
  return text(counted(steps, "step", "steps"), ", ", counted(gaps, "gap", "gaps"), ", ",
              counted(fills, "fill", "fills"), ", ", counted(links.flights.size(), "flight", "flights"), "; ",
              links.component.size(), " → ", links.components, " parts");
}

Json to_json(const Links& links) {
  const auto [steps, gaps, fills] = counts_of(links);
  Json flights = Json::array();
  for (const Flight& f : links.flights) {
    flights.push_back(
        {{"steps", f.steps}, {"rise", f.rise}, {"run", f.run}, {"width", f.width}, {"landings", f.landings}});
  }
  return {{"steps", steps},
          {"gaps", gaps},
          {"fills", fills},
          {"triangles", links.triangles.size()},
          {"filled_area", links.filled_area},
          {"components_before", links.component.size()},
          {"components", links.components},
          {"flights", flights},
          {"hash", hash_text(links_hash(links))}};
}

std::vector<std::pair<std::string, std::string>> parameters_of(const LinksParams& params) {
  return {{"links.corner_cuts", params.corner_cuts ? "true" : "false"},
          {"links.filler", name_of(params.filler)},
          {"links.gap_metric", name_of(params.metric)},
          {"links.min_landing", text(params.min_landing)},
          {"links.min_width", text(params.min_width)}};
}

Result<LinksParams> links_params_of(const Document& document, const std::string& file) {
  LinksParams out;
  for (const auto& [name, value] : document.parameters) {
    bool known = true;
    const auto number = [&](double& to) {
      const char* p = value.data();
      known = parse_double(p, value.data() + value.size(), to) && p == value.data() + value.size();
    };
    const auto one_of = [&](const char* plain, const char* other) {
      known = value == plain || value == other;
      return value == other;
    };
    if (name == "links.corner_cuts") out.corner_cuts = one_of("false", "true");
    if (name == "links.filler")
      out.filler = one_of("widest", "paper") ? FillerRule::paper : FillerRule::widest;
    if (name == "links.gap_metric") out.metric = one_of("plan", "paper") ? GapMetric::paper : GapMetric::plan;
    if (name == "links.min_landing") number(out.min_landing);
    if (name == "links.min_width") number(out.min_width);
    if (!known) return fail(ErrorCode::bad_format, text(file, ": ", name, " is \"", value, "\", no value"));
  }
  return out;
}

void LinksFlags::add_to(CLI::App& app) {
  app.add_option("--filler", filler, "how fillers are placed: widest, or as the paper constructs them")
      ->check(CLI::IsMember({"widest", "paper"}))
      ->capture_default_str();
  app.add_option("--gap-metric", metric, "what limits a filler: gap in plan and step, or the gap in space")
      ->check(CLI::IsMember({"plan", "paper"}))
      ->capture_default_str();
  app.add_option("--min-width", rest.min_width, "metres below which a joint is left out")
      ->capture_default_str();
  app.add_option("--min-landing", rest.min_landing, "metres of surface needed behind a border to step there")
      ->capture_default_str();
  app.add_flag("--corner-cuts", rest.corner_cuts, "keep links from a tread to the one two above");
}

LinksParams LinksFlags::params() const {
  LinksParams out = rest;
  out.filler = filler == "paper" ? FillerRule::paper : FillerRule::widest;
  out.metric = metric == "paper" ? GapMetric::paper : GapMetric::plan;
  return out;
}

}  // namespace ambula::cli
