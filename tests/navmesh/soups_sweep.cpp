// Many draws of noisy and scanned scenes through the whole chain, held against the generators' truth.
//
//   soups_sweep [--draws N] [--first SEED] [WORD]...
//
// A WORD keeps only the cases whose name contains it: "stairs", "tear 0.001", "floor". Every draw runs in a
// process of its own, so that a crash or endless memory is one more line of the table. Exit code 1 where any
// draw disagrees.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "ambula/walkable.h"
#include "navmesh/built.h"
#include "navmesh/reach.h"
#include "scenes/generate.h"
#include "scenes/mesh_builder.h"
#include "scenes/random.h"

namespace ambula::testing {
namespace {

constexpr std::size_t kMemory = std::size_t{6} << 30;  // bytes a draw may take
constexpr rlim_t kSeconds = 900;                       // and its time on the processor

struct Case {
  std::string name;
  std::function<std::vector<std::string>(std::uint64_t seed)> faults;  // one line each
  int draws = 0;                                                       // at most; 0: as many as asked for
};

Result<NavMesh> chain(const Scene& scene, const Agent& agent, const NavMeshParams& params) {
  const auto walkable = extract_walkable(scene, agent, {});
  if (!walkable) return fail(walkable.error());
  const auto links = find_links(*walkable, scene, agent, {});
  if (!links) return fail(links.error());
  auto mesh = build_navmesh(*walkable, *links, scene, agent, params);
  if (!mesh) return mesh;
  if (const auto valid = validate(*mesh); !valid) return fail(valid.error());
  return mesh;
}

std::string text_of(const Agent& agent) {
  std::ostringstream out;
  out << "height " << agent.height << " radius " << agent.radius << " step " << agent.max_step;
  return out.str();
}

// Builds the mesh of one agent and adds what is wrong with its reach; gives the mesh.
Result<NavMesh> add_reach_faults(const Scene& scene, const scenes::Truth& all,
                                 const scenes::AgentTruth& truth, std::vector<std::string>& out) {
  auto mesh = chain(scene, truth.agent, {.min_patch = 0});
  if (!mesh) {
    out.push_back(text_of(truth.agent) + ": " + mesh.error().message);
    return mesh;
  }
  for (const ReachFault& fault : reach_faults(*mesh, all, truth))
    out.push_back(text_of(truth.agent) + ": " + text_of(fault));
  return mesh;
}

std::vector<std::string> scene_faults(const char* name, const scenes::Options& options) {
  const auto made = scenes::generate(name, options);
  if (!made) return {made.error().message};
  const auto scene = make_scene(made->soup, {});
  if (!scene) return {scene.error().message};
  std::vector<std::string> out;
  for (const scenes::AgentTruth& truth : made->truth.agents) {
    static_cast<void>(add_reach_faults(*scene, made->truth, truth, out));
  }
  return out;
}

// The narrowest doorway that an agent passes; metres.
double narrowest(const scenes::Truth& truth, const Agent& agent) {
  double out = 1e9;
  for (const scenes::DoorTruth& door : truth.doors) {
    if (door.width > 2 * agent.radius) out = std::min(out, door.width);
  }
  return out;
}

// Points of the clean scene's mesh for an agent two cells wider, where a place of the truth is in the same
// component, that have no mesh in the scan: percent.
double missing_share(const scenes::Generated& clean, const scenes::AgentTruth& truth, double cell,
                     const NavMesh& mesh) {
  Agent wide = truth.agent;
  wide.radius += 2 * cell;
  const auto scene = make_scene(clean.soup, {});
  if (!scene) return 100;
  const auto whole = chain(*scene, wide, {.min_patch = 0});
  if (!whole) return 100;
  std::set<std::uint32_t> wanted;  // components
  for (const scenes::PlaceTruth& place : clean.truth.places) {
    if (const auto there = cell_at(*whole, place.at, truth.agent.max_step))
      wanted.insert(whole->component[*there]);
  }
  scenes::Random random(7);
  int asked = 0, missing = 0;
  for (std::uint32_t c = 0; c < whole->size(); ++c) {
    const auto corners = whole->corners(c);
    const auto at = [&](std::size_t i) { return whole->lattice.position(whole->vertices[corners[i]]); };
    for (std::size_t k = 1; wanted.contains(whole->component[c]) && k + 1 < corners.size(); ++k) {
      const double area = cross((at(k) - at(0)).xy(), (at(k + 1) - at(0)).xy()) / 2;
      for (double left = area * 4; left > random.unit(); left -= 1) {  // four points for each square metre
        double u = random.unit(), v = random.unit();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3 p = at(0) + (at(k) - at(0)) * u + (at(k + 1) - at(0)) * v;
        ++asked;
        missing += !cell_at(mesh, p, truth.agent.max_step);
      }
    }
  }
  return asked == 0 ? 100 : 100.0 * missing / asked;
}

std::vector<std::string> scan_faults(const char* name, double cell, std::uint64_t seed) {
  const auto clean = scenes::generate(name, {.seed = seed}),
             made = scenes::generate(name, {.seed = seed, .scan = cell});
  if (!clean || !made) return {"not generated"};
  const auto scene = make_scene(made->soup, {});
  if (!scene) return {scene.error().message};
  std::vector<std::string> out;
  // The first agent of the truth as it is, and 10 cm narrower than the narrowest doorway it passes.
  scenes::AgentTruth truth = made->truth.agents.at(0);
  for (const double radius : {truth.agent.radius, narrowest(clean->truth, truth.agent) / 2 - 0.05}) {
    truth.agent.radius = radius;
    const auto mesh = add_reach_faults(*scene, made->truth, truth, out);
    if (!mesh) continue;
    if (const double missing = missing_share(*clean, truth, cell, *mesh); missing > 1) {
      out.push_back(text_of(truth.agent) + ": " + std::to_string(missing) +
                    " % of the clean mesh is missing");
    }
  }
  return out;
}

std::vector<std::string> floor_faults(double reach, std::uint64_t seed) {
  const int n = 2 + static_cast<int>(seed % 30);
  const auto floor = [&] {
    scenes::MeshBuilder mesh;
    mesh.object("Floor");
    mesh.grid({0, 0, 0}, {10, 0, 0}, {0, 10, 0}, n, n);
    return scenes::Generated{mesh.take(), {}};
  };
  const auto area = [](const scenes::Generated& made) {
    const auto scene = make_scene(made.soup, {});
    const auto mesh = scene ? chain(*scene, default_agent(), {}) : fail(scene.error());
    return mesh ? plan_area(*mesh) : 0;
  };
  scenes::Generated torn = floor();
  scenes::tear(torn, reach, seed);
  const double whole = area(floor()), kept = area(torn);
  if (kept >= 0.995 * whole) return {};
  std::ostringstream out;
  out << n << " x " << n << " quads: " << 100 * kept / whole << " % of the navmesh";
  return {out.str()};
}

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const char* scene : {"town-house", "terrace-house", "stairs"}) {
    for (const double reach : {0.0001, 0.001}) {
      std::ostringstream tag;
      tag << reach;
      out.push_back({std::string(scene) + " tear " + tag.str(), [scene, reach](std::uint64_t seed) {
                       return scene_faults(scene, {.seed = seed, .tear = reach});
                     }});
      out.push_back({std::string(scene) + " jitter " + tag.str(), [scene, reach](std::uint64_t seed) {
                       return scene_faults(scene, {.seed = seed, .jitter = reach});
                     }});
    }
  }
  for (const char* scene : {"town-house", "terrace-house"}) {
    for (const double cell : {0.05, 0.02}) {
      std::ostringstream tag;
      tag << cell;
      out.push_back({std::string(scene) + " scan " + tag.str(),
                     [scene, cell](std::uint64_t seed) { return scan_faults(scene, cell, seed); },
                     cell < 0.05 ? 1 : 3});
    }
  }
  for (const double reach : {0.0001, 0.0005, 0.001, 0.003}) {
    std::ostringstream tag;
    tag << reach;
    out.push_back(
        {"torn floor " + tag.str(), [reach](std::uint64_t seed) { return floor_faults(reach, seed); }});
  }
  return out;
}

