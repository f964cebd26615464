// Wavefront OBJ, read in one pass over the mapped text. Only what shapes the scene is kept: positions, faces,
// and the names of groups, objects and materials. Written for speed where a million lines pass (v and f) and
// for clear messages everywhere else.
#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "ambula/context.h"
#include "ambula/import.h"
#include "core/text.h"
#include "geometry/polygon.h"
#include "import/number.h"

namespace ambula {
namespace {

constexpr std::size_t kMaxVertices = std::numeric_limits<std::uint32_t>::max() - 1;

// Keywords of the format that do not shape triangles; anything else is passed over with a warning.
constexpr std::string_view kSilent[] = {
    "vn",       "vt",       "vp",         "s",         "mtllib", "mg",    "usemap", "lod",  "bevel", "maplib",
    "c_interp", "d_interp", "shadow_obj", "trace_obj", "bmat",   "step",  "cstype", "deg",  "parm",  "trim",
    "hole",     "scrv",     "sp",         "end",       "con",    "ctech", "stech",  "call", "csh"};

class ObjReader {
 public:
  ObjReader(std::string_view text, std::string_view name, Context* context)
      : begin_(text.data()),
        p_(begin_),
        end_(begin_ + text.size()),
        name_(name),
        stage_(context, "read obj", 1) {}

  Result<Imported> read() {
    if (static_cast<std::size_t>(end_ - begin_) >= 3 && std::string_view(begin_, 3) == "\xEF\xBB\xBF")
      p_ += 3;
    // A generous guess costs address space only; growing arrays costs copies. No line is shorter than "f 1 2
    // 3".
    const auto size = static_cast<std::size_t>(end_ - begin_);
    out_.soup.positions.reserve(size / 48);
    out_.soup.triangles.reserve(size / 24);
    const char* check_at = p_;
    while (p_ < end_) {
      if (!read_line()) return fail(std::move(error_));
      if (p_ >= check_at) {
        check_at = p_ + std::min<std::ptrdiff_t>(end_ - p_, std::ptrdiff_t{1} << 20);
        if (stage_.cancelled()) return cancelled_failure("reading an OBJ file");
        stage_.progress(static_cast<double>(p_ - begin_) / static_cast<double>(end_ - begin_));
      }
    }
    if (!finish()) return fail(std::move(error_));
    return std::move(out_);
  }

 private:
  // Moves over blanks and line continuations.
  void skip_blanks() {
    while (p_ < end_) {
      if (*p_ == ' ' || *p_ == '\t') {
        ++p_;
      } else if (*p_ == '\\' && p_ + 1 < end_ && (p_[1] == '\n' || p_[1] == '\r')) {
        p_ += p_[1] == '\r' && p_ + 2 < end_ && p_[2] == '\n' ? 3 : 2;
      } else {
        return;
      }
    }
  }
  [[nodiscard]] bool at_line_end() const { return p_ >= end_ || *p_ == '\n' || *p_ == '\r'; }
  void skip_line() {
    for (; p_ < end_; ++p_) {
      if (*p_ == '\\') {
        skip_blanks();
        if (p_ >= end_) return;
      }
      if (*p_ == '\n' || *p_ == '\r') return;
    }
  }

  bool read_line() {
    skip_blanks();
    const char* const start = p_;
    if (at_line_end()) {
      if (p_ < end_) ++p_;
      return true;
    }
    // Nearly every line of a large file is one of these two.
    if (end_ - p_ > 2 && (p_[1] == ' ' || p_[1] == '\t')) {
      if (*p_ == 'v') return ++p_, read_vertex(start);
      if (*p_ == 'f') return ++p_, read_face(start);
    }
    if (*p_ == '#') {
      // Comments do not continue over a backslash: many exporters end a path in one.
      while (!at_line_end()) ++p_;
      return true;
    }
    while (p_ < end_ && *p_ != ' ' && *p_ != '\t' && *p_ != '\n' && *p_ != '\r' && *p_ != '\\') ++p_;
    const std::string_view word(start, static_cast<std::size_t>(p_ - start));
    if (word == "v") return read_vertex(start);
    if (word == "f" || word == "fo") return read_face(start);
    read_other(word, start);
    return true;
  }

  bool read_vertex(const char* start) {
    double v[3];
    for (double& value : v) {
      skip_blanks();
      if (!parse_double(p_, end_, value) || !number_ends()) {
        return at(start, "a vertex needs three numbers");
      }
    }
    skip_line();  // w or a colour may follow
    if (out_.soup.positions.size() >= kMaxVertices) return at(start, "more vertices than 4294967294");
    out_.soup.positions.push_back({v[0], v[1], v[2]});
    return true;
  }
  [[nodiscard]] bool number_ends() const {
    return at_line_end() || *p_ == ' ' || *p_ == '\t' || *p_ == '\\' || *p_ == '#';
  }

