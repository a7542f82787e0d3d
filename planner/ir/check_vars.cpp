// SPDX-License-Identifier: Apache-2.0
// Sizes, names and boxes: see check_vars.hpp.
#include "planner/ir/check_vars.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "planner/shapes/layer_limits.hpp"

namespace nve::planner {
namespace {

constexpr int64_t kMostMemoryWords = int64_t{1} << 40;
constexpr const char* kPositions[] = {"first", "second", "third", "fourth"};

class Tensors {
 public:
  Tensors(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics)
      : ir_(ir), file_(file), diagnostics_(diagnostics) {}

  bool Check() {
    const int before = diagnostics_.errors();
    CheckRanges();
    CheckStrides();
    if (diagnostics_.errors() > before) return false;
    CheckChannels();
    if (diagnostics_.errors() > before) return false;
    CheckLayer();
    return diagnostics_.errors() == before;
  }

 private:
  void Report(IrTensor tensor, const std::string& text) {
    diagnostics_.Error({file_, ir_.tensors[static_cast<size_t>(tensor)].line, ""},
                       fmt::format("{}: {}", NameOf(tensor), text));
  }

  void CheckRanges() {
    const int64_t most_lines =
        PaddedLines(LimitOf("oh").most, LimitOf("stride_h").most, LimitOf("kh").most);
    const std::array<IrSizes, 3> most = {
        IrSizes{1, LimitOf("ic").most, most_lines, most_lines},
        IrSizes{LimitOf("oc").most, LimitOf("ic").most, LimitOf("kh").most, LimitOf("kw").most},
        IrSizes{1, LimitOf("oc").most, LimitOf("oh").most, LimitOf("ow").most}};
    for (const IrTensor tensor : kIrTensors) {
      const IrSizes& sizes = ir_.SizesOf(tensor);
      const IrSizes& limits = most[static_cast<size_t>(tensor)];
      for (size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] >= 1 && sizes[i] <= limits[i]) continue;
        Report(tensor, fmt::format("found {} as {} size, allowed: {}", sizes[i], kPositions[i],
                                   limits[i] == 1 ? "1" : fmt::format("1 to {}", limits[i])));
      }
    }
  }

  void CheckStrides() {
    const int64_t most = LimitOf("stride_h").most;
    for (const IrStep& step : ir_.steps) {
      const auto* conv = std::get_if<ConvStep>(&step.action);
      if (conv == nullptr) continue;
      for (const int64_t stride : {conv->stride_h, conv->stride_w}) {
        if (stride >= 1 && stride <= most) continue;
        diagnostics_.Error({file_, step.line, ""},
                           fmt::format("CONV: found stride {}, allowed: 1 to {}", stride, most));
        break;
      }
    }
  }

  void CheckChannels() {
    const IrSizes& input = ir_.SizesOf(IrTensor::kInput);
    const IrSizes& weight = ir_.SizesOf(IrTensor::kWeight);
    const IrSizes& output = ir_.SizesOf(IrTensor::kOutput);
    if (weight[kWeightOutputs] != output[kChannel]) {
      Report(IrTensor::kWeight,
             fmt::format("found {} output channels, allowed: {}, as many as OUTPUT has",
                         weight[kWeightOutputs], output[kChannel]));
    }
    const int64_t inputs = weight[kWeightInputs];
    if (input[kChannel] % inputs != 0 || output[kChannel] % (input[kChannel] / inputs) != 0) {
      Report(IrTensor::kWeight,
             fmt::format("found {} input channels, allowed: {}, as many as INPUT has, or a part of "
                         "them that makes groups of the {} output channels",
                         inputs, input[kChannel], output[kChannel]));
    }
  }

  // One axis: the lines that are read beyond those that exist are zeros, as many on both sides.
  void CheckLines(const char* lines, int64_t found, int64_t read) {
    if (found <= read && (read - found) % 2 == 0) return;
    Report(IrTensor::kInput,
           fmt::format("found {} {}, allowed: {}, which OUTPUT reads with kernel and stride, less "
                       "an even number for padding",
                       found, lines, read));
  }

  void CheckLayer() {
    const int before = diagnostics_.errors();
    const LayerShape layer = LayerOf(ir_);
    const IrSizes& input = ir_.SizesOf(IrTensor::kInput);
    CheckLines("rows", input[kRow], PaddedLines(layer.oh, layer.stride_h, layer.kh));
    CheckLines("columns", input[kColumn], PaddedLines(layer.ow, layer.stride_w, layer.kw));
    if (diagnostics_.errors() > before) return;
    const auto place = [&](const char* size) {
      return SourceLocation{file_, ir_.tensors[0].line, fmt::format("layer's {}", size)};
    };
    CheckSizes(layer, place, diagnostics_);
  }

