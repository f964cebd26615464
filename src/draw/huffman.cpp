// Huffman (1952), made canonical by length and symbol. The limit is kept by halving the counts until the tree
// is low enough: short, and not the optimum that package-merge would find.
#include "draw/huffman.h"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <tuple>

namespace ambula {
namespace {

std::vector<std::uint8_t> tree_depths(const std::vector<std::uint32_t>& counts) {
  using Node = std::tuple<std::uint64_t, std::uint32_t>;  // weight, index: ties resolve by index
  std::priority_queue<Node, std::vector<Node>, std::greater<>> queue;
  std::vector<std::uint32_t> parents(counts.size(), 0);
  for (std::uint32_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) queue.emplace(counts[i], i);
  }
  while (queue.size() > 1) {
    const auto [wa, a] = queue.top();
    queue.pop();
    const auto [wb, b] = queue.top();
    queue.pop();
    const auto joined = static_cast<std::uint32_t>(parents.size());
    parents.push_back(0);
    parents[a] = parents[b] = joined;
    queue.emplace(wa + wb, joined);
  }
  std::vector<std::uint8_t> depths(parents.size(), 0);
  for (std::size_t i = parents.size() - 1; i-- > 0;) {
    if (parents[i] != 0) depths[i] = static_cast<std::uint8_t>(depths[parents[i]] + 1);
  }
  depths.resize(counts.size());
  return depths;
}

}  // namespace

std::vector<HuffmanCode> make_huffman(std::vector<std::uint32_t> counts, int limit) {
  for (std::size_t i = 0; i < 2; ++i) counts[i] = std::max(counts[i], 1U);
  std::vector<std::uint8_t> lengths = tree_depths(counts);
  while (*std::max_element(lengths.begin(), lengths.end()) > limit) {
    for (std::uint32_t& count : counts) count = (count + 1) / 2;
    lengths = tree_depths(counts);
  }
  std::array<std::uint32_t, 17> per_length{}, next{};
  for (const std::uint8_t length : lengths) ++per_length[length];
  per_length[0] = 0;
  for (std::size_t i = 1; i < next.size(); ++i) next[i] = (next[i - 1] + per_length[i - 1]) << 1;
  std::vector<HuffmanCode> code(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0) continue;
    std::uint32_t value = next[lengths[i]]++, reversed = 0;
    for (int bit = 0; bit < lengths[i]; ++bit, value >>= 1) reversed = (reversed << 1) | (value & 1);
    code[i] = {static_cast<std::uint16_t>(reversed), lengths[i]};
  }
  return code;
}

}  // namespace ambula
