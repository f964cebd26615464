// SVG: far faces first (the painter's algorithm, see depth_order.h), lines and points over them, labels over
// all. Layers stack in the order they were drawn, like sheets of tracing paper: faces of a later
// layer cover those of an earlier one. Each layer is a group carrying its name as id.
//
// Faces are stroked with their own colour, which closes the hairlines antialiasing would leave between
// neighbours; neighbours in depth of equal colour share one path, so translucent surfaces show no seams.
// Folds and borders are drawn right after the faces they belong to, and covered by what is nearer.
// Coordinates are whole hundredths of a pixel, written relative to each other: exact, and short.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/draw.h"
#include "ambula/files.h"
#include "core/text.h"
#include "core/utf8.h"
#include "draw/depth_order.h"
#include "draw/feature_edges.h"
#include "draw/page.h"

namespace ambula {
namespace {

// XML text: markup escaped, what XML 1.0 forbids replaced.
std::string escaped(std::string_view raw) {
  std::string out;
  for (std::size_t at = 0; at < raw.size();) {
    const char32_t code = next_code_point(raw, at);
    switch (code) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        append_utf8(out, code < 0x20 || code == 0xFFFE || code == 0xFFFF ? U'\uFFFD' : code);
    }
  }
  return out;
}

std::string hex(Color c) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "#";
  for (const std::uint8_t v : {c.r, c.g, c.b}) {
    out += kDigits[v >> 4];
    out += kDigits[v & 15];
  }
  return out;
}

// Hundredths of a pixel, shortest form: 1250 is "12.5", -5 is "-.05". A separator only where one is needed.
void append_number(std::string& out, std::int64_t hundredths, bool separate) {
  if (separate && hundredths >= 0) out += ' ';
  if (hundredths < 0) out += '-';
  const std::uint64_t size = static_cast<std::uint64_t>(hundredths < 0 ? -hundredths : hundredths);
  const std::uint64_t whole = size / 100, part = size % 100;
  if (whole > 0 || part == 0) append_text(out, whole);
  if (part == 0) return;
  out += '.';
  out += static_cast<char>('0' + part / 10);
  if (part % 10 != 0) out += static_cast<char>('0' + part % 10);
}

struct Spot {
  std::int64_t x = 0, y = 0;
  friend bool operator==(Spot, Spot) = default;
};

Spot spot_of(Vec3 p) { return {std::llround(p.x * 100), std::llround(p.y * 100)}; }

std::string number(double pixels) {
  std::string out;
  append_number(out, std::llround(pixels * 100), false);
  return out;
}

std::string opacity(Color c) { return c.a == 255 ? "" : text(" opacity=\"", number(c.a / 255.0), "\""); }

// Path data that remembers where the pen is.
class PathData {
 public:
  void ring(const std::vector<Spot>& spots) {
    move(spots[0]);
    out_ += 'l';
    bool separate = false;
    for (std::size_t i = 1; i < spots.size(); ++i) {
      append_number(out_, spots[i].x - spots[i - 1].x, separate);
      append_number(out_, spots[i].y - spots[i - 1].y, true);
      separate = true;
    }
    out_ += 'z';
  }
  void line(Spot a, Spot b) {
    if (empty() || !(a == pen_)) move(a);
    out_ += 'l';
    append_number(out_, b.x - a.x, false);
    append_number(out_, b.y - a.y, true);
    pen_ = b;
  }
  [[nodiscard]] bool empty() const { return out_.empty(); }
  [[nodiscard]] std::string take() {
    std::string out = std::move(out_);
    *this = PathData();
    return out;
  }

 private:
  void move(Spot to) {
    out_ += out_.empty() ? 'M' : 'm';
    append_number(out_, to.x - pen_.x, false);
    append_number(out_, to.y - pen_.y, true);
    pen_ = to;
  }

  std::string out_;
  Spot pen_;
};

class SvgWriter {
 public:
  SvgWriter(const Draw& draw, const Page& page, std::string_view id_prefix)
      : draw_(draw), page_(page), prefix_(escaped(id_prefix)) {}

