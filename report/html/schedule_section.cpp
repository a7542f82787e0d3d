// SPDX-License-Identifier: Apache-2.0
// Schedules as grids: a row for each instruction, a column for each issue slot.
#include "report/html/schedule_section.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/html/html_table.hpp"
#include "report/html/verdict.hpp"

namespace nve {
namespace {

using Schedule = ResultPlace<ScheduleOfRun>;

const char* const kHowToRead =
    "A row is an instruction: a clock cycle, if nothing waits. Its cells are what the issue slots "
    "do; empty ones do nothing. MEMA and MEMB read (rd) and write (wr) the local memory at a word, "
    "+ and @ say how the word moves on from pass to pass. WREG and IREG load (set) and shift (sh) "
    "the weight and the image register. VMAC multiplies and accumulates in all lanes, ACT gives "
    "results away. The frame is the hardware loop: what stands above it runs once before, what "
    "stands below once behind.";

std::vector<std::string> CellsOf(std::string_view instruction) {
  const std::string_view between = kBetweenSlots;
  std::vector<std::string> cells;
  for (size_t at = 0; at <= instruction.size();) {
    const size_t end = std::min(instruction.find(between, at), instruction.size());
    cells.emplace_back(instruction.substr(at, end - at));
    at = end + between.size();
  }
  return cells;
}

void AddRow(const Schedule& schedule, size_t index, Html& html) {
  const auto places = schedule.At(&ScheduleOfRun::instructions);
  const std::vector<std::string> cells = CellsOf(schedule->instructions[index]);
  html.Open("tr", {{"data-source", places.Pointer() + '/' + std::to_string(index)}});
  html.Element("th", std::to_string(index), {{"scope", "row"}});
  const size_t slots = schedule->slots.size();
  for (const std::string& cell : cells) {
    HtmlAttributes attributes;
    if (cells.size() == 1 && slots > 1) attributes = {{"colspan", std::to_string(slots)}};
    html.Element("td", cell == "-" ? "" : cell, attributes);
  }
  html.Close();
}

Html LoopHead(const Schedule& schedule) {
  Html html;
  html.Open("tr").Open(
      "th", {{"scope", "rowgroup"}, {"colspan", std::to_string(schedule->slots.size() + 1)}});
  html.Text("Loop: ").Value(ValueAt(schedule.At(&ScheduleOfRun::loop_cycles)));
  html.Text(" clock cycles, passes in each run: ");
  html.Value(ValueAt(schedule.At(&ScheduleOfRun::iterations)));
  if (schedule->extra > 0) {
    html.Text(" and to the end ").Value(ValueAt(schedule.At(&ScheduleOfRun::extra)));
  }
  return html.Close().Close();
}

Html Grid(const Schedule& schedule, const std::string& id) {
  Html html;
  html.Open("div",
            {{"class", "wide"}, {"tabindex", "0"}, {"role", "group"}, {"aria-labelledby", id}});
  html.Open("table", {{"class", "grid"}});
  html.Element("caption", "What the slots do in each instruction", {{"id", id}});
  html.Open("thead").Open("tr").Element("th", "no.", {{"scope", "col"}});
  for (const SlotOfSchedule& slot : schedule->slots) {
    html.Element("th", slot.name, {{"scope", "col"}});
  }
  html.Close().Close();
  // A loop that the instructions do not have, as in a file somebody wrote, is not shown.
  const auto count = static_cast<int64_t>(schedule->instructions.size());
  const bool loop = schedule->loop_first >= 0 && schedule->loop_last < count &&
                    schedule->loop_first <= schedule->loop_last;
  html.Open("tbody");
  for (int64_t k = 0; k < count; ++k) {
    if (loop && k == schedule->loop_first) {
      html.Close().Open("tbody", {{"class", "loop"}}).Add(LoopHead(schedule));
    }
    AddRow(schedule, static_cast<size_t>(k), html);
    if (loop && k == schedule->loop_last) html.Close().Open("tbody");
  }
  return html.Close().Close().Close();
}

Html SlotTable(const Schedule& schedule, const std::string& id) {
  HtmlTable table(id, "How often the slots do something in the loop",
                  {"slot", "instructions", "of the loop"});
  const Sourced cycles = NumberAt(schedule.At(&ScheduleOfRun::loop_cycles));
  for (const auto& slot : schedule.At(&ScheduleOfRun::slots).Items()) {
    const Sourced busy = NumberAt(slot.At(&SlotOfSchedule::busy));
    std::optional<Sourced> part;
    if (cycles.Value() > 0) part = 100 * busy / cycles;
    table.Row({ValueAt(slot.At(&SlotOfSchedule::name)), {busy, 0}, {part, 1, " %"}});
  }
  return table.Part();
}

Html Folded(const Schedule& schedule, const std::string& id) {
  Html html;
  html.Open("details").Open("summary").Value(ValueAt(schedule.At(&ScheduleOfRun::name)));
  html.Text(": loop of ").Value(ValueAt(schedule.At(&ScheduleOfRun::loop_cycles)));
  if (schedule->bound > 0) {
    html.Text(" clock cycles, at least ").Value(ValueAt(schedule.At(&ScheduleOfRun::bound)));
  } else {
    html.Text(" clock cycles");
  }
  html.Close();
  html.Add(SlotTable(schedule, id + "-slots")).Add(Grid(schedule, id + "-grid"));
  return html.Close();
}

// The first of `runs` that has these programs.
const ReportedRun& FirstWithThese(const ReportedRun& run, const std::vector<ReportedRun>& runs) {
  for (const ReportedRun& other : runs) {
    if (other.number < run.number && other.result.schedules == run.result.schedules) return other;
  }
  return run;
}

}  // namespace

Html ScheduleSection(const RunView& view, const std::vector<ReportedRun>& runs) {
  const auto schedules = view.Place().At(&RunResult::schedules);
  if (!schedules || (*schedules)->empty()) {
    return view.Section("Schedule", Words("The result does not have the programs that ran."));
  }
  const ReportedRun& first = FirstWithThese(view.run, runs);
  if (first.number != view.run.number) {
    Html same;
    same.Open("p").Text("The programs are those of ");
    same.Element("a", first.label, {{"href", '#' + RunAnchor(first)}}).Text(".").Close();
    return view.Section("Schedule", same);
  }
  Html body = Details("How to read it", Words(kHowToRead));
  size_t number = 0;
  for (const Schedule& schedule : schedules->Items()) {
    body.Add(Folded(schedule, view.Id(fmt::format("schedule{}", number++))));
  }
  return view.Section("Schedule", body);
}

}  // namespace nve
