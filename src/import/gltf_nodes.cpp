// The node hierarchy (glTF 2.0, 3.5): which nodes the scene shows, and their transforms multiplied out in
// double. The nodes must form trees, as the specification demands; a file in which a node has two parents
// or is its own ancestor is refused, and no walk here recurses, so depth costs no stack.
#include <cmath>
#include <limits>
#include <utility>

#include "core/text.h"
#include "import/gltf_scene.h"

namespace ambula::gltf {
namespace {

constexpr std::uint64_t kNoNode = std::numeric_limits<std::uint64_t>::max();

struct Rotation {
  double x = 0, y = 0, z = 0, w = 1;
};

Affine from_parts(Vec3 translation, Rotation q, Vec3 scale) {
  // Files hold quaternions in float; made unit length again in double they do not scale the scene.
  const double n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  const double x = q.x / n, y = q.y / n, z = q.z / n, w = q.w / n;
  Affine out;
  out.x = Vec3{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)} * scale.x;
  out.y = Vec3{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)} * scale.y;
  out.z = Vec3{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)} * scale.z;
  out.origin = translation;
  return out;
}

// `n` numbers under `key` into `out`; false when the key is absent.
Result<bool> numbers(const Document& document, const Json& object, const char* key, std::string_view path,
                     double* out, std::size_t n) {
  const Json* value = find(object, key);
  if (!value) return false;
  const auto wrong = [&] { return document.bad(path, text("its ", key, " is not ", n, " numbers")); };
  if (!value->is_array() || value->size() != n) return wrong();
  for (std::size_t i = 0; i < n; ++i) {
    if (!(*value)[i].is_number()) return wrong();
    out[i] = (*value)[i].get<double>();
  }
  return true;
}

Result<Affine> local_transform(const Document& document, const Json& node, std::string_view path) {
  double m[16];
  auto matrix = numbers(document, node, "matrix", path, m, 16);
  if (!matrix) return fail(matrix.error());
  if (*matrix) {
    constexpr double kSlack = 1e-6;  // of 1: exporters compute the last row in float
    if (!(std::abs(m[3]) < kSlack && std::abs(m[7]) < kSlack && std::abs(m[11]) < kSlack &&
          std::abs(m[15] - 1) < kSlack)) {
      return document.bad(path, "its matrix is a projection; the last row must be 0 0 0 1");
    }
    return Affine{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
  }
  double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
  if (auto ok = numbers(document, node, "translation", path, t, 3); !ok) return fail(ok.error());
  if (auto ok = numbers(document, node, "rotation", path, q, 4); !ok) return fail(ok.error());
  if (auto ok = numbers(document, node, "scale", path, s, 3); !ok) return fail(ok.error());
  if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) {
    return document.bad(path, "its rotation is zero; a rotation is a unit quaternion");
  }
  return from_parts({t[0], t[1], t[2]}, {q[0], q[1], q[2], q[3]}, {s[0], s[1], s[2]});
}

// Indices of nodes listed under `key`; empty where absent.
Result<std::vector<std::uint64_t>> node_list(const Document& document, const Json& object, const char* key,
                                             std::string_view path) {
  std::vector<std::uint64_t> out;
  const Json* list = find(object, key);
  if (!list) return out;
  if (!list->is_array()) return document.bad(path, text("its ", key, " are not a list"));
  for (const Json& item : *list) {
    const auto index = whole_number(item);
    if (!index) return document.bad(path, text("its ", key, " hold something that is not an index"));
    if (auto ok = document.at("nodes", *index, path); !ok) return fail(ok.error());
    out.push_back(*index);
  }
  return out;
}

// Every node's parent, with the promise that following parents ends.
Result<std::vector<std::uint64_t>> parents_of(const Document& document) {
  const std::size_t n = document.array("nodes").size();
  std::vector<std::uint64_t> parents(n, kNoNode);
  for (std::size_t i = 0; i < n; ++i) {
    const std::string path = text("nodes[", i, "]");
    auto node = document.at("nodes", i, path);
    if (!node) return fail(node.error());
    auto children = node_list(document, **node, "children", path);
    if (!children) return fail(children.error());
    for (const std::uint64_t child : *children) {
      std::uint64_t& parent = parents[static_cast<std::size_t>(child)];
      if (parent != kNoNode) {
        return document.bad(text("nodes[", child, "]"),
                            text("is a child of both nodes[", parent, "] and nodes[", i, "]"), child);
      }
      parent = i;
    }
  }
  // Walk up from each node until a root or a node already known to lead to one.
  std::vector<std::size_t> walk(n, 0);  // 0: not seen; else the number of the walk that saw it
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint64_t at = i; at != kNoNode; at = parents[static_cast<std::size_t>(at)]) {
      std::size_t& seen = walk[static_cast<std::size_t>(at)];
      if (seen == i + 1) return document.bad(text("nodes[", at, "]"), "is its own ancestor", at);
      if (seen != 0) break;
      seen = i + 1;
    }
  }
  return parents;
}