  std::string write() {
    const Camera& camera = page_.camera;
    out_ = text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", camera.width, "\" height=\"",
                camera.height, "\" viewBox=\"0 0 ", camera.width, " ", camera.height, "\">\n");
    out_ += text("<rect width=\"100%\" height=\"100%\" fill=\"", hex(kPaper), "\"/>\n");
    out_ += text("<style>.l{fill:none;stroke:", hex(kInk), ";stroke-opacity:.5;stroke-width:.7}</style>\n");
    order_ = depth_order(page_);
    for (std::uint32_t layer = 0; layer < draw_.layers.size(); ++layer) faces(layer);
    caps();
    sections();
    for (std::uint32_t layer = 0; layer < draw_.layers.size(); ++layer) marks(layer);
    for (std::uint32_t layer = 0; layer < draw_.layers.size(); ++layer) labels(layer);
    scale_bar();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  void open_group(std::uint32_t layer, std::string_view suffix, std::string_view attributes) {
    std::string name = draw_.layers[layer];
    std::replace(name.begin(), name.end(), ' ', '_');  // an id holds no blanks
    out_ +=
        text("<g id=\"", prefix_, name.empty() ? "drawing" : escaped(name), suffix, "\"", attributes, ">\n");
  }

  void faces(std::uint32_t layer) {
    std::size_t end = next_;
    while (end < order_.size() && page_.faces[order_[end]].layer == layer) ++end;
    const auto here = std::span(order_).subspan(next_, end - next_);
    next_ = end;
    const std::vector<char> feature = feature_edges(page_, here);
    bool open = false;
    Color fill;
    bool back = false;
    for (const std::uint32_t f : here) {
      const Page::Face& face = page_.faces[f];
      if (!outline(face)) continue;
      if (!open) {
        open_group(layer, "",
                   " fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\".5\" "
                   "stroke-linejoin=\"round\"");
        open = true;
      }
      // One path holds faces of one side only: opposite windings would cut holes into each other.
      if (!(face.fill == fill) || face.back != back) flush_faces(fill);
      fill = face.fill;
      back = face.back;
      faces_.ring(ring_);
      for (std::uint32_t i = 0; i < face.count; ++i) {
        if (feature[face.first + i] == 0) continue;
        const Spot a = spot_of(page_.corners[face.first + i]);
        const Spot b = spot_of(page_.corners[face.first + (i + 1) % face.count]);
        if (!(a == b)) lines_.line(a, b);
      }
    }
    flush_faces(fill);
    if (open) out_ += "</g>\n";
  }

  // The fills gathered so far, then their outlines: whatever is nearer will cover both.
  void flush_faces(Color fill) {
    if (faces_.empty()) return;
    out_ += text("<path color=\"", hex(fill), "\"", opacity(fill), " d=\"", faces_.take(), "\"/>\n");
    if (!lines_.empty()) out_ += text("<path class=\"l\" d=\"", lines_.take(), "\"/>\n");
  }

  // Fills ring_ with the face's distinct spots; false when it has no area on paper.
  bool outline(const Page::Face& face) {
    ring_.clear();
    std::int64_t twice_area = 0;
    for (std::uint32_t i = 0; i < face.count; ++i) {
      const Spot spot = spot_of(page_.corners[face.first + i]);
      if (ring_.empty() || !(spot == ring_.back())) ring_.push_back(spot);
    }
    while (ring_.size() > 1 && ring_.front() == ring_.back()) ring_.pop_back();
    if (ring_.size() < 3) return false;
    for (std::size_t i = 1; i + 1 < ring_.size(); ++i) {
      twice_area += (ring_[i].x - ring_[0].x) * (ring_[i + 1].y - ring_[0].y) -
                    (ring_[i].y - ring_[0].y) * (ring_[i + 1].x - ring_[0].x);
    }
    return twice_area != 0;
  }

  void caps() {
    PathData path;
    for (std::size_t r = 0; r + 1 < page_.cap_offsets.size(); ++r) {
      ring_.clear();
      for (std::uint32_t i = page_.cap_offsets[r]; i < page_.cap_offsets[r + 1]; ++i) {
        ring_.push_back(spot_of(page_.cap_points[i]));
      }
      path.ring(ring_);
    }
    if (!path.empty())
      out_ += text("<path id=\"", prefix_, "solid\" fill=\"", hex(kSolid), "\" d=\"", path.take(), "\"/>\n");
  }

