// SPDX-License-Identifier: Apache-2.0
// Pictures of several inputs: see input_pictures.hpp.
#include "report/readout/input_pictures.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

// All pictures of a file have the same maps.
void AppendFile(const std::string& file, std::vector<NamedPicture>& pictures) {
  std::vector<NamedPicture> read = ReadPictures({file});
  if (read.front().maps.maps != 1) {
    throw InputError({file, 0, ""}, fmt::format("found pictures of {} maps, allowed: one map",
                                                read.front().maps.maps));
  }
  for (NamedPicture& picture : read) pictures.push_back(std::move(picture));
}

}  // namespace

InputPictures ReadInputPictures(const std::vector<std::string>& inputs) {
  Diagnostics problems;
  const auto attempt = [&problems](const auto& read) {
    try {
      read();
    } catch (const InputError& error) {
      problems.Append(error);
    }
  };
  InputPictures input;
  for (const std::string& name : inputs) {
    std::vector<std::string> files;
    attempt([&] { files = PictureFiles(name); });
    for (std::string& file : files) {
      attempt([&] { AppendFile(file, input.pictures); });
      input.files.push_back(std::move(file));
    }
  }
  problems.ThrowIfErrors();
  if (input.pictures.size() > kMostPictures) {
    throw InputError(fmt::format("--input: found {} pictures, allowed: at most {}",
                                 input.pictures.size(), kMostPictures));
  }
  return input;
}

}  // namespace nve
