// How long the constrained Delaunay triangulation takes: ours against CGAL's, turn by turn in one run.
//
// Ours is timed from the points and constraints to the finished Triangulation, winding numbers, neighbours
// and order included, with a Triangulator that has run before, as callers keep it. CGAL is timed from its own
// points and index pairs to its triangulation, neither marking what lies inside nor freeing. Small inputs
// come by the thousand; their times are those of all of them. The bad cases come in two sizes, the larger one
// without the peer: ten times the points should take us little more than ten times as long.
#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "bench/bench.h"
#include "bench/cgal_peer.h"
#include "bench/plane_inputs.h"
#include "bench/table.h"
#include "core/text.h"

namespace ambula::bench {
namespace {

constexpr double kBar = 1.5;         // times CGAL's time: the most ours may take on 100,000 points
constexpr int kSmallInputs = 2000;   // of each small kind
constexpr int kWorstPoints = 50000;  // of each bad case
constexpr int kPeerPoints = 5000;    // of each bad case that CGAL gets too: some take it quadratic time

struct Kind {
  std::string name;
  std::vector<PlaneInput> inputs;
  Keep keep = Keep::hull;
  bool counts = false;  // for the bar
  bool peer = true;
};

std::vector<Kind> kinds() {
  std::vector<Kind> out;
  out.push_back({"100,004 points, 2,500 holes", {square_with_holes(50, 40, 10000, 1)}, Keep::inside, true});
  out.push_back(
      {"100,000 random points", {random_points(100000, std::int32_t{1} << 28, 2)}, Keep::hull, true});
  out.push_back({"grid of 316 x 316", {grid_points(316)}, Keep::hull, true});
  Kind regions{"regions of 52 points", {}, Keep::inside, false},
      rooms{"regions of 12 points", {}, Keep::inside, false};
  Kind crowds{"200 random points", {}, Keep::hull, false};
  for (int i = 0; i < kSmallInputs; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    regions.inputs.push_back(square_with_holes(2, 12, 9000, seed));
    rooms.inputs.push_back(square_with_holes(1, 8, 9000, seed));
    if (i % 4 == 0) crowds.inputs.push_back(random_points(200, 30000, seed));
  }
  out.push_back(std::move(rooms));
  out.push_back(std::move(regions));
  out.push_back(std::move(crowds));
  for (const int n : {kPeerPoints, kWorstPoints}) {
    for (PlaneInput& input : worst_inputs(n)) {
      const std::string name = input.name;
      out.push_back({name, {std::move(input)}, Keep::hull, false, n == kPeerPoints});
    }
  }
  return out;
}

struct Compared {
  std::size_t points = 0, triangles = 0;
  std::vector<double> own_seconds, cgal_seconds;

  [[nodiscard]] double own() const { return median(own_seconds); }
  [[nodiscard]] double cgal() const { return median(cgal_seconds); }
  [[nodiscard]] double ratio() const { return cgal() / own(); }
};

Result<Compared> compare(const Kind& kind, int runs, Context* context) {
  Compared out;
  std::vector<CgalPeer> peers;
  for (const PlaneInput& input : kind.inputs) {
    out.points += input.points.size();
    if (kind.peer && CgalPeer::available()) peers.emplace_back(input.points, input.constraints);
  }
  Triangulator triangulator;
  Triangulation mesh;
  std::optional<Error> error;
  const auto own = [&] {
    out.triangles = 0;
    for (const PlaneInput& input : kind.inputs) {
      auto ok = triangulator.run(input.points, input.constraints, kind.keep, mesh, context);
      if (!ok) error = ok.error();
      out.triangles += mesh.triangles.size();
    }
  };
  own();
  if (error) return fail(*error);
  for (int run = 0; run < runs; ++run) {
    out.own_seconds.push_back(time_once(own));
    if (error) return fail(*error);
    if (peers.empty()) continue;
    out.cgal_seconds.push_back(time_once([&] {
      for (CgalPeer& peer : peers) (void)peer.run();
    }));
  }
  return out;
}

}  // namespace

Result<void> bench_triangulate(const BenchArgs& args, std::ostream& out, Context* context) {
  Stage stage(context, "bench triangulate");
  if (auto ok = check_args(args); !ok) return fail(ok.error());
  Table table({{"input"},
               {"inputs", Align::right},
               {"points", Align::right},
               {"triangles", Align::right},
               {"own ms", Align::right},
               {"CGAL ms", Align::right},
               {"own µs/point", Align::right},
               {"ratio", Align::right}});
  nlohmann::json rows = nlohmann::json::array();
  const std::vector<Kind> all = kinds();
  double worst = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto compared = compare(all[i], args.runs, context);
    if (stage.cancelled()) return cancelled_failure("bench triangulate");
    if (!compared) return fail(compared.error());
    const bool peer = all[i].peer && CgalPeer::available();
    const double per_point = compared->own() * 1e6 / static_cast<double>(compared->points);
    table.add({all[i].name, text(all[i].inputs.size()), text(compared->points), text(compared->triangles),
               fixed_text(compared->own() * 1e3, 2), peer ? fixed_text(compared->cgal() * 1e3, 2) : "-",
               fixed_text(per_point, 3), peer ? fixed_text(compared->ratio(), 2) : "-"});
    rows.push_back({{"input", all[i].name},
                    {"inputs", all[i].inputs.size()},
                    {"points", compared->points},
                    {"triangles", compared->triangles},
                    {"own_seconds", compared->own_seconds},
                    {"cgal_seconds", compared->cgal_seconds},
                    {"ratio", peer ? nlohmann::json(compared->ratio()) : nlohmann::json()}});
    if (all[i].counts && peer) worst = std::max(worst, 1 / compared->ratio());
    stage.progress(static_cast<double>(i + 1) / static_cast<double>(all.size()));
  }
  table.print(out);
  if (CgalPeer::available()) {
    out << text("\non 100,000 points at most ", fixed_text(worst, 2), " times CGAL's time (the bar is ", kBar,
                "): ", worst <= kBar ? "reached" : "NOT reached", "\n");
  } else {
    out << "\nbuilt without CGAL: no peer\n";
  }
  return write_json(args, {{"benchmark", "triangulate"},
                           {"runs", args.runs},
                           {"peer", CgalPeer::available() ? "CGAL" : "none"},
                           {"bar", kBar},
                           {"worst", worst},
                           {"rows", rows}});
}

}  // namespace ambula::bench
