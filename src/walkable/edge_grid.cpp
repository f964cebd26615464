// Grids whose cells grow by a factor of four from level to level, hashed into one table. An edge goes to the
// finest level at which it is at most two cells long, or up to three levels finer when it would come into a
// crowded cell, which keeps fans of long thin faces from filling the same few cells.
#include "walkable/edge_grid.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace ambula {
namespace {

constexpr std::uint32_t kCrowd = 24;  // edges in a cell before finer levels are tried
constexpr std::uint32_t kFiner = 3;   // levels: at most 2 · 4^3 cells along an edge

std::int64_t floor_div(std::int64_t a, std::int64_t b) {  // b > 0
  const std::int64_t q = a / b;
  return q - (a % b < 0 ? 1 : 0);
}

}  // namespace

EdgeGrid::EdgeGrid(std::int32_t reach, std::size_t expected) {
  while ((std::int64_t{2} << shift_) < reach) ++shift_;
  resize(std::bit_ceil(std::max<std::size_t>(64, expected)));
}

void EdgeGrid::resize(std::size_t cells) {
  std::vector<Cell> old(cells);
  old.swap(cells_);
  hash_shift_ = 64 - (std::countr_zero(cells) - 4);
  for (const Cell& cell : old) {
    if (cell.key != kFree) cells_[slot(cell.key)] = cell;
  }
}

// Cells of the level that the edge's plan meets: column by column, the rows between where it enters and
// leaves.
void EdgeGrid::list_cells(std::uint32_t level, LatticePoint a, LatticePoint b) {
  touched_.clear();
  if (a.x > b.x) std::swap(a, b);
  const int shift = shift_of(level);
  const std::int32_t first = a.x >> shift, last = b.x >> shift;
  const std::int64_t run = std::int64_t{b.x} - a.x, rise = std::int64_t{b.y} - a.y;
  const auto y_at = [&](std::int32_t column) {
    return a.y + floor_div(rise * ((std::int64_t{column} << shift) - a.x), run);
  };
  for (std::int32_t column = first; column <= last; ++column) {
    const std::int64_t in = column == first ? a.y : y_at(column);
    const std::int64_t out = column == last ? b.y : y_at(column + 1);
    // The rounding of a division is widened away.
    const std::int64_t low = std::min(in, out) - (column == first ? 0 : 1);
    const std::int64_t high = std::max(in, out) + (column == last ? 0 : 1);
    for (std::int64_t row = low >> shift; row <= high >> shift; ++row) {
      touched_.push_back(key_of(level, column, static_cast<std::int32_t>(row)));
    }
  }
}

// Makes room for the cells listed and finds them.
void EdgeGrid::find_slots() {
  while (2 * (occupied_ + touched_.size()) > cells_.size()) resize(2 * cells_.size());
  slots_.clear();
  for (const std::uint64_t key : touched_) slots_.push_back(slot(key));
}

bool EdgeGrid::crowded() const {
  return std::any_of(slots_.begin(), slots_.end(), [&](std::size_t s) { return cells_[s].count >= kCrowd; });
}

void EdgeGrid::insert(std::uint32_t id, LatticePoint a, LatticePoint b) {
  const std::int64_t length = std::max(std::abs(std::int64_t{b.x} - a.x), std::abs(std::int64_t{b.y} - a.y));
  std::uint32_t level = 0;
  while (level + 1 < kLevels && shift_of(level + 1) <= 30 && length > (std::int64_t{2} << shift_of(level))) {
    ++level;
  }
  list_cells(level, a, b);
  find_slots();
  for (std::uint32_t finer = 0; finer < kFiner && level > 0 && crowded(); ++finer) {
    list_cells(--level, a, b);
    find_slots();
  }
  used_[level] = true;
  if (id >= edges_.size()) edges_.resize(std::max<std::size_t>(id + 1, edges_.size() + edges_.size() / 2));
  edges_[id].serial = ++serial_;
  const Entry entry{.low = {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                    .id = id,
                    .high = {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)},
                    .serial = serial_};
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Cell* cell = &cells_[slots_[i]];
    if (cell->key != touched_[i]) cell = &cells_[slot(touched_[i])];  // another new one took its place
    if (cell->key == kFree) {
      cell->key = touched_[i];
      ++occupied_;
    }
    add(*cell, entry);
  }
}

// room: a power of two.
std::uint32_t EdgeGrid::take_room(std::uint32_t room) {
  std::vector<std::uint32_t>& left = left_rooms_[static_cast<std::size_t>(std::countr_zero(room))];
  if (!left.empty()) {
    const std::uint32_t first = left.back();
    left.pop_back();
    return first;
  }
  constexpr std::uint32_t kChunk = 1u << kChunkBits;
  const auto all = static_cast<std::uint32_t>(chunks_.size() << kChunkBits);
  const std::uint32_t size = std::max(room, kChunk);
  if (room < kChunk && all - next_room_ >= room) return std::exchange(next_room_, next_room_ + room);
  memory_.emplace_back(new Entry[size]);  // not set to zeros, as std::make_unique would
  for (std::uint32_t at = 0; at < size; at += kChunk) chunks_.push_back(memory_.back().get() + at);
  // What is left of the chunk before is less than this cell needs, and stays unused.
  next_room_ = all + room;
  return all;
}

// A cell without room loses its void entries, or else moves to where it has more.
void EdgeGrid::add(Cell& cell, const Entry& entry) {
  if (cell.count == cell.room) {
    Entry* const begin = entries_of(cell);
    Entry* const kept = std::remove_if(begin, begin + cell.count,
                                       [&](const Entry& e) { return edges_[e.id].serial != e.serial; });
    cell.count = static_cast<std::uint32_t>(kept - begin);
    if (cell.room == 0 || 2 * cell.count > cell.room) {
      const Cell old = cell;
      cell.room = std::bit_ceil(std::max(2u, 2 * cell.count));
      cell.first = take_room(cell.room);
      std::copy_n(begin, cell.count, entries_of(cell));
      if (old.room > 0)
        left_rooms_[static_cast<std::size_t>(std::countr_zero(old.room))].push_back(old.first);
    }
  }
  entries_of(cell)[cell.count++] = entry;
}

}  // namespace ambula
