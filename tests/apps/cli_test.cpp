// Runs the program itself: what it prints, what it writes, and how it refuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "ambula/files.h"
#include "ambula/io.h"
#include "apps/cli.h"

namespace ambula {
namespace {

TEST_F(Cli, InfoTellsCountsExtentUpAxisAndHash) {
  write("room.obj", kRoom);
  const Outcome text = run("info room.obj");
  EXPECT_EQ(text.code, 0) << text.err;
  for (const char* piece :
       {"triangles   3", "duplicates  0", "4 x 3 x 2 m", "up          y", "objects     2", "hash "}) {
    EXPECT_NE(text.out.find(piece), std::string::npos) << piece << " is not in\n" << text.out;
  }
  const Outcome json = run("info room.obj --json");
  const auto info = nlohmann::json::parse(json.out, nullptr, false);
  ASSERT_FALSE(info.is_discarded()) << json.out;
  EXPECT_EQ(info["triangles"]["kept"], 3);
  EXPECT_EQ(info["size"], (std::array<double, 3>{4, 3, 2}));
  EXPECT_EQ(info["hash"].get<std::string>().size(), 16u);
}

TEST_F(Cli, TheHashDoesNotDependOnTriangleOrder) {
  write("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
  write("b.obj", "v 0 1 0\nv 1 1 0\nv 0 0 0\nv 1 0 0\nf 3 2 1\nf 2 3 4\n");
  const auto hash = [&](const char* file) {
    return nlohmann::json::parse(run(std::string("info --json ") + file).out)["hash"].get<std::string>();
  };
  EXPECT_EQ(hash("a.obj"), hash("b.obj"));
}

TEST_F(Cli, BuildWritesAFileThatInfoAndRenderRead) {
  write("room.obj", kRoom);
  const Outcome built = run("build room.obj --ignore 'Door*' --radius 0.25");
  EXPECT_EQ(built.code, 0) << built.err;
  ASSERT_TRUE(fs::exists(folder_ / "room.ambula"));
  const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
  EXPECT_EQ(info["triangles"]["kept"], 2);
  EXPECT_EQ(info["triangles"]["ignored"], 1);
  EXPECT_EQ(run("render room.ambula -o room.png --size 200").code, 0);
  EXPECT_EQ(content_of(folder_ / "room.png").substr(1, 3), "PNG");
  EXPECT_EQ(run("export room.ambula scene room.glb").code, 0);
  EXPECT_EQ(content_of(folder_ / "room.glb").substr(0, 4), "glTF");
  EXPECT_EQ(run("export room.ambula scene room.svg --angle 30,40").code, 0);
  EXPECT_NE(content_of(folder_ / "room.svg").find("</svg>"), std::string::npos);
}

TEST_F(Cli, BuildTellsOfTheWalkableSurface) {
  write("room.obj", kRoom);
  const Outcome text = run("build room.obj");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("walkable    "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find(" 12 m², "), std::string::npos) << text.out;
  const Outcome json = run("build room.obj --json");
  const auto built = nlohmann::json::parse(json.out, nullptr, false);
  ASSERT_FALSE(built.is_discarded()) << json.out;
  EXPECT_GT(built["peak_memory"], 0);
  ASSERT_EQ(built["stages"].size(), 4u);
  const auto& stage = built["stages"][1];
  EXPECT_EQ(stage["stage"], "walkable");
  EXPECT_GE(stage["seconds"], 0);
  EXPECT_EQ(stage["ground_triangles"], 2);
  EXPECT_GE(stage["faces"], 2);
  EXPECT_GE(stage["vertices"], 4);
  EXPECT_GE(stage["components"], 1);
  for (const char* kind : {"ledge", "sill", "wall"}) {
    EXPECT_TRUE(stage["borders"][kind].contains("count")) << kind;
    EXPECT_TRUE(stage["borders"][kind].contains("length")) << kind;
  }
  EXPECT_EQ(stage["removed"]["enclosed"], 0);
  EXPECT_EQ(stage["removed"]["small"], 0);
  EXPECT_TRUE(stage.contains("closed_places"));
  for (const char* area : {"ground", "blocked", "duplicate", "enclosed", "small", "closed", "walkable"}) {
    EXPECT_TRUE(stage["areas"].contains(area)) << area;
  }
  EXPECT_NEAR(stage["areas"]["walkable"].get<double>(), 12, 1e-6);
  EXPECT_EQ(stage["hash"].get<std::string>().size(), 16u);

  const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
  EXPECT_EQ(info["walkable"]["hash"], stage["hash"]);
  EXPECT_EQ(info["walkable"]["areas"], stage["areas"]);
  const Outcome told = run("info room.ambula");
  for (const char* piece :
       {"walkable surface", "12 m2 of 12 m2 ground in 2 triangles", "walls ", "ledges "}) {
    EXPECT_NE(told.out.find(piece), std::string::npos) << piece << " is not in\n" << told.out;
  }
}

TEST_F(Cli, UntilSceneStopsThere) {
  write("room.obj", kRoom);
  const auto built = nlohmann::json::parse(run("build room.obj --until scene --json").out, nullptr, false);
  EXPECT_EQ(built["stages"].size(), 1u);
  EXPECT_FALSE(built["parameters"].contains("walkable.weld"));
  const Outcome none = run("export room.ambula walkable room.json");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("ambula build room.obj -o room.ambula"), std::string::npos) << none.err;
  EXPECT_EQ(run("render room.ambula --stage walkable -o room.png").code, 1);
  EXPECT_EQ(run("render room.ambula -o room.png --size 100").code, 0);
  // The next stage can be made from the file alone, which keeps what it says of its scene.
  EXPECT_EQ(run("build room.obj --until scene --ignore 'Door*'").code, 0);
  const auto onward = nlohmann::json::parse(run("build room.ambula -o on.ambula --json").out, nullptr, false);
  EXPECT_EQ(onward["stages"].size(), 4u);
  EXPECT_EQ(onward["parameters"]["scene.ignore"], "Door*");
}

TEST_F(Cli, IgnoreSaysWhenAPatternMatchesNothing) {
  write("room.obj", kRoom);
  const Outcome missed = run("build room.obj --until scene --ignore 'door*' --ignore Floor");
  EXPECT_EQ(missed.code, 0) << missed.err;
  EXPECT_NE(missed.err.find("note: --ignore \"door*\" matches no object, material or IFC class; with "
                            "--ignore-case it matches \"Door 1\""),
            std::string::npos)
      << missed.err;
  EXPECT_EQ(missed.err.find("\"Floor\""), std::string::npos) << missed.err;
  const auto json = nlohmann::json::parse(run("info room.obj --ignore Gate --json").out, nullptr, false);
  EXPECT_EQ(json["notes"],
            nlohmann::json::array({"--ignore \"Gate\" matches no object, material or IFC class"}));
  const auto found = nlohmann::json::parse(
      run("build room.obj --until scene --ignore 'door*' --ignore-case --json").out, nullptr, false);
  EXPECT_FALSE(found.contains("notes"));
  EXPECT_EQ(found["parameters"]["scene.ignore"], "(?i)door*");
  const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
  EXPECT_EQ(info["triangles"]["ignored"], 1);
}

TEST_F(Cli, LinksAreBuiltToldExportedAndVerified) {
  EXPECT_EQ(run("scene platforms -o platforms.obj").code, 0);
  const auto built =
      nlohmann::json::parse(run("build platforms.obj --min-width 0.2 --json").out, nullptr, false);
  ASSERT_FALSE(built.is_discarded());
  const auto& stage = built["stages"][2];
  EXPECT_EQ(stage["stage"], "links");
  EXPECT_EQ(stage["components_before"], 16);
  EXPECT_EQ(stage["components"], 3);
  EXPECT_GE(stage["steps"], 8);
  EXPECT_GE(stage["gaps"], 3);
  EXPECT_EQ(stage["hash"].get<std::string>().size(), 16u);
  EXPECT_EQ(built["parameters"]["links.min_width"], "0.2");
  EXPECT_EQ(built["parameters"]["links.filler"], "widest");
  const auto info = nlohmann::json::parse(run("info platforms.ambula --json").out, nullptr, false);
  EXPECT_EQ(info["links"]["hash"], stage["hash"]);
  EXPECT_NE(run("info platforms.ambula").out.find("flight      "), std::string::npos);

  for (const char* out : {"l.obj", "l.json", "l.glb", "l.svg"}) {
    EXPECT_EQ(run(std::string("export platforms.ambula links ") + out).code, 0) << out;
  }
  const auto json = nlohmann::json::parse(content_of(folder_ / "l.json"), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["format"], "ambula links");
  ASSERT_FALSE(json["links"].empty());
  for (const char* key :
       {"kind", "rise", "run", "width", "free_height", "flight", "step", "intervals", "triangles"}) {
    EXPECT_TRUE(json["links"][0].contains(key)) << key;
  }
  EXPECT_EQ(json["component"].size(), 16u);

  const auto verified = nlohmann::json::parse(
      run("verify platforms.obj platforms.ambula --samples 1000 --json").out, nullptr, false);
  EXPECT_EQ(verified["passed"], true);
  EXPECT_GT(verified["links"]["rulings"], 0);

  EXPECT_EQ(run("build platforms.obj --until walkable -o w.ambula").code, 0);
  const Outcome none = run("export w.ambula links l.json");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("holds no links"), std::string::npos) << none.err;
  EXPECT_EQ(run("build platforms.obj --filler narrow").code, 2);
  EXPECT_EQ(run("build platforms.obj --min-width -1").code, 2);
}

TEST_F(Cli, TheNavMeshIsBuiltToldAndExported) {
  EXPECT_EQ(run("scene platforms -o platforms.obj").code, 0);
  const Outcome told = run("build platforms.obj");
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_NE(told.out.find("navmesh     "), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("navmesh hash "), std::string::npos) << told.out;
  const auto built = nlohmann::json::parse(run("build platforms.obj --json").out, nullptr, false);
  ASSERT_FALSE(built.is_discarded());
  const auto& stage = built["stages"][3];
  EXPECT_EQ(stage["stage"], "navmesh");
  EXPECT_GE(stage["components"], 1);
  EXPECT_GE(stage["cells"], stage["components"]);
  EXPECT_GT(stage["area"], 0);
  EXPECT_GE(stage["ideal_area"], stage["area"]);
  EXPECT_GT(stage["coverage"], 0.5);
  EXPECT_EQ(stage["kinds"]["floor"].get<int>() + stage["kinds"]["step"].get<int>() +
                stage["kinds"]["gap"].get<int>() + stage["kinds"]["fill"].get<int>() +
                stage["kinds"]["ramp"].get<int>(),
            stage["cells"]);
  const auto info = nlohmann::json::parse(run("info platforms.ambula --json").out, nullptr, false);
  EXPECT_EQ(info["navmesh"]["hash"], stage["hash"]);
  EXPECT_NE(run("info platforms.ambula").out.find("\nnavmesh\n"), std::string::npos);

  for (const char* out : {"m.obj", "m.json", "m.glb", "m.svg"}) {
    EXPECT_EQ(run(std::string("export platforms.ambula navmesh ") + out).code, 0) << out;
  }
  const auto json = nlohmann::json::parse(content_of(folder_ / "m.json"), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["format"], "ambula navmesh");
  EXPECT_EQ(json["hash"], stage["hash"]);
  for (const char* key : {"cells", "neighbours", "kind", "flight", "area_type", "component", "triangles"}) {
    EXPECT_EQ(json[key].size(), stage["cells"]) << key;
  }
  EXPECT_EQ(json["portals"].size(), stage["portals"]);
  const std::string obj = content_of(folder_ / "m.obj"), svg = content_of(folder_ / "m.svg");
  for (int c = 0; c < stage["components"].get<int>(); ++c) {
    EXPECT_NE(obj.find("g component_" + std::to_string(c) + "\n"), std::string::npos) << c;
    EXPECT_NE(svg.find("id=\"component_" + std::to_string(c) + "\""), std::string::npos) << c;
  }
  // It is what one reads back: as much area, in the same frame.
  const auto back = nlohmann::json::parse(run("info m.obj --json").out, nullptr, false);
  EXPECT_GE(back["area"].get<double>(), stage["area"].get<double>() * (1 - 1e-9));
  EXPECT_EQ(back["triangles"]["degenerate"], 0);
}

TEST_F(Cli, UntilStopsBeforeTheNavMesh) {
  write("room.obj", kRoom);
  EXPECT_EQ(run("build room.obj --until links").code, 0);
  for (const char* command : {"export room.ambula navmesh m.obj", "export room.ambula navmesh m.svg",
                              "render room.ambula --stage navmesh -o m.png", "why room.ambula 1,0,-1"}) {
    const Outcome none = run(command);
    EXPECT_EQ(none.code, 1) << command;
    EXPECT_NE(none.err.find("holds no navmesh; make one with: ambula build room.obj -o room.ambula"),
              std::string::npos)
        << none.err;
  }
  EXPECT_EQ(files(), 2u);  // the scene and the .ambula file
}

TEST_F(Cli, TheParametersOfTheNavMeshAreKept) {
  write("room.obj", kRoom);
  write("rules.json", R"([{"area": "wood", "object": "Floor"}])");
  ASSERT_EQ(run("build room.obj --keep-treads --stair-slope 50 --min-area 0.2 --keep-from 2,0,-1.5 "
                "--keep-from=-0.1,0,0.3 --ledge-clearance 0.1 --wall-thickness 0.05 --border-tolerance 0 "
                "--height-tolerance 0.01 --cells triangles --max-vertices 5 --areas rules.json")
                .code,
            0);
  const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
  const auto& kept = info["parameters"];
  EXPECT_EQ(kept["navmesh.keep_treads"], "true");
  EXPECT_EQ(kept["navmesh.stair_slope"], "50");
  EXPECT_EQ(kept["navmesh.min_patch"], "0.2");
  EXPECT_EQ(kept["navmesh.keep_from"], "2,0,-1.5\n-0.1,0,0.3");
  EXPECT_EQ(kept["navmesh.ledge_clearance"], "0.1");
  EXPECT_EQ(kept["navmesh.wall_thickness"], "0.05");
  EXPECT_EQ(kept["navmesh.border_tolerance"], "0");
  EXPECT_EQ(kept["navmesh.height_tolerance"], "0.01");
  EXPECT_EQ(kept["navmesh.cells"], "triangles");
  EXPECT_EQ(kept["navmesh.max_vertices"], "5");
  EXPECT_EQ(kept["navmesh.areas"], R"([{"area":"wood","object":"Floor","material":"*"}])");
  EXPECT_EQ(info["navmesh"]["areas"], (std::array<std::string, 2>{"", "wood"}));
  for (const char* wrong : {"--min-area -1", "--stair-slope 95", "--keep-from here", "--cells many",
                            "--max-vertices 2", "--border-tolerance 2"}) {
    EXPECT_EQ(run(std::string("build room.obj -o x.ambula ") + wrong).code, 2) << wrong;
    EXPECT_FALSE(fs::exists(folder_ / "x.ambula")) << wrong;
  }
  write("wrong.json", R"([{"area": "wood", "objects": "Floor"}])");
  for (const char* wrong : {"--areas wrong.json", "--areas missing.json"}) {
    const Outcome refused = run(std::string("build room.obj -o x.ambula ") + wrong);
    EXPECT_EQ(refused.code, 1) << wrong;
    EXPECT_NE(refused.err.find(".json: "), std::string::npos) << refused.err;
    EXPECT_FALSE(fs::exists(folder_ / "x.ambula")) << wrong;
  }
}

TEST_F(Cli, WhyTellsOfAPlaceInTheScenesOwnFrame) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj --unit 1").code, 0);
  const Outcome mesh = run("why room.ambula 2,0,-1.5");
  EXPECT_EQ(mesh.code, 0) << mesh.err;
  EXPECT_TRUE(mesh.out.starts_with("there is mesh here: cell ")) << mesh.out;
  const auto json = nlohmann::json::parse(run("why room.ambula 2,0.2,-1.5 --json").out, nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["reason"], "mesh");
  EXPECT_EQ(json["kind"], "floor");
  EXPECT_NEAR(json["at"][1].get<double>(), 0, 1e-9);
  const Outcome ledge = run("why room.ambula 3.9,0,-1.5");
  EXPECT_TRUE(ledge.out.starts_with("0.10 m from a ledge; the agent needs 0.30 m\n")) << ledge.out;
  const Outcome nothing = run("why room.ambula -- -9,0,0");
  EXPECT_TRUE(nothing.out.starts_with("no geometry here\n")) << nothing.out << nothing.err;
  EXPECT_EQ(run("why room.ambula 1,2").code, 2);
  EXPECT_EQ(run("why room.obj 1,0,-1").code, 1);
}

