// Every other format, through assimp. Coordinates are handed on in the file's own frame: where assimp turns
// or scales the root of the scene to its own taste (y up, metres), that is taken back, and the frame is told
// in `up` and `unit` instead. Its readers trust what they read and throw, so headers are checked before
// (assimp_preflight.h), indices after, and exceptions end here. None of its post-processing is run: that
// trusts the readers in turn, and aborts the program where they err, so polygons are cut by our own
// triangulation.
#include <assimp/config.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <cmath>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <utility>

#include "ambula/context.h"
#include "ambula/files.h"
#include "ambula/import.h"
#include "core/text.h"
#include "geometry/polygon.h"
#include "import/affine.h"
#include "import/assimp_preflight.h"
#include "import/soup_size.h"

namespace ambula {
namespace {

constexpr std::string_view kStage = "read with assimp";

// Passes progress on, and stops assimp when the context is cancelled: what Update returns is not asked by
// every reader, but an exception is heeded by all.
class Reporter : public Assimp::ProgressHandler {
 public:
  explicit Reporter(Stage& stage) : stage_(stage) {}
  bool Update(float part) override {
    if (stage_.cancelled()) throw std::runtime_error("cancelled");
    if (part >= 0) stage_.progress(static_cast<double>(part));
    return true;
  }

 private:
  Stage& stage_;
};

std::string lower_extension(const std::filesystem::path& path) {
  std::string out = path.extension().string();
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

// Formats that are zip archives: assimp asserts that the archive is whole, and a damaged one would end the
// program. What is in them can be had without.
bool is_archive(std::string_view extension) {
  return extension == ".3mf" || extension == ".zae" || extension == ".pk3" || extension == ".ifczip";
}

// What a format means by its coordinates, and how to get from assimp's back to them.
struct Convention {
  Vec3 up = kUpY;
  double unit = 1;
  Affine undo;  // applied after the root's own transform
};

Affine affine_of(const aiMatrix4x4& m) {
  const auto column = [](auto a, auto b, auto c) {
    return Vec3{static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)};
  };
  return {column(m.a1, m.b1, m.c1), column(m.a2, m.b2, m.c2), column(m.a3, m.b3, m.c3),
          column(m.a4, m.b4, m.c4)};
}

// The inverse of the turn from z up to y up that assimp gives the root of IFC files. Its quarter turn is a
// float's: transposing the very same numbers takes it back to within a double's rounding of one.
Affine undo_quarter_turn() {
  aiMatrix4x4 turn;
  aiMatrix4x4::RotationX(-AI_MATH_HALF_PI_F, turn);
  return affine_of(turn.Transpose());
}

Convention convention_of(const std::string& extension, const aiScene& scene, const ColladaFrame& collada) {
  Convention out;
  if (extension == ".dae") {
    // Told not to mind the up axis, assimp still scales the root to metres.
    const double back = 1 / static_cast<double>(static_cast<float>(collada.unit));
    out.up = collada.up;
    out.unit = collada.unit;
    out.undo = {{back, 0, 0}, {0, back, 0}, {0, 0, back}, {}};
  } else if (extension == ".ifc") {
    out.up = kUpZ;
    out.undo = undo_quarter_turn();
  } else if (extension == ".3ds") {
    out.up = kUpZ;
    out.undo = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {}};
  } else if (extension == ".stl" || extension == ".ply") {
    out.up = kUpZ;
  } else if (extension == ".fbx" && scene.mMetaData) {
    int axis = 1, sign = 1;
    double centimetres = 1;
    scene.mMetaData->Get("UpAxis", axis);
    scene.mMetaData->Get("UpAxisSign", sign);
    if (float f = 0; scene.mMetaData->Get("UnitScaleFactor", f)) centimetres = static_cast<double>(f);
    if (double d = 0; scene.mMetaData->Get("UnitScaleFactor", d)) centimetres = d;
    const double s = sign < 0 ? -1 : 1;
    out.up = axis == 0 ? Vec3{s, 0, 0} : axis == 2 ? Vec3{0, 0, s} : Vec3{0, s, 0};
    if (centimetres > 0 && std::isfinite(centimetres)) out.unit = centimetres / 100;
  }
  return out;
}

Result<void> check_indices(const aiScene& scene, std::string_view name) {
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[m];
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      for (unsigned i = 0; i < face.mNumIndices; ++i) {
        if (face.mIndices[i] < mesh.mNumVertices) continue;
        return fail(ErrorCode::bad_format,
                    text(name, ": face ", f, " of mesh ", m, ": index ", face.mIndices[i],
                         " is out of range; there are ", mesh.mNumVertices, " vertices"),
                    f);
      }
    }
  }
  return {};
}

