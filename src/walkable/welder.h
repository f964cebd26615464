// Contracts all that can be contracted on a WeldMesh, the nearest first.
//
//   Welder welder(surface, 100, fixed, context);
//   if (auto did = welder.run(); did && *did) ... welder.mesh() ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "walkable/edge_grid.h"
#include "walkable/weld_mesh.h"

namespace ambula {

class Welder {
 public:
  // The surface and `fixed` (of WeldMesh) must outlive it.
  Welder(Surface& surface, std::int32_t distance, std::span<const std::uint8_t> fixed, Context* context)
      : mesh_(surface, distance, fixed), distance_(distance), context_(context), grid_(distance) {}

  // Whether anything was to be done; if not the surface is as it was. Stops when the mesh `has_left`.
  Result<bool> run();
  [[nodiscard]] const WeldMesh& mesh() const { return mesh_; }
  // After run(): gives back all memory but the mesh's.
  void forget_search();
  [[nodiscard]] std::uint32_t contractions() const { return contractions_; }

 private:
  struct Queued {
    Contraction contraction;
    std::uint32_t version;                                                                 // of its place
    bool operator<(const Queued& other) const { return other.contraction < contraction; }  // nearest on top
  };

  [[nodiscard]] bool cancelled();
  void insert(HalfEdge e);
  [[nodiscard]] bool find_first_suspects();
  void find_next_suspects();
  void search(std::uint32_t place, std::int32_t reach);
  [[nodiscard]] std::int32_t first_reach() const { return std::max(1, distance_ / 4); }
  [[nodiscard]] bool contract_all();

  WeldMesh mesh_;
  std::int32_t distance_;
  Context* context_;
  EdgeGrid grid_;                          // of weldable edges
  std::vector<HalfEdge> edges_;            // weldable, when the sweep began
  std::vector<std::uint32_t> suspects_;    // places to be searched in a sweep
  std::vector<std::uint8_t> passed_over_;  // per place: its last search may have found a last resort
  std::vector<std::uint32_t> version_;  // per place: contractions it was in; what was queued before is void
  std::vector<HalfEdge> changed_;       // by the sweep
  std::vector<Option> found_;           // scratch
  std::vector<std::uint32_t> refused_;  // places; scratch
  std::vector<WeldMesh::Step> step_;    // the plan of the last search: none or one
  std::priority_queue<Queued> queue_;
  std::uint32_t contractions_ = 0;
  std::uint64_t limit_ = 0;
  bool last_resort_ = false;      // taken when a sweep found nothing else
  bool has_last_resort_ = false;  // some was passed over
  std::size_t since_check_ = 0;
};

}  // namespace ambula
