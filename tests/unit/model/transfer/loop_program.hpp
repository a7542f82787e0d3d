// SPDX-License-Identifier: Apache-2.0
// Programs that are one loop, for the tests of the transfer model.
#pragma once

#include <vector>

#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve::transfer {

/// A program that repeats `body` and nothing else.
inline Program LoopProgram(const std::vector<Instruction>& body, uint32_t iterations,
                           uint32_t extra = 0) {
  Program program;
  program.name = "loop";
  for (const Instruction& instruction : body) program.code.push_back(Encode(instruction));
  program.settings = DefaultSettings(program.code.size());
  program.settings["REPEAT_FIRST"] = 0;
  program.settings["ITERATIONS"] = iterations;
  program.settings["EXTRA"] = extra;
  return program;
}

/// Takes a word of the input stream, gives one to the output stream, or both.
inline Instruction Moving(bool takes, bool gives) {
  Instruction instruction;
  if (takes) instruction.mema.op = arch::MemOp::kWr;
  if (gives) instruction.act = arch::ActOp::kAct;
  return instruction;
}
inline Instruction Take() { return Moving(true, false); }
inline Instruction Give() { return Moving(false, true); }
inline Instruction TakeAndGive() { return Moving(true, true); }

}  // namespace nve::transfer
