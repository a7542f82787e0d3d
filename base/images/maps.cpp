// SPDX-License-Identifier: Apache-2.0
// Feature maps from and to files, and compared.
#include "base/images/maps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/arrays/arrays.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/images/images.hpp"

namespace nve {
namespace {

FeatureMaps FromArray(const std::string& path, NpyArray array) {
  const SourceLocation where{path, 0, ""};
  Diagnostics problems;
  if (array.dtype != DType::kU8) {
    problems.Error(where, ElementTypeProblem(array.TypeName(), DType::kU8));
  }
  if (array.shape.size() != 2 && array.shape.size() != 3) {
    problems.Error(where, fmt::format("shape is {}, allowed is (height, width) or (maps, height, "
                                      "width)",
                                      array.ShapeText()));
  }
  const bool fits = std::all_of(array.shape.begin(), array.shape.end(), [](int64_t extent) {
    return extent >= 1 && extent <= kMaxImageSide;
  });
  if (!fits) {
    problems.Error(where, fmt::format("shape is {}, allowed are extents from 1 to {}",
                                      array.ShapeText(), kMaxImageSide));
  }
  problems.ThrowIfErrors();
  FeatureMaps maps;
  const size_t first = array.shape.size() - 2;
  maps.maps = first == 0 ? 1 : static_cast<int>(array.shape[0]);
  maps.height = static_cast<int>(array.shape[first]);
  maps.width = static_cast<int>(array.shape[first + 1]);
  maps.pixels = std::move(array.data);
  return maps;
}

// What is of no known kind and bears the name of an array is told what it lacks to be one.
bool IsNamedNpy(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".npy";
}

}  // namespace

FeatureMaps ReadInputMaps(const std::string& path) {
  return ParseInputMaps(ReadFileBytes(path), path);
}

FeatureMaps ParseInputMaps(const std::vector<uint8_t>& bytes, const std::string& name) {
  if (LooksLikeNpy(bytes)) return FromArray(name, ParseNpy(bytes, name));
  if (LooksLikeZip(bytes)) {
    throw InputError(
        {name, 0, ""},
        "found an archive (.npz, .zip), allowed: one picture (PNG; PGM or PPM, P2, P3, "
        "P5, P6) or one array (.npy of uint8)");
  }
  if (IsNamedNpy(name) && !LooksLikeImage(bytes)) return FromArray(name, ParseNpy(bytes, name));
  return ParseImage(bytes, name);
}

std::vector<std::string> MapFiles(const std::string& folder, const std::string& name, int maps) {
  const std::string base = folder + "/" + name;
  std::vector<std::string> files = {base + ".npy"};
  for (int m = 0; m < maps; ++m) {
    files.push_back(maps == 1 ? base + ".png" : fmt::format("{}_{}.png", base, m));
  }
  return files;
}

void WriteMaps(const std::string& folder, const std::string& name, const FeatureMaps& maps) {
  const std::vector<std::string> files = MapFiles(folder, name, maps.maps);
  WriteNpy(files[0], NpyArray::From({maps.maps, maps.height, maps.width}, maps.pixels));
  const size_t plane = static_cast<size_t>(maps.height) * maps.width;
  for (int m = 0; m < maps.maps; ++m) {
    const auto first = maps.pixels.begin() + static_cast<std::ptrdiff_t>(m * plane);
    const std::vector<uint8_t> pixels(first, first + static_cast<std::ptrdiff_t>(plane));
    WritePng(files[static_cast<size_t>(m) + 1], {1, maps.height, maps.width, pixels});
  }
}

std::string PixelDifferences::FirstText() const {
  if (!first) return "";
  return fmt::format("map {} row {} column {} is {}, expected {}", first->map, first->row,
                     first->column, first->got, first->expected);
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
        differences.first = PixelDifference{m, y, x, expected.at(m, y, x), got.at(m, y, x)};
      }
    }
  }
  return differences;
}

}  // namespace nve
