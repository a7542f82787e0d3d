// The pins of a Verilated nve_core, whatever its prefix.
#pragma once

#include <verilated.h>

#include "host/core/core_model.hpp"
#include "host/verilated_model.hpp"

namespace nve {

/// `Base` is CoreModel, or a core with more to it.
template <typename Top, typename Base = CoreModel>
class VerilatedCore : public Base {
 public:
  /// With a seed other than 0, what the model's build leaves to chance starts with random values.
  explicit VerilatedCore(int random_seed = 0) : context_(random_seed), top_(&context_) {
    this->probe_ = top_.probe_o.data();
    this->probe_inputs_ = top_.probe_inputs_o.data();
  }
  ~VerilatedCore() override { FinishModel(top_, context_); }

  void Drive(const CorePins& pins) override {
    top_.clk_i = 0;
    SetPins(pins);
    top_.eval();
  }

  void Clock() override {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
  }

 protected:
  void HoldReset(const InReset& in_reset) override {
    constexpr int kCycles = 3;
    Drive(CorePins{});
    // The reset works from its falling edge on: at a clock edge before it the memories, which have
    // none, would still be written as the registers happen to stand.
    for (const bool level : {true, false}) {
      top_.rst_ni = level;
      top_.eval();
    }
    for (int i = 0; i < kCycles; ++i) {
      Clock();
      in_reset();
    }
    top_.rst_ni = 1;
    top_.eval();
  }

  void SetPins(const CorePins& pins) {
    top_.s_axis_tvalid = pins.stream_valid;
    top_.s_axis_tdata = pins.stream_data;
    top_.s_axis_tlast = pins.stream_last;
    top_.m_axis_tready = pins.output_ready;
    top_.reg_write_i = pins.reg_write;
    top_.reg_waddr_i = static_cast<uint16_t>(pins.reg_write_address);
    top_.reg_wdata_i = pins.reg_write_data;
    top_.reg_raddr_i = static_cast<uint16_t>(pins.reg_read_address);
  }

  VerilatedContext& context() { return context_; }
  Top& top() { return top_; }

 private:
  ModelContext context_;
  Top top_;
};

}  // namespace nve
