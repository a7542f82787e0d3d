// SPDX-License-Identifier: Apache-2.0
// IDX files: see idx.hpp.
#include "base/arrays/idx.hpp"

#include <fmt/format.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr uint8_t kUnsignedBytes = 0x08;
constexpr size_t kHeadBytes = 4;
constexpr size_t kMostExtents = 3;
constexpr int64_t kMostElements = int64_t{2} << 30;

int64_t ExtentAt(std::span<const uint8_t> bytes, size_t at) {
  int64_t extent = 0;
  for (size_t i = 0; i < 4; ++i) extent = extent << 8 | bytes[at + i];
  return extent;
}

}  // namespace

// Types of elements are 0x08, 0x09 and 0x0B to 0x0E.
bool LooksLikeIdx(std::span<const uint8_t> bytes) {
  return bytes.size() >= kHeadBytes && bytes[0] == 0 && bytes[1] == 0 && bytes[2] >= 0x08 &&
         bytes[2] <= 0x0E && bytes[2] != 0x0A;
}

NpyArray ParseIdx(std::span<const uint8_t> bytes, const std::string& name) {
  const auto fail = [&name](const std::string& text) { throw InputError({name, 0, ""}, text); };
  if (!LooksLikeIdx(bytes)) fail("found no IDX file, allowed: one of unsigned bytes");
  if (bytes[2] != kUnsignedBytes) {
    fail(fmt::format("IDX file with elements of type 0x{:02x}, allowed: 0x08, unsigned bytes",
                     bytes[2]));
  }
  const size_t extents = bytes[3];
  if (extents < 1 || extents > kMostExtents) {
    fail(fmt::format("IDX file with {} extents, allowed: 1 (labels), 2 (a picture) or 3 (pictures)",
                     extents));
  }
  const size_t head = kHeadBytes + 4 * extents;
  if (bytes.size() < head) {
    fail(fmt::format("IDX file cut short: found {} bytes, its head alone has {}", bytes.size(),
                     head));
  }
  NpyArray array;
  int64_t elements = 1;
  for (size_t i = 0; i < extents; ++i) {
    array.shape.push_back(ExtentAt(bytes, kHeadBytes + 4 * i));
    // Either factor is below 2^32.
    elements = array.shape.back() > 0 ? elements * array.shape.back() : 0;
    if (elements > kMostElements) break;
  }
  if (elements > kMostElements || elements != static_cast<int64_t>(bytes.size() - head)) {
    fail(fmt::format("IDX file {}: its head says {} bytes of elements, found {}",
                     elements > static_cast<int64_t>(bytes.size() - head) ? "cut short"
                                                                          : "with bytes behind "
                                                                            "its end",
                     elements > kMostElements ? "2^31 or more" : std::to_string(elements),
                     bytes.size() - head));
  }
  array.data.assign(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end());
  return array;
}

}  // namespace nve
