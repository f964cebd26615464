// Painter's order. Sorting by a face's mean depth alone lets a large floor cover the wall standing on it; so
// the faces are sampled on a grid. At each sample the nearest face must be painted after all others there;
// how those are ordered among themselves does not matter. A topological sort (Kahn 1962, farthest mean first)
// keeps to that, and where faces cover each other in a ring or pierce each other, goes on with the face that
// spoils the fewest samples. Faces nowhere near the front are left out: files get smaller, and rings rarer.
#include "draw/depth_order.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <queue>
#include <span>
#include <utility>

#include "draw/scan.h"

namespace ambula {
namespace {

constexpr int kGridWidth = 900;                     // samples across the picture
constexpr std::size_t kMostFragments = 40'000'000;  // of 12 bytes

struct Fragment {
  std::uint32_t sample = 0;
  float depth = 0;
  std::uint32_t face = 0;
};

struct Ranks {
  std::vector<double> mean;
  // Equal means by fill, so that a level floor becomes one path; then as drawn.
  [[nodiscard]] bool before(const Page& page, std::uint32_t a, std::uint32_t b) const {
    if (mean[a] != mean[b]) return mean[a] < mean[b];
    const auto key = [](Color c) {
      return (std::uint32_t{c.a} << 24) | (std::uint32_t{c.r} << 16) | (std::uint32_t{c.g} << 8) | c.b;
    };
    const std::uint32_t ka = key(page.faces[a].fill), kb = key(page.faces[b].fill);
    return ka != kb ? ka < kb : a < b;
  }
};

class FragmentCollector {
 public:
  explicit FragmentCollector(const Page& page) : page_(page) {
    const double scale = std::min(1.0, static_cast<double>(kGridWidth) / page.camera.width);
    grid_ = {0, 0, static_cast<int>(std::ceil(page.camera.width * scale)),
             static_cast<int>(std::ceil(page.camera.height * scale)), scale};
  }

  void add(std::uint32_t index) {
    const Page::Face& face = page_.faces[index];
    const Vec3* corners = page_.corners.data() + face.first;
    if (fragments.size() > kMostFragments) {
      unsampled.push_back(index);
      return;
    }
    bool any = false;
    scan_polygon(grid_, corners, face.count, crossings_, [&](int row, int from, int to) {
      for (int i = from; i < to; ++i) put(index, row, i, depth_at(face, i, row));
      any = true;
    });
    if (any) return;
    // Too small to be met: where its middle is.
    Vec3 middle;
    for (std::uint32_t i = 0; i < face.count; ++i) middle = middle + corners[i] * (1.0 / face.count);
    const int column = std::clamp(static_cast<int>(middle.x * grid_.samples), 0, grid_.columns - 1);
    const int row = std::clamp(static_cast<int>(middle.y * grid_.samples), 0, grid_.rows - 1);
    put(index, row, column, middle.z);
  }

  std::vector<Fragment> fragments;
  std::vector<std::uint32_t> unsampled;  // faces beyond the limit: kept, in the order of their means

 private:
  [[nodiscard]] double depth_at(const Page::Face& face, int column, int row) const {
    const Vec3 p = page_.corners[face.first];
    const double x = (column + 0.5) / grid_.samples, y = (row + 0.5) / grid_.samples;
    return p.z + (x - p.x) * face.slope_x + (y - p.y) * face.slope_y;
  }
  void put(std::uint32_t face, int row, int column, double depth) {
    const Page::Face& f = page_.faces[face];
    const auto sample = static_cast<std::uint32_t>(row * grid_.columns + column);
    fragments.push_back({sample, std::clamp(static_cast<float>(depth), f.far, f.near), face});
  }

  const Page& page_;
  SampleGrid grid_;
  std::vector<Crossing> crossings_;
};

// `far` is to be painted before `near`, or `samples` samples will show the wrong one.
struct Over {
  std::uint32_t far = 0, near = 0, samples = 1;
};

constexpr float kTie = 0.01F;  // pixels

// What covers what, from the fragments of one layer, and which faces can be seen at all.
class Overlaps {
 public:
  Overlaps(const Page& page, std::vector<Fragment> fragments)
      : seen(page.faces.size(), 0), page_(page), fragments_(std::move(fragments)) {
    std::sort(fragments_.begin(), fragments_.end(), [](const Fragment& a, const Fragment& b) {
      if (a.sample != b.sample) return a.sample < b.sample;
      return a.depth != b.depth ? a.depth < b.depth : a.face < b.face;
    });
    for (std::size_t begin = 0; begin < fragments_.size();) {
      std::size_t end = begin;
      while (end < fragments_.size() && fragments_[end].sample == fragments_[begin].sample) ++end;
      look_at(std::span(fragments_).subspan(begin, end - begin));
      begin = end;
    }
    sum_up();
  }

  std::vector<Over> over;  // each pair once
  std::vector<char> seen;  // per face

