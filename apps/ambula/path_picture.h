// Pictures of a path: over its mesh, and over the plan of every floor it leads through.
#pragma once

#include <string>

#include "common.h"
#include "view_flags.h"

namespace ambula::cli {

// --svg, --draw, --floor and the flags of a view
struct PathPictureFlags {
  std::string svg, draw;
  std::size_t floor = 0;  // from 1; 0: all
  ViewFlags view;

  void add_to(CLI::App& app);
  [[nodiscard]] Result<void> check(
      std::initializer_list<std::string_view> inputs) const;  // what may be written
  [[nodiscard]] bool needs_scene() const { return !draw.empty(); }
  // `scene` may be null where none is needed.
  [[nodiscard]] Result<void> write(const Path& path, const NavMesh& mesh, const Scene* scene, double height,
                                   Context& context) const;
  // Flags that were given and did nothing; `drawn`: write was called.
  [[nodiscard]] std::vector<std::string> in_vain(bool drawn) const;

 private:
  [[nodiscard]] Result<void> write_plan(const Path& path, const NavMesh& mesh, const Scene& scene,
                                        double height, Context& context) const;
  std::vector<const CLI::Option*> options_;
};

}  // namespace ambula::cli
