// SPDX-License-Identifier: Apache-2.0
// Text and limits of tensors: see tensor_size.hpp.
#include "planner/shapes/tensor_size.hpp"

#include <fmt/format.h>

namespace nve::planner {

std::string ToText(const TensorSize& size) {
  return fmt::format("{}x{}x{}", size.channels, size.rows, size.columns);
}

void CheckTensor(const TensorSize& size, const PlaceOfSize& place, Diagnostics& diagnostics) {
  const auto check = [&](const char* name, int64_t found, const char* column) {
    const SizeLimit& limit = LimitOf(column);
    if (found >= 1 && found <= limit.most) return;
    diagnostics.Error(place(name), fmt::format("found {}, allowed: 1 to {}", found, limit.most));
  };
  check("channels", size.channels, "ic");
  check("rows", size.rows, "oh");
  check("columns", size.columns, "ow");
}

}  // namespace nve::planner
