// SPDX-License-Identifier: Apache-2.0
// Parameters of a run.
#include "report/html/parameter_section.hpp"

#include "report/html/html_table.hpp"
#include "report/html/json_leaves.hpp"

namespace nve {
namespace {

using Run = ResultPlace<RunResult>;

void AddGiven(const std::string& name, const HtmlValue& value, HtmlTable& table) {
  if (!value.text.empty() && !value.source.empty()) table.Row({name, value});
}

template <typename T>
void AddNumber(const std::string& name, const ResultPlace<T>& place, const std::string& unit,
               HtmlTable& table) {
  table.Row({name, ParameterValue(NumberAt(place), unit)});
}

void AddRun(const Run& run, HtmlTable& table) {
  AddGiven("network", ValueAt(run.At(&RunResult::network)), table);
  AddGiven("program", ValueAt(run.At(&RunResult::binary)), table);
  AddGiven("input", ValueAt(run.At(&RunResult::input)), table);
  AddGiven("machine", ValueAt(run.At(&RunResult::arch)), table);
  AddGiven("feed", ValueAt(run.At(&RunResult::feed)), table);
  AddGiven("made in spite of errors", ValueAt(run.At(&RunResult::forced)), table);
}

void AddMachine(const Run& run, HtmlTable& table) {
  AddGiven("tool", ValueAt(run.At(&RunResult::tool)), table);
  const auto machine = run.At(&RunResult::machine);
  table.Row({"machine", ValueAt(machine.At(&MachineOfRun::name))});
  table.Row({"machine.arch_id", ValueAt(machine.At(&MachineOfRun::arch_id))});
  table.Row({"machine.clock", ClockValue(run)});
  AddNumber("machine.lanes", machine.At(&MachineOfRun::lanes), "", table);
}

void AddPlatform(const Run& run, HtmlTable& table) {
  if (const auto memory = run.At(&RunResult::memory)) {
    for (JsonLeaf& leaf : LeavesOf(memory->At(&MemoryOfRun::config), "memory")) {
      leaf.value.number = false;
      table.Row({leaf.name, leaf.value});
    }
  }
  if (const auto processor = run.At(&RunResult::processor)) {
    AddNumber("processor.copy_mb_s", processor->At(&ProcessorOfRun::copy_mb_s), " MB/s", table);
    AddNumber("processor.register_cycles", processor->At(&ProcessorOfRun::register_cycles), "",
              table);
    AddNumber("processor.interrupt_cycles", processor->At(&ProcessorOfRun::interrupt_cycles), "",
              table);
  }
}

// Which had keys of their own at the top of files of version 0 (ReadRun).
void AddComparedSpeeds(const Run& run, HtmlTable& table) {
  const auto speed = run.At(&RunResult::speed);
  if (!speed) return;
  const auto number = [&](double value, const std::string& key, const std::string& old) {
    const bool first = run->schema_version < 1;
    return Sourced(value, first ? run.Pointer() + '/' + old : speed->Pointer() + '/' + key);
  };
  const SpeedOfRun& of = **speed;
  table.Row(
      {"clock cycles per second with " + of.of, {number(of.with, "with", "with_" + of.of), 0}});
  table.Row({"without it", {number(of.without, "without", "without_" + of.of), 0}});
  table.Row({"ratio", {number(of.ratio, "ratio", "ratio"), 3}});
}

void AddSpeed(const Run& run, HtmlTable& table) {
  table.Row({"clock cycles of the run", ValueAt(run.At(&RunResult::platform_cycles))});
  table.Row(
      {"simulated clock cycles per second", {NumberAt(run.At(&RunResult::cycles_per_second)), 0}});
  if (const auto lockstep = run.At(&RunResult::lockstep)) {
    table.Row({"cycle delta of RTL and golden model",
               ValueAt(lockstep->At(&LockstepOfRun::cycle_delta))});
  }
  AddComparedSpeeds(run, table);
  if (const auto states = run.At(&RunResult::states)) {
    for (const auto& [state, cycles] : states->Items()) {
      table.Row({"cycles in state " + state, ValueAt(cycles)});
    }
  }
  if (const auto dma = run.At(&RunResult::dma)) {
    for (const auto& [channel, moved] : dma->Items()) {
      table.Row({"DMA " + channel + ", descriptors", ValueAt(moved.At(&DmaOfRun::descriptors))});
      table.Row({"DMA " + channel + ", bytes", ValueAt(moved.At(&DmaOfRun::bytes))});
    }
  }
}

}  // namespace

HtmlValue ClockValue(const ResultPlace<RunResult>& run) {
  return ParameterValue(NumberAt(run.At(&RunResult::machine).At(&MachineOfRun::clock_mhz)), " MHz");
}

Html CommandPart(const HtmlValue& command) {
  Html html;
  html.Value(command, "pre", {{"class", "command"}, {"tabindex", "0"}});
  return html;
}

Html ParameterSection(const RunView& view) {
  const Run run = view.Place();
  Html body;
  HtmlTable table(view.Id("parameters"), "What ran, and its parameters", {"parameter", "value"});
  AddRun(run, table);
  const bool old = view.run.result.schema_version < 1;
  if (!old) AddMachine(run, table);
  AddPlatform(run, table);
  body.Add(table.Part());
  HtmlTable measured(view.Id("measured"), "What else was counted", {"what", "value"});
  AddSpeed(run, measured);
  body.Add(Details("What else was counted", measured.Part()));
  if (!view.run.result.command.empty()) {
    body.Add(Words("The command that runs it again:"));
    body.Add(CommandPart(ValueAt(run.At(&RunResult::command))));
  }
  if (old) {
    body.Add(
        Words("The file is of an older version: it says neither its machine nor its command."));
  }
  return view.Section("Parameters", body);
}

}  // namespace nve
