#include "scenes/scan_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "ambula/hash.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

// Of the one who scans; metres.
constexpr double kColumn = 0.25;   // squares in plan to stand on
constexpr double kClimb = 0.5;     // from square to square, at most
constexpr double kHeadroom = 0.8;  // needed to put the scanner there
constexpr double kEyes = 1.5;      // above the ground, or lower where the room is low
constexpr int kPoseEvery = 3;      // columns from pose to pose
constexpr double kRange = 6;       // of the scanner
constexpr double kGrazing = 0.12;  // sine of the angle to the surface below which it gives no depth
constexpr double kPatch = 0.08;    // seen or unseen together
// Dropouts.
constexpr double kDropouts = 0.4;            // for each square metre
constexpr double kSpared = 0.3;              // metres around points of the truth
constexpr double kLeast = 0.7, kMost = 1.7;  // radius, cells

std::uint64_t square(double x, double y) {
  const auto i = static_cast<std::int64_t>(std::floor(x)), j = static_cast<std::int64_t>(std::floor(y));
  return mix_bits(static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ULL ^ static_cast<std::uint64_t>(j));
}

std::uint64_t cube(double x, double y, double z) {
  return mix_bits(square(x, y) ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(z))));
}

// Which of the six axes a normal follows most.
std::uint64_t side_of(Vec3 n) {
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  if (z >= x && z >= y) return n.z > 0 ? 0 : 1;
  if (x >= y) return n.x > 0 ? 2 : 3;
  return n.y > 0 ? 4 : 5;
}

std::vector<Vec3> points_of(const Truth& truth) {
  std::vector<Vec3> out;
  for (const PlaceTruth& place : truth.places) out.push_back(place.at);
  for (const DoorTruth& door : truth.doors) out.push_back(door.center);
  for (const StairsTruth& stairs : truth.stairs)
    out.insert(out.end(), stairs.line.begin(), stairs.line.end());
  return out;
}

// Squares in plan with the heights to stand at, and the walk over them.
class Walk {
 public:
  explicit Walk(const ScanField& field)
      : field_(field), step_(std::max(1, static_cast<int>(std::round(kColumn / field.grid().cell)))) {}

  // Stands at the ground near p, if there is any.
  void start(Vec3 p) {
    const Vec3 n = field_.grid().to_nodes(p);
    const Column c{static_cast<std::int32_t>(std::round(n.x / step_)),
                   static_cast<std::int32_t>(std::round(n.y / step_))};
    step_onto(c, n.z);
  }
  // Everywhere: for scenes whose truth names no place.
  void start_everywhere() {
    for (std::int32_t j = 0; j * step_ < field_.grid().size[1]; ++j) {
      for (std::int32_t i = 0; i * step_ < field_.grid().size[0]; ++i) {
        for (const Spot& spot : spots({i, j})) step_onto({i, j}, spot.z);
      }
    }
  }
  // Poses above every few columns that are reached; nodes.
  std::vector<Vec3> poses() {
    std::vector<Vec3> out;
    while (!open_.empty()) {
      const auto [column, z] = open_.back();
      open_.pop_back();
      for (const auto& [i, j] : {Column{1, 0}, Column{-1, 0}, Column{0, 1}, Column{0, -1}}) {
        step_onto({column.first + i, column.second + j}, z);
      }
    }
    for (const auto& [place, headroom] : reached_) {
      const auto& [column, z] = place;
      if (column.first % kPoseEvery != 0 || column.second % kPoseEvery != 0) continue;
      const double eyes = std::min(kEyes / field_.grid().cell, 0.7 * headroom);
      out.push_back(
          {static_cast<double>(column.first * step_), static_cast<double>(column.second * step_), z + eyes});
    }
    return out;
  }

 private:
  using Column = std::pair<std::int32_t, std::int32_t>;
  struct Spot {
    double z, headroom;  // nodes
  };

  [[nodiscard]] std::vector<Spot> spots(Column c) const {
    std::vector<Spot> out;
    const auto solid = field_.upright().intervals(c.first * step_, c.second * step_);
    for (std::size_t i = 0; i < solid.size(); ++i) {
      const double room = (i + 1 < solid.size() ? solid[i + 1].from : 1e9) - solid[i].to;
      if (room * field_.grid().cell >= kHeadroom) out.push_back({solid[i].to, room});
    }
    return out;
  }
  void step_onto(Column c, double z) {
    for (const Spot& spot : spots(c)) {
      if (std::abs(spot.z - z) * field_.grid().cell > kClimb) continue;
      if (reached_.emplace(std::pair{c, spot.z}, spot.headroom).second) open_.push_back({c, spot.z});
    }
  }

  const ScanField& field_;
  int step_;  // nodes
  std::map<std::pair<Column, double>, double> reached_;
  std::vector<std::pair<Column, double>> open_;
};

}  // namespace

ScanView::ScanView(const ScanField& field, const Truth& truth, std::uint64_t seed)
    : field_(field), seed_(seed), patch_(std::max(2.0, std::round(kPatch / field.grid().cell))) {
  walk(truth);
  look(truth);
}

