// Ramps in the real scenes beside the project, where they are present.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include "ambula/import.h"
#include "bench/manifest.h"
#include "navmesh/ramp_checks.h"

namespace ambula::testing {
namespace {

TEST(RampsRealScenes, KeepTheirPromises) {
  const std::filesystem::path folder = AMBULA_REAL_SCENES;
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const bench::ManifestScene& entry : *scenes) {
    SCOPED_TRACE(entry.name);
    if (getenv("ONLY") && entry.name != getenv("ONLY")) continue;
    auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    const Stages s = stages_of(std::move(*scene));
    if (getenv("SLIVER")) for (std::size_t t = 0; t < s.linked.triangles.size(); ++t) {
      const auto& c = s.linked.triangles[t];
      auto q=[&](std::size_t i){ auto v=s.linked.vertices[c[i]]; return Point2{v.x,v.y}; };
      auto o=orient2d(q(0),q(1),q(2));
      if (o>0||q(0)==q(1)||q(1)==q(2)||q(0)==q(2)) continue;
      const Link& l=s.links.links[s.linked.link[t]==LinkedSurface::kNone?0:s.linked.link[t]];
      auto P=[&](std::uint32_t v){ auto p=s.linked.vertices[v]; std::cout<<" "<<v<<"("<<p.x<<","<<p.y<<","<<p.z<<")"; };
      std::cout<<"sliver link "<<static_cast<int>(s.linked.link[t])<<" face "<<static_cast<int>(s.linked.face[t])<<" "<<name_of(l.kind)<<" fl "<<static_cast<int>(l.flight)<<" run "<<l.run<<" o "<<o<<" ints "<<l.intervals<<" tris "<<l.triangles<<":";
      for (auto v: c) P(v);
      std::cout<<" | ";
      if (l.intervals==2) { auto&a=s.links.intervals[l.first_interval]; auto&b=s.links.intervals[l.first_interval+1]; P(a.first);P(a.last);P(b.last);P(b.first);} 
      std::cout<<"\n";
    }
    const auto ramps = add_ramps(s.input(), s.agent, 60);
    ASSERT_TRUE(ramps) << ramps.error().message;
    EXPECT_EQ(ramp_faults(s, *ramps, 500), "");
    RecordProperty(entry.name, summary(count_flights(s, *ramps)));
    std::cout << entry.name << " left out " << s.joined.left_out << ": " << summary(count_flights(s, *ramps)) << std::endl;
    for (const auto& step : ramps->steps)
      if (step.state != RampState::lifted || step.lifted != step.links)
        std::cout << "  flight " << step.flight << " step " << step.step << " " << name_of(step.state) << (step.foot ? " foot " : " tread ") << step.lifted << "/" << step.links << "\n";
  }
}

}  // namespace
}  // namespace ambula::testing
