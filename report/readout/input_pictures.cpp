// SPDX-License-Identifier: Apache-2.0
// Reads pictures from files and folders: see input_pictures.hpp.
#include "report/readout/input_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/arrays/arrays.hpp"
#include "base/arrays/idx.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/files/gzip.hpp"
#include "base/images/images.hpp"
#include "base/images/maps.hpp"

namespace nve {
namespace {

namespace fs = std::filesystem;

// The files of a folder, or the file itself.
std::vector<std::string> FilesOf(const std::string& input, Diagnostics& problems) {
  std::error_code error;
  if (!fs::is_directory(input, error)) return {input};
  std::vector<std::string> files;
  for (fs::directory_iterator entry(input, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with('.')) {
      files.push_back(entry->path().string());
    }
  }
  if (error) problems.Error({input, 0, ""}, "cannot read the folder: " + error.message());
  if (files.empty() && !error) {
    problems.Error({input, 0, ""}, "found a folder without files, allowed: one with pictures");
  }
  std::ranges::sort(files);
  return files;
}

// Planes of an array as pictures of their own.
void AddPlanes(const std::string& file, const FeatureMaps& maps, InputPictures& pictures) {
  const size_t plane = static_cast<size_t>(maps.height) * maps.width;
  for (int m = 0; m < maps.maps; ++m) {
    const auto first = maps.pixels.begin() + static_cast<std::ptrdiff_t>(plane * m);
    const std::vector<uint8_t> pixels(first, first + static_cast<std::ptrdiff_t>(plane));
    pictures.pictures.push_back({maps.maps > 1 ? fmt::format("{}[{}]", file, m) : file,
                                 {1, maps.height, maps.width, pixels}});
  }
}

// The array of an IDX file as maps; its extents are those of ReadInputMaps.
FeatureMaps MapsOf(const NpyArray& array, const std::string& file) {
  if (array.shape.size() < 2) {
    throw InputError({file, 0, ""},
                     fmt::format("found an IDX file of shape {}, allowed: (pictures, "
                                 "rows, columns)",
                                 array.ShapeText()));
  }
  const size_t first = array.shape.size() - 2;
  const auto fits = [&](size_t at, int64_t most) {
    return array.shape[at] >= 1 && array.shape[at] <= most;
  };
  if (!fits(first, kMaxImageSide) || !fits(first + 1, kMaxImageSide) ||
      (first > 0 && !fits(0, kMostPictures))) {
    throw InputError(
        {file, 0, ""},
        fmt::format("found an IDX file of shape {}, allowed: 1 to {} pictures of sides "
                    "from 1 to {}",
                    array.ShapeText(), kMostPictures, kMaxImageSide));
  }
  return {first > 0 ? static_cast<int>(array.shape[0]) : 1, static_cast<int>(array.shape[first]),
          static_cast<int>(array.shape[first + 1]), array.data};
}

FeatureMaps ReadFile(const std::string& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    throw InputError({file, 0, ""}, "found a folder in a folder of pictures, allowed: pictures");
  }
  std::vector<uint8_t> bytes = ReadFileBytes(file);
  if (LooksLikeGzip(bytes)) bytes = Gunzip(bytes, file);
  if (LooksLikeIdx(bytes)) return MapsOf(ParseIdx(bytes, file), file);
  return ParseInputMaps(bytes, file);
}

}  // namespace

InputPictures ReadInputPictures(const std::vector<std::string>& inputs) {
  Diagnostics problems;
  InputPictures pictures;
  for (const std::string& input : inputs) {
    for (const std::string& file : FilesOf(input, problems)) {
      pictures.files.push_back(file);
      try {
        AddPlanes(file, ReadFile(file), pictures);
      } catch (const InputError& error) {
        problems.Append(error);
      }
    }
  }
  problems.ThrowIfErrors();
  if (pictures.pictures.size() > kMostPictures) {
    throw InputError(fmt::format("--input: found {} pictures, allowed: at most {}",
                                 pictures.pictures.size(), kMostPictures));
  }
  return pictures;
}

}  // namespace nve
