// --angle, --cut, --size, --color.
#include "view_flags.h"

#include <charconv>

#include "core/text.h"
#include "import/number.h"

namespace ambula::cli {
namespace {

constexpr int kLongest = 1600;  // pixels of a picture whose size is not given

}  // namespace

void ViewFlags::add_to(CLI::App& app) {
  options_ = {app.add_option("--angle", angle, "look from this azimuth and elevation, in degrees")
                  ->type_name("AZ,EL")
                  ->default_str("from above"),
              app.add_option("--cut", cut, "leave out what is above this height, in the scene's unit")
                  ->type_name("HEIGHT"),
              app.add_option("--size", size, "in pixels")->type_name("W[xH]")->default_str("fits 1600x1600"),
              app.add_option("--color", color, "of a navmesh; auto: by component where there are several")
                  ->check(CLI::IsMember({"auto", "kind", "component"}))
                  ->capture_default_str()};
}

std::vector<std::string> ViewFlags::given() const { return given_of(options_); }

NavMeshColors ViewFlags::colors() const {
  return color == "kind"        ? NavMeshColors::kind
         : color == "component" ? NavMeshColors::component
                                : NavMeshColors::automatic;
}

Result<View> ViewFlags::view(const Frame& frame) const {
  View view;
  view.longest = kLongest;
  if (!angle.empty()) {
    const char* p = angle.data();
    const char* const end = p + angle.size();
    if (!(parse_double(p, end, view.azimuth) && p < end && *p++ == ',' &&
          parse_double(p, end, view.elevation) && p == end)) {
      return fail(ErrorCode::invalid_argument,
                  text("--angle ", angle, " is not AZIMUTH,ELEVATION, such as 30,35"));
    }
  }
  if (cut) view.cut = *cut * frame.unit;
  if (!size.empty()) {
    view.longest = 0;
    const char* const end = size.data() + size.size();
    auto width = std::from_chars(size.data(), end, view.width);
    bool good = width.ec == std::errc();
    if (good && width.ptr != end) {
      good = *width.ptr == 'x';
      const auto height = std::from_chars(width.ptr + 1, end, view.height);
      good = good && height.ec == std::errc() && height.ptr == end;
    }
    if (!good)
      return fail(ErrorCode::invalid_argument, text("--size ", size, " is not W or WxH, such as 1600x900"));
  }
  return view;
}

}  // namespace ambula::cli
