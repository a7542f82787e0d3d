// SPDX-License-Identifier: Apache-2.0
// The plan IR of e-PlaNNer (chapter 7): what one layer's plan loads, computes and stores, in order.
//
// The thesis prints one file (figure 7.1) and no grammar. Read so:
//
//   [info]  INPUT(batch,channel,height,width)  WEIGHT(oc,ic,kh,kw)
//   OUTPUT(batch,channel,height,width) [var]   IN_MEM_0(words)  WT_MEM_0(words)  OT_MEM_0(words)
//           INPUT_0[offset](batch,channel,height,width), likewise WEIGHT_0 and OUTPUT_0
//   [text]  LOAD memory tile  ·  CONV output input weight stride (left,right,top,bottom)
//           STORE tile memory
//
// An offset counts words from the start of the tensor, which is row-major. A tile is a box of its
// tensor, so its pitches are those of the tensor and stand nowhere in the text.
//
// Additions to the print: a memory may have an address in words, OT_MEM_0[50176], otherwise it is
// 0. A stride that differs by axis is (rows,columns). A CONV that starts its output tile may end
// with the place where it starts.
//
// What the steps mean: LOAD copies a tile to a place and whatever was there is gone. CONV starts
// its output tile if that is not on chip: the sums begin at zero, at OT_MEM_0[0] unless the line
// names a place. Otherwise it adds to it. STORE writes a tile back and frees its place, so the next
// CONV of that tile needs a LOAD before it. Zeros around the map are never stored or loaded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// The three tensors of a layer, in the order of the text's sections.
enum class IrTensor { kInput, kWeight, kOutput };
inline constexpr std::array<IrTensor, 3> kIrTensors = {IrTensor::kInput, IrTensor::kWeight,
                                                       IrTensor::kOutput};

/// Four numbers, one for each dimension: (batch, channel, row, column). Of weights the first two
/// are output and input channels.
using IrSizes = std::array<int64_t, 4>;
enum IrDimension : size_t { kBatch = 0, kChannel = 1, kRow = 2, kColumn = 3 };
inline constexpr size_t kWeightOutputs = kBatch;
inline constexpr size_t kWeightInputs = kChannel;

constexpr int64_t WordsOf(const IrSizes& sizes) {
  return sizes[0] * sizes[1] * sizes[2] * sizes[3];
}

/// Words from one index to the next, in each dimension of a row-major tensor.
constexpr IrSizes PitchesOf(const IrSizes& tensor) {
  return {tensor[1] * tensor[2] * tensor[3], tensor[2] * tensor[3], tensor[3], 1};
}

/// The indices of the word at `offset` of a tensor.
constexpr IrSizes IndicesOf(int64_t offset, const IrSizes& tensor) {
  const IrSizes pitches = PitchesOf(tensor);
  IrSizes indices = {};
  for (size_t i = 0; i < indices.size(); ++i) {
    indices[i] = offset / pitches[i];
    offset %= pitches[i];
  }
  return indices;
}

/// The other way round.
constexpr int64_t OffsetOf(const IrSizes& indices, const IrSizes& tensor) {
  const IrSizes pitches = PitchesOf(tensor);
  int64_t offset = 0;
  for (size_t i = 0; i < indices.size(); ++i) offset += indices[i] * pitches[i];
  return offset;
}

/// A tensor of [info].
struct IrTensorInfo {
  IrSizes sizes = {1, 1, 1, 1};
  int line = 0;  ///< in its file, 0 if it has none; so everywhere below
};

/// A memory of [var]: IN_MEM_0 holds input tiles, WT_MEM_0 weight tiles, OT_MEM_0 output tiles.
struct IrMemory {
  IrTensor tensor = IrTensor::kInput;
  int64_t number = 0;
  int64_t words = 0;
  int line = 0;
};

/// A tile of [var].
struct IrTile {
  int64_t number = 0;
  int64_t offset = 0;  ///< words from the start of its tensor
  IrSizes sizes = {1, 1, 1, 1};
  int line = 0;

  int64_t Words() const { return WordsOf(sizes); }
};

/// A tile by its tensor and its index in PlanIr::tiles.
struct IrTileRef {
  IrTensor tensor = IrTensor::kInput;
  size_t index = 0;

  bool operator==(const IrTileRef&) const = default;
};

/// A word of a memory, by the memory's index in PlanIr::memories.
struct IrPlace {
  size_t memory = 0;
  int64_t address = 0;

  bool operator==(const IrPlace&) const = default;
};

/// Rows and columns of zeros around an input tile.
struct IrPadding {
  int64_t left = 0;
  int64_t right = 0;
  int64_t top = 0;
  int64_t bottom = 0;

  bool operator==(const IrPadding&) const = default;
};

/// From DRAM to a memory, packed: the words of a tile lie there without gaps, row-major.
struct LoadStep {
  IrPlace to;
  IrTileRef tile;

  bool operator==(const LoadStep&) const = default;
};

/// A convolution of tiles on chip. The numbers are indices in PlanIr::tiles.
struct ConvStep {
  size_t output = 0;
  size_t input = 0;
  size_t weight = 0;
  int64_t stride_h = 1;
  int64_t stride_w = 1;
  IrPadding padding;
  std::optional<IrPlace> start;  ///< the sums start at zero, here; nothing: they are added to

  bool operator==(const ConvStep&) const = default;
};

/// From a memory to DRAM. The place is free from here on.
struct StoreStep {
  size_t tile = 0;  ///< of the output
  IrPlace from;

  bool operator==(const StoreStep&) const = default;
};

struct IrStep {
  std::variant<LoadStep, ConvStep, StoreStep> action;
  int line = 0;
};

/// The plan of one layer. `tensors` and `tiles` are indexed by IrTensor.
struct PlanIr {
  std::array<IrTensorInfo, 3> tensors;
  std::vector<IrMemory> memories;
  std::array<std::vector<IrTile>, 3> tiles;
  std::vector<IrStep> steps;

  const IrSizes& SizesOf(IrTensor tensor) const {
    return tensors[static_cast<size_t>(tensor)].sizes;
  }
  const std::vector<IrTile>& TilesOf(IrTensor tensor) const {
    return tiles[static_cast<size_t>(tensor)];
  }
  const IrTile& TileAt(const IrTileRef& ref) const { return TilesOf(ref.tensor)[ref.index]; }
};

/// "INPUT", "IN_MEM_0", "INPUT_0": the names of the text.
const char* NameOf(IrTensor tensor);
std::string NameOf(const IrMemory& memory);
std::string NameOf(const PlanIr& ir, const IrTileRef& ref);

/// Where a CONV starts its sums that names no place: address 0 of the first output memory. Nothing
/// if there is none.
std::optional<IrPlace> UsualStart(const PlanIr& ir);

/// A tensor of a layer, zeros around the map not stored.
IrSizes SizesOf(const LayerShape& layer, IrTensor tensor);

/// The layer that a plan computes. The stride is that of its CONVs (of most, if they differ), the
/// padding follows from the sizes, and so do the groups.
LayerShape LayerOf(const PlanIr& ir);

/// Where the operands of a CONV are.
struct ConvPlaces {
  IrPlace output;
  IrPlace input;
  IrPlace weight;
};

/// Those of every CONV in the order of the steps, of a plan that CheckIr takes.
std::vector<ConvPlaces> ConvPlacesOf(const PlanIr& ir);

}  // namespace nve::planner
