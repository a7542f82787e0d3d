// SPDX-License-Identifier: Apache-2.0
// A function for each kind of vertex. Windows are checked as those of a layer: layer_limits.hpp.
#include "planner/shapes/operations.hpp"

#include <fmt/format.h>

#include "planner/shapes/layer_limits.hpp"

namespace nve::planner {
namespace {

using Inputs = std::vector<TensorSize>;

class Sizing {
 public:
  Sizing(const Inputs& inputs, const VertexPlace& place, Diagnostics& diagnostics)
      : inputs_(inputs), place_(place), diagnostics_(diagnostics) {}

  TensorSize operator()(const Convolution& convolution) {
    LayerShape layer = WithWindow(convolution.window);
    layer.oc = convolution.oc;
    layer.ic = Input().channels;
    layer.groups = convolution.groups;
    return Slide(layer, layer.oc, Rounding::kDown);
  }

  TensorSize operator()(const FullyConnected& connected) {
    LayerShape layer;
    layer.oc = connected.oc;
    layer.ic = Input().channels * Input().rows * Input().columns;
    CheckLimits(layer, Place(), diagnostics_);
    return {connected.oc, 1, 1};
  }

  TensorSize operator()(const Pooling& pooling) {
    return Slide(WithWindow(pooling.window), Input().channels, pooling.rounding);
  }

  TensorSize operator()(const Concatenation&) {
    TensorSize size = Input();
    size.channels = 0;
    for (const TensorSize& input : inputs_) {
      if (input.rows != size.rows || input.columns != size.columns) {
        Misfit(input, fmt::format("maps of {}x{}", size.rows, size.columns));
      }
      size.channels += input.channels;
    }
    return size;
  }

  TensorSize operator()(const Addition&) {
    for (const TensorSize& input : inputs_) {
      if (input != Input()) Misfit(input, ToText(Input()));
    }
    return Input();
  }

  TensorSize operator()(const Shortcut&) {
    const TensorSize& other = inputs_.back();
    const int64_t factor = other.rows / Input().rows;
    if (other.channels > Input().channels || factor < 1 || other.rows != factor * Input().rows ||
        other.columns != factor * Input().columns) {
      Misfit(other, fmt::format("at most {} channels, and a map that is one or several times {}x{}",
                                Input().channels, Input().rows, Input().columns));
    }
    return Input();
  }

  TensorSize operator()(const SpaceToDepth& reorganisation) {
    const int64_t factor = reorganisation.factor;
    const TensorSize& in = Input();
    if (factor < 1 || factor > in.rows || in.rows % factor != 0 || in.columns % factor != 0) {
      diagnostics_.Error(
          place_.Of("factor"),
          fmt::format("found {}, allowed: divisors of the map {}x{}", factor, in.rows, in.columns));
      return in;
    }
    return {in.channels * factor * factor, in.rows / factor, in.columns / factor};
  }

 private:
  const TensorSize& Input() const { return inputs_.front(); }

  PlaceOfSize Place() const {
    return [this](const char* size) { return place_.Of(size); };
  }

  // The size behind a window, once `layer` has been checked with it.
  TensorSize Slide(LayerShape layer, int64_t channels, Rounding rounding) {
    const TensorSize& in = Input();
    CheckLimits(layer, Place(), diagnostics_);
    if (!WithinLimits(layer)) return in;
    layer.oh = Windows(in.rows, layer.kh, layer.stride_h, layer.pad_h, rounding);
    layer.ow = Windows(in.columns, layer.kw, layer.stride_w, layer.pad_w, rounding);
    if (layer.oh == 0) TooLarge("kh", layer.kh, in.rows + 2 * layer.pad_h, "rows");
    if (layer.ow == 0) TooLarge("kw", layer.kw, in.columns + 2 * layer.pad_w, "columns");
    if (WithinLimits(layer)) CheckSizes(layer, Place(), diagnostics_);
    return {channels, layer.oh, layer.ow};
  }

  void TooLarge(const char* size, int64_t kernel, int64_t lines, const char* what) {
    diagnostics_.Error(place_.Of(size),
                       fmt::format("found {}, allowed: at most the {} {} of its input with padding",
                                   kernel, lines, what));
  }

  void Misfit(const TensorSize& input, const std::string& allowed) {
    diagnostics_.Error(place_.Of(),
                       fmt::format("found an input of {}, allowed: {}", ToText(input), allowed));
  }

  const Inputs& inputs_;
  const VertexPlace& place_;
  Diagnostics& diagnostics_;
};

// How many inputs an operation takes.
std::pair<size_t, size_t> InputCount(const Operation& operation) {
  if (std::holds_alternative<Shortcut>(operation)) return {2, 2};
  if (std::holds_alternative<Addition>(operation)) return {2, kMostLayers};
  if (std::holds_alternative<Concatenation>(operation)) return {1, kMostLayers};
  return {1, 1};
}

}  // namespace

SourceLocation VertexPlace::Of(const std::string& part) const {
  return {network, 0, (part.empty() ? "" : part + " of ") + "vertex " + vertex};
}

std::optional<TensorSize> OutputSize(const Operation& operation, const Inputs& inputs,
                                     const VertexPlace& place, Diagnostics& diagnostics) {
  const auto [least, most] = InputCount(operation);
  if (inputs.size() < least || inputs.size() > most) {
    diagnostics.Error(place.Of(),
                      fmt::format("found {} inputs, allowed: {}", inputs.size(),
                                  least == most ? fmt::format("{}", least)
                                                : fmt::format("{} to {}", least, most)));
    return std::nullopt;
  }
  const int errors = diagnostics.errors();
  const TensorSize size = std::visit(Sizing(inputs, place, diagnostics), operation);
  if (errors == diagnostics.errors()) {
    CheckTensor(
        size, [&](const char* name) { return place.Of(name); }, diagnostics);
  }
  return errors == diagnostics.errors() ? std::optional(size) : std::nullopt;
}

std::optional<LayerShape> LayerOf(const Operation& operation, const TensorSize& input,
                                  const TensorSize& output) {
  LayerShape layer;
  if (const auto* convolution = std::get_if<Convolution>(&operation)) {
    layer = WithWindow(convolution->window);
    layer.ic = input.channels;
    layer.groups = convolution->groups;
  } else if (std::holds_alternative<FullyConnected>(operation)) {
    layer.ic = input.channels * input.rows * input.columns;
  } else {
    return std::nullopt;
  }
  layer.oc = output.channels;
  layer.oh = output.rows;
  layer.ow = output.columns;
  return layer;
}

}  // namespace nve::planner
