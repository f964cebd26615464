// From a drawing to a page: every face is clipped at the cut (one half-space of Sutherland and Hodgman),
// projected, and shaded once, since a flat face under parallel light has one colour.
//
// The light comes from the upper left behind the viewer, as maps and drawing boards have it, whatever the
// azimuth; level ground keeps exactly the colour it was drawn with. Where faces cross the cut, the section
// is drawn as a heavy line, as in an architect's plan: it shows walls without thickness too.
#include "draw/page.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/caps.h"

namespace ambula {
namespace {

constexpr double kAmbient = 0.52, kSky = 0.16, kSun = 0.32;  // sum to 1 on level ground
constexpr double kSectionWidth = 1.0 / 700;                  // of the picture's width

struct Light {
  Vec3 sun;      // unit, towards the light
  double level;  // cosine on level ground
};

Light make_light(const Camera& camera) {
  const Vec3 sun = camera.right * -0.45 + camera.up * 0.5 + camera.toward * 0.74;
  const Vec3 unit = sun * (1 / length(sun));
  return {unit, std::max(0.35, unit.z)};
}

std::uint8_t to_byte(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

// A factor below 1 leads to ink, above 1 to white.
Color lit(Color c, double factor) {
  const double dark = std::max(0.0, 1 - factor), bright = std::clamp(2.2 * (factor - 1), 0.0, 1.0);
  const auto channel = [&](std::uint8_t value, std::uint8_t ink) {
    const double base = value * std::min(factor, 1.0) + ink * dark * 0.6;
    return to_byte(base + (255 - base) * bright);
  };
  return {channel(c.r, kInk.r), channel(c.g, kInk.g), channel(c.b, kInk.b), c.a};
}

// Translucent faces lie over others and carry a meaning: they keep their colour.
Color shaded(Color fill, Vec3 normal, bool back, const Light& light) {
  if (fill.a < 255) return fill;
  const double sun = std::max(0.0, dot(normal, light.sun)) / light.level;
  const double factor = kAmbient + kSky * (0.5 + 0.5 * normal.z) + kSun * sun;
  if (!back) return lit(fill, factor);
  // The back keeps a trace of colour and form, so that an inside-out scene can still be read.
  return blend(kSolid, lit(fill, factor), 0.2);
}

Vec3 newell(std::span<const Vec3> corners) {
  Vec3 sum;
  const Vec3 origin = corners[0];
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    sum = sum + cross(corners[i] - origin, corners[i + 1] - origin);
  }
  return sum;
}

class SheetMaker {
 public:
  SheetMaker(const Draw& draw, const View& view, const Camera& camera)
      : draw_(draw),
        cut_(view.cut.value_or(std::numeric_limits<double>::infinity())),
        light_(make_light(camera)) {
    page_.camera = camera;
  }

  Page make(Context* context) {
    count_corners(context);
    parallel_for(context, draw_.faces.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t f = begin; f < end; ++f) {
        if (page_.faces[f].count > 0) make_face(f);
      }
    });
    if (page_.camera.toward.z > 0) {
      make_sections();
      make_cap();
    }
    make_marks();
    return std::move(page_);
  }

 private:
  std::span<const Vec3> corners_of(std::size_t f) const {
    return std::span(draw_.corners).subspan(draw_.faces[f].first, draw_.faces[f].count);
  }

