// A planar graph as rings of half-edges: about each vertex its outgoing edges, counter-clockwise.
//
// Twins are h and h ^ 1, so what belongs to an undirected edge is kept at h / 2 and stays there whatever is
// added or removed around it. The triangle to the left of h is h, then left_next(h), then left_next of that.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ambula {

struct HalfEdge {
  std::uint32_t to;    // the vertex it points at; kNone when the edge is not in use
  std::uint32_t next;  // the following one about its origin, counter-clockwise
  std::uint32_t prev;  // clockwise
};

class HalfEdges {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Empties it and makes room for a planar graph of n vertices: 3 n edges. Memory is kept.
  void reset(std::size_t n) {
    if (edges_.size() < 6 * n) edges_.resize(6 * n);
    used_ = 0;
    free_ = kNone;
    live_ = 0;
  }

  [[nodiscard]] std::uint32_t to(std::uint32_t h) const { return edges_[h].to; }
  [[nodiscard]] std::uint32_t from(std::uint32_t h) const { return edges_[h ^ 1].to; }
  [[nodiscard]] std::uint32_t next(std::uint32_t h) const { return edges_[h].next; }
  [[nodiscard]] std::uint32_t prev(std::uint32_t h) const { return edges_[h].prev; }
  [[nodiscard]] std::uint32_t left_next(std::uint32_t h) const { return edges_[h ^ 1].prev; }
  [[nodiscard]] HalfEdge& operator[](std::uint32_t h) { return edges_[h]; }

  // Ids in [0, end()) are edges in use or not; live() edges are.
  [[nodiscard]] std::uint32_t end() const { return used_; }
  [[nodiscard]] std::uint32_t live() const { return live_; }

  // An edge a → b, in no ring yet.
  std::uint32_t make(std::uint32_t a, std::uint32_t b) {
    std::uint32_t h = free_;
    if (h == kNone) {
      h = used_;
      used_ += 2;
      assert(used_ <= edges_.size());
    } else {
      free_ = edges_[h].next;
    }
    ++live_;
    edges_[h].to = b;
    edges_[h ^ 1].to = a;
    return h;
  }
  // As the only one of its ring.
  void alone(std::uint32_t h) { edges_[h].next = edges_[h].prev = h; }
  void insert_after(std::uint32_t h, std::uint32_t at) {
    const std::uint32_t n = edges_[at].next;
    edges_[h].prev = at;
    edges_[h].next = n;
    edges_[at].next = h;
    edges_[n].prev = h;
  }
  void insert_before(std::uint32_t h, std::uint32_t at) { insert_after(h, edges_[at].prev); }
  // Out of both rings.
  void remove(std::uint32_t h) {
    for (const std::uint32_t k : {h, h ^ 1}) {
      const HalfEdge e = edges_[k];
      edges_[e.prev].next = e.next;
      edges_[e.next].prev = e.prev;
      edges_[k].to = kNone;
    }
    h &= ~1u;
    edges_[h].next = free_;
    free_ = h;
    --live_;
  }

 private:
  std::vector<HalfEdge> edges_;
  std::uint32_t used_ = 0, free_ = kNone, live_ = 0;
};

}  // namespace ambula
