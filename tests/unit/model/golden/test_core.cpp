// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/model/golden/test_core.hpp"

#include <gtest/gtest.h>

namespace nve::golden {
namespace {

// More cycles than any program of the tests takes, stalls included.
constexpr int kCycleLimit = 100'000;

}  // namespace

arch::ProbeInputs TestCore::Idle() const {
  arch::ProbeInputs in{};
  if (source_valid && !source.empty()) {
    in.s_tvalid = 1;
    in.s_tdata[0] = static_cast<uint32_t>(source.front());
    in.s_tdata[1] = static_cast<uint32_t>(source.front() >> 32);
  }
  in.m_tready = sink_ready;
  return in;
}

arch::Probe TestCore::Step(const arch::ProbeInputs& in) {
  arch::ProbeInputs inputs = in;
  if (before_step) {
    before_step();
    const arch::ProbeInputs streams = Idle();
    inputs.s_tvalid = streams.s_tvalid;
    std::copy_n(streams.s_tdata, 2, inputs.s_tdata);
    inputs.m_tready = streams.m_tready;
  }
  const arch::Probe probe = core.Evaluate(inputs);
  if (inputs.s_tvalid != 0 && probe.s_tready != 0) source.pop_front();
  if (inputs.m_tready != 0 && probe.m_tvalid != 0) {
    sink.push_back({.data = Word(probe.m_tdata), .last = probe.m_tlast != 0});
  }
  core.Commit(inputs);
  return probe;
}

bool TestCore::Write(uint32_t offset, uint32_t data) {
  arch::ProbeInputs in = Idle();
  in.reg_write = 1;
  in.reg_waddr = offset;
  in.reg_wdata = data;
  return Step(in).reg_werror != 0;
}

uint32_t TestCore::Read(uint32_t offset) {
  arch::ProbeInputs in = Idle();
  in.reg_raddr = offset;
  return core.Evaluate(in).reg_rdata;
}

bool TestCore::ReadError(uint32_t offset) {
  arch::ProbeInputs in = Idle();
  in.reg_raddr = offset;
  return core.Evaluate(in).reg_rerror != 0;
}

void TestCore::Configure(const TestProgram& program) {
  const auto first = static_cast<uint32_t>(program.initial.size());
  const auto last = static_cast<uint32_t>(first + program.repeated.size() - 1);
  const auto set = [&](const arch::Register& reg, uint32_t value) {
    EXPECT_FALSE(Write(reg.offset, value)) << reg.name;
  };
  set(arch::kRegProgramSize, program.Size());
  set(arch::kRegRepeatFirst, first);
  set(arch::kRegRepeatLast, last);
  set(arch::kRegIterations, program.iterations);
  set(arch::kRegExtra, program.extra);
  set(arch::kRegRuns, program.runs);
  set(arch::kRegStride, program.stride);
  set(arch::kRegBiasShift, program.bias_shift);
  set(arch::kRegActShift, program.act_shift);
  set(arch::kRegPacketWords, program.packet_words);
  set(arch::kRegAguInc1, program.agu_inc[0]);
  set(arch::kRegAguToggle1, program.agu_toggle[0]);
  set(arch::kRegAguInc2, program.agu_inc[1]);
  set(arch::kRegAguToggle2, program.agu_toggle[1]);
  set(arch::kRegAguInc3, program.agu_inc[2]);
  set(arch::kRegAguToggle3, program.agu_toggle[2]);
}

void TestCore::Load(const TestProgram& program, const std::vector<uint64_t>& data) {
  Configure(program);
  for (const auto* part : {&program.initial, &program.repeated, &program.final}) {
    for (const Slots& slots : *part) source.push_back(slots.word());
  }
  source.insert(source.end(), data.begin(), data.end());
  EXPECT_FALSE(Write(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad));
  StepToRun();
}

void TestCore::LoadWithTable(const TestProgram& program, const std::function<uint8_t(int)>& entry) {
  Configure(program);
  const std::vector<uint64_t> words = TableWords(entry);
  source.insert(source.end(), words.begin(), words.end());
  for (const auto* part : {&program.initial, &program.repeated, &program.final}) {
    for (const Slots& slots : *part) source.push_back(slots.word());
  }
  EXPECT_FALSE(Write(arch::kRegControl.offset,
                     arch::kControlStart | arch::kControlLoad | arch::kControlTable));
  StepToRun();
}

void TestCore::StepToRun() {
  for (int i = 0; In(Peek(), arch::State::kTable) || In(Peek(), arch::State::kLoad); ++i) {
    ASSERT_LT(i, kCycleLimit);
    Step();
  }
}

std::vector<arch::Probe> TestCore::RunToIdle() {
  std::vector<arch::Probe> trace;
  do {
    trace.push_back(Step());
  } while (!In(trace.back(), arch::State::kIdle) && trace.size() < kCycleLimit);
  EXPECT_LT(trace.size(), size_t{kCycleLimit});
  return trace;
}

std::vector<arch::Probe> TestCore::Trace(const TestProgram& program,
                                         const std::vector<uint64_t>& data) {
  Load(program, data);
  return RunToIdle();
}

void TestCore::FillLocal(const std::vector<uint64_t>& words) {
  TestProgram program;
  for (size_t i = 0; i < words.size(); ++i) {
    program.repeated.push_back(Slots().MemaWr(static_cast<int>(i)));
  }
  Trace(program, words);
}

void TestCore::FillTable(const std::function<uint8_t(int)>& entry) {
  for (int i = 0; i < arch::kActEntries; ++i) {
    ASSERT_FALSE(Write(arch::kActTableOffset + 4 * i, entry(i)));
  }
}

uint64_t PixelWord(const std::array<int, arch::kWordPixels>& pixels) {
  uint64_t word = 0;
  for (int k = 0; k < arch::kWordPixels; ++k) word |= static_cast<uint64_t>(pixels[k]) << (8 * k);
  return word;
}

uint64_t CoefficientWord(const std::array<int, arch::kRwEntries>& coefficients) {
  uint64_t word = 0;
  for (int k = 0; k < arch::kRwEntries; ++k) {
    word |= uint64_t{static_cast<uint16_t>(coefficients[k])} << (16 * k);
  }
  return word;
}

std::vector<uint64_t> TableWords(const std::function<uint8_t(int)>& entry) {
  std::vector<uint64_t> words(arch::kActEntries / arch::kWordPixels);
  for (int i = 0; i < arch::kActEntries; ++i) {
    words[static_cast<size_t>(i / arch::kWordPixels)] |= uint64_t{entry(i)}
                                                         << (8 * (i % arch::kWordPixels));
  }
  return words;
}

uint64_t Word(const uint32_t (&halves)[2]) { return uint64_t{halves[1]} << 32 | halves[0]; }

uint64_t Ramp(int first) {
  std::array<int, arch::kWordPixels> pixels;
  for (int k = 0; k < arch::kWordPixels; ++k) pixels[k] = first + k;
  return PixelWord(pixels);
}

}  // namespace nve::golden