  // Lays out the corner ranges: those below the cut and one for every crossing.
  void count_corners(Context* context) {
    page_.faces.resize(draw_.faces.size());
    parallel_for(context, draw_.faces.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t f = begin; f < end; ++f) {
        const auto corners = corners_of(f);
        std::uint32_t count = 0;
        Vec3 last = corners.back();
        for (const Vec3 p : corners) {
          count += (p.z <= cut_) + ((p.z <= cut_) != (last.z <= cut_) ? 1U : 0U);
          last = p;
        }
        page_.faces[f].count = count < 3 ? 0 : count;
      }
    });
    std::size_t total = 0;
    for (Page::Face& face : page_.faces) {
      face.first = static_cast<std::uint32_t>(total);
      total += face.count;
    }
    page_.corners.resize(total);
  }

  void make_face(std::size_t f) {
    Page::Face& face = page_.faces[f];
    const auto corners = corners_of(f);
    std::size_t next = face.first;
    Vec3 last = corners.back();
    for (const Vec3 p : corners) {
      if ((p.z <= cut_) != (last.z <= cut_)) {
        page_.corners[next++] = page_.camera.project(cut_point(last, p, cut_));
      }
      if (p.z <= cut_) page_.corners[next++] = page_.camera.project(p);
      last = p;
    }
    finish_face(face, corners, draw_.faces[f]);
  }

  void finish_face(Page::Face& face, std::span<const Vec3> corners, const Draw::Face& drawn) const {
    const Camera& camera = page_.camera;
    Vec3 normal = newell(corners);
    const double size = length(normal);
    normal = size > 0 ? normal * (1 / size) : camera.toward;
    face.back = dot(normal, camera.toward) < 0;
    face.fill = shaded(drawn.fill, normal, face.back, light_);
    face.layer = drawn.layer;

    const double side = face.back ? -1 : 1;
    face.normal = Vec3{dot(normal, camera.right), dot(normal, camera.up), dot(normal, camera.toward)} * side;
    if (face.normal.z > 1e-6) {
      face.slope_x = static_cast<float>(-face.normal.x / face.normal.z);
      face.slope_y = static_cast<float>(face.normal.y / face.normal.z);
    }
    double near = -std::numeric_limits<double>::infinity(), far = -near;
    for (std::uint32_t i = 0; i < face.count; ++i) {
      near = std::max(near, page_.corners[face.first + i].z);
      far = std::min(far, page_.corners[face.first + i].z);
    }
    face.near = static_cast<float>(near);
    face.far = static_cast<float>(far);
  }

  // The crossings of one face lie on a line; sorted along it, each pair bounds a piece inside the face.
  void make_sections() {
    const double width = std::max(1.0, kSectionWidth * page_.camera.width);
    std::vector<Vec3> crossings;
    for (std::size_t f = 0; f < draw_.faces.size(); ++f) {
      if (draw_.faces[f].fill.a < 255) continue;
      const auto corners = corners_of(f);
      crossings.clear();
      Vec3 last = corners.back();
      for (const Vec3 p : corners) {
        if ((p.z <= cut_) != (last.z <= cut_)) crossings.push_back(cut_point(last, p, cut_));
        last = p;
      }
      if (crossings.size() > 2) {
        std::sort(crossings.begin(), crossings.end(),
                  [](Vec3 a, Vec3 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
      }
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        page_.sections.push_back({page_.camera.project(crossings[i]), page_.camera.project(crossings[i + 1]),
                                  kInk, width, draw_.faces[f].layer});
      }
    }
  }

  void make_cap() {
    if (!std::isfinite(cut_)) return;
    const Camera& camera = page_.camera;
    Caps caps = make_caps(draw_, cut_);
    page_.cap_offsets = std::move(caps.offsets);
    Page::Face face;
    face.fill = kSolid;
    face.back = true;
    face.layer = static_cast<std::uint32_t>(draw_.layers.size());  // over every layer
    const Vec3 normal{camera.right.z, camera.up.z, camera.toward.z};
    face.normal = normal;
    face.slope_x = static_cast<float>(-normal.x / normal.z);
    face.slope_y = static_cast<float>(normal.y / normal.z);
    face.near = std::numeric_limits<float>::lowest();
    face.far = std::numeric_limits<float>::max();
    for (const Vec3 p : caps.points) {
      page_.cap_points.push_back(camera.project(p));
      face.near = std::max(face.near, static_cast<float>(page_.cap_points.back().z));
      face.far = std::min(face.far, static_cast<float>(page_.cap_points.back().z));
    }
    page_.cap_face = static_cast<std::uint32_t>(page_.faces.size());
    page_.faces.push_back(face);
  }

  void make_marks() {
    const Camera& camera = page_.camera;
    for (const Draw::Edge& edge : draw_.edges) {
      Vec3 a = edge.a, b = edge.b;
      if (a.z > cut_ && b.z > cut_) continue;
      if (a.z > cut_) a = cut_point(a, b, cut_);
      if (b.z > cut_) b = cut_point(edge.a, edge.b, cut_);
      page_.edges.push_back({camera.project(a), camera.project(b), edge.color, edge.width, edge.layer});
    }
    for (const Draw::Point& point : draw_.points) {
      if (point.at.z > cut_) continue;
      page_.points.push_back(point);
      page_.points.back().at = camera.project(point.at);
    }
    for (const Draw::Label& label : draw_.labels) {
      if (label.at.z > cut_) continue;
      page_.labels.push_back(label);
      page_.labels.back().at = camera.project(label.at);
    }
  }

  const Draw& draw_;
  double cut_;
  Light light_;
  Page page_;
};

}  // namespace

Color blend(Color under, Color over, double amount) {
  const double part = amount * over.a / 255.0;
  const auto channel = [&](std::uint8_t a, std::uint8_t b) { return to_byte(a + (b - a) * part); };
  return {channel(under.r, over.r), channel(under.g, over.g), channel(under.b, over.b), under.a};
}

Result<Page> make_page(const Draw& draw, const View& view, Context* context) {
  if (auto ok = check_draw(draw); !ok) return fail(ok.error());
  auto camera = make_camera(draw, view);
  if (!camera) return fail(camera.error());
  return SheetMaker(draw, view, *camera).make(context);
}

}  // namespace ambula
