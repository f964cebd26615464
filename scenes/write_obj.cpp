// Generated scenes as Wavefront OBJ.
#include <charconv>

#include "core/text.h"
#include "scenes/write_scene.h"

namespace ambula::scenes {
namespace {

void append_number(std::string& out, double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value);
  out.append(buffer, end.ptr);
}

// A name ends at the end of its line, and readers trim it.
std::string one_line(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return out;
}

// Where some materials have names, so must the unnamed one: usemtl stays in force until the next.
std::vector<std::string> material_names(const Soup& soup) {
  std::vector<std::string> names;
  bool any = false;
  for (const std::string& m : soup.materials) {
    any = any || !m.empty();
    names.push_back(one_line(m));
  }
  for (std::string& name : names) {
    if (any && name.empty()) name = "default";
  }
  return names;
}

}  // namespace

std::string obj_text(const Generated& scene) {
  const Soup& soup = scene.soup;
  std::string out;
  out.reserve(soup.positions.size() * 36 + soup.triangles.size() * 24 + 1024);
  out += text("# ambula scene ", one_line(scene.truth.scene), ", seed ", scene.truth.seed, "\n");
  out += "# metres, y up; its truth beside it is z up: (x, y, z) there is (x, z, -y) here\n";
  for (const Vec3 p : soup.positions) {
    out += "v ";
    append_number(out, p.x);
    out += ' ';
    append_number(out, p.z);
    out += ' ';
    append_number(out, 0.0 - p.y);  // not -p.y, which writes "-0"
    out += '\n';
  }
  const std::vector<std::string> materials = material_names(soup);
  const ByObject groups = group_by_object(soup);
  std::string current;
  for (std::size_t o = 0; o < soup.objects.size(); ++o) {
    if (groups.first[o] == groups.first[o + 1]) continue;
    out += text("o ", one_line(soup.objects[o].name), "\n");
    if (!soup.objects[o].ifc_class.empty()) {
      out += text("# class ", one_line(soup.objects[o].ifc_class), "\n");
    }
    for (std::uint32_t i = groups.first[o]; i < groups.first[o + 1]; ++i) {
      const std::uint32_t t = groups.triangles[i];
      const std::string& material = materials[soup.triangle_material[t]];
      if (material != current) {
        current = material;
        out += text("usemtl ", current, "\n");
      }
      out += 'f';
      for (const std::uint32_t v : soup.triangles[t]) {
        char buffer[16];
        buffer[0] = ' ';
        const auto end = std::to_chars(buffer + 1, buffer + sizeof(buffer), v + std::uint64_t{1});
        out.append(buffer, end.ptr);
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace ambula::scenes