// IFC nodes are called "IfcDoor_Front door_2jTRqchjf7oB0yhQ6462T0": class, name, and a GlobalId of 22
// characters that may hold underscores itself.
Object ifc_object(std::string_view node) {
  constexpr std::size_t kGlobalId = 22;
  const std::size_t first = node.find('_');
  Object out;
  out.ifc_class = std::string(node.substr(0, first));
  out.name = out.ifc_class;
  if (first != std::string_view::npos && node.size() > first + 1 + kGlobalId) {
    const std::string_view name = node.substr(first + 1, node.size() - first - 1 - kGlobalId - 1);
    if (!name.empty() && name != "Unnamed") out.name = std::string(name);
  }
  return out;
}

bool left_out(const Object& object) {
  return object.ifc_class == "IfcSpace" || object.ifc_class == "IfcOpeningElement";
}

// Puts the nodes' meshes together into a soup.
class Gatherer {
 public:
  Gatherer(const aiScene& scene, bool ifc, Imported& out) : scene_(scene), ifc_(ifc), out_(out) {}

  Result<void> gather(const Affine& undo, std::uint64_t input_bytes, std::string_view name, Stage& stage) {
    visit(undo);
    SoupSize size;
    for (const Visit& v : visits_) {
      for (unsigned i = 0; i < v.node->mNumMeshes; ++i) {
        const aiMesh& mesh = *scene_.mMeshes[v.node->mMeshes[i]];
        size.vertices += mesh.mNumVertices;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
          size.triangles += std::max(2U, mesh.mFaces[f].mNumIndices) - 2;
        }
      }
    }
    for (const Object& object : objects_) {
      size.name_bytes += static_cast<double>(object.name.size() + object.ifc_class.size());
    }
    if (auto ok = reserve_soup(size, input_bytes, name, out_.soup); !ok) return ok;
    for (const Visit& v : visits_) {
      if (stage.cancelled()) return cancelled_failure(kStage);
      for (unsigned i = 0; i < v.node->mNumMeshes; ++i) add(v, *scene_.mMeshes[v.node->mMeshes[i]]);
    }
    if (others_ > 0) {
      out_.warnings.push_back(text(others_, " point(s) and line(s) were passed over"));
    }
    out_.soup.objects = std::move(objects_);
    return {};
  }

 private:
  static constexpr std::size_t kNoObject = static_cast<std::size_t>(-1);
  struct Visit {
    const aiNode* node;
    Affine world;
    std::size_t object;  // of objects_
  };

  // Lists the nodes that carry meshes, depth first, and the object each belongs to.
  void visit(const Affine& undo) {
    std::vector<Visit> open{{scene_.mRootNode, undo, kNoObject}};
    while (!open.empty()) {
      Visit v = open.back();
      open.pop_back();
      v.world = v.world * affine_of(v.node->mTransformation);
      const std::string_view name(v.node->mName.data, v.node->mName.length);
      // Mapped items and relations are parts of the IFC product above them.
      const bool part = ifc_ && (name == "IfcMappedItem" || !name.starts_with("Ifc"));
      if (!part) v.object = kNoObject;
      if (ifc_ && !part) {
        v.object = objects_.size();
        objects_.push_back(ifc_object(name));
      }
      if (v.node->mNumMeshes > 0) {
        if (v.object == kNoObject) {
          v.object = objects_.size();
          objects_.push_back({object_name(name, v.node->mMeshes[0]), ""});
        }
        if (!left_out(objects_[v.object])) visits_.push_back(v);
      }
      for (unsigned i = v.node->mNumChildren; i-- > 0;) {
        open.push_back({v.node->mChildren[i], v.world, v.object});
      }
    }
    drop_unused_objects();
  }

  void drop_unused_objects() {
    std::vector<std::size_t> number(objects_.size(), kNoObject);
    std::vector<Object> kept;
    for (Visit& v : visits_) {
      std::size_t& n = number[v.object];
      if (n == kNoObject) {
        n = kept.size();
        kept.push_back(std::move(objects_[v.object]));
      }
      v.object = n;
    }
    objects_ = std::move(kept);
  }

  [[nodiscard]] std::string object_name(std::string_view node, unsigned mesh) const {
    // "<STL_BINARY>" and the like are assimp's words, not the file's.
    if (!node.empty() && node.front() != '<') return std::string(node);
    const aiString& own = scene_.mMeshes[mesh]->mName;
    return own.length > 0 && own.data[0] != '<' ? std::string(own.data, own.length) : text("mesh ", mesh);
  }

  std::uint32_t material_of(const aiMesh& mesh) {
    std::string name;
    if (mesh.mMaterialIndex < scene_.mNumMaterials) {
      const aiString own = scene_.mMaterials[mesh.mMaterialIndex]->GetName();
      name = std::string(own.data, own.length);
      if (name == AI_DEFAULT_MATERIAL_NAME) name.clear();  // assimp's word for none
    }
    const auto next = static_cast<std::uint32_t>(out_.soup.materials.size());
    const auto [it, is_new] = materials_.emplace(std::move(name), next);
    if (is_new) out_.soup.materials.push_back(it->first);
    return it->second;
  }

  void add(const Visit& v, const aiMesh& mesh) {
    Soup& soup = out_.soup;
    const auto base = static_cast<std::uint32_t>(soup.positions.size());
    const std::uint32_t material = material_of(mesh);
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
      const aiVector3D& p = mesh.mVertices[i];
      soup.positions.push_back(
          v.world.place({static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)}));
    }
    const bool flip = v.world.mirrors();
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices < 3) ++others_;
      for (const auto& [i, j, k] : cut(face, base)) {
        const std::uint32_t a = base + face.mIndices[i], b = base + face.mIndices[j],
                            c = base + face.mIndices[k];
        soup.triangles.push_back({a, flip ? c : b, flip ? b : c});
        soup.triangle_object.push_back(static_cast<std::uint32_t>(v.object));
        soup.triangle_material.push_back(material);
      }
    }
  }

  // The triangles of a face, as corners of it; valid until the next call.
  const std::vector<Triangle>& cut(const aiFace& face, std::uint32_t base) {
    cut_.clear();
    if (face.mNumIndices == 3) cut_.push_back({0, 1, 2});
    if (face.mNumIndices > 3) {
      corners_.clear();
      for (unsigned i = 0; i < face.mNumIndices; ++i) {
        corners_.push_back(out_.soup.positions[base + face.mIndices[i]]);
      }
      triangulate_polygon(corners_, cut_);
    }
    return cut_;
  }

  const aiScene& scene_;
  bool ifc_;
  Imported& out_;
  std::vector<Visit> visits_;
  std::vector<Object> objects_;
  std::map<std::string, std::uint32_t> materials_;
  std::uint64_t others_ = 0;
  std::vector<Vec3> corners_;
  std::vector<Triangle> cut_;
};

