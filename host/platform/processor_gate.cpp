// SPDX-License-Identifier: Apache-2.0
// What the processor waits for: see processor_gate.hpp.
#include "host/platform/processor_gate.hpp"

#include <fmt/format.h>

namespace nve {

void ProcessorGate::CloseForInterrupt(uint64_t lines, uint64_t now, uint64_t timeout_cycles) {
  waiting_ = Waiting::kInterrupt;
  lines_ = lines;
  deadline_ = timeout_cycles > UINT64_MAX - now ? UINT64_MAX : now + timeout_cycles;
}

void ProcessorGate::CloseForTime(uint64_t now, uint64_t cycles, bool copying) {
  waiting_ = Waiting::kTime;
  deadline_ = now + cycles;
  copying_ = copying;
}

std::string ProcessorGate::Describe(uint64_t lines) const {
  if (waiting_ != Waiting::kInterrupt) return "";
  return fmt::format("processor: waits for an interrupt of lines 0x{:x}, lines are 0x{:x}", lines_,
                     lines);
}

}  // namespace nve
