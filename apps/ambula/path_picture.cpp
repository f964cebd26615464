#include "path_picture.h"

#include "core/text.h"
#include "output.h"
#include "panels.h"
#include "path_floors.h"
#include "path_report.h"

namespace ambula::cli {
namespace {

constexpr double kArcTolerance = 0.002;  // metres between an arc and what is drawn
constexpr double kTitle = 0.1;           // of a panel's height, for its title
constexpr int kMost = 1600;              // pixels of a picture whose size is not given

// Width by height of a plan of the scene with its title.
double aspect_of(const Scene& scene) {
  Box3 box;
  for (const Vec3 p : scene.positions) box.add(p);
  const Vec3 size = box.size();
  const double high = size.y + kTitle * std::max(size.x, size.y);
  return size.x > 0 && high > 0 ? std::clamp(size.x / high, 0.125, 8.0) : 1;
}

}  // namespace

void PathPictureFlags::add_to(CLI::App& app) {
  options_ = {
      app.add_option("--draw", draw, "the path over the plan, floor by floor")->type_name("OUT.png|.svg"),
      app.add_option("--floor", floor, "of --draw only the floor with this number, from 1")
          ->type_name("N")
          ->check(CLI::NonNegativeNumber),
      app.add_option("--svg", svg, "the path over the whole mesh")->type_name("OUT.svg")};
  view.add_to(app);
  for (const char* name : {"--svg", "--angle", "--cut", "--size", "--color"})
    app.get_option(name)->group(kPictureGroup);
}

Result<void> PathPictureFlags::check(std::initializer_list<std::string_view> inputs) const {
  if (!svg.empty()) {
    if (auto ok = check_output({svg, "this picture", {".svg"}}, inputs); !ok) return ok;
  }
  if (!draw.empty()) return check_output({draw, "a plan", {".svg", ".png"}, true}, inputs);
  return {};
}

std::vector<std::string> PathPictureFlags::in_vain(bool drawn) const {
  std::vector<std::string> out;
  if (!drawn) out = given_of(options_);
  if (drawn && floor != 0 && draw.empty()) out.push_back("--floor");
  if (!drawn || (draw.empty() && svg.empty())) {
    const std::vector<std::string> more = view.given();
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

Result<void> PathPictureFlags::write_plan(const Path& path, const NavMesh& mesh, const Scene& scene,
                                          double height, Context& context) const {
  auto base = view.view(scene.frame);
  if (!base) return fail(base.error());
  std::vector<PathFloor> floors = floors_of(polyline(path, kArcTolerance), scene, height);
  if (floor > std::max<std::size_t>(floors.size(), 1)) {
    return fail(ErrorCode::invalid_argument, text("--floor ", floor, " is none: the path leads through ",
                                                  counted(floors.size(), "floor", "floors")));
  }
  const std::size_t first = floor == 0 ? 0 : floor - 1;
  Panels panels;
  panels.count = floor != 0 || base->cut ? 1 : std::max<std::size_t>(floors.size(), 1);
  panels.aspect = aspect_of(scene);
  panels.make = [&](std::size_t i) {
    View one = *base;
    if (!one.cut && !floors.empty()) one.cut = floors[first + i].cut();
    return std::pair{draw_floor(floors, first + i, scene, mesh, view.colors()), one};
  };
  const std::pair most = base->longest != 0
                             ? std::pair{kMost, kMost}
                             : std::pair{base->width, base->height != 0 ? base->height : base->width};
  auto written = write_panels(panels, most, draw, context);
  return written ? Result<void>() : fail(written.error());
}

Result<void> PathPictureFlags::write(const Path& path, const NavMesh& mesh, const Scene* scene, double height,
                                     Context& context) const {
  if (!draw.empty()) {
    if (auto written = write_plan(path, mesh, *scene, height, context); !written) return written;
  }
  if (svg.empty()) return {};
  auto seen = view.view(mesh.frame);
  if (!seen) return fail(seen.error());
  Draw over_mesh;
  draw_navmesh(over_mesh, mesh, 0, view.colors());
  draw_path(over_mesh, path, 0.01);
  return write_svg(over_mesh, *seen, svg);
}

}  // namespace ambula::cli