Result<std::vector<std::uint64_t>> scene_roots(const Document& document,
                                               const std::vector<std::uint64_t>& parents) {
  std::vector<std::uint64_t> roots;
  if (document.array("scenes").empty()) {
    for (std::size_t i = 0; i < parents.size(); ++i) {
      if (parents[i] == kNoNode) roots.push_back(i);
    }
    return roots;
  }
  auto index = document.count(document.root(), "scene", "the file", 0);
  if (!index) return fail(index.error());
  auto scene = document.at("scenes", *index, "scene");
  if (!scene) return fail(scene.error());
  const std::string path = text("scenes[", *index, "]");
  auto listed = node_list(document, **scene, "nodes", path);
  if (!listed) return listed;
  std::vector<char> seen(parents.size());
  for (const std::uint64_t node : *listed) {
    const auto i = static_cast<std::size_t>(node);
    if (parents[i] != kNoNode) {
      return document.bad(
          path, text("shows nodes[", node, "] by itself and as a child of nodes[", parents[i], "]"));
    }
    if (std::exchange(seen[i], 1)) return document.bad(path, text("shows nodes[", node, "] twice"));
  }
  return listed;
}

// Fills the instancing part of `placed` from the extension's attributes.
Result<void> read_instancing(Document& document, const Json& extension, const std::string& path,
                             Placed& placed) {
  const Json* attributes = find(extension, "attributes");
  if (!attributes || !attributes->is_object()) return document.bad(path, "has no attributes");
  std::optional<std::uint64_t> instances;
  const auto load = [&](const char* key, std::size_t width, const Accessor*& out) -> Result<void> {
    const Json* value = find(*attributes, key);
    if (!value) return {};
    const auto index = whole_number(*value);
    if (!index) return document.bad(path, text("its ", key, " is not an index"));
    auto accessor = document.accessor(*index, path);
    if (!accessor) return fail(accessor.error());
    if ((*accessor)->width != width) return document.bad(path, text("its ", key, " has the wrong type"));
    if (instances && *instances != (*accessor)->count) {
      return document.bad(path, "its attributes have different counts");
    }
    instances = (*accessor)->count;
    out = *accessor;
    return {};
  };
  if (auto ok = load("TRANSLATION", 3, placed.translation); !ok) return ok;
  if (auto ok = load("ROTATION", 4, placed.rotation); !ok) return ok;
  if (auto ok = load("SCALE", 3, placed.scale); !ok) return ok;
  if (instances) placed.instances = *instances;
  return {};
}

Result<void> place_mesh(Document& document, const Json& node, std::uint64_t index, const Affine& world,
                        std::vector<Placed>& out, Notes& notes) {
  const Json* mesh = find(node, "mesh");
  if (!mesh) return {};
  const std::string path = text("nodes[", index, "]");
  Placed placed;
  placed.node = index;
  placed.world = world;
  const auto mesh_index = whole_number(*mesh);
  if (!mesh_index) return document.bad(path, "its mesh is not an index");
  if (auto ok = document.at("meshes", *mesh_index, path); !ok) return fail(ok.error());
  placed.mesh = *mesh_index;
  if (find(node, "skin")) {
    // A skin's joints place the mesh, and its node does not (3.7.3.3).
    placed.world = Affine{};
    ++notes.skinned;
  }
  const Json* extensions = find(node, "extensions");
  if (const Json* many = extensions ? find(*extensions, "EXT_mesh_gpu_instancing") : nullptr) {
    const std::string many_path = path + ".extensions.EXT_mesh_gpu_instancing";
    if (auto ok = read_instancing(document, *many, many_path, placed); !ok) return ok;
  }
  out.push_back(placed);
  return {};
}

}  // namespace

Affine Placed::transform(std::uint64_t i) const {
  if (!translation && !rotation && !scale) return world;
  Rotation q;
  if (rotation) {
    q = {rotation->number(i, 0), rotation->number(i, 1), rotation->number(i, 2), rotation->number(i, 3)};
  }
  return world *
         from_parts(translation ? translation->vec3(i) : Vec3{}, q, scale ? scale->vec3(i) : Vec3{1, 1, 1});
}

Result<std::vector<Placed>> placed_meshes(Document& document, Notes& notes) {
  auto parents = parents_of(document);
  if (!parents) return fail(parents.error());
  auto roots = scene_roots(document, *parents);
  if (!roots) return fail(roots.error());

  std::vector<Placed> out;
  std::vector<std::pair<std::uint64_t, Affine>> open;  // nodes to visit with their parents' transforms
  for (auto it = roots->rbegin(); it != roots->rend(); ++it) open.emplace_back(*it, Affine{});
  while (!open.empty()) {
    const auto [index, parent] = open.back();
    open.pop_back();
    const std::string path = text("nodes[", index, "]");
    auto node = document.at("nodes", index, path);
    if (!node) return fail(node.error());
    auto local = local_transform(document, **node, path);
    if (!local) return fail(local.error());
    const Affine world = parent * *local;
    if (auto ok = place_mesh(document, **node, index, world, out, notes); !ok) return fail(ok.error());
    auto children = node_list(document, **node, "children", path);
    if (!children) return fail(children.error());
    for (auto it = children->rbegin(); it != children->rend(); ++it) open.emplace_back(*it, world);
  }
  return out;
}

}  // namespace ambula::gltf
