// SPDX-License-Identifier: Apache-2.0
// The weights file: a .npz archive with five arrays per layer. See weights.hpp.
#include "convnet/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/arrays/arrays.hpp"

namespace nve {
namespace {

// Takes the arrays of one network out of an archive and reports what does not fit.
class Loader {
 public:
  Loader(const std::string& file, const NpzArrays& arrays, Diagnostics& diagnostics)
      : file_(file), arrays_(arrays), diagnostics_(diagnostics) {}

  LayerWeights LoadLayer(const Layer& layer) {
    LayerWeights weights;
    const int taps = layer.kernel_height * layer.kernel_width;
    const std::vector<int16_t> flat = Values<int16_t>(
        layer.name + ".weights", {layer.Kernels(), layer.kernel_height, layer.kernel_width});
    weights.bias =
        Values<int16_t>(layer.name + ".bias", {static_cast<int64_t>(layer.outputs.size())});
    weights.act_shift = Scalar(layer.name + ".act_shift", kMaxActShift);
    weights.bias_shift = Scalar(layer.name + ".bias_shift", kMaxBiasShift);
    const std::vector<uint8_t> table = Values<uint8_t>(layer.name + ".table", {kTableEntries});
    if (!table.empty()) std::copy(table.begin(), table.end(), weights.table.begin());
    if (flat.empty()) return weights;
    auto next = flat.begin();
    for (const OutputMap& output : layer.outputs) {
      auto& kernels = weights.w.emplace_back();
      for (size_t i = 0; i < output.inputs.size(); ++i, next += taps) {
        kernels.emplace_back(next, next + taps);
      }
    }
    return weights;
  }

  // Arrays nobody asked for are mistakes: most often a misspelt name or another network's file.
  void CheckUnknown() {
    for (const auto& [name, array] : arrays_) {
      if (used_.count(name) == 0) {
        diagnostics_.Error({file_, 0, name}, "unknown array, the network has no use for it");
      }
    }
  }

 private:
  const NpyArray* Find(const std::string& name) {
    used_.insert(name);
    const auto found = arrays_.find(name);
    if (found != arrays_.end()) return &found->second;
    diagnostics_.Error({file_, 0, name}, "array is missing");
    return nullptr;
  }

  // The elements of an array of exactly this type and shape; empty after an error.
  template <typename T>
  std::vector<T> Values(const std::string& name, const std::vector<int64_t>& shape) {
    const NpyArray* array = Find(name);
    if (array == nullptr) return {};
    bool fits = true;
    if (array->dtype != DTypeOf<T>()) {
      diagnostics_.Error({file_, 0, name}, ElementTypeProblem(array->TypeName(), DTypeOf<T>()));
      fits = false;
    }
    if (array->shape != shape) {
      const NpyArray wanted{DTypeOf<T>(), shape, {}, {}};
      diagnostics_.Error({file_, 0, name}, fmt::format("shape is {}, the network needs {}",
                                                       array->ShapeText(), wanted.ShapeText()));
      fits = false;
    }
    return fits ? array->Values<T>() : std::vector<T>();
  }

  // A whole number from 0 to `most`, as a scalar or an array of one element of any integer type.
  int Scalar(const std::string& name, int most) {
    const NpyArray* array = Find(name);
    if (array == nullptr) return 0;
    const SourceLocation where{file_, 0, name};
    const bool integer = IsInteger(array->dtype);
    const bool single = array->Count() == 1;
    if (!integer) diagnostics_.Error(where, NoIntegerProblem(array->TypeName()));
    if (!single) {
      diagnostics_.Error(where,
                         fmt::format("shape is {}, allowed is () or (1,)", array->ShapeText()));
    }
    if (!integer || !single) return 0;
    // Values above the range of int64 are far out of this one, too.
    const std::optional<int64_t> value =
        array->dtype == DType::kU64 && array->Values<uint64_t>()[0] > INT64_MAX
            ? std::nullopt
            : std::optional(array->Integers(name)[0]);
    if (!value || *value < 0 || *value > most) {
      diagnostics_.Error(where, fmt::format("value is {}, allowed is 0 to {}",
                                            value ? std::to_string(*value) : "above 2^63", most));
      return 0;
    }
    return static_cast<int>(*value);
  }

  const std::string& file_;
  const NpzArrays& arrays_;
  Diagnostics& diagnostics_;
  std::set<std::string> used_;
};

}  // namespace

Weights ReadWeights(const std::string& path, const Network& network, Diagnostics& diagnostics) {
  const NpzArrays arrays = ReadNpz(path);
  Diagnostics found;
  Loader loader(path, arrays, found);
  Weights weights;
  for (const Layer& layer : network.layers) weights.layers.push_back(loader.LoadLayer(layer));
  loader.CheckUnknown();
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
