// Labels and the scale bar, laid over a finished image.
#pragma once

#include "ambula/render.h"
#include "draw/sheet.h"

namespace ambula {

void letter_labels(Image& image, const Sheet& sheet);
void letter_scale_bar(Image& image, const Sheet& sheet);

}  // namespace ambula
