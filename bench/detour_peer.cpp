#include "bench/detour_peer.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ambula::bench {
namespace {

constexpr int kMostCorners = 6;              // of a polygon, as the bake has it
constexpr unsigned short kNoIndex = 0xffff;  // Recast's mark of an empty corner
constexpr int kMostNodes = 65535;            // dtNavMeshQuery::init

struct FreeMesh {
  void operator()(dtNavMesh* p) const { dtFreeNavMesh(p); }
};
struct FreeQuery {
  void operator()(dtNavMeshQuery* p) const { dtFreeNavMeshQuery(p); }
};

// What dtCreateNavMeshData takes, y up.
struct TileInput {
  std::vector<unsigned short> vertices, polygons, flags;
  std::vector<unsigned char> areas;
  std::array<float, 3> low{}, high{};
};

std::array<double, 3> y_up(Vec3 p) { return {p.x, p.z, -p.y}; }

void take_polygons(const PeerMesh& mesh, double cell, TileInput& out) {
  const double height = cell * 2 / 3;  // recast_peer.h
  std::array<double, 3> low = y_up(mesh.positions.front()), high = low;
  for (const Vec3 p : mesh.positions) {
    const auto q = y_up(p);
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], q[i]);
      high[i] = std::max(high[i], q[i]);
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    out.low[i] = static_cast<float>(low[i]);
    out.high[i] = static_cast<float>(high[i]);
  }
  for (const Vec3 p : mesh.positions) {
    const auto q = y_up(p);
    for (std::size_t i = 0; i < 3; ++i)
      out.vertices.push_back(
          static_cast<unsigned short>(std::lround((q[i] - low[i]) / (i == 1 ? height : cell))));
  }
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    std::array<unsigned short, 2 * kMostCorners> row;
    row.fill(kNoIndex);
    const std::uint32_t begin = mesh.polygon_begin[p];
    for (std::uint32_t k = begin; k < mesh.polygon_begin[p + 1]; ++k) {
      row[k - begin] = static_cast<unsigned short>(mesh.polygon_corners[k]);
      if (mesh.polygon_neighbors[k] != PeerMesh::kNone)
        row[kMostCorners + k - begin] = static_cast<unsigned short>(mesh.polygon_neighbors[k]);
    }
    out.polygons.insert(out.polygons.end(), row.begin(), row.end());
  }
  out.flags.assign(mesh.polygon_count(), 1);
  out.areas.assign(mesh.polygon_count(), 0);
}

dtNavMeshCreateParams params_of(const TileInput& in, const PeerMesh& mesh, const Agent& agent, double cell) {
  dtNavMeshCreateParams params{};
  params.verts = in.vertices.data();
  params.vertCount = static_cast<int>(mesh.positions.size());
  params.polys = in.polygons.data();
  params.polyFlags = in.flags.data();
  params.polyAreas = in.areas.data();
  params.polyCount = static_cast<int>(mesh.polygon_count());
  params.nvp = kMostCorners;
  params.walkableHeight = static_cast<float>(agent.height);
  params.walkableRadius = static_cast<float>(agent.radius);
  params.walkableClimb = static_cast<float>(agent.max_step);
  std::copy(in.low.begin(), in.low.end(), params.bmin);
  std::copy(in.high.begin(), in.high.end(), params.bmax);
  params.cs = static_cast<float>(cell);
  params.ch = static_cast<float>(cell * 2 / 3);
  params.buildBvTree = true;
  return params;
}

}  // namespace

struct DetourPeer::State {
  std::unique_ptr<dtNavMesh, FreeMesh> mesh;
  std::unique_ptr<dtNavMeshQuery, FreeQuery> query;
  dtQueryFilter filter;
  std::vector<dtPolyRef> corridor, straight_polygons;
  std::vector<float> straight;
  std::vector<unsigned char> straight_flags;
  int corners = 0;
};

DetourPeer::DetourPeer(std::unique_ptr<State> state) : state_(std::move(state)) {}
DetourPeer::DetourPeer(DetourPeer&&) noexcept = default;
DetourPeer& DetourPeer::operator=(DetourPeer&&) noexcept = default;
DetourPeer::~DetourPeer() = default;

