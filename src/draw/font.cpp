// Own letter shapes. A glyph is a few strokes, each a run of points on a grid 8 wide and 16 high (baseline 4,
// small letters to 12, capitals to 16), one character 0-9 A-G a coordinate. A stroke that opens with '(' is
// round: its inner points pull a quadratic spline. A single point is a dot.
#include "draw/font.h"

#include <algorithm>
#include <array>

#include "core/utf8.h"

namespace ambula {
namespace {

constexpr double kCap = 12;      // grid units from the baseline to the top of capitals
constexpr double kBaseline = 4;  // grid units
constexpr double kGap = 4.2;     // between glyphs
constexpr double kSpace = 4;     // width of a blank
constexpr int kSplineSteps = 4;

constexpr const char* kBox = "0G04646G0G";

constexpr std::array<const char*, 95> kGlyphs{
    "",                                    // blank
    "0G08 04",                             // !
    "0G0C 3G3C",                           // "
    "2F15 6F55 0B7B 0878",                 // #
    "(8C8F0F0A8A850508 4G44",              // $
    "8G04 (2G0G0C4C4G2G (684844848868",    // %
    "(841C1G6G6C0A047489",                 // &
    "0G0C",                                // '
    "(3G0E0532",                           // (
    "(0G3E3502",                           // )
    "4E46 0C88 8C08",                      // *
    "4C44 0888",                           // +
    "1502",                                // ,
    "0868",                                // -
    "04",                                  // .
    "027G",                                // /
    "(3G0G04646G3G",                       // 0
    "0D3G34",                              // 1
    "(0D0G7G7A04 0474",                    // 2
    "(0D0G7G7A3A (3A8A840407",             // 3
    "646G0888",                            // 4
    "7G1G0A (0A4C8B840406",                // 5
    "(6G0D08 (4B0B04848B4B",               // 6
    "0G7G24",                              // 7
    "(4G1G1A7A7G4G (4A0A04848A4A",         // 8
    "(4G0G09898G4G (8C8724",               // 9
    "0B 04",                               // :
    "1B 1502",                             // ;
    "6C0864",                              // <
    "0A6A 0666",                           // =
    "0C6804",                              // >
    "(0D0G7G7A3B38 34",                    // ?
    "(4B2B27676B4B (6C66969G0G0384",       // @
    "044G84 1878",                         // A
    "3G0G0434 0A3A (3G7G7A3A (3A8A8434",   // B
    "(8D8G0G048487",                       // C
    "3G0G0434 (3G8G8434",                  // D
    "7G0G0474 0A5A",                       // E
    "7G0G04 0A5A",                         // F
    "(8D8G0G048489 8959",                  // G
    "040G 848G 0A8A",                      // H
    "040G",                                // I
    "6G68 (68640407",                      // J
    "040G 7G09 2B84",                      // K
    "0G0474",                              // L
    "040G488G84",                          // M
    "040G848G",                            // N
    "(4G0G04848G4G",                       // O
    "040G3G 0939 (3G8G8939",               // P
    "(4G0G04848G4G 5883",                  // Q
    "040G3G 0939 (3G8G8939 3984",          // R
    "(8D8G0G0A8A840407",                   // S
    "0G8G 4G44",                           // T
    "0G08 (08048488 888G",                 // U
    "0G448G",                              // V
    "0G245E84AG",                          // W
    "0G84 8G04",                           // X
    "0G498G 4944",                         // Y
    "0G8G0484",                            // Z
    "3G0G0232",                            // [
    "0G72",                                // backslash
    "0G3G3202",                            // ]
    "0B3G6B",                              // ^
    "0282",                                // _
    "0G2D",                                // `
    "6C64 (3C0C04646C3C",                  // a
    "0G04 (3C0C04646C3C",                  // b
    "(6A6C0C046466",                       // c
    "6G64 (3C0C04646C3C",                  // d
    "0868 (686C0C046466",                  // e
    "(5G2G2C 2C24 0C4C",                   // f
    "(3C0C04646C3C 6C63 (63600001",        // g
    "0G04 (080C6C68 6864",                 // h
    "0C04 0G",                             // i
    "2C22 (222000 2G",                     // j
    "0G04 5C07 2964",                      // k
    "0G04",                                // l
    "0C04 (080C4C48 4844 (484C8C88 8884",  // m
    "0C04 (080C6C68 6864",                 // n
    "(3C0C04646C3C",                       // o
    "0C00 (3C0C04646C3C",                  // p
    "6C60 (3C0C04646C3C",                  // q
    "0C04 (080C4C",                        // r
    "(5B5C0C0858540405",                   // s
    "2G27 (272454 0C4C",                   // t
    "0C08 (08046468 6C64",                 // u
    "0C346C",                              // v
    "0C244A648C",                          // w
    "0C64 6C04",                           // x
    "0C34 6C10",                           // y
    "0C6C0464",                            // z
    "(4G2G2909 (09292242",                 // {
    "0G02",                                // |
    "(0G2G2949 (49292202",                 // }
    "(072B5579",                           // ~
};

double coordinate(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

class GlyphWriter {
 public:
  GlyphWriter(TextStrokes& out, double x) : out_(out), x_(x) {}

  // Returns the glyph's width in grid units.
  double write(std::string_view glyph) {
    double widest = 0;
    for (std::size_t at = 0; at < glyph.size();) {
      const std::size_t end = std::min(glyph.find(' ', at), glyph.size());
      const bool round = glyph[at] == '(';
      points_.clear();
      for (std::size_t i = at + (round ? 1 : 0); i + 1 < end; i += 2) {
        points_.push_back({coordinate(glyph[i]), coordinate(glyph[i + 1])});
        widest = std::max(widest, points_.back().x);
      }
      round ? spline() : lines();
      at = end + 1;
    }
    return widest;
  }

 private:
  void segment(Vec2 a, Vec2 b) {
    const auto place = [&](Vec2 p) { return Vec2{(x_ + p.x) / kCap, (kBaseline - p.y) / kCap}; };
    out_.segments.push_back({place(a), place(b)});
  }
  void lines() {
    if (points_.size() == 1) segment(points_[0], points_[0]);
    for (std::size_t i = 1; i < points_.size(); ++i) segment(points_[i - 1], points_[i]);
  }
  void spline() {
    Vec2 from = points_.front();
    for (std::size_t i = 1; i + 1 < points_.size(); ++i) {
      const Vec2 pull = points_[i];
      const Vec2 to = i + 2 == points_.size() ? points_[i + 1] : (pull + points_[i + 1]) * 0.5;
      Vec2 last = from;
      for (int step = 1; step <= kSplineSteps; ++step) {
        const double t = static_cast<double>(step) / kSplineSteps;
        const Vec2 next = from * ((1 - t) * (1 - t)) + pull * (2 * t * (1 - t)) + to * (t * t);
        segment(last, next);
        last = next;
      }
      from = to;
    }
  }

  TextStrokes& out_;
  double x_;
  std::vector<Vec2> points_;
};

}  // namespace

TextStrokes text_strokes(std::string_view text) {
  TextStrokes out;
  double x = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next_code_point(text, at);
    const bool known = code >= 32 && code < 127;
    const double width = code == 32 ? kSpace : GlyphWriter(out, x).write(known ? kGlyphs[code - 32] : kBox);
    x += width + (code == 32 ? 0 : kGap);
  }
  out.width = std::max(0.0, x - kGap) / kCap;
  return out;
}

}  // namespace ambula
