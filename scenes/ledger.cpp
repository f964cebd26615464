// Plan arithmetic over solids. All sides of all rectangles cut the plan into cells; over one cell the same
// solids lie everywhere, so what is free there is decided by comparing a handful of planes. Where planes are
// inclined, the cell is cut further along its slope at every place where the order of two faces, or their
// distance against the agent's height, changes; between those places one decision holds for all of it.
#include "scenes/ledger.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "scenes/angle.h"

namespace ambula::scenes {
namespace {

constexpr double kEqual = 1e-9;        // metres: rounding in sums of coordinates on the grid
constexpr double kDoubleSided = 1e-3;  // metres: a downward face this near above is the floor's own underside
constexpr double kDegree = kPi / 180;

struct Face {
  Incline plane;
  bool up;
};

struct Limits {
  double height;
  double least;  // cosine of the steepest ground
};

double cosine(const Incline& p) { return 1 / std::sqrt(1 + p.gx * p.gx + p.gy * p.gy); }

// Adds the ground of `faces` over a piece of plan of `area`, all decided at the point (x, y) in it.
void decide(const std::vector<Face>& faces, const Limits& limits, double x, double y, double area,
            LedgerAreas& out) {
  const auto ground = [&](const Face& f) { return f.up && cosine(f.plane) >= limits.least; };
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (!ground(faces[i])) continue;
    const double z = faces[i].plane.at(x, y);
    bool free = true;
    int inside = 0;
    for (std::size_t j = 0; j < faces.size() && free; ++j) {
      if (j == i) continue;
      const double above = faces[j].plane.at(x, y) - z;
      const bool is_ground = ground(faces[j]);
      if (is_ground && std::abs(above) <= kEqual && j < i) free = false;  // counted there
      const double near = is_ground ? kEqual : kDoubleSided;
      if (above > near && above < limits.height - kEqual) free = false;
      if (above > limits.height / 2) inside += faces[j].up ? 1 : -1;
    }
    if (free) (inside > 0 ? out.enclosed : out.free) += area / cosine(faces[i].plane);
  }
}

// Along a cell from a to b in the direction of its slope: where a decision may change.
std::vector<double> turning_points(const std::vector<Face>& faces, double height, double a, double b,
                                   bool along_x) {
  std::vector<double> at{a, b};
  for (const Face& f : faces) {
    for (const Face& g : faces) {
      const double slope = along_x ? g.plane.gx - f.plane.gx : g.plane.gy - f.plane.gy;
      if (slope == 0) continue;
      for (const double apart : {0.0, kDoubleSided, height / 2, height}) {
        const double t = (apart - (g.plane.base - f.plane.base)) / slope;
        if (t > a && t < b) at.push_back(t);
      }
    }
  }
  std::sort(at.begin(), at.end());
  return at;
}

void measure_cell(const std::vector<Face>& faces, const Limits& limits, const Rect& cell, LedgerAreas& out) {
  bool along_x = false, along_y = false;
  for (const Face& f : faces) {
    along_x |= f.plane.gx != 0;
    along_y |= f.plane.gy != 0;
  }
  const double x = (cell.x0 + cell.x1) / 2, y = (cell.y0 + cell.y1) / 2;
  if (!along_x && !along_y) return decide(faces, limits, x, y, cell.area(), out);
  // Over one cell slopes share their direction; builders see to it.
  const auto at = along_x ? turning_points(faces, limits.height, cell.x0, cell.x1, true)
                          : turning_points(faces, limits.height, cell.y0, cell.y1, false);
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double middle = (at[i] + at[i + 1]) / 2, size = at[i + 1] - at[i];
    if (along_x)
      decide(faces, limits, middle, y, size * cell.depth(), out);
    else
      decide(faces, limits, x, middle, size * cell.width(), out);
  }
}

std::vector<double> sorted_sides(std::vector<double> sides) {
  std::sort(sides.begin(), sides.end());
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  return sides;
}

std::size_t index_of(const std::vector<double>& sides, double v) {
  return static_cast<std::size_t>(std::lower_bound(sides.begin(), sides.end(), v) - sides.begin());
}

}  // namespace

void Ledger::solid(const Rect& plan, Incline bottom, Incline top) {
  const Rect r = on_grid(plan);
  if (!r.empty()) solids_.push_back({r, bottom, top});
}

LedgerAreas Ledger::areas(const Agent& agent) const {
  std::vector<double> sides_x, sides_y;
  for (const Solid& s : solids_) {
    sides_x.insert(sides_x.end(), {s.plan.x0, s.plan.x1});
    sides_y.insert(sides_y.end(), {s.plan.y0, s.plan.y1});
  }
  const auto xs = sorted_sides(std::move(sides_x)), ys = sorted_sides(std::move(sides_y));
  LedgerAreas out;
  if (xs.size() < 2 || ys.size() < 2) return out;
  const Limits limits{agent.height, std::cos((agent.max_slope + 1e-6) * kDegree)};

  // A row of cells at a time: memory stays small however many cells there are.
  std::vector<std::vector<std::uint32_t>> rows(ys.size() - 1);
  for (std::size_t s = 0; s < solids_.size(); ++s) {
    const std::size_t end = index_of(ys, solids_[s].plan.y1);
    for (std::size_t j = index_of(ys, solids_[s].plan.y0); j < end; ++j) {
      rows[j].push_back(static_cast<std::uint32_t>(s));
    }
  }
  std::vector<std::vector<Face>> cells(xs.size() - 1);
  for (std::size_t j = 0; j + 1 < ys.size(); ++j) {
    for (auto& cell : cells) cell.clear();
    for (const std::uint32_t s : rows[j]) {
      const std::size_t end = index_of(xs, solids_[s].plan.x1);
      for (std::size_t i = index_of(xs, solids_[s].plan.x0); i < end; ++i) {
        cells[i].push_back({solids_[s].bottom, false});
        cells[i].push_back({solids_[s].top, true});
      }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      measure_cell(cells[i], limits, {xs[i], ys[j], xs[i + 1], ys[j + 1]}, out);
    }
  }
  return out;
}

}  // namespace ambula::scenes
