// SPDX-License-Identifier: Apache-2.0
// A made-up mismatch after a few instructions.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/lockstep/mismatch_data.hpp"
#include "program/instruction.hpp"

namespace nve::testing {

inline uint64_t Word(const std::string& text) {
  std::string problem;
  const auto instruction = ParseInstruction(text, problem, kCodesOfAnyMachine);
  EXPECT_TRUE(instruction.has_value()) << problem;
  return Encode(*instruction);
}

// A mismatch in cycle 100 after the given instructions, the last one in cycle 99. "stall" stalls.
inline Mismatch After(const std::vector<std::string>& texts) {
  Mismatch mismatch;
  mismatch.cycle = 100;
  mismatch.expected.state = mismatch.got.state = static_cast<uint32_t>(arch::State::kRepeat);
  for (size_t i = 0; i < texts.size(); ++i) {
    CycleRecord record;
    record.cycle = 100 - texts.size() + i;
    record.pc = static_cast<uint32_t>(i);
    record.state = mismatch.expected.state;
    record.advance = texts[i] == "stall" ? 0 : 1;
    record.instruction = texts[i] == "stall" ? 0 : Word(texts[i]);
    mismatch.history.push_back(record);
  }
  return mismatch;
}

}  // namespace nve::testing
