// What the sub-commands tell of links.
#pragma once

#include <string>

#include "common.h"
#include "settings.h"

namespace ambula::cli {

// The links of an input, or an error that says how to get some.
[[nodiscard]] Result<const Links*> links_of(const Input& input, const std::filesystem::path& path);

// "34 steps, 2 gaps, 5 fills; 3 flights; 46 components become 2"
[[nodiscard]] std::string summary_of(const Links& links);

Json to_json(const Links& links);  // counts, components, flights, hash

// The settings of the stage as they stand in an .ambula file, and back.
[[nodiscard]] Parameters parameters_of(const LinksParams& params);
[[nodiscard]] Result<LinksParams> links_params_of(const Document& document, const std::string& file);

// --filler, --gap-metric, --min-width, --min-landing, --corner-cuts
struct LinksFlags {
  std::string filler = "widest", metric = "plan";
  LinksParams rest;

  void add_to(CLI::App& app);
  [[nodiscard]] LinksParams params() const;
};

}  // namespace ambula::cli