void configure(Assimp::Importer& importer) {
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);  // names, not ids
  importer.SetPropertyBool(AI_CONFIG_IMPORT_IFC_SKIP_SPACE_REPRESENTATIONS, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_CAMERAS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_LIGHTS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_WEIGHTS, false);
}

// Why a file could not be read, from what is in flight: assimp's words where they are words.
std::string reason_in_flight() {
  try {
    throw;
  } catch (const std::bad_cast&) {
    return "an entity refers to another of a kind that does not belong there; export it again, or as .glb";
  } catch (const std::bad_alloc&) {
    return "it does not fit into memory";
  } catch (const std::exception& e) {
    if (*e.what() != 0) return e.what();
  } catch (...) {
  }
  return "it gives no reason; export it again, or as .glb";
}

std::string reason_of(const Assimp::Importer& importer) {
  try {
    if (const std::exception_ptr thrown = importer.GetException()) std::rethrow_exception(thrown);
  } catch (...) {
    return reason_in_flight();
  }
  const std::string said = importer.GetErrorString();
  return said.empty() ? "it gives no reason; export it again, or as .glb" : said;
}

Result<void> preflight(const std::string& extension, std::string_view bytes, std::string_view name,
                       ColladaFrame& collada) {
  if (extension == ".ply") return check_ply(bytes, name);
  if (extension == ".stl") return check_stl(bytes, name);
  if (extension == ".dae") {
    auto frame = read_collada_frame(bytes, name);
    if (!frame) return fail(frame.error());
    collada = *frame;
  }
  return {};
}

