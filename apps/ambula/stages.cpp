#include "stages.h"

#include "links_report.h"
#include "navmesh_report.h"
#include "walkable_report.h"

namespace ambula::cli {

const std::vector<std::string>& stage_names() {
  static const std::vector<std::string> names{"scene", "walkable", "links", "navmesh"};
  return names;
}

std::string last_stage(const Document& document) {
  return document.navmesh ? "navmesh" : document.links ? "links" : document.walkable ? "walkable" : "scene";
}

std::uint64_t hash_of(const Document& document, std::string_view stage) {
  if (stage == "navmesh" && document.navmesh) return navmesh_hash(*document.navmesh);
  if (stage == "links" && document.links) return links_hash(*document.links);
  if (stage == "walkable" && document.walkable) return walkable_hash(*document.walkable);
  return document.scene_hash;
}

Result<Frame> frame_of(const Input& input, const std::filesystem::path& path) {
  if (input.document.scene) return input.document.scene->frame;
  if (input.document.navmesh) return input.document.navmesh->frame;
  return fail(scene_of(input, path).error());
}

Result<void> draw_stage(Draw& draw, const Input& input, const std::filesystem::path& path,
                        std::string_view stage, NavMeshColors colors, double lift) {
  if (stage == "navmesh") {
    auto mesh = navmesh_of(input, path);
    if (!mesh) return fail(mesh.error());
    draw_navmesh(draw, **mesh, lift, colors);
    return {};
  }
  auto walkable = walkable_of(input, path);
  if (!walkable) return fail(walkable.error());
  if (stage == "walkable") {
    draw_walkable(draw, **walkable, lift);
    return {};
  }
  auto links = links_of(input, path);
  if (!links) return fail(links.error());
  draw_links(draw, **walkable, **links, lift);
  return {};
}

Json json_of_written(const Input& input, std::string_view stage, const std::filesystem::path& out,
                     std::uint64_t bytes, const Context& context) {
  Json json{{"source", input.document.source},
            {"file", out.string()},
            {"stage", stage},
            {"hash", hash_text(hash_of(input.document, stage))},
            {"bytes", bytes},
            {"times", to_json(context.times())}};
  if (!input.warnings.empty()) json["notes"] = input.warnings;
  return json;
}

}  // namespace ambula::cli
