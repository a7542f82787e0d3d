// SPDX-License-Identifier: Apache-2.0
// Drives nve_core: register bus, both streams, and a snapshot of the probe in every cycle.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "Vnve_core_lockstep.h"
#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/axi_checker.hpp"
#include "host/verilated/clocked_model.hpp"
#include "nve_arch.hpp"
#include "program/instruction.hpp"

namespace nve::test {

struct OutputWord {
  uint64_t data;
  bool last;
};

class CoreBench {
 public:
  CoreBench() {
    dut_.HoldReset(1, [&] {
      dut_.Rise();
      dut_.Fall();
      Check([&] { output_checker_.StepReset(dut_->m_axis_tvalid, 0); });
    });
    Sample();
  }
  CoreBench(const CoreBench&) = delete;
  CoreBench& operator=(const CoreBench&) = delete;

  /// Ends the current cycle and samples the next one.
  void Step() {
    CheckStreams();
    // What the streams hand over at this edge is decided by the cycle that ends.
    const bool took = dut_->s_axis_tvalid && dut_->s_axis_tready;
    if (dut_->m_axis_tvalid && dut_->m_axis_tready) {
      output.push_back({dut_->m_axis_tdata, dut_->m_axis_tlast != 0});
      EXPECT_EQ(dut_->m_axis_tkeep, (1u << arch::kWordBytes) - 1);
    }
    const arch::Probe before = probe;
    const bool reset = inputs.reg_write && inputs.reg_waddr == arch::kRegControl.offset &&
                       inputs.reg_wdata == arch::kControlReset;
    dut_.Rise();
    if (took) input.pop_front();
    // A word on offer stays on offer until it is taken.
    const bool keep = dut_->s_axis_tvalid && !took;
    Drive(keep);
    dut_.Fall();
    Sample();
    ++cycle;
    if (reset) output_checker_.Forget();  // may withdraw the word on offer
    if (!before.agu_write && !reset) CheckHolds(before);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) Step();
  }

  /// Presents a register write and returns reg_werror of the cycle in which it is presented, with
  /// the bench still in that cycle: the effect shows after the next Step().
  bool Write(uint32_t address, uint32_t data) {
    dut_->reg_write_i = 1;
    dut_->reg_waddr_i = address;
    dut_->reg_wdata_i = data;
    Step();
    dut_->reg_write_i = 0;
    dut_->eval();
    Sample();
    EXPECT_EQ(dut_->reg_werror_o != 0, probe.reg_werror != 0);
    return probe.reg_werror != 0;
  }
  uint32_t Read(uint32_t address, bool* error = nullptr) {
    dut_->reg_raddr_i = address;
    Step();
    if (error) *error = probe.reg_rerror != 0;
    EXPECT_EQ(dut_->reg_rdata_o, probe.reg_rdata);
    return probe.reg_rdata;
  }