Result<Imported> read(const std::filesystem::path& path, Stage& stage) {
  const std::string name = path.string(), extension = lower_extension(path);
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  Assimp::Importer importer;
  if (extension.empty() || !importer.IsExtensionSupported(extension)) {
    return fail(ErrorCode::unsupported,
                text(name, ": ", extension.empty() ? "a file without extension" : "\"" + extension + "\"",
                     " is not a scene format that is read; .obj, .glb, .gltf, .ply, .stl, .dae, .fbx, .ifc, "
                     ".3ds and others are"));
  }
  if (is_archive(extension)) {
    return fail(ErrorCode::unsupported,
                text(name, ": \"", extension,
                     "\" is a zip archive, which is not opened; unpack it, or convert it "
                     "to .glb"));
  }
  ColladaFrame collada;
  if (auto ok = preflight(extension, file->as_text(), name, collada); !ok) return fail(ok.error());

  configure(importer);
  importer.SetProgressHandler(new Reporter(stage));  // the importer's own from here on
  Imported out;
  const aiScene* scene = nullptr;
  if (extension == ".ifc") {
    const auto ifc = ifc_for_assimp(file->as_text(), name, out.warnings);
    if (!ifc) return fail(ifc.error());
    scene = importer.ReadFileFromMemory(ifc->data(), ifc->size(), 0, "ifc");
  } else {
    const std::u8string utf8 = path.u8string();
    scene = importer.ReadFile(std::string(utf8.begin(), utf8.end()), 0);
  }
  if (stage.cancelled()) return cancelled_failure(kStage);
  if (!scene || !scene->mRootNode) {
    return fail(ErrorCode::bad_format, text(name, ": assimp cannot read it: ", reason_of(importer)));
  }
  if (auto ok = check_indices(*scene, name); !ok) return fail(ok.error());

  const Convention convention = convention_of(extension, *scene, collada);
  out.up = convention.up;
  out.unit = convention.unit;
  out.soup.source = path.filename().string();
  Gatherer gatherer(*scene, extension == ".ifc", out);
  auto ok = gatherer.gather(convention.undo, file->bytes().size(), name, stage);
  if (!ok) return fail(ok.error());
  return out;
}

}  // namespace

Result<Imported> read_with_assimp(const std::filesystem::path& path, Context* context) {
  Stage stage(context, kStage, 1);
  try {
    return read(path, stage);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, text(path.string(), ": does not fit into memory"));
  } catch (...) {  // whatever a reader throws: nothing leaves the library
    if (stage.cancelled()) return cancelled_failure(kStage);
    return fail(ErrorCode::bad_format, text(path.string(), ": assimp cannot read it: ", reason_in_flight()));
  }
}

}  // namespace ambula
