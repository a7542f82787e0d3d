// Reference comparison: see reference_check.hpp.
#include "host/tools/reference_check.hpp"

#include <fmt/format.h>

#include "compiler/frontend/network_checks.hpp"
#include "compiler/frontend/network_xml.hpp"
#include "compiler/frontend/weights.hpp"
#include "model/reference/reference.hpp"

namespace nve {

std::optional<FeatureMaps> ExpectedOutput(const ReferenceOptions& options,
                                          const FeatureMaps& picture,
                                          const std::string& picture_name) {
  const bool has_weights = !options.weights.empty() || options.seed.has_value();
  if (options.network.empty()) {
    if (has_weights) throw InputError("--weights and --seed belong to --reference");
    return std::nullopt;
  }
  if (!has_weights) throw InputError("--reference needs --weights or --seed");
  const Network network = LoadNetwork(options.network);
  const Weights weights = options.weights.empty() ? SeededWeights(network, *options.seed)
                                                  : LoadWeights(options.weights, network);
  Diagnostics problems;
  CheckPicture(network, picture.maps, picture.height, picture.width, {picture_name, 0, ""},
               problems);
  problems.ThrowIfErrors();
  return RunNetwork(network, weights, picture).back();
}

nlohmann::ordered_json CompareMaps(const FeatureMaps& expected, const FeatureMaps& got) {
  const auto shape = [](const FeatureMaps& m) {
    return fmt::format("{}x{}x{}", m.maps, m.height, m.width);
  };
  if (expected.maps != got.maps || expected.height != got.height || expected.width != got.width) {
    return {{"bit_exact", false},
            {"text", fmt::format("output: is {} (maps x height x width), the reference {}",
                                 shape(got), shape(expected))}};
  }
  int64_t different = 0;
  std::string first;
  for (int m = 0; m < got.maps; ++m) {
    for (int y = 0; y < got.height; ++y) {
      for (int x = 0; x < got.width; ++x) {
        if (got.at(m, y, x) == expected.at(m, y, x)) continue;
        if (different++ == 0) {
          first = fmt::format("map {} row {} column {} is {}, expected {}", m, y, x,
                              got.at(m, y, x), expected.at(m, y, x));
        }
      }
    }
  }
  const auto pixels = static_cast<int64_t>(got.pixels.size());
  const std::string text = different == 0 ? fmt::format("output: bit-exact, {} pixels", pixels)
                                          : fmt::format("output: {} of {} pixels differ, first {}",
                                                        different, pixels, first);
  return {
      {"bit_exact", different == 0}, {"pixels", pixels}, {"different", different}, {"text", text}};
}

}  // namespace nve
