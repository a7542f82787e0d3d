// SPDX-License-Identifier: Apache-2.0
// Arrays of a network by name: see array_reader.hpp.
#include "convnet/array_reader.hpp"

#include <fmt/format.h>

namespace nve {

void ArrayReader::Error(const std::string& array, const std::string& text) {
  diagnostics_.Error({file_, 0, array}, text);
}

const NpyArray* ArrayReader::Find(const std::string& name) {
  used_.insert(name);
  const auto found = arrays_.find(name);
  if (found != arrays_.end()) return &found->second;
  Error(name, "array is missing");
  return nullptr;
}

bool ArrayReader::HasShape(const std::string& name, const NpyArray& array,
                           const std::vector<int64_t>& shape) {
  if (array.shape == shape) return true;
  const NpyArray wanted{array.dtype, shape, {}, {}};
  Error(name,
        fmt::format("shape is {}, the network needs {}", array.ShapeText(), wanted.ShapeText()));
  return false;
}

void ArrayReader::CheckUnknown() {
  for (const auto& [name, array] : arrays_) {
    if (!used_.contains(name)) Error(name, "unknown array, the network has no use for it");
  }
}

}  // namespace nve
