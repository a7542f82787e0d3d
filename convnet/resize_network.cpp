// SPDX-License-Identifier: Apache-2.0
// Fitting a network to a picture: see resize_network.hpp.
#include "convnet/resize_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/images/images.hpp"
#include "base/images/maps.hpp"
#include "base/text/numbers.hpp"

namespace nve {
namespace {

// Rows or columns: the members of a layer that hold its sizes.
struct Axis {
  const char* name;
  int Layer::*out;
  int Layer::*kernel;
  int Layer::*stride;
};
constexpr Axis kRows = {"rows", &Layer::out_height, &Layer::kernel_height, &Layer::stride_y};
constexpr Axis kColumns = {"columns", &Layer::out_width, &Layer::kernel_width, &Layer::stride_x};

// The rows or columns of the smallest picture that leaves every layer one; beyond kMaxImageSide
// only that it is beyond.
int SmallestSide(const Network& network, const Axis& axis) {
  int64_t side = 1;
  for (auto layer = network.layers.rbegin(); layer != network.layers.rend(); ++layer) {
    side = (side - 1) * ((*layer).*axis.stride) + (*layer).*axis.kernel;
    side = std::min<int64_t>(side, kMaxImageSide + 1);
  }
  return static_cast<int>(side);
}

std::string AllowedSides(const Network& network, const Axis& axis) {
  const int smallest = SmallestSide(network, axis);
  if (smallest > kMaxImageSide) {
    return fmt::format("more than the {} a picture may have would be needed", kMaxImageSide);
  }
  return fmt::format("allowed are {} to {}", smallest, kMaxImageSide);
}

void ResizeAxis(Network* network, const Axis& axis, int side, Diagnostics& diagnostics) {
  if (side > kMaxImageSide) {
    diagnostics.Error(
        network->layers.front().where,
        fmt::format("found a picture of {} {}, {}", side, axis.name, AllowedSides(*network, axis)));
    return;
  }
  int found = side;
  for (Layer& layer : network->layers) {
    const int kernel = layer.*axis.kernel;
    if (found < kernel) {
      diagnostics.Error(
          layer.where,
          fmt::format("picture too small: {} needs {} {} of input, found {}; the picture has {}, "
                      "{}",
                      layer.name, kernel, axis.name, found, side, AllowedSides(*network, axis)));
      return;
    }
    found = (found - kernel) / (layer.*axis.stride) + 1;
    layer.*axis.out = found;
  }
}

// A size like 720x1280, if `text` has that form; its sides may still be wrong.
std::optional<PictureSize> ToSize(std::string_view text) {
  const size_t x = std::min(text.find('x'), text.size());
  const std::optional<uint64_t> height = ParseNumber(text.substr(0, x));
  const std::optional<uint64_t> width = ParseNumber(text.substr(std::min(x + 1, text.size())));
  if (!height || !width) return std::nullopt;
  const auto side = [](uint64_t number) {
    return static_cast<int>(std::min<uint64_t>(number, kMaxImageSide + 1));
  };
  return PictureSize{side(*height), side(*width)};
}

[[noreturn]] void RefuseFit(const std::string& text) {
  throw InputError(
      fmt::format("--fit: found '{}', allowed: HEIGHTxWIDTH in pixels, such as "
                  "720x1280, 1 to {} each, or a picture file",
                  text, kMaxImageSide));
}

}  // namespace

Network ResizeNetwork(const Network& network, const PictureSize& picture,
                      Diagnostics& diagnostics) {
  Network fitted = network;
  ResizeAxis(&fitted, kRows, picture.height, diagnostics);
  ResizeAxis(&fitted, kColumns, picture.width, diagnostics);
  return fitted;
}

PictureSize SmallestPicture(const Network& network) {
  return {SmallestSide(network, kRows), SmallestSide(network, kColumns)};
}

PictureSize ReadPictureSize(const std::string& text) {
  if (const std::optional<PictureSize> size = ToSize(text)) {
    const auto allowed = [](int side) { return side >= 1 && side <= kMaxImageSide; };
    if (!allowed(size->height) || !allowed(size->width)) RefuseFit(text);
    return *size;
  }
  std::error_code error;
  if (!std::filesystem::exists(text, error)) RefuseFit(text);
  const FeatureMaps maps = ReadInputMaps(text);
  return {maps.height, maps.width};
}

}  // namespace nve
