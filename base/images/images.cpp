// SPDX-License-Identifier: Apache-2.0
// Chooses the picture format, and the limits of all.
#include "base/images/images.hpp"

#include <fmt/format.h>

#include "base/files/files.hpp"
#include "base/images/png_chunks.hpp"
#include "base/images/png_file.hpp"
#include "base/images/pnm_file.hpp"
#include "base/text/numbers.hpp"

namespace nve {

void CheckImageSides(const ImageSides& sides, const std::string& name, Diagnostics& problems) {
  for (const auto& [digits, what] :
       {std::pair{sides.columns, "columns"}, std::pair{sides.rows, "rows"}}) {
    const std::optional<uint64_t> side = ParseNumber(digits, kMaxImageSide);
    if (!side) {
      problems.Error({name, 0, ""},
                     fmt::format("found {} {}, allowed: at most {}; make the picture smaller",
                                 ShortDigits(digits), what, kMaxImageSide));
    } else if (*side == 0) {
      problems.Error({name, 0, ""}, fmt::format("damaged {}: found 0 {}, allowed: at least 1",
                                                sides.format, what));
    }
  }
}

bool LooksLikeImage(std::span<const uint8_t> bytes) {
  return LooksLikePng(bytes) || LooksLikePnm(bytes);
}

FeatureMaps ParseImage(std::span<const uint8_t> bytes, const std::string& name) {
  if (LooksLikePng(bytes)) return ParsePng(bytes, name);
  if (LooksLikePnm(bytes)) return ParsePnm(bytes, name);
  throw InputError(
      {name, 0, ""},
      "unknown picture format, allowed are PNG and PGM or PPM (P2, P3, P5, P6), or an array "
      "(.npy of uint8)");
}

FeatureMaps ReadImage(const std::string& path) { return ParseImage(ReadFileBytes(path), path); }

void WritePng(const std::string& path, const FeatureMaps& image) {
  WriteFileAtomically(path, FormatPng(image));
}

}  // namespace nve
