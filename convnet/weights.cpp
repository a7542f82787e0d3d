// SPDX-License-Identifier: Apache-2.0
// The weights file: a .npz archive with five arrays per layer. See weights.hpp.
#include "convnet/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/arrays/arrays.hpp"
#include "convnet/array_reader.hpp"

namespace nve {
namespace {

// One layer's five arrays.
class WeightsLoader {
 public:
  explicit WeightsLoader(ArrayReader& reader) : reader_(reader) {}

  LayerWeights LoadLayer(const Layer& layer) {
    LayerWeights weights;
    const std::vector<int16_t> flat = Values<int16_t>(
        layer.name + ".weights", {layer.Kernels(), layer.kernel_height, layer.kernel_width});
    weights.bias =
        Values<int16_t>(layer.name + ".bias", {static_cast<int64_t>(layer.outputs.size())});
    weights.act_shift = Scalar(layer.name + ".act_shift", kMaxActShift);
    weights.bias_shift = Scalar(layer.name + ".bias_shift", kMaxBiasShift);
    const std::vector<uint8_t> table = Values<uint8_t>(layer.name + ".table", {kTableEntries});
    if (!table.empty()) std::copy(table.begin(), table.end(), weights.table.begin());
    if (!flat.empty()) weights.w = KernelsOf(layer, flat);
    return weights;
  }

 private:
  // The elements of an array of exactly this type and shape; empty after an error.
  template <typename T>
  std::vector<T> Values(const std::string& name, const std::vector<int64_t>& shape) {
    const NpyArray* array = reader_.Find(name);
    if (array == nullptr) return {};
    const bool type_fits = array->dtype == DTypeOf<T>();
    if (!type_fits) reader_.Error(name, ElementTypeProblem(array->TypeName(), DTypeOf<T>()));
    return reader_.HasShape(name, *array, shape) && type_fits ? array->Values<T>()
                                                              : std::vector<T>();
  }

  // A whole number from 0 to `most`, as a scalar or an array of one element of any integer type.
  int Scalar(const std::string& name, int most) {
    const NpyArray* array = reader_.Find(name);
    if (array == nullptr) return 0;
    const bool integer = IsInteger(array->dtype);
    const bool single = array->Count() == 1;
    if (!integer) reader_.Error(name, NoIntegerProblem(array->TypeName()));
    if (!single) {
      reader_.Error(name, fmt::format("shape is {}, allowed is () or (1,)", array->ShapeText()));
    }
    if (!integer || !single) return 0;
    // Values above the range of int64 are far out of this one, too.
    const std::optional<int64_t> value =
        array->dtype == DType::kU64 && array->Values<uint64_t>()[0] > INT64_MAX
            ? std::nullopt
            : std::optional(array->Integers(name)[0]);
    if (!value || *value < 0 || *value > most) {
      reader_.Error(name, fmt::format("value is {}, allowed is 0 to {}",
                                      value ? std::to_string(*value) : "above 2^63", most));
      return 0;
    }
    return static_cast<int>(*value);
  }

  ArrayReader& reader_;
};

}  // namespace

Weights ReadWeights(const std::string& path, const Network& network, Diagnostics& diagnostics) {
  const NpzArrays arrays = ReadNpz(path);
  Diagnostics found;
  ArrayReader reader(path, arrays, found);
  WeightsLoader loader(reader);
  Weights weights;
  for (const Layer& layer : network.layers) weights.layers.push_back(loader.LoadLayer(layer));
  reader.CheckUnknown();
  diagnostics.Append(found);
  return found.ok() ? weights : Weights();
}

Weights LoadWeights(const std::string& path, const Network& network) {
  Diagnostics diagnostics;
  Weights weights = ReadWeights(path, network, diagnostics);
  diagnostics.ThrowIfErrors();
  diagnostics.Print(stderr, Severity::kWarning);
  return weights;
}

void WriteWeights(const std::string& path, const Network& network, const Weights& weights) {
  NVE_CHECK(weights.layers.size() == network.layers.size(), "weights of another network");
  NpzArrays arrays;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    const LayerWeights& from = weights.layers[i];
    std::vector<int16_t> flat;
    for (const auto& kernels : from.w) {
      for (const auto& kernel : kernels) flat.insert(flat.end(), kernel.begin(), kernel.end());
    }
    arrays[layer.name + ".weights"] =
        NpyArray::From({layer.Kernels(), layer.kernel_height, layer.kernel_width}, flat);
    arrays[layer.name + ".bias"] =
        NpyArray::From({static_cast<int64_t>(from.bias.size())}, from.bias);
    arrays[layer.name + ".act_shift"] = NpyArray::From({}, std::vector<int32_t>{from.act_shift});
    arrays[layer.name + ".bias_shift"] = NpyArray::From({}, std::vector<int32_t>{from.bias_shift});
    arrays[layer.name + ".table"] =
        NpyArray::From({kTableEntries}, std::span<const uint8_t>(from.table));
  }
  WriteNpz(path, arrays);
}

}  // namespace nve
