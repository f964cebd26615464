// --angle, --cut, --size.
#include "view_flags.h"

#include <charconv>

#include "core/text.h"
#include "import/number.h"

namespace ambula::cli {

void ViewFlags::add_to(CLI::App& app) {
  app.add_option("--angle", angle, "look from AZIMUTH,ELEVATION degrees (default: from above)")
      ->type_name("AZ,EL");
  app.add_option("--cut", cut, "leave out what is above this height, in the scene's unit");
  app.add_option("--size", size, "picture size in pixels (default 1200 wide)")->type_name("W[xH]");
}

Result<View> ViewFlags::view(const Frame& frame) const {
  View view;
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