  /// Legal settings for a program of the given shape; everything else keeps its reset value.
  void configure(int size, int first, int last, int iterations, int extra = 0, int runs = 1) {
    EXPECT_FALSE(Write(arch::kRegProgramSize.offset, size));
    EXPECT_FALSE(Write(arch::kRegRepeatFirst.offset, first));
    EXPECT_FALSE(Write(arch::kRegRepeatLast.offset, last));
    EXPECT_FALSE(Write(arch::kRegIterations.offset, iterations));
    EXPECT_FALSE(Write(arch::kRegExtra.offset, extra));
    EXPECT_FALSE(Write(arch::kRegRuns.offset, runs));
  }
  /// Queues the program in front of the data and starts it with LOAD.
  void LoadAndStart(const std::vector<Instruction>& program) {
    for (auto i = program.rbegin(); i != program.rend(); ++i) input.push_front(Encode(*i));
    EXPECT_FALSE(Write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad));
    Step();
  }
  void Start() {
    EXPECT_FALSE(Write(arch::kRegControl.offset, arch::kControlStart));
    Step();
  }
  bool in(arch::State state) const { return probe.state == static_cast<uint32_t>(state); }
  /// The condition of a loop over a run; ends the loop, with a failure, when the core hangs.
  bool busy() {
    if (cycle >= 10000) ADD_FAILURE() << "the core hangs";
    return cycle < 10000 && !in(arch::State::kIdle);
  }
  bool stalls(arch::Stall stall) const { return probe.stall == static_cast<uint32_t>(stall); }
  /// Runs until the state is reached; false when that takes longer than the limit.
  bool RunTo(arch::State state, int limit = 2000) {
    for (int i = 0; i < limit && !in(state); ++i) Step();
    return in(state);
  }

  void SetTready(bool ready) {
    tready_ = ready;
    dut_->m_axis_tready = ready;
    dut_->eval();
    Sample();
  }

  /// Takes back what the source still has, the word on offer too.
  void Withdraw() {
    input.clear();
    dut_->s_axis_tvalid = 0;
    input_checker_.Forget();
  }

  std::deque<uint64_t> input;      ///< words the source still has
  int input_gap = 0;               ///< offers a word in one of input_gap + 1 cycles
  std::vector<OutputWord> output;  ///< words the sink has taken
  arch::Probe probe{};
  arch::ProbeInputs inputs{};
  int cycle = 0;
  Vnve_core_lockstep& dut() { return *dut_; }

 private:
  void Drive(bool keep) {
    const bool offer = !input.empty() && (keep || cycle % (input_gap + 1) == 0);
    dut_->s_axis_tvalid = offer;
    dut_->s_axis_tdata = offer ? input.front() : 0;
    dut_->m_axis_tready = tready_;
  }
  void Sample() {
    std::memcpy(&probe, &dut_->probe_o[0], sizeof probe);
    std::memcpy(&inputs, &dut_->probe_inputs_o[0], sizeof inputs);
  }
  /// The AXI rules of both streams (docs/dma.md). The words on offer are full.
  void CheckStreams() {
    constexpr uint8_t kAllLanes = (1U << arch::kWordBytes) - 1;
    const Vnve_core_lockstep& pins = *dut_;
    const auto now = static_cast<uint64_t>(cycle);
    Check([&] {
      input_checker_.Step(pins.s_axis_tvalid, pins.s_axis_tready,
                          {pins.s_axis_tdata, kAllLanes, false}, now, !input.empty());
      output_checker_.Step(pins.m_axis_tvalid, pins.m_axis_tready,
                           {pins.m_axis_tdata, pins.m_axis_tkeep, pins.m_axis_tlast != 0}, now,
                           probe.out_level != 0);
    });
  }
  template <typename Rules>
  static void Check(Rules rules) {
    try {
      rules();
    } catch (const CheckFailed& broken) {
      ADD_FAILURE() << broken.what();
    }
  }
  /// isa.md section 2: in a cycle that does not advance the datapath holds.
  void CheckHolds(const arch::Probe& before) {
    EXPECT_EQ(std::memcmp(before.port_a, probe.port_a, sizeof probe.port_a), 0) << cycle;
    EXPECT_EQ(std::memcmp(before.port_b, probe.port_b, sizeof probe.port_b), 0) << cycle;
    EXPECT_EQ(std::memcmp(before.rw, probe.rw, sizeof probe.rw), 0) << cycle;
    EXPECT_EQ(std::memcmp(before.ri, probe.ri, sizeof probe.ri), 0) << cycle;
    EXPECT_EQ(std::memcmp(before.accu, probe.accu, sizeof probe.accu), 0) << cycle;
    EXPECT_EQ(std::memcmp(before.result, probe.result, sizeof probe.result), 0) << cycle;
    EXPECT_EQ(before.odd, probe.odd) << cycle;
    EXPECT_EQ(std::memcmp(before.act_out, probe.act_out, sizeof probe.act_out), 0) << cycle;
  }

  /// Cycles in which the source offers a word it has.
  static constexpr uint64_t kLongestGap = 1000;

  ClockedModel<Vnve_core_lockstep> dut_;
  bool tready_ = true;
  AxiStreamChecker input_checker_{"s_axis", arch::kWordBytes, kLongestGap};
  AxiStreamChecker output_checker_{"m_axis", arch::kWordBytes, 0};
};

/// Joins the two words of a 64-bit probe field.
inline uint64_t Wide(const uint32_t (&words)[2]) {
  return words[0] | static_cast<uint64_t>(words[1]) << 32;
}

/// Eight pixels: first, first + 1, ...
constexpr uint64_t Ramp(uint64_t first) {
  uint64_t word = 0;
  for (uint64_t k = 0; k < 8; ++k) word |= (first + k) << (8 * k);
  return word;
}

}  // namespace nve::test