TEST_F(Cli, PathGoesBetweenPlacesInTheScenesOwnFrame) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj --unit 1").code, 0);
  ASSERT_EQ(run("build room.obj --unit 1 --radius 0 -o any.ambula").code, 0);
  const Outcome plain = run("path room.ambula 1,0,-1 3,0,-2 --svg path.svg");
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_TRUE(plain.out.starts_with("complete: 2.236 m, 2.236 m along the surface\n  1,0,-1\n  3,0,-2\n"))
      << plain.out;
  EXPECT_TRUE(fs::exists(folder_ / "path.svg"));
  for (const char* flags :
       {"--rule shortest", "--rule corridor", "--radius 0.5", "--radius 0.5 --rule corridor"}) {
    const Outcome any = run(std::string("path any.ambula 1,0,-1 3,0,-2 --json ") + flags);
    EXPECT_EQ(any.code, 0) << flags << any.err;
    const auto json = nlohmann::json::parse(any.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << flags;
    EXPECT_EQ(json["status"], "complete") << flags;
    EXPECT_NEAR(json["length"].get<double>(), std::sqrt(5.0), 1e-6) << flags;
    EXPECT_EQ(json["stretches"][0]["kind"], "floor") << flags;
  }
  const auto many = nlohmann::json::parse(
      run("path any.ambula --pairs 50 --seed 3 --radius 0 0.5 3 --rule corridor --json").out, nullptr, false);
  ASSERT_FALSE(many.is_discarded());
  ASSERT_EQ(many["radii"].size(), 3u);
  EXPECT_EQ(many["radii"][0]["complete"], 50);
  EXPECT_EQ(many["radii"][1]["complete"], 50);  // ends beside walls are moved
  EXPECT_EQ(many["radii"][2]["complete"], 0);   // wider than the room
}

