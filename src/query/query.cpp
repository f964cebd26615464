// The questions about places; those about paths are in files of their own.
#include "ambula/query.h"
#include "ambula/values/nav_base.h"

#include <cmath>

#include "query/nearest.h"
#include "query/query_state.h"

namespace ambula {
namespace {

std::vector<double> areas_before(const QueryMesh& m) {
  std::vector<double> out(1, 0.0);
  out.reserve(m.size() + 1);
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    const Vec2 base = m.sides[m.begin(c)].at();
    double doubled = 0;
    for (std::uint32_t s = m.begin(c) + 1; s + 1 < m.end(c); ++s)
      doubled += cross(m.sides[s].at() - base, m.sides[s + 1].at() - base);
    out.push_back(out.back() + doubled / 2);
  }
  return out;
}

std::vector<std::uint32_t> gates_by_cell(const std::vector<LinkGate>& gates, std::uint32_t cells) {
  if (gates.empty()) return {};
  std::vector<std::uint32_t> begin(cells + 1, 0);
  for (const LinkGate& g : gates) ++begin[g.from.cell + 1];
  for (std::uint32_t c = 0; c < cells; ++c) begin[c + 1] += begin[c];
  return begin;
}

}  // namespace

const char* name_of(PathStatus status) noexcept {
  switch (status) {
    case PathStatus::complete:
      return "complete";
    case PathStatus::partial:
      return "partial";
    case PathStatus::no_start:
      return "no_start";
    case PathStatus::no_goal:
      return "no_goal";
    case PathStatus::unreachable:
      return "unreachable";
    case PathStatus::cancelled:
      return "cancelled";
    case PathStatus::out_of_budget:
      return "out_of_budget";
    case PathStatus::invalid:
      return "invalid";
  }
  return "";
}

Query::Query(const NavMesh& mesh, std::span<const UserLink> links) : scratch_(std::make_unique<Scratch>()) {
  auto shared = std::make_shared<Shared>();
  shared->mesh = make_query_mesh(mesh);
  shared->tree = CellTree(shared->mesh);
  shared->gates = make_link_gates(shared->mesh, shared->tree, links);
  shared->gate_begin = gates_by_cell(shared->gates, mesh.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
  for (const LinkGate& g : shared->gates) joined.emplace_back(g.from.cell, g.to.cell);
  shared->blocks = find_blocks(shared->mesh, joined);
  shared->border = make_border_cells(shared->mesh);
  shared->border_blocks = find_blocks(shared->border, {});
  shared->routes = find_routes(shared->border);
  shared->area_before = areas_before(shared->mesh);
  shared->links.assign(links.begin(), links.end());
  if (mesh.base && mesh.clearance) shared->clearance.emplace(*mesh.base, *mesh.clearance, mesh.lattice);
  shared_ = std::move(shared);
}
Query::Query(const Query& other)
    : shared_(other.shared_), scratch_(std::make_unique<Scratch>(*other.scratch_)) {}
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

const NavMesh& Query::mesh() const { return *shared_->mesh.mesh; }

std::vector<std::uint32_t> Query::links_left_out() const {
  std::vector<char> used(shared_->links.size(), 0);
  for (const LinkGate& gate : shared_->gates) used[gate.link] = 1;
  std::vector<std::uint32_t> out;
  for (std::uint32_t k = 0; k < used.size(); ++k) {
    if (used[k] == 0) out.push_back(k);
  }
  return out;
}

std::optional<Place> Query::locate(Vec3 p, double reach) {
  const QueryMesh& m = shared_->mesh;
  const Vec3 at = m.inwards(p);
  if (!is_finite(p) || !is_near(at) || !(reach >= 0)) return {};
  const double most_off = std::min(reach / m.mesh->lattice.quantum, kFarAway);
  std::optional<MeshPlace> best;
  double most = most_off * most_off;
  const auto look = [&](FlatPiece piece, double& bound) {
    if (!piece_holds(m, piece, at.xy())) return;
    const double z = piece_height(m, piece, at.xy()), off = (z - at.z) * (z - at.z);
    if (off > most || (best && off == most && piece.cell > best->cell)) return;
    bound = most = off;
    best = MeshPlace{{at.x, at.y, z}, piece.cell};
  };
  const PlanGrid::Bin bin = shared_->tree.grid().at(at.xy());
  if (bin.is_known) {
    shared_->tree.search_column(bin, BoxColumn(at, most_off),
                                [&](FlatPiece piece) { return look(piece, most), false; });
  } else {
    shared_->tree.search(BoxAround(at, {0, 0, most_off}), most, look);
  }
  if (!best) return {};
  return Place{{p.x, p.y, m.outwards(best->at).z}, best->cell};
}

std::optional<Place> Query::nearest(Vec3 p, Vec3 extents, const Filter* filter) {
  const QueryMesh& m = shared_->mesh;
  if (!is_finite(p) || !scratch_->toll.set(m, filter)) return {};
  const Toll& toll = scratch_->toll;
  const auto found = nearest_place(m, shared_->tree, m.inwards(p), extents * m.per_quantum, scratch_->outline,
                                   [&](std::uint32_t cell) { return toll.is_open(cell); });
  if (!found) return {};
  return Place{m.outwards(found->at), found->cell};
}

std::optional<double> Query::height_at(std::uint32_t cell, double x, double y) const {
  const QueryMesh& m = shared_->mesh;
  if (cell >= m.size() || !std::isfinite(x) || !std::isfinite(y)) return {};
  const Vec3 at = m.inwards({x, y, 0});
  if (!holds(m, cell, at.xy())) return {};
  return m.outwards({at.x, at.y, height_in(m, cell, at.xy())}).z;
}

}  // namespace ambula
