// The two answers side by side: points drawn from ground, surface and walls, and what becomes of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/params/walkable.h"
#include "ambula/verify.h"
#include "verify/found.h"
#include "verify/separators.h"
#include "verify/structure.h"
#include "verify/truth.h"

namespace ambula::checker {

enum class Verdict : std::uint8_t {
  agreed,
  missing,
  extra,
  doubled,
  crossed,
  undecidable,
  closed,
  enclosed,
  small,
};

enum class Origin : std::uint8_t { ground, surface, walls };

struct Sample {
  Vec2 p;
  double z = 0;              // walls: of the lowest point over p
  double top = 0;            // walls only: of the highest
  Vec2 gradient;             // of the triangle or face it was drawn from; walls: none
  std::uint32_t source = 0;  // triangle or face
};

// Draws points from triangles or segments in proportion to their size in plan: sample i of n comes from the
// i-th of n equal parts, so that nothing larger than a part is left out.
class Draws {
 public:
  void add(std::uint32_t item, double size);
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] double total() const { return ends_.empty() ? 0 : ends_.back(); }
  [[nodiscard]] std::uint32_t pick(std::uint64_t i, std::uint64_t n, double inside) const;

 private:
  std::vector<std::uint32_t> items_;
  std::vector<double> ends_;  // running sums of sizes
};

class Comparison {
 public:
  Comparison(const Scene& scene, const Agent& agent, const WalkableParams& walkable_params,
             const Walkable& walkable, const VerifyParams& params, double band);

  [[nodiscard]] const Draws& draws(Origin origin) const { return draws_[static_cast<std::size_t>(origin)]; }
  [[nodiscard]] GroundSize ground_size() const;
  [[nodiscard]] Sample sample(Origin origin, std::uint64_t i) const;
  Verdict judge(Origin origin, const Sample& sample, Scratch& scratch) const;

  // Metres around the sample where the same disagreement is found.
  double reach_of(Verdict verdict, const Sample& sample, Scratch& scratch) const;
  [[nodiscard]] VerifyPlace describe(Verdict verdict, const Sample& sample, Scratch& scratch) const;

 private:
  Verdict judge_ground(const Sample& sample, Scratch& scratch) const;
  Verdict judge_surface(const Sample& sample, Scratch& scratch) const;
  // True if the triangle stands so steep that the strip it takes from the ground may be narrower than the
  // band.
  [[nodiscard]] bool is_steep(std::uint32_t t) const;
  // True if nothing is left of the triangle on the lattice.
  [[nodiscard]] bool is_needle(std::uint32_t t) const;
  // True if a face, at height z, runs on through the wall.
  bool crossed_at(const Sample& sample, double& z, Scratch& scratch) const;
  Verdict explain(Verdict verdict, const Sample& sample, Scratch& scratch) const;
  // Where grounds lie within the band of each other, which of them is the upper one changes on lines the
  // lattice moves: a hole narrower than the band is no more than that.
  bool hole_between_grounds(const Sample& sample, Scratch& scratch) const;
  [[nodiscard]] bool closed_at(const Sample& sample) const;
  [[nodiscard]] bool doubled_at(Vec2 q, const Sample& sample, Scratch& scratch) const;
  [[nodiscard]] double tolerance(Vec2 gradient) const;

  const Scene& scene_;
  WalkableParams options_;
  VerifyParams params_;
  double band_, quantum_;
  Truth truth_;
  Found found_;
  Separators separators_;
  Draws draws_[3];
};

}  // namespace ambula::checker