  void sections() {
    if (page_.sections.empty()) return;
    PathData path;
    for (const Page::Edge& edge : page_.sections) {
      const Spot a = spot_of(edge.a), b = spot_of(edge.b);
      if (!(a == b)) path.line(a, b);
    }
    if (path.empty()) return;
    out_ += text("<path id=\"", prefix_, "cut\" fill=\"none\" stroke=\"", hex(kInk), "\" stroke-width=\"",
                 number(page_.sections[0].width), "\" stroke-linecap=\"round\" d=\"", path.take(), "\"/>\n");
  }

  // Runs of edges of one look share a path.
  void marks(std::uint32_t layer) {
    const auto here = [layer](const auto& item) { return item.layer == layer; };
    const bool any = std::any_of(page_.edges.begin(), page_.edges.end(), here) ||
                     std::any_of(page_.points.begin(), page_.points.end(), here);
    if (!any) return;
    open_group(layer, "-lines", " fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    PathData path;
    const Page::Edge* look = nullptr;
    const auto flush = [&] {
      if (path.empty()) return;
      out_ += text("<path stroke=\"", hex(look->color), "\" stroke-width=\"", number(look->width), "\"",
                   opacity(look->color), " d=\"", path.take(), "\"/>\n");
    };
    for (const Page::Edge& edge : page_.edges) {
      if (edge.layer != layer) continue;
      if (look && !(look->color == edge.color && look->width == edge.width)) flush();
      look = &edge;
      path.line(spot_of(edge.a), spot_of(edge.b));
    }
    flush();
    for (const Draw::Point& point : page_.points) {
      if (point.layer != layer) continue;
      out_ +=
          text("<circle cx=\"", number(point.at.x), "\" cy=\"", number(point.at.y), "\" r=\"",
               number(point.size / 2), "\" fill=\"", hex(point.color), "\"", opacity(point.color), "/>\n");
    }
    out_ += "</g>\n";
  }

  [[nodiscard]] std::string text_style() const {
    // A sans-serif's capitals are about 0.72 of its size.
    const double cap = cap_height(page_.camera.width);
    return text(" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"", number(cap / 0.72),
                "\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"", hex(kPaper),
                "\" stroke-width=\"", number(cap * 0.35), "\" stroke-linejoin=\"round\"");
  }

  void labels(std::uint32_t layer) {
    bool open = false;
    for (const Draw::Label& label : page_.labels) {
      if (label.layer != layer || label.text.empty()) continue;
      if (!open) open_group(layer, "-labels", text_style());
      open = true;
      const double baseline = label.at.y + cap_height(page_.camera.width) / 2;
      out_ += text("<text x=\"", number(label.at.x), "\" y=\"", number(baseline), "\" fill=\"",
                   hex(label.color), "\"", opacity(label.color), ">", escaped(label.text), "</text>\n");
    }
    if (open) out_ += "</g>\n";
  }

  void scale_bar() {
    const Camera& camera = page_.camera;
    if (!camera.scale_bar) return;
    const ScaleBar bar = make_scale_bar(camera);
    const double cap = cap_height(camera.width), x = 0.03 * camera.width, y = camera.height - 1.6 * cap;
    const double tick = cap * 0.5;
    out_ +=
        text("<g id=\"", prefix_, "scale\"><path fill=\"none\" stroke=\"", hex(kInk), "\" stroke-width=\"",
             number(std::max(1.0, cap / 8)), "\" d=\"M", number(x), " ", number(y - tick), "v", number(tick),
             "h", number(bar.pixels), "v", number(-tick), "\"/>\n<text x=\"",
             number(x + bar.pixels + cap * 0.7), "\" y=\"", number(y), "\"", text_style(), " fill=\"",
             hex(kInk), "\" style=\"text-anchor:start\">", bar.text, "</text></g>\n");
  }

  const Draw& draw_;
  const Page& page_;
  std::string prefix_, out_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;  // of order_
  std::vector<Spot> ring_;
  PathData faces_, lines_;
};

}  // namespace

Result<std::string> svg_text(const Draw& draw, const View& view, std::string_view id_prefix) {
  auto page = make_page(draw, view, nullptr);
  if (!page) return fail(page.error());
  return SvgWriter(draw, *page, id_prefix).write();
}

Result<void> write_svg(const Draw& draw, const View& view, const std::filesystem::path& path) {
  auto svg = svg_text(draw, view);
  if (!svg) return fail(svg.error());
  return write_file(path, *svg);
}

}  // namespace ambula
