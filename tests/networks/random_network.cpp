// SPDX-License-Identifier: Apache-2.0
#include "tests/networks/random_network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

#include "arch/build_machine.hpp"
#include "compiler/graph/window.hpp"
#include "compiler/limits.hpp"
#include "compiler/transpose.hpp"
#include "tests/networks/random_data.hpp"

namespace nve {
namespace {

// What a layer reads: the picture's planes or the maps of the layer before.
struct Source {
  int maps = 0;
  int rows = 0;
  int columns = 0;
};

class NetworkDraw {
 public:
  NetworkDraw(uint64_t seed, const RandomSides& sides) : random_(seed), sides_(sides) {}

  Network OneNetwork() {
    Network network;
    Source source = {OneIn(6) ? From(5, 12) : From(1, 4), 0, 0};
    const int layers = From(1, sides_.layers);
    for (int index = 0; index < layers; ++index) {
      network.layers.push_back(OneLayer(index, source));
      const Layer& layer = network.layers.back();
      source = {static_cast<int>(layer.outputs.size()), layer.out_height, layer.out_width};
    }
    return network;
  }

  CompileOptions Options() {
    CompileOptions options;
    options.passes = Passes();
    if (options.passes.fusion != Fusion::kOff && OneIn(3)) {
      options.passes.max_maps_per_program = From(1, 3);
    }
    options.passes.explicit_prologue = OneIn(3);
    options.vectors = OneIn(2) ? Vectors::kHorizontal : Vectors::kVertical;
    options.feed = OneIn(3) ? Feed::kColumn : Feed::kContiguous;
    return options;
  }

 private:
  int Below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  int From(int first, int last) { return first + Below(last - first + 1); }
  bool OneIn(int n) { return Below(n) == 0; }

  template <typename Choice, size_t kCount>
  void Redraw(const std::array<const char*, kCount>&, Choice& choice) {
    if (OneIn(3)) choice = static_cast<Choice>(Below(kCount));
  }

  // A third each: the default, any preset, and a preset with passes of its own, often one alone.
  CompilerPasses Passes() {
    if (OneIn(3)) return *FindPreset("default");
    const CompilerPasses preset = Presets()[Below(static_cast<int>(Presets().size()))];
    CompilerPasses passes = preset;
    if (OneIn(2)) return passes;
    do {
      passes = preset;
      Redraw(kSchedulerNames, passes.scheduler);
      Redraw(kPackingNames, passes.packing);
      Redraw(kFoldingNames, passes.folding);
      Redraw(kFusionNames, passes.fusion);
      Redraw(kHalfVectorsNames, passes.half_vectors);
    } while (ConflictIn(passes));
    return passes;
  }

  // Every machine has kernels of 8 + stride rows; the number of columns is not limited.
  int KernelSide(int stride) { return From(1, arch::kWordPixels + std::min(stride, 2)); }

  void DrawWindow(Layer& layer) {
    layer.stride_y = OneIn(3) ? 2 : 1;
    layer.kernel_height = KernelSide(layer.stride_y);
    if (OneIn(2)) {
      layer.stride_x = layer.stride_y;
      layer.kernel_width = layer.kernel_height;
    } else {
      layer.stride_x = OneIn(6) ? From(3, 4) : From(1, 2);
      layer.kernel_width = KernelSide(layer.stride_x);
    }
  }

  int FirstSide(int most) {
    if (OneIn(4)) return From(1, 8);
    return From(1, OneIn(3) ? std::min(20, most) : most);
  }

  // Outputs along one axis: all that fit the source, fewer (the rest is not read) or more (zeros
  // are added, fewer than the kernel has).
  int Side(int found, int kernel, int stride) {
    const int most = (found - 1) / stride + 1;
    if (found < kernel || OneIn(4)) return From(1, most);
    const int inside = (found - kernel) / stride + 1;
    return OneIn(4) ? From(1, inside) : inside;
  }

  std::vector<int> Inputs(int maps, int count) {
    std::vector<int> all(static_cast<size_t>(maps));
    std::iota(all.begin(), all.end(), 0);
    for (int i = 0; i < count; ++i) std::swap(all[i], all[From(i, maps - 1)]);
    all.resize(static_cast<size_t>(count));
    if (!OneIn(4)) std::sort(all.begin(), all.end());
    return all;
  }

  int DrawMaps() {
    return OneIn(12) ? From(sides_.few_maps + 1, sides_.most_maps) : From(1, sides_.few_maps);
  }

