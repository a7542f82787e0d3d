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
// From the begin of a write to the handshake on the bus, and to the core's first cycle that is not
// idle.
constexpr Cycle kWriteToHandshake = 1;
constexpr Cycle kStartToBusy = 4;
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

DriverTimes::Start DriverTimes::StartStep(Cycle now, const Program& program, const RunStep& step,
                                          int64_t output_bytes, bool reads, bool writes) {
  Settings settings = program.settings;
  settings["RUNS"] = static_cast<uint32_t>(step.runs);
  settings["PACKET_WORDS"] = static_cast<uint32_t>(output_bytes / arch::kWordBytes);
  for (const auto& [name, value] : settings) {
    const auto held = settings_.find(name);
    if (held != settings_.end() && held->second == value) continue;
    settings_[name] = value;
    now += CoreWrite();
  }
  Start start;
  if (writes) start.output = StartChannel(&now, &output_running_);
  now += 2 * CoreWrite();
  start.core = now + kStartToBusy;
  now += CoreWrite();
  if (reads) start.input = StartChannel(&now, &input_running_);
  start.end = now;
  input_pending_ = reads;
  output_pending_ = writes;
  core_pending_ = true;
  return start;
}

Cycle DriverTimes::Line(const StepTimes& times) const {
  Cycle line = kUnknown;
  if (input_pending_) line = std::min(line, times.input);
  if (output_pending_) line = std::min(line, times.output);
  if (core_pending_) line = std::min(line, times.core);
  return line;
}

Cycle DriverTimes::Poll(Cycle now, const std::function<StepTimes(Cycle before)>& times) {
  now += 2 * DmaRead();
  // Idle shows with the interrupt.
  const auto poll = [&](bool* pending, Cycle StepTimes::*event, Cycle sample, Cycle read,
                        Cycle write) {
    if (!*pending) return;
    const bool seen = times(now + sample + 1).*event <= now + sample;
    now += read;
    if (!seen) return;
    *pending = false;
    now += write;
  };
  poll(&input_pending_, &StepTimes::input, kDmaSample, DmaRead(), DmaWrite());
  poll(&output_pending_, &StepTimes::output, kDmaSample, DmaRead(), DmaWrite());
  poll(&core_pending_, &StepTimes::core, kCoreSample, CoreRead(), CoreWrite());
  return now;
}

}  // namespace nve::transfer
