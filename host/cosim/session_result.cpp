// SPDX-License-Identifier: Apache-2.0
// Results of co-simulations: see session_result.hpp.
#include "host/cosim/session_result.hpp"

#include "arch/build_machine.hpp"
#include "arch/machine_result.hpp"
#include "host/cosim/waterfall.hpp"

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

Named<AxiPortOfRun> PortsOf(const TileCounts& counts) {
  Named<AxiPortOfRun> ports;
  for (size_t p = 0; p < kTilePorts; ++p) {
    AxiPortOfRun port;
    const bool reads = p != static_cast<size_t>(TilePort::kS2mm);
    const bool writes = p != static_cast<size_t>(TilePort::kMm2s);
    if (reads) port.read = ResultOf(counts.axi[p].read);
    if (writes) port.write = ResultOf(counts.axi[p].write);
    ports.emplace_back(kTilePortNames[p], std::move(port));
  }
  return ports;
}

// Without what belongs to the layer as a whole.
LayerOfRun ProgramOf(const LayerStatistics& program) {
  const CycleCounts& counts = program.counts.core;
  LayerOfRun result;
  result.name = program.name;
  result.cycles = counts.Busy();
  result.words_in = counts.words_in;
  result.words_out = counts.words_out;
  result.stalls = {counts.Stall(arch::Stall::kInput), counts.Stall(arch::Stall::kOutput)};
  result.elapsed_cycles = program.elapsed_cycles;
  result.issued_macs = counts.vector_macs * arch::kLanes;
  result.steps = program.steps;
  result.step_cycles = program.step_cycles;
  result.waterfall = WaterfallOf(program);
  result.axi = PortsOf(program.counts);
  return result;
}

LayerOfRun LayerOf(const LayerStatistics& layer) {
  LayerOfRun result = ProgramOf(layer);
  result.macs = layer.macs;
  result.pixels = layer.pixels;
  result.mac_per_cycle = Ratio(static_cast<double>(layer.macs), static_cast<double>(result.cycles));
  result.gops = Gops(layer.macs, result.cycles);
  result.gops_elapsed = Gops(layer.macs, layer.elapsed_cycles);
  return result;
}

Named<int64_t> StatesOf(const CycleCounts& counts) {
  Named<int64_t> states;
  for (int state = 0; state < kStates; ++state) {
    states.emplace_back(arch::kStateNames[static_cast<size_t>(state)],
                        counts.State(static_cast<arch::State>(state)));
  }
  return states;
}

MemoryOfRun MemoryOf(const Platform& platform) {
  return {MemoryConfigJson(platform.memory_config()),
          MemoryStatisticsJson(platform.memory_model().Statistics())};
}

}  // namespace

double CyclesPerSecond(const Session& session) {
  const Fabric& fabric = session.platform().fabric();
  return Ratio(static_cast<double>(fabric.cycle()), fabric.seconds());
}

RunResult SessionResult(const Session& session) {
  const LockstepSummary lockstep = session.Lockstep();
  const LayerStatistics total = session.Total();
  const Platform& platform = session.platform();
  const StepTraffic& traffic = total.traffic;
  RunResult result;
  result.machine = arch::ResultOf(arch::BuildMachine());
  result.cycles_per_second = CyclesPerSecond(session);
  if (lockstep.enabled) {
    result.lockstep.value = {lockstep.cycles, lockstep.mismatches, lockstep.cycle_delta,
                             result.cycles_per_second, lockstep.still_cycles};
  }
  for (const LayerStatistics& layer : session.Layers()) result.layers.push_back(LayerOf(layer));
  result.total = LayerOf(total);
  if (total.first_strip_cycles > 0) result.total->first_strip_cycles = total.first_strip_cycles;
  result.programs.emplace();
  for (const LayerStatistics& program : session.Programs()) {
    result.programs->push_back(ProgramOf(program));
  }
  result.cores = session.Cores();
  result.schedules = session.Schedules();
  result.use = session.Use();
  result.states = StatesOf(total.counts.core);
  result.dma = Named<DmaOfRun>{{"mm2s", {traffic.mm2s_descriptors, traffic.mm2s_bytes}},
                               {"s2mm", {traffic.s2mm_descriptors, traffic.s2mm_bytes}}};
  result.memory = MemoryOf(platform);
  const ProcessorOptions& processor = platform.processor().options();
  result.processor = {processor.copy_mb_s, processor.register_cycles, processor.interrupt_cycles};
  result.platform_cycles = platform.fabric().cycle();
  result.mismatch = session.Mismatch();
  return result;
}

}  // namespace nve
