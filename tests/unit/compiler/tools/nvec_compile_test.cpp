// SPDX-License-Identifier: Apache-2.0
// What nvec makes of a network before the compiler sees it, and which orientation it keeps.
#include "compiler/tools/nvec_compile.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

NvecOptions OptionsOf(const std::string& network) {
  NvecOptions options;
  options.network = std::string(NVE_SOURCE_DIR) + "/networks/" + network;
  return options;
}

CompileResult Compiled(NvecOptions options, const std::string& vectors) {
  options.vectors = vectors;
  const Network network = LoadFittedNetwork(options);
  return CompileAsAsked(options, CompileOptionsOf(options, ParsePasses(options.passes)), network,
                        LoadOrMakeWeights(options, network));
}

TEST(NvecCompile, ANetworkIsFittedToAPicture) {
  NvecOptions options = OptionsOf("filter3x3.xml");
  options.fit = "20x30";
  const Network network = LoadFittedNetwork(options);
  EXPECT_EQ(network.layers.front().out_height, 18);
  EXPECT_EQ(network.layers.front().out_width, 28);
}

TEST(NvecCompile, MadeUpWeightsHaveTheirSeedInTheBinary) {
  NvecOptions options = OptionsOf("small/two_layers.xml");
  options.seed = 5;
  EXPECT_EQ(Compiled(options, "vertical").binary.seed, 5);
}

TEST(NvecCompile, AutoKeepsTheVectorsOfFewerCycles) {
  for (const char* size : {"20x200", "200x20"}) {
    NvecOptions options = OptionsOf("filter3x3.xml");
    options.fit = size;
    const auto cycles = [&](const char* vectors) {
      return TotalPredictedCycles(Compiled(options, vectors).binary);
    };
    EXPECT_NE(cycles("vertical"), cycles("horizontal")) << size;
    EXPECT_EQ(cycles("auto"), std::min(cycles("vertical"), cycles("horizontal"))) << size;
  }
}

}  // namespace
}  // namespace nve
