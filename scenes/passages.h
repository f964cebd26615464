// Who gets where in a generated building: rooms, and passages between them with what they let through.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/agent.h"

namespace ambula::scenes {

// A way between two spots. Numbers that do not limit keep their defaults.
struct Passage {
  std::string from, to;
  double width = std::numeric_limits<double>::infinity();   // metres between walls, at the narrowest
  double height = std::numeric_limits<double>::infinity();  // metres of headroom, at the lowest
  double step = 0;                                          // metres, the highest on the way
};

class Passages {
 public:
  void add(Passage passage) { passages_.push_back(std::move(passage)); }

  // A place in the spot `in` with `clear` metres around it to the nearest wall.
  void place(std::string_view name, std::string_view in, double clear);

  // Groups of places that reach each other; in the order the places were given.
  [[nodiscard]] std::vector<std::vector<std::string>> reach(const Agent& agent) const;

 private:
  struct Place {
    std::string name, in;
    double clear;
  };
  std::vector<Passage> passages_;
  std::vector<Place> places_;
};

}  // namespace ambula::scenes
