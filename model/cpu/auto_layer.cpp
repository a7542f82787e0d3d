// SPDX-License-Identifier: Apache-2.0
// A layer in plain loops for the compiler's vectoriser: for one output row, every tap adds
// weight * pixel to a row of 32-bit sums; then the sums become table indices, then pixels. The
// innermost loops run along the row over arrays that do not overlap. Unsigned sums wrap around.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/cpu/cpu_layer.hpp"

namespace nve {
namespace {

template <int kStride>
void AddTap(uint32_t* __restrict sums, const uint8_t* __restrict pixels, int count, int weight) {
  for (int x = 0; x < count; ++x) sums[x] += static_cast<uint32_t>(weight * pixels[x * kStride]);
}

void AddTap(uint32_t* __restrict sums, const uint8_t* __restrict pixels, int count, int stride,
            int weight) {
  for (int x = 0; x < count; ++x) {
    sums[x] += static_cast<uint32_t>(weight * pixels[static_cast<ptrdiff_t>(x) * stride]);
  }
}

// (sum + round) >> shift without a 33rd bit: the round is the highest bit that is shifted out.
void Indices(const uint32_t* __restrict sums, int16_t* __restrict indices, int count, int shift) {
  constexpr int kHalf = kTableEntries / 2;
  const int last_out = std::max(shift - 1, 0);
  const int round_bit = shift == 0 ? 0 : 1;
  for (int x = 0; x < count; ++x) {
    const auto sum = static_cast<int32_t>(sums[x]);
    const int index = (sum >> shift) + ((sum >> last_out) & round_bit);
    indices[x] = static_cast<int16_t>(std::clamp(index, -kHalf, kHalf - 1) + kHalf);
  }
}

class AutoLayer : public CpuLayer {
 public:
  AutoLayer(const Layer& layer, const LayerWeights& weights)
      : layer_(layer),
        weights_(weights),
        sums_(static_cast<size_t>(layer.out_width)),
        indices_(static_cast<size_t>(layer.out_width)) {}

  void Run(const FeatureMaps& input, FeatureMaps& output) override {
    for (int m = 0; m < output.maps; ++m) {
      for (int y = 0; y < output.height; ++y) Row(input, m, y, &output.at(m, y, 0));
    }
  }

 private:
  void Row(const FeatureMaps& input, int m, int y, uint8_t* pixels) {
    const std::vector<int>& inputs = layer_.outputs[static_cast<size_t>(m)].inputs;
    const uint32_t bias = static_cast<uint32_t>(int32_t{weights_.bias[static_cast<size_t>(m)]})
                          << weights_.bias_shift;
    std::fill(sums_.begin(), sums_.end(), bias);
    for (size_t i = 0; i < inputs.size(); ++i) {
      AddKernel(weights_.w[static_cast<size_t>(m)][i], input, inputs[i], y);
    }
    Indices(sums_.data(), indices_.data(), layer_.out_width, weights_.act_shift);
    for (int x = 0; x < layer_.out_width; ++x) {
      pixels[x] = weights_.table[static_cast<size_t>(indices_[static_cast<size_t>(x)])];
    }
  }

  // Pixels beyond the edges are zero and left out.
  void AddKernel(const std::vector<int16_t>& kernel, const FeatureMaps& input, int map, int y) {
    const int rows = std::min(layer_.kernel_height, input.height - y * layer_.stride_y);
    const int columns = std::min(layer_.kernel_width, input.width);
    for (int ky = 0; ky < rows; ++ky) {
      const uint8_t* row = &input.pixels[input.Offset(map, y * layer_.stride_y + ky, 0)];
      for (int kx = 0; kx < columns; ++kx) {
        const int count = std::min(layer_.out_width, (input.width - 1 - kx) / layer_.stride_x + 1);
        const int weight = kernel[static_cast<size_t>(ky) * layer_.kernel_width + kx];
        if (layer_.stride_x == 1) {
          AddTap<1>(sums_.data(), row + kx, count, weight);
        } else if (layer_.stride_x == 2) {
          AddTap<2>(sums_.data(), row + kx, count, weight);
        } else {
          AddTap(sums_.data(), row + kx, count, layer_.stride_x, weight);
        }
      }
    }
  }

  const Layer& layer_;
  const LayerWeights& weights_;
  std::vector<uint32_t> sums_;
  std::vector<int16_t> indices_;
};

}  // namespace

std::unique_ptr<CpuLayer> MakeAutoLayer(const Layer& layer, const LayerWeights& weights) {
  return std::make_unique<AutoLayer>(layer, weights);
}

}  // namespace nve