  bool read_face(const char* start) {
    if (read_plain_triangle()) return add_face(start);
    face_.clear();
    for (;;) {
      skip_blanks();
      if (at_line_end() || *p_ == '#') break;
      std::int64_t index = 0;
      const bool too_big = !read_index(index);
      if (index == kNoIndex) return at(start, "a face needs vertex numbers such as 7, 7/1 or 7//3");
      while (p_ < end_ && (*p_ == '/' || *p_ == '-' || is_digit(*p_))) ++p_;
      if (!number_ends()) return at(start, "a face needs vertex numbers such as 7, 7/1 or 7//3");
      if (too_big) return at(start, "a vertex number is too large");
      if (!add_corner(index, start)) return false;
    }
    skip_line();
    if (face_.size() < 3) {
      ++short_faces_;
      return true;
    }
    return add_face(start);
  }

  // The face most files are full of: three numbers of vertices read before, each with or without what follows
  // a slash. Anything else is left, unread, to the general way.
  bool read_plain_triangle() {
    const char* p = p_;
    const std::size_t count = out_.soup.positions.size();
    std::uint32_t corner[3];
    for (std::uint32_t& c : corner) {
      while (p < end_ && *p == ' ') ++p;
      const char* const digits = p;
      std::uint64_t value = 0;
      for (; p < end_ && is_digit(*p); ++p) value = value * 10 + static_cast<std::uint64_t>(*p - '0');
      if (p == digits || p - digits > 10 || value == 0 || value > count) return false;
      c = static_cast<std::uint32_t>(value - 1);
      while (p < end_ && (*p == '/' || is_digit(*p))) ++p;
    }
    while (p < end_ && *p == ' ') ++p;
    if (p < end_ && *p != '\n' && *p != '\r') return false;
    face_.assign(corner, corner + 3);
    p_ = p;
    return true;
  }

  static bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

  // Reads a signed whole number into `index`, or kNoIndex where there is none. False when it is beyond any
  // vertex.
  bool read_index(std::int64_t& index) {
    const bool negative = p_ < end_ && *p_ == '-';
    const char* s = p_ + negative;
    const char* const digits = s;
    std::int64_t value = 0;
    for (; s < end_ && is_digit(*s); ++s) {
      if (s - digits < 18) value = value * 10 + (*s - '0');
    }
    index = s == digits ? kNoIndex : negative ? -value : value;
    p_ = s;
    return s - digits < 18;
  }

  bool add_corner(std::int64_t index, const char* start) {
    const auto count = static_cast<std::int64_t>(out_.soup.positions.size());
    if (index > 0) {
      // A vertex may come later in the file; the last one asked for is checked at the end.
      if (index > count && index > furthest_) {
        if (index > static_cast<std::int64_t>(kMaxVertices)) return out_of_range(start, index);
        furthest_ = index;
        furthest_at_ = start;
      }
      face_.push_back(static_cast<std::uint32_t>(index - 1));
      return true;
    }
    if (index == 0 || -index > count) return out_of_range(start, index);
    face_.push_back(static_cast<std::uint32_t>(count + index));
    return true;
  }

  bool add_face(const char* start) {
    if (out_.soup.triangles.size() + face_.size() >= kMaxVertices) {
      return at(start, "more than 4294967294 triangles");
    }
    if (object_ == kUnset || material_ == kUnset) begin_run();
    if (face_.size() == 3) {
      out_.soup.triangles.push_back({face_[0], face_[1], face_[2]});
    } else if (furthest_ > static_cast<std::int64_t>(out_.soup.positions.size())) {
      later_.push_back({face_, object_, material_});
    } else {
      add_polygon(face_);
    }
    return true;
  }

  void add_polygon(const std::vector<std::uint32_t>& face) {
    corners_.clear();
    for (const std::uint32_t v : face) corners_.push_back(out_.soup.positions[v]);
    pieces_.clear();
    triangulate_polygon(corners_, pieces_);
    for (const Triangle& t : pieces_) out_.soup.triangles.push_back({face[t[0]], face[t[1]], face[t[2]]});
  }

  // Triangles come in runs of one object and material: their ids are filled in when the run ends.
  void end_run() {
    out_.soup.triangle_object.resize(out_.soup.triangles.size(), object_);
    out_.soup.triangle_material.resize(out_.soup.triangles.size(), material_);
  }
  void begin_run() {
    if (object_ == kUnset) {
      object_ = intern(object_name_, object_ids_, [&] {
        out_.soup.objects.push_back({object_name_, ""});
        return out_.soup.objects.size();
      });
    }
    if (material_ == kUnset) {
      material_ = intern(material_name_, material_ids_, [&] {
        out_.soup.materials.push_back(material_name_);
        return out_.soup.materials.size();
      });
    }
  }

