// Noise on the corners of a mesh: shared vertices that move together (jitter), and triangles whose corners
// move on their own, so that every edge comes apart (tear). Faces keep their neighbourhood up to twice the
// noise, which is what the truth is kept by: its points stay within the noise of the ground, its areas within
// the slack added up here.
#include <algorithm>
#include <cmath>

#include "scenes/angle.h"
#include "scenes/generate.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

// Metres: faces that lie on each other and come no further apart than this count as one.
constexpr double kOneFace = 0.001;

// A bound on the change of a triangle's area, and of the area it covers, when its corners move by up to
// `reach` along each axis; m².
double area_change(const Soup& soup, const Triangle& t, double reach, std::span<const AgentTruth> agents) {
  const Vec3 a = soup.positions[t[0]], b = soup.positions[t[1]], c = soup.positions[t[2]];
  const double ab = length(b - a), bc = length(c - b), ca = length(a - c);
  const Vec3 normal = cross(b - a, c - a);
  const double twice_area = length(normal), far = reach * std::sqrt(3.0);
  if (!(twice_area > 0)) return 0;
  const double up = normal.z / twice_area, flat = std::sqrt(std::max(0.0, 1 - up * up));
  // It may lie on ground: within the band of one face it blocks nothing, beyond it does.
  if (up < 0 && 2 * reach > kOneFace) return twice_area / 2;
  // It may tilt across an agent's slope limit. The sine of the tilt is at most its corners' moves over its
  // smallest altitude.
  const double tilt = std::min(1.0, 2 * far * std::max({ab, bc, ca}) / twice_area);
  for (const AgentTruth& truth : agents) {
    const Turn limit = turn(truth.agent.max_slope);
    if (std::abs(up * limit.sin - flat * limit.cos) <= tilt && up > 0) return twice_area / 2;
  }
  // Borders move; so does, on sloping undersides, the line where they are an agent's height up.
  const double shift = up < 0 && flat > 1e-3 ? std::min(20.0, -up / flat) : 0;
  return (ab + bc + ca) * far * (1 + shift);
}

void move_corners(Generated& scene, double reach, std::uint64_t seed, const char* kind) {
  Soup& soup = scene.soup;
  Truth& truth = scene.truth;
  double change = 0, least = 0;
  for (const Triangle& t : soup.triangles) change += area_change(soup, t, reach, truth.agents);
  for (const AgentTruth& agent : truth.agents) {
    if (agent.free_area > 0 && (least == 0 || agent.free_area < least)) least = agent.free_area;
  }
  if (least > 0) truth.area_slack += change / least;
  Random random(seed);
  for (Vec3& p : soup.positions) {
    const double x = random.between(-reach, reach), y = random.between(-reach, reach),
                 z = random.between(-reach, reach);
    p = p + Vec3{x, y, z};
  }
  truth.dirt.emplace_back(kind, static_cast<int>(soup.positions.size()));
}

}  // namespace

void jitter(Generated& scene, double reach, std::uint64_t seed) {
  move_corners(scene, reach, mix_bits(seed + 0x717732), "jittered");
}

void tear(Generated& scene, double reach, std::uint64_t seed) {
  Soup& soup = scene.soup;
  std::vector<Vec3> own;
  own.reserve(3 * soup.triangles.size());
  for (Triangle& t : soup.triangles) {
    for (std::uint32_t& v : t) {
      own.push_back(soup.positions[v]);
      v = static_cast<std::uint32_t>(own.size() - 1);
    }
  }
  soup.positions = std::move(own);
  move_corners(scene, reach, mix_bits(seed + 0x7EA2), "torn");
}

}  // namespace ambula::scenes
