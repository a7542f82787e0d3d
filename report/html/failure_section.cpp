// SPDX-License-Identifier: Apache-2.0
// Failures: see failure_section.hpp.
#include "report/html/failure_section.hpp"

#include <fmt/format.h>

#include "report/html/html_table.hpp"
#include "report/html/json_leaves.hpp"
#include "report/html/parameter_section.hpp"
#include "report/html/verdict.hpp"

namespace nve {
namespace {

using Mismatch = ResultPlace<MismatchOfRun>;
using Step = ResultPlace<CycleBefore>;

HtmlValue NoNumber() { return {std::nullopt, 0}; }

// Both are counted from 1 as in the text of the failure; passes behind the last iteration end what
// is under way.
template <typename Place>
HtmlValue IterationOf(const Place& core) {
  if (core->iterations <= 0 || core->state != "repeat") return NoNumber();
  if (core->pass >= static_cast<uint64_t>(core->iterations)) return "behind the last";
  return {NumberAt(core.At(&CoreAtFailure::pass)) + 1, 0};
}

template <typename Place>
void AddWhere(const Place& core, HtmlTable& table) {
  const HtmlValue strips = ValueAt(core.At(&CoreAtFailure::strips));
  const HtmlValue iterations = ValueAt(core.At(&CoreAtFailure::iterations));
  table.Row({ValueAt(core.At(&CoreAtFailure::core)), ValueAt(core.At(&CoreAtFailure::layer)),
             ValueAt(core.At(&CoreAtFailure::program)),
             HtmlValue(NumberAt(core.At(&CoreAtFailure::run)) + 1, 0),
             core->strips > 0 ? strips : NoNumber(), IterationOf(core),
             core->iterations > 0 ? iterations : NoNumber(),
             ValueAt(core.At(&CoreAtFailure::state)), ValueAt(core.At(&CoreAtFailure::stall)),
             ValueAt(core.At(&CoreAtFailure::pc)), ValueAt(core.At(&CoreAtFailure::instruction))});
}

HtmlTable CoreTable(const std::string& id, const std::string& caption) {
  return {id,
          caption,
          {"core", "layer", "program", "strip", "of strips", "iteration", "of iterations", "state",
           "stall", "pc", "instruction"}};
}

Html Cores(const RunView& view, const ResultPlace<FailureOfRun>& failure) {
  HtmlTable table = CoreTable(view.Id("at-work"), "Cores at work when it was found");
  for (const auto& core : failure.At(&FailureOfRun::cores).Items()) AddWhere(core, table);
  return table.Empty() ? Html() : table.Part();
}

// Slot and signal are written where they change, with a line for each lane or entry.
Html Differences(const RunView& view, const Mismatch& mismatch) {
  HtmlTable table(view.Id("differences"), "Every value that differs",
                  {"signal", "slot", "lane or entry", "golden model", "RTL"});
  for (const auto& difference : mismatch.At(&MismatchOfRun::differences).Items()) {
    HtmlValue element = ValueAt(difference.At(&SignalDifference::element));
    if (difference->element < 0) element = "the only one";
    table.Row({ValueAt(difference.At(&SignalDifference::signal)),
               ValueAt(difference.At(&SignalDifference::slot)), element,
               ValueAt(difference.At(&SignalDifference::expected)),
               ValueAt(difference.At(&SignalDifference::got))});
  }
  return table.Empty() ? Html() : table.Part();
}

void AddStep(const Step& step, const std::string& css, HtmlTable& table) {
  table.Row({ValueAt(step.At(&CycleBefore::cycle)), ValueAt(step.At(&CycleBefore::state)),
             ValueAt(step.At(&CycleBefore::stall)), ValueAt(step.At(&CycleBefore::pc)),
             ValueAt(step.At(&CycleBefore::instruction))},
            css);
}

const std::vector<std::string> kStepTitles = {"cycle", "state", "stall", "pc", "instruction"};

Html History(const RunView& view, const Mismatch& mismatch) {
  Html html;
  if (const auto producer = mismatch.At(&MismatchOfRun::producer)) {
    HtmlTable table(view.Id("producer"), "The instruction that wrote the value that differs first",
                    kStepTitles);
    AddStep(*producer, "", table);
    html.Add(table.Part());
  } else if (!mismatch->writer.empty()) {
    html.Open("p").Text("What drives the value that differs first: ");
    html.Value(ValueAt(mismatch.At(&MismatchOfRun::writer))).Text(".").Close();
  }
  HtmlTable table(view.Id("history"), "The cycles before, the oldest first", kStepTitles);
  for (const Step& step : mismatch.At(&MismatchOfRun::history).Items()) AddStep(step, "", table);
  if (!table.Empty()) html.Add(table.Part());
  HtmlTable beats(view.Id("beats"), "The last words of the streams",
                  {"cycle", "stream", "data", "last of its packet"});
  for (const auto& beat : mismatch.At(&MismatchOfRun::beats).Items()) {
    beats.Row({ValueAt(beat.At(&StreamBeat::cycle)), ValueAt(beat.At(&StreamBeat::stream)),
               ValueAt(beat.At(&StreamBeat::data)), ValueAt(beat.At(&StreamBeat::last))});
  }
  if (!beats.Empty()) html.Add(beats.Part());
  return html;
}

// By what it was found, and when.
Html Found(const RunView& view, const ResultPlace<FailureOfRun>& failure) {
  Html html;
  const auto cycle = failure.At(&FailureOfRun::cycle);
  if (!failure->kind.empty() || cycle) html.Open("p");
  if (!failure->kind.empty()) {
    html.Text("Kind of failure: ").Value(ValueAt(failure.At(&FailureOfRun::kind))).Text(". ");
  }
  if (cycle) {
    html.Text("Found in clock cycle ").Value(ValueAt(*cycle));
    html.Text(failure->stood_still ? ", from which on nothing moved." : ".");
  }
  if (!failure->kind.empty() || cycle) html.Close();
  if (const auto rule = failure.At(&FailureOfRun::rule)) {
    HtmlTable table(view.Id("rule"), "The rule that was broken",
                    {"rule", "of", "place", "clock cycle", "found", "allowed"});
    table.Row({ValueAt(rule->At(&RuleBreach::rule)), ValueAt(rule->At(&RuleBreach::of)),
               ValueAt(rule->At(&RuleBreach::place)), ValueAt(rule->At(&RuleBreach::cycle)),
               ValueAt(rule->At(&RuleBreach::found)), ValueAt(rule->At(&RuleBreach::allowed))});
    html.Add(table.Part());
  }
  return html;
}

// As the text of the failure has addresses and data.
HtmlValue HexAt(const ResultPlace<uint32_t>& place) {
  HtmlValue value(fmt::format("{:#x}", *place));
  value.source = place.Pointer();
  return value;
}

Html Pins(const RunView& view, const ResultPlace<InputsOfCycle>& inputs) {
  HtmlTable table(view.Id("pins"), "Pins of the core in that cycle", {"pin", "value"});
  table.Row({"s_tvalid", ParameterValue(NumberAt(inputs.At(&InputsOfCycle::s_tvalid)))});
  table.Row({"s_tdata", ValueAt(inputs.At(&InputsOfCycle::s_tdata))});
  table.Row({"m_tready", ParameterValue(NumberAt(inputs.At(&InputsOfCycle::m_tready)))});
  table.Row({"reg_write", ParameterValue(NumberAt(inputs.At(&InputsOfCycle::reg_write)))});
  table.Row({"reg_waddr", HexAt(inputs.At(&InputsOfCycle::reg_waddr))});
  table.Row({"reg_wdata", HexAt(inputs.At(&InputsOfCycle::reg_wdata))});
  table.Row({"reg_raddr", HexAt(inputs.At(&InputsOfCycle::reg_raddr))});
  return table.Part();
}

Html WrongLayers(const RunView& view) {
  const auto reference = view.Place().At(&RunResult::reference);
  if (!reference) return {};
  HtmlTable table(view.Id("wrong-layers"),
                  "Layers against the reference, and their first wrong pixel",
                  {"layer", "bit-exact", "pixels compared", "different", "map", "row", "column",
                   "reference", "run", "in words"});
  for (const auto& layer : reference->At(&ReferenceOfRun::layers).Items()) {
    const auto first = layer.At(&ComparedLayer::first);
    const auto pixel = [&](int PixelOfRun::*member) {
      return first ? ValueAt(first->At(member)) : HtmlValue(std::nullopt, 0);
    };
    table.Row({ValueAt(layer.At(&ComparedLayer::name)),
               ValueAt(layer.At(&ComparedLayer::bit_exact)),
               ValueAt(layer.At(&ComparedLayer::pixels)),
               ValueAt(layer.At(&ComparedLayer::different)), pixel(&PixelOfRun::map),
               pixel(&PixelOfRun::row), pixel(&PixelOfRun::column), pixel(&PixelOfRun::expected),
               pixel(&PixelOfRun::got), ValueAt(layer.At(&ComparedLayer::text))});
  }
  return table.Empty() ? Html() : table.Part();
}

Html Waves(const RunView& view) {
  const auto waves = view.Place().At(&RunResult::waves);
  if (!waves) return {};
  HtmlTable table(view.Id("waves"), "Waves of the cycles around it", {"what", "value"});
  for (JsonLeaf& leaf : LeavesOf(*waves)) {
    leaf.value.number = false;  // a mixture of texts and numbers
    table.Row({leaf.name, leaf.value});
  }
  return table.Empty() ? Html() : table.Part();
}

Html Again(const HtmlValue& command, const HtmlValue& seed) {
  Html html;
  if (!command.text.empty()) {
    html.Add(Words("The command that shows it again:")).Add(CommandPart(command));
  }
  if (!seed.text.empty()) {
    html.Open("p").Text("Seed of made-up weights: ").Value(seed).Text(".").Close();
  }
  return html;
}

}  // namespace

Html FailureSection(const RunView& view) {
  if (VerdictOf(view.run.result) != Verdict::kWrong) return {};
  Html body;
  const auto failure = view.Place().At(&RunResult::failure);
  const auto mismatch = view.Place().At(&RunResult::mismatch);
  if (failure) body.Add(Found(view, *failure));
  if (mismatch) {
    HtmlTable where = CoreTable(view.Id("where"), "Where golden model and RTL first differ");
    AddWhere(*mismatch, where);
    body.Add(where.Part()).Add(Differences(view, *mismatch)).Add(History(view, *mismatch));
    if (view.run.result.schema_version >= 1) {  // since which there are pins
      body.Add(Pins(view, mismatch->At(&MismatchOfRun::inputs)));
    }
  }
  body.Add(WrongLayers(view));
  if (failure && !mismatch) body.Add(Cores(view, *failure));
  body.Add(Waves(view));
  if (failure) {
    Html text;
    text.Value(ValueAt(failure->At(&FailureOfRun::text)), "pre", {{"tabindex", "0"}});
    const bool more = (**failure).text.find('\n') != std::string::npos;  // than the verdict has
    if (more) body.Add(mismatch ? Details("All that the run has said", text) : text);
    body.Add(Again(ValueAt(failure->At(&FailureOfRun::reproduce)),
                   ValueAt(failure->At(&FailureOfRun::seed))));
  } else if (mismatch) {
    body.Add(Again(ValueAt(mismatch->At(&MismatchOfRun::reproduce)),
                   ValueAt(mismatch->At(&MismatchOfRun::seed))));
  }
  return view.Section("What went wrong", body);
}

}  // namespace nve
