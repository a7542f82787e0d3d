// SPDX-License-Identifier: Apache-2.0
// The result of steps on cores alone: layers, their sum, and who ran them.
#include "model/sim/sim_result.hpp"

#include <gtest/gtest.h>

#include <string>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"

namespace nve {
namespace {

TEST(SimResult, HasLayersTheirSumAndTheCores) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  const Binary binary = Compile(network, SeededWeights(network, 1), {}).binary;
  StepRunner runner(binary);
  CoreUseRecorder uses;
  runner.Run([&](const arch::Probe& probe) { uses.Count(probe); });
  const RunResult result = SimResult(binary, runner, uses, 2);
  EXPECT_EQ(result.machine.name, binary.machine.name);
  EXPECT_FALSE(result.lockstep.value);
  ASSERT_EQ(result.layers.size(), 2U);
  ASSERT_TRUE(result.total);
  EXPECT_EQ(result.total->cycles, result.layers[0].cycles + result.layers[1].cycles);
  EXPECT_EQ(result.total->macs, *result.layers[0].macs + *result.layers[1].macs);
  EXPECT_EQ(result.cycles_per_second, static_cast<double>(result.total->cycles) / 2);
  ASSERT_TRUE(result.cores);
  ASSERT_EQ(result.cores->size(), 1U);
  EXPECT_EQ(result.cores->front().busy, result.total->cycles);
  EXPECT_EQ(result.cores->front().layers, (std::vector<std::string>{"L1", "L2"}));
  const std::string table = SimTable(result);
  EXPECT_NE(table.find("\nL2 "), std::string::npos) << table;
  EXPECT_NE(table.find("\ntotal "), std::string::npos) << table;
}

}  // namespace
}  // namespace nve