  template <class Make>
  std::uint32_t intern(const std::string& name, std::unordered_map<std::string, std::uint32_t>& ids,
                       Make make) {
    const auto [it, fresh] = ids.try_emplace(name, 0);
    if (fresh) it->second = static_cast<std::uint32_t>(make() - 1);
    return it->second;
  }

  // The rest of the line without blanks at its ends.
  std::string rest_of_line() {
    skip_blanks();
    const char* const start = p_;
    while (!at_line_end()) ++p_;
    const char* last = p_;
    while (last > start && (last[-1] == ' ' || last[-1] == '\t')) --last;
    return {start, last};
  }

  void read_other(std::string_view word, const char* start) {
    if (word == "o" || word == "g") {
      end_run();
      object_name_ = rest_of_line();
      object_ = kUnset;
    } else if (word == "usemtl") {
      end_run();
      material_name_ = rest_of_line();
      material_ = kUnset;
    } else {
      if (word == "l" || word == "p") {
        ++lines_and_points_;
      } else if (word == "curv" || word == "curv2" || word == "surf") {
        ++curves_;
      } else if (std::find(std::begin(kSilent), std::end(kSilent), word) == std::end(kSilent)) {
        if (unknown_++ == 0) unknown_at_ = start;
      }
      skip_line();
    }
  }

  bool finish() {
    Soup& soup = out_.soup;
    if (furthest_ > static_cast<std::int64_t>(soup.positions.size()))
      return out_of_range(furthest_at_, furthest_);
    end_run();
    for (const Later& polygon : later_) {
      object_ = polygon.object;
      material_ = polygon.material;
      add_polygon(polygon.face);
      end_run();
    }
    if (soup.triangles.empty()) {
      if (unknown_ > 0 && soup.positions.empty()) return at(unknown_at_, "this is not an OBJ file");
      error_ = {ErrorCode::empty, text(name_, ": has no faces (", soup.positions.size(), " vertices)"),
                Error::kNoElement};
      return false;
    }
    const auto warn = [&](std::uint64_t count, auto... what) {
      if (count > 0) out_.warnings.push_back(text(count, " ", what...));
    };
    warn(short_faces_, "faces with fewer than three corners were passed over");
    warn(lines_and_points_, "line or point elements were passed over");
    warn(curves_, "curves or curved surfaces were passed over: only polygons are read");
    if (unknown_ > 0) warn(unknown_, "lines were not understood, the first is line ", line_of(unknown_at_));
    out_.up = kUpY;
    return true;
  }

  [[nodiscard]] std::uint64_t line_of(const char* where) const {
    std::uint64_t line = 1;
    for (const char* c = begin_; c < where; ++c) {
      line += *c == '\n' || (*c == '\r' && !(c + 1 < end_ && c[1] == '\n'));
    }
    return line;
  }
  bool at(const char* where, std::string_view what) {
    const std::uint64_t line = line_of(where);
    constexpr std::size_t kShown = 40;
    std::string shown;
    for (const char* c = where; c < end_ && *c != '\n' && *c != '\r' && shown.size() < kShown; ++c) {
      shown += static_cast<unsigned char>(*c) < 32 || static_cast<unsigned char>(*c) > 126 ? '?' : *c;
    }
    error_ = {ErrorCode::bad_format,
              text(name_, ":", line, ": ", what, ", but the line begins '", shown, "'"), line};
    return false;
  }
  bool out_of_range(const char* where, std::int64_t index) {
    const std::uint64_t line = line_of(where);
    error_ = {ErrorCode::bad_format,
              text(name_, ":", line, ": face refers to vertex ", index, ", but there are ",
                   out_.soup.positions.size(), index < 0 ? " so far" : ""),
              line};
    return false;
  }

  static constexpr std::int64_t kNoIndex = std::numeric_limits<std::int64_t>::min();
  static constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();
  struct Later {
    std::vector<std::uint32_t> face;
    std::uint32_t object, material;
  };

  const char* begin_;
  const char* p_;
  const char* end_;
  std::string_view name_;
  Stage stage_;
  Imported out_;
  Error error_;

  std::string object_name_ = "unnamed", material_name_;
  std::uint32_t object_ = kUnset, material_ = kUnset;
  std::unordered_map<std::string, std::uint32_t> object_ids_, material_ids_;
  std::vector<std::uint32_t> face_;
  std::vector<Vec3> corners_;
  std::vector<Triangle> pieces_;
  std::vector<Later> later_;  // polygons whose vertices had not been read yet
  std::int64_t furthest_ = 0;
  const char* furthest_at_ = nullptr;
  const char* unknown_at_ = nullptr;
  std::uint64_t short_faces_ = 0, lines_and_points_ = 0, curves_ = 0, unknown_ = 0;
};

}  // namespace

Result<Imported> read_obj(std::string_view text, std::string_view name, Context* context) {
  return ObjReader(text, name, context).read();
}

}  // namespace ambula
