// Counts, lengths and sentences about a walkable surface.
#include "walkable_report.h"

#include "core/text.h"

namespace ambula::cli {
namespace {

constexpr std::array kTwoSided{TwoSided::no, TwoSided::yes, TwoSided::automatic};

}  // namespace

Result<const Walkable*> walkable_of(const Input& input, const std::filesystem::path& path) {
  if (input.document.walkable) return &*input.document.walkable;
  return lacks(input, path, "holds no walkable surface; make one with");
}

std::array<BorderSum, 4> border_sums(const Walkable& walkable) {
  std::array<BorderSum, 4> sums;
  for (std::size_t f = 0; f < walkable.faces.size(); ++f) {
    const std::array<Vec3, 3> corners = walkable.corners(FaceId{f});
    for (std::size_t i = 0; i < 3; ++i) {
      if (walkable.border[f][i] == BorderKind::none) continue;
      BorderSum& sum = sums[static_cast<std::size_t>(walkable.border[f][i])];
      ++sum.count;
      sum.length += length(corners[(i + 1) % 3] - corners[i]);
    }
  }
  return sums;
}

std::string summary_of(const Walkable& walkable) {
  std::uint64_t borders = 0;
  for (const BorderSum& sum : border_sums(walkable)) borders += sum.count;
  return text(counted(walkable.faces.size(), "face", "faces"), ", ",
              counted(walkable.components, "component", "components"), ", ", walkable.areas.walkable, " m², ",
              counted(borders, "border", "borders"));
}

std::vector<std::string> notes_on(const Walkable& w) {
  std::vector<std::string> notes = w.warnings;
  if (w.removed_enclosed > 0) {
    notes.push_back(text(counted(w.removed_enclosed, "part", "parts"), " inside solids dropped, ",
                         w.areas.enclosed, " m²; --keep-enclosed keeps such"));
  }
  if (w.removed_small > 0) {
    notes.push_back(text(counted(w.removed_small, "small patch", "small patches"), " dropped, ",
                         w.areas.small, " m²; --min-patch 0 keeps such"));
  }
  if (!w.closed.empty()) {
    notes.push_back(text("cracks closed along ", counted(w.closed.size(), "border", "borders"), ", ",
                         w.areas.closed, " m² gained; --weld 0 closes none"));
  }
  return notes;
}

Json to_json(const Walkable& w) {
  Json borders;
  const std::array<BorderSum, 4> sums = border_sums(w);
  for (const BorderKind kind : {BorderKind::ledge, BorderKind::sill, BorderKind::wall}) {
    const BorderSum& sum = sums[static_cast<std::size_t>(kind)];
    borders[name_of(kind)] = {{"count", sum.count}, {"length", sum.length}};
  }
  return {{"ground_triangles", w.ground_triangles},
          {"faces", w.faces.size()},
          {"vertices", w.vertices.size()},
          {"components", w.components},
          {"borders", borders},
          {"removed", {{"enclosed", w.removed_enclosed}, {"small", w.removed_small}}},
          {"closed_places", w.closed.size()},
          {"areas",
           {{"ground", w.areas.ground},
            {"blocked", w.areas.blocked},
            {"duplicate", w.areas.duplicate},
            {"enclosed", w.areas.enclosed},
            {"small", w.areas.small},
            {"closed", w.areas.closed},
            {"walkable", w.areas.walkable}}},
          {"hash", hash_text(walkable_hash(w))}};
}

Parameters parameters_of(const WalkableParams& params) {
  return {{"walkable.keep_enclosed", truth_text(params.keep_enclosed)},
          {"walkable.min_patch", params.min_patch ? exact_text(*params.min_patch) : ""},
          {"walkable.two_sided", name_of(params.two_sided)},
          {"walkable.weld", params.weld ? exact_text(*params.weld) : ""}};
}

Result<WalkableParams> walkable_params_of(const Document& document, const std::string& file) {
  WalkableParams out;
  Settings settings(document, file);
  settings.truth("walkable.keep_enclosed", out.keep_enclosed);
  settings.number("walkable.min_patch", out.min_patch);
  settings.read("walkable.two_sided", [&](const std::string& value) {
    // Files of format 1.4 and older say true or false.
    if (value == "true" || value == "false") {
      out.two_sided = value == "true" ? TwoSided::yes : TwoSided::no;
      return true;
    }
    for (const TwoSided sides : kTwoSided) {
      if (value != name_of(sides)) continue;
      out.two_sided = sides;
      return true;
    }
    return false;
  });
  settings.number("walkable.weld", out.weld);
  if (auto ok = settings.done(); !ok) return fail(ok.error());
  return out;
}

void WalkableFlags::add_to(CLI::App& app) {
  app.add_option_function<std::string>(
         "--two-sided",
         [this](const std::string& word) {
           for (const TwoSided sides : kTwoSided) {
             if (word == name_of(sides)) params.two_sided = sides;
           }
         },
         "triangles facing down are ground too; auto: of shells that are inside out")
      ->default_str(name_of(params.two_sided))
      ->check(CLI::IsMember({"yes", "no", "auto"}));
  const WalkableParams usual = for_agent(WalkableParams{}, default_agent());
  app.add_option("--weld", params.weld, "metres up to which cracks are closed; less for small agents")
      ->type_name("M")
      ->default_str(text(*usual.weld));
  app.add_flag("--keep-enclosed", params.keep_enclosed, "keep floor inside solids");
  app.add_option("--min-patch", params.min_patch, "smaller patches are dropped; less for small agents")
      ->type_name("M2")
      ->default_str(text(*usual.min_patch));
}

}  // namespace ambula::cli
