// SPDX-License-Identifier: Apache-2.0
// Reference comparison: see reference_check.hpp.
#include "model/compare/reference_check.hpp"

#include <fmt/format.h>

#include "base/cli/number_options.hpp"
#include "base/cli/tool_main.hpp"
#include "base/text/shell_word.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"

namespace nve {
namespace {

Network ReferenceNetwork(const ReferenceOptions& options, const FeatureMaps& picture) {
  Network network = LoadNetwork(options.network);
  if (!options.fit) return network;
  Diagnostics problems;
  Network fitted = ResizeNetwork(network, {picture.height, picture.width}, problems);
  problems.ThrowIfErrors();
  return fitted;
}

}  // namespace

void DeclareReference(CLI::App& app, ReferenceOptions& options) {
  auto* reference = AddPath(app, "--reference", options.network,
                            "network description: compare the output with the reference");
  auto* weights = AddPath(app, "--weights", options.weights, "weights of the reference (.npz)")
                      ->needs(reference);
  app.add_option("--seed", options.seed, "made-up weights of the reference")
      ->transform(Count(0))
      ->needs(reference)
      ->excludes(weights);
}

std::string MissingForReference(const ReferenceOptions& options) {
  if (options.network.empty() || !options.weights.empty() || options.seed) return "";
  return "--reference: found no weights, --weights or --seed must be given too";
}

std::string ReferenceWords(const ReferenceOptions& options) {
  if (options.network.empty()) return "";
  return " --reference " + ShellWord(options.network) +
         (options.weights.empty() ? fmt::format(" --seed {}", options.seed.value_or(0))
                                  : " --weights " + ShellWord(options.weights));
}

std::string OtherSeedText(const ReferenceOptions& options, const Binary& binary,
                          const std::string& binary_name) {
  if (!options.seed || !binary.seed || options.seed == static_cast<uint64_t>(*binary.seed)) {
    return "";
  }
  return fmt::format("--seed: found {}, but the weights in {} are those of seed {}", *options.seed,
                     binary_name, *binary.seed);
}

std::vector<FeatureMaps> ExpectedLayers(const ReferenceOptions& options, const FeatureMaps& picture,
                                        const std::string& picture_name, int pictures) {
  if (options.network.empty()) return {};
  const Network network = ReferenceNetwork(options, picture);
  const Weights weights = options.weights.empty() ? SeededWeights(network, *options.seed)
                                                  : LoadWeights(options.weights, network);
  const std::string problem =
      TooSmall(picture, network.InputMaps() * pictures, network.InputHeight(), network.InputWidth(),
               options.network + " needs");
  if (!problem.empty()) throw InputError({picture_name, 0, ""}, problem);
  return RunPictures(network, weights, picture, pictures);
}

ComparedLayer CompareMaps(const std::string& name, const FeatureMaps& expected,
                          const FeatureMaps& got) {
  const auto shape = [](const FeatureMaps& m) {
    return fmt::format("{}x{}x{}", m.maps, m.height, m.width);
  };
  ComparedLayer layer;
  layer.name = name;
  if (expected.maps != got.maps || expected.height != got.height || expected.width != got.width) {
    layer.text = fmt::format("{}: is {} (maps x height x width), the reference {}", name,
                             shape(got), shape(expected));
    return layer;
  }
  const PixelDifferences differences = ComparePixels(expected, got);
  const auto pixels = static_cast<int64_t>(got.pixels.size());
  layer.bit_exact = differences.count == 0;
  layer.pixels = pixels;
  layer.different = differences.count;
  if (const std::optional<PixelDifference>& at = differences.first) {
    layer.first = {at->map, at->row, at->column, at->expected, at->got};
  }
  layer.text = layer.bit_exact ? fmt::format("{}: bit-exact, {} pixels", name, pixels)
                               : fmt::format("{}: {} of {} pixels differ, first {}", name,
                                             differences.count, pixels, differences.FirstText());
  return layer;
}

}  // namespace nve
