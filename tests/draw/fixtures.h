// What the picture tests share: boxes, squares, files that go away.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "ambula/draw.h"

namespace ambula::testing {

inline constexpr Color kRed{200, 40, 40}, kGreen{40, 160, 60}, kBlue{50, 80, 200};

// Faces up where x1 > x0 and y1 > y0.
inline void add_square(Draw& draw, double x0, double y0, double x1, double y1, double z, Color color) {
  draw.polygon(std::array{Vec3{x0, y0, z}, Vec3{x1, y0, z}, Vec3{x1, y1, z}, Vec3{x0, y1, z}}, color);
}

// A closed box, faces outwards; `bottom` false leaves it standing open, as walls often are.
inline void add_box(Draw& draw, Vec3 a, Vec3 b, Color color, bool bottom = true) {
  const auto quad = [&](Vec3 p, Vec3 q, Vec3 r, Vec3 s) { draw.polygon(std::array{p, q, r, s}, color); };
  quad({a.x, a.y, b.z}, {b.x, a.y, b.z}, {b.x, b.y, b.z}, {a.x, b.y, b.z});
  if (bottom) quad({a.x, a.y, a.z}, {a.x, b.y, a.z}, {b.x, b.y, a.z}, {b.x, a.y, a.z});
  quad({a.x, a.y, a.z}, {b.x, a.y, a.z}, {b.x, a.y, b.z}, {a.x, a.y, b.z});
  quad({b.x, a.y, a.z}, {b.x, b.y, a.z}, {b.x, b.y, b.z}, {b.x, a.y, b.z});
  quad({b.x, b.y, a.z}, {a.x, b.y, a.z}, {a.x, b.y, b.z}, {b.x, b.y, b.z});
  quad({a.x, b.y, a.z}, {a.x, a.y, a.z}, {a.x, a.y, b.z}, {a.x, b.y, b.z});
}

// A path of its own for every test, removed at the end.
class TempFile {
 public:
  explicit TempFile(const std::string& suffix)
      : path_(std::filesystem::temp_directory_path() /
              (std::string("ambula_") +
               ::testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name() + suffix)) {}
  ~TempFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string read() const {
    std::ifstream in(path_, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace ambula::testing
