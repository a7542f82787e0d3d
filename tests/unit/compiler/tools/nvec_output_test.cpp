// SPDX-License-Identifier: Apache-2.0
// What nvec writes: only layers and programs that there are.
#include "compiler/tools/nvec_output.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "compiler/tools/nvec_compile.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

NvecOptions TwoLayers() {
  NvecOptions options;
  options.network = std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";
  return options;
}

TEST(NvecOutput, GraphsAreOfLayersAndMapsThatThereAre) {
  NvecOptions options = TwoLayers();
  const Network network = LoadFittedNetwork(options);
  options.graph_layer = 3;
  ExpectInputError([&] { CheckGraph(options, network); },
                   "--graph-layer: found 3, allowed: 1 to 2");
  options.graph_layer = 2;
  options.graph_map = 99;
  ExpectInputError([&] { CheckGraph(options, network); }, "--graph-map: found 99");
}

TEST(NvecOutput, NothingIsWrittenForAProgramThatIsNotThere) {
  const TestFolder folder;
  NvecOptions options = TwoLayers();
  options.output = folder / "a.nve";
  options.schedule_svg = folder / "a.svg";
  options.schedule_program = "L9.p9";
  const Network network = LoadFittedNetwork(options);
  const Weights weights = LoadOrMakeWeights(options, network);
  const CompilerPasses passes = ParsePasses(options.passes);
  PlannedNetwork planned;
  planned.result =
      CompileAsAsked(options, CompileOptionsOf(options, passes, network), network, weights);
  const auto write = [&] {
    WriteAndPrint(options, passes, TransferOptionsOf(options.predict, 1), network, weights,
                  planned);
  };
  ExpectInputError(write, "--schedule-program: found 'L9.p9'");
  EXPECT_FALSE(std::filesystem::exists(options.output));
  options.schedule_program.clear();
  write();
  EXPECT_TRUE(std::filesystem::exists(options.output));
  EXPECT_TRUE(std::filesystem::exists(options.schedule_svg));
}

}  // namespace
}  // namespace nve
