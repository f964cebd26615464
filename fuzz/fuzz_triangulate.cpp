// Points and constraints: a triangulation that keeps every promise of its header, or the refusal that brute
// force demands.
//
// Bytes: how coordinates are written (0: one byte modulo 8, full of ties; 1: one byte; 2: two; 3: four,
// within the lattice; higher bits are ignored), the number of points (at most kMostPoints count), the points,
// then constraints of three bytes each: from and to modulo one more than there are points, winding as a
// signed byte. What is missing at the end is 0.
#include "geometry/triangulation.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "fuzz/target.h"
#include "tests/geometry/triangulation_checks.h"

namespace ambula::fuzz {
namespace {

constexpr std::size_t kMostPoints = 48;  // brute force is cubic
constexpr std::size_t kMostConstraints = 64;
constexpr std::int64_t kReach = std::int64_t{1} << 28;

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  [[nodiscard]] bool empty() const { return at_ >= bytes_.size(); }
  std::uint32_t byte() { return empty() ? 0 : std::to_integer<std::uint32_t>(bytes_[at_++]); }
  std::int32_t coordinate(std::uint32_t kind) {
    if (kind == 0) return static_cast<std::int32_t>(byte() % 8);
    if (kind == 1) return static_cast<std::int8_t>(byte());
    std::uint32_t value = byte();
    value |= byte() << 8;
    if (kind == 2) return static_cast<std::int16_t>(value);
    value |= byte() << 16;
    value |= byte() << 24;
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(static_cast<std::int32_t>(value), -kReach, kReach));
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

struct Input {
  std::vector<Point2> points;
  std::vector<Constraint> constraints;
};

// Leaves out what would be refused, so that mutations reach beyond the refusals.
void tidy(Input& input) {
  Input kept;
  for (const Point2 p : input.points) {
    if (std::find(kept.points.begin(), kept.points.end(), p) == kept.points.end()) kept.points.push_back(p);
  }
  for (const Constraint& c : input.constraints) {
    kept.constraints.push_back(c);
    const Refusal refusal = must_refuse(kept.points, kept.constraints);
    if (refusal == Refusal::bad_constraint || refusal == Refusal::crossing) kept.constraints.pop_back();
  }
  if (must_refuse(kept.points, kept.constraints) == Refusal::open_outline) {
    for (Constraint& c : kept.constraints) c.winding = 0;
  }
  input = std::move(kept);
}

Input input_of(std::span<const std::byte> bytes) {
  Input out;
  Reader reader(bytes);
  const std::uint32_t first = reader.byte(), kind = first % 4;
  const std::size_t n = std::min<std::size_t>(reader.byte(), kMostPoints);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t x = reader.coordinate(kind);
    out.points.push_back({x, reader.coordinate(kind)});
  }
  const auto ids = static_cast<std::uint32_t>(n + 1);
  while (!reader.empty() && out.constraints.size() < kMostConstraints) {
    const std::uint32_t from = reader.byte() % ids, to = reader.byte() % ids;
    out.constraints.push_back({from, to, static_cast<std::int8_t>(reader.byte())});
  }
  if ((first & 4) != 0) tidy(out);
  return out;
}

std::vector<std::array<Point2, 3>> corners_of(const Input& input, const Triangulation& mesh) {
  std::vector<std::array<Point2, 3>> out;
  for (const auto& t : mesh.triangles) {
    out.push_back({input.points[t[0]], input.points[t[1]], input.points[t[2]]});
  }
  return out;
}

void check(const Input& input) {
  // One Triangulator for all inputs: what an earlier one left behind must not show.
  static Triangulator triangulator;
  static Triangulation hull, inside;
  const auto done = triangulator.run(input.points, input.constraints, Keep::hull, hull);
  const Refusal refusal = must_refuse(input.points, input.constraints);
  require(done.has_value() == (refusal == Refusal::none), "refused where it must be, and only there",
          done ? "taken" : done.error().message);
  if (!done) {
    require(hull.triangles.empty(), "a refused input leaves no triangles");
    require(done.error().element != Error::kNoElement, "a refusal names its element");
    const bool crossing = done.error().message.find("crosses") != std::string::npos;
    require(crossing == (refusal == Refusal::crossing), "crossing constraints are called so",
            done.error().message);
    return;
  }
  if (std::string broken = broken_mesh(input.points, hull); !broken.empty()) require(false, "mesh", broken);
  if (std::string broken = broken_promise(input.points, input.constraints, hull); !broken.empty()) {
    require(false, "promise", broken);
  }
  require(triangulator.run(input.points, input.constraints, Keep::inside, inside).has_value(), "taken again");
  require(is_inside_of(inside, hull), "Keep::inside leaves out what has winding number 0");

  // Backwards: the same triangles.
  Input turned = input;
  std::reverse(turned.points.begin(), turned.points.end());
  std::reverse(turned.constraints.begin(), turned.constraints.end());
  const auto last = static_cast<std::uint32_t>(input.points.size()) - 1;
  for (Constraint& c : turned.constraints) c = {last - c.from, last - c.to, c.winding};
  const auto again = triangulate(turned.points, turned.constraints, Keep::hull);
  require(again.has_value(), "taken backwards");
  require(corners_of(turned, *again) == corners_of(input, hull), "the order of the input does not show");
  require(again->winding == hull.winding && again->constrained == hull.constrained, "nor in the marks");
}

}  // namespace

bool accepts(std::span<const std::byte> bytes) {
  const Input input = input_of(bytes);
  return triangulate(input.points, input.constraints).has_value();
}

}  // namespace ambula::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ambula::fuzz::check(ambula::fuzz::input_of(std::as_bytes(std::span(data, size))));
  return 0;
}
