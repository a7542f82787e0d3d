// SPDX-License-Identifier: Apache-2.0
// What nvec makes of a network before the compiler sees it, and which orientation it keeps.
#include "compiler/tools/nvec_compile.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "program/predicted_cycles.hpp"
#include "tests/unit/base/files/test_files.hpp"

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
  return CompileAsAsked(options, CompileOptionsOf(options, ParsePasses(options.passes), network),
                        network, LoadOrMakeWeights(options, network));
}

TEST(NvecCompile, ANetworkIsFittedToAPicture) {
  NvecOptions options = OptionsOf("filter3x3.xml");
  options.fit = "20x30";
  const Network network = LoadFittedNetwork(options);
  EXPECT_EQ(network.layers.front().out_height, 18);
  EXPECT_EQ(network.layers.front().out_width, 28);
}

TEST(NvecCompile, ANetworkIsFittedToAMosaic) {
  const NvecOptions options = OptionsOf("small/two_layers.xml");
  ReadOut read_out;
  read_out.model.window = {14, 14};
  read_out.model.step = {2, 2};
  read_out.mosaic.height = 30;
  read_out.mosaic.width = 18;
  const Network network = LoadFittedNetwork(options, read_out);
  EXPECT_EQ(network.layers.back().out_height, 9);
  EXPECT_EQ(network.layers.back().out_width, 3);
}

TEST(NvecCompile, AModelMustBeOfItsNetwork) {
  const Network network = LoadFittedNetwork(OptionsOf("small/two_layers.xml"));
  ModelFile model;
  model.path = "m.json";
  model.window = {14, 13};
  model.step = {2, 2};
  ExpectInputError([&] { CheckModel(model, network, "n.xml"); },
                   "m.json: error: member \"window\": found [14, 13], allowed: [14, 14], as n.xml");
  model.window = {14, 14};
  EXPECT_NO_THROW(CheckModel(model, network, "n.xml"));
  model.step = {1, 2};
  ExpectInputError([&] { CheckModel(model, network, "n.xml"); }, "member \"step\": found [1, 2]");
  const Network planes = LoadFittedNetwork(OptionsOf("small/mix1x1.xml"));
  model.window = model.step = {1, 1};
  ExpectInputError([&] { CheckModel(model, planes, "n.xml"); }, "n.xml: error: reads ");
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
