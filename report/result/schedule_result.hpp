// SPDX-License-Identifier: Apache-2.0
// The programs of a run, instruction by instruction.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct SlotOfSchedule {
  std::string name;
  int64_t busy = 0;
  static constexpr auto kFields =
      std::make_tuple(Key("name", &SlotOfSchedule::name, "name of the issue slot"),
                      Key("busy", &SlotOfSchedule::busy,
                          "instructions of the loop in which the slot does something"));
  bool operator==(const SlotOfSchedule&) const = default;
};

/// What stands between the slots of an instruction.
inline constexpr const char* kBetweenSlots = " | ";

struct ScheduleOfRun {
  std::string name, layer;
  int64_t loop_first = 0, loop_last = 0, loop_cycles = 0, iterations = 0, extra = 0, bound = 0;
  std::vector<SlotOfSchedule> slots;
  std::vector<std::string> instructions;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &ScheduleOfRun::name, "name of the program"),
      Key("layer", &ScheduleOfRun::layer, "name of its layer"),
      Key("loop_first", &ScheduleOfRun::loop_first,
          "number of the first instruction of the hardware loop, from 0"),
      Key("loop_last", &ScheduleOfRun::loop_last, "number of its last instruction"),
      Key("loop_cycles", &ScheduleOfRun::loop_cycles,
          "instructions of the loop: clock cycles of a pass that never waits"),
      Key("iterations", &ScheduleOfRun::iterations, "passes of the loop in each run"),
      Key("extra", &ScheduleOfRun::extra, "passes more, which end what the last ones began"),
      Key("bound", &ScheduleOfRun::bound,
          "fewest clock cycles of a pass, as the code generator has proved; 0 if it has not"),
      Key("slots", &ScheduleOfRun::slots, "the issue slots, in their order"),
      Key("instructions", &ScheduleOfRun::instructions,
          "one for each clock cycle: what each slot does, with ' | ' between them and - for "
          "nothing (docs/isa.md); a word that is no instruction in hexadecimal"));
  bool operator==(const ScheduleOfRun&) const = default;
};

}  // namespace nve