TEST_F(Cli, PathSaysWhyThereIsNone) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj --unit 1").code, 0);
  const auto refused = [&](const char* arguments, int code, const char* sentence) {
    const Outcome outcome = run(std::string("path ") + arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << arguments << ": " << outcome.err;
  };
  refused("room.ambula 1,0,-1 90,0,-2", 1, "no mesh near the goal");
  refused("room.ambula 90,0,-1 1,0,-2", 1, "no mesh near the start");
  refused("room.ambula 1,0 1,0,-2", 2, "is no point");
  refused("room.ambula 1,0,-1", 2, "give a START and a GOAL");
  refused("room.ambula 1,0,-1 3,0,-2 --radius 0.5", 2, "serves any");
  refused("room.ambula 1,0,-1 3,0,-2 --rule best", 2, "shortest and corridor");
  refused("room.ambula 1,0,-1 3,0,-2 --links none.json", 1, "none.json");
  refused("room.obj 1,0,-1 3,0,-2", 1, "ambula build");
  write("links.json", R"([{"from": [1, 0, -1], "to": [3, 0, -2], "costs": 1}])");
  refused("room.ambula 1,0,-1 3,0,-2 --links links.json", 1, "\"costs\"");
  write("links.json", R"([{"name": "slide", "from": [1, 0, -1], "to": [3, 0, -2], "cost": 1}])");
  const Outcome slide = run("path room.ambula 1,0,-1 3,0,-2 --links links.json");
  EXPECT_EQ(slide.code, 0) << slide.err;
  EXPECT_NE(slide.out.find("slide"), std::string::npos) << slide.out;
}

