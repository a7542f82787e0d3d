// SPDX-License-Identifier: Apache-2.0
// Tables of layers, programs and cores.
#include "report/html/layer_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/compare/comparison.hpp"
#include "report/compare/run_verdict.hpp"
#include "report/html/html_table.hpp"
#include "report/html/waterfall.hpp"

namespace nve {
namespace {

using Layer = ResultPlace<LayerOfRun>;

std::vector<std::string> Titles(const std::string& first) {
  return {first,          "end",
          "core cycles",  "elapsed cycles",
          "bound",        "core cycles / bound",
          "MAC/cycle",    "GOPS",
          "GOPS elapsed", "words in",
          "words out",    "stalled on input",
          "on output",    "bytes moved",
          "MACs",         "instr. words",
          "load cycles"};
}

const char* const kMeanings =
    "Core cycles: a core was at work. Elapsed cycles: from the layer's first register write to its "
    "last response. Bound: the fewest cycles in which the code generator proves the loops can run; "
    "core cycles / bound: the former in percent of it. MAC/cycle: multiply-accumulates of the "
    "layer "
    "per core cycle. GOPS: two operations per multiply-accumulate, over core cycles; GOPS elapsed: "
    "the same over elapsed cycles. "
    "Words have 64 bits. Stalled: the core stood still for want of input or of room for output.";

// Of what did not come to its end the numbers are none, or those of a part.
std::vector<HtmlValue> CellsOf(const RunView& view, const Layer& layer) {
  if (!HasEnded(view.run.result, *layer)) {
    std::vector<HtmlValue> cells(Titles("").size(), HtmlValue(std::nullopt, 0));
    cells[0] = ValueAt(layer.At(&LayerOfRun::name));
    cells[1] = EndedEarly(view.run.result) ? "not finished" : "not run";
    return cells;
  }
  const Sourced cycles = NumberAt(layer.At(&LayerOfRun::cycles));
  const std::optional<Sourced> bound = BoundOf(layer);
  std::optional<Sourced> share;
  if (bound && bound->Value() > 0) share = 100 * cycles / *bound;
  const auto stalls = layer.At(&LayerOfRun::stalls);
  return {ValueAt(layer.At(&LayerOfRun::name)),
          "",
          {cycles, 0},
          ValueAt(layer.At(&LayerOfRun::elapsed_cycles)),
          {bound, 0},
          {share, 1, " %"},
          {NumberAt(layer.At(&LayerOfRun::mac_per_cycle)), 2},
          {NumberAt(layer.At(&LayerOfRun::gops)), 2},
          {NumberAt(layer.At(&LayerOfRun::gops_elapsed)), 2},
          ValueAt(layer.At(&LayerOfRun::words_in)),
          ValueAt(layer.At(&LayerOfRun::words_out)),
          ValueAt(stalls.At(&Stalls::input)),
          ValueAt(stalls.At(&Stalls::output)),
          {BytesMoved(layer), 0},
          ValueAt(layer.At(&LayerOfRun::macs)),
          ValueAt(layer.At(&LayerOfRun::instruction_words)),
          ValueAt(layer.At(&LayerOfRun::load_cycles))};
}

Html Programs(const RunView& view) {
  const auto programs = view.Place().At(&RunResult::programs);
  if (!programs || (*programs)->empty()) return {};
  HtmlTable table(view.Id("programs"), "What each program took", Titles("program"));
  for (const Layer& program : programs->Items()) table.Row(CellsOf(view, program));
  return Details("By program", table.Part());
}

Html Cores(const RunView& view) {
  const auto cores = view.Place().At(&RunResult::cores);
  if (!cores || (*cores)->empty()) return {};
  HtmlTable table(view.Id("cores"), "What each core did",
                  {"core", "cycles of the run", "at work", "part at work", "layers"});
  for (const auto& core : cores->Items()) {
    const Sourced cycles = NumberAt(core.At(&CoreOfRun::cycles));
    const Sourced busy = NumberAt(core.At(&CoreOfRun::busy));
    std::optional<Sourced> share;
    if (cycles.Value() > 0) share = 100 * busy / cycles;
    HtmlValue layers(fmt::format("{}", fmt::join(core->layers, ", ")));
    layers.source = core.At(&CoreOfRun::layers).Pointer();
    table.Row(
        {ValueAt(core.At(&CoreOfRun::core)), {cycles, 0}, {busy, 0}, {share, 1, " %"}, layers});
  }
  return table.Part();
}

}  // namespace

Html LayerSection(const RunView& view) {
  HtmlTable table(view.Id("layers"), "What each layer took", Titles("layer"));
  for (const Layer& layer : view.Place().At(&RunResult::layers).Items()) {
    table.Row(CellsOf(view, layer));
  }
  if (const auto total = view.Place().At(&RunResult::total)) {
    table.Row(CellsOf(view, *total), "total");
  }
  Html body;
  if (table.Empty()) {
    body.Add(Words("The result has no layers."));
  } else {
    body.Add(table.Part()).Add(Details("What the columns mean", Words(kMeanings)));
  }
  body.Add(Cores(view)).Add(Programs(view));
  return view.Section("Layers", body);
}

}  // namespace nve
