// An edge by the places it runs between, as a key of hash tables.
#pragma once

#include <cstddef>

#include "ambula/lattice.h"
#include "geometry/place_hash.h"

namespace ambula {

struct EdgePlace {
  LatticePoint a, b;
  bool operator==(const EdgePlace&) const = default;
};
struct EdgePlaceHash {
  std::size_t operator()(const EdgePlace& e) const {
    return static_cast<std::size_t>(hash_with(hash_place(e.a) * 3, hash_place(e.b)));
  }
};

}  // namespace ambula
