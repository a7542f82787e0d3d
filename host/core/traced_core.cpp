// SPDX-License-Identifier: Apache-2.0
// The RTL core that writes waves.
#include <utility>

#include "Vnve_core_lockstep.h"
#include "host/core/verilated_core.hpp"
#include "host/waves/fst_waves.hpp"

namespace nve {
namespace {

// Cycle t begins at time 2t with the edge after which the core shows what the probe shows in it,
// and with its pins: cycles are counted as lockstep does, over all runs of a core. Pin resets are
// not in the waves. It goes on behind a failure: what assertions say of its cause, MakeRtlCore()'s
// model has said.
class TracedCore : public VerilatedCore<Vnve_core_lockstep> {
 public:
  explicit TracedCore(const WaveOptions& options) : waves_(context(), top(), options, 0) {
    context().assertOn(false);
  }

  void Drive(const CorePins& pins) override {
    SetPins(pins);
    Show();
    top().clk_i = 0;
    Show();
  }

  // The clock stays high: the pins of the cycle that begins are put on in its first half.
  void Clock() override {
    for (const bool level : {false, true}) {
      top().clk_i = level;
      top().eval();
    }
  }

 protected:
  void HoldReset(const InReset& in_reset) override {
    in_reset_ = true;
    VerilatedCore::HoldReset(in_reset);
    in_reset_ = false;
    if (!std::exchange(started_, true)) waves_.Start();
  }

 private:
  void Show() {
    top().eval();
    if (!in_reset_) waves_.Dump();
  }

  bool in_reset_ = false;
  bool started_ = false;
  FstWaves<Vnve_core_lockstep> waves_;
};

}  // namespace

std::unique_ptr<CoreModel> MakeTracedRtlCore(const WaveOptions& waves) {
  return std::make_unique<TracedCore>(waves);
}

}  // namespace nve