// Runs one draw in a process of its own.
std::vector<std::string> guarded(const Case& c, std::uint64_t seed) {
  int ends[2];
  if (pipe(ends) != 0) return {"no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const rlimit memory{kMemory, kMemory};
    setrlimit(RLIMIT_AS, &memory);
    const rlimit seconds{kSeconds, kSeconds + 1};
    setrlimit(RLIMIT_CPU, &seconds);
    std::string lines;
    for (const std::string& line : c.faults(seed)) lines += line + '\n';
    const bool sent = write(ends[1], lines.data(), lines.size()) == static_cast<ssize_t>(lines.size());
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  std::string all;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof(buffer))) > 0;)
    all.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  std::vector<std::string> out;
  std::istringstream in(all);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  if (WIFSIGNALED(status)) out.push_back(std::string("ended by ") + strsignal(WTERMSIG(status)));
  return out;
}

bool chosen(const Case& c, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (c.name.find(word) == std::string::npos) return false;
  }
  return true;
}

int run(int argc, char** argv) {
  int draws = 24;
  std::uint64_t first = 1;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--draws" && i + 1 < argc) {
      draws = std::atoi(argv[++i]);
    } else if (word == "--first" && i + 1 < argc) {
      first = static_cast<std::uint64_t>(std::atoll(argv[++i]));
    } else {
      words.push_back(word);
    }
  }
  bool good = true;
  std::printf("%-28s %8s %8s %8s\n", "case", "draws", "wrong", "seconds");
  for (const Case& c : cases()) {
    if (!chosen(c, words)) continue;
    const auto start = std::chrono::steady_clock::now();
    const int count = c.draws > 0 ? std::min(c.draws, draws) : draws;
    int wrong = 0;
    std::string lines;
    for (int d = 0; d < count; ++d) {
      const std::uint64_t seed = first + static_cast<std::uint64_t>(d);
      const auto faults = guarded(c, seed);
      wrong += !faults.empty();
      for (const std::string& fault : faults)
        lines += "    seed " + std::to_string(seed) + ": " + fault + "\n";
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%-28s %8d %8d %8.1f\n%s", c.name.c_str(), count, wrong, took.count(), lines.c_str());
    std::fflush(stdout);
    good = good && wrong == 0;
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace ambula::testing

int main(int argc, char** argv) { return ambula::testing::run(argc, argv); }
