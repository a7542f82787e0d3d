// SPDX-License-Identifier: Apache-2.0
// Instruction words as texts, slot by slot.
#include "program/schedule_result.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <set>

#include "program/instruction_fields.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

std::set<int> ProgramsThatRun(const Binary& binary) {
  std::set<int> programs;
  for (const AnyStep& step : binary.steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) programs.insert(run->program);
  }
  return programs;
}

// The first field of a slot is its operation, and 0 is none.
bool IsBusy(const InstructionSlot& slot, uint64_t word) {
  return ValueOf(slot.fields.front()->place, word) != 0;
}

std::string TextOf(uint64_t word) {
  const std::optional<Instruction> instruction = Decode(word, kCodesOfAnyMachine);
  return instruction ? ToText(*instruction) : fmt::format("0x{:016x}", word);
}

ScheduleOfRun ScheduleOf(const Binary& binary, const Program& program) {
  ScheduleOfRun schedule;
  schedule.name = program.name;
  const auto layer = static_cast<size_t>(program.layer);
  if (layer < binary.layers.size()) schedule.layer = binary.layers[layer].name;
  schedule.loop_first = SettingOf(program.settings, "REPEAT_FIRST");
  schedule.loop_last = SettingOf(program.settings, "REPEAT_LAST");
  schedule.loop_cycles = RepeatedCycles(program.settings);
  schedule.iterations = SettingOf(program.settings, "ITERATIONS");
  schedule.extra = SettingOf(program.settings, "EXTRA");
  schedule.bound = program.bound;
  for (const InstructionSlot& slot : SlotsOfInstruction()) {
    SlotOfSchedule& own = schedule.slots.emplace_back(SlotOfSchedule{slot.name, 0});
    for (int64_t k = schedule.loop_first; k <= schedule.loop_last; ++k) {
      own.busy += IsBusy(slot, program.code.at(static_cast<size_t>(k))) ? 1 : 0;
    }
  }
  schedule.instructions.reserve(program.code.size());
  for (const uint64_t word : program.code) schedule.instructions.push_back(TextOf(word));
  return schedule;
}

}  // namespace

std::vector<ScheduleOfRun> SchedulesOf(const Binary& binary) {
  std::vector<ScheduleOfRun> schedules;
  for (const int program : ProgramsThatRun(binary)) {
    schedules.push_back(ScheduleOf(binary, binary.programs[static_cast<size_t>(program)]));
  }
  return schedules;
}

}  // namespace nve
