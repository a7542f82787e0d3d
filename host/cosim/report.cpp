// SPDX-License-Identifier: Apache-2.0
// Reports of a co-simulation: see report.hpp.
#include "host/cosim/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/cosim/waterfall.hpp"
#include "report/row_table.hpp"

namespace nve {
namespace {

// A multiplication and an addition.
constexpr double kOpsPerMac = 2;

double Ratio(double a, double b) { return b > 0 ? a / b : 0; }

// Operations per second in units of 10^9, at the clock of the architecture.
double Gops(int64_t macs, int64_t cycles) {
  return Ratio(kOpsPerMac * static_cast<double>(macs), static_cast<double>(cycles)) *
         arch::kClockMhz / 1000;
}

nlohmann::ordered_json AxiJson(const TileCounts& counts) {
  nlohmann::ordered_json json;
  for (size_t p = 0; p < kTilePorts; ++p) {
    nlohmann::ordered_json& port = json[kTilePortNames[p]];
    const bool reads = p != static_cast<size_t>(TilePort::kS2mm);
    const bool writes = p != static_cast<size_t>(TilePort::kMm2s);
    if (reads) port["read"] = counts.axi[p].read.Json();
    if (writes) port["write"] = counts.axi[p].write.Json();
  }
  return json;
}

nlohmann::ordered_json LayerJson(const LayerStatistics& layer) {
  const CycleCounts& counts = layer.counts.core;
  const int64_t busy = counts.Busy();
  return {{"name", layer.name},
          {"macs", layer.macs},
          {"pixels", layer.pixels},
          {"cycles", busy},
          {"mac_per_cycle", Ratio(static_cast<double>(layer.macs), static_cast<double>(busy))},
          {"words_in", counts.words_in},
          {"words_out", counts.words_out},
          {"stalls",
           {{"input", counts.Stall(arch::Stall::kInput)},
            {"output", counts.Stall(arch::Stall::kOutput)}}},
          {"elapsed_cycles", layer.elapsed_cycles},
          {"issued_macs", counts.vector_macs * arch::kLanes},
          {"gops", Gops(layer.macs, busy)},
          {"gops_elapsed", Gops(layer.macs, layer.elapsed_cycles)},
          {"steps", layer.steps},
          {"step_cycles", layer.step_cycles},
          {"waterfall", WaterfallJson(layer)},
          {"axi", AxiJson(layer.counts)}};
}

// Without what belongs to the layer as a whole.
nlohmann::ordered_json ProgramJson(const LayerStatistics& program) {
  nlohmann::ordered_json json = LayerJson(program);
  for (const char* key : {"macs", "pixels", "mac_per_cycle", "gops", "gops_elapsed"}) {
    json.erase(key);
  }
  return json;
}

nlohmann::ordered_json StatesJson(const CycleCounts& counts) {
  nlohmann::ordered_json json;
  for (int state = 0; state < kStates; ++state) {
    json[arch::kStateNames[state]] = counts.State(static_cast<arch::State>(state));
  }
  return json;
}

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

std::string TableLine(const RowTable& table, const LayerStatistics& layer) {
  const CycleCounts& counts = layer.counts.core;
  const int64_t busy = counts.Busy();
  return table.Row(layer.name, layer.macs, layer.elapsed_cycles, busy,
                   Ratio(static_cast<double>(layer.macs), static_cast<double>(busy)),
                   Gops(layer.macs, busy), counts.words_in, counts.words_out,
                   counts.Stall(arch::Stall::kInput), counts.Stall(arch::Stall::kOutput));
}

}  // namespace

double CyclesPerSecond(const Session& session) {
  const Fabric& fabric = session.platform().fabric();
  return Ratio(static_cast<double>(fabric.cycle()), fabric.seconds());
}

nlohmann::ordered_json SessionJson(const Session& session) {
  const LockstepSummary lockstep = session.Lockstep();
  const LayerStatistics total = session.Total();
  nlohmann::ordered_json json;
  json["lockstep"] = nullptr;
  if (lockstep.enabled) {
    json["lockstep"] = {{"cycles", lockstep.cycles},
                        {"mismatches", lockstep.mismatches},
                        {"cycle_delta", lockstep.cycle_delta},
                        {"cycles_per_second", CyclesPerSecond(session)}};
  }
  json["layers"] = nlohmann::ordered_json::array();
  for (const LayerStatistics& layer : session.Layers()) json["layers"].push_back(LayerJson(layer));
  json["total"] = LayerJson(total);
  json["programs"] = nlohmann::ordered_json::array();
  for (const LayerStatistics& program : session.Programs()) {
    json["programs"].push_back(ProgramJson(program));
  }
  json["states"] = StatesJson(total.counts.core);
  json["dma"] = {
      {"mm2s",
       {{"descriptors", total.traffic.mm2s_descriptors}, {"bytes", total.traffic.mm2s_bytes}}},
      {"s2mm",
       {{"descriptors", total.traffic.s2mm_descriptors}, {"bytes", total.traffic.s2mm_bytes}}}};
  json["memory"] = {
      {"config", MemoryConfigJson(session.platform().memory_config())},
      {"statistics", MemoryStatisticsJson(session.platform().memory_model().Statistics())}};
  const ProcessorOptions& processor = session.platform().processor().options();
  json["processor"] = {{"copy_mb_s", processor.copy_mb_s},
                       {"register_cycles", processor.register_cycles},
                       {"interrupt_cycles", processor.interrupt_cycles}};
  json["platform_cycles"] = session.platform().fabric().cycle();
  json["cycles_per_second"] = CyclesPerSecond(session);
  const nlohmann::ordered_json mismatch = session.Mismatch();
  if (!mismatch.is_null()) json["mismatch"] = mismatch;
  return json;
}

std::string SessionTable(const Session& session) {
  const LayerStatistics total = session.Total();
  const RowTable table = MakeTable();
  std::string text = table.Head();
  for (const LayerStatistics& layer : session.Layers()) text += TableLine(table, layer);
  text += TableLine(table, total);
  text += "cycles by state:";
  for (int state = 0; state < kStates; ++state) {
    text += fmt::format(" {} {}", arch::kStateNames[state],
                        total.counts.core.State(static_cast<arch::State>(state)));
  }
  text += fmt::format("\nDMA: in {} descriptors {} bytes, out {} descriptors {} bytes\n",
                      total.traffic.mm2s_descriptors, total.traffic.mm2s_bytes,
                      total.traffic.s2mm_descriptors, total.traffic.s2mm_bytes);
  const LockstepSummary lockstep = session.Lockstep();
  const double rate = CyclesPerSecond(session);
  if (lockstep.enabled) {
    text += fmt::format(
        "lockstep: {} cycles compared, {} mismatches, cycle delta {}, {:.0f} cycles/s\n",
        lockstep.cycles, lockstep.mismatches, lockstep.cycle_delta, rate);
  } else {
    text += fmt::format("lockstep: off, {} cycles, {:.0f} cycles/s\n",
                        session.platform().fabric().cycle(), rate);
  }
  return text;
}

}  // namespace nve