  const PlanIr& ir_;
  const std::string& file_;
  Diagnostics& diagnostics_;
};

// A name that is there twice.
class Names {
 public:
  Names(const std::string& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void Add(IrTensor tensor, int64_t number, const std::string& name, int line) {
    const auto [first, is_new] = lines_.emplace(std::pair(tensor, number), line);
    if (is_new) return;
    const std::string where = first->second > 0 ? fmt::format(" in line {}", first->second) : "";
    diagnostics_.Error(
        {file_, line, ""},
        fmt::format("found '{}' again, which is{} already, allowed: each name once", name, where));
  }

 private:
  const std::string& file_;
  Diagnostics& diagnostics_;
  std::map<std::pair<IrTensor, int64_t>, int> lines_;
};

// What is wrong with a tile's sizes and place; empty: nothing.
std::string TileProblem(const IrTile& tile, IrTensor tensor, const IrSizes& sizes,
                        const LayerShape& layer) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (tile.sizes[i] >= 1 && tile.sizes[i] <= sizes[i]) continue;
    return fmt::format("found {} as {} size, allowed: 1 to {}, as {} has", tile.sizes[i],
                       kPositions[i], sizes[i], NameOf(tensor));
  }
  const int64_t words = WordsOf(sizes);
  if (tile.offset < 0 || tile.offset >= words) {
    return fmt::format("found offset {}, allowed: 0 to {}", tile.offset, words - 1);
  }
  const IrSizes first = IndicesOf(tile.offset, sizes);
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (first[i] + tile.sizes[i] <= sizes[i]) continue;
    return fmt::format("found {} as {} size at offset {}, allowed: 1 to {}, up to the end of {}",
                       tile.sizes[i], kPositions[i], tile.offset, sizes[i] - first[i],
                       NameOf(tensor));
  }
  if (tensor == IrTensor::kWeight) {
    if (tile.sizes[kRow] == layer.kh && tile.sizes[kColumn] == layer.kw) return "";
    return fmt::format("found a kernel of {} x {}, allowed: the whole one, {} x {}",
                       tile.sizes[kRow], tile.sizes[kColumn], layer.kh, layer.kw);
  }
  const int64_t group = tensor == IrTensor::kInput ? layer.GroupInputs() : layer.GroupOutputs();
  const int64_t last = first[kChannel] + tile.sizes[kChannel] - 1;
  if (first[kChannel] / group == last / group) return "";
  return fmt::format("found channels {} to {}, allowed: those of one group, which has {}",
                     first[kChannel], last, group);
}

}  // namespace

bool CheckTensors(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics) {
  return Tensors(ir, file, diagnostics).Check();
}

void CheckMemories(const PlanIr& ir, const std::string& file, Diagnostics& diagnostics) {
  Names names(file, diagnostics);
  for (const IrMemory& memory : ir.memories) {
    names.Add(memory.tensor, memory.number, NameOf(memory), memory.line);
    if (memory.words >= 1 && memory.words <= kMostMemoryWords) continue;
    diagnostics.Error({file, memory.line, ""},
                      fmt::format("{}: found {} words, allowed: 1 to {}", NameOf(memory),
                                  memory.words, kMostMemoryWords));
  }
}

std::array<std::vector<bool>, 3> CheckTiles(const PlanIr& ir, const LayerShape& layer,
                                            const std::string& file, Diagnostics& diagnostics) {
  std::array<std::vector<bool>, 3> good;
  Names names(file, diagnostics);
  for (const IrTensor tensor : kIrTensors) {
    const std::vector<IrTile>& tiles = ir.TilesOf(tensor);
    for (size_t i = 0; i < tiles.size(); ++i) {
      const std::string name = NameOf(ir, {tensor, i});
      names.Add(tensor, tiles[i].number, name, tiles[i].line);
      const std::string problem = TileProblem(tiles[i], tensor, ir.SizesOf(tensor), layer);
      good[static_cast<size_t>(tensor)].push_back(problem.empty());
      if (problem.empty()) continue;
      diagnostics.Error({file, tiles[i].line, ""}, fmt::format("{}: {}", name, problem));
    }
  }
  return good;
}

}  // namespace nve::planner
