// Labels and the scale bar, laid over a finished image.
#pragma once

#include "ambula/render.h"
#include "draw/page.h"

namespace ambula {

void letter_labels(Image& image, const Page& page);
void letter_scale_bar(Image& image, const Page& page);

}  // namespace ambula
