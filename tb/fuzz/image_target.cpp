// SPDX-License-Identifier: Apache-2.0
// Pictures, PNG with its checksums as they are and made right again.
#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "base/images/images.hpp"
#include "base/images/png_chunks.hpp"
#include "base/images/png_file.hpp"
#include "tb/fuzz/repair.hpp"

namespace nve::fuzz {
namespace {

void CheckPicture(Bytes bytes) {
  constexpr size_t kFewPixels = size_t{1} << 16;
  FeatureMaps image;
  try {
    image = ParseImage(bytes, "fuzz.png");
  } catch (const InputError& error) {
    Require(!error.diagnostics().empty(), "a refusal has a reason");
    return;
  }
  Require(image.width >= 1 && image.width <= kMaxImageSide && image.height >= 1 &&
              image.height <= kMaxImageSide,
          "a picture has an allowed size");
  Require(image.pixels.size() == static_cast<size_t>(image.width) * image.height,
          "a picture has the pixels of its size");
  if (image.pixels.size() > kFewPixels) return;
  const FeatureMaps again = ParseImage(FormatPng(image), "written.png");
  Require(again == image, "a picture reads back as it was written");
}

}  // namespace

void FuzzImage(Bytes bytes) {
  CheckPicture(bytes);
  if (!LooksLikePng(bytes)) return;
  const std::vector<uint8_t> repaired = RepairPng(bytes);
  if (!std::equal(repaired.begin(), repaired.end(), bytes.begin(), bytes.end())) {
    CheckPicture(repaired);
  }
}

}  // namespace nve::fuzz
