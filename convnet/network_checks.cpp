// SPDX-License-Identifier: Apache-2.0
// Do the windows of a layer find their pixels? See network_checks.hpp.
#include "convnet/network_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/images/images.hpp"

namespace nve {
namespace {

// The maps a layer reads: the previous layer's outputs or the picture.
struct Source {
  std::string name;
  int maps = 0;
  int height = 0;
  int width = 0;
};

Source SourceOf(const Layer& before) {
  return {before.name, static_cast<int>(before.outputs.size()), before.out_height,
          before.out_width};
}

// One message for all the wrong indices of an output map: a range may have thousands.
void CheckIndices(const Layer& layer, const Source& source, Diagnostics& diagnostics) {
  if (source.maps == 0) return;
  for (const OutputMap& output : layer.outputs) {
    const auto missing = [&](int input) { return input >= source.maps; };
    const auto first = std::find_if(output.inputs.begin(), output.inputs.end(), missing);
    if (first == output.inputs.end()) continue;
    const auto others = std::count_if(first + 1, output.inputs.end(), missing);
    diagnostics.Error(
        output.where,
        fmt::format("input map {} does not exist{}: {} has {} maps, allowed are 0 to {}", *first,
                    others == 0 ? "" : fmt::format(", nor {} more of the list", others),
                    source.name, source.maps, source.maps - 1));
  }
}

// One axis, rows or columns: the layer's sizes and the `found` rows or columns of the source. A
// size of 0 is unknown (an error has been reported for it) and cannot be checked.
void CheckExtent(const Layer& layer, const Source& source, const char* rows, int out, int kernel,
                 int stride, int found, Diagnostics& diagnostics) {
  if (out == 0 || kernel == 0 || stride == 0 || found == 0) return;
  const int needed = (out - 1) * stride + kernel;
  const int missing = needed - found;
  if (missing >= kernel) {
    diagnostics.Error(
        layer.where,
        fmt::format(
            "{} needs {} {} of input, but {} has {}: {} are missing, allowed are fewer than "
            "the kernel's {}",
            layer.name, needed, rows, source.name, found, missing, kernel));
  } else if (missing > 0) {
    diagnostics.Note(layer.where, fmt::format("{} needs {} {} of input, {} has {}: zeros are added",
                                              layer.name, needed, rows, source.name, found));
  } else if (missing < 0) {
    diagnostics.Note(layer.where,
                     fmt::format("{} reads {} {} of input, {} has {}: the others are not read",
                                 layer.name, needed, rows, source.name, found));
  }
}

void CheckExtents(const Layer& layer, const Source& source, Diagnostics& diagnostics) {
  CheckExtent(layer, source, "rows", layer.out_height, layer.kernel_height, layer.stride_y,
              source.height, diagnostics);
  CheckExtent(layer, source, "columns", layer.out_width, layer.kernel_width, layer.stride_x,
              source.width, diagnostics);
}

// The picture's rows or columns that the first layer reads; sizes of 0 are unknown.
void CheckSide(const Layer& layer, const char* rows, const char* element, int out, int kernel,
               int stride, Diagnostics& diagnostics) {
  if (out == 0 || kernel == 0 || stride == 0) return;
  const int needed = (out - 1) * stride + kernel;
  if (needed <= kMaxImageSide) return;
  const int fits = (kMaxImageSide - kernel) / stride + 1;
  diagnostics.Error(layer.where,
                    fmt::format("{} needs a picture of {} {}, allowed are at most {}: with this "
                                "kernel and step {} can be at most {}",
                                layer.name, needed, rows, kMaxImageSide, element, fits));
}

void CheckPictureSize(const Layer& first, Diagnostics& diagnostics) {
  CheckSide(first, "rows", "outHeight", first.out_height, first.kernel_height, first.stride_y,
            diagnostics);
  CheckSide(first, "columns", "outWidth", first.out_width, first.kernel_width, first.stride_x,
            diagnostics);
}

}  // namespace

void CheckMaps(const Network& network, Diagnostics& diagnostics) {
  for (size_t i = 1; i < network.layers.size(); ++i) {
    CheckIndices(network.layers[i], SourceOf(network.layers[i - 1]), diagnostics);
  }
}

void CheckSizes(const Network& network, Diagnostics& diagnostics) {
  if (!network.layers.empty()) CheckPictureSize(network.layers.front(), diagnostics);
  for (size_t i = 1; i < network.layers.size(); ++i) {
    CheckExtents(network.layers[i], SourceOf(network.layers[i - 1]), diagnostics);
  }
}

void CheckLayers(const Network& network, Diagnostics& diagnostics) {
  CheckMaps(network, diagnostics);
  CheckSizes(network, diagnostics);
}

void CheckPicture(const Network& network, int maps, int height, int width,
                  const SourceLocation& picture, Diagnostics& diagnostics) {
  const std::string name = picture.file.empty() ? "the picture" : picture.file;
  const Source source = {name, maps, height, width};
  CheckIndices(network.layers.front(), source, diagnostics);
  CheckExtents(network.layers.front(), source, diagnostics);
}

}  // namespace nve
