// SPDX-License-Identifier: Apache-2.0
// A made-up result in which every part of a report has something to show.
#pragma once

#include "report/compare/reported_run.hpp"

namespace nve::testing {

inline LayerOfRun SomeLayer(const std::string& name, int64_t scale) {
  LayerOfRun layer;
  layer.name = name;
  layer.macs = 800 * scale;
  layer.pixels = 80 * scale;
  layer.cycles = 110 * scale;
  layer.mac_per_cycle = 800.0 / 110;
  layer.words_in = 10 * scale;
  layer.words_out = 5 * scale;
  layer.stalls = {3 * scale, 0};
  layer.elapsed_cycles = 120 * scale;
  layer.gops = 0.7;
  layer.gops_elapsed = 0.6;
  layer.waterfall = Named<int64_t>{{"bound", 100 * scale},
                                   {"host", 15 * scale},
                                   {"copy", 0},
                                   {"ramp", 5 * scale},
                                   {"sum", 120 * scale}};
  AxiSideOfRun side;
  const auto unsigned_scale = static_cast<uint64_t>(scale);
  side.cycles = {{"beat", 10 * unsigned_scale}, {"idle", 110 * unsigned_scale}};
  side.bursts = 4 * unsigned_scale;
  side.bytes = 200 * unsigned_scale;
  side.latency = {{"20", 3 * unsigned_scale}, {"350", unsigned_scale}};
  layer.axi = Named<AxiPortOfRun>{{"mm2s", {side, std::nullopt}}};
  return layer;
}

/// A loop of two instructions behind one that runs once; VMAC works in one of them.
inline ScheduleOfRun SomeSchedule(const std::string& name) {
  ScheduleOfRun schedule;
  schedule.name = name;
  schedule.layer = "L1";
  schedule.loop_first = 1;
  schedule.loop_last = schedule.loop_cycles = schedule.bound = 2;
  schedule.iterations = 40;
  schedule.extra = 1;
  schedule.slots = {{"MEMA", 2}, {"VMAC", 1}};
  schedule.instructions = {"wr 0 | -", "wr 1+2@1 | mac", "wr 3 | -", "- | mac"};
  return schedule;
}

/// Four bins of ten clock cycles, the last of which has six.
inline UseOfRun SomeUse() {
  const UseSeries fifo = {16, 232, {0, 80, 80, 72}};
  const UseSeries port = {1, 18, {10, 5, 0, 3}};
  return {
      36, 10, {{"core 0", "L1", 4, 20}}, {{"core 0", {{"input_fifo", fifo}, {"local_a", port}}}}};
}

inline RunResult SomeResult() {
  RunResult result;
  result.tool = "nve-cosim";
  result.command = "nve-cosim a.nve --input b.png";
  result.machine = {"nve", "0x1", 100, 16};
  result.network = "A Network";
  result.binary = "a.nve";
  result.input = "b.png";
  result.lockstep.value = LockstepOfRun{360, 0, 0, 1e6, {}};
  result.layers = {SomeLayer("L1", 1), SomeLayer("L2", 2)};
  result.total = SomeLayer("total", 3);
  result.memory =
      MemoryOfRun{{{"model", "fixed"}, {"board", {{"ports", "separate"}}}}, {{"reads", 12}}};
  result.schedules = std::vector<ScheduleOfRun>{SomeSchedule("L1.p0"), SomeSchedule("L2.p0")};
  result.use = SomeUse();
  result.reference = ReferenceOfRun{true, 40, 0, std::nullopt, "output: bit-exact", {}};
  return result;
}

inline ReportedRun SomeRun(size_t number = 0, const std::string& label = "first") {
  return {label + ".json", label, number, SomeResult()};
}

/// Failed in clock cycle 77: one lane differs.
inline ReportedRun FailedRun() {
  ReportedRun run = SomeRun();
  run.result.lockstep.value->mismatches = 1;
  FailureOfRun failure;
  failure.kind = kMismatchFailure;
  failure.text = "lockstep mismatch: accu[3] differs\n  and more";
  failure.cycle.value = 77;
  failure.seed = "9";
  failure.reproduce = "nve-cosim again";
  run.result.failure = failure;
  MismatchOfRun mismatch;
  mismatch.core = "core 0";
  mismatch.layer = "L2";
  mismatch.instruction = "rd 1 | mac";
  mismatch.cycle = 77;
  mismatch.inputs.s_tdata = "0xabc";
  mismatch.writer = kWriterProducer;
  mismatch.differences = {{"VMAC", "accu", 3, "0x12", "0x34"}};
  mismatch.history = {{76, "repeat", "none", 4, "wr 1 | -"}};
  mismatch.producer.value = CycleBefore{75, "repeat", "none", 3, "wr 0 | -"};
  mismatch.beats = {{70, "in", "0xfeed", true}};
  run.result.mismatch = mismatch;
  run.result.waves = nlohmann::ordered_json{{"file", "m.fst"}, {"first_cycle", 1}};
  return run;
}

}  // namespace nve::testing