std::optional<DetourPeer> DetourPeer::make(const PeerMesh& mesh, const Agent& agent, double cell) {
  if (mesh.polygon_count() == 0 || mesh.positions.size() >= kNoIndex || mesh.polygon_count() >= kNoIndex)
    return {};
  TileInput input;
  take_polygons(mesh, cell, input);
  dtNavMeshCreateParams params = params_of(input, mesh, agent, cell);
  unsigned char* data = nullptr;
  int size = 0;
  if (!dtCreateNavMeshData(&params, &data, &size)) return {};
  auto state = std::make_unique<State>();
  state->mesh.reset(dtAllocNavMesh());
  if (!state->mesh || dtStatusFailed(state->mesh->init(data, size, DT_TILE_FREE_DATA))) {
    dtFree(data);
    return {};
  }
  const int nodes = std::clamp(4 * static_cast<int>(mesh.polygon_count()), 2048, kMostNodes);
  state->query.reset(dtAllocNavMeshQuery());
  if (!state->query || dtStatusFailed(state->query->init(state->mesh.get(), nodes))) return {};
  const std::size_t most = mesh.polygon_count() + 2;
  state->corridor.resize(most);
  state->straight_polygons.resize(most);
  state->straight.resize(3 * most);
  state->straight_flags.resize(most);
  return DetourPeer(std::move(state));
}

namespace {

std::array<float, 3> as_floats(Vec3 p) {
  return {static_cast<float>(p.x), static_cast<float>(p.z), static_cast<float>(-p.y)};
}

}  // namespace

std::optional<DetourPlace> DetourPeer::nearest(Vec3 p, Vec3 extents) {
  const std::array<float, 3> centre = as_floats(p);
  const std::array<float, 3> half{static_cast<float>(extents.x), static_cast<float>(extents.z),
                                  static_cast<float>(extents.y)};
  dtPolyRef polygon = 0;
  std::array<float, 3> at{};
  const dtStatus status =
      state_->query->findNearestPoly(centre.data(), half.data(), &state_->filter, &polygon, at.data());
  if (dtStatusFailed(status) || polygon == 0) return {};
  return DetourPlace{polygon,
                     {static_cast<double>(at[0]), static_cast<double>(-at[2]), static_cast<double>(at[1])}};
}

bool DetourPeer::find(const DetourPlace& start, const DetourPlace& goal) {
  State& s = *state_;
  const std::array<float, 3> from = as_floats(start.at), to = as_floats(goal.at);
  int polygons = 0;
  s.corners = 0;
  const auto first = static_cast<dtPolyRef>(start.polygon), last = static_cast<dtPolyRef>(goal.polygon);
  const dtStatus status = s.query->findPath(first, last, from.data(), to.data(), &s.filter, s.corridor.data(),
                                            &polygons, static_cast<int>(s.corridor.size()));
  if (dtStatusFailed(status) || polygons == 0 || s.corridor[static_cast<std::size_t>(polygons) - 1] != last)
    return false;
  const dtStatus straight = s.query->findStraightPath(
      from.data(), to.data(), s.corridor.data(), polygons, s.straight.data(), s.straight_flags.data(),
      s.straight_polygons.data(), &s.corners, static_cast<int>(s.straight_polygons.size()));
  return !dtStatusFailed(straight);
}

std::vector<Vec3> DetourPeer::points() const {
  std::vector<Vec3> out;
  for (std::size_t k = 0; k < static_cast<std::size_t>(state_->corners); ++k) {
    const float* p = &state_->straight[3 * k];
    out.push_back({static_cast<double>(p[0]), static_cast<double>(-p[2]), static_cast<double>(p[1])});
  }
  return out;
}

double DetourPeer::length() const {
  double sum = 0;
  for (std::size_t k = 1; k < static_cast<std::size_t>(state_->corners); ++k) {
    const float* a = &state_->straight[3 * (k - 1)];
    const float* b = &state_->straight[3 * k];
    sum += std::hypot(static_cast<double>(b[0] - a[0]), static_cast<double>(b[2] - a[2]));
  }
  return sum;
}

}  // namespace ambula::bench