void ScanView::walk(const Truth& truth) {
  Walk walk(field_);
  const std::vector<Vec3> points = points_of(truth);
  for (const Vec3 p : points) walk.start(p);
  if (points.empty()) walk.start_everywhere();
  poses_ = walk.poses();
  const double range = kRange / field_.grid().cell;
  for (std::uint32_t i = 0; i < poses_.size(); ++i) {
    const Vec3 p = poses_[i] * (1 / range);
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) near_[square(p.x + dx, p.y + dy)].push_back(i);
    }
  }
}

// Judges a patch by the first of its cells.
void ScanView::look(const Truth& truth) {
  std::vector<Vec3> spared = points_of(truth);
  for (Vec3& p : spared) p = field_.grid().to_nodes(p);
  const double far = kSpared / field_.grid().cell;
  for_surface_cells(field_, [&](const SurfaceCell& cell) {
    const auto [patch, fresh] = patches_.emplace(patch_of(cell.at, cell.outward), false);
    if (!fresh) return;
    patch->second = sees(cell);
    const bool named =
        std::any_of(spared.begin(), spared.end(), [&](Vec3 p) { return length(p - cell.at) < far; });
    if (patch->second && !named) drop_out(cell);
  });
}

bool ScanView::sees(const SurfaceCell& cell) const {
  const double range = kRange / field_.grid().cell;
  const auto found = near_.find(square(cell.at.x / range, cell.at.y / range));
  if (found == near_.end()) return false;
  const Vec3 target = cell.at + cell.outward * 1.7;
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const std::uint32_t i : found->second) {
    const Vec3 d = poses_[i] - cell.at;
    const double size = length(d);
    if (size < range && dot(d, cell.outward) > kGrazing * size) order.push_back({size, i});
  }
  std::sort(order.begin(), order.end());
  return std::any_of(order.begin(), order.end(),
                     [&](const auto& o) { return clear(poses_[o.second], target); });
}

// Nothing solid between: from node to node near a surface, from block to block elsewhere.
bool ScanView::clear(Vec3 from, Vec3 to) const {
  const Vec3 d = to - from;
  const double size = length(d);
  const Vec3 step = d * (1 / size);
  for (double t = 0; t < size;) {
    const Vec3 p = from + step * t;
    const Node n{static_cast<std::int32_t>(std::floor(p.x + 0.5)),
                 static_cast<std::int32_t>(std::floor(p.y + 0.5)),
                 static_cast<std::int32_t>(std::floor(p.z + 0.5))};
    if (const ScanField::Block* block = field_.block_of(n)) {
      if (block->values[ScanField::within(n)] < 0) return false;
      t += 0.9;
      continue;
    }
    // Out of this block, whose nodes go from 8 b - 0.5 to 8 b + 7.5.
    const auto leave = [](double at, double along) {
      const double low = std::floor((at + 0.5) / 8) * 8 - 0.5;
      if (along > 1e-9) return (low + 8 - at) / along;
      return along < -1e-9 ? (low - at) / along : 1e9;
    };
    t += std::max(std::min({leave(p.x, step.x), leave(p.y, step.y), leave(p.z, step.z)}), 0.0) + 1e-3;
  }
  return true;
}

std::uint64_t ScanView::patch_of(Vec3 at, Vec3 outward) const {
  const Vec3 p = at * (1 / patch_);
  return cube(p.x, p.y, p.z) * 8 + side_of(outward);
}

void ScanView::drop_out(const SurfaceCell& cell) {
  Random random(seed_ ^ cube(cell.at.x, cell.at.y, cell.at.z));
  const double side = patch_ * field_.grid().cell;
  if (random.unit() >= kDropouts * side * side) return;
  const Blob blob{cell.at, random.between(kLeast, kMost)};
  for (int i = 0; i < 8; ++i) {  // every block it reaches into; some more than once
    const double reach = kMost + 1;
    const Vec3 p = cell.at + Vec3{(i & 1) != 0 ? reach : -reach, (i & 2) != 0 ? reach : -reach,
                                  (i & 4) != 0 ? reach : -reach};
    blobs_[cube(p.x / 8, p.y / 8, p.z / 8)].push_back(blob);
  }
}

bool ScanView::dropped(const SurfaceCell& cell) const {
  const auto found = blobs_.find(cube(cell.at.x / 8, cell.at.y / 8, cell.at.z / 8));
  if (found == blobs_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const Blob& blob) {
    const double ragged = 0.4 * smooth_noise(cell.at, 1.5, seed_ + 7);
    return length(cell.at - blob.at) < blob.radius + ragged;
  });
}

bool ScanView::seen(const SurfaceCell& cell) const {
  if (dropped(cell)) return false;
  // Ragged borders of what is unseen: judged by a place nearby.
  const Vec3 off{smooth_noise(cell.at, 2.1, seed_ + 4), smooth_noise(cell.at, 2.1, seed_ + 5),
                 smooth_noise(cell.at, 2.1, seed_ + 6)};
  auto found = patches_.find(patch_of(cell.at + off * (patch_ / 2), cell.outward));
  if (found == patches_.end()) found = patches_.find(patch_of(cell.at, cell.outward));
  return found == patches_.end() || found->second;
}

}  // namespace ambula::scenes
