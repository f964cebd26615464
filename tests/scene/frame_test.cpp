#include <gtest/gtest.h>

#include "ambula/scene.h"

namespace ambula {
namespace {

TEST(Frame, YUpOnlyPermutes) {
  const auto frame = make_frame(kUpY, 1);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->to_scene({1, 2, 3}), (Vec3{1, -3, 2}));
  EXPECT_EQ(frame->to_input({1, -3, 2}), (Vec3{1, 2, 3}));
  EXPECT_EQ(frame->up(), kUpY);
}

TEST(Frame, AnyUpIsARotation) {
  for (const Vec3 up :
       {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -2}, Vec3{1, 2, 3}, Vec3{-5, 0.1, 0}}) {
    const auto frame = make_frame(up, 0.5);
    ASSERT_TRUE(frame);
    const Vec3 lifted = frame->to_scene(up);
    EXPECT_NEAR(lifted.x, 0, 1e-12);
    EXPECT_NEAR(lifted.y, 0, 1e-12);
    EXPECT_NEAR(lifted.z, length(up) * 0.5, 1e-12);
    const Vec3 p{3, -4, 5};
    EXPECT_NEAR(length(frame->to_input(frame->to_scene(p)) - p), 0, 1e-12);
    EXPECT_GT(dot(cross(frame->axes[0], frame->axes[1]), frame->axes[2]), 0.999);
  }
}

TEST(Frame, RefusesNonsense) {
  EXPECT_FALSE(make_frame({0, 0, 0}, 1));
  EXPECT_FALSE(make_frame({0, 0, NAN}, 1));
  EXPECT_FALSE(make_frame(kUpZ, 0));
  EXPECT_FALSE(make_frame(kUpZ, -1));
  EXPECT_FALSE(make_frame(kUpZ, INFINITY));
}

}  // namespace
}  // namespace ambula
