// SPDX-License-Identifier: Apache-2.0
// Runs without lockstep: see cycle_delta.hpp.
#include "tb/stimulus/cycle_delta.hpp"

#include <cstring>

#include "model/golden/core.hpp"
#include "model/golden/words.hpp"

namespace nve {
namespace {

// The golden model behind the pins of a core.
class GoldenCoreModel : public CoreModel {
 public:
  GoldenCoreModel() {
    probe_ = reinterpret_cast<const uint32_t*>(&shown_);
    probe_inputs_ = reinterpret_cast<const uint32_t*>(&inputs_);
  }

  void Drive(const CorePins& pins) override {
    pins_ = pins;
    inputs_ = {};
    inputs_.s_tvalid = pins.stream_valid ? 1 : 0;
    std::memcpy(inputs_.s_tdata, &pins.stream_data, sizeof(pins.stream_data));
    inputs_.m_tready = pins.output_ready ? 1 : 0;
    // The register bus is presented a cycle behind the pins.
    inputs_.reg_write = bus_.reg_write ? 1 : 0;
    inputs_.reg_waddr = bus_.reg_write_address;
    inputs_.reg_wdata = bus_.reg_write_data;
    inputs_.reg_raddr = bus_.reg_read_address;
    shown_ = golden_.Evaluate(inputs_);
  }

  void Clock() override {
    golden_.Commit(inputs_);
    bus_ = pins_;
    Drive(pins_);
  }

 protected:
  // The model goes back to its first cycle at once.
  void HoldReset(const InReset& /*in_reset*/) override {
    golden_.Reset();
    Drive({});
    bus_ = {};
    Drive({});
  }

 private:
  GoldenCore golden_;
  CorePins pins_;
  CorePins bus_;
  arch::Probe shown_{};
  arch::ProbeInputs inputs_{};
};

int64_t BusyAlone(CoreModel& core, const RandomCase& random, const RunSetup& setup) {
  return CaseRunner(core, Lockstep::kOff).Run(random, setup).counts.Busy();
}

}  // namespace

int64_t CycleDeltaAlone(const MakeCore& make_core, const RandomCase& random,
                        const RunSetup& setup) {
  GoldenCoreModel golden;
  return BusyAlone(*make_core(), random, setup) - BusyAlone(golden, random, setup);
}

}  // namespace nve