TEST_F(Cli, TheParametersOfTheWalkableSurfaceAreKept) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj --two-sided --keep-enclosed --weld 0.025 --min-patch 0").code, 0);
  const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
  EXPECT_EQ(info["parameters"]["walkable.two_sided"], "yes");
  EXPECT_EQ(info["parameters"]["walkable.keep_enclosed"], "true");
  EXPECT_EQ(info["parameters"]["walkable.weld"], "0.025");
  EXPECT_EQ(info["parameters"]["walkable.min_patch"], "0");
  for (const char* wrong : {"--weld 0.3", "--weld -1", "--min-patch -0.1", "--until sunset"}) {
    EXPECT_EQ(run(std::string("build room.obj -o x.ambula ") + wrong).code, 2) << wrong;
    EXPECT_FALSE(fs::exists(folder_ / "x.ambula")) << wrong;
  }
}

TEST_F(Cli, TwoSidedTakesOneOfItsWordsOrNone) {
  write("room.obj", kRoom);
  const auto kept = [&](const std::string& arguments) {
    EXPECT_EQ(run("build " + arguments).code, 0) << arguments;
    const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
    return info["parameters"]["walkable.two_sided"].get<std::string>();
  };
  EXPECT_EQ(kept("room.obj"), "auto");
  EXPECT_EQ(kept("room.obj --two-sided"), "yes");
  EXPECT_EQ(kept("--two-sided room.obj"), "yes");
  EXPECT_EQ(kept("--two-sided room.obj -o room.ambula"), "yes");
  for (const std::string word : {"yes", "no", "auto"}) {
    EXPECT_EQ(kept("room.obj --two-sided=" + word), word);
    EXPECT_EQ(kept("room.obj --two-sided " + word), word);
    EXPECT_EQ(kept("--two-sided " + word + " room.obj"), word);
  }
  for (const char* wrong : {"--two-sided=maybe", "--two-sided maybe", "--two-sided=", "--two-sided=YES"}) {
    const Outcome outcome = run(std::string("build room.obj -o x.ambula ") + wrong);
    EXPECT_EQ(outcome.code, 2) << wrong;
    EXPECT_NE(outcome.err.find("ambula: "), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(folder_ / "x.ambula")) << wrong;
  }
}

