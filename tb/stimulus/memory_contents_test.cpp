// SPDX-License-Identifier: Apache-2.0
// What the memories hold before a compiled program runs does not matter to it (docs/isa.md,
// section 14): two golden models whose memories differ in every bit, for every small network.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "model/reference/reference.hpp"
#include "model/sim/step_runner.hpp"
#include "tb/stimulus/draw.hpp"
#include "tb/stimulus/random_memories.hpp"
#include "tb/stimulus/twin_core.hpp"

namespace nve {
namespace {

constexpr uint64_t kSeeds = 3;

std::vector<std::string> SmallNetworks() {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(NVE_SOURCE_DIR "/networks/small")) {
    if (file.path().extension() == ".xml") paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

FeatureMaps RandomPicture(const Network& network, uint64_t seed) {
  FeatureMaps picture(network.InputMaps(), network.InputHeight(), network.InputWidth());
  Draw draw(seed);
  for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(draw.Bits());
  return picture;
}

class MemoryContents : public ::testing::TestWithParam<std::string> {};

TEST_P(MemoryContents, DoNotMatterToCompiledPrograms) {
  EarlyReads reads;
  for (const std::string& path : SmallNetworks()) {
    SCOPED_TRACE(path);
    const Network network = LoadNetwork(path);
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const Weights weights = SeededWeights(network, seed);
      const Vectors vectors = seed % 2 == 0 ? Vectors::kHorizontal : Vectors::kVertical;
      const Binary binary =
          Compile(network, weights, {*FindPreset(GetParam()), Feed::kContiguous, vectors}).binary;
      const FeatureMaps picture = RandomPicture(network, seed);
      StepRunner runner(binary,
                        [&] { return std::make_unique<TwinCore>(RandomMemories(seed), reads); });
      runner.memory().PutPicture(picture, "random");
      runner.Run({});
      EXPECT_EQ(runner.memory().ReadPlanes(binary.output_planes),
                RunNetwork(network, weights, picture).back());
    }
  }
  // Where stages overlap, the passes that fill the pipeline read in front of the words' writes, and
  // nothing else does.
  const bool folded = GetParam() != "O0" && GetParam() != "O1";
  EXPECT_EQ(reads.filling > 0, folded);
  EXPECT_EQ(reads.draining, 0u);
  EXPECT_EQ(reads.other, 0u);
}

INSTANTIATE_TEST_SUITE_P(All, MemoryContents, ::testing::Values("O0", "O1", "O2", "O3", "default"));

}  // namespace
}  // namespace nve
