// SPDX-License-Identifier: Apache-2.0
// Pictures by the name of a file or folder: see picture_set.hpp.
#include "base/images/picture_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
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

void CheckArray(const std::string& path, const NpyArray& array) {
  const SourceLocation where = {path, 0, ""};
  Diagnostics problems;
  if (array.dtype != DType::kU8) {
    problems.Error(where, ElementTypeProblem(array.TypeName(), DType::kU8));
  }
  const size_t sides = array.shape.size();
  if (sides < 2 || sides > 4) {
    problems.Error(where, fmt::format("shape is {}, allowed is (height, width), (pictures, height, "
                                      "width) or (pictures, maps, height, width)",
                                      array.ShapeText()));
  } else if (sides > 2 && (array.shape[0] == 0 || array.shape[0] > kMostPictures)) {
    problems.Error(where, fmt::format("shape is {}: found {} pictures, allowed: 1 to {}",
                                      array.ShapeText(), array.shape[0], kMostPictures));
  } else {
    const auto fits = [](int64_t extent) { return extent >= 1 && extent <= kMaxImageSide; };
    const auto first = array.shape.begin() + (sides > 2 ? 1 : 0);
    if (!std::all_of(first, array.shape.end(), fits)) {
      problems.Error(where, fmt::format("shape is {}, allowed are pictures of 1 to {} rows and "
                                        "columns",
                                        array.ShapeText(), kMaxImageSide));
    }
  }
  problems.ThrowIfErrors();
}

void AppendArray(const std::string& path, const NpyArray& array,
                 std::vector<NamedPicture>& pictures) {
  CheckArray(path, array);
  const auto& shape = array.shape;
  const size_t sides = shape.size();
  const auto height = static_cast<int>(shape[sides - 2]);
  const auto width = static_cast<int>(shape[sides - 1]);
  const int maps = sides == 4 ? static_cast<int>(shape[1]) : 1;
  const int64_t count = sides == 2 ? 1 : shape[0];
  const auto bytes = static_cast<std::ptrdiff_t>(array.data.size() / static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const auto begin = array.data.begin() + i * bytes;
    pictures.push_back({count == 1 ? path : fmt::format("{}[{}]", path, i),
                        {maps, height, width, std::vector<uint8_t>(begin, begin + bytes)}});
  }
}

void AppendFile(const std::string& path, std::vector<NamedPicture>& pictures) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw InputError({path, 0, ""}, "found a folder in a folder of pictures, allowed: files");
  }
  std::vector<uint8_t> bytes = ReadFileBytes(path);
  if (LooksLikeGzip(bytes)) bytes = Gunzip(bytes, path);
  if (LooksLikeIdx(bytes)) {
    AppendArray(path, ParseIdx(bytes, path), pictures);
  } else if (LooksLikeNpy(bytes)) {
    AppendArray(path, ParseNpy(bytes, path), pictures);
  } else {
    pictures.push_back({path, ParseInputMaps(bytes, path)});
  }
}

}  // namespace

std::vector<std::string> PictureFiles(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().starts_with('.')) continue;
    files.push_back(entry->path().string());
  }
  if (error) throw InputError({path, 0, ""}, "cannot read the folder: " + error.message());
  if (files.empty()) {
    throw InputError({path, 0, ""}, "found a folder without files, allowed: one with pictures");
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<NamedPicture> ReadPictures(const std::vector<std::string>& files) {
  std::vector<NamedPicture> pictures;
  Diagnostics problems;
  for (const std::string& file : files) {
    try {
      AppendFile(file, pictures);
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
  return pictures;
}

}  // namespace nve