// A plank of a box that is inside out, over a floor.
TEST_F(Cli, ShellsTakenOnBothSidesAreNamedAndKeptInTheFile) {
  write("bridge.obj",
        "o Floor\nv -9 -3 9\nv 9 -3 9\nv 9 -3 -9\nv -9 -3 -9\nf 1 2 3 4\n"
        "o Plank\nv 0 0 0\nv 4 0 0\nv 4 0 -2\nv 0 0 -2\nv 0 0.1 0\nv 4 0.1 0\nv 4 0.1 -2\nv 0 0.1 -2\n"
        "f 5 6 7 8\nf 9 12 11 10\nf 5 9 10 6\nf 6 10 11 7\nf 7 11 12 8\nf 8 12 9 5\n");
  const Outcome built = run("build bridge.obj --up y");
  EXPECT_EQ(built.code, 0) << built.err;
  EXPECT_NE(built.err.find("note: a shell of 'Plank' is inside out, at "), std::string::npos) << built.err;
  EXPECT_NE(run("why bridge.ambula 2,0.1,-1").out.find("there is mesh here"), std::string::npos);
  EXPECT_EQ(run("verify bridge.obj bridge.ambula --up y --samples 2000").code, 0);
  const auto document = load(folder_ / "bridge.ambula");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->walkable->both_sides.size(), 12u);
  ASSERT_EQ(run("build bridge.obj --up y --two-sided no").code, 0);
  EXPECT_EQ(run("why bridge.ambula 2,0.1,-1").out.find("there is mesh here"), std::string::npos);
}

