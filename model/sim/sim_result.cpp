// SPDX-License-Identifier: Apache-2.0
// Numbers of a simulation by layer: see sim_result.hpp.
#include "model/sim/sim_result.hpp"

#include "arch/machine_result.hpp"
#include "program/executed_macs.hpp"
#include "program/schedule_result.hpp"
#include "report/row_table.hpp"

namespace nve {
namespace {

LayerOfRun Entry(const std::string& name, int64_t macs, const RunStatistics& statistics) {
  LayerOfRun entry;
  entry.name = name;
  entry.macs = macs;
  entry.cycles = statistics.cycles;
  entry.load_cycles = statistics.load_cycles;
  entry.mac_per_cycle = statistics.cycles == 0
                            ? 0
                            : static_cast<double>(macs) / static_cast<double>(statistics.cycles);
  entry.instruction_words = statistics.instruction_words;
  entry.words_in = statistics.words_in;
  entry.words_out = statistics.words_out;
  entry.stalls = {statistics.input_stalls, statistics.output_stalls};
  return entry;
}

// MACs of layer `index` for all pictures: its geometry's, or those the steps execute if the binary
// has no layers.
int64_t LayerMacs(const Binary& binary, size_t index) {
  return binary.layers.empty() ? ExecutedMacs(binary)
                               : binary.layers[index].Macs() * binary.Pictures();
}

std::string NameOf(const Binary& binary, size_t layer) {
  return binary.layers.empty() ? binary.network : binary.layers[layer].name;
}

std::vector<CoreOfRun> CoresOf(const Binary& binary, const StepRunner& runner) {
  std::vector<CoreOfRun> cores;
  for (const auto& [number, work] : runner.cores()) {
    cores.push_back({number, work.statistics.cycles, work.statistics.cycles, {}, {}});
    for (const int layer : work.layers) {
      cores.back().layers.push_back(NameOf(binary, static_cast<size_t>(layer)));
    }
  }
  return cores;
}

}  // namespace

RunResult SimResult(const Binary& binary, const StepRunner& runner, const CoreUseRecorder& uses,
                    double seconds) {
  RunResult result;
  result.machine = arch::ResultOf(binary.machine);
  result.network = binary.network;
  if (binary.forced) result.forced = true;
  RunStatistics total;
  int64_t macs = 0;
  for (size_t layer = 0; layer < runner.layers().size(); ++layer) {
    result.layers.push_back(
        Entry(NameOf(binary, layer), LayerMacs(binary, layer), runner.layers()[layer]));
    macs += LayerMacs(binary, layer);
    total += runner.layers()[layer];
  }
  result.total = Entry("total", macs, total);
  result.cores = CoresOf(binary, runner);
  result.schedules = SchedulesOf(binary);
  result.use = uses.Result(kAllCores, binary.machine.sizes);
  result.use->layers = runner.spans();
  result.cycles_per_second = seconds > 0 ? static_cast<double>(total.cycles) / seconds : 0.0;
  return result;
}

std::string SimTable(const RunResult& result) {
  const RowTable table({{"layer", -16},
                        {"MACs", 13},
                        {"cycles", 11},
                        {"MAC/cycle", 9},
                        {"words in", 10},
                        {"words out", 10},
                        {"stall in", 8},
                        {"stall out", 8}});
  std::string text = table.Head();
  std::vector<LayerOfRun> entries = result.layers;
  if (result.total) entries.push_back(*result.total);
  for (const LayerOfRun& entry : entries) {
    text +=
        table.Row(entry.name, entry.macs.value_or(0), entry.cycles, entry.mac_per_cycle.value_or(0),
                  entry.words_in, entry.words_out, entry.stalls.input, entry.stalls.output);
  }
  return text;
}

}  // namespace nve
