#include "query/turns.h"

namespace ambula {

void find_turns(PlanCells& m) {
  constexpr std::uint32_t kNone = NavMesh::kNone;
  m.turn.assign(m.sides.size(), kNone);
  std::vector<std::uint8_t> known(m.sides.size(), 0);
  const auto all_open = [](std::uint32_t) { return true; };
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s) {
      if (known[s] != 0) continue;
      const std::uint32_t turn = turn_at(m, s, c, all_open) == kNone ? kNone : m.turns++;
      // The same for the whole fan: around it both ways until a border, or all around.
      const auto put = [&](std::uint32_t corner) {
        known[corner] = 1;
        m.turn[corner] = turn;
      };
      put(s);
      std::uint32_t at = s;
      while (m.sides[at].neighbour != kNone) {
        at = m.next(m.sides[at].across, m.sides[at].neighbour);
        if (at == s) break;
        put(at);
      }
      std::uint32_t cell = c;
      at = s;
      while (true) {
        const std::uint32_t in = m.before(at, cell);
        if (m.sides[in].neighbour == kNone) break;
        at = m.sides[in].across;
        cell = m.sides[in].neighbour;
        if (at == s || known[at] != 0) break;
        put(at);
      }
    }
  }
}

}  // namespace ambula