TEST_F(Cli, TheWalkableSurfaceIsExportedInEveryFormat) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj").code, 0);
  for (const char* out : {"w.obj", "w.glb", "w.svg", "w.json"}) {
    EXPECT_EQ(run(std::string("export room.ambula walkable ") + out).code, 0) << out;
  }
  EXPECT_NE(content_of(folder_ / "w.obj").find("g component_0\nf "), std::string::npos);
  EXPECT_EQ(content_of(folder_ / "w.glb").substr(0, 4), "glTF");
  EXPECT_NE(content_of(folder_ / "w.svg").find("id=\"walkable\""), std::string::npos);
  const auto json = nlohmann::json::parse(content_of(folder_ / "w.json"), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  const std::size_t faces = json["faces"].size();
  EXPECT_GE(faces, 2u);
  for (const char* key : {"neighbours", "border", "border_height", "inner_wall", "component", "triangle",
                          "object", "material"}) {
    EXPECT_EQ(json[key].size(), faces) << key;
  }
  // It is what one reads back: the same floor, in the same frame.
  const auto back = nlohmann::json::parse(run("info w.obj --json").out, nullptr, false);
  EXPECT_EQ(back["size"], (std::array<double, 3>{4, 3, 0}));
  EXPECT_NEAR(back["area"].get<double>(), 12, 1e-6);
  const auto png = [&](const char* flags) {
    EXPECT_EQ(run(std::string("render room.ambula --size 200 -o a.png ") + flags).code, 0);
    return content_of(folder_ / "a.png");
  };
  EXPECT_EQ(png(""), png("--stage navmesh"));
  EXPECT_NE(png(""), png("--stage links"));
  EXPECT_NE(png("--stage links"), png("--stage walkable"));
  EXPECT_NE(png("--stage walkable"), png("--stage scene"));

  const Outcome unknown = run("export room.ambula walkable w.docx");
  EXPECT_EQ(unknown.code, 2);
  const Outcome unbuilt = run("export room.obj walkable x.obj");
  EXPECT_EQ(unbuilt.code, 1);
  EXPECT_NE(unbuilt.err.find("ambula build room.obj -o room.ambula"), std::string::npos) << unbuilt.err;
  EXPECT_FALSE(fs::exists(folder_ / "x.obj"));
}

TEST_F(Cli, RenderAndExportTellWhatTheyWroteAsJson) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj").code, 0);
  const auto info = nlohmann::json::parse(run("info room.ambula --json").out, nullptr, false);
  const auto told = [&](const std::string& command) {
    const Outcome outcome = run(command + " --json");
    EXPECT_EQ(outcome.code, 0) << command << outcome.err;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  };
  const auto picture = told("render room.ambula --size 200x120 -o a.png");
  ASSERT_FALSE(picture.is_discarded());
  EXPECT_EQ(picture["file"], "a.png");
  EXPECT_EQ(picture["stage"], "navmesh");
  EXPECT_EQ(picture["hash"], info["navmesh"]["hash"]);
  EXPECT_EQ(picture["size"], (std::array<int, 2>{200, 120}));
  EXPECT_EQ(picture["bytes"], fs::file_size(folder_ / "a.png"));
  EXPECT_TRUE(picture["times"].is_array());
  EXPECT_EQ(told("render room.obj --size 100 -o b.png")["hash"], info["hash"]);

  const auto surface = told("export room.ambula walkable w.obj");
  ASSERT_FALSE(surface.is_discarded());
  EXPECT_EQ(surface["source"], info["source"]);
  EXPECT_EQ(surface["file"], "w.obj");
  EXPECT_EQ(surface["stage"], "walkable");
  EXPECT_EQ(surface["hash"], info["walkable"]["hash"]);
  EXPECT_EQ(surface["bytes"], fs::file_size(folder_ / "w.obj"));
  EXPECT_EQ(told("export room.ambula links l.svg")["hash"], info["links"]["hash"]);
  EXPECT_EQ(told("export room.ambula scene s.svg")["hash"], info["hash"]);
}

TEST_F(Cli, ASceneWithoutGroundIsBuiltAndSaysWhy) {
  write("wall.obj", "v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nf 1 2 3 4\n");
  const Outcome built = run("build wall.obj");
  EXPECT_EQ(built.code, 0) << built.err;
  EXPECT_NE(built.out.find("0 faces, 0 components, 0 m²"), std::string::npos) << built.out;
  EXPECT_NE(built.err.find("ambula: note: "), std::string::npos) << built.err;
  EXPECT_EQ(run("info wall.ambula").code, 0);
  for (const char* out : {"w.obj", "w.json"}) {
    EXPECT_EQ(run(std::string("export wall.ambula walkable ") + out).code, 0) << out;
  }
  EXPECT_EQ(run("render wall.ambula -o wall.png --size 100").code, 0);
}

TEST_F(Cli, TheAgentComesFromAFileAndFlagsOverrideIt) {
  write("room.obj", kRoom);
  write("agent.json", R"({"height": 1.5, "radius": 0.2})");
  const auto built = nlohmann::json::parse(run("build room.obj --agent agent.json --radius 0.25 --json").out);
  EXPECT_EQ(built["agent"]["height"], 1.5);
  EXPECT_EQ(built["agent"]["radius"], 0.25);
  EXPECT_EQ(built["agent"]["max_step"], 0.4);
  const Outcome wrong = run("build room.obj --height 0");
  EXPECT_EQ(wrong.code, 2);
  write("bad.json", R"({"heigth": 1.5})");
  EXPECT_EQ(run("build room.obj --agent bad.json").code, 1);
}

