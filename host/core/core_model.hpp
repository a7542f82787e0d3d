// SPDX-License-Identifier: Apache-2.0
// A Verilated nve_core behind a plain interface, so that the same tests run on the RTL and on its
// netlist.
#pragma once

#include <cstdint>
#include <memory>

#include "host/verilated/in_reset.hpp"
#include "host/waves/wave_options.hpp"
#include "nve_isa.hpp"

namespace nve {

/// Pins of the core that a test drives in one cycle.
struct CorePins {
  bool stream_valid = false;
  uint64_t stream_data = 0;
  bool stream_last = false;
  bool output_ready = false;
  bool reg_write = false;
  uint32_t reg_write_address = 0;
  uint32_t reg_write_data = 0;
  uint32_t reg_read_address = 0;
};

class CoreModel {
 public:
  virtual ~CoreModel() = default;

  /// A few clock cycles with rst_ni low.
  void Reset(const InReset& in_reset = [] {}) { HoldReset(in_reset); }

  /// Puts the pins of the current cycle on; probes are then valid until Clock.
  virtual void Drive(const CorePins& pins) = 0;

  /// The edge that ends the cycle.
  virtual void Clock() = 0;

  const uint32_t* probe() const { return probe_; }
  const uint32_t* probe_inputs() const { return probe_inputs_; }

 protected:
  virtual void HoldReset(const InReset& in_reset) = 0;

  const uint32_t* probe_ = nullptr;
  const uint32_t* probe_inputs_ = nullptr;
};

std::unique_ptr<CoreModel> MakeRtlCore();
std::unique_ptr<CoreModel> MakeNetlistCore();

/// A build of the RTL core that writes waves, which are complete when it is gone. Null in a tool
/// that is linked without it.
std::unique_ptr<CoreModel> MakeTracedRtlCore(const WaveOptions& waves);

}  // namespace nve
