// SPDX-License-Identifier: Apache-2.0
// The pins of a Verilated nve_core, whatever its prefix.
#pragma once

#include <verilated.h>

#include "host/core/core_model.hpp"
#include "host/verilated/clocked_model.hpp"

namespace nve {

/// `Base` is CoreModel, or a core with more to it.
template <typename Top, typename Base = CoreModel>
class VerilatedCore : public Base {
 public:
  /// With a seed other than 0, what the model's build leaves to chance starts with random values.
  explicit VerilatedCore(int random_seed = 0) : model_(random_seed) {
    this->probe_ = model_->probe_o.data();
    this->probe_inputs_ = model_->probe_inputs_o.data();
  }

  void Drive(const CorePins& pins) override {
    SetPins(pins);
    model_->eval();
  }

  void Clock() override {
    model_.Rise();
    model_.Fall();
  }

 protected:
  void HoldReset(const InReset& in_reset) override {
    constexpr int kCycles = 3;
    Drive(CorePins{});
    model_.HoldReset(kCycles, [&] {
      Clock();
      in_reset();
    });
  }

  void SetPins(const CorePins& pins) {
    model_->s_axis_tvalid = pins.stream_valid;
    model_->s_axis_tdata = pins.stream_data;
    model_->s_axis_tlast = pins.stream_last;
    model_->m_axis_tready = pins.output_ready;
    model_->reg_write_i = pins.reg_write;
    model_->reg_waddr_i = static_cast<uint16_t>(pins.reg_write_address);
    model_->reg_wdata_i = pins.reg_write_data;
    model_->reg_raddr_i = static_cast<uint16_t>(pins.reg_read_address);
  }

  VerilatedContext& context() { return model_.context(); }
  Top& top() { return *model_; }

 private:
  ClockedModel<Top> model_;
};

}  // namespace nve
