// glTF 2.0 and GLB to a soup, over the parts in gltf_*.cpp. Written against the specification rather than
// with a loader library, because a loader decodes images and trusts counts; here no image is ever opened,
// and what a file asks for is added up and compared with a bound before anything of that size is made.
#include <algorithm>
#include <exception>
#include <map>
#include <new>
#include <utility>

#include "ambula/context.h"
#include "ambula/import.h"
#include "core/text.h"
#include "import/gltf_scene.h"
#include "import/soup_size.h"

namespace ambula {
namespace {

using gltf::Document;
using gltf::Notes;
using gltf::Placed;
using gltf::Primitive;

constexpr std::string_view kStage = "read gltf";

// Extensions that change how triangles look, or what is known of them, but not where they are.
bool changes_no_geometry(std::string_view extension) {
  static constexpr std::string_view kPrefixes[] = {"KHR_materials_",
                                                   "EXT_materials_",
                                                   "ADOBE_materials_",
                                                   "MSFT_packing_",
                                                   "KHR_texture_",
                                                   "EXT_texture_",
                                                   "MSFT_texture_",
                                                   "KHR_lights_",
                                                   "EXT_lights_",
                                                   "KHR_xmp",
                                                   "EXT_structural_metadata",
                                                   "EXT_mesh_features",
                                                   "EXT_instance_features",
                                                   "KHR_techniques_webgl",
                                                   "KHR_animation_pointer"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](std::string_view prefix) { return extension.starts_with(prefix); });
}

Result<void> check_extensions(const Document& document) {
  for (const Json& item : document.array("extensionsRequired")) {
    if (!item.is_string()) return document.bad("extensionsRequired", "holds something that is not text");
    const std::string& extension = item.get_ref<const std::string&>();
    if (extension == "KHR_mesh_quantization" || extension == "EXT_meshopt_compression" ||
        extension == "EXT_mesh_gpu_instancing" || changes_no_geometry(extension)) {
      continue;
    }
    const std::string_view advice = extension == "KHR_draco_mesh_compression"
                                        ? "export it without Draco compression"
                                        : "export it without this extension";
    return fail(ErrorCode::unsupported,
                text(document.name(), ": needs the extension ", extension, ", which is not read; ", advice));
  }
  return {};
}

Result<void> check_asset(const Document& document) {
  const Json* asset = find(document.root(), "asset");
  if (!asset || !asset->is_object()) {
    return document.bad("asset", "is missing; this JSON is not a glTF file");
  }
  const std::string version = text_or(*asset, "minVersion", text_or(*asset, "version", ""));
  if (!version.starts_with("2.")) {
    return fail(ErrorCode::unsupported,
                text(document.name(), ": is glTF version \"", version, "\"; export it as glTF 2.0"));
  }
  return {};
}

// A mesh's parts, and in how many nodes it still has to appear.
struct Mesh {
  std::vector<Primitive> primitives;
  std::vector<gltf::Shape> shapes;
  std::uint64_t nodes_left = 0;
};
using Meshes = std::map<std::uint64_t, Mesh>;

std::string object_name(const Document& document, const Placed& placed) {
  std::string name = text_or(document.array("nodes")[placed.node], "name", "");
  if (name.empty()) name = text_or(document.array("meshes")[placed.mesh], "name", "");
  return name.empty() ? text("mesh ", placed.mesh) : name;
}

// extras.ifc_class, as our own generators write it; extras may be anything, so whatever else is there is not
// minded.
std::string ifc_class(const Document& document, const Placed& placed) {
  const Json* extras = find(document.array("nodes")[placed.node], "extras");
  return extras ? text_or(*extras, "ifc_class", "") : "";
}

SoupSize size_of(const Document& document, const std::vector<Placed>& placed, const Meshes& meshes) {
  SoupSize out;
  for (const Placed& p : placed) {
    const double n = static_cast<double>(p.instances);
    for (const Primitive& primitive : meshes.at(p.mesh).primitives) {
      out.vertices += n * static_cast<double>(primitive.vertices());
      out.triangles += n * static_cast<double>(primitive.triangles());
    }
    out.name_bytes += static_cast<double>(object_name(document, p).size() + ifc_class(document, p).size());
  }
  return out;
}

void add_shape(const gltf::Shape& shape, const Affine& transform, std::uint32_t object,
               std::uint32_t material, Soup& soup) {
  const auto base = static_cast<std::uint32_t>(soup.positions.size());
  for (const Vec3 p : shape.positions) soup.positions.push_back(transform.place(p));
  const bool flip = transform.mirrors();
  for (const auto& [a, b, c] : shape.triangles) {
    soup.triangles.push_back({base + a, base + (flip ? c : b), base + (flip ? b : c)});
  }
  soup.triangle_object.insert(soup.triangle_object.end(), shape.triangles.size(), object);
  soup.triangle_material.insert(soup.triangle_material.end(), shape.triangles.size(), material);
}

Result<void> add_placed(const Document& document, const Placed& placed, Mesh& mesh,
                        std::map<std::string, std::uint32_t>& materials, Soup& soup, Stage& stage) {
  if (mesh.shapes.empty()) {
    for (const Primitive& primitive : mesh.primitives) {
      auto shape = gltf::build_shape(document, primitive);
      if (!shape) return fail(shape.error());
      mesh.shapes.push_back(*std::move(shape));
    }
  }
  if (!mesh.shapes.empty() && placed.instances > 0) {
    const auto object = static_cast<std::uint32_t>(soup.objects.size());
    soup.objects.push_back({object_name(document, placed), ifc_class(document, placed)});
    for (std::uint64_t i = 0; i < placed.instances; ++i) {
      if (stage.cancelled()) return cancelled_failure(kStage);
      const Affine transform = placed.transform(i);
      for (std::size_t s = 0; s < mesh.shapes.size(); ++s) {
        const std::string& name = mesh.primitives[s].material;
        const auto next = static_cast<std::uint32_t>(soup.materials.size());
        const auto [material, is_new] = materials.emplace(name, next);
        if (is_new) soup.materials.push_back(name);
        add_shape(mesh.shapes[s], transform, object, material->second, soup);
      }
    }
  }
  if (--mesh.nodes_left == 0) mesh.shapes = {};
  return {};
}

std::vector<std::string> warnings_of(const Notes& notes, std::uint64_t trailing, std::size_t unused_meshes) {
  std::vector<std::string> out;
  const auto add = [&](std::uint64_t n, const char* what) {
    if (n > 0) out.push_back(text(n, " ", what));
  };
  add(notes.points_and_lines, "primitive(s) of points or lines were passed over");
  add(notes.without_positions, "primitive(s) without positions were passed over");
  add(notes.incomplete, "primitive(s) end in an incomplete triangle, which was passed over");
  add(notes.morphed, "primitive(s) have morph targets; their base shape was taken");
  add(notes.skinned, "skinned mesh(es) were taken in their bind pose");
  add(unused_meshes, "mesh(es) are not part of the scene and were left out");
  add(trailing, "byte(s) after the end of the GLB were passed over");
  return out;
}

Result<Imported> read(std::span<const std::byte> bytes, std::string_view name,
                      const std::filesystem::path& folder, Stage& stage) {
  auto container = gltf::open_container(bytes, name);
  if (!container) return fail(container.error());
  auto root = parse_json(container->json, container->json_offset, name);
  if (!root) return fail(root.error());
  Document document(*std::move(root), *container, name, folder);
  if (auto ok = check_asset(document); !ok) return fail(ok.error());
  if (auto ok = check_extensions(document); !ok) return fail(ok.error());

  Notes notes;
  auto placed = gltf::placed_meshes(document, notes);
  if (!placed) return fail(placed.error());
  Meshes meshes;
  for (const Placed& p : *placed) {
    if (stage.cancelled()) return cancelled_failure(kStage);
    Mesh& mesh = meshes[p.mesh];
    if (mesh.nodes_left++ > 0) continue;
    auto primitives = gltf::mesh_primitives(document, p.mesh, notes);
    if (!primitives) return fail(primitives.error());
    mesh.primitives = *std::move(primitives);
  }

  Imported out;
  out.up = kUpY;
  out.soup.source = std::filesystem::path(name).filename().string();
  const SoupSize size = size_of(document, *placed, meshes);
  if (auto ok = reserve_soup(size, document.input_bytes(), name, out.soup); !ok) return fail(ok.error());
  std::map<std::string, std::uint32_t> materials;
  for (std::size_t i = 0; i < placed->size(); ++i) {
    stage.progress(static_cast<double>(i) / static_cast<double>(placed->size()));
    const Placed& p = (*placed)[i];
    auto ok = add_placed(document, p, meshes.at(p.mesh), materials, out.soup, stage);
    if (!ok) return fail(ok.error());
  }
  out.warnings = warnings_of(notes, container->trailing, document.array("meshes").size() - meshes.size());
  return out;
}

}  // namespace

Result<Imported> read_gltf(std::span<const std::byte> bytes, std::string_view name,
                           const std::filesystem::path& folder, Context* context) {
  Stage stage(context, kStage, 1);
  try {
    return read(bytes, name, folder, stage);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, text(name, ": does not fit into memory"));
  } catch (const std::exception& e) {
    return fail(ErrorCode::bad_format, text(name, ": cannot be read: ", e.what()));
  }
}

}  // namespace ambula