TEST_F(Cli, AsksWhenTheUnitLooksWrong) {
  write("level.obj",
        "v -2048 -2048 0\nv 2048 -2048 0\nv 2048 2048 0\nv -2048 2048 0\nf 1 2 3 4\n"
        "v -2048 -2048 128\nv 2048 -2048 128\nv 2048 2048 128\nf 1 2 6 5\nf 2 3 7 6\n");
  EXPECT_NE(run("info level.obj --up z").err.find("4096 m wide; did you mean --unit 0.03125?"),
            std::string::npos);
  EXPECT_EQ(run("info level.obj --up z --unit 0.03125").err, "");
}

TEST_F(Cli, WhatIsDroppedIsTold) {
  write("mixed.obj", std::string(kRoom) + "v 0 0 90000\nv nan 0 0\nf 1 2 -2\nf 1 2 -1\nf 1 1 2\n");
  const Outcome built = run("build mixed.obj");
  EXPECT_EQ(built.code, 0);
  EXPECT_NE(built.out.find("left out of 6 triangles: 1 not finite, 1 degenerate, 1 out of reach"),
            std::string::npos)
      << built.out;
  EXPECT_NE(built.err.find("a coarser --quantum (now 0.0001) reaches further"), std::string::npos)
      << built.err;
  EXPECT_EQ(run("build mixed.obj --quantum 0.001").out.find("out of reach"), std::string::npos);
}

TEST_F(Cli, WrongUsageIsTwo) {
  for (const char* arguments :
       {"", "frobnicate", "info", "info a.obj --up sideways", "info a.obj --unit 0", "render a.obj",
        "build a.obj --until sunset", "scene nowhere -o a.obj", "scene holes -o a.obj --set width=x"}) {
    write("a.obj", kRoom);
    const Outcome wrong = run(arguments);
    EXPECT_EQ(wrong.code, 2) << "ambula " << arguments << "\n" << wrong.err;
    EXPECT_NE(wrong.err, "") << arguments;
  }
  EXPECT_EQ(run("--help").code, 0);
  EXPECT_EQ(run("--version").code, 0);
}

// Each is answered with exit code 1 and one line that names the file; nothing is written.
TEST_F(Cli, BadInputIsRefusedWithOneLine) {
  using namespace std::string_literals;
  const std::string glb = "glTF\x02\0\0\0\xff\0\0\0\x10\0\0\0JSON{\"asset\":"s;
  const std::string nans = "v nan nan nan\nv inf -inf nan\nv 1 nan 2\nf 1 2 3\n";
  const std::string huge = "v 1e300 0 0\nv 0 1e300 0\nv 0 0 1e300\nf 1 2 3\n";
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 4294967295\nproperty float x\nproperty float y\nproperty float "
      "z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n";
  const std::pair<const char*, std::string> inputs[] = {
      {"empty.obj", ""},
      {"garbage.obj", "Call me Ishmael. Some years ago\n"},
      {"garbage.glb", "Call me Ishmael. Some years ago\n"},
      {"garbage.ply", "Call me Ishmael. Some years ago\n"},
      {"garbage.ambula", "Call me Ishmael. Some years ago\n"},
      {"truncated.glb", glb},
      {"range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"},
      {"nan.obj", nans},
      {"none.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"},
      {"flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"},
      {"huge.obj", huge},
      {"count.ply", ply},
      {"what.xyzzy", "hello"},
  };
  for (const auto& [name, content] : inputs) write(name, content);
  fs::create_directory(folder_ / "folder.obj");
  const std::size_t before = files();
  std::vector<std::string> names{"missing.obj", "missing.glb", "missing.ifc", "folder.obj"};
  for (const auto& input : inputs) names.emplace_back(input.first);
  for (const std::string& name : names) {
    for (const std::string command : {"build ", "info ", "render -o x.png "}) {
      const Outcome refused = run(command + name + (command == "build " ? " -o x.ambula" : ""));
      EXPECT_EQ(refused.code, 1) << command << name << ": " << refused.err;
      EXPECT_EQ(refused.err.find(name), refused.err.find(": ") + 2) << refused.err;
      EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
      EXPECT_EQ(refused.out, "");
    }
    EXPECT_EQ(files(), before) << name << " left something behind";
  }
}

// A floor of 4 x 3 m, y up, and over half of it the underside of a beam at 1.5 m.
constexpr const char* kBeam =
    "o Floor\nv 0 0 0\nv 4 0 0\nv 4 0 -3\nv 0 0 -3\nf 1 2 3 4\n"
    "o Beam\nv 2 1.5 1\nv 5 1.5 1\nv 5 1.5 -4\nv 2 1.5 -4\nf 8 7 6 5\n";

