// SPDX-License-Identifier: Apache-2.0
// Times of the processor, of a run or a prediction.
#pragma once

#include <cstdint>
#include <tuple>

#include "report/result/result_field.hpp"

namespace nve {

struct ProcessorOfRun {
  double copy_mb_s = 0;
  uint64_t register_cycles = 0, interrupt_cycles = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("copy_mb_s", &ProcessorOfRun::copy_mb_s, "rate of copying in memory, 10^6 bytes/s"),
      Key("register_cycles", &ProcessorOfRun::register_cycles,
          "clock cycles of a register access besides those of the bus"),
      Key("interrupt_cycles", &ProcessorOfRun::interrupt_cycles,
          "clock cycles from an interrupt to the driver"));
};

}  // namespace nve
