// SPDX-License-Identifier: Apache-2.0
// Float weights: two arrays per layer. See float_weights.hpp.
#include "convnet/float_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/arrays/arrays.hpp"
#include "convnet/array_reader.hpp"

namespace nve {
namespace {

// The elements of an array, whatever its shape. One message for all that are no numbers.
std::vector<double> FiniteValues(ArrayReader& reader, const std::string& name,
                                 const NpyArray& array) {
  if (!IsFloat(array.dtype)) {
    reader.Error(name, NoFloatProblem(array.TypeName()));
    return {};
  }
  std::vector<double> values = array.Doubles();
  const auto wrong = [](double value) { return !std::isfinite(value); };
  const auto first = std::find_if(values.begin(), values.end(), wrong);
  if (first != values.end()) {
    const auto others = std::count_if(first + 1, values.end(), wrong);
    reader.Error(name, fmt::format("found {} at {}{}, allowed: finite numbers", *first,
                                   array.IndexText(first - values.begin()),
                                   others == 0 ? "" : fmt::format(" and {} more such", others)));
  }
  return values;
}

// From (output maps, input maps, taps) to the order of the lists.
std::vector<double> ByList(const Layer& layer, const std::vector<double>& values) {
  const std::ptrdiff_t taps = std::ptrdiff_t{layer.kernel_height} * layer.kernel_width;
  std::vector<double> flat;
  flat.reserve(values.size());
  auto of_output = values.begin();
  for (const OutputMap& output : layer.outputs) {
    for (const int input : output.inputs) {
      const auto kernel = of_output + input * taps;
      flat.insert(flat.end(), kernel, kernel + taps);
    }
    of_output += static_cast<std::ptrdiff_t>(output.inputs.size()) * taps;
  }
  return flat;
}

Kernels<double> LoadKernels(ArrayReader& reader, const Layer& layer) {
  const std::string name = layer.name + ".weights";
  const NpyArray* array = reader.Find(name);
  if (array == nullptr) return {};
  const std::vector<double> values = FiniteValues(reader, name, *array);
  const std::vector<int64_t> shape = {layer.Kernels(), layer.kernel_height, layer.kernel_width};
  const std::vector<int64_t> dense = {static_cast<int64_t>(layer.outputs.size()), layer.InputMaps(),
                                      layer.kernel_height, layer.kernel_width};
  const bool fits_dense = IsDense(layer) && array->shape == dense;
  if (!fits_dense && !reader.HasShape(name, *array, shape)) return {};
  if (values.empty()) return {};
  return KernelsOf(layer, fits_dense ? ByList(layer, values) : values);
}

std::vector<double> LoadBias(ArrayReader& reader, const Layer& layer) {
  const std::string name = layer.name + ".bias";
  const NpyArray* array = reader.Find(name);
  if (array == nullptr) return {};
  const std::vector<double> values = FiniteValues(reader, name, *array);
  const bool fits = reader.HasShape(name, *array, {static_cast<int64_t>(layer.outputs.size())});
  return fits ? values : std::vector<double>();
}

}  // namespace

bool IsDense(const Layer& layer) {
  const auto maps = static_cast<size_t>(layer.InputMaps());
  return std::all_of(layer.outputs.begin(), layer.outputs.end(),
                     [&](const OutputMap& output) { return output.inputs.size() == maps; });
}

FloatWeights ReadFloatWeights(const std::string& path, const Network& network,
                              Diagnostics& diagnostics) {
  const NpzArrays arrays = ReadNpz(path);
  Diagnostics found;
  ArrayReader reader(path, arrays, found);
  FloatWeights weights;
  for (const Layer& layer : network.layers) {
    FloatLayer& to = weights.layers.emplace_back();
    to.w = LoadKernels(reader, layer);
    to.bias = LoadBias(reader, layer);
  }
  reader.CheckUnknown();
  diagnostics.Append(found);
  return found.ok() ? weights : FloatWeights();
}

FloatWeights LoadFloatWeights(const std::string& path, const Network& network) {
  Diagnostics diagnostics;
  FloatWeights weights = ReadFloatWeights(path, network, diagnostics);
  diagnostics.ThrowIfErrors();
  return weights;
}

}  // namespace nve
