// Small soups as text, for the walkable stage's corpus: a letter is a coordinate, nine letters a triangle.
//
//   01                 the steps of the plan and of heights (kPlanSteps, kHeightSteps), and what else
//   000 k00 kk0        a triangle: x y z of every corner, in steps
//
// Letters are 0-9 A-Z a-z + - for 0 to 63; every other byte is passed over, so any bytes are some soup.
// Coordinates are few, so corners, edges and planes meet all the time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/scene.h"

namespace ambula::fuzz {

struct LetterSoup {
  // Metres. A tick of a clock, half a tick, a quantum, a few quanta, and what no binary fraction holds.
  static constexpr std::array<double, 5> kPlanSteps{0.0625, 0.05, 0.0001, 0.0003, 0.33};
  static constexpr std::array<double, 5> kHeightSteps{0.0625, 0.05, 0.0001, 0.001, 0.3};
  static constexpr std::size_t kLetters = 64;
  static constexpr std::size_t kMost = 48;  // triangles; further ones are passed over

  using Place = std::array<std::uint8_t, 3>;  // each below kLetters
  using Corners = std::array<Place, 3>;

  std::size_t plan = 0, height = 0;  // of the steps
  std::vector<Corners> triangles;

  [[nodiscard]] Soup soup() const;
};

[[nodiscard]] LetterSoup read_letters(std::string_view text);
[[nodiscard]] std::string write_letters(const LetterSoup& soup);

}  // namespace ambula::fuzz
