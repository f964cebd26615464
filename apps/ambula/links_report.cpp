// Counts, settings and sentences about links.
#include "links_report.h"

#include <array>

#include "core/text.h"

namespace ambula::cli {
namespace {

std::array<std::uint64_t, 3> counts_of(const Links& links) {
  std::array<std::uint64_t, 3> out{};
  for (const Link& link : links.links) ++out[static_cast<std::size_t>(link.kind)];
  return out;
}

}  // namespace

Result<const Links*> links_of(const Input& input, const std::filesystem::path& path) {
  if (input.document.links) return &*input.document.links;
  return lacks(input, path, "holds no links; make them with");
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

Parameters parameters_of(const LinksParams& params) {
  return {{"links.corner_cuts", truth_text(params.corner_cuts)},
          {"links.filler", name_of(params.filler)},
          {"links.gap_metric", name_of(params.metric)},
          {"links.min_landing", params.min_landing ? exact_text(*params.min_landing) : ""},
          {"links.min_width", params.min_width ? exact_text(*params.min_width) : ""}};
}

Result<LinksParams> links_params_of(const Document& document, const std::string& file) {
  LinksParams out;
  Settings settings(document, file);
  settings.truth("links.corner_cuts", out.corner_cuts);
  settings.one_of("links.filler", {"widest", "paper"}, out.filler);
  settings.one_of("links.gap_metric", {"plan", "paper"}, out.metric);
  settings.number("links.min_landing", out.min_landing);
  settings.number("links.min_width", out.min_width);
  if (auto ok = settings.done(); !ok) return fail(ok.error());
  return out;
}

void LinksFlags::add_to(CLI::App& app) {
  const LinksParams usual = for_agent(LinksParams{}, default_agent());
  app.add_option("--filler", filler, "the widest there are, or as the paper has them")
      ->check(CLI::IsMember({"widest", "paper"}))
      ->capture_default_str();
  app.add_option("--gap-metric", metric, "limits in plan and height, or as the paper has them")
      ->check(CLI::IsMember({"plan", "paper"}))
      ->capture_default_str();
  app.add_option("--min-width", rest.min_width, "narrower joints are left out; by the agent's size")
      ->type_name("M")
      ->default_str(text(*usual.min_width));
  app.add_option("--min-landing", rest.min_landing, "surface needed behind a border to step there; likewise")
      ->type_name("M")
      ->default_str(text(*usual.min_landing));
  app.add_flag("--corner-cuts", rest.corner_cuts, "keep links from a tread to the one two above");
}

LinksParams LinksFlags::params() const {
  LinksParams out = rest;
  out.filler = filler == "paper" ? FillerRule::paper : FillerRule::widest;
  out.metric = metric == "paper" ? GapMetric::paper : GapMetric::plan;
  return out;
}

}  // namespace ambula::cli
