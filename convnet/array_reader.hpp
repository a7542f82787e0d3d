// SPDX-License-Identifier: Apache-2.0
// Takes the arrays of a network out of an archive and reports what does not fit: what the files of
// integer and of float weights have in common.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/arrays/arrays.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"

namespace nve {

// [output map][position in its input list][ky * kernel_width + kx]
template <typename T>
using Kernels = std::vector<std::vector<std::vector<T>>>;

class ArrayReader {
 public:
  // All three must outlive the reader; `file` stands in messages.
  ArrayReader(const std::string& file, const NpzArrays& arrays, Diagnostics& diagnostics)
      : file_(file), arrays_(arrays), diagnostics_(diagnostics) {}

  void Error(const std::string& array, const std::string& text);

  // The array of this name; null, and an error, if it is missing.
  const NpyArray* Find(const std::string& name);

  // Whether an array has this shape; an error if not.
  bool HasShape(const std::string& name, const NpyArray& array, const std::vector<int64_t>& shape);

  // Arrays nobody asked for are mistakes: most often a misspelt name or another network's file.
  void CheckUnknown();

 private:
  const std::string& file_;
  const NpzArrays& arrays_;
  Diagnostics& diagnostics_;
  std::set<std::string> used_;
};

// One kernel after the other, by output map, then in the order of its list. `flat` has as many
// values as the layer has coefficients.
template <typename T>
Kernels<T> KernelsOf(const Layer& layer, const std::vector<T>& flat) {
  const int taps = layer.kernel_height * layer.kernel_width;
  Kernels<T> result;
  auto next = flat.begin();
  for (const OutputMap& output : layer.outputs) {
    auto& kernels = result.emplace_back();
    for (size_t i = 0; i < output.inputs.size(); ++i, next += taps) {
      kernels.emplace_back(next, next + taps);
    }
  }
  return result;
}

}  // namespace nve
