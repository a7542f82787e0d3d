// SPDX-License-Identifier: Apache-2.0
// The RTL core with an error at its pins or in what it shows, for testing the tests.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "host/core/core_model.hpp"

namespace nve {

struct CoreFaults {
  std::function<void(CorePins&)> pins = {};            ///< changes what the core is given
  std::function<void(arch::Probe&)> shown = {};        ///< changes what a cycle shows
  std::function<void(arch::Probe&)> neighbours = {};   ///< the same, but lockstep does not see it
  std::function<bool(const arch::Probe&)> holds = {};  ///< the clock edge does not come, once
};

class FaultyCore : public CoreModel {
 public:
  explicit FaultyCore(CoreFaults faults, std::unique_ptr<CoreModel> core = MakeRtlCore())
      : core_(std::move(core)), faults_(std::move(faults)) {
    probe_ = reinterpret_cast<const uint32_t*>(&shown_);
    probe_inputs_ = core_->probe_inputs();
  }

  /// Lockstep looks after this, the neighbours after the clock edge.
  void Drive(const CorePins& pins) override {
    pins_ = pins;
    if (faults_.pins) faults_.pins(pins_);
    core_->Drive(pins_);
    Show(false);
  }

  void Clock() override {
    const bool input = pins_.stream_valid && shown_.s_tready != 0;
    const bool output = pins_.output_ready && shown_.m_tvalid != 0;
    // A word that goes over in a cycle held would go over twice.
    const bool hold = faults_.holds && !held_ && !input && !output && faults_.holds(shown_);
    held_ |= hold;
    if (!hold) core_->Clock();
    Show(true);
  }

 protected:
  void HoldReset(const InReset& in_reset) override {
    core_->Reset([&] {
      Show(true);
      in_reset();
    });
    Show(true);
  }

 private:
  void Show(bool to_neighbours) {
    std::memcpy(&shown_, core_->probe(), sizeof(shown_));
    if (faults_.shown) faults_.shown(shown_);
    if (to_neighbours && faults_.neighbours) faults_.neighbours(shown_);
  }

  std::unique_ptr<CoreModel> core_;
  CoreFaults faults_;
  CorePins pins_;
  bool held_ = false;
  arch::Probe shown_{};
};

}  // namespace nve