TEST_F(Cli, VerifyPassesWhatBuildMade) {
  write("beam.obj", kBeam);
  ASSERT_EQ(run("build beam.obj -o beam.ambula").code, 0);
  const Outcome text = run("verify beam.obj beam.ambula --samples 20000");
  EXPECT_EQ(text.code, 0) << text.out << text.err;
  EXPECT_NE(text.out.find("passed"), std::string::npos) << text.out;
  const Outcome json = run("verify beam.obj beam.ambula --samples 20000 --seed 7 --json");
  const auto report = nlohmann::json::parse(json.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << json.out;
  EXPECT_EQ(report["passed"], true);
  EXPECT_EQ(report["seed"], 7);
  EXPECT_EQ(report["ground"]["samples"], 20000);
  EXPECT_EQ(report["structure"]["sound"], true);
  EXPECT_TRUE(report["places"].empty());
}

TEST_F(Cli, VerifyTellsWhereASurfaceIsWrong) {
  write("beam.obj", kBeam);
  // The surface of an agent that fits under the beam, said to be that of one who does not.
  ASSERT_EQ(run("build beam.obj -o low.ambula --height 1").code, 0);
  auto document = load(folder_ / "low.ambula");
  ASSERT_TRUE(document);
  document->agent.height = 1.8;
  ASSERT_TRUE(save(*document, folder_ / "wrong.ambula"));
  const Outcome text = run("verify beam.obj wrong.ambula --samples 20000");
  EXPECT_EQ(text.code, 1);
  for (const char* piece : {"EXTRA", "FAILED", "1.5 m above: Beam"}) {
    EXPECT_NE(text.out.find(piece), std::string::npos) << piece << " is not in\n" << text.out;
  }
  const Outcome json = run("verify beam.obj wrong.ambula --samples 20000 --json");
  EXPECT_EQ(json.code, 1);
  const auto report = nlohmann::json::parse(json.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << json.out;
  EXPECT_EQ(report["passed"], false);
  EXPECT_NEAR(report["extra_area"].get<double>(), 6, 0.2);
  const auto& worst = report["places"][0];
  EXPECT_EQ(worst["kind"], "extra");
  EXPECT_EQ(worst["above"], "Beam");
  // In the scene's own frame, which is y up.
  EXPECT_NEAR(worst["point"][1].get<double>(), 0, 1e-3);
  EXPECT_GT(worst["point"][0].get<double>(), 2);
  EXPECT_LT(worst["point"][2].get<double>(), 0);
}

TEST_F(Cli, VerifyRefusesAnotherScene) {
  write("beam.obj", kBeam);
  write("room.obj", kRoom);
  ASSERT_EQ(run("build beam.obj -o beam.ambula").code, 0);
  const Outcome other = run("verify room.obj beam.ambula");
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("another scene"), std::string::npos) << other.err;
  ASSERT_EQ(run("build beam.obj -o scene.ambula --until scene").code, 0);
  EXPECT_EQ(run("verify beam.obj scene.ambula").code, 1);
  EXPECT_EQ(run("verify beam.obj").code, 2);
  EXPECT_EQ(run("verify beam.obj beam.ambula --samples 0").code, 2);
}

TEST_F(Cli, AFailedWriteLeavesNothing) {
  write("room.obj", kRoom);
  for (const char* command :
       {"build room.obj -o no/such/folder/x.ambula", "render room.obj -o no/such/x.png",
        "export room.obj scene no/such/x.glb", "export room.obj scene x.docx",
        "export room.obj walkable x.obj", "scene holes -o no/such/x.obj", "scene holes -o x.docx"}) {
    EXPECT_NE(run(command).code, 0) << command;
    EXPECT_EQ(files(), 1u) << command;
  }
}

TEST_F(Cli, GeneratedScenesComeWithTheirTruth) {
  const Outcome made = run("scene holes -o h.obj --rotate 17 --offset 1000,2000,3 --dirty 0.2");
  EXPECT_EQ(made.code, 0) << made.err;
  const auto truth = nlohmann::json::parse(content_of(folder_ / "h.truth.json"), nullptr, false);
  ASSERT_FALSE(truth.is_discarded());
  EXPECT_FALSE(truth["agents"].empty());
  EXPECT_EQ(run("info h.obj").code, 0);
  const Outcome list = run("scene --list");
  for (const char* name : {"holes", "platforms", "terrace-house", "town-house", "doorways", "spiral-maze",
                           "overhang", "competition", "stairs", "terrain", "blocks"}) {
    EXPECT_NE(list.out.find(name), std::string::npos) << name;
  }
}

TEST_F(Cli, TheSameSeedGivesTheSameBytes) {
  for (const char* name : {"a", "b"}) {
    ASSERT_EQ(run(std::string("scene town-house --furnish 5 --dirty 0.1 --seed 9 -o ") + name + ".obj").code,
              0);
  }
  EXPECT_EQ(content_of(folder_ / "a.obj"), content_of(folder_ / "b.obj"));
  ASSERT_EQ(run("scene town-house --furnish 5 --dirty 0.1 --seed 10 -o c.obj").code, 0);
  EXPECT_NE(content_of(folder_ / "a.obj"), content_of(folder_ / "c.obj"));
}

}  // namespace
}  // namespace ambula
