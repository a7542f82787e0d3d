// The pins of a Verilated nve_core, whatever its prefix.
#pragma once

#include <verilated.h>

#include "host/ideal/core_model.hpp"
#include "host/verilated_model.hpp"

namespace nve {

template <typename Top>
class VerilatedCore : public CoreModel {
 public:
  VerilatedCore() : top_(&context_) {
    probe_ = top_.probe_o.data();
    probe_inputs_ = top_.probe_inputs_o.data();
  }
  ~VerilatedCore() override { FinishModel(top_, context_); }

  void Reset() override {
    constexpr int kCycles = 3;
    Drive(CorePins{});
    top_.rst_ni = 0;
    top_.eval();
    for (int i = 0; i < kCycles; ++i) Clock();
    top_.rst_ni = 1;
    top_.eval();
  }

  void Drive(const CorePins& pins) override {
    top_.clk_i = 0;
    top_.s_axis_tvalid = pins.stream_valid;
    top_.s_axis_tdata = pins.stream_data;
    top_.s_axis_tlast = pins.stream_last;
    top_.m_axis_tready = pins.output_ready;
    top_.reg_write_i = pins.reg_write;
    top_.reg_waddr_i = static_cast<uint16_t>(pins.reg_write_address);
    top_.reg_wdata_i = pins.reg_write_data;
    top_.reg_raddr_i = static_cast<uint16_t>(pins.reg_read_address);
    top_.eval();
  }

  void Clock() override {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
  }

 private:
  VerilatedContext context_;
  Top top_;
};

}  // namespace nve
