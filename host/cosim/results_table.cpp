// SPDX-License-Identifier: Apache-2.0
// Results as a table: see results_table.hpp.
#include "host/cosim/results_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "report/row_table.hpp"

namespace nve {
namespace {

RowTable MakeTable() {
  return RowTable({{"layer", -8},
                   {"MACs", 14},
                   {"elapsed", 12},
                   {"core cycles", 12},
                   {"MAC/cyc", 7},
                   {"GOPS", 6},
                   {"words in", 10},
                   {"words out", 10},
                   {"stall in", 10},
                   {"stall out", 10}});
}

std::string TableLine(const RowTable& table, const LayerOfRun& layer) {
  return table.Row(layer.name, layer.macs.value_or(0), layer.elapsed_cycles.value_or(0),
                   layer.cycles, layer.mac_per_cycle.value_or(0), layer.gops.value_or(0),
                   layer.words_in, layer.words_out, layer.stalls.input, layer.stalls.output);
}

DmaOfRun ChannelOf(const RunResult& result, const char* name) {
  for (const auto& [channel, dma] : result.dma.value_or(Named<DmaOfRun>{})) {
    if (channel == name) return dma;
  }
  return {};
}

// What the cycles of the frame were for, the largest parts first.
std::string CoreLine(const CoreOfRun& core) {
  constexpr size_t kMostParts = 5;
  Named<int64_t> parts = *core.waterfall;
  const double sum = static_cast<double>(parts.back().second);
  parts.pop_back();
  std::ranges::stable_sort(parts, std::greater{}, &Named<int64_t>::value_type::second);
  parts.resize(std::min(parts.size(), kMostParts));
  std::string text = fmt::format("core {}:", core.core);
  const char* comma = "";
  for (const auto& [name, cycles] : parts) {
    if (cycles == 0) break;
    text += fmt::format("{} {} {:.1f} %", comma, name, 100 * static_cast<double>(cycles) / sum);
    comma = ",";
  }
  return text + "\n";
}

std::string CoreLines(const RunResult& result) {
  std::string text;
  if (!result.cores || result.cores->size() < 2) return text;
  for (const CoreOfRun& core : *result.cores) {
    if (core.waterfall && core.waterfall->back().second > 0) text += CoreLine(core);
  }
  return text;
}

}  // namespace

std::string ResultsTable(const RunResult& result) {
  const RowTable table = MakeTable();
  std::string text = table.Head();
  for (const LayerOfRun& layer : result.layers) text += TableLine(table, layer);
  if (result.total) text += TableLine(table, *result.total);
  text += CoreLines(result);
  text += "cycles by state:";
  for (const auto& [state, cycles] : result.states.value_or(Named<int64_t>{})) {
    text += fmt::format(" {} {}", state, cycles);
  }
  const DmaOfRun in = ChannelOf(result, "mm2s");
  const DmaOfRun out = ChannelOf(result, "s2mm");
  text += fmt::format("\nDMA: in {} descriptors {} bytes, out {} descriptors {} bytes\n",
                      in.descriptors, in.bytes, out.descriptors, out.bytes);
  return text + LockstepLine(result, result.platform_cycles.value_or(0)) + "\n";
}

std::string LockstepLine(const RunResult& result, uint64_t cycles) {
  const double rate = result.cycles_per_second.value_or(0);
  if (!result.lockstep.value) {
    return fmt::format("lockstep: off, {} cycles, {:.0f} cycles/s", cycles, rate);
  }
  const LockstepOfRun& lockstep = *result.lockstep.value;
  return fmt::format("lockstep: {} cycles compared, {} mismatches, cycle delta {}, {:.0f} cycles/s",
                     lockstep.cycles, lockstep.mismatches, lockstep.cycle_delta, rate);
}

}  // namespace nve
