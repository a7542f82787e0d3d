// SPDX-License-Identifier: Apache-2.0
// Pairs of products: see pair_mapping.hpp.
#include "model/cpu/pair_mapping.hpp"

#include <algorithm>
#include <map>

namespace nve {
namespace {

// Vector instructions that pack one element of a plane, against one for a pair of products.
constexpr int64_t kPackingCost = 5;

enum class Pairing { kColumns, kMaps };

// The two products of a tap: inputs by position in the list, kernel columns. An absent product has
// input -1.
struct TapPair {
  int input_a = 0;
  int kx_a = 0;
  int input_b = 0;
  int kx_b = 0;
};

void PairColumns(int input, int kernel_width, std::vector<TapPair>& taps) {
  for (int kx = 0; kx < kernel_width; kx += 2) {
    taps.push_back({input, kx, kx + 1 < kernel_width ? input : -1, kx + 1});
  }
}

std::vector<TapPair> Taps(const Layer& layer, int inputs, Pairing pairing) {
  std::vector<TapPair> taps;
  int input = 0;
  if (pairing == Pairing::kMaps) {
    for (; input + 1 < inputs; input += 2) {
      for (int kx = 0; kx < layer.kernel_width; ++kx) taps.push_back({input, kx, input + 1, kx});
    }
  }
  for (; input < inputs; ++input) PairColumns(input, layer.kernel_width, taps);
  return taps;
}

int32_t Weight(const LayerWeights& weights, int map, int input, size_t tap) {
  if (input < 0) return 0;
  return weights.w[static_cast<size_t>(map)][static_cast<size_t>(input)][tap];
}

class PairMapper {
 public:
  PairMapper(const Layer& layer, const LayerWeights& weights, Pairing pairing)
      : layer_(layer), weights_(weights), pairing_(pairing) {}

  PairMapping Map() {
    std::map<std::vector<int>, std::vector<int>> maps_by_inputs;
    for (const OutputMap& output : layer_.outputs) {
      maps_by_inputs[output.inputs].push_back(output.index);
    }
    for (const auto& [inputs, maps] : maps_by_inputs) {
      for (size_t first = 0; first < maps.size();) {
        const size_t left = maps.size() - first;
        const size_t count = left >= 4 ? 4 : left >= 2 ? 2 : 1;
        const auto begin = maps.begin() + static_cast<ptrdiff_t>(first);
        AddGroup(inputs, {begin, begin + static_cast<ptrdiff_t>(count)});
        first += count;
      }
    }
    return mapping_;
  }

 private:
  int PlaneOf(const PackedPlane& plane) {
    const auto found = std::find(mapping_.planes.begin(), mapping_.planes.end(), plane);
    const auto index = static_cast<int>(found - mapping_.planes.begin());
    if (found == mapping_.planes.end()) mapping_.planes.push_back(plane);
    return index;
  }

  void AddGroup(const std::vector<int>& inputs, std::vector<int> maps) {
    MapGroup group;
    group.maps = std::move(maps);
    for (const TapPair& tap : Taps(layer_, static_cast<int>(inputs.size()), pairing_)) {
      // An absent product has weight 0: any pixel does.
      const int input_b = tap.input_b < 0 ? tap.input_a : tap.input_b;
      const int phase = tap.kx_a % layer_.stride_x;
      const int offset = tap.kx_a / layer_.stride_x;
      const PackedPlane plane = {inputs[static_cast<size_t>(tap.input_a)], phase,
                                 inputs[static_cast<size_t>(input_b)], phase + tap.kx_b - tap.kx_a};
      group.columns.push_back({PlaneOf(plane), offset});
      mapping_.most_offset = std::max(mapping_.most_offset, offset);
      for (int ky = 0; ky < layer_.kernel_height; ++ky) {
        const size_t row = static_cast<size_t>(ky) * layer_.kernel_width;
        for (const int map : group.maps) {
          const int32_t a = Weight(weights_, map, tap.input_a, row + tap.kx_a);
          const int32_t b = Weight(weights_, map, tap.input_b, row + tap.kx_b);
          group.weights.push_back(static_cast<int32_t>((static_cast<uint32_t>(b) << 16) |
                                                       (static_cast<uint32_t>(a) & 0xFFFF)));
        }
      }
    }
    mapping_.groups.push_back(std::move(group));
  }

  const Layer& layer_;
  const LayerWeights& weights_;
  const Pairing pairing_;
  PairMapping mapping_;
};

int64_t Work(const Layer& layer, const PairMapping& mapping) {
  int64_t work = kPackingCost * layer.stride_y * static_cast<int64_t>(mapping.planes.size());
  for (const MapGroup& group : mapping.groups) work += static_cast<int64_t>(group.weights.size());
  return work;
}

}  // namespace

PairMapping MakePairMapping(const Layer& layer, const LayerWeights& weights) {
  PairMapping by_columns = PairMapper(layer, weights, Pairing::kColumns).Map();
  PairMapping by_maps = PairMapper(layer, weights, Pairing::kMaps).Map();
  return Work(layer, by_maps) < Work(layer, by_columns) ? by_maps : by_columns;
}

}  // namespace nve
