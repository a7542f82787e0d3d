// SPDX-License-Identifier: Apache-2.0
// Every program the compiler makes passes the hazard check, whatever the preset.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "arch/build_machine.hpp"
#include "compiler/compile.hpp"
#include "compiler/verify/hazards.hpp"
#include "convnet/network_xml.hpp"

namespace nve {
namespace {

const std::string kNetworks = std::string(NVE_SOURCE_DIR) + "/networks/";

// Returns the number of programs.
size_t ExpectNoHazards(const Network& network, const CompilerPasses& passes, Vectors vectors) {
  CompileResult result;
  try {
    result = Compile(network, SeededWeights(network, 1), {passes, Feed::kContiguous, vectors});
  } catch (const InputError&) {
    return 0;  // does not fit this machine
  }
  for (const Program& program : result.binary.programs) {
    for (const HazardFinding& finding : FindHazards(program, arch::BuildSizes())) {
      ADD_FAILURE() << passes.name << ", " << program.name << ": " << finding.text;
    }
  }
  return result.binary.programs.size();
}

void ExpectNoHazards(const std::string& path) {
  SCOPED_TRACE(path);
  const Network network = LoadNetwork(path);
  size_t programs = 0;
  for (const CompilerPasses& passes : Presets()) {
    for (const Vectors vectors : {Vectors::kVertical, Vectors::kHorizontal}) {
      programs += ExpectNoHazards(network, passes, vectors);
    }
  }
  if (programs == 0 && std::string(arch::BuildMachine().name) == "nve_small") {
    GTEST_SKIP() << "fits no instruction buffer of this size";
  }
  EXPECT_GT(programs, 0u);
}

TEST(CompiledHazards, SmallNetworks) {
  for (const auto& entry : std::filesystem::directory_iterator(kNetworks + "small")) {
    ExpectNoHazards(entry.path().string());
  }
}

TEST(CompiledHazards, Filter) { ExpectNoHazards(kNetworks + "filter3x3.xml"); }

TEST(CompiledHazards, FaceDetection) { ExpectNoHazards(kNetworks + "face_detection.xml"); }

TEST(CompiledHazards, SpeedSign) { ExpectNoHazards(kNetworks + "speed_sign.xml"); }

}  // namespace
}  // namespace nve
