// SPDX-License-Identifier: Apache-2.0
// One output after the other: see direct_convolution.hpp.
#include "planner/ir/direct_convolution.hpp"

namespace nve::planner {

std::vector<int64_t> DirectConvolution(const LayerShape& layer, const std::vector<int64_t>& input,
                                       const std::vector<int64_t>& weight) {
  const int64_t rows = (layer.oh - 1) * layer.stride_h + layer.kh - 2 * layer.pad_h;
  const int64_t columns = (layer.ow - 1) * layer.stride_w + layer.kw - 2 * layer.pad_w;
  const auto pixel = [&](int64_t channel, int64_t row, int64_t column) -> int64_t {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    return input[static_cast<size_t>((channel * rows + row) * columns + column)];
  };
  std::vector<int64_t> output;
  for (int64_t oc = 0; oc < layer.oc; ++oc) {
    const int64_t first_ic = oc / layer.GroupOutputs() * layer.GroupInputs();
    for (int64_t oh = 0; oh < layer.oh; ++oh) {
      for (int64_t ow = 0; ow < layer.ow; ++ow) {
        int64_t sum = 0;
        const int64_t* factor = weight.data() + oc * layer.GroupInputs() * layer.kh * layer.kw;
        for (int64_t ic = 0; ic < layer.GroupInputs(); ++ic) {
          for (int64_t kh = 0; kh < layer.kh; ++kh) {
            for (int64_t kw = 0; kw < layer.kw; ++kw) {
              sum += *factor++ * pixel(first_ic + ic, oh * layer.stride_h + kh - layer.pad_h,
                                       ow * layer.stride_w + kw - layer.pad_w);
            }
          }
        }
        output.push_back(sum);
      }
    }
  }
  return output;
}

}  // namespace nve::planner