  Layer OneLayer(int index, const Source& source) {
    Layer layer;
    layer.index = index;
    layer.name = fmt::format("L{}", index + 1);
    DrawWindow(layer);
    const bool first = index == 0;
    layer.out_height =
        first ? FirstSide(sides_.rows) : Side(source.rows, layer.kernel_height, layer.stride_y);
    layer.out_width = first ? FirstSide(sides_.columns)
                            : Side(source.columns, layer.kernel_width, layer.stride_x);
    // The macs of more inputs would not fit the instruction buffer.
    const int fit = std::max(
        1, arch::BuildSizes().instruction_words / (layer.kernel_height * layer.kernel_width));
    const int most = std::min(source.maps, fit);
    const int maps = DrawMaps();
    const int kind = Below(4);  // every input, one, or any number
    for (int map = 0; map < maps; ++map) {
      const int count = kind == 0 ? most : kind == 1 ? 1 : From(1, most);
      layer.outputs.push_back({map, Inputs(source.maps, count), {}});
    }
    return layer;
  }

  std::mt19937_64 random_;
  RandomSides sides_;
};

bool Fits(const Network& machine_network, const CompileOptions& options) {
  Diagnostics problems;
  CheckLimits(machine_network, SeededWeights(machine_network, 1), options.passes, options.vectors,
              options.machine.sizes, problems);
  return problems.ok();
}

// Every other network is for several cores, with each strategy.
void DrawCores(uint64_t seed, CompileOptions& options) {
  if (seed % 2 == 1) return;
  options.cores = static_cast<int>(2 + seed / 2 % 4);
  options.partition.kind = std::array{PartitionChoice::Kind::kAuto, PartitionChoice::Kind::kKs,
                                      PartitionChoice::Kind::kOfm}[seed / 2 % 3];
}

// Every layout of the maps between layers; runs where any programs allow them.
LayoutChoice DrawLayout(uint64_t seed, const Network& network, const CompileOptions& options) {
  const std::optional<Layout> drawn[] = {Layout::kPlanes, Layout::kColumns, std::nullopt};
  LayoutChoice choice = {.other = drawn[seed / 2 % 3]};
  if (seed % 4 < 2) return choice;
  const auto layers = static_cast<int>(network.layers.size());
  choice.of_layer[layers - 1] = Layout::kRuns;
  for (int layer = 0; layer + 1 < layers; ++layer) {
    const Layer& reader = network.layers[static_cast<size_t>(layer) + 1];
    if (IsPointwise(reader) && options.passes.half_vectors == HalfVectors::kNever) {
      choice.of_layer[layer] = Layout::kRuns;
    }
  }
  return choice;
}

std::string LayoutText(const LayoutChoice& choice) {
  if (choice == LayoutChoice{}) return "";
  std::string text = choice.other ? ToString(*choice.other) : "auto";
  for (const auto& [layer, layout] : choice.of_layer) {
    text += fmt::format(",L{}={}", layer + 1, ToString(*layout));
  }
  return " --layout " + text;
}

// Bands of pipelined layers, of one picture.
std::vector<int> DrawBands(uint64_t seed) {
  const std::vector<int> drawn[] = {{}, {1}, {1, 2}, {}, {2, 1}};
  return seed % 3 == 0 ? std::vector<int>{} : drawn[seed / 3 % 5];
}

std::string BandsText(const std::vector<int>& bands) {
  return bands.empty() ? "" : fmt::format(" --pipeline {}", fmt::join(bands, ","));
}

std::string CoresText(const CompileOptions& options) {
  if (options.cores == 1) return "";
  return fmt::format(" --cores {} --partition {}", options.cores, ToText(options.partition));
}

}  // namespace

RandomNetwork MakeRandomNetwork(uint64_t seed, const RandomSides& sides) {
  NetworkDraw draw(seed, sides);
  RandomNetwork result;
  result.seed = seed;
  result.options = draw.Options();
  result.options.pictures = seed % 3 == 0 ? 2 : 1;
  DrawCores(seed, result.options);
  result.options.bands = DrawBands(seed);
  Network drawn = draw.OneNetwork();
  for (; !Fits(drawn, result.options); drawn = draw.OneNetwork()) ++result.retries;
  result.options.layout = DrawLayout(seed, drawn, result.options);
  // It was drawn as the machine sees it.
  result.network = result.options.vectors == Vectors::kHorizontal ? Transposed(drawn) : drawn;
  result.network.name = fmt::format("seed-{}", seed);
  result.weights = RandomWeights(result.network, seed);
  result.picture = RandomPicture(result.network, seed, result.options.pictures);
  return result;
}

std::string OptionsText(const CompileOptions& options) {
  const CompilerPasses& passes = options.passes;
  return fmt::format("--preset {}{} --vectors {}{}{}{}{}{}", passes.name, OverridesText(passes),
                     kVectorsNames[static_cast<int>(options.vectors)],
                     options.feed == Feed::kColumn ? " --feed column" : "",
                     options.pictures == 1 ? "" : fmt::format(" --pictures {}", options.pictures),
                     LayoutText(options.layout), BandsText(options.bands), CoresText(options));
}

}  // namespace nve
