#include "fuzz/shapes.h"

#include <algorithm>
#include <cmath>

#include "fuzz/random.h"

namespace ambula::fuzz {
namespace {

constexpr std::string_view kAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
constexpr double kQuantum = Lattice::kDefaultQuantum;

class Random : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;
  // Whole quanta between -most and most.
  double within(std::uint64_t most) {
    return (static_cast<double>(next() % (2 * most + 1)) - static_cast<double>(most)) * kQuantum;
  }
};

using Line = std::vector<std::uint8_t>;

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> out(1);
  for (const char c : text) {
    const std::size_t at = kAlphabet.find(c);
    if (at != std::string_view::npos) out.back().push_back(static_cast<std::uint8_t>(at));
    if (c == '\n') out.emplace_back();
  }
  return out;
}

// One of a list of values, by a letter.
template <std::size_t N>
double one_of(const std::array<double, N>& values, std::uint8_t letter) {
  return values[letter % N];
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(lines_of(text)) {}

  ChainCase read() {
    settings(lines_[0]);
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      line_ = &lines_[i];
      if (!line_->empty()) shape(static_cast<Shape>((*line_)[0] % kShapes));
    }
    return std::move(out_);
  }

 private:
  static std::uint8_t letter(const Line& line, std::size_t i) { return i < line.size() ? line[i] : 0; }

  void settings(const Line& line) {
    const auto at = [&](std::size_t i) { return letter(line, i); };
    plan_ = one_of<4>({0.1, 0.25, 0.33, 0.05}, at(0));
    rise_ = one_of<4>({0.1, 0.05, 0.17, 0.25}, at(1));
    Agent& agent = out_.agent;
    agent.radius = one_of<5>({0.3, 0, 0.05, 0.15, 0.6}, at(2));
    agent.height = one_of<3>({1.8, 0.5, 2.5}, at(3));
    agent.max_slope = one_of<4>({45, 20, 60, 89}, at(4));
    agent.max_step = std::min(agent.height, one_of<4>({0.4, 0.1, 0.05, 0}, at(5)));
    agent.max_gap = std::min(0.49 * agent.height, one_of<4>({0.3, 0.1, 0.02, 0}, at(6)));
    WalkableParams& walkable = out_.walkable;
    walkable.weld = one_of<5>({0.01, 0, 0.001, 0.05, 0.2}, at(7));
    constexpr std::array<TwoSided, 3> kSides{TwoSided::no, TwoSided::yes, TwoSided::automatic};
    walkable.two_sided = kSides[at(8) % 3];
    walkable.keep_enclosed = at(8) / 3 % 2 == 1;
    walkable.min_patch = one_of<3>({0.05, 0, 0.5}, at(9));
    LinksParams& links = out_.links;
    links.min_width = one_of<4>({0.1, 0, 0.01, 0.5}, at(10));
    links.min_landing = one_of<4>({0.1, 0, 0.01, 0.5}, at(11));
    links.filler = at(12) % 4 == 1 ? FillerRule::paper : FillerRule::widest;
    links.metric = at(12) / 4 % 4 == 1 ? GapMetric::paper : GapMetric::plan;
    links.corner_cuts = at(12) / 16 == 1;
    NavMeshParams& navmesh = out_.navmesh;
    navmesh.keep_treads = at(13) % 4 == 1;
    navmesh.min_patch = one_of<3>({0.5, 0, 0.05}, at(14));
    navmesh.border_tolerance = one_of<3>({0.02, 0, 0.1}, at(15));
    navmesh.height_tolerance = one_of<3>({0.05, 0, 0.3}, at(16));
    if (at(17) % 3 != 0) navmesh.ledge_clearance = one_of<3>({0, 0, 0.1}, at(17));
    navmesh.max_vertices = at(18) % 3 == 1 ? 6 : 0;
  }

  // The i-th number of the line, in steps of `step`, with its quanta.
  [[nodiscard]] double number(std::size_t i, double step) const {
    return letter(*line_, 1 + i) * step + (letter(*line_, 10 + i) * kQuantum);
  }
  [[nodiscard]] std::uint8_t flags(std::size_t i) const { return letter(*line_, 1 + i); }

  void add(Vec3 a, Vec3 b, Vec3 c) {
    if (out_.triangles.size() < ChainCase::kMost) out_.triangles.push_back({a, b, c});
  }
  // sides: 0 as given, 1 the other way, 2 both; the fourth bit chooses the diagonal.
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, std::uint8_t sides) {
    const std::uint8_t way = sides % 4;
    if (way != 1) {
      if (sides & 4) {
        add(a, b, d);
        add(b, c, d);
      } else {
        add(a, b, c);
        add(a, c, d);
      }
    }
    if (way == 1 || way == 2) {
      add(a, d, b);
      add(b, d, c);
    }
  }

  void shape(Shape kind) {
    switch (kind) {
      case Shape::floor:
        return floor();
      case Shape::triangle:
        return triangle();
      case Shape::wall:
        return wall();
      case Shape::box:
        return box();
      case Shape::stairs:
        return stairs();
      case Shape::sheet:
        return sheet();
      case Shape::noise:
        return noise();
      case Shape::copy:
        return copy();
    }
  }

  void floor() {
    const double x0 = number(0, plan_), y0 = number(1, plan_), x1 = number(2, plan_), y1 = number(3, plan_);
    quad({x0, y0, number(4, rise_)}, {x1, y0, number(5, rise_)}, {x1, y1, number(6, rise_)},
         {x0, y1, number(7, rise_)}, flags(8));
  }

  void triangle() {
    add({number(0, plan_), number(1, plan_), number(2, rise_)},
        {number(3, plan_), number(4, plan_), number(5, rise_)},
        {number(6, plan_), number(7, plan_), number(8, rise_)});
  }

  void wall() {
    const Vec3 a{number(0, plan_), number(1, plan_), number(4, rise_)},
        b{number(2, plan_), number(3, plan_), number(4, rise_)};
    const double high = number(5, rise_);
    const Vec3 lean{number(6, kQuantum), number(7, kQuantum), 0};
    quad(a, b, Vec3{b.x, b.y, high} + lean, Vec3{a.x, a.y, high} + lean, flags(8));
  }

  void box() {
    const Vec3 p{number(0, plan_), number(1, plan_), number(2, rise_)};
    const Vec3 q = p + Vec3{number(3, plan_), number(4, plan_), number(5, rise_)};
    const std::uint8_t without = flags(6), sides = flags(7);
    const Vec3 c[8] = {p, {q.x, p.y, p.z}, {q.x, q.y, p.z}, {p.x, q.y, p.z}, {p.x, p.y, q.z}, {q.x, p.y, q.z},
                       q, {p.x, q.y, q.z}};
    constexpr std::size_t kSides[6][4] = {{4, 5, 6, 7}, {0, 3, 2, 1}, {0, 1, 5, 4},
                                          {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    for (std::size_t s = 0; s < 6; ++s) {
      if (without >> s & 1) continue;
      quad(c[kSides[s][0]], c[kSides[s][1]], c[kSides[s][2]], c[kSides[s][3]], sides);
    }
  }

  void stairs() {
    const Vec3 first{number(0, plan_), number(1, plan_), number(2, rise_)};
    const double width = number(3, plan_), run = number(4, 0.05), high = number(5, 0.02);
    const std::size_t steps = flags(6) % 10U;
    const bool risers = flags(7) % 2 == 0, along_y = flags(7) / 2 % 2 == 1;
    const auto at = [&](double along, double across, double up) {
      return first + (along_y ? Vec3{-across, along, up} : Vec3{along, across, up});
    };
    for (std::size_t i = 0; i < steps; ++i) {
      const double here = static_cast<double>(i) * run, up = static_cast<double>(i + 1) * high;
      quad(at(here, 0, up), at(here + run, 0, up), at(here + run, width, up), at(here, width, up), flags(8));
      if (risers)
        quad(at(here, 0, up), at(here, width, up), at(here, width, up - high), at(here, 0, up - high), 0);
    }
  }

  void sheet() {
    const Vec3 first{number(0, plan_), number(1, plan_), number(2, rise_)};
    const double size = number(3, plan_), tilt = number(4, 0.02);
    const std::size_t n = 1 + flags(5) % 7U;
    const std::uint64_t most = static_cast<std::uint64_t>(one_of<6>({0, 1, 5, 10, 30, 200}, flags(6)));
    Random random(flags(7));
    const auto at = [&](std::size_t i, std::size_t k) {
      return first + Vec3{static_cast<double>(i) * size + random.within(most),
                          static_cast<double>(k) * size + random.within(most),
                          static_cast<double>(i) * tilt + random.within(most)};
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        add(at(i, k), at(i + 1, k), at(i + 1, k + 1));
        add(at(i, k), at(i + 1, k + 1), at(i, k + 1));
      }
    }
  }

  void noise() {
    const std::uint64_t most = static_cast<std::uint64_t>(one_of<6>({1, 2, 10, 30, 100, 300}, flags(0)));
    const bool by_place = flags(1) % 2 == 1;
    Random random(flags(2));
    for (auto& corners : out_.triangles) {
      for (Vec3& p : corners) {
        Random own(by_place ? seed_of(p) + flags(2) : random.next());
        const double x = own.within(most), y = own.within(most);
        p = p + Vec3{x, y, own.within(most)};
      }
    }
  }
  static std::uint64_t seed_of(Vec3 p) {
    const auto whole = [](double v) { return static_cast<std::uint64_t>(std::llround(v / kQuantum)); };
    return (whole(p.x) * 0x100000001B3ULL + whole(p.y)) * 0x100000001B3ULL + whole(p.z);
  }

  // Turned about z by an angle whose sine is a letter's share; reversed where it faces the other way.
  void copy() {
    const Vec3 by{number(0, plan_), number(1, plan_), number(2, rise_)};
    const double sine = flags(3) / 63.0, cosine = std::sqrt(1 - sine * sine);
    const bool turned_over = flags(4) % 2 == 1, alone = flags(5) % 2 == 1;
    std::vector<std::array<Vec3, 3>> moved = out_.triangles;
    for (auto& corners : moved) {
      for (Vec3& p : corners) p = Vec3{cosine * p.x - sine * p.y, sine * p.x + cosine * p.y, p.z} + by;
      if (turned_over) std::swap(corners[1], corners[2]);
    }
    if (alone) out_.triangles.clear();
    for (const auto& corners : moved) add(corners[0], corners[1], corners[2]);
  }

  std::vector<Line> lines_;
  const Line* line_ = nullptr;
  double plan_ = 0.1, rise_ = 0.1;
  ChainCase out_;
};

Soup soup_in_order(const ChainCase& one, const std::vector<std::size_t>& order, Random* turn) {
  Soup out;
  out.objects = {{"thing", ""}};
  out.materials = {""};
  out.source = "shapes";
  for (const std::size_t t : order) {
    std::array<Vec3, 3> corners = one.triangles[t];
    if (turn)
      std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(turn->next() % 3),
                  corners.end());
    const auto first = static_cast<std::uint32_t>(out.positions.size());
    out.positions.insert(out.positions.end(), corners.begin(), corners.end());
    out.triangles.push_back({first, first + 1, first + 2});
    out.triangle_object.push_back(0);
    out.triangle_material.push_back(0);
  }
  return out;
}

std::vector<std::size_t> in_order(std::size_t n) {
  std::vector<std::size_t> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = i;
  return out;
}

}  // namespace

ChainCase read_case(std::string_view text) { return Reader(text).read(); }

Soup soup_of(const ChainCase& one) { return soup_in_order(one, in_order(one.triangles.size()), nullptr); }

Soup shuffled_soup_of(const ChainCase& one, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::size_t> order = in_order(one.triangles.size());
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.next() % i]);
  return soup_in_order(one, order, &random);
}

}  // namespace ambula::fuzz
