#include "navmesh/labels.h"

#include <algorithm>
#include <utility>

namespace ambula {
namespace {

// Area types of the pairs of object and material, found once each.
class AreaTypes {
 public:
  AreaTypes(const Scene& scene, const std::vector<AreaRule>& rules) : scene_(scene), rules_(rules) {
    for (const AreaRule& rule : rules) {
      const auto known = std::find(names_.begin(), names_.end(), rule.area);
      type_.push_back(static_cast<std::uint16_t>(known - names_.begin()));
      if (known == names_.end()) names_.push_back(rule.area);
    }
  }
  [[nodiscard]] std::uint16_t of(ObjectId object, MaterialId material) {
    if (rules_.empty()) return 0;
    const std::pair key{object.index(), material.index()};
    const auto at = std::lower_bound(known_.begin(), known_.end(), key,
                                     [](const Known& k, const auto& sought) { return k.first < sought; });
    if (at != known_.end() && at->first == key) return at->second;
    const std::uint16_t type = look_up(scene_.objects[key.first], scene_.materials[key.second]);
    known_.insert(at, {key, type});
    return type;
  }
  [[nodiscard]] std::vector<std::string> names() && { return std::move(names_); }

 private:
  using Known = std::pair<std::pair<std::size_t, std::size_t>, std::uint16_t>;

  [[nodiscard]] std::uint16_t look_up(const Object& object, const std::string& material) const {
    for (std::size_t r = 0; r < rules_.size(); ++r) {
      if ((glob_match(rules_[r].object, object.name) || glob_match(rules_[r].object, object.ifc_class)) &&
          glob_match(rules_[r].material, material))
        return type_[r];
    }
    return 0;
  }

  const Scene& scene_;
  const std::vector<AreaRule>& rules_;
  std::vector<std::uint16_t> type_;  // per rule
  std::vector<std::string> names_{""};
  std::vector<Known> known_;  // sorted
};

CellKind kind_of(LinkKind kind) {
  switch (kind) {
    case LinkKind::step:
      return CellKind::step;
    case LinkKind::gap:
      return CellKind::gap;
    case LinkKind::fill:
      return CellKind::fill;
  }
  return CellKind::fill;
}

Labels labels_of(const std::vector<CellTraits>& of, std::vector<std::string> areas) {
  Labels out;
  out.areas = std::move(areas);
  out.traits = of;
  std::sort(out.traits.begin(), out.traits.end());
  out.traits.erase(std::unique(out.traits.begin(), out.traits.end()), out.traits.end());
  for (const CellTraits& t : of) {
    out.label.push_back(static_cast<std::uint32_t>(std::lower_bound(out.traits.begin(), out.traits.end(), t) -
                                                   out.traits.begin()));
  }
  return out;
}

}  // namespace

Labels label_triangles(const LinkedSurface& linked, const Walkable& walkable, const Links& links,
                       const Scene& scene, const std::vector<AreaRule>& rules) {
  AreaTypes types(scene, rules);
  std::vector<CellTraits> of(linked.triangles.size());
  for (std::size_t t = 0; t < of.size(); ++t) {
    if (linked.link[t] != LinkedSurface::kNone) {
      const Link& link = links.links[linked.link[t]];
      of[t] = {kind_of(link.kind), 0, link.flight};
    } else {
      const std::uint32_t f = linked.face[t];
      of[t].area_type = types.of(walkable.face_object[f], walkable.face_material[f]);
    }
  }
  return labels_of(of, std::move(types).names());
}

Labels label_ramps(const Labels& labels, const LinkedSurface& linked, const Links& links,
                   std::span<const std::uint32_t> source, std::span<const std::uint32_t> flight) {
  std::vector<std::uint16_t> face_area;
  for (std::size_t t = 0; t < linked.triangles.size(); ++t) {
    if (linked.face[t] == LinkedSurface::kNone) continue;
    if (face_area.size() <= linked.face[t]) face_area.resize(linked.face[t] + 1);
    face_area[linked.face[t]] = labels.traits[labels.label[t]].area_type;
  }
  std::vector<CellTraits> of(source.size());
  for (std::size_t t = 0; t < of.size(); ++t) {
    of[t] = labels.traits[labels.label[source[t]]];
    if (flight[t] == NavMesh::kNone) continue;
    of[t].kind = CellKind::ramp;
    of[t].flight = flight[t];
    const std::uint32_t link = linked.link[source[t]];
    if (link == LinkedSurface::kNone) continue;
    of[t].area_type = face_area[links.intervals[links.links[link].first_interval].half_edge / 3];
  }
  return labels_of(of, labels.areas);
}

}  // namespace ambula
