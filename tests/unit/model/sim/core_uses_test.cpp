// SPDX-License-Identifier: Apache-2.0
// Use of FIFOs and local memory: by made-up probes, and of a network by what its programs do.
#include "model/sim/core_uses.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "model/sim/step_runner.hpp"
#include "program/instruction.hpp"

namespace nve {
namespace {

TEST(CoreUses, AReadThatWaitsCountsOnce) {
  std::string problem;
  const uint64_t word =
      Encode(ParseInstruction("rd 1 | - | - | - | - | -", problem, kCodesOfAnyMachine).value());
  CoreUses uses;
  arch::Probe probe{};
  probe.in_level = 5;
  probe.out_level = 2;
  probe.instruction[0] = static_cast<uint32_t>(word);
  probe.instruction[1] = static_cast<uint32_t>(word >> 32);
  for (int stalled = 0; stalled < 3; ++stalled) uses.Count(probe);
  probe.agu_write = 1;
  uses.Count(probe);
  probe = {};
  probe.read_a = 1;  // shown now
  probe.agu_write = probe.write_b = 1;
  uses.Count(probe);
  EXPECT_EQ(uses.sums(), (std::array<uint64_t, kCoreUses>{20, 8, 1, 1}));
}

TEST(CoreUses, PortsMoveWhatTheInstructionsSay) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  const Binary binary = Compile(network, SeededWeights(network, 1), {}).binary;
  StepRunner runner(binary);
  CoreUseRecorder recorder;
  uint64_t mema = 0, memb = 0, cycles = 0, words = 0;
  runner.Run([&](const arch::Probe& probe) {
    recorder.Count(probe);
    ++cycles;
    words += probe.in_level;
    if (probe.agu_write == 0) return;
    const auto instruction =
        Decode(uint64_t{probe.instruction[1]} << 32 | probe.instruction[0], kCodesOfAnyMachine);
    ASSERT_TRUE(instruction);
    mema += instruction->mema.op == arch::MemOp::kRd ? 1 : 0;
    memb += instruction->memb.op == arch::MemOp::kRd ? 1 : 0;
  });
  const UseOfRun use = recorder.Result("core", binary.machine.sizes);
  EXPECT_EQ(use.cycles, cycles);
  ASSERT_EQ(use.cores.size(), 1U);
  EXPECT_EQ(use.cores[0].name, "core");
  const Named<UseSeries>& series = use.cores[0].series;
  ASSERT_EQ(series.size(), kCoreUses);
  EXPECT_EQ(series[0].second.total, words);
  EXPECT_EQ(series[0].second.capacity,
            static_cast<uint64_t>(binary.machine.sizes.input_fifo_words));
  // Every word but instructions and the table, which both layers share, is written once, on a split
  // machine by either port.
  uint64_t written = 0;
  for (const RunStatistics& layer : runner.layers()) {
    written += static_cast<uint64_t>(layer.words_in - layer.instruction_words);
  }
  written -= static_cast<uint64_t>(kTableWords);
  EXPECT_GT(written, 0U);
  EXPECT_GT(mema, 0U);
  EXPECT_GE(series[2].second.total, mema);
  if (!binary.machine.sizes.split) {
    EXPECT_EQ(series[2].second.total, mema + written);
    EXPECT_EQ(series[3].second.total, memb);
  }
  for (const auto& [name, one] : series) {
    EXPECT_EQ(one.bins.size(), (cycles + use.bin_cycles - 1) / use.bin_cycles) << name;
    EXPECT_EQ(std::accumulate(one.bins.begin(), one.bins.end(), uint64_t{0}), one.total) << name;
  }
  uint64_t at = 0;
  ASSERT_EQ(runner.spans().size(), 2U);
  for (const LayerSpan& span : runner.spans()) {
    EXPECT_EQ(span.first_cycle, at) << span.layer;
    at += span.cycles;
  }
  EXPECT_EQ(at, cycles);
}

}  // namespace
}  // namespace nve
