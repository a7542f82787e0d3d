// SPDX-License-Identifier: Apache-2.0
// Copies and convolutions of tiles: see execute_ir.hpp.
#include "planner/ir/execute_ir.hpp"

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/check_ir.hpp"

namespace nve::planner {
namespace {

using Array = std::vector<int64_t>;

constexpr int64_t kNoResult = 0x5ca1ab1e'0ddba11;

// A tile in a memory, packed.
struct OnChip {
  int64_t* words;
  IrSizes sizes;

  int64_t* Row(int64_t first, int64_t second, int64_t row) const {
    return words + ((first * sizes[1] + second) * sizes[2] + row) * sizes[3];
  }
};

// `copy(in DRAM, on chip, words)` of every row of a tile.
template <typename Copy>
void ForEachRow(const IrTile& tile, const IrSizes& tensor, int64_t* dram, const OnChip& chip,
                Copy copy) {
  const IrSizes pitches = PitchesOf(tensor);
  for (int64_t a = 0; a < tile.sizes[0]; ++a) {
    for (int64_t b = 0; b < tile.sizes[1]; ++b) {
      for (int64_t row = 0; row < tile.sizes[2]; ++row) {
        copy(dram + tile.offset + a * pitches[0] + b * pitches[1] + row * pitches[2],
             chip.Row(a, b, row), tile.sizes[3]);
      }
    }
  }
}

void Convolve(const ConvStep& conv, const OnChip& output, const OnChip& input,
              const OnChip& weight) {
  for (int64_t oc = 0; oc < weight.sizes[kWeightOutputs]; ++oc) {
    for (int64_t ic = 0; ic < weight.sizes[kWeightInputs]; ++ic) {
      for (int64_t oh = 0; oh < output.sizes[kRow]; ++oh) {
        for (int64_t kh = 0; kh < weight.sizes[kRow]; ++kh) {
          const int64_t ih = oh * conv.stride_h + kh - conv.padding.top;
          if (ih < 0 || ih >= input.sizes[kRow]) continue;
          const int64_t* from = input.Row(0, ic, ih);
          const int64_t* factors = weight.Row(oc, ic, kh);
          int64_t* sums = output.Row(0, oc, oh);
          for (int64_t ow = 0; ow < output.sizes[kColumn]; ++ow) {
            const int64_t first = ow * conv.stride_w - conv.padding.left;
            const int64_t begin = std::max<int64_t>(-first, 0);
            const int64_t end = std::min(weight.sizes[kColumn], input.sizes[kColumn] - first);
            for (int64_t kw = begin; kw < end; ++kw) sums[ow] += from[first + kw] * factors[kw];
          }
        }
      }
    }
  }
}

class Machine {
 public:
  Machine(const PlanIr& ir, const LayerData& data) : ir_(ir) {
    dram_[0] = data.input;
    dram_[1] = data.weight;
    dram_[2].assign(static_cast<size_t>(WordsOf(ir.SizesOf(IrTensor::kOutput))), kNoResult);
    for (const IrTensor tensor : kIrTensors) {
      NVE_CHECK(static_cast<int64_t>(Dram(tensor).size()) == WordsOf(ir.SizesOf(tensor)),
                "data of other sizes than the plan's");
      places_[static_cast<size_t>(tensor)].resize(ir.TilesOf(tensor).size());
    }
    chip_.resize(ir.memories.size());
    for (const IrStep& step : ir.steps) {
      if (const auto* load = std::get_if<LoadStep>(&step.action)) Reserve(load->to, load->tile);
      const auto* conv = std::get_if<ConvStep>(&step.action);
      if (conv != nullptr && conv->start) Reserve(*conv->start, {IrTensor::kOutput, conv->output});
    }
  }

  void Run(const LoadStep& load) {
    const IrTensor tensor = load.tile.tensor;
    PlaceOf(load.tile) = load.to;
    int64_t& loaded = WordsOf(moved_.loaded, tensor);
    ForEachRow(ir_.TileAt(load.tile), ir_.SizesOf(tensor), Dram(tensor).data(), At(load.tile),
               [&](const int64_t* dram, int64_t* chip, int64_t words) {
                 std::copy_n(dram, words, chip);
                 loaded += words;
               });
  }

  void Run(const ConvStep& conv) {
    const IrTileRef tile = {IrTensor::kOutput, conv.output};
    if (conv.start) {
      PlaceOf(tile) = *conv.start;
      std::fill_n(At(tile).words, ir_.TileAt(tile).Words(), 0);
    }
    Convolve(conv, At(tile), At({IrTensor::kInput, conv.input}),
             At({IrTensor::kWeight, conv.weight}));
  }

  void Run(const StoreStep& store) {
    const IrTileRef tile = {IrTensor::kOutput, store.tile};
    PlaceOf(tile) = store.from;
    ForEachRow(ir_.TileAt(tile), ir_.SizesOf(tile.tensor), Dram(tile.tensor).data(), At(tile),
               [&](int64_t* dram, const int64_t* chip, int64_t words) {
                 std::copy_n(chip, words, dram);
                 moved_.stored.output += words;
               });
  }

  IrRun Result() && { return {std::move(Dram(IrTensor::kOutput)), moved_}; }

 private:
  // A memory needs no more room than its tiles take.
  void Reserve(const IrPlace& place, const IrTileRef& tile) {
    Array& memory = chip_[place.memory];
    const auto end = static_cast<size_t>(place.address + ir_.TileAt(tile).Words());
    if (memory.size() < end) memory.resize(end, kNoResult);
  }

  Array& Dram(IrTensor tensor) { return dram_[static_cast<size_t>(tensor)]; }
  IrPlace& PlaceOf(const IrTileRef& tile) {
    return places_[static_cast<size_t>(tile.tensor)][tile.index];
  }
  OnChip At(const IrTileRef& tile) {
    const IrPlace& place = PlaceOf(tile);
    return {chip_[place.memory].data() + place.address, ir_.TileAt(tile).sizes};
  }

  const PlanIr& ir_;
  std::array<Array, 3> dram_;
  std::vector<Array> chip_;  // of each memory
  std::array<std::vector<IrPlace>, 3> places_;
  MovedWords moved_;
};

}  // namespace

IrRun ExecuteIr(const PlanIr& ir, const LayerData& data) {
  Diagnostics diagnostics;
  CheckIr(ir, "", diagnostics);
  diagnostics.ThrowIfErrors();
  Machine machine(ir, data);
  for (const IrStep& step : ir.steps) {
    std::visit([&](const auto& action) { machine.Run(action); }, step.action);
  }
  return std::move(machine).Result();
}

}  // namespace nve::planner