 private:
  // The nearest opaque fragment; a front coinciding with a back lies over it.
  [[nodiscard]] const Fragment* nearest(std::span<const Fragment> here) const {
    const Fragment* found = nullptr;
    for (std::size_t i = here.size(); i-- > 0;) {
      const Page::Face& face = page_.faces[here[i].face];
      if (face.fill.a < 255) continue;
      if (!found) {
        found = &here[i];
      } else if (found->depth - here[i].depth > kTie) {
        break;
      } else if (page_.faces[found->face].back && !face.back) {
        found = &here[i];
      }
    }
    return found;
  }

  void look_at(std::span<const Fragment> here) {
    const Fragment* top = nearest(here);
    for (const Fragment& fragment : here) {
      if (!top || &fragment == top) {
        seen[fragment.face] = 1;
        continue;
      }
      const float behind = top->depth - fragment.depth;
      if (page_.faces[fragment.face].fill.a < 255 && behind <= kTie) {
        over.push_back({top->face, fragment.face});
      } else if (behind > kTie || page_.faces[fragment.face].back != page_.faces[top->face].back) {
        over.push_back({fragment.face, top->face});
      }
      // Neighbours smaller than a sample share one: what is just behind may show beside it.
      if (behind <= kNearby) seen[fragment.face] = 1;
    }
  }

  void sum_up() {
    std::sort(over.begin(), over.end(),
              [](const Over& a, const Over& b) { return a.far != b.far ? a.far < b.far : a.near < b.near; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < over.size(); ++i) {
      if (seen[over[i].far] == 0 || seen[over[i].near] == 0) continue;
      if (kept > 0 && over[kept - 1].far == over[i].far && over[kept - 1].near == over[i].near) {
        ++over[kept - 1].samples;
      } else {
        over[kept++] = over[i];
      }
    }
    over.resize(kept);
  }

  static constexpr float kNearby = 3;  // pixels

  const Page& page_;
  std::vector<Fragment> fragments_;
};

// `faces` by rank; returns them so that as little as possible of `over` is broken.
std::vector<std::uint32_t> sorted_topologically(std::size_t face_count,
                                                const std::vector<std::uint32_t>& faces,
                                                const std::vector<Over>& over) {
  struct Edge {
    std::uint32_t to = 0, samples = 0;
  };
  std::vector<std::uint32_t> position(face_count, 0), first(faces.size() + 1, 0);
  std::vector<std::uint64_t> waits(faces.size(), 0);  // samples that would be spoilt now
  for (std::uint32_t i = 0; i < faces.size(); ++i) position[faces[i]] = i;
  for (const Over& o : over) {
    waits[position[o.near]] += o.samples;
    ++first[position[o.far] + 1];
  }
  for (std::size_t i = 0; i < faces.size(); ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<Edge> edges(over.size());
  for (const Over& o : over) edges[next[position[o.far]]++] = {position[o.near], o.samples};

  using Entry = std::pair<std::uint64_t, std::uint32_t>;  // spoilt samples, rank; old entries are skipped
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (std::uint32_t i = 0; i < faces.size(); ++i) ready.emplace(waits[i], i);
  std::vector<char> done(faces.size(), 0);
  std::vector<std::uint32_t> out;
  while (!ready.empty()) {
    const auto [spoilt, at] = ready.top();
    ready.pop();
    if (done[at] != 0 || spoilt != waits[at]) continue;
    done[at] = 1;
    out.push_back(faces[at]);
    for (std::uint32_t i = first[at]; i < first[at + 1]; ++i) {
      waits[edges[i].to] -= edges[i].samples;
      if (done[edges[i].to] == 0) ready.emplace(waits[edges[i].to], edges[i].to);
    }
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> depth_order(const Page& page) {
  Ranks ranks;
  ranks.mean.resize(page.faces.size());
  std::vector<std::uint32_t> all;
  for (std::uint32_t f = 0; f < page.faces.size(); ++f) {
    const Page::Face& face = page.faces[f];
    if (face.count == 0) continue;
    for (std::uint32_t i = 0; i < face.count; ++i)
      ranks.mean[f] += page.corners[face.first + i].z / face.count;
    all.push_back(f);
  }
  std::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t la = page.faces[a].layer, lb = page.faces[b].layer;
    return la != lb ? la < lb : ranks.before(page, a, b);
  });
  std::vector<std::uint32_t> out;
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(
        begin, all.end(), [&](std::uint32_t f) { return page.faces[f].layer != page.faces[*begin].layer; });
    FragmentCollector collector(page);
    for (auto f = begin; f != end; ++f) collector.add(*f);
    Overlaps overlaps(page, std::move(collector.fragments));
    for (const std::uint32_t f : collector.unsampled) overlaps.seen[f] = 1;
    std::vector<std::uint32_t> faces;
    std::copy_if(begin, end, std::back_inserter(faces),
                 [&](std::uint32_t f) { return overlaps.seen[f] != 0; });
    const std::vector<std::uint32_t> sorted = sorted_topologically(page.faces.size(), faces, overlaps.over);
    out.insert(out.end(), sorted.begin(), sorted.end());
    begin = end;
  }
  return out;
}

}  // namespace ambula
