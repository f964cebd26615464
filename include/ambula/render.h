// A still picture of a Draw, without display or GPU: orthographic, z-buffered, antialiased.
//
//   Result<Image> image = render(draw, View{.azimuth = 30, .elevation = 40, .cut = 2.2});
//   write_png(*image, "house.png");
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "ambula/context.h"
#include "ambula/draw.h"
#include "ambula/result.h"

namespace ambula {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // row by row from the top, 3 bytes a pixel
};

// The same picture for any thread count. Faces are shaded by how they are turned; back faces show dark,
// so a wall cut open reads as solid; translucent faces keep their colour. Where faces of two layers touch,
// the later layer is seen. A scale bar stands in the lower left corner of all but the smallest pictures.
[[nodiscard]] Result<Image> render(const Draw& draw, const View& view, Context* context = nullptr);

// 8-bit RGB; nothing where `rgb` does not hold width x height pixels.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image);
[[nodiscard]] Result<void> write_png(const Image& image, const std::filesystem::path& path);

}  // namespace ambula
