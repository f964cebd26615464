// What `ambula path` tells of a path.
#pragma once

#include <string>

#include "common.h"

namespace ambula::cli {

// A path over its mesh, seen from above.
void draw_path(Draw& draw, const Path& path, double lift);

void print_path(const Path& path, const NavMesh& mesh, const std::vector<UserLink>& links,
                const Frame& frame);
Json to_json(const Path& path, const NavMesh& mesh, const std::vector<UserLink>& links, const Frame& frame);

// Why there is no path, for a user.
[[nodiscard]] std::string sentence_of(PathStatus status);

}  // namespace ambula::cli
