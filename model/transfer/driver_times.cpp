// SPDX-License-Identifier: Apache-2.0
// Register accesses of a step: see driver_times.hpp.
#include "model/transfer/driver_times.hpp"

#include <algorithm>

namespace nve::transfer {
namespace {

// Cycles of an access on the bus (rtl/nve_axil.sv, nve_dma_regs.sv,
// host/axi/register_bus.cpp).
constexpr Cycle kCoreAccess = 5;
constexpr Cycle kDmaWrite = 4;
constexpr Cycle kDmaRead = 3;
// From the begin of a write to the handshake on the bus, and to the core's first cycle of state
// load.
constexpr Cycle kWriteToHandshake = 1;
constexpr Cycle kStartToLoad = 4;
// A read of the DMA samples in its second cycle on the bus, one of the core in its fourth.
constexpr Cycle kDmaSample = 1;
constexpr Cycle kCoreSample = 3;
// From the end of the write of DMACR.Reset to the first sample that shows the end of the reset.
constexpr Cycle kResetTime = 8;

}  // namespace

Cycle DriverTimes::CoreWrite() const { return kCoreAccess + options_.register_cycles; }
Cycle DriverTimes::CoreRead() const { return kCoreAccess + options_.register_cycles; }
Cycle DriverTimes::DmaWrite() const { return kDmaWrite + options_.register_cycles; }
Cycle DriverTimes::DmaRead() const { return kDmaRead + options_.register_cycles; }

Cycle DriverTimes::Reset() const {
  Cycle polls = 0;
  while (polls + options_.register_cycles + kDmaSample < kResetTime) polls += DmaRead();
  return 2 * CoreRead() + CoreWrite() + DmaWrite() + polls + DmaRead();
}

// CURDESC, RS, interrupt enables, TAILDESC; a running channel is halted first. The handshake of the
// TAILDESC write.
Cycle DriverTimes::StartChannel(Cycle* now, bool* running) const {
  *now += DmaRead();
  if (*running) *now += DmaWrite() + DmaRead();
  *running = true;
  *now += 2 * DmaWrite() + DmaRead() + DmaWrite();
  const Cycle tail = *now + kWriteToHandshake;
  *now += DmaWrite();
  return tail;
}

DriverTimes::Start DriverTimes::StartStep(Cycle now, const Binary& binary, const RunStep& step,
                                          int64_t output_bytes, bool reads, bool writes) {
  const Program& program = binary.programs[static_cast<size_t>(step.program)];
  Settings settings = program.settings;
  settings["RUNS"] = static_cast<uint32_t>(step.runs);
  settings["PACKET_WORDS"] = static_cast<uint32_t>(output_bytes / arch::kWordBytes);
  for (const auto& [name, value] : settings) {
    const auto held = settings_.find(name);
    if (held != settings_.end() && held->second == value) continue;
    settings_[name] = value;
    now += CoreWrite();
  }
  const ActivationTable& table = binary.tables[static_cast<size_t>(program.table)];
  for (size_t i = 0; i < table.size(); ++i) {
    if (!table_ || (*table_)[i] != table[i]) now += CoreWrite();
  }
  table_ = table;
  Start start;
  if (writes) start.output = StartChannel(&now, &output_running_);
  now += 2 * CoreWrite();
  start.core = now + kStartToLoad;
  now += CoreWrite();
  if (reads) start.input = StartChannel(&now, &input_running_);
  started_ = now;
  return start;
}

DriverTimes::End DriverTimes::EndStep(const StepTimes& times) const {
  bool input = times.input != kLongAgo;
  bool output = times.output != kLongAgo;
  bool core = true;
  End result;
  Cycle now = started_;
  while (input || output || core) {
    Cycle line = kUnknown;
    if (input) line = std::min(line, times.input);
    if (output) line = std::min(line, times.output);
    if (core) line = std::min(line, times.core);
    now = std::max(now, line) + options_.interrupt_cycles;
    result.last_wake = now;
    now += 2 * DmaRead();
    // Idle shows with the interrupt.
    const auto poll = [&](bool* pending, Cycle event, Cycle sample, Cycle read, Cycle write) {
      if (!*pending) return;
      const bool seen = event <= now + sample;
      now += read;
      if (!seen) return;
      *pending = false;
      now += write;
    };
    poll(&input, times.input, kDmaSample, DmaRead(), DmaWrite());
    poll(&output, times.output, kDmaSample, DmaRead(), DmaWrite());
    poll(&core, times.core, kCoreSample, CoreRead(), CoreWrite());
  }
  result.end = now;
  return result;
}

}  // namespace nve::transfer
