// Feature maps from and to files, and compared.
#include "compiler/support/maps.hpp"

#include <fmt/format.h>

#include <utility>

#include "compiler/support/arrays.hpp"
#include "compiler/support/diagnostics.hpp"
#include "compiler/support/images.hpp"

namespace nve {
namespace {

bool EndsWith(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() &&
         text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

FeatureMaps FromArray(const std::string& path, NpyArray array) {
  const SourceLocation where{path, 0, ""};
  if (array.dtype != DType::kU8) {
    throw InputError(where,
                     fmt::format("element type is {}, allowed is uint8", DTypeName(array.dtype)));
  }
  if (array.shape.size() != 2 && array.shape.size() != 3) {
    throw InputError(where, fmt::format("shape is {}, allowed is (height, width) or (maps, height, "
                                        "width)",
                                        array.ShapeText()));
  }
  for (const int64_t extent : array.shape) {
    if (extent < 1 || extent > kMaxImageSide) {
      throw InputError(where, fmt::format("shape is {}, allowed are extents from 1 to {}",
                                          array.ShapeText(), kMaxImageSide));
    }
  }
  FeatureMaps maps;
  const size_t first = array.shape.size() - 2;
  maps.maps = first == 0 ? 1 : static_cast<int>(array.shape[0]);
  maps.height = static_cast<int>(array.shape[first]);
  maps.width = static_cast<int>(array.shape[first + 1]);
  maps.pixels = std::move(array.data);
  return maps;
}

}  // namespace

FeatureMaps ReadInputMaps(const std::string& path) {
  if (EndsWith(path, ".npy")) return FromArray(path, ReadNpy(path));
  Image image = ReadImage(path);
  FeatureMaps maps;
  maps.maps = 1;
  maps.height = image.height;
  maps.width = image.width;
  maps.pixels = std::move(image.pixels);
  return maps;
}

void WriteMaps(const std::string& folder, const std::string& name, const FeatureMaps& maps) {
  const std::string base = folder + "/" + name;
  WriteNpy(base + ".npy", NpyArray::From({maps.maps, maps.height, maps.width}, maps.pixels));
  const size_t plane = static_cast<size_t>(maps.height) * maps.width;
  for (int m = 0; m < maps.maps; ++m) {
    const auto first = maps.pixels.begin() + static_cast<std::ptrdiff_t>(m * plane);
    const Image image{maps.width, maps.height, {first, first + static_cast<std::ptrdiff_t>(plane)}};
    WritePng(maps.maps == 1 ? base + ".png" : fmt::format("{}_{}.png", base, m), image);
  }
}

PixelDifferences ComparePixels(const FeatureMaps& expected, const FeatureMaps& got) {
  NVE_CHECK(
      got.maps == expected.maps && got.height == expected.height && got.width == expected.width,
      "only maps of the same extents are compared");
  PixelDifferences differences;
  for (int m = 0; m < got.maps; ++m) {
    for (int y = 0; y < got.height; ++y) {
      for (int x = 0; x < got.width; ++x) {
        if (got.at(m, y, x) == expected.at(m, y, x)) continue;
        if (differences.count++ > 0) continue;
        differences.first = fmt::format("map {} row {} column {} is {}, expected {}", m, y, x,
                                        got.at(m, y, x), expected.at(m, y, x));
      }
    }
  }
  return differences;
}

}  // namespace nve
