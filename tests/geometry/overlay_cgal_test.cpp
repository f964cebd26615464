// CGAL as the judge of snap rounding and of the overlay.
//
// Snap rounding: the hot pixels are the rounded vertices of CGAL's exact arrangement, a chain is
// all of these that its segment passes by CGAL's intersection, and an arrangement of all pieces has these
// pieces as its edges, so that they meet in their ends alone. (CGAL's own snap rounding is no judge: its
// sweep breaks a precondition where many segments meet in few points.)
//
// The overlay rounds, so it cannot equal an exact arrangement. What it promises is that every piece stays
// within half a quantum per axis of a segment that carries it. It follows that for each winding number the
// area is that of the exact arrangement but for the strip between segments and chains, and that a point
// farther than that from all segments has the exact numbers.
//
// AMBULA_SEEDS in the environment asks for more inputs of each kind.
#include <CGAL/Arr_consolidated_curve_data_traits_2.h>
#include <CGAL/Arr_extended_dcel.h>
#include <CGAL/Arr_segment_traits_2.h>
#include <CGAL/Arr_walk_along_line_point_location.h>
#include <CGAL/Arrangement_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "geometry/overlay_fixtures.h"

namespace ambula {
namespace {

using namespace testing;

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using ExactPoint = Kernel::Point_2;
using ExactSegment = Kernel::Segment_2;
using Ends = std::pair<Point2, Point2>;  // the lesser one first

constexpr std::int32_t kReach = std::int32_t{1} << 28;
// How far a chain may be from its segment, in quanta: half a one along both axes.
constexpr double kHalfDiagonal = 0.70711;

std::uint64_t seeds(std::uint64_t by_default) {
  const char* more = std::getenv("AMBULA_SEEDS");
  return more ? std::stoull(more) : by_default;
}

ExactPoint exact(Point2 p) { return {p.x, p.y}; }
ExactSegment exact(Point2 a, Point2 b) { return {exact(a), exact(b)}; }

double rounded(const Kernel::FT& value) { return CGAL::to_double(CGAL::exact(value)); }

// The greatest whole number not above value + 1/2: which pixel, closed to the left and below, holds it.
std::int32_t pixel_of(const Kernel::FT& value) {
  double below = std::floor(rounded(value + Kernel::FT(1) / 2));
  while (Kernel::FT(below) > value + Kernel::FT(1) / 2) below -= 1;
  while (Kernel::FT(below + 1) <= value + Kernel::FT(1) / 2) below += 1;
  return static_cast<std::int32_t>(below);
}

Kernel::Iso_rectangle_2 pixel_square(Point2 p) {
  const Kernel::FT half = Kernel::FT(1) / 2;
  return {ExactPoint(p.x - half, p.y - half), ExactPoint(p.x + half, p.y + half)};
}

// Whether the segment meets the closed pixel of p.
bool reaches(Point2 a, Point2 b, Point2 p) {
  if (p.x < std::min(a.x, b.x) || p.x > std::max(a.x, b.x) || p.y < std::min(a.y, b.y) ||
      p.y > std::max(a.y, b.y)) {
    return false;
  }
  // Far away is decided fast, with doubles that err by far less than this is wide of a pixel.
  const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y;
  const double value = dx * (static_cast<double>(p.y) - a.y) - dy * (static_cast<double>(p.x) - a.x);
  if (std::abs(value) > 2 * (std::abs(dx) + std::abs(dy)) + 1000) return false;
  return CGAL::do_intersect(exact(a, b), pixel_square(p));
}

// The edges of CGAL's arrangement of the pieces are the pieces: none crosses, touches or overlaps another but
// in their ends.
void expect_planar(const std::set<Ends>& pieces) {
  using Traits = CGAL::Arr_segment_traits_2<Kernel>;
  std::vector<Traits::Curve_2> curves;
  for (const auto& [a, b] : pieces) curves.emplace_back(exact(a), exact(b));
  CGAL::Arrangement_2<Traits> arrangement;
  CGAL::insert(arrangement, curves.begin(), curves.end());
  ASSERT_EQ(arrangement.number_of_edges(), pieces.size());
  for (auto e = arrangement.edges_begin(); e != arrangement.edges_end(); ++e) {
    std::array<Point2, 2> end;
    for (const auto& [i, v] : {std::pair{0, e->source()}, std::pair{1, e->target()}}) {
      end[static_cast<std::size_t>(i)] = {pixel_of(v->point().x()), pixel_of(v->point().y())};
      ASSERT_EQ(v->point(), exact(end[static_cast<std::size_t>(i)])) << "a crossing off the lattice";
    }
    ASSERT_TRUE(pieces.contains(std::minmax(end[0], end[1])))
        << end[0].x << " " << end[0].y << " to " << end[1].x << " " << end[1].y;
  }
}

// ---- Snap rounding ----

std::vector<Point2> hot_by_cgal(const std::vector<Segment2>& segments) {
  using Traits = CGAL::Arr_segment_traits_2<Kernel>;
  std::vector<Traits::Curve_2> curves;
  for (const auto& [a, b] : segments) curves.emplace_back(exact(a), exact(b));
  CGAL::Arrangement_2<Traits> arrangement;
  CGAL::insert(arrangement, curves.begin(), curves.end());
  std::set<Point2> hot;
  for (auto v = arrangement.vertices_begin(); v != arrangement.vertices_end(); ++v) {
    hot.insert({pixel_of(v->point().x()), pixel_of(v->point().y())});
  }
  return {hot.begin(), hot.end()};
}

// Whether the segment meets the pixel of p, closed to the left and below. No segment between lattice points
// runs along a side of a pixel, so what they have in common is one point or goes through the inside.
bool passes(Point2 a, Point2 b, Point2 p) {
  if (!reaches(a, b, p)) return false;
  const auto common = CGAL::intersection(exact(a, b), pixel_square(p));
  if (!common) return false;
  const auto* point = boost::get<ExactPoint>(&*common);
  const Kernel::FT half = Kernel::FT(1) / 2;
  return point == nullptr || (point->x() < p.x + half && point->y() < p.y + half);
}

void expect_agreement(const std::vector<Segment2>& segments) {
  SnapRounding snap;
  std::vector<Point2> pixels;
  snap.hot_pixels(segments, pixels);
  ASSERT_EQ(pixels, hot_by_cgal(segments));
  Chains chains;
  snap.chains(segments, pixels, chains);
  std::set<Ends> pieces;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    std::vector<Point2> chain;
    for (std::uint32_t k = chains.begin[s]; k < chains.begin[s + 1]; ++k) {
      chain.push_back(pixels[chains.nodes[k]]);
    }
    std::vector<Point2> expected;
    const auto& [a, b] = segments[s];
    for (const Point2 p : pixels) {
      if (passes(a, b, p)) expected.push_back(p);
    }
    std::sort(expected.begin(), expected.end(), [from = exact(a), to = exact(b)](Point2 p, Point2 q) {
      return (to - from) * (exact(p) - from) < (to - from) * (exact(q) - from);
    });
    ASSERT_EQ(chain, expected) << "segment " << s;
    for (std::size_t k = 0; k + 1 < chain.size(); ++k) pieces.insert(std::minmax(chain[k], chain[k + 1]));
  }
  expect_planar(pieces);
}

TEST(SnapRoundingByCgal, RandomSegments) {
  for (std::uint64_t seed = 1; seed <= seeds(60); ++seed) {
    SCOPED_TRACE(seed);
    const std::int32_t range = seed % 4 == 0 ? 3 : seed % 4 == 1 ? 12 : seed % 4 == 2 ? 2000 : kReach;
    expect_agreement(random_segments(2 + seed % 40, range, seed));
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRoundingByCgal, CollinearOverlaps) {
  for (std::uint64_t seed = 1; seed <= seeds(30); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Point2 step = random.point(seed % 2 == 0 ? 4 : 900);
    std::vector<Segment2> segments = random_segments(6, 8 * std::max(std::abs(step.x), 2), seed);
    while (segments.size() < 30 && step != Point2{}) {
      const std::int32_t from = random.within(8), to = random.within(8);
      if (from != to) segments.push_back({{from * step.x, from * step.y}, {to * step.x, to * step.y}});
    }
    expect_agreement(segments);
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRoundingByCgal, SliversAQuantumWide) {
  for (std::uint64_t seed = 1; seed <= seeds(30); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::int32_t length = seed % 2 == 0 ? 300 : kReach - 4;
    std::vector<Segment2> segments;
    while (segments.size() < 24) {
      segments.push_back(
          {{-length + random.within(2), random.within(2)}, {length + random.within(2), random.within(2)}});
      if (seed % 3 == 0) std::swap(segments.back().a.x, segments.back().a.y);  // steep ones among them
    }
    expect_agreement(segments);
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRoundingByCgal, ThousandsThroughOnePoint) {
  std::vector<Segment2> segments;
  for (std::int32_t k = -1000; k < 1000; ++k) {
    segments.push_back({{1'000'000, 977 * k}, {-1'000'000, -977 * k}});
  }
  expect_agreement(segments);
}

TEST(SnapRoundingByCgal, ManyNearlyThroughOnePoint) {
  for (std::uint64_t seed = 1; seed <= seeds(4); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<Segment2> segments;
    while (segments.size() < 100) {
      const Point2 a = random.point(seed % 2 == 0 ? 500 : 1'000'000);
      segments.push_back({a, {-a.x + 1, -a.y}});
    }
    expect_agreement(segments);
    if (HasFatalFailure()) return;
  }
}

// ---- The overlay ----

// What one face is given: the numbers rise by `weight` from the right of a → b to its left.
struct Stroke {
  Point2 a, b;
  Winding weight;
};
struct Weighed {
  Polygon polygon;  // closed; what runs along a side of the face has the face to its left
  std::array<std::int32_t, 2> weight;
};
struct Input {
  std::vector<Face> faces;
  std::vector<std::vector<Weighed>> polygons;  // of every face
};

// The exact arrangement of one face's strokes.
class Judge {
 public:
  explicit Judge(std::vector<Stroke> strokes) : strokes_(std::move(strokes)) {
    std::vector<Traits::Curve_2> curves;
    for (std::uint32_t s = 0; s < strokes_.size(); ++s) {
      curves.emplace_back(Base::Curve_2(exact(strokes_[s].a), exact(strokes_[s].b)), s);
    }
    CGAL::insert(arrangement_, curves.begin(), curves.end());
    number_faces();
  }

  [[nodiscard]] const std::vector<Stroke>& strokes() const { return strokes_; }
  [[nodiscard]] bool closes() const { return closes_; }

  // By numbers.
  [[nodiscard]] std::map<Winding, double> areas() const {
    std::map<Winding, double> out;
    const Point2 origin = strokes_.front().a;
    const auto place = [&](const ExactPoint& p) {
      return std::array{rounded(p.x() - origin.x), rounded(p.y() - origin.y)};
    };
    for (auto e = arrangement_.edges_begin(); e != arrangement_.edges_end(); ++e) {
      const auto [ax, ay] = place(e->source()->point());
      const auto [bx, by] = place(e->target()->point());
      const double area = (ax * by - ay * bx) / 2;
      out[*e->face()->data()] += area;
      out[*e->twin()->face()->data()] -= area;
    }
    return out;
  }

  // The numbers at a point that lies on no stroke.
  [[nodiscard]] Winding at(const ExactPoint& p) const {
    const CGAL::Arr_walk_along_line_point_location<Arrangement> location(arrangement_);
    const auto found = location.locate(p);
    const auto* face = boost::get<Arrangement::Face_const_handle>(&found);
    EXPECT_NE(face, nullptr) << "the point lies on a stroke";
    return face ? *(*face)->data() : Winding{};
  }

  [[nodiscard]] bool is_far(const ExactPoint& p) const {
    return std::all_of(strokes_.begin(), strokes_.end(), [&](const Stroke& s) {
      return CGAL::squared_distance(exact(s.a, s.b), p) > Kernel::FT(1) / 2;
    });
  }

  [[nodiscard]] double length() const {
    double sum = 0;
    for (const Stroke& s : strokes_) {
      sum += std::hypot(static_cast<double>(s.b.x) - s.a.x, static_cast<double>(s.b.y) - s.a.y);
    }
    return sum;
  }

 private:
  using Base = CGAL::Arr_segment_traits_2<Kernel>;
  using Traits = CGAL::Arr_consolidated_curve_data_traits_2<Base, std::uint32_t>;
  using Dcel = CGAL::Arr_face_extended_dcel<Traits, std::optional<Winding>>;
  using Arrangement = CGAL::Arrangement_2<Traits, Dcel>;

  // By how much the numbers rise from beyond the half-edge to its own face.
  [[nodiscard]] Winding rise(Arrangement::Halfedge_const_handle h) const {
    Winding out{};
    const bool forth = h->direction() == CGAL::ARR_LEFT_TO_RIGHT;
    for (const std::uint32_t s : h->curve().data()) {
      const bool same = (strokes_[s].a < strokes_[s].b) == forth;
      for (std::size_t w = 0; w < 3; ++w) out[w] += same ? strokes_[s].weight[w] : -strokes_[s].weight[w];
    }
    return out;
  }

  void number_faces() {
    std::vector<Arrangement::Face_handle> waiting{arrangement_.unbounded_face()};
    waiting.back()->set_data(Winding{});
    const auto pass = [&](Arrangement::Ccb_halfedge_circulator ring) {
      const auto first = ring;
      do {
        const Arrangement::Face_handle beyond = ring->twin()->face();
        Winding numbers = *ring->face()->data();
        const Winding step = rise(ring);
        for (std::size_t w = 0; w < 3; ++w) numbers[w] -= step[w];
        if (!beyond->data()) {
          beyond->set_data(numbers);
          waiting.push_back(beyond);
        }
        closes_ = closes_ && *beyond->data() == numbers;
      } while (++ring != first);
    };
    while (!waiting.empty()) {
      const Arrangement::Face_handle face = waiting.back();
      waiting.pop_back();
      for (auto ring = face->outer_ccbs_begin(); ring != face->outer_ccbs_end(); ++ring) pass(*ring);
      for (auto ring = face->inner_ccbs_begin(); ring != face->inner_ccbs_end(); ++ring) pass(*ring);
    }
  }

  std::vector<Stroke> strokes_;
  Arrangement arrangement_;
  bool closes_ = true;
};

std::vector<Stroke> strokes_of(const Face& face, const std::vector<Weighed>& polygons) {
  std::vector<Stroke> out;
  for (std::size_t i = 0; i < 3; ++i) out.push_back({face[i], face[(i + 1) % 3], {0, 0, 1}});
  for (const auto& [polygon, weight] : polygons) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      out.push_back({polygon[i], polygon[(i + 1) % polygon.size()], {weight[0], weight[1], 0}});
    }
  }
  return out;
}

// The numbers at (x + 1/2, y + 1/4) by a ray downwards, which meets no node; none where the pieces contradict
// themselves.
std::optional<Winding> numbers_at(const Resolved& r, Point2 q) {
  const Int128 qx = 4 * Int128{q.x} + 2, qy = 4 * Int128{q.y} + 1;
  Winding sum{};
  const Piece* top = nullptr;
  const auto above = [&](const Piece& p, Int128 x, Int128 y, int scale) {  // whether (x, y) lies above p
    const Point2 a = r.nodes[p.a], b = r.nodes[p.b];
    return (Int128{b.x} - a.x) * (y - scale * Int128{a.y}) > (Int128{b.y} - a.y) * (x - scale * Int128{a.x});
  };
  for (const Piece& p : r.pieces) {
    if (r.nodes[p.a].x > q.x || r.nodes[p.b].x <= q.x || !above(p, qx, qy, 4)) continue;
    for (std::size_t w = 0; w < 3; ++w) sum[w] += p.weight[w];
    if (top == nullptr) {
      top = &p;
      continue;
    }
    // Pieces do not cross: at the ray the one with the higher place is the upper one.
    const auto place = [&](const Piece& of) {
      const Point2 a = r.nodes[of.a], b = r.nodes[of.b];
      return std::pair{Int128{a.y} * (2 * (Int128{b.x} - a.x)) +
                           (Int128{b.y} - a.y) * (2 * Int128{q.x} + 1 - 2 * Int128{a.x}),
                       2 * (Int128{b.x} - a.x)};
    };
    const auto [pn, pd] = place(p);
    const auto [tn, td] = place(*top);
    if (pn * td > tn * pd) top = &p;
  }
  if (top != nullptr && top->left() != sum) return std::nullopt;
  return sum;
}

// What `judge_face` found, so that a test can tell that it tested something.
struct Tally {
  std::size_t faces = 0, far_points = 0, pieces = 0, numbers = 0;
  double tightest = 1e9;  // least slack through area
};

// Every piece is carried by a stroke whose reach both its ends lie in; the strip of that reach is convex.
void expect_carried(const Judge& judge, const Resolved& r) {
  for (const Piece& p : r.pieces) {
    const Point2 a = r.nodes[p.a], b = r.nodes[p.b];
    const bool carried = std::any_of(judge.strokes().begin(), judge.strokes().end(), [&](const Stroke& s) {
      return reaches(s.a, s.b, a) && reaches(s.a, s.b, b);
    });
    ASSERT_TRUE(carried) << a.x << " " << a.y << " to " << b.x << " " << b.y;
  }
}

// Pieces within a stroke's reach lead from its one end to the other.
void expect_chains(const std::vector<Stroke>& strokes, const Resolved& r) {
  for (const Stroke& s : strokes) {
    std::set<Point2> known{s.a};
    std::vector<const Piece*> near;
    for (const Piece& p : r.pieces) {
      if (reaches(s.a, s.b, r.nodes[p.a]) && reaches(s.a, s.b, r.nodes[p.b])) near.push_back(&p);
    }
    for (std::size_t before = 0; before != known.size();) {
      before = known.size();
      for (const Piece* p : near) {
        if (known.contains(r.nodes[p->a])) known.insert(r.nodes[p->b]);
        if (known.contains(r.nodes[p->b])) known.insert(r.nodes[p->a]);
      }
    }
    ASSERT_TRUE(known.contains(s.b)) << s.a.x << " " << s.a.y << " to " << s.b.x << " " << s.b.y;
  }
}

void expect_numbers(const Judge& judge, const Resolved& r, std::uint64_t seed, Tally& tally) {
  Random random(seed + 99);
  const auto& strokes = judge.strokes();
  for (int k = 0; k < 150; ++k) {
    // Somewhere along a stroke, a few quanta or more beside it.
    const Stroke& s = strokes[static_cast<std::size_t>(random.within(1 << 20) + (1 << 20)) % strokes.size()];
    const double t = random.within(1000) / 1000.0;
    const std::int32_t beside = k % 3 == 0 ? 1000 : 3;
    const auto along = [&](std::int32_t a, std::int32_t b) {
      return static_cast<std::int32_t>(a + t * (static_cast<double>(b) - a));
    };
    const Point2 q{along(s.a.x, s.b.x) + random.within(beside), along(s.a.y, s.b.y) + random.within(beside)};
    const ExactPoint p(q.x + Kernel::FT(1) / 2, q.y + Kernel::FT(1) / 4);
    if (!judge.is_far(p)) continue;
    const auto ours = numbers_at(r, q);
    ASSERT_TRUE(ours.has_value()) << "numbers beside a piece are not those of a ray, near " << q.x << " "
                                  << q.y;
    ASSERT_EQ(*ours, judge.at(p)) << "near " << q.x << " " << q.y;
    ++tally.far_points;
  }
}

void expect_areas(const Judge& judge, const Resolved& r, Tally& tally) {
  const double slack = kHalfDiagonal * judge.length();
  auto theirs = judge.areas();
  for (const Piece& p : r.pieces) {
    theirs.try_emplace(p.right, 0);
    theirs.try_emplace(p.left(), 0);
  }
  for (const auto& [numbers, area] : theirs) {
    const auto ours = doubled_area(r, [&](const Winding& w) { return w == numbers; });
    ASSERT_NEAR(static_cast<double>(ours) / 2, area, slack)
        << "numbers " << numbers[0] << " " << numbers[1] << " " << numbers[2];
    ++tally.numbers;
    if (numbers != Winding{} && area > 0) tally.tightest = std::min(tally.tightest, slack / area);
  }
}

// `separate` keeps every piece, also those that part nothing.
void expect_agreement(const Input& input, bool separate, std::uint64_t seed, Tally& tally) {
  const Mesh mesh(input.faces);
  OverlayScratch scratch;
  std::vector<Sheet> sheets;
  std::vector<std::vector<Stroke>> cut_strokes;
  for (std::uint32_t f = 0; f < input.faces.size(); ++f) {
    Sheet sheet = mesh.sheet(f);
    for (const auto& [polygon, weight] : input.polygons[f]) add(sheet, polygon, weight);
    cut_strokes.emplace_back();
    for (Cut& c : sheet.cuts) {
      if (separate) c.label |= kSeparates;
      cut_strokes.back().push_back({c.a, c.b, {c.weight[0], c.weight[1], 0}});
    }
    sheet.cancel(scratch);
    sheet.close(scratch);
    sheets.push_back(std::move(sheet));
  }
  const SurfaceOverlay overlay = mesh.overlay(std::move(sheets));
  for (std::uint32_t f = 0; f < input.faces.size(); ++f) {
    SCOPED_TRACE(::testing::Message() << "face " << f);
    const Judge judge(strokes_of(input.faces[f], input.polygons[f]));
    ASSERT_TRUE(judge.closes()) << "the input is no outline";
    const Resolved r = resolve(overlay, f);
    std::set<Ends> pieces;
    for (const Piece& p : r.pieces) pieces.insert({r.nodes[p.a], r.nodes[p.b]});
    ASSERT_EQ(pieces.size(), r.pieces.size()) << "a piece is there twice";
    expect_planar(pieces);
    expect_carried(judge, r);
    if (separate) expect_chains(cut_strokes[f], r);
    expect_areas(judge, r, tally);
    expect_numbers(judge, r, seed, tally);
    if (::testing::Test::HasFatalFailure()) return;
    ++tally.faces;
    tally.pieces += r.pieces.size();
  }
}

// Runs `make` for every seed, and says of how much the judge could judge.
template <class Make>
void judge_all(std::uint64_t by_default, Make make) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= seeds(by_default); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    expect_agreement(make(seed), seed % 2 == 0, seed, tally);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(tally.pieces, 3 * tally.faces);
  EXPECT_GT(tally.far_points, 10 * tally.faces) << "or this proves nothing";
  EXPECT_LT(tally.tightest, 0.05) << "or this proves nothing";
}

std::array<std::int32_t, 2> random_weight(Random& random) {
  return random.within(2) == 0 ? std::array{0, 1} : std::array{1, 0};
}

// Counter-clockwise; none where it has no area or leaves the face.
void add_triangle(const Face& face, std::array<Point2, 3> t, Random& random, std::vector<Weighed>& out) {
  if (orient2d(t[0], t[1], t[2]) < 0) std::swap(t[1], t[2]);
  if (orient2d(t[0], t[1], t[2]) == 0) return;
  if (!inside(face, t[0]) || !inside(face, t[1]) || !inside(face, t[2])) return;
  out.push_back({{t[0], t[1], t[2]}, random_weight(random)});
}

Face corner_face(std::int32_t range) {
  return {Point2{-range, -range}, Point2{range, -range}, Point2{-range, range}};
}

TEST(OverlayByCgal, RandomPolygonsOnTwoFaces) {
  judge_all(60, [](std::uint64_t seed) {
    Random random(seed);
    const std::int32_t range = seed % 3 == 0 ? 15 : seed % 3 == 1 ? 400 : kReach / 2;
    // A quadrilateral, its diagonal in no direction of the lattice.
    const Point2 a{-range, -range / 3}, b{range, -range}, c{range - 1, range / 2}, d{-range + 2, range};
    Input input{{{a, b, c}, {a, c, d}}, {{}, {}}};
    for (std::size_t f = 0; f < 2; ++f) {
      for (std::uint64_t k = 0; k < 2 + seed % 8; ++k) {
        const Polygon p = random_polygon(input.faces[f], range, random);
        if (!p.empty()) input.polygons[f].push_back({p, random_weight(random)});
      }
    }
    return input;
  });
}

TEST(OverlayByCgal, CollinearOverlaps) {
  judge_all(30, [](std::uint64_t seed) {
    Random random(seed);
    const std::int32_t step = seed % 2 == 0 ? 7 : 100'003;
    const Face face = corner_face(3 * step);
    Input input{{face}, {{}}};
    const auto point = [&] {
      const Point2 p = random.point(3);
      return Point2{p.x * step, p.y * step};
    };
    while (input.polygons[0].size() < 4 + seed % 20) {
      add_triangle(face, {point(), point(), point()}, random, input.polygons[0]);
    }
    return input;
  });
}

TEST(OverlayByCgal, SliversAQuantumWide) {
  judge_all(30, [](std::uint64_t seed) {
    Random random(seed);
    const std::int32_t range = seed % 2 == 0 ? 60 : 1'000'000;
    const Face face = corner_face(range);
    Input input{{face}, {{}}};
    // One that shows, for area to be compared, and needles over and beside it.
    input.polygons[0].push_back({{{-range, -range}, {0, -range}, {-range, 0}}, {1, 0}});
    const Point2 steps[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    while (input.polygons[0].size() < 4 + seed % 16) {
      const Point2 a = random.point(range), b = random.point(range);
      const Point2 step = steps[static_cast<std::size_t>(random.within(2) + 2) % 4];
      add_triangle(face, {a, b, {b.x + step.x, b.y + step.y}}, random, input.polygons[0]);
    }
    return input;
  });
}

TEST(OverlayByCgal, PolygonsAlongTheSideWithinAQuantum) {
  judge_all(30, [](std::uint64_t seed) {
    Random random(seed);
    const std::int32_t range = seed % 2 == 0 ? 50 : 100'000;
    const Face face{Point2{-range, -range}, Point2{range, -range / 3}, Point2{-range + 3, range}};
    Input input{{face}, {{}}};
    input.polygons[0].push_back({{face[0], face[1], {-range + 3, 0}}, {1, 0}});
    // The least height at x that lies inside, over the side from corner 0 to 1, and up to one more.
    const auto point = [&] {
      const std::int32_t x = random.within(range - 4);
      const double slope = (static_cast<double>(face[1].y) - face[0].y) / (2.0 * range);
      std::int32_t y = static_cast<std::int32_t>(face[0].y + slope * (static_cast<double>(x) + range)) - 2;
      while (orient2d(face[0], face[1], {x, y}) < 0) ++y;
      return Point2{x, y + (random.within(1) == 0 ? 1 : 0)};
    };
    for (std::uint64_t k = 0; k < 40; ++k) {
      add_triangle(face, {point(), point(), k % 5 == 0 ? random.point(range) : point()}, random,
                   input.polygons[0]);
    }
    return input;
  });
}

// Bows: two wedges that meet in the origin, or nearly.
Input bows(std::int32_t n, Point2 off) {
  constexpr std::int32_t kSide = 1'000'000;
  Input input{{corner_face(4 * kSide)}, {{}}};
  const std::int32_t step = 2 * kSide / (2 * n);
  for (std::int32_t k = 0; k < n; ++k) {
    const Point2 p{kSide, -kSide + 2 * k * step}, q{kSide, -kSide + (2 * k + 1) * step};
    const auto turned_over = [&](Point2 v) { return Point2{-v.x + off.x, -v.y + off.y}; };
    input.polygons[0].push_back({{p, turned_over(p), turned_over(q), q}, {1, 0}});
  }
  return input;
}

TEST(OverlayByCgal, ThousandsOfEdgesThroughOnePoint) {
  Tally tally;
  expect_agreement(bows(600, {}), true, 1, tally);
  EXPECT_GT(tally.pieces, 3000u);
  EXPECT_GT(tally.far_points, 10u);
}

TEST(OverlayByCgal, ManyEdgesNearlyThroughOnePoint) {
  Tally tally;
  expect_agreement(bows(40, {1, 0}), true, 1, tally);
  expect_agreement(bows(40, {3, 5}), false, 2, tally);
  EXPECT_GT(tally.pieces, 300u);
  EXPECT_GT(tally.far_points, 10u);
}

TEST(OverlayByCgal, FansOfFacesAQuantumWide) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= seeds(6); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    Input input;
    for (std::int32_t i = 0; i < 40; ++i) {
      const Face face{Point2{0, 0}, Point2{20'000, i * 3}, Point2{20'000, i * 3 + 3}};
      input.faces.push_back(face);
      input.polygons.emplace_back();
      for (int k = 0; k < 200 && i % 4 == 0; ++k) {
        const auto point = [&] {
          const std::int32_t x = 10'000 + random.within(10'000);
          return Point2{x,
                        static_cast<std::int32_t>(std::int64_t{x} * (i * 3 + 1) / 20'000) + random.within(1)};
        };
        add_triangle(face, {point(), point(), point()}, random, input.polygons.back());
        if (input.polygons.back().size() > 4) break;
      }
    }
    expect_agreement(input, seed % 2 == 0, seed, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.pieces, 1000u);
}

}  // namespace
}  // namespace ambula
