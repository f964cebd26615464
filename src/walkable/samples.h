// Points that stand for the components of a surface: spread by area, well inside faces, lifted above them.
//
//   ComponentSamples samples(surface, component, components, lift);
//   samples.first(c);                        // amid component c's area
//   samples.more({candidates});              // further ones, for the few that need them
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"
#include "walkable/surface.h"

namespace ambula {

class ComponentSamples {
 public:
  // `lift` in quanta.
  ComponentSamples(const Surface& surface, std::span<const std::uint32_t> component, std::uint32_t components,
                   double lift);

  [[nodiscard]] double area(std::uint32_t component) const { return area_[component]; }  // quanta² in plan
  [[nodiscard]] double total_area() const { return total_; }
  [[nodiscard]] Vec3 first(std::uint32_t component) const;  // components have a face at least

  // Per component of `chosen` (ascending): four points to nine, more for larger ones.
  [[nodiscard]] std::vector<std::vector<Vec3>> more(std::span<const std::uint32_t> chosen) const;

 private:
  [[nodiscard]] Vec3 point_in(std::uint32_t face, std::uint32_t number) const;

  const Surface& surface_;
  std::span<const std::uint32_t> component_;
  double lift_;
  double total_ = 0;
  std::vector<double> area_;
  std::vector<std::uint32_t> first_;  // per component: the face of its first sample
};

}  // namespace ambula
