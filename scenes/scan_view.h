// The part of a scene that a scanner sees: a person walks wherever the truth's places lead, with the scanner
// at eye height, and what no straight line reaches stays unseen. Small pieces drop out besides.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "scenes/marching_cubes.h"
#include "scenes/truth.h"

namespace ambula::scenes {

class ScanView {
 public:
  ScanView(const ScanField& field, const Truth& truth, std::uint64_t seed);

  [[nodiscard]] bool seen(const SurfaceCell& cell) const;

 private:
  struct Blob {
    Vec3 at;        // nodes
    double radius;  // cells
  };

  void walk(const Truth& truth);
  void look(const Truth& truth);
  void drop_out(const SurfaceCell& cell);
  [[nodiscard]] bool sees(const SurfaceCell& cell) const;
  [[nodiscard]] bool clear(Vec3 from, Vec3 to) const;
  [[nodiscard]] std::uint64_t patch_of(Vec3 at, Vec3 outward) const;
  [[nodiscard]] bool dropped(const SurfaceCell& cell) const;

  const ScanField& field_;
  std::uint64_t seed_;
  double patch_;                                                        // cells a side
  std::vector<Vec3> poses_;                                             // nodes
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> near_;  // poses by square in plan
  std::unordered_map<std::uint64_t, bool> patches_;                     // seen or not
  std::unordered_map<std::uint64_t, std::vector<Blob>> blobs_;          // by block
};

}  // namespace ambula::scenes
