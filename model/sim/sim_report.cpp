// SPDX-License-Identifier: Apache-2.0
// Numbers of a simulation by layer.
#include "model/sim/sim_report.hpp"

#include "program/executed_macs.hpp"
#include "report/row_table.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

Json Entry(const std::string& name, int64_t macs, const RunStatistics& statistics) {
  const double rate = statistics.cycles == 0
                          ? 0
                          : static_cast<double>(macs) / static_cast<double>(statistics.cycles);
  Json stalls;
  stalls["input"] = statistics.input_stalls;
  stalls["output"] = statistics.output_stalls;
  Json entry;
  entry["name"] = name;
  entry["macs"] = macs;
  entry["cycles"] = statistics.cycles;
  entry["load_cycles"] = statistics.load_cycles;
  entry["mac_per_cycle"] = rate;
  entry["instruction_words"] = statistics.instruction_words;
  entry["words_in"] = statistics.words_in;
  entry["words_out"] = statistics.words_out;
  entry["stalls"] = std::move(stalls);
  return entry;
}

// MACs of layer `index`: its geometry's, or those the steps execute if the binary has no layers.
int64_t LayerMacs(const Binary& binary, size_t index) {
  return binary.layers.empty() ? ExecutedMacs(binary) : binary.layers[index].Macs();
}

}  // namespace

Json SimReport(const Binary& binary, const StepRunner& runner, double seconds) {
  Json report;
  report["network"] = binary.network;
  if (binary.forced) report["forced"] = true;
  report["arch"] = binary.machine.name;
  report["lockstep"] = nullptr;  // as nve-cosim without it
  report["layers"] = Json::array();
  RunStatistics total;
  int64_t macs = 0;
  for (size_t layer = 0; layer < runner.layers().size(); ++layer) {
    const std::string name = binary.layers.empty() ? binary.network : binary.layers[layer].name;
    report["layers"].push_back(Entry(name, LayerMacs(binary, layer), runner.layers()[layer]));
    macs += LayerMacs(binary, layer);
    total += runner.layers()[layer];
  }
  report["total"] = Entry("total", macs, total);
  report["cycles_per_second"] = seconds > 0 ? static_cast<double>(total.cycles) / seconds : 0.0;
  return report;
}

std::string SimReportText(const Json& report) {
  const RowTable table({{"layer", -16},
                        {"MACs", 13},
                        {"cycles", 11},
                        {"MAC/cycle", 9},
                        {"words in", 10},
                        {"words out", 10},
                        {"stall in", 8},
                        {"stall out", 8}});
  std::string text = table.Head();
  Json entries = report["layers"];
  entries.push_back(report["total"]);
  for (const Json& entry : entries) {
    text += table.Row(entry["name"].get<std::string>(), entry["macs"].get<int64_t>(),
                      entry["cycles"].get<int64_t>(), entry["mac_per_cycle"].get<double>(),
                      entry["words_in"].get<int64_t>(), entry["words_out"].get<int64_t>(),
                      entry["stalls"]["input"].get<int64_t>(),
                      entry["stalls"]["output"].get<int64_t>());
  }
  return text;
}

}  // namespace nve
